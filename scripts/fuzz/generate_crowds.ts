/**
 * Crowds: shapes within each other's reach, all pairs of which are searched for contacts, in other poses and by other
 * searches before each step. They stand on mocap bodies, so that nothing is solved.
 */

import type { Assignments, CaseFile } from "../../harness/golden/golden.ts";
import { Random } from "./random.ts";

/** A document, and what is set before each of its steps. */
export interface Crowd {
  readonly xml: string;
  readonly events: NonNullable<CaseFile["events"]>;
  /** distances that are asked for in each step */
  readonly calls: NonNullable<CaseFile["calls"]>;
}

/** What a crowd consists of, and how it stands. */
interface Kind {
  readonly shapes: readonly string[];
  readonly searches: readonly Search[];
  /** share of the shapes whose poses are not on a lattice */
  readonly loose: number;
  /** how far shapes are from the middle at most, in units */
  readonly room: number;
  /** share of the pairs that have a margin */
  readonly margins: number;
  readonly scales?: readonly number[];
  /** share of the shapes that are hardly more than a point */
  readonly specks?: number;
  readonly distances?: boolean;
}

/** How pairs are searched: options by name. */
type Search = Readonly<Record<string, number>>;

const PORTALS = { "opt.disableflags": 1 << 17 };
const SEVERAL = { "opt.enableflags": 1 << 4 };
const ROUGHLY = { "opt.ccd_tolerance": 0.03 };
const EXACTLY = { "opt.ccd_tolerance": 0, "opt.ccd_iterations": 100 };
const LONG = { "opt.ccd_tolerance": 0, "opt.ccd_iterations": 200 };
const BRIEFLY = { "opt.ccd_iterations": 3 };
const USUAL = {
  "opt.disableflags": 0,
  "opt.enableflags": 0,
  "opt.ccd_tolerance": 1e-6,
  "opt.ccd_iterations": 35,
};
const EVERY: readonly Search[] = [
  ...[{}, {}, SEVERAL, PORTALS, ROUGHLY, BRIEFLY, EXACTLY, LONG],
  ...[{ ...PORTALS, ...SEVERAL }, { ...PORTALS, ...BRIEFLY }, { ...PORTALS, ...ROUGHLY }, { ...PORTALS, ...EXACTLY }],
];

const ALL = ["box", "lattice", "prism", "solid", "ball", "cylinder", "ellipsoid", "capsule", "sphere"];
const FLAT = ["box", "box", "lattice", "prism", "solid", "solid"];
const SIMPLE = ["sphere", "capsule", "ellipsoid", "box", "cylinder", "plane"];

const KINDS: readonly Kind[] = [
  { shapes: ALL, searches: EVERY, loose: 0.2, room: 3, margins: 0.2 },
  { shapes: ALL, searches: [{}, EXACTLY], loose: 0.2, room: 5, margins: 0.2, distances: true },
  { shapes: FLAT, searches: [SEVERAL, { ...SEVERAL, ...EXACTLY }], loose: 0, room: 3, margins: 0 },
  { shapes: FLAT, searches: EVERY, loose: 0.1, room: 1, margins: 0.1 },
  { shapes: SIMPLE, searches: [{}, PORTALS], loose: 0.4, room: 3, margins: 0.4 },
  { shapes: ["capsule", "box"], searches: [{}], loose: 0.75, room: 3, margins: 0.3 },
  { shapes: ["plane", "hfield", ...ALL], searches: EVERY, loose: 0.2, room: 3, margins: 0.2 },
  { shapes: ALL, searches: EVERY, loose: 0.2, room: 3, margins: 0.2, scales: [100, 1e4, 1e6, 1e8, 1e10] },
  { shapes: SIMPLE, searches: EVERY, loose: 0.1, room: 2, margins: 0.2, specks: 0.5 },
];

const UNIT = 1 / 8;

/** Solids with few corners, some of which are opposite to each other. */
const SOLIDS = [
  "1 1 1  -1 -1 1  -1 1 -1  1 -1 -1",
  "1 0 0  -1 0 0  0 1 0  0 -1 0  0 0 1  0 0 -1",
  "1 1 1  -1 1 1  1 -1 1  -1 -1 1  1 1 -1  -1 1 -1  1 -1 -1  -1 -1 -1",
  "1 0 -1  -1 1 -1  -1 -1 -1  1 0 1  -1 1 1  -1 -1 1",
  "1 1 -1  1 -1 -1  -1 1 -1  -1 -1 -1  0 0 1",
];

/** Corners of a mesh. */
function cornersOf(shape: string, r: Random): string {
  if (shape === "solid") return r.pick(SOLIDS);
  const points: number[] = [];
  if (shape === "lattice") {
    for (let i = 3 * r.pick([0, 2, 4, 8, 16, 32]); i > 0; i--) points.push(r.int(-2, 2));
    points.push(0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2);
  } else if (shape === "prism") {
    const sides = r.int(3, 10);
    const top = r.int(0, 2);
    for (let i = 0; i < sides; i++) {
      const angle = 2 * Math.PI * i / sides;
      for (const [z, size] of [[-1, 2], [1, top]]) {
        points.push(size * Math.cos(angle), size * Math.sin(angle), z);
      }
    }
  } else {
    for (let i = r.int(12, 40); i > 0; i--) {
      const point = [0, 1, 2].map(() => 2 * r.unit() - 1);
      const length = Math.sqrt(point.reduce((sum, x) => sum + x * x, 0));
      points.push(...point.map((x) => 2 * x / length));
    }
  }
  return points.map((x) => `${Number(x.toFixed(4))}`).join(" ");
}

/** A rotation by whole numbers: one that leaves the axes where they are, perhaps turned further, or any. */
function turn(r: Random, isLoose: boolean): number[] {
  let quat: number[];
  do quat = [0, 1, 2, 3].map(() => isLoose ? r.int(-9, 9) : r.int(-1, 1)); while (
    [0, isLoose ? 0 : 3].includes(quat.filter((x) => x !== 0).length)
  );
  if (!r.chance(0.3)) return quat;
  const [w, x, y, z] = quat;
  const [c, s] = [r.int(1, 6), r.int(-3, 3)];
  return [w * c - z * s, x * c + y * s, y * c - x * s, z * c + w * s];
}

/** A crowd of one of the kinds. */
export function generateCrowd(seed: number): Crowd {
  const r = new Random(seed);
  const kind = r.pick(KINDS);
  const scale = kind.scales === undefined ? 1 : r.pick(kind.scales);
  const sized = (x: number) => Number((scale * x).toPrecision(12));
  const heights = Array.from({ length: 30 }, () => r.int(0, 3)).join(" ");
  const assets = [`<hfield name="h" nrow="6" ncol="5" size=".5 .5 .25 .125" elevation="${heights}"/>`];
  const bodies: string[] = [];
  const shapes = Array.from({ length: r.int(6, 10) }, () => r.pick(kind.shapes));
  for (const [i, shape] of shapes.entries()) {
    const isSpeck = r.chance(kind.specks ?? 0);
    const sizes = [0, 1, 2].map(() => sized(UNIT * r.int(1, 3) * (isSpeck ? r.pick([1, 1e-16, 1e-16, 1e-9]) : 1)));
    let about = `type="${shape}" size="${sizes.join(" ")}"`;
    if (shape === "hfield") about = `type="hfield" hfield="h"`;
    if (["lattice", "prism", "solid", "ball"].includes(shape)) {
      const size = sized(UNIT * r.pick([0.5, 1, 1.5]));
      assets.push(
        `<mesh name="m${i}" inertia="legacy" scale="${size} ${size} ${size}" vertex="${cornersOf(shape, r)}"/>`,
      );
      about = `type="mesh" mesh="m${i}"`;
    }
    bodies.push(`<body mocap="true"><geom name="g${i}" ${about}/></body>`);
  }

  const pairs: string[] = [];
  const distances: number[][] = [];
  const isField = (i: number) => shapes[i] === "plane" || shapes[i] === "hfield";
  for (let i = 0; i < shapes.length; i++) {
    for (let j = i + 1; j < shapes.length; j++) {
      if (isField(i) && isField(j)) continue;
      const margin = r.chance(kind.margins) ? ` margin="${sized(r.pick([UNIT / 2, 0.01]))}"` : "";
      pairs.push(`<pair geom1="g${i}" geom2="g${j}"${margin}/>`);
      if (kind.distances && !isField(i) && !isField(j)) distances.push([...r.pick([[i, j], [j, i]]), r.pick([0.2, 2])]);
    }
  }

  const events = Array.from({ length: 6 }, (_, step) => {
    const [places, turns]: [number[], number[]] = [[], []];
    const part = UNIT * r.pick([1, 0.5]);
    for (const _ of shapes) {
      const isLoose = r.chance(kind.loose);
      if (places.length > 0 && r.chance(0.05)) {
        places.push(...places.slice(-3));
        turns.push(...turns.slice(-4));
        continue;
      }
      const far = kind.room * UNIT / part;
      for (let k = 0; k < 3; k++) {
        places.push(sized(isLoose ? r.real(-kind.room, kind.room) * UNIT : part * r.int(-far, far)));
      }
      turns.push(...turn(r, isLoose));
    }
    const set: Assignments = { ...USUAL, ...r.pick(kind.searches), mocap_pos: places, mocap_quat: turns };
    return { step, set };
  });
  const xml = `<mujoco>
<size memory="8M"/>
<asset>
${assets.join("\n")}
</asset>
<worldbody>
${bodies.join("\n")}
</worldbody>
<contact>
${pairs.join("\n")}
</contact>
</mujoco>
`;
  return { xml, events, calls: distances.length > 0 ? { geomDistance: distances } : {} };
}
