/** Ray against a mesh, using the mesh's bounding volume hierarchy. */

import { mulMatVec3 } from "../math/mat3.ts";
import { copy3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { Cast } from "./cast.ts";
import { castBox } from "./ray_geom.ts";
import { castTriangle } from "./ray_triangle.ts";

const own = new Cast();

// stack of nodes to visit; compiled trees are much shallower than this
const stack = new Int32Array(256);
const faceNormal = new Float64Array(3);

/**
 * Smallest x ≥ 0 for which `pnt + x vec` is on a face of mesh geom `geom`, or −1 if there is none. The unit normal of
 * that face, in the world frame, is written to `normal` (zero for a miss) unless that is null.
 *
 * @example A ray down to a pyramid
 * ```ts
 * import { compile, Data, forward, rayMesh } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <asset><mesh name="tent" vertex="1 1 0  -1 1 0  -1 -1 0  1 -1 0  0 0 1"/></asset>
 *     <worldbody><geom type="mesh" mesh="tent"/></worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const from = Float64Array.of(data.geom_xpos[0], data.geom_xpos[1], 3);
 * const distance = rayMesh(model, data, 0, from, 0, Float64Array.of(0, 0, -1), 0, null);
 * if (!(distance > 1.9 && distance < 3)) throw new Error("missed");
 * ```
 */
export function rayMesh(
  m: Model,
  d: Data,
  geom: number,
  pnt: Float64Array,
  i: number,
  vec: Float64Array,
  j: number,
  normal: Float64Array | null,
): number {
  own.aim(pnt, i, vec, j);
  castMesh(m, d, geom, own, normal);
  return own.found[0];
}

/** The same, with the result in `found`. */
export function castMesh(
  m: Model,
  d: Data,
  geom: number,
  ray: Cast,
  normal: Float64Array | null,
): void {
  const { triangle, found } = ray;
  const { geom_type, geom_size, geom_dataid, mesh_bvhadr, mesh_faceadr, mesh_vertadr, mesh_face, mesh_vert } = m;
  const { bvh_nodeid, bvh_child } = m;
  const { geom_xpos, geom_xmat, bvh_active } = d;
  const isShown = m.vis.global.bvactive !== 0;
  if (geom_type[geom] !== Geom.MESH) throw new RangeError(`rayMesh: geom ${geom} is not a mesh`);

  if (normal !== null) normal.fill(0, 0, 3);
  castBox(ray, geom_xpos, 3 * geom, geom_xmat, 9 * geom, geom_size, 3 * geom, null, null);
  if (found[0] < 0) return;
  ray.setNormalPlane();

  const mesh = geom_dataid[geom];
  const root = mesh_bvhadr[mesh];
  const faces = mesh_faceadr[mesh];
  const vertices = mesh_vertadr[mesh];
  let x = -1;
  let count = 1;
  stack[0] = root;
  while (count > 0) {
    const node = stack[--count];
    if (!crossesBox(ray, m.bvh_aabb, 6 * node)) continue;

    // a leaf holds one face
    const face = bvh_nodeid[node];
    if (face >= 0) {
      for (let k = 0; k < 3; k++) {
        const vertex = 3 * (mesh_face[3 * (face + faces) + k] + vertices);
        triangle[3 * k] = mesh_vert[vertex];
        triangle[3 * k + 1] = mesh_vert[vertex + 1];
        triangle[3 * k + 2] = mesh_vert[vertex + 2];
      }
      castTriangle(ray, normal === null ? null : faceNormal);
      const solution = found[0];
      if (solution >= 0 && (x < 0 || solution < x)) {
        x = solution;
        if (normal !== null) copy3(normal, 0, faceNormal, 0);
        if (isShown) bvh_active[node] = 1;
      }
      continue;
    }

    if (isShown) bvh_active[node] = 1;
    const left = bvh_child[2 * node];
    const right = bvh_child[2 * node + 1];
    if (left !== -1) stack[count++] = root + left;
    if (right !== -1) stack[count++] = root + right;
  }

  if (normal !== null && x >= 0) mulMatVec3(normal, 0, geom_xmat, 9 * geom, normal, 0);
  found[0] = x;
}

/** Does the local ray cross a box given by center and half sizes? Slabs: Ericson (2004), section 5.3.3. */
function crossesBox({ lpnt, lvec }: Cast, aabb: Float64Array, a: number): boolean {
  let near = 0;
  let far = Infinity;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / lvec[k];
    const t1 = (aabb[a + k] - aabb[a + 3 + k] - lpnt[k]) * inverse;
    const t2 = (aabb[a + k] + aabb[a + 3 + k] - lpnt[k]) * inverse;
    const low = t1 < t2 ? t1 : t2;
    const high = t1 < t2 ? t2 : t1;
    near = near > low ? near : low;
    far = far < high ? far : high;
  }
  return near < far;
}
