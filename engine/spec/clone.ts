/** Copies of documents in memory. */

import { Budget } from "../types/limits.ts";
import type { Spec } from "../types/spec.ts";

/** A copy of a document that shares nothing that can change, and the copy of each of its records. */
export function cloneDocument(document: Spec): { document: Spec; copies: ReadonlyMap<object, object> } {
  const copies = new Map<object, object>();
  copies.set(document.budget, new Budget(document.budget.limits));
  // known plugins and origins stay the same objects
  copies.set(document.knownPlugins, document.knownPlugins);
  return { document: cloneValue(document, copies) as Spec, copies };
}

/** Records, lists, maps, and arrays are copied, each once; instances of classes are shared. */
function cloneValue(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (ArrayBuffer.isView(value)) {
    const copy = (value as Float64Array).slice();
    copies.set(value, copy);
    return copy;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    copies.set(value, copy);
    for (const item of value) copy.push(cloneValue(item, copies));
    return copy;
  }
  if (value instanceof Map) {
    const copy = new Map();
    copies.set(value, copy);
    for (const [key, item] of value) copy.set(key, cloneValue(item, copies));
    return copy;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = { ...value } as Record<string, unknown>;
  copies.set(value, copy);
  for (const key in copy) {
    if (typeof copy[key] === "object") copy[key] = cloneValue(copy[key], copies);
  }
  return copy;
}
