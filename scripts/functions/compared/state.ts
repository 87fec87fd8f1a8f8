/** Goldens see what a step computes; here are the other functions that set or compute a state. */

import assert from "node:assert/strict";
import { Stage, State } from "../../../mod.ts";
import { disturb, ours, same, sameData, testCalls, vector, written } from "./pair.ts";
import { mj, plumbline } from "./sides.ts";

/** Every part of the state alone, and some together. */
function signatures(): number[] {
  const single = Array.from({ length: State.N }, (_, bit) => 1 << bit);
  return [0, ...single, State.PHYSICS, State.FULLPHYSICS, State.USER, State.INTEGRATION, (1 << State.N) - 1];
}

testCalls({
  rnePostConstraint(pair) {
    plumbline.rnePostConstraint(pair.m, pair.d);
    mj.mj_rnePostConstraint(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  subtreeVel(pair) {
    plumbline.subtreeVel(pair.m, pair.d);
    mj.mj_subtreeVel(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  energyPos(pair) {
    pair.d.energy.fill(NaN);
    plumbline.energyPos(pair.m, pair.d);
    mj.mj_energyPos(pair.fm, pair.fd);
    same([pair.d.energy[0]], [pair.fd.energy[0]], "potential");
  },
  energyVel(pair) {
    pair.d.energy.fill(NaN);
    plumbline.energyVel(pair.m, pair.d);
    mj.mj_energyVel(pair.fm, pair.fd);
    same([pair.d.energy[1]], [pair.fd.energy[1]], "kinetic");
  },
  getTotalmass({ m, fm }) {
    same([plumbline.getTotalmass(m)], [mj.mj_getTotalmass(fm)], "");
  },
  setTotalmass({ m, fm }) {
    plumbline.setTotalmass(m, 7.7);
    mj.mj_setTotalmass(fm, 7.7);
    same(m.body_mass, fm.body_mass, "masses");
    same(m.body_inertia, fm.body_inertia, "inertias");
  },
  forwardSkip(pair) {
    for (const stage of [Stage.VEL, Stage.POS, Stage.NONE]) {
      for (const sensor of [1, 0] as const) {
        disturb(pair);
        plumbline.forwardSkip(pair.m, pair.d, stage, sensor);
        mj.mj_forwardSkip(pair.fm, pair.fd, stage, sensor);
        sameData(pair, `stage ${stage}, sensors ${sensor}`);
      }
    }
  },
  inverse(pair) {
    disturb(pair);
    plumbline.inverse(pair.m, pair.d);
    mj.mj_inverse(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  inverseSkip(pair) {
    for (const stage of [Stage.VEL, Stage.POS, Stage.NONE]) {
      for (const sensor of [1, 0] as const) {
        disturb(pair);
        plumbline.inverseSkip(pair.m, pair.d, stage, sensor);
        mj.mj_inverseSkip(pair.fm, pair.fd, stage, sensor);
        sameData(pair, `stage ${stage}, sensors ${sensor}`);
      }
    }
  },
  compareFwdInv(pair) {
    plumbline.compareFwdInv(pair.m, pair.d);
    mj.mj_compareFwdInv(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  step1(pair) {
    disturb(pair);
    plumbline.step1(pair.m, pair.d);
    mj.mj_step1(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  step2(pair) {
    disturb(pair);
    plumbline.step2(pair.m, pair.d);
    mj.mj_step2(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  setKeyframe(pair) {
    const { m, d, fm, fd } = pair;
    for (let key = 0; key < m.nkey; key++) {
      disturb(pair);
      d.time = fd.time = 0.1 + key;
      for (let i = 0; i < 3 * m.nmocap; i++) fd.mocap_pos[i] = d.mocap_pos[i] = pair.next();
      for (let i = 0; i < 4 * m.nmocap; i++) fd.mocap_quat[i] = d.mocap_quat[i] = pair.next();
      for (let i = 0; i < m.na; i++) fd.act[i] = d.act[i] = pair.next();
      plumbline.setKeyframe(m, d, key);
      mj.mj_setKeyframe(fm, fd, key);
    }
    for (const name of ["key_time", "key_qpos", "key_qvel", "key_act", "key_mpos", "key_mquat", "key_ctrl"] as const) {
      same(m[name], fm[name], name);
    }
    for (const key of [2, 0, 1, -1, 3]) {
      plumbline.resetDataKeyframe(m, d, key);
      mj.mj_resetDataKeyframe(fm, fd, key);
      sameData(pair, `reset to keyframe ${key}`);
    }
  },
  resetData(pair) {
    plumbline.resetData(pair.m, pair.d);
    mj.mj_resetData(pair.fm, pair.fd);
    sameData(pair, "after the call");
  },
  getState({ m, d, fm, fd }) {
    for (const signature of signatures()) {
      const n = plumbline.stateSize(m, signature);
      assert.equal(n, mj.mj_stateSize(fm, signature), `size of ${signature}`);
      const theirs = written(n, (state) => mj.mj_getState(fm, fd, state, signature));
      same(ours(n, (state) => plumbline.getState(m, d, state, signature)), theirs, `signature ${signature}`);
    }
  },
  setState(pair) {
    const { m, d, fm, fd } = pair;
    for (const signature of signatures()) {
      const n = plumbline.stateSize(m, signature);
      const state = vector(n, () => Math.round(1e3 * pair.next()) / 1e3);
      if (signature & State.EQ_ACTIVE) continue;
      plumbline.setState(m, d, state, signature);
      mj.mj_setState(fm, fd, [...state], signature);
      sameData(pair, `signature ${signature}`);
    }
  },
  copyState(pair) {
    const { m, d, fm, fd } = pair;
    for (const signature of signatures()) {
      const to = new plumbline.Data(m);
      const fto = new mj.MjData(fm);
      plumbline.copyState(m, d, to, signature);
      mj.mj_copyState(fm, fd, fto, signature);
      sameData({ ...pair, d: to, fd: fto }, `signature ${signature}`);
      fto.delete();
    }
  },
  extractState({ m, d, fm }) {
    const all = (1 << State.N) - 1;
    const state = new Float64Array(plumbline.stateSize(m, all));
    plumbline.getState(m, d, state, all);
    for (const signature of signatures()) {
      const n = plumbline.stateSize(m, signature);
      const theirs = written(n, (dst) => mj.mj_extractState(fm, [...state], all, dst, signature));
      same(ours(n, (dst) => plumbline.extractState(m, state, all, dst, signature)), theirs, `signature ${signature}`);
    }
  },
  readCtrl({ m, d, fm, fd }) {
    for (let id = 0; id < m.nu; id++) {
      for (const interp of [-1, 0, 1, 2]) {
        for (let t = -0.013; t < 0.03; t += 0.0037) {
          const theirs = mj.mj_readCtrl(fm, fd, id, t, interp);
          same([plumbline.readCtrl(m, d, id, t, interp)], [theirs], `actuator ${id} at ${t}, ${interp}`);
        }
      }
    }
  },
  initCtrlHistory(pair) {
    const { m, d, fm, fd } = pair;
    for (const id of [0, 3]) {
      const n = m.actuator_history[2 * id];
      const times = Float64Array.from({ length: n }, (_, k) => 0.011 * k - 0.037);
      const values = vector(n, pair.next);
      plumbline.initCtrlHistory(m, d, id, times, values);
      mj.mj_initCtrlHistory(fm, fd, id, [...times], [...values]);
      sameData(pair, `actuator ${id}`);
    }
  },
  initSensorHistory(pair) {
    const { m, d, fm, fd } = pair;
    for (const id of [2, 3]) {
      const n = m.sensor_history[2 * id];
      const times = Float64Array.from({ length: n }, (_, k) => 0.013 * k - 0.041);
      const values = vector(n * m.sensor_dim[id], pair.next);
      plumbline.initSensorHistory(m, d, id, times, values, 0.3);
      mj.mj_initSensorHistory(fm, fd, id, [...times], [...values], 0.3);
      sameData(pair, `sensor ${id}`);
    }
  },
});

const sleeper = (name: string, x: number, sleep: string) =>
  `<body name="${name}" pos="${x} 0 1" sleep="${sleep}">
    <joint axis="0.1 1 0.2" damping="0.1"/>
    <geom type="capsule" fromto="0 0 0 0.2 0.02 -0.1" size="0.03"/>
  </body>`;

const SLEEPING = `<mujoco>
  <option sleep_tolerance="0.001"><flag sleep="enable"/></option>
  <worldbody>${sleeper("a", -1, "init")}${sleeper("b", 0, "never")}${sleeper("c", 1, "init")}</worldbody>
</mujoco>`;

testCalls({
  inverse(pair) {
    const { m, d, fm, fd } = pair;
    plumbline.resetData(m, d);
    mj.mj_resetData(fm, fd);
    const fields = ["tree_awake", "tree_asleep", "body_awake", "ntree_awake", "qfrc_inverse", "xpos", "cvel", "qvel"];
    for (const [what, field, dof] of [["velocity", "qvel", 2], ["pose", "qpos", 0]] as const) {
      fd[field][dof] = d[field][dof] = 0.3;
      plumbline.inverse(m, d);
      mj.mj_inverse(fm, fd);
      sameData(pair, `after a new ${what}`, fields);
    }
  },
}, { "beside what sleeps": SLEEPING });
