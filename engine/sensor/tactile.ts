/** Tactile sensors: pressure and sliding velocity at the vertices of a mesh. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { quat2Mat, rotVecQuat } from "../math/quat.ts";
import { transformMotion } from "../math/spatial.ts";
import { addTo3, dot3, scl3, sub3 } from "../math/vec3.ts";
import { octreeDistance, pluginDistance, primitiveDistance } from "../model/sdf_field.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { MESH, SDF } = Geom;

/** depth at which the pressure diverges (m) */
const MAX_DEPTH = 0.05;

const vertex = new Float64Array(3);
const local = new Float64Array(3);
const sensorMotion = new Float64Array(6);
const otherMotion = new Float64Array(6);
const sliding = new Float64Array(3);
const axis = new Float64Array(9);
const force = new Float64Array(3);
const gap = new Float64Array(1);
const meshMat = new Float64Array(9);

/** Is this geom in an earlier contact of the same weld, or first in this one? */
function isRepeated(m: Model, d: Data, weld: number, geom: number, contact: number, side: number): boolean {
  const { body_weldid, geom_bodyid } = m;
  const { contact: contacts } = d;
  for (let c = 0; c <= contact; c++) {
    const end = c === contact ? side : 2;
    for (let k = 0; k < end; k++) {
      const own = contacts.geom[2 * c + k];
      const other = contacts.geom[2 * c + 1 - k];
      if (other === geom && body_weldid[geom_bodyid[own]] === weld) return true;
    }
  }
  return false;
}

/**
 * Three numbers per vertex of mesh `objid`, fixed to geom `refid`: the pressure of touching geoms that cover the
 * vertex, and their sliding velocity along both tangents. All pressures come first.
 */
export function tactile(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_refid, sensor_dim, body_weldid, geom_bodyid } = m;
  const { ncon, contact } = d;
  const weld = body_weldid[geom_bodyid[sensor_refid[i]]];

  for (let k = 0; k < sensor_dim[i]; k++) res[r + k] = 0;
  for (let c = 0; c < ncon; c++) {
    for (let side = 0; side < 2; side++) {
      const own = contact.geom[2 * c + side];
      const other = contact.geom[2 * c + 1 - side];
      // flexes are ignored
      if (other < 0 || body_weldid[geom_bodyid[own]] !== weld) continue;
      if (!isRepeated(m, d, weld, other, c, side)) press(m, d, i, weld, other, res, r);
    }
  }
}

/** gap = signed distance from the point to a geom, in whose frame the point is given */
function measureGap(m: Model, d: Data, geom: number): void {
  const type = m.geom_type[geom];
  const mesh = m.geom_dataid[geom];
  const instance = m.geom_plugin[geom];
  if (type === SDF && instance >= 0) {
    // the field of a plugin is in the frame that the mesh was given in
    quat2Mat(meshMat, 0, m.mesh_quat, 4 * mesh);
    mulMatVec3(local, 0, meshMat, 0, local, 0);
    addTo3(local, 0, m.mesh_pos, 3 * mesh);
    pluginDistance(gap, 0, d, instance, local);
  } else if (type === SDF || type === MESH) octreeDistance(gap, 0, m, mesh, local, 0);
  else primitiveDistance(gap, 0, m, type, geom, local, 0);
}

/** Adds the pressure and sliding of geom `other` at the vertices that it covers. */
function press(m: Model, d: Data, i: number, weld: number, other: number, res: Float64Array, r: number): void {
  const { sensor_objid, sensor_refid, geom_type, geom_dataid, geom_bodyid, body_rootid } = m;
  const { mesh_vertadr, mesh_vertnum, mesh_vert, mesh_normaladr, mesh_normal, mesh_quat, mesh_octadr } = m;
  const { geom_xpos, geom_xmat, cvel, subtree_com } = d;
  const mesh = sensor_objid[i];
  const geom = sensor_refid[i];
  const body = geom_bodyid[other];
  const count = mesh_vertnum[mesh];

  // meshes need a distance field
  if (geom_type[other] === MESH && mesh_octadr[geom_dataid[other]] === -1) return;

  const vertices = 3 * mesh_vertadr[mesh];
  const normals = 3 * mesh_normaladr[mesh];
  for (let j = 0; j < count; j++) {
    for (let k = 0; k < 3; k++) vertex[k] = mesh_vert[vertices + 3 * j + k];
    mulMatVec3(vertex, 0, geom_xmat, 9 * geom, vertex, 0);
    addTo3(vertex, 0, geom_xpos, 3 * geom);
    sub3(local, 0, vertex, 0, geom_xpos, 3 * other);
    mulMatTVec3(local, 0, geom_xmat, 9 * other, local, 0);
    measureGap(m, d, other);
    const depth = Math.min(gap[0], 0);
    if (depth === 0) continue;

    const com = 3 * body_rootid[weld];
    const otherCom = 3 * body_rootid[body];
    transformMotion(sensorMotion, 0, cvel, 6 * weld, vertex, 0, subtree_com, com, null, 0);
    transformMotion(otherMotion, 0, cvel, 6 * body, geom_xpos, 3 * other, subtree_com, otherCom, null, 0);
    sub3(sliding, 0, sensorMotion, 3, otherMotion, 3);

    // normal and tangents of the vertex
    for (let k = 0; k < 9; k++) axis[k] = mesh_normal[normals + 9 * j + k] ?? 0;
    for (let k = 0; k < 9; k += 3) rotVecQuat(axis, k, axis, k, mesh_quat, 4 * mesh);
    scl3(force, 0, axis, 0, depth / Math.max(MAX_DEPTH - depth, MINVAL));
    res[r + j] = dot3(force, 0, axis, 0);
    res[r + count + j] = Math.abs(dot3(sliding, 0, axis, 3));
    res[r + 2 * count + j] = Math.abs(dot3(sliding, 0, axis, 6));
  }
}
