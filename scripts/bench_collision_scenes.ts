/** Scenes on which collision detection is measured. */

/** A scene that is released and comes to rest, or does not. */
export interface CollisionScene {
  name: string;
  /** what the scene exercises */
  about: string;
  /** model beside this script, in `bench/`, or the model itself */
  model: { file: string } | { xml: string };
  /** step of the first recorded state of each moment; a missing moment is not measured */
  moving?: number;
  settled?: number;
  /** amplitude of the sinusoidal controls while it moves */
  drive?: number;
}

/** Uniform numbers from 0 to 1. */
function random(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), s | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Makes pieces of MJCF with random numbers. */
export class Pieces {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  number(low: number, high: number): string {
    return (low + (high - low) * this.#next()).toFixed(4);
  }

  point(x: number, y: number, low: number, high: number): string {
    return `${this.number(-x, x)} ${this.number(-y, y)} ${this.number(low, high)}`;
  }

  turn(): string {
    return `${this.number(0, 360)} ${this.number(0, 360)} ${this.number(0, 360)}`;
  }

  /** Type and size of a geom, a tenth of a meter or so. */
  shape(type: string): string {
    const size = {
      sphere: [[0.05, 0.1]],
      capsule: [[0.04, 0.07], [0.05, 0.12]],
      cylinder: [[0.05, 0.09], [0.04, 0.1]],
      ellipsoid: [[0.04, 0.1], [0.04, 0.1], [0.04, 0.1]],
      box: [[0.05, 0.1], [0.05, 0.1], [0.05, 0.1]],
    }[type] ?? [];
    return `type="${type}" size="${size.map(([low, high]) => this.number(low, high)).join(" ")}"`;
  }
}

const MIXED = ["sphere", "capsule", "box"];
export const FLOOR = '<geom type="plane" size="5 5 1"/>';

/** Pieces, one per line. */
export function times(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join("\n");
}

/** A model of these bodies. */
export function world(bodies: string, option = ""): { xml: string } {
  return { xml: `<mujoco>${option}<worldbody>${bodies}</worldbody></mujoco>` };
}

/** Bodies in the air that hardly ever meet. */
function scattered(): { xml: string } {
  const p = new Pieces(1);
  const body = (i: number) =>
    `<body pos="${p.point(2, 2, 0, 2)}" euler="${p.turn()}"><freejoint/><geom ${p.shape(MIXED[i % 3])}/></body>`;
  return world(times(40, body), '<option gravity="0 0 0"/>');
}

/** Bodies that fall onto each other between four walls. */
function heap(count: number, half: number, types: readonly string[]): { xml: string } {
  const p = new Pieces(2);
  const walls = times(4, (i) => {
    const [x, y] = [[half, 0], [-half, 0], [0, half], [0, -half]][i];
    return `<geom type="plane" size="1 1 1" pos="${x} ${y} 0" zaxis="${-x} ${-y} ${0.3 * half}"/>`;
  });
  const body = (i: number) =>
    `<body pos="${p.point(0.8 * half, 0.8 * half, 0.1, 0.1 + 0.04 * count)}" euler="${p.turn()}"><freejoint/>` +
    `<geom ${p.shape(types[i % types.length])}/></body>`;
  return world(FLOOR + walls + times(count, body));
}

/** Bodies of one type side by side on a floor. */
function onFloor(type: string): { xml: string } {
  const p = new Pieces(3);
  const body = (i: number) =>
    `<body pos="${0.5 * (i % 5)} ${0.5 * Math.floor(i / 5)} .2" euler="${p.turn()}"><freejoint/>` +
    `<geom ${p.shape(type)}/></body>`;
  return world(FLOOR + times(25, body));
}

/** Boxes on top of each other. */
function stack(): { xml: string } {
  const p = new Pieces(4);
  const body = (i: number) =>
    `<body pos="${p.number(-0.01, 0.01)} ${p.number(-0.01, 0.01)} ${0.1 + 0.2 * i}" euler="0 0 ${p.number(-9, 9)}">` +
    '<freejoint/><geom type="box" size=".1 .1 .1"/></body>';
  return world(FLOOR + times(12, body));
}

/** Bodies of several geoms. */
function compounds(count: number, geoms: number): { xml: string } {
  const p = new Pieces(5);
  const geom = (i: number) => `<geom ${p.shape(MIXED[i % 3])} pos="${p.point(0.15, 0.15, -0.15, 0.15)}"/>`;
  const body = () => `<body pos="${p.point(0.3, 0.3, 0.1, 1.2)}"><freejoint/>${times(geoms, geom)}</body>`;
  return world(FLOOR + times(count, body));
}

/** Vertices of a ball with about twice as many triangles. */
function ball(count: number, radius: number): string {
  return times(count, (i) => {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const turn = 2.399963 * i;
    return [r * Math.cos(turn), r * Math.sin(turn), z].map((x) => (radius * x).toFixed(6)).join(" ");
  });
}

/** Two sheets of many geoms that cross each other along a line. */
function sheets(rows: number, columns: number, geom: (i: number) => string, asset: string, midphase: string) {
  const sheet = (euler: string) => {
    const place = (i: number) =>
      `pos="${(0.2 * (i % rows - rows / 2)).toFixed(2)} ${(0.2 * (Math.floor(i / rows) - columns / 2)).toFixed(2)} 0"`;
    return `<body euler="${euler}"><freejoint/>${
      times(rows * columns, (i) => `<geom ${geom(i)} ${place(i)}/>`)
    }</body>`;
  };
  return {
    xml: `<mujoco><option gravity="0 0 0"><flag midphase="${midphase}"/></option><asset>${asset}</asset>` +
      `<worldbody>${sheet("3 2 0")}${sheet("50 10 5")}</worldbody></mujoco>`,
  };
}

/** Two bodies of 60 primitives each. */
function sixty(midphase: "enable" | "disable"): { xml: string } {
  const shapes = ['type="sphere" size=".09"', 'type="capsule" size=".06 .05"', 'type="box" size=".07 .08 .06"'];
  return sheets(10, 6, (i) => shapes[i % 3], "", midphase);
}

/** Two bodies of 256 meshes each, every mesh of more than 200 triangles. */
function meshSheets(midphase: "enable" | "disable"): { xml: string } {
  const mesh = `<mesh name="ball" vertex="${ball(120, 0.09)}"/>`;
  return sheets(16, 16, () => 'type="mesh" mesh="ball"', mesh, midphase);
}

export const COLLISION_SCENES: readonly CollisionScene[] = [
  { name: "call", about: "two spheres that never meet: what the call costs", model: world(callBodies()), moving: 0 },
  { name: "free", about: "40 bodies that hardly meet", model: scattered(), moving: 0 },
  {
    name: "humanoid",
    about: "27 dofs, thrashing and at rest",
    model: { file: "humanoid" },
    moving: 200,
    settled: 1500,
    drive: 0.7,
  },
  { name: "herd", about: "4 quadrupeds", model: { file: "herd" }, moving: 200, settled: 1500, drive: 0.4 },
  { name: "compound", about: "8 bodies of 6 geoms", model: compounds(8, 6), moving: 100, settled: 1000 },
  { name: "pile30", about: "30 spheres, capsules, boxes", model: heap(30, 0.5, MIXED), moving: 100, settled: 1500 },
  { name: "pile150", about: "150 of them", model: heap(150, 0.8, MIXED), moving: 200, settled: 1500 },
  { name: "stack", about: "12 boxes on top of each other", model: stack(), settled: 500 },
  { name: "spheres", about: "25 spheres on a plane", model: onFloor("sphere"), moving: 50, settled: 1000 },
  { name: "capsules", about: "25 capsules on a plane", model: onFloor("capsule"), moving: 50, settled: 1000 },
  { name: "boxes", about: "25 boxes on a plane", model: onFloor("box"), moving: 50, settled: 1000 },
  { name: "cylinders", about: "25 cylinders on a plane", model: onFloor("cylinder"), moving: 50, settled: 1000 },
  { name: "ellipsoids", about: "25 ellipsoids on a plane", model: onFloor("ellipsoid"), moving: 50, settled: 1000 },
  { name: "sixty", about: "2 bodies of 60 primitives, trees on", model: sixty("enable"), moving: 0 },
  { name: "sixty-off", about: "the same, trees off", model: sixty("disable"), moving: 0 },
  { name: "sheets", about: "2 bodies of 256 meshes, trees on", model: meshSheets("enable"), moving: 0 },
  { name: "sheets-off", about: "the same, trees off", model: meshSheets("disable"), moving: 0 },
];

function callBodies(): string {
  return times(2, (i) => `<body pos="${3 * i} 0 0"><freejoint/><geom type="sphere" size=".1"/></body>`);
}
