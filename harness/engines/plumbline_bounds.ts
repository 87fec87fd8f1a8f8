/** Uses of functions at the bounds of their cases, where hardly any simulation ends up: on faces, in the middle, at zero. */

import { contactParams, newContactRuns } from "../../engine/collision/contact/contact_runs.ts";
import { Triangulation } from "../../engine/compile/mesh/triangulate.ts";
import { checksum } from "../../engine/file/checksum.ts";
import { tablesHash } from "../../engine/file/model_file.ts";
import { cos, sin } from "../../engine/math/scalar.ts";
import { historyInsert, historyRead } from "../../engine/model/history_buffer.ts";
import { octreeDistance, octreeGradient } from "../../engine/model/sdf_field.ts";
import { bowl } from "../../engine/plugin/sdf/bowl.ts";
import { gear } from "../../engine/plugin/sdf/gear.ts";
import { bolt, nut } from "../../engine/plugin/sdf/thread.ts";
import { torus } from "../../engine/plugin/sdf/torus.ts";
import { flexEdges } from "../../engine/position/flex_edges.ts";
import { Cast } from "../../engine/ray/cast.ts";
import { castAnyGeom } from "../../engine/ray/ray.ts";
import { raySkin } from "../../engine/ray/ray_skin.ts";
import { cameraIntrinsics } from "../../engine/sensor/camera.ts";
import { updateSleep } from "../../engine/sleep/awake.ts";
import { wake, wakeCollision } from "../../engine/sleep/wake.ts";
import { newContacts } from "../../engine/types/contacts.ts";
import * as plumbline from "../../mod.ts";
import { Data, Model, Spec } from "../../mod.ts";
import { symmetricFrom } from "../random.ts";
import { line } from "./spoken_numbers.ts";

/** Everything that the uses say. */
export function saidOfBounds(): string[] {
  return [
    ...[octrees(), skins(), rays(), outlines(), planes(), edges(), cameras(), mixtures()].flat(),
    ...[fields(), words(), histories(), halves(), sleepers(), controls(), elements()].flat(),
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
      const vec = Float64Array.from({ length: 3 }, () => Math.round(1.4 * random()) * (k % 9 === 8 ? 1e-16 : 1));
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
  const value = new Float64Array(1);
  return [1, 2].flatMap((n) =>
    [0, 2 ** -60, 1e-15, 2 ** -49, -(2 ** -60), -1 + 1e-15, 1].map((t) => {
      const history = Float64Array.of(7, n - 1, ...[-1, 0].slice(2 - n), 5, 6);
      const read = [0, 1, 2].map((interp) => {
        historyRead(value, 0, history, 0, n, 1, t, interp);
        return value[0];
      });
      return `history ${read} ${historyInsert(history, 0, n, 1, t)} ${history}`;
    })
  );
}

/** Elements that are found, listed, and deleted in turns, and a plugin that nobody knows. */
function elements(): string[] {
  const spec = new Spec();
  const arm = spec.worldbody.addBody({ name: "arm" });
  arm.addGeom({ name: "g", size: [1] });
  const hand = arm.addBody({ name: "hand" });
  hand.addSite({ name: "s" });
  arm.addJoint({ name: "j" });
  const first = spec.compile();
  const state = new Data(first);
  state.qpos[0] = 0.5;
  spec.worldbody.addBody({ name: "other" }).addJoint({ name: "k" });
  spec.body("other").addGeom({ size: [1] });
  const [, kept] = spec.recompile(first, state);
  const told = () =>
    ["body", "geom", "site"].map((kind) => spec.elements(kind as "body").map(({ name }) => name).join(" ")).join("; ");
  const lines = [`${kept.qpos}`, told(), `${spec.find("geom", "g")?.name}`];
  arm.delete();
  lines.push(told(), `${spec.find("geom", "g")?.name} ${spec.find("body", "hand")?.name}`);
  spec.worldbody.addBody({ name: "arm" }).addGeom({ name: "g", size: [1] });
  lines.push(told());
  const ring = spec.worldbody.addSite({ name: "ring" });
  lines.push(`${spec.find("site", "ring") === ring}`);
  ring.delete();
  lines.push(`${spec.find("site", "ring")?.name} ${spec.worldbody.addSite({ name: "ring" }).name}`);
  try {
    spec.addPlugin("unheard");
  } catch (error) {
    lines.push(`${error} ${JSON.stringify(error)}`);
  }
  return lines;
}

/** Distances to what plugins describe, at their bounds, inside, and far outside. */
function fields(): string[] {
  const given: readonly [typeof gear, Record<string, string>][] = [
    [gear, {}],
    [gear, { innerdiameter: "0", teeth: "12" }],
    [gear, { innerdiameter: "1", alpha: ".3", diameter: "4" }],
    [torus, {}],
    [torus, { radius1: "1", radius2: ".25" }],
    [bowl, {}],
    [bowl, { height: ".5", radius: "1", thickness: ".25" }],
    [bolt, {}],
    [bolt, { radius: "1" }],
    [nut, {}],
  ];
  return given.map(([plugin, values]) => {
    const field = plugin.sdf?.((name) => values[name] ?? "");
    if (field === undefined) return plugin.name;
    const said: number[] = Array.from(field.box);
    for (const x of [-3, -1.4, -0.5, 0, 0.25, 1, 2]) {
      for (const y of [-1.5, 0, 0.5, 1.75]) {
        for (const z of [-1, -0.1, 0, 0.25, 0.5]) said.push(field.distance(Float64Array.of(x, y, z)));
      }
    }
    return line(`${plugin.name} ${JSON.stringify(values)}`, said);
  });
}

/** Hashes of few words and of names beyond ASCII, polygons like combs, and the smaller of numbers that are equal. */
function words(): string[] {
  const lines = [`tables ${tablesHash()}`];
  const list = Int32Array.from({ length: 26 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  lines.push(
    `checksums ${[0, 1, 5, 7, 8, 9, 14, 15, 16, 17, 23, 26].map((n) => checksum(list.subarray(0, n), n >> 3, n))}`,
  );
  const named = plumbline.compile(
    `<mujoco><worldbody>${
      ["größe", "é", "ß1", "日本", "a\u{1f600}b"].map((name) => `<site name="${name}"/>`).join("")
    }</worldbody></mujoco>`,
  );
  lines.push(`names ${named.names_map}`);
  const zeros = [0, -0, NaN].flatMap((a) => [0, -0, NaN].map((b) => [plumbline.min(a, b), plumbline.max(a, b)]));
  lines.push(`zeros ${zeros.flat().map((x) => Object.is(x, -0) ? "-0" : x)}`);

  // teeth of a comb, which leave an ear only here and there, and a spiral
  for (const count of [5, 9, 16, 31]) {
    const at = (i: number) => [i % 2 ? (i % 4 === 1 ? 5 : 1) : 0.25 * (i % 3), i + (i % 5) / 8, 0];
    const round = (i: number) => [i * Math.trunc(4 * ((i * 3) % 4) - 6), i * (((i * 3 + 1) % 4) - 1.5), 0.125 * i];
    for (const place of [at, round]) {
      const inner = Array.from({ length: count }, (_, i) => [-0.5 - i % 2, count - i, 0]);
      const positions = Float32Array.from([...Array.from({ length: count }, (_, i) => place(i)), ...inner].flat());
      const cut = new Triangulation(positions, positions.length);
      cut.add(Int32Array.from({ length: 6 * count }, (_, i) => i % 3 === 0 ? i / 3 : -1), 0, 6 * count);
      const corners = cut.corners.toArray();
      lines.push(line(`polygon ${count}`, [...corners]));
    }
  }
  return lines;
}

/** Many rays from one point, most of them along the outlines of boxes all around it. */
function outlines(): string[] {
  const random = symmetricFrom(8);
  const places = Array.from({ length: 12 }, (_, k) => {
    const [azimuth, height] = [3.1 - 0.5 * k, [0.3, -1, 3, 0][k % 4]];
    return [3 * cos(azimuth), 3 * sin(azimuth), height];
  });
  const m = plumbline.compile(
    `<mujoco><worldbody>${
      places.map((at, k) =>
        `<geom type="${k % 3 ? "box" : "ellipsoid"}" size=".3 .2 .${1 + k % 4}" pos="${at.join(" ")}"/>`
      ).join("")
    }<geom type="box" size="9 8 7"/></worldbody></mujoco>`,
  );
  const d = new Data(m);
  plumbline.forward(m, d);
  const n = 8 * places.length;
  const vec = Float64Array.from({ length: 3 * n }, (_, i) => {
    const [g, corner, k] = [Math.trunc(i / 24), Math.trunc(i / 3) % 8, i % 3];
    return places[g][k] + (corner >> k & 1 ? 1 : -1) * m.geom_size[3 * g + k] * (1 - 0.02 * Math.abs(random()));
  });
  return [0, 1e-3, 1].map((x) => {
    const [geomid, dist] = [new Int32Array(n), new Float64Array(n)];
    const normal = new Float64Array(3 * n);
    plumbline.multiRay(m, d, Float64Array.of(x, -x, 0), 0, vec, null, 1, -1, geomid, dist, normal, n, 1e10);
    return line("outlines", [...geomid, ...dist, ...normal]);
  });
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
  // the first leaves a direction with all components behind
  return [3, 0, 1e-16, 1e-15, 2e-15, 1].map((length) => {
    d.flexvert_xpos.set([0, 0, 0, length === 3 ? 1 : 0, length, length === 3 ? 2 : 0]);
    flexEdges(m, d, 0);
    return `edge ${d.flexedge_length} ${d.flexedge_J}`;
  });
}

/** Halves of solutions and whole ones, somewhere else and in place. */
function halves(): string[] {
  const m = plumbline.compile(`<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos="1 0 0"/>
    <body pos="1 0 0"><joint axis="0 1 0"/><geom size=".1" pos="1 0 .5"/></body></body></worldbody></mujoco>`);
  const d = new Data(m);
  plumbline.forward(m, d);
  const half = d.qLDiagInv.map(Math.sqrt);
  const x = Float64Array.of(7, 7, 7, 7, 7, 7, 7);
  const y = Float64Array.of(1, 2, 3, 4, 5, 6, 7);
  const lines: string[] = [];
  for (const [to, o, from, p, n] of [[x, 1, y, 2, 2], [x, 0, x, 1, 1], [y, 2, y, 2, 2]] as const) {
    plumbline.solveM2(m, d, to, o, from, p, half, n);
    plumbline.solveM(m, d, to, o, from, p, n);
    lines.push(`${to}`);
  }
  return lines;
}

/** Parameters of contacts of geoms that differ from others in one of theirs, beside runs of which all are the same. */
function mixtures(): string[] {
  const odd = [
    ...[`priority="1"`, `condim="4"`, `solmix=".5"`, `gap=".25"`],
    ...[`friction=".5 .005 .0001"`, `friction="1 .25 .0001"`, `friction="1 .005 .125"`],
    ...[`solref=".03 1"`, `solref=".02 .5"`, `solref="-9 -3"`],
    ...[".5 .95 .001 .5 2", ".9 .75 .001 .5 2", ".9 .95 .01 .5 2", ".9 .95 .001 .25 2", ".9 .95 .001 .5 3"]
      .map((it) => `solimp="${it}"`),
  ];
  const m = plumbline.compile(
    `<mujoco><worldbody>${["", "", ...odd].map((it) => `<geom size="1" ${it}/>`).join("")}</worldbody></mujoco>`,
  );
  return [0, 1].map((side) => {
    const runs = newContactRuns(3 * odd.length);
    odd.forEach((_, k) => {
      for (const [g1, g2] of [[0, 1], [side ? 0 : k + 2, side ? k + 2 : 1], [k % 2, 1]]) {
        const { count } = runs;
        runs.start[count] = count && runs.end[count - 1];
        runs.end[count] = runs.start[count] + 1 + count % 3;
        runs.g1[count] = g1;
        runs.g2[count] = g2;
        runs.pair[count] = -1;
        runs.margin[runs.count++] = 0.5 * (count % 2);
      }
    });
    const contacts = newContacts(runs.end[runs.count - 1]);
    contactParams(contacts, m, runs);
    const { dim, includemargin, friction, solref, solreffriction, solimp } = contacts;
    return line("mixtures", [dim, includemargin, friction, solref, solreffriction, solimp].flatMap((it) => [...it]));
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
      // after one of a flex
      d.ncon = 2;
      d.contact.geom.set([-1, 0, g1, g2]);
      lines.push(`${wakeCollision(m, d)} ${d.tree_asleep}`);
    }
  }
  // there is no such contact
  const force = new Float64Array(6);
  for (const c of [-1, 0, d.ncon, NaN]) {
    plumbline.contactForce(m, d, c, force.fill(1), 0);
    lines.push(`${force}`);
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
