/** The order in which values come about: from the compiled model through the stages of a step to a free run. */

import { STAGES } from "../../engine/types/data_fields.ts";
import { COMPILED, RESULTS, stageOf } from "./fields.ts";

/** The part in which a field is compared: the compiled model, or steps. */
export type PartName = "compile" | "steps";

/** Place in the order: group, step, list before value, field. */
export type Rank = readonly number[];

/** The stage that computes what a label of a comparison is about. */
export function stageOfLabel(part: PartName, label: string): string {
  if (wordsIn(label) !== undefined) return "words";
  if (part === "compile") return "compile";
  if (label.startsWith("next.")) return "integration";
  if (label.startsWith("free ")) return "free run";
  if (label.startsWith("call.")) return "call";
  if (label === "contact") return "collision";
  if (label === "efc rows" || OF_ROWS.has(label)) return "constraint";
  return label === "" ? "engine" : stageOf(label);
}

/** The format or use in a label that is about what an engine says; empty if that is a refusal. */
export function wordsIn(label: string): string | undefined {
  return /^says(?:\.|$)/.test(label) ? label.slice("says.".length) : undefined;
}

/** Fields of contacts that are known only once there are rows. */
const OF_ROWS: ReadonlySet<string> = new Set(["contact.efc_address", "contact.mu"]);

/** Stages of the compiler, derived from names of fields: later ones depend on earlier ones, and the first on all. */
const COMPILE_ORDER: readonly RegExp[] = [
  /invweight0|_M0$|length0|lengthspring|acc0|lengthrange|subtreemass|(pos|dir|mat|poscom)0$|^stat\.|simple|sameframe|bvh|^body_(margin|con)/,
  /^n[a-z]+$/,
  /^opt\./,
  /^(hfield|mesh|tex|flex|skin)_/,
  /^(jnt|qpos)_?/,
  /^(geom|site|cam|light|mat)_/,
  /^(body|dof)_/,
];

/** Stage, step, and order within the stage; a list that differs comes before the values of its fields. */
export function rankOf(part: PartName, step: number, label: string, isValue: boolean): Rank {
  if (part === "compile") {
    const group = COMPILE_ORDER.findIndex((pattern) => pattern.test(label));
    const order = group === 0 ? COMPILE_ORDER.length + 1 : group < 0 ? COMPILE_ORDER.length : group;
    return [-1, order, 0, COMPILED.indexOf(label)];
  }
  const stages: readonly string[] = STAGES;
  const stage = stageOfLabel(part, label);
  const at = stages.indexOf(stage);
  return [at < 0 ? stages.length + LATER.indexOf(stage) : at, step, isValue ? 1 : 0, RESULTS.indexOf(label)];
}

/** What comes after the stages. */
const LATER = ["engine", "call", "free run", "words"];

/** Is a rank before another? */
export function isBefore(a: Rank, b: Rank): boolean {
  return compareRanks(a, b) < 0;
}

/** Order of ranks, for sorting. */
export function compareRanks(a: Rank, b: Rank): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return a[i] - b[i];
  }
  return 0;
}
