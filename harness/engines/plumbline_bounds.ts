/** Uses of functions at the bounds of their cases, where hardly any simulation ends up: on faces, in the middle, at zero. */

import { historyInsert } from "../../engine/model/history_buffer.ts";
import { octreeDistance, octreeGradient } from "../../engine/model/sdf_field.ts";
import { flexEdges } from "../../engine/position/flex_edges.ts";
import { Cast } from "../../engine/ray/cast.ts";
import { castAnyGeom } from "../../engine/ray/ray.ts";
import { raySkin } from "../../engine/ray/ray_skin.ts";
import { cameraIntrinsics } from "../../engine/sensor/camera.ts";
import { updateSleep } from "../../engine/sleep/awake.ts";
import { wake, wakeCollision } from "../../engine/sleep/wake.ts";
import * as plumbline from "../../mod.ts";
import { Data, Model, Spec } from "../../mod.ts";
import { symmetricFrom } from "../random.ts";
import { line } from "./spoken_numbers.ts";

/** Everything that the uses say. */
export function saidOfBounds(): string[] {
  return [
    ...[octrees(), skins(), rays(), planes(), edges(), cameras()].flat(),
    ...[histories(), sleepers(), controls(), elements()].flat(),
  ];
}

/** Points on the lattice of an octree, whose coordinates are those of faces, edges, and centers of its cells. */
function octrees(): string[] {
  const random = symmetricFrom(5);
  const m = new Model({ nmesh: 1, noct: 9 });
  const [center, half] = [[0.5, 0, -1], [1, 2, 4]];
  m.oct_aabb.set([...center, ...half]);
  m.oct_child.fill(-1);
  for (let k = 0; k < 8; k++) {
    m.oct_child[k] = k + 1;
    const at = center.map((x, j) => x + (k >> j & 1 ? 0.5 : -0.5) * half[j]);
    m.oct_aabb.set([...at, ...half.map((x) => x / 2)], 6 * (k + 1));
  }
  for (let k = 0; k < m.oct_coeff.length; k++) m.oct_coeff[k] = random();

  const said: number[] = [];
  const [distance, gradient] = [new Float64Array(1), new Float64Array(3)];
  const places = [-1.5, -1, -0.5, 0, 0.75, 1, 1.25];
  for (const x of places) {
    for (const y of places) {
      for (const z of places) {
        const p = Float64Array.of(x, y, z).map((place, k) => center[k] + place * half[k]);
        octreeDistance(distance, 0, m, 0, p, 0);
        octreeGradient(gradient, 0, m, 0, p, 0);
        said.push(...distance, ...gradient);
      }
    }
  }
  return [line("octree", said)];
}

/** Rays at triangles that are all in one box, from and to places of a lattice. */
function skins(): string[] {
  const random = symmetricFrom(6);
  const vert = Float32Array.from({ length: 36 }, (_, i) => Math.round(4 * random()) / [1, 2, 4][i % 3]);
  const face = Int32Array.from({ length: 24 }, (_, i) => (i * 5 + Math.trunc(i / 7)) % 12);
  const vertid = new Int32Array(1);
  const said: number[] = [];
  for (let k = 0; k < 300; k++) {
    const from = Float64Array.from([4, 2, 1], (reach) => reach * (k % 2 ? 2 * random() : Math.round(2 * random())));
    const vec = Float64Array.from({ length: 3 }, (_, i) => k % 3 === i ? 0 : 2 * random());
    if (k % 7 === 0) vec.set([0, 0, k % 2 ? 1 : -1]);
    vertid[0] = -1;
    const nvert = k % 5 === 4 ? k % 12 : 12;
    said.push(raySkin(k % 8 === 7 ? k % 3 : 8, nvert, face, vert, from, 0, vec, 0, k % 11 ? vertid : null), vertid[0]);
  }
  return [line("skins", said)];
}

/** Rays from places on a lattice along its directions, at shapes whose faces, axes, and poles are on it. */
function rays(): string[] {
  const random = symmetricFrom(7);
  const shapes = [
    ...[`type="plane" size="1 2 1"`, `size="1"`, `type="capsule" size=".5 1"`, `type="ellipsoid" size="1 .5 2"`],
    ...[
      `type="cylinder" size="1 .5"`,
      `type="box" size="1 .5 2"`,
      `type="mesh" mesh="cube"`,
      `type="hfield" hfield="h"`,
    ],
  ];
  const m = plumbline.compile(`<mujoco><asset>
    <mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"/>
    <hfield name="h" nrow="3" ncol="3" size="1 1 1 .5" elevation="0 1 0 2 1 2 0 2 1"/></asset>
    <worldbody>${shapes.map((shape) => `<geom ${shape} quat="1 1 1 1"/>`).join("")}</worldbody></mujoco>`);
  const d = new Data(m);
  plumbline.forward(m, d);
  // the same axes, to the last bit
  for (let g = 0; g < m.ngeom; g++) d.geom_xmat.set([0, 0, 1, 1, 0, 0, 0, 1, 0], 9 * g);
  const cast = new Cast();
  const normal = new Float64Array(3);
  return shapes.map((shape, g) => {
    const said: number[] = [];
    for (let k = 0; k < 150; k++) {
      const from = Float64Array.from({ length: 3 }, () => Math.round(4 * random()) / 2);
      const vec = Float64Array.from({ length: 3 }, () => Math.round(1.4 * random()));
      cast.aim(from, 0, vec, 0);
      normal.fill(0);
      castAnyGeom(m, d, g, cast, normal);
      said.push(cast.found[0], ...normal);
    }
    return line(shape, said);
  });
}

/** Samples that arrive as soon as may be after the last, or with it, where there is room for one, or for two. */
function histories(): string[] {
  return [1, 2].flatMap((n) =>
    [0, 2 ** -60, 1e-15, 2 ** -49, -(2 ** -60), 1].map((t) => {
      const history = Float64Array.of(7, n - 1, ...[-1, 0].slice(2 - n), 5, 6);
      return `history ${historyInsert(history, 0, n, 1, t)} ${history}`;
    })
  );
}

/** Elements that are found, listed, and deleted in turns, and a plugin that nobody knows. */
function elements(): string[] {
  const spec = new Spec();
  const arm = spec.worldbody.addBody({ name: "arm" });
  arm.addGeom({ name: "g", size: [1] });
  arm.addBody({ name: "hand" }).addSite({ name: "s" });
  const told = () =>
    ["body", "geom", "site"].map((kind) => spec.elements(kind as "body").map(({ name }) => name).join(" ")).join("; ");
  const lines = [told(), `${spec.find("geom", "g")?.name}`];
  arm.delete();
  lines.push(told(), `${spec.find("geom", "g")?.name} ${spec.find("body", "hand")?.name}`);
  spec.worldbody.addBody({ name: "arm" }).addGeom({ name: "g", size: [1] });
  lines.push(told());
  try {
    spec.addPlugin("unheard");
  } catch (error) {
    lines.push(`${error} ${JSON.stringify(error)}`);
  }
  return lines;
}

/** Planes that are normal to directions of a lattice, where coordinates are equally large. */
function planes(): string[] {
  const cast = new Cast();
  const said: number[] = [];
  for (let k = 0; k < 27; k++) {
    const vec = Float64Array.of(k % 3 - 1, Math.trunc(k / 3) % 3 - 1, Math.trunc(k / 9) - 1);
    cast.aim(vec, 0, vec, 0);
    cast.stayInWorld();
    cast.setNormalPlane();
    said.push(...cast.b0, ...cast.b1);
  }
  return [line("planes", said)];
}

/** Edges of a flex that are as short as may be. */
function edges(): string[] {
  const m = plumbline.compile(`<mujoco><worldbody>
    <body name="a"><joint type="slide" axis="3 2 1"/><geom size="1"/></body><body name="b"><joint type="slide" axis="1 2 4"/><geom size="1"/></body></worldbody>
    <deformable><flex name="f" dim="1" radius=".1" body="a b" vertex="0 0 0 0 0 0" element="0 1"><edge damping="1"/></flex></deformable>
    </mujoco>`);
  const d = new Data(m);
  plumbline.forward(m, d);
  return [0, 1e-16, 1e-15, 2e-15, 1].map((length) => {
    d.flexvert_xpos.set([0, 0, 0, 0, length, 0]);
    flexEdges(m, d, 0);
    return `edge ${d.flexedge_length} ${d.flexedge_J}`;
  });
}

/** Cameras with sensors, and with some that lack one of their sides. */
function cameras(): string[] {
  const m = plumbline.compile(`<mujoco><worldbody>
    <camera sensorsize=".1 .2" focal=".3 .4" principal=".01 .02" resolution="64 48"/></worldbody></mujoco>`);
  const res = new Float64Array(4);
  return [[0.1, 0.2], [0.1, 0], [0, 0.2], [0, 0]].map((size) => {
    m.cam_sensorsize.set(size);
    m.cam_fovy[0] = 40;
    cameraIntrinsics(res, m, 0);
    return `camera ${res}`;
  });
}

/** Trees that touch each other in pairs, the first one among them: some sleep. */
function sleepers(): string[] {
  const bodies = [0, 1, 2].map((i) => `<body pos="0 0 ${1.5 * i}"><joint type="slide"/><geom size="1"/></body>`);
  const m = plumbline.compile(`<mujoco><option gravity="0 0 0"><flag sleep="enable"/></option>
    <worldbody><geom size="1" pos="9 0 0"/>${bodies.join("")}</worldbody></mujoco>`);
  const d = new Data(m);
  plumbline.forward(m, d);
  const lines: string[] = [];
  for (const asleep of [[0, -3, 2], [-4, 1, 2], [2, -5, 0], [-6, 2, 1], [1, 0, -7], [-5, -6, -7]]) {
    for (const [g1, g2] of [[0, 1], [1, 0], [1, 2], [2, 1], [3, 2], [3, 1], [-1, 1]]) {
      d.tree_asleep.set(asleep);
      updateSleep(m, d);
      d.ncon = 1;
      d.contact.geom.set([g1, g2]);
      lines.push(`${wakeCollision(m, d)} ${d.tree_asleep}`);
    }
  }
  // where nobody sleeps anymore
  m.opt.enableflags = 0;
  for (const asleep of [[0, 1, 2], [-1, -1, 2], [-1, -1, -1]]) {
    d.tree_asleep.set(asleep);
    d.ntree_awake = asleep.filter((it) => it < 0).length;
    lines.push(`${wake(m, d)} ${d.tree_asleep}`);
  }
  return [lines.join("; ")];
}

/** Controls of which one is no number, and rates of activations that nobody computes. */
function controls(): string[] {
  const m = plumbline.compile(`<mujoco><worldbody><body><joint name="j"/><geom size="1" pos="1 0 0"/></body></worldbody>
    <actuator><motor joint="j" gear="2"/><general joint="j" dyntype="user" actdim="2"/><motor joint="j" gear="3"/>
      <general joint="j" dyntype="user" actdim="1"/><motor joint="j"/></actuator></mujoco>`);
  return [0, 1, 2, 3, 4].map((bad) => {
    const d = new Data(m);
    d.ctrl.fill(0.25);
    d.ctrl[bad] = NaN;
    d.act.fill(0.5);
    d.act_dot.fill(7);
    plumbline.forward(m, d);
    return `${d.warning.number} ${d.warning.lastinfo} ${d.actuator_force} ${d.act_dot}`;
  });
}
