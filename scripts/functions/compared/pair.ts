/** Both engines in the same state of the same model, to compare the results of functions. */

import assert from "node:assert/strict";
import { Obj } from "../../../mod.ts";
import type { Data, Model } from "../../../mod.ts";
import { ORACLE } from "../../../harness/engines/mujoco.ts";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

/** Both engines in the same state of the same model. */
export interface Pair {
  readonly m: Model;
  readonly d: Data;
  readonly fm: Foreign;
  readonly fd: Foreign;
  /** the next random number between −1 and 1 */
  readonly next: () => number;
}

const scene = (option: string) =>
  `<mujoco>
  <compiler angle="radian"/>
  <option timestep="0.004" ${option}><flag energy="enable"/></option>
  <size nuserdata="3"/>
  <asset>
    <mesh name="wedge" vertex="-0.1 -0.1 -0.1  0.1 -0.12 -0.09  0.02 0.13 -0.1  0.01 0.02 0.14"/>
    <hfield name="hill" nrow="3" ncol="4" size="1 0.8 0.3 0.1" elevation="0.9 0.3 0.5 0.2  0.2 0.6 1 0.7  0 0.4 0.8 0.5"/>
    <material name="clear" rgba="1 1 1 0"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="3 3 0.1" euler="0.02 0.03 0" group="2"/>
    <geom name="hill" type="hfield" hfield="hill" pos="0.2 -2 -0.2" euler="0.1 0.2 0.3"/>
    <geom name="ghost" size="0.3" pos="0 0 1.5" material="clear"/>
    <site name="world" pos="0.2 0.1 0.9"/>
    <camera name="eye" pos="0 -2 1" xyaxes="1 0.1 0 0 0.2 1"/>
    <light name="lamp" pos="0 0 3"/>
    <body name="mocap" mocap="true" pos="0.5 0.8 0.4"><geom size="0.05" group="1"/></body>
    <body name="box" pos="0 0 0.1" euler="0.03 0.02 0.4">
      <freejoint/>
      <geom name="box" type="box" size="0.12 0.1 0.1" friction="0.8 0.02 0.003" condim="6"/>
      <geom name="wedge" type="mesh" mesh="wedge" pos="0 0 0.25" group="3"/>
      <site name="box" pos="0.05 0.02 0.03" euler="0.2 0.3 0.4"/>
    </body>
    <body name="ball" pos="0.6 0.1 0.09"><freejoint/><inertial pos="0 0 0" mass="0.8" diaginertia="0.01 0.02 0.015"/><geom name="ball" size="0.1" condim="4" group="9"/></body>
    <body name="upper" pos="-0.6 0.2 0.6" euler="0.1 0.2 0.3">
      <joint name="a" axis="0.2 1 0.1" range="-0.5 0.05" limited="true" frictionloss="0.1" damping="0.2" armature="0.02"/>
      <geom type="capsule" fromto="0 0 0 0.2 0.05 -0.2" size="0.03"/>
      <camera name="rider" pos="0.1 0 0.1" euler="0.3 0.1 0.2"/>
      <body name="lower" pos="0.2 0.05 -0.2">
        <joint name="b" type="ball" damping="0.1" stiffness="0.3"/>
        <joint name="c" type="slide" axis="0.1 0.2 1" damping="0.3"/>
        <geom name="arm" type="ellipsoid" size="0.06 0.08 0.1" pos="0.02 0.03 -0.1" condim="1"/>
        <site name="arm" pos="0.02 0.03 -0.1" euler="0.3 0.2 0.1"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="cord" stiffness="2" damping="0.3" armature="0.1"><site site="world"/><site site="arm"/></spatial>
    <fixed name="mix" limited="true" range="-0.2 0.01"><joint joint="a" coef="0.7"/><joint joint="c" coef="-0.4"/></fixed>
  </tendon>
  <equality>
    <connect body1="lower" body2="mocap" anchor="0.1 0.02 0" active="false"/>
    <joint joint1="a" joint2="c" polycoef="0.01 0.2 0 0 0"/>
    <weld body1="ball" body2="mocap" solref="0.3 1"/>
  </equality>
  <actuator>
    <motor name="drive" joint="a" gear="2" delay="0.01" nsample="4"/>
    <general name="filter" joint="c" dyntype="filter" dynprm="0.1" gear="0.7"/>
    <position name="pull" tendon="cord" kp="3" kv="0.2"/>
    <motor name="late" joint="a" gear="0.3" delay="0.02" nsample="6" interp="cubic"/>
  </actuator>
  <sensor>
    <accelerometer site="arm"/>
    <framepos objtype="body" objname="lower"/>
    <jointvel joint="a" delay="0.01" nsample="4" interp="linear"/>
    <framelinvel objtype="site" objname="arm" delay="0.012" nsample="5"/>
    <force site="box"/>
    <touch site="box"/>
    <subtreelinvel body="upper"/>
  </sensor>
  <keyframe><key/><key/><key/></keyframe>
</mujoco>`;

const XML = scene(`jacobian="dense"`);
const MODELS: Readonly<Record<string, string>> = {
  dense: XML,
  sparse: scene(`jacobian="sparse" cone="elliptic" integrator="implicit"`),
  "without rows": scene("").replace("</option>", "</option><!-- -->").replace(
    `<flag energy="enable"/>`,
    `<flag energy="enable" constraint="disable"/>`,
  ),
};

function open(xml: string, seed: number): Pair {
  mj.FS.writeFile("/scene.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/scene.xml");
  const fd = new mj.MjData(fm);
  const m = plumbline.compile(xml);
  const d = new plumbline.Data(m);
  const next = symmetric.bind(null, randomFrom(seed));
  // a few steps with random controls, to leave the initial state
  for (let k = 0; k < 4; k++) {
    for (let i = 0; i < m.nu; i++) fd.ctrl[i] = d.ctrl[i] = next();
    for (let i = 0; i < m.nv; i++) fd.qvel[i] = d.qvel[i] += 0.3 * next();
    plumbline.step(m, d);
    mj.mj_step(fm, fd);
  }
  for (let i = 0; i < m.nv; i++) fd.qfrc_applied[i] = d.qfrc_applied[i] = next();
  for (let i = 0; i < 6 * m.nbody; i++) fd.xfrc_applied[i] = d.xfrc_applied[i] = next();
  for (let i = 0; i < m.nuserdata; i++) fd.userdata[i] = d.userdata[i] = next();
  plumbline.forward(m, d);
  mj.mj_forward(fm, fd);
  return { m, d, fm, fd, next };
}

/** Both results must be the same numbers. */
export function same(ours: ArrayLike<number>, theirs: ArrayLike<number>, what: string): void {
  // ignore the sign of zero, on which nothing depends
  assert.deepEqual(Array.from(ours, (x) => x + 0), Array.from(theirs, (x) => x + 0), what);
}

/** MuJoCo's output to an array of the given length. */
export function written(n: number, call: (buffer: Foreign) => void, start: readonly number[] = []): number[] {
  const buffer = mj.DoubleBuffer.FromArray(Array.from({ length: n }, (_, i) => start[i] ?? NaN));
  call(buffer);
  const out = Array.from(buffer.GetView() as Float64Array);
  buffer.delete();
  return out;
}

/** The engine's output to one; numbers that are not written stay NaN. */
export function ours(n: number, call: (out: Float64Array) => void, start: readonly number[] = []): Float64Array {
  const out = Float64Array.from({ length: n }, (_, i) => start[i] ?? NaN);
  call(out);
  return out;
}

/** Random numbers. */
export const vector = (n: number, next: () => number) => Float64Array.from({ length: n }, next);

/** Everything that a step and its sensors leave in the data. */
const RESULTS = [
  ...["time", "qpos", "qvel", "act", "ctrl", "history", "mocap_pos", "mocap_quat", "qacc", "qacc_warmstart", "act_dot"],
  ...[
    "qfrc_inverse",
    "qfrc_constraint",
    "qfrc_applied",
    "xfrc_applied",
    "sensordata",
    "userdata",
    "eq_active",
    "energy",
  ],
  ...["cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom", "qfrc_bias", "xpos", "solver_fwdinv"],
  ...["nefc", "ne", "nf", "nl", "ncon", "nisland", "ncon", "nJ"],
];

export function sameData({ d, fd }: Pair, what: string, fields: readonly string[] = RESULTS): void {
  const values = (data: Foreign, name: string) => typeof data[name] === "number" ? [data[name]] : data[name];
  for (const name of fields) same(values(d, name), values(fd, name), `${what}: ${name}`);
}

/** Jacobians of translation and rotation together. */
export function sameJacobian(
  { m }: Pair,
  what: string,
  call: (p: Float64Array | null, r: Float64Array | null) => void,
  foreign: (p: Foreign, r: Foreign) => void,
): void {
  const n = 3 * m.nv;
  let rotation: number[] = [];
  const translation = written(n, (p) => rotation = written(n, (r) => foreign(p, r)));
  const p = new Float64Array(n).fill(NaN);
  const r = new Float64Array(n).fill(NaN);
  call(p, r);
  same(p, translation, `${what}: translation`);
  same(r, rotation, `${what}: rotation`);
  call(null, null);
  const again = new Float64Array(n).fill(NaN);
  call(null, again);
  same(again, rotation, `${what}: rotation alone`);
}

/** Kinds of objects that have a velocity, with their number. */
export function objects(m: Model): (readonly [type: number, count: number])[] {
  return [[Obj.BODY, m.nbody], [Obj.XBODY, m.nbody], [Obj.GEOM, m.ngeom], [Obj.SITE, m.nsite], [Obj.CAMERA, m.ncam]];
}

/** Changes the inputs of both, without recomputing results. */
export function disturb({ m, d, fd, next }: Pair): void {
  for (let i = 0; i < m.nv; i++) {
    fd.qvel[i] = d.qvel[i] += 0.1 * next();
    fd.qacc[i] = d.qacc[i] += 3 * next();
  }
  for (let i = 0; i < m.nu; i++) fd.ctrl[i] = d.ctrl[i] = next();
  for (let i = 0; i < 3; i++) fd.qpos[i] = d.qpos[i] += 0.01 * next();
}

/** A function that calls both engines and compares the results. */
export type Call = (pair: Pair) => void;

/** Registers a test for each call, on every model. */
export function testCalls(
  calls: Readonly<Record<string, Call>>,
  models: Readonly<Record<string, string>> = MODELS,
): void {
  for (const [name, call] of Object.entries(calls)) {
    comparison(/^\w+$/.test(name) ? `${name}() gives what MuJoCo ${ORACLE.version} gives` : name, () => {
      for (const [title, xml] of Object.entries(models)) {
        for (const seed of [1, 2]) {
          const pair = open(xml, seed);
          try {
            call(pair);
          } catch (error) {
            if (error instanceof Error) error.message = `${title}, seed ${seed}: ${error.message}`;
            throw error;
          } finally {
            pair.fd.delete();
            pair.fm.delete();
          }
        }
      }
    });
  }
}
