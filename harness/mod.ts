/**
 * The conformance harness: golden trajectories of real MuJoCo, replayed through an engine and compared step by step.
 *
 * Anything that implements {@link Engine} can be tested, from a module with `--engine FILE` or from a program:
 *
 * @example Replay one golden case
 * ```ts ignore
 * import { openEngine, openStore, readCase, readGolden, replay } from "@plumbline/sim/harness";
 *
 * const engine = await openEngine("plumbline", "file:///");
 * const store = openStore("golden");
 * const { passed, worst } = await replay(engine, readGolden(store, readCase(store, "dyn/pendulum")), {});
 * ```
 *
 * @module
 */

export type { Argument } from "./calls/functions.ts";
export type { Calls } from "./calls/make_calls.ts";
export type { FirstCause } from "./causes/evidence.ts";
export type { CauseGroup, CommonRelation } from "./causes/group.ts";
export type { Relation } from "./causes/relations.ts";
export { conform } from "./commands/conform.ts";
export type { Terminal } from "./commands/terminal.ts";
export type { Columns } from "./golden/columns.ts";
export { openStore } from "./disk.ts";
export * from "./engine.ts";
export { openEngine } from "./engines/engines.ts";
export { FrameReader, type Packed } from "./golden/frames.ts";
export {
  type Assignments,
  type Case,
  type CaseFile,
  type Golden,
  type GoldenStore,
  type Minted,
  readCase,
  readGolden,
  type Signal,
} from "./golden/golden.ts";
export type { FieldDiff } from "./replay/diff.ts";
export type { NdArray } from "./golden/npz.ts";
export { replay, type ReplayOptions } from "./replay/replay.ts";
export type { CaseResult, ContactLists, Failure, Observer, Reason, Worst } from "./replay/result.ts";
export type { Pose, Scene } from "./replay/scene.ts";
export { EVERYTHING, type Level, LEVELS, type Manner, type Offer, View, viewOf } from "./replay/offer.ts";
export { parseReport } from "./report/json.ts";
export type { Extents, Series } from "./golden/series.ts";
export type { RatchetVerdict } from "./spec/ratchet.ts";
export type { CriterionState } from "./spec/spec.ts";
export type { ItemTable, Noise, SeedFigure, TableEntry, Tolerance, ToleranceTable } from "./spec/table.ts";
export type { Bound } from "./replay/tolerance.ts";
export type {
  CaseField,
  CaseReport,
  CriterionReport,
  ItemField,
  ItemReport,
  ItemWorst,
  Origin,
  Report,
} from "./verdict.ts";
