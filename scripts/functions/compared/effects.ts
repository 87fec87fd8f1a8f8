/** Functions whose effects are fields of the data and the model: the fields are made unrecognizable first. */

import assert from "node:assert/strict";
import { type Model, type Option, OPTION_FIELDS, type Perturb } from "../../../mod.ts";
import { type Call, disturb, type Pair, same, sameData, testCalls, vector, written } from "./pair.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

/** Calls stages by name on both sides. */
function both({ m, d, fm, fd }: Pair, ...names: readonly string[]): void {
  for (const name of names) {
    (plumbline as unknown as Record<string, (m: Model, d: Pair["d"]) => void>)[name](m, d);
    mj[`mj_${name}`](fm, fd);
  }
}

/** Fills fields of both with what no stage gives. */
function poison({ d, fd }: Pair, fields: readonly string[]): void {
  for (const name of fields) {
    const mine = (d as unknown as Record<string, Float64Array | number>)[name];
    if (typeof mine === "number") continue;
    const theirs = fd[name] as Float64Array;
    for (let i = 0; i < theirs.length; i++) theirs[i] = mine[i] = 1e30;
  }
}

/** Stages that an effect needs to see something new, the stage, and its fields. */
const STAGES: Readonly<Record<string, readonly [before: string, fields: string]>> = {
  sensorPos: ["fwdKinematics", "sensordata"],
  sensorVel: ["fwdPosition fwdVelocity", "sensordata"],
  sensorAcc: ["fwdPosition fwdVelocity", "sensordata"],
  subtreeVel: ["fwdPosition fwdVelocity", "subtree_linvel subtree_angmom"],
  rnePostConstraint: ["fwdPosition fwdVelocity fwdActuation fwdAcceleration fwdConstraint", "cacc cfrc_int cfrc_ext"],
};

testCalls(Object.fromEntries(
  Object.entries(STAGES).map(([name, [before, fields]]): [string, Call] => [name, (pair) => {
    disturb(pair);
    both(pair, ...before.split(" "));
    poison(pair, fields.split(" "));
    both(pair, name);
    sameData(pair, name, fields.split(" "));
  }]),
));

testCalls({
  checkPos: breaking("checkPos", "qpos", "BADQPOS"),
  checkVel: breaking("checkVel", "qvel", "BADQVEL"),
  checkAcc: breaking("checkAcc", "qacc", "BADQACC"),
  resetDataDebug(pair) {
    const { m, d, fm, fd } = pair;
    plumbline.resetDataDebug(m, d, 0xa7);
    mj.mj_resetDataDebug(fm, fd, 0xa7);
    const fields = [
      "qpos",
      "qvel",
      "xpos",
      "xquat",
      "sensordata",
      "history",
      "qfrc_bias",
      "qM",
      "eq_active",
      "mocap_pos",
    ];
    sameData(pair, "bytes", fields);
    assert.ok(d.xpos[0] !== 0);
    both(pair, "forward", "step");
    sameData(pair, "step");
  },
  setConst(pair) {
    const { m, d, fm, fd } = pair;
    for (let i = 1; i < m.nbody; i++) {
      fm.body_mass[i] = m.body_mass[i] *= 1.1 + 0.1 * i;
      for (let k = 0; k < 3; k++) fm.body_inertia[3 * i + k] = m.body_inertia[3 * i + k] *= 1.2;
    }
    both(pair, "setConst");
    for (
      const name of ["body_subtreemass", "body_invweight0", "dof_invweight0", "dof_M0", "tendon_invweight0"] as const
    ) {
      same(m[name], fm[name], name);
    }
    assert.equal(m.stat.meanmass, fm.stat.meanmass);
    sameData({ ...pair, d, fd }, "qpos", ["qpos"]);
  },
  addM(pair) {
    const { m, d, fm, fd, next } = pair;
    // the bindings want arrays of the length of the old format of the inertia matrix
    const start = [...vector(m.nM, next)];
    const colind = Int32Array.from({ length: m.nM }, (_, k) => m.M_colind[k] ?? 0);
    const mat = Float64Array.from(start);
    plumbline.addM(m, d, mat, m.M_rownnz.slice(), m.M_rowadr.slice(), colind.slice());
    const lists = [m.M_rownnz, m.M_rowadr, colind].map((list) => mj.IntBuffer.FromArray([...list]));
    same(mat, written(m.nM, (dst) => mj.mj_addM(fm, fd, dst, ...lists), start), "sparse");
    for (const list of lists) list.delete();
  },
});

/** A number that is not finite resets the data, and is counted. */
function breaking(name: string, field: "qpos" | "qvel" | "qacc", warning: keyof typeof plumbline.Warning): Call {
  return (pair) => {
    const { d, fd } = pair;
    fd[field][3] = d[field][3] = NaN;
    both(pair, name);
    sameData(pair, name, ["qpos", "qvel", "qacc", "ctrl", "time"]);
    const index = plumbline.Warning[warning] as number;
    assert.equal(d.warning.number[index], fd.warning.get(index).number);
    assert.equal(d.warning.number[index], 1);
  };
}

testCalls({
  projectConstraint(pair) {
    const { d, fd } = pair;
    for (let i = 0; i < d.nJ; i++) fd.efc_J[i] = d.efc_J[i] *= 1.5;
    for (let i = 0; i < d.nA; i++) d.efc_AR[i] = NaN;
    both(pair, "projectConstraint");
    assert.ok(d.nA > 0 && d.nA === fd.efc_AR.length);
    same(d.efc_AR.subarray(0, d.nA), fd.efc_AR, "efc_AR");
  },
}, { dual: dual("dense"), "dual, sparse": dual("sparse") });

function dual(jacobian: string): string {
  return `<mujoco>
    <option solver="PGS" jacobian="${jacobian}"/>
    <worldbody>
      <geom type="plane" size="1 1 0.1"/>
      <body pos="0 0 0.09" euler="3 4 5">
        <freejoint/><geom type="box" size="0.1 0.12 0.1"/>
        <body pos="0.1 0 0.1"><joint axis="0 1 0" range="-1 1" limited="true" frictionloss="0.1"/><geom size="0.05"/></body>
      </body>
    </worldbody>
  </mujoco>`;
}

comparison("setLengthRange() finds the ranges that mj_setLengthRange finds", () => {
  const xml = `<mujoco>
    <compiler><lengthrange inttotal="3" interval="1"/></compiler>
    <worldbody><site name="base" pos="0 0 1"/>
      <body pos="0 0 0.5"><joint name="a" type="slide" axis="0 0 1" range="-0.2 0.3" limited="true"/><geom size="0.1"/>
        <site name="tip" pos="0.05 0 0.1"/>
        <body pos="0.2 0 0"><joint name="b" axis="0 1 0" range="-40 50" limited="true"/><geom size="0.05" pos="0.1 0 0"/></body>
      </body>
    </worldbody>
    <tendon><spatial name="t"><site site="base"/><site site="tip"/></spatial></tendon>
    <actuator><muscle tendon="t"/><motor joint="a"/><muscle joint="b"/></actuator>
  </mujoco>`;
  const theirOptions: Foreign = new mj.MjLROpt();
  const options: Record<string, number | boolean> = { ...plumbline.DEFAULT_LENGTH_RANGE };
  for (const name of Object.keys(options)) theirOptions[name] = 7;
  mj.mj_defaultLROpt(theirOptions);
  for (const [name, value] of Object.entries(options)) assert.equal(Number(value), theirOptions[name], name);
  assert.equal(Object.keys(options).length, 10);

  Object.assign(theirOptions, { mode: 3, useexisting: 0, inttotal: 3, interval: 1, tolrange: 0.1 });
  const m = plumbline.compile(xml);
  mj.FS.writeFile("/ranges.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/ranges.xml");
  const fd = new mj.MjData(fm);
  fm.actuator_lengthrange.fill(7);
  m.actuator_lengthrange.fill(8);
  const wanted = {
    ...plumbline.DEFAULT_LENGTH_RANGE,
    ...{ mode: 3, useexisting: false, inttotal: 3, interval: 1, tolrange: 0.1 },
  };
  const d = new plumbline.Data(m);
  for (let i = 0; i < m.nu; i++) plumbline.setLengthRange(m, d, i, wanted);
  for (let i = 0; i < m.nu; i++) mj.mj_setLengthRange(fm, fd, i, theirOptions);
  same(m.actuator_lengthrange, fm.actuator_lengthrange, "actuator_lengthrange");
  for (const it of [fd, fm, theirOptions]) it.delete();
});

comparison("defaultPerturb() and defaultOption() give what MuJoCo's give, whatever was there before", () => {
  const theirs: Foreign = new mj.MjvPerturb();
  const mine = plumbline.defaultPerturb();
  const fields = Object.keys(mine) as (keyof Perturb)[];
  for (const name of fields) {
    if (typeof mine[name] === "number") theirs[name] = 7;
    else theirs[name].fill(7);
  }
  mj.mjv_defaultPerturb(theirs);
  const values = (it: Foreign) => typeof it === "number" ? [it] : Array.from(it as ArrayLike<number>);
  // MuJoCo sets no positions before the mouse does; the stiffness is that of the model there
  const set = fields.filter((name) => typeof mine[name] === "number" && !name.startsWith("stiffness"));
  assert.ok(set.length >= 4);
  for (const name of set) same(values(mine[name]), values(theirs[name]), name);
  theirs.delete();

  const theirOption: Foreign = new mj.MjOption();
  for (const [name, [, columns]] of Object.entries(OPTION_FIELDS)) {
    if (columns > 0) theirOption[name].fill(7);
    else theirOption[name] = 7;
  }
  mj.mj_defaultOption(theirOption);
  const option = plumbline.defaultOption();
  for (const name of Object.keys(OPTION_FIELDS) as (keyof Option)[]) {
    same(values(option[name]), values(theirOption[name]), name);
  }
  theirOption.delete();
});
