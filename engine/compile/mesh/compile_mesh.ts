/** From the description of a mesh to the data that the model stores. */

import { eig3 } from "../../math/eigen3.ts";
import { normalizeVec } from "../../math/normalize.ts";
import { mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { copy4, negQuat, quat2Mat } from "../../math/quat.ts";
import { MINVAL } from "../../types/constants.ts";
import { MeshInertia } from "../../types/enums.ts";
import { HullError } from "../hull/hull.ts";
import { hullGraph } from "../hull/hull_graph.ts";
import { loadMesh } from "./load_mesh.ts";
import { type MeshData, meshError } from "./mesh_data.ts";
import { centerOfMass, faceCentroid, inertiaAbout } from "./mesh_inertia.ts";
import { makeNormals } from "./normals.ts";
import { makePolygons, updatePolygonNormals } from "./polygons.ts";
import { octreeOf } from "../assets/recent_octrees.ts";
import { Triangle } from "./triangle.ts";
import type { CompiledMesh, MeshSpec, MeshUse } from "./types.ts";

/** Reads, checks, and completes a mesh, and moves it into the frame of its center of mass and principal axes. */
export function compileMesh(spec: MeshSpec, use: MeshUse): CompiledMesh {
  const data = loadMesh(spec);
  use.check?.(data.vert.length / 3, data.face.length / 3);
  checkOrientation(spec, data);
  const graph = use.hull || data.face.length === 0 ? makeGraph(spec, data, use.spend) : new Int32Array(0);
  if (data.face.length === 0) data.face = facesOfGraph(graph);
  completeNormals(spec, data);
  if (data.facetexcoord.length === 0 && data.texcoord.length > 0) data.facetexcoord = data.face;

  const { vert, normal, face } = data;
  const polygons = makePolygons(vert, graph.length > 0 ? facesOfGraph(graph) : face);
  applyReference(spec, vert, normal);

  const pos = new Float64Array(3);
  const quat = new Float64Array(4);
  const boxsz = new Float64Array(3);
  const volume = inertialFrame(spec, data, graph, pos, quat, boxsz);
  if (spec.keepsFrame) {
    pos.fill(0);
    quat.set([1, 0, 0, 0]);
  }
  const aamm = moveToFrame(vert, normal, pos, quat);
  updatePolygonNormals(polygons, vert);

  const mesh: CompiledMesh = {
    vert,
    normal,
    texcoord: data.texcoord,
    face,
    facenormal: data.facenormal,
    facetexcoord: data.texcoord.length > 0 ? data.facetexcoord : new Int32Array(face.length),
    graph,
    polygons,
    bvh: null,
    scale: Float64Array.from(spec.scale),
    pos,
    quat,
    boxsz,
    aamm,
    volume,
  };
  if (use.sdf) mesh.octree = octreeOf(spec.name, vert, face, aamm);
  return mesh;
}

/** Exact inertia requires consistently oriented faces: no two may traverse an edge in the same direction. */
function checkOrientation(spec: MeshSpec, { vert, face }: MeshData): void {
  if (spec.inertia !== MeshInertia.EXACT) return;
  const edges = new Set<number>();
  const triangle = new Triangle();
  for (let f = 0; f < face.length; f += 3) {
    if (triangle.set(vert, 3 * face[f], 3 * face[f + 1], 3 * face[f + 2]) <= Math.sqrt(MINVAL)) continue;
    for (let k = 0; k < 3; k++) {
      const from = face[f + k];
      const to = face[f + (k + 1) % 3];
      const edge = from * vert.length + to;
      if (edges.has(edge)) {
        throw meshError(spec.name, `two faces with vertices ${from} and ${to} have inconsistent orientations`);
      }
      edges.add(edge);
    }
  }
}

function makeGraph(spec: MeshSpec, { vert }: MeshData, spend: MeshUse["spend"]): Int32Array {
  try {
    return hullGraph(vert, spec.maxhullvert, spend);
  } catch (error) {
    if (!(error instanceof HullError)) throw error;
    throw meshError(spec.name, `no convex hull: ${error.message}`);
  }
}

function facesOfGraph(graph: Int32Array): Int32Array {
  return graph.slice(2 + 3 * graph[0] + 3 * graph[1]);
}

function completeNormals(spec: MeshSpec, data: MeshData): void {
  if (data.normal.length === 0) {
    data.normal = makeNormals(data.vert, data.face, spec.smoothnormal);
    data.facenormal = data.face;
  }
  if (data.facenormal.length === 0) {
    const perVertex = Math.trunc(data.normal.length / data.vert.length);
    data.facenormal = data.face.map((vertex) => perVertex * vertex);
  }
}

const mat = new Float64Array(9);
const tmp = new Float64Array(6);

/** Expresses vertices and normals in the reference frame and scales them. */
function applyReference(spec: MeshSpec, vert: Float64Array, normal: Float32Array): void {
  const { refpos, refquat, scale } = spec;
  if (!areAll(refpos, 0)) { for (let i = 0; i < vert.length; i++) vert[i] -= refpos[i % 3]; }
  if (refquat[0] !== 1 || refquat[1] !== 0 || refquat[2] !== 0 || refquat[3] !== 0) {
    const quat = Float64Array.from(refquat);
    normalizeVec(quat, 0, 4);
    quat2Mat(mat, 0, quat, 0);
    for (let i = 0; i < vert.length; i += 3) mulMatTVec3(vert, i, mat, 0, vert, i);
    for (let i = 0; i < normal.length; i += 3) {
      for (let k = 0; k < 3; k++) tmp[k] = normal[i + k];
      mulMatTVec3(tmp, 3, mat, 0, tmp, 0);
      for (let k = 0; k < 3; k++) normal[i + k] = tmp[3 + k];
    }
  }
  if (!areAll(scale, 1)) {
    for (let i = 0; i < vert.length; i++) vert[i] *= scale[i % 3];
    for (let i = 0; i < normal.length; i++) normal[i] *= scale[i % 3];
  }
  renormalize(normal);
}

/** Whether three numbers are a certain one; −0 is not 0. */
function areAll(numbers: ArrayLike<number>, value: number): boolean {
  return Object.is(numbers[0], value) && Object.is(numbers[1], value) && Object.is(numbers[2], value);
}

/** Makes all normals unit vectors, in single precision. */
function renormalize(normal: Float32Array): void {
  const round = Math.fround;
  for (let i = 0; i < normal.length; i += 3) {
    const x = normal[i];
    const y = normal[i + 1];
    const z = normal[i + 2];
    const squared = round(round(round(x * x) + round(y * y)) + round(z * z));
    if (squared > MINVAL) {
      const factor = round(1 / round(Math.sqrt(squared)));
      for (let k = 0; k < 3; k++) normal[i + k] *= factor;
    } else {
      normal[i] = 0;
      normal[i + 1] = 0;
      normal[i + 2] = 1;
    }
  }
}

/** Center of mass, principal axes, and the box of equal inertia; returns the volume or area. */
function inertialFrame(
  spec: MeshSpec,
  { vert, face }: MeshData,
  graph: Int32Array,
  pos: Float64Array,
  quat: Float64Array,
  boxsz: Float64Array,
): number {
  const mode = spec.inertia;
  if (mode === MeshInertia.CONVEX && graph.length === 0) {
    throw meshError(spec.name, "convex inertia needs a hull, which is only built if a geom uses this mesh");
  }
  const massFace = mode === MeshInertia.CONVEX ? facesOfGraph(graph) : face;

  const centroid = new Float64Array(3);
  const area = faceCentroid(centroid, vert, face);
  if (area < MINVAL) throw meshError(spec.name, `a surface of ${area} is too small`);
  const first = centerOfMass(pos, vert, massFace, centroid, mode);
  if (first < MINVAL) {
    if (first < 0) throw meshError(spec.name, `a volume of ${first}: faces point inward`);
    throw meshError(spec.name, `a volume of ${first} is too small, a flat mesh needs inertia="shell"`);
  }

  const inertia = new Float64Array(9);
  const volume = inertiaAbout(inertia, pos, vert, massFace, mode);
  const eigval = new Float64Array(3);
  eig3(eigval, 0, mat, 0, quat, 0, inertia, 0);
  const [a, b, c] = eigval;
  if (c <= 0) throw meshError(spec.name, `a principal inertia of ${c} is not positive`);
  if (violates(a, b, c) || violates(a, c, b) || violates(b, c, a)) {
    throw meshError(spec.name, `principal inertias ${a}, ${b} and ${c} are impossible: A + B < C`);
  }
  boxsz[0] = 0.5 * Math.sqrt(6 * (b + c - a) / volume);
  boxsz[1] = 0.5 * Math.sqrt(6 * (a + c - b) / volume);
  boxsz[2] = 0.5 * Math.sqrt(6 * (a + b - c) / volume);
  return volume;
}

function violates(a: number, b: number, c: number): boolean {
  return a + b < c * (1 - 1e-6) - 1e-9;
}

/** Expresses vertices and normals in the frame; returns the extent of the vertices. */
function moveToFrame(vert: Float64Array, normal: Float32Array, pos: Float64Array, quat: Float64Array): Float64Array {
  const aamm = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const inverse = new Float64Array(4);
  copy4(inverse, 0, quat, 0);
  negQuat(inverse, 0, inverse, 0);
  quat2Mat(mat, 0, inverse, 0);
  for (let i = 0; i < vert.length; i += 3) {
    for (let k = 0; k < 3; k++) vert[i + k] -= pos[k];
    mulMatVec3(vert, i, mat, 0, vert, i);
    for (let k = 0; k < 3; k++) {
      if (vert[i + k] < aamm[k]) aamm[k] = vert[i + k];
      if (aamm[k + 3] < vert[i + k]) aamm[k + 3] = vert[i + k];
    }
  }
  for (let i = 0; i < normal.length; i += 3) {
    for (let k = 0; k < 3; k++) tmp[k] = normal[i + k];
    mulMatVec3(tmp, 3, mat, 0, tmp, 0);
    for (let k = 0; k < 3; k++) normal[i + k] = tmp[3 + k];
  }
  return aamm;
}
