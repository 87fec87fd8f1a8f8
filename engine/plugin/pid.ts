/** `mujoco.pid`: a proportional, integral, and derivative controller whose setpoint is the control. */

import { clip } from "../math/scalar.ts";
import { pluginConfig } from "../model/plugins.ts";
import { nextActivation } from "../motion/activation.ts";
import { Dyn } from "../types/enums.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import type { Plugin } from "../types/plugin.ts";
import { numberIn } from "./number_in.ts";

/** A configured controller. */
interface Pid {
  kp: number;
  ki: number;
  kd: number;
  /** bound on the integral of the error; Infinity: none */
  imax: number;
  /** fastest change of the setpoint, per second; undefined: any */
  slewmax: number | undefined;
  /** the actuators that it drives */
  actuators: readonly number[];
}

/** Types of dynamics that keep the setpoint in the last activation. */
const FILTERS: readonly number[] = [Dyn.FILTER, Dyn.FILTEREXACT, Dyn.INTEGRATOR];

/** The controller. It keeps the integral and the last setpoint, as far as it needs them, in its first activations. */
export const pid: Plugin = {
  name: "mujoco.pid",
  attributes: ["kp", "ki", "kd", "imax", "slewmax"],
  init: configure,
  actuator: {
    rates(m, d, instance) {
      const controller = d.plugin_data[instance] as Pid;
      for (const i of controller.actuators) rates(m, d, controller, i);
    },
    compute(m, d, instance) {
      const controller = d.plugin_data[instance] as Pid;
      for (const i of controller.actuators) force(m, d, controller, i);
    },
  },
};

function configure(m: Model, _: Data, instance: number): Pid {
  const given = (attribute: string) => numberIn(pluginConfig(m, instance, attribute));
  const { kp = 0, ki = 0, kd = 0, imax, slewmax } = {
    kp: given("kp"),
    ki: given("ki"),
    kd: given("kd"),
    imax: given("imax"),
    slewmax: given("slewmax"),
  };
  // the document bounds the force, not the integral
  const bound = imax === undefined || ki === 0 ? Infinity : imax / ki;
  if (bound < 0) throw new RangeError(`imax cannot be negative, got ${imax}`);
  if (slewmax !== undefined && slewmax < 0) throw new RangeError(`slewmax cannot be negative, got ${slewmax}`);

  const actuators = [...m.actuator_plugin.keys()].filter((i) => m.actuator_plugin[i] === instance);
  if (actuators.length === 0) throw new RangeError("no actuator uses it");
  const own = Number(ki !== 0) + Number(slewmax !== undefined);
  for (const i of actuators) {
    const expected = own + Number(FILTERS.includes(m.actuator_dyntype[i]));
    const got = m.actuator_actnum[i];
    if (got !== expected) throw new RangeError(`actuator ${i} needs actdim="${expected}", got ${got}`);
  }
  return { kp, ki, kd, imax: bound, slewmax, actuators };
}

const value = new Float64Array(1);

/** The setpoint: the control, or the activation that follows it. */
function setpoint(m: Model, d: Data, pid: Pid, i: number, early: boolean): number {
  const { actuator_dyntype, actuator_ctrllimited, actuator_ctrlrange, actuator_actadr, actuator_actnum } = m;
  const last = actuator_actadr[i] + actuator_actnum[i] - 1;
  let point: number;
  if (actuator_dyntype[i] === Dyn.NONE) {
    point = d.ctrl[i];
    if (actuator_ctrllimited[i] !== 0) point = clip(point, actuator_ctrlrange[2 * i], actuator_ctrlrange[2 * i + 1]);
  } else if (early) {
    nextActivation(m, d, value, 0, i, last, d.act_dot, last);
    point = value[0];
  } else {
    point = d.act[last];
  }
  if (pid.slewmax === undefined || !(d.time > 0)) return point;

  // it moves only so fast from where it was
  const before = d.act[actuator_actadr[i] + Number(pid.ki !== 0)];
  const most = pid.slewmax * m.opt.timestep;
  return clip(point, before - most, before + most);
}

/** The integral of the error at the end of the step. */
function integral(m: Model, d: Data, { imax }: Pid, i: number, error: number): number {
  return clip(d.act[m.actuator_actadr[i]] + error * m.opt.timestep, -imax, imax);
}

/** Rates that take the integral and the setpoint to their next values in one step. */
function rates(m: Model, d: Data, pid: Pid, i: number): void {
  const { timestep } = m.opt;
  const point = setpoint(m, d, pid, i, false);
  const error = point - d.actuator_length[i];

  let at = m.actuator_actadr[i];
  if (pid.ki !== 0) {
    d.act_dot[at] = (integral(m, d, pid, i, error) - d.act[at]) / timestep;
    at++;
  }
  if (pid.slewmax !== undefined) d.act_dot[at] = (point - d.act[at]) / timestep;
}

function force(m: Model, d: Data, pid: Pid, i: number): void {
  const { actuator_dyntype, actuator_actadr, actuator_actnum, actuator_actearly } = m;
  const point = setpoint(m, d, pid, i, actuator_actearly[i] !== 0);
  const error = point - d.actuator_length[i];
  const last = actuator_actadr[i] + actuator_actnum[i] - 1;
  const rate = (actuator_dyntype[i] === Dyn.NONE ? 0 : d.act_dot[last]) - d.actuator_velocity[i];
  const sum = pid.ki === 0 ? 0 : integral(m, d, pid, i, error);
  d.actuator_force[i] = pid.kp * error + pid.kd * rate + pid.ki * sum;
}
