/** Meshes of a spec: their files, the needed parts, and the compiled results. */

import { MeshBuiltin } from "../../types/enums.ts";
import type { MeshSpec, PluginUse, Spec } from "../../types/spec.ts";
import { readAsset } from "../../mjcf/include.ts";
import { fail, locate } from "../fail.ts";
import type { Lookup } from "../lookup.ts";
import { builtinMesh } from "../mesh/builtin_mesh.ts";
import { compileMesh } from "../mesh/compile_mesh.ts";
import { fieldMesh } from "../mesh/field_mesh.ts";
import type { MeshJob, MeshResult } from "../mesh/mesh_jobs.ts";
import { compileOnThreads } from "../mesh/mesh_threads.ts";
import { MeshesOfFiles } from "../mesh/meshes_of_files.ts";
import type { CheckMesh, CompiledMesh, MeshSpec as MeshInput } from "../mesh/types.ts";
import { instanceOf } from "../plugins.ts";

/** The input of a mesh, and what it became if it is compiled already. */
interface PreparedMesh {
  readonly input: MeshInput;
  result?: MeshResult;
}

/** What was done for meshes before they are compiled in order. */
export type PreparedMeshes = ReadonlyMap<MeshSpec, PreparedMesh>;

/** Compiles every mesh, as far as that is not done already. */
export function compileMeshes(spec: Spec, prepared: PreparedMeshes, lookup: Lookup): Map<MeshSpec, CompiledMesh> {
  const results = new Map([...prepared.values()].map(({ input, result }) => [input, result]));
  const ofFiles = new MeshesOfFiles((input, use) => {
    const result = results.get(input);
    if (result === undefined) return compileMesh(input, use);
    use.spend?.(result.work);
    return result.mesh;
  });
  const compiled = new Map<MeshSpec, CompiledMesh>();
  for (const mesh of spec.meshes) {
    const input = mesh.plugin ? pluginInput(spec, mesh, mesh.plugin, lookup) : prepared.get(mesh)?.input;
    compiled.set(mesh, compileOne(spec, mesh, ofFiles, input));
  }
  return compiled;
}

/**
 * Compiles meshes of large files on several threads, the first of each file. What fails is left for `compileMeshes`,
 * which reports the errors in order.
 */
export async function prepareMeshes(spec: Spec): Promise<PreparedMeshes> {
  const prepared = new Map<MeshSpec, PreparedMesh>();
  const first: PreparedMesh[] = [];
  const jobs: MeshJob[] = [];
  const paths = new Set<string>();
  for (const mesh of spec.meshes) {
    if (mesh.file === "") continue;
    const input = tryInput(spec, mesh);
    if (input === null) break;
    const entry: PreparedMesh = { input };
    prepared.set(mesh, entry);
    if (input.path === undefined || paths.has(input.path)) continue;
    paths.add(input.path);
    first.push(entry);
    jobs.push({ spec: input, hull: mesh.needhull, sdf: mesh.needsdf });
  }
  const { meshVertices: vertices, meshFaces: faces, work } = spec.budget.limits;
  const results = await compileOnThreads(jobs, { vertices, faces, work: work / HULL_WORK });
  for (const result of results) first[result.index].result = result;
  return prepared;
}

function tryInput(spec: Spec, mesh: MeshSpec): MeshInput | null {
  try {
    return meshInput(spec, mesh, () => {});
  } catch {
    return null; // reported in order
  }
}

/** operations that a step of the hull, or a vertex of a mesh, counts as, by the time that they take */
const HULL_WORK = 3;
const MESH_WORK = 2000;
/** operations that sampling a field counts as */
const FIELD_WORK = 5e7;

function compileOne(spec: Spec, mesh: MeshSpec, ofFiles: MeshesOfFiles, known?: MeshInput): CompiledMesh {
  try {
    const check = (vertices: number, faces: number) => {
      spec.budget.check("meshVertices", vertices, undefined, undefined, `mesh '${mesh.name}'`);
      spec.budget.check("meshFaces", faces, undefined, undefined, `mesh '${mesh.name}'`);
    };
    const spend = (work: number) =>
      spec.budget.take("work", HULL_WORK * work, undefined, undefined, `the hull of mesh '${mesh.name}'`);
    const input = known ?? meshInput(spec, mesh, check);
    const compiled = ofFiles.compile(input, { hull: mesh.needhull, sdf: mesh.needsdf && !mesh.plugin, check, spend });
    spec.budget.take("work", MESH_WORK * compiled.vert.length / 3, mesh.origin, undefined, `mesh '${mesh.name}'`);
    return compiled;
  } catch (error) {
    throw locate(error, mesh.origin);
  }
}

/** The surface of the signed distance field that a plugin describes. */
function pluginInput(spec: Spec, mesh: MeshSpec, use: PluginUse, lookup: Lookup): MeshInput {
  const { plugin, slot, config } = instanceOf(spec, "mesh", mesh, use, "sdf", lookup);
  if (mesh.scale.some((factor) => factor !== 1)) {
    throw fail("mesh", mesh, `a mesh of a plugin cannot have a scale, got ${[...mesh.scale].join(" ")}`, "scale");
  }
  spec.budget.take("work", FIELD_WORK, mesh.origin, undefined, `mesh '${mesh.name}'`);
  const { sdf } = spec.knownPlugins[slot];
  try {
    const surface = fieldMesh((sdf as NonNullable<typeof sdf>)((name) => config[name]));
    return { ...meshInput(spec, mesh, () => {}), ...surface, keepsFrame: true };
  } catch (error) {
    throw fail("mesh", mesh, `${plugin}: ${error instanceof Error ? error.message : error}`);
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
