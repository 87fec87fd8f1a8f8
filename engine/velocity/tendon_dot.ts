/** Time derivative of the Jacobian of a tendon. */

import { zero } from "../math/vec.ts";
import { addToScl3, dot3, norm3, sub3, unit3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Wrap } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { frameVelocity } from "../motion/frame_velocity.ts";
import { jac, jacDot } from "../motion/jacobian.ts";

// V8-1
const { JOINT, PULLEY, SITE } = Wrap;

/** Scratch memory of `tendonDot`: Jacobians of the two ends of a segment. */
export interface TendonDotWork {
  /** first end */
  first: Float64Array;
  /** second end */
  second: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of `tendonDot` */
    tendonDot?: TendonDotWork;
  }
}

const along = new Float64Array(3);
const rate = new Float64Array(3);
const vel0 = new Float64Array(6);
const vel1 = new Float64Array(6);

/**
 * Time derivative of the dense Jacobian of tendon `id`. It is not available for tendons that wrap around geoms, which
 * therefore cannot have armature.
 */
export function tendonDot(m: Model, d: Data, id: number, res: Float64Array): void {
  const { nv, tendon_adr, tendon_num, wrap_type, wrap_objid, wrap_prm, site_bodyid } = m;
  const { site_xpos } = d;
  const { first, second } = d.work.tendonDot ??= {
    first: new Float64Array(3 * nv),
    second: new Float64Array(3 * nv),
  };

  zero(res, 0, nv);
  const start = tendon_adr[id];
  if (wrap_type[start] === JOINT) return;

  let divisor = 1;
  const end = start + tendon_num[id] - 1;
  for (let adr = start; adr < end; adr++) {
    if (wrap_type[adr] === PULLEY) divisor = wrap_prm[adr];
    if (wrap_type[adr] !== SITE || wrap_type[adr + 1] !== SITE) continue;

    const site0 = wrap_objid[adr];
    const site1 = wrap_objid[adr + 1];
    const body0 = site_bodyid[site0];
    const body1 = site_bodyid[site1];
    if (body0 === body1) continue;

    // direction of the segment and its rate of change
    sub3(along, 0, site_xpos, 3 * site1, site_xpos, 3 * site0);
    const length = norm3(along, 0);
    unit3(along, 0);
    frameVelocity(m, d, vel0, 0, body0, site_xpos, 3 * site0, null, 0);
    frameVelocity(m, d, vel1, 0, body1, site_xpos, 3 * site1, null, 0);
    sub3(rate, 0, vel1, 3, vel0, 3);
    addToScl3(rate, 0, along, 0, -dot3(along, 0, rate, 0));
    const inverse = length > MINVAL ? 1 / length : 0;
    for (let k = 0; k < 3; k++) rate[k] *= inverse;

    // J̇ = (J̇₂ − J̇₁)ᵀ along + (J₂ − J₁)ᵀ rate
    jacDot(m, d, first, 0, null, 0, site_xpos, 3 * site0, body0);
    jacDot(m, d, second, 0, null, 0, site_xpos, 3 * site1, body1);
    accumulate(res, first, second, along, nv, 1 / divisor);
    jac(m, d, first, 0, null, 0, site_xpos, 3 * site0, body0);
    jac(m, d, second, 0, null, 0, site_xpos, 3 * site1, body1);
    accumulate(res, first, second, rate, nv, 1 / divisor);
  }
}

/** res += scale · (second − first)ᵀ v */
function accumulate(
  res: Float64Array,
  first: Float64Array,
  second: Float64Array,
  v: Float64Array,
  nv: number,
  scale: number,
): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  for (let i = 0; i < nv; i++) {
    const sum = (second[i] - first[i]) * x + (second[nv + i] - first[nv + i]) * y +
      (second[2 * nv + i] - first[2 * nv + i]) * z;
    res[i] += sum * scale;
  }
}
