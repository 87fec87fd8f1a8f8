/** MuJoCo's results for a model, as goldens that are replayed immediately. */

import type { MujocoSimulation } from "../engines/mujoco.ts";
import { isIntegerField, NEXT } from "../replay/fields.ts";
import { FrameReader, FrameWriter } from "../golden/frames.ts";
import { type CaseFile, FORMAT, type Golden, type Minted } from "../golden/golden.ts";
import { addFrame, type Compiled, readCompiled, resultsOf, type RunFrame, runFrames } from "../golden/mint.ts";
import type { NdArray } from "../golden/npz.ts";
import type { ModelFiles } from "./disk_assets.ts";

/** Maximum size of frames in memory (bytes). */
const BUDGET = 64e6;

/** Frames of a run, one after the other. */
export interface Chunk {
  /** MuJoCo's frames */
  readonly frames: readonly RunFrame[];
  /** the same, to be replayed */
  readonly golden: Golden;
  /** whether it contains the whole run, including the free run */
  readonly isWhole: boolean;
}

/** The compiled model. Its arrays are MuJoCo's own and not copied. */
export function recordCompiled(recipe: CaseFile, sim: MujocoSimulation, files: ModelFiles): Golden {
  const file: CaseFile = { kind: "compile", isolates: recipe.isolates, items: recipe.items };
  const { sizes, scalars, fields, compared }: Compiled = readCompiled(file, sim);
  const arrays = new Map<string, NdArray>();
  for (const [name, data] of fields) {
    if (data.length > 0) arrays.set(name, { shape: [1, data.length], data });
  }
  const frames = new FrameReader({ arrays, zero: {}, ragged: [], same: {} }, 1);
  return goldenOf(file, { sizes, scalars, frames: 1, compared }, frames, files);
}

/** Runs MuJoCo, as many frames at a time as fit in memory. */
export function* recordRun(
  recipe: CaseFile,
  sim: MujocoSimulation,
  files: ModelFiles,
  onStep: (step: number) => void = () => {},
  budget: number = BUDGET,
): Generator<Chunk> {
  const steps = recipe.steps ?? 0;
  let held: RunFrame[] = [];
  let bytes = 0;
  for (const frame of runFrames(recipe, sim, resultsOf(recipe, sim))) {
    onStep(frame.step);
    held.push(frame);
    bytes += sizeOf(frame);
    const isLast = frame.step === steps - 1;
    if (!isLast && bytes < budget) continue;
    const isWhole = held.length === steps;
    yield {
      frames: held,
      isWhole,
      golden: goldenOfFrames({ ...recipe, free: isWhole && recipe.free === true }, held, files),
    };
    held = [];
    bytes = 0;
  }
}

/** The part of a frame that a free run needs. */
export function thin({ step, state, next }: RunFrame): RunFrame {
  return { step, state, before: undefined, qacc: undefined, result: new Map(), next };
}

/** Frames as a golden. */
export function goldenOfFrames(recipe: CaseFile, list: readonly RunFrame[], files: ModelFiles): Golden {
  const writer = new FrameWriter();
  let compared = 0;
  for (const frame of list) compared += addFrame(writer, frame);
  const frames = new FrameReader(writer.pack(), list.length);
  if (recipe.free) compared += freeValues(list);
  return goldenOf({ ...recipe, steps: list.length }, { frames: list.length, compared }, frames, files);
}

/** Number of values that a free run compares. */
export function freeValues(list: readonly RunFrame[]): number {
  let sum = 0;
  for (const { next } of list) {
    for (const name of NEXT) if (!isIntegerField(name)) sum += next?.get(name)?.length ?? 0;
  }
  return sum;
}

function sizeOf({ state, before, result, next }: RunFrame): number {
  let sum = 0;
  for (const frame of [state, before ?? new Map(), result, next ?? new Map()]) {
    for (const values of frame.values()) sum += values.byteLength;
  }
  return sum;
}

type What = Pick<Minted, "frames" | "compared"> & Partial<Minted>;

function goldenOf(file: CaseFile, what: What, frames: FrameReader, { xml, assets }: ModelFiles): Golden {
  const minted: Minted = { format: FORMAT, mujoco: "", package: "", build: "", recipe: "", files: {}, ...what };
  return { id: "live", file: { ...file, minted }, minted, model: xml, assets, frames };
}
