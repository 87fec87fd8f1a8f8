/** Meshes in MuJoCo's own binary format: four counts, then vertices, normals, texture coordinates, faces. */

import { emptyMesh, fileError, type MeshData, toVertices } from "./mesh_data.ts";
import type { AssetFile } from "./types.ts";

const MAX_INT = 0x7fffffff;

/** Reads the arrays of an MSH file; normals and texture coordinates are per vertex. */
export function readMsh(mesh: string, file: AssetFile, righthanded: boolean): MeshData {
  const { name, bytes } = file;
  if (bytes.length === 0) throw fileError(name, "is empty");
  if (bytes.length < 16) throw fileError(name, `an MSH header has 16 bytes, the file has ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const verts = view.getInt32(0, true);
  const normals = view.getInt32(4, true);
  const texcoords = view.getInt32(8, true);
  const faces = view.getInt32(12, true);
  const counts = `${verts} vertices, ${normals} normals, ${texcoords} texture coordinates, ${faces} faces`;
  if (
    verts < 4 || normals < 0 || texcoords < 0 || faces < 0 ||
    (normals > 0 && normals !== verts) || (texcoords > 0 && texcoords !== verts)
  ) {
    throw fileError(name, `an MSH file with ${counts} cannot be`);
  }
  const expected = 16 + 12 * verts + 12 * normals + 8 * texcoords + 12 * faces;
  if (expected > MAX_INT || bytes.length !== expected) {
    throw fileError(name, `${counts} take ${expected} bytes, the file has ${bytes.length}`);
  }

  const data = emptyMesh();
  let at = 16;
  // kernels need a machine that stores numbers as files do
  const next = (count: number) => new Uint8Array(bytes.subarray(at, at += 4 * count)).buffer;
  const floats = (count: number) => new Float32Array(next(count));
  const coordinates = floats(3 * verts);
  data.normal = floats(3 * normals);
  data.texcoord = floats(2 * texcoords);
  data.face = new Int32Array(next(3 * faces));
  data.facenormal = data.face.slice();
  if (texcoords > 0) data.facetexcoord = data.face.slice();

  // reverse faces so that a mirrored mesh is not turned inside out; normals and texture coordinates stay in place
  if (!righthanded) {
    for (let i = 0; i < data.face.length; i += 3) {
      const second = data.face[i + 1];
      data.face[i + 1] = data.face[i + 2];
      data.face[i + 2] = second;
    }
  }
  data.vert = toVertices(mesh, coordinates);
  return data;
}
