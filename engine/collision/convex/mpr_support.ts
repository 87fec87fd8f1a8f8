/**
 * Support points as the portal search and the planes take them: with the margin, and zero where a side is undecided.
 */

import { unit3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import { Geom } from "../../types/enums.ts";
import type { ConvexShape } from "./convex_shape.ts";
import { climbClearly, prismSupport, simplexSupport } from "./support.ts";

// V8-1
const { HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, FLEX } = Geom;

const TINY = MINVAL;

const local = new Float64Array(3);

/**
 * res = the point of the shape and its margin that lies farthest along the unit vector `dir`. For a mesh,
 * `shape.meshindex` becomes the entry of the vertex found, or its number if the mesh has no hull.
 */
export function mprSupport(shape: ConvexShape, res: Float64Array, r: number, dir: Float64Array, i: number): void {
  if (shape.type === HFIELD) {
    prismSupport(shape.prism, res, r, dir, i);
    return;
  }
  if (shape.type === FLEX) {
    simplexSupport(shape, res, r, dir, i);
    return;
  }
  const { pos, mat, size } = shape;

  // direction in the frame of the geom
  const x = mat[0] * dir[i] + mat[3] * dir[i + 1] + mat[6] * dir[i + 2];
  const y = mat[1] * dir[i] + mat[4] * dir[i + 1] + mat[7] * dir[i + 2];
  const z = mat[2] * dir[i] + mat[5] * dir[i + 1] + mat[8] * dir[i + 2];

  let px = 0;
  let py = 0;
  let pz = 0;
  switch (shape.type) {
    case SPHERE:
      px = x * size[0];
      py = y * size[0];
      pz = z * size[0];
      break;
    case CAPSULE:
      px = x * size[0];
      py = y * size[0];
      pz = z * size[0] + Math.sign(z) * size[1];
      break;
    case ELLIPSOID:
      local[0] = x * size[0];
      local[1] = y * size[1];
      local[2] = z * size[2];
      unit3(local, 0);
      px = local[0] * size[0];
      py = local[1] * size[1];
      pz = local[2] * size[2];
      break;
    case CYLINDER: {
      const norm = Math.sqrt(x * x + y * y);
      if (norm > TINY) {
        px = x / norm * size[0];
        py = y / norm * size[0];
      }
      pz = Math.sign(z) * size[1];
      break;
    }
    case BOX:
      px = Math.sign(x) * size[0];
      py = Math.sign(y) * size[1];
      pz = Math.sign(z) * size[2];
      break;
    default: {
      const { vert } = shape;
      local[0] = x;
      local[1] = y;
      local[2] = z;
      const found = shape.hull < 0 ? searchMesh(shape) : climbMesh(shape);
      if (found >= 0) {
        const v = 3 * (shape.vertadr + found);
        px = vert[v];
        py = vert[v + 1];
        pz = vert[v + 2];
      }
    }
  }

  px += x * shape.margin / 2;
  py += y * shape.margin / 2;
  pz += z * shape.margin / 2;
  res[r] = mat[0] * px + mat[1] * py + mat[2] * pz + pos[0];
  res[r + 1] = mat[3] * px + mat[4] * py + mat[5] * pz + pos[1];
  res[r + 2] = mat[6] * px + mat[7] * py + mat[8] * pz + pos[2];
}

// smaller than any vertex along any direction
const LOWEST = -1e10;

function searchMesh(shape: ConvexShape): number {
  const { vert, vertadr, vertnum } = shape;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  let max = LOWEST;
  let best = -1;
  for (let i = 0, v = 3 * vertadr; i < vertnum; i++, v += 3) {
    const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
    if (along > max) {
      max = along;
      best = i;
    }
  }
  shape.meshindex = best;
  return best;
}

/** The same by walking uphill along the edges of the hull: from the vertex found last, if the way decides. */
function climbMesh(shape: ConvexShape): number {
  const { vert, links } = shape;
  let next = climbClearly(shape, local);
  let best = next;
  if (next < 0) {
    const base = 3 * shape.vertadr;
    const x = local[0];
    const y = local[1];
    const z = local[2];
    next = shape.meshindex < 0 ? shape.hull : shape.meshindex;
    let v = base + 3 * links[next];
    let max = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
    while (best !== next) {
      best = next;
      let edge = best + 1;
      for (let to = links[edge]; to >= 0; to = links[edge]) {
        v = base + 3 * links[edge + 1];
        const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
        if (along > max) {
          max = along;
          next = to;
        }
        edge += 2;
      }
    }
  }
  shape.meshindex = best;
  return links[best];
}
