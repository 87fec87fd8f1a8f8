/** Random edits of documents: made in ours, and told step by step, so that another library can make the same. */

import { Spec, type SpecBody, type SpecElement, type SpecFrame, type SpecPlace, type SpecSite } from "@plumbline/sim";
import type { Attributes } from "../../engine/mjcf/elements/attribute.ts";
import { SENSOR_SHARED } from "../../engine/mjcf/elements/sensor.ts";
import { type KindName, KINDS } from "../../engine/spec/kinds.ts";
import { BY_HAND, valueOf } from "./attribute_values.ts";
import { generateSmooth } from "./generate_smooth.ts";
import type { Random } from "./random.ts";

/** Values of attributes: numbers, words, and switches. */
export type EditValues = Record<string, number | string | boolean | number[]>;

/** One edit. Elements are named by kind and name. */
export type Edit =
  | { readonly do: "add"; readonly kind: KindName; readonly place: Place; readonly word: string; values: EditValues }
  | { readonly do: "path"; readonly values: EditValues; readonly path: readonly EditValues[] }
  | { readonly do: "class"; readonly name: string; readonly parent: string; readonly geom: EditValues }
  | { readonly do: "set"; readonly kind: KindName; readonly name: string; readonly values: EditValues }
  | { readonly do: "option"; readonly values: EditValues }
  | { readonly do: "rename"; readonly kind: KindName; readonly name: string; readonly to: string }
  | { readonly do: "delete"; readonly kind: KindName; readonly name: string }
  | {
    readonly do: "attach";
    readonly place: Place;
    /** the document that the part comes from; empty: this one */
    readonly xml: string;
    /** empty: everything in the world */
    readonly part: Place | null;
    readonly prefix: string;
    readonly suffix: string;
  };

/** A body, frame, or site; null: the document itself. */
export type Place = { readonly kind: "body" | "frame" | "site"; readonly name: string } | null;

const WORLD: Place = { kind: "body", name: "world" };
const SHAPES = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 } as const;
const SIMPLE = ["motor", "position", "velocity", "damper", "cylinder"] as const;

/** A frame of a document that is attached. */
const INNER = `<frame name="inner" pos="0.1 0.2 0.3"><body name="boxed"><geom name="g" size="0.1"/></body></frame>`;

/** Bodies that are not attached: the world, and one that has to be in the world. */
const NOT_ATTACHED = ["", "world", "hand"];

/** Kinds whose elements may be deleted without much ado, and how often. */
const DELETED: readonly (readonly [KindName, number])[] = [
  ["body", 3],
  ["camera", 1],
  ["light", 1],
  ["actuator", 2],
  ["sensor", 2],
  ["equality", 1],
  ["exclude", 1],
  ["pair", 1],
  ["numeric", 1],
  ["key", 1],
  ["geom", 1],
  ["tendon", 1],
];

/** Kinds whose names nothing refers to. */
const RENAMED: readonly KindName[] = ["camera", "light", "numeric", "sensor", "equality", "key"];

/** Draws edits that fit a document, and makes them in it. */
export class Editing {
  #count = 0;
  readonly #classes = ["main"];

  constructor(readonly spec: Spec, private readonly r: Random) {}

  /** Makes a random edit; undefined if there is nothing to be edited in the way that was drawn. */
  next(): Edit[] {
    const { r } = this;
    const choices: readonly (readonly [number, () => Edit[]])[] = [
      [6, () => this.#addBody()],
      [4, () => this.#addPart()],
      [7, () => this.#set()],
      [4, () => this.#delete()],
      [1, () => this.#rename()],
      [3, () => this.#addActuator()],
      [3, () => this.#addSensor()],
      [2, () => this.#addTendon()],
      [2, () => this.#addTie()],
      [2, () => this.#addOther()],
      [1, () => this.#addClass()],
      [
        1,
        () => [
          this.#make({ do: "option", values: { timestep: r.real(0.0005, 0.01), gravity: this.#vector(-10, 10) } }),
        ],
      ],
      [4, () => this.#attach()],
    ];
    let at = r.int(0, choices.reduce((sum, [weight]) => sum + weight, 0) - 1);
    for (const [weight, make] of choices) if ((at -= weight) < 0) return make();
    return [];
  }

  #name(): string {
    return `n${this.#count++}`;
  }

  #vector(low: number, high: number): number[] {
    return [0, 1, 2].map(() => this.r.real(low, high));
  }

  /** Names of the elements of a kind that have one. */
  #named(kind: KindName): string[] {
    return this.spec.elements(kind).map(({ name }) => name).filter((name) => name !== "" && name !== "world");
  }

  #some(kind: KindName): string | undefined {
    const names = this.#named(kind);
    return names.length === 0 ? undefined : this.r.pick(names);
  }

  /** Usual values of some attributes of a kind. */
  #usual(attributes: Attributes, probability: number): EditValues {
    const { r } = this;
    const values: EditValues = {};
    for (const [name, rule] of Object.entries(attributes)) {
      if (BY_HAND.has(name) || rule.usual === undefined || !r.chance(probability)) continue;
      const numbers = valueOf(r, rule).split(" ").map(Number);
      values[name] = rule.max === 1 ? numbers[0] : numbers;
    }
    return values;
  }

  #rotation(): EditValues {
    const { r } = this;
    switch (r.int(0, 5)) {
      case 0:
        return { quat: [r.real(0.1, 1), ...this.#vector(-1, 1)] };
      case 1:
        return { euler: this.#vector(-100, 100) };
      case 2:
        return { axisangle: [r.real(0.1, 1), r.real(-1, 1), r.real(-1, 1), r.real(-180, 180)] };
      case 3:
        return { zaxis: [r.real(-1, 1), r.real(-1, 1), r.real(0.1, 1)] };
      default:
        return {};
    }
  }

  #place(): Place {
    const frame = this.r.chance(0.3) ? this.#some("frame") : undefined;
    if (frame !== undefined) return { kind: "frame", name: frame };
    const body = this.r.chance(0.7) ? this.#some("body") : undefined;
    return body === undefined ? WORLD : { kind: "body", name: body };
  }

  #geom(place: Place): Edit {
    const { r } = this;
    const type = r.pick(Object.keys(SHAPES) as (keyof typeof SHAPES)[]);
    const values: EditValues = {
      name: this.#name(),
      type,
      size: Array.from({ length: SHAPES[type] }, () => r.real(0.02, 0.2)),
      ...this.#usual(KINDS.geom.attributes, 0.1),
      ...this.#rotation(),
    };
    const material = r.chance(0.2) ? this.#some("material") : undefined;
    if (material !== undefined) values.material = material;
    return this.#make({
      do: "add",
      kind: "geom",
      place,
      word: "geom",
      values: { ...values, class: r.pick(this.#classes) },
    });
  }

  #addBody(): Edit[] {
    const { r } = this;
    const name = this.#name();
    const values = { name, pos: this.#vector(-1, 1), ...this.#rotation() };
    const edits = [this.#make({ do: "add", kind: "body", place: this.#place(), word: "body", values })];
    const place = { kind: "body", name } as const;
    edits.push(this.#geom(place));
    if (r.chance(0.7)) edits.push(this.#joint(place));
    return edits;
  }

  #joint(place: Place): Edit {
    const { r } = this;
    const type = r.pick(["hinge", "hinge", "slide", "ball"]);
    const values = {
      name: this.#name(),
      type,
      ...this.#usual(KINDS.joint.attributes, 0.15),
      ...(r.chance(0.3) && type !== "ball" ? { range: [r.real(-2, -0.1), r.real(0.1, 2)] } : {}),
      class: r.pick(this.#classes),
    };
    return this.#make({ do: "add", kind: "joint", place, word: "joint", values });
  }

  #addPart(): Edit[] {
    const { r } = this;
    const place = this.#place();
    switch (r.int(0, 4)) {
      case 0:
        return [this.#geom(place)];
      case 1: {
        const values = { name: this.#name(), ...this.#usual(KINDS.site.attributes, 0.3), ...this.#rotation() };
        return [this.#make({ do: "add", kind: "site", place, word: "site", values: { ...values, class: "main" } })];
      }
      case 2: {
        const values = { name: this.#name(), fovy: r.real(20, 90), pos: this.#vector(-1, 1), ...this.#rotation() };
        return [this.#make({ do: "add", kind: "camera", place, word: "camera", values: { ...values, class: "main" } })];
      }
      case 3: {
        const values = {
          name: this.#name(),
          pos: this.#vector(-1, 1),
          cutoff: r.real(10, 80),
          castshadow: r.chance(0.5),
        };
        return [this.#make({ do: "add", kind: "light", place, word: "light", values: { ...values, class: "main" } })];
      }
      default: {
        const frame = this.#some("frame");
        if (frame === undefined) return [];
        const values = { name: this.#name(), pos: this.#vector(-1, 1), ...this.#rotation() };
        return [this.#make({ do: "add", kind: "frame", place: { kind: "frame", name: frame }, word: "frame", values })];
      }
    }
  }

  #set(): Edit[] {
    const kind = this.r.pick(["body", "geom", "geom", "joint", "site", "camera", "light", "tendon", "pair"] as const);
    const name = this.#some(kind);
    if (name === undefined) return [];
    const turns = kind === "body" || kind === "camera";
    const values = { ...this.#usual(KINDS[kind].attributes, 0.2), ...(turns ? this.#rotation() : {}) };
    return Object.keys(values).length === 0 ? [] : [this.#make({ do: "set", kind, name, values })];
  }

  #delete(): Edit[] {
    const kinds = DELETED.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
    const kind = this.r.pick(kinds);
    const name = this.#some(kind);
    return name === undefined ? [] : [this.#make({ do: "delete", kind, name })];
  }

  #rename(): Edit[] {
    const kind = this.r.pick(RENAMED);
    const name = this.#some(kind);
    return name === undefined ? [] : [this.#make({ do: "rename", kind, name, to: this.#name() })];
  }

  /** A hinge or slide. */
  #scalarJoint(): string | undefined {
    const joints = this.spec.elements("joint").filter((joint) => {
      const { name, type } = joint as SpecElement & { type: string };
      return name !== "" && (type === "hinge" || type === "slide");
    });
    return joints.length === 0 ? undefined : this.r.pick(joints).name;
  }

  #addActuator(): Edit[] {
    const { r } = this;
    const joint = this.#scalarJoint();
    if (joint === undefined) return [];
    const word = r.pick(SIMPLE);
    const own: Record<string, EditValues> = {
      position: { kp: r.real(1, 20), ...(r.chance(0.5) ? { kv: r.real(0, 2) } : {}) },
      velocity: { kv: r.real(0.1, 2) },
      damper: { kv: r.real(0.1, 2), ctrlrange: [0, r.real(0.1, 2)] },
      cylinder: { timeconst: r.real(0.1, 2), area: r.real(0.1, 2) },
    };
    const values = { name: this.#name(), joint, gear: [r.real(0.5, 3)], ...own[word], class: "main" };
    return [this.#make({ do: "add", kind: "actuator", place: null, word, values })];
  }

  #addSensor(): Edit[] {
    const { r } = this;
    const word = r.pick(["jointpos", "jointvel", "framepos", "framelinvel", "gyro", "subtreecom", "touch", "clock"]);
    const object: EditValues = {};
    if (word.startsWith("joint")) object.joint = this.#scalarJoint() ?? "";
    else if (word.startsWith("frame")) {
      const objtype = r.pick(["body", "geom", "site"] as const);
      Object.assign(object, { objtype, objname: this.#some(objtype) ?? "" });
    } else if (word === "subtreecom") object.body = this.#some("body") ?? "";
    else if (word !== "clock") object.site = this.#some("site") ?? "";
    if (Object.values(object).includes("")) return [];
    const values = { name: this.#name(), ...object, ...this.#usual(SENSOR_SHARED, 0.2) };
    return [this.#make({ do: "add", kind: "sensor", place: null, word, values })];
  }

  #addTendon(): Edit[] {
    const { r } = this;
    const values: EditValues = { name: this.#name(), ...this.#usual(KINDS.tendon.attributes, 0.1) };
    const sites = this.#named("site");
    delete values.armature;
    if (r.chance(0.5) || sites.length < 2) {
      const joint = this.#scalarJoint();
      if (joint === undefined) return [];
      delete values.width;
      delete values.rgba;
      return [this.#make({ do: "path", values, path: [{ joint, coef: r.real(0.1, 2) }] })];
    }
    const first = r.pick(sites);
    const second = r.pick(sites.filter((name) => name !== first));
    return [this.#make({ do: "path", values, path: [{ site: first }, { site: second }] })];
  }

  #addTie(): Edit[] {
    const { r } = this;
    const [body1, body2] = [this.#some("body"), this.#some("body")];
    if (body1 === undefined || body2 === undefined || body1 === body2) return [];
    const name = this.#name();
    switch (r.int(0, 3)) {
      case 0: {
        const values = { name, body1, body2, anchor: this.#vector(-1, 1), class: "main" };
        return [this.#make({ do: "add", kind: "equality", place: null, word: "connect", values })];
      }
      case 1: {
        const values = { name, body1, body2, torquescale: r.real(0.1, 2), class: "main" };
        return [this.#make({ do: "add", kind: "equality", place: null, word: "weld", values })];
      }
      case 2: {
        const [geom1, geom2] = [this.#some("geom"), this.#some("geom")];
        if (geom1 === undefined || geom2 === undefined || geom1 === geom2) return [];
        const values = { name, geom1, geom2, ...this.#usual(KINDS.pair.attributes, 0.2), class: "main" };
        return [this.#make({ do: "add", kind: "pair", place: null, word: "pair", values })];
      }
      default:
        return [
          this.#make({ do: "add", kind: "exclude", place: null, word: "exclude", values: { name, body1, body2 } }),
        ];
    }
  }

  #addOther(): Edit[] {
    const { r } = this;
    const name = this.#name();
    switch (r.int(0, 4)) {
      case 0:
        return [
          this.#make({
            do: "add",
            kind: "numeric",
            place: null,
            word: "numeric",
            values: { name, data: this.#vector(-5, 5) },
          }),
        ];
      case 1:
        return [
          this.#make({ do: "add", kind: "text", place: null, word: "text", values: { name, data: "some text" } }),
        ];
      case 2:
        return [this.#make({ do: "add", kind: "key", place: null, word: "key", values: { name, time: r.real(0, 5) } })];
      case 3: {
        const values = { name, ...this.#usual(KINDS.material.attributes, 0.5), class: "main" };
        return [this.#make({ do: "add", kind: "material", place: null, word: "material", values })];
      }
      default: {
        // a mesh, and a geom that shows it
        const vertex = [0, 0, 0, ...this.#vector(0.1, 0.3), r.real(0.1, 0.3), 0, 0, 0, r.real(0.1, 0.3), 0];
        const mesh = this.#make({
          do: "add",
          kind: "mesh",
          place: null,
          word: "mesh",
          values: { name, vertex, class: "main" },
        });
        const values = { name: this.#name(), type: "mesh", mesh: name, class: "main" };
        return [mesh, this.#make({ do: "add", kind: "geom", place: this.#place(), word: "geom", values })];
      }
    }
  }

  #addClass(): Edit[] {
    const name = this.#name();
    const edit = this.#make({
      do: "class",
      name,
      parent: this.r.pick(this.#classes),
      geom: this.#usual(KINDS.geom.attributes, 0.3),
    });
    this.#classes.push(name);
    return [edit];
  }

  #attach(): Edit[] {
    const { r } = this;
    const site = r.chance(0.3) ? this.#some("site") : undefined;
    const frame = this.#some("frame");
    const place = site !== undefined
      ? { kind: "site", name: site } as const
      : frame && { kind: "frame", name: frame } as const;
    if (!place) return [];
    const prefix = `${this.#name()}_`;
    if (frame !== undefined && r.chance(0.2)) {
      const own = this.#named("body").filter((name) => !NOT_ATTACHED.includes(name) && !this.#holds(name, frame));
      if (own.length === 0) return [];
      const part = { kind: "body", name: r.pick(own) } as const;
      return [this.#make({ do: "attach", place: { kind: "frame", name: frame }, xml: "", part, prefix, suffix: "" })];
    }

    // what looks at a body cannot come without it
    const xml = generateSmooth(r.int(0, 10000)).replace(/<(?:camera|light)[^>]*\btarget=[^>]*>/g, "")
      .replace("<mujoco>", `<mujoco model="child${this.#count}">`)
      .replace("</worldbody>", `${INNER}</worldbody>`);
    const child = Spec.parse(xml);
    const bodies = child.elements("body").map(({ name }) => name).filter((name) => !NOT_ATTACHED.includes(name));
    const chosen: Place[] = [...bodies.map((name) => ({ kind: "body", name } as const)), {
      kind: "frame",
      name: "inner",
    }];
    const part = r.chance(0.1) && place.name === "root" ? null : r.pick(chosen);
    return [this.#make({ do: "attach", place, xml, part, prefix, suffix: r.chance(0.3) ? "_s" : "" })];
  }

  /** Is a frame in a body, or in one below it? */
  #holds(body: string, frame: string): boolean {
    for (let it: SpecBody | undefined = this.spec.frame(frame).body; it !== undefined; it = it.parent) {
      if (it.name === body) return true;
    }
    return false;
  }

  #make(edit: Edit): Edit {
    makeEdit(this.spec, edit);
    return edit;
  }
}

/** Makes an edit in one of our documents. */
export function makeEdit(spec: Spec, edit: Edit): void {
  switch (edit.do) {
    case "add":
      if (edit.place === null) addObject(spec, edit.word, edit.values);
      else addPart(find(spec, edit.place) as SpecPlace, edit.word, edit.values);
      return;
    case "path": {
      const type = "joint" in edit.path[0] ? "fixed" : "spatial";
      spec.addTendon(type, edit.values, edit.path as unknown as [{ site: string }]);
      return;
    }
    case "class":
      spec.addDefault(edit.name, edit.parent).set("geom", edit.geom);
      return;
    case "set":
      (spec.find(edit.kind, edit.name) as SpecElement).set(edit.values);
      return;
    case "option":
      Object.assign(spec.option, edit.values);
      return;
    case "rename":
      (spec.find(edit.kind, edit.name) as SpecElement).name = edit.to;
      return;
    case "delete":
      (spec.find(edit.kind, edit.name) as SpecElement).delete();
      return;
    case "attach": {
      const child = edit.xml === "" ? spec : Spec.parse(edit.xml);
      const part = edit.part === null ? child : find(child, edit.part) as SpecBody | SpecFrame;
      (find(spec, edit.place) as SpecFrame | SpecSite).attach(part, { prefix: edit.prefix, suffix: edit.suffix });
    }
  }
}

function find(spec: Spec, place: Place): SpecElement {
  if (place === null || place.name === "world") return spec.worldbody;
  return spec.find(place.kind, place.name) as SpecElement;
}

function addPart(place: SpecPlace, word: string, values: EditValues): void {
  const add = {
    body: () => place.addBody(values),
    frame: () => place.addFrame(values),
    joint: () => place.addJoint(values),
    geom: () => place.addGeom(values),
    site: () => place.addSite(values),
    camera: () => place.addCamera(values),
    light: () => place.addLight(values),
  };
  add[word as keyof typeof add]();
}

function addObject(spec: Spec, word: string, values: EditValues): void {
  // deno-lint-ignore no-explicit-any
  const given = values as any;
  if (word === "numeric") spec.addNumeric(given);
  else if (word === "text") spec.addText(given);
  else if (word === "key") spec.addKey(given);
  else if (word === "material") spec.addMaterial(given);
  else if (word === "mesh") spec.addMesh(given);
  else if (word === "pair") spec.addPair(given);
  else if (word === "exclude") spec.addExclude(given);
  else if (word === "connect" || word === "weld") spec.addEquality(word, given);
  else if ((SIMPLE as readonly string[]).includes(word)) spec.addActuator(word as "motor", given);
  else spec.addSensor(word, given);
}
