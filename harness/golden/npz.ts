/** Arrays in a zip file, as numpy writes them with `np.savez_compressed`. */

import type { Numbers } from "../engine.ts";
import { listZip, readZip } from "./zip.ts";

/** An array with its shape, row-major. */
export interface NdArray {
  /** length in each dimension */
  readonly shape: readonly number[];
  /** the elements */
  readonly data: Numbers;
}

/** How numpy calls each type of elements. */
export const DESCRIPTORS = [
  ["<f8", Float64Array],
  ["<f4", Float32Array],
  ["<i4", Int32Array],
  ["|u1", Uint8Array],
  ["|i1", Int8Array],
] as const;

const decoder = new TextDecoder();

/** Unpacks every array. Throws an `Error` that describes what is wrong with the bytes. */
export function readNpz(bytes: Uint8Array): Map<string, NdArray> {
  const out = new Map<string, NdArray>();
  for (const entry of listZip(bytes)) {
    const { name } = entry;
    out.set(name.replace(/\.npy$/, ""), readNpy(readZip(bytes, entry), name));
  }
  return out;
}

interface Header {
  readonly shape: readonly number[];
  readonly type: (typeof DESCRIPTORS)[number][1];
}

/** Cache of headers, which are the same for arrays of the same type and shape. */
const headers = new Map<string, Header>();

function readNpy(bytes: Uint8Array, name: string): NdArray {
  if (bytes[0] !== 0x93 || bytes[1] !== 0x4e) throw new Error(`${name} is not an array of numpy`);
  const version = bytes[6];
  const from = version === 1 ? 10 : 12;
  const length = bytes[8] + 256 * bytes[9] + (version === 1 ? 0 : 65536 * bytes[10]);
  const text = decoder.decode(bytes.subarray(from, from + length));
  let header = headers.get(text);
  if (header === undefined) headers.set(text, header = readHeader(text, name));

  const { shape, type } = header;
  const elements = shape.reduce((product, n) => product * n, 1);
  const size = bytes.length - from - length;
  if (size !== elements * type.BYTES_PER_ELEMENT) throw new Error(`${name} does not fit its shape (${shape})`);
  const buffer = bytes.buffer as ArrayBuffer;
  const begin = bytes.byteOffset + from + length;
  const isAligned = begin % type.BYTES_PER_ELEMENT === 0;
  const data = isAligned ? new type(buffer, begin, elements) : new type(buffer.slice(begin, begin + size));
  return { shape, data };
}

function readHeader(text: string, name: string): Header {
  const descriptor = /'descr':\s*'([^']*)'/.exec(text)?.[1];
  const size = /'shape':\s*\(([^)]*)\)/.exec(text)?.[1];
  const type = DESCRIPTORS.find(([known]) => known === descriptor)?.[1];
  if (type === undefined || size === undefined) {
    throw new Error(`${name}: elements of type ${descriptor} are not supported`);
  }
  if (/'fortran_order':\s*True/.test(text)) throw new Error(`${name}: column-major order is not supported`);
  return { type, shape: size.split(",").filter((part) => part.trim() !== "").map(Number) };
}
