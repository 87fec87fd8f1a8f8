/** Objects found by name: live views of the fields of one object. */

import { didYouMean } from "../mjcf/excerpt.ts";
import { id2name, name2id } from "../names.ts";
import { Joint } from "../types/enums.ts";
import { DATA_FIELDS } from "../types/data_fields.ts";
import type { Model } from "../types/model.ts";
import { MODEL_FIELDS } from "../types/model_fields.ts";
import { KINDS, type NamedKind, type NamedPart, type ObjectKind } from "./kinds.ts";

/** Any array of a field. */
export type FieldArray = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array;

/** The object that has the arrays: a model, or the data of one. */
export type Owner = Readonly<Record<string, FieldArray>>;

/** Where the elements of an object are in a field. */
export interface Place {
  readonly field: string;
  /** elements in a row, or the size of the model that says so */
  readonly columns: number | string;
  /** the part of the object that has rows of its own */
  readonly part: NamedPart | null;
}

const DOFS: Readonly<Record<number, number>> = { [Joint.FREE]: 6, [Joint.BALL]: 3 };
const POSITIONS: Readonly<Record<number, number>> = { [Joint.FREE]: 7, [Joint.BALL]: 4 };

/** Number of rows that a part of an object has. */
function countOf({ count }: NamedPart, m: Model, id: number): number {
  switch (count) {
    case "one":
      return 1;
    case "positions":
      return POSITIONS[m.jnt_type[id]] ?? 1;
    case "dofs":
      return DOFS[m.jnt_type[id]] ?? 1;
    default:
      return m[count][id];
  }
}

/** First element of an object in a field, and how many there are. */
export function spanOf({ columns, part }: Place, m: Model, id: number): [start: number, length: number] {
  const width = typeof columns === "number" ? columns : (m as unknown as Record<string, number>)[columns];
  if (part === null) return [width * id, width];
  // the first of none is -1
  return [width * m[part.first][id], width * countOf(part, m, id)];
}

type Table = Readonly<Record<string, readonly [unknown, string, number | string, ...unknown[]]>>;
const TABLES = { model: MODEL_FIELDS as Table, data: DATA_FIELDS as Table };

/** Which of the two has the fields. */
export type Side = keyof typeof TABLES;

/** The fields of a kind, by their names without prefix. */
export function placesOf(side: Side, kind: NamedKind): Map<string, Place> {
  const places = new Map<string, Place>();
  const add = (size: string, prefixes: readonly string[], part: NamedPart | null) => {
    for (const [field, [, rows, columns]] of Object.entries(TABLES[side])) {
      if (rows !== size) continue;
      const prefix = prefixes.find((it) => field.startsWith(it)) ?? "";
      const name = field.slice(prefix.length);
      if (!places.has(name)) places.set(name, { field, columns, part });
    }
  };
  add(kind.size, kind.prefixes, null);
  for (const part of kind.parts ?? []) add(part.size, [part.prefix], part);
  return places;
}

/** Views of one object, made when they are first asked for. */
export class View {
  readonly #owner: Owner;
  readonly #m: Model;
  readonly #type: number;
  readonly #arrays = new Map<string, FieldArray>();
  readonly id: number;

  constructor(owner: Owner, m: Model, type: number, id: number) {
    this.#owner = owner;
    this.#m = m;
    this.#type = type;
    this.id = id;
  }

  get name(): string {
    return id2name(this.#m, this.#type, this.id) ?? "";
  }

  /** Gives a class of views a property. */
  static define(prototype: View, name: string, place: Place): void {
    const { field, columns, part } = place;
    const descriptor = columns === 1 && part === null
      ? {
        get(this: View): number {
          return this.#owner[field][this.id];
        },
        set(this: View, value: number) {
          this.#owner[field][this.id] = value;
        },
      }
      : {
        get(this: View): FieldArray {
          return this.#view(place);
        },
        set(this: View, values: ArrayLike<number>) {
          const array = this.#view(place);
          if (values.length !== array.length) {
            throw new RangeError(`${name} of '${this.name}' has ${array.length} elements, got ${values.length}`);
          }
          array.set(values);
        },
      };
    Object.defineProperty(prototype, name, { ...descriptor, enumerable: true, configurable: false });
  }

  #view(place: Place): FieldArray {
    const { field } = place;
    let array = this.#arrays.get(field);
    if (array === undefined) {
      const [start, length] = spanOf(place, this.#m, this.id);
      array = this.#owner[field].subarray(start, start + length);
      this.#arrays.set(field, array);
    }
    return array;
  }
}

/** Classes of views, by side and kind. */
const classes = new Map<string, typeof View>();

function classOf(side: Side, kind: ObjectKind): typeof View {
  const key = `${side} ${kind}`;
  let its = classes.get(key);
  if (its === undefined) {
    its = class extends View {};
    for (const [name, place] of placesOf(side, KINDS[kind])) View.define(its.prototype, name, place);
    classes.set(key, its);
  }
  return its;
}

/** The id of an object, or an error that says which names there are. */
export function idOf(m: Model, kind: ObjectKind, name: string | number): number {
  const { type, size } = KINDS[kind];
  const count = m[size];
  if (typeof name === "number") {
    if (Number.isInteger(name) && name >= 0 && name < count) return name;
    throw new RangeError(`there is no ${kind} ${name}: the model has ${count} of them`);
  }
  const id = name2id(m, type, name);
  if (id >= 0) return id;
  const names = Array.from({ length: count }, (_, i) => id2name(m, type, i) ?? "").filter((it) => it !== "");
  throw new RangeError(`there is no ${kind} '${name}'${didYouMean(name, names) || listOf(kind, names)}`);
}

/** Names in an error; no more than a few. */
const SHOWN = 8;

function listOf(kind: ObjectKind, names: readonly string[]): string {
  if (names.length === 0) return `: no ${kind} of the model has a name`;
  const rest = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : "";
  return `: names are ${names.slice(0, SHOWN).map((name) => `'${name}'`).join(", ")}${rest}`;
}

/** Views that have been asked for, by kind and id. */
export type Views = Map<string, View>;

/** The view of an object; the same one each time. */
export function viewOf(
  views: Views,
  side: Side,
  owner: object,
  m: Model,
  kind: ObjectKind,
  name: string | number,
): View {
  const id = idOf(m, kind, name);
  const key = `${kind} ${id}`;
  let view = views.get(key);
  if (view === undefined) {
    view = new (classOf(side, kind))(owner as Owner, m, KINDS[kind].type, id);
    views.set(key, view);
  }
  return view;
}
