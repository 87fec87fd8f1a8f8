/** Shapes of geoms and sites. */

import * as three from "./three.ts";
import type { Scenery } from "../simulation/messages.ts";

/** `geom_type` in a model. */
export const Type = {
  PLANE: 0,
  HFIELD: 1,
  SPHERE: 2,
  CAPSULE: 3,
  ELLIPSOID: 4,
  CYLINDER: 5,
  BOX: 6,
  MESH: 7,
  SDF: 8,
} as const;

const SLICES = 28;
const STACKS = 16;

/** Least cosine between the normals of a face and of its corner for a smooth edge. */
const SMOOTH = 0.8;

/** MuJoCo's limit on the number of lines of a plane, from which it derives the size of infinite ones. */
const PLANE_LINES = 200;

/** A shape, how it is scaled, and what turns a position on it into one from -1 to 1. */
export interface Shape {
  geometry: three.BufferGeometry;
  scale: readonly [number, number, number];
  toUnit: readonly [number, number, number];
}

/** Shapes that are drawn more than once are shared. */
export class Shapes {
  readonly #known = new Map<string, three.BufferGeometry>();

  constructor(private readonly scenery: Scenery) {}

  /** The shape of a geom or site. `data` is the id of its mesh or height field. */
  of(type: number, size: ArrayLike<number>, at: number, data = -1, isHull = false): Shape {
    const [x, y, z] = [size[at], size[at + 1], size[at + 2]];
    const unit = [1, 1, 1] as const;
    switch (type) {
      case Type.PLANE:
        return { geometry: this.#once("plane", () => new three.PlaneGeometry(2, 2)), ...this.#planeScale(x, y) };
      case Type.SPHERE:
        return { geometry: this.#sphere(), scale: [x, x, x], toUnit: unit };
      case Type.ELLIPSOID:
        return { geometry: this.#sphere(), scale: [x, y, z], toUnit: unit };
      case Type.CYLINDER: {
        const make = () => new three.CylinderGeometry(1, 1, 2, SLICES).rotateX(Math.PI / 2);
        return { geometry: this.#once("cylinder", make), scale: [x, x, y], toUnit: unit };
      }
      case Type.CAPSULE: {
        const make = () => new three.CapsuleGeometry(x, 2 * y, STACKS / 2, SLICES).rotateX(Math.PI / 2);
        return { geometry: this.#once(`capsule ${x} ${y}`, make), scale: unit, toUnit: [1 / x, 1 / x, 1 / (x + y)] };
      }
      case Type.BOX:
        return { geometry: this.#once("box", () => new three.BoxGeometry(2, 2, 2)), scale: [x, y, z], toUnit: unit };
      case Type.HFIELD: {
        const [sx, sy] = this.scenery.fields.hfield_size.slice(4 * data);
        return {
          geometry: this.#once(`hfield ${data}`, () => this.#hfield(data)),
          scale: unit,
          toUnit: [1 / sx, 1 / sy, 1],
        };
      }
      default: {
        const make = () => isHull ? this.#hull(data) : this.#mesh(data);
        const inverse = (s: number) => s > 0 ? 1 / s : 1;
        const geometry = this.#once(`${isHull ? "hull" : "mesh"} ${data}`, make);
        return { geometry, scale: unit, toUnit: [inverse(x), inverse(y), inverse(z)] };
      }
    }
  }

  dispose(): void {
    for (const geometry of this.#known.values()) geometry.dispose();
  }

  #once(key: string, make: () => three.BufferGeometry): three.BufferGeometry {
    let geometry = this.#known.get(key);
    if (geometry === undefined) this.#known.set(key, geometry = make());
    return geometry;
  }

  #sphere(): three.BufferGeometry {
    return this.#once("sphere", () => new three.SphereGeometry(1, SLICES, STACKS).rotateX(Math.PI / 2));
  }

  /** An infinite plane reaches a little beyond the sky; its texture repeats per meter. */
  #planeScale(x: number, y: number): Pick<Shape, "scale" | "toUnit"> {
    const { visual, extent } = this.scenery;
    const far = 2.1 * visual.map.zfar * extent * (1 + 1 / PLANE_LINES) / 2;
    const [sx, sy] = [x > 0 ? x : far, y > 0 ? y : far];
    return { scale: [sx, sy, 1], toUnit: [x > 0 ? 1 : far, y > 0 ? 1 : far, 1] };
  }

  #mesh(id: number): three.BufferGeometry {
    const { fields } = this.scenery;
    const { mesh_vert, mesh_normal, mesh_texcoord, mesh_face, mesh_facenormal, mesh_facetexcoord } = fields;
    const vertadr = fields.mesh_vertadr[id];
    const normaladr = fields.mesh_normaladr[id];
    const texcoordadr = fields.mesh_texcoordadr[id];
    const faceadr = fields.mesh_faceadr[id];
    const corners = 3 * fields.mesh_facenum[id];
    const position = new Float32Array(3 * corners);
    const normal = new Float32Array(3 * corners);
    const uv = new Float32Array(2 * corners);
    for (let c = 0; c < corners; c++) {
      const v = 3 * (vertadr + mesh_face[3 * faceadr + c]);
      const n = 3 * (normaladr + mesh_facenormal[3 * faceadr + c]);
      for (let k = 0; k < 3; k++) {
        position[3 * c + k] = mesh_vert[v + k];
        normal[3 * c + k] = mesh_normal[n + k];
      }
      if (texcoordadr < 0) continue;
      const t = 2 * (texcoordadr + mesh_facetexcoord[3 * faceadr + c]);
      uv[2 * c] = mesh_texcoord[t];
      uv[2 * c + 1] = mesh_texcoord[t + 1];
    }
    if (texcoordadr < 0) sharpen(position, normal);
    return geometryOf(position, normal, uv);
  }

  /** The convex hull, whose faces are at the end of its graph. */
  #hull(id: number): three.BufferGeometry {
    const { fields } = this.scenery;
    const { mesh_graph, mesh_vert } = fields;
    const adr = fields.mesh_graphadr[id];
    const [numvert, numface] = [mesh_graph[adr], mesh_graph[adr + 1]];
    const faces = adr + 2 + 3 * numvert + 3 * numface;
    const position = new Float32Array(9 * numface);
    for (let c = 0; c < 3 * numface; c++) {
      const v = 3 * (fields.mesh_vertadr[id] + mesh_graph[faces + c]);
      for (let k = 0; k < 3; k++) position[3 * c + k] = mesh_vert[v + k];
    }
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(position, 3));
    geometry.computeVertexNormals();
    return geometry;
  }

  /** A height field: its surface, its sides, and its base. */
  #hfield(id: number): three.BufferGeometry {
    const { fields } = this.scenery;
    const { hfield_data } = fields;
    const [sx, sy, top, base] = fields.hfield_size.slice(4 * id);
    const [rows, columns, adr] = [fields.hfield_nrow[id], fields.hfield_ncol[id], fields.hfield_adr[id]];
    const point = (r: number, c: number, z?: number) => {
      const height = z ?? hfield_data[adr + r * columns + c] * top;
      return [sx * (2 * c / (columns - 1) - 1), sy * (2 * r / (rows - 1) - 1), height];
    };
    const corners: number[][] = [];
    const quad = (a: number[], b: number[], c: number[], d: number[]) => corners.push(a, b, c, a, c, d);
    for (let r = 0; r + 1 < rows; r++) {
      for (let c = 0; c + 1 < columns; c++) {
        quad(point(r, c), point(r, c + 1), point(r + 1, c + 1), point(r + 1, c));
      }
    }
    for (let c = 0; c + 1 < columns; c++) {
      quad(point(0, c, -base), point(0, c + 1, -base), point(0, c + 1), point(0, c));
      quad(point(rows - 1, c + 1, -base), point(rows - 1, c, -base), point(rows - 1, c), point(rows - 1, c + 1));
    }
    for (let r = 0; r + 1 < rows; r++) {
      quad(point(r + 1, 0, -base), point(r, 0, -base), point(r, 0), point(r + 1, 0));
      quad(
        point(r, columns - 1, -base),
        point(r + 1, columns - 1, -base),
        point(r + 1, columns - 1),
        point(r, columns - 1),
      );
    }
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(Float32Array.from(corners.flat()), 3));
    geometry.computeVertexNormals();
    return geometry;
  }
}

/** Corners whose normal is far from that of their face get the normal of the face. */
function sharpen(position: Float32Array, normal: Float32Array): void {
  const [a, b, c, n] = [new three.Vector3(), new three.Vector3(), new three.Vector3(), new three.Vector3()];
  for (let t = 0; t < position.length; t += 9) {
    a.fromArray(position, t);
    const face = b.fromArray(position, t + 3).sub(a).cross(c.fromArray(position, t + 6).sub(a)).normalize();
    for (let k = t; k < t + 9; k += 3) if (n.fromArray(normal, k).dot(face) < SMOOTH) face.toArray(normal, k);
  }
}

function geometryOf(position: Float32Array, normal: Float32Array, uv: Float32Array): three.BufferGeometry {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position", new three.BufferAttribute(position, 3));
  geometry.setAttribute("normal", new three.BufferAttribute(normal, 3));
  geometry.setAttribute("uv", new three.BufferAttribute(uv, 2));
  return geometry;
}
