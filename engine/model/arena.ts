/**
 * How much of a step fits into memory. MuJoCo keeps contacts, constraint rows, and islands at the start of an arena of
 * `narena` bytes, and scratch memory on a stack that grows from its end. Things that do not fit between the two are
 * left out and counted in `data.warning`. Nothing is stored in an arena here; this is MuJoCo's accounting, in its order
 * and with its sizes on a 32-bit machine, so that the same things are left out.
 */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { Warning } from "../types/enums.ts";
import { warn } from "./warning.ts";

// V8-1
const { CNSTRFULL } = Warning;

declare module "../types/work.ts" {
  interface Work {
    /** bytes of the stack used by the caller of a forward pass */
    held?: number;
  }
}

/** bytes of a contact */
export const CONTACT_BYTES = 576;
/** bytes of a stack frame's marker */
const FRAME_BYTES = 12;

/** The end of the arena for a function called from a forward pass, which has its own frame. */
export function stackTop(d: Data): number {
  return openFrame(d.narena - (d.work.held ?? 0));
}

/** The end of the stack after a function has opened a frame. */
export function openFrame(top: number): number {
  return push(top, FRAME_BYTES, 4);
}

/** The end of the stack with `bytes` more, aligned to `alignment`. */
export function push(top: number, bytes: number, alignment: 1 | 4 | 8): number {
  return bytes === 0 ? top : Math.floor((top - bytes) / alignment) * alignment;
}

/** Number of contacts that fit below `top`. */
export function contactsBelow(top: number): number {
  return Math.floor(top / CONTACT_BYTES);
}

/** Where the arena ends with `n` numbers of so many bytes, at a multiple of as many. */
function lay(end: number, n: number, bytes: 4 | 8): number {
  return (Math.ceil(end / bytes) + n) * bytes;
}

/** Where the arena ends with contacts and `nefc` rows that have `nJ` non-zeros. */
export function endOfRows(m: Model, d: Data, nefc: number, nJ: number): number {
  let end = d.ncon * CONTACT_BYTES;
  end = lay(end, 5 * nefc + nJ, 4);
  end = lay(end, nJ, 8);
  end = lay(end, 10 * nefc, 8);
  end = lay(end, m.ntendon, 4);
  end = lay(end, 3 * nefc, 8);
  end = lay(end, nefc, 4);
  return lay(end, nefc, 8);
}

/** Number of allocated rows; with a dense Jacobian, dropped empty rows count too. */
export function rowsLaid(m: Model, d: Data, sparse: boolean): number {
  return sparse || m.nv === 0 ? d.nefc : d.nJ / m.nv;
}

/** The end of the arena with the current rows and islands. */
export function endOfIslands(m: Model, d: Data, sparse: boolean): number {
  const { ntree, nv, nC } = m;
  const { nefc, nJ, nisland, nidof } = d;
  let end = endOfRows(m, d, rowsLaid(m, d, sparse), nJ);
  if (nisland === 0) return end;
  end = lay(end, 2 * ntree + 5 * nisland + 3 * nv, 4);
  end = lay(end, 2 * nidof, 8);
  end = lay(end, 2 * nidof + nC, 4);
  end = lay(end, 2 * nC + 2 * nidof, 8);
  end = lay(end, 4 * nisland + 8 * nefc + nJ, 4);
  end = lay(end, nJ + 4 * nefc, 8);
  end = lay(end, nefc, 4);
  return lay(end, nefc + nidof, 8);
}

/**
 * Do rows and islands certainly fit? Everything that `endOfIslands` adds up for `nefc` rows with `nJ` non-zeros and as many
 * islands as there are trees, what is on the stack meanwhile, and more than alignment can take: a bound that is quickly
 * found, and almost always enough.
 */
export function surelyFit(m: Model, d: Data, nefc: number, nJ: number): boolean {
  const { ntree, nv, nC, ntendon } = m;
  const most = CONTACT_BYTES * d.ncon + 212 * nefc + 24 * nJ + 20 * nC + 60 * nv + 4 * ntendon +
    (9 * ntree + 56) * ntree;
  return most + 256 <= d.narena - (d.work.held ?? 0);
}

/** Counts a warning that rows did not fit, and continues without any. */
export function dropRows(d: Data): void {
  warn(d, CNSTRFULL, d.narena);
  d.nefc = 0;
  d.nisland = 0;
}

/** Marks all contacts as having no rows. */
export function forgetRows({ ncon, contact }: Data): void {
  const { efc_address } = contact;
  for (let i = 0; i < ncon; i++) efc_address[i] = -1;
}
