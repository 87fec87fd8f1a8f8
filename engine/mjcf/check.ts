/** Checks a document against the grammar before anything is read. */

import { didYouMean } from "./excerpt.ts";
import { type ElementRule, FRAME_RULE, REPLICATE_RULE, SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

/** Called with warnings about things that are accepted but suspicious. */
export type Warn = (what: string, element?: XmlElement, attribute?: string) => void;

/** Elements that have the rule of a body without being one. */
const BODY_LIKE = new Set(["frame", "replicate"]);

/** Attributes of older versions of the grammar, by element. */
const FORMER: Record<string, string> = { compiler: "exactmeshinertia", flag: "passive" };

/**
 * Throws at the first element or attribute that is unknown or occurs too often. Unless `strict`, attributes of older
 * versions are accepted with a warning.
 */
export function checkDocument(root: XmlElement, strict: boolean, warn: Warn): void {
  if (root.name !== "mujoco") throw root.error(`unknown root element '${root.name}', expected 'mujoco'`);
  checkElement(root, SCHEMA, "mujoco", 0, strict ? undefined : warn);
  warnBesideWorld(root, warn);
  warnBelowFrames(root, warn);
}

/** Elements that belong in the world may also be beside it, where they are ignored. */
function warnBesideWorld(root: XmlElement, warn: Warn): void {
  for (const child of root.children) {
    if (child.name === "body" || BODY_LIKE.has(child.name)) {
      warn(`${child.name}: has no effect directly below <mujoco>; it belongs in <worldbody>`, child);
    }
  }
}

/** The key of the rule for a child, if there is one. */
function keyOf({ children }: ElementRule, child: XmlElement, level: number): string | undefined {
  if (Object.hasOwn(children, "body") && matches(child, "body", level)) return "body";
  return Object.hasOwn(children, child.name) ? child.name : undefined;
}

function matches(element: XmlElement, name: string, level: number): boolean {
  if (element.name === name) return true;
  return name === "body" && (BODY_LIKE.has(element.name) || (level === 1 && element.name === "worldbody"));
}

/** Throws at the first element or attribute, from `element` down, that is unknown or occurs too often. */
export function checkElement(
  element: XmlElement,
  rule: ElementRule,
  name: string,
  level: number,
  warn: Warn | undefined,
): void {
  for (const attribute in element.attributes) {
    if (!Object.hasOwn(rule.attributes, attribute)) {
      if (warn !== undefined && FORMER[element.name] === attribute) {
        warn(`${element.name}: '${attribute}' is no longer part of MJCF`, element, attribute);
        continue;
      }
      const known = Object.keys(rule.attributes);
      throw element.error(
        `${element.name}: unknown attribute '${attribute}'${didYouMean(attribute, known)}`,
        attribute,
      );
    }
  }

  const seen: Record<string, number> = {};
  for (const child of element.children) {
    const found = keyOf(rule, child, level + 1);
    if (found !== undefined) {
      seen[found] = (seen[found] ?? 0) + 1;
      const childRule = rule.children[found];
      if (childRule.occurs === "?" && seen[found] > 1) {
        throw child.error(`${element.name}: element '${child.name}' can occur only once`);
      }
      checkElement(child, childRule, found, level + 1, warn);
    } else if (rule.occurs === "R" && child.name === name) {
      checkElement(child, rule, name, level + 1, warn);
    } else if (!(rule.occurs === "R" && matches(child, name, level + 1))) {
      const more = name === "body" ? ["body", "frame", "replicate"] : level === 0 ? ["worldbody"] : [];
      const known = [...Object.keys(rule.children), ...more];
      throw child.error(`${element.name}: unknown element '${child.name}'${didYouMean(child.name, known)}`);
    }
  }
}

/** Frames are not checked: unknown elements and attributes below them are ignored, with a warning. */
function warnBelowFrames(element: XmlElement, warn: Warn): void {
  for (const child of element.children) {
    if (child.name === "frame") warnElement(child, FRAME_RULE, warn);
    else if (child.name === "replicate") warnElement(child, REPLICATE_RULE, warn);
    else warnBelowFrames(child, warn);
  }
}

function warnElement(element: XmlElement, rule: ElementRule, warn: Warn): void {
  for (const attribute in element.attributes) {
    if (!Object.hasOwn(rule.attributes, attribute)) {
      warn(`${element.name}: attribute '${attribute}' is unknown and has no effect`, element, attribute);
    }
  }
  const inBody = rule === FRAME_RULE || rule === REPLICATE_RULE || rule === SCHEMA.children.body;
  for (const child of element.children) {
    const childRule = inBody ? bodyChildRule(child.name) : rule.children[child.name];
    if (childRule !== undefined) warnElement(child, childRule, warn);
    else if (!inBody) warn(`${element.name}: element '${child.name}' is unknown and has no effect`, child);
  }
}

function bodyChildRule(name: string): ElementRule | undefined {
  switch (name) {
    case "body":
      return SCHEMA.children.body;
    case "frame":
      return FRAME_RULE;
    case "replicate":
      return REPLICATE_RULE;
    default:
      return SCHEMA.children.body.children[name];
  }
}
