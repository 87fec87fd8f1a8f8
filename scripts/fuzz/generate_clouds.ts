/** Documents with meshes of few points, most of which tie in what decides on a hull. */

import { Random } from "./random.ts";

/** A document with several meshes without faces, which are their hulls. */
export function generateClouds(seed: number): string {
  const r = new Random(seed);
  const clouds = Array.from({ length: 12 }, () => cloudOf(r));
  return `<mujoco>
  <compiler usethread="false"/>
  <asset>
${clouds.map((points, i) => `    <mesh name="m${i}"${attributesOf(r)} vertex="${points.join(" ")}"/>`).join("\n")}
  </asset>
  <worldbody>
${clouds.map((_, i) => `    <geom type="mesh" mesh="m${i}"/>`).join("\n")}
  </worldbody>
</mujoco>
`;
}

function attributesOf(r: Random): string {
  const limit = r.chance(0.2) ? ` maxhullvert="${r.int(4, 12)}"` : "";
  return `${limit} inertia="${r.pick(["convex", "convex", "exact", "legacy"])}"`;
}

/** Points of a lattice, of one that is turned, of rings, or of a cloud with twins. */
function cloudOf(r: Random): number[] {
  const kind = r.pick(["lattice", "lattice", "turned", "rings", "twins"]);
  if (kind === "rings") return ringsOf(r);
  const points: number[] = [];
  const side = r.int(2, 4);
  // the corners of a simplex give every cloud a volume
  points.push(0, 0, 0, side, 0, 0, 0, side, 0, 0, 0, side);
  for (let i = r.int(4, 40); i > 0; i--) {
    for (let k = 0; k < 3; k++) points.push(kind === "twins" ? r.real(0, side) : r.int(0, side));
  }
  if (kind === "twins") {
    const apart = 10 ** r.int(-7, -3);
    for (let i = points.length - 3; i >= 0; i -= 3) {
      if (r.chance(0.5)) { for (let k = 0; k < 3; k++) points.push(points[i + k] + apart * r.int(-1, 1)); }
    }
  }
  return (kind === "turned" ? turned(r, points) : points).map(Math.fround);
}

/** Equal rings above each other, each point moved by about its rounding. */
function ringsOf(r: Random): number[] {
  const points: number[] = [];
  const sides = r.int(3, 12);
  const wobble = r.pick([0, 1e-8, 1e-6]);
  for (let level = r.int(2, 4); level > 0; level--) {
    for (let i = 0; i < sides; i++) {
      const x = 2 * i / sides - 1;
      const y = Math.sqrt(1 - x * x) * (i % 2 ? 1 : -1);
      points.push(...[x, y, level].map((value) => Math.fround(value + wobble * r.int(-1, 1))));
    }
  }
  return points;
}

/** Points turned by an angle whose sine and cosine are not short in binary. */
function turned(r: Random, points: readonly number[]): number[] {
  const [sine, cosine] = r.pick([[0.6, 0.8], [5 / 13, 12 / 13]]);
  const axis = r.int(0, 2);
  const out = [...points];
  for (let i = 0; i < out.length; i += 3) {
    const [a, b] = [i + (axis + 1) % 3, i + (axis + 2) % 3];
    out[a] = cosine * points[a] - sine * points[b];
    out[b] = sine * points[a] + cosine * points[b];
  }
  return out;
}
