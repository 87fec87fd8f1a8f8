import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward, fwdPosition, fwdVelocity } from "../forward.ts";
import { resetData } from "../reset.ts";
import { integratePos } from "../integrate/integrate_pos.ts";
import { Data } from "../data.ts";
import { Constraint, DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { makeConstraint } from "./make_constraint.ts";

const SCENE = (option: string) =>
  `<mujoco>
  <option ${option}/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .095"><freejoint/><geom size=".1" condim="3"/></body>
    <body pos=".5 0 .3" euler="10 20 0"><joint name="a" axis=".2 1 0" limited="true" range="-20 -5" frictionloss=".1"/>
      <geom type="capsule" fromto="0 0 0 .2 0 -.27" size=".04" condim="1"/><site name="p" pos=".1 0 0"/>
      <body name="tip" pos=".2 0 -.2"><joint name="b" type="slide" axis="0 .5 1"/><geom size=".05" contype="0" conaffinity="0"/><site name="q" pos="0 .05 .02"/></body></body>
    <body name="other" pos=".8 .2 .4" euler="0 0 40"><joint type="ball" limited="true" range="0 30"/><geom type="box" size=".1 .05 .04" pos=".1 0 0"/><site name="r"/></body>
  </worldbody>
  <tendon><spatial name="t" limited="true" range="0 .2" frictionloss=".2"><site site="p"/><site site="r"/></spatial></tendon>
  <equality><connect body1="tip" body2="other" anchor="0 .05 0"/><weld site1="q" site2="r" torquescale=".5"/><joint joint1="a" joint2="b" polycoef=".1 2 -1 .5 .3"/><tendon tendon1="t"/></equality>
</mujoco>`;

function simulate(option: string): { m: Model; d: Data } {
  const m = compile(SCENE(option));
  const d = new Data(m);
  resetData(m, d);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sqrt(i + 1) - 0.5;
  fwdPosition(m, d);
  fwdVelocity(m, d);
  return { m, d };
}

Deno.test("makeConstraint() has rows whose velocity is the rate of their position", () => {
  const { m, d } = simulate(`cone="elliptic"`);
  const rows = d.nefc;
  const vel = d.efc_vel.slice(0, rows);
  const pos = d.efc_pos.slice(0, rows);
  const type = d.efc_type.slice(0, rows);
  assert.ok(rows > 15);

  const dt = 1e-7;
  integratePos(m, d.qpos, d.qvel, dt);
  fwdPosition(m, d);
  assert.equal(d.nefc, rows);

  let compared = 0;
  for (let i = 0; i < rows; i++) {
    // dry friction and the friction rows of contacts have no position
    if (type[i] === Constraint.FRICTION_DOF || type[i] === Constraint.FRICTION_TENDON) continue;
    if (type[i] === Constraint.CONTACT_ELLIPTIC && i !== d.contact.efc_address[d.efc_id[i]]) continue;
    const rate = (d.efc_pos[i] - pos[i]) / dt;
    assert.ok(Math.abs(rate - vel[i]) < 1e-5, `row ${i} of type ${type[i]}: ${vel[i]}, moves at ${rate}`);
    compared++;
  }
  assert.ok(compared >= 14, `${compared} rows`);
});

Deno.test("makeConstraint() has the same rows in dense and in sparse storage", () => {
  const { m, d } = simulate(`jacobian="dense"`);
  const { d: s } = simulate(`jacobian="sparse"`);
  assert.equal(s.nefc, d.nefc);
  for (let i = 0; i < d.nefc; i++) {
    const row = new Float64Array(m.nv);
    for (let k = 0; k < s.efc_J_rownnz[i]; k++) {
      row[s.efc_J_colind[s.efc_J_rowadr[i] + k]] = s.efc_J[s.efc_J_rowadr[i] + k];
    }
    for (let k = 0; k < m.nv; k++) {
      assert.ok(Math.abs(row[k] - d.efc_J[i * m.nv + k]) < 1e-15, `row ${i}, dof ${k}: type ${d.efc_type[i]}`);
    }
    assert.equal(s.efc_D[i], d.efc_D[i]);
  }
});

Deno.test("makeConstraint() overwrites whatever the rows held", () => {
  const { m, d } = simulate("");
  const fields = ["efc_pos", "efc_margin", "efc_frictionloss", "efc_diagApprox", "efc_KBIP", "efc_D", "efc_R"] as const;
  const before = fields.map((name) => d[name].slice(0, d.nefc));
  const jacobian = d.efc_J.slice(0, d.nefc * m.nv);
  for (const name of fields) d[name].fill(NaN);
  d.efc_J.fill(NaN);
  makeConstraint(m, d);
  fields.forEach((name, k) => assert.deepEqual(d[name].slice(0, d.nefc), before[k], name));
  assert.deepEqual(d.efc_J.slice(0, d.nefc * m.nv), jacobian);
});

Deno.test("makeConstraint() leaves out the rows of each disabled kind", () => {
  const { m, d } = simulate("");
  const { ne, nf, nl, nefc } = d;
  const nc = nefc - ne - nf - nl;
  assert.ok(ne > 0 && nf > 0 && nl > 0 && nc > 0);
  const counts = (bit: number) => {
    m.opt.disableflags = bit;
    makeConstraint(m, d);
    return [d.ne, d.nf, d.nl, d.nefc - d.ne - d.nf - d.nl];
  };
  assert.deepEqual(counts(DisableBit.EQUALITY), [0, nf, nl, nc]);
  assert.deepEqual(counts(DisableBit.FRICTIONLOSS), [ne, 0, nl, nc]);
  assert.deepEqual(counts(DisableBit.LIMIT), [ne, nf, 0, nc]);
  assert.deepEqual(counts(DisableBit.CONTACT), [ne, nf, nl, 0]);
  assert.deepEqual(counts(DisableBit.CONSTRAINT), [0, 0, 0, 0]);
});

Deno.test("projectConstraint() fills AR with J M⁻¹ Jᵀ + R in both storages", () => {
  for (const storage of ["dense", "sparse"]) {
    const m = compile(SCENE(`solver="PGS" jacobian="${storage}"`));
    const d = new Data(m);
    resetData(m, d);
    forward(m, d);

    // AR f + b = J qacc + R f − aref at qacc = qacc_smooth + M⁻¹ Jᵀ f
    for (let i = 0; i < d.nefc; i++) {
      let left = d.efc_b[i];
      let right = -d.efc_aref[i] + d.efc_R[i] * d.efc_force[i];
      if (storage === "dense") {
        for (let k = 0; k < d.nefc; k++) left += d.efc_AR[i * d.nefc + k] * d.efc_force[k];
        for (let k = 0; k < m.nv; k++) right += d.efc_J[i * m.nv + k] * d.qacc[k];
      } else {
        for (let k = 0; k < d.efc_AR_rownnz[i]; k++) {
          const adr = d.efc_AR_rowadr[i] + k;
          left += d.efc_AR[adr] * d.efc_force[d.efc_AR_colind[adr]];
        }
        for (let k = 0; k < d.efc_J_rownnz[i]; k++) {
          const adr = d.efc_J_rowadr[i] + k;
          right += d.efc_J[adr] * d.qacc[d.efc_J_colind[adr]];
        }
      }
      assert.ok(Math.abs(left - right) < 1e-8 * (1 + Math.abs(right)), `${storage}, row ${i}: ${left} ${right}`);
    }
  }
});

Deno.test("makeConstraint() leaves out what is disabled by then, also where there is hardly any memory", () => {
  const kinds: [flag: number, types: number[]][] = [
    [DisableBit.CONTACT, [Constraint.CONTACT_FRICTIONLESS, Constraint.CONTACT_PYRAMIDAL]],
    [DisableBit.EQUALITY, [Constraint.EQUALITY]],
    [DisableBit.FRICTIONLOSS, [Constraint.FRICTION_DOF, Constraint.FRICTION_TENDON]],
    [DisableBit.LIMIT, [Constraint.LIMIT_JOINT, Constraint.LIMIT_TENDON]],
    [DisableBit.CONSTRAINT, [...new Set(Object.values(Constraint))]],
  ];
  for (const jacobian of ["dense", "sparse"]) {
    for (const [flag, types] of kinds) {
      const { m, d } = simulate(`jacobian="${jacobian}"`);
      const typesIn = () => [...d.efc_type.subarray(0, d.nefc)];
      const all = typesIn();
      const others = all.filter((type) => !types.includes(type));
      assert.ok(others.length < all.length, `${jacobian}, ${flag}`);
      const { narena } = d;
      m.opt.disableflags = flag;
      makeConstraint(m, d);
      assert.deepEqual(typesIn(), others, `${jacobian}, ${flag}`);
      // the memory that rows take is counted first where it could end
      d.narena = d.ncon * 576 + 12000;
      m.opt.disableflags = 0;
      makeConstraint(m, d);
      assert.deepEqual(typesIn(), all, `${jacobian}, little memory`);
      m.opt.disableflags = flag;
      makeConstraint(m, d);
      assert.deepEqual(typesIn(), others, `${jacobian}, ${flag}, little memory`);
      d.narena = narena;
    }
  }
});
