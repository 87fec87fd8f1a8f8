/** Robots of meshes, drawn from a seed: revolved, swept, and beveled parts in files of all formats. */

import { randomFrom } from "../harness/random.ts";

/** A surface. */
interface Surface {
  /** three coordinates per vertex */
  vert: number[];
  /** three vertices per triangle */
  face: number[];
}

/** A robot whose parts are meshes: names of files, and what is in them. */
export type Robot = Record<string, Uint8Array>;

/** Draws a robot of so many parts, of 500 to 10,000 triangles each; `robot.xml` is the document. */
export function drawRobot(parts: number, seed: number): Robot {
  const random = randomFrom(seed);
  const kinds = [revolved, swept, beveled];
  const files: Robot = {};
  const names = Array.from({ length: parts }, (_, i) => {
    const triangles = 500 * 20 ** (i / Math.max(1, parts - 1));
    const surface = kinds[i % 3](random, triangles);
    const [ending, write] = FORMATS[Math.floor(random() * FORMATS.length)];
    const name = `part${i}.${ending}`;
    files[name] = write(surface);
    return name;
  });
  const meshes = names.map((name) => `<mesh file="${name}"/>`).join("");
  const bodies = names.map((name) =>
    `<body pos="0 0 0.2"><joint axis="0 1 0"/><geom type="mesh" mesh="${name.split(".")[0]}"/>`
  );
  const xml = `<mujoco><asset>${meshes}</asset><worldbody>${bodies.join("")}${
    "</body>".repeat(parts)
  }</worldbody></mujoco>`;
  return { ...files, "robot.xml": new TextEncoder().encode(xml) };
}

/** A closed grid: rings of points, each connected to the next, with a point at either end. */
function closed(rings: readonly (readonly number[])[], first: readonly number[], last: readonly number[]): Surface {
  const around = rings[0].length / 3;
  const vert = [...first, ...rings.flat(), ...last];
  const end = vert.length / 3 - 1;
  const face: number[] = [];
  for (let j = 0; j < around; j++) {
    const k = (j + 1) % around;
    face.push(0, 1 + k, 1 + j);
    for (let i = 0; i + 1 < rings.length; i++) {
      const [a, b] = [1 + i * around + j, 1 + i * around + k];
      face.push(a, b, a + around, b, b + around, a + around);
    }
    face.push(end, end - around + j, end - around + k);
  }
  return { vert, face };
}

/** Flanges and pulleys: steps of several radii about an axis. */
function revolved(random: () => number, triangles: number): Surface {
  const steps = 3 + Math.floor(5 * random());
  const around = Math.max(8, Math.round(triangles / (4 * steps)));
  const rings: number[][] = [];
  for (let i = 0; i < steps; i++) {
    const radius = 0.02 + 0.05 * random();
    for (const z of [0.03 * i, 0.03 * i + 0.03]) {
      rings.push(circle(around, (c, s) => [radius * c, radius * s, z]));
    }
  }
  return closed(rings, [0, 0, 0], [0, 0, 0.03 * steps]);
}

/** Tubes along an arc, thinner toward the end. */
function swept(random: () => number, triangles: number): Surface {
  const around = Math.max(8, Math.round(Math.sqrt(triangles / 4)));
  const along = Math.max(3, Math.round(triangles / (2 * around)));
  const bend = 0.3 + 1.2 * random();
  const [wide, narrow] = [0.03, 0.01 + 0.02 * random()];
  const place = (t: number, radius: number, c: number, s: number) => {
    const out = 0.15 + radius * c;
    return [out * Math.cos(bend * t), radius * s, out * Math.sin(bend * t)];
  };
  const rings = Array.from({ length: along }, (_, i) => {
    const t = i / (along - 1);
    return circle(around, (c, s) => place(t, wide + t * (narrow - wide), c, s));
  });
  return closed(rings, place(0, 0, 0, 0), place(1, 0, 0, 0));
}

/** Boxes with rounded edges. */
function beveled(random: () => number, triangles: number): Surface {
  const around = 4 * Math.max(2, Math.round(Math.sqrt(triangles / 2) / 4));
  const along = Math.max(2, 2 * Math.round(triangles / (4 * around)));
  const half = [0.03 + 0.05 * random(), 0.03 + 0.05 * random(), 0.03 + 0.05 * random()];
  const bevel = 0.005 + 0.01 * random();
  const at = (n: readonly number[]) => n.map((x, k) => (x < 0 ? -half[k] : half[k]) + bevel * x);
  const rings = Array.from({ length: along }, (_, i) => {
    const angle = Math.PI * ((i + 0.5) / along - 0.5);
    return circle(around, (c, s) => at([Math.cos(angle) * c, Math.cos(angle) * s, Math.sin(angle)]));
  });
  return closed(rings, [0, 0, -half[2] - bevel], [0, 0, half[2] + bevel]);
}

/** Points around an axis, as functions of cosine and sine. */
function circle(count: number, point: (c: number, s: number) => number[]): number[] {
  return Array.from({ length: count }, (_, j) => {
    const angle = 2 * Math.PI * (j + 0.5) / count;
    return point(Math.cos(angle), Math.sin(angle));
  }).flat();
}

const FORMATS: readonly (readonly [string, (surface: Surface) => Uint8Array])[] = [
  ["stl", toStl],
  ["obj", toObj],
  ["msh", toMsh],
];

function toStl({ vert, face }: Surface): Uint8Array {
  const count = face.length / 3;
  const view = new DataView(new ArrayBuffer(84 + 50 * count));
  view.setInt32(80, count, true);
  face.forEach((v, i) => {
    const at = 96 + 50 * Math.floor(i / 3) + 12 * (i % 3);
    for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, vert[3 * v + k], true);
  });
  return new Uint8Array(view.buffer);
}

function toObj({ vert, face }: Surface): Uint8Array {
  const lines = Array.from({ length: vert.length / 3 }, (_, i) => {
    return `v ${vert.slice(3 * i, 3 * i + 3).map((x) => x.toFixed(6)).join(" ")}\n`;
  });
  for (let f = 0; f < face.length; f += 3) lines.push(`f ${face[f] + 1} ${face[f + 1] + 1} ${face[f + 2] + 1}\n`);
  return new TextEncoder().encode(lines.join(""));
}

function toMsh({ vert, face }: Surface): Uint8Array {
  const header = Int32Array.of(vert.length / 3, 0, 0, face.length / 3);
  const parts = [header, Float32Array.from(vert), Int32Array.from(face)];
  return new Uint8Array(parts.flatMap(({ buffer }) => [...new Uint8Array(buffer)]));
}
