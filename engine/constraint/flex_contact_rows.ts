/** Rows of contacts with flex elements, whose Jacobian is a weighted sum over several bodies. */

import type { FlexContact } from "../motion/flex_contact.ts";
import { isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { rowAddress } from "./rows.ts";

/** value of `exclude` for a contact that acts as a passive force and has no rows */
const PASSIVE = 4;

/** Excludes the contacts of flexes whose contacts are passive forces. */
export function excludePassive(m: Model, d: Data): void {
  const { flex_passive } = m;
  const { ncon } = d;
  const { flex, exclude, efc_address } = d.contact;
  for (let i = 0; i < ncon; i++) {
    const f1 = flex[2 * i];
    const f2 = flex[2 * i + 1];
    if (!(f1 >= 0 && flex_passive[f1] !== 0) && !(f2 >= 0 && flex_passive[f2] !== 0)) continue;
    efc_address[i] = -1;
    exclude[i] = PASSIVE;
  }
}

/** Writes the rows of contact `i`, of which there are `rows`, after the last row. */
export function flexContactJacobian(m: Model, d: Data, work: FlexContact, i: number, rows: number): void {
  const { nv } = m;
  const { nefc } = d;
  const { nchain, chain } = work;
  const sparse = isSparse(m);
  const adr = sparse ? rowAddress(d) : nefc * nv;
  const stride = sparse ? nchain : nv;
  for (let k = 0; k < nchain; k++) {
    const a = adr + (sparse ? k : chain[k]);
    if (rows === d.contact.dim[i]) coneColumn(d, work, i, k, a, stride);
    else edgeColumn(d, work, i, k, a, stride);
  }
}

/** Motion along the axes of the contact frame, then about them, for one dof. */
function coneColumn(d: Data, { nchain, jac }: FlexContact, i: number, k: number, a: number, stride: number): void {
  const { efc_J } = d;
  const { frame, dim } = d.contact;
  for (let row = 0; row < dim[i]; row++) {
    const r = 9 * i + 3 * (row % 3);
    const j = k + (row < 3 ? 0 : 3 * nchain);
    efc_J[a + row * stride] = frame[r] * jac[j] + frame[r + 1] * jac[j + nchain] + frame[r + 2] * jac[j + 2 * nchain];
  }
}

/** The normal motion, or its sum and difference with each direction of friction, for one dof. */
function edgeColumn(d: Data, { nchain, jac }: FlexContact, i: number, k: number, a: number, stride: number): void {
  const { efc_J } = d;
  const { frame, friction, dim } = d.contact;
  const f = 9 * i;
  const normal = frame[f] * jac[k] + frame[f + 1] * jac[k + nchain] + frame[f + 2] * jac[k + 2 * nchain];
  for (let row = 1; row < dim[i]; row++) {
    const r = f + 3 * (row % 3);
    const j = k + (row < 3 ? 0 : 3 * nchain);
    const mu = friction[5 * i + row - 1];
    const sliding = frame[r] * jac[j] + frame[r + 1] * jac[j + nchain] + frame[r + 2] * jac[j + 2 * nchain];
    efc_J[a + 2 * (row - 1) * stride] = normal + sliding * mu;
    efc_J[a + (2 * row - 1) * stride] = normal + sliding * -mu;
  }
}
