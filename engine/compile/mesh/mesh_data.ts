/** Vertices and faces while a mesh is being read. */

import { MjcfError } from "../../types/errors.ts";

/** A mesh as its source describes it. Arrays are empty if the source has no such data. */
export interface MeshData {
  vert: Float64Array;
  normal: Float32Array;
  texcoord: Float32Array;
  face: Int32Array;
  facenormal: Int32Array;
  facetexcoord: Int32Array;
}

/** An empty mesh. */
export function emptyMesh(): MeshData {
  return {
    vert: new Float64Array(0),
    normal: new Float32Array(0),
    texcoord: new Float32Array(0),
    face: new Int32Array(0),
    facenormal: new Int32Array(0),
    facetexcoord: new Int32Array(0),
  };
}

/** An error about a mesh. */
export function meshError(name: string, what: string): MjcfError {
  return new MjcfError(`mesh '${name}': ${what}`);
}

/** An error about a file of a mesh. */
export function fileError(name: string, what: string): MjcfError {
  return new MjcfError(`file '${name}': ${what}`);
}

/** Whether the scale preserves the orientation of faces. */
export function isRighthanded(scale: ArrayLike<number>): boolean {
  return scale[0] * scale[1] * scale[2] > 0;
}

/** Vertices in double precision, checked to be finite. */
export function toVertices(name: string, coordinates: Float32Array): Float64Array {
  if (coordinates.length % 3) throw meshError(name, `vertices need 3 coordinates each, got ${coordinates.length}`);
  checkFinite(name, coordinates);
  return new Float64Array(coordinates);
}

/** The bits of the exponent of a number, all of which are set if it is not finite. */
const EXPONENT = 0x7f800000;

/** Numbers as their bits, which take no memory where code is not compiled yet. */
export function bitsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

function checkFinite(name: string, coordinates: Float32Array): void {
  const bits = bitsOf(coordinates);
  for (let i = 0; i < bits.length; i++) {
    if ((bits[i] & EXPONENT) !== EXPONENT) continue;
    throw meshError(name, `vertex ${Math.floor(i / 3)} has the coordinate ${coordinates[i]}`);
  }
}

/** Merges vertices with equal coordinates, in order of first appearance, and renumbers the faces. */
export function joinVertices(name: string, coordinates: Float32Array, face: Int32Array): Float64Array {
  checkFinite(name, coordinates);
  const count = coordinates.length / 3;
  const joined = new Int32Array(count);
  const firsts = new Int32Array(count);
  const unique = numberVertices(joined, firsts, coordinates);
  if (unique === count) return new Float64Array(coordinates);
  for (let i = 0; i < face.length; i++) face[i] = joined[face[i]];
  return pick(coordinates, firsts.subarray(0, unique));
}

const MINUS_ZERO = -0x80000000;

/** The bits of a number, or those of 0 for −0, which is the same. */
function unsigned(bits: number): number {
  return bits === MINUS_ZERO ? 0 : bits;
}

/** Numbers different vertices; writes the number of each and the first vertex of each number. */
function numberVertices(joined: Int32Array, firsts: Int32Array, coordinates: Float32Array): number {
  const count = joined.length;
  const bits = bitsOf(coordinates);
  let size = 16;
  while (size < 2 * count) size *= 2;
  // numbers plus one; 0 where there is none
  const table = new Int32Array(size);

  let unique = 0;
  for (let v = 0; v < count; v++) {
    const i = 3 * v;
    let slot = Math.imul(unsigned(bits[i]), 73856093) ^ unsigned(bits[i + 1]);
    slot = Math.imul(Math.imul(slot, 19349663) ^ unsigned(bits[i + 2]), 83492791);
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;; slot = (slot + 1) & (size - 1)) {
      const u = table[slot] - 1;
      if (u < 0) {
        firsts[unique] = v;
        joined[v] = unique++;
        table[slot] = unique;
        break;
      }
      const w = 3 * firsts[u];
      const isSame = coordinates[w] === coordinates[i] && coordinates[w + 1] === coordinates[i + 1] &&
        coordinates[w + 2] === coordinates[i + 2];
      if (isSame) {
        joined[v] = u;
        break;
      }
    }
  }
  return unique;
}

function pick(coordinates: Float32Array, chosen: Int32Array): Float64Array {
  const vert = new Float64Array(3 * chosen.length);
  for (let u = 0; u < chosen.length; u++) {
    for (let k = 0; k < 3; k++) vert[3 * u + k] = coordinates[3 * chosen[u] + k];
  }
  return vert;
}
