/** The force that a body needs for its motion. */

import { crossForce, mulInertVec } from "../math/spatial.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

const momentum = new Float64Array(6);
const gyroscopic = new Float64Array(6);

/** Sets the acceleration `cacc` of body `i`, given that of its parent, and the force `cfrc` on it: I a + v × I v. */
export function bodyForce(m: Model, d: Data, i: number, cacc: Float64Array, cfrc: Float64Array): void {
  const { body_parentid, body_dofadr, body_dofnum } = m;
  const { qvel, qacc, cdof, cdof_dot, cvel, cinert } = d;

  // what its axes add by turning, and by their own acceleration
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  let t4 = 0;
  let t5 = 0;
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let a4 = 0;
  let a5 = 0;
  const end = body_dofadr[i] + body_dofnum[i];
  for (let j = body_dofadr[i]; j < end; j++) {
    const v = qvel[j];
    const a = qacc[j];
    const k = 6 * j;
    t0 += cdof_dot[k] * v;
    t1 += cdof_dot[k + 1] * v;
    t2 += cdof_dot[k + 2] * v;
    t3 += cdof_dot[k + 3] * v;
    t4 += cdof_dot[k + 4] * v;
    t5 += cdof_dot[k + 5] * v;
    a0 += cdof[k] * a;
    a1 += cdof[k + 1] * a;
    a2 += cdof[k + 2] * a;
    a3 += cdof[k + 3] * a;
    a4 += cdof[k + 4] * a;
    a5 += cdof[k + 5] * a;
  }
  const p = 6 * body_parentid[i];
  const c = 6 * i;
  cacc[c] = cacc[p] + t0 + a0;
  cacc[c + 1] = cacc[p + 1] + t1 + a1;
  cacc[c + 2] = cacc[p + 2] + t2 + a2;
  cacc[c + 3] = cacc[p + 3] + t3 + a3;
  cacc[c + 4] = cacc[p + 4] + t4 + a4;
  cacc[c + 5] = cacc[p + 5] + t5 + a5;

  mulInertVec(cfrc, c, cinert, 10 * i, cacc, c);
  mulInertVec(momentum, 0, cinert, 10 * i, cvel, c);
  crossForce(gyroscopic, 0, cvel, c, momentum, 0);
  for (let k = 0; k < 6; k++) cfrc[c + k] += gyroscopic[k];
}
