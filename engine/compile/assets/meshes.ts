/** Meshes of a spec: their files, the needed parts, and the compiled results. */

import { MeshBuiltin } from "../../types/enums.ts";
import type { MeshSpec, Spec } from "../../types/spec.ts";
import { readAsset } from "../../mjcf/include.ts";
import { fail, locate } from "../fail.ts";
import { builtinMesh } from "../mesh/builtin_mesh.ts";
import { MeshesOfFiles } from "../mesh/meshes_of_files.ts";
import type { CheckMesh, CompiledMesh, MeshSpec as MeshInput } from "../mesh/types.ts";

/** Compiles every mesh. */
export function compileMeshes(spec: Spec): Map<MeshSpec, CompiledMesh> {
  const compiled = new Map<MeshSpec, CompiledMesh>();
  const ofFiles = new MeshesOfFiles();
  for (const mesh of spec.meshes) compiled.set(mesh, compileOne(spec, mesh, ofFiles));
  return compiled;
}

/** operations that a step of the hull, or a vertex of a mesh, counts as, by the time that they take */
const HULL_WORK = 3;
const MESH_WORK = 2000;

function compileOne(spec: Spec, mesh: MeshSpec, ofFiles: MeshesOfFiles): CompiledMesh {
  try {
    const check = (vertices: number, faces: number) => {
      spec.budget.check("meshVertices", vertices, undefined, undefined, `mesh '${mesh.name}'`);
      spec.budget.check("meshFaces", faces, undefined, undefined, `mesh '${mesh.name}'`);
    };
    const spend = (work: number) =>
      spec.budget.take("work", HULL_WORK * work, undefined, undefined, `the hull of mesh '${mesh.name}'`);
    const input = meshInput(spec, mesh, check);
    const compiled = ofFiles.compile(input, { hull: mesh.needhull, sdf: mesh.needsdf, check, spend });
    spec.budget.take("work", MESH_WORK * compiled.vert.length / 3, mesh.origin, undefined, `mesh '${mesh.name}'`);
    return compiled;
  } catch (error) {
    throw locate(error, mesh.origin);
  }
}

function meshInput(spec: Spec, mesh: MeshSpec, check: CheckMesh): MeshInput {
  const input: MeshInput = {
    name: mesh.name,
    contentType: mesh.content_type,
    vertex: Float32Array.from(mesh.vertex),
    normal: Float32Array.from(mesh.normal),
    texcoord: Float32Array.from(mesh.texcoord),
    face: Int32Array.from(mesh.face),
    refpos: mesh.refpos,
    refquat: mesh.refquat,
    scale: mesh.scale,
    inertia: mesh.inertia,
    smoothnormal: mesh.smoothnormal === 1,
    maxhullvert: mesh.maxhullvert,
  };
  if (mesh.builtin !== MeshBuiltin.NONE) {
    const { vertex, normal, face, inertia } = builtinMesh(mesh.builtin, [...mesh.params], check);
    return { ...input, vertex, normal, face, inertia: inertia ?? mesh.inertia };
  }
  return mesh.file === "" ? input : { ...input, ...meshFile(spec, mesh) };
}

function meshFile(spec: Spec, mesh: MeshSpec): Required<Pick<MeshInput, "file" | "path">> {
  const { compiler, file, modelfiledir } = mesh;
  const wrong = (what: string) => fail("mesh", mesh, what, "file");
  const { path, bytes } = readAsset(spec.read, spec.compiler, modelfiledir, compiler.meshdir, file, wrong);
  return { path, file: { name: file, bytes } };
}
