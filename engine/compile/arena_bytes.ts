/** Memory that a step may take in MuJoCo. */

import { CONTACT_BYTES } from "../model/arena.ts";
import type { Model } from "../types/model.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";

const MB = 1048576;

/** What `<size memory>` says, else what MuJoCo takes for enough: by the counts of rows and contacts that old documents give. */
export function arenaBytes(m: Model, { memory, nstack, njmax, nconmax }: SizeSettings): number {
  if (memory !== -1) return memory;
  const { nq, nv, nu, na, nbody, njnt, ngeom, nsite, neq, ntendon, nwrap } = m;
  const rows = njmax === -1 ? 500 : njmax;
  const contacts = nconmax === -1 ? 100 : nconmax;
  const square = (rows + neq + nv) * (rows + neq + nv);
  const objects = nq + nv + nu + na + nbody + njnt + ngeom + nsite + neq + ntendon + nwrap;
  const stack = nstack === -1 ? Math.max(1000, 5 * square + 20 * objects) : nstack;
  const bytes = 8 * stack + contacts * CONTACT_BYTES + rows * (8 * 4 + 14 * 8) + nv * 12 +
    rows * nv * (2 * 4 + 2 * 8) + rows * rows * (4 + 8);
  return MB * Math.ceil(bytes / MB);
}
