/** World poses of what is fixed to bodies: inertial frames, geoms, and sites. */

import { countFrom } from "../math/small_arrays.ts";
import { allPosesInPlace } from "../model/poses_in_place.ts";
import { isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { SameFrame, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { BODY, BODYROT, INERTIA } = SameFrame;
const { ASLEEP, STATIC } = SleepState;

/** Structure of the frames fixed to bodies. */
export interface AttachedPlan {
  /** the body of each inertial frame: itself */
  body: Int32Array;
}

declare module "../types/plans.ts" {
  interface Plans {
    /** structure of the frames fixed to bodies */
    attached?: AttachedPlan;
  }
}

/**
 * World poses of the frames fixed to bodies: inertial frames, geoms, and sites. Those of sleeping bodies keep their last
 * values, and while any body sleeps, so do geoms and sites of static ones.
 */
export function attachedFrames(m: Model, d: Data): void {
  const fast = allPosesInPlace(m, d);
  if (fast !== null) {
    fast.kernels.attachedFrames(fast.at, 3);
    return;
  }

  const { nbody, body_ipos, body_iquat, body_sameframe } = m;
  const { ngeom, geom_pos, geom_quat, geom_bodyid, geom_sameframe } = m;
  const { nsite, site_pos, site_quat, site_bodyid, site_sameframe } = m;
  const { xipos, ximat, geom_xpos, geom_xmat, site_xpos, site_xmat } = d;
  const { body } = m.plans.attached ??= { body: countFrom(0, nbody) };

  for (let k = 0; k < 9; k++) ximat[k] = k % 4 === 0 ? 1 : 0;
  for (let k = 0; k < 3; k++) xipos[k] = 0;
  const filter = isSleepFiltered(m, d);
  const rest = filter ? RESTING : NONE;
  attach(d, xipos, ximat, body_ipos, body_iquat, body, body_sameframe, 1, nbody, filter ? SLEEPING : NONE);
  attach(d, geom_xpos, geom_xmat, geom_pos, geom_quat, geom_bodyid, geom_sameframe, 0, ngeom, rest);
  attach(d, site_xpos, site_xmat, site_pos, site_quat, site_bodyid, site_sameframe, 0, nsite, rest);
}

// bodies whose frames are skipped: a bit per `SleepState`, which begin at −1
const NONE = 0;
const SLEEPING = 1 << (1 + ASLEEP);
const RESTING = SLEEPING | 1 << (1 + STATIC);

/** World poses of the frames `first` to `end`, each with a pose relative to its body, except for bodies in `skip`. */
function attach(
  d: Data,
  pos: Float64Array,
  mat: Float64Array,
  localPos: Float64Array,
  localQuat: Float64Array,
  bodyid: Int32Array,
  sameframe: Uint8Array,
  first: number,
  end: number,
  skip: number,
): void {
  const { xpos, xquat, xmat, xipos, ximat, body_awake } = d;

  for (let i = first; i < end; i++) {
    const body = bodyid[i];
    if (skip !== 0 && (skip >> (1 + body_awake[body]) & 1) !== 0) continue;
    const same = sameframe[i];
    const p = 3 * i;
    const r = 9 * i;
    const bp = 3 * body;
    const br = 9 * body;

    if (same === BODY) {
      pos[p] = xpos[bp];
      pos[p + 1] = xpos[bp + 1];
      pos[p + 2] = xpos[bp + 2];
    } else if (same === INERTIA) {
      pos[p] = xipos[bp];
      pos[p + 1] = xipos[bp + 1];
      pos[p + 2] = xipos[bp + 2];
    } else {
      const x = localPos[p];
      const y = localPos[p + 1];
      const z = localPos[p + 2];
      const m0 = xmat[br];
      const m1 = xmat[br + 1];
      const m2 = xmat[br + 2];
      const m3 = xmat[br + 3];
      const m4 = xmat[br + 4];
      const m5 = xmat[br + 5];
      const m6 = xmat[br + 6];
      const m7 = xmat[br + 7];
      const m8 = xmat[br + 8];
      pos[p] = m0 * x + m1 * y + m2 * z + xpos[bp];
      pos[p + 1] = m3 * x + m4 * y + m5 * z + xpos[bp + 1];
      pos[p + 2] = m6 * x + m7 * y + m8 * z + xpos[bp + 2];

      // same orientation as the body, whose matrix is available
      if (same === BODYROT) {
        mat[r] = m0;
        mat[r + 1] = m1;
        mat[r + 2] = m2;
        mat[r + 3] = m3;
        mat[r + 4] = m4;
        mat[r + 5] = m5;
        mat[r + 6] = m6;
        mat[r + 7] = m7;
        mat[r + 8] = m8;
        continue;
      }
    }

    if (same !== SameFrame.NONE) {
      const from = same === BODY ? xmat : ximat;
      mat[r] = from[br];
      mat[r + 1] = from[br + 1];
      mat[r + 2] = from[br + 2];
      mat[r + 3] = from[br + 3];
      mat[r + 4] = from[br + 4];
      mat[r + 5] = from[br + 5];
      mat[r + 6] = from[br + 6];
      mat[r + 7] = from[br + 7];
      mat[r + 8] = from[br + 8];
      continue;
    }
    const aw = xquat[4 * body];
    const ax = xquat[4 * body + 1];
    const ay = xquat[4 * body + 2];
    const az = xquat[4 * body + 3];
    const bw = localQuat[4 * i];
    const bx = localQuat[4 * i + 1];
    const by = localQuat[4 * i + 2];
    const bz = localQuat[4 * i + 3];
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const ww = w * w;
    const xx = x * x;
    const yy = y * y;
    const zz = z * z;
    mat[r] = ww + xx - yy - zz;
    mat[r + 1] = 2 * (x * y - w * z);
    mat[r + 2] = 2 * (x * z + w * y);
    mat[r + 3] = 2 * (x * y + w * z);
    mat[r + 4] = ww - xx + yy - zz;
    mat[r + 5] = 2 * (y * z - w * x);
    mat[r + 6] = 2 * (x * z - w * y);
    mat[r + 7] = 2 * (y * z + w * x);
    mat[r + 8] = ww - xx - yy + zz;
  }
}
