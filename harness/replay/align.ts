/**
 * The order of contacts and constraint rows is part of the result. Before their fields are compared, their keys are:
 * the two sides of a contact, and the type and object of a row. Differences are reported by key.
 */

import { Constraint, Eq } from "../../engine/types/enums.ts";
import type { Readable } from "../engine.ts";
import { objectName } from "./fields.ts";

/**
 * The fields that identify the two sides of a contact, two numbers each: geoms, and where these are −1, flexes with an
 * element or a vertex. Those of flexes exist only if a model has any.
 */
export interface ContactSides {
  readonly geom: ArrayLike<number>;
  readonly flex?: ArrayLike<number> | undefined;
  readonly elem?: ArrayLike<number> | undefined;
  readonly vert?: ArrayLike<number> | undefined;
}

/** Names contacts and rows by their objects. */
export class Keys {
  #sim: Readable;
  #cache = new Map<string, string>();

  constructor(sim: Readable) {
    this.#sim = sim;
  }

  #name(size: string, id: number): string {
    const key = `${size} ${id}`;
    let name = this.#cache.get(key);
    if (name === undefined) {
      name = objectName(this.#sim, size, id).replace(/^\w+ '(.*)'$/, "$1");
      this.#cache.set(key, name);
    }
    return name;
  }

  /** `ball:floor`, `floor:vertex 4 of cloth` */
  contact(sides: ContactSides, i: number): string {
    return `${this.#side(sides, 2 * i)}:${this.#side(sides, 2 * i + 1)}`;
  }

  #side({ geom, flex, elem, vert }: ContactSides, at: number): string {
    if (geom[at] >= 0) return this.#name("ngeom", geom[at]);
    if (flex === undefined || !(flex[at] >= 0)) return "flex";
    const name = this.#name("nflex", flex[at]);
    if (elem !== undefined && elem[at] >= 0) return `element ${elem[at]} of ${name}`;
    return vert !== undefined && vert[at] >= 0 ? `vertex ${vert[at]} of ${name}` : name;
  }

  /** `limit of joint knee`, `contact ball:floor` */
  row(type: number, id: number, sides: ContactSides): string {
    switch (type) {
      case Constraint.EQUALITY: {
        const kinds = this.#sim.read("eq_type");
        const kind = ArrayBuffer.isView(kinds) ? EQUALITY_NAMES[kinds[id]] ?? "" : "";
        return `${kind} ${this.#name("neq", id)}`.trim();
      }
      case Constraint.FRICTION_DOF:
        return `friction of dof ${id}`;
      case Constraint.FRICTION_TENDON:
        return `friction of tendon ${this.#name("ntendon", id)}`;
      case Constraint.LIMIT_JOINT:
        return `limit of joint ${this.#name("njnt", id)}`;
      case Constraint.LIMIT_TENDON:
        return `limit of tendon ${this.#name("ntendon", id)}`;
      default:
        return 2 * id + 1 < sides.geom.length ? `contact ${this.contact(sides, id)}` : `contact ${id}`;
    }
  }
}

const EQUALITY_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(Eq).map(([name, value]) => [value, name.toLowerCase()]),
);

/** Keys of all contacts of a frame. */
export function contactKeys(keys: Keys, sides: ContactSides, ncon: number): string[] {
  return Array.from({ length: ncon }, (_, i) => keys.contact(sides, i));
}

/** Keys of all rows of a frame. */
export function rowKeys(
  keys: Keys,
  types: ArrayLike<number>,
  ids: ArrayLike<number>,
  sides: ContactSides,
  nefc: number,
): string[] {
  return Array.from({ length: nefc }, (_, i) => keys.row(types[i], ids[i], sides));
}

/** Describes how a list of keys differs from MuJoCo's. */
export function describeMismatch(got: readonly string[], expected: readonly string[]): string {
  const missing = without(expected, got);
  const extra = without(got, expected);
  const parts: string[] = [];
  if (missing.length > 0) parts.push(`missing ${list(missing)}`);
  if (extra.length > 0) parts.push(`too many ${list(extra)}`);
  if (parts.length === 0) {
    const at = expected.findIndex((key, i) => got[i] !== key);
    parts.push(`order differs from #${at} on: ${got[at]} stands where MuJoCo has ${expected[at]}`);
  }
  return parts.join("; ");
}

/** The difference of two lists, counting multiplicity. */
function without(list: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of taken) counts.set(key, (counts.get(key) ?? 0) + 1);
  return list.filter((key) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

function list(keys: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const texts = [...counts].map(([key, n]) => n > 1 ? `${n} × ${key}` : key);
  return texts.length > 4 ? `${texts.slice(0, 4).join(", ")} and ${texts.length - 4} more` : texts.join(", ");
}
