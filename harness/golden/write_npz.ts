/**
 * Writes arrays to a zip file that numpy reads with `np.load`. The same arrays always give the same bytes: entries keep
 * their order, and the time stamp is fixed.
 */

import { type Zippable, zipSync } from "fflate";
import { DESCRIPTORS, type NdArray } from "./npz.ts";

/** Compressing a small array saves nothing and costs time at each reading. */
const DEFLATE_FROM = 512;

/** Packs arrays by name. */
export function writeNpz(arrays: ReadonlyMap<string, NdArray>): Uint8Array {
  const files: Zippable = {};
  for (const [name, array] of arrays) {
    const bytes = writeNpy(array);
    const level = bytes.length < DEFLATE_FROM ? 0 : 9;
    files[`${name}.npy`] = [bytes, { level, mtime: new Date(1980, 0, 1) }];
  }
  return zipSync(files);
}

function writeNpy({ shape, data }: NdArray): Uint8Array {
  const descriptor = DESCRIPTORS.find(([, type]) => data instanceof type)?.[0];
  const size = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '${descriptor}', 'fortran_order': False, 'shape': (${size}), }`;
  const length = Math.ceil((10 + text.length + 1) / 16) * 16;

  const out = new Uint8Array(length + data.byteLength);
  out.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (length - 10) & 255, (length - 10) >> 8]);
  out.set(new TextEncoder().encode(`${text.padEnd(length - 11)}\n`), 10);
  out.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), length);
  return out;
}
