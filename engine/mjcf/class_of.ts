/** Which class of default values an element asks for. */

import type { DefaultClass, Spec } from "../types/spec.ts";
import { didYouMean } from "./excerpt.ts";
import type { XmlElement } from "./xml.ts";

/** The class named by an attribute of an element, or `otherwise`. */
export function classOf(
  spec: Spec,
  element: XmlElement,
  otherwise: DefaultClass,
  attribute: "class" | "childclass" = "class",
): DefaultClass {
  const name = element.attributes[attribute];
  if (name === undefined) return otherwise;
  const found = spec.classes.get(name);
  if (found !== undefined) return found;
  throw element.error(
    `${element.name}: unknown default class '${name}'${didYouMean(name, [...spec.classes.keys()])}`,
    attribute,
  );
}
