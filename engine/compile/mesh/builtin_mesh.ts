/** Procedural meshes. */

import { normalizeVec } from "../../math/normalize.ts";
import { cos, PI, pow, sin } from "../../math/scalar.ts";
import { cross } from "../../math/vec3.ts";
import { MeshBuiltin, MeshInertia } from "../../types/enums.ts";
import { MjcfError } from "../../types/errors.ts";
import type { CheckMesh } from "./types.ts";

/** What a procedural mesh supplies instead of inline data. */
export interface BuiltinMesh {
  vertex: Float32Array;
  /** empty, or three per vertex: a normal and two tangents */
  normal: Float32Array;
  /** empty if the faces are those of the hull */
  face: Int32Array;
  /** the only kind of inertia that the shape allows, if restricted */
  inertia?: number;
}

/** The mesh of the given kind (a value of `MeshBuiltin`). */
export function builtinMesh(kind: number, params: readonly number[], check: CheckMesh = () => {}): BuiltinMesh {
  switch (kind) {
    case MeshBuiltin.SPHERE: {
      expect("sphere", params, 1);
      return sphere(whole("sphere", "subdivision", params[0], 0, 4));
    }
    case MeshBuiltin.HEMISPHERE: {
      expect("hemisphere", params, 1);
      return hemisphere(whole("hemisphere", "resolution", params[0], 0, 10));
    }
    case MeshBuiltin.CONE: {
      expect("cone", params, 2);
      const edges = whole("cone", "number of edges", params[0], 0, Infinity);
      check(2 * edges, 0);
      return cone(edges, params[1]);
    }
    case MeshBuiltin.SUPERSPHERE: {
      expect("supersphere", params, 3);
      const resolution = whole("supersphere", "resolution", params[0], 3, Infinity);
      require(
        params[1] >= 0 && params[2] >= 0,
        `supersphere: exponents cannot be negative, got ${params[1]} ${params[2]}`,
      );
      check(resolution * resolution, 2 * resolution * resolution);
      return supersphere(resolution, params[1], params[2]);
    }
    case MeshBuiltin.SUPERTORUS: {
      expect("supertorus", params, 4);
      const resolution = whole("supertorus", "resolution", params[0], 3, Infinity);
      require(
        params[1] > 0 && params[1] <= 1,
        `supertorus: the radius must be above 0 and at most 1, got ${params[1]}`,
      );
      require(params[2] > 0 && params[3] > 0, `supertorus: exponents must be positive, got ${params[2]} ${params[3]}`);
      check(resolution * resolution, 2 * resolution * resolution);
      return supertorus(resolution, params[1], params[2], params[3]);
    }
    case MeshBuiltin.WEDGE: {
      expect("wedge", params, 5);
      const [nx, ny, fovx, fovy, gamma] = params;
      require(fovx > 0 && fovx <= 180, `wedge: the horizontal field of view can be at most 180 degrees, got ${fovx}`);
      require(fovy > 0 && fovy <= 90, `wedge: the vertical field of view can be at most 90 degrees, got ${fovy}`);
      require(gamma >= 0 && gamma <= 1, `wedge: gamma must be from 0 to 1, got ${gamma}`);
      const columns = whole("wedge", "resolution", nx, 1, Infinity);
      const rows = whole("wedge", "resolution", ny, 1, Infinity);
      check(columns * rows, 0);
      return wedge(columns, rows, params);
    }
    case MeshBuiltin.PLATE: {
      expect("plate", params, 2);
      const nx = whole("plate", "resolution", params[0], 1, Infinity);
      const ny = whole("plate", "resolution", params[1], 1, Infinity);
      check(nx * ny, 2 * nx * ny);
      return plate(nx, ny);
    }
    default:
      throw new MjcfError("builtin mesh: unknown kind");
  }
}

function require(condition: boolean, what: string): void {
  if (!condition) throw new MjcfError(`builtin mesh: ${what}`);
}

function expect(kind: string, params: readonly number[], count: number): void {
  require(params.length === count, `a ${kind} takes ${count} parameters, got ${params.length}`);
}

function whole(kind: string, what: string, param: number, low: number, high: number): number {
  const value = Math.trunc(param);
  const bounds = high === Infinity ? `at least ${low}` : `from ${low} to ${high}`;
  require(value >= low && value <= high, `${kind}: the ${what} is ${bounds}, got ${param}`);
  return value;
}

function made(vertex: number[], face: number[]): BuiltinMesh {
  return { vertex: Float32Array.from(vertex), normal: new Float32Array(0), face: Int32Array.from(face) };
}

// deno-fmt-ignore
const ICOSAHEDRON = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
  3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

/** An icosahedron whose faces are repeatedly divided into four, in single precision. */
function sphere(subdivision: number): BuiltinMesh {
  const round = Math.fround;
  const phi = round((1 + Math.sqrt(5)) / 2);
  // deno-fmt-ignore
  const corners = [
    -1, phi, 0, 1, phi, 0, -1, -phi, 0, 1, -phi, 0, 0, -1, phi, 0, 1, phi,
    0, -1, -phi, 0, 1, -phi, phi, 0, -1, phi, 0, 1, -phi, 0, -1, -phi, 0, 1,
  ];
  const norm = Math.sqrt(1 + round(phi * phi));
  const vertex = corners.map((x) => round(x / norm));

  let face = ICOSAHEDRON;
  for (let step = 0; step < subdivision; step++) {
    const known = new Map<number, number>();
    const middle = (a: number, b: number) => {
      const key = Math.min(a, b) * 65536 + Math.max(a, b);
      let index = known.get(key);
      if (index === undefined) {
        index = vertex.length / 3;
        known.set(key, index);
        const x = round(round(vertex[3 * a] + vertex[3 * b]) / 2);
        const y = round(round(vertex[3 * a + 1] + vertex[3 * b + 1]) / 2);
        const z = round(round(vertex[3 * a + 2] + vertex[3 * b + 2]) / 2);
        const length = round(Math.sqrt(round(round(round(x * x) + round(y * y)) + round(z * z))));
        vertex.push(round(x / length), round(y / length), round(z / length));
      }
      return index;
    };
    const finer: number[] = [];
    for (let f = 0; f < face.length; f += 3) {
      const [a, b, c] = [face[f], face[f + 1], face[f + 2]];
      const ab = middle(a, b);
      const bc = middle(b, c);
      const ca = middle(c, a);
      finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
    }
    face = finer;
  }
  return made(vertex, face);
}

/**
 * The upper half of an octahedron, subdivided along four meridians and projected onto the sphere, with a flat bottom.
 */
function hemisphere(resolution: number): BuiltinMesh {
  const equator = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]];
  const vertex = [0, 0, 1];
  for (let row = 0; row <= resolution; row++) {
    const factor = (row + 1) / (resolution + 1);
    for (let side = 0; side < 4; side++) {
      const corner = (k: number, end: number) =>
        (k === 2 ? 1 : 0) + factor * (equator[(side + end) % 4][k] - (k === 2 ? 1 : 0));
      const start = [corner(0, 0), corner(1, 0), corner(2, 0)];
      const delta = start.map((x, k) => (corner(k, 1) - x) / (row + 1));
      for (let i = 0; i <= row; i++) {
        const [x, y, z] = start.map((from, k) => from + i * delta[k]);
        const norm = Math.sqrt(x * x + y * y + z * z);
        vertex.push(x / norm, y / norm, z / norm);
      }
    }
  }
  vertex.push(0, 0, 0);

  const face = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1];
  for (let row = 0; row < resolution; row++) {
    const here = 2 * row * (row + 1) + 1;
    const round = 4 * (row + 1);
    const below = here + round;
    const roundBelow = 4 * (row + 2);
    for (let side = 0; side < 4; side++) {
      for (let i = 0; i < row + 2; i++) {
        const a = i + (row + 1) * side;
        const b = i + (row + 2) * side;
        face.push(here + a % round, below + b % roundBelow, below + (b + 1) % roundBelow);
        if (i <= row) face.push(here + a % round, below + (b + 1) % roundBelow, here + (a + 1) % round);
      }
    }
  }
  const rim = 2 * resolution * (resolution + 1) + 1;
  const count = 4 * (resolution + 1);
  const center = vertex.length / 3 - 1;
  for (let i = 0; i < count; i++) face.push(rim + i, center, rim + (i + 1) % count);
  return made(vertex, face);
}

/** Signed power of a cosine or sine, which makes circles squarish or pinched. */
function signedPower(x: number, exponent: number): number {
  const size = pow(Math.abs(x), exponent);
  return x < 0 || Object.is(x, -0) ? -size : size;
}

function supersphere(resolution: number, e: number, n: number): BuiltinMesh {
  const vertex = [0, 0, -1];
  for (let i = 1; i < resolution; i++) {
    const v = -PI / 2 + i * PI / resolution;
    for (let j = 0; j < resolution; j++) {
      const u = -PI + j * 2 * PI / resolution;
      vertex.push(
        signedPower(cos(v), n) * signedPower(cos(u), e),
        signedPower(cos(v), n) * signedPower(sin(u), e),
        signedPower(sin(v), n),
      );
    }
  }
  vertex.push(0, 0, 1);

  const face: number[] = [];
  for (let j = 0; j < resolution; j++) face.push(0, 1 + (j + 1) % resolution, 1 + j);
  for (let i = 0; i < resolution - 2; i++) {
    for (let j = 0; j < resolution; j++) {
      const a = 1 + i * resolution + j;
      const b = 1 + i * resolution + (j + 1) % resolution;
      face.push(a, b, a + resolution, b, b + resolution, a + resolution);
    }
  }
  const north = vertex.length / 3 - 1;
  const last = 1 + (resolution - 2) * resolution;
  for (let j = 0; j < resolution; j++) face.push(last + j, last + (j + 1) % resolution, north);
  return made(vertex, face);
}

function supertorus(resolution: number, radius: number, s: number, t: number): BuiltinMesh {
  const vertex: number[] = [];
  const face: number[] = [];
  for (let i = 0; i < resolution; i++) {
    const u = 2 * PI * i / resolution;
    for (let j = 0; j < resolution; j++) {
      const v = 2 * PI * j / resolution;
      const ring = 1 + radius * signedPower(cos(v), s);
      vertex.push(ring * signedPower(cos(u), t), ring * signedPower(sin(u), t), radius * signedPower(sin(v), s));
      const here = i * resolution;
      const next = ((i + 1) % resolution) * resolution;
      const k = (j + 1) % resolution;
      face.push(here + j, next + j, here + k, next + j, next + k, here + k);
    }
  }
  return made(vertex, face);
}

/** Points on a patch of the unit sphere, each with a normal and two tangents. */
function wedge(nx: number, ny: number, params: readonly number[]): BuiltinMesh {
  const [, , fovx, fovy, gamma] = params;
  const x = binEdges(nx, fovx, gamma);
  const y = binEdges(ny, fovy, gamma);
  const vertex: number[] = [];
  const normal: number[] = [];
  const n = new Float64Array(3);
  for (let i = 0; i < nx; i++) {
    const a = 0.5 * (x[i + 1] + x[i]);
    for (let j = 0; j < ny; j++) {
      const e = 0.5 * (y[j + 1] + y[j]);
      vertex.push(cos(e) * sin(a), sin(e), -cos(e) * cos(a));
      const ta = Float64Array.of(cos(e) * cos(a), 0, cos(e) * sin(a));
      const te = Float64Array.of(-sin(e) * sin(a), cos(e), sin(e) * cos(a));
      normalizeVec(ta, 0, 3);
      normalizeVec(te, 0, 3);
      cross(n, 0, te, 0, ta, 0);
      normal.push(...n, ...ta, ...te);
    }
  }
  return { ...made(vertex, []), normal: Float32Array.from(normal) };
}

/** Edges of bins over a field of view (degrees); a larger gamma makes the middle ones narrower. */
function binEdges(count: number, fov: number, gamma: number): number[] {
  const edges: number[] = [];
  const step = 2 / count;
  let x = -1;
  for (let i = 0; i <= count; i++, x += step) {
    const foveal = gamma ? gamma * pow(x, 5) + (1 - gamma) * x : x;
    edges.push(fov * PI / 180 * foveal);
  }
  return edges;
}

/** A grid of points on a square, each with a normal and two tangents. */
function plate(nx: number, ny: number): BuiltinMesh {
  const vertex: number[] = [];
  const normal: number[] = [];
  const face: number[] = [];
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      vertex.push(-1 + (i + 0.5) * (2 / nx), -1 + (j + 0.5) * (2 / ny), -1);
      normal.push(1, 0, 0, 0, 1, 0, 0, 0, 1);
      if (i === 0 || j === 0) continue;
      const a = (i - 1) * ny + j - 1;
      const b = i * ny + j - 1;
      face.push(a, b, a + 1, b + 1, a + 1, b);
    }
  }
  return { ...made(vertex, face), normal: Float32Array.from(normal), inertia: MeshInertia.SHELL };
}

/** The corners of a cone, or of a truncated one if the upper radius is positive. */
function cone(edges: number, radius: number): BuiltinMesh {
  const vertex: number[] = [];
  for (let i = 0; i < edges; i++) vertex.push(cos(2 * i * PI / edges), sin(2 * i * PI / edges), -1);
  if (radius > 0) {
    for (let i = edges; i < 2 * edges; i++) {
      vertex.push(radius * cos(2 * i * PI / edges), radius * sin(2 * i * PI / edges), 1);
    }
  } else {
    vertex.push(0, 0, 1);
  }
  return made(vertex, []);
}
