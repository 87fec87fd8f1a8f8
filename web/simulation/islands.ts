/** Which islands of constraints bodies, tendons, and contacts belong to, each named by its first degree of freedom. */

import type { Data } from "../../engine/data.ts";
import { sleepCycle } from "../../engine/sleep/wake_tree.ts";
import { EnableBit } from "../../engine/types/enums.ts";
import type { Model } from "../../engine/types/model.ts";

/** Not in an island. */
const NONE = -1;

/** Cannot move. */
export const FIXED = -2;

/** The island of a row, or of a degree of freedom. */
function firstDof({ nisland, island_dofadr }: Data, island: number): number {
  return nisland > 0 && island >= 0 ? island_dofadr[island] : NONE;
}

/** The islands of bodies; sleeping bodies, and those beside them, go by the trees that sleep together. */
export function bodyIslands(m: Model, d: Data): Int32Array {
  return Int32Array.from({ length: m.nbody }, (_, b) => {
    const weld = m.body_weldid[b];
    if (m.body_dofnum[weld] === 0) return FIXED;
    const dof = m.body_dofadr[weld];
    const found = firstDof(d, d.nisland > 0 ? d.dof_island[dof] : NONE);
    if (found !== NONE || (m.opt.enableflags & EnableBit.SLEEP) === 0) return found;
    const tree = m.dof_treeid[dof];
    return m.tree_dofadr[d.body_awake[b] ? tree : Math.max(0, sleepCycle(d.tree_asleep, m.ntree, tree))];
  });
}

/** The islands of tendons. */
export function tendonIslands(m: Model, d: Data): Int32Array {
  return Int32Array.from({ length: m.ntendon }, (_, t) => rowIsland(d, d.tendon_efcadr[t]));
}

/** The islands of contacts. */
export function contactIslands(d: Data): Int32Array {
  return Int32Array.from({ length: d.ncon }, (_, i) => rowIsland(d, d.contact.efc_address[i]));
}

function rowIsland(d: Data, row: number): number {
  return d.nisland > 0 && row >= 0 ? firstDof(d, d.efc_island[row]) : NONE;
}
