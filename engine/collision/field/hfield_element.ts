/** Height fields against elements of flexes: one prism per triangle of the field, down to its base. */

import { mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { addTo3, copy3, sub3, unit3, zero3 } from "../../math/vec3.ts";
import { isDisabled } from "../../model/queries.ts";
import { MAXCONPAIR } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import { DisableBit } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { ccd } from "../convex/ccd.ts";
import { Ccd } from "../convex/ccd_work.ts";
import { type ConvexShape, initFlexShape, initShape } from "../convex/convex_shape.ts";
import { isZero, mprPenetration } from "../convex/mpr.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

const point = new Float64Array(3);
const normal = new Float64Array(3);
/** bounds of the corners in the frame of the field: lower, upper */
const box = new Float64Array(6);

/** Height field `g` against element `e` of flex `f`: one contact with every prism that the element penetrates. */
export function hfieldElement(con: PairContacts, m: Model, d: Data, g: number, f: number, e: number): number {
  const { hfield_size, hfield_nrow, hfield_ncol, hfield_adr, hfield_data } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const c = d.work.ccd ??= new Ccd();
  const { shape1, shape2 } = c;
  const margin = con.margin[0];
  const field = m.geom_dataid[g];
  const nrow = hfield_nrow[field];
  const ncol = hfield_ncol[field];
  const size0 = hfield_size[4 * field];
  const size1 = hfield_size[4 * field + 1];
  const size2 = hfield_size[4 * field + 2];
  const size3 = hfield_size[4 * field + 3];

  // the element in the frame of the field, and the box of its corners there
  initShape(shape1, m, d, g);
  initFlexShape(shape2, m, d, f, e, margin);
  toField(shape2.pos, 0, d, g);
  for (let v = 0; v < shape2.vertnum; v++) toField(shape2.prism, 3 * v, d, g);
  boundCorners(shape2);
  const zmin = box[2];
  if (
    box[0] - margin > size0 || box[3] + margin < -size0 || box[1] - margin > size1 || box[4] + margin < -size1 ||
    zmin - margin > size2 || box[5] + margin < -size3
  ) return 0;

  // the part of the grid under the element
  const cmin = Math.max(0, Math.floor((box[0] + size0) / (2 * size0) * (ncol - 1)));
  const cmax = Math.min(ncol - 1, Math.ceil((box[3] + size0) / (2 * size0) * (ncol - 1)));
  const rmin = Math.max(0, Math.floor((box[1] + size1) / (2 * size1) * (nrow - 1)));
  const rmax = Math.min(nrow - 1, Math.ceil((box[4] + size1) / (2 * size1) * (nrow - 1)));
  const dx = 2 * size0 / (ncol - 1);
  const dy = 2 * size1 / (nrow - 1);

  c.maxIterations = m.opt.ccd_iterations;
  c.tolerance = m.opt.ccd_tolerance;
  c.maxContacts = 1;
  c.distCutoff = 0;

  // triangle strips: every further vertex makes a prism with the previous two
  const { prism } = shape1;
  prism[2] = prism[5] = prism[8] = -size3;
  let count = 0;
  for (let row = rmin; row < rmax; row++) {
    for (let col = cmin; col <= cmax; col++) {
      for (let r = row + 1; r >= row; r--) {
        const height = hfield_data[hfield_adr[field] + r * ncol + col] * size2;
        for (let k = 0; k < 6; k++) {
          prism[k] = prism[k + 3];
          prism[k + 9] = prism[k + 12];
        }
        prism[6] = prism[15] = dx * col - size0;
        prism[7] = prism[16] = dy * r - size1;
        prism[17] = height + margin;
        if (col === cmin) continue;
        if (prism[11] < zmin && prism[14] < zmin && prism[17] < zmin) continue;
        if (!penetrate(m, c)) continue;

        // back to the world frame
        dist[count] = -c.dist;
        mulMatVec3(frame, 6 * count, geom_xmat, 9 * g, normal, 0);
        zero3(frame, 6 * count + 3);
        mulMatVec3(pos, 3 * count, geom_xmat, 9 * g, point, 0);
        addTo3(pos, 3 * count, geom_xpos, 3 * g);
        count++;
        if (count === MAXCONPAIR) return count;
      }
    }
  }
  return count;
}

/** Transforms a point from the world to the frame of a geom. */
function toField(points: Float64Array, p: number, { geom_xpos, geom_xmat }: Data, g: number): void {
  sub3(point, 0, points, p, geom_xpos, 3 * g);
  mulMatTVec3(points, p, geom_xmat, 9 * g, point, 0);
}

function boundCorners({ prism, vertnum }: ConvexShape): void {
  copy3(box, 0, prism, 0);
  copy3(box, 3, prism, 0);
  for (let v = 3; v < 3 * vertnum; v += 3) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], prism[v + k]);
      box[k + 3] = Math.max(box[k + 3], prism[v + k]);
    }
  }
}

/** Does the element penetrate the prism? Writes the depth to `c.dist`, the normal, and the midpoint. */
function penetrate(m: Model, c: Ccd): boolean {
  if (isDisabled(m, DisableBit.NATIVECCD)) {
    if (!mprPenetration(c)) return false;
    copy3(normal, 0, c.dir, 0);
    copy3(point, 0, c.x1, 0);
  } else {
    ccd(m, c);
    if (!(c.dist < 0)) return false;
    c.dist = -c.dist;
    for (let k = 0; k < 3; k++) {
      normal[k] = c.x1[k] - c.x2[k];
      point[k] = 0.5 * (c.x1[k] + c.x2[k]);
    }
    unit3(normal, 0);
  }
  return !isZero(normal[0]) || !isZero(normal[1]) || !isZero(normal[2]);
}
