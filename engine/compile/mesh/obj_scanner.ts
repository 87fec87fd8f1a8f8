/** The words and numbers of an OBJ file. */

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

/** Lines of an OBJ file, and the items of the current line, read from left to right. */
export class ObjScanner {
  /** number of the current line, from 1 */
  line = 0;
  private at = 0;
  private end = 0;
  private next = 0;

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
    if (bytes[i] === CR && bytes[i + 1] === LF) this.next++;
    this.line++;
    return true;
  }

  /** The first word of the line, if it is followed by a blank. */
  keyword(): string {
    this.skipBlanks();
    const from = this.at;
    let i = from;
    while (i < this.end && i - from < 3 && !isBlank(this.bytes[i])) i++;
    const length = i - from;
    if (i === this.end || length > 2) return "";
    this.at = i + 1;
    const { [from]: first, [from + 1]: second } = this.bytes;
    return length === 1 ? String.fromCharCode(first) : String.fromCharCode(first, second);
  }

  /**
   * Appends the corners of the line, each as the indices (from 0, or -1 for none) of position, texture coordinate, and
   * normal. Negative numbers count back from the last one read; returns false if something is not a number.
   */
  corners(into: number[], positions: number, normals: number, texcoords: number): boolean {
    this.skipBlanks();
    while (this.at < this.end) {
      const position = this.reference(positions);
      let texcoord = -1;
      let normal = -1;
      if (position === undefined) return false;
      if (this.passSlash()) {
        if (this.passSlash()) {
          const n = this.reference(normals);
          if (n === undefined) return false;
          normal = n;
        } else {
          const t = this.reference(texcoords);
          if (t === undefined) return false;
          texcoord = t;
          if (this.passSlash()) {
            const n = this.reference(normals);
            if (n === undefined) return false;
            normal = n;
          }
        }
      }
      into.push(position, texcoord, normal);
      this.skipBlanks();
    }
    return true;
  }

  /** The next number of the line, or 0 if there is none. */
  real(): number {
    this.skipBlanks();
    const from = this.at;
    let i = from;
    while (i < this.end && !isBlank(this.bytes[i])) i++;
    this.at = i;
    return parseReal(this.bytes, from, i);
  }

  private reference(count: number): number | undefined {
    const { bytes } = this;
    // blanks before the number are skipped, but only what follows the slash directly is consumed
    let i = this.at;
    while (i < this.end && (isBlank(bytes[i]) || bytes[i] === VT || bytes[i] === FF)) i++;
    const sign = i < this.end ? bytes[i] : 0;
    if (sign === PLUS || sign === MINUS) i++;
    let value = 0;
    while (i < this.end && isDigit(bytes[i])) value = 10 * value + bytes[i++] - ZERO;
    if (sign === MINUS) value = -value;

    // anything after the digits is ignored
    while (this.at < this.end && !isBlank(bytes[this.at]) && bytes[this.at] !== SLASH) this.at++;
    if (value === 0) return undefined;
    return value > 0 ? value - 1 : count + value;
  }

  private passSlash(): boolean {
    if (this.at >= this.end || this.bytes[this.at] !== SLASH) return false;
    this.at++;
    return true;
  }

  private skipBlanks(): void {
    while (this.at < this.end && isBlank(this.bytes[this.at])) this.at++;
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
export function parseReal(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return 0;
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
    if (exponent > 0) mantissa = scaleByTen(mantissa, down ? -exponent : exponent);
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
