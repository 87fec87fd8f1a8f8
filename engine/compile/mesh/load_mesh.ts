/** From the description of a mesh to its vertices and faces. */

import { contentTypeOf } from "../assets/content_type.ts";
import { emptyMesh, isRighthanded, type MeshData, meshError, toVertices } from "./mesh_data.ts";
import { readMsh } from "./read_msh.ts";
import { readObj } from "./read_obj.ts";
import { readStl } from "./read_stl.ts";
import type { AssetFile, MeshSpec } from "./types.ts";

/** Reads the file, adds inline data of the document, and checks that the two are consistent. */
export function loadMesh(spec: MeshSpec): MeshData {
  const data = spec.file ? readFile(spec, spec.file) : emptyMesh();
  if (spec.file) checkOnce(spec, data);

  if (data.normal.length === 0) data.normal = spec.normal.slice();
  if (data.texcoord.length === 0) data.texcoord = spec.texcoord.slice();
  if (data.face.length === 0) data.face = spec.face.slice();
  if (data.vert.length === 0) data.vert = toVertices(spec.name, spec.vertex);
  check(spec, data);
  return data;
}

function readFile(spec: MeshSpec, file: AssetFile): MeshData {
  const type = contentTypeOf(file.name, spec.contentType);
  switch (type) {
    case "model/stl":
      return readStl(spec.name, file, isRighthanded(spec.scale));
    case "model/obj":
      return readObj(spec.name, file, spec.scale);
    case "model/vnd.mujoco.msh":
      return readMsh(spec.name, file, isRighthanded(spec.scale));
    case "":
      if (spec.contentType) throw meshError(spec.name, `'${spec.contentType}' is not a content type`);
      throw meshError(spec.name, `the extension of '${file.name}' does not belong to a supported format`);
    default:
      throw meshError(spec.name, `files of type '${type}' cannot be read as a mesh: '${file.name}'`);
  }
}

/** Rejects data given both in the file and in the document. */
function checkOnce(spec: MeshSpec, data: MeshData): void {
  const twice = (what: string) => meshError(spec.name, `${what} given in '${spec.file?.name}' and in the document`);
  if (data.normal.length > 0 && spec.normal.length > 0) throw twice("normals are");
  if (data.texcoord.length > 0 && spec.texcoord.length > 0) throw twice("texture coordinates are");
  if (data.face.length > 0 && spec.face.length > 0) throw twice("faces are");
  if (data.vert.length > 0 && spec.vertex.length > 0) throw twice("vertices are");
  if (data.facenormal.length > 0 && spec.normal.length > 0) throw twice("normals of faces are");
}

function check(spec: MeshSpec, data: MeshData): void {
  const { vert, normal, texcoord, face, facetexcoord } = data;
  if (vert.length < 12) throw meshError(spec.name, `needs at least 4 vertices, got ${vert.length / 3}`);
  if (normal.length % 3) throw meshError(spec.name, `normals need 3 numbers each, got ${normal.length}`);
  if (texcoord.length % 2) throw meshError(spec.name, `texture coordinates come in pairs, got ${texcoord.length}`);
  if (face.length % 3) throw meshError(spec.name, `faces need 3 vertices each, got ${face.length}`);

  const count = vert.length / 3;
  const isObj = contentTypeOf(spec.file?.name ?? "", spec.contentType) === "model/obj";
  if (texcoord.length > 0 && texcoord.length !== 2 * count && facetexcoord.length === 0 && !isObj) {
    throw meshError(
      spec.name,
      `${count} vertices need as many pairs of texture coordinates, got ${texcoord.length / 2}`,
    );
  }
  for (let i = 0; i < face.length; i++) {
    if (face[i] < 0 || face[i] >= count) {
      throw meshError(spec.name, `face ${Math.floor(i / 3)} has the vertex ${face[i]}, but there are ${count}`);
    }
  }
}
