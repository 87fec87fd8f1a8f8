/** The parts of a hull under construction. Lists are linked; the order of facets and vertices is part of the result. */

/** A corner of the hull. */
export class Vertex {
  next: Vertex | null = null;
  previous: Vertex | null = null;
  /** facets around the vertex, kept once the first facets have been merged */
  neighbors: Facet[] = [];
  visitid = 0;
  /** new facets that wait for their neighbor at this vertex */
  waiting: Facet | null = null;
  alsoWaiting: Facet[] | null = null;
  seen = false;
  /** on the list of new vertices */
  isNew = false;
  deleted = false;
  /** a ridge of the vertex was deleted, so the vertex may have become redundant */
  delridge = false;

  /** `point` is the index among the input points. */
  constructor(readonly id: number, readonly point: number) {}
}

/** An edge between two facets, at least one of which is not a triangle. */
export class Ridge {
  nonconvex = false;
  tested = false;

  /** The vertices run from larger to smaller id; the edge is traversed one way in `top`, the other way in `bottom`. */
  constructor(readonly vertices: Vertex[], public top: Facet, public bottom: Facet) {}
}

/**
 * A face of the hull: a triangle, or a polygon after merges. Vertices are sorted by decreasing id; the neighbors of a
 * triangle are opposite its vertices.
 */
export class Facet {
  id!: number;
  /** offset in the table of planes */
  plane = 0;
  vertices!: Vertex[];
  neighbors!: (Facet | null)[];
  next: Facet | null = null;
  previous: Facet | null = null;
  /** edges, of polygons and of triangles next to polygons */
  ridges!: Ridge[] | null;
  /** points above the facet, the furthest last */
  outside!: number[] | null;
  /** points close to the facet or not far below it, the furthest last */
  coplanar!: number[] | null;
  hasPlane!: boolean;
  /** center of the vertices, projected onto the plane */
  center!: Float64Array | null;

  /**
   * A link whose meaning depends on the state of the facet: the replacement of a facet about to be deleted, the next
   * one in a cycle of new facets with a common horizon facet, or that cycle itself.
   */
  link!: Facet | null;
  visitid!: number;
  nummerge!: number;

  /** orientation of the vertices in order */
  toporient!: boolean;
  simplicial!: boolean;
  seen!: boolean;
  /** visible from the point that is added, and about to be deleted */
  visible!: boolean;
  isNew!: boolean;
  newmerge!: boolean;
  flipped!: boolean;
  tested!: boolean;
  /** a subridge of the facet is shared by more than two new facets */
  dupridge!: boolean;
  mergeridge!: boolean;
  mergeridge2!: boolean;
  coplanarhorizon!: boolean;
  mergehorizon!: boolean;
  cycledone!: boolean;
  degenerate!: boolean;
  redundant!: boolean;
  keepcentrum!: boolean;
  tricoplanar!: boolean;

  /** Sets up a facet, or a deleted one again, which takes less time than collecting it; returns it. */
  renew(id: number, vertices: Vertex[], neighbors: (Facet | null)[]): Facet {
    this.id = id;
    this.vertices = vertices;
    this.neighbors = neighbors;
    this.ridges =
      this.outside =
      this.coplanar =
      this.center =
      this.link =
        null;
    this.visitid = this.nummerge = 0;
    this.simplicial = this.isNew = true;
    this.hasPlane =
      this.toporient =
      this.seen =
      this.visible =
      this.newmerge =
      this.flipped =
      this.tested =
        false;
    this.dupridge =
      this.mergeridge =
      this.mergeridge2 =
      this.coplanarhorizon =
      this.mergehorizon =
        false;
    this.cycledone =
      this.degenerate =
      this.redundant =
      this.keepcentrum =
      this.tricoplanar =
        false;
    return this;
  }
}

/** Reasons for merging two facets, in order of priority. */
export const MergeType = {
  COPLANAR: 1,
  CONCAVE: 3,
  CONCAVECOPLANAR: 4,
  FLIP: 6,
  DUPRIDGE: 7,
  DEGEN: 10,
  REDUNDANT: 11,
  MIRROR: 12,
  COPLANARHORIZON: 13,
} as const;

/** Two facets to be merged. */
export interface FacetMerge {
  type: number;
  facet1: Facet;
  facet2: Facet;
  distance: number;
}

/** placeholder for a neighbor that is one of several */
export const DUPLICATE_RIDGE: Facet = new Facet().renew(-2, [], []);
/** placeholder for a neighbor that is about to be merged */
export const MERGE_RIDGE: Facet = new Facet().renew(-3, [], []);

/** The facet on the other side of a ridge. */
export function otherFacet(ridge: Ridge, facet: Facet): Facet {
  return ridge.top === facet ? ridge.bottom : ridge.top;
}
