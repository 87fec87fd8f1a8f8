/** The words and numbers of an OBJ file. */

import type { GrowingFloats, GrowingInts } from "./growing.ts";

const NUL = 0;
const TAB = 9;
const LF = 10;
const VT = 11;
const FF = 12;
const CR = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const ZERO = 48;

/** First words of lines: one or two characters, as a number. */
export const ObjKeyword = {
  NONE: 0,
  F: 0x66,
  G: 0x67,
  L: 0x6c,
  O: 0x6f,
  P: 0x70,
  V: 0x76,
  VN: 0x6e76,
  VT: 0x7476,
} as const;

const { NONE } = ObjKeyword;

/** Lines of an OBJ file, and the items of the current line, read from left to right. */
export class ObjScanner {
  /** number of the current line, from 1 */
  line = 0;
  private at = 0;
  private end = 0;
  private next = 0;
  /** are all indices of the line numbers so far? */
  private isValid = true;

  constructor(private readonly bytes: Uint8Array) {}

  /** Goes to the next line, false at the end of the file. */
  nextLine(): boolean {
    const { bytes } = this;
    if (this.next >= bytes.length) return false;
    this.at = this.next;
    let i = this.at;
    let nul = -1;
    for (; i < bytes.length && bytes[i] !== LF && bytes[i] !== CR; i++) {
      if (bytes[i] === NUL && nul < 0) nul = i;
    }
    // a NUL ends the text
    this.end = nul < 0 ? i : nul;
    this.next = i + 1;
    if (this.next < bytes.length && bytes[i] === CR && bytes[i + 1] === LF) this.next++;
    this.line++;
    return true;
  }

  /** The first word of the line, if it is followed by a blank: a number, `ObjKeyword` if it has a meaning. */
  keyword(): number {
    this.skipBlanks();
    const { bytes, at, end } = this;
    let i = at;
    while (i < end && i - at < 3 && !isBlank(bytes[i])) i++;
    const length = i - at;
    if (i === end || length > 2) return NONE;
    this.at = i + 1;
    return length === 2 ? bytes[at] | bytes[at + 1] << 8 : length === 1 ? bytes[at] : NONE;
  }

  /**
   * Appends the corners of the line, each as the indices (from 0, or -1 for none) of position, texture coordinate, and
   * normal. Negative numbers count back from the last one read; returns false if something is not a number.
   */
  corners(into: GrowingInts, positions: number, normals: number, texcoords: number): boolean {
    this.skipBlanks();
    while (this.at < this.end) {
      this.isValid = true;
      const position = this.reference(positions);
      let texcoord = -1;
      let normal = -1;
      if (this.passSlash()) {
        if (this.passSlash()) {
          normal = this.reference(normals);
        } else {
          texcoord = this.reference(texcoords);
          if (this.passSlash()) normal = this.reference(normals);
        }
      }
      if (!this.isValid) return false;
      into.push(position);
      into.push(texcoord);
      into.push(normal);
      this.skipBlanks();
    }
    return true;
  }

  /** Appends the next numbers of the line, or 0 where there is none. */
  reals(into: GrowingFloats, count: number): void {
    const first = into.extend(count);
    for (let k = 0; k < count; k++) this.real(into.values, first + k);
  }

  private real(into: Float32Array, k: number): void {
    this.skipBlanks();
    const { bytes, at, end } = this;
    let i = at;
    while (i < end && !isBlank(bytes[i])) i++;
    this.at = i;
    into[k] = parseReal(bytes, at, i);
  }

  /** The next index of a corner; `isValid` becomes false if it is not a number. */
  private reference(count: number): number {
    const { bytes, end } = this;
    // blanks before the number are skipped, but only what follows the slash directly is consumed
    let i = this.at;
    while (i < end && (isBlank(bytes[i]) || bytes[i] === VT || bytes[i] === FF)) i++;
    const sign = i < end ? bytes[i] : 0;
    if (sign === PLUS || sign === MINUS) i++;
    let value = 0;
    while (i < end && isDigit(bytes[i])) value = 10 * value + bytes[i++] - ZERO;

    // anything after the digits is ignored
    i = this.at;
    while (i < end && !isBlank(bytes[i]) && bytes[i] !== SLASH) i++;
    this.at = i;
    if (value === 0) this.isValid = false;
    return sign === MINUS ? count - value : value - 1;
  }

  private passSlash(): boolean {
    if (this.at >= this.end || this.bytes[this.at] !== SLASH) return false;
    this.at++;
    return true;
  }

  private skipBlanks(): void {
    const { bytes, end } = this;
    let i = this.at;
    while (i < end && isBlank(bytes[i])) i++;
    this.at = i;
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte < ZERO + 10;
}

// powers used as divisors, rounded as decimal literals
const TENTHS = Array.from({ length: 340 }, (_, n) => Number(`1e-${n}`));

/**
 * The number in `bytes[at…end)`. Digits accumulate one by one, so the last bit is not always that of the nearest
 * number: MuJoCo's OBJ loader reads them this way. Text that is not a number counts as 0; anything after a number is
 * ignored.
 */
function parseReal(bytes: Uint8Array, at: number, end: number): number {
  let negative = false;
  if (bytes[at] === PLUS || bytes[at] === MINUS) {
    negative = bytes[at] === MINUS;
    at++;
  }
  let mantissa = 0;
  if (at >= end || bytes[at] !== DOT) {
    const first = at;
    while (at < end && isDigit(bytes[at])) mantissa = mantissa * 10 + (bytes[at++] - ZERO);
    if (at === first) return 0;
  }
  if (at < end && bytes[at] === DOT) {
    at++;
    for (let place = 1; at < end && isDigit(bytes[at]); place++) {
      mantissa += (bytes[at++] - ZERO) * (TENTHS[place] ?? 0);
    }
  }

  // exponent of ten, as one of five and one of two
  if (at < end && (bytes[at] | 32) === 101) {
    at++;
    let down = false;
    if (at < end && (bytes[at] === PLUS || bytes[at] === MINUS)) {
      down = bytes[at] === MINUS;
      at++;
    }
    const first = at;
    let exponent = 0;
    while (at < end && isDigit(bytes[at])) exponent = Math.min(10 * exponent + (bytes[at++] - ZERO), 9999);
    if (at === first) return 0;
    mantissa = scaleByTen(mantissa, down ? -exponent : exponent);
  }
  return negative ? -mantissa : mantissa;
}

function scaleByTen(mantissa: number, exponent: number): number {
  return mantissa * powerOfFive(exponent) * powerOfTwo(exponent);
}

function powerOfFive(exponent: number): number {
  // literals are rounded correctly, and division by a power of two is exact
  if (exponent > 300) return powerOfFive(300) * powerOfFive(exponent - 300);
  if (exponent < -300) return powerOfFive(-300) * powerOfFive(exponent + 300);
  return Number(`1e${exponent}`) / powerOfTwo(exponent);
}

function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let i = Math.abs(exponent); i > 0; i--) power *= exponent > 0 ? 2 : 0.5;
  return power;
}
