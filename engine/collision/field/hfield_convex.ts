/** Height fields against convex geoms: one prism per triangle of the field, down to its base. */

import { mulMatTMat3, mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { addTo3, copy3, unit3, zero3 } from "../../math/vec3.ts";
import { isDisabled } from "../../model/queries.ts";
import { MAXCONPAIR } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import { DisableBit } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { ccd } from "../convex/ccd.ts";
import { Ccd } from "../convex/ccd_work.ts";
import { initShape, placeShape, Support } from "../convex/convex_shape.ts";
import { fixNormal } from "../convex/fix_normal.ts";
import { addHalf, clearHalves, isBelow, isOutside, MOST_HALVES } from "./half_spaces.ts";
import { isZero, mprPenetration } from "../convex/mpr.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";
import {
  didTouch,
  holdsPair,
  keepSeparator,
  keepTouch,
  type Separators,
  separatorsOf,
  slotOf,
} from "../convex/separators.ts";
import { support } from "../convex/support.ts";

// V8-1
const { NATIVECCD } = DisableBit;
const { MESH, HULL } = Support;
const MOST = MAXCONPAIR;

/** ids of prisms start here and decrease, to differ from those of geoms */
const FIRST_PRISM = -2;

const relative = new Float64Array(9);
const axis = new Float64Array(3);
const point = new Float64Array(3);
const normal = new Float64Array(3);
/** bounds of the geom in the frame of the field: lower, upper */
const box = new Float64Array(6);

/** Height field against a convex geom: one contact with every prism that the geom penetrates. */
export function hfieldConvex(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { hfield_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const c = d.work.ccd ??= new Ccd();
  const { shape1, shape2 } = c;
  const margin = con.margin[0];
  const field = m.geom_dataid[g1];
  const size0 = hfield_size[4 * field];
  const size1 = hfield_size[4 * field + 1];
  const size2 = hfield_size[4 * field + 2];
  const size3 = hfield_size[4 * field + 3];
  const p1 = 3 * g1;
  const m1 = 9 * g1;

  // bounding sphere of the geom against the box of the field
  for (let k = 0; k < 3; k++) axis[k] = geom_xpos[3 * g2 + k] - geom_xpos[p1 + k];
  mulMatTVec3(point, 0, geom_xmat, m1, axis, 0);
  const radius = m.geom_rbound[g2] + margin;
  if (
    size0 < point[0] - radius || -size0 > point[0] + radius || size1 < point[1] - radius ||
    -size1 > point[1] + radius || size2 < point[2] - radius || -size3 > point[2] + radius
  ) return 0;

  // the geom in the frame of the field, and its box there
  initShape(shape1, m, d, g1);
  initShape(shape2, m, d, g2);
  mulMatTMat3(relative, 0, geom_xmat, m1, geom_xmat, 9 * g2);
  copy3(shape2.pos, 0, point, 0);
  for (let k = 0; k < 9; k++) shape2.mat[k] = relative[k];
  for (let k = 0; k < 3; k++) {
    zero3(axis, 0);
    axis[k] = 1;
    support(shape2, point, 0, axis, 0);
    box[3 + k] = point[k];
    axis[k] = -1;
    support(shape2, point, 0, axis, 0);
    box[k] = point[k];
  }
  const zmin = box[2];
  if (
    box[0] - margin > size0 || box[3] + margin < -size0 || box[1] - margin > size1 || box[4] + margin < -size1 ||
    zmin - margin > size2 || box[5] + margin < -size3
  ) return 0;

  const native = !isDisabled(m, NATIVECCD);
  c.maxIterations = m.opt.ccd_iterations;
  c.tolerance = m.opt.ccd_tolerance;
  c.maxContacts = 1;
  c.distCutoff = 0;
  shape2.margin = margin;

  // a mesh starts each search at the last vertex: if that mattered, no prism may be skipped
  const remembers = shape2.support === MESH || shape2.support === HULL;
  const { vertindex, meshindex } = shape2;
  clearHalves(native || !remembers ? MOST_HALVES : 0);
  let count = collidePrisms(con, m, d, c, native);
  if (shape2.lost) {
    shape2.strayed = false;
    shape2.lost = false;
    shape2.vertindex = vertindex;
    shape2.meshindex = meshindex;
    clearHalves(0);
    count = collidePrisms(con, m, d, c, native);
  }
  if (native) return count;
  placeShape(shape2, d);
  for (let i = 0; i < count; i++) fixNormal(con, i, shape1, shape2);
  return count;
}

/**
 * The prisms below the geom, except those separated from it by a half-space. Gives up if a skipped search turns out to
 * matter.
 */
function collidePrisms(con: PairContacts, m: Model, d: Data, c: Ccd, native: boolean): number {
  const { hfield_size, hfield_nrow, hfield_ncol, hfield_adr, hfield_data } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const { shape1, shape2, x1, x2 } = c;
  const { prism } = shape1;
  const table = separatorsOf(m, d);
  const margin = con.margin[0];
  const field = m.geom_dataid[shape1.geom];
  const nrow = hfield_nrow[field];
  const ncol = hfield_ncol[field];
  const adr = hfield_adr[field];
  const size0 = hfield_size[4 * field];
  const size1 = hfield_size[4 * field + 1];
  const size2 = hfield_size[4 * field + 2];
  const size3 = hfield_size[4 * field + 3];
  const p1 = 3 * shape1.geom;
  const m1 = 9 * shape1.geom;

  // the part of the grid under the geom
  const zmin = box[2];
  const cmin = Math.max(0, Math.floor((box[0] + size0) / (2 * size0) * (ncol - 1)));
  const cmax = Math.min(ncol - 1, Math.ceil((box[3] + size0) / (2 * size0) * (ncol - 1)));
  const rmin = Math.max(0, Math.floor((box[1] + size1) / (2 * size1) * (nrow - 1)));
  const rmax = Math.min(nrow - 1, Math.ceil((box[4] + size1) / (2 * size1) * (nrow - 1)));
  const dx = 2 * size0 / (ncol - 1);
  const dy = 2 * size1 / (nrow - 1);

  // triangle strips: every further vertex makes a prism with the previous two
  prism[2] = prism[5] = prism[8] = -size3;
  let count = 0;
  for (let row = rmin; row < rmax; row++) {
    for (let col = cmin; col <= cmax; col++) {
      for (let i = 0; i < 2; i++) {
        const r = row + 1 - i;
        const height = hfield_data[adr + r * ncol + col] * size2;
        shiftPrism(prism);
        prism[6] = prism[15] = dx * col - size0;
        prism[7] = prism[16] = dy * r - size1;
        prism[17] = height + margin;
        if (col === cmin) continue;
        if (prism[11] < zmin && prism[14] < zmin && prism[17] < zmin) continue;
        const id = FIRST_PRISM - 2 * (row * ncol + col) - i;
        const slot = slotOf(table, id, shape2.geom);
        if (isApart(c, table, slot, id)) {
          shape2.strayed = true;
          continue;
        }

        if (native) {
          ccd(m, c);
          if (shape2.lost) return count;
          if (!(c.dist < 0)) {
            // the direction that separates this prism may also separate the next one
            addHalf(c, c.dir, 0);
            keepSeparator(table, slot, id, shape2.geom, c.dir);
            continue;
          }
          keepTouch(table, slot, id, shape2.geom);
          dist[count] = c.dist;
          normal[0] = x1[0] - x2[0];
          normal[1] = x1[1] - x2[1];
          normal[2] = x1[2] - x2[2];
          point[0] = 0.5 * (x1[0] + x2[0]);
          point[1] = 0.5 * (x1[1] + x2[1]);
          point[2] = 0.5 * (x1[2] + x2[2]);
          unit3(normal, 0);
        } else {
          if (!mprPenetration(c)) continue;
          dist[count] = -c.dist;
          copy3(normal, 0, c.dir, 0);
          copy3(point, 0, x1, 0);
        }
        if (isZero(normal[0]) && isZero(normal[1]) && isZero(normal[2])) continue;

        // back to the world frame
        mulMatVec3(frame, 6 * count, geom_xmat, m1, normal, 0);
        zero3(frame, 6 * count + 3);
        mulMatVec3(pos, 3 * count, geom_xmat, m1, point, 0);
        addTo3(pos, 3 * count, geom_xpos, p1);
        count++;
        if (count === MOST) return count;
      }
    }
  }
  return count;
}

/**
 * Is the prism certainly separated from the geom? The last separating direction is tried first, then the normal of its
 * top; if they touched last time, neither is.
 */
function isApart(c: Ccd, table: Separators, slot: number, id: number): boolean {
  if (isOutside(c)) return true;
  if (!holdsPair(table, slot, id, c.shape2.geom)) return isBelow(c);
  if (didTouch(table, slot)) return false;
  addHalf(c, table.dirs, 3 * slot);
  return isOutside(c) || isBelow(c);
}

/** Drops the oldest of three vertices, at the bottom and on top. */
function shiftPrism(prism: Float64Array): void {
  prism[0] = prism[3];
  prism[1] = prism[4];
  prism[3] = prism[6];
  prism[4] = prism[7];
  prism[9] = prism[12];
  prism[10] = prism[13];
  prism[11] = prism[14];
  prism[12] = prism[15];
  prism[13] = prism[16];
  prism[14] = prism[17];
}
