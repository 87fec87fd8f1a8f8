/** Errors of the compiler: what is wrong, with which element, and where it stands. */

import { MjcfError } from "../types/errors.ts";
import type { Origin } from "../types/spec.ts";

/** An error about an element of the document. */
export function fail(
  kind: string,
  element: { name: string; id?: number; origin: Origin | undefined },
  what: string,
  attribute?: string,
): MjcfError {
  const label = element.name !== "" ? ` '${element.name}'` : "";
  const message = `${kind}${label}: ${what}`;
  return element.origin ? element.origin.error(message, attribute) : new MjcfError(message);
}
