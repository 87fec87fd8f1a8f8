/** Documents with two convex geoms, at least one of them a hull of many vertices. */

import { normalizeVec } from "../../engine/math/normalize.ts";
import { quat2Mat } from "../../engine/math/quat.ts";
import { Random } from "./random.ts";

/** Types of the second geom; the first is always a hull. */
const TYPES = ["mesh", "mesh", "mesh", "box", "cylinder", "ellipsoid", "capsule", "sphere"];

/** A document with two free bodies of one geom each. */
export function generateHulls(seed: number): string {
  const r = new Random(seed);
  const type = r.pick(TYPES);
  const margin = r.chance(0.25) ? ` margin="${r.real(1e-6, 0.02)}"` : "";
  const second = type === "mesh" ? `type="mesh" mesh="b"` : `type="${type}" size="${r.reals(3, 0.05, 0.2)}"`;
  const meshes = type === "mesh" ? ["a", "b"] : ["a"];
  const ccd = r.chance(0.2) ? ` ccd_iterations="${r.int(1, 60)}"` : "";
  return `<mujoco>
  <option${ccd}><flag multiccd="${r.chance(0.5) ? "enable" : "disable"}" nativeccd="${
    r.chance(0.85) ? "enable" : "disable"
  }"/></option>
  <asset>
${meshes.map((name) => `    <mesh name="${name}" vertex="${hullVertices(r)}"/>`).join("\n")}
  </asset>
  <worldbody>
    <body><freejoint/><geom type="mesh" mesh="a"${margin}/></body>
    <body><freejoint/><geom ${second}${margin}/></body>
  </worldbody>
</mujoco>
`;
}

/** Points of a hull: of a rounded shape, or of a machined part with flat sides and straight edges in any direction. */
function hullVertices(r: Random): string {
  const count = r.int(300, 2000);
  const points = r.chance(0.5) ? partPoints(r, count) : roundPoints(r, count);
  if (r.chance(0.4)) addTwins(r, points);
  return points.map((x) => Math.fround(x)).join(" ");
}

/** Adds points that are very close to others, as at the seams of a part. */
function addTwins(r: Random, points: number[]): void {
  const apart = 10 ** r.real(-9, -4);
  const share = r.unit();
  const count = points.length;
  for (let i = 0; i < count; i += 3) {
    if (!r.chance(share)) continue;
    for (let k = 0; k < 3; k++) points.push(points[i + k] + apart * (2 * r.unit() - 1));
  }
}

/** Points on an ellipsoid: scattered, rough, with flat ends, or in rings that are often equally far. */
function roundPoints(r: Random, count: number): number[] {
  const size = [r.real(0.05, 0.3), r.real(0.05, 0.3), r.real(0.05, 0.3)];
  const kind = r.pick(["pebble", "rough", "barrel", "rings"]);
  const rings = Math.round(Math.sqrt(count / 2));
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const inRing = kind === "rings";
    const z = inRing ? 2 * Math.trunc(i / (2 * rings)) / (rings - 1) - 1 : 2 * r.unit() - 1;
    const angle = inRing ? Math.PI * (i % (2 * rings)) / rings : 2 * Math.PI * r.unit();
    const around = Math.sqrt(Math.max(0, 1 - z * z));
    const end = kind === "barrel" ? Math.max(-0.8, Math.min(0.8, z)) : z;
    const far = kind === "rough" ? 1 + 0.02 * r.unit() : 1;
    points.push(
      far * size[0] * around * Math.cos(angle),
      far * size[1] * around * Math.sin(angle),
      far * size[2] * end,
    );
  }
  return points;
}

/** Points of rims: discs and rounded rectangles in two or three directions, as in machined parts. */
function partPoints(r: Random, count: number): number[] {
  const points: number[] = [];
  const rims = 2 * r.int(1, 6);
  const perRim = Math.ceil(count / rims);
  const quat = new Float64Array(4);
  const mat = new Float64Array(9);
  const base = new Float64Array(4);
  for (let k = 0; k < 4; k++) base[k] = 2 * r.unit() - 1;
  for (let rim = 0; rim < rims; rim += 2) {
    // many parts have all their axes at right angles
    for (let k = 0; k < 4; k++) quat[k] = r.chance(0.7) ? base[k] : 2 * r.unit() - 1;
    normalizeVec(quat, 0, 4);
    quat2Mat(mat, 0, quat, 0);
    const axis = r.int(0, 2);
    const [wide, tall, half] = [r.real(0.01, 0.15), r.real(0.01, 0.15), r.real(0.005, 0.15)];
    const center = [r.real(-0.1, 0.1), r.real(-0.1, 0.1), r.real(-0.1, 0.1)];
    const corner = r.chance(0.5) ? 0 : r.real(0.001, 0.02);
    for (let side = -1; side <= 1; side += 2) {
      for (let i = 0; i < perRim; i++) {
        const angle = 2 * Math.PI * i / perRim;
        let [x, y] = [wide * Math.cos(angle), wide * Math.sin(angle)];
        if (corner > 0) {
          // a rectangle with round corners
          const square = Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
          x = wide * Math.cos(angle) / square + corner * Math.cos(angle);
          y = tall * Math.sin(angle) / square + corner * Math.sin(angle);
        }
        const at = [0, 0, 0];
        at[axis] = side * half + center[axis];
        at[(axis + 1) % 3] = x + center[(axis + 1) % 3];
        at[(axis + 2) % 3] = y + center[(axis + 2) % 3];
        for (let k = 0; k < 9; k += 3) points.push(mat[k] * at[0] + mat[k + 1] * at[1] + mat[k + 2] * at[2]);
      }
    }
  }
  return points;
}
