/** What goes into the mesh compiler and what comes out of it. */

import type { Bvh } from "../../types/spec.ts";
import type { Octree } from "../octree.ts";

/** An asset file that has been read. */
export interface AssetFile {
  /** its name, as messages show it; the extension tells the format unless there is a content type */
  name: string;
  /** its content */
  bytes: Uint8Array;
}

/**
 * One `<mesh>` before compilation. Arrays are empty where nothing was given; a procedural mesh has been turned into
 * arrays by `builtinMesh` already.
 */
export interface MeshSpec {
  /** name, for messages */
  name: string;
  /** the file, if any */
  file?: AssetFile;
  /** where the file was found */
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
  /** position that becomes the origin, in file units */
  refpos: ArrayLike<number>;
  /** orientation that becomes the identity */
  refquat: ArrayLike<number>;
  /** factor along each axis; an odd number of negative ones turns faces inside out */
  scale: ArrayLike<number>;
  /** one of `MeshInertia` */
  inertia: number;
  /** keep the contributions of sharp edges to normals */
  smoothnormal: boolean;
  /** most vertices of the hull, -1 for no limit */
  maxhullvert: number;
}

/** What the rest of the model wants of a mesh. */
export interface MeshUse {
  /** a geom that can collide, or that takes part in a contact pair, or a convex inertia, needs the hull */
  hull: boolean;
  /** a geom of type `sdf` needs distances */
  sdf: boolean;
  /** refuses a mesh that is too large */
  check?: CheckMesh;
  /** counts elementary operations of the hull, and throws where there are too many */
  spend?: (work: number) => void;
}

/** Throws where a mesh has more vertices or faces than wanted. */
export type CheckMesh = (vertices: number, faces: number) => void;

/** Sides of the mesh, or of its hull where it has one: coplanar triangles merged. */
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
  /** zeros where there are no texture coordinates */
  facetexcoord: Int32Array;
  /** the convex hull as `mesh_graph` has it, empty without hull */
  graph: Int32Array;
  polygons: MeshPolygons;
  /** triangles by place; leaves are faces */
  bvh: Bvh;
  /** signed distances, for meshes that are used as `sdf` */
  octree?: Octree;
  /** copied from the spec, for `mesh_scale` */
  scale: Float64Array;
  /** where the origin of the mesh frame was in the file, after reference frame and scale */
  pos: Float64Array;
  /** orientation of the mesh frame in the file */
  quat: Float64Array;
  /** half sizes of the box with the same inertia */
  boxsz: Float64Array;
  /** smallest and largest coordinates in the mesh frame */
  aamm: Float64Array;
  /** volume, or area where the inertia is that of a shell */
  volume: number;
}
