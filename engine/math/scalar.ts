/**
 * Functions that JavaScript engines round differently, implemented here so that the same model gives the same bits
 * everywhere. All inexact math functions of the engine come from this file. Errors are below one unit in the last
 * place.
 *
 * Method: reduction to a small interval in two or three exact steps, then the minimax polynomials of Ng's fdlibm (Sun
 * Microsystems, 1993), whose coefficients MuJoCo's C library also uses.
 */

export { exp, log, pow } from "./power.ts";

/** π */
export const PI = 3.141592653589793;

/** x, clamped to the bounds. */
export function clip(x: number, low: number, high: number): number {
  if (x < low) return low;
  return x > high ? high : x;
}

// π/2 in parts of 33 bits, each followed by the remainder of π/2
const PIO2_1 = 1.57079632673412561417e+00;
const PIO2_1T = 6.07710050650619224932e-11;
const PIO2_2 = 6.07710050630396597660e-11;
const PIO2_2T = 2.02226624879595063154e-21;
const PIO2_3 = 2.02226624871116645580e-21;
const PIO2_3T = 8.47842766036889956997e-32;
const TWO_OVER_PI = 6.36619772367581382433e-01;

// bounds are compared by their upper 32 bits, so each lies a little above the multiple of π/4 that it stands for
/** up to here nothing is subtracted */
const QUARTER = 0.7853984832763671;
/** from here on, reduction needs more bits of π than three parts have */
const REDUCE_MAX = 1647099;
/** remainders up to here are those of the nearest multiple of π/2, however the bounds lie */
const INSIDE = 0.78539;
/** adding and subtracting this rounds to the nearest integer, to the even one of two */
const TO_INTEGER = 6755399441055744;

// remainder of the last slow reduction, head and tail; V8-2
const remainder = new Float64Array(2);

const bits = new DataView(new ArrayBuffer(8));

function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  return (bits.getUint16(0) >> 4) & 0x7ff;
}

/** The upper 32 bits of |x|. */
function upperWord(x: number): number {
  bits.setFloat64(0, x);
  return bits.getInt32(0) & 0x7fffffff;
}

/**
 * Subtracts a multiple of π/2 from x, the nearest but at the bounds, writes the rest to `remainder`, and returns the
 * multiple. The general path, for arguments that the fast path in `sin` and `cos` does not cover.
 */
function reduce(x: number): number {
  const upper = upperWord(x);
  if (upper >= 0x413921fb) return reduceLarge(x);
  const few = smallMultiple(upper);
  if (few > 0) {
    const n = x < 0 ? -few : few;
    const r = x - n * PIO2_1;
    const w = n * PIO2_1T;
    remainder[0] = r - w;
    remainder[1] = (r - remainder[0]) - w;
    return n;
  }

  let n = (x * TWO_OVER_PI + TO_INTEGER) - TO_INTEGER;
  let r = x - n * PIO2_1;
  let w = n * PIO2_1T;
  let head = r - w;

  // the product may have been rounded past the middle between two multiples
  if (Math.abs(head) > PI / 4) {
    n += head < 0 ? -1 : 1;
    r = x - n * PIO2_1;
    w = n * PIO2_1T;
    head = r - w;
  }

  // more than 16 bits canceled: subtract the second part, then possibly the third
  const ex = exponentOf(x);
  if (ex - exponentOf(head) > 16) {
    let t = r;
    w = n * PIO2_2;
    r = t - w;
    w = n * PIO2_2T - ((t - r) - w);
    head = r - w;
    if (ex - exponentOf(head) > 49) {
      t = r;
      w = n * PIO2_3;
      r = t - w;
      w = n * PIO2_3T - ((t - r) - w);
      head = r - w;
    }
  }
  remainder[0] = head;
  remainder[1] = (r - head) - w;
  return n;
}

/** The multiple for numbers up to 9π/4, by their upper word; 0 for larger ones, and those about a multiple of π/2. */
function smallMultiple(upper: number): number {
  if (upper > 0x401c463b || (upper & 0xfffff) === 0x921fb || upper === 0x4012d97c) return 0;
  if (upper <= 0x4002d97c) return 1;
  if (upper <= 0x400f6a7a) return 2;
  return upper <= 0x4015fdbc ? 3 : 4;
}

/** bits of the digits that large numbers are multiplied in */
const DIGIT = 24;
const BASE = 2 ** DIGIT;
/** digits of 2/π from the second before the point on, computed on first use */
const twoOverPi: number[] = [];
/** digits of the fraction that are needed, beside the first */
const NEEDED = 4;
/** π/2 in parts of 24 bits */
const PIO2_DIGITS = [
  1.57079625129699707031e+00,
  7.54978941586159635335e-08,
  5.39030252995776476554e-15,
  3.28200341580791294123e-22,
  1.27065575308067607349e-29,
];

function arctanInverse(n: bigint, one: bigint): bigint {
  let term = one / n;
  let sum = term;
  for (let k = 3n, sign = -1n; term !== 0n; k += 2n, sign = -sign) {
    term /= n * n;
    sum += sign * (term / k);
  }
  return sum;
}

/** Computes 50 digits behind the point, enough for the largest number, with Machin's formula and exact integers. */
function findTwoOverPi(): void {
  const one = 1n << 1264n;
  const pi = 4n * (4n * arctanInverse(5n, one) - arctanInverse(239n, one));
  const quotient = (one << 1201n) / pi;
  for (let at = 1224n; at >= 0n; at -= 24n) twoOverPi.push(Number((quotient >> at) & 0xffffffn));
}

/** digits of a product, then of its fraction, lowest first */
const digits = new Float64Array(16);
/** parts of the product of the fraction and π/2, by size */
const parts = new Float64Array(16);

/**
 * The same for huge x, after Payne and Hanek: only the digits of 2/π that decide on the quadrant and the leading digits
 * of the fraction are multiplied. What is left out, and how the fraction is added up, decides on the last bit.
 */
function reduceLarge(x: number): number {
  if (!Number.isFinite(x)) {
    remainder.fill(NaN);
    return 0;
  }
  if (twoOverPi.length === 0) findTwoOverPi();

  // |x| in three digits, the first of them times 2^exponent
  const exponent = exponentOf(x) - 1046;
  bits.setUint16(0, 0x4160 | (bits.getUint16(0) & 0xf));
  let rest = bits.getFloat64(0);
  const first = Math.trunc(rest);
  rest = (rest - first) * BASE;
  const second = Math.trunc(rest);
  const third = (rest - second) * BASE;
  const skipped = Math.trunc((exponent - 3) / DIGIT);

  for (let last = NEEDED;;) {
    digits.fill(0);
    for (let k = 0; k <= last; k++) {
      const at = skipped + last - k;
      const sum = digits[k] + first * twoOverPi[at + 2] + second * twoOverPi[at + 1] + third * twoOverPi[at];
      digits[k + 1] = Math.floor(sum / BASE);
      digits[k] = sum - digits[k + 1] * BASE;
    }

    // quadrant, and the fraction to the nearest one
    const places = DIGIT * (last + skipped + 1) - exponent;
    let top = Math.trunc(places / DIGIT);
    const one = powerOfTwo(places - DIGIT * top);
    let n = digits[top + 1] * (BASE / one) + Math.floor(digits[top] / one);
    digits[top] %= one;
    let sign = x < 0 ? -1 : 1;
    const multiple = sign;
    if (digits[top] + digits[top - 1] / BASE >= one / 2) {
      n++;
      for (let k = 0, carry = 1; k <= top; k++) {
        const unit = k < top ? BASE : one;
        const complement = unit - 1 - digits[k] + carry;
        carry = Number(complement === unit);
        digits[k] = complement % unit;
      }
      sign = -sign;
    }

    // canceled digits are made up for by others
    while (digits[top] === 0) top--;
    if (top < NEEDED) {
      last += NEEDED - top;
      continue;
    }
    addDigits(top, places, sign);
    return multiple * (n & 7);
  }
}

/** 2 to the power of a whole number */
function powerOfTwo(exponent: number): number {
  bits.setFloat64(0, 0);
  bits.setUint16(0, (1023 + exponent) << 4);
  return bits.getFloat64(0);
}

/** remainder = ± fraction · 2^−places · π/2; `top` is the first of its digits */
function addDigits(top: number, places: number, sign: number): void {
  for (let k = 0; k <= top; k++) digits[k] *= powerOfTwo(DIGIT * k - places);
  for (let i = 0; i <= top; i++) {
    let part = 0;
    for (let k = 0; k <= Math.min(NEEDED, i); k++) part += PIO2_DIGITS[k] * digits[top - i + k];
    parts[i] = part;
  }

  let head = 0;
  for (let i = top; i >= 0; i--) head += parts[i];
  let tail = parts[0] - head;
  for (let i = 1; i <= top; i++) tail += parts[i];
  remainder[0] = sign * head;
  remainder[1] = sign * tail;
}

/** sine of x + y on |x| ≤ π/4 */
function kernelSin(x: number, y: number): number {
  const z = x * x;
  const w = z * z;
  const r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
    z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
  const v = z * x;
  return x - ((z * (0.5 * y - v * r) - y) - v * -1.66666666666666324348e-01);
}

/** cosine of x + y on |x| ≤ π/4 */
function kernelCos(x: number, y: number): number {
  const z = x * x;
  const w = z * z;
  const r = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)) +
    w * w * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
  const hz = 0.5 * z;
  const u = 1 - hz;
  return u + (((1 - u) - hz) + (z * r - x * y));
}

/** sine on |x| ≤ π/4 */
function kernelSin0(x: number): number {
  const z = x * x;
  const w = z * z;
  const r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
    z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
  return x + z * x * (-1.66666666666666324348e-01 + z * r);
}

/** Sine of x radians. */
export function sin(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude <= QUARTER) return magnitude < 1.4901161193847656e-8 ? x : kernelSin0(x);
  let n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - n * PIO2_1;
  const w = n * PIO2_1T;
  let y = r - w;
  let z = (r - y) - w;

  // too large, close to a multiple of π/2 or half-way between two: with more care
  if (!(magnitude < REDUCE_MAX && Math.abs(y) * 32768 > magnitude && Math.abs(y) < INSIDE)) {
    n = reduce(x);
    y = remainder[0];
    z = remainder[1];
  }
  const s = n & 1 ? kernelCos(y, z) : kernelSin(y, z);
  return n & 2 ? -s : s;
}

/** Cosine of x radians. */
export function cos(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude <= QUARTER) return kernelCos(x, 0);
  let n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - n * PIO2_1;
  const w = n * PIO2_1T;
  let y = r - w;
  let z = (r - y) - w;

  if (!(magnitude < REDUCE_MAX && Math.abs(y) * 32768 > magnitude && Math.abs(y) < INSIDE)) {
    n = reduce(x);
    y = remainder[0];
    z = remainder[1];
  }
  const c = n & 1 ? kernelSin(y, z) : kernelCos(y, z);
  return (n + 1) & 2 ? -c : c;
}

/**
 * Replaces x = `res[at]` (radians) with sin x and `res[at + 1]` with cos x. For hot paths: one call costs less than
 * two, and V8-2.
 */
export function sincos(res: Float64Array, at: number): void {
  const x = res[at];
  const magnitude = Math.abs(x);
  if (magnitude <= QUARTER) {
    const z = x * x;
    const w = z * z;
    const r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
      z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
    if (magnitude >= 1.4901161193847656e-8) res[at] = x + z * x * (-1.66666666666666324348e-01 + z * r); // V8-10
    const q = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)) +
      w * w * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
    const hz = 0.5 * z;
    const u = 1 - hz;
    res[at + 1] = u + (((1 - u) - hz) + z * q);
    return;
  }

  // the same reduction, polynomials, and quadrants as above
  let n = Math.floor(x * TWO_OVER_PI + 0.5);
  const d = x - n * PIO2_1;
  const t = n * PIO2_1T;
  let y = d - t;
  let e = (d - y) - t;
  if (!(magnitude < REDUCE_MAX && Math.abs(y) * 32768 > magnitude && Math.abs(y) < INSIDE)) {
    n = reduce(x);
    y = remainder[0];
    e = remainder[1];
  }
  const z = y * y;
  const w = z * z;
  const r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
    z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
  const v = z * y;
  const s = y - ((z * (0.5 * e - v * r) - e) - v * -1.66666666666666324348e-01);
  const q = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)) +
    w * w * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
  const hz = 0.5 * z;
  const u = 1 - hz;
  const c = u + (((1 - u) - hz) + (z * q - y * e));
  const sine = n & 1 ? c : s;
  const cosine = n & 1 ? s : c;
  res[at] = n & 2 ? -sine : sine;
  res[at + 1] = (n + 1) & 2 ? -cosine : cosine;
}

const ATAN_HIGH = [
  4.63647609000806093515e-01,
  7.85398163397448278999e-01,
  9.82793723247329054082e-01,
  1.57079632679489655800e+00,
];
const ATAN_LOW = [
  2.26987774529616870924e-17,
  3.06161699786838301793e-17,
  1.39033110312309984516e-17,
  6.12323399573676603587e-17,
];

// argument, then result; V8-2
const angle = new Float64Array(2);

/** Arc tangent of x, radians. */
export function atan(x: number): number {
  angle[0] = x;
  toAtan();
  return angle[0];
}

/** angle[0] = its arc tangent */
function toAtan(): void {
  const x = angle[0];
  const magnitude = Math.abs(x);
  if (!(magnitude >= 2 ** -27)) return;
  if (magnitude >= 2 ** 66) {
    angle[0] = x > 0 ? ATAN_HIGH[3] : -ATAN_HIGH[3];
    return;
  }

  // atan x = atan c + atan (x − c)/(1 + c x) for c = 0, ½, 1, 3/2, ∞
  let id = -1;
  let t = x;
  if (magnitude >= 2.4375) {
    id = 3;
    t = -1 / magnitude;
  } else if (magnitude >= 1.1875) {
    id = 2;
    t = (magnitude - 1.5) / (1 + 1.5 * magnitude);
  } else if (magnitude >= 0.6875) {
    id = 1;
    t = (magnitude - 1) / (magnitude + 1);
  } else if (magnitude >= 0.4375) {
    id = 0;
    t = (2 * magnitude - 1) / (2 + magnitude);
  }
  const z = t * t;
  const w = z * z;
  const odd = z * (3.33333333333329318027e-01 +
    w * (1.42857142725034663711e-01 + w * (9.09088713343650656196e-02 +
            w * (6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  const even = w * (-1.99999999998764832476e-01 +
    w * (-1.11111104054623557880e-01 + w * (-7.69187620504482999495e-02 +
            w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  if (id < 0) {
    angle[0] = t - t * (odd + even);
    return;
  }
  const result = ATAN_HIGH[id] - (t * (odd + even) - ATAN_LOW[id] - t);
  angle[0] = x < 0 ? -result : result;
}

/** Angle of the point (x, y), radians in [−π, π]. */
export function atan2(y: number, x: number): number {
  angle[0] = y;
  angle[1] = x;
  toAtan2();
  return angle[0];
}

/** angle[0] = angle of the point (angle[1], angle[0]) */
function toAtan2(): void {
  const y = angle[0];
  const x = angle[1];
  const negativeX = x < 0 || Object.is(x, -0);
  const negativeY = y < 0 || Object.is(y, -0);
  if (x !== x || y !== y) {
    angle[0] = NaN;
  } else if (y === 0) {
    if (negativeX) angle[0] = negativeY ? -PI : PI;
  } else if (x === 0) {
    angle[0] = negativeY ? -PI / 2 : PI / 2;
  } else if (!Number.isFinite(x)) {
    const upper = Number.isFinite(y) ? (negativeX ? PI : 0) : (negativeX ? 3 * PI / 4 : PI / 4);
    angle[0] = negativeY ? -upper : upper;
  } else if (!Number.isFinite(y) || Math.abs(y) > Math.abs(x) * 2 ** 64) {
    angle[0] = negativeY ? -PI / 2 : PI / 2;
  } else {
    const low = 1.2246467991473531772e-16;
    angle[0] = negativeX && Math.abs(y) * 2 ** 64 < Math.abs(x) ? 0 : Math.abs(y / x);
    toAtan();
    const z = angle[0];
    if (!negativeX) angle[0] = negativeY ? -z : z;
    else angle[0] = negativeY ? (z - low) - PI : PI - (z - low);
  }
}

/** (arcsin x − x)/x as a function of x², on x² ≤ ¼ */
function arcRatio(z: number): number {
  const p = z * (1.66666666666666657415e-01 +
    z * (-3.25565818622400915405e-01 +
        z * (2.01212532134862925881e-01 +
            z * (-4.00555345006794114027e-02 + z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))));
  const q = 1 +
    z * (-2.40339491173441421878e+00 +
        z * (2.02094576023350569471e+00 + z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
  return p / q;
}

const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;

/** Clears the low word. */
function headOf(x: number): number {
  bits.setFloat64(0, x);
  bits.setInt32(4, 0);
  return bits.getFloat64(0);
}

/** Arc sine of x, radians in [−π/2, π/2]. */
export function asin(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude <= 1)) return NaN;
  if (magnitude === 1) return x * HALF_PI;
  if (magnitude < 0.5) return magnitude < 2 ** -26 ? x : x + x * arcRatio(x * x);

  // arcsin x = π/2 − 2 arcsin √((1 − x)/2)
  const z = (1 - magnitude) * 0.5;
  const s = Math.sqrt(z);
  const r = arcRatio(z);
  let angle;
  bits.setFloat64(0, x);
  if (((bits.getInt32(0) & 0x7fffffff) >>> 0) >= 0x3fef3333) {
    angle = HALF_PI - (2 * (s + s * r) - HALF_PI_LOW);
  } else {
    const f = headOf(s);
    const c = (z - f * f) / (s + f);
    angle = 0.5 * HALF_PI - (2 * s * r - (HALF_PI_LOW - 2 * c) - (0.5 * HALF_PI - 2 * f));
  }
  return x < 0 ? -angle : angle;
}

const cosine = new Float64Array(1);

/** Arc cosine of x, radians in [0, π]. */
export function acos(x: number): number {
  cosine[0] = x;
  arccos(cosine, 0);
  return cosine[0];
}

/** Replaces x = `res[at]` with arccos x. For hot paths: V8-2. */
export function arccos(res: Float64Array, at: number): void {
  const x = res[at];
  const magnitude = Math.abs(x);
  if (!(magnitude < 1)) {
    res[at] = x === 1 ? 0 : x === -1 ? 2 * HALF_PI : NaN;
    return;
  }
  if (magnitude < 0.5) {
    res[at] = HALF_PI - (x - (HALF_PI_LOW - x * arcRatio(x * x)));
    return;
  }

  // arccos x = 2 arcsin √((1 − x)/2)
  const z = (1 - magnitude) * 0.5;
  const s = Math.sqrt(z);
  const r = arcRatio(z);
  if (x < 0) {
    res[at] = 2 * (HALF_PI - (s + (r * s - HALF_PI_LOW)));
    return;
  }
  bits.setFloat64(0, s);
  bits.setInt32(4, 0);
  const f = bits.getFloat64(0);
  const c = (z - f * f) / (s + f);
  res[at] = 2 * (f + (r * s + c));
}

/** tangent of x + y on |x| ≤ π/4, or of the odd quadrants: −1/tan */
function kernelTan(x: number, y: number, odd: boolean): number {
  // near π/4, work with the distance to it
  bits.setFloat64(0, x);
  const near = ((bits.getInt32(0) & 0x7fffffff) >>> 0) >= 0x3fe59428;
  const negative = near && x < 0;
  if (near) {
    if (negative) {
      x = -x;
      y = -y;
    }
    x = (HALF_PI / 2 - x) + (HALF_PI_LOW / 2 - y);
    y = 0;
  }
  const z = x * x;
  const w = z * z;
  let r = 1.33333333333201242699e-01 + w * (2.18694882948595424599e-02 +
        w * (3.59207910759131235356e-03 + w * (5.88041240820264096874e-04 +
                w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
  const v = z * (5.39682539762260521377e-02 + w * (8.86323982359930005737e-03 +
        w * (1.45620945432529025516e-03 + w * (2.46463134818469906812e-04 +
                w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
  const cube = z * x;
  r = y + z * (cube * (r + v) + y) + cube * 3.33333333333334091986e-01;
  const t = x + r;
  if (near) {
    const s = odd ? -1 : 1;
    const value = s - 2 * (x + (r - t * t / (t + s)));
    return negative ? -value : value;
  }
  if (!odd) return t;

  // −1/(x + r), in two parts
  const t0 = headOf(t);
  const rest = r - (t0 - x);
  const a = -1 / t;
  const a0 = headOf(a);
  return a0 + a * (1 + a0 * t0 + a0 * rest);
}

/** Tangent of x radians. */
export function tan(x: number): number {
  if (Math.abs(x) <= QUARTER) return Math.abs(x) < 2 ** -27 ? x : kernelTan(x, 0, false);
  const n = reduce(x);
  return kernelTan(remainder[0], remainder[1], (n & 1) === 1);
}
