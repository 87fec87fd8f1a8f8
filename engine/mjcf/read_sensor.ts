/** Sensors. */

import { DataType, Obj, Sensor, Stage } from "../types/enums.ts";
import type { SensorSpec } from "../types/spec.ts";
import { parseAttribute, readAttributes } from "./attributes.ts";
import { keywords } from "./elements/attribute.ts";
import { newElement } from "./create.ts";
import { CONTACT_DATA, type Keywords, OBJECT_TYPE, RAY_DATA } from "./keywords.ts";
import { noteUnsupported, type Reader } from "./reader.ts";
import { SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const RULES = SCHEMA.children.sensor.children;

/** Sensors with one object: element, type, and the attribute that names the object. */
export const ON_OBJECT: Record<string, readonly [number, "site" | "joint" | "tendon" | "actuator" | "body"]> = {
  touch: [Sensor.TOUCH, "site"],
  accelerometer: [Sensor.ACCELEROMETER, "site"],
  velocimeter: [Sensor.VELOCIMETER, "site"],
  gyro: [Sensor.GYRO, "site"],
  force: [Sensor.FORCE, "site"],
  torque: [Sensor.TORQUE, "site"],
  magnetometer: [Sensor.MAGNETOMETER, "site"],
  camprojection: [Sensor.CAMPROJECTION, "site"],
  jointpos: [Sensor.JOINTPOS, "joint"],
  jointvel: [Sensor.JOINTVEL, "joint"],
  tendonpos: [Sensor.TENDONPOS, "tendon"],
  tendonvel: [Sensor.TENDONVEL, "tendon"],
  actuatorpos: [Sensor.ACTUATORPOS, "actuator"],
  actuatorvel: [Sensor.ACTUATORVEL, "actuator"],
  actuatorfrc: [Sensor.ACTUATORFRC, "actuator"],
  jointactuatorfrc: [Sensor.JOINTACTFRC, "joint"],
  tendonactuatorfrc: [Sensor.TENDONACTFRC, "tendon"],
  ballquat: [Sensor.BALLQUAT, "joint"],
  ballangvel: [Sensor.BALLANGVEL, "joint"],
  jointlimitpos: [Sensor.JOINTLIMITPOS, "joint"],
  jointlimitvel: [Sensor.JOINTLIMITVEL, "joint"],
  jointlimitfrc: [Sensor.JOINTLIMITFRC, "joint"],
  tendonlimitpos: [Sensor.TENDONLIMITPOS, "tendon"],
  tendonlimitvel: [Sensor.TENDONLIMITVEL, "tendon"],
  tendonlimitfrc: [Sensor.TENDONLIMITFRC, "tendon"],
  subtreecom: [Sensor.SUBTREECOM, "body"],
  subtreelinvel: [Sensor.SUBTREELINVEL, "body"],
  subtreeangmom: [Sensor.SUBTREEANGMOM, "body"],
};

const OBJECT = { site: Obj.SITE, joint: Obj.JOINT, tendon: Obj.TENDON, actuator: Obj.ACTUATOR, body: Obj.BODY };

export const ON_FRAME: Keywords = {
  framepos: Sensor.FRAMEPOS,
  framequat: Sensor.FRAMEQUAT,
  framexaxis: Sensor.FRAMEXAXIS,
  frameyaxis: Sensor.FRAMEYAXIS,
  framezaxis: Sensor.FRAMEZAXIS,
  framelinvel: Sensor.FRAMELINVEL,
  frameangvel: Sensor.FRAMEANGVEL,
  framelinacc: Sensor.FRAMELINACC,
  frameangacc: Sensor.FRAMEANGACC,
};

export const DISTANCE: Keywords = { distance: Sensor.GEOMDIST, normal: Sensor.GEOMNORMAL, fromto: Sensor.GEOMFROMTO };
export const GLOBAL: Keywords = { e_potential: Sensor.E_POTENTIAL, e_kinetic: Sensor.E_KINETIC, clock: Sensor.CLOCK };

/** Reads a `<sensor>` section. */
export function readSensors(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const sensor: SensorSpec = {
      ...newElement(spec, element),
      type: Sensor.TOUCH,
      objtype: Obj.UNKNOWN,
      objname: "",
      reftype: Obj.UNKNOWN,
      refname: "",
      intprm: [0, 0, 0],
      datatype: DataType.REAL,
      needstage: Stage.ACC,
      dim: 0,
      cutoff: 0,
      noise: 0,
      nsample: 0,
      interp: 0,
      delay: 0,
      interval: new Float64Array(2),
      user: new Float64Array(),
      obj: undefined,
      ref: undefined,
    };
    readShared(element, sensor);
    readKind(reader, element, sensor);
    spec.sensors.push(sensor);
  }
}

const SHARED = new Set(["name", "cutoff", "noise", "nsample", "interp", "delay", "interval", "user"]);

function readShared(element: XmlElement, sensor: SensorSpec): void {
  const rules = RULES[element.name].attributes;
  const shared = Object.fromEntries(Object.entries(rules).filter(([name]) => SHARED.has(name)));
  readAttributes(element, shared, sensor);
  readAttributes(element, rules, {});
}

function readKind(reader: Reader, element: XmlElement, sensor: SensorSpec): void {
  const { name, attributes } = element;
  if (name in ON_OBJECT) {
    const [type, attribute] = ON_OBJECT[name];
    sensor.type = type;
    sensor.objtype = OBJECT[attribute];
    sensor.objname = attributes[attribute];
    if (name === "camprojection") {
      sensor.reftype = Obj.CAMERA;
      sensor.refname = attributes.camera;
    }
  } else if (name in ON_FRAME) {
    sensor.type = ON_FRAME[name];
    sensor.objtype = objectType(attributes.objtype);
    sensor.objname = attributes.objname;
    if ("reftype" in RULES[name].attributes) readReference(element, sensor);
  } else if (name in DISTANCE) {
    sensor.type = DISTANCE[name];
    [sensor.objtype, sensor.objname] = geomOrBody(element, "1");
    [sensor.reftype, sensor.refname] = geomOrBody(element, "2");
  } else if (name in GLOBAL) {
    sensor.type = GLOBAL[name];
  } else if (name === "rangefinder") {
    readRangefinder(element, sensor);
  } else if (name === "insidesite") {
    sensor.type = Sensor.INSIDESITE;
    sensor.reftype = Obj.SITE;
    sensor.refname = attributes.site;
    sensor.objtype = objectType(attributes.objtype);
    sensor.objname = attributes.objname;
  } else if (name === "contact") {
    readContact(element, sensor);
  } else if (name === "tactile") {
    sensor.type = Sensor.TACTILE;
    sensor.objtype = Obj.MESH;
    sensor.objname = attributes.mesh;
    sensor.reftype = Obj.GEOM;
    sensor.refname = attributes.geom;
  } else if (name === "user") {
    readUser(element, sensor);
  } else {
    noteUnsupported(reader, element, "<plugin> sensor");
  }
}

function objectType(word: string): number {
  return Object.hasOwn(OBJECT_TYPE, word) ? OBJECT_TYPE[word] : Obj.UNKNOWN;
}

function readReference(element: XmlElement, sensor: SensorSpec): void {
  const { reftype, refname } = element.attributes;
  if (reftype !== undefined) {
    if (refname === undefined) throw element.error(`${element.name}: 'reftype' needs a 'refname'`, "reftype");
    sensor.reftype = objectType(reftype);
    sensor.refname = refname;
  } else if (refname !== undefined) {
    throw element.error(`${element.name}: refname '${refname}' needs a 'reftype'`, "refname");
  }
}

function geomOrBody(element: XmlElement, number: "1" | "2"): [number, string] {
  const body = element.attributes[`body${number}`];
  const geom = element.attributes[`geom${number}`];
  if ((body === undefined) === (geom === undefined)) {
    throw element.error(`${element.name}: give exactly one of 'geom${number}' and 'body${number}'`);
  }
  return body !== undefined ? [Obj.BODY, body] : [Obj.GEOM, geom];
}

/** Keywords in the order of the grammar, as bits; `otherwise` if there are none. */
function dataBits(element: XmlElement, words: Keywords, otherwise: number): number {
  const values = parseAttribute(element, "data", keywords(words)) as number[] | undefined;
  if (values === undefined || values.length === 0) return otherwise;
  let bits = 0;
  values.forEach((value, i) => {
    if (i > 0 && value <= values[i - 1]) {
      throw element.error(
        `${element.name}: words of 'data' must be in the order ${Object.keys(words).join(", ")}`,
        "data",
      );
    }
    bits |= 1 << value;
  });
  return bits;
}

function readRangefinder(element: XmlElement, sensor: SensorSpec): void {
  const { site, camera } = element.attributes;
  if ((site === undefined) === (camera === undefined)) {
    throw element.error("rangefinder: give exactly one of 'site' and 'camera'");
  }
  sensor.type = Sensor.RANGEFINDER;
  sensor.objtype = site !== undefined ? Obj.SITE : Obj.CAMERA;
  sensor.objname = site ?? camera;
  sensor.intprm[0] = dataBits(element, RAY_DATA, 1);
}

function readContact(element: XmlElement, sensor: SensorSpec): void {
  const { attributes } = element;
  sensor.type = Sensor.CONTACT;
  const first = ["site", "body1", "subtree1", "geom1"].filter((name) => attributes[name] !== undefined);
  if (first.length > 1) throw element.error(`contact: ${first.join(" and ")} exclude each other`, first[1]);
  const second = ["body2", "subtree2", "geom2"].filter((name) => attributes[name] !== undefined);
  if (second.length > 1) throw element.error(`contact: ${second.join(" and ")} exclude each other`, second[1]);
  const types: Keywords = { site: Obj.SITE, body: Obj.BODY, subtree: Obj.XBODY, geom: Obj.GEOM };
  if (first.length > 0) {
    sensor.objtype = types[first[0].replace("1", "")];
    sensor.objname = attributes[first[0]];
  }
  if (second.length > 0) {
    sensor.reftype = types[second[0].replace("2", "")];
    sensor.refname = attributes[second[0]];
  }

  const rules = RULES.contact.attributes;
  const number = parseAttribute(element, "num", rules.num) as number | undefined;
  sensor.intprm[0] = dataBits(element, CONTACT_DATA, 1);
  sensor.intprm[1] = (parseAttribute(element, "reduce", rules.reduce) as number | undefined) ?? 0;
  sensor.intprm[2] = number ?? 1;
  if (sensor.intprm[2] <= 0) throw element.error(`contact: 'num' must be positive, got ${number}`, "num");
}

function readUser(element: XmlElement, sensor: SensorSpec): void {
  const { objtype, objname } = element.attributes;
  sensor.type = Sensor.USER;
  if (objtype !== undefined && objname === undefined) {
    throw element.error(`user: objtype '${objtype}' needs an 'objname'`, "objtype");
  }
  if (objtype === undefined && objname !== undefined) {
    throw element.error(`user: objname '${objname}' needs an 'objtype'`, "objname");
  }
  if (objtype !== undefined) {
    sensor.objtype = objectType(objtype);
    sensor.objname = objname;
  }
  const { dim, needstage, datatype } = RULES.user.attributes;
  readAttributes(element, { dim, needstage, datatype }, sensor);
}
