/**
 * How a case drives an engine: the exporter drives MuJoCo, and a replay drives the engine under test, with the same
 * calls.
 */

import type { CaseFile } from "../golden/golden.ts";
import { HarnessError, type Numbers, type Simulation } from "../engine.ts";
import { isIntegerField, STATE } from "./fields.ts";
import type { FrameReader } from "../golden/frames.ts";
import { parsePath } from "./labels.ts";

/** Changes of the model or the data before a step. */
export type Events = NonNullable<CaseFile["events"]>;

/** Sets fields and elements by name: `{"opt.gravity": [0, 0, 0], "qvel[2]": 1}`. */
export function assign(sim: Simulation, values: Readonly<Record<string, number | number[]>>): void {
  for (const [path, value] of Object.entries(values)) {
    const { field, index } = parsePath(path);
    const current = sim.read(field);
    if (current === undefined) throw new HarnessError(`there is no field '${field}'`);
    const length = typeof current === "number" ? 1 : current.length;
    const list = typeof value === "number" ? [value] : value;
    const from = index ?? 0;
    if (from + list.length > length || (index === undefined && list.length !== length)) {
      throw new HarnessError(`'${path}' is given ${list.length} values, the field has ${length}`);
    }
    sim.write(field, list, from);
  }
}

/** Makes the changes of a step. */
export function applyEvents(sim: Simulation, events: Events | undefined, step: number): void {
  if (sim.isRecorded) return;
  for (const event of events ?? []) {
    if (event.step === step) assign(sim, event.set);
  }
}

/** Fields of the state, each with the name under which it is recorded. */
export const LABELLED_STATE = STATE.map((name) => [name, `state.${name}`] as const);

/** Sets the whole state. Fields that are missing in the frame are empty in this model. */
export function writeState(sim: Simulation, field: (name: string) => Numbers | undefined): void {
  for (const [name, label] of LABELLED_STATE) {
    const values = field(label);
    if (values !== undefined && values.length > 0) sim.write(name, values);
  }
}

/** Advances by one step, as the case specifies. */
export function advance(sim: Simulation, file: Pick<CaseFile, "drive">, ctrl: Numbers | undefined): void {
  if (file.drive !== "split") {
    sim.step();
    return;
  }
  sim.step1();
  if (ctrl !== undefined && ctrl.length > 0) sim.write("ctrl", ctrl);
  sim.step2();
}

/** Reads a field as an array with the element type of the tables. */
export function readArray(sim: Simulation, field: string): Numbers {
  const value = sim.read(field);
  if (value === undefined) throw new Error(`MuJoCo has no field ${field}`);
  if (typeof value !== "number") return value;
  return isIntegerField(field) ? Int32Array.of(value) : Float64Array.of(value);
}

/** Number of frames of a case. */
export function frameCount(file: CaseFile): number {
  return file.steps ?? (isStatic(file) ? 1 : 10);
}

/** Does a case compute states without integrating? */
export function isStatic(file: Pick<CaseFile, "drive">): boolean {
  return file.drive === "forward" || file.drive === "inverse";
}

/** Inputs of a free run: what a user sets at each step, while the rest of the state evolves freely. */
export const INPUTS = [
  "ctrl",
  "qfrc_applied",
  "xfrc_applied",
  "eq_active",
  "mocap_pos",
  "mocap_quat",
  "userdata",
] as const;

/** Sets the inputs of a step of a free run. */
export function writeInputs(sim: Simulation, frames: FrameReader, step: number): void {
  for (const name of INPUTS) {
    const values = frames.get(`state.${name}`, step);
    if (values !== undefined && values.length > 0) sim.write(name, values);
  }
}
