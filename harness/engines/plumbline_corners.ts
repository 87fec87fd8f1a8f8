/**
 * What convex collision computes of corners on a lattice, where ties, flat simplices, and corners in the same place are
 * frequent: shapes hardly ever lead there.
 */

import { newPairContacts } from "../../engine/collision/contact/pair_contacts.ts";
import { epa } from "../../engine/collision/convex/epa.ts";
import { Ccd, resetPolytope, VERTEX } from "../../engine/collision/convex/ccd_work.ts";
import { Support } from "../../engine/collision/convex/convex_shape.ts";
import {
  boxEdges,
  boxFace,
  boxNormals,
  meshEdges,
  meshFace,
  meshNormals,
} from "../../engine/collision/convex/face_features.ts";
import {
  polytopeFromSegment,
  polytopeFromTetrahedron,
  polytopeFromTriangle,
} from "../../engine/collision/convex/first_polytope.ts";
import { gjk } from "../../engine/collision/convex/gjk.ts";
import { projectOnPlane, subdistance } from "../../engine/collision/convex/subdistance.ts";
import { ballTriangle, boxTriangle, capsuleTriangle } from "../../engine/collision/pairs/triangle_pairs.ts";
import { compile, Data, Geom, type Model } from "../../mod.ts";
import { type Random, symmetricFrom } from "../random.ts";
import { line, numbersOfContacts } from "./spoken_numbers.ts";

const SEED = 19;

/** Everything that the uses say. */
export function saidByCorners(): string[] {
  const m = solids();
  return [...ofSimplices(), ...ofSearches(m), ...ofBoxFaces(m), ...ofMeshFaces(m), ...ofTriangles(m)];
}

/** A box, a capsule, a sphere, and meshes with few corners. */
function solids(): Model {
  const meshes = {
    few: "1 0 0  0 1 0  0 0 1  0 0 0",
    cube: "-1 -1 -1  1 -1 -1  -1 1 -1  1 1 -1  -1 -1 1  1 -1 1  -1 1 1  1 1 1",
    many: "-2 -1 -1  -1 -2 -1  1 -2 -1  2 -1 -1  2 1 -1  1 2 -1  -1 2 -1  -2 1 -1  0 0 2",
  };
  const names = Object.keys(meshes);
  return compile(
    `<mujoco><asset>${
      names.map((name) => `<mesh name="${name}" vertex="${meshes[name as keyof typeof meshes]}"/>`).join("")
    }</asset><worldbody>
    <geom type="box" size="1 1 1"/><geom type="capsule" size="1 1"/><geom size="1"/>
    ${names.map((name) => `<geom type="mesh" mesh="${name}"/>`).join("")}</worldbody></mujoco>`,
  );
}

const BOX = 0;
const CAPSULE = 1;
const BALL = 2;
const MESHES = [3, 4, 5];

/** A whole number from 0 up to a limit. */
function below(limit: number, random: Random): number {
  return Math.min(limit - 1, Math.floor(limit * (0.5 + 0.5 * random())));
}

/** Points of a lattice, some of them off by little, or all of them close together. */
function corners(count: number, turn: number, random: Random): Float64Array {
  const scale = turn % 7 === 0 ? 2 ** -24 : turn % 7 === 1 ? 2 ** -8 : 1;
  const off = turn % 5 === 0 ? 2 ** -30 : 0;
  const side = 1 + turn % 3;
  return Float64Array.from({ length: 3 * count }, () => scale * (Math.round(side * random()) + off * random()));
}

/** Points of simplices that are closest to the origin, and projections on their planes. */
function ofSimplices(): string[] {
  const random = symmetricFrom(SEED);
  const s = new Float64Array(4 * VERTEX);
  const lambda = new Float64Array(4);
  const foot = new Float64Array(3);
  const weights: number[] = [];
  const feet: number[] = [];
  for (let k = 0; k < 900; k++) {
    const n = 2 + k % 3;
    const points = corners(4, k, random);
    for (let i = 0; i < 4; i++) s.set(points.subarray(3 * i, 3 * i + 3), VERTEX * i);
    subdistance(lambda, n, s);
    weights.push(...lambda);
    foot.fill(0);
    feet.push(Number(projectOnPlane(foot, 0, s, 0, VERTEX, 2 * VERTEX)), ...foot);
  }
  return [line("closest points of simplices", weights), line("projections on planes", feet)];
}

/** Distances and depths of shapes from polytopes that begin with any of their corners. */
function ofSearches(m: Model): string[] {
  const random = symmetricFrom(SEED);
  const c = new Ccd();
  const ways = [polytopeFromSegment, polytopeFromTriangle, polytopeFromTetrahedron];
  const said: number[] = [];
  for (let k = 0; k < 240; k++) {
    for (const [i, shape] of [c.shape1, c.shape2].entries()) {
      const isMesh = (k >> i & 1) === 1;
      Object.assign(shape, { support: isMesh ? Support.MESH : Support.BOX, type: isMesh ? Geom.MESH : Geom.BOX });
      const mesh = below(m.nmesh, random);
      Object.assign(shape, { vert: m.mesh_vert, vertadr: m.mesh_vertadr[mesh], vertnum: m.mesh_vertnum[mesh] });
      Object.assign(shape, { margin: k % 6 === 5 ? 0.25 : 0, vertindex: -1, meshindex: -1 });
      shape.size.set([1, 0.5, 0.25 * (1 + k % 4)]);
      shape.mat.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    }
    c.shape1.pos.set([0, 1, 2].map(() => 0.25 * Math.round(5 * random())));
    c.maxIterations = k % 9 === 0 ? k % 5 : 20;
    c.tolerance = 1e-6;
    c.distCutoff = k % 4 === 3 ? 2 : 0;
    c.x1.set(c.shape1.pos);
    c.x2.fill(0);
    gjk(c);
    said.push(c.dist, c.nsimplex, c.nx, ...c.x1.subarray(0, 3), ...c.x2.subarray(0, 3));

    // any corners of both, of which few are around the origin
    const n = 2 + k % 3;
    const points = corners(2 * n, 1 + 7 * k, random);
    for (let i = 0; i < n; i++) {
      const v = VERTEX * i;
      c.simplex.set(points.subarray(6 * i, 6 * i + 6), v + 3);
      for (let j = 0; j < 3; j++) c.simplex[v + j] = c.simplex[v + 3 + j] - c.simplex[v + 6 + j];
      c.order[i] = i;
    }
    Object.assign(c, { nsimplex: n, dist: k % 2, enclosed: k % 5 === 0 });
    resetPolytope(c.polytope, 20);
    const isBegun = ways[n - 2](c);
    said.push(Number(isBegun), c.polytope.nverts, c.polytope.nfaces);
    if (!isBegun) continue;
    said.push(epa(c), c.polytope.nverts, c.polytope.nfaces, c.dist);
    said.push(...c.x1.subarray(0, 3 * c.nx), ...c.x2.subarray(0, 3 * c.nx));
  }
  return [line("searches from any corners", said)];
}

/** Faces and edges of boxes at corners that may share them, and along directions near their axes. */
function ofBoxFaces(m: Model): string[] {
  const random = symmetricFrom(SEED);
  const { shape1 } = new Ccd();
  const { n1, endverts, idx1, face1 } = new Ccd().faces;
  const chosen = new Int32Array(3);
  const dir = new Float64Array(6);
  const said: number[] = [];
  Object.assign(shape1, { type: Geom.BOX, geom: BOX });
  shape1.mat.set([0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1]);
  shape1.pos.set([1, 2, 3]);
  shape1.size.set([1, 2, m.geom_size[0] / 2]);
  for (let k = 0; k < 400; k++) {
    const dimension = 1 + k % 3;
    for (let i = 0; i < 3; i++) chosen[i] = below(8, random);
    // along an axis of the box, or nearly, or in any direction
    const axis = below(3, random);
    for (let i = 0; i < 3; i++) {
      const near = (k % 2 ? 1 : -1) * shape1.mat[3 * i + axis] + (k % 8 === 6 ? 0.001 : 0) * random();
      dir[3 + i] = k % 8 === 7 ? random() : 2 * near;
    }
    const count = boxNormals(shape1, n1, idx1, dimension, chosen, dir, 3);
    said.push(count, ...n1.subarray(0, 3 * count), ...idx1.subarray(0, count));
    const from = corners(2, 2, random);
    const edges = boxEdges(shape1, n1, endverts, dimension, from, 0, 3, chosen[0]);
    said.push(edges, ...n1.subarray(0, 3 * edges), ...endverts.subarray(0, 3 * edges));
    if (k < 6) said.push(boxFace(shape1, face1, k), ...face1.subarray(0, 12));
  }
  return [line("faces of a box", said)];
}

/** Faces and edges of meshes at vertices that may share them. */
function ofMeshFaces(m: Model): string[] {
  const random = symmetricFrom(SEED);
  const { shape1 } = new Ccd();
  const { n1, endverts, idx1, face1 } = new Ccd().faces;
  const chosen = new Int32Array(3);
  const said: number[] = [];
  shape1.mat.set([0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1]);
  for (let k = 0; k < 400; k++) {
    const geom = MESHES[k % 3];
    const mesh = m.geom_dataid[geom];
    Object.assign(shape1, { type: Geom.MESH, geom, mesh, vert: m.mesh_vert, vertadr: m.mesh_vertadr[mesh] });
    const dimension = 1 + below(3, random);
    for (let i = 0; i < 3; i++) chosen[i] = below(m.mesh_vertnum[mesh], random);
    const count = meshNormals(m, shape1, n1, idx1, dimension, chosen);
    said.push(count, ...n1.subarray(0, 3 * count), ...idx1.subarray(0, count));
    const edges = meshEdges(m, shape1, n1, endverts, dimension, corners(2, 2, random), 0, 3, chosen[0]);
    said.push(edges, ...n1.subarray(0, 3 * edges), ...endverts.subarray(0, 3 * edges));
    const size = meshFace(m, shape1, face1, k % m.mesh_polynum[mesh]);
    said.push(size, ...face1.subarray(0, 3 * size));
  }
  return [line("faces of meshes", said)];
}

/** Balls, boxes, and capsules at triangles, some of them without an area. */
function ofTriangles(m: Model): string[] {
  const random = symmetricFrom(SEED);
  const d = new Data(m);
  const con = newPairContacts();
  const said: number[] = [];
  for (let k = 0; k < 400; k++) {
    const triangle = Float64Array.of(...corners(3, k, random), k % 4 === 0 ? 0 : 0.25);
    con.margin[0] = k % 3 === 0 ? 0.5 : 0;
    for (const g of [BOX, CAPSULE, BALL]) {
      for (let i = 0; i < 3; i++) {
        d.geom_xpos[3 * g + i] = k % 5 < 3 ? 0.5 * Math.round(3 * random()) : 2 * random();
        m.geom_size[3 * g + i] = 0.25 * (1 + below(4, random));
      }
      d.geom_xmat.set(k % 2 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : [0.6, 0, 0.8, 0, 1, 0, -0.8, 0, 0.6], 9 * g);
      const count = g === BOX
        ? boxTriangle(con, m, d, g, triangle)
        : g === CAPSULE
        ? capsuleTriangle(con, m, d, g, triangle)
        : ballTriangle(con, 0, d.geom_xpos, 3 * g, m.geom_size, 3 * g, triangle);
      said.push(...numbersOfContacts(con, count));
    }
  }
  return [line("shapes at triangles", said)];
}
