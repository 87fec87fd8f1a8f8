/** Meshes in Wavefront OBJ format, read as by MuJoCo's OBJ loader: the first shape of the file, triangulated. */

import { emptyMesh, fileError, isRighthanded, type MeshData, toVertices } from "./mesh_data.ts";
import { GrowingFloats, GrowingInts } from "./growing.ts";
import { ObjKeyword, ObjScanner } from "./obj_scanner.ts";
import { Triangulation } from "./triangulate.ts";
import type { AssetFile } from "./types.ts";

/** numbers for the corners of a triangle */
const TRIANGLE = 9;

/** Reads the positions, normals, and texture coordinates of the whole file and the faces of its first shape. */
export function readObj(mesh: string, file: AssetFile, scale: ArrayLike<number>): MeshData {
  const contents = new ObjContents(file);
  contents.read();

  const data = emptyMesh();
  data.normal = contents.normals.toArray();
  data.texcoord = contents.texcoords.toArray();
  for (let i = 1; i < data.texcoord.length; i += 2) data.texcoord[i] = 1 - data.texcoord[i];

  const triangles = contents.shape ?? new Int32Array(0);
  const second = isRighthanded(scale) ? 1 : 2;
  data.face = indices(triangles, 0, second);
  if (data.texcoord.length > 0) data.facetexcoord = indices(triangles, 1, second);
  if (data.normal.length > 0) data.facenormal = indices(triangles, 2, second);
  data.vert = toVertices(mesh, contents.positions.toArray());
  return data;
}

/** One of the three indices of all corners; `second` says which corner comes second, to reverse mirrored faces. */
function indices(triangles: Int32Array, which: number, second: number): Int32Array {
  const res = new Int32Array(triangles.length / 3);
  for (let i = 0; i < res.length; i += 3) {
    res[i] = triangles[3 * i + which];
    res[i + second] = triangles[3 * i + 3 + which];
    res[i + 3 - second] = triangles[3 * i + 6 + which];
  }
  return res;
}

/** What has been read of a file. */
class ObjContents {
  readonly positions = new GrowingFloats();
  readonly normals = new GrowingFloats();
  readonly texcoords = new GrowingFloats();
  /** the triangles of the first shape: position, texture coordinate, and normal of each corner */
  shape: Int32Array | null = null;

  // corners of the shape at hand, face by face
  private corners = new GrowingInts();
  private ends = new GrowingInts();
  private strokes = false;
  private readonly scan: ObjScanner;

  constructor(private readonly file: AssetFile) {
    this.scan = new ObjScanner(file.bytes);
  }

  read(): void {
    while (this.scan.nextLine()) this.readLine(this.scan.keyword());
    this.closeShape(true);
  }

  private readLine(keyword: number): void {
    switch (keyword) {
      case ObjKeyword.V:
        return this.scan.reals(this.positions, 3);
      case ObjKeyword.VN:
        return this.scan.reals(this.normals, 3);
      case ObjKeyword.VT:
        return this.scan.reals(this.texcoords, 2);
      case ObjKeyword.F:
        this.readCorners();
        this.ends.push(this.corners.length);
        return;
      case ObjKeyword.L:
      case ObjKeyword.P: {
        const kept = this.corners.length;
        this.readCorners();
        this.strokes ||= this.corners.length > kept;
        this.corners.length = kept;
        return;
      }
      case ObjKeyword.G:
        return this.closeShape(false);
      case ObjKeyword.O:
        return this.closeShape(true);
    }
  }

  private readCorners(): void {
    const { scan, positions, normals, texcoords } = this;
    if (scan.corners(this.corners, positions.length / 3, normals.length / 3, texcoords.length / 2)) return;
    throw fileError(this.file.name, `line ${scan.line}: not a list of vertices`);
  }

  private closeShape(strokesCount: boolean): void {
    if (this.shape === null) {
      const triangles = triangulate(this.positions, this.corners.toArray(), this.ends.toArray());
      if (triangles.length > 0 || (strokesCount && this.strokes)) this.shape = triangles;
    }
    this.corners.length = 0;
    this.ends.length = 0;
    this.strokes = false;
  }
}

/** Replaces the corners of polygons with those of triangles. */
function triangulate(positions: GrowingFloats, corners: Int32Array, ends: Int32Array): Int32Array {
  if (ends.every((end, i) => end === TRIANGLE * (i + 1))) return corners;
  const triangulation = new Triangulation(positions.values, positions.length);
  let first = 0;
  for (const end of ends) {
    triangulation.add(corners, first, end);
    first = end;
  }
  return triangulation.corners.toArray();
}
