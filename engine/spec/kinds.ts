/** The kinds of elements that can be edited: what their records hold, and who reads it. */

import { readAttributes } from "../mjcf/attributes.ts";
import { repeatSpringLength } from "../mjcf/defaults.ts";
import { ACTUATOR, TARGETS } from "../mjcf/elements/actuator.ts";
import { type Attributes, reals, text } from "../mjcf/elements/attribute.ts";
import { BODY, FRAME } from "../mjcf/elements/body.ts";
import { CAMERA } from "../mjcf/elements/camera.ts";
import { NUMERIC_ELEMENT, TEXT_ELEMENT } from "../mjcf/elements/custom.ts";
import { EQUALITY } from "../mjcf/elements/equality.ts";
import { FLEX } from "../mjcf/elements/flex.ts";
import { GEOM } from "../mjcf/elements/geom.ts";
import { HFIELD } from "../mjcf/elements/hfield.ts";
import { JOINT } from "../mjcf/elements/joint.ts";
import { KEY } from "../mjcf/elements/keyframe.ts";
import { LIGHT } from "../mjcf/elements/light.ts";
import { MATERIAL } from "../mjcf/elements/material.ts";
import { MESH } from "../mjcf/elements/mesh.ts";
import { EXCLUDE_ELEMENT, PAIR } from "../mjcf/elements/pair.ts";
import { SENSOR_SHARED } from "../mjcf/elements/sensor.ts";
import { SITE } from "../mjcf/elements/site.ts";
import { SKIN } from "../mjcf/elements/skin.ts";
import { TENDON } from "../mjcf/elements/tendon.ts";
import { TEXTURE } from "../mjcf/elements/texture.ts";
import { readActuatorAttributes } from "../mjcf/read_actuator.ts";
import { readMaterialAttributes, readMeshAttributes } from "../mjcf/read_asset.ts";
import {
  readCameraAttributes,
  readGeomAttributes,
  readLightAttributes,
  readOrientation,
  readSiteAttributes,
} from "../mjcf/read_body_elements.ts";
import type { Reader } from "../mjcf/reader.ts";
import type { XmlElement } from "../mjcf/xml.ts";
import { Obj } from "../types/enums.ts";
import type {
  ActuatorSpec,
  BodySpec,
  CameraSpec,
  FrameSpec,
  GeomSpec,
  LightSpec,
  MaterialSpec,
  MeshSpec,
  Orientation,
  SiteSpec,
  SpecElement,
  SpecList,
  TendonSpec,
} from "../types/spec.ts";

/** A kind of elements. */
export interface Kind {
  /** its word in MJCF and in errors */
  readonly word: string;
  /** the list that holds its elements */
  readonly list: SpecList;
  /** attributes that can be read and set */
  readonly attributes: Attributes;
  /** type of object, for names */
  readonly type: number;
  /** takes over what a call gives */
  readonly read: (reader: Reader, element: XmlElement, record: SpecElement) => void;
}

function kind(
  word: string,
  list: SpecList,
  type: number,
  attributes: Attributes,
  // deno-lint-ignore no-explicit-any
  read?: (reader: Reader, element: XmlElement, record: any) => void,
): Kind {
  let rules: Attributes | undefined;
  const readAll: Kind["read"] = (_, element, record) => {
    // what an element needs, it has already
    rules ??= Object.fromEntries(Object.entries(attributes).map(([name, it]) => [name, { ...it, required: false }]));
    readAttributes(element, rules, record);
  };
  return { word, list, type, attributes, read: read ?? readAll };
}

/** An element that is turned: the notation that is given last counts. */
function turned<T extends Orientation>(
  read: (reader: Reader, element: XmlElement, record: T) => void,
): (reader: Reader, element: XmlElement, record: T) => void {
  return (reader, element, record) => {
    if (element.attributes.quat !== undefined) record.orientation = "";
    read(reader, element, record);
  };
}

const TARGET: Attributes = Object.fromEntries(TARGETS.map(([name]) => [name, text()]));

/** Name of a kind of elements. */
export type KindName =
  | "body"
  | "frame"
  | "joint"
  | "geom"
  | "site"
  | "camera"
  | "light"
  | "flex"
  | "mesh"
  | "skin"
  | "hfield"
  | "texture"
  | "material"
  | "pair"
  | "exclude"
  | "equality"
  | "tendon"
  | "actuator"
  | "sensor"
  | "numeric"
  | "text"
  | "tuple"
  | "key"
  | "plugin";

/** All kinds. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  body: kind(
    "body",
    "bodies",
    Obj.BODY,
    BODY,
    turned((reader, element, body: BodySpec) => {
      readAttributes(element, BODY, body);
      readOrientation(reader, element, body);
    }),
  ),
  frame: kind(
    "frame",
    "frames",
    Obj.FRAME,
    FRAME,
    turned((reader, element, frame: FrameSpec) => {
      readAttributes(element, FRAME, frame);
      readOrientation(reader, element, frame);
    }),
  ),
  joint: kind("joint", "joints", Obj.JOINT, JOINT),
  geom: kind("geom", "geoms", Obj.GEOM, GEOM, turned<GeomSpec>(readGeomAttributes)),
  site: kind("site", "sites", Obj.SITE, SITE, turned<SiteSpec>(readSiteAttributes)),
  camera: kind(
    "camera",
    "cameras",
    Obj.CAMERA,
    CAMERA,
    turned((reader, element, camera: CameraSpec) => {
      const { user } = camera;
      readCameraAttributes(reader, element, camera);
      if (element.attributes.user === undefined) camera.user = user;
    }),
  ),
  light: kind("light", "lights", Obj.LIGHT, LIGHT, (_, element, light: LightSpec) => {
    readLightAttributes(element, light);
  }),
  flex: kind("flex", "flexes", Obj.FLEX, FLEX),
  mesh: kind("mesh", "meshes", Obj.MESH, MESH, (_, element, mesh: MeshSpec) => readMeshAttributes(element, mesh)),
  skin: kind("skin", "skins", Obj.SKIN, SKIN),
  hfield: kind("hfield", "hfields", Obj.HFIELD, HFIELD),
  texture: kind("texture", "textures", Obj.TEXTURE, TEXTURE),
  material: kind("material", "materials", Obj.MATERIAL, MATERIAL, (_, element, material: MaterialSpec) => {
    readMaterialAttributes(element, material);
  }),
  pair: kind("pair", "pairs", Obj.PAIR, PAIR),
  exclude: kind("exclude", "excludes", Obj.EXCLUDE, {
    body1: EXCLUDE_ELEMENT.body1,
    body2: EXCLUDE_ELEMENT.body2,
  }),
  equality: kind("equality", "equalities", Obj.EQUALITY, {
    ...EQUALITY,
    name1: text(""),
    name2: text(""),
    data: reals([0, 11], []),
  }),
  tendon: kind("tendon", "tendons", Obj.TENDON, TENDON, (_, element, tendon: TendonSpec) => {
    readAttributes(element, TENDON, tendon);
    repeatSpringLength(element, tendon.springlength);
  }),
  actuator: kind(
    "general",
    "actuators",
    Obj.ACTUATOR,
    { ...ACTUATOR, ...TARGET, target: text("") },
    (_, element, actuator: ActuatorSpec) => {
      readActuatorAttributes(element, actuator);
      if (element.attributes.target !== undefined) actuator.target = element.attributes.target;
    },
  ),
  sensor: kind("sensor", "sensors", Obj.SENSOR, { ...SENSOR_SHARED, objname: text(""), refname: text("") }),
  numeric: kind("numeric", "numerics", Obj.NUMERIC, { data: NUMERIC_ELEMENT.data }),
  text: kind("text", "texts", Obj.TEXT, { data: TEXT_ELEMENT.data }),
  tuple: kind("tuple", "tuples", Obj.TUPLE, {}),
  key: kind("key", "keys", Obj.KEY, KEY),
  plugin: kind("instance", "plugins", Obj.PLUGIN, {}),
};
