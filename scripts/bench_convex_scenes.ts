/** Scenes with meshes, height fields, and round convex geoms, on which collision detection is measured. */

import { type CollisionScene, FLOOR, Pieces, times } from "./bench_collision_scenes.ts";

/** Corners of a box of unequal sides. */
function boxCorners(): string {
  return times(8, (i) => `${i & 1 ? 0.1 : -0.1} ${i & 2 ? 0.08 : -0.08} ${i & 4 ? 0.06 : -0.06}`);
}

/** Corners of an upright prism with the given number of sides. */
function prismCorners(sides: number): string {
  return times(2 * sides, (i) => {
    const angle = 2 * Math.PI * i / sides;
    return `${(0.1 * Math.cos(angle)).toFixed(6)} ${(0.1 * Math.sin(angle)).toFixed(6)} ${i < sides ? -0.08 : 0.08}`;
  });
}

/** Points of an ellipsoid. */
function pebble(p: Pieces, count: number): string {
  return times(count, () => {
    const z = Number(p.number(-1, 1));
    const angle = Number(p.number(0, 2 * Math.PI));
    const around = Math.sqrt(1 - z * z);
    const x = 0.13 * around * Math.cos(angle);
    const y = 0.1 * around * Math.sin(angle);
    return `${x.toFixed(6)} ${y.toFixed(6)} ${(0.08 * z).toFixed(6)}`;
  });
}

function assets(): string {
  const p = new Pieces(6);
  const meshes: Record<string, string> = {
    cube: boxCorners(),
    tetrahedron: "0 0 .13  .12 0 -.05  -.06 .1 -.05  -.06 -.1 -.05",
    rock: pebble(p, 40),
    blob: pebble(p, 500),
    prism: prismCorners(12),
  };
  const elevation = times(63, () => p.number(0, 1));
  return "<asset>" +
    Object.entries(meshes).map(([name, vertex]) => `<mesh name="${name}" vertex="${vertex}"/>`).join("") +
    `<hfield name="dunes" nrow="7" ncol="9" size=".8 .6 .15 .1" elevation="${elevation}"/></asset>`;
}

/** A geom by the name of its mesh, or of its type. */
function geomOf(p: Pieces, shape: string): string {
  const [type, mesh] = shape.startsWith("sdf ") ? ["sdf", shape.slice(4)] : ["mesh", shape];
  const isMesh = ["cube", "tetrahedron", "rock", "blob", "prism"].includes(mesh);
  return isMesh ? `<geom type="${type}" mesh="${mesh}"/>` : `<geom ${p.shape(shape)}/>`;
}

/** Bodies of these shapes, dropped one after another over an area of the given half size (m). */
function dropped(p: Pieces, count: number, half: number, shapes: readonly string[]): string {
  return times(
    count,
    (i) =>
      `<body pos="${p.point(half, half, 0.2 + 0.06 * i, 0.25 + 0.06 * i)}" euler="${p.turn()}"><freejoint/>` +
      `${geomOf(p, shapes[i % shapes.length])}</body>`,
  );
}

function model(bodies: string): { xml: string } {
  return { xml: `<mujoco>${assets()}<worldbody>${bodies}</worldbody></mujoco>` };
}

/** Bodies in a heap between four walls. */
function heap(shapes: readonly string[]): { xml: string } {
  const p = new Pieces(7);
  const walls = times(4, (i) => {
    const [x, y] = [[0.4, 0], [-0.4, 0], [0, 0.4], [0, -0.4]][i];
    return `<geom type="plane" size="1 1 1" pos="${x} ${y} 0" zaxis="${-x} ${-y} .2"/>`;
  });
  return model(FLOOR + walls + dropped(p, 24, 0.25, shapes));
}

/** Bodies of one shape side by side on a plane. */
function onFloor(shape: string): { xml: string } {
  const p = new Pieces(8);
  return model(
    FLOOR +
      times(25, (i) =>
        `<body pos="${0.5 * (i % 5)} ${0.5 * Math.floor(i / 5)} .2" euler="${p.turn()}"><freejoint/>` +
        `${geomOf(p, shape)}</body>`),
  );
}

/** Bodies of one shape on a height field, while they roll about on it. */
function onDunes(shape: string): { xml: string } {
  const p = new Pieces(9);
  return model('<geom type="hfield" hfield="dunes"/>' + dropped(p, 20, 0.4, [shape]));
}

const MANY = ["cube", "rock", "prism", "cylinder", "ellipsoid", "capsule", "box", "tetrahedron"];

export const CONVEX_SCENES: readonly CollisionScene[] = [
  { name: "cubes", about: "24 meshes of 8 vertices in a heap", model: heap(["cube"]), moving: 150, settled: 900 },
  { name: "tetrahedra", about: "24 meshes of 4 vertices", model: heap(["tetrahedron"]), moving: 150, settled: 900 },
  { name: "rocks24", about: "24 meshes of 40 vertices", model: heap(["rock"]), moving: 150, settled: 900 },
  { name: "blobs", about: "24 meshes of 500 vertices", model: heap(["blob"]), moving: 150, settled: 900 },
  { name: "prisms", about: "24 meshes of 12 sides", model: heap(["prism"]), moving: 150, settled: 900 },
  { name: "cylinders24", about: "24 cylinders in a heap", model: heap(["cylinder"]), moving: 150, settled: 900 },
  { name: "ellipsoids24", about: "24 ellipsoids in a heap", model: heap(["ellipsoid"]), moving: 150, settled: 900 },
  { name: "convexes", about: "24 bodies of 8 shapes in a heap", model: heap(MANY), moving: 150, settled: 900 },
  { name: "meshes", about: "25 meshes of 40 vertices on a plane", model: onFloor("rock"), moving: 50, settled: 1000 },
  ...["sphere", "capsule", "box", "cylinder", "ellipsoid", "cube", "rock"].map((shape) => ({
    name: `dunes-${shape}`,
    about: `20 of shape ${shape} on a height field`,
    model: onDunes(shape),
    moving: 150,
    settled: 400,
  })),
  { name: "sdf", about: "2 signed distance fields on each other", model: sdfPair(), moving: 60 },
];

function sdfPair(): { xml: string } {
  return model(
    FLOOR + `<body pos="0 0 .1"><freejoint/><geom type="sdf" mesh="cube"/></body>` +
      `<body pos=".02 .01 .22"><freejoint/><geom type="sdf" mesh="rock"/></body>`,
  );
}
