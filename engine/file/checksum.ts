/** The checksum of saved models. */

/** prime of the 32-bit FNV hash */
const PRIME = 0x01000193;

/** start of the 32-bit FNV hash */
const START = 0x811c9dc5;

/**
 * A checksum of whole words from `start` on. Each step of a hash is invertible, so a change within one word always
 * changes the result. Eight hashes side by side take the words in turn: one alone would wait for its own product.
 */
export function checksum(words: Int32Array, start: number, seed: number): number {
  let a = START ^ seed;
  let b = START + 1;
  let c = START + 2;
  let d = START + 3;
  let e = START + 4;
  let f = START + 5;
  let g = START + 6;
  let h = START + 7;
  const { length } = words;
  let i = start;
  for (; i + 8 <= length; i += 8) {
    a = Math.imul(a ^ words[i], PRIME);
    b = Math.imul(b ^ words[i + 1], PRIME);
    c = Math.imul(c ^ words[i + 2], PRIME);
    d = Math.imul(d ^ words[i + 3], PRIME);
    e = Math.imul(e ^ words[i + 4], PRIME);
    f = Math.imul(f ^ words[i + 5], PRIME);
    g = Math.imul(g ^ words[i + 6], PRIME);
    h = Math.imul(h ^ words[i + 7], PRIME);
  }
  for (; i < length; i++) a = Math.imul(a ^ words[i], PRIME);
  for (const hash of [b, c, d, e, f, g, h]) {
    a = Math.imul(a ^ hash, PRIME);
    // the high bits of a product never reach the low bits of the next
    a ^= a >>> 15;
  }
  return a;
}
