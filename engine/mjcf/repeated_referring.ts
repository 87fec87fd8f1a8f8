/**
 * Copies of elements that refer to a pattern, for a pattern that is copied many times within one model. For a single
 * copy, attachment takes time proportional to the whole model, so here only elements that refer to new names are
 * visited.
 */

import { Obj } from "../types/enums.ts";
import type {
  ActuatorSpec,
  EqualitySpec,
  ExcludeSpec,
  PairSpec,
  SensorSpec,
  Spec,
  SpecElement,
  SpecList,
  TendonSpec,
  TupleSpec,
} from "../types/spec.ts";
import type { Naming } from "./naming.ts";
import { copyFlexes, copyOne, Names, REFERRING } from "./attach_referring.ts";
import type { XmlElement } from "./xml.ts";

/** References, at least one of which must lead into the copy; undefined if the element must always be visited. */
type References<T> = (element: T) => readonly string[] | undefined;

const unlessEmpty = (name: string) => name === "" ? undefined : [name];

const sensorReferences: References<SensorSpec> = ({ objtype, reftype, objname, refname }) => {
  const names = [];
  if (objtype !== Obj.UNKNOWN) names.push(objname);
  if (reftype !== Obj.UNKNOWN) names.push(refname);
  return names.length > 0 ? names : undefined;
};

// deno-lint-ignore no-explicit-any
const REFERENCES: Partial<Record<SpecList, References<any>>> = {
  pairs: ({ geom1, geom2 }: PairSpec) => [geom1, geom2],
  excludes: ({ body1, body2 }: ExcludeSpec) => [body1, body2],
  tendons: ({ path }: TendonSpec) => path.map(({ name }) => name),
  equalities: ({ name1 }: EqualitySpec) => unlessEmpty(name1),
  actuators: ({ target }: ActuatorSpec) => unlessEmpty(target),
  sensors: sensorReferences,
  tuples: ({ elements }: TupleSpec) => elements.slice(0, 1).map(({ objname }) => objname),
};

/** The elements of one list, by the names to which they refer. */
class Index {
  private readonly byName = new Map<string, number[]>();
  private readonly always: number[] = [];
  private count = 0;

  constructor(private readonly list: readonly SpecElement[], private readonly references: References<SpecElement>) {}

  /** Positions of the existing elements to be visited. */
  find(names: readonly string[]): number[] {
    for (; this.count < this.list.length; this.count++) this.add(this.count);
    const found = new Set(this.always);
    for (const name of names) for (const position of this.byName.get(name) ?? []) found.add(position);
    return [...found].sort((a, b) => a - b);
  }

  private add(position: number): void {
    const references = this.references(this.list[position]);
    if (references === undefined) {
      this.always.push(position);
      return;
    }
    for (const name of new Set(references)) {
      const positions = this.byName.get(name);
      if (positions === undefined) this.byName.set(name, [position]);
      else positions.push(position);
    }
  }
}

/**
 * Copies the elements that refer to each copy of a pattern of `spec`; the suffixes of all copies have the same length.
 */
export class RepeatedReferring {
  private readonly names: Names | undefined;
  /** existing names without their last letters, by these letters */
  private readonly before = new Map<string, string[]>();
  private readonly indices: Index[] = [];
  private made: string[] = [];

  constructor(private readonly spec: Spec, private readonly suffixLength: number) {
    if (spec.flexes.length === 0 && REFERRING.every(([list]) => spec[list].length === 0)) return;
    this.names = new Names(spec);
    for (const name of this.names.all()) {
      if (name.length < suffixLength) continue;
      const at = name.length - suffixLength;
      const known = this.before.get(name.slice(at));
      if (known === undefined) this.before.set(name.slice(at), [name.slice(0, at)]);
      else known.push(name.slice(0, at));
    }
    for (const [list] of REFERRING) {
      const references = REFERENCES[list] as References<SpecElement>;
      this.indices.push(new Index(spec[list] as SpecElement[], references));
    }
  }

  /** Records an element of the current copy. */
  note(type: number, name: string): void {
    if (this.names === undefined) return;
    this.names.add(type, name);
    if (name.length >= this.suffixLength) this.made.push(name.slice(0, name.length - this.suffixLength));
  }

  /** Copies the elements that refer to the copy that was just recorded. */
  copy(naming: Naming, element: XmlElement): void {
    const { names, spec } = this;
    if (names === undefined) return;
    copyFlexes(spec, spec, names, naming, element);
    const old = this.before.get(naming.suffix) ?? [];
    REFERRING.forEach(([list, type, resolve], k) => {
      const index = this.indices[k];
      const target = spec[list] as SpecElement[];
      for (const position of index.find([...old, ...this.made])) {
        const name = copyOne(spec, spec, list, type, resolve, target[position], names, naming, element);
        if (name !== undefined && name !== "") this.made.push(name.slice(0, name.length - this.suffixLength));
      }
      names.settle(type);
    });
    this.made = [];
  }
}
