/** Flexes as MJCF text. A `<flexcomp>` is written as the flex and bodies that it generates. */

import { UnsupportedError } from "../types/errors.ts";
import type { FlexSpec } from "../types/flex_spec.ts";
import type { Spec } from "../types/spec.ts";
import { FLEX_CONTACT, FLEX_ELASTICITY, FLEX_ELEMENT } from "./elements/flex.ts";
import { attributesOf, formatNumber, markup } from "./markup.ts";

/** The section of all flexes. */
export function writeFlexes(spec: Spec): string {
  if (spec.flexes.length === 0) return "";
  return markup("deformable", {}, spec.flexes.map(writeFlex));
}

function writeFlex(flex: FlexSpec): string {
  refuse(flex);
  const { body: _, node: __, ...rules } = FLEX_ELEMENT;
  const out = attributesOf(flex, rules);
  out.body = flex.vertbody.join(" ");
  if (flex.nodebody.length > 0) out.node = flex.nodebody.join(" ");

  // always write the flag from which the other one takes its value
  out.flatskin = flex.flatskin ? "true" : "false";
  const { passive: ___, ...contactRules } = FLEX_CONTACT;
  const touch = attributesOf(flex, contactRules);
  if (flex.passive) touch.passive = "true";
  const edge = {
    ...(flex.edgestiffness !== 0 ? { stiffness: formatNumber(flex.edgestiffness) } : {}),
    ...(flex.edgedamping !== 0 ? { damping: formatNumber(flex.edgedamping) } : {}),
  };
  const parts: [string, Record<string, string>][] = [
    ["contact", touch],
    ["edge", edge],
    ["elasticity", attributesOf(flex, FLEX_ELASTICITY)],
  ];
  return markup(
    "flex",
    out,
    parts.map(([name, attributes]) => Object.keys(attributes).length > 0 ? markup(name, attributes) : ""),
  );
}

/** Rejects flexes that only a `<flexcomp>` can express. */
function refuse(flex: FlexSpec): void {
  const refused = (feature: string) =>
    new UnsupportedError([{ feature, ...(flex.origin ? { place: flex.origin.place() } : {}) }]);
  if (flex.node.some((value) => value !== 0)) throw refused("writing an interpolated flex with pinned nodes");
  if (flex.passive && !(flex.internal || flex.flatskin)) throw refused("writing a flex with passive contacts");
  if ([...flex.vertbody, ...flex.nodebody].some((name) => /\s/.test(name))) {
    throw refused("writing a flex with blanks in the names of its bodies");
  }
}
