/** The parts of a hull under construction. Lists are linked; the order of facets and vertices is part of the result. */

/** A corner of the hull. */
export class Vertex {
  id = 0;
  /** index among the input points */
  point = 0;
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

  /** Sets up a vertex, or one of an earlier hull again; returns it. */
  renew(id: number, point: number): Vertex {
    this.id = id;
    this.point = point;
    this.next = this.previous = null;
    if (this.neighbors.length > 0) this.neighbors = [];
    this.visitid = 0;
    this.waiting = this.alsoWaiting = null;
    this.isNew = this.deleted = this.delridge = false;
    return this;
  }
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
  // what searches ask for comes first, to be on few lines of the cache
  visitid = 0;
  neighbors: (Facet | null)[] = [];
  vertices: Vertex[] = [];
  next: Facet | null = null;
  previous: Facet | null = null;
  isNew = true;
  /** visible from the point that is added, and about to be deleted */
  visible = false;
  seen = false;
  coplanarhorizon = false;
  simplicial = true;
  /** orientation of the vertices in order */
  toporient = false;

  /**
   * A link whose meaning depends on the state of the facet: the replacement of a facet about to be deleted, the next
   * one in a cycle of new facets with a common horizon facet, or that cycle itself.
   */
  link: Facet | null = null;
  /** edges, of polygons and of triangles next to polygons */
  ridges: Ridge[] | null = null;
  hasPlane = false;
  /** the center of the vertices is in the table of planes */
  hasCenter = false;
  flipped = false;
  mergehorizon = false;
  /** a subridge of the facet is shared by more than two new facets */
  dupridge = false;
  tested = false;
  newmerge = false;
  nummerge = 0;
  mergeridge = false;
  mergeridge2 = false;
  cycledone = false;
  degenerate = false;
  redundant = false;
  keepcentrum = false;
  tricoplanar = false;

  /** Its place in the tables, and the offsets in those of planes and of lists of points. */
  constructor(public id: number, readonly place: number, readonly plane: number, readonly points: number) {}

  /**
   * Sets up a triangle, or a deleted facet as one again, which takes less time than collecting it. `opposite` is the
   * neighbor opposite the first vertex.
   */
  renew(id: number, a: Vertex, b: Vertex, c: Vertex, opposite: Facet | null): void {
    this.id = id;
    this.setCorners(a, b, c, opposite);
    this.ridges = this.link = null;
    this.visitid = this.nummerge = 0;
    this.simplicial = this.isNew = true;
    this.hasPlane =
      this.hasCenter =
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
  }

  private setCorners(a: Vertex, b: Vertex, c: Vertex, opposite: Facet | null): void {
    const { vertices, neighbors } = this;
    if (vertices.length === 3) {
      vertices[0] = a;
      vertices[1] = b;
      vertices[2] = c;
    } else {
      this.vertices = [a, b, c];
    }
    if (neighbors.length === 3) {
      neighbors[0] = opposite;
      neighbors[1] = neighbors[2] = null;
    } else {
      this.neighbors = [opposite, null, null];
    }
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
export const DUPLICATE_RIDGE: Facet = new Facet(-2, 0, 0, 0);
/** placeholder for a neighbor that is about to be merged */
export const MERGE_RIDGE: Facet = new Facet(-3, 0, 0, 0);

/** The facet on the other side of a ridge. */
export function otherFacet(ridge: Ridge, facet: Facet): Facet {
  return ridge.top === facet ? ridge.bottom : ridge.top;
}

/** Lists a ridge of a facet; most lists have one, for which V8 makes no room in advance. */
export function addRidge(facet: Facet, ridge: Ridge): void {
  if (facet.ridges) facet.ridges.push(ridge);
  else facet.ridges = [ridge];
}

/** A new ridge at the side of a triangle opposite vertex `i`, between `owner` and the neighbor there, which lists it. */
export function ridgeOpposite(triangle: Facet, i: number, owner: Facet): Ridge {
  const { vertices, toporient } = triangle;
  const neighbor = triangle.neighbors[i] as Facet;
  const ends = [vertices[i === 0 ? 1 : 0], vertices[i === 2 ? 1 : 2]];
  const isTop = toporient !== (i % 2 === 1);
  const ridge = new Ridge(ends, isTop ? owner : neighbor, isTop ? neighbor : owner);
  addRidge(neighbor, ridge);
  return ridge;
}

/** The first ridge of a facet that borders another one. */
export function ridgeTo({ ridges }: Facet, other: Facet): Ridge | null {
  if (ridges) {
    for (let i = 0; i < ridges.length; i++) {
      if (ridges[i].top === other || ridges[i].bottom === other) return ridges[i];
    }
  }
  return null;
}

/** Notes whether the ridges of a facet are tested. */
export function setTested({ ridges }: Facet, tested: boolean): void {
  if (!ridges) return;
  for (let i = 0; i < ridges.length; i++) ridges[i].tested = tested;
}

/** Notes whether vertices or facets are seen. */
export function setSeen(parts: { seen: boolean }[], seen: boolean): void {
  for (let i = 0; i < parts.length; i++) parts[i].seen = seen;
}

/** Notes which visit vertices or facets had last. */
export function visitAll(parts: { visitid: number }[], visit: number): void {
  for (let i = 0; i < parts.length; i++) parts[i].visitid = visit;
}

/** Adds a facet to the neighbors of its vertices. */
export function joinVertices(facet: Facet): void {
  const { vertices } = facet;
  for (let i = 0; i < vertices.length; i++) vertices[i].neighbors.push(facet);
}
