/** Copies of records. */

import { doublesFrom } from "../math/small_arrays.ts";

/** A copy of a record that shares no arrays with it, except those that are named. */
export function copyRecord<T extends object>(record: T, shared?: ReadonlySet<string>): T {
  return ownArrays({ ...record }, shared);
}

/**
 * Replaces the arrays of a new record, which it shares with what it was spread from, with copies. Where V8 sees spread
 * copies of one kind of record only, it makes them faster than `copyRecord` does.
 */
export function ownArrays<T extends object>(record: T, shared?: ReadonlySet<string>): T {
  const values = record as Record<string, unknown>;
  for (const key in values) {
    const value = values[key];
    if (typeof value !== "object" || shared?.has(key)) continue;
    if (value instanceof Float64Array) values[key] = doublesFrom(value);
    else if (Array.isArray(value)) values[key] = value.slice();
  }
  return record;
}
