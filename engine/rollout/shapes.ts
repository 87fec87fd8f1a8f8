/** How many rollouts and steps arrays of inputs stand for. */

import { stateSize } from "../state.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Course } from "./run_rollouts.ts";

/** Inputs whose number of rows is to be found. */
export interface Inputs {
  readonly initial: Float64Array;
  readonly control?: Float64Array | undefined;
  readonly controlShape?: readonly [batch: number, steps: number] | undefined;
  readonly initialWarmstart?: Float64Array | undefined;
  readonly steps?: number | undefined;
  readonly controlSpec: number;
}

/** A number of rollouts, and what they have in common. */
export interface Shape extends Course {
  readonly batch: number;
}

/** The numbers of rollouts and steps, and the strides of inputs, which all rollouts share if there is only one row. */
export function shapeOf(models: readonly Model[], inputs: Inputs): Shape {
  const [m] = models;
  const nstate = stateSize(m, State.FULLPHYSICS);
  const ncontrol = stateSize(m, inputs.controlSpec);
  const starts = rowsOf("initial", inputs.initial, nstate);
  const warmstarts = inputs.initialWarmstart && m.nv > 0
    ? rowsOf("initialWarmstart", inputs.initialWarmstart, m.nv)
    : 1;
  const wanted = Math.max(starts, warmstarts, models.length);
  const [controls, controlSteps] = controlShape(inputs, ncontrol, wanted);
  const steps = inputs.steps ?? controlSteps;
  if (!(Number.isInteger(steps) && steps >= 0)) {
    throw new RangeError(`rollout: steps must be a whole number, got ${steps}`);
  }
  agree("steps", "control", controlSteps, steps);

  const batch = Math.max(wanted, controls);
  agree("rollouts", "initial", starts, batch);
  agree("rollouts", "initialWarmstart", warmstarts, batch);
  agree("rollouts", "control", controls, batch);
  agree("rollouts", "models", models.length, batch);
  return {
    batch,
    steps,
    controlSpec: inputs.controlSpec,
    initialStride: starts > 1 ? nstate : 0,
    warmstartStride: warmstarts > 1 ? m.nv : 0,
    controlStride: controls > 1 ? controlSteps * ncontrol : 0,
    controlStep: controlSteps > 1 ? ncontrol : 0,
  };
}

function rowsOf(name: string, { length }: Float64Array, columns: number): number {
  const rows = length / columns;
  if (rows >= 1 && Number.isInteger(rows)) return rows;
  throw new RangeError(`rollout: ${name} must have rows of ${columns} numbers, got ${length} numbers`);
}

function agree(what: string, name: string, count: number, all: number): void {
  if (count === 1 || count === all) return;
  throw new RangeError(`rollout: ${name} has ${count} ${what}, which must be 1 or ${all}`);
}

/** How many rollouts and steps the controls are for. */
function controlShape(
  { control, controlShape: shape, steps }: Inputs,
  ncontrol: number,
  batch: number,
): readonly [batch: number, steps: number] {
  if (control === undefined || ncontrol === 0) {
    if (control !== undefined && control.length > 0) {
      throw new RangeError(`rollout: the model has no controls, got ${control.length} numbers`);
    }
    return [1, 1];
  }
  const rows = rowsOf("control", control, ncontrol);
  if (shape !== undefined) {
    if (shape[0] * shape[1] === rows && shape[0] >= 1) return shape;
    throw new RangeError(`rollout: control has ${rows} rows, not ${shape[0]} × ${shape[1]} as controlShape says`);
  }
  // all steps of all rollouts, or the same steps for all rollouts
  if (steps === undefined) return rows % batch === 0 ? [batch, rows / batch] : [1, rows];
  if (rows === 1) return [1, 1];
  if (rows === steps) return [1, steps];
  if (steps > 0 && rows % steps === 0) return [rows / steps, steps];
  throw new RangeError(
    `rollout: control has ${rows} rows, which is no multiple of ${steps} steps; ` +
      "name the shape with controlShape: [batch, steps]",
  );
}
