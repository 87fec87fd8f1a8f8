/** Velocities of bodies and motion axes, about the centers of mass of the trees. */

import { areMotionsInPlace, inPlace } from "../model/in_place.ts";
import { isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { BALL, FREE } = Joint;

/**
 * Velocity `cvel` of each body and rate of change `cdof_dot` of each motion axis. Sleeping bodies keep their last
 * values.
 */
export function comVel(m: Model, d: Data): void {
  const fast = inPlace(m, d);
  if (fast !== null && areMotionsInPlace(d, fast)) {
    fast.kernels.comVel(fast.at);
    return;
  }

  const { nbody, body_parentid, body_dofadr, body_dofnum, jnt_type, dof_jntid } = m;
  const { qvel, cdof, cvel, cdof_dot, body_awake_ind } = d;

  for (let k = 0; k < 6; k++) cvel[k] = 0;
  const filter = isSleepFiltered(m, d);
  const count = filter ? d.nbody_awake : nbody;
  for (let b = 1; b < count; b++) {
    const i = filter ? body_awake_ind[b] : b;
    const parent = 6 * body_parentid[i];
    let wx = cvel[parent];
    let wy = cvel[parent + 1];
    let wz = cvel[parent + 2];
    let ux = cvel[parent + 3];
    let uy = cvel[parent + 4];
    let uz = cvel[parent + 5];

    const adr = body_dofadr[i];
    const end = adr + body_dofnum[i];
    for (let j = adr; j < end;) {
      const type = jnt_type[dof_jntid[j]];

      // a free joint translates along the world axes, which never change
      if (type === FREE) {
        for (let k = 6 * j; k < 6 * j + 18; k++) cdof_dot[k] = 0;
        // MuJoCo multiplies with the zeros of these axes too, which makes NaN of what is not finite
        const vx = qvel[j];
        const vy = qvel[j + 1];
        const vz = qvel[j + 2];
        const turn = 0 * vx + 0 * vy + 0 * vz;
        wx += turn;
        wy += turn;
        wz += turn;
        ux += vx + 0 * vy + 0 * vz;
        uy += 0 * vx + vy + 0 * vz;
        uz += 0 * vx + 0 * vy + vz;
        j += 3;
      }

      // the axes of one quaternion turn together, with everything before the first of them; any other axis turns by
      // itself
      const last = type === FREE || type === BALL ? j + 3 : j + 1;
      let dwx = 0;
      let dwy = 0;
      let dwz = 0;
      let dux = 0;
      let duy = 0;
      let duz = 0;
      while (j < last) {
        const c = 6 * j;
        const v = qvel[j++];
        const ax = cdof[c];
        const ay = cdof[c + 1];
        const az = cdof[c + 2];
        const bx = cdof[c + 3];
        const by = cdof[c + 4];
        const bz = cdof[c + 5];
        cdof_dot[c] = wy * az - wz * ay;
        cdof_dot[c + 1] = wz * ax - wx * az;
        cdof_dot[c + 2] = wx * ay - wy * ax;
        cdof_dot[c + 3] = (wy * bz - wz * by) + (uy * az - uz * ay);
        cdof_dot[c + 4] = (wz * bx - wx * bz) + (uz * ax - ux * az);
        cdof_dot[c + 5] = (wx * by - wy * bx) + (ux * ay - uy * ax);
        dwx += ax * v;
        dwy += ay * v;
        dwz += az * v;
        dux += bx * v;
        duy += by * v;
        duz += bz * v;
      }
      wx += dwx;
      wy += dwy;
      wz += dwz;
      ux += dux;
      uy += duy;
      uz += duz;
    }

    const c = 6 * i;
    cvel[c] = wx;
    cvel[c + 1] = wy;
    cvel[c + 2] = wz;
    cvel[c + 3] = ux;
    cvel[c + 4] = uy;
    cvel[c + 5] = uz;
  }
}
