/** A model on a canvas: everything that is drawn, seen by one camera. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { Bodies, pose } from "./bodies.ts";
import { Ghosts } from "./ghosts.ts";
import { sharedUniforms } from "./gl_material.ts";
import { Lights } from "./lights.ts";
import { Markers } from "./markers/markers.ts";
import { Volumes } from "./volumes.ts";
import { Mirrors } from "./mirrors.ts";
import type { Shown } from "./options.ts";
import { Orbit } from "./orbit.ts";
import { Sky } from "./sky.ts";
import { Soft } from "./soft.ts";
import { texturesOf } from "./textures.ts";

three.ColorManagement.enabled = false;

/** Largest shadow map, pixels. */
const MOST_SHADOW = 2048;

/** Something under the pointer. */
export interface Hit {
  /** geom, site, tendon, flex, skin, or contact */
  kind: string;
  id: number;
  /** body that it belongs to, or 0 */
  body: number;
  point: three.Vector3;
}

/** Draws a model. */
export class Stage {
  readonly orbit: Orbit;
  readonly camera = new three.PerspectiveCamera();
  readonly scene = new three.Scene();
  readonly bodies: Bodies;
  /** camera of the model through which it is seen; -1: the free one */
  cameraId = -1;
  /** body that the free camera follows, or 0 */
  tracked = 0;
  /** the body that was selected, or 0 */
  selected = 0;
  readonly #shared = sharedUniforms();
  readonly #ghosts: Ghosts;
  readonly #lights: Lights;
  readonly #markers: Markers;
  readonly #volumes: Volumes;
  readonly #mirrors: Mirrors;
  readonly #sky: Sky;
  readonly #soft: Soft;
  readonly #textures: ReturnType<typeof texturesOf>;
  readonly #ray = new three.Raycaster();
  #frame: Frame | undefined;

  constructor(private readonly renderer: three.WebGLRenderer, readonly scenery: Scenery) {
    const { visual } = scenery;
    this.#textures = texturesOf(scenery);
    this.orbit = new Orbit(scenery);
    this.bodies = new Bodies(this.#shared, scenery, this.#textures);
    this.#ghosts = new Ghosts(this.bodies);
    this.#soft = new Soft(this.#shared, scenery, this.#textures);
    this.#markers = new Markers(this.#shared, scenery, this.bodies);
    this.#volumes = new Volumes(scenery);
    this.#sky = new Sky(scenery, this.#textures);
    this.#lights = new Lights(this.#shared, scenery, MOST_SHADOW);
    this.#mirrors = new Mirrors(this.bodies, this.#shared);
    this.scene.add(this.bodies.group, this.#soft.group, this.#ghosts.group, this.#markers.group, this.#sky.group);
    this.scene.add(this.#volumes.lines);
    this.#shared.uFogColor.value.fromArray(visual.rgba.fog);
    if (visual.global.cameraid >= 0 && visual.global.cameraid < scenery.sizes.ncam) {
      this.cameraId = visual.global.cameraid;
    }
    renderer.autoClear = true;
    renderer.setClearColor(0x000000, 1);
  }

  /** Marks a body. */
  select(body: number): void {
    this.selected = body;
    this.bodies.select(body);
  }

  /** Draws a frame. */
  render(frame: Frame, shown: Shown): void {
    const { renderer, scene, camera, scenery } = this;
    const { visual, extent } = scenery;
    this.#frame = frame;
    const size = renderer.getSize(new three.Vector2());
    camera.aspect = size.x / Math.max(1, size.y);
    camera.near = visual.map.znear * extent;
    camera.far = visual.map.zfar * extent;
    this.#placeCamera(frame);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();

    const [start, end] = shown.fog ? [visual.map.fogstart * extent, visual.map.fogend * extent] : [0, 0];
    this.#shared.uFogRange.value.set(start, end);
    this.#shared.uShadows.value = shown.shadow ? 1 : 0;
    this.bodies.update(frame, shown, camera.position);
    this.#soft.update(frame, shown);
    this.#ghosts.update(frame, shown.ghost);
    this.#markers.update(frame, shown, this.selected);
    this.#volumes.update(frame, shown);
    this.#sky.update(frame, camera.position, shown.skybox, shown.haze);
    scene.updateMatrixWorld();

    const decoration = [this.#markers.decoration, this.#volumes.lines, this.#sky.group, this.#ghosts.group];
    if (shown.shadow) this.#lights.drawShadows(renderer, scene, frame, decoration);
    const aim = (eye: three.Camera) => this.#lights.aim(eye, frame, camera);
    if (this.#mirrors.length > 0) {
      const isVisible = this.#sky.group.visible;
      this.#sky.group.visible = false;
      this.#mirrors.draw(renderer, scene, camera, shown.reflection, aim);
      this.#sky.group.visible = isVisible;
    }
    aim(camera);
    renderer.render(scene, camera);
  }

  /** What is under a point of the picture, from -1 to 1 in both directions. */
  pick(x: number, y: number): Hit | undefined {
    this.#ray.setFromCamera(new three.Vector2(x, y), this.camera);
    const candidates = [this.bodies.group, this.#soft.group, this.#markers.group];
    for (const { object, point } of this.#ray.intersectObjects(candidates, true)) {
      const { kind, id } = object.userData;
      if (!object.visible || kind === undefined) continue;
      const { fields } = this.scenery;
      const body = kind === "geom" ? fields.geom_bodyid[id] : kind === "site" ? fields.site_bodyid[id] : 0;
      return { kind, id, body, point };
    }
    return undefined;
  }

  /** Where the center of mass of a body is. */
  bodyPosition(body: number): three.Vector3 {
    return new three.Vector3().fromArray(this.#frame?.fields.xipos ?? [0, 0, 0], this.#frame ? 3 * body : 0);
  }

  /** A point in the frame of a body. */
  toBody(body: number, point: three.Vector3): number[] {
    const { xpos, xquat } = this.#frame?.fields ?? { xpos: [0, 0, 0], xquat: [1, 0, 0, 0] };
    const i = this.#frame === undefined ? 0 : body;
    const turn = new three.Quaternion(xquat[4 * i + 1], xquat[4 * i + 2], xquat[4 * i + 3], xquat[4 * i]);
    return point.clone().sub(new three.Vector3().fromArray(xpos, 3 * i)).applyQuaternion(turn.invert()).toArray();
  }

  dispose(): void {
    for (
      const part of [
        this.bodies,
        this.#soft,
        this.#ghosts,
        this.#markers,
        this.#volumes,
        this.#sky,
        this.#lights,
        this.#mirrors,
      ]
    ) {
      part.dispose();
    }
    for (const texture of this.#textures) texture?.image.dispose();
  }

  #placeCamera({ fields }: Frame): void {
    const { camera, cameraId, scenery } = this;
    if (cameraId < 0) {
      if (this.tracked > 0) this.orbit.lookat.fromArray(fields.subtree_com, 3 * this.tracked);
      return this.orbit.apply(camera);
    }
    pose(camera, fields.cam_xpos, fields.cam_xmat, cameraId);
    camera.fov = scenery.fields.cam_fovy[cameraId];
  }
}
