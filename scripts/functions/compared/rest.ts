import assert from "node:assert/strict";
import { CONTACT_FIELDS, type ContactField, type NewContact, type Option, SameFrame, Warning } from "../../../mod.ts";
import { ORACLE } from "../../../harness/engines/mujoco.ts";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { ours, type Pair, same, testCalls, vector, written } from "./pair.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

/** Copies a contact of MuJoCo with its sides moved a little. */
function another({ d }: Pair, i: number): NewContact {
  const con: Partial<Record<ContactField, number[]>> = {};
  for (const [name, [, columns]] of Object.entries(CONTACT_FIELDS)) {
    con[name as ContactField] = [...d.contact[name as ContactField].subarray(columns * i, columns * (i + 1))];
  }
  return { ...con, dist: d.contact.dist[i] - 0.003, efc_address: 5 };
}

testCalls({
  addContact(pair) {
    const { m, d, fm, fd } = pair;
    for (const i of [0, 1]) {
      if (i >= d.ncon) continue;
      const con = another(pair, i);
      const theirs: Foreign = new mj.MjContact();
      for (const [name, [, columns]] of Object.entries(CONTACT_FIELDS)) {
        const values = con[name as ContactField] as number[];
        if (columns > 1) theirs[name].set(values);
        else theirs[name] = typeof values === "number" ? values : values[0];
      }
      assert.equal(plumbline.addContact(m, d, con), mj.mj_addContact(fm, fd, theirs));
      theirs.delete();
      assert.deepEqual([d.ncon, d.nefc], [fd.ncon, fd.nefc]);
    }
    for (
      const name of ["makeConstraint", "island", "projectConstraint", "referenceConstraint", "fwdConstraint"] as const
    ) {
      plumbline[name](m, d);
      mj[`mj_${name}`](fm, fd);
    }
    assert.equal(d.nefc, fd.nefc);
    same(d.efc_J.subarray(0, d.nJ), d.nefc > 0 ? fd.efc_J : [], "efc_J");
    same(d.qacc, fd.qacc, "qacc");
  },
  "addM() of a dense matrix is fullM() of the lower triangle"({ m, d }) {
    const dense = new Float64Array(m.nv * m.nv);
    plumbline.addM(m, d, dense, null, null, null);
    const full = new Float64Array(m.nv * m.nv);
    plumbline.fullM(m, full, d.qM);
    const lower = full.map((x, k) => k % m.nv <= Math.trunc(k / m.nv) ? x : 0);
    same(dense, lower, "dense");
  },
  local2Global({ m, d, fd, next }) {
    for (let body = 0; body < m.nbody; body++) {
      for (const sameframe of Object.values(SameFrame)) {
        const pos = vector(3, next);
        const quat = vector(4, next);
        plumbline.normalize4(quat, 0);
        const xmat = new Float64Array(9);
        const xpos = ours(3, (p) => plumbline.local2Global(d, p, 0, xmat, 0, pos, 0, quat, 0, body, sameframe));
        let theirs: number[] = [];
        const theirPos = written(
          3,
          (p) => theirs = written(9, (r) => mj.mj_local2Global(fd, p, r, [...pos], [...quat], body, sameframe)),
        );
        same(xpos, theirPos, `body ${body}, ${sameframe}: position`);
        same(xmat, theirs, `body ${body}, ${sameframe}: orientation`);
      }
    }
  },
});

comparison("addContact() refuses contacts for which the arena has no room, where MuJoCo does", () => {
  const xml = `<mujoco><size memory="4K"/><worldbody><geom size="1"/></worldbody></mujoco>`;
  mj.FS.writeFile("/full.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/full.xml");
  const fd = new mj.MjData(fm);
  const m = plumbline.compile(xml);
  const d = new plumbline.Data(m);
  const theirs: Foreign = new mj.MjContact();
  const added = Array.from({ length: 12 }, () => plumbline.addContact(m, d, {}));
  assert.deepEqual(added, Array.from({ length: 12 }, () => mj.mj_addContact(fm, fd, theirs)));
  assert.ok(added.includes(0) && added.includes(1), added.join());
  assert.equal(d.warning.number[Warning.CONTACTFULL], fd.warning.get(Warning.CONTACTFULL).number);
  assert.throws(
    () => plumbline.addContact(m, new plumbline.Data(m), { pos: [1, 2] }),
    /^RangeError: addContact: pos needs 3/,
  );
  for (const it of [theirs, fd, fm]) it.delete();
});

comparison("addM() adds to sparse matrices: entries that are there, and new ones", () => {
  const model = plumbline.compile(`<mujoco><worldbody><body><joint axis="0 1 0"/><geom size="0.1" pos="1 0 0"/>
    <body pos="1 0 0"><joint axis="0 1 0"/><geom size="0.1" pos="1 0 0"/></body></body></worldbody></mujoco>`);
  const data = new plumbline.Data(model);
  plumbline.forward(model, data);
  const mat = Float64Array.of(10, NaN, 20, NaN);
  const rownnz = Int32Array.of(1, 1);
  const colind = Int32Array.of(0, -1, 1, -1);
  plumbline.addM(model, data, mat, rownnz, Int32Array.of(0, 2), colind);
  const full = new Float64Array(4);
  plumbline.fullM(model, full, data.qM);
  assert.deepEqual([...rownnz], [1, 2]);
  assert.deepEqual([...colind], [0, -1, 0, 1]);
  assert.deepEqual([mat[0], mat[2], mat[3]], [10 + full[0], full[2], 20 + full[3]]);
});

comparison(`raySkin() gives what mju_raySkin of MuJoCo ${ORACLE.version} gives`, () => {
  const next = symmetric.bind(null, randomFrom(5));
  let hits = 0;
  for (let k = 0; k < 200; k++) {
    const vert = Float32Array.from({ length: 24 }, next);
    const face = Int32Array.from({ length: 18 }, () => Math.floor(4 + 4 * next()));
    const [pnt, vec] = [vector(3, next), vector(3, next)];
    const vertid = Int32Array.of(-1);
    const x = plumbline.raySkin(6, 8, face, vert, pnt, 0, vec, 0, vertid);
    const theirs = mj.IntBuffer.FromArray([-1]);
    assert.equal(x, mj.mju_raySkin(6, 8, [...face], [...vert], [...pnt], [...vec], theirs), `ray ${k}`);
    assert.equal(vertid[0], theirs.GetView()[0], `ray ${k}`);
    theirs.delete();
    if (x >= 0) hits++;
  }
  assert.ok(hits > 20 && hits < 180, `${hits} of 200 hit`);
});

comparison("version() is that of the MuJoCo whose results the engine gives", () => {
  assert.equal(plumbline.version(), mj.mj_version());
  assert.equal(plumbline.versionString(), mj.mj_versionString());
});

comparison("warning() counts a warning, like mj_warning", () => {
  const data = new plumbline.Data(plumbline.compile("<mujoco/>"));
  plumbline.warning(data, Warning.BADCTRL, 4);
  plumbline.warning(data, Warning.BADCTRL, 2);
  assert.deepEqual([data.warning.number[Warning.BADCTRL], data.warning.lastinfo[Warning.BADCTRL]], [2, 2]);
});

comparison("defaultOption() and defaultSolRefImp() give what MuJoCo's give", () => {
  const theirs: Foreign = new mj.MjOption();
  mj.mj_defaultOption(theirs);
  const option = plumbline.defaultOption();
  for (const name of Object.keys(plumbline.OPTION_FIELDS) as (keyof Option)[]) {
    assert.deepEqual(option[name], theirs[name], name);
  }
  const [solref, solimp] = [new Float64Array(2), new Float64Array(5)];
  plumbline.defaultSolRefImp(solref, solimp);
  let theirImp: number[] = [];
  same(solref, written(2, (r) => theirImp = written(5, (i) => mj.mj_defaultSolRefImp(r, i))), "solref");
  same(solimp, theirImp, "solimp");
});
