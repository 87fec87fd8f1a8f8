/** Numbers below the smallest normal one, of which MuJoCo's C library accepts some. */

/**
 * Is a number that rounds to a subnormal `value`, or to zero, accepted? Decimal ones are if they are exact, or round up
 * to a power of two, which the library takes for a normal number. Hexadecimal ones are unless nothing is left of them.
 */
export function isAcceptedTiny(word: string, value: number): boolean {
  const hex = /0x([\da-f]*)\.?([\da-f]*)(?:p([+-]?\d+))?$/i.exec(word);
  if (hex) {
    return value !== 0 || leavesSomething(BigInt(`0x${hex[1]}${hex[2]}`), Number(hex[3] ?? 0) - 4 * hex[2].length);
  }
  const order = compareSizes(word, value);
  return order === 0 || (order < 0 && isPowerOfTwo(value));
}

/** exponent of two below which the library gives up */
const LOWEST = -1269;

/** Is something left of digits · 2^power when the library rounds it to a power of two, halves to nothing? */
function leavesSomething(digits: bigint, power: number): boolean {
  return (digits & (digits - 1n)) !== 0n && digits.toString(2).length - 1 + power >= LOWEST;
}

const bits = new DataView(new ArrayBuffer(8));

/** Mantissa and exponent of two of a number that is not 0. */
function split(value: number): [bigint, number] {
  bits.setFloat64(0, Math.abs(value));
  const raw = bits.getBigUint64(0);
  const exponent = Number(raw >> 52n);
  const fraction = raw & 0xfffffffffffffn;
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}

function isPowerOfTwo(value: number): boolean {
  const [mantissa] = split(value);
  return (mantissa & (mantissa - 1n)) === 0n;
}

function powerOfTen(n: number): bigint {
  return BigInt(`1${"0".repeat(n)}`);
}

/** Sign of |word| − |value|, exactly; both are far below 1. */
function compareSizes(word: string, value: number): number {
  const [mantissa, exponent = "0"] = word.replace(/^[+-]/, "").toLowerCase().split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  const power = Number(exponent) - fraction.length;
  const [m, e] = split(value);

  // digits · 10^power against m · 2^e, both without fractions
  const a = BigInt(whole + fraction) << BigInt(-e);
  const b = m * powerOfTen(-power);
  return a < b ? -1 : Number(a > b);
}
