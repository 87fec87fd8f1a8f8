/** `<flex>`: deformable bodies whose vertices belong to named bodies of the document. */

import { keepFractions } from "../types/keep_fractions.ts";
import { BUILTIN } from "./builtin.ts";
import { copyRecord } from "./copy_record.ts";
import type { FlexAttributes, FlexSpec } from "../types/flex_spec.ts";
import type { Origin, Spec } from "../types/spec.ts";
import { parseAttribute, readAttributes, splitWords } from "./attributes.ts";
import { newElement } from "./create.ts";
import type { Reader } from "./reader.ts";
import { SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const RULE = SCHEMA.children.deformable.children.flex;

const SELF_COLLIDE_AUTO = 4;

/** Default attributes of flexes, which have no classes. */
export function flexAttributes(): FlexAttributes {
  const { friction, solref, solimp, rgba } = copyRecord(BUILTIN.geom);
  return {
    contype: 1,
    conaffinity: 1,
    condim: 3,
    priority: 0,
    friction,
    solmix: 1,
    solref,
    solimp,
    margin: 0,
    gap: 0,
    internal: 0,
    selfcollide: SELF_COLLIDE_AUTO,
    activelayers: 1,
    vertcollide: 0,
    passive: 0,
    group: 0,
    dim: 2,
    radius: 0.005,
    material: "",
    rgba,
    flatskin: 0,
    edgestiffness: 0,
    edgedamping: 0,
    young: 0,
    poisson: 0,
    damping: 0,
    thickness: -1,
    elastic2d: 0,
  };
}

/** A flex without vertices. */
export function newFlex(spec: Spec, origin: Origin | undefined): FlexSpec {
  const flex: FlexSpec = {
    ...newElement(spec, origin),
    ...flexAttributes(),
    vertbody: [],
    nodebody: [],
    vertex: new Float64Array(),
    node: new Float64Array(),
    element: [],
    texcoord: new Float64Array(),
    elemtexcoord: [],
    order: 0,
    matid: -1,
    compiled: undefined,
  };
  keepFractions(flex, "solmix", "margin", "gap", "edgestiffness", "edgedamping", "young", "poisson", "damping");
  return keepFractions(flex, "thickness");
}

/** Reads a `<flex>`. */
export function readFlex(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const flex = newFlex(spec, element);
  const { body: _, node: __, ...rules } = RULE.attributes;
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
      case "elasticity":
        readAttributes(child, RULE.children[child.name].attributes, flex);
        break;
      case "edge": {
        const { stiffness, damping } = RULE.children.edge.attributes;
        flex.edgestiffness = (parseAttribute(child, "stiffness", stiffness) ?? flex.edgestiffness) as number;
        flex.edgedamping = (parseAttribute(child, "damping", damping) ?? flex.edgedamping) as number;
        break;
      }
    }
  }
}
