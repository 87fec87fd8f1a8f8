/**
 * Capsule against box. One sphere is placed at the point of the capsule's segment nearest to the box; if the segment
 * runs along a face or edge of the box, a second one is placed where it leaves that face or edge.
 */

import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { column3, mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { addTo3, scl3, sub3 } from "../../math/vec3.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";
import { ballBox } from "./sphere_box.ts";

// V8-1
const TINY = MINVAL;

/** which feature of the box is nearest */
const NOTHING = 0;
const FACE = 1;
const EDGE = 2;
const CORNER = 3;

// relative slack of the first test
const SLACK = 1e-9;

// no second sphere
const NONE = -4;

// capsule in the frame of the box: center, unit axis, half axis
const center = new Float64Array(3);
const axis = new Float64Array(3);
const half = new Float64Array(3);
const tmp = new Float64Array(3);
const dif = new Float64Array(3);
const size = new Float64Array(3);

// from −1 to 1: coordinate of the nearest point on the segment, and offset to the second one; coordinate on the edge
// nearest feature: face or edge axis, corner as bits
const onSegment = new Float64Array(2);
const onEdge = new Float64Array(1);
let feature = NOTHING;
let featureAxis = -1;
let corner = 0;

/** Capsule against box. */
export function capsuleBox(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const m2 = 9 * g2;

  sub3(tmp, 0, geom_xpos, p1, geom_xpos, p2);
  mulMatTVec3(center, 0, geom_xmat, m2, tmp, 0);
  column3(tmp, 0, geom_xmat, 9 * g1, 2);
  mulMatTVec3(axis, 0, geom_xmat, m2, tmp, 0);
  scl3(half, 0, axis, 0, geom_size[p1 + 1]);
  for (let k = 0; k < 3; k++) size[k] = geom_size[p2 + k];

  // no point of the segment is within reach of the box
  const reach = (con.margin[0] + geom_size[p1]) * (1 + SLACK);
  for (let k = 0; k < 3; k++) {
    if (Math.abs(center[k]) > size[k] + Math.abs(half[k]) + reach) return 0;
  }
  limit[0] = Math.max(reach, 0);
  if (edgesApart()) return 0;

  nearestFeature(con, geom_size, p1);
  if (feature === NOTHING) return 0;
  findSecond();

  // spheres at both points
  pointOfSegment();
  mulMatVec3(dif, 0, geom_xmat, m2, tmp, 0);
  addTo3(dif, 0, geom_xpos, p2);
  let count = ballBox(con, 0, dif, 0, geom_size, p1, geom_xpos, p2, geom_xmat, m2, geom_size, p2);
  if (onSegment[1] > -3) {
    onSegment[0] += onSegment[1];
    pointOfSegment();
    mulMatVec3(dif, 0, geom_xmat, m2, tmp, 0);
    addTo3(dif, 0, geom_xpos, p2);
    count += ballBox(con, count, dif, 0, geom_size, p1, geom_xpos, p2, geom_xmat, m2, geom_size, p2);
  }
  return count;
}

/** The point on the segment, in `tmp`. */
function pointOfSegment(): void {
  for (let k = 0; k < 3; k++) tmp[k] = center[k] + half[k] * onSegment[0];
}

// the gap to look for
const limit = new Float64Array(1);

/** Is there a gap of `limit[0]` along a direction that is normal to the capsule and to an edge of the box? */
function edgesApart(): boolean {
  const reach = limit[0];
  const ax = axis[0];
  const ay = axis[1];
  const az = axis[2];
  const cx = center[0];
  const cy = center[1];
  const cz = center[2];
  const sx = size[0] * (1 + SLACK);
  const sy = size[1] * (1 + SLACK);
  const sz = size[2] * (1 + SLACK);
  // these directions are at most of unit length, so gaps along them are underestimated
  return Math.abs(cz * ay - cy * az) > sy * Math.abs(az) + sz * Math.abs(ay) + reach ||
    Math.abs(cx * az - cz * ax) > sz * Math.abs(ax) + sx * Math.abs(az) + reach ||
    Math.abs(cy * ax - cx * ay) > sx * Math.abs(ay) + sy * Math.abs(ax) + reach;
}

/** Finds the feature of the box nearest to the segment: a face below one of its ends, or one of the twelve edges. */
function nearestFeature(con: PairContacts, geom_size: Float64Array, p1: number): void {
  const length = geom_size[p1 + 1];
  let best = con.margin[0] + 2 * (geom_size[p1] + length + size[0] + size[1] + size[2]);
  feature = NOTHING;

  // ends of the segment: within the box, or above a face
  for (let end = -1; end <= 1; end += 2) {
    let outside = 0;
    let face = -1;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const x = center[k] + half[k] * end;
      const nearest = x < -size[k] ? -size[k] : x > size[k] ? size[k] : x;
      squared += (nearest - x) * (nearest - x);
      if (x < -size[k] || x > size[k]) {
        outside++;
        face = k;
      }
    }
    if (outside > 1 || !(squared < best)) continue;
    best = squared;
    onSegment[0] = end;
    feature = FACE;
    featureAxis = face;
  }

  // edges: nearest points of two lines, clipped to the segments
  const cx = center[0];
  const cy = center[1];
  const cz = center[2];
  const hx = half[0];
  const hy = half[1];
  const hz = half[2];
  const bb = length * length;
  const inverseB = 1 / bb;
  for (let j = 0; j < 3; j++) {
    const along = size[j];
    const aa = along * along;
    const ab = -along * half[j];
    const det = aa * bb - ab * ab;
    if (Math.abs(det) < TINY) continue;
    const inverse = 1 / det;
    const inverseA = 1 / aa;
    const bit = 1 << j;
    for (let i = 0; i < 8; i++) {
      if ((i & bit) !== 0) continue;

      // from the capsule's center to the middle of the edge
      let x = (j === 0 ? 0 : i & 1 ? size[0] : -size[0]) - cx;
      let y = (j === 1 ? 0 : i & 2 ? size[1] : -size[1]) - cy;
      let z = (j === 2 ? 0 : i & 4 ? size[2] : -size[2]) - cz;
      const u = -along * (j === 0 ? x : j === 1 ? y : z);
      const v = hx * x + hy * y + hz * z;
      let x1 = (bb * u - ab * v) * inverse;
      let x2 = (aa * v - ab * u) * inverse;

      // position on the edge: at its lower end, in the middle, at its upper end
      let place = 1;
      if (x1 > 1) {
        x1 = 1;
        place = 2;
        x2 = (v - ab) * inverseB;
      } else if (x1 < -1) {
        x1 = -1;
        place = 0;
        x2 = (v + ab) * inverseB;
      }
      if (x2 > 1 || x2 < -1) {
        x2 = x2 > 1 ? 1 : -1;
        x1 = (x2 > 0 ? u - ab : u + ab) * inverseA;
        if (x1 > 1) {
          x1 = 1;
          place = 2;
        } else if (x1 < -1) {
          x1 = -1;
          place = 0;
        }
      }

      x += hx * -x2;
      y += hy * -x2;
      z += hz * -x2;
      const onto = along * x1;
      if (j === 0) x += onto;
      else if (j === 1) y += onto;
      else z += onto;
      const squared = x * x + y * y + z * z;
      if (!(squared < best - TINY)) continue;
      best = squared;
      onSegment[0] = x2;
      onEdge[0] = x1;
      feature = place === 1 ? EDGE : CORNER;
      featureAxis = j;
      corner = place === 2 ? i + bit : i;
    }
  }
}

/** Finds the offset on the segment from the nearest point to the second one, or `NONE`. */
function findSecond(): void {
  onSegment[1] = NONE;
  const direction = (half[0] > 0 ? 1 : 0) + (half[1] > 0 ? 2 : 0) + (half[2] > 0 ? 4 : 0);
  switch (feature) {
    case CORNER:
      secondFromCorner(direction ^ corner);
      break;
    case EDGE:
      secondFromEdge(direction);
      break;
    default:
      secondFromFace();
  }
}

/** From a corner, along the edge that the capsule follows, or across the face below it. */
function secondFromCorner(differing: number): void {
  // the capsule points to the corner or away from it
  if (differing === 0 || differing === 7) return;

  // one axis is special: the one in which corner and direction differ, or the one in which they agree
  const single = differing === 1 || differing === 2 || differing === 4;
  const sign = single ? 1 : -1;
  const bit = single ? differing : 7 - differing;
  const ax = bit >> 1;
  const ahead = 1 - sign * onSegment[0];
  const behind = 1 + sign * onSegment[0];

  if (axis[ax] * axis[ax] > 0.5) {
    const across = 2 * size[ax] / Math.abs(half[ax]);
    // V8-10
    if (across < ahead) onSegment[1] = across * sign;
    else onSegment[1] = ahead * sign;
    return;
  }
  const ax1 = (ax + 1) % 3;
  const ax2 = (ax + 2) % 3;
  const across1 = 2 * size[ax1] / Math.abs(half[ax1]);
  const across2 = 2 * size[ax2] / Math.abs(half[ax2]);
  onSegment[1] = behind;
  if (across1 < onSegment[1]) onSegment[1] = across1;
  if (across2 < onSegment[1]) onSegment[1] = across2;
  onSegment[1] *= -sign;
}

/**
 * From an edge, across the face to which the capsule is more nearly parallel; none if the capsule is perpendicular to
 * the edge.
 */
function secondFromEdge(direction: number): void {
  const ax = featureAxis;
  const differing = (direction ^ corner) & (7 - (1 << ax));
  if (differing !== 1 && differing !== 2 && differing !== 4) return;

  // ax2: the axis along which the capsule crosses the face
  let ax1 = (ax + 1) % 3;
  if (Math.abs(axis[ax1]) > Math.abs(axis[(ax + 2) % 3])) ax1 = (ax + 2) % 3;
  const ax2 = 3 - ax - ax1;

  const forward = (differing & (1 << ax2)) !== 0;
  const sign = forward ? 1 : -1;
  const across = 2 * size[ax2] / Math.abs(half[ax2]);
  let offset = forward ? 1 - onSegment[0] : 1 + onSegment[0];
  if (across < offset) offset = across;

  // the rest of the edge in the direction of the capsule
  const left = ((direction & (1 << ax)) !== 0) === forward ? 1 - onEdge[0] : 1 + onEdge[0];
  const rest = size[ax] * left / Math.abs(half[ax]);
  if (rest < offset) offset = rest;
  onSegment[1] = offset * sign;
}

/** From an end above a face, to where the segment leaves the face. */
function secondFromFace(): void {
  if (featureAxis === -1) return;
  const sign = onSegment[0] < 0 ? 1 : -1;

  let offset = 2;
  for (let k = 0; k < 3; k++) {
    if (k === featureAxis) continue;
    const x = center[k] + half[k] * -sign;
    const upper = (size[k] - x) / half[k] * sign;
    if (upper > 0 && upper < offset) offset = upper;
    const lower = (-size[k] - x) / half[k] * sign;
    if (lower > 0 && lower < offset) offset = lower;
  }
  onSegment[1] = offset * sign;
}
