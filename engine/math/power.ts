/**
 * Exponential and power functions. Import them from `scalar.ts`, the only source of inexact math functions.
 *
 * Method: the table-driven scheme of ARM's optimized routines (Szabolcs Nagy, 2018), which MuJoCo's C library also
 * uses, in the variant without fused multiply-add: exp x = 2^(k/128) · exp r with a polynomial in |r| ≤ ln 2 / 256, and
 * a logarithm in two doubles from 128 reciprocals of eight bits. The tables are computed with exact integers on first
 * use.
 */

const bits = new DataView(new ArrayBuffer(8));

// fixed-point numbers with 160 fractional bits
const FRACTION = 160n;
const ONE = 1n << FRACTION;

/** Nearest double of a fixed-point number, ties to even. */
function toNumber(fixed: bigint): number {
  return Number(fixed) / Number(ONE);
}

/** Integer square root, by Newton's iteration. */
function squareRoot(n: bigint): bigint {
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  while (true) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

// 2^(i/128): high word minus i/128 of the exponent field, low word, and relative error of that double
const EXP_HIGH = new Int32Array(128);
const EXP_LOW = new Int32Array(128);
const EXP_TAIL = new Float64Array(128);

function fillExpTable(): void {
  let step = 2n * ONE;
  for (let k = 0; k < 7; k++) step = squareRoot(step << FRACTION);
  let power = ONE;
  for (let i = 0; i < 128; i++) {
    const value = toNumber(power);
    bits.setFloat64(0, value);
    EXP_HIGH[i] = bits.getInt32(0) - (i << 13);
    EXP_LOW[i] = bits.getInt32(4);
    const rounded = BigInt(value * 2 ** 60) << (FRACTION - 60n);
    EXP_TAIL[i] = toNumber(((power - rounded) << FRACTION) / rounded);
    power = (power * step) >> FRACTION;
  }
}

// eight-bit reciprocal near the center of each interval, and minus its logarithm in two doubles
const LOG_RECIPROCAL = new Float64Array(128);
const LOG_HEAD = new Float64Array(128);
const LOG_TAIL = new Float64Array(128);

// high word of the lower end of the first interval, about 0.7057
const LOG_BEGIN = 0x3fe69555;

function fillLogTable(): void {
  for (let i = 0; i < 128; i++) {
    bits.setUint32(0, LOG_BEGIN + (i << 13) + (1 << 12));
    bits.setUint32(4, 0);
    const center = bits.getFloat64(0);
    const unit = center < 1 ? 128 : 256;
    const reciprocal = Math.round(unit / center);
    LOG_RECIPROCAL[i] = reciprocal / unit;

    // −ln(reciprocal/unit) = 2 artanh((unit − reciprocal)/(unit + reciprocal))
    const argument = (BigInt(unit - reciprocal) * ONE) / BigInt(unit + reciprocal);
    const square = (argument * argument) / ONE;
    let logarithm = 0n;
    for (let term = 2n * argument, k = 1n; term !== 0n; term = (term * square) / ONE, k += 2n) logarithm += term / k;

    // the head is short, so that k ln 2 + head is exact
    const shift = FRACTION - 43n;
    const head = (logarithm + (1n << (shift - 1n))) >> shift;
    LOG_HEAD[i] = Number(head) * 2 ** -43;
    LOG_TAIL[i] = toNumber(logarithm - (head << shift));
  }
}

const INVERSE_LN2_128 = 184.6649652337873; // 128 / ln 2
const MINUS_LN2_128_HIGH = -0.005415212348111709;
const MINUS_LN2_128_LOW = -1.2864023111638346e-14;
const ROUND = 6755399441055744; // 1.5 · 2^52

// words of the scale
let scaleHigh = 0;
let scaleLow = 0;

// results of the last reductions; V8-2
const reduced = new Float64Array(3);
/** correction relative to the scale of an exponential */
const RELATIVE = 0;
/** a logarithm, in two doubles */
const LOG = 1;
const LOG_REST = 2;

/** exp(x + tail) as scale · (1 + relative), for |x| < 1024; returns the exponent of 2^(1/128). */
function reduceExp(x: number, tail: number): number {
  if (EXP_HIGH[0] === 0) fillExpTable();
  const rounded = INVERSE_LN2_128 * x + ROUND;
  const k = rounded - ROUND;
  const r = x + k * MINUS_LN2_128_HIGH + k * MINUS_LN2_128_LOW + tail;

  const i = k & 127;
  scaleHigh = (EXP_HIGH[i] + (k << 13)) | 0;
  scaleLow = EXP_LOW[i];
  const r2 = r * r;
  reduced[RELATIVE] = EXP_TAIL[i] + r + r2 * (0.49999999999996786 + r * 0.16666666666665886) +
    r2 * r2 * (0.0416666808410674 + r * 0.008333335853059549);
  return k;
}

function scaleOf(): number {
  bits.setInt32(0, scaleHigh);
  bits.setInt32(4, scaleLow);
  return bits.getFloat64(0);
}

/** Finishes exp when the scale or the result is out of the range of normal numbers. */
function finishExtreme(k: number): number {
  const relative = reduced[RELATIVE];
  if (k > 0) {
    scaleHigh = (scaleHigh - (1009 << 20)) | 0;
    const scale = scaleOf();
    return 2 ** 1009 * (scale + scale * relative);
  }
  scaleHigh = (scaleHigh + (1022 << 20)) | 0;
  const scale = scaleOf();
  let y = scale + scale * relative;

  // round once, to the precision of the subnormal
  if (Math.abs(y) < 1) {
    const one = y < 0 ? -1 : 1;
    const low = scale - y + scale * relative;
    const high = one + y;
    y = (high + (one - high + y + low)) - one;
  }
  return 2 ** -1022 * y;
}

/** e to the power x. */
export function exp(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < 1024)) return x > 0 ? Infinity : x < 0 ? 0 : NaN;
  const k = reduceExp(x, 0);
  if (magnitude >= 512) return finishExtreme(k);
  const scale = scaleOf();
  return scale + scale * reduced[RELATIVE];
}

/** Natural logarithm of a positive normal number given by its words, scaled by 2^shift. */
function reduceLog(high: number, low: number, shift: number): void {
  if (LOG_RECIPROCAL[0] === 0) fillLogTable();

  // x = 2^k z with z in [0.7057, 1.4114), i counts intervals
  const above = high - LOG_BEGIN;
  const i = (above >> 13) & 127;
  const k = (above >> 20) + shift;
  const zWord = high - (above & 0xfff00000);
  bits.setInt32(0, zWord);
  bits.setInt32(4, low);
  const z = bits.getFloat64(0);
  bits.setInt32(0, low < 0 ? zWord + 1 : zWord);
  bits.setInt32(4, 0);
  const zHigh = bits.getFloat64(0);

  // ln z = −ln c + ln(1 + r) with r = z c − 1, in two parts, the first of which is exact
  const c = LOG_RECIPROCAL[i];
  const rHigh = zHigh * c - 1;
  const rLow = (z - zHigh) * c;
  const r = rHigh + rLow;
  const t1 = k * 0.6931471805598903 + LOG_HEAD[i];
  const t2 = t1 + r;
  const low1 = k * 5.497923018708371e-14 + LOG_TAIL[i];
  const low2 = t1 - t2 + r;

  const half = -0.5 * r;
  const half2 = r * half;
  const half3 = r * half2;
  const halfHigh = -0.5 * rHigh;
  const halfHigh2 = rHigh * halfHigh;
  const sum = t2 + halfHigh2;
  const low3 = rLow * (half + halfHigh);
  const low4 = t2 - sum + halfHigh2;
  const p = half3 * (-0.6666666666666679 + r * 0.5000000000000007 +
    half2 * (0.7999999995323976 + r * -0.6666666663487739 + half2 * (-1.142909628459501 + r * 1.0000415263675542)));
  const rest = low1 + low2 + low3 + low4 + p;
  const head = sum + rest;
  reduced[LOG] = head;
  reduced[LOG_REST] = sum - head + rest;
}

/** Clears the low 27 bits. */
function shorten(x: number): number {
  bits.setFloat64(0, x);
  bits.setInt32(4, bits.getInt32(4) & 0xf8000000);
  return bits.getFloat64(0);
}

/** Natural logarithm, correctly rounded but for a few in a thousand: MuJoCo's own may be one unit off. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === 1 || x === Infinity) return x === 1 ? 0 : x;
  reduceLogOf(x);
  return reduced[LOG];
}

/** Natural logarithm of a positive number, scaled out of the subnormals. */
function reduceLogOf(x: number): void {
  const subnormal = x < 2 ** -1022;
  bits.setFloat64(0, subnormal ? x * 2 ** 52 : x);
  reduceLog(bits.getInt32(0), bits.getInt32(4), subnormal ? -52 : 0);
}

/** x to the power y. */
export function pow(x: number, y: number): number {
  if (x === 1 || y === 0) return 1;
  if (x !== x || y !== y) return NaN;
  const odd = Math.abs(y) < 2 ** 53 && Math.abs(y % 2) === 1;
  const base = Math.abs(x);
  if (base === 0 || base === Infinity) return powLimit(x, y, odd);

  let sign = 1;
  if (x < 0) {
    if (Math.trunc(y) !== y) return NaN;
    if (odd) sign = -1;
  }
  if (base === 1) return sign;

  reduceLogOf(base);

  // y ln x, in two doubles
  const yHigh = shorten(y);
  const head = shorten(reduced[LOG]);
  const product = yHigh * head;
  const tail = (y - yHigh) * head + y * (reduced[LOG] - head + reduced[LOG_REST]);

  const magnitude = Math.abs(product);
  if (magnitude >= 1024) return product > 0 ? sign * Infinity : sign * 0;
  const k = reduceExp(product, tail);
  if (magnitude >= 512) return sign * finishExtreme(k);
  const scale = sign * scaleOf();
  return scale + scale * reduced[RELATIVE];
}

/** The power if the base is zero or infinite. */
function powLimit(x: number, y: number, odd: boolean): number {
  const value = (x === 0) === (y > 0) ? 0 : Infinity;
  return odd && (x < 0 || Object.is(x, -0)) ? -value : value;
}
