/** Flex contacts that act as springs rather than constraints. */

import { flexJacobian } from "../motion/flex_contact.ts";
import { isDisabled, isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { CONTACT } = DisableBit;

/** stiffness (N/m) */
const STIFFNESS = 1e4;

// values of `exclude`: no dofs, passive force
const FIXED = 3;
const PASSIVE = 4;

/** Adds the forces of passive contacts along their normals to `qfrc_spring`. */
export function contactPassive(m: Model, d: Data): void {
  const { nv } = m;
  const { ncon, qfrc_spring } = d;
  if (isDisabled(m, CONTACT) || nv === 0) return;
  const { exclude, efc_address, dist, frame } = d.contact;

  for (let i = 0; i < ncon; i++) {
    if (exclude[i] !== PASSIVE) continue;
    efc_address[i] = -1;
    const { nchain: n, chain, jac } = flexJacobian(m, d, i);
    if (n === 0 && isSparse(m)) exclude[i] = FIXED;

    const f = 9 * i;
    const force = -STIFFNESS * dist[i];
    for (let k = 0; k < n; k++) {
      const normal = frame[f] * jac[k] + frame[f + 1] * jac[k + n] + frame[f + 2] * jac[k + 2 * n];
      qfrc_spring[chain[k]] += normal * force;
    }
    // a whole dense row is added: zero times what is not finite is NaN
    if (0 * (frame[f] + frame[f + 1] + frame[f + 2] + force) !== 0 && !isSparse(m)) qfrc_spring.fill(NaN);
  }
}
