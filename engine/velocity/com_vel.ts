/** Velocities of bodies and motion axes, about the centres of mass of the trees. */

import { crossMotion } from "../math/spatial.ts";
import type { Data } from "../types/data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Velocity `cvel` of each body, and the rate `cdof_dot` at which each motion axis changes. */
export function comVel(m: Model, d: Data): void {
  const { nbody, body_parentid, body_dofadr, body_dofnum, jnt_type, dof_jntid } = m;
  const { qvel, cdof, cvel, cdof_dot } = d;

  cvel.fill(0, 0, 6);
  for (let i = 1; i < nbody; i++) {
    const parent = 6 * body_parentid[i];
    const c = 6 * i;
    for (let k = 0; k < 6; k++) cvel[c + k] = cvel[parent + k];

    const end = body_dofadr[i] + body_dofnum[i];
    for (let j = body_dofadr[i]; j < end;) {
      switch (jnt_type[dof_jntid[j]]) {
        // axes of translation are those of the world
        case Joint.FREE:
          for (let k = 6 * j; k < 6 * j + 18; k++) cdof_dot[k] = 0;
          addMotion3(cvel, c, cdof, 6 * j, qvel, j);
          turnAxes(d, c, j + 3);
          j += 6;
          break;

        case Joint.BALL:
          turnAxes(d, c, j);
          j += 3;
          break;

        // an axis moves with everything before it; its own velocity does not change it
        default:
          crossMotion(cdof_dot, 6 * j, cvel, c, cdof, 6 * j);
          for (let k = 0; k < 6; k++) cvel[c + k] += cdof[6 * j + k] * qvel[j];
          j++;
      }
    }
  }
}

/** The three axes of a ball joint turn together, before any of them moves the body. */
function turnAxes(d: Data, c: number, j: number): void {
  const { qvel, cdof, cvel, cdof_dot } = d;
  crossMotion(cdof_dot, 6 * j, cvel, c, cdof, 6 * j);
  crossMotion(cdof_dot, 6 * j + 6, cvel, c, cdof, 6 * j + 6);
  crossMotion(cdof_dot, 6 * j + 12, cvel, c, cdof, 6 * j + 12);
  addMotion3(cvel, c, cdof, 6 * j, qvel, j);
}

/** Adds the motion of three consecutive axes to a velocity. */
function addMotion3(
  cvel: Float64Array,
  c: number,
  cdof: Float64Array,
  a: number,
  qvel: Float64Array,
  j: number,
): void {
  const v0 = qvel[j];
  const v1 = qvel[j + 1];
  const v2 = qvel[j + 2];
  for (let k = 0; k < 6; k++) cvel[c + k] += cdof[a + k] * v0 + cdof[a + 6 + k] * v1 + cdof[a + 12 + k] * v2;
}
