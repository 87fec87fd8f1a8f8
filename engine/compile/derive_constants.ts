/** The last pass: everything that needs kinematics and dynamics at the reference configuration. */

import { MINVAL } from "../types/constants.ts";
import { Data } from "../data.ts";
import { DisableBit, EnableBit, SleepPolicy } from "../types/enums.ts";
import { MjcfError, PluginError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import type { Spec } from "../types/spec.ts";
import { fwdPosition } from "../forward.ts";
import { isEnabled } from "../model/queries.ts";
import { resetBy } from "../reset.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { setConst } from "./constants0.ts";
import { fail } from "./fail.ts";
import { checkFlexRows } from "./flex/check_rows.ts";
import { NV } from "./joint.ts";
import { setLengthRanges } from "./length_range.ts";
import { DEFAULT_STATISTIC } from "./statistics.ts";

/** Operations of a step in the search for a length range, and for each dof in addition. */
const STEP_WORK = 1000;
const DOF_WORK = 30;

/** Derives inverse weights, rest lengths, statistics, automatic spring-dampers, and length ranges. */
export function deriveConstants(m: Model, spec: Spec): void {
  const { disableflags, enableflags } = m.opt;
  m.opt.disableflags |= DisableBit.CONTACT;
  m.opt.enableflags &= ~EnableBit.SLEEP;
  Object.assign(m.stat, DEFAULT_STATISTIC);
  // memory of kernels takes longer to get than kernels save data that are used once
  const d = withoutKernels(() => firstData(m, spec));
  setConst(m, d);
  setSpringDampers(m, spec);
  const { useexisting, uselimit, ...rest } = spec.compiler.lengthrange;
  const options = { ...rest, useexisting: useexisting === 1, uselimit: uselimit === 1 };
  setLengthRanges(m, d, options, (actuator, steps) => {
    const { origin } = spec.actuators[actuator];
    spec.budget.take("work", Math.ceil(steps) * (STEP_WORK + DOF_WORK * m.nv), origin, undefined, "a length range");
  });
  m.opt.disableflags = disableflags;
  m.opt.enableflags = enableflags;
  overrideStatistics(m, spec);
  checkFlexRows(m);
  checkSleepers(m);
  m.plans = {} as Model["plans"];
}

/** New data, where an instance of a plugin whose configuration makes no sense is an error of the document. */
function firstData(m: Model, spec: Spec): Data {
  try {
    return new Data(m);
  } catch (error) {
    if (error instanceof PluginError) throw fail("plugin", spec.plugins[error.instance], error.message);
    throw error;
  }
}

/** Rejects trees that should start asleep but cannot. */
function checkSleepers(m: Model): void {
  if (!isEnabled(m, EnableBit.SLEEP) || !m.tree_sleep_policy.includes(SleepPolicy.INIT)) return;
  try {
    if (m.nplugin > 0) new Data(m);
    else startFromPositions(m);
  } catch (error) {
    if (error instanceof RangeError) throw new MjcfError(error.message);
    throw error;
  }
}

/** Without plugins, positions alone decide which trees sleep: forces and sensors take longer. */
function startFromPositions(m: Model): void {
  m.opt.enableflags &= ~EnableBit.SLEEP;
  const d = new Data(m);
  m.opt.enableflags |= EnableBit.SLEEP;
  resetBy(m, d, fwdPosition);
}

/** Stiffness and damping from a time constant and a damping ratio. */
function setSpringDampers(m: Model, spec: Spec): void {
  for (const joint of spec.joints) {
    const [timeconst, dampratio] = joint.springdamper;
    if (timeconst <= 0 || dampratio <= 0) continue;
    const { dofadr } = joint;
    const ndim = NV[joint.type];
    let inverse = 0;
    for (let i = 0; i < ndim; i++) inverse += m.dof_invweight0[dofadr + i];
    const inertia = ndim / atLeast(inverse);
    m.jnt_stiffness[joint.id] = inertia / atLeast(timeconst * timeconst * dampratio * dampratio);
    m.dof_damping.fill(2 * inertia / atLeast(timeconst), dofadr, dofadr + ndim);
  }
}

/** A number that is safe to divide by, even if the input is NaN. */
function atLeast(value: number): number {
  return value > MINVAL ? value : MINVAL;
}

function overrideStatistics(m: Model, { statistic }: Spec): void {
  const { meaninertia, meanmass, meansize, extent, center } = statistic;
  if (isGiven(meaninertia)) m.stat.meaninertia = meaninertia;
  if (isGiven(meanmass)) m.stat.meanmass = meanmass;
  if (isGiven(meansize)) m.stat.meansize = meansize;
  if (isGiven(extent)) m.stat.extent = extent;
  if (center !== undefined && isGiven(center[0])) m.stat.center.set(center);
}

function isGiven(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}
