/** The same edits in MuJoCo's own documents (`mjSpec`), through its bindings. */

import type { Attribute, Attributes } from "../../engine/mjcf/elements/attribute.ts";
import { EQUALITY_TYPE } from "../../engine/mjcf/elements/equality.ts";
import { SENSORS } from "../../engine/mjcf/elements/sensor.ts";
import { OPTION } from "../../engine/mjcf/elements/option.ts";
import { type KindName, KINDS } from "../../engine/spec/kinds.ts";
import { Bias, Obj } from "../../engine/types/enums.ts";
import type { Edit, EditValues, Place } from "./edit_script.ts";

/** A module or object of the bindings. */
// deno-lint-ignore no-explicit-any
type Foreign = any;

/** MuJoCo's names of attributes, where they are not those of MJCF. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  joint: {
    solreflimit: "solref_limit",
    solimplimit: "solimp_limit",
    solreffriction: "solref_friction",
    solimpfriction: "solimp_friction",
    actuatorfrcrange: "actfrcrange",
    actuatorgravcomp: "actgravcomp",
  },
  tendon: {
    solreflimit: "solref_limit",
    solimplimit: "solimp_limit",
    solreffriction: "solref_friction",
    solimpfriction: "solimp_friction",
    actuatorfrcrange: "actfrcrange",
  },
  geom: { fluidcoef: "fluid_coefs", mesh: "meshname", hfield: "hfieldname" },
  camera: { sensorsize: "sensor_size", target: "targetbody" },
  light: { target: "targetbody" },
  pair: { geom1: "geomname1", geom2: "geomname2" },
  exclude: { body1: "bodyname1", body2: "bodyname2" },
  mesh: { vertex: "uservert" },
};

const ORIENTATIONS = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];

/** A document of MuJoCo. */
export class MujocoDocument {
  readonly #mj: Foreign;
  readonly spec: Foreign;
  readonly #classes = new Map<string, Foreign>();
  /** all elements by kind and name: a document that has been compiled does not find what was added since */
  readonly #named = new Map<string, Foreign>();

  constructor(mj: Foreign, xml: string) {
    this.#mj = mj;
    this.spec = mj.parseXMLString(xml);
    mj.mjs_setDeepCopy(this.spec, 1);
    // threads would need the workers of the package
    this.spec.compiler.usethread = 0;
    this.#list();
  }

  /** Compiles the document; throws if MuJoCo refuses it. */
  compile(): Foreign {
    const model = this.#mj.mj_compile(this.spec);
    if (!model) throw new Error(this.#mj.mjs_getError(this.spec));
    return model;
  }

  /** Makes an edit. */
  make(edit: Edit): void {
    const mj = this.#mj;
    switch (edit.do) {
      case "add":
        this.#add(edit.kind, edit.place, edit.word, { ...edit.values });
        return;
      case "path": {
        const tendon = mj.mjs_addTendon(this.spec, this.#default("main"));
        this.#setAll(tendon, "tendon", edit.values);
        for (const wrap of edit.path) {
          if ("joint" in wrap) mj.mjs_wrapJoint(tendon, wrap.joint, wrap.coef);
          else mj.mjs_wrapSite(tendon, wrap.site);
        }
        return;
      }
      case "class": {
        const added = mj.mjs_addDefault(this.spec, edit.name, this.#default(edit.parent));
        this.#classes.set(edit.name, added);
        this.#setAll(added.geom, "geom", edit.geom);
        return;
      }
      case "set":
        this.#setAll(this.#as(edit.kind, this.#find(edit.kind, edit.name)), edit.kind, edit.values);
        return;
      case "option":
        for (const [name, value] of Object.entries(edit.values)) {
          this.#set(this.spec.option, name, OPTION[name as "timestep"], value);
        }
        return;
      case "rename":
        this.#rename(edit.kind, this.#find(edit.kind, edit.name), edit.name, edit.to);
        return;
      case "delete":
        if (mj.mjs_delete(this.spec, this.#find(edit.kind, edit.name)) !== 0) {
          throw new Error(mj.mjs_getError(this.spec));
        }
        this.#named.delete(`${edit.kind} ${edit.name}`);
        return;
      case "attach": {
        const child = edit.xml === "" ? this : new MujocoDocument(mj, edit.xml);
        const part = edit.part === null ? child.spec.element : child.#find(edit.part.kind, edit.part.name);
        const { kind, name } = edit.place as NonNullable<Place>;
        const attached = mj.mjs_attach(this.#find(kind, name), part, edit.prefix, edit.suffix);
        if (!attached) throw new Error(mj.mjs_getError(this.spec));
        this.#list();
      }
    }
  }

  #default(name: string): Foreign {
    return this.#classes.get(name) ?? this.#mj.mjs_getSpecDefault(this.spec);
  }

  /** Lists the elements that are not known yet. */
  #list(): void {
    const mj = this.#mj;
    for (const [kind, { type }] of Object.entries(KINDS)) {
      if (kind === "frame" || kind === "plugin") continue;
      const enumeration = mj.mjtObj.values[type];
      for (let it = mj.mjs_firstElement(this.spec, enumeration); it; it = mj.mjs_nextElement(this.spec, it)) {
        const key = `${kind} ${mj.mjs_getName(it)}`;
        if (!this.#named.has(key)) this.#named.set(key, it);
      }
    }
  }

  #rename(kind: KindName, element: Foreign, from: string, to: string): void {
    this.#mj.mjs_setName(element, to);
    this.#named.delete(`${kind} ${from}`);
    this.#named.set(`${kind} ${to}`, element);
  }

  #find(kind: KindName, name: string): Foreign {
    const mj = this.#mj;
    const known = this.#named.get(`${kind} ${name}`);
    if (known !== undefined) return known;
    if (kind === "frame") return mj.mjs_findFrame(this.spec, name).element;
    if (kind === "body") return mj.mjs_findBody(this.spec, name).element;
    return mj.mjs_findElement(this.spec, mj.mjtObj.values[KINDS[kind].type], name);
  }

  /** The object with the attributes of an element. */
  #as(kind: KindName, element: Foreign): Foreign {
    return this.#mj[`mjs_as${kind === "hfield" ? "HField" : kind[0].toUpperCase() + kind.slice(1)}`](element);
  }

  #add(kind: KindName, place: Place, word: string, values: EditValues): void {
    const mj = this.#mj;
    const { spec } = this;
    const given = this.#default((values.class as string | undefined) ?? "main");
    delete values.class;
    if (place !== null) {
      this.#addPart(kind, place, given, values);
      return;
    }
    switch (kind) {
      case "actuator":
        return this.#addActuator(word, given, values);
      case "sensor":
        return this.#addSensor(word, values);
      case "equality": {
        const equality = mj.mjs_addEquality(spec, given);
        this.#enumeration(equality, "type", EQUALITY_TYPE[word as "weld"]);
        this.#enumeration(equality, "objtype", Obj.BODY);
        equality.name1 = values.body1;
        equality.name2 = values.body2;
        this.#rename("equality", equality.element, "", String(values.name));
        if (word === "connect") (values.anchor as number[]).forEach((x, i) => equality.data[i] = x);
        else for (let i = 0; i < 11; i++) equality.data[i] = i === 10 ? values.torquescale : 0;
        return;
      }
      default: {
        const make = {
          numeric: () => mj.mjs_addNumeric(spec),
          text: () => mj.mjs_addText(spec),
          key: () => mj.mjs_addKey(spec),
          material: () => mj.mjs_addMaterial(spec, given),
          mesh: () => mj.mjs_addMesh(spec, given),
          pair: () => mj.mjs_addPair(spec, given),
          exclude: () => mj.mjs_addExclude(spec),
        }[kind as "numeric"];
        const object = make();
        if (kind === "numeric") object.size = (values.data as number[]).length;
        this.#setAll(object, kind, values);
      }
    }
  }

  #addPart(kind: KindName, place: NonNullable<Place>, given: Foreign, values: EditValues): void {
    const mj = this.#mj;
    const holder = this.#as(place.kind, this.#find(place.kind, place.name));
    const frame = place.kind === "frame" ? holder : undefined;
    const body = frame ? mj.mjs_getParent(frame.element) : holder;
    if (kind === "frame") {
      this.#setAll(mj.mjs_addFrame(body, frame), kind, values);
      return;
    }
    const object = mj[`mjs_add${kind[0].toUpperCase()}${kind.slice(1)}`](body, given);
    this.#setAll(object, kind, values);
    if (frame) mj.mjs_setFrame(object.element, frame);
  }

  #addActuator(word: string, given: Foreign, values: EditValues): void {
    const mj = this.#mj;
    const { joint, name, kp, kv, timeconst, area, ...rest } = values;
    const actuator = mj.mjs_addActuator(this.spec, given);
    this.#rename("actuator", actuator.element, "", String(name));
    actuator.target = joint;
    this.#enumeration(actuator, "trntype", 0);
    this.#setAll(actuator, "actuator", rest);
    if (word === "motor") mj.mjs_setToMotor(actuator);
    if (word === "position") this.#setToPosition(actuator, kp as number, (kv ?? 0) as number);
    if (word === "velocity") mj.mjs_setToVelocity(actuator, kv);
    if (word === "damper") mj.mjs_setToDamper(actuator, kv);
    if (word === "cylinder") mj.mjs_setToCylinder(actuator, timeconst, 0, area, -1);
  }

  /** The binding of `mjs_setToPosition` takes no null for what is not given. */
  #setToPosition(actuator: Foreign, kp: number, kv: number): void {
    actuator.gainprm[0] = kp;
    actuator.biasprm[1] = -kp;
    if (kv !== 0) actuator.biasprm[2] = -kv;
    this.#enumeration(actuator, "biastype", Bias.AFFINE);
  }

  #addSensor(word: string, values: EditValues): void {
    const { name, joint, body, site, objtype, objname, ...rest } = values;
    const { type, objects } = SENSORS[word];
    const sensor = this.#mj.mjs_addSensor(this.spec);
    this.#rename("sensor", sensor.element, "", String(name));
    this.#enumeration(sensor, "type", type);
    const kinds: Record<string, number> = { body: Obj.BODY, geom: Obj.GEOM, site: Obj.SITE };
    this.#enumeration(sensor, "objtype", objtype === undefined ? objects[0] : kinds[objtype as string]);
    sensor.objname = objname ?? joint ?? body ?? site ?? "";
    this.#setAll(sensor, "sensor", rest);
  }

  /** Sets attributes by their names in MJCF. */
  #setAll(object: Foreign, kind: KindName, values: EditValues): void {
    const rules: Attributes = KINDS[kind].attributes;
    for (const [name, value] of Object.entries(values)) {
      if (name === "name") this.#rename(kind, object.element, "", String(value));
      else if (ORIENTATIONS.includes(name)) this.#turn(object, name, value as number[]);
      else this.#set(object, RENAMED[kind]?.[name] ?? (name === "user" ? "userdata" : name), rules[name], value);
    }
  }

  #turn(object: Foreign, name: string, value: readonly number[]): void {
    const target = name === "quat" ? object.quat : object.alt[name];
    value.forEach((x, i) => target[i] = x);
    this.#enumeration(object.alt, "type", ORIENTATIONS.indexOf(name));
  }

  #set(object: Foreign, field: string, rule: Attribute | undefined, value: number | string | boolean | number[]): void {
    if (typeof value === "string" && rule?.type === "keyword") this.#enumeration(object, field, rule.words[value]);
    else if (typeof value === "boolean") object[field] = Number(value);
    else if (!Array.isArray(value)) {
      const current = object[field];
      if (current !== null && typeof current === "object" && ArrayBuffer.isView(current)) {
        (current as Float64Array)[0] = value as number;
      } else object[field] = value;
    } else if (ArrayBuffer.isView(object[field])) value.forEach((x, i) => object[field][i] = x);
    else {
      const list = object[field];
      list.resize(0, 0);
      for (const x of value) list.push_back(x);
    }
  }

  /** Sets a field whose type is an enumeration. */
  #enumeration(object: Foreign, field: string, value: number): void {
    // the class of a value is named after its enumeration
    const [enumeration] = String(object[field]?.constructor?.name ?? "").split("_");
    object[field] = this.#mj[enumeration]?.values?.[value] ?? value;
  }
}
