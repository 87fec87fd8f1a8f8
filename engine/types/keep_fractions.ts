/** Records whose numbers may become fractions although they start out whole. */

/** any number that is not whole */
const FRACTION = 0.5;

/**
 * Makes V8 store these numbers of a record as doubles, and likewise those of all records made the same way:
 * V8-4. Returns the record with its values unchanged.
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
