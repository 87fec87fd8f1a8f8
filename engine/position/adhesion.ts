/** The transmission of adhesion actuators, which pull on the contacts of a body. */

import { jacDifPair } from "../motion/jacobian.ts";
import { isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Cone } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { ELLIPTIC } = Cone;

/** Scratch memory of adhesion. */
export interface AdhesionWork {
  /** sum of the normal Jacobians of contacts with constraint rows */
  rows: Float64Array;
  /** the same sum over contacts in the gap, which have no constraint rows */
  gap: Float64Array;
  /** dofs of one contact */
  chain: Int32Array;
  /** Jacobian of one contact */
  jacp: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of adhesion */
    adhesion?: AdhesionWork;
  }
}

/** a contact within its gap: detected, but without constraint rows */
const IN_GAP = 1;

/** Moment arms of actuator `i`: the mean of the normals of all contacts of a body, in the pulling direction. */
export function adhesion(m: Model, d: Data, i: number): void {
  const { nv, actuator_trnid, geom_bodyid } = m;
  const { ncon, actuator_length, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const { geom, exclude } = d.contact;
  const work = d.work.adhesion ??= {
    rows: new Float64Array(nv),
    gap: new Float64Array(nv),
    chain: new Int32Array(nv),
    jacp: new Float64Array(3 * nv),
  };
  const { rows, gap } = work;
  const target = actuator_trnid[2 * i];

  actuator_length[i] = 0;
  rows.fill(0);
  gap.fill(0);
  let count = 0;
  for (let c = 0; c < ncon; c++) {
    const g1 = geom[2 * c];
    const g2 = geom[2 * c + 1];
    if (g2 < 0) continue; // a flex
    const b1 = geom_bodyid[g1];
    const b2 = geom_bodyid[g2];
    if (b1 !== target && b2 !== target) continue;

    if (exclude[c] === 0) {
      count++;
      addRows(m, d, c, rows);
    } else if (exclude[c] === IN_GAP) {
      count++;
      addGap(m, d, c, b1, b2, work);
    }
  }

  const adr = moment_rowadr[i];
  let nnz = 0;
  if (count > 0) {
    const scale = -1 / count;
    for (let k = 0; k < nv; k++) {
      const moment = (rows[k] + gap[k]) * scale;
      if (moment === 0) continue;
      actuator_moment[adr + nnz] = moment;
      moment_colind[adr + nnz] = k;
      nnz++;
    }
  }
  moment_rownnz[i] = nnz;
}

/** Adds the normal of contact `c` from its constraint rows: the first row, or the mean of the pyramid's edges. */
function addRows(m: Model, d: Data, c: number, rows: Float64Array): void {
  const { nv } = m;
  // no contact has rows if they did not fit into the arena
  if (d.nefc === 0) return;
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const { dim, efc_address } = d.contact;
  const first = efc_address[c];
  const single = dim[c] === 1 || m.opt.cone === ELLIPTIC;
  const count = single ? 1 : 2 * (dim[c] - 1);
  const weight = single ? 1 : 0.5 / (dim[c] - 1);

  if (isSparse(m)) {
    for (let row = first; row < first + count; row++) {
      const end = efc_J_rowadr[row] + efc_J_rownnz[row];
      for (let adr = efc_J_rowadr[row]; adr < end; adr++) rows[efc_J_colind[adr]] += efc_J[adr] * weight;
    }
  } else {
    for (let row = first; row < first + count; row++) {
      for (let k = 0; k < nv; k++) rows[k] += efc_J[row * nv + k] * weight;
    }
  }
}

/** Adds the normal of a contact in the gap, computed from its geometry. */
function addGap(m: Model, d: Data, c: number, b1: number, b2: number, work: AdhesionWork): void {
  const { chain, jacp, gap } = work;
  const { pos, frame } = d.contact;
  const n = jacDifPair(m, d, chain, b1, b2, pos, 3 * c, pos, 3 * c, jacp, null);
  const x = frame[9 * c];
  const y = frame[9 * c + 1];
  const z = frame[9 * c + 2];
  for (let k = 0; k < n; k++) gap[chain[k]] += jacp[k] * x + jacp[n + k] * y + jacp[2 * n + k] * z;
}
