/** Uses of functions that no recipe calls: callbacks and plugins of the user's, conversions, and stages out of turn. */

import * as plumbline from "../../mod.ts";
import { Data, type Model, type Plugin, Stage, State } from "../../mod.ts";
import { withoutKernels } from "../../engine/wasm/kernel_set.ts";
import { symmetricFrom } from "../random.ts";

const MODEL = `<mujoco>
  <extension><plugin plugin="own.push"/><plugin plugin="own.sum"/><plugin plugin="own.drift"/><plugin plugin="own.plain"/></extension>
  <option timestep=".004" density="3" viscosity=".1"><flag energy="enable"/></option>
  <worldbody>
    <geom type="plane" size="1 1 .1" euler="3 4 0"/>
    <body name="a" pos="0 0 .05">
      <joint name="j" axis="0 1 .2" damping=".2"/><geom type="capsule" size=".05 .1" pos=".1 0 0" friction=".6 .02 .001" condim="6"/>
      <body pos=".3 0 0"><joint type="ball"/><geom type="box" size=".05 .06 .04" pos=".05 0 0"/><site name="s"/></body>
      <body pos="0 .2 .1"><plugin plugin="own.drift"/><joint name="k" type="slide" axis="0 1 .1" stiffness="2"/><geom size=".06"/></body>
    </body>
    <body pos="1 1 .05"><freejoint/><geom type="ellipsoid" size=".1 .08 .06"/></body>
    <body name="r" pos="2 0 1"><flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" mass=".1" radius=".01"/></body>
  </worldbody>
  <actuator>
    <general joint="j" dyntype="user" gaintype="user" biastype="user" actdim="2" delay=".008" nsample="3"/>
    <general joint="k" dyntype="user" gaintype="user" biastype="affine" biasprm=".1 .2 .3"/>
    <motor joint="k" gear="2"/>
    <plugin joint="j" plugin="own.push"><config key="gain" value="3"/></plugin>
  </actuator>
  <sensor>
    <plugin plugin="own.sum" objtype="body" objname="a" cutoff="2"/>
    <user name="p" dim="2" datatype="real" needstage="pos"/><accelerometer site="s"/>
    <user name="v" dim="1" datatype="positive" needstage="vel" cutoff=".5"/><jointpos joint="j" delay=".004" nsample="4"/>
    <user name="w" dim="3" datatype="real" needstage="acc" cutoff=".3"/>
    <plugin plugin="own.plain" objtype="body" objname="a"/>
  </sensor>
</mujoco>`;

/** Plugins of every kind that note when they are asked. */
function plugins(lines: string[]): Plugin[] {
  const mine = (m: Model, list: Int32Array, instance: number) =>
    [...list.keys()].filter((i) => list[i] === instance && m.nv > 0);
  return [
    {
      name: "own.push",
      attributes: ["gain", "loss"],
      init(m, _, instance) {
        lines.push(["gain", "loss", "other"].map((name) => `${plumbline.pluginConfig(m, instance, name)}`).join());
        return Number(plumbline.pluginConfig(m, instance, "gain"));
      },
      stateSize: () => 2,
      reset: (m, d, instance) => void (d.plugin_state[m.plugin_stateadr[instance]] += 0.5),
      advance: (m, d, instance) => void (d.plugin_state[m.plugin_stateadr[instance] + 1] += d.time),
      actuator: {
        compute(m, d, instance) {
          const gain = Number(d.plugin_data[instance]) + d.plugin_state[m.plugin_stateadr[instance]];
          for (const i of mine(m, m.actuator_plugin, instance)) d.actuator_force[i] = gain * d.ctrl[i];
        },
      },
    },
    {
      name: "own.sum",
      attributes: [],
      sensor: {
        stage: Stage.VEL,
        size: () => 2,
        compute(m, d, instance) {
          for (const i of mine(m, m.sensor_plugin, instance)) {
            d.sensordata[m.sensor_adr[i]] = 9 * d.qvel[0];
            d.sensordata[m.sensor_adr[i] + 1] = d.subtree_linvel[3];
          }
          lines.push("sum");
        },
      },
    },
    {
      name: "own.plain",
      attributes: [],
      sensor: {
        stage: Stage.NONE,
        size: () => 1,
        compute(m, d, instance) {
          for (const i of mine(m, m.sensor_plugin, instance)) d.sensordata[m.sensor_adr[i]] = d.qpos[0] + d.xpos[3];
        },
      },
    },
    {
      name: "own.drift",
      attributes: [],
      passive: { compute: (_, d) => void (d.qfrc_passive[1] += 0.1) },
    },
  ];
}

/** Everything that the uses say. */
export function saidByFunctions(): string[] {
  const lines: string[] = [];
  const m = plumbline.compile(MODEL, { plugins: plugins(lines) });
  return [
    ...lines,
    ...callbacks(m),
    ...firstSensor(),
    ...senseless(m),
    ...copies(m),
    ...stages(m),
    ...sleepers(),
    ...conversions(),
    ...texts(),
  ];
}

/** Steps in which the user takes part, with every integrator. */
function callbacks(m: Model): string[] {
  const lines: string[] = [];
  for (let integrator = 0; integrator < 4; integrator++) {
    for (const delayed of [0, 1]) {
      m.opt.integrator = integrator;
      const d = new Data(m);
      if (delayed) {
        d.callbacks = {
          control: (_, d) => d.ctrl.forEach((_, i) => d.ctrl[i] = 0.3 + 0.2 * i + d.time),
          passive: (_, d) => void (d.qfrc_passive[2] += 0.7),
          actDyn(_, d, i) {
            const first = m.actuator_actadr[i];
            d.act_dot[first] = 2 + i;
            return 3 * d.ctrl[i] - d.act[first];
          },
          actGain: (_, d, i) => 1.5 + d.actuator_length[i],
          actBias: (_, d, i) => 0.2 - d.actuator_velocity[i],
          sensor(_, d, stage) {
            for (let i = 0; i < m.nsensordata; i++) d.sensordata[i] += 0.1 * (i - 4) * (stage + 1) + d.qpos[0];
          },
        };
      }
      d.qvel[0] = 0.4;
      for (let k = 0; k < 2; k++) {
        plumbline.step(m, d);
        lines.push(
          `${d.qpos} ${d.act} ${d.act_dot} ${d.actuator_force} ${d.sensordata} ${d.plugin_state} ${d.history}`,
        );
      }
      const reading = new Float64Array(3);
      for (let id = 0; id < m.nsensor; id++) {
        plumbline.readSensor(m, d, id, d.time - 0.003, reading, 0, -1);
        lines.push(`${reading}`);
      }
      plumbline.inverse(m, d);
      lines.push(`${d.qfrc_inverse} ${d.sensordata}`);
      m.opt.disableflags = plumbline.DisableBit.SPRING | plumbline.DisableBit.DAMPER;
      plumbline.passive(m, d);
      lines.push(`${d.qfrc_passive}`);
      m.opt.disableflags = 0;
    }
  }
  return lines;
}

/** A reading of the user's that is listed first and cut off. */
function firstSensor(): string[] {
  const m = plumbline.compile(
    `<mujoco><sensor><user dim="2" datatype="real" needstage="pos" cutoff=".3"/></sensor></mujoco>`,
  );
  const d = new Data(m);
  d.callbacks = { sensor: () => void d.sensordata.fill(0.5 + d.time) };
  plumbline.step(m, d);
  return [`${d.sensordata}`];
}

/** Contacts that are not there, and states that make no sense, with what is noted of them. */
function senseless(m: Model): string[] {
  const lines: string[] = [];
  const d = new Data(m);
  plumbline.forward(m, d);
  for (const id of [-1, 0, d.ncon, 1e6]) {
    const force = new Float64Array(6).fill(NaN);
    plumbline.contactForce(m, d, id, force, 0);
    lines.push(`${force}`);
  }
  const spoil: ((d: Data) => void)[] = [
    (d) => d.ctrl.set([NaN, 0, NaN]),
    (d) => d.ctrl.set([0, Infinity, NaN]),
    (d) => void (d.qpos[2] = NaN),
    (d) => void (d.qvel[1] = 1e11),
    (d) => void (d.qfrc_applied[3] = 1e300),
  ];
  for (const change of spoil) {
    for (const disableflags of [0, plumbline.DisableBit.AUTORESET]) {
      m.opt.disableflags = disableflags;
      const own = new Data(m);
      change(own);
      plumbline.step(m, own);
      lines.push(`${own.warning.number} ${own.warning.lastinfo} ${own.time} ${own.qpos} ${own.actuator_force}`);
      lines.push(plumbline.stateHash(m, own));
    }
  }
  m.opt.disableflags = 0;
  return lines;
}

/** Data that is copied, filled, and reset. */
function copies(m: Model): string[] {
  const d = new Data(m);
  d.qvel[0] = 0.3;
  plumbline.step(m, d);
  plumbline.step(m, d);
  const lines = [plumbline.stateHash(m, plumbline.copyData(null, m, d))];
  const other = new Data(m);
  plumbline.copyData(other, m, d);
  lines.push(plumbline.printData(m, other), plumbline.stateHash(m, other, State.FULLPHYSICS));
  plumbline.resetDataDebug(m, other, 7);
  lines.push(
    `${other.qpos} ${other.xpos} ${other.eq_active} ${other.history} ${other.plugin_state} ${other.mocap_pos}`,
  );
  plumbline.step(m, other);
  lines.push(`${other.qpos} ${other.xpos} ${other.sensordata} ${other.history} ${other.plugin_state}`);
  lines.push(staleIn(m, other));
  plumbline.resetDataDebug(m, other, 7);
  lines.push(withoutKernels(() => staleIn(m, other)));
  const model = plumbline.copyModel(null, m);
  model.body_mass[1] *= 2;
  lines.push(`${plumbline.getTotalmass(model)} ${plumbline.copyModel(model, m).body_mass}`);
  return lines;
}

/** The fields of data, with the number of their elements, in which a step has left what it should not have found. */
function staleIn(m: Model, d: Data): string {
  const clean = new Data(m);
  for (const name of ["qpos", "qvel", "act", "ctrl", "history", "plugin_state", "qacc_warmstart"] as const) {
    clean[name].set(d[name]);
  }
  plumbline.forward(m, clean);
  plumbline.forward(m, d);
  const stale: string[] = [];
  for (const [name, field] of Object.entries(clean)) {
    const other = d[name as keyof Data];
    if (!(field instanceof Float64Array && other instanceof Float64Array)) continue;
    const count = field.filter((x, i) => x !== other[i]).length;
    if (count > 0) stale.push(`${name} ${count}`);
  }
  return stale.join(", ");
}

/** Stages that are called alone, after changes of what they start from. */
function stages(m: Model): string[] {
  const lines: string[] = [];
  const d = new Data(m);
  plumbline.forward(m, d);
  const random = symmetricFrom(9);
  const { kinematics, comPos, camlight, flex, tendon, transmission, makeM, factorM, collision, makeConstraint } =
    plumbline;
  const { island, projectConstraint, comVel, passive, referenceConstraint, fwdActuation, fwdAcceleration } = plumbline;
  const { fwdConstraint, sensorPos, sensorVel, sensorAcc, crb, checkPos, checkVel, checkAcc, Euler, implicit } =
    plumbline;
  const all = [
    ...[kinematics, comPos, camlight, flex, tendon, transmission, makeM, factorM, collision, makeConstraint, island],
    ...[projectConstraint, comVel, passive, referenceConstraint, fwdActuation, fwdAcceleration, fwdConstraint],
    ...[sensorPos, sensorVel, sensorAcc, crb, checkPos, checkVel, checkAcc, Euler, implicit],
  ];
  for (const stage of all) {
    for (let i = 0; i < m.nv; i++) {
      d.qvel[i] += 0.1 * random();
      d.qacc[i] += 0.1 * random();
    }
    plumbline.integratePos(m, d.qpos, d.qvel, 0.01);
    stage(m, d);
    lines.push(
      `${
        plumbline.stateHash(m, d)
      } ${d.xpos} ${d.cinert} ${d.qM} ${d.qLD} ${d.cdof} ${d.qfrc_passive} ${d.qacc} ${d.sensordata} ${d.flexvert_xpos}`,
    );
    lines.push(`${d.ncon} ${d.nefc} ${d.efc_aref.subarray(0, d.nefc)} ${d.efc_force.subarray(0, d.nefc)}`);
  }
  plumbline.forward(m, d);
  const jar = Float64Array.from({ length: d.nefc }, random);
  const cost = new Float64Array(1);
  for (const cone of [0, 1] as const) {
    m.opt.cone = cone;
    plumbline.forward(m, d);
    plumbline.constraintUpdate(m, d, jar, cone ? cost : null, cone);
    lines.push(
      `${cost} ${d.qfrc_constraint} ${d.contact.H.subarray(0, 36 * d.ncon)} ${d.efc_state.subarray(0, d.nefc)}`,
    );
  }
  const dense = new Float64Array(m.nv * m.nv).fill(0.5);
  plumbline.addM(m, d, dense, null, null, null);
  const nnz = m.nv * m.nv;
  const sparse = new Float64Array(nnz).fill(0.25);
  const rownnz = Int32Array.from({ length: m.nv }, () => 1);
  const rowadr = Int32Array.from({ length: m.nv }, (_, i) => i * m.nv);
  const colind = Int32Array.from({ length: nnz }, (_, i) => i % m.nv === 0 ? Math.floor(i / m.nv) : 0);
  plumbline.addM(m, d, sparse, rownnz, rowadr, colind);
  lines.push(`${dense} ${sparse} ${rownnz} ${colind}`);
  const x = Float64Array.from({ length: 2 * m.nv + 1 }, (_, i) => i % 5 === 3 ? 0 : random());
  plumbline.solveM2(m, d, x, 1, x, 1, Float64Array.from(d.qLDiagInv, Math.sqrt), 2);
  const y = x.slice();
  plumbline.solveM2(m, d, y, 1, x, 1, d.qLDiagInv, 2);
  plumbline.solveM2(m, d, y, 1, y, 1, d.qLDiagInv, 1);
  lines.push(`${x} ${y}`);
  const { QPOS, QVEL, ACT, CTRL, TIME, PHYSICS, INTEGRATION } = State;
  for (
    const [whole, part] of [[INTEGRATION, QPOS | ACT], [QVEL | CTRL | ACT, CTRL], [TIME | PHYSICS, PHYSICS], [
      CTRL,
      CTRL,
    ]]
  ) {
    const state = new Float64Array(plumbline.stateSize(m, whole));
    plumbline.getState(m, d, state, whole);
    const some = new Float64Array(plumbline.stateSize(m, part));
    plumbline.extractState(m, state, whole, some, part);
    const copy = new Data(m);
    plumbline.copyState(m, d, copy, part);
    lines.push(`${some} ${plumbline.stateHash(m, copy)}`);
  }
  return lines;
}

/** Trees that tendons tie, which MuJoCo cannot let sleep: of four, the first two, the last two, or all at once. */
function sleepers(): string[] {
  const trees = [0, 1, 2, 3, 4].map((k) =>
    `<body pos="${k} 0 1"${
      k === 3 ? "" : ` sleep="init"`
    }><joint name="j${k}" axis="0 1 .2"/><geom size=".1" pos=".2 0 0"/>` +
    `<site name="s${k}" pos=".2 .1 0"/></body>`
  );
  const spatial = [[0, 1], [2, 3], [4, 2]].map(([a, b]) =>
    `<spatial name="t${a}${b}"><site site="s${a}"/><site site="s${b}"/></spatial>`
  );
  const fixed = [0, 3, 4].map((k) => `<fixed name="t${k}"><joint joint="j${k}" coef="1"/></fixed>`);
  const names = ["t01", "t23", "t42", "t0", "t3", "t4"];
  const ties = names.flatMap((a, i) =>
    names.slice(i).map((b) => a === b ? `tendon1="${a}"` : `tendon1="${a}" tendon2="${b}"`)
  );
  const m = plumbline.compile(`<mujoco>
    <option gravity="0 0 0"><flag sleep="enable"/></option>
    <worldbody>${trees.join("")}</worldbody>
    <tendon>${[...spatial, ...fixed].join("")}</tendon>
    <equality>${ties.map((tie) => `<tendon active="false" ${tie}/>`).join("")}</equality>
  </mujoco>`);
  const d = new Data(m);
  // a contact that is gone wakes nothing
  plumbline.addContact(m, d, { pos: [0, 0, 0], geom: [0, 3] });
  return ties.flatMap((_, k) =>
    [false, true].map((isMoved) => {
      plumbline.resetData(m, d);
      d.eq_active[k] = 1;
      if (isMoved) d.qvel[3] = 0.1;
      plumbline.forward(m, d);
      const first = d.tree_asleep.join();
      plumbline.step(m, d);
      return `${first} ${d.tree_asleep} ${d.nefc} ${d.qacc}`;
    })
  );
}

/** Matrices in compressed rows, and forces along edges of pyramids. */
function conversions(): string[] {
  const lines: string[] = [];
  const random = symmetricFrom(11);
  for (const [nr, nc, room] of [[3, 5, 15], [4, 2, 3], [2, 4, 0], [1, 1, 1], [1, 0, 0]]) {
    const mat = Float64Array.from({ length: nr * nc }, () => random() > 0.2 ? 0 : random());
    const [res, back] = [new Float64Array(Math.max(1, room)), new Float64Array(nr * nc)];
    const [rownnz, rowadr, colind] = [new Int32Array(nr), new Int32Array(nr), new Int32Array(Math.max(1, room))];
    const full = plumbline.dense2sparse(res, mat, nr, nc, rownnz, rowadr, colind, room);
    plumbline.sparse2dense(back, res, nr, nc, rownnz, rowadr, colind);
    lines.push(`${full} ${res} ${rownnz} ${rowadr} ${colind} ${back}`);
  }
  for (const dim of [1, 3, 4, 6]) {
    for (let k = 0; k < 3; k++) {
      const mu = Float64Array.from({ length: 6 }, () => Math.abs(random()));
      const force = Float64Array.from({ length: 7 }, random);
      const [pyramid, back] = [new Float64Array(11), new Float64Array(7)];
      plumbline.encodePyramid(pyramid, 1, force, 1, mu, 1, dim);
      plumbline.decodePyramid(back, 1, pyramid, 1, mu, 1, dim);
      lines.push(`${pyramid} ${back}`);
    }
  }
  return lines;
}

function texts(): string[] {
  const lines: string[] = [];
  for (const bytes of [0, 3, 1000, 1024, 1536, 3 * 1024 ** 2, 5 * 1024 ** 6, 2 * 1024 ** 7]) {
    lines.push(plumbline.writeNumBytes(bytes));
  }
  for (const [a, b] of [[0.5, 0.25], [2.3, -1.7], [-1.7, 2], [2.6, 2.6], [-0.4, NaN], [NaN, 1]]) {
    lines.push(`${plumbline.round(a)} ${plumbline.sign(a)} ${plumbline.min(a, b)} ${plumbline.max(a, b)}`);
  }
  const quat = Float64Array.of(1, 2, 3, 4, 5, 6);
  plumbline.zero4(quat, 1);
  lines.push(`${quat}`);
  for (let k = -1; k < 10; k++) lines.push(plumbline.warningText(k, 3 + k));
  for (let k = -1; k < 110; k++) lines.push(`${plumbline.type2Str(k)}`);
  for (const name of ["body", "frame", "N", "n", "unknown", "key", "model"]) lines.push(`${plumbline.str2Type(name)}`);
  return lines;
}
