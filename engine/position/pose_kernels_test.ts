import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { copyModel } from "../copy_model.ts";
import { Data } from "../data.ts";
import { loadModelBinary } from "../file/load_model_binary.ts";
import { saveModel } from "../file/save_model.ts";
import { type PosesInPlace, posesInPlace } from "../model/poses_in_place.ts";
import { Numbers } from "../solver/numbers_test.ts";
import { step } from "../step.ts";
import type { Model } from "../types/model.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { camlight } from "./camlight.ts";
import { comPos } from "./com_pos.ts";
import { posesAndInertia } from "./poses_and_inertia.ts";
import { kinematics } from "../forward.ts";

const OUTPUTS = [
  ...["xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis", "geom_xpos", "geom_xmat", "site_xpos"],
  ...["site_xmat", "subtree_com", "cinert", "cdof", "cam_xpos", "cam_xmat", "light_xpos", "light_xdir"],
] as (keyof Data & ("xpos" | "cdof"))[];

const INPUTS = [
  ...["qpos0", "body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_subtreemass", "body_inertia"],
  ...["jnt_pos", "jnt_axis", "geom_pos", "geom_quat", "site_pos", "site_quat", "cam_pos", "cam_quat"],
  ...["light_pos", "light_dir"],
] as (keyof Model & ("qpos0" | "body_pos"))[];

/** What only loops read. */
const FOLLOWED = [
  ...["cam_pos0", "cam_poscom0", "cam_mat0", "light_pos0", "light_poscom0", "light_dir0"],
] as (keyof Model & "cam_pos0")[];

/** A body with some joints, geoms, sites, and children. */
function randomBody(numbers: Numbers, depth: number): string {
  const some = (most: number, write: () => string) => Array.from({ length: numbers.below(most + 1) }, write).join("");
  const joint = () => `<joint type="${["hinge", "slide"][numbers.below(2)]}"/>`;
  const joints = [() => depth === 0 ? "<freejoint/>" : "", () => `${some(2, joint)}<joint type="ball"/>`];
  const own = joints[numbers.below(4)]?.() ?? some(3, joint);
  const mocap = depth === 0 && own === "" ? 'mocap="true"' : "";
  return `<body ${mocap}><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>${own}
    ${some(2, () => '<geom size="1"/>')}${some(2, () => "<site/>")}${some(2, () => "<camera/>")}${
    some(2, () => "<light/>")
  }
    ${mocap !== "" || depth > 3 ? "" : some(2, () => randomBody(numbers, depth + 1))}
  </body>`;
}

/** A model of some trees. */
function randomModel(numbers: Numbers): Model {
  const trees = Array.from({ length: 1 + numbers.below(4) }, () => randomBody(numbers, 0));
  return compile(`<mujoco><worldbody><geom size="1"/><site/><camera/><light/>${trees.join("")}</worldbody></mujoco>`);
}

/** Fills an array; of eight numbers, so many are zeros. */
function fill(array: Float64Array, numbers: Numbers, zeros: number, isOdd: boolean): void {
  for (let i = 0; i < array.length; i++) {
    array[i] = numbers.below(8) < zeros ? 0 : isOdd ? numbers.odd() : numbers.next();
  }
}

/** Everything that the stages write. */
function poses(m: Model, d: Data): Record<string, number[]> {
  for (const name of OUTPUTS) d[name].fill(NaN);
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  return outputs(d);
}

function outputs(d: Data): Record<string, number[]> {
  return Object.fromEntries(OUTPUTS.map((name) => [name, [...d[name]]]));
}

/** The same by one kernel, if there is one. */
function posesAtOnce(m: Model, d: Data): Record<string, number[]> {
  for (const name of OUTPUTS) d[name].fill(NaN);
  return posesAndInertia(m, d) ? outputs(d) : poses(m, d);
}

function assertAlike(m: Model, d: Data, message: string): void {
  const expected = withoutKernels(() => poses(m, d));
  assert.deepEqual(poses(m, d), expected, message);
  assert.deepEqual(posesAtOnce(m, d), expected, message);
}

/** The kernels, which there must be. */
function kernelsOf(m: Model, d: Data): PosesInPlace["kernels"] {
  const poses = posesInPlace(m, d);
  assert.ok(poses, "there are kernels");
  return poses.kernels;
}

/** How many of the stages are done by kernels? */
function countKernels(m: Model, d: Data, kernels = kernelsOf(m, d)): number {
  const { bodyFrames, attachedFrames, comPos } = kernels;
  const before = { bodyFrames, attachedFrames, comPos };
  let count = 0;
  for (const name of ["bodyFrames", "attachedFrames", "comPos"] as const) {
    kernels[name] = (at: number, how?: number) => {
      count++;
      return before[name](at, how as number);
    };
  }
  poses(m, d);
  Object.assign(kernels, before);
  return count;
}

Deno.test("kernels for poses give the bits of the loops", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const numbers = new Numbers(seed, 30);
    const m = randomModel(numbers);
    const d = new Data(m);
    for (let round = 0; round < 6; round++) {
      const isOdd = round > 2;
      for (const name of INPUTS) {
        fill(m[name], numbers, name.startsWith("jnt") ? [0, 4, 8][round % 3] : round % 2, isOdd);
      }
      for (const name of FOLLOWED) fill(m[name], numbers, round % 2, isOdd);
      for (const array of [d.qpos, d.mocap_pos, d.mocap_quat]) fill(array, numbers, round % 2, isOdd);
      // any number of turns, and small ones
      const turn = 10 ** (numbers.below(9) - 6);
      d.qpos.set(d.qpos.map((x) => x * turn));
      // quaternions of zeros, and of nearly unit length
      if (round === 2) m.body_quat.fill(0);
      if (round === 1) m.body_quat.set(m.body_quat.map((_, k) => k % 4 === 0 ? 1 + 1e-15 * numbers.below(4) : 0));
      for (const array of [m.body_sameframe, m.geom_sameframe, m.site_sameframe]) {
        array.set(array.map(() => numbers.below(5)));
      }
      for (const array of [m.cam_mode, m.light_mode]) array.set(array.map(() => numbers.below(5)));
      for (const array of [m.cam_targetbodyid, m.light_targetbodyid]) {
        array.set(array.map(() => numbers.below(m.nbody + 1) - 1));
      }
      assertAlike(m, d, `seed ${seed}, round ${round}`);
    }
    assert.equal(countKernels(m, d), 3);
  }
});

const ARM = `<mujoco>
  <worldbody>
    <body><joint/><geom size=".1" pos=".1 .2 .3"/><site pos="1 2 3" quat="1 2 3 4"/>
      <camera/><light mode="track"/><camera mode="trackcom"/><light/>
      <body pos="1 0 0"><joint type="slide" pos=".1 0 0"/><joint axis="1 0 0"/><geom size=".1 .2" type="capsule"/></body>
    </body>
  </worldbody>
</mujoco>`;

Deno.test("kernels for poses see the numbers of the model that are changed between steps", () => {
  const m = compile(ARM);
  const d = new Data(m);
  d.qpos.fill(0.3);
  kinematics(m, d);
  for (const name of INPUTS) {
    m[name][m[name].length - 1] += 0.5;
    assert.equal(countKernels(m, d), 3, name);
    assertAlike(m, d, name);
  }
});

Deno.test("loops see arrays of the model that are replaced", () => {
  const m = compile(ARM);
  const d = new Data(m);
  d.qpos.fill(0.3);
  kinematics(m, d);
  for (
    const name of [
      ...INPUTS,
      "body_sameframe",
      "geom_sameframe",
      "site_sameframe",
    ] as typeof INPUTS
  ) {
    const before = m[name];
    const kernels = kernelsOf(m, d);
    m[name] = m[name].map((x) => x + 1);
    assert.equal(countKernels(m, d, kernels), 0, name);
    assertAlike(m, d, name);
    m[name] = before;
  }
});

Deno.test("data are stepped with a model other than theirs, and with one that was loaded", () => {
  const m = compile(ARM);
  for (const other of [copyModel(null, m), loadModelBinary(saveModel(m))]) {
    other.body_pos.fill(0.5);
    const [d, own] = [new Data(m), new Data(other)];
    kinematics(m, d);
    for (let i = 0; i < 3; i++) {
      step(other, d);
      step(other, own);
      assert.deepEqual(d.xpos, own.xpos);
    }
  }
});

/** A model whose data are too large to share a memory. */
const LARGE = ARM.replace("<worldbody>", '<size nuserdata="500000"/><worldbody>');

Deno.test("data that have no room beside their model have kernels on two memories", () => {
  const m = compile(LARGE);
  const [near, far] = [new Data(m), new Data(m)];
  assert.equal(near.qpos.buffer, m.qpos0.buffer);
  assert.notEqual(far.qpos.buffer, m.qpos0.buffer);
  for (const d of [near, far]) {
    step(m, d);
    assert.ok(posesInPlace(m, d));
    d.qpos.fill(0.3);
    assertAlike(m, d, "kernels");
  }
});

Deno.test("loops do the work where a module cannot have two memories", () => {
  const { Module } = WebAssembly;
  WebAssembly.Module = class extends Module {
    constructor(bytes: BufferSource) {
      // the smallest module with two memories
      if (bytes.byteLength < 16) throw new WebAssembly.CompileError("not here");
      super(bytes);
    }
  };
  try {
    const m = compile(LARGE);
    const [near, far] = [new Data(m), new Data(m)];
    for (const d of [near, far]) step(m, d);
    assert.ok(posesInPlace(m, near));
    assert.equal(posesInPlace(m, far), null);
    assertAlike(m, far, "loops");
  } finally {
    WebAssembly.Module = Module;
  }
});
