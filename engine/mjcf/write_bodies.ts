/** Bodies and their elements as MJCF text. */

import { PI } from "../math/scalar.ts";
import { AlignFree, CamOutBit, Joint } from "../types/enums.ts";
import type {
  BodyElement,
  BodySpec,
  CameraSpec,
  CompilerSettings,
  FrameSpec,
  GeomSpec,
  JointSpec,
  LightSpec,
  Orientation,
  SiteSpec,
  Spec,
} from "../types/spec.ts";
import { BUILTIN, orientation } from "./builtin.ts";
import { newBody, newFrame } from "./create.ts";
import { CAMERA_OUTPUT } from "./keywords.ts";
import { isLimited } from "./limited.ts";
import { type Attributes, attributesOf, formatNumber, formatNumbers, markup } from "./markup.ts";
import { resolveOrientation } from "./orientation.ts";
import { FRAME_RULE, SCHEMA } from "./schema.ts";

const BODY = SCHEMA.children.body;
const RULES = BODY.children;

/** The default orientation: rotations are written only as quaternions. */
const SPELLINGS = new Set(["quat", "axisangle", "xyaxes", "zaxis", "euler"]);

/** The world as MJCF text. */
export function writeWorld(spec: Spec): string {
  return markup("worldbody", {}, writeContents(spec, spec.world));
}

/** A rotation as a quaternion, whatever its notation; undefined if there is none. */
function rotation(target: Orientation, compiler: CompilerSettings): Attributes {
  const copy = { ...target, quat: target.quat.slice() };
  resolveOrientation(copy, compiler.angle, compiler.eulerseq, (what) => new Error(what));
  const none = copy.quat.every((value, k) => value === (k === 0 ? 1 : 0));
  return none ? {} : { quat: formatNumbers(copy.quat) };
}

function named(element: { name: string }): Attributes {
  return element.name === "" ? {} : { name: element.name };
}

function plain(record: object, rules: typeof BODY.attributes, defaults: object): Attributes {
  const shown = Object.fromEntries(Object.entries(rules).filter(([name]) => !SPELLINGS.has(name)));
  return attributesOf(record, shown, defaults);
}

/** An element, wrapped in the frames that contain it. */
function framed(text: string, frame: FrameSpec | undefined, spec: Spec): string {
  let out = text;
  for (let outer = frame; outer !== undefined; outer = outer.parent) {
    const empty = newFrame(spec, undefined, spec.main, undefined);
    const { childclass: _, name: __, ...rules } = FRAME_RULE.attributes;
    out = markup("frame", { ...plain(outer, rules, empty), ...rotation(outer, outer.compiler) }, [out]);
  }
  return out;
}

function writeContents(spec: Spec, body: BodySpec): string[] {
  const within = (element: BodyElement, text: string) => framed(text, element.frame, spec);
  return [
    body.explicitinertial && body.parent ? writeInertial(body) : "",
    ...body.joints.map((joint) => within(joint, writeJoint(joint))),
    ...body.geoms.map((geom) => within(geom, writeGeom(geom))),
    ...body.sites.map((site) => within(site, writeSite(site))),
    ...body.cameras.map((camera) => within(camera, writeCamera(camera))),
    ...body.lights.map((light) => within(light, writeLight(light))),
    ...body.bodies.map((child) => framed(writeBody(spec, child), child.frame, spec)),
  ];
}

function writeBody(spec: Spec, body: BodySpec): string {
  const { childclass: _, ...rules } = BODY.attributes;
  const empty = newBody(spec, undefined, spec.main, undefined);
  return markup("body", { ...plain(body, rules, empty), ...rotation(body, body.compiler) }, writeContents(spec, body));
}

function writeInertial(body: BodySpec): string {
  const { ipos = new Float64Array(3), mass, inertia, fullinertia, inertial, compiler } = body;
  const out: Attributes = { pos: formatNumbers(ipos), mass: formatNumber(mass) };
  if (fullinertia !== undefined) return markup("inertial", { ...out, fullinertia: formatNumbers(fullinertia) });
  return markup("inertial", { ...out, ...rotation(inertial, compiler), diaginertia: formatNumbers(inertia) });
}

/** Angles are written in radians. */
function writeJoint(joint: JointSpec): string {
  if (joint.type === Joint.FREE && joint.align !== AlignFree.AUTO) {
    return markup("freejoint", attributesOf(joint, RULES.freejoint.attributes, { ...BUILTIN.joint, name: "" }));
  }
  const { class: _, ...rules } = RULES.joint.attributes;
  const copy: JointSpec = { ...joint, range: joint.range.slice() };
  if (joint.compiler.angle) {
    const turns = joint.type === Joint.HINGE || joint.type === Joint.BALL;
    if (turns && isLimited(joint.limited, joint.range)) {
      copy.range = joint.range.map((value) => value ? value * (PI / 180) : value);
    }
    if (joint.type === Joint.HINGE) {
      copy.ref = joint.ref * (PI / 180);
      copy.springref = joint.springref * (PI / 180);
    }
  }
  return markup("joint", attributesOf(copy, rules, { ...BUILTIN.joint, name: "" }));
}

function writeGeom(geom: GeomSpec): string {
  const { class: _, ...rules } = RULES.geom.attributes;
  const pose = geom.fromto === undefined ? rotation(geom, geom.compiler) : {};
  return markup("geom", { ...plain(geom, rules, { ...BUILTIN.geom, name: "" }), ...pose });
}

function writeSite(site: SiteSpec): string {
  const { class: _, ...rules } = RULES.site.attributes;
  const pose = site.fromto === undefined ? rotation(site, site.compiler) : {};
  return markup("site", { ...plain(site, rules, { ...BUILTIN.site, name: "" }), ...pose });
}

function writeCamera(camera: CameraSpec): string {
  const { class: _, output: __, fovy, ...rest } = RULES.camera.attributes;
  const sensor = camera.sensorsize.some((value) => value !== 0);
  const rules = sensor ? rest : { ...rest, fovy };
  const out = plain(camera, rules, { ...BUILTIN.camera, name: "" });
  if (camera.output !== CamOutBit.RGB) {
    out.output = Object.keys(CAMERA_OUTPUT).filter((word) => camera.output & CAMERA_OUTPUT[word]).join(" ");
  }
  return markup("camera", { ...out, ...rotation(camera, camera.compiler) });
}

function writeLight(light: LightSpec): string {
  const { class: _, directional: __, ...rules } = RULES.light.attributes;
  return markup("light", {
    ...named(light),
    ...attributesOf(light, rules, { ...BUILTIN.light, ...orientation(), name: "" }),
  });
}
