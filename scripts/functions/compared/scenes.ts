/** Scenes of viewers on both sides. */

import { Camera, type Model, type Scene, type ViewCamera, type Viewpoint } from "../../../mod.ts";
import { type Foreign, mj, plumbline } from "./sides.ts";

/** Numbers of a camera. */
export const NUMBERS = [
  ...["frustum_center", "frustum_width", "frustum_bottom", "frustum_top", "frustum_near", "frustum_far"] as const,
  "orthographic",
] as const;

/** Vectors of a camera. */
export const VECTORS = ["pos", "forward", "up"] as const;

/** A scene that looks from somewhere, with numbers that single precision holds; both eyes differ. */
export function someScene(m: Model, next: () => number, orthographic: 0 | 1): Scene {
  const scene = plumbline.makeScene(m);
  const pos = [3 * next(), 3 * next(), 3 * next()];
  const forward = [next(), next(), next()];
  const up = [next(), next(), 1 + next()];
  for (const eye of scene.camera) {
    eye.pos.set(pos.map((x) => x + 0.03 * next()));
    eye.forward.set(forward.map((x) => x + 0.01 * next()));
    eye.up.set(up.map((x) => x + 0.01 * next()));
    eye.frustum_center = Math.fround(0.003 * next());
    eye.frustum_width = Math.fround(0.02 + 0.01 * next());
    eye.frustum_bottom = Math.fround(-0.02 + 0.01 * next());
    eye.frustum_top = Math.fround(0.03 + 0.01 * next());
    eye.frustum_near = Math.fround(0.015 + 0.001 * next());
    eye.frustum_far = Math.fround(50 + next());
    eye.orthographic = orthographic;
  }
  return scene;
}

/** A scene whose model is moved, turned, and scaled. */
export function moved(scene: Scene, next: () => number): Scene {
  scene.enabletransform = 1;
  scene.translate.set([next(), next(), next()]);
  const quat = Float64Array.of(1 + next(), next(), next(), next());
  plumbline.normalize4(quat, 0);
  scene.rotate.set(quat);
  scene.scale = Math.fround(1.5 + next());
  return scene;
}

/** The same scene in MuJoCo. */
export function theirScene(view: Scene, scene: Foreign = new mj.MjvScene()): Foreign {
  const cameras = scene.camera;
  for (const [eye, camera] of view.camera.entries()) {
    const theirs = cameras.get(eye);
    for (const name of VECTORS) theirs[name].set(camera[name]);
    for (const name of NUMBERS) theirs[name] = camera[name];
    cameras.set(eye, theirs);
  }
  scene.camera = cameras;
  scene.enabletransform = view.enabletransform;
  scene.translate.set(view.translate);
  scene.rotate.set(view.rotate);
  scene.scale = view.scale;
  return scene;
}

/** All numbers of the cameras of a scene. */
export function numbersOf(cameras: readonly (ViewCamera | Foreign)[]): number[] {
  return cameras.flatMap((eye) => [...VECTORS.flatMap((name) => [...eye[name]]), ...NUMBERS.map((name) => eye[name])]);
}

/** Numbers of a viewpoint. */
export const OF_VIEWPOINT = [
  ...["type", "fixedcamid", "trackbodyid", "distance", "azimuth", "elevation", "orthographic"] as const,
] as const;

/** All numbers of a viewpoint. */
export function numbersOfViewpoint(it: Viewpoint | Foreign): number[] {
  return [...it.lookat, ...OF_VIEWPOINT.map((name) => it[name])];
}

/** The same viewpoint in MuJoCo. */
export function theirViewpoint(it: Viewpoint): Foreign {
  const theirs: Foreign = new mj.MjvCamera();
  for (const name of OF_VIEWPOINT) theirs[name] = it[name];
  theirs.lookat.set(it.lookat);
  return theirs;
}

/** Viewpoints of every type somewhere. */
export function viewpoints(m: Model, next: () => number): Viewpoint[] {
  const types: [type: number, fixed: number, body: number][] = [
    [Camera.FREE, -1, -1],
    [Camera.TRACKING, -1, m.nbody - 1],
    ...Array.from({ length: m.ncam }, (_, i): [number, number, number] => [Camera.FIXED, i, -1]),
  ];
  return types.map(([type, fixedcamid, trackbodyid]) => ({
    ...{ type, fixedcamid, trackbodyid, orthographic: 0 },
    lookat: Float64Array.of(next(), next(), next()),
    distance: 2 + next(),
    azimuth: 180 * next(),
    elevation: 89 * next(),
  }));
}
