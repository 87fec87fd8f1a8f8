/** Meshes that share a file, as in MuJoCo's asset cache. */

import type { Octree } from "../assets/octree.ts";
import { octreeOf } from "../assets/recent_octrees.ts";
import type { CompiledMesh, MeshSpec, MeshUse } from "./types.ts";

/** The first mesh of a file. */
interface First {
  readonly spec: MeshSpec;
  readonly mesh: CompiledMesh;
}

/**
 * Compiles meshes in order. Later meshes of a file reuse the result of the first one if they have the same scale,
 * inertia, and hull limit, whatever their other attributes: MuJoCo does not compare the reference frame, normals, and
 * so on. A mesh that needs a hull that the first one lacks is compiled from the file.
 */
export class MeshesOfFiles {
  #firsts = new Map<string, First>();

  constructor(private readonly compileMesh: (spec: MeshSpec, use: MeshUse) => CompiledMesh) {}

  compile(spec: MeshSpec, use: MeshUse): CompiledMesh {
    const { path } = spec;
    if (path === undefined) return this.compileMesh(spec, use);
    const first = this.#firsts.get(path);
    if (first !== undefined && canLend(first, spec, use)) return lent(first.mesh, spec, use);

    const mesh = this.compileMesh(spec, use);
    if (first === undefined) this.#firsts.set(path, { spec, mesh });
    return mesh;
  }
}

function canLend({ spec, mesh }: First, { scale, inertia, maxhullvert }: MeshSpec, { hull }: MeshUse): boolean {
  const isSimilar = spec.inertia === inertia && spec.maxhullvert === maxhullvert &&
    spec.scale[0] === scale[0] && spec.scale[1] === scale[1] && spec.scale[2] === scale[2];
  return isSimilar && (!hull || mesh.graph.length > 0);
}

/** Arrays are shared. Polygons are always those of the hull, whether or not the mesh gets the hull. */
function lent({ octree, ...mesh }: CompiledMesh, { name }: MeshSpec, { hull, sdf }: MeshUse): CompiledMesh {
  const copy: CompiledMesh = { ...mesh, graph: hull ? mesh.graph : new Int32Array(0) };
  if (sdf) copy.octree = octree ?? octreeOf(name, mesh.vert, mesh.face, mesh.aamm);
  else if (octree !== undefined) copy.octree = erased(octree);
  return copy;
}

/** An octree that is not needed: MuJoCo drops its nodes but still counts them. */
function erased({ count }: Octree): Octree {
  const none = new Int32Array(0);
  return { count, depth: none, child: none, aabb: new Float64Array(0), coeff: new Float64Array(0) };
}
