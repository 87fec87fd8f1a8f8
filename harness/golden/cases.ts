/** The list of cases, checked against the specification and the manifest, and the selection for a run. */

import { HarnessError } from "../engine.ts";
import { type Case, type CaseFile, type GoldenStore, sha256 } from "./golden.ts";
import { casesOfShard, type Durations, type Shard } from "./shard.ts";
import type { Spec } from "../spec/spec.ts";

/** All cases, read and checked. */
export interface Cases {
  readonly store: GoldenStore;
  readonly all: ReadonlyMap<string, Case>;
  /** number of scalars of each minted case, by id */
  readonly manifest: Readonly<Record<string, number>>;
}

/** Checks that the specification, the manifest, and the folders agree on the cases. */
export function openCases(
  store: GoldenStore,
  all: ReadonlyMap<string, Case>,
  spec: Spec,
  manifestText: string | undefined,
): Cases {
  if (all.size === 0) throw new HarnessError(`${store.name}: holds no case`);
  const items = new Set(spec.items.map(({ id }) => id));
  const criteria = new Set(spec.criteria.map(({ id }) => id));
  for (const [id, { file }] of all) {
    const place = `${store.name}/${id}/case.json`;
    for (const item of file.items) {
      if (!items.has(item)) throw new HarnessError(`${place}: item '${item}' is not in the specification`);
    }
    for (const criterion of file.criteria ?? []) {
      if (!criteria.has(criterion)) {
        throw new HarnessError(`${place}: criterion '${criterion}' is not in the specification`);
      }
    }
  }
  return { store, all, manifest: checkManifest(store, all, manifestText) };
}

function checkManifest(
  store: GoldenStore,
  all: ReadonlyMap<string, Case>,
  text: string | undefined,
): Readonly<Record<string, number>> {
  const place = `${store.name}/manifest.json`;
  if (text === undefined) throw new HarnessError(`${place}: not found, run: deno task golden`);
  let manifest: Record<string, number>;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new HarnessError(`${place}: ${error instanceof Error ? error.message : error}`);
  }
  for (const [id, scalars] of Object.entries(manifest)) {
    const minted = all.get(id)?.file.minted;
    if (minted === undefined) throw new HarnessError(`${place}: case ${id} is listed, and is not there or not minted`);
    if (minted.compared !== scalars) {
      throw new HarnessError(`${place}: case ${id} has ${minted.compared} scalars, ${scalars} are listed`);
    }
  }
  for (const id of all.keys()) {
    if (!(id in manifest)) throw new HarnessError(`${place}: case ${id} is not listed, run: deno task golden`);
  }
  return manifest;
}

/** The user's selection. */
export interface Selection {
  /** ids of items; none means all */
  readonly items: readonly string[];
  /** `item/case` or `case`; none means all */
  readonly cases: readonly string[];
  /** the part of the cases that this run has */
  readonly shard: Shard | undefined;
  /** how long cases took, if shards are to take equally long */
  readonly durations?: Durations | undefined;
}

/** Refuses items that are unknown. */
export function checkItems(spec: Spec, items: readonly string[]): void {
  for (const item of items) {
    if (!spec.items.some(({ id }) => id === item)) {
      throw new HarnessError(`item '${item}' is unknown, the items are ${spec.items.map(({ id }) => id).join(" ")}`);
    }
  }
}

/** Ids of the selected cases, in order. */
export function selectCases({ all }: Cases, spec: Spec, { items, cases, shard, durations }: Selection): string[] {
  checkItems(spec, items);
  const ids = [...all.keys()];
  for (const wanted of cases) {
    if (!ids.some((id) => isNamed(id, wanted))) throw new HarnessError(`case '${wanted}' is unknown`);
  }
  const chosen = ids.filter((id) => {
    const served = all.get(id)?.file.items ?? [];
    return (items.length === 0 || served.some((item) => items.includes(item))) &&
      (cases.length === 0 || cases.some((wanted) => isNamed(id, wanted)));
  });
  const mine = shard === undefined ? chosen : casesOfShard(chosen, shard, durations);
  if (mine.length === 0) throw new HarnessError("no case is selected, so nothing can be said");
  return mine;
}

function isNamed(id: string, wanted: string): boolean {
  return id === wanted || id.slice(id.indexOf("/") + 1) === wanted;
}

/** Recipes by id. */
export function filesOf({ all }: Cases): Map<string, CaseFile> {
  return new Map([...all].map(([id, { file }]) => [id, file]));
}

/** Version of the MuJoCo that minted the goldens, except those of native MuJoCo; there must be exactly one. */
export function mujocoOf({ all, store }: Cases): string {
  const own = [...all.values()].filter(({ file }) => file.oracle === undefined);
  const versions = new Set((own.length > 0 ? own : [...all.values()]).map(({ file }) => file.minted?.mujoco ?? "none"));
  if (versions.size !== 1) {
    throw new HarnessError(`${store.name}: minted by several MuJoCos: ${[...versions].join(", ")}`);
  }
  return [...versions][0];
}

/** Identity of the built-in goldens, stored outside their folder. */
export interface Pin {
  readonly cases: number;
  readonly frames: number;
  readonly scalars: number;
  /** see `rootOf` */
  readonly root: string;
}

/** Counts and hash of a suite. */
export function pinOf({ all }: Pick<Cases, "all">): Pin {
  let frames = 0;
  let scalars = 0;
  for (const { file } of all.values()) {
    frames += file.minted?.frames ?? 0;
    scalars += file.minted?.compared ?? 0;
  }
  return { cases: all.size, frames, scalars, root: rootOf(all) };
}

/** Hash of all recipes with their minted blocks. */
export function rootOf(all: Cases["all"]): string {
  let root = roots.get(all);
  if (root === undefined) {
    root = sha256([...all].map(([id, { digest }]) => `${digest}  ${id}\n`).sort().join(""));
    roots.set(all, root);
  }
  return root;
}

/** Hashes that are known: a run asks for that of its cases several times. */
const roots = new WeakMap<Cases["all"], string>();

/** Rejects goldens that are not the pinned ones. */
export function checkPin(cases: Cases, pinned: Pin): void {
  const place = "harness/spec/golden_pin.json";
  const found = pinOf(cases);
  for (const what of ["cases", "frames", "scalars", "root"] as const) {
    if (found[what] === pinned[what]) continue;
    throw new HarnessError(
      `${cases.store.name}: is not the suite that ${place} pins: ${what} ${found[what]} instead of ${pinned[what]}` +
        "; if the goldens were meant to change, run: deno task golden",
    );
  }
}
