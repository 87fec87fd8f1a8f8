import assert from "node:assert/strict";
import type { Data, Model } from "../../../mod.ts";
import { ORACLE } from "../../../harness/engines/mujoco.ts";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { ours, same, vector, written } from "./pair.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

/** Machines with contacts, tendons, actuators of all kinds, quaternions, and sensors of all stages. */
function scene(seed: number): string {
  const random = randomFrom(seed);
  const pick = (...from: readonly string[]) => from[Math.floor(random() * from.length)];
  const real = (low: number, high: number) => (low + (high - low) * random()).toFixed(4);
  const point = (size: number) => [0, 0, 0].map(() => real(-size, size)).join(" ");
  const trees = Array.from({ length: 1 + Math.floor(3 * random()) }, (_, i) => {
    const root = pick("<freejoint/>", `<joint name="root${i}" type="ball" damping="0.1"/>`, "<freejoint/>");
    return `<body pos="${0.5 * i} 0 ${real(0.05, 0.12)}" euler="${point(40)}">
      ${root}<geom type="${pick("box", "capsule", "ellipsoid")}" size="0.1 0.07 0.05" condim="${
      pick("1", "3", "4", "6")
    }"/>
      <site name="base${i}" pos="${point(0.1)}"/>
      <body name="link${i}" pos="0.15 0 0.02" euler="${point(30)}">
        <joint name="hinge${i}" axis="${point(1)}" range="-20 20" limited="${pick("true", "false")}" damping="${
      real(0, 1)
    }"
          stiffness="${real(0, 3)}" frictionloss="${pick("0", "0.05")}" armature="0.01"/>
        <geom size="0.05" pos="0.05 0 0"/>
        <body pos="0.1 0 0.03">
          <joint name="slide${i}" type="slide" axis="${point(1)}" armature="0.02" damping="${real(0, 0.5)}"/>
          <geom type="capsule" size="0.03 0.05" pos="0.02 0 0"/><site name="tip${i}" pos="${point(0.1)}"/>
        </body>
      </body>
    </body>`;
  });
  const each = (text: (i: number) => string) => trees.map((_, i) => text(i)).join("\n");
  return `<mujoco>
  <option timestep="0.003" integrator="${pick("Euler", "implicit", "implicitfast")}" jacobian="${
    pick("dense", "sparse")
  }"
    cone="${pick("pyramidal", "elliptic")}" solver="${pick("Newton", "Newton", "CG", "PGS")}" density="${
    pick("0", "20")
  }"/>
  <worldbody><geom type="plane" size="3 3 0.1"/><site name="anchor" pos="0 0 0.5"/>${trees.join("\n")}</worldbody>
  <tendon>
    ${
    each((i) =>
      `<spatial name="cord${i}" stiffness="2" damping="0.2"><site site="anchor"/><site site="tip${i}"/></spatial>`
    )
  }
    ${
    each((i) =>
      `<fixed name="sum${i}"><joint joint="hinge${i}" coef="0.7"/><joint joint="slide${i}" coef="-2"/></fixed>`
    )
  }
  </tendon>
  <actuator>
    ${
    each((i) =>
      `<motor joint="hinge${i}" ctrllimited="true" ctrlrange="-0.5 0.5" gear="2"/>
    <position joint="slide${i}" kp="20" kv="1"/>
    <general tendon="sum${i}" dyntype="filter" dynprm="0.05" gaintype="affine" gainprm="1 0.2 -0.5"/>
    <muscle tendon="cord${i}" lengthrange="0.2 0.8" force="30"/>`
    )
  }
  </actuator>
  <sensor>
    ${
    each((i) =>
      `<framepos objtype="site" objname="tip${i}"/><gyro site="base${i}"/><accelerometer site="tip${i}"/>
    <tendonvel tendon="cord${i}"/><actuatorfrc actuator="${4 * i}"/><touch site="base${i}"/>`
    )
  }
  </sensor>
</mujoco>`.replace(/actuator="(\d+)"/g, 'actuator="m$1"').replace(
    /<motor joint="hinge(\d)"/g,
    (_, i) => `<motor name="m${4 * Number(i)}" joint="hinge${i}"`,
  );
}

/** The same model and state in both. */
function open(seed: number, settle = 70): { m: Model; d: Data; fm: Foreign; fd: Foreign } {
  const xml = scene(seed);
  mj.FS.writeFile("/derivatives.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/derivatives.xml");
  const fd = new mj.MjData(fm);
  const m = plumbline.compile(xml);
  const d = new plumbline.Data(m);
  const next = symmetric.bind(null, randomFrom(1000 + seed));
  for (let k = 0; k < settle; k++) {
    for (let i = 0; i < m.nu; i++) fd.ctrl[i] = d.ctrl[i] = next();
    plumbline.step(m, d);
    mj.mj_step(fm, fd);
  }
  // controls within their range, at its ends, and beyond
  for (let i = 0; i < m.nu; i++) fd.ctrl[i] = d.ctrl[i] = [0.5, -0.5, 0.2, 0.7][(i + seed) % 4];
  for (let i = 0; i < m.nv; i++) fd.qacc[i] = d.qacc[i] += next();
  return { m, d, fm, fd };
}

const SEEDS = 30;

comparison(`transitionFD() gives what mjd_transitionFD of MuJoCo ${ORACLE.version} gives`, () => {
  let contacts = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { m, d, fm, fd } = open(seed);
    contacts += d.ncon;
    const n = 2 * m.nv + m.na;
    const sizes = [n * n, n * m.nu, m.nsensordata * n, m.nsensordata * m.nu];
    for (const centered of [0, 1] as const) {
      for (const wanted of centered ? [15] : [15, 1, 2, 3]) {
        const isWanted = (k: number) => (wanted & (1 << k)) !== 0;
        const mine = sizes.map((size, k) => isWanted(k) ? new Float64Array(size).fill(NaN) : null);
        plumbline.transitionFD(m, d, 1e-6, centered, mine[0], mine[1], mine[2], mine[3]);
        const theirs = sizes.map((size, k) => isWanted(k) ? mj.DoubleBuffer.FromArray(Array(size).fill(NaN)) : null);
        mj.mjd_transitionFD(fm, fd, 1e-6, centered, ...theirs);
        mine.forEach((matrix, k) => {
          if (matrix) {
            same(matrix, theirs[k].GetView(), `seed ${seed}, centered ${centered}, wanted ${wanted}: ${"ABCD"[k]}`);
          }
          theirs[k]?.delete();
        });
        for (const name of ["qpos", "qvel", "act", "ctrl", "qacc_warmstart"] as const) {
          same(d[name], fd[name], `seed ${seed}: ${name} afterward`);
        }
      }
    }
    fd.delete();
    fm.delete();
  }
  assert.ok(contacts > SEEDS, `${contacts} contacts`);
});

comparison(`inverseFD() gives what mjd_inverseFD of MuJoCo ${ORACLE.version} gives`, () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { m, d, fm, fd } = open(seed);
    const { nv, nsensordata, nM } = m;
    const sizes = [nv * nv, nv * nv, nv * nv, nv * nsensordata, nv * nsensordata, nv * nsensordata, nv * nM];
    for (const actuation of [0, 1] as const) {
      const mine = sizes.map((size) => new Float64Array(size).fill(NaN));
      const [a, b, c, e, f, g, h] = mine;
      plumbline.inverseFD(m, d, 1e-6, actuation, a, b, c, e, f, g, h);
      const theirs = sizes.map((size) => mj.DoubleBuffer.FromArray(Array(size).fill(NaN)));
      mj.mjd_inverseFD(fm, fd, 1e-6, actuation, ...theirs);
      mine.forEach((matrix, k) => {
        same(matrix, theirs[k].GetView(), `seed ${seed}, actuation ${actuation}, matrix ${k}`);
        theirs[k].delete();
      });
    }
    fd.delete();
    fm.delete();
  }
});

/** Vectors that are zero, tiny, around the change from series to quotients, and large. */
const LENGTHS = [0, 1e-9, 1e-4, 0.03, 0.0313, 0.5, 2, 4];

comparison(`subQuatJac() gives what mjd_subQuat of MuJoCo ${ORACLE.version} gives`, () => {
  const next = symmetric.bind(null, randomFrom(3));
  for (const length of LENGTHS) {
    const qa = vector(4, next);
    plumbline.normalize4(qa, 0);
    const qb = qa.slice();
    plumbline.quatIntegrate(qb, 0, vector(3, next), 0, length);
    let theirsB: number[] = [];
    const theirsA = written(9, (Da) => theirsB = written(9, (Db) => mj.mjd_subQuat([...qa], [...qb], Da, Db)));
    const Db = new Float64Array(9);
    same(ours(9, (Da) => plumbline.subQuatJac(qa, 0, qb, 0, Da, 0, Db, 0)), theirsA, `Da ${length}`);
    same(Db, theirsB, `Db ${length}`);
    plumbline.subQuatJac(qa, 0, qb, 0, null, 0, null, 0);
  }
});

comparison(`quatIntegrateJac() gives what mjd_quatIntegrate of MuJoCo ${ORACLE.version} gives`, () => {
  const next = symmetric.bind(null, randomFrom(4));
  for (const scale of LENGTHS) {
    const vel = vector(3, next);
    const [Dquat, Dvel, Dscale] = [new Float64Array(9), new Float64Array(9), new Float64Array(3)];
    plumbline.quatIntegrateJac(vel, 0, scale, Dquat, 0, Dvel, 0, Dscale, 0);
    let theirVel: number[] = [];
    let theirScale: number[] = [];
    const theirs = written(9, (q) => {
      theirVel = written(9, (v) => theirScale = written(3, (s) => mj.mjd_quatIntegrate([...vel], scale, q, v, s)));
    });
    same(Dquat, theirs, `Dquat ${scale}`);
    same(Dvel, theirVel, `Dvel ${scale}`);
    same(Dscale, theirScale, `Dscale ${scale}`);
  }
});

comparison("derivatives reject what they do not support", () => {
  const body = "<worldbody><body><joint/><geom size='1'/></body></worldbody>";
  const rk4 = plumbline.compile(`<mujoco><option integrator="RK4"/>${body}</mujoco>`);
  const data = new plumbline.Data(rk4);
  const none = [null, null, null, null] as const;
  assert.throws(() => plumbline.transitionFD(rk4, data, 1e-6, 0, ...none), /^RangeError: transitionFD: Runge–Kutta/);
  assert.throws(
    () => plumbline.inverseFD(rk4, data, 1e-6, 0, ...none, null, null, null),
    /^RangeError: inverseFD: Runge/,
  );
  const slips = plumbline.compile(`<mujoco><option noslip_iterations="2"/>${body}</mujoco>`);
  const slipping = new plumbline.Data(slips);
  assert.throws(() => plumbline.inverseFD(slips, slipping, 1e-6, 0, ...none, null, null, null), /no-slip iterations/);
  const late = plumbline.compile(`<mujoco>${body.replace("<joint", "<joint name='j'")}
    <sensor><jointpos joint="j" delay="0.01" nsample="4"/></sensor></mujoco>`);
  assert.throws(() => plumbline.transitionFD(late, new plumbline.Data(late), 1e-6, 0, ...none), /delays of actuators/);
});
