/** Decompression of zlib streams (RFC 1950 and 1951). */

/** A prefix code: for every sequence of `bits` bits, 16 times the symbol that it begins with, plus the length of its code. */
interface Code {
  readonly bits: number;
  readonly entries: Int32Array;
}

const LONGEST = 15;
/** symbols of literals and lengths, of which the first 256 are literals; the one that ends a block */
const SYMBOLS = 288;
const END = 256;

/** order in which the lengths of the codes of lengths are listed */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** smallest length or distance of each symbol, and the number of bits that are added to it */
const LENGTHS = series(3, 4, 28, 8);
const DISTANCES = series(1, 2, 30, 4);
LENGTHS.bits.push(0);
LENGTHS.base.push(258);

/** Ranges one after another: `n` of them, of which the first `single` are one number, and every `same` double. */
function series(first: number, same: number, n: number, single: number): { base: number[]; bits: number[] } {
  const base: number[] = [];
  const bits: number[] = [];
  for (let i = 0, next = first; i < n; i++) {
    base.push(next);
    bits.push(i < single ? 0 : Math.floor((i - single) / same) + 1);
    next += 1 << bits[i];
  }
  return { base, bits };
}

/** The code whose symbols have the given lengths, 0 for those without a code. */
function codeOf(lengths: Uint8Array): Code {
  const count = new Uint16Array(LONGEST + 1);
  for (const length of lengths) count[length]++;
  count[0] = 0;
  let bits = LONGEST;
  while (bits > 1 && count[bits] === 0) bits--;
  const next = new Uint16Array(LONGEST + 1);
  let room = 1;
  for (let length = 1; length <= LONGEST; length++) {
    next[length] = (next[length - 1] + count[length - 1]) << 1;
    room = 2 * room - count[length];
    if (room < 0) throw new Error("a prefix code has too many symbols");
  }

  // only a single symbol may leave bits unused
  if (room > 0 && bits > 1) throw new Error("a prefix code has too few symbols");

  // bits arrive in reverse; those that begin no code stay 0
  const entries = new Int32Array(1 << bits);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    if (length === 0) continue;
    const code = next[length]++;
    let reversed = 0;
    for (let k = 0; k < length; k++) reversed |= (code >> k & 1) << (length - 1 - k);
    for (let at = reversed; at < entries.length; at += 1 << length) entries[at] = symbol << 4 | length;
  }
  return { bits, entries };
}

/** The codes of blocks that do not bring their own. */
function fixedCodes(): [Code, Code] {
  const lengths = new Uint8Array(SYMBOLS).fill(8).fill(9, 144, 256).fill(7, 256, 280);
  return [codeOf(lengths), codeOf(new Uint8Array(32).fill(5))];
}

/** Reads bits from bytes, the lowest first. */
class BitReader {
  private held = 0;
  private count = 0;

  constructor(private readonly bytes: Uint8Array, private at: number) {}

  /** Makes sure that there are `n` bits, or as many as there are. */
  private fill(n: number): void {
    while (this.count < n && this.at < this.bytes.length) {
      this.held |= this.bytes[this.at++] << this.count;
      this.count += 8;
    }
  }

  private drop(n: number): void {
    if (n > this.count) throw new Error("the compressed data end early");
    this.held >>>= n;
    this.count -= n;
  }

  /** A number of at most 16 bits. */
  read(n: number): number {
    this.fill(n);
    const value = this.held & ((1 << n) - 1);
    this.drop(n);
    return value;
  }

  symbol({ bits, entries }: Code): number {
    this.fill(bits);
    const entry = entries[this.held & ((1 << bits) - 1)];
    if (entry === 0) throw new Error("the compressed data have an unknown code");
    this.drop(entry & 15);
    return entry >> 4;
  }

  /** Whole bytes from the next one on. */
  take(n: number): Uint8Array {
    this.at -= this.count >> 3;
    this.held = this.count = 0;
    const end = this.at + n;
    if (end > this.bytes.length) throw new Error("the compressed data end early");
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}

/** The codes that a block begins with: of literals and lengths, and of distances. */
function readCodes(reader: BitReader): [Code, Code] {
  const literals = reader.read(5) + 257;
  const distances = reader.read(5) + 1;
  const listed = reader.read(4) + 4;
  const lengths = new Uint8Array(LENGTH_ORDER.length);
  for (let i = 0; i < listed; i++) lengths[LENGTH_ORDER[i]] = reader.read(3);
  const code = codeOf(lengths);

  const all = new Uint8Array(literals + distances);
  for (let i = 0; i < all.length;) {
    const symbol = reader.symbol(code);
    if (symbol < 16) {
      all[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) throw new Error("the compressed data repeat nothing");
    const repeated = symbol === 16 ? all[i - 1] : 0;
    const times = symbol === 16 ? 3 + reader.read(2) : symbol === 17 ? 3 + reader.read(3) : 11 + reader.read(7);
    if (i + times > all.length) throw new Error("the compressed data have too many codes");
    all.fill(repeated, i, i += times);
  }
  if (all[END] === 0) throw new Error("the compressed data have no end");
  return [codeOf(all.subarray(0, literals)), codeOf(all.subarray(literals))];
}

/** Decompresses a stream into `out`, and returns the number of bytes; fails if there are more than fit. */
export function inflate(stream: Uint8Array, out: Uint8Array): number {
  const [method, flags] = stream;
  if ((method & 15) !== 8 || method >> 4 > 7 || (method << 8 | flags) % 31 !== 0 || (flags & 32) !== 0) {
    throw new Error("the compressed data have no valid header");
  }
  const reader = new BitReader(stream, 2);
  let size = 0;
  for (let isLast = false; !isLast;) {
    isLast = reader.read(1) === 1;
    const kind = reader.read(2);
    if (kind === 3) throw new Error("the compressed data have an unknown kind of block");
    if (kind === 0) size = copyBlock(reader, out, size);
    else size = inflateBlock(reader, kind === 1 ? fixedCodes() : readCodes(reader), out, size);
  }
  return size;
}

/** A block that is not compressed. */
function copyBlock(reader: BitReader, out: Uint8Array, at: number): number {
  const [low, high, notLow, notHigh] = reader.take(4);
  const n = low | high << 8;
  if ((notLow | notHigh << 8) !== (~n & 0xffff)) throw new Error("the compressed data have a damaged length");
  if (at + n > out.length) throw new Error(TOO_LONG);
  out.set(reader.take(n), at);
  return at + n;
}

const TOO_LONG = "the compressed data are longer than expected";

/** A block of literals and of copies of what came before, from `at` on. Returns the end. */
function inflateBlock(reader: BitReader, [literals, distances]: [Code, Code], out: Uint8Array, at: number): number {
  while (true) {
    const symbol = reader.symbol(literals);
    if (symbol === END) return at;
    if (symbol < END) {
      if (at === out.length) throw new Error(TOO_LONG);
      out[at++] = symbol;
      continue;
    }
    const n = rangeOf(reader, LENGTHS, symbol - END - 1);
    const distance = rangeOf(reader, DISTANCES, reader.symbol(distances));
    if (distance > at) throw new Error("the compressed data refer to what is not there");
    if (at + n > out.length) throw new Error(TOO_LONG);
    for (const end = at + n; at < end; at++) out[at] = out[at - distance];
  }
}

/** A length or distance: the smallest of its symbol, and what the next bits add. */
function rangeOf(reader: BitReader, { base, bits }: { base: number[]; bits: number[] }, symbol: number): number {
  if (symbol >= base.length) throw new Error("the compressed data have an unknown code");
  return base[symbol] + reader.read(bits[symbol]);
}
