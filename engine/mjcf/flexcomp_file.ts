/** Points and elements of a `<flexcomp>` from the file of a mesh. */

import { contentTypeOf } from "../compile/assets/content_type.ts";
import { joinVertices, type MeshData } from "../compile/mesh/mesh_data.ts";
import { readObj } from "../compile/mesh/read_obj.ts";
import { readStl } from "../compile/mesh/read_stl.ts";
import { cross, dot3 } from "../math/vec3.ts";
import { MjcfError } from "../types/errors.ts";
import type { Flexcomp } from "./flexcomp_description.ts";
import { assetDir, readAsset, resolveFile } from "./include.ts";
import { FLEXCOMP_TYPE } from "./keywords.ts";
import { readGmsh } from "./read_gmsh.ts";
import type { Reader } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

const MINVAL = 1e-15;

const SCALE = [1, 1, 1];

/** Reads the file of a surface mesh or a Gmsh file. */
export function loadPoints(reader: Reader, element: XmlElement, flexcomp: Flexcomp): void {
  const { spec, files } = reader;
  const given = element.attributes.file ?? "";
  if (given === "") throw element.error("flexcomp: attribute 'file' is required for this type");
  const name = resolveFile(element, given, files.modelfiledir, assetDir(files, "mesh"), files);
  const { compiler } = spec;
  const wrong = (what: string) => element.error(`flexcomp: ${what}`, "file");
  const { flex, type } = flexcomp;
  if (type === FLEXCOMP_TYPE.mesh) {
    if (flex.dim < 2) throw element.error("flexcomp: a mesh has at least two dimensions", "dim");
    if (contentTypeOf(name, "") === "model/vnd.mujoco.msh") {
      throw wrong("a mesh in MuJoCo's own format cannot become a flex");
    }
  }
  const { bytes } = readAsset(spec.read, compiler, compiler.modelfiledir, compiler.meshdir, name, wrong);
  try {
    if (type === FLEXCOMP_TYPE.mesh) takeMesh(flexcomp, readMesh(flexcomp.name, { name, bytes }));
    else readGmsh(bytes, flexcomp);
  } catch (error) {
    // errors in a file have no place in the document
    if (error instanceof MjcfError && error.line === 0) throw wrong(error.message);
    throw error;
  }
}

function readMesh(name: string, file: { name: string; bytes: Uint8Array }): MeshData {
  switch (contentTypeOf(file.name, "")) {
    case "model/stl":
      return readStl(name, file, true);
    case "model/obj": {
      const data = readObj(name, file, SCALE);
      return { ...data, vert: joinVertices(name, Float32Array.from(data.vert), data.face) };
    }
    default:
      throw new MjcfError(`the extension of '${file.name}' does not belong to a supported format`);
  }
}

const edges = new Float64Array(9);
const normal = new Float64Array(3);

/** Uses the triangles, or the tetrahedra between them and the origin. */
function takeMesh(flexcomp: Flexcomp, { vert, face, texcoord, facetexcoord }: MeshData): void {
  const { flex, origin } = flexcomp;
  if (vert.length === 0 || face.length === 0) throw new MjcfError("the file has no vertices or no faces");
  flexcomp.point = Array.from(vert);
  if (texcoord.length > 0) {
    flexcomp.texcoord = Array.from(texcoord);
    flexcomp.elemtexcoord = Array.from(facetexcoord);
  }
  if (flex.dim === 2) {
    flexcomp.element = Array.from(face);
    return;
  }

  // tetrahedra of negative volume are omitted
  flexcomp.point.unshift(origin[0], origin[1], origin[2]);
  for (let f = 0; f < face.length; f += 3) {
    for (let v = 0; v < 3; v++) {
      for (let k = 0; k < 3; k++) edges[3 * v + k] = vert[3 * face[f + v] + k] - origin[k];
    }
    cross(normal, 0, edges, 0, edges, 3);
    if (dot3(normal, 0, edges, 6) < MINVAL) continue;
    flexcomp.element.push(0, face[f] + 1, face[f + 1] + 1, face[f + 2] + 1);
  }
}
