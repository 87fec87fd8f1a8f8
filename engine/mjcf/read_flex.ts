/** `<flex>`: deformable bodies whose vertices belong to named bodies of the document. */

import { ownArrays } from "./copy_record.ts";
import { FLEX_CONTACT, FLEX_EDGE, FLEX_ELASTICITY, FLEX_ELEMENT, NO_FLEX } from "./elements/flex.ts";
import type { FlexSpec } from "../types/flex_spec.ts";
import type { Origin, Spec } from "../types/spec.ts";
import { parseAttribute, readAttributes, splitWords } from "./attributes.ts";
import { newElement } from "./create.ts";
import type { Reader } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

/** A flex without vertices. */
export function newFlex(spec: Spec, origin: Origin | undefined): FlexSpec {
  return ownArrays({
    ...NO_FLEX,
    ...newElement(spec, origin),
    vertbody: [],
    nodebody: [],
    node: new Float64Array(),
    order: 0,
    matid: -1,
    compiled: undefined,
  });
}

/** Reads a `<flex>`. */
export function readFlex(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const flex = newFlex(spec, element);
  const { body: _, node: __, ...rules } = FLEX_ELEMENT;
  readAttributes(element, rules, flex);
  if (element.attributes.body === undefined) throw element.error("flex: attribute 'body' is required");
  flex.vertbody = splitWords(element.attributes.body);
  flex.nodebody = splitWords(element.attributes.node ?? "");
  readFlexParts(element, flex);

  // as in MuJoCo, the value of 'passive' is ignored: the flag takes the value of the last flag that was read before it
  const contact = element.children.find(({ name }) => name === "contact");
  if (element.attributes.flatskin !== undefined) reader.lastFlexFlag = flex.flatskin;
  if (contact?.attributes.internal !== undefined) reader.lastFlexFlag = flex.internal;
  flex.passive = contact?.attributes.passive !== undefined ? reader.lastFlexFlag ?? 0 : 0;
  spec.flexes.push(flex);
}

/** Reads the children of a `<flex>` or `<flexcomp>`: contact, edge, and elasticity. */
export function readFlexParts(element: XmlElement, flex: FlexSpec): void {
  for (const child of element.children) {
    switch (child.name) {
      case "contact":
        readAttributes(child, FLEX_CONTACT, flex);
        break;
      case "elasticity":
        readAttributes(child, FLEX_ELASTICITY, flex);
        break;
      case "edge": {
        const { stiffness, damping } = FLEX_EDGE;
        flex.edgestiffness = (parseAttribute(child, "stiffness", stiffness) ?? flex.edgestiffness) as number;
        flex.edgedamping = (parseAttribute(child, "damping", damping) ?? flex.edgedamping) as number;
        break;
      }
    }
  }
}
