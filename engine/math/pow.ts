/**
 * Powers with a real exponent. Logarithm and exponential are carried in pairs of doubles, so that the rounded result is
 * the correctly rounded one in all but about one case in a million: what a good C library returns, whichever it is.
 */

const SPLITTER = 134217729; // 2^27 + 1

// ln 2 as a pair
const LN2_HIGH = 0.6931471805599453;
const LN2_LOW = 2.3190468138462996e-17;

// the pair that the last operation left
let high = 0;
let low = 0;

/** high + low = a + b exactly, for |a| ≥ |b| */
function quickSum(a: number, b: number): void {
  const s = a + b;
  low = b - (s - a);
  high = s;
}

/** high + low = a + b exactly */
function sum(a: number, b: number): void {
  const s = a + b;
  const t = s - a;
  low = (a - (s - t)) + (b - t);
  high = s;
}

/** high + low = a b exactly (Dekker) */
function product(a: number, b: number): void {
  const p = a * b;
  const ca = SPLITTER * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = SPLITTER * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  low = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
  high = p;
}

/** high + low ≈ (ah + al)(bh + bl) */
function multiply(ah: number, al: number, bh: number, bl: number): void {
  product(ah, bh);
  quickSum(high, low + (ah * bl + al * bh));
}

/** high + low ≈ (ah + al) + (bh + bl) */
function add(ah: number, al: number, bh: number, bl: number): void {
  sum(ah, bh);
  quickSum(high, low + (al + bl));
}

const view = new DataView(new ArrayBuffer(8));

/** 2^k for any integer k that keeps the result finite */
function scaleByPowerOfTwo(x: number, k: number): number {
  let y = x;
  let n = k;
  while (n > 1000) {
    y *= 1.0715086071862673e301;
    n -= 1000;
  }
  while (n < -1000) {
    y *= 9.332636185032189e-302;
    n += 1000;
  }
  view.setUint32(0, (1023 + n) << 20);
  view.setUint32(4, 0);
  return y * view.getFloat64(0);
}

/** high + low ≈ ln x for positive, finite, normal x */
function logarithm(x: number): void {
  // x = m 2^e with m in [√½, √2)
  view.setFloat64(0, x);
  const word = view.getUint32(0);
  let e = (word >>> 20) - 1023;
  view.setUint32(0, (word & 0x000fffff) | 0x3ff00000);
  let m = view.getFloat64(0);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    e += 1;
  }

  // s = (m − 1)/(m + 1) as a pair
  const numerator = m - 1;
  sum(m, 1);
  const dh = high;
  const dl = low;
  const sh = numerator / dh;
  product(sh, dh);
  const sl = ((numerator - high) - low - sh * dl) / dh;

  // ln m = 2 s (1 + s²/3 + s⁴/5 + …): far terms in double, near terms in pairs
  multiply(sh, sl, sh, sl);
  const zh = high;
  const zl = low;
  let tail = 0;
  for (let k = 33; k >= 17; k -= 2) tail = 1 / k + zh * tail;
  let th = tail;
  let tl = 0;
  for (let k = 15; k >= 1; k -= 2) {
    multiply(th, tl, zh, zl);
    th = high;
    tl = low;
    const inverse = 1 / k;
    product(inverse, k);
    add(inverse, ((1 - high) - low) / k, th, tl);
    th = high;
    tl = low;
  }
  multiply(th, tl, 2 * sh, 2 * sl);
  const lh = high;
  const ll = low;

  product(e, LN2_HIGH);
  add(high, low + e * LN2_LOW, lh, ll);
}

/** e^(ah + al) for results within the normal range */
function exponential(ah: number, al: number): number {
  // a = k ln 2 + 32 r, |r| < 0.011
  const k = Math.floor(ah / LN2_HIGH + 0.5);
  product(k, LN2_HIGH);
  add(ah, al, -high, -(low + k * LN2_LOW));
  const rh = high / 32;
  const rl = low / 32;

  // e^r − 1 = r (1 + r/2 (1 + r/3 (…)))
  let th = 1;
  let tl = 0;
  for (let n = 11; n >= 2; n--) {
    multiply(th, tl, rh, rl);
    th = high;
    tl = low;
    const quotient = th / n;
    product(quotient, n);
    add(1, 0, quotient, ((th - high) + (tl - low)) / n);
    th = high;
    tl = low;
  }
  multiply(th, tl, rh, rl);
  let ph = high;
  let pl = low;

  // (1 + p)² − 1 = 2 p + p², five times
  for (let n = 0; n < 5; n++) {
    multiply(ph, pl, ph, pl);
    add(2 * ph, 2 * pl, high, low);
    ph = high;
    pl = low;
  }
  add(1, 0, ph, pl);
  return scaleByPowerOfTwo(high, k);
}

/** x to the power of y, for finite non-negative x and finite y. */
export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (x === 0) return y > 0 ? 0 : Infinity;
  if (y === 1) return x;
  if (x < 2.2250738585072014e-308) return pow(x * 18014398509481984, y) * pow(5.551115123125783e-17, y);

  logarithm(x);
  multiply(high, low, y, 0);
  if (high > 709.78) return Infinity;
  if (high < -745.14) return 0;
  return exponential(high, low);
}
