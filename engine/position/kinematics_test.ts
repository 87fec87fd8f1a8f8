import { deepEqual, ok } from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { integratePos } from "../integrate/integrate_pos.ts";
import { Data } from "../data.ts";
import { kinematics } from "../forward.ts";

const OUTPUTS = [
  "xpos",
  "xquat",
  "xmat",
  "xipos",
  "ximat",
  "xanchor",
  "xaxis",
  "geom_xpos",
  "geom_xmat",
  "site_xpos",
  "site_xmat",
] as const;

const TREE = `<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" pos=".1 0 0" euler="10 20 30"/><site/>
      <body pos=".3 0 0"><joint axis="1 2 3" pos=".1 .2 0"/><joint type="slide" axis="0 1 1"/><geom type="box" size=".1 .2 .1"/>
        <body pos="0 .2 .1"><joint type="ball" pos="0 .1 0"/><geom type="capsule" size=".1 .2"/><site pos=".2 .1 .3"/></body>
      </body>
      <body pos="0 0 .5"><geom size=".1" pos="0 .1 0"/></body>
    </body>
    <body mocap="true" pos="1 1 1"><geom size=".1"/></body>
  </worldbody>
</mujoco>`;

Deno.test("kinematics() writes every pose, as rotations of unit length", () => {
  const m = compile(TREE);
  const d = new Data(m);
  const next = randomFrom(3);
  integratePos(m, d.qpos, Float64Array.from({ length: m.nv }, () => 2 * symmetric(next)), 1);
  for (const name of OUTPUTS) d[name].fill(NaN);
  kinematics(m, d);

  for (const name of OUTPUTS) ok(d[name].every(Number.isFinite), name);
  for (const name of ["xmat", "ximat", "geom_xmat", "site_xmat"] as const) {
    for (let r = 0; r < d[name].length; r += 9) {
      const R = d[name].subarray(r, r + 9);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const dot = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j];
          ok(Math.abs(dot - Number(i === j)) < 1e-14, `${name}[${r}] columns ${i} ${j}: ${dot}`);
        }
      }
    }
  }
});

Deno.test("kinematics() turns a body about the anchor of its hinge", () => {
  const m = compile(`<mujoco><worldbody><body pos="1 2 3" euler="20 30 40">
    <joint axis="1 1 0" pos=".3 -.2 .5"/><geom size=".1"/><site pos=".3 -.2 .5"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  kinematics(m, d);
  const anchor = d.xanchor.slice();
  for (const angle of [0.3, -2, 7]) {
    d.qpos[0] = angle;
    kinematics(m, d);
    deepEqual(d.xanchor, anchor);
    for (let k = 0; k < 3; k++) ok(Math.abs(d.site_xpos[k] - anchor[k]) < 1e-15, `angle ${angle}`);
  }
});

Deno.test("kinematics() puts a free body where qpos says, however long the quaternion", () => {
  const m = compile(`<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  d.qpos.set([1, 2, 3, 0, 4, 0, 3]);
  kinematics(m, d);
  deepEqual([...d.xpos.slice(3)], [1, 2, 3]);
  deepEqual([...d.xquat.slice(4)], [0, 0.8, 0, 3 * 0.2]);
  deepEqual([...d.qpos], [1, 2, 3, 0, 4, 0, 3]);
});

Deno.test("kinematics() reads the pose of a mocap body from the data", () => {
  const m = compile(TREE);
  const d = new Data(m);
  d.mocap_pos.set([5, 6, 7]);
  d.mocap_quat.set([0, 0, 2, 0]);
  kinematics(m, d);
  const body = m.nbody - 1;
  deepEqual([...d.xpos.slice(3 * body)], [5, 6, 7]);
  deepEqual([...d.xquat.slice(4 * body)], [0, 0, 1, 0]);
});
