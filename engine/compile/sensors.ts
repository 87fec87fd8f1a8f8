/** Sensors: objects, dimensions, and stages. */

import { isLimited } from "../mjcf/limited.ts";
import { DataType, Geom, Joint, Obj, Sensor, Stage } from "../types/enums.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { CameraSpec, GeomSpec, JointSpec, MeshSpec, SensorSpec, TendonSpec } from "../types/spec.ts";
import { checkHistory } from "./actuators.ts";
import { padUser } from "./check_values.ts";
import { fail } from "./fail.ts";
import type { Meshes } from "./geom.ts";
import type { Lookup } from "./lookup.ts";

const { REAL, POSITIVE, AXIS, QUATERNION } = DataType;
const { POS, VEL, ACC } = Stage;
const FRAME_OBJECTS: readonly number[] = [Obj.BODY, Obj.XBODY, Obj.GEOM, Obj.SITE, Obj.CAMERA];

/** Dimension, data type, stage, and object type of each sensor type. */
// deno-fmt-ignore
const SENSOR: Record<number, readonly [dim: number, datatype: number, stage: number, objects: readonly number[]]> = {
  [Sensor.TOUCH]:          [1, POSITIVE,   ACC, [Obj.SITE]],
  [Sensor.ACCELEROMETER]:  [3, REAL,       ACC, [Obj.SITE]],
  [Sensor.VELOCIMETER]:    [3, REAL,       VEL, [Obj.SITE]],
  [Sensor.GYRO]:           [3, REAL,       VEL, [Obj.SITE]],
  [Sensor.FORCE]:          [3, REAL,       ACC, [Obj.SITE]],
  [Sensor.TORQUE]:         [3, REAL,       ACC, [Obj.SITE]],
  [Sensor.MAGNETOMETER]:   [3, REAL,       POS, [Obj.SITE]],
  [Sensor.RANGEFINDER]:    [-1, REAL,      POS, [Obj.SITE, Obj.CAMERA]],
  [Sensor.CAMPROJECTION]:  [2, REAL,       POS, [Obj.SITE]],
  [Sensor.JOINTPOS]:       [1, REAL,       POS, [Obj.JOINT]],
  [Sensor.JOINTVEL]:       [1, REAL,       VEL, [Obj.JOINT]],
  [Sensor.TENDONPOS]:      [1, REAL,       POS, [Obj.TENDON]],
  [Sensor.TENDONVEL]:      [1, REAL,       VEL, [Obj.TENDON]],
  [Sensor.ACTUATORPOS]:    [1, REAL,       POS, [Obj.ACTUATOR]],
  [Sensor.ACTUATORVEL]:    [1, REAL,       VEL, [Obj.ACTUATOR]],
  [Sensor.ACTUATORFRC]:    [1, REAL,       ACC, [Obj.ACTUATOR]],
  [Sensor.JOINTACTFRC]:    [1, REAL,       ACC, [Obj.JOINT]],
  [Sensor.TENDONACTFRC]:   [1, REAL,       ACC, [Obj.TENDON]],
  [Sensor.BALLQUAT]:       [4, QUATERNION, POS, [Obj.JOINT]],
  [Sensor.BALLANGVEL]:     [3, REAL,       VEL, [Obj.JOINT]],
  [Sensor.JOINTLIMITPOS]:  [1, REAL,       POS, [Obj.JOINT]],
  [Sensor.JOINTLIMITVEL]:  [1, REAL,       VEL, [Obj.JOINT]],
  [Sensor.JOINTLIMITFRC]:  [1, REAL,       ACC, [Obj.JOINT]],
  [Sensor.TENDONLIMITPOS]: [1, REAL,       POS, [Obj.TENDON]],
  [Sensor.TENDONLIMITVEL]: [1, REAL,       VEL, [Obj.TENDON]],
  [Sensor.TENDONLIMITFRC]: [1, REAL,       ACC, [Obj.TENDON]],
  [Sensor.FRAMEPOS]:       [3, REAL,       POS, FRAME_OBJECTS],
  [Sensor.FRAMEQUAT]:      [4, QUATERNION, POS, FRAME_OBJECTS],
  [Sensor.FRAMEXAXIS]:     [3, AXIS,       POS, FRAME_OBJECTS],
  [Sensor.FRAMEYAXIS]:     [3, AXIS,       POS, FRAME_OBJECTS],
  [Sensor.FRAMEZAXIS]:     [3, AXIS,       POS, FRAME_OBJECTS],
  [Sensor.FRAMELINVEL]:    [3, REAL,       VEL, FRAME_OBJECTS],
  [Sensor.FRAMEANGVEL]:    [3, REAL,       VEL, FRAME_OBJECTS],
  [Sensor.FRAMELINACC]:    [3, REAL,       ACC, FRAME_OBJECTS],
  [Sensor.FRAMEANGACC]:    [3, REAL,       ACC, FRAME_OBJECTS],
  [Sensor.SUBTREECOM]:     [3, REAL,       POS, [Obj.BODY]],
  [Sensor.SUBTREELINVEL]:  [3, REAL,       VEL, [Obj.BODY]],
  [Sensor.SUBTREEANGMOM]:  [3, REAL,       VEL, [Obj.BODY]],
  [Sensor.INSIDESITE]:     [1, POSITIVE,   POS, FRAME_OBJECTS],
  [Sensor.GEOMDIST]:       [1, REAL,       POS, [Obj.BODY, Obj.GEOM]],
  [Sensor.GEOMNORMAL]:     [3, AXIS,       POS, [Obj.BODY, Obj.GEOM]],
  [Sensor.GEOMFROMTO]:     [6, REAL,       POS, [Obj.BODY, Obj.GEOM]],
  [Sensor.CONTACT]:        [-1, REAL,      ACC, [Obj.SITE, Obj.BODY, Obj.XBODY, Obj.GEOM, Obj.UNKNOWN]],
  [Sensor.E_POTENTIAL]:    [1, REAL,       POS, [Obj.UNKNOWN]],
  [Sensor.E_KINETIC]:      [1, REAL,       POS, [Obj.UNKNOWN]],
  [Sensor.CLOCK]:          [1, REAL,       POS, [Obj.UNKNOWN]],
  [Sensor.TACTILE]:        [-1, REAL,      ACC, [Obj.MESH]],
};

/** Dimension of each field of a contact sensor and of a rangefinder. */
const CONTACT_NUMBERS = [1, 3, 3, 1, 3, 3, 3];
const RAY_NUMBERS = [1, 3, 3, 3, 3, 1];

/** Finds the objects of a sensor and derives its size and stage. */
export function compileSensor(sensor: SensorSpec, size: SizeSettings, lookup: Lookup, meshes: Meshes): void {
  const wrong = (what: string, attribute?: string) => fail("sensor", sensor, what, attribute);
  padUser("sensor", sensor, size.nuser_sensor);
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
  } else {
    const [, datatype, stage, objects] = SENSOR[sensor.type];
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

const WITHOUT_OBJECT: readonly number[] = [
  Sensor.E_POTENTIAL,
  Sensor.E_KINETIC,
  Sensor.CLOCK,
  Sensor.CONTACT,
  Sensor.USER,
];

/** Finds the object and the reference of a sensor. */
export function resolveObjects(sensor: SensorSpec, lookup: Lookup): void {
  const { objtype, reftype, objname, refname } = sensor;
  if (objtype !== Obj.UNKNOWN) {
    if (objname === "") throw fail("sensor", sensor, "the name of the measured object is missing");
    sensor.obj = lookup.find(objtype, objname);
    if (sensor.obj === undefined) throw fail("sensor", sensor, `unknown object '${objname}'`);
    reveal(objtype, sensor.obj);
  } else if (!WITHOUT_OBJECT.includes(sensor.type)) {
    throw fail("sensor", sensor, "it measures an object of a type that does not exist");
  }
  if (reftype === Obj.UNKNOWN) return;
  if (refname === "") throw fail("sensor", sensor, "the name of the reference object is missing");
  sensor.ref = lookup.find(reftype, refname);
  if (sensor.ref === undefined) throw fail("sensor", sensor, `unknown reference object '${refname}'`);
  reveal(reftype, sensor.ref);
  if (!FRAME_OBJECTS.includes(reftype)) {
    throw fail("sensor", sensor, "the reference must be a body, geom, site or camera");
  }
}

/** Marks the objects of a sensor as used, so that they do not count as visual. */
function reveal(type: number, object: unknown): void {
  if (type === Obj.GEOM) (object as GeomSpec).visual = false;
  if (type === Obj.MESH) (object as MeshSpec).visual = false;
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
  switch (type) {
    case Sensor.CAMPROJECTION: {
      const { resolution } = ref as CameraSpec;
      if (!resolution[0] || !resolution[1]) throw wrong("the camera needs a resolution");
      break;
    }
    case Sensor.JOINTPOS:
    case Sensor.JOINTVEL:
    case Sensor.JOINTACTFRC: {
      const joint = obj as JointSpec;
      if (joint.type !== Joint.SLIDE && joint.type !== Joint.HINGE) throw wrong("the joint must be a slide or a hinge");
      break;
    }
    case Sensor.BALLQUAT:
    case Sensor.BALLANGVEL:
      if ((obj as JointSpec).type !== Joint.BALL) throw wrong("the joint must be a ball");
      break;
    case Sensor.JOINTLIMITPOS:
    case Sensor.JOINTLIMITVEL:
    case Sensor.JOINTLIMITFRC:
    case Sensor.TENDONLIMITPOS:
    case Sensor.TENDONLIMITVEL:
    case Sensor.TENDONLIMITFRC: {
      const { limited, range, name } = obj as JointSpec | TendonSpec;
      if (!isLimited(limited, range)) throw wrong(`'${name}' must have a limit`);
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
      return SENSOR[type][0];
  }
}
