/** Geoms, sites, cameras, and lights: from attributes to records. */

import { LightType } from "../types/enums.ts";
import type { Orientation } from "../types/spec.ts";
import { readAttributes } from "./attributes.ts";
import { CAMERA, type CameraAttributes } from "./elements/camera.ts";
import { GEOM, type GeomAttributes } from "./elements/geom.ts";
import { LIGHT, type LightAttributes } from "./elements/light.ts";
import { SITE, type SiteAttributes } from "./elements/site.ts";
import type { Reader } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

const SPELLINGS = ["euler", "axisangle", "xyaxes", "zaxis"] as const;

/**
 * Decides which notation of a rotation applies. MuJoCo rejects more than one; unless `strict`, the first of euler,
 * axisangle, xyaxes, zaxis, and quat applies, with a warning.
 */
export function readOrientation(reader: Reader, element: XmlElement, target: Orientation): void {
  chooseOrientation(reader, element, target);
  checkQuat(element, target.quat);
}

/** Decides which notation of a rotation applies, and accepts a zero quaternion. */
export function chooseOrientation(reader: Reader, element: XmlElement, target: Orientation): void {
  const given: string[] = SPELLINGS.filter((name) => (element.attributes[name]?.trim() ?? "") !== "");
  if (given.length > 0) target.orientation = given[0] as Orientation["orientation"];
  if (element.attributes.quat !== undefined) given.push("quat");
  if (given.length > 1) {
    const what = `${element.name}: more than one orientation: ${given.join(", ")}`;
    if (reader.strict) throw element.error(what, given[1]);
    reader.warn(`${what}; only ${given[0]} counts`, element, given[1]);
  }
}

/** Rejects a zero quaternion. */
export function checkQuat(element: XmlElement, quat: Float64Array): void {
  if (quat[0] === 0 && quat[1] === 0 && quat[2] === 0 && quat[3] === 0) {
    throw element.error(`${element.name}: quat cannot be zero`, "quat");
  }
}

/** Reads the attributes of a geom. */
export function readGeomAttributes(reader: Reader, element: XmlElement, geom: GeomAttributes): void {
  readAttributes(element, GEOM, geom);
  readOrientation(reader, element, geom);
}

/** Reads the attributes of a site. */
export function readSiteAttributes(reader: Reader, element: XmlElement, site: SiteAttributes): void {
  readAttributes(element, SITE, site);
  readOrientation(reader, element, site);
}

/** Reads the attributes of a camera. */
export function readCameraAttributes(reader: Reader, element: XmlElement, camera: CameraAttributes): void {
  const output = camera.output;
  const user = camera.user;
  readAttributes(element, CAMERA, camera);
  readOrientation(reader, element, camera);

  // from keywords to bits
  const words = camera.output as unknown;
  camera.output = Array.isArray(words) ? combineBits(element, words) : output;
  if (element.attributes.output !== undefined && camera.output === 0) camera.output = output;
  if (element.attributes.fovy?.trim() && element.attributes.sensorsize?.trim()) {
    throw element.error("camera: give either 'fovy' or 'sensorsize', not both", "fovy");
  }

  // unlike all other attributes, user data of a camera is not taken from its class
  if (camera.user === user) camera.user = new Float64Array();
}

function combineBits(element: XmlElement, values: number[]): number {
  let bits = 0;
  for (const value of values) {
    if (bits & value) throw element.error(`${element.name}: a keyword in attribute 'output' is repeated`, "output");
    bits |= value;
  }
  return bits;
}

/** Reads the attributes of a light. */
export function readLightAttributes(element: XmlElement, light: LightAttributes): void {
  if (element.attributes.type !== undefined && element.attributes.directional !== undefined) {
    throw element.error("light: give either 'type' or 'directional', not both", "directional");
  }
  readAttributes(element, LIGHT, light);
  if (light.directional !== undefined) {
    light.type = light.directional ? LightType.DIRECTIONAL : LightType.SPOT;
    light.directional = undefined;
  }
}
