/** Records of numbers that may be fractions, whole as they begin. */

/** any that is not whole */
const FRACTION = 0.5;

/**
 * Has V8 keep these numbers of a record as fractions, and with them those of all records that are made in the same way.
 * It keeps numbers that begin whole as whole ones, until one of them becomes a fraction, and then takes back all code
 * that was compiled for such records. Returns the record, with the values that it had.
 */
export function keepFractions<T extends object>(record: T, ...names: readonly (keyof T)[]): T {
  const numbers = record as Record<keyof T, unknown>;
  for (const name of names) {
    const value = numbers[name];
    numbers[name] = FRACTION;
    numbers[name] = value;
  }
  return record;
}
