/** Meshes that several threads compile, each taking the next one when it is free. */

import { MjcfError } from "../../types/errors.ts";
import { compileMesh } from "./compile_mesh.ts";
import { faceTree } from "./face_tree.ts";
import type { CompiledMesh, MeshSpec } from "./types.ts";

/** A mesh to compile. */
export interface MeshJob {
  readonly spec: MeshSpec;
  readonly hull: boolean;
  readonly sdf: boolean;
}

/** What may be spent on a mesh. */
export interface MeshLimits {
  readonly vertices: number;
  readonly faces: number;
  readonly work: number;
}

/** All jobs, as each thread gets them. */
export interface MeshJobs {
  readonly jobs: readonly MeshJob[];
  readonly limits: MeshLimits;
  /** number of the next job, on shared memory */
  readonly next: Int32Array;
}

/** A compiled mesh, and what was spent on its hull. */
export interface MeshResult {
  readonly index: number;
  readonly mesh: CompiledMesh;
  readonly work: number;
}

/**
 * Takes jobs until there are none. Meshes that cannot be compiled are left out: whoever compiles them again in order
 * reports the first error.
 */
export function* takeJobs({ jobs, limits, next }: MeshJobs): Generator<MeshResult> {
  for (let index = Atomics.add(next, 0, 1); index < jobs.length; index = Atomics.add(next, 0, 1)) {
    const result = compileJob(jobs[index], limits);
    if (result !== null) yield { index, ...result };
  }
}

function compileJob({ spec, hull, sdf }: MeshJob, limits: MeshLimits): { mesh: CompiledMesh; work: number } | null {
  let work = 0;
  const check = (vertices: number, faces: number) => {
    if (vertices > limits.vertices || faces > limits.faces) throw new MjcfError("too large");
  };
  const spend = (more: number) => {
    work += more;
    if (work > limits.work) throw new MjcfError("too much work");
  };
  try {
    const mesh = compileMesh(spec, { hull, sdf, check, spend });
    const { count, depth, child, nodeid, aabb } = faceTree(mesh.vert, mesh.face);
    mesh.bvh = { count, depth: depth.slice(), child: child.slice(), nodeid: nodeid.slice(), aabb: aabb.slice() };
    return { mesh, work };
  } catch (error) {
    if (error instanceof MjcfError || error instanceof RangeError) return null;
    throw error;
  }
}
