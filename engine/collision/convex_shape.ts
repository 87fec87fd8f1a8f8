/** One of the two shapes that convex collision looks at: a copy of its pose, its sizes, and where its data is. */

import { copy9 } from "../math/mat3.ts";
import { copy3 } from "../math/vec3.ts";
import type { Data } from "../types/data.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Which rule finds the farthest point of a shape. */
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
} as const;

/** meshes with fewer vertices are searched exhaustively */
const HULL_MIN = 10;

const NO_VERTICES = new Float32Array(0);
const NO_GRAPH = new Int32Array(0);
const NO_NUMBERS = new Float64Array(0);

/** A convex shape, reused for every pair. */
export class ConvexShape {
  /** geom */
  geom = -1;
  /** type of the geom, of `Geom` */
  type: number = Geom.SPHERE;
  /** rule that finds support points, of `Support` */
  support: number = Support.SPHERE;
  /** width of the shell around the shape, metres; half of it counts for each shape of a pair */
  margin = 0;
  /** centre in the world frame */
  readonly pos = new Float64Array(3);
  /** orientation in the world frame */
  readonly mat = new Float64Array(9);
  /** sizes of the geom */
  readonly size = new Float64Array(3);
  /** vertex of the mesh, or corner of the box, that the last search found; −1 before */
  vertindex = -1;
  /** vertex of the hull that the last search found; −1 before */
  meshindex = -1;
  /** mesh of the geom */
  mesh = -1;
  /** vertices of all meshes */
  vert: Float32Array = NO_VERTICES;
  /** first vertex of this mesh */
  vertadr = 0;
  /** number of vertices of this mesh */
  vertnum = 0;
  /** hull graphs of all meshes */
  graph: Int32Array = NO_GRAPH;
  /** where this mesh's graph begins; −1 without */
  graphadr = -1;
  /** first polygon of this mesh */
  polyadr = 0;
  /** polygons of all meshes: normals, vertices */
  polynormal: Float64Array = NO_NUMBERS;
  polyvert: Int32Array = NO_GRAPH;
  polyvertadr: Int32Array = NO_GRAPH;
  polyvertnum: Int32Array = NO_GRAPH;
  /** polygons around each vertex */
  polymap: Int32Array = NO_GRAPH;
  polymapadr: Int32Array = NO_GRAPH;
  polymapnum: Int32Array = NO_GRAPH;
  /** bottom and top triangle of a height field's prism, in its frame */
  readonly prism = new Float64Array(18);
}

/** Makes `shape` the geom `g` as it stands now. */
export function initShape(shape: ConvexShape, m: Model, d: Data, g: number, margin: number): void {
  const { geom_type, geom_size, geom_dataid } = m;

  const type = geom_type[g];
  shape.geom = g;
  shape.type = type;
  shape.margin = margin;
  shape.vertindex = -1;
  shape.meshindex = -1;
  placeShape(shape, d);
  copy3(shape.size, 0, geom_size, 3 * g);
  switch (type) {
    case Geom.CAPSULE:
      shape.support = Support.CAPSULE;
      break;
    case Geom.ELLIPSOID:
      shape.support = Support.ELLIPSOID;
      break;
    case Geom.CYLINDER:
      shape.support = Support.CYLINDER;
      break;
    case Geom.BOX:
      shape.support = Support.BOX;
      break;
    case Geom.MESH:
    case Geom.SDF: {
      const mesh = geom_dataid[g];
      shape.mesh = mesh;
      shape.vert = m.mesh_vert;
      shape.vertadr = m.mesh_vertadr[mesh];
      shape.vertnum = m.mesh_vertnum[mesh];
      shape.graph = m.mesh_graph;
      shape.graphadr = m.mesh_graphadr[mesh];
      shape.polyadr = m.mesh_polyadr[mesh];
      shape.polynormal = m.mesh_polynormal;
      shape.polyvert = m.mesh_polyvert;
      shape.polyvertadr = m.mesh_polyvertadr;
      shape.polyvertnum = m.mesh_polyvertnum;
      shape.polymap = m.mesh_polymap;
      shape.polymapadr = m.mesh_polymapadr;
      shape.polymapnum = m.mesh_polymapnum;
      shape.support = shape.graphadr < 0 || shape.vertnum < HULL_MIN ? Support.MESH : Support.HULL;
      break;
    }
    case Geom.HFIELD:
      shape.support = Support.PRISM;
      break;
    default:
      shape.support = Support.SPHERE;
  }
}

/** Puts the shape back where its geom is. */
export function placeShape(shape: ConvexShape, d: Data): void {
  copy3(shape.pos, 0, d.geom_xpos, 3 * shape.geom);
  copy9(shape.mat, 0, d.geom_xmat, 9 * shape.geom);
}

/** res = a point inside the shape */
export function centerOf(res: Float64Array, shape: ConvexShape): void {
  if (shape.support !== Support.PRISM) {
    copy3(res, 0, shape.pos, 0);
    return;
  }
  const { prism } = shape;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = k; i < 18; i += 3) sum += prism[i];
    res[k] = sum * (1 / 6);
  }
}
