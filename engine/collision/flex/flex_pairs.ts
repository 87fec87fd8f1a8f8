/** Contacts of flexes: with planes, with other geoms, with each other, and between their own parts. */

import { copy3, scl3, zero3 } from "../../math/vec3.ts";
import { isDisabled, isEnabled } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { DisableBit, EnableBit, Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { appendRows } from "../contact/add_contacts.ts";
import { capsuleBox } from "../pairs/capsule_box.ts";
import type { CollisionWork } from "../collision_work.ts";
import { contactParam } from "../contact/contact_runs.ts";
import { growContacts } from "../../types/data_memory.ts";
import { ballMeetsBox, boundsMeet } from "./flex_bounds.ts";
import { convexElement, convexElements } from "./flex_convex.ts";
import {
  actAsFlex,
  actAsGeom,
  actAsItself,
  type FlexStage,
  newFlexStage,
  placeEdge,
  placeGeom,
  placeVertex,
} from "./flex_stage.ts";
import { hfieldElement } from "../field/hfield_element.ts";
import { hasRoom, hasRoomForOne } from "../contact/room.ts";
import { capsuleCapsule, sphereCapsule } from "../pairs/sphere_pairs.ts";
import { boxTriangle, capsuleTriangle, RADIUS, sphereTriangle, TRIANGLE } from "../pairs/triangle_pairs.ts";

// V8-1
const { BOX, CAPSULE, HFIELD, SPHERE } = Geom;
const { MIDPHASE } = DisableBit;
const { OVERRIDE } = EnableBit;

const triangle = new Float64Array(TRIANGLE);

/** The two-geom scene of the current step; options may have been replaced since the previous step. */
function stageOf(work: CollisionWork, m: Model, d: Data): FlexStage {
  const stage = work.stage ??= newFlexStage(d);
  stage.m.opt = m.opt;
  return stage;
}

/** Margin of a geom and a flex: the sum of theirs, or the global one. */
function setMargin(work: CollisionWork, m: Model, g: number, f: number): void {
  work.con.margin[0] = isEnabled(m, OVERRIDE) ? m.opt.o_margin : m.geom_margin[g] + m.flex_margin[f];
}

/** Appends `count` contacts between the two geoms of the scene. */
function addContacts(
  m: Model,
  d: Data,
  work: CollisionWork,
  count: number,
  geom: number,
  flex1: number,
  elem1: number,
  vert1: number,
  flex2: number,
  elem2: number,
  vert2: number,
): void {
  const start = d.ncon;
  growContacts(d, start + count);
  contactParam(d.contact, start, start + count, stageOf(work, m, d).m, 0, 1, work.con.margin);
  work.con.oneFrame = false;
  appendRows(d, work.con, start, count, geom, -1);
  const { flex, elem, vert } = d.contact;
  for (let i = 2 * start; i < 2 * d.ncon; i += 2) {
    flex[i] = flex1;
    flex[i + 1] = flex2;
    elem[i] = elem1;
    elem[i + 1] = elem2;
    vert[i] = vert1;
    vert[i + 1] = vert2;
  }
  if (d.ncon > work.room) work.mayBeFull = true;
}

/** Plane `g` against the vertices of flex `f`, until there are `most` contacts or no more room. */
export function planeFlex(m: Model, d: Data, work: CollisionWork, g: number, f: number, most = Infinity): void {
  const { flex_radius, flex_vertadr, flex_vertnum } = m;
  const { geom_xpos, geom_xmat, flexvert_xpos } = d;
  const { con } = work;
  const radius = flex_radius[f];
  const nx = geom_xmat[9 * g + 2];
  const ny = geom_xmat[9 * g + 5];
  const nz = geom_xmat[9 * g + 8];
  setMargin(work, m, g, f);
  const reach = con.margin[0] + radius;
  const stage = stageOf(work, m, d);
  actAsGeom(stage, 0, m, g);
  actAsFlex(stage, 1, m, f);

  let count = 0;
  for (let v = 0; v < flex_vertnum[f]; v++) {
    const p = 3 * (flex_vertadr[f] + v);
    const height = (flexvert_xpos[p] - geom_xpos[3 * g]) * nx + (flexvert_xpos[p + 1] - geom_xpos[3 * g + 1]) * ny +
      (flexvert_xpos[p + 2] - geom_xpos[3 * g + 2]) * nz;
    if (height > reach) continue;
    if (count++ === most || !hasRoomForOne(d, work)) return;
    const depth = height - radius;
    const along = -depth * 0.5 - radius;
    con.dist[0] = depth;
    con.pos[0] = flexvert_xpos[p] + nx * along;
    con.pos[1] = flexvert_xpos[p + 1] + ny * along;
    con.pos[2] = flexvert_xpos[p + 2] + nz * along;
    con.frame[0] = nx;
    con.frame[1] = ny;
    con.frame[2] = nz;
    zero3(con.frame, 3);
    addContacts(m, d, work, 1, g, -1, -1, -1, f, -1, v);
  }
}

/** Any geom but a plane against element `e` of flex `f`. */
export function geomElement(m: Model, d: Data, work: CollisionWork, g: number, f: number, e: number): void {
  const count = collideGeomElement(m, d, work, g, f, e);
  if (count === 0) return;
  const stage = stageOf(work, m, d);
  actAsGeom(stage, 0, m, g);
  actAsFlex(stage, 1, m, f);
  addContacts(m, d, work, count, g, -1, -1, -1, f, e, -1);
}

/** The same without adding them; returns the number of contacts. */
export function collideGeomElement(m: Model, d: Data, work: CollisionWork, g: number, f: number, e: number): number {
  const { geom_bodyid, geom_rbound, flex_elemadr } = m;
  const { geom_xpos, flexelem_aabb } = d;
  const { con } = work;
  setMargin(work, m, g, f);

  // already tested by the trees
  if (isDisabled(m, MIDPHASE)) {
    const radius = geom_rbound[g] + con.margin[0];
    if (!ballMeetsBox(geom_xpos, 3 * g, radius, flexelem_aabb, 6 * (flex_elemadr[f] + e))) return 0;
  }
  if (isOnBody(m, f, e, geom_bodyid[g]) || !hasRoom(d, work)) return 0;
  return collideGeom(m, d, work, g, f, e);
}

/** Does an element have a vertex on a body? */
function isOnBody(
  { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_vertbodyid }: Model,
  f: number,
  e: number,
  body: number,
): boolean {
  const size = flex_dim[f] + 1;
  const corners = flex_elemdataadr[f] + e * size;
  for (let k = corners; k < corners + size; k++) {
    if (flex_vertbodyid[flex_vertadr[f] + flex_elem[k]] === body) return true;
  }
  return false;
}

/** Contacts of a geom and an element, by type. */
function collideGeom(m: Model, d: Data, work: CollisionWork, g: number, f: number, e: number): number {
  const { con } = work;
  const type = m.geom_type[g];
  if (type === HFIELD) return hfieldElement(con, m, d, g, f, e);

  const dim = m.flex_dim[f];
  if (dim === 1 && (type === SPHERE || type === CAPSULE || type === BOX)) {
    const stage = stageOf(work, m, d);
    placeGeom(stage, 0, m, d, g);
    placeEdge(stage, 1, m, d, f, e);
    if (type === SPHERE) return sphereCapsule(con, stage.m, stage.d, 0, 1);
    if (type === CAPSULE) return capsuleCapsule(con, stage.m, stage.d, 0, 1);

    // the box comes second there
    const count = capsuleBox(con, stage.m, stage.d, 1, 0);
    for (let f = 0; f < 6 * count; f += 6) scl3(con.frame, f, con.frame, f, -1);
    return count;
  }
  if (dim === 2 && (type === SPHERE || type === CAPSULE || type === BOX)) {
    setTriangle(m, d, f, e);
    if (type === SPHERE) return sphereTriangle(con, m, d, g, triangle);
    if (type === CAPSULE) return capsuleTriangle(con, m, d, g, triangle);
    return boxTriangle(con, m, d, g, triangle);
  }
  return convexElement(con, m, d, g, f, e);
}

/** triangle = element `e` of the two-dimensional flex `f` */
function setTriangle(m: Model, d: Data, f: number, e: number): void {
  const { flex_elem, flex_elemdataadr, flex_vertadr, flex_radius } = m;
  const corners = flex_elemdataadr[f] + 3 * e;
  for (let k = 0; k < 3; k++) {
    copy3(triangle, 3 * k, d.flexvert_xpos, 3 * (flex_vertadr[f] + flex_elem[corners + k]));
  }
  triangle[RADIUS] = flex_radius[f];
}

/** Element `e1` of flex `f1` against element `e2` of flex `f2`; margins and gaps do not count within one flex. */
export function elementElement(
  m: Model,
  d: Data,
  work: CollisionWork,
  f1: number,
  e1: number,
  f2: number,
  e2: number,
): void {
  const count = collideElements(m, d, work, f1, e1, f2, e2);
  if (count === 0) return;
  const stage = stageOf(work, m, d);
  if (f1 === f2) {
    actAsItself(stage, m, f1);
  } else {
    actAsFlex(stage, 0, m, f1);
    actAsFlex(stage, 1, m, f2);
  }
  addContacts(m, d, work, count, -1, f1, e1, -1, f2, e2, -1);
}

/** The same without adding them; returns the number of contacts. */
export function collideElements(
  m: Model,
  d: Data,
  work: CollisionWork,
  f1: number,
  e1: number,
  f2: number,
  e2: number,
): number {
  const { flex_dim, flex_elemadr, flex_margin } = m;
  const { flexelem_aabb } = d;
  const { con } = work;
  const isSelf = f1 === f2;
  con.margin[0] = isSelf ? 0 : isEnabled(m, OVERRIDE) ? m.opt.o_margin : flex_margin[f1] + flex_margin[f2];
  const a1 = 6 * (flex_elemadr[f1] + e1);
  const a2 = 6 * (flex_elemadr[f2] + e2);
  if (!boundsMeet(flexelem_aabb, a1, flexelem_aabb, a2, con.margin[0]) || shareBody(m, f1, e1, f2, e2)) return 0;
  if (!hasRoom(d, work)) return 0;

  if (flex_dim[f1] !== 1 || flex_dim[f2] !== 1) return convexElements(con, m, d, f1, e1, f2, e2);
  const stage = stageOf(work, m, d);
  placeEdge(stage, 0, m, d, f1, e1);
  placeEdge(stage, 1, m, d, f2, e2);
  return capsuleCapsule(con, stage.m, stage.d, 0, 1);
}

/** Do two elements have vertices on one body? */
function shareBody(m: Model, f1: number, e1: number, f2: number, e2: number): boolean {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr, flex_vertbodyid } = m;
  const size = flex_dim[f1] + 1;
  const corners = flex_elemdataadr[f1] + e1 * size;
  for (let k = corners; k < corners + size; k++) {
    const body = flex_vertbodyid[flex_vertadr[f1] + flex_elem[k]];
    if (body >= 0 && isOnBody(m, f2, e2, body)) return true;
  }
  return false;
}

/** Element `e` of a flex, an edge or a triangle, against vertex `v` of the same flex. */
export function elementVertex(m: Model, d: Data, work: CollisionWork, f: number, e: number, v: number): void {
  const { flex_dim, flex_elemadr, flex_margin, flex_radius, flex_vertadr } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const { con } = work;
  const margin = isEnabled(m, OVERRIDE) ? m.opt.o_margin : flex_margin[f];
  const p = 3 * (flex_vertadr[f] + v);
  if (!ballMeetsBox(flexvert_xpos, p, margin + flex_radius[f], flexelem_aabb, 6 * (flex_elemadr[f] + e))) return;
  if (!hasRoom(d, work)) return;

  con.margin[0] = 0;
  const stage = stageOf(work, m, d);
  placeVertex(stage, m, d, f, v);
  let count = 0;
  if (flex_dim[f] === 1) {
    placeEdge(stage, 1, m, d, f, e);
    count = sphereCapsule(con, stage.m, stage.d, 0, 1);
  } else {
    setTriangle(m, d, f, e);
    count = sphereTriangle(con, stage.m, stage.d, 0, triangle);
  }
  if (count === 0) return;
  actAsItself(stage, m, f);
  addContacts(m, d, work, count, -1, f, -1, v, f, e, -1);
}

/** A corner of tetrahedron `e` that has come too close to the opposite face: one contact without friction, if there is room. */
export function cornerFace(
  m: Model,
  d: Data,
  work: CollisionWork,
  f: number,
  e: number,
  v: number,
): boolean {
  const { con } = work;
  if (!hasRoomForOne(d, work)) return false;
  con.margin[0] = 0;
  const stage = stageOf(work, m, d);
  actAsItself(stage, m, f);
  stage.m.geom_condim[0] = 1;
  stage.m.geom_condim[1] = 1;
  addContacts(m, d, work, 1, -1, f, e, -1, f, -1, v);
  return true;
}
