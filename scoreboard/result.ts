/** The result of an engine: a compact form of its report, which is committed. Only `deno task scoreboard` writes it. */

import { sha256 } from "../harness/golden/golden.ts";
import { HarnessError } from "../harness/engine.ts";
import { stageOf } from "../harness/replay/fields.ts";
import { labelOf } from "../harness/replay/labels.ts";
import type { CaseReport, Report } from "../harness/verdict.ts";

/** Version of this format. */
const FORMAT = 1;

/** The result of an item. */
export interface ItemResult {
  readonly verdict: string;
  /** cases of which something was seen, and how many of these passed */
  readonly cases: number;
  readonly passed: number;
  /** cases that the engine says it does not support */
  readonly unsupported: number;
  /** fields that were seen, and that there are; null if all were */
  readonly coverage: { readonly seen: number; readonly of: number } | null;
}

/** A case that failed, and where first. */
export interface Finding {
  readonly case: string;
  /** kind of failure */
  readonly reason: string;
  /** frame, -1 if there is none */
  readonly step: number;
  /** the field without index and role; empty if the failure is not about a field */
  readonly field: string;
  /** the failure in words */
  readonly text: string;
}

/** An earlier result, for the trend. */
export interface Past {
  readonly date: string;
  readonly engine: string;
  readonly golden: string;
  readonly passed: number;
  readonly cases: number;
}

/** The result of a run. */
export interface Result {
  readonly format: typeof FORMAT;
  readonly id: string;
  /** day of the run */
  readonly date: string;
  /** why there is no result: the engine cannot be installed or started */
  readonly missing?: string | undefined;
  /** name and version, as the engine says */
  readonly engine: string;
  /** the MuJoCo that minted the goldens */
  readonly mujoco: string;
  /** hashes of everything that a verdict depends on */
  readonly origin: Report["origin"] | null;
  /** seconds of the run */
  readonly seconds: number;
  readonly totals: {
    readonly cases: number;
    readonly passed: number;
    readonly unsupported: number;
    readonly scalars: number;
  };
  readonly items: Readonly<Record<string, ItemResult>>;
  readonly findings: readonly Finding[];
  readonly history: readonly Past[];
}

/** Number of characters of a failure that are kept. */
const LONGEST = 200;

/** Sums up a report. */
export function resultOf(
  id: string,
  report: Report,
  date: string,
  seconds: number,
  before: Result | undefined,
): Result {
  const seen = report.cases.filter(({ verdict }) => verdict !== "unseen");
  const isUnsupported = ({ reason }: CaseReport) => reason === "unsupported";
  const items = Object.fromEntries(report.items.map((item): [string, ItemResult] => {
    const mine = seen.filter(({ items }) => items.includes(item.id));
    const { verdict, passed, cases, coverage } = item;
    return [item.id, { verdict, cases, passed, unsupported: mine.filter(isUnsupported).length, coverage }];
  }));
  const result = {
    format: FORMAT,
    id,
    date,
    engine: report.engine,
    mujoco: report.mujoco,
    origin: report.origin,
    seconds: Math.round(seconds),
    totals: {
      cases: seen.length,
      passed: seen.filter(({ verdict }) => verdict === "pass").length,
      unsupported: seen.filter(isUnsupported).length,
      scalars: report.totals.scalars,
    },
    items,
    findings: seen.filter(({ verdict }) => verdict !== "pass").map(findingOf),
  } as const;
  return { ...result, history: withPast(before, result) };
}

/** The result of an engine that did not run. */
export function missingResult(id: string, reason: string, date: string, before: Result | undefined): Result {
  return {
    format: FORMAT,
    id,
    date,
    missing: reason,
    engine: "",
    mujoco: "",
    origin: null,
    seconds: 0,
    totals: { cases: 0, passed: 0, unsupported: 0, scalars: 0 },
    items: {},
    findings: [],
    history: before?.history ?? [],
  };
}

/** The trend: a result replaces the last one if it is of the same engine and goldens. */
function withPast(before: Result | undefined, { date, engine, origin, totals }: Omit<Result, "history">): Past[] {
  const now = { date, engine, golden: origin?.golden ?? "", passed: totals.passed, cases: totals.cases };
  const past = [...before?.history ?? []];
  const last = past.at(-1);
  if (last?.engine === now.engine && last.golden === now.golden && last.passed === now.passed) past.pop();
  return [...past, now];
}

function findingOf({ id, reason, failures }: CaseReport): Finding {
  const text = (failures[0] ?? "").split("\n").map((line) => line.trim()).join("  ");
  const [, step = "-1", rest] = /^(?:step (\d+) {2})?(.*)$/.exec(text) ?? [];
  // the label of a field, with its index or what is wrong with it
  const label = reason === "differs" || reason === "lacks" ? /^((?:free )?[\w.]+)/.exec(rest)?.[1] ?? "" : "";
  return {
    case: id,
    reason: reason ?? "",
    step: Number(step),
    field: label,
    text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
  };
}

/** The part of the pipeline that a failure is in: a stage, the model, or what happened instead. */
export function stageOfFinding({ reason, field, step }: Finding): string {
  if (field === "") return reason;
  if (step < 0) return "model";
  const { role, name } = labelOf(field);
  if (role === "next" || field.startsWith("free ")) return "integration";
  if (role === "called") return "functions";
  // lists that do not match, as a whole
  if (name === "contact") return "collision";
  return name.startsWith("efc") ? "constraint" : stageOf(name);
}

/** Writes a result, with a seal that detects edits. One finding to a line, so that changes can be read. */
export function formatResult(result: Result): string {
  const { findings, ...head } = result;
  const lines = findings.map((finding) => `  ${JSON.stringify(Object.values(finding))}`);
  const text = JSON.stringify(head, null, 1).slice(0, -2);
  return `${text},\n "findings": [\n${lines.join(",\n")}\n ],\n "seal": "${sealOf(result)}"\n}\n`;
}

/** Reads a result, and refuses one that was edited. */
export function parseResult(text: string, place: string): Result {
  const { seal, findings, ...head } = JSON.parse(text);
  if (head.format !== FORMAT) throw new HarnessError(`${place}: format ${head.format}, this program reads ${FORMAT}`);
  const result = {
    ...head,
    findings: (findings as [string, string, number, string, string][]).map((
      [id, reason, step, field, text],
    ) => ({ case: id, reason, step, field, text })),
  } as Result;
  if (seal !== sealOf(result)) throw new HarnessError(`${place}: was changed by hand; only runs may write results`);
  return result;
}

function sealOf({ findings, ...head }: Result): string {
  const sorted = Object.fromEntries(Object.entries(head).sort(([a], [b]) => a < b ? -1 : 1));
  return sha256(JSON.stringify([sorted, findings.map((finding) => Object.values(finding))]));
}
