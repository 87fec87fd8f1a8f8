/** Interfaces of the attributes that a `Spec` has as properties, from the declarations of the attributes. */

import { ACTUATOR_ELEMENT } from "../engine/mjcf/elements/actuator.ts";
import type { Attribute, Attributes } from "../engine/mjcf/elements/attribute.ts";
import { INERTIAL_ELEMENT } from "../engine/mjcf/elements/body.ts";
import { COMPILER } from "../engine/mjcf/elements/compiler.ts";
import { EQUALITY_ELEMENT } from "../engine/mjcf/elements/equality.ts";
import { FLEX_ELEMENT } from "../engine/mjcf/elements/flex.ts";
import { HFIELD_ELEMENT } from "../engine/mjcf/elements/hfield.ts";
import { DISABLE_FLAGS, ENABLE_FLAGS, OPTION } from "../engine/mjcf/elements/option.ts";
import { SIZE } from "../engine/mjcf/elements/size.ts";
import { STATISTIC } from "../engine/mjcf/elements/statistic.ts";
import { BOOL, LIMITED } from "../engine/mjcf/keywords.ts";
import { KINDS } from "../engine/spec/kinds.ts";

/** What each element is called in descriptions. */
interface Interface {
  name: string;
  summary: string;
  rules: Attributes;
  /** the interface that has the others of its properties */
  base?: string;
}

const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

/** Properties that elements of a kind have, unless there are none. */
const OF_KINDS: Interface[] = Object.entries(KINDS)
  .filter(([, { attributes }]) => Object.keys(attributes).length > 0)
  .map(([kind, { attributes }]) => ({
    name: kind === "hfield" ? "HFieldProperties" : `${capital(kind)}Properties`,
    summary: `Attributes of ${
      kind === "equality" ? "an equality constraint" : `a ${kind}`.replace(/^a (a|e|i|o)/, "an $1")
    }.`,
    rules: attributes,
  }));

const shortcuts = (suffix: string, what: string, elements: Readonly<Record<string, Attributes>>): Interface[] =>
  Object.entries(elements).map(([element, rules]) => ({
    name: `${capital(element)}${suffix}`,
    summary: `What a new ${what} \`<${element}>\` may be given.`,
    rules,
  }));

/** Interfaces, after one named `name` that has what they have in common. */
function withBase(name: string, summary: string, interfaces: readonly Interface[]): Interface[] {
  const [first, ...others] = interfaces;
  const same = Object.entries(first.rules).filter(([key, rule]) =>
    others.every(({ rules }) => rules[key] !== undefined && property(key, rules[key]) === property(key, rule))
  );
  const common = Object.fromEntries(same);
  const rest = (rules: Attributes) => Object.fromEntries(Object.entries(rules).filter(([key]) => !(key in common)));
  return [{ name, summary, rules: common }, ...interfaces.map((it) => ({ ...it, base: name, rules: rest(it.rules) }))];
}

const { adhesion, ...TRANSMITTING } = ACTUATOR_ELEMENT;

const ALL: Interface[] = [
  ...OF_KINDS,
  ...withBase(
    "ActuatorValues",
    "What every new actuator may be given, except one that adheres.",
    shortcuts("Actuator", "actuator", TRANSMITTING),
  ),
  ...shortcuts("Actuator", "actuator", { adhesion }),
  ...withBase(
    "EqualityValues",
    "What every new constraint may be given.",
    shortcuts("Equality", "constraint", EQUALITY_ELEMENT),
  ),
  { name: "InertialValues", summary: "Mass, center of mass, and inertia of a body.", rules: INERTIAL_ELEMENT },
  { name: "FlexValues", summary: "What a new flex may be given.", rules: FLEX_ELEMENT },
  { name: "HFieldValues", summary: "What a new height field may be given.", rules: HFIELD_ELEMENT },
  { name: "OptionProperties", summary: "Physics options.", rules: OPTION },
  { name: "CompilerProperties", summary: "Settings of the compiler.", rules: COMPILER },
  { name: "SizeProperties", summary: "Sizes; -1: derived.", rules: SIZE },
  { name: "StatisticProperties", summary: "Statistics that are not to be derived.", rules: STATISTIC },
];

/** Attributes that `Given` adds to every interface. */
const EVERYWHERE = new Set(["name", "class"]);

function typeOf({ type, min, max, words }: Attribute): string {
  switch (type) {
    case "real":
    case "float":
      return min === 1 && max === 1 ? "number" : "Numbers";
    case "number":
      return "number";
    case "int":
      return "Numbers";
    case "text":
      return "string";
    case "keyword":
      if (words === BOOL) return "boolean";
      if (words === LIMITED) return `boolean | "auto"`;
      return Object.keys(words).map((word) => word === "true" || word === "false" ? word : `"${word}"`).join(" | ");
    case "keywords":
      return `readonly (${Object.keys(words).map((word) => `"${word}"`).join(" | ")})[]`;
  }
}

/** The declaration of a property. */
function property(key: string, rule: Attribute): string {
  const type = typeOf(rule);
  return rule.value === undefined ? `${key}?: ${type} | undefined;` : `${key}: ${type};`;
}

/** How many numbers it takes, and its default. */
function facts({ type, min, max, value, required }: Attribute): string {
  const parts: string[] = [];
  const isList = (type === "real" || type === "float" || type === "int") && max > 1;
  if (isList && max < Infinity) parts.push(min === max ? `${max} numbers` : `up to ${max} numbers`);
  if (typeof value === "number" && type !== "keyword" && type !== "keywords") parts.push(`${value} by default`);
  if (isList && value !== undefined && (value as ArrayLike<number>).length > 0) {
    parts.push(`${Array.from(value as ArrayLike<number>).join(" ")} by default`);
  }
  if (required) parts.push("required");
  return parts.join(", ");
}

/** The file with all interfaces; `describe` gives the description of a field of the model. */
export function specInterfaces(describe: (field: string) => string | undefined): string {
  const blocks = ALL.map(({ name, summary, rules, base }) => {
    const properties = Object.entries(rules).filter(([key]) => !EVERYWHERE.has(key)).map(([key, rule]) => {
      const text = [describe(rule.field ?? "") ?? `\`${key}\` of MJCF`, facts(rule)].filter((part) => part !== "");
      return `  /** ${text.join("; ")} */\n  ${property(key, rule)}`;
    });
    const heading = base === undefined ? name : `${name} extends ${base}`;
    return `/** ${summary} */\nexport interface ${heading} {\n${properties.join("\n")}\n}`;
  });
  const flags = [...Object.keys(DISABLE_FLAGS), ...Object.keys(ENABLE_FLAGS)].map((flag) =>
    `  /** flag \`${flag}\` of MJCF: whether it is enabled */\n  ${flag}: boolean;`
  );
  return `/** Attributes as properties: written by \`deno task fields\` from the declarations in mjcf/elements, not by hand. */

/** Numbers: a list or a typed array. */
export interface Numbers extends Iterable<number> {
  /** how many */
  readonly length: number;
  /** each of them */
  [index: number]: number;
}

${blocks.join("\n\n")}

/** Flags of physics options. */
export interface FlagProperties {
${flags.join("\n")}
}
`;
}
