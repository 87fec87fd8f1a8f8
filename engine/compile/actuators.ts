/** Actuators: targets, ranges, and parameters. */

import { targetOf } from "../mjcf/elements/actuator.ts";
import { isLimited } from "../mjcf/limited.ts";
import { Bias, Dyn, Gain, Joint, Obj, Trn } from "../types/enums.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { ActuatorSpec, JointSpec, SpecElement, TendonSpec } from "../types/spec.ts";
import { checkLimited, checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";
import type { Lookup } from "./lookup.ts";

const MAX_SAMPLES = 16777216;

/** Finds the target of an actuator and completes its parameters. */
export function compileActuator(actuator: ActuatorSpec, size: SizeSettings, lookup: Lookup): void {
  checkUserData("actuator", actuator, size.nuser_actuator);
  const target = resolveTarget(actuator, lookup);
  inheritRange(actuator, target);
  checkRanges(actuator);
  checkActivation(actuator);
  checkMuscle(actuator, "gain", actuator.gaintype === Gain.MUSCLE, actuator.gainprm);
  checkMuscle(actuator, "bias", actuator.biastype === Bias.MUSCLE, actuator.biasprm);
  checkHistory("actuator", actuator);
}

/** Checks that a delay has a history buffer of a sensible size. */
export function checkHistory(kind: string, element: SpecElement & { delay: number; nsample: number }): void {
  if (element.delay > 0 && element.nsample <= 0) throw fail(kind, element, "delay needs a positive nsample", "delay");
  if (element.nsample > MAX_SAMPLES) {
    throw fail(kind, element, `nsample can be at most ${MAX_SAMPLES}, got ${element.nsample}`, "nsample");
  }
}

/** Finds the target of an actuator. */
export function resolveTarget(actuator: ActuatorSpec, lookup: Lookup): SpecElement {
  const { trntype, slidersite, refsite, cranklength } = actuator;
  const kind = targetOf(trntype);
  if (kind === undefined || actuator.target === "") throw fail("actuator", actuator, "it has no transmission target");
  const find = (type: number, attribute: string, name: string): SpecElement => {
    const found = lookup.find(type, name);
    if (found === undefined) throw fail("actuator", actuator, `unknown ${attribute} '${name}'`, attribute);
    return found;
  };
  if (trntype === Trn.SLIDERCRANK) {
    if (slidersite === "") throw fail("actuator", actuator, "a slider-crank needs a 'slidersite'");
    actuator.trnid[1] = find(Obj.SITE, "slidersite", slidersite).id;
    if (cranklength <= 0) {
      throw fail("actuator", actuator, `cranklength must be positive, got ${cranklength}`, "cranklength");
    }
  } else if (trntype === Trn.SITE && refsite !== "") {
    actuator.trnid[1] = find(Obj.SITE, "refsite", refsite).id;
  }
  const target = find(kind[2], kind[0], actuator.target);
  actuator.trnid[0] = target.id;
  return target;
}

/** Takes the range of a servo from its target. */
function inheritRange(actuator: ActuatorSpec, target: SpecElement): void {
  const { gaintype, biastype, gainprm, biasprm, dyntype, inheritrange, trntype } = actuator;
  if (gaintype !== Gain.FIXED || biastype !== Bias.AFFINE || gainprm[0] !== -biasprm[1] || !(inheritrange > 0)) return;
  const wrong = (what: string) => fail("actuator", actuator, `inheritrange ${what}`, "inheritrange");
  const servo = dyntype === Dyn.NONE || dyntype === Dyn.FILTEREXACT;
  if (!servo && dyntype !== Dyn.INTEGRATOR) throw wrong("is only for position and intvelocity actuators");
  const range = servo ? actuator.ctrlrange : actuator.actrange;

  if (trntype !== Trn.JOINT && trntype !== Trn.TENDON) throw wrong("needs a joint or a tendon");
  const { type } = target as JointSpec;
  if (trntype === Trn.JOINT && type !== Joint.HINGE && type !== Joint.SLIDE) throw wrong("needs a hinge or a slide");
  const [low, high] = (target as JointSpec | TendonSpec).range;
  if (low === high) throw wrong(`needs a range, and '${actuator.target}' has none`);
  const mean = 0.5 * (high + low);
  const radius = 0.5 * (high - low) * inheritrange;
  range[0] = mean - radius;
  range[1] = mean + radius;
}

function checkRanges(actuator: ActuatorSpec): void {
  for (const name of ["force", "ctrl", "act"] as const) {
    checkLimited("actuator", actuator, actuator[`${name}limited`], actuator[`${name}range`], name);
  }
  for (const name of ["force", "ctrl", "act"] as const) {
    const range = actuator[`${name}range`];
    if (range[0] >= range[1] && isLimited(actuator[`${name}limited`], range)) {
      throw fail(
        "actuator",
        actuator,
        `the first number of ${name}range must be smaller than the second`,
        `${name}range`,
      );
    }
  }
}

function checkActivation(actuator: ActuatorSpec): void {
  const { dyntype, actdim, actlimited, actrange, plugin } = actuator;
  if (isLimited(actlimited, actrange) && dyntype === Dyn.NONE) {
    throw fail("actuator", actuator, "actrange needs a dyntype other than none", "actrange");
  }
  // plugins use activations as they like
  if (actdim < 0) actuator.actdim = Number(dyntype !== Dyn.NONE);
  if (actdim < 0 || plugin !== undefined) return;
  if (actdim > 1 && dyntype !== Dyn.USER) throw fail("actuator", actuator, "actdim > 1 needs dyntype user", "actdim");
  if (actdim === 1 && dyntype === Dyn.NONE) throw fail("actuator", actuator, "actdim 1 needs a dyntype", "actdim");
  if (actdim === 0 && dyntype !== Dyn.NONE) throw fail("actuator", actuator, "actdim 0 needs dyntype none", "actdim");
}

function checkMuscle(actuator: ActuatorSpec, part: string, muscle: boolean, prm: Float64Array): void {
  if (!muscle) return;
  const wrong = (what: string) => fail("actuator", actuator, `${part} of a muscle needs ${what}`);
  const [low, high, , scale, lmin, lmax, vmax, fpmax, fvmax] = prm;
  if (low >= high) throw wrong("range[0] < range[1]");
  if (lmin >= 1 || lmax <= 1) throw wrong("lmin < 1 < lmax");
  if (scale <= 0 || vmax <= 0 || fpmax <= 0 || fvmax <= 0) throw wrong("positive scale, vmax, fpmax and fvmax");
}
