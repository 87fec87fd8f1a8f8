/** What elements do to their document. */

import { removeBody } from "../mjcf/attach.ts";
import { dropPlugins } from "../mjcf/attach_plugins.ts";
import { didYouMean } from "../mjcf/excerpt.ts";
import { readSection } from "../mjcf/read.ts";
import type { Reader } from "../mjcf/reader.ts";
import { type ElementRule, SCHEMA } from "../mjcf/schema.ts";
import { listTree } from "../mjcf/tree.ts";
import { UnsupportedError } from "../types/errors.ts";
import type {
  BodyElement,
  BodySpec,
  DefaultClass,
  FrameSpec,
  Spec as Document,
  SpecElement as Record,
} from "../types/spec.ts";
import { Call } from "./call.ts";
import type { SpecElement } from "./element.ts";
import { type KindName, KINDS } from "./kinds.ts";
import type { Spec } from "./spec.ts";

/** Lists that belong to bodies. */
const IN_BODIES: readonly string[] = ["geoms", "joints", "sites", "cameras", "lights"];

const SECTIONS: Readonly<{ [name: string]: ElementRule }> = SCHEMA.children;

const editors = new WeakMap<Spec, Editor>();

/** The editor of a document. */
export function editorOf(spec: Spec): Editor {
  return editors.get(spec) as Editor;
}

/** Edits one document, and keeps what follows from it: lists, names, and the objects that stand for records. */
export class Editor {
  /** the reader of the document, which can read more into it */
  reader: Reader;
  readonly #elements = new WeakMap<Record, SpecElement>();
  readonly #make: (kind: KindName, record: Record) => SpecElement;
  readonly #names = new Map<KindName, Map<string, Record>>();
  /** the body that each frame is in, as far as it has been asked for */
  readonly #owners = new WeakMap<FrameSpec, BodySpec>();
  #isListed = false;

  constructor(spec: Spec, reader: Reader, make: (kind: KindName, record: Record) => SpecElement) {
    editors.set(spec, this);
    this.reader = reader;
    this.#make = make;
  }

  get document(): Document {
    return this.reader.spec;
  }

  /** The object that stands for a record. */
  wrap(kind: KindName, record: Record): SpecElement {
    const known = this.#elements.get(record);
    if (known !== undefined) return known;
    const element = this.#make(kind, record);
    this.#elements.set(record, element);
    return element;
  }

  /** All records of a kind, in the order of the model. */
  list(kind: KindName): readonly Record[] {
    if (!this.#isListed) listTree(this.document);
    this.#isListed = true;
    const all = this.document[KINDS[kind].list] as Record[];
    return kind === "frame" ? all.filter((it) => !(it as FrameSpec).isDeleted) : all;
  }

  /** Records of a kind by name. */
  names(kind: KindName): ReadonlyMap<string, Record> {
    return this.#namesOf(kind);
  }

  /** Reads more into the document; what is not supported is an error at once. */
  edit<T>(read: (reader: Reader) => T): T {
    const { reader } = this;
    const result = read(reader);
    if (reader.unsupported.length > 0) throw new UnsupportedError(reader.unsupported.splice(0));
    return result;
  }

  /** Reads an element of a section. */
  read(section: string, call: Call): void {
    const { children } = SECTIONS[section];
    if (!Object.hasOwn(children, call.name)) {
      throw call.error(`${section}: there is no '${call.name}'${didYouMean(call.name, Object.keys(children))}`);
    }
    call.check(children[call.name]);
    this.edit((reader) => readSection(reader, new Call(section, {}, [call])));
  }

  /** Reads a section that holds settings, such as `<option>`. */
  setSection(call: Call): void {
    this.edit((reader) => readSection(reader, call));
  }

  /** Adds the element of a call, which `read` puts at the end of the list that it returns. */
  added(kind: KindName, call: Call, read: (reader: Reader) => Record[]): SpecElement {
    const { name } = call.attributes;
    if (name) this.#refuseKnown(kind, name);
    let list: Record[] = [];
    try {
      this.edit((reader) => list = read(reader));
    } catch (error) {
      // an element has been added of which a part is not supported
      if (error instanceof UnsupportedError) list.pop();
      throw error;
    }
    call.forget();
    const record = list[list.length - 1];
    this.#isListed = false;
    if (record.name !== "") this.#names.get(kind)?.set(record.name, record);
    return this.wrap(kind, record);
  }

  /** Attaches something, and returns the object for the record of the copy. */
  attached(work: () => [KindName, Record]): SpecElement {
    try {
      const [kind, record] = work();
      return this.wrap(kind, record);
    } finally {
      this.changedTree();
    }
  }

  /** Forgets lists and names. */
  changedTree(): void {
    this.#isListed = false;
    this.#names.clear();
  }

  rename(kind: KindName, record: Record, name: string): void {
    if (name === record.name) return;
    if (record === this.document.world) throw new RangeError("the world cannot be renamed");
    if (name !== "") this.#refuseKnown(kind, name);
    const names = this.#namesOf(kind);
    names.delete(record.name);
    record.name = name;
    if (name !== "") names.set(name, record);
  }

  delete(kind: KindName, record: Record): void {
    const label = record.name === "" ? kind : `${kind} '${record.name}'`;
    if (kind === "frame") return this.#deleteFrame(record as FrameSpec);
    if (record === this.document.world) throw new RangeError("the world cannot be deleted");
    const { list } = KINDS[kind];
    const { body, parent } = record as Partial<BodyElement & BodySpec>;
    const owner = kind === "body" ? parent : IN_BODIES.includes(list) ? body : undefined;
    const records = ((owner as Document | undefined) ?? this.document)[list] as Record[];
    const at = records.indexOf(record);
    if (at < 0 || (owner !== undefined && !this.#isInTree(owner))) {
      throw new RangeError(`${label}: it is not in this document anymore`);
    }
    if (kind === "body") {
      removeBody(this.document, owner as BodySpec, record as BodySpec, new Call("body", {}, [], record.name));
      this.changedTree();
    } else {
      records.splice(at, 1);
      this.#names.get(kind)?.delete(record.name);
      this.#isListed = false;
      dropPlugins(this.document);
    }
  }

  /** Lets go of a frame; what is in it stays where it is. */
  #deleteFrame(frame: FrameSpec): void {
    this.bodyOf(frame);
    frame.name = "";
    frame.isDeleted = true;
    this.changedTree();
  }

  #isInTree(body: BodySpec): boolean {
    for (let it = body; it.parent !== undefined; it = it.parent) if (!it.parent.bodies.includes(it)) return false;
    return true;
  }

  /** Deletes a class and those that started as copies of it. */
  deleteDefault(record: DefaultClass): void {
    const { classes, main } = this.document;
    if (record === main) throw new RangeError("the class 'main' cannot be deleted");
    for (const other of [...classes.values()]) if (other.parent === record) this.deleteDefault(other);
    classes.delete(record.name);
  }

  /** The body that a frame is in. */
  bodyOf(frame: FrameSpec): BodySpec {
    const known = frame.isDeleted ? undefined : this.#owners.get(frame);
    if (known !== undefined && this.#isInTree(known)) return known;
    for (const body of this.list("body") as BodySpec[]) for (const own of body.frames) this.#owners.set(own, body);
    const owner = frame.isDeleted ? undefined : this.#owners.get(frame);
    if (owner !== undefined && this.#isInTree(owner)) return owner;
    throw new RangeError(`frame '${frame.name}': it is not in this document anymore`);
  }

  #namesOf(kind: KindName): Map<string, Record> {
    let names = this.#names.get(kind);
    if (names === undefined) {
      names = new Map();
      for (const record of this.list(kind)) if (record.name !== "") names.set(record.name, record);
      this.#names.set(kind, names);
    }
    return names;
  }

  #refuseKnown(kind: KindName, name: string): void {
    if (this.#namesOf(kind).has(name)) throw new RangeError(`${kind} '${name}': the name is repeated`);
  }
}
