/** Contacts between two convex geoms by the general convex search. */

import { isDisabled, isEnabled } from "../../model/queries.ts";
import { makeFrame, mulMatMat3, mulMatVec3 } from "../../math/mat3.ts";
import { axisAngle2Quat, quat2Mat } from "../../math/quat.ts";
import { copy3, dist3, unit3, zero3 } from "../../math/vec3.ts";
import type { Data } from "../../data.ts";
import { DisableBit, EnableBit, Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { boxesApart } from "../search/boxes_apart.ts";
import { ccd } from "./ccd.ts";
import { Ccd } from "./ccd_work.ts";
import { type ConvexShape, initShape, placeShape } from "./convex_shape.ts";
import { fixNormal } from "./fix_normal.ts";
import { isZero, mprPenetration } from "./mpr.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";
import { dropSeparator, holdsPair, keepSeparator, separatorsOf, slotOf, stillApart } from "./separators.ts";

declare module "../../types/work.ts" {
  interface Work {
    /** convex collision detection */
    ccd?: Ccd;
  }
}

// V8-1
const { BOX, MESH, ELLIPSOID, SPHERE } = Geom;
const { NATIVECCD } = DisableBit;
const { MULTICCD } = EnableBit;

/** Any two convex geoms: one contact, or several if flat features touch or `multiccd` is enabled. */
export function convex(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const c = d.work.ccd ??= new Ccd();
  const { shape1, shape2 } = c;
  const margin = con.margin[0];
  const native = !isDisabled(m, NATIVECCD);
  // round geoms fill too little of their boxes for this test to be useful
  if (native && m.geom_type[g2] >= BOX && boxesApart(m, d, g1, g2, con.margin)) return 0;
  initShape(shape1, m, d, g1);
  initShape(shape2, m, d, g2);
  shape1.margin = margin;
  shape2.margin = margin;
  c.maxIterations = m.opt.ccd_iterations;
  c.tolerance = m.opt.ccd_tolerance;

  const most = contactsPerPass(m, shape1, shape2);
  const count = native ? nativeContactsUnlessApart(con, m, d, c, most) : mprContact(con, 0, c);
  if (native && most > 1) return count;
  if (count !== 1 || !isEnabled(m, MULTICCD)) return count;
  if (isSmooth(shape1) || isSmooth(shape2)) return count;
  return wiggle(con, m, d, c, native);
}

function isSmooth(shape: ConvexShape): boolean {
  return shape.type === ELLIPSOID || shape.type === SPHERE;
}

function isFlat(shape: ConvexShape): boolean {
  return shape.type === BOX || shape.type === MESH;
}

/** Maximum number of contacts from one search. */
function contactsPerPass(m: Model, shape1: ConvexShape, shape2: ConvexShape): number {
  if (shape1.margin > 0 || !isFlat(shape1) || !isFlat(shape2)) return 1;
  return isEnabled(m, MULTICCD) ? 4 : 1;
}

/** Searches once, unless the direction that separated the geoms last time still does. */
function nativeContactsUnlessApart(con: PairContacts, m: Model, d: Data, c: Ccd, most: number): number {
  const g1 = c.shape1.geom;
  const g2 = c.shape2.geom;
  const table = separatorsOf(m, d);
  const slot = slotOf(table, g1, g2);
  const known = holdsPair(table, slot, g1, g2);
  if (known && stillApart(c, table, slot)) return 0;
  const count = nativeContacts(con, 0, m, c, most);
  if (count === 0) keepSeparator(table, slot, g1, g2, c.dir);
  else if (known) dropSeparator(table, slot);
  return count;
}

/** Searches once, writes contacts from `row` on, and returns their number. */
function nativeContacts(con: PairContacts, row: number, m: Model, c: Ccd, most: number): number {
  const { x1, x2 } = c;
  const { dist, pos, frame } = con;
  c.maxContacts = most;
  c.distCutoff = 0;
  ccd(m, c);
  if (!(c.dist < 0)) return 0;

  const { nx } = c;
  const depth = con.margin[0] + c.dist;
  for (let i = 0; i < nx; i++) {
    const p = 3 * (row + i);
    const f = 6 * (row + i);
    dist[row + i] = depth;
    for (let k = 0; k < 3; k++) {
      frame[f + k] = x1[3 * i + k] - x2[3 * i + k];
      pos[p + k] = 0.5 * (x1[3 * i + k] + x2[3 * i + k]);
    }
    unit3(frame, f);
    zero3(frame, f + 3);
  }
  return nx;
}

/** The same by portal refinement, which finds one contact. */
function mprContact(con: PairContacts, row: number, c: Ccd): number {
  const { dir, x1 } = c;
  if (!mprPenetration(c) || (isZero(dir[0]) && isZero(dir[1]) && isZero(dir[2]))) return 0;
  con.dist[row] = con.margin[0] - c.dist;
  copy3(con.frame, 6 * row, dir, 0);
  zero3(con.frame, 6 * row + 3);
  copy3(con.pos, 3 * row, x1, 0);
  fixNormal(con, row, c.shape1, c.shape2);
  return 1;
}

/** angle by which both geoms are rotated (rad) */
const ANGLE = 1e-3;
/** minimum distance between contacts, relative to the smaller bounding radius */
const SEPARATION = 1e-3;

const axes = new Float64Array(9);
const quat = new Float64Array(4);
const turn = new Float64Array(9);
const turnBack = new Float64Array(9);

/**
 * Rotates both geoms slightly about the first contact, in both directions about both tangents, and keeps new contacts.
 */
function wiggle(con: PairContacts, m: Model, d: Data, c: Ccd, native: boolean): number {
  const { shape1, shape2 } = c;
  const { geom_rbound } = m;
  const { dist, frame } = con;
  const apart = SEPARATION * Math.min(geom_rbound[shape1.geom], geom_rbound[shape2.geom]);
  for (let k = 0; k < 6; k++) axes[k] = frame[k];
  makeFrame(axes, 0);

  let count = 1;
  for (let axis = 3; axis < 9; axis += 3) {
    for (let sign = -1; sign <= 1; sign += 2) {
      axisAngle2Quat(quat, 0, axes, axis, sign * ANGLE);
      quat2Mat(turn, 0, quat, 0);
      for (let i = 0; i < 9; i++) turnBack[i] = turn[3 * (i % 3) + Math.trunc(i / 3)];
      turnShape(shape1, con.pos, turn);
      turnShape(shape2, con.pos, turnBack);
      const found = native ? nativeContacts(con, count, m, c, 1) : mprContact(con, count, c);
      if (found > 0 && isNew(con, count, apart)) {
        dist[count] = dist[0];
        count++;
      }
      placeShape(shape1, d);
      placeShape(shape2, d);
    }
  }
  return count;
}

const turned = new Float64Array(9);
const lever = new Float64Array(6);

/** Rotates a shape about the first point of `origin`. */
function turnShape(shape: ConvexShape, origin: Float64Array, rotation: Float64Array): void {
  const { pos, mat } = shape;
  mulMatMat3(turned, 0, rotation, 0, mat, 0);
  for (let k = 0; k < 9; k++) mat[k] = turned[k];
  for (let k = 0; k < 3; k++) lever[k] = origin[k] - pos[k];
  mulMatVec3(lever, 3, rotation, 0, lever, 0);
  for (let k = 0; k < 3; k++) pos[k] -= lever[3 + k] - lever[k];
}

/** Is the contact in `row` far from those before it? */
function isNew(con: PairContacts, row: number, apart: number): boolean {
  const { pos } = con;
  for (let i = 0; i < row; i++) {
    if (dist3(pos, 3 * i, pos, 3 * row) <= apart) return false;
  }
  return true;
}
