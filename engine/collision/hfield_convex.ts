/** Height fields against convex geoms: one prism per triangle of the field, down to its base. */

import { mulMatTMat3, mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { addTo3, copy3, unit3, zero3 } from "../math/vec3.ts";
import { isDisabled } from "../support/flags.ts";
import { MAXCONPAIR } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { ccd } from "./ccd.ts";
import { Ccd } from "./ccd_work.ts";
import { initShape, placeShape, Support } from "./convex_shape.ts";
import { fixNormal } from "./fix_normal.ts";
import { isZero, mprPenetration } from "./mpr.ts";
import type { PairContacts } from "./pair_contacts.ts";
import { support } from "./support.ts";

// as constants of this module, these are folded into the code; imported ones are loaded at every use
const { NATIVECCD } = DisableBit;
const { MESH, HULL } = Support;
const MOST = MAXCONPAIR;

const relative = new Float64Array(9);
const axis = new Float64Array(3);
const point = new Float64Array(3);
const normal = new Float64Array(3);
/** bounds of the geom in the frame of the field: lower, upper */
const box = new Float64Array(6);

/** Height field against a convex geom: one contact with every prism that the geom penetrates. */
export function hfieldConvex(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { hfield_size, hfield_nrow, hfield_ncol, hfield_adr, hfield_data } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const c = d.work.ccd ??= new Ccd();
  const { shape1, shape2 } = c;
  const margin = con.margin[0];
  const field = m.geom_dataid[g1];
  const nrow = hfield_nrow[field];
  const ncol = hfield_ncol[field];
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
  initShape(shape1, m, d, g1, 0);
  initShape(shape2, m, d, g2, 0);
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

  // the part of the grid under the geom
  const cmin = Math.max(0, Math.floor((box[0] + size0) / (2 * size0) * (ncol - 1)));
  const cmax = Math.min(ncol - 1, Math.ceil((box[3] + size0) / (2 * size0) * (ncol - 1)));
  const rmin = Math.max(0, Math.floor((box[1] + size1) / (2 * size1) * (nrow - 1)));
  const rmax = Math.min(nrow - 1, Math.ceil((box[4] + size1) / (2 * size1) * (nrow - 1)));
  const dx = 2 * size0 / (ncol - 1);
  const dy = 2 * size1 / (nrow - 1);

  const native = !isDisabled(m, NATIVECCD);
  c.maxIterations = m.opt.ccd_iterations;
  c.tolerance = m.opt.ccd_tolerance;
  c.maxContacts = 1;
  c.distCutoff = 0;
  shape2.margin = margin;

  // a mesh starts each search from the vertex found last: none may be left out
  const remembers = shape2.support === MESH || shape2.support === HULL;

  // strips of triangles: every further vertex makes a prism with the two before it
  const { prism } = shape1;
  prism[2] = prism[5] = prism[8] = -size3;
  let count = 0;
  for (let row = rmin; row < rmax; row++) {
    for (let col = cmin; col <= cmax; col++) {
      for (let i = 0; i < 2; i++) {
        const r = row + 1 - i;
        const height = hfield_data[hfield_adr[field] + r * ncol + col] * size2;
        shiftPrism(prism);
        prism[6] = prism[15] = dx * col - size0;
        prism[7] = prism[16] = dy * r - size1;
        prism[17] = height + margin;
        if (col === cmin) continue;
        if (prism[11] < zmin && prism[14] < zmin && prism[17] < zmin) continue;
        if (!remembers && isAbove(c)) continue;

        if (native) {
          ccd(m, c);
          if (!(c.dist < 0)) continue;
          dist[count] = c.dist;
          for (let k = 0; k < 3; k++) {
            normal[k] = c.x1[k] - c.x2[k];
            point[k] = 0.5 * (c.x1[k] + c.x2[k]);
          }
          unit3(normal, 0);
        } else {
          if (!mprPenetration(c)) continue;
          dist[count] = -c.dist;
          copy3(normal, 0, c.dir, 0);
          copy3(point, 0, c.x1, 0);
        }
        if (isZero(normal[0]) && isZero(normal[1]) && isZero(normal[2])) continue;

        // back to the world frame
        mulMatVec3(frame, 6 * count, geom_xmat, m1, normal, 0);
        zero3(frame, 6 * count + 3);
        mulMatVec3(pos, 3 * count, geom_xmat, m1, point, 0);
        addTo3(pos, 3 * count, geom_xpos, p1);
        count++;
        if (count === MOST) return finish(con, d, c, count, native);
      }
    }
  }
  return finish(con, d, c, count, native);
}

/** Drops the oldest of three vertices, at the bottom and on top. */
function shiftPrism(prism: Float64Array): void {
  for (let k = 0; k < 6; k++) {
    prism[k] = prism[k + 3];
    prism[k + 9] = prism[k + 12];
  }
}

/** gap that is certainly one, whatever the rounding, metres */
const GAP = 1e-7;

/** Is the geom clearly above the top of the prism? Then the search, which takes longer to find out, can be spared. */
function isAbove(c: Ccd): boolean {
  const { shape2 } = c;
  const { prism } = c.shape1;
  const ux = prism[12] - prism[9];
  const uy = prism[13] - prism[10];
  const uz = prism[14] - prism[11];
  const vx = prism[15] - prism[9];
  const vy = prism[16] - prism[10];
  const vz = prism[17] - prism[11];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;

  // from above, against the normal of the top, whichever way its corners turn
  const scale = (z > 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z);
  axis[0] = x * scale;
  axis[1] = y * scale;
  axis[2] = z * scale;
  support(shape2, point, 0, axis, 0);
  const depth = axis[0] * (point[0] - prism[9]) + axis[1] * (point[1] - prism[10]) + axis[2] * (point[2] - prism[11]);
  return -depth > shape2.margin + 2 * c.tolerance + GAP;
}

function finish(con: PairContacts, d: Data, c: Ccd, count: number, native: boolean): number {
  if (native) return count;
  placeShape(c.shape2, d);
  for (let i = 0; i < count; i++) fixNormal(con, i, c.shape1, c.shape2);
  return count;
}
