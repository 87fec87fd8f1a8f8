/**
 * The state of the quickhull algorithm (Barber, Dobkin, Huhdanpaa 1996) in three dimensions, with merged facets
 * (imprecise hulls) as in Qhull's options `C-0` and `Qt`. Orders, tolerances, and tie-breaks are Qhull's, because the
 * order of vertices and edges decides which of several equally distant vertices a collision finds.
 */

import { Facet, type FacetMerge, joinVertices, Vertex } from "./facet.ts";
import { LIST, PointLists } from "./point_lists.ts";

/** The reason why a hull cannot be built, without the name of the mesh. */
export class HullError extends Error {
  override name = "HullError";
}

const EPSILON = 2.220446049250313e-16;

/** numbers of a facet in the table of planes: unit normal that points outward, and offset */
export const OFFSET = 3;
/** distance of the furthest point above the facet */
export const FURTHEST = 4;
/** how far points may lie above the plane */
export const MAXOUTSIDE = 5;
/** center of the vertices, projected onto the plane */
export const CENTER = 6;
const STRIDE = 9;

/** list of the points close to a facet or not far below it, after that of the points above it */
export const COPLANAR = LIST;
const LISTS = 2 * LIST;

/** number of merges after which points are always compared with every new facet */
const MANY_MERGES = 50;

/** What a hull is made of. It leaves it to the next one, which takes less time than collecting it. */
class Parts {
  readonly facets: Facet[] = [];
  readonly vertices: Vertex[] = [];
  readonly lists = new PointLists();
  readonly queue: Facet[] = [];
  planes = new Float64Array(64 * STRIDE);
}

/** A facet with a place in the tables; place 0 is that of facets that stand for none. */
function newFacet(place: number): Facet {
  return new Facet(0, place, STRIDE * place, LISTS * place);
}

/** parts of an earlier hull, until they are collected */
let spare: WeakRef<Parts> | null = null;

/** Counts elementary operations, and throws if there are too many. */
export type Spend = (work: number) => void;

/** A hull under construction. */
export class Hull {
  spend: Spend = () => {};
  /** number of input points */
  readonly count: number;

  // linked lists; each ends in a sentinel
  facetList: Facet;
  readonly facetTail: Facet;
  vertexList: Vertex;
  readonly vertexTail: Vertex;
  /** first facet that may have points above it */
  facetNext: Facet;
  /** first of the facets about to be deleted, which come before the new ones */
  visibleList: Facet | null = null;
  /** first of the new facets, which end the list */
  newFacetList: Facet | null;
  /** first of the new vertices, which end the list */
  newVertexList: Vertex;
  delVertices: Vertex[] = [];

  numFacets = 0;
  numVertices = 0;
  numVisible = 0;
  facetId = 1;
  vertexId = 1;
  visitId = 0;
  vertexVisit = 0;

  facetMerges: FacetMerge[] = [];
  degenMerges: FacetMerge[] = [];
  /** merges so far */
  merges = 0;

  private readonly parts = spare?.deref() ?? new Parts();
  private usedFacets = 0;
  /** facets that were deleted, each the next of the other */
  private deleted: Facet | null = null;
  /** planes and other numbers of the facets */
  planes = this.parts.planes;
  /** points that belong to facets */
  readonly lists = this.parts.lists;
  /** facets that a search still has to visit; what it has visited is left behind */
  readonly queue = this.parts.queue;

  // events so far
  vertexNeighbors = false;
  narrow = false;
  wasCoplanar = false;
  zeroAllOk: boolean;
  findBestNew = false;
  findBestNotSharp = false;
  /** of the point of the last search: its distance above the facet that was found */
  readonly bestDistance = new Float64Array(1); // V8-2

  /** a point inside the hull */
  readonly interior = new Float64Array(3);

  // extent of the input
  maxAbs = 0;
  maxSum = 0;
  maxWidth = -Number.MAX_VALUE;
  readonly nearZero = new Float64Array(3);

  // tolerances, from the rounding error of distances
  distRound = 0;
  centrumRadius = 0;
  oneMerge = 0;
  nearInside = 0;
  minVisible = 0;
  minOutside = 0;
  wideFacet = 0;
  maxOutsideLimit = 0;
  /** largest distance of a point above a facet so far */
  maxOutside = 0;
  /** smallest distance of a vertex below a facet so far */
  minVertex = 0;

  /** `points` are the coordinates, three per point. Tests give a wide `centrum`, so that facets merge that would not. */
  constructor(readonly points: Float64Array, readonly centrum: number) {
    this.count = points.length / 3;
    this.lists.reserve(this.count);
    this.zeroAllOk = centrum === 0;
    this.facetTail = newFacet(0);
    this.facetList = this.facetNext = this.newFacetList = this.facetTail;
    this.vertexTail = new Vertex();
    this.vertexList = this.newVertexList = this.vertexTail;
  }

  /** Derives the tolerances from the extent of the input. */
  setTolerances(): void {
    const sum = Math.min(Math.sqrt(3) * this.maxAbs, this.maxSum);
    this.distRound = EPSILON * (3 * sum * 1.01 + this.maxAbs);
    this.centrumRadius = this.centrum + 2 * this.distRound;
    this.oneMerge = Math.max(this.distRound, 3 * this.centrumRadius + this.distRound);
    this.nearInside = this.oneMerge * 5;
    this.minVisible = this.centrumRadius;
    this.minOutside = 2 * this.minVisible;
    this.wideFacet = 6 * this.minVisible;
    this.minVertex = -this.distRound;
    this.updateOutsideLimit();
  }

  /** Adapts the distance above which a point cannot be coplanar. */
  updateOutsideLimit(): void {
    this.maxOutsideLimit = Math.max(this.maxOutside, this.oneMerge + this.distRound, this.minOutside);
  }

  /** Whether so much was merged that neighbors are no longer a reliable guide. */
  hasManyMerges(): boolean {
    return this.merges > MANY_MERGES;
  }

  /** Distance above which a point is clearly outside. */
  distOutside(): number {
    return (this.hasManyMerges() ? 2 : 1) * Math.max(2 * this.minOutside, this.maxOutside);
  }

  /** Distance within which facets count as coplanar in the search for the best one. */
  searchDist(): number {
    return (this.hasManyMerges() ? 2 : 1) *
      (this.maxOutside + 2 * this.distRound + this.minVisible);
  }

  /** A triangle that is not on a list yet; `opposite` is the neighbor opposite the first vertex. */
  newTriangle(a: Vertex, b: Vertex, c: Vertex, opposite: Facet | null): Facet {
    const facet = this.deleted ?? this.nextFacet();
    if (facet === this.deleted) this.deleted = facet.next;
    const { plane, points } = facet;
    this.planes[plane + FURTHEST] = 0;
    this.planes[plane + MAXOUTSIDE] = this.distRound;
    this.lists.clear(points);
    this.lists.clear(points + COPLANAR);
    facet.renew(this.facetId++, a, b, c, opposite);
    return facet;
  }

  /** A facet that is new to this hull. */
  private nextFacet(): Facet {
    const { facets } = this.parts;
    const i = this.usedFacets++;
    if (i === facets.length) facets.push(newFacet(i + 1));
    const facet = facets[i];
    if (facet.plane + STRIDE > this.planes.length) this.growPlanes();
    this.lists.reserveLists(facet.points + LISTS);
    return facet;
  }

  /** The facet at a place in the tables. */
  facetAt(place: number): Facet {
    return this.parts.facets[place - 1];
  }

  private growPlanes(): void {
    const larger = new Float64Array(2 * this.planes.length);
    larger.set(this.planes);
    this.parts.planes = this.planes = larger;
  }

  /** Removes a facet from the list permanently. */
  deleteFacet(facet: Facet): void {
    this.removeFacet(facet);
    facet.next = this.deleted;
    this.deleted = facet;
  }

  /** Leaves its parts to the next hull. */
  leave(): void {
    spare = new WeakRef(this.parts);
  }

  /** A vertex that is not on a list yet. */
  newVertex(point: number): Vertex {
    const { vertices } = this.parts;
    const id = this.vertexId++;
    if (id > vertices.length) vertices.push(new Vertex());
    return vertices[id - 1].renew(id, point);
  }

  /** Adds a facet at the end. */
  appendFacet(facet: Facet): void {
    const tail = this.facetTail;
    if (tail === this.newFacetList) {
      this.newFacetList = facet;
      if (tail === this.visibleList) this.visibleList = facet;
    }
    if (tail === this.facetNext) this.facetNext = facet;
    facet.previous = tail.previous;
    facet.next = tail;
    if (tail.previous) tail.previous.next = facet;
    else this.facetList = facet;
    tail.previous = facet;
    this.numFacets++;
  }

  /** Adds a facet before another. */
  prependFacet(facet: Facet, before: Facet): void {
    const previous = before.previous;
    facet.previous = previous;
    if (previous) previous.next = facet;
    before.previous = facet;
    facet.next = before;
    if (this.facetList === before) this.facetList = facet;
    if (this.facetNext === before) this.facetNext = facet;
    this.numFacets++;
  }

  /** Removes a facet from the list. */
  removeFacet(facet: Facet): void {
    const { next, previous } = facet;
    if (facet === this.newFacetList) this.newFacetList = next;
    if (facet === this.facetNext) this.facetNext = next as Facet;
    if (facet === this.visibleList) this.visibleList = next;
    if (previous) previous.next = next;
    else this.facetList = next as Facet;
    (next as Facet).previous = previous;
    this.numFacets--;
  }

  /** Moves a facet to the end, among the new ones. */
  moveToEnd(facet: Facet): void {
    this.removeFacet(facet);
    this.appendFacet(facet);
  }

  /** Moves a facet to those about to be deleted; its points go to `replacement`. */
  willDelete(facet: Facet, replacement: Facet | null): void {
    this.removeFacet(facet);
    this.prependFacet(facet, this.visibleList ?? this.facetTail);
    this.visibleList = facet;
    this.numVisible++;
    facet.visible = true;
    facet.link = replacement;
    if (facet.ridges) facet.ridges.length = 0;
    facet.neighbors.length = 0;
  }

  /** Adds a vertex at the end, among the new ones. */
  appendVertex(vertex: Vertex): void {
    const tail = this.vertexTail;
    if (tail === this.newVertexList) this.newVertexList = vertex;
    vertex.isNew = true;
    vertex.previous = tail.previous;
    vertex.next = tail;
    if (tail.previous) tail.previous.next = vertex;
    else this.vertexList = vertex;
    tail.previous = vertex;
    this.numVertices++;
  }

  /** Removes a vertex from the list. */
  removeVertex(vertex: Vertex): void {
    const { next, previous } = vertex;
    if (vertex === this.newVertexList) this.newVertexList = next as Vertex;
    if (previous) previous.next = next;
    else this.vertexList = next as Vertex;
    (next as Vertex).previous = previous;
    this.numVertices--;
  }

  /** Moves the vertices that are not new to the new ones. */
  renewVertices(vertices: Vertex[]): void {
    for (let i = 0; i < vertices.length; i++) {
      if (!vertices[i].isNew) this.renewVertex(vertices[i]);
    }
  }

  /** Moves a vertex to the new ones. */
  renewVertex(vertex: Vertex): void {
    this.removeVertex(vertex);
    this.appendVertex(vertex);
  }

  /** Marks a vertex that is no longer needed. */
  dropVertex(vertex: Vertex): void {
    vertex.deleted = true;
    this.delVertices.push(vertex);
  }

  /** Deletes the visible facets and the marked vertices. */
  deleteVisible(): void {
    for (let facet = this.visibleList; facet && facet.visible;) {
      const next: Facet | null = facet.next;
      this.deleteFacet(facet);
      facet = next;
    }
    for (const vertex of this.delVertices) this.removeVertex(vertex);
    this.delVertices.length = 0;
  }

  /** Ends a step: resets the lists of new and visible facets. */
  resetLists(): void {
    for (let vertex = this.newVertexList; vertex.next; vertex = vertex.next) vertex.isNew = false;
    for (let facet = this.newFacetList; facet && facet.next; facet = facet.next) {
      facet.isNew = false;
      facet.dupridge = false;
    }
    this.newFacetList = null;
  }

  /** Collects the facets around each vertex, once; later changes keep them up to date. */
  collectVertexNeighbors(): void {
    if (this.vertexNeighbors) return;
    for (let facet = this.facetList; facet !== this.facetTail; facet = facet.next as Facet) {
      if (!facet.visible) joinVertices(facet);
    }
    this.vertexNeighbors = true;
  }

  /** The facet that replaced a visible one, possibly via others. */
  replacementOf(facet: Facet): Facet | null {
    let result: Facet | null = facet;
    for (let count = 0; result && result.visible; count++) {
      if (count > this.facetId) throw new HullError("facets replace each other in a cycle");
      result = result.link;
    }
    return result;
  }
}
