/** From the user's options to a recipe for MuJoCo. */

import { readIfThere } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import type { CaseFile } from "../golden/golden.ts";
import { readNpz } from "../golden/npz.ts";

/** How a model is run. */
export interface RunOptions {
  /** number of steps; by default as many as a table of controls has, otherwise 20 */
  readonly steps?: number | undefined;
  /** `zero`, `random:SEED`, `sine`, `keyframe:N`, or a file with a row for each step */
  readonly ctrl: string;
  /** seed of a random state to start from */
  readonly kick?: number | undefined;
  /** keyframe to start from */
  readonly keyframe?: number | undefined;
}

const STEPS = 20;

/** Makes the recipe for all models of a run. Throws `HarnessError` if the options are inconsistent. */
export function recipeOf({ steps, ctrl, kick, keyframe }: RunOptions): CaseFile {
  const [kind, argument] = ctrl.split(":");
  const init: NonNullable<CaseFile["init"]> = {};
  if (keyframe !== undefined) init.keyframe = keyframe;
  if (kick !== undefined) init.random = { seed: kick, qpos: 0.1, qvel: 0.5, act: 0.5 };

  const recipe: CaseFile = { kind: "trajectory", isolates: "live", items: ["live"], steps: steps ?? STEPS, free: true };
  if (kind === "keyframe") {
    init.keyframe = numberBehind(ctrl, argument ?? "0");
    if (keyframe !== undefined && keyframe !== init.keyframe) {
      throw new HarnessError(
        `--ctrl ${ctrl} starts from that keyframe, which cannot be combined with --keyframe ${keyframe}`,
      );
    }
  } else if (kind === "random") recipe.ctrl = { kind, seed: numberBehind(ctrl, argument ?? "1") };
  else if (kind === "sine") recipe.ctrl = { kind };
  else if (/\.(csv|npz)$/.test(ctrl)) {
    const values = readTable(ctrl);
    recipe.ctrl = { kind: "table", values };
    recipe.steps = steps ?? values.length;
    if (values.length < recipe.steps || values.length === 0) {
      throw new HarnessError(`${ctrl}: has ${values.length} rows for ${recipe.steps} steps`);
    }
  } else if (kind !== "zero") {
    throw new HarnessError(`--ctrl ${ctrl}: expected zero, random:SEED, sine, keyframe:N, or a .csv or .npz file`);
  }
  if (Object.keys(init).length > 0) recipe.init = init;
  return recipe;
}

function numberBehind(ctrl: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new HarnessError(`--ctrl ${ctrl}: '${text}' is not a whole number`);
  return Number(text);
}

/** Controls from a file, one row for each step. */
function readTable(path: string): number[][] {
  const bytes = readIfThere(path);
  if (bytes === undefined) throw new HarnessError(`${path}: not found`);
  return path.endsWith(".npz") ? rowsOfNpz(path, bytes) : rowsOfCsv(path, new TextDecoder().decode(bytes));
}

function rowsOfNpz(path: string, bytes: Uint8Array): number[][] {
  let arrays: ReturnType<typeof readNpz>;
  try {
    arrays = readNpz(bytes);
  } catch (error) {
    throw new HarnessError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
  const array = arrays.get("ctrl") ?? [...arrays.values()][0];
  if (array?.shape.length !== 2) throw new HarnessError(`${path}: has no array with a row for each step`);
  const [rows, columns] = array.shape;
  return Array.from({ length: rows }, (_, i) => [...array.data.subarray(i * columns, (i + 1) * columns)]);
}

/** The first line may name the columns. */
function rowsOfCsv(path: string, text: string): number[][] {
  const rows: number[][] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = line.trim().split(/\s*[,;]\s*|\s+/).map((cell) => cell === "" ? NaN : Number(cell));
    if (row.every(Number.isFinite)) rows.push(row);
    else if (rows.length > 0 || i > 0) {
      throw new HarnessError(`${path}:${i + 1}: '${line.trim()}' is not a row of numbers`);
    }
  }
  return rows;
}
