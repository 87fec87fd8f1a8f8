/** Frames, sites, cameras, and lights of bodies. */

import { atan2f } from "../math/atan2f.ts";
import { accumulateChild, accumulatePoint } from "../math/frame.ts";
import { normalizeVec } from "../math/normalize.ts";
import { rotVecQuat } from "../math/quat.ts";
import { PI } from "../math/scalar.ts";
import { quatFromZ, resolveOrientation } from "../mjcf/orientation.ts";
import { Geom, Obj } from "../types/enums.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { CameraSpec, FrameSpec, GeomSpec, LightSpec, SiteSpec, SpecElement } from "../types/spec.ts";
import { checkSizes, checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";
import type { Lookup } from "./lookup.ts";

const EPS = 1e-14;

/** Compiles a frame: computes its pose in the body, including the frames around it. */
export function compileFrame(frame: FrameSpec): void {
  if (frame.compiled) return;
  const { compiler, parent } = frame;
  resolveOrientation(frame, compiler.angle, compiler.eulerseq, (what) => fail("frame", frame, what));
  if (parent) {
    compileFrame(parent);
    accumulateChild(parent.pos, parent.quat, frame.pos, frame.quat);
  }
  normalizeVec(frame.quat, 0, 4);
  frame.compiled = true;
}

/** Pose and length of a shape between two points; returns false if there are none. */
export function compileFromTo(kind: string, shape: (GeomSpec | SiteSpec) & SpecElement): boolean {
  const { type, fromto, size, pos, quat } = shape;
  if (fromto === undefined || Number.isNaN(fromto[0])) return false;
  if (type !== Geom.CAPSULE && type !== Geom.CYLINDER && type !== Geom.ELLIPSOID && type !== Geom.BOX) {
    throw fail(kind, shape, "fromto is only for capsules, cylinders, boxes, and ellipsoids", "fromto");
  }
  if (pos[0] || pos[1] || pos[2]) throw fail(kind, shape, "give either 'pos' or 'fromto', not both", "fromto");

  // the axis points from the second point to the first
  const axis = Float64Array.of(fromto[0] - fromto[3], fromto[1] - fromto[4], fromto[2] - fromto[5]);
  size[1] = normalizeVec(axis, 0, 3) / 2;
  if (size[1] < EPS) throw fail(kind, shape, "the points of fromto are too close", "fromto");
  if (type === Geom.ELLIPSOID || type === Geom.BOX) {
    size[2] = size[1];
    size[1] = size[0];
  }
  for (let k = 0; k < 3; k++) pos[k] = (fromto[k] + fromto[k + 3]) / 2;
  quatFromZ(quat, axis);
  return true;
}

/** Compiles a site. */
export function compileSite(site: SiteSpec, size: SizeSettings): void {
  const { type, compiler, frame } = site;
  checkUserData("site", site, size.nuser_site);
  if (type === Geom.MESH || type === Geom.HFIELD || type === Geom.PLANE) {
    throw fail("site", site, "a site cannot be a mesh, a height field, or a plane", "type");
  }
  if (!compileFromTo("site", site)) {
    resolveOrientation(site, compiler.angle, compiler.eulerseq, (what) => fail("site", site, what));
  }
  if (frame) accumulateChild(frame.pos, frame.quat, site.pos, site.quat);
  normalizeVec(site.quat, 0, 4);
  checkSizes("site", site, type, site.size);
}

/** Compiles a camera. */
export function compileCamera(camera: CameraSpec, size: SizeSettings, znear: number): void {
  const { compiler, frame, focal, focalpixel, principal, principalpixel, sensorsize, resolution } = camera;
  checkUserData("camera", camera, size.nuser_cam);
  resolveOrientation(camera, compiler.angle, compiler.eulerseq, (what) => fail("camera", camera, what));
  if (frame) accumulateChild(frame.pos, frame.quat, camera.pos, camera.quat);
  normalizeVec(camera.quat, 0, 4);
  if (camera.fovy >= 180) throw fail("camera", camera, `fovy must be below 180, got ${camera.fovy}`, "fovy");

  // optics
  const lens = [focal, focalpixel, principal, principalpixel].some((pair) => pair[0] || pair[1]);
  const sensor = sensorsize[0] > 0 && sensorsize[1] > 0;
  if (lens && !sensor) throw fail("camera", camera, "focal and principal need a sensorsize");
  if (sensor && (resolution[0] <= 0 || resolution[1] <= 0)) {
    throw fail("camera", camera, "sensorsize needs a positive resolution", "resolution");
  }
  const { intrinsic } = camera;
  if (!sensor) {
    intrinsic[0] = znear;
    intrinsic[1] = znear;
    return;
  }
  for (let k = 0; k < 2; k++) {
    // single precision, as the fields are stored
    const density = Math.fround(resolution[k] / sensorsize[k]);
    intrinsic[k] = focalpixel[k] ? Math.fround(focalpixel[k] / density) : focal[k];
    intrinsic[k + 2] = principalpixel[k] ? Math.fround(principalpixel[k] / density) : principal[k];
  }
  camera.fovy = atan2f(Math.fround(sensorsize[1] / 2), intrinsic[1]) * 360 / PI;
}

/** Compiles a light. */
export function compileLight(light: LightSpec): void {
  const { frame, pos, dir } = light;
  if (frame) {
    accumulatePoint(frame.pos, frame.quat, pos);
    rotVecQuat(dir, 0, dir, 0, frame.quat, 0);
  }
  if (normalizeVec(dir, 0, 3) < EPS) throw fail("light", light, "dir cannot be zero", "dir");
}

/** Finds the target of a camera. */
export function resolveCamera(camera: CameraSpec, lookup: Lookup): void {
  if (camera.target === "") return;
  const body = lookup.find(Obj.BODY, camera.target);
  if (body === undefined) throw fail("camera", camera, `unknown target body '${camera.target}'`, "target");
  camera.targetbodyid = body.id;
}

/** Finds the target of a light, and its texture. */
export function resolveLight(light: LightSpec, lookup: Lookup): void {
  if (light.target !== "") {
    const body = lookup.find(Obj.BODY, light.target);
    if (body === undefined) throw fail("light", light, `unknown target body '${light.target}'`, "target");
    light.targetbodyid = body.id;
  }
  if (light.texture !== "") {
    const texture = lookup.find(Obj.TEXTURE, light.texture);
    if (texture === undefined) throw fail("light", light, `unknown texture '${light.texture}'`, "texture");
    light.texid = texture.id;
  }
}
