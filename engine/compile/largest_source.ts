/** Which element of a document makes a field large. */

import type { Origin, Spec } from "../types/spec.ts";

/** The element that asks for most of a field with the given rows and columns, if one can be named. */
export function largestSource(spec: Spec, row: readonly (string | number)[]): Origin | undefined {
  for (const size of row) {
    const name = String(size).split("*")[0];
    if (name.startsWith("nuser")) return spec.sizeOrigin;
    const found = SOURCES[name]?.(spec);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The largest of the elements that a size is the sum of. */
const SOURCES: Readonly<Record<string, (spec: Spec) => Origin | undefined>> = {
  nsensordata: ({ sensors }) => largest(sensors, ({ dim }) => dim),
  na: ({ actuators }) => largest(actuators, ({ actdim }) => actdim),
  nhistory: ({ actuators, sensors }) =>
    largest([
      ...actuators.map(({ origin, nsample }) => ({ origin, length: nsample })),
      ...sensors.map(({ origin, nsample, dim }) => ({ origin, length: nsample * dim })),
    ], ({ length }) => length),
  nnumericdata: ({ numerics }) => largest(numerics, ({ size }) => size),
  nhfielddata: ({ hfields }) => largest(hfields, ({ nrow, ncol }) => nrow * ncol),
};

function largest<T extends { origin: Origin | undefined }>(
  list: readonly T[],
  length: (item: T) => number,
): Origin | undefined {
  let most = 0;
  let origin: Origin | undefined;
  for (const item of list) {
    if (length(item) <= most) continue;
    most = length(item);
    origin = item.origin;
  }
  return origin;
}
