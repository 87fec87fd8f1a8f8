/** The object below the mouse. */

import { mulMatVec3 } from "../math/mat3.ts";
import { addScl3, addTo3, addToScl3, copy3, cross, normalize3, scl3 } from "../math/vec3.ts";
import { shapeFunctions, SHAPES } from "../motion/flex_basis.ts";
import { ray } from "../ray/ray.ts";
import { rayFlex } from "../ray/ray_flex.ts";
import { raySkin } from "../ray/ray_skin.ts";
import type { Data } from "../data.ts";
import { VisFlag } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { averageCamera, cameraInModel } from "./camera.ts";
import type { Scene } from "./scene.ts";

/** What a viewer shows, like MuJoCo's `mjvOption`, of which this is the part that can be selected. */
export interface ViewOption {
  /** groups of geoms that are shown; 0: hidden */
  readonly geomgroup: Uint8Array;
  /** groups of skins that are shown */
  readonly skingroup: Uint8Array;
  /** what is shown, by `VisFlag` */
  readonly flags: Uint8Array;
  /** layer of flexes that is shown */
  flex_layer: number;
}

/** What viewers show if nothing else is asked for. */
const SHOWN = ["TEXTURE", "TENDON", "RANGEFINDER", "PERTOBJ", "STATIC", "SKIN", "FLEXEDGE", "FLEXSKIN"] as const;

/** What viewers show if nothing else is asked for. */
export function defaultViewOption(): ViewOption {
  const flags = new Uint8Array(Object.keys(VisFlag).length);
  for (const name of SHOWN) flags[VisFlag[name]] = 1;
  return {
    geomgroup: Uint8Array.of(1, 1, 1, 0, 0, 0),
    skingroup: Uint8Array.of(1, 1, 1, 0, 0, 0),
    flags,
    flex_layer: 0,
  };
}

/** A ray, and what it hits first. */
interface Hit {
  /** infinite: there is nothing */
  distance: number;
  id: number;
  body: number;
  /** the point that is selected (m) */
  readonly point: Float64Array;
}

const pos = new Float64Array(3);
const forward = new Float64Array(3);
const up = new Float64Array(3);
const left = new Float64Array(3);
const direction = new Float64Array(3);
const found = new Int32Array(1);

/**
 * The body below the mouse; -1: none. `relx` and `rely` are the place of the mouse in the picture, from the lower left
 * corner (0) to the upper right one (1). Writes the point that is hit, and the number of the geom, flex, or skin; the
 * others become -1. Skins are hit where `updateSkin` has put them.
 */
export function select(
  m: Model,
  d: Data,
  option: ViewOption,
  aspectratio: number,
  relx: number,
  rely: number,
  scene: Scene,
  selpnt: Float64Array,
  geomid: Int32Array,
  flexid: Int32Array,
  skinid: Int32Array,
): number {
  aim(aspectratio, relx, rely, scene);
  const geom = hitGeom(m, d, option);
  const flex = hitFlex(m, d, option);
  const skin = hitSkin(m, option, scene);
  geomid[0] = flexid[0] = skinid[0] = -1;
  let [best, ids] = [geom, geomid];
  for (const [hit, its] of [[flex, flexid], [skin, skinid]] as const) {
    if (hit.distance < best.distance) [best, ids] = [hit, its];
  }
  if (best.distance === Infinity) return -1;
  ids[0] = best.id;
  copy3(selpnt, 0, best.point, 0);
  return best.body;
}

/** The ray through a point of the picture. */
function aim(aspectratio: number, relx: number, rely: number, scene: Scene): void {
  const camera = averageCamera(...scene.camera);
  cameraInModel(pos, forward, up, scene);
  cross(left, 0, up, 0, forward, 0);
  normalize3(left, 0);
  const height = Math.fround(camera.frustum_top - camera.frustum_bottom);
  const halfwidth = 0.5 * aspectratio * height;
  const upward = camera.frustum_bottom + rely * height;
  const leftward = -(camera.frustum_center + (2 * relx - 1) * halfwidth);

  const isParallel = camera.orthographic !== 0;
  scl3(direction, 0, forward, 0, isParallel ? 1 : camera.frustum_near);
  const moved = isParallel ? pos : direction;
  addToScl3(moved, 0, up, 0, upward);
  addToScl3(moved, 0, left, 0, leftward);
  if (!isParallel) normalize3(direction, 0);
}

const nothing = (): Hit => ({ distance: Infinity, id: -1, body: -1, point: new Float64Array(3) });

function hitGeom(m: Model, d: Data, { geomgroup, flags }: ViewOption): Hit {
  const hit = nothing();
  const distance = ray(m, d, pos, 0, direction, 0, geomgroup, flags[VisFlag.STATIC] ? 1 : 0, -1, found, null);
  if (distance < 0) return hit;
  hit.distance = distance;
  hit.id = found[0];
  hit.body = m.geom_bodyid[hit.id];
  addScl3(hit.point, 0, pos, 0, direction, 0, distance);
  return hit;
}

function hitFlex(m: Model, d: Data, { flags, flex_layer }: ViewOption): Hit {
  const hit = nothing();
  const isShown = (name: "FLEXVERT" | "FLEXEDGE" | "FLEXFACE" | "FLEXSKIN"): 0 | 1 => flags[VisFlag[name]] ? 1 : 0;
  const [vert, edge, face, skin] = [isShown("FLEXVERT"), isShown("FLEXEDGE"), isShown("FLEXFACE"), isShown("FLEXSKIN")];
  if (vert + edge + face + skin === 0) return hit;
  for (let f = 0; f < m.nflex; f++) {
    const distance = rayFlex(m, d, flex_layer, vert, edge, face, skin, f, pos, 0, direction, 0, found, null);
    if (distance < 0 || distance >= hit.distance) continue;
    hit.distance = distance;
    hit.id = f;
    const vertex = m.flex_vertadr[f] + found[0];
    if (m.flex_interp[f]) {
      selectNode(m, d, f, vertex, hit);
    } else {
      hit.body = m.flex_vertbodyid[vertex];
      copy3(hit.point, 0, d.flexvert_xpos, 3 * vertex);
    }
  }
  return hit;
}

const shape = new Float64Array(3 * SHAPES);

/** Selects the node of an interpolated flex that moves a vertex most. */
function selectNode(m: Model, d: Data, f: number, vertex: number, hit: Hit): void {
  const order = m.flex_interp[f];
  const first = m.flex_nodeadr[f];
  shapeFunctions(shape, m.flex_vert0, 3 * vertex, order);
  let [node, most] = [first, 0];
  for (let i = 0; i < m.flex_nodenum[f]; i++) {
    const n = order + 1;
    const weight = shape[2 * SHAPES + (i % n)] * shape[SHAPES + (Math.trunc(i / n) % n)] *
      shape[Math.trunc(i / (n * n))];
    if (weight > most) [node, most] = [first + i, weight];
  }
  const body = m.flex_nodebodyid[node];
  hit.body = body;
  if (m.flex_centered[f]) {
    copy3(hit.point, 0, d.xpos, 3 * body);
  } else {
    mulMatVec3(hit.point, 0, d.xmat, 9 * body, m.flex_node, 3 * node);
    addTo3(hit.point, 0, d.xpos, 3 * body);
  }
}

function hitSkin(m: Model, { flags }: ViewOption, { skinvert }: Scene): Hit {
  const hit = nothing();
  if (!flags[VisFlag.SKIN]) return hit;
  for (let s = 0; s < m.nskin; s++) {
    const [vertices, faces] = [m.skin_vertadr[s], m.skin_faceadr[s]];
    const face = m.skin_face.subarray(3 * faces);
    const distance = raySkin(
      ...[m.skin_facenum[s], m.skin_vertnum[s], face, skinvert.subarray(3 * vertices)] as const,
      ...[pos, 0, direction, 0, found] as const,
    );
    if (distance < 0 || distance >= hit.distance) continue;
    hit.distance = distance;
    const body = boneOf(m, s, found[0]);
    hit.id = s;
    hit.body = body;
    hit.point.set(skinvert.subarray(3 * (vertices + found[0]), 3 * (vertices + found[0]) + 3));
  }
  return hit;
}

/** The body that moves a vertex of a skin most. */
function boneOf(m: Model, skin: number, vertex: number): number {
  const first = m.skin_boneadr[skin];
  let [body, most] = [-1, -1];
  for (let bone = first; bone < first + m.skin_bonenum[skin]; bone++) {
    const start = m.skin_bonevertadr[bone];
    for (let k = start; k < start + m.skin_bonevertnum[bone]; k++) {
      const weight = m.skin_bonevertweight[k];
      if (m.skin_bonevertid[k] === vertex && weight > most) [body, most] = [m.skin_bonebodyid[bone], weight];
    }
  }
  return body;
}
