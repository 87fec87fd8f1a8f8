/** What may stand where in an MJCF document, from the grammar of the reader. */

import type { Attribute } from "../../engine/mjcf/elements/attribute.ts";
import { type ElementRule, FRAME_RULE, REPLICATE_RULE, SCHEMA } from "../../engine/mjcf/schema.ts";

/** The children that a body may have. */
const BODY_CHILDREN = {
  ...SCHEMA.children.body.children,
  body: SCHEMA.children.body,
  frame: FRAME_RULE,
  replicate: REPLICATE_RULE,
};

const INCLUDE = { occurs: "*", attributes: {}, children: {} } as const;

/** The rule at a path of elements from the root; undefined where nothing is known. */
export function ruleAt(path: readonly string[]): ElementRule | undefined {
  const [root, ...rest] = path;
  if (root !== "mujoco" && root !== "mujocoinclude") return undefined;
  return rest.reduce<ElementRule | undefined>((rule, name) => rule && childrenOf(rule)[name], rootRule());
}

/** The elements that may stand inside one. */
export function childrenOf(rule: ElementRule): Readonly<Record<string, ElementRule>> {
  const isBody = rule === SCHEMA.children.body || rule === FRAME_RULE || rule === REPLICATE_RULE || rule === WORLD;
  if (isBody) return { ...BODY_CHILDREN, include: INCLUDE };
  if (rule === SCHEMA.children.default) return { ...rule.children, default: rule };
  return { ...rule.children, include: INCLUDE };
}

const WORLD: ElementRule = { occurs: "*", attributes: {}, children: BODY_CHILDREN };

function rootRule(): ElementRule {
  const { body: _, ...sections } = SCHEMA.children;
  return { ...SCHEMA, children: { ...sections, worldbody: WORLD } };
}

/** The words that an attribute may have, if it has words. */
export function wordsOf({ words }: Attribute): string[] {
  return Object.keys(words);
}

/** Says what an attribute holds. */
export function describe({ type, min, max, value }: Attribute): string {
  const count = min === max
    ? String(min)
    : max === Infinity
    ? `${min || "any number of"}${min ? " or more" : ""}`
    : `${min} to ${max}`;
  const kind = {
    real: max === 1 ? "number" : `${count} numbers`,
    float: max === 1 ? "number" : `${count} numbers`,
    int: max === 1 ? "integer" : `${count} integers`,
    number: "integer",
    keyword: "keyword",
    keywords: "keywords",
    text: "text",
  }[type];
  const isShown = typeof value === "number" || value instanceof Float64Array || value instanceof Int32Array;
  if (!isShown || type === "keyword" || type === "keywords") return kind;
  return `${kind}, ${typeof value === "number" ? value : [...value].join(" ")} by default`;
}

/** Kinds of objects, by the attributes that name one of them. */
export const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  joint: ["joint", "freejoint"],
  joint1: ["joint"],
  joint2: ["joint"],
  jointinparent: ["joint"],
  site: ["site"],
  sidesite: ["site"],
  site1: ["site"],
  site2: ["site"],
  refsite: ["site"],
  geom: ["geom"],
  geom1: ["geom"],
  geom2: ["geom"],
  body: ["body"],
  body1: ["body"],
  body2: ["body"],
  target: ["body"],
  mesh: ["mesh"],
  hfield: ["hfield"],
  material: ["material"],
  texture: ["texture"],
  tendon: ["spatial", "fixed"],
  tendon1: ["spatial", "fixed"],
  tendon2: ["spatial", "fixed"],
  actuator: ["motor", "position", "velocity", "general", "muscle", "damper", "cylinder", "intvelocity", "adhesion"],
  class: ["default"],
  childclass: ["default"],
};

/** Names of objects in a document. */
export function namesIn(text: string, kinds: readonly string[]): string[] {
  const names = new Set<string>();
  for (const kind of kinds) {
    const attribute = kind === "default" ? "class" : "name";
    const pattern = new RegExp(`<${kind}\\b[^>]*?\\b${attribute}\\s*=\\s*["']([^"']+)["']`, "g");
    for (const [, name] of text.matchAll(pattern)) names.add(name);
  }
  return [...names];
}
