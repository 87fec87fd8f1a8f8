/** Memory for constraint rows, allocated again when a step needs more of them than any step before it. */

import type { Data } from "../data.ts";
import type { Capacity } from "../types/data.ts";
import { DATA_FIELDS } from "../types/data_fields.ts";
import { growStatistics } from "../types/data_memory.ts";
import { Layout } from "../types/layout.ts";
import type { Model } from "../types/model.ts";
import { nextCapacity } from "../types/next_capacity.ts";
import { takeGround } from "../wasm/field_memory.ts";
import { ROWS } from "../wasm/reference_kernels.ts";
import { isSparse } from "./queries.ts";

const LAYOUT = new Layout(DATA_FIELDS);

/**
 * Makes room for at least the given counts in every field that is sized by them; the contents of fields that grow are
 * lost. Capacity grows by a quarter, so a simulation soon stops allocating. Rows and their Jacobian are in the memory of kernels,
 * side by side, so they lose their contents together.
 */
export function growRows(m: Model, d: Data, wanted: Readonly<Partial<Omit<Capacity, "ncon">>>): void {
  const { capacity } = d;
  const grown: Record<string, number> = {};
  let grows = false;
  for (const [name, count] of Object.entries(wanted) as [keyof typeof wanted, number][]) {
    if (count <= capacity[name]) continue;
    capacity[name] = Math.max(count, nextCapacity(capacity[name]), name === "nisland" ? 1 : 16);
    grown[name] = capacity[name];
    grows = true;
  }
  if (!grows) return;

  const sizes = m as unknown as Record<string, number>;
  const fields = d as unknown as Record<string, unknown>;
  const { nefc, nJ, ...others } = grown;
  LAYOUT.fill(fields, others, 0, sizes);
  growStatistics(d, capacity.nisland);
  if (nefc === undefined && nJ === undefined) return;
  // behind them is what the kernels on them know, and a copy of the velocity
  const rows = { nefc: capacity.nefc, nJ: capacity.nJ };
  const ground = takeGround(LAYOUT.blockBytes(rows), 4 * ROWS.ints + 8 * m.nv + 8, { scratch: solverBytes(m, rows) });
  LAYOUT.fill(fields, rows, 0, sizes, ground);
  d.work.rowGround = ground;
  d.work.rowsInPlace = undefined;
}

/** most rows and columns of the Hessian of a sparse problem that kernels solve */
const PROFILE = 512;

/** Bytes of scratch memory that suffice for the solver's problems with so many rows; what is not used is never mapped. */
function solverBytes(m: Model, { nefc, nJ }: Pick<Capacity, "nefc" | "nJ">): number {
  const { nv, nC } = m;
  const side = isSparse(m) ? Math.min(nv, PROFILE) + 1 : nv + 1;
  const hessians = isSparse(m) ? side * (side + 2) : 2 * side * side;
  return 8 * (4000 + 150 * nv + 4 * nC + 40 * nefc + 6 * nJ + hessians + nv * side);
}
