/** Hulls of points between which there are ties: in the engine and in MuJoCo, down to the order of what they consist of. */

import { compile } from "../../engine/compile/compile.ts";
import { normalize4, rotVecQuat } from "../../engine/math/quat.ts";
import { cos, sin } from "../../engine/math/scalar.ts";
import type { Numbers } from "../../harness/engine.ts";
import { type MujocoEngine, mujocoEngine } from "../../harness/engines/mujoco.ts";
import { type Random, randomFrom } from "../../harness/random.ts";

/** Points by the kind of ties between them. */
export const CLOUDS: Readonly<Record<string, (random: Random) => number[][]>> = {
  "a lattice": (random) => lattice(random, 2 + Math.floor(4 * random())),
  "a turned lattice": (random) => turned(random, lattice(random, 2 + Math.floor(4 * random()))),
  "a lattice with points twice": (random) => {
    const points = lattice(random, 3);
    return [...points, ...points.filter(() => random() < 0.5)];
  },
  "a lattice with points hardly apart": (random) => {
    const points = lattice(random, 3);
    return [...points, ...points.map((p) => p.map((x) => x + 3e-7 * (random() - 0.5)))];
  },
  "a prism with points on its faces": (random) => turned(random, prism(random, 3 + Math.floor(20 * random()), 3)),
  "a thin plate": (random) => prism(random, 24, 2).map(([x, y, z]) => [x, y, 1e-5 * z]),
  "a ball of rings": (random) => {
    const [rings, sides] = [3 + Math.floor(6 * random()), 4 + Math.floor(12 * random())];
    return Array.from({ length: rings * sides }, (_, i) => {
      const [up, around] = [Math.PI * (Math.floor(i / sides) + 0.5) / rings, 2 * Math.PI * (i % sides) / sides];
      return [sin(up) * cos(around), sin(up) * sin(around), cos(up)];
    });
  },
  "steps": (random) =>
    turned(random, Array.from({ length: 60 }, (_, i) => [i % 4, Math.floor(i / 4) % 3, (i % 3) * 1e-4])),
};

function lattice(random: Random, side: number): number[][] {
  return Array.from({ length: 20 + Math.floor(60 * random()) }, () => [0, 0, 0].map(() => Math.floor(side * random())));
}

function prism(random: Random, sides: number, layers: number): number[][] {
  const points: number[][] = [];
  for (let i = 0; i < sides; i++) {
    const angle = 2 * Math.PI * i / sides;
    for (let z = 0; z < layers; z++) points.push([cos(angle), sin(angle), z]);
    const part = random();
    points.push([part * cos(angle), part * sin(angle), 0]);
  }
  return points;
}

function turned(random: Random, points: number[][]): number[][] {
  const quat = Float64Array.from({ length: 4 }, () => random() - 0.5);
  normalize4(quat, 0);
  return points.map((p) => {
    const res = Float64Array.from(p);
    rotVecQuat(res, 0, res, 0, quat, 0);
    return [...res];
  });
}

/** All meshes of a kind in a document of their own, because MuJoCo refuses it for a single one. */
function documentOf(cloud: (random: Random) => number[][], seed: number): string {
  const vertex = cloud(randomFrom(seed)).flat().map(Math.fround).join(" ");
  return `<mujoco><asset><mesh name="m" inertia="convex" vertex="${vertex}"/></asset>
    <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;
}

const FIELDS = ["mesh_graph", "mesh_vert", "mesh_face", "mesh_polyvert", "mesh_polynormal", "mesh_polymap"] as const;

/** Values by field, or null if the hull is refused. */
type Hull = Readonly<Record<string, readonly number[]>> | null;

let oracle: Promise<MujocoEngine> | undefined;
const known = new Map<string, Promise<Hull>>();

async function inMujoco(xml: string): Promise<Hull> {
  const mujoco = await (oracle ??= mujocoEngine());
  const loaded = await mujoco.load(xml, new Map());
  if (loaded.outcome !== "loaded") return null;
  const { simulation } = loaded;
  const hull = Object.fromEntries(FIELDS.map((name) => [name, [...simulation.read(name) as Numbers]]));
  simulation.close();
  return hull;
}

function here(xml: string): Hull {
  try {
    const m = compile(xml);
    return Object.fromEntries(FIELDS.map((name) => [name, [...m[name]]]));
  } catch {
    return null;
  }
}

/** The first field in which the hull of a cloud differs from that of MuJoCo, or null. MuJoCo is asked once. */
export async function differenceInHull(kind: string, seed: number): Promise<string | null> {
  const xml = documentOf(CLOUDS[kind], seed);
  let asked = known.get(xml);
  if (asked === undefined) known.set(xml, asked = inMujoco(xml));
  const [own, truth] = [here(xml), await asked];
  if (own === null || truth === null) return own === truth ? null : "only one of the two refuses it";
  return FIELDS.find((name) => own[name].join() !== truth[name].join()) ?? null;
}
