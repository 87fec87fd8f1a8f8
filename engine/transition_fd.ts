/** Finite differences of a step: how the next state and the sensors depend on the state and the controls. */

import { differentiatePos, integratePos } from "./integrate/integrate_pos.ts";
import { isDisabled } from "./model/queries.ts";
import { getState, setState, stateSize } from "./state.ts";
import { stepSkip } from "./step.ts";
import type { Data } from "./data.ts";
import { DisableBit, Integrator, Stage, State } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

/** What follows a state: the next state and the readings of sensors. */
interface Outcome {
  readonly state: Float64Array;
  readonly sensor: Float64Array;
}

/** Matrices that receive one column for each input. */
interface Matrices {
  /** of the next state, with this many columns; null: not wanted */
  readonly state: Float64Array | null;
  /** of the sensors */
  readonly sensor: Float64Array | null;
  readonly columns: number;
}

/** Steps from states that differ from one state in one number. */
class Differences {
  private readonly inputs: number;
  private readonly start: Float64Array;
  private readonly tangent: Float64Array;
  private readonly center: Outcome;
  private readonly plus: Outcome;
  private readonly minus: Outcome;

  constructor(
    private readonly m: Model,
    private readonly d: Data,
    private readonly eps: number,
    private readonly isCentered: boolean,
    private readonly skipsensor: 0 | 1,
  ) {
    this.tangent = new Float64Array(2 * m.nv + m.na);
    this.center = this.outcome();
    this.plus = this.outcome();
    this.minus = this.outcome();
    this.inputs = State.FULLPHYSICS | State.CTRL | (isDisabled(m, DisableBit.WARMSTART) ? 0 : State.WARMSTART);
    this.start = new Float64Array(stateSize(m, this.inputs));
    getState(m, d, this.start, this.inputs);
    this.run(this.center, Stage.NONE);
  }

  private outcome(): Outcome {
    const { m } = this;
    return {
      state: new Float64Array(stateSize(m, State.PHYSICS)),
      sensor: new Float64Array(m.nsensordata),
    };
  }

  /** Steps from the state that data has now, and goes back to the start. */
  private run(to: Outcome, skipstage: number): void {
    const { m, d } = this;
    stepSkip(m, d, skipstage, this.skipsensor);
    getState(m, d, to.state, State.PHYSICS);
    to.sensor.set(d.sensordata);
    setState(m, d, this.start, this.inputs);
  }

  /** Differences with respect to an input that `nudge` moves, after the stages that do not depend on it. */
  column(matrices: Matrices, column: number, skipstage: number, nudge: (by: number) => void): void {
    const { eps, center, plus, minus, isCentered } = this;
    nudge(eps);
    this.run(plus, skipstage);
    if (isCentered) {
      nudge(-eps);
      this.run(minus, skipstage);
      this.write(matrices, column, minus, plus, 2 * eps);
    } else {
      this.write(matrices, column, center, plus, eps);
    }
  }

  /** Differences with respect to a control, which stays within its range: on one side of it if need be. */
  control(matrices: Matrices, i: number): void {
    const { m, d, eps, center, plus, minus, isCentered } = this;
    const { actuator_ctrllimited, actuator_ctrlrange } = m;
    const u = d.ctrl[i];
    const [low, high] = actuator_ctrlrange.subarray(2 * i, 2 * i + 2);
    const isFree = (a: number, b: number) =>
      !actuator_ctrllimited[i] || (a >= low && b <= high && a <= high && b >= low);
    const goesUp = isFree(u, u + eps);
    const goesDown = (isCentered || !goesUp) && isFree(u - eps, u);
    if (goesUp) {
      d.ctrl[i] += eps;
      this.run(plus, Stage.VEL);
    }
    if (goesDown) {
      d.ctrl[i] -= eps;
      this.run(minus, Stage.VEL);
    }

    if (goesUp && goesDown) {
      // centered differences of sensors have the opposite sign, as in MuJoCo
      this.writeState(matrices, i, minus, plus, 2 * eps);
      this.writeSensor(matrices, i, plus, minus, 2 * eps);
    } else if (goesUp) {
      this.write(matrices, i, center, plus, eps);
    } else if (goesDown) {
      this.write(matrices, i, minus, center, eps);
    } else {
      // beyond its range
      clearColumn(matrices.state, i, matrices.columns);
      clearColumn(matrices.sensor, i, matrices.columns);
    }
  }

  private write(matrices: Matrices, column: number, from: Outcome, to: Outcome, h: number): void {
    this.writeState(matrices, column, from, to, h);
    this.writeSensor(matrices, column, from, to, h);
  }

  private writeState({ state, columns }: Matrices, column: number, from: Outcome, to: Outcome, h: number): void {
    if (state === null) return;
    const { m, tangent } = this;
    const { nq, nv } = m;
    const rows = tangent.length;

    // positions of joints with quaternions differ by a rotation
    const first = nq === nv ? 0 : nv;
    if (first > 0) differentiatePos(m, tangent, h, from.state, to.state);
    const inverse = 1 / h;
    const shift = nq - nv;
    for (let k = first; k < rows; k++) tangent[k] = inverse * (to.state[k + shift] - from.state[k + shift]);
    for (let k = 0; k < rows; k++) state[k * columns + column] = tangent[k];
  }

  private writeSensor({ sensor, columns }: Matrices, column: number, from: Outcome, to: Outcome, h: number): void {
    if (sensor === null) return;
    const inverse = 1 / h;
    const rows = this.m.nsensordata;
    for (let k = 0; k < rows; k++) sensor[k * columns + column] = inverse * (to.sensor[k] - from.sensor[k]);
  }
}

function clearColumn(matrix: Float64Array | null, column: number, columns: number): void {
  if (matrix === null) return;
  for (let k = column; k < matrix.length; k += columns) matrix[k] = 0;
}

/**
 * Derivatives of a step: writes the matrices of dy = A dx + B du and ds = C dx + D du, where x and y are the states before
 * and after the step, u the controls, and s the readings of sensors. They are found by finite differences
 * of size `eps`, centered ones if `flg_centered` is 1. The difference dx of two states consists of 2 nv + na numbers:
 * positions in the tangent space, velocities, and activations. Matrices are row-major; those that are null are left out.
 * Data keep their state, but the results in them are those of some step nearby.
 *
 * Runge–Kutta integration, and actuators and sensors with delays, are not supported.
 *
 * @example A mass on which a motor pulls
 * ```ts
 * import { compile, Data, transitionFD } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <option timestep="0.1" gravity="0 0 0"/>
 *     <worldbody><body><joint name="x" type="slide"/><geom size="0.1" mass="2"/></body></worldbody>
 *     <actuator><motor joint="x"/></actuator>
 *   </mujoco>`);
 * const data = new Data(model);
 * const A = new Float64Array(4);
 * const B = new Float64Array(2);
 *
 * transitionFD(model, data, 1e-6, 0, A, B, null, null);
 * const expected = [1, 0.1, 0, 1, 0.005, 0.05];
 * if ([...A, ...B].some((x, i) => Math.abs(x - expected[i]) > 1e-9)) throw new Error("not a point mass");
 * ```
 */
export function transitionFD(
  m: Model,
  d: Data,
  eps: number,
  flg_centered: 0 | 1,
  A: Float64Array | null,
  B: Float64Array | null,
  C: Float64Array | null,
  D: Float64Array | null,
): void {
  if (m.opt.integrator === Integrator.RK4) throw new RangeError("transitionFD: Runge–Kutta is not supported");
  if (m.nhistory > 0) throw new RangeError("transitionFD: delays of actuators and sensors are not supported");

  const { nv, na, nu } = m;
  const differences = new Differences(m, d, eps, flg_centered !== 0, C || D ? 0 : 1);
  const ofControls = { state: B, sensor: D, columns: nu };
  if (B || D) { for (let i = 0; i < nu; i++) differences.control(ofControls, i); }

  const ofState = { state: A, sensor: C, columns: 2 * nv + na };
  if (!(A || C)) return;
  for (let i = 0; i < na; i++) differences.column(ofState, 2 * nv + i, Stage.VEL, (by) => d.act[i] += by);
  for (let i = 0; i < nv; i++) differences.column(ofState, nv + i, Stage.POS, (by) => d.qvel[i] += by);
  const direction = new Float64Array(nv);
  for (let i = 0; i < nv; i++) {
    direction.fill(0);
    direction[i] = 1;
    differences.column(ofState, i, Stage.NONE, (by) => integratePos(m, d.qpos, direction, by));
  }
}
