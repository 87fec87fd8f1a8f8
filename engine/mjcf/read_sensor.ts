/** Sensors. */

import { Obj } from "../types/enums.ts";
import type { SensorSpec } from "../types/spec.ts";
import { parseAttribute, readAttributes } from "./attributes.ts";
import { ownArrays } from "./copy_record.ts";
import { type Attributes, keywords } from "./elements/attribute.ts";
import { NO_SENSOR, SENSOR_KIND, SENSOR_SHARED, SENSORS } from "./elements/sensor.ts";
import { newElement } from "./create.ts";
import { CONTACT_DATA, type Keywords, OBJECT_TYPE, RAY_DATA } from "./keywords.ts";
import { readPlugin } from "./read_plugin.ts";
import { type Reader, readName } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

/** Reads a `<sensor>` section. */
export function readSensors(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const sensor: SensorSpec = ownArrays({
      ...NO_SENSOR,
      ...newElement(spec, element),
      obj: undefined,
      ref: undefined,
      plugin: undefined,
    });
    readName(element, sensor);
    readAttributes(element, SENSOR_SHARED, sensor);
    readKind(element, sensor);
    if (element.name === "plugin") sensor.plugin = readPlugin(reader, element);
    spec.sensors.push(sensor);
  }
}

function readKind(element: XmlElement, sensor: SensorSpec): void {
  const { attributes } = element;
  const { type, naming, objects, attributes: rules } = SENSORS[element.name];
  readAttributes(element, rules, {});
  sensor.type = type;
  switch (naming) {
    case "site":
    case "joint":
    case "tendon":
    case "actuator":
    case "body":
      sensor.objtype = objects[0];
      sensor.objname = attributes[naming];
      return;
    case "frame":
      readObject(element, sensor);
      return readReference(element, sensor);
    case "globalframe":
      return readObject(element, sensor);
    case "two":
      [sensor.objtype, sensor.objname] = geomOrBody(element, "1");
      [sensor.reftype, sensor.refname] = geomOrBody(element, "2");
      return;
    case "nothing":
      return;
    case "camprojection":
      sensor.objtype = Obj.SITE;
      sensor.objname = attributes.site;
      sensor.reftype = Obj.CAMERA;
      sensor.refname = attributes.camera;
      return;
    case "rangefinder":
      return readRangefinder(element, sensor);
    case "insidesite":
      sensor.reftype = Obj.SITE;
      sensor.refname = attributes.site;
      return readObject(element, sensor);
    case "contact":
      return readContact(element, sensor, rules);
    case "tactile":
      sensor.objtype = Obj.MESH;
      sensor.objname = attributes.mesh;
      sensor.reftype = Obj.GEOM;
      sensor.refname = attributes.geom;
      return;
    case "plugin":
      return readPluginObjects(element, sensor);
    case "user":
      return readUser(element, sensor);
  }
}

function readObject(element: XmlElement, sensor: SensorSpec): void {
  sensor.objtype = objectType(element.attributes.objtype);
  sensor.objname = element.attributes.objname;
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

function readPluginObjects(element: XmlElement, sensor: SensorSpec): void {
  const { objtype, objname, refname } = element.attributes;
  if (objtype !== undefined || objname !== undefined) {
    if (objname === undefined) throw element.error("plugin: 'objtype' needs an 'objname'", "objtype");
    readObject(element, sensor);
    if (sensor.objtype === Obj.UNKNOWN) throw element.error("plugin: 'objname' needs an 'objtype'", "objname");
  }
  readReference(element, sensor);
  if (refname !== undefined && sensor.reftype === Obj.UNKNOWN) {
    throw element.error("plugin: 'refname' needs a 'reftype'", "refname");
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
  sensor.objtype = site !== undefined ? Obj.SITE : Obj.CAMERA;
  sensor.objname = site ?? camera;
  sensor.intprm[0] = dataBits(element, RAY_DATA, 1);
}

function readContact(element: XmlElement, sensor: SensorSpec, rules: Attributes): void {
  const { attributes } = element;
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

  const number = parseAttribute(element, "num", rules.num) as number | undefined;
  sensor.intprm[0] = dataBits(element, CONTACT_DATA, 1);
  sensor.intprm[1] = (parseAttribute(element, "reduce", rules.reduce) as number | undefined) ?? 0;
  sensor.intprm[2] = number ?? 1;
  if (sensor.intprm[2] <= 0) throw element.error(`contact: 'num' must be positive, got ${number}`, "num");
}

function readUser(element: XmlElement, sensor: SensorSpec): void {
  const { objtype, objname } = element.attributes;
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
  readAttributes(element, SENSOR_KIND, sensor);
}
