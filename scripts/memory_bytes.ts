/** Bytes of the arrays that models and data hold. */

import type { Data, Model } from "../mod.ts";

type View = Uint8Array;

/** All arrays that can be reached from a value, without going through some objects. */
function arraysOf(root: unknown, without: readonly unknown[] = []): View[] {
  const found: View[] = [];
  const seen = new Set<unknown>(without);
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) found.push(value as View);
    else if (value instanceof Map || value instanceof Set) open.push(...value);
    else open.push(...Object.values(value));
  }
  return found;
}

/** Bytes that arrays cover, each once, however many arrays cover it. */
function coveredBytes(arrays: readonly View[]): number {
  const byBuffer = new Map<ArrayBufferLike, [start: number, end: number][]>();
  for (const { buffer, byteOffset, byteLength } of arrays) {
    const ranges = byBuffer.get(buffer) ?? [];
    byBuffer.set(buffer, ranges);
    ranges.push([byteOffset, byteOffset + byteLength]);
  }
  let bytes = 0;
  for (const ranges of byBuffer.values()) {
    let covered = 0;
    for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
      bytes += Math.max(0, end - Math.max(start, covered));
      covered = Math.max(covered, end);
    }
  }
  return bytes;
}

/** Bytes of the arrays of a model and of the plans derived from it. */
export function bytesOfModel(model: Model): number {
  return coveredBytes(arraysOf(model));
}

/** Bytes of the arrays of data and of their scratch memory, without those of the model. */
export function bytesOfData(model: Model, data: Data): number {
  return coveredBytes(arraysOf(data, [model, ...arraysOf(model)]));
}
