/** Joints: units, limits, and axes. */

import { accumulatePoint } from "../math/frame.ts";
import { normalizeVec } from "../math/normalize.ts";
import { rotVecQuat } from "../math/quat.ts";
import { PI } from "../math/scalar.ts";
import { isLimited } from "../mjcf/limited.ts";
import { Joint, Limited } from "../types/enums.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { JointSpec } from "../types/spec.ts";
import { checkLimited, checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";

const EPS = 1e-14;

/** Length in `qpos` of each type of joint. */
export const NQ: Record<number, number> = { [Joint.FREE]: 7, [Joint.BALL]: 4, [Joint.SLIDE]: 1, [Joint.HINGE]: 1 };

/** Length in `qvel` of each type of joint. */
export const NV: Record<number, number> = { [Joint.FREE]: 6, [Joint.BALL]: 3, [Joint.SLIDE]: 1, [Joint.HINGE]: 1 };

/** Compiles a joint: angles in radians, unit axis, everything in the frame of the body. */
export function compileJoint(joint: JointSpec, size: SizeSettings): void {
  const { type, springdamper, range, actuatorfrcrange, compiler, frame, axis, pos } = joint;
  checkUserData("joint", joint, size.nuser_jnt);
  if ((springdamper[0] || springdamper[1]) && (springdamper[0] <= 0 || springdamper[1] <= 0)) {
    throw fail("joint", joint, "springdamper needs positive numbers", "springdamper");
  }

  // limits
  if (type === Joint.FREE) joint.limited = Limited.FALSE;
  else checkLimited("joint", joint, joint.limited, range);
  if (isLimited(joint.limited, range)) compileRange(joint);
  if (type === Joint.FREE || type === Joint.BALL) joint.actuatorfrclimited = Limited.FALSE;
  else checkLimited("joint", joint, joint.actuatorfrclimited, actuatorfrcrange, "actuatorfrc");
  if (isLimited(joint.actuatorfrclimited, actuatorfrcrange) && actuatorfrcrange[0] >= actuatorfrcrange[1]) {
    throw fail(
      "joint",
      joint,
      "the first number of actuatorfrcrange must be smaller than the second",
      "actuatorfrcrange",
    );
  }

  // axis and anchor
  if (type === Joint.FREE || type === Joint.BALL) axis.set([0, 0, 1]);
  else if (frame) rotVecQuat(axis, 0, axis, 0, frame.quat, 0);
  if (normalizeVec(axis, 0, 3) < EPS) throw fail("joint", joint, "axis is too short", "axis");
  if (type === Joint.FREE) {
    pos.fill(0);
  } else if (frame) {
    accumulatePoint(frame.pos, frame.quat, pos);
  }

  if (type === Joint.HINGE && compiler.angle) {
    joint.ref *= PI / 180;
    joint.springref *= PI / 180;
  }
}

function compileRange(joint: JointSpec): void {
  const { type, range, compiler } = joint;
  if (type !== Joint.BALL && range[0] >= range[1]) {
    throw fail(
      "joint",
      joint,
      `the first number of range must be smaller than the second, got ${range[0]} ${range[1]}`,
      "range",
    );
  }
  if (type === Joint.BALL && range[0]) {
    throw fail("joint", joint, `range of a ball joint must start at 0, got ${range[0]}`, "range");
  }
  if (compiler.angle && (type === Joint.HINGE || type === Joint.BALL)) {
    for (let k = 0; k < 2; k++) {
      if (range[k]) range[k] *= PI / 180;
    }
  }
}
