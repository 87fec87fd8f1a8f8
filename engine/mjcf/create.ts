/** New elements of a spec, with the defaults of a class. */

import type {
  ActuatorSpec,
  BodyElement,
  BodySpec,
  CameraSpec,
  DefaultClass,
  EqualitySpec,
  FrameSpec,
  GeomSpec,
  JointSpec,
  LightSpec,
  MaterialSpec,
  MeshSpec,
  Origin,
  PairSpec,
  SiteSpec,
  Spec,
  SpecElement,
  TendonSpec,
} from "../types/spec.ts";
import { keepFractions } from "../types/keep_fractions.ts";
import { newDoubles } from "../math/small_arrays.ts";
import { Joint, Obj, TextureRole } from "../types/enums.ts";
import { BUILTIN } from "./builtin.ts";
import { ownArrays } from "./copy_record.ts";
import { bodyDefaults } from "./elements/body.ts";
import { orientation } from "./elements/shared.ts";

/** zeros, which are copied */
const NONE = newDoubles(0);
const THREE = newDoubles(3);
const FOUR = newDoubles(4);
const SIX = newDoubles(6);

/** Properties that every new element has. */
export function newElement(spec: Spec, origin: Origin | undefined): SpecElement {
  spec.budget.take("elements", 1, origin);
  return { name: "", id: -1, origin, compiler: spec.compiler };
}

function newBodyElement(
  body: BodySpec,
  frame: FrameSpec | undefined,
  spec: Spec,
  origin: Origin | undefined,
): BodyElement {
  return { ...newElement(spec, origin), body, frame };
}

/** The values of a body that has none, and derived ones that may be fractions. */
const NO_BODY = keepFractions(bodyDefaults(), "mass", "margin");

/** An empty body. */
export function newBody(
  spec: Spec,
  parent: BodySpec | undefined,
  childclass: DefaultClass,
  origin: Origin | undefined,
): BodySpec {
  spec.budget.take("bodies", 1, origin);
  return {
    ...ownArrays({ ...NO_BODY }),
    ...newElement(spec, origin),
    parent,
    frame: undefined,
    childclass,
    explicitinertial: false,
    ipos: undefined,
    inertial: orientation(),
    inertia: newDoubles(3),
    fullinertia: undefined,
    frames: [],
    bodies: [],
    geoms: [],
    joints: [],
    sites: [],
    cameras: [],
    lights: [],
    states: [],
    plugin: undefined,
    weldid: -1,
    dofnum: 0,
    contype: 0,
    conaffinity: 0,
    bvh: undefined,
  };
}

/** A frame in a body. */
export function newFrame(
  spec: Spec,
  parent: FrameSpec | undefined,
  childclass: DefaultClass,
  origin: Origin | undefined,
): FrameSpec {
  return {
    ...newElement(spec, origin),
    ...orientation(),
    pos: newDoubles(3),
    parent,
    childclass,
    compiled: false,
  };
}

/** A joint of a body. */
export function newJoint(
  spec: Spec,
  body: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
  origin: Origin | undefined,
): JointSpec {
  return ownArrays({
    ...defaults.joint,
    ...newBodyElement(body, frame, spec, origin),
    qposadr: -1,
    dofadr: -1,
    states: [],
  });
}

/** A free joint, which has no defaults from classes. */
export function newFreeJoint(
  spec: Spec,
  body: BodySpec,
  frame: FrameSpec | undefined,
  origin: Origin | undefined,
): JointSpec {
  const joint = newJoint(spec, body, frame, BUILTIN, origin);
  joint.type = Joint.FREE;
  return joint;
}

/** A geom of a body. */
export function newGeom(
  spec: Spec,
  body: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
  origin: Origin | undefined,
): GeomSpec {
  spec.budget.take("geoms", 1, origin);
  return ownArrays({
    ...defaults.geom,
    ...newBodyElement(body, frame, spec, origin),
    plugin: undefined,
    meshSpec: undefined,
    hfieldSpec: undefined,
    matid: -1,
    visual: false,
    inferinertia: true,
    compiledMass: 0,
    inertia: THREE,
    aabb: SIX,
    fluid: NONE,
  });
}

/** A site of a body. */
export function newSite(
  spec: Spec,
  body: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
  origin: Origin | undefined,
): SiteSpec {
  return ownArrays({ ...defaults.site, ...newBodyElement(body, frame, spec, origin), matid: -1 });
}

/** A camera of a body. */
export function newCamera(
  spec: Spec,
  body: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
  origin: Origin | undefined,
): CameraSpec {
  return ownArrays({
    ...defaults.camera,
    ...newBodyElement(body, frame, spec, origin),
    targetbodyid: -1,
    intrinsic: FOUR,
  });
}

/** A light of a body. */
export function newLight(
  spec: Spec,
  body: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
  origin: Origin | undefined,
): LightSpec {
  return ownArrays({
    ...defaults.light,
    ...newBodyElement(body, frame, spec, origin),
    targetbodyid: -1,
    texid: -1,
  });
}

/** A mesh. */
export function newMesh(spec: Spec, defaults: DefaultClass, origin: Origin | undefined): MeshSpec {
  return ownArrays({
    ...defaults.mesh,
    ...newElement(spec, origin),
    plugin: undefined,
    modelfiledir: spec.compiler.modelfiledir,
    visual: true,
    needhull: false,
    needsdf: false,
  });
}

/** A material. */
export function newMaterial(spec: Spec, defaults: DefaultClass, origin: Origin | undefined): MaterialSpec {
  return ownArrays({
    ...defaults.material,
    ...newElement(spec, origin),
    texid: new Int32Array(TextureRole.N).fill(-1),
  });
}

/** A contact pair. */
export function newPair(spec: Spec, defaults: DefaultClass, origin: Origin | undefined): PairSpec {
  return ownArrays({
    ...defaults.pair,
    ...newElement(spec, origin),
    first: undefined,
    second: undefined,
    signature: -1,
  });
}

/** An equality constraint. */
export function newEquality(spec: Spec, defaults: DefaultClass, origin: Origin | undefined): EqualitySpec {
  const data = newDoubles(11);
  data[1] = 1;
  data[10] = 1;
  return ownArrays({
    ...defaults.equality,
    ...newElement(spec, origin),
    type: 0,
    objtype: Obj.UNKNOWN,
    name1: "",
    name2: "",
    data,
    obj1id: -1,
    obj2id: -1,
  });
}

/** A tendon. */
export function newTendon(spec: Spec, defaults: DefaultClass, origin: Origin | undefined): TendonSpec {
  return ownArrays({
    ...defaults.tendon,
    ...newElement(spec, origin),
    path: [],
    matid: -1,
  });
}

/** An actuator. */
export function newActuator(spec: Spec, defaults: DefaultClass, origin: Origin | undefined): ActuatorSpec {
  return ownArrays({
    ...defaults.actuator,
    ...newElement(spec, origin),
    trnid: [-1, -1],
    states: [],
    plugin: undefined,
  });
}
