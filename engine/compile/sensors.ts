/** Sensors: objects, dimensions, and stages. */

import { isLimited } from "../mjcf/limited.ts";
import { DataType, Geom, Joint, Obj, Sensor } from "../types/enums.ts";
import { FRAME_OBJECTS, type SensorKind, SENSORS } from "../mjcf/elements/sensor.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { CameraSpec, GeomSpec, JointSpec, MeshSpec, SensorSpec, TendonSpec } from "../types/spec.ts";
import { checkHistory } from "./actuators.ts";
import { checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";
import type { Meshes } from "./geom.ts";
import type { Lookup } from "./lookup.ts";

const { AXIS, QUATERNION } = DataType;
/** Kinds of sensors, by type. */
const KINDS: ReadonlyMap<number, SensorKind> = new Map(Object.values(SENSORS).map((kind) => [kind.type, kind]));

function kindOf({ type }: SensorSpec): SensorKind {
  return KINDS.get(type) as SensorKind;
}

/** Dimension of each field of a contact sensor and of a rangefinder. */
const CONTACT_NUMBERS = [1, 3, 3, 1, 3, 3, 3];
const RAY_NUMBERS = [1, 3, 3, 3, 3, 1];

/** Finds the objects of a sensor and derives its size and stage. */
export function compileSensor(sensor: SensorSpec, size: SizeSettings, lookup: Lookup, meshes: Meshes): void {
  const wrong = (what: string, attribute?: string) => fail("sensor", sensor, what, attribute);
  checkUserData("sensor", sensor, size.nuser_sensor);
  if (sensor.noise < 0) throw wrong(`noise cannot be negative, got ${sensor.noise}`, "noise");
  if (sensor.cutoff < 0) throw wrong(`cutoff cannot be negative, got ${sensor.cutoff}`, "cutoff");
  const [period, phase] = sensor.interval;
  if (period < 0) throw wrong(`the period of interval cannot be negative, got ${period}`, "interval");
  if (phase > 0) throw wrong(`the phase of interval cannot be positive, got ${phase}`, "interval");
  if (period > 0 && phase <= -period) throw wrong("the phase of interval must be within one period", "interval");
  checkHistory("sensor", sensor);

  resolveObjects(sensor, lookup);
  if (sensor.type === Sensor.USER) {
    checkUser(sensor);
  } else if (sensor.type !== Sensor.PLUGIN) {
    const { datatype, stage, objects } = kindOf(sensor);
    sensor.datatype = datatype;
    sensor.needstage = stage;
    if (!objects.includes(sensor.objtype)) throw wrong("it cannot be attached to an object of that type");
    checkObjects(sensor);
    sensor.dim = sensorDim(sensor, meshes);
  }
  if (
    sensor.cutoff > 0 &&
    (sensor.datatype === QUATERNION || (sensor.datatype === AXIS && sensor.type !== Sensor.GEOMNORMAL))
  ) throw wrong("cutoff is not allowed for axes and quaternions", "cutoff");
}

/** Finds the object and the reference of a sensor. */
export function resolveObjects(sensor: SensorSpec, lookup: Lookup): void {
  const { objtype, reftype, objname, refname } = sensor;
  if (objtype !== Obj.UNKNOWN) {
    if (objname === "") throw fail("sensor", sensor, "the name of the measured object is missing");
    sensor.obj = lookup.find(objtype, objname);
    if (sensor.obj === undefined) throw fail("sensor", sensor, `unknown object '${objname}'`);
    reveal(objtype, sensor.obj);
  } else if (!kindOf(sensor).objects.includes(Obj.UNKNOWN)) {
    throw fail("sensor", sensor, "it measures an object of a type that does not exist");
  }
  if (reftype === Obj.UNKNOWN) return;
  if (refname === "") throw fail("sensor", sensor, "the name of the reference object is missing");
  sensor.ref = lookup.find(reftype, refname);
  if (sensor.ref === undefined) throw fail("sensor", sensor, `unknown reference object '${refname}'`);
  reveal(reftype, sensor.ref);
  if (!FRAME_OBJECTS.includes(reftype)) {
    throw fail("sensor", sensor, "the reference must be a body, geom, site, or camera");
  }
}

/** Marks the geoms of a sensor as used, so that they do not count as visual. */
function reveal(type: number, object: unknown): void {
  if (type === Obj.GEOM) (object as GeomSpec).visual = false;
}

function checkUser(sensor: SensorSpec): void {
  const { dim, datatype } = sensor;
  if (dim < 0) throw fail("sensor", sensor, `dim cannot be negative, got ${dim}`, "dim");
  if (datatype === AXIS && dim !== 3) throw fail("sensor", sensor, `an axis has dim 3, got ${dim}`, "dim");
  if (datatype === QUATERNION && dim !== 4) throw fail("sensor", sensor, `a quaternion has dim 4, got ${dim}`, "dim");
}

function checkObjects(sensor: SensorSpec): void {
  const { type, objtype, reftype, obj, ref } = sensor;
  const wrong = (what: string) => fail("sensor", sensor, what);
  switch (kindOf(sensor).need) {
    case "scalar": {
      const joint = obj as JointSpec;
      if (joint.type !== Joint.SLIDE && joint.type !== Joint.HINGE) throw wrong("the joint must be a slide or a hinge");
      break;
    }
    case "ball":
      if ((obj as JointSpec).type !== Joint.BALL) throw wrong("the joint must be a ball");
      break;
    case "limited": {
      const { limited, range, name } = obj as JointSpec | TendonSpec;
      if (!isLimited(limited, range)) throw wrong(`'${name}' must have a limit`);
      break;
    }
  }
  switch (type) {
    case Sensor.CAMPROJECTION: {
      const { resolution } = ref as CameraSpec;
      if (!resolution[0] || !resolution[1]) throw wrong("the camera needs a resolution");
      break;
    }
    case Sensor.GEOMDIST:
    case Sensor.GEOMNORMAL:
    case Sensor.GEOMFROMTO:
      if (objtype === reftype && obj === ref) throw wrong("the two objects must differ");
      for (const [kind, object] of [[objtype, obj], [reftype, ref]] as const) {
        if (kind === Obj.GEOM && (object as GeomSpec).type === Geom.HFIELD) {
          throw wrong("height fields are not supported here");
        }
      }
      break;
  }
}

function countBits(bits: number, numbers: readonly number[]): number {
  return numbers.reduce((sum, size, i) => sum + (bits & (1 << i) ? size : 0), 0);
}

/** How many numbers a sensor of a type reads; undefined if that depends on what it measures, or how. */
export function fixedDim(sensor: SensorSpec): number | undefined {
  const { type } = sensor;
  const isOpen = type === Sensor.CONTACT || type === Sensor.TACTILE || type === Sensor.RANGEFINDER ||
    type === Sensor.USER || type === Sensor.PLUGIN;
  return isOpen ? undefined : kindOf(sensor).dim;
}

function sensorDim(sensor: SensorSpec, meshes: Meshes): number {
  const { type, intprm, obj, objtype } = sensor;
  switch (type) {
    case Sensor.CONTACT:
      return intprm[2] * countBits(intprm[0], CONTACT_NUMBERS);
    case Sensor.TACTILE:
      return 3 * (meshes.get(obj as MeshSpec)?.vert.length ?? 0) / 3;
    case Sensor.RANGEFINDER: {
      const { resolution } = obj as CameraSpec;
      const rays = objtype === Obj.CAMERA ? resolution[0] * resolution[1] : 1;
      return rays * countBits(intprm[0], RAY_NUMBERS);
    }
    default:
      return kindOf(sensor).dim;
  }
}
