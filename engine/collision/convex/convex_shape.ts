/** One of the two shapes of convex collision: a copy of its pose and sizes, and the location of its data. */

import { newDoubles } from "../../math/small_arrays.ts";
import { copy3 } from "../../math/vec3.ts";
import type { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { findSlack, planHullLinks } from "./hull_links.ts";

/** How the farthest point of a shape is found. */
export const Support = {
  POINT: 0,
  LINE: 1,
  SPHERE: 2,
  CAPSULE: 3,
  ELLIPSOID: 4,
  CYLINDER: 5,
  BOX: 6,
  MESH: 7,
  HULL: 8,
  PRISM: 9,
  SIMPLEX: 10,
} as const;

// V8-1
const { CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF, HFIELD, FLEX } = Geom;

/** meshes with fewer vertices are searched exhaustively */
const HULL_MIN = 10;

const NO_VERTICES = new Float32Array(0);
const NO_LINKS = new Int32Array(0);
const NO_SLACK = new Float64Array(0);

/** A convex shape, reused for every pair. */
export class ConvexShape {
  /** geom */
  geom = -1;
  /** type of the geom: a value of `Geom` */
  type: number = Geom.SPHERE;
  /** how support points are found: a value of `Support` */
  support: number = Support.SPHERE;
  /** width of the shell around the shape (m); each shape of a pair gets half of it */
  margin = 0;
  /** center in the world frame */
  readonly pos = newDoubles(3);
  /** orientation in the world frame */
  readonly mat = newDoubles(9);
  /** sizes of the geom */
  readonly size = newDoubles(3);
  /** vertex of the mesh, or corner of the box, found by the last search; −1 before */
  vertindex = -1;
  /** entry in `links` of the hull vertex found by the last search; −1 before */
  meshindex = -1;
  /** whether searches were skipped, so that the last vertex of MuJoCo's search is unknown */
  strayed = false;
  /** whether that vertex has mattered since */
  lost = false;
  /** the model to whose meshes the arrays below belong */
  model: Model | null = null;
  /** vertices of all meshes */
  vert: Float32Array = NO_VERTICES;
  /** hulls of all meshes */
  links: Int32Array = NO_LINKS;
  /** start vertices of searches on these hulls, per mesh and direction */
  hints: Int32Array = NO_LINKS;
  /** mesh of the geom */
  mesh = -1;
  /** first vertex of this mesh */
  vertadr = 0;
  /** number of vertices of this mesh */
  vertnum = 0;
  /** first entry of this mesh in `links`; −1 without a hull */
  hull = -1;
  /** how far the end of a walk over a hull may be below the farthest vertex, per mesh (m) */
  slack: Float64Array = NO_SLACK;
  /** the same for a walk that ends at a vertex, for the vertices of all meshes */
  vertSlack: Float64Array = NO_SLACK;
  /** bottom and top triangle of a height field's prism, in its frame; or up to four corners of a flex's element */
  readonly prism = newDoubles(18);
}

/** Sets `shape` to geom `g` in its current pose, without a margin. */
export function initShape(shape: ConvexShape, m: Model, d: Data, g: number): void {
  const { geom_type, geom_size, geom_dataid } = m;

  const type = geom_type[g];
  shape.geom = g;
  shape.type = type;
  shape.margin = 0;
  shape.vertindex = -1;
  shape.meshindex = -1;
  shape.strayed = false;
  shape.lost = false;
  placeShape(shape, d);
  copy3(shape.size, 0, geom_size, 3 * g);
  switch (type) {
    case CAPSULE:
      shape.support = Support.CAPSULE;
      break;
    case ELLIPSOID:
      shape.support = Support.ELLIPSOID;
      break;
    case CYLINDER:
      shape.support = Support.CYLINDER;
      break;
    case BOX:
      shape.support = Support.BOX;
      break;
    case MESH:
    case SDF: {
      const mesh = geom_dataid[g];
      const links = m.plans.hullLinks ??= planHullLinks(m);
      if (shape.model !== m) {
        shape.model = m;
        shape.vert = m.mesh_vert;
        shape.links = links.links;
        shape.hints = links.hints;
        shape.slack = links.slack;
        shape.vertSlack = links.vertSlack;
      }
      shape.mesh = mesh;
      shape.vertadr = m.mesh_vertadr[mesh];
      shape.vertnum = m.mesh_vertnum[mesh];
      shape.hull = links.first[mesh];
      shape.support = shape.hull < 0 || shape.vertnum < HULL_MIN ? Support.MESH : Support.HULL;
      if (shape.hull >= 0 && Number.isNaN(links.slack[mesh])) findSlack(m, links, mesh);
      break;
    }
    case HFIELD:
      shape.support = Support.PRISM;
      break;
    default:
      shape.support = Support.SPHERE;
  }
}

/** Sets `shape` to element `e` of flex `f`. The margin is part of the radius. */
export function initFlexShape(
  shape: ConvexShape,
  m: Model,
  d: Data,
  f: number,
  e: number,
  margin: number,
): void {
  const { flex_dim, flex_elem, flex_elemadr, flex_elemdataadr, flex_vertadr, flex_radius } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const first = flex_vertadr[f];

  shape.geom = -1;
  shape.type = FLEX;
  shape.support = Support.SIMPLEX;
  shape.margin = 0;
  shape.vertindex = -1;
  shape.meshindex = -1;
  shape.size[0] = flex_radius[f] + 0.5 * margin;
  const count = flex_dim[f] + 1;
  const corners = flex_elemdataadr[f] + e * count;
  shape.vertnum = count;
  for (let k = 0; k < count; k++) copy3(shape.prism, 3 * k, flexvert_xpos, 3 * (first + flex_elem[corners + k]));
  copy3(shape.pos, 0, flexelem_aabb, 6 * (flex_elemadr[f] + e));
}

/** res[r] = how far the last support point may be short of the farthest point of the shape (m) */
export function slackAtEnd(res: Float64Array, r: number, shape: ConvexShape): void {
  res[r] = shape.support === Support.HULL ? shape.vertSlack[shape.vertadr + shape.vertindex] : 0;
}

/** Restores the pose of the shape's geom. */
export function placeShape(shape: ConvexShape, d: Data): void {
  const { pos, mat } = shape;
  const { geom_xpos, geom_xmat } = d;
  const p = 3 * shape.geom;
  const q = 9 * shape.geom;
  pos[0] = geom_xpos[p];
  pos[1] = geom_xpos[p + 1];
  pos[2] = geom_xpos[p + 2];
  mat[0] = geom_xmat[q];
  mat[1] = geom_xmat[q + 1];
  mat[2] = geom_xmat[q + 2];
  mat[3] = geom_xmat[q + 3];
  mat[4] = geom_xmat[q + 4];
  mat[5] = geom_xmat[q + 5];
  mat[6] = geom_xmat[q + 6];
  mat[7] = geom_xmat[q + 7];
  mat[8] = geom_xmat[q + 8];
}

/** res = a point inside the shape */
export function centerOf(res: Float64Array, shape: ConvexShape): void {
  if (shape.support !== Support.PRISM) {
    copy3(res, 0, shape.pos, 0);
    return;
  }
  const { prism } = shape;
  for (let k = 0; k < 3; k++) {
    res[k] = (0 + prism[k] + prism[k + 3] + prism[k + 6] + prism[k + 9] + prism[k + 12] + prism[k + 15]) * (1 / 6);
  }
}
