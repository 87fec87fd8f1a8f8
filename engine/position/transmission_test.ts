import { equal, ok } from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { dotSparse } from "../linear/sparse.ts";
import { integratePos } from "../integrate/integrate_pos.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

const MACHINE = (actuators: string) =>
  `<mujoco>
  <worldbody>
    <site name="world" pos=".3 .2 .5" euler="15 25 35"/>
    <body pos="0 0 1"><freejoint name="free"/><geom type="ellipsoid" size=".1 .2 .3"/><site name="base" euler="40 10 0"/>
      <body pos=".2 0 0"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .1"/>
        <body pos=".3 0 0"><joint name="slide" type="slide"/><geom size=".1"/><site name="tip" pos=".2 0 .1" euler="0 20 80"/></body>
      </body>
      <body pos="-.2 0 0"><joint name="ball" type="ball"/><geom size=".1"/><site name="back" pos=".1 0 0" euler="30 0 30"/></body>
    </body>
  </worldbody>
  <tendon><spatial name="cord"><site site="back"/><site site="tip"/></spatial></tendon>
  <actuator>${actuators}</actuator>
</mujoco>`;

function stateAt(m: Model, seed: number): Data {
  const d = new Data(m);
  const next = randomFrom(seed);
  integratePos(m, d.qpos, Float64Array.from({ length: m.nv }, () => 0.5 * symmetric(next)), 1);
  forward(m, d);
  return d;
}

Deno.test("transmission() gives the derivative of the length as moment arms", () => {
  const m = compile(MACHINE(`
    <motor joint="hinge" gear="2"/>
    <motor joint="slide" gear="-3"/>
    <motor tendon="cord" gear="1.5"/>
    <motor site="tip" refsite="world" gear="1 -2 .5"/>
    <motor cranksite="tip" slidersite="base" cranklength="2" gear="1.2"/>
    <motor cranksite="back" slidersite="world" cranklength=".01"/>`));
  const h = 1e-6;
  const d = stateAt(m, 2);
  for (let i = 0; i < m.nv; i++) {
    const direction = new Float64Array(m.nv);
    direction[i] = 1;
    const [plus, minus] = [h, -h].map((step) => {
      const moved = new Data(m);
      moved.qpos.set(d.qpos);
      integratePos(m, moved.qpos, direction, step);
      forward(m, moved);
      return moved.actuator_length;
    });
    for (let u = 0; u < m.nu; u++) {
      const slope = (plus[u] - minus[u]) / (2 * h);
      const arm = dotSparse(d.actuator_moment, d.moment_rowadr[u], d.moment_rownnz[u], d.moment_colind, direction, 0);
      ok(Math.abs(arm - slope) < 1e-7, `actuator ${u}, dof ${i}: ${arm} against ${slope}`);
    }
  }
});

Deno.test("transmission() leaves out the dofs that move a site and its reference alike", () => {
  const m = compile(MACHINE(`<motor site="tip" refsite="base" gear="1 2 3 4 5 6"/>`));
  const d = stateAt(m, 3);
  const columns = [...d.moment_colind.slice(0, d.moment_rownnz[0])];
  ok(columns.length > 0 && columns.every((dof) => dof === 6 || dof === 7), columns.join(" "));
});

Deno.test("transmission() drives the axes of parent or child as asked", () => {
  const m = compile(MACHINE(`<motor joint="ball" gear="1 2 3"/><motor jointinparent="ball" gear="1 2 3"/>`));
  const d = stateAt(m, 4);

  // the child's frame relative to the parent's: the same torque seen from both sides
  equal(d.moment_rownnz[0], 3);
  const child = [...d.actuator_moment.slice(0, 3)];
  const parent = [...d.actuator_moment.slice(3, 6)];
  const norm = (v: number[]) => Math.sqrt(v.reduce((s, x) => s + x * x, 0));
  ok(Math.abs(norm(child) - norm(parent)) < 1e-14);
  const quat = d.qpos.slice(9, 13);
  const [w, x, y, z] = quat;
  const [a, b, c] = parent;
  const t = [w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a];
  const turned = [a + 2 * (y * t[2] - z * t[1]), b + 2 * (z * t[0] - x * t[2]), c + 2 * (x * t[1] - y * t[0])];
  for (let k = 0; k < 3; k++) ok(Math.abs(turned[k] - child[k]) < 1e-14, `axis ${k}`);
});
