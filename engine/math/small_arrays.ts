/**
 * Small arrays, cut from a larger block of memory: V8-5. Reading and compiling a model takes thousands of arrays.
 */

/** size of a block in bytes */
const BLOCK = 1 << 14;
/** arrays of at least this many bytes get memory of their own */
const LARGE = 1 << 10;

const NO_DOUBLES = new Float64Array(0);
const NO_INTS = new Int32Array(0);

let block = new ArrayBuffer(BLOCK);
let used = 0;

/** Offset of the next bytes. */
function cut(bytes: number): number {
  if (used + bytes > BLOCK) {
    block = new ArrayBuffer(BLOCK);
    used = 0;
  }
  const at = used;
  used += bytes;
  return at;
}

/** Zeros. */
export function newDoubles(length: number): Float64Array {
  if (length === 0) return NO_DOUBLES;
  if (8 * length >= LARGE) return new Float64Array(length);
  const at = cut(8 * length);
  return new Float64Array(block, at, length);
}

/** Zeros. */
export function newInts(length: number): Int32Array {
  if (length === 0) return NO_INTS;
  if (4 * length >= LARGE) return new Int32Array(length);
  const at = cut(4 * (length + (length & 1)));
  return new Int32Array(block, at, length);
}

/** Consecutive integers from `first` on. */
export function countFrom(first: number, length: number): Int32Array {
  const res = newInts(length);
  for (let i = 0; i < length; i++) res[i] = first + i;
  return res;
}

/** A copy of the given numbers. */
export function doublesFrom(values: ArrayLike<number>): Float64Array {
  const { length } = values;
  const res = newDoubles(length);
  for (let i = 0; i < length; i++) res[i] = values[i];
  return res;
}

/** A copy of the given numbers. */
export function intsFrom(values: ArrayLike<number>): Int32Array {
  const { length } = values;
  const res = newInts(length);
  for (let i = 0; i < length; i++) res[i] = values[i];
  return res;
}
