/** Values given in a call, as the element of a document that would say the same. */

import { checkElement } from "../mjcf/check.ts";
import type { ElementRule } from "../mjcf/schema.ts";
import { formatNumber } from "../mjcf/markup.ts";
import { XmlElement } from "../mjcf/xml.ts";
import { MjcfError, type Place } from "../types/errors.ts";

/** The plugin of an element: that of an instance by name, or one of its own with the values of its attributes. */
export interface PluginValues {
  /** name of the plugin */
  plugin?: string;
  /** name of the instance */
  instance?: string;
  /** values of the attributes of an instance of its own */
  config?: Readonly<Record<string, string>>;
}

/** A value of an attribute: what a document would have as text. */
export type Value = string | number | boolean | Iterable<number | string>;

/** Values by attribute; undefined ones are as good as missing. */
export type Values = Readonly<Record<string, Value | undefined>>;

const NOWHERE = { file: "", text: "", quotable: true, lines: [] };

/** An element that a call describes. It has no place in a document, so its errors name it instead. */
export class Call extends XmlElement {
  readonly #label: string;

  /** Makes an element from values; `label` is its name in errors. */
  constructor(name: string, values: object, children: readonly Call[] = [], label = "") {
    super(NOWHERE, name, 0);
    for (const [key, value] of Object.entries(values)) {
      if (value !== undefined) this.attributes[key] = textOf(name, key, value);
    }
    for (const child of children) {
      child.parent = this;
      this.children.push(child);
    }
    this.#label = label || (this.attributes.name ?? "");
  }

  override place(): Place {
    return { file: "", line: 0, column: 0 };
  }

  override excerpt(): string {
    return "";
  }

  override error(what: string): MjcfError {
    const bare = `${this.name}: `;
    const isBare = this.#label !== "" && what.startsWith(bare);
    return new MjcfError(isBare ? `${this.name} '${this.#label}': ${what.slice(bare.length)}` : what);
  }

  /** Throws if the element, or one inside it, has attributes that it cannot have. */
  check(rule: ElementRule): this {
    checkElement(this, rule, this.name, 0, undefined);
    return this;
  }

  /** Lets go of the values, once they are read. */
  forget(): void {
    for (const name in this.attributes) delete this.attributes[name];
    for (const child of this.children) if (child instanceof Call) child.forget();
  }
}

function textOf(element: string, attribute: string, value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatNumber(value);
    case "boolean":
      return String(value);
    case "object":
      if (value !== null && Symbol.iterator in value) {
        return Array.from(value as Iterable<unknown>, (part) => textOf(element, attribute, part)).join(" ");
      }
  }
  throw new TypeError(
    `${element}: attribute '${attribute}' cannot be ${value === null ? "null" : `a ${typeof value}`}`,
  );
}

/** The configuration of a plugin. */
export function configOf(config: Readonly<Record<string, string>> = {}): Call[] {
  return Object.entries(config).map(([key, value]) => new Call("config", { key, value }));
}

/** The plugin of an element, if it has one. */
export function pluginOf(values: PluginValues | undefined): Call[] {
  if (values === undefined) return [];
  const { config, ...names } = values;
  return [new Call("plugin", names, configOf(config))];
}
