/** Meshes in binary STL. */

import { bitsOf, emptyMesh, fileError, joinVertices, type MeshData } from "./mesh_data.ts";
import type { AssetFile } from "./types.ts";

const MAX_FACES = 200000;
/** the bits of 2^30, the largest coordinate */
const LARGEST = 0x4e800000;

/** Reads triangles and merges shared vertices; like MuJoCo, does not read the ASCII format. */
export function readStl(mesh: string, file: AssetFile, righthanded: boolean): MeshData {
  const { name, bytes } = file;
  if (bytes.length === 0) throw fileError(name, "is empty");
  if (bytes.length < 84) throw fileError(name, `an STL header has 84 bytes, the file has ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const faces = view.getInt32(80, true);
  if (faces < 1 || faces > MAX_FACES) {
    throw fileError(name, `an STL file has 1 to ${MAX_FACES} faces, this one claims ${faces}${hintFor(bytes)}`);
  }
  if (bytes.length !== 84 + 50 * faces) {
    throw fileError(
      name,
      `${faces} faces take ${84 + 50 * faces} bytes, the file has ${bytes.length}${hintFor(bytes)}`,
    );
  }

  const data = emptyMesh();
  data.face = new Int32Array(3 * faces);
  const second = righthanded ? 1 : 2;
  for (let i = 0; i < data.face.length; i += 3) {
    data.face[i] = i;
    data.face[i + second] = i + 1;
    data.face[i + 3 - second] = i + 2;
  }
  data.vert = joinVertices(mesh, coordinatesOf(name, view, faces), data.face);
  return data;
}

/** The corners of the triangles, checked for size. */
function coordinatesOf(name: string, view: DataView, faces: number): Float32Array {
  const coordinates = new Float32Array(9 * faces);
  const bits = bitsOf(coordinates);
  for (let f = 0; f < faces; f++) {
    for (let k = 9 * f; k < 9 * f + 9; k++) {
      bits[k] = view.getInt32(96 + 50 * f + 4 * (k - 9 * f), true);
      if ((bits[k] & 0x7fffffff) <= LARGEST || Number.isNaN(coordinates[k])) continue;
      throw fileError(name, `face ${f} has the coordinate ${coordinates[k]}, beyond 2^30`);
    }
  }
  return coordinates;
}

function hintFor(bytes: Uint8Array): string {
  const isText = new TextDecoder("latin1").decode(bytes.subarray(0, 5)) === "solid";
  return isText ? "; STL must be binary, this looks like text" : "";
}
