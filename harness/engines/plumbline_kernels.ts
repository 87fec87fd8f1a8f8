/**
 * Which kernels in WebAssembly a step runs. Kernels and the loops beside them give the same bits, so that only their
 * names tell when loops have silently taken over.
 */

import { compile, Data, forward, Integrator, type Model, resetData, Solver, step } from "../../mod.ts";
import { FieldMemory, isSmallBlock, takeGround } from "../../engine/wasm/field_memory.ts";
import { KernelSet } from "../../engine/wasm/kernel_set.ts";

type Functions = Record<string, (...values: number[]) => number>;

/** The names of the kernels that have been called, while they are asked for. */
let called: Set<string> | null = null;

/**
 * Kernels whose calls are not told, because that takes time: memories, and the kernels on them, are used again for other
 * models. Null while all calls are told.
 */
let untold: WeakRef<Functions>[] | null = [];

const { on } = KernelSet.prototype;
KernelSet.prototype.on = function (memory, model) {
  // kernels call each other without being told
  const kernels = Object.create(on.call(this, memory, model)) as Functions;
  if (untold === null) watch(kernels);
  else untold.push(new WeakRef(kernels));
  return kernels as never;
};

/** Has calls told. */
function watch(kernels: Functions): void {
  const own = Object.getPrototypeOf(kernels) as Functions;
  for (const name of Object.keys(own)) {
    kernels[name] = (...values) => {
      called?.add(name);
      // a kernel takes the place of what assembles it
      return own[name](...values);
    };
  }
}

function namesIn(act: () => void): string {
  called = new Set();
  try {
    act();
    return [...called].sort().join(" ") || "none";
  } finally {
    called = null;
  }
}

const SOLVERS = Object.entries(Solver);
/** Jacobians and cones: 1 is sparse, and elliptic. */
const ALL = [[0, 0], [0, 1], [1, 0], [1, 1]] as const;
const SOME = [[0, 0], [1, 1]] as const;
const INTEGRATORS = Object.entries(Integrator);

/** The kernels of the steps of a model, by solver, Jacobian, and cone, and by integrator. */
export function saidByKernels(model: Model): string[] {
  for (const kernels of untold ?? []) {
    const alive = kernels.deref();
    if (alive !== undefined) watch(alive);
  }
  untold = null;
  try {
    return [...saidOfSteps(model), ...saidOfMoved(), ...saidOfReplaced(), ...saidOfRoom()];
  } finally {
    untold = [];
  }
}

function saidOfSteps(model: Model): string[] {
  const { solver, jacobian, cone, integrator } = model.opt;
  const data = new Data(model);
  const lines: string[] = [];
  const say = (title: string, act: () => void) => lines.push(`${title}: ${namesIn(act)}`);
  // what is fetched once for each model and data
  say("first forward", () => forward(model, data));
  for (const [name, value] of SOLVERS) {
    for (const [sparse, elliptic] of value === Solver.NEWTON ? ALL : SOME) {
      Object.assign(model.opt, { solver: value, jacobian: sparse, cone: elliptic });
      resetData(model, data);
      say(`${name} ${sparse ? "sparse" : "dense"} ${elliptic ? "elliptic" : "pyramidal"}`, () => step(model, data));
    }
  }
  Object.assign(model.opt, { solver, jacobian, cone });
  for (const [name, value] of INTEGRATORS) {
    model.opt.integrator = value;
    resetData(model, data);
    say(name, () => step(model, data));
  }
  model.opt.integrator = integrator;
  return lines;
}

/** A model whose step runs every kernel that reads and writes fields of data and models in place. */
const MOVED = `<mujoco>
  <option gravity="1 2 -9"/>
  <worldbody>
    <body mocap="true" pos="0 1 0"><geom size=".1" contype="0"/></body>
    <body pos="0 0 1">
      <joint name="j" axis="0 1 .2" pos=".1 0 0" stiffness="2" damping=".3" springref="20" actuatorfrcrange="-.2 .1"/>
      <geom type="capsule" size=".05 .1" pos=".1 0 0"/><site pos=".1 .2 0"/>
      <body pos=".3 0 0"><joint type="ball"/><geom type="box" size=".05 .06 .04" pos=".05 .02 0"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="j"/></actuator>
</mujoco>`;

/** The same with a tendon, in sparse storage. */
const TIED = MOVED.replace("<option", '<option integrator="implicit" jacobian="sparse"').replace(
  '<motor joint="j"/>',
  '<motor joint="j"/><motor tendon="t"/>',
).replace(
  "<actuator>",
  '<tendon><fixed name="t" damping=".2" actuatorfrcrange="-.1 .05"><joint joint="j" coef="2"/></fixed></tendon><actuator>',
);

/** The kernels of its steps, by integrator. */
function saidOfMoved(): string[] {
  const model = compile(MOVED);
  return INTEGRATORS.map(([name, value]) => {
    model.opt.integrator = value;
    const data = new Data(model);
    return `moved by ${name}: ${namesIn(() => step(model, data))}`;
  });
}

/** Fields that stages ask for, to know whether all are where kernels read and write them; then those of tendons. */
const OF_DATA = [
  ...["qpos", "qvel", "cinert", "M", "qM", "cdof_dot", "qLD", "qLDiagInv", "qfrc_smooth", "qfrc_constraint"],
  ...["crb", "qfrc_passive", "qfrc_bias", "qfrc_applied", "qfrc_actuator", "xfrc_applied", "qacc_smooth", "qH"],
  ...["qHDiagInv", "qfrc_spring", "qfrc_damper", "qfrc_gravcomp", "qfrc_fluid"],
];
const OF_TENDONS = ["qfrc_actuator", "qDeriv", "ten_velocity", "ten_J", "ten_J_rownnz", "ten_J_rowadr", "ten_J_colind"];
const OF_MODEL = [
  ...["dof_damping", "site_quat", "jnt_actfrclimited", "jnt_actfrcrange", "tendon_actfrclimited", "jnt_stiffness"],
  ...["qpos_spring", "tendon_damping"],
];
const RESULTS = ["qM", "cdof_dot", "qLDiagInv", "qfrc_smooth", "qfrc_constraint", "qacc", "qpos", "qvel"] as const;

/** Those of these fields without which a step goes another way once others that are alike take their place. */
function saidOfReplaced(): string[] {
  const changed = [...replacedIn(compile(MOVED), OF_DATA), ...replacedIn(compile(TIED), OF_TENDONS)];
  return [`replaced: ${changed.join(" ") || "as before"}`];
}

function replacedIn(model: Model, ofData: readonly string[]): string[] {
  const data = new Data(model);
  const run = (): void => {
    resetData(model, data);
    for (const [k, field] of [data.qvel, data.ctrl, data.mocap_pos, data.xfrc_applied, data.qfrc_applied].entries()) {
      field.fill(0.3 + 0.1 * k);
    }
    step(model, data);
  };
  run();
  const known = RESULTS.map((name) => data[name].slice());
  const isKnown = () => RESULTS.every((name, k) => known[k].every((x, i) => x === data[name][i]));
  return [...ofData, ...OF_MODEL].filter((name, k) => {
    const owner = (k < ofData.length ? data : model) as unknown as Record<string, Float64Array>;
    const { [name]: field } = owner;
    const other = field.slice();
    owner[name] = other;
    // what is still read where it was is not a number, or zero
    field.fill(NaN);
    run();
    const isAsBefore = isKnown();
    field.set(other);
    owner[name] = field;
    return !isAsBefore;
  });
}

/** Whether a small memory has room, beside scratch memory that was larger before. */
function saidOfRoom(): string[] {
  const home = new FieldMemory(1);
  const numbers = (count: number) => home.lay((take) => take.float(count));
  const laid = [numbers(4000), numbers(10), numbers(9000)];
  const left = home.buffer.byteLength - 32000 - home.take(8000, 0) - 8000;
  const room = `room: ${laid} ${home.hasRoom(left)} ${home.hasRoom(left + 1)} ${home.hasRoom(left, 32001)}`;
  const own = takeGround(8, 8, { near: home.buffer });
  const beside = takeGround(8, 1, { near: new FieldMemory(1).buffer, scratch: left });
  const most = 0x80000000;
  return [
    room,
    `memories: ${own.home === home} ${own.at} ${own.float(2).byteOffset} ${own.ints(Int32Array.of(3)).byteOffset}`,
    `beside: ${beside.home === home} ${takeGround(8, 8, { scratch: most - 16 }).home}`,
    `of models: ${home.poseKernels(home.buffer) !== null} ${home.poseKernels(new FieldMemory(1).buffer) !== null} ${
      home.poseKernels(new ArrayBuffer(8))
    }`,
    `small: ${[1 << 21, (1 << 21) + 1].map(isSmallBlock)}`,
  ];
}
