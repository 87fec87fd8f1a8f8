/** Sensors: one row for each kind. */

import { DataType, Obj, Sensor, Stage } from "../../types/enums.ts";
import * as K from "../keywords.ts";
import {
  type Attributes,
  defaultsOf,
  int,
  keyword,
  keywords,
  real,
  reals,
  type RecordOf,
  required,
  text,
} from "./attribute.ts";
import { PLUGIN_ELEMENT } from "./plugin.ts";
import { history, POSITIVE, SMALL, user } from "./shared.ts";

const { REAL, POSITIVE: ABOVE_0, AXIS, QUATERNION } = DataType;
const { POS, VEL, ACC } = Stage;

const NAME = { name: text("") };
const TIMING = { ...history("sensor"), interval: reals([0, 2], [0, 0], "sensor_interval") };
const LIMITS = { cutoff: real(0, "sensor_cutoff", POSITIVE), noise: real(0, "sensor_noise", SMALL) };
const USER = { user: user("sensor_user") };

/** Attributes of most sensors, besides names. */
export const SENSOR_SHARED = { ...TIMING, ...LIMITS, ...USER };

/** Attributes that only a user's sensor sets; those of others follow from their kind. */
export const SENSOR_KIND = {
  datatype: keyword(K.DATA_TYPE, REAL, "sensor_datatype"),
  needstage: keyword(K.STAGE, ACC, "sensor_needstage"),
  dim: int(0, "sensor_dim"),
};

/** The attributes that a record of a sensor holds. */
export const SENSOR = { ...SENSOR_SHARED, ...SENSOR_KIND };

/** The values of a record's attributes, and its objects. */
export interface SensorAttributes extends RecordOf<typeof SENSOR> {
  type: number;
  objtype: number;
  objname: string;
  reftype: number;
  refname: string;
  intprm: number[];
}

/** The built-in values of sensors. */
export const NO_SENSOR: Readonly<SensorAttributes> = defaultsOf(SENSOR, {
  type: Sensor.TOUCH,
  objtype: Obj.UNKNOWN,
  objname: "",
  reftype: Obj.UNKNOWN,
  refname: "",
  intprm: [0, 0, 0],
});

/** Types of objects that have a frame. */
export const FRAME_OBJECTS: readonly number[] = [Obj.BODY, Obj.XBODY, Obj.GEOM, Obj.SITE, Obj.CAMERA];

const OBJECT = { objtype: required(text()), objname: required(text()) };
const OBJECTS = { geom1: text(), geom2: text(), body1: text(), body2: text() };
const SENSOR_NAMED = { ...NAME, ...SENSOR_SHARED };

/** How an element says what it measures: types of objects, and attributes. */
const OBJECT_NAMES = {
  // the name of an object, in an attribute that says its type
  site: { objects: [Obj.SITE], attributes: { ...SENSOR_NAMED, site: required(text()) } },
  joint: { objects: [Obj.JOINT], attributes: { ...SENSOR_NAMED, joint: required(text()) } },
  tendon: { objects: [Obj.TENDON], attributes: { ...SENSOR_NAMED, tendon: required(text()) } },
  actuator: { objects: [Obj.ACTUATOR], attributes: { ...SENSOR_NAMED, actuator: required(text()) } },
  body: { objects: [Obj.BODY], attributes: { ...SENSOR_NAMED, body: required(text()) } },

  // type and name of a frame, with or without another one as its reference
  frame: { objects: FRAME_OBJECTS, attributes: { ...SENSOR_NAMED, ...OBJECT, reftype: text(), refname: text() } },
  globalframe: { objects: FRAME_OBJECTS, attributes: { ...SENSOR_NAMED, ...OBJECT } },

  // two geoms or bodies, or nothing
  two: { objects: [Obj.BODY, Obj.GEOM], attributes: { ...SENSOR_NAMED, ...OBJECTS } },
  nothing: { objects: [Obj.UNKNOWN], attributes: SENSOR_NAMED },

  // in ways of their own
  camprojection: {
    objects: [Obj.SITE],
    attributes: { ...SENSOR_NAMED, site: required(text()), camera: required(text()) },
  },
  rangefinder: {
    objects: [Obj.SITE, Obj.CAMERA],
    attributes: { ...SENSOR_NAMED, site: text(), camera: text(), data: keywords(K.RAY_DATA) },
  },
  insidesite: { objects: FRAME_OBJECTS, attributes: { ...SENSOR_NAMED, site: required(text()), ...OBJECT } },
  contact: {
    objects: [Obj.SITE, Obj.BODY, Obj.XBODY, Obj.GEOM, Obj.UNKNOWN],
    attributes: {
      ...SENSOR_NAMED,
      ...OBJECTS,
      subtree1: text(),
      subtree2: text(),
      site: text(),
      num: int(1),
      data: keywords(K.CONTACT_DATA),
      reduce: keyword(K.REDUCE, 0),
    },
  },
  tactile: {
    objects: [Obj.MESH],
    attributes: { ...NAME, geom: required(text()), mesh: required(text()), ...TIMING, ...USER },
  },
  plugin: {
    objects: [Obj.UNKNOWN],
    attributes: {
      ...NAME,
      ...PLUGIN_ELEMENT,
      cutoff: LIMITS.cutoff,
      objtype: text(),
      objname: text(),
      reftype: text(),
      refname: text(),
      ...USER,
    },
  },
  user: {
    objects: [Obj.UNKNOWN],
    attributes: {
      ...NAME,
      objtype: text(),
      objname: text(),
      ...SENSOR_KIND,
      dim: required(SENSOR_KIND.dim),
      ...LIMITS,
      ...USER,
    },
  },
} satisfies Record<string, { objects: readonly number[]; attributes: Attributes }>;

/** What the object of a sensor has to be, besides being of the right type. */
export type Need = "scalar" | "ball" | "limited";

/** A kind of sensor. */
export interface SensorKind {
  readonly type: number;
  /** length of a reading; -1: depends on parameters */
  readonly dim: number;
  readonly datatype: number;
  readonly stage: number;
  readonly naming: keyof typeof OBJECT_NAMES;
  /** types of objects that it measures */
  readonly objects: readonly number[];
  readonly attributes: Attributes;
  readonly need: Need | undefined;
}

function kind(
  type: number,
  dim: number,
  datatype: number,
  stage: number,
  naming: keyof typeof OBJECT_NAMES,
  need?: Need,
): SensorKind {
  return { type, dim, datatype, stage, naming, ...OBJECT_NAMES[naming], need };
}

/** All kinds of sensors, by element. */
// deno-fmt-ignore
export const SENSORS: Readonly<Record<string, SensorKind>> = {
  touch:             kind(Sensor.TOUCH,          1, ABOVE_0,    ACC, "site"),
  accelerometer:     kind(Sensor.ACCELEROMETER,  3, REAL,       ACC, "site"),
  velocimeter:       kind(Sensor.VELOCIMETER,    3, REAL,       VEL, "site"),
  gyro:              kind(Sensor.GYRO,           3, REAL,       VEL, "site"),
  force:             kind(Sensor.FORCE,          3, REAL,       ACC, "site"),
  torque:            kind(Sensor.TORQUE,         3, REAL,       ACC, "site"),
  magnetometer:      kind(Sensor.MAGNETOMETER,   3, REAL,       POS, "site"),
  camprojection:     kind(Sensor.CAMPROJECTION,  2, REAL,       POS, "camprojection"),
  rangefinder:       kind(Sensor.RANGEFINDER,   -1, REAL,       POS, "rangefinder"),
  jointpos:          kind(Sensor.JOINTPOS,       1, REAL,       POS, "joint", "scalar"),
  jointvel:          kind(Sensor.JOINTVEL,       1, REAL,       VEL, "joint", "scalar"),
  tendonpos:         kind(Sensor.TENDONPOS,      1, REAL,       POS, "tendon"),
  tendonvel:         kind(Sensor.TENDONVEL,      1, REAL,       VEL, "tendon"),
  actuatorpos:       kind(Sensor.ACTUATORPOS,    1, REAL,       POS, "actuator"),
  actuatorvel:       kind(Sensor.ACTUATORVEL,    1, REAL,       VEL, "actuator"),
  actuatorfrc:       kind(Sensor.ACTUATORFRC,    1, REAL,       ACC, "actuator"),
  jointactuatorfrc:  kind(Sensor.JOINTACTFRC,    1, REAL,       ACC, "joint", "scalar"),
  tendonactuatorfrc: kind(Sensor.TENDONACTFRC,   1, REAL,       ACC, "tendon"),
  ballquat:          kind(Sensor.BALLQUAT,       4, QUATERNION, POS, "joint", "ball"),
  ballangvel:        kind(Sensor.BALLANGVEL,     3, REAL,       VEL, "joint", "ball"),
  jointlimitpos:     kind(Sensor.JOINTLIMITPOS,  1, REAL,       POS, "joint", "limited"),
  jointlimitvel:     kind(Sensor.JOINTLIMITVEL,  1, REAL,       VEL, "joint", "limited"),
  jointlimitfrc:     kind(Sensor.JOINTLIMITFRC,  1, REAL,       ACC, "joint", "limited"),
  tendonlimitpos:    kind(Sensor.TENDONLIMITPOS, 1, REAL,       POS, "tendon", "limited"),
  tendonlimitvel:    kind(Sensor.TENDONLIMITVEL, 1, REAL,       VEL, "tendon", "limited"),
  tendonlimitfrc:    kind(Sensor.TENDONLIMITFRC, 1, REAL,       ACC, "tendon", "limited"),
  framepos:          kind(Sensor.FRAMEPOS,       3, REAL,       POS, "frame"),
  framequat:         kind(Sensor.FRAMEQUAT,      4, QUATERNION, POS, "frame"),
  framexaxis:        kind(Sensor.FRAMEXAXIS,     3, AXIS,       POS, "frame"),
  frameyaxis:        kind(Sensor.FRAMEYAXIS,     3, AXIS,       POS, "frame"),
  framezaxis:        kind(Sensor.FRAMEZAXIS,     3, AXIS,       POS, "frame"),
  framelinvel:       kind(Sensor.FRAMELINVEL,    3, REAL,       VEL, "frame"),
  frameangvel:       kind(Sensor.FRAMEANGVEL,    3, REAL,       VEL, "frame"),
  framelinacc:       kind(Sensor.FRAMELINACC,    3, REAL,       ACC, "globalframe"),
  frameangacc:       kind(Sensor.FRAMEANGACC,    3, REAL,       ACC, "globalframe"),
  subtreecom:        kind(Sensor.SUBTREECOM,     3, REAL,       POS, "body"),
  subtreelinvel:     kind(Sensor.SUBTREELINVEL,  3, REAL,       VEL, "body"),
  subtreeangmom:     kind(Sensor.SUBTREEANGMOM,  3, REAL,       VEL, "body"),
  insidesite:        kind(Sensor.INSIDESITE,     1, ABOVE_0,    POS, "insidesite"),
  distance:          kind(Sensor.GEOMDIST,       1, REAL,       POS, "two"),
  normal:            kind(Sensor.GEOMNORMAL,     3, AXIS,       POS, "two"),
  fromto:            kind(Sensor.GEOMFROMTO,     6, REAL,       POS, "two"),
  contact:           kind(Sensor.CONTACT,       -1, REAL,       ACC, "contact"),
  e_potential:       kind(Sensor.E_POTENTIAL,    1, REAL,       POS, "nothing"),
  e_kinetic:         kind(Sensor.E_KINETIC,      1, REAL,       POS, "nothing"),
  clock:             kind(Sensor.CLOCK,          1, REAL,       POS, "nothing"),
  tactile:           kind(Sensor.TACTILE,       -1, REAL,       ACC, "tactile"),
  plugin:            kind(Sensor.PLUGIN,        -1, REAL,       ACC, "plugin"),
  user:              kind(Sensor.USER,          -1, REAL,       ACC, "user"),
};

/** The element of a type of sensor, and its kind. */
export function sensorOf(type: number): readonly [string, SensorKind] {
  // every type has a row
  return Object.entries(SENSORS).find(([, kind]) => kind.type === type) as [string, SensorKind];
}

/** The grammar of sensors. */
export const SENSOR_ELEMENT: Readonly<Record<string, Attributes>> = Object.fromEntries(
  Object.entries(SENSORS).map(([name, { attributes }]) => [name, attributes]),
);
