/** How the polytope of the expanding search grows by a vertex. */

import { MINVAL } from "../../types/constants.ts";
import { FACE, FACE_NEIGHBOURS, FACE_PLACE, type Polytope, VERTEX } from "./ccd_work.ts";
import { projectOnPlane } from "./subdistance.ts";

// V8-1
const STRIDE = VERTEX;
const STEP = FACE;
const TINY = MINVAL;
const ADJ = FACE_NEIGHBOURS;
const PLACE = FACE_PLACE;

/** two bits per edge of a face: the edge after it */
const AFTER = 0b001001;
/** place of a face that was deleted */
const DELETED = -2;

/** Computes the plane of a face; its squared distance is 0 if it has none. */
export function setPlane(pt: Polytope, face: number): void {
  const { verts, faces, facePlane } = pt;
  const f = STEP * face;
  const p = 4 * face;
  if (projectOnPlane(facePlane, p, verts, STRIDE * faces[f + 2], STRIDE * faces[f + 1], STRIDE * faces[f])) {
    const x = facePlane[p];
    const y = facePlane[p + 1];
    const z = facePlane[p + 2];
    facePlane[p + 3] = x * x + y * y + z * z;
  } else {
    facePlane[p + 3] = 0;
  }
}

/** Appends a face to the list of candidates. */
function listFace(pt: Polytope, face: number): void {
  const place = pt.nmap++;
  pt.map[place] = face;
  pt.mapDist2[place] = pt.facePlane[4 * face + 3];
  pt.faces[STEP * face + PLACE] = place;
}

/** Lists all faces. */
export function listFaces(pt: Polytope): void {
  for (let face = 0; face < pt.nfaces; face++) listFace(pt, face);
}

/**
 * Closes the hole with faces from the horizon to vertex `w`, and lists those whose squared distances are within
 * `pt.limits`. Returns false if one has no plane.
 */
export function closeHole(pt: Polytope, w: number): boolean {
  const { verts, faces, facePlane, map, mapDist2, horizon, limits, nfaces, nedges } = pt;
  const lower2 = limits[0];
  const upper2 = limits[1];
  const v = STRIDE * w;
  const wx = verts[v];
  const wy = verts[v + 1];
  const wz = verts[v + 2];
  const end = nfaces + nedges;
  let { nmap } = pt;
  let thin = 0;
  for (let i = 0, face = nfaces; face < end; i++, face++) {
    // across its edges: the new face before, the face behind the horizon, the new face after
    const at = horizon[i];
    const edge = at & 7;
    const next = at - edge;
    const f = STEP * face;
    const second = faces[next + (AFTER >> 2 * edge & 3)];
    const third = faces[at];
    faces[at + ADJ] = face;
    faces[f] = w;
    faces[f + 1] = second;
    faces[f + 2] = third;
    faces[f + ADJ] = face - 1;
    faces[f + ADJ + 1] = next >> 3;
    faces[f + ADJ + 2] = face + 1;

    // the plane, from the edges at the second vertex
    const b = STRIDE * second;
    const a = STRIDE * third;
    const bx = verts[b];
    const by = verts[b + 1];
    const bz = verts[b + 2];
    const ux = wx - bx;
    const uy = wy - by;
    const uz = wz - bz;
    const vx = bx - verts[a];
    const vy = by - verts[a + 1];
    const vz = bz - verts[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const nv = x * bx + y * by + z * bz;
    const nn = x * x + y * y + z * z;
    const scale = nv / nn;
    const px = scale * x;
    const py = scale * y;
    const pz = scale * z;
    const dist2 = px * px + py * py + pz * pz;
    const p = 4 * face;
    facePlane[p] = px;
    facePlane[p + 1] = py;
    facePlane[p + 2] = pz;
    facePlane[p + 3] = dist2;
    thin += Number(dist2 === 0) | Number(!(nn > TINY));

    // listed without a branch: V8-7
    const kept = Number(dist2 >= lower2) & Number(dist2 <= upper2);
    map[nmap] = face;
    mapDist2[nmap] = dist2;
    faces[f + PLACE] = kept * (nmap + 1) - 1;
    nmap += kept;
  }
  faces[STEP * nfaces + ADJ] = end - 1;
  faces[STEP * (end - 1) + ADJ + 2] = nfaces;
  pt.nfaces = end;
  if (thin > 0) return closeThin(pt, nfaces);
  pt.nmap = nmap;
  return true;
}

/** Computes the planes of new faces, some of which are thin, with more care, and lists them. */
function closeThin(pt: Polytope, start: number): boolean {
  const { faces, facePlane, limits, nfaces } = pt;
  for (let face = start; face < nfaces; face++) {
    setPlane(pt, face);
    const dist2 = facePlane[4 * face + 3];
    if (dist2 === 0) return false;
    faces[STEP * face + PLACE] = -1;
    if (dist2 >= limits[0] && dist2 <= limits[1]) listFace(pt, face);
  }
  return true;
}

/**
 * Deletes the faces visible from vertex `w`, from `face` on, by walking over their edges; the edges around the hole
 * become the horizon.
 */
export function findHorizon(pt: Polytope, face: number, w: number): void {
  const { verts, faces, facePlane, map, mapDist2, horizon, path } = pt;
  const x = verts[STRIDE * w];
  const y = verts[STRIDE * w + 1];
  const z = verts[STRIDE * w + 2];
  let { nmap } = pt;
  let nedges = 0;

  // path: the edges to look at next of the faces on the way, and how many edges each has left
  let depth = 0;
  let seen = STEP * face;
  let edge = 0;
  let left = 3;
  while (true) {
    // remove the visible face from the polytope and from the list
    const place = faces[seen + PLACE];
    if (place >= 0) {
      nmap--;
      const moved = map[nmap];
      map[place] = moved;
      mapDist2[place] = mapDist2[nmap];
      faces[STEP * moved + PLACE] = place;
    }
    faces[seen + PLACE] = DELETED;

    // continue over the remaining edges until another visible face is found
    let at = seen + edge;
    seen = -1;
    while (true) {
      if (left === 0) {
        if (depth === 0) break;
        left = path[--depth];
        at = path[--depth];
        continue;
      }
      const after = (at & ~7) + (AFTER >> 2 * (at & 7) & 3);
      const next = STEP * faces[at + ADJ];
      at = after;
      left--;
      if (faces[next + PLACE] === DELETED) continue;

      const vertex = faces[after];
      const entry = 2 - 2 * Number(faces[next] === vertex) - Number(faces[next + 1] === vertex);
      const p = next >> 1;
      if (facePlane[p] * x + facePlane[p + 1] * y + facePlane[p + 2] * z - facePlane[p + 3] > TINY) {
        seen = next;
        edge = AFTER >> 2 * entry & 3;
        break;
      }
      horizon[nedges++] = next + entry;
    }
    if (seen < 0) break;
    path[depth++] = at;
    path[depth++] = left;
    left = 2;
  }
  pt.nmap = nmap;
  pt.nedges = nedges;
}
