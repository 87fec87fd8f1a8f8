/** Contacts of shapes in many poses, in which corners and faces are often level: in the engine and in MuJoCo, bit for bit. */

import { kinematics } from "../../engine/forward.ts";
import { collision, comPos, flex as flexStage } from "../../engine/stages.ts";
import { compile } from "../../engine/compile/compile.ts";
import { Data } from "../../engine/data.ts";
import { geomDistance } from "../../engine/collision/geom_distance.ts";
import { cos, sin } from "../../engine/math/scalar.ts";
import { mujocoEngine, type MujocoSimulation } from "../../harness/engines/mujoco.ts";
import { type Random, randomFrom } from "../../harness/random.ts";

/** Shapes that are posed together. */
export interface Crowd {
  /** types of geoms to draw from; `mesh` is the hull of points of a lattice, `prism` one of a prism, `flex1` to `flex3` are grids of elements */
  readonly shapes: readonly string[];
  /** attributes of `<option>`, flags that are enabled or disabled, and attributes of flexes that matter for contacts */
  readonly option?: string;
  readonly flags?: string;
  readonly flex?: string;
  /** what else is in the world */
  readonly world?: string;
  /** contacts begin so far apart (m) */
  readonly margin?: number;
  /** sizes and positions are multiples of this (m) */
  readonly unit?: number;
  /** share of the bodies that are turned and moved at random, rather than onto a lattice */
  readonly loose?: number;
  readonly bodies?: number;
  /** geoms of each body */
  readonly geoms?: number;
  /** positions of bodies are up to so many units from the origin, along each axis */
  readonly room?: number;
  readonly poses?: number;
  /** distances are asked for up to this; not at all if it is missing (m) */
  readonly reach?: number;
}

/** The document of a crowd, and the positions to try. */
interface Scene {
  readonly xml: string;
  readonly poses: readonly Float64Array[];
}

/** Lattice points whose hull is a mesh, some of which lie on its faces and edges. */
function lattice(random: Random, unit: number): string {
  const side = [2, 2, 3, 4][Math.floor(4 * random())];
  const count = [4, 8, 16, 64][Math.floor(4 * random())];
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) points.push(unit * Math.floor((side + 1) * random() - side / 2));
  }
  // never flat
  points.push(0, 0, 0, 2 * unit, 0, 0, 0, 2 * unit, 0, 0, 0, 2 * unit);
  return points.join(" ");
}

/** Corners of an upright prism, and points on its faces. */
function prism(random: Random, unit: number): string {
  const sides = 3 + Math.floor(8 * random());
  const points: number[] = [0, 0, unit, 0, 0, -unit];
  for (let i = 0; i < sides; i++) {
    const angle = 2 * Math.PI * i / sides;
    for (const z of [-1, 1]) points.push(2 * unit * cos(angle), 2 * unit * sin(angle), unit * z);
  }
  return points.map(Math.fround).join(" ");
}

/**
 * A rotation that leaves the axes where they are; one that is followed by a turn about the local z-axis, so that faces
 * stay level; or any.
 */
function turn(random: Random, isLoose: boolean): number[] {
  const isFit = (quat: number[]) => isLoose || [1, 2, 4].includes(quat.filter((x) => x !== 0).length);
  let quat: number[] = [];
  while (quat.length === 0 || !isFit(quat)) {
    quat = Array.from({ length: 4 }, () => isLoose ? 2 * random() - 1 : Math.floor(3 * random()) - 1);
  }
  if (random() < 0.3) {
    const [w, x, y, z] = quat;
    const angle = Math.PI * random();
    const [c, s] = [cos(angle), sin(angle)];
    quat = [w * c - z * s, x * c + y * s, y * c - x * s, z * c + w * s];
  }
  const norm = Math.sqrt(quat.reduce((sum, x) => sum + x * x, 0));
  return quat.map((x) => x / norm);
}

/** A grid of nodes, and how many there are. */
function flexcomp(random: Random, unit: number, i: number, dim: number, about: string): [text: string, nodes: number] {
  const count = [0, 1, 2].map((k) => k < dim ? 2 + Math.floor(2 * random()) : 1);
  const radius = unit * [1 / 8, 1 / 4, 1 / 2][Math.floor(3 * random())];
  const text = `<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
    <flexcomp name="f${i}" type="grid" dim="${dim}" count="${count.join(" ")}" spacing=".125 .125 .125" mass="1"
      radius="${radius}"><contact ${about}/></flexcomp>`;
  return [text, count[0] * count[1] * count[2]];
}

function drawScene(crowd: Crowd, seed: number): Scene {
  const random = randomFrom(seed);
  const { shapes, world = "", margin = 0, loose = 0.15, bodies = 5, poses = 40, unit = 1 / 16, geoms = 1, room = 4 } =
    crowd;
  const field = Array.from({ length: 30 }, () => Math.floor(4 * random())).join(" ");
  const assets = [`<hfield name="h" nrow="6" ncol="5" size=".25 .25 .25 .125" elevation="${field}"/>`];
  const drawn: string[] = [];
  const nodes: number[] = [];
  for (let i = 0; i < bodies; i++) {
    let text = "";
    let count = 0;
    for (let geom = 0; geom < geoms; geom++) {
      const shape = shapes[Math.floor(random() * shapes.length)];
      const size = [0, 0, 0].map(() => unit * (1 + Math.floor(3 * random()))).join(" ");
      const at = [0, 0, 0].map(() => geoms > 1 ? unit * Math.floor(7 * random()) : 0).join(" ");
      const mesh = `m${i}_${geom}`;
      if (shape.startsWith("flex")) {
        [text, count] = flexcomp(random, unit, i, Number(shape[4]), `margin="${margin}" ${crowd.flex ?? ""}`);
      } else if (shape === "mesh" || shape === "prism") {
        const vertex = shape === "mesh" ? lattice(random, unit) : prism(random, unit);
        assets.push(`<mesh name="${mesh}" inertia="legacy" vertex="${vertex}"/>`);
        text += `<geom type="mesh" mesh="${mesh}" pos="${at}" margin="${margin}"/>`;
      } else {
        text += `<geom type="${shape}" size="${size}" pos="${at}" margin="${margin}"/>`;
      }
    }
    nodes.push(count);
    drawn.push(`<body name="b${i}"><freejoint/>${text}</body>`);
  }
  const xml = `<mujoco><option ${crowd.option ?? ""}><flag ${crowd.flags ?? ""}/></option><size memory="4M"/>
    <asset>${assets.join("")}</asset><worldbody>${world}${drawn.join("")}</worldbody></mujoco>`;
  const all = Array.from({ length: poses }, () => {
    const qpos: number[] = [];
    for (const count of nodes) {
      const isLoose = random() < loose;
      for (let k = 0; k < 3; k++) {
        qpos.push(unit * (isLoose ? room * (2 * random() - 1) : Math.floor((2 * room + 1) * random()) - room));
      }
      qpos.push(...turn(random, isLoose));
      for (let k = 0; k < 3 * count; k++) qpos.push(unit * (isLoose ? random() - 0.5 : Math.floor(3 * random()) - 1));
    }
    return Float64Array.from(qpos);
  });
  return { xml, poses: all };
}

/** What comes of a pose: numbers of contacts, then contacts and distances, end to end. */
type Answer = readonly number[];

let oracle: ReturnType<typeof mujocoEngine> | undefined;
const answers = new Map<string, Promise<readonly Answer[] | string>>();

async function ask({ xml, poses }: Scene, reach: number | undefined): Promise<readonly Answer[] | string> {
  const mujoco = await (oracle ??= mujocoEngine());
  const loaded = await mujoco.load(xml, new Map());
  if (loaded.outcome !== "loaded") return loaded.message;
  const sim = loaded.simulation as MujocoSimulation;
  const { mj, model, data } = sim;
  const segment = mj.DoubleBuffer.FromArray(new Array(6).fill(0));
  try {
    return poses.map((qpos) => {
      sim.write("qpos", qpos);
      mj.mj_kinematics(model, data);
      mj.mj_comPos(model, data);
      mj.mj_flex(model, data);
      mj.mj_collision(model, data);
      const answer: number[] = [Number(data.ncon)];
      const all = data.contact;
      for (let i = 0; i < answer[0]; i++) {
        const contact = all.get(i);
        const { geom, flex, elem, vert, dist, pos, frame } = contact;
        answer.push(...geom, ...flex, ...elem, ...vert, dist, ...pos, ...frame);
        contact.delete();
      }
      all.delete();
      if (reach === undefined) return answer;
      for (let a = 0; a < model.ngeom; a++) {
        for (let b = 0; b < a; b++) {
          answer.push(mj.mj_geomDistance(model, data, b, a, reach, segment), ...segment.GetView());
        }
      }
      return answer;
    });
  } finally {
    segment.delete();
    sim.close();
  }
}

function answer({ xml, poses }: Scene, reach: number | undefined): Answer[] {
  const m = compile(xml);
  const d = new Data(m);
  const segment = new Float64Array(6);
  return poses.map((qpos) => {
    d.qpos.set(qpos);
    kinematics(m, d);
    comPos(m, d);
    flexStage(m, d);
    collision(m, d);
    const found: number[] = [d.ncon];
    const { geom, flex, elem, vert, dist, pos, frame } = d.contact;
    for (let i = 0; i < d.ncon; i++) {
      for (const pair of [geom, flex, elem, vert]) found.push(pair[2 * i], pair[2 * i + 1]);
      found.push(dist[i], ...pos.subarray(3 * i, 3 * i + 3));
      found.push(...frame.subarray(9 * i, 9 * i + 9));
    }
    if (reach === undefined) return found;
    for (let a = 0; a < m.ngeom; a++) {
      for (let b = 0; b < a; b++) found.push(geomDistance(m, d, b, a, reach, segment), ...segment);
    }
    return found;
  });
}

/** Where the engine differs from MuJoCo in the poses that a seed draws for a crowd, or null. MuJoCo is asked once. */
export async function differenceInPoses(crowd: Crowd, seed: number): Promise<string | null> {
  const key = `${JSON.stringify(crowd)} ${seed}`;
  const scene = drawScene(crowd, seed);
  let asked = answers.get(key);
  if (asked === undefined) answers.set(key, asked = ask(scene, crowd.reach));
  const truth = await asked;
  if (typeof truth === "string") return truth;
  const own = answer(scene, crowd.reach);
  for (const [pose, expected] of truth.entries()) {
    const found = own[pose];
    if (found[0] !== expected[0]) return `pose ${pose}: ${found[0]} contacts, not ${expected[0]}`;
    // zeros of either sign are the same
    const at = expected.findIndex((x, i) => x !== found[i] && !(Number.isNaN(x) && Number.isNaN(found[i])));
    if (at >= 0) return `pose ${pose}: number ${at} is ${found[at]}, not ${expected[at]}`;
  }
  return null;
}
