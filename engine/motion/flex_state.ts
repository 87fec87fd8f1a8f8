/** The nodes of an interpolated flex in the frame that rotates with the flex. */

import { mulMatVec3 } from "../math/mat3.ts";
import { extractRotation } from "../math/extract_rotation.ts";
import { negQuat, rotVecQuat, unit4 } from "../math/quat.ts";
import { addTo3, copy3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { dofVelocity } from "./dof_velocity.ts";
import { gradient3 } from "./flex_basis.ts";
import { objectVelocity } from "./object_motion.ts";

// V8-1
const { BODY } = Obj;

/** maximum number of nodes of a flex */
const MAXNODES = 27;

const deformation = new Float64Array(9);
const screw = new Float64Array(6);
const CENTER = Float64Array.of(0.5, 0.5, 0.5);

/** Positions and velocities of the nodes, and the rotation that was undone. */
export interface FlexState {
  xpos: Float64Array;
  vel: Float64Array;
  /** from the world frame to the frame of the flex */
  quat: Float64Array;
}

/** Allocates room for the nodes of any flex. */
export function newFlexState(): FlexState {
  return {
    xpos: new Float64Array(3 * MAXNODES),
    vel: new Float64Array(3 * MAXNODES),
    quat: new Float64Array(4),
  };
}

/** Positions of the nodes of flex `f` in the frame defined by its overall rotation. */
export function flexPositions(m: Model, d: Data, f: number, state: FlexState): void {
  const { flex_interp, flex_nodenum, flex_nodeadr, flex_nodebodyid, flex_centered, flex_node } = m;
  const { xpos: bodyPos, xmat } = d;
  const { xpos, quat } = state;
  const start = flex_nodeadr[f];
  const count = flex_nodenum[f];
  const centered = flex_centered[f] !== 0;

  for (let i = 0; i < count; i++) {
    const body = flex_nodebodyid[start + i];
    if (centered) {
      copy3(xpos, 3 * i, bodyPos, 3 * body);
    } else {
      mulMatVec3(xpos, 3 * i, xmat, 9 * body, flex_node, 3 * (start + i));
      addTo3(xpos, 3 * i, bodyPos, 3 * body);
    }
  }

  gradient3(deformation, CENTER, 0, xpos, flex_interp[f]);
  unit4(quat, 0);
  extractRotation(quat, deformation);
  negQuat(quat, 0, quat, 0);
  for (let i = 0; i < count; i++) {
    rotVecQuat(xpos, 3 * i, xpos, 3 * i, quat, 0);
    addTo3(xpos, 3 * i, CENTER, 0);
  }
}

/** Velocities of the nodes in the frame found by `flexPositions`. */
export function flexVelocities(m: Model, d: Data, f: number, state: FlexState): void {
  const { flex_nodenum, flex_nodeadr, flex_nodebodyid, flex_centered, body_dofadr } = m;
  const { vel, quat } = state;
  const start = flex_nodeadr[f];
  const count = flex_nodenum[f];

  for (let i = 0; i < count; i++) {
    const body = flex_nodebodyid[start + i];
    if (flex_centered[f]) {
      dofVelocity(m, d, vel, 3 * i, body_dofadr[body]);
    } else {
      objectVelocity(m, d, BODY, body, screw, 0, 0);
      copy3(vel, 3 * i, screw, 3);
    }
    rotVecQuat(vel, 3 * i, vel, 3 * i, quat, 0);
  }
}
