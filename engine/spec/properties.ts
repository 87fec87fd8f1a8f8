/** Attributes as properties of objects. */

import type { Attribute, Attributes } from "../mjcf/elements/attribute.ts";
import type { Values } from "./call.ts";

/**
 * Gives an object, or all objects of a prototype, a property for each attribute. `recordOf` gives the record that holds
 * the values of an object, and `assign` takes over new ones.
 */
export function defineProperties<T extends object>(
  target: T,
  attributes: Attributes,
  recordOf: (self: T) => object,
  assign: (self: T, values: Values) => void,
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    Object.defineProperty(target, name, {
      get(this: T) {
        return shown((recordOf(this) as Record<string, unknown>)[name], attribute);
      },
      set(this: T, value) {
        assign(this, { [name]: value });
      },
      enumerable: true,
      configurable: true,
    });
  }
}

/** The value of an attribute as users see it: words for keywords, and live arrays. */
function shown(value: unknown, { type, words }: Attribute): unknown {
  if (typeof value !== "number") return value;
  switch (type) {
    case "keyword": {
      const word = Object.keys(words).find((key) => words[key] === value) ?? "";
      return word === "true" ? true : word === "false" ? false : word;
    }
    case "keywords":
      return Object.keys(words).filter((word) => (value & words[word]) !== 0);
    default:
      return value;
  }
}
