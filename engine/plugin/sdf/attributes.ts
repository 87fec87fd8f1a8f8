/** Numbers that configure signed distance fields. */

import type { PluginAttribute } from "../../types/plugin.ts";

const BLANKS = /\s+/g;

/**
 * The numbers of a field's attributes, each by its default where the document gives none. A text must be a number,
 * with blanks anywhere; those in `lenient` may be followed by anything.
 */
export function fieldNumbers<Name extends string>(
  attribute: PluginAttribute,
  defaults: Readonly<Record<Name, number>>,
  lenient: readonly NoInfer<Name>[] = [],
): Record<Name, number> {
  const numbers: Record<Name, number> = { ...defaults };
  for (const name in defaults) {
    const text = attribute(name);
    if (text === undefined || text === "") continue;
    const value = Number.parseFloat(text);
    const isNumber = lenient.includes(name) ? !Number.isNaN(value) : !Number.isNaN(Number(text.replace(BLANKS, "")));
    if (!isNumber || Number.isNaN(value)) throw new RangeError(`${name} must be a number, got '${text}'`);
    numbers[name] = value;
  }
  return numbers;
}
