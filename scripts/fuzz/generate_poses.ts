/** Documents with pairs of shapes side by side, most of them in poses in which edges, corners, and faces meet exactly. */

import { Random } from "./random.ts";

const TYPES = ["sphere", "capsule", "ellipsoid", "cylinder", "cylinder", "box", "box", "mesh", "mesh", "hfield"];

/** Distance of pairs, so that they do not meet. */
const APART = 8;

/** Corners of meshes with few, of which some are in one plane or opposite to each other. */
const MESHES = [
  "1 1 1 -1 -1 1 -1 1 -1 1 -1 -1",
  "1 0 0 -1 0 0 0 1 0 0 -1 0 0 0 1 0 0 -1",
  "1 1 1 -1 1 1 1 -1 1 -1 -1 1 1 1 -1 -1 1 -1 1 -1 -1 -1 -1 -1",
  "1 0 -1 -1 1 -1 -1 -1 -1 1 0 1 -1 1 1 -1 -1 1",
  "1 0 0 .5 1 0 -.5 1 0 -1 0 0 -.5 -1 0 .5 -1 0 0 0 1",
];

/** A document in which each pair has a joint of its own. */
export function generatePoses(seed: number): string {
  const r = new Random(seed);
  const scale = [0, 1, 2].map(() => r.pick([0.125, 0.25, 0.5])).join(" ");
  const few = r.chance(0.2) ? ` ccd_iterations="${r.int(1, 10)}"` : "";
  const flag = `multiccd="${r.chance(0.5) ? "enable" : "disable"}" nativeccd="${r.chance(0.6) ? "enable" : "disable"}"`;
  const heights = Array.from({ length: 20 }, () => r.pick([0, 0.25, 0.5, 1, r.real(0, 1)]));
  const pairs = Array.from({ length: r.int(8, 20) }, (_, i) => pair(r, APART * i));
  return `<mujoco>
  <option gravity="0 0 0"${few}><flag ${flag}/></option>
  <asset>
${MESHES.map((vertex, i) => `    <mesh name="m${i}" scale="${scale}" vertex="${vertex}"/>`).join("\n")}
    <hfield name="h" nrow="4" ncol="5" size="0.75 0.5 0.25 0.125" elevation="${heights.join(" ")}"/>
  </asset>
  <worldbody>
${pairs.join("\n")}
  </worldbody>
</mujoco>
`;
}

/** A shape that stands still, and one that is near it. */
function pair(r: Random, x: number): string {
  const isExact = r.chance(0.6);
  const length = (low: number, high: number) => isExact ? r.int(Math.ceil(8 * low), 8 * high) / 8 : r.real(low, high);
  const size = () => [0, 1, 2].map(() => length(0.1, 0.5)).join(" ");
  const angle = () => isExact ? r.pick([0, 0, 45, 90, 180]) : r.real(0, 360);
  const margin = r.chance(0.2) ? ` margin="${r.pick([0.125, 0.01])}"` : "";
  const geom = (type: string) => {
    const mesh = r.int(0, MESHES.length - 1);
    const shape = type === "mesh" ? `mesh="m${mesh}"` : type === "hfield" ? `hfield="h"` : `size="${size()}"`;
    return `type="${type}" ${shape} euler="${angle()} ${angle()} ${angle()}"${margin}`;
  };
  const fixed = r.pick(TYPES);
  const moving = r.pick(TYPES.slice(0, -1));
  const near = [0, 1, 2].map(() => length(-0.5, 0.5));
  const at = [x + near[0], near[1], near[2] + (fixed === "hfield" ? 0.25 : 0)].join(" ");
  return `    <geom ${geom(fixed)} pos="${x} 0 0"/>
    <body pos="${at}"><joint type="slide" axis="1 2 3"/><geom ${geom(moving)}/></body>`;
}
