/** Input and output of the mesh compiler. */

import type { Bvh } from "../../types/spec.ts";
import type { Octree } from "../assets/octree.ts";

/** An asset file that has been read. */
export interface AssetFile {
  /** name, used in messages; its extension determines the format unless there is a content type */
  name: string;
  /** content */
  bytes: Uint8Array;
}

/**
 * One `<mesh>` before compilation. Arrays are empty if nothing was given; procedural meshes have already been turned
 * into arrays by `builtinMesh`.
 */
export interface MeshSpec {
  /** name, for messages */
  name: string;
  /** the file, if any */
  file?: AssetFile;
  /** path at which the file was found */
  path?: string;
  /** attribute `content_type`, or empty */
  contentType: string;
  /** coordinates of vertices, 3 each */
  vertex: Float32Array;
  /** normals, 3 each */
  normal: Float32Array;
  /** texture coordinates, 2 each */
  texcoord: Float32Array;
  /** vertices of triangles, 3 each */
  face: Int32Array;
  /** position that becomes the origin, in the units of the file */
  refpos: ArrayLike<number>;
  /** orientation that becomes the identity */
  refquat: ArrayLike<number>;
  /** scale along each axis; an odd number of negative factors mirrors the mesh */
  scale: ArrayLike<number>;
  /** a value of `MeshInertia` */
  inertia: number;
  /** include faces across sharp edges in normals */
  smoothnormal: boolean;
  /** maximum number of hull vertices, -1 for no limit */
  maxhullvert: number;
  /** keeps its frame, whatever its center of mass and principal axes */
  keepsFrame?: boolean;
}

/** What the rest of the model needs from a mesh. */
export interface MeshUse {
  /** a geom that can collide, or that takes part in a contact pair, or a convex inertia, needs the hull */
  hull: boolean;
  /** a geom of type `sdf` needs distances */
  sdf: boolean;
  /** throws if a mesh is too large */
  check?: CheckMesh;
  /** counts elementary operations of the hull, and throws if there are too many */
  spend?: (work: number) => void;
}

/** Throws if a mesh has too many vertices or faces. */
export type CheckMesh = (vertices: number, faces: number) => void;

/** Flat sides of the mesh, or of its hull if it has one: merged coplanar triangles. */
export interface MeshPolygons {
  /** outward normals, 3 per polygon */
  normal: Float64Array;
  /** number of vertices of each polygon */
  vertnum: Int32Array;
  /** vertices of the polygons, one after the other */
  vert: Int32Array;
  /** number of polygons around each vertex */
  mapnum: Int32Array;
  /** polygons around the vertices, one vertex after the other */
  map: Int32Array;
}

/** A mesh in its own frame: origin at the center of mass, axes those of the principal inertia. */
export interface CompiledMesh {
  /** vertices, before `mesh_vert` rounds them to single precision */
  vert: Float64Array;
  normal: Float32Array;
  texcoord: Float32Array;
  face: Int32Array;
  facenormal: Int32Array;
  /** zeros if there are no texture coordinates */
  facetexcoord: Int32Array;
  /** the convex hull in the format of `mesh_graph`; empty without a hull */
  graph: Int32Array;
  polygons: MeshPolygons;
  /** hierarchy over the triangles; leaves are faces. If null, it is built where the model has it */
  bvh: Bvh | null;
  /** signed distances, for meshes that are used as `sdf` */
  octree?: Octree;
  /** copied from the spec, for `mesh_scale` */
  scale: Float64Array;
  /** position of the mesh frame in that of the file, after reference frame and scale */
  pos: Float64Array;
  /** orientation of the mesh frame in that of the file */
  quat: Float64Array;
  /** half sizes of the box with the same inertia */
  boxsz: Float64Array;
  /** smallest and largest coordinates in the mesh frame */
  aamm: Float64Array;
  /** volume, or area if the inertia is that of a shell */
  volume: number;
}
