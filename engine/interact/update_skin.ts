/** Skins as their bones move them. */

import { mulMatVec3 } from "../math/mat3.ts";
import { mulQuat, negQuat, quat2Mat } from "../math/quat.ts";
import { addTo3, cross, sub3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import type { Scene } from "./scene.ts";
import { defaultViewOption, type ViewOption } from "./select.ts";

const GROUPS = 6;

/** Moves the vertices of skins with their bones, and finds their normals; those of hidden groups become zero. */
export function updateSkin(m: Model, d: Data, scene: Scene, option: ViewOption = defaultViewOption()): void {
  scene.skinvert.fill(0);
  scene.skinnormal.fill(0);
  for (let skin = 0; skin < m.nskin; skin++) {
    const group = Math.max(0, Math.min(GROUPS - 1, m.skin_group[skin]));
    if (!option.skingroup[group]) continue;
    const first = m.skin_boneadr[skin];
    for (let bone = first; bone < first + m.skin_bonenum[skin]; bone++) addBone(m, d, scene, skin, bone);
    addNormals(m, scene, skin);
    inflate(m, scene, skin);
  }
}

const bindpos = new Float64Array(3);
const quat = new Float64Array(4);
const rotate = new Float64Array(9);
const translate = new Float64Array(3);
const pos = new Float64Array(3);

/** Adds what a bone contributes to the vertices that it moves. */
function addBone(m: Model, d: Data, { skinvert }: Scene, skin: number, bone: number): void {
  const body = m.skin_bonebodyid[bone];
  bindpos.set(m.skin_bonebindpos.subarray(3 * bone, 3 * bone + 3));
  quat.set(m.skin_bonebindquat.subarray(4 * bone, 4 * bone + 4));
  negQuat(quat, 0, quat, 0);
  mulQuat(quat, 0, d.xquat, 4 * body, quat, 0);
  quat2Mat(rotate, 0, quat, 0);
  mulMatVec3(translate, 0, rotate, 0, bindpos, 0);
  sub3(translate, 0, d.xpos, 3 * body, translate, 0);

  const start = m.skin_bonevertadr[bone];
  for (let k = start; k < start + m.skin_bonevertnum[bone]; k++) {
    const at = 3 * (m.skin_vertadr[skin] + m.skin_bonevertid[k]);
    pos.set(m.skin_vert.subarray(at, at + 3));
    mulMatVec3(pos, 0, rotate, 0, pos, 0);
    addTo3(pos, 0, translate, 0);
    const weight = m.skin_bonevertweight[k];
    for (let i = 0; i < 3; i++) skinvert[at + i] += Math.fround(weight * Math.fround(pos[i]));
  }
}

const edges = new Float64Array(9);

/** Normals of vertices: the sum of those of the faces around them, as long as their areas, made unit vectors. */
function addNormals(m: Model, { skinvert, skinnormal }: Scene, skin: number): void {
  const first = m.skin_vertadr[skin];
  const faces = m.skin_faceadr[skin];
  for (let face = faces; face < faces + m.skin_facenum[skin]; face++) {
    const [a, b, c] = m.skin_face.subarray(3 * face, 3 * face + 3).map((vertex) => 3 * (first + vertex));
    for (let i = 0; i < 3; i++) {
      edges[i] = Math.fround(skinvert[b + i] - skinvert[a + i]);
      edges[3 + i] = Math.fround(skinvert[c + i] - skinvert[a + i]);
    }
    cross(edges, 6, edges, 0, edges, 3);
    for (const vertex of [a, b, c]) {
      for (let i = 0; i < 3; i++) skinnormal[vertex + i] += edges[6 + i];
    }
  }
  for (let v = 3 * first; v < 3 * (first + m.skin_vertnum[skin]); v += 3) {
    const [x, y, z] = skinnormal.subarray(v, v + 3);
    const square = Math.fround(Math.fround(Math.fround(x * x) + Math.fround(y * y)) + Math.fround(z * z));
    const scale = Math.fround(1 / Math.max(MINVAL, Math.fround(Math.sqrt(square))));
    for (let i = 0; i < 3; i++) skinnormal[v + i] *= scale;
  }
}

/** Moves vertices out along their normals. */
function inflate(m: Model, { skinvert, skinnormal }: Scene, skin: number): void {
  const distance = m.skin_inflate[skin];
  const start = 3 * m.skin_vertadr[skin];
  for (let k = start; k < start + 3 * m.skin_vertnum[skin]; k++) {
    skinvert[k] += Math.fround(distance * skinnormal[k]);
  }
}
