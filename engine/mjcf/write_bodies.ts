/** Bodies and their elements as MJCF text. */

import { PI } from "../math/scalar.ts";
import { AlignFree, CamOutBit, Joint } from "../types/enums.ts";
import { UnsupportedError } from "../types/errors.ts";
import type { CompilerSettings } from "./elements/compiler.ts";
import type {
  BodyElement,
  BodySpec,
  CameraSpec,
  FrameSpec,
  GeomSpec,
  JointSpec,
  LightSpec,
  Orientation,
  SiteSpec,
  Spec,
} from "../types/spec.ts";
import type { Attributes as Rules } from "./elements/attribute.ts";
import { BODY_ELEMENT, FRAME } from "./elements/body.ts";
import { CAMERA_ELEMENT } from "./elements/camera.ts";
import { GEOM_ELEMENT } from "./elements/geom.ts";
import { FREEJOINT_ELEMENT, JOINT_ELEMENT } from "./elements/joint.ts";
import { LIGHT_ELEMENT } from "./elements/light.ts";
import { ROTATION } from "./elements/shared.ts";
import { SITE_ELEMENT } from "./elements/site.ts";
import { CAMERA_OUTPUT } from "./keywords.ts";
import { isLimited } from "./limited.ts";
import { type Attributes, attributesOf, formatNumber, formatNumbers, markup } from "./markup.ts";
import { resolveOrientation } from "./orientation.ts";
import { writePlugin } from "./write_plugins.ts";

/** The world as MJCF text, which has no words for the pose and the inertia that a link `world` of a URDF may have. */
export function writeWorld(spec: Spec): string {
  const { pos, quat, explicitinertial } = spec.world;
  if (explicitinertial || pos.some((value) => value !== 0) || quat.some((value, k) => value !== Number(k === 0))) {
    throw new UnsupportedError([{
      feature: "writing a world with a pose or an inertia, as a link 'world' of a URDF has",
    }]);
  }
  return markup("worldbody", {}, writeContents(spec.world));
}

/** A rotation as a quaternion, whatever its notation; undefined if there is none. */
function rotation(target: Orientation, compiler: CompilerSettings): Attributes {
  const copy = { ...target, quat: target.quat.slice() };
  resolveOrientation(copy, compiler.angle, compiler.eulerseq, (what) => new Error(what));
  const none = copy.quat.every((value, k) => value === (k === 0 ? 1 : 0));
  return none ? {} : { quat: formatNumbers(copy.quat) };
}

/** Attributes besides rotations, which are written as quaternions only. */
function plain(record: object, rules: Rules): Attributes {
  const shown = Object.fromEntries(Object.entries(rules).filter(([name]) => !(name in ROTATION)));
  return attributesOf(record, shown);
}

/** An element, wrapped in the frames that contain it. */
function framed(text: string, frame: FrameSpec | undefined): string {
  let out = text;
  for (let outer = frame; outer !== undefined; outer = outer.parent) {
    out = markup("frame", { ...plain(outer, FRAME), ...rotation(outer, outer.compiler) }, [out]);
  }
  return out;
}

function writeContents(body: BodySpec): string[] {
  const within = (element: BodyElement, text: string) => framed(text, element.frame);
  return [
    body.explicitinertial && body.parent ? writeInertial(body) : "",
    writePlugin(body.plugin),
    ...body.joints.map((joint) => within(joint, writeJoint(joint))),
    ...body.geoms.map((geom) => within(geom, writeGeom(geom))),
    ...body.sites.map((site) => within(site, writeSite(site))),
    ...body.cameras.map((camera) => within(camera, writeCamera(camera))),
    ...body.lights.map((light) => within(light, writeLight(light))),
    ...body.bodies.map((child) => framed(writeBody(child), child.frame)),
  ];
}

function writeBody(body: BodySpec): string {
  const { childclass: _, ...rules } = BODY_ELEMENT;
  return markup("body", { ...plain(body, rules), ...rotation(body, body.compiler) }, writeContents(body));
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
    return markup("freejoint", attributesOf(joint, FREEJOINT_ELEMENT));
  }
  const { class: _, ...rules } = JOINT_ELEMENT;
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
  return markup("joint", attributesOf(copy, rules));
}

function writeGeom(geom: GeomSpec): string {
  const { class: _, ...rules } = GEOM_ELEMENT;
  const pose = geom.fromto === undefined ? rotation(geom, geom.compiler) : {};
  return markup("geom", { ...plain(geom, rules), ...pose }, [writePlugin(geom.plugin)]);
}

function writeSite(site: SiteSpec): string {
  const { class: _, ...rules } = SITE_ELEMENT;
  const pose = site.fromto === undefined ? rotation(site, site.compiler) : {};
  return markup("site", { ...plain(site, rules), ...pose });
}

function writeCamera(camera: CameraSpec): string {
  const { class: _, output: __, fovy, ...rest } = CAMERA_ELEMENT;
  const sensor = camera.sensorsize.some((value) => value !== 0);
  const rules = sensor ? rest : { ...rest, fovy };
  const out = plain(camera, rules);
  if (camera.output !== CamOutBit.RGB) {
    out.output = Object.keys(CAMERA_OUTPUT).filter((word) => camera.output & CAMERA_OUTPUT[word]).join(" ");
  }
  return markup("camera", { ...out, ...rotation(camera, camera.compiler) });
}

function writeLight(light: LightSpec): string {
  const { class: _, ...rules } = LIGHT_ELEMENT;
  return markup("light", attributesOf(light, rules));
}
