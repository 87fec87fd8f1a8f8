/** Meshes in Wavefront OBJ format, read as by MuJoCo's OBJ loader: the first shape of the file, triangulated. */

import { emptyMesh, fileError, isRighthanded, type MeshData, toVertices } from "./mesh_data.ts";
import { ObjScanner } from "./obj_scanner.ts";
import { Triangulation } from "./triangulate.ts";
import type { AssetFile } from "./types.ts";

/** numbers for the corners of a triangle */
const TRIANGLE = 9;

/** Reads the positions, normals, and texture coordinates of the whole file and the faces of its first shape. */
export function readObj(mesh: string, file: AssetFile, scale: ArrayLike<number>): MeshData {
  const scan = new ObjScanner(file.bytes);
  const positions = new GrowingFloats();
  const normals = new GrowingFloats();
  const texcoords = new GrowingFloats();

  // corners of the shape so far, face by face: position, texture coordinate, and normal of each
  let corners: number[] = [];
  let ends: number[] = [];
  let strokes = false;
  let shape: number[] | undefined;

  const closeShape = (strokesCount: boolean) => {
    if (!shape) {
      const triangles = triangulate(positions, corners, ends);
      if (triangles.length > 0 || (strokesCount && strokes)) shape = triangles;
    }
    corners = [];
    ends = [];
    strokes = false;
  };

  while (scan.nextLine()) {
    const keyword = scan.keyword();
    switch (keyword) {
      case "v":
        for (let k = 0; k < 3; k++) positions.push(scan.real());
        break;
      case "vn":
        for (let k = 0; k < 3; k++) normals.push(scan.real());
        break;
      case "vt":
        for (let k = 0; k < 2; k++) texcoords.push(scan.real());
        break;
      case "f":
      case "l":
      case "p": {
        const kept = corners.length;
        const valid = scan.corners(corners, positions.length / 3, normals.length / 3, texcoords.length / 2);
        if (!valid) throw fileError(file.name, `line ${scan.line}: not a list of vertices`);
        if (keyword === "f") {
          ends.push(corners.length);
        } else {
          strokes ||= corners.length > kept;
          corners.length = kept;
        }
        break;
      }
      case "g":
        closeShape(false);
        break;
      case "o":
        closeShape(true);
        break;
    }
  }
  closeShape(true);

  const data = emptyMesh();
  data.normal = normals.toArray();
  data.texcoord = texcoords.toArray();
  for (let i = 1; i < data.texcoord.length; i += 2) data.texcoord[i] = 1 - data.texcoord[i];

  const triangles = shape ?? [];
  const count = triangles.length / 3;
  data.face = new Int32Array(count);
  if (data.texcoord.length > 0) data.facetexcoord = new Int32Array(count);
  if (data.normal.length > 0) data.facenormal = new Int32Array(count);

  // reverse faces so that a mirrored mesh is not turned inside out
  const second = isRighthanded(scale) ? 1 : 2;
  for (let i = 0; i < count; i++) {
    const from = 3 * (i % 3 === 0 ? i : i % 3 === 1 ? i - 1 + second : i + 1 - second);
    data.face[i] = triangles[from];
    if (data.texcoord.length > 0) data.facetexcoord[i] = triangles[from + 1];
    if (data.normal.length > 0) data.facenormal[i] = triangles[from + 2];
  }
  data.vert = toVertices(mesh, positions.toArray());
  return data;
}

/** Replaces the corners of polygons with those of triangles. */
function triangulate(positions: GrowingFloats, corners: number[], ends: number[]): number[] {
  if (ends.every((end, i) => end === TRIANGLE * (i + 1))) return corners;
  const triangulation = new Triangulation(positions.values, positions.length);
  let first = 0;
  for (const end of ends) {
    triangulation.add(corners, first, end);
    first = end;
  }
  return triangulation.corners;
}

/** A growing array of single-precision numbers. */
class GrowingFloats {
  values = new Float32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float32Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  toArray(): Float32Array {
    return this.values.slice(0, this.length);
  }
}
