/**
 * How much of a step fits into memory. MuJoCo keeps contacts, constraint rows and islands in an arena of `narena` bytes,
 * from its beginning on, and work memory on a stack, from its end back. What does not fit between the two is left out
 * and counted in `data.warning`. Nothing is kept in an arena here; these are MuJoCo's sums, in its order and with its
 * sizes on a machine of 32 bits, so that the same is left out.
 */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { Warning } from "../types/enums.ts";
import { warn } from "./warning.ts";

declare module "../types/work.ts" {
  interface Work {
    /** bytes of the stack that whoever calls a forward pass keeps to itself */
    held?: number;
  }
}

/** bytes of a contact */
export const CONTACT_BYTES = 576;
/** bytes of what marks how far a function may clear the stack */
const FRAME_BYTES = 12;

/** The end of the arena, where a function that is called from a forward pass has its own frame. */
export function stackTop(d: Data): number {
  return openFrame(d.narena - (d.work.held ?? 0));
}

/** Where the stack ends once a function has marked where it begins. */
export function openFrame(top: number): number {
  return push(top, FRAME_BYTES, 4);
}

/** Where the stack ends with so many more bytes, at a multiple of `alignment`, which is a power of two. */
export function push(top: number, bytes: number, alignment: 1 | 4 | 8): number {
  if (bytes === 0) return top;
  return Math.floor((top - bytes) / alignment) * alignment;
}

/** Number of contacts that fit below `top`. */
export function contactsBelow(top: number): number {
  return Math.floor(top / CONTACT_BYTES);
}

/** Where the arena ends with `n` numbers of so many bytes, at a multiple of as many. */
function lay(end: number, n: number, bytes: 4 | 8): number {
  return Math.ceil(end / bytes) * bytes + n * bytes;
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

/** Rows that room was made for: those that turned out to be empty count where the Jacobian is dense. */
function rowsLaid(m: Model, d: Data, sparse: boolean): number {
  return sparse || m.nv === 0 ? d.nefc : d.nJ / m.nv;
}

/** Where the arena ends with what there is of rows and islands. */
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

/** Counts that rows did not fit, and goes on without any. */
export function dropRows(d: Data): void {
  warn(d, Warning.CNSTRFULL, d.narena);
  d.nefc = 0;
  d.nisland = 0;
}

/** No contact has a row. */
export function forgetRows({ ncon, contact }: Data): void {
  const { efc_address } = contact;
  for (let i = 0; i < ncon; i++) efc_address[i] = -1;
}
