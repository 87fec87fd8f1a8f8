/** A model through MuJoCo and an engine side by side: a golden is made on the spot, and replayed. */

import type { Engine, Numbers } from "./engine.ts";
import { STAGES } from "../engine/types/data_fields.ts";
import { diffField, type FieldDiff } from "./diff.ts";
import { stageOf } from "./fields.ts";
import type { CaseFile, Golden } from "./golden.ts";
import { type Mint, mint, type Mintmaster } from "./mint.ts";
import type { ModelFiles } from "./model_files.ts";
import { type CaseResult, type Observer, replay } from "./replay.ts";
import type { Bound } from "./tolerance.ts";

/** What a field came to over the run. */
export interface FieldSummary {
  readonly field: string;
  readonly stage: string;
  /** largest difference, and where */
  worst: FieldDiff;
  worstStep: number;
  /** first step in which it is out of bounds, or null */
  firstBad: number | null;
}

/** The first value that departs: the earliest step, there the earliest stage. */
export interface Departure {
  readonly step: number;
  readonly stage: string;
  readonly field: string;
  readonly expected: Numbers;
  readonly got: ArrayLike<number> | undefined;
  readonly diff: FieldDiff | null;
}

/** What came of a model. */
export interface LiveResult {
  /** MuJoCo's reason to refuse the model, else null; the rest is about models that it accepts */
  readonly refused: string | null;
  readonly compiled: CaseResult;
  readonly compiledFields: readonly FieldSummary[];
  readonly run: CaseResult | null;
  readonly runFields: readonly FieldSummary[];
  readonly departure: Departure | null;
  /** the golden of the run, to be exported */
  readonly recipe: CaseFile;
  readonly mint: Mint | null;
}

/** What is asked of MuJoCo about a model. */
export interface Oracle {
  /** its reason to refuse the model, or null */
  refusal(files: ModelFiles): Promise<string | null>;
  /** what it says when it runs a recipe */
  mint(recipe: CaseFile, files: ModelFiles): Promise<Mint>;
}

/** MuJoCo in this thread. */
export function oracleOf(master: Mintmaster): Oracle {
  return {
    async refusal({ xml, assets }) {
      const loaded = await master.engine.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded.message;
      loaded.simulation.close();
      return null;
    },
    mint: (recipe, { xml, assets }) => mint(master, recipe, new TextEncoder().encode(xml), assets),
  };
}

/** Compares an engine with MuJoCo on one model; `absent`, if given, collects fields that the engine may lack. */
export async function runLive(
  oracle: Oracle,
  engine: Engine,
  files: ModelFiles,
  recipe: CaseFile,
  absent?: Set<string>,
): Promise<LiveResult> {
  const { xml, assets } = files;
  const compile: CaseFile = { kind: "compile", isolates: recipe.isolates, items: recipe.items };
  const refusal: CaseFile = { ...compile, kind: "reject" };
  const refused = await oracle.refusal(files);
  if (refused !== null) {
    const minted = await oracle.mint(refusal, files);
    const compiled = await replay(engine, goldenOf(refusal, minted, xml, assets), {});
    return { ...EMPTY, refused, compiled, recipe: refusal, mint: minted };
  }

  const compiledFields = new Summary(absent !== undefined);
  const compiledMint = await oracle.mint(compile, files);
  const compiled = await replay(engine, goldenOf(compile, compiledMint, xml, assets), {}, {
    observe: compiledFields.observe,
    absent,
  });
  const isUnusable = compiled.failures.some(({ field, reason }) => reason !== "differs" || /^n[a-z]+$/.test(field));
  const base = { ...EMPTY, refused: null, compiled, compiledFields: compiledFields.list(), recipe };
  if (isUnusable) return base;

  const runMint = await oracle.mint(recipe, files);
  const runFields = new Summary(absent !== undefined);
  const run = await replay(engine, goldenOf(recipe, runMint, xml, assets), {}, { observe: runFields.observe, absent });
  return { ...base, run, runFields: runFields.list(), departure: runFields.departure, mint: runMint };
}

const EMPTY = { compiledFields: [], run: null, runFields: [], departure: null, mint: null };

function goldenOf(file: CaseFile, { minted, frames }: Mint, model: string, assets: ModelFiles["assets"]): Golden {
  return { id: "live", file: { ...file, minted }, minted, model, assets, frames };
}

/** Watches a replay, field by field. */
class Summary {
  departure: Departure | null = null;
  #fields = new Map<string, FieldSummary>();
  #forgivesAbsent: boolean;

  constructor(forgivesAbsent: boolean) {
    this.#forgivesAbsent = forgivesAbsent;
  }

  observe: Observer = (
    step: number,
    field: string,
    expected: Numbers,
    got: ArrayLike<number> | undefined,
    bound: Bound,
  ) => {
    if (got === undefined && this.#forgivesAbsent) return;
    const stage = stageOfLabel(field);
    if (got === undefined || got.length < expected.length) {
      this.#depart({ step, stage, field, expected, got, diff: null });
      return;
    }
    const diff = diffField(got, expected, Math.max(step, 0), bound);
    if (diff === null) return;
    const isBad = diff.excess > 1;
    if (isBad) this.#depart({ step, stage, field, expected: expected.slice(), got: Array.from(got), diff });
    const known = this.#fields.get(field);
    if (known === undefined) {
      this.#fields.set(field, { field, stage, worst: diff, worstStep: step, firstBad: isBad ? step : null });
      return;
    }
    if (diff.excess > known.worst.excess || (diff.excess === known.worst.excess && diff.delta > known.worst.delta)) {
      known.worst = diff;
      known.worstStep = step;
    }
    if (isBad) known.firstBad ??= step;
  };

  #depart(found: Departure): void {
    const now = this.departure;
    const isFree = found.field.startsWith("free ");
    if (now === null) this.departure = found;
    else if (isFree) return;
    else if (found.step < now.step || (found.step === now.step && rank(found.stage) < rank(now.stage))) {
      this.departure = found;
    }
  }

  /** Fields that differ at all, in the order of the pipeline. */
  list(): FieldSummary[] {
    return [...this.#fields.values()].sort((a, b) => rank(a.stage) - rank(b.stage));
  }
}

function stageOfLabel(field: string): string {
  if (field.startsWith("next.")) return "integration";
  if (field.startsWith("free ")) return "free run";
  return stageOf(field);
}

function rank(stage: string): number {
  const at = (STAGES as readonly string[]).indexOf(stage);
  return at < 0 ? STAGES.length : at;
}
