/** Several objects of one kind at once: their numbers end to end. */

import type { Model } from "../types/model.ts";
import { KINDS, type ObjectKind } from "./kinds.ts";
import { idOf, type Owner, type Place, placesOf, type Side, spanOf } from "./view.ts";

/** Elements of a field, in the order of the objects. */
interface Elements {
  readonly field: string;
  readonly indices: Int32Array;
}

/** Objects of one kind, whose numbers are read and written together. `Field` are the names of their fields. */
export class Bound<Field extends string = string> {
  readonly #owner: Owner;
  readonly #m: Model;
  readonly #places: ReadonlyMap<string, Place>;
  readonly #elements = new Map<string, Elements>();
  /** numbers of the objects among those of their kind */
  readonly ids: readonly number[];

  /** @internal */
  constructor(side: Side, owner: object, m: Model, kind: ObjectKind, names: readonly (string | number)[]) {
    this.#owner = owner as Owner;
    this.#m = m;
    this.#places = placesOf(side, KINDS[kind]);
    this.ids = names.map((name) => idOf(m, kind, name));
  }

  /** Copies the numbers of a field of all objects, end to end, to `out`, or to a new array. */
  read(field: Field, out?: Float64Array): Float64Array {
    const { field: name, indices } = this.#elementsOf(field);
    const array = this.#owner[name];
    const res = out ?? new Float64Array(indices.length);
    for (let k = 0; k < indices.length; k++) res[k] = array[indices[k]];
    return res;
  }

  /** Sets the numbers of a field of all objects, given end to end. */
  write(field: Field, values: ArrayLike<number>): void {
    const { field: name, indices } = this.#elementsOf(field);
    if (values.length !== indices.length) {
      throw new RangeError(`${field} of these objects has ${indices.length} elements, got ${values.length}`);
    }
    const array = this.#owner[name];
    for (let k = 0; k < indices.length; k++) array[indices[k]] = values[k];
  }

  #elementsOf(name: string): Elements {
    let elements = this.#elements.get(name);
    if (elements === undefined) {
      const place = this.#places.get(name);
      if (place === undefined) {
        throw new RangeError(`there is no field '${name}': fields are ${[...this.#places.keys()].join(", ")}`);
      }
      const indices = this.ids.flatMap((id) => {
        const [start, length] = spanOf(place, this.#m, id);
        return Array.from({ length }, (_, k) => start + k);
      });
      elements = { field: place.field, indices: Int32Array.from(indices) };
      this.#elements.set(name, elements);
    }
    return elements;
  }
}
