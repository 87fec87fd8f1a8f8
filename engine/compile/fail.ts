/** Compiler errors: what is wrong, with which element, and where. */

import { MjcfError } from "../types/errors.ts";
import { LimitError } from "../types/limits.ts";
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

/** An error about the content of a file or asset, at the place of the asset element. */
export function locate(error: unknown, origin: Origin | undefined): unknown {
  if (!(error instanceof MjcfError) || error.line > 0 || origin === undefined) return error;
  return error instanceof LimitError ? error.at(origin.error("")) : origin.error(error.message);
}
