/** Groups failing cases by their first cause, and ranks the groups by how many cases each would free. */

import type { FirstCause } from "./evidence.ts";
import { FOLLOWS } from "./follows.ts";
import { describeRelation, KINDS, type Relation } from "./relations.ts";

/** A failing case, as far as it matters here. */
export interface Failing {
  readonly id: string;
  /** size of the case: numbers that MuJoCo recorded */
  readonly scalars: number;
  /** is it about a compiled model? */
  readonly isModel: boolean;
  readonly cause: FirstCause;
}

/** What a field would look like in the whole suite, to tell how often it could have failed. */
export interface Shown {
  /** number of cases about compiled models, or about steps, in which a field is not empty and not zero */
  count(field: string, isModel: boolean): number;
}

/** A relation that holds in some of the cases of a group. */
export type CommonRelation = Omit<Relation, "isSure"> & {
  /** what the engine's values are */
  readonly text: string;
  /** cases in which it holds */
  readonly cases: number;
  /** cases that begin with the field itself */
  readonly of: number;
};

/** A first cause, with the cases that begin with it. */
export interface CauseGroup {
  /** stage in which its cases begin to differ, as in `FirstCause` */
  readonly stage: string;
  /** field with which they do, empty if it is about none */
  readonly field: string;
  /** kind of failure */
  readonly reason: string;
  /** columns that differ, empty if all do */
  readonly columns: readonly number[];
  /** kinds of the objects concerned, empty if there are many */
  readonly kinds: readonly string[];
  /** the simple relation that explains most of its cases; null if there is none */
  readonly relation: CommonRelation | null;
  /** first fields of cases that follow from this one, where it is a field of the model */
  readonly follows: readonly string[];
  /** earliest step with which a case begins, or -1 */
  readonly step: number;
  /** ids of the cases that it would free, unless something else is wrong with them too */
  readonly cases: readonly string[];
  /** the smallest of them, and what is wrong there */
  readonly example: {
    readonly case: string;
    readonly step: number;
    readonly index: number;
    readonly owner: string;
    readonly got: string;
    readonly expected: string;
    readonly message: string;
  };
}

/** Groups failing cases. */
export function groupCauses(failing: readonly Failing[], shown: Shown): CauseGroup[] {
  const groups = new Map<string, Failing[]>();
  for (const it of failing) {
    const key = keyOf(it.cause);
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [it]);
    else list.push(it);
  }
  const all = joinFollowing([...groups.values()], shown);
  return all.map(groupOf).sort((a, b) => b.cases.length - a.cases.length);
}

/** Failures without a field are told apart by their messages. */
function keyOf({ stage, field, reason, message }: FirstCause): string {
  return field === "" ? `${stage} ${reason} ${generalized(message)}` : `${stage} ${field}`;
}

/** A message without names, numbers, and places. */
function generalized(message: string): string {
  return message.split("\n")[0].replace(/\([^)]*:\d[^)]*\)/g, "").replace(/'[^']*'|"[^"]*"/g, "'…'").replace(
    /\d[\d.e+-]*/g,
    "#",
  ).slice(0, 80);
}

/**
 * A field of the model is blamed if it is wrong as often as the fields that follow from it, or at least in this ratio:
 * models of other cases have more defaults, which are right.
 */
const AS_OFTEN = 0.03;

/** Cases that begin with what follows from a wrong field of the model are joined with the cases about that. */
function joinFollowing(groups: readonly Failing[][], shown: Shown): Failing[][] {
  const rate = (group: readonly Failing[]) => {
    const [{ cause: { field }, isModel }] = group;
    return group.length / Math.max(group.length, shown.count(field, isModel));
  };
  const ofModel = groups.filter(([{ cause }]) => cause.stage === "compile").sort((a, b) => b.length - a.length);
  const joined = new Map<Failing[], Failing[]>(groups.map((group) => [group, [...group]]));
  for (const group of groups) {
    const [{ cause }] = group;
    if (cause.stage === "compile" || cause.field === "") continue;
    const source = ofModel.find((source) =>
      FOLLOWS[source[0].cause.field]?.includes(cause.field) && rate(source) >= AS_OFTEN * rate(group)
    );
    if (source === undefined) continue;
    joined.get(source)?.push(...group);
    joined.delete(group);
  }
  return [...joined.values()];
}

function groupOf(group: readonly Failing[]): CauseGroup {
  const [{ cause: { stage, field, reason } }] = group;
  const own = group.filter(({ cause }) => cause.stage === stage && cause.field === field);
  const causes = own.map(({ cause }) => cause);
  const smallest = own.reduce((a, b) => b.scalars < a.scalars ? b : a);
  const { step, index, owner, got, expected, message } = smallest.cause;
  const follows = new Set(group.map(({ cause }) => cause.field));
  follows.delete(field);
  return {
    stage,
    field,
    reason,
    columns: columnsOf(causes),
    kinds: kindsOf(causes),
    relation: commonRelation(causes),
    follows: [...follows],
    step: Math.min(...causes.map((cause) => cause.step)),
    cases: group.map(({ id }) => id),
    example: { case: smallest.id, step, index, owner, got, expected, message },
  };
}

/** Columns that differ in some case, unless all do in one. */
function columnsOf(causes: readonly FirstCause[]): number[] {
  if (causes.some(({ columns }) => columns.length === 0)) return [];
  return [...new Set(causes.flatMap(({ columns }) => columns))].sort((a, b) => a - b);
}

/** Number of kinds beyond which a list of them says nothing. */
const FEW = 3;

function kindsOf(causes: readonly FirstCause[]): string[] {
  if (causes.some(({ kinds }) => kinds.length === 0)) return [];
  const kinds = [...new Set(causes.flatMap((cause) => cause.kinds))];
  return kinds.length > FEW ? [] : kinds;
}

/** A relation counts if it holds in this share of the cases. */
const MOST = 0.6;

/** The relation that holds in the most cases; among equals the most telling. */
function commonRelation(causes: readonly FirstCause[]): CommonRelation | null {
  let best: { relation: Relation; cases: number } | null = null;
  for (const kind of KINDS.concat("missing", "extra", "order")) {
    const found = causes.flatMap(({ relations }) => relations.filter((relation) => relation.kind === kind));
    for (const cluster of clusters(found)) {
      const isSure = cluster.length > 1 || cluster.some((it) => it.isSure || isPlain(it.value));
      if (!isSure || cluster.length < MOST * causes.length) continue;
      if (best === null || cluster.length > MUCH * best.cases) best = { relation: cluster[0], cases: cluster.length };
    }
  }
  if (best === null) return null;
  const { relation: { isSure: _, ...relation }, cases } = best;
  return { ...relation, text: describeRelation(relation), cases, of: causes.length };
}

/** A relation that is less telling has to explain this many times as many cases. */
const MUCH = 1.2;

/** Relations with the same number or name. */
function clusters(relations: readonly Relation[]): Relation[][] {
  const out: Relation[][] = [];
  for (const relation of relations) {
    const known = out.find(([first]) => isAlike(first, relation));
    if (known === undefined) out.push([relation]);
    else known.push(relation);
  }
  return out;
}

function isAlike(a: Relation, b: Relation): boolean {
  if (a.name !== b.name) return false;
  const [x, y] = [a.value ?? 0, b.value ?? 0];
  return x === y || Math.abs(x - y) <= 1e-4 * Math.max(Math.abs(x), Math.abs(y));
}

/** Is a number one that somebody would write? */
function isPlain(value: number | undefined): boolean {
  return value !== undefined && Math.abs(Number(value.toPrecision(3)) - value) <= 1e-9 * Math.abs(value);
}
