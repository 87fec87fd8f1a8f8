import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { step } from "../step.ts";
import { Data } from "../data.ts";
import { DisableBit, Warning } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { randomFrom } from "../../harness/random.ts";

function close(got: number, want: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(got - want) <= tolerance, `${what}: got ${got}, want ${want}`);
}

/** Values of sensor `i`. */
function reading(m: Model, d: Data, i: number): number[] {
  return [...d.sensordata.slice(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i])];
}

const ARM = `
  <worldbody>
    <body name="a" pos="0 0 1">
      <joint axis="0.3 1 0.2"/><joint axis="1 0 0.4" pos="0 0 0.1"/>
      <geom type="box" size="0.1 0.2 0.3" pos="0.2 0 0"/>
      <site name="s" pos="0.3 0.1 0" euler="10 20 30"/>
      <body name="b" pos="0.5 0 0">
        <joint type="ball"/><geom type="capsule" size="0.05 0.2" pos="0 0.1 0"/><site name="t" pos="0 0.2 0.1"/>
      </body>
    </body>
    <body name="c" pos="1 0 1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3"/><site name="u" pos="0.1 0.1 0.1"/></body>
  </worldbody>`;

function moving(sensors: string, seed: number, option = ""): [Model, Data] {
  const m = compile(`<mujoco>${option}${ARM}<sensor>${sensors}</sensor></mujoco>`);
  const d = new Data(m);
  const next = randomFrom(seed);
  const random = () => next() - 0.5;
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 4 * random();
  for (let k = 0; k < 20; k++) step(m, d);
  d.sensordata.fill(NaN);
  forward(m, d);
  return [m, d];
}

Deno.test("framelinvel is the rate of framepos, also relative to a frame that moves", () => {
  for (const reference of ["", `reftype="xbody" refname="c"`]) {
    const seed = 11;
    const [m, d] = moving(
      `<framepos objtype="site" objname="t" ${reference}/><framelinvel objtype="site" objname="t" ${reference}/>`,
      seed,
    );
    const before = reading(m, d, 0);
    const rate = reading(m, d, 1);
    m.opt.timestep = 1e-6;
    step(m, d);
    forward(m, d);
    const after = reading(m, d, 0);
    for (let k = 0; k < 3; k++) {
      close((after[k] - before[k]) / 1e-6, rate[k], 1e-4, `seed ${seed} ${reference} axis ${k}`);
    }
  }
});

Deno.test("framelinacc is the rate of framelinvel plus gravity", () => {
  const seed = 12;
  const [m, d] = moving(
    `<framelinvel objtype="site" objname="t"/><framelinacc objtype="site" objname="t"/>`,
    seed,
  );
  const before = reading(m, d, 0);
  const rate = reading(m, d, 1);
  m.opt.timestep = 1e-6;
  step(m, d);
  forward(m, d);
  const after = reading(m, d, 0);
  for (let k = 0; k < 3; k++) {
    close((after[k] - before[k]) / 1e-6 - m.opt.gravity[k], rate[k], 1e-3, `seed ${seed} axis ${k}`);
  }
});

Deno.test("an accelerometer feels nothing in free fall and its weight at rest", () => {
  const m = compile(`<mujoco>
    <worldbody>
      <body><freejoint/><geom size="0.1"/><site name="falls"/></body>
      <body pos="1 0 0"><joint type="slide" axis="1 0 0"/><geom size="0.1"/><site name="rests"/></body>
    </worldbody>
    <sensor><accelerometer site="falls"/><accelerometer site="rests"/></sensor>
  </mujoco>`);
  const d = new Data(m);
  forward(m, d);
  assert.deepEqual(reading(m, d, 0).map((v) => v + 0), [0, 0, 0]);
  assert.deepEqual(reading(m, d, 1).map((v) => v + 0), [0, 0, 9.81]);
});

Deno.test("a force sensor carries what hangs below it", () => {
  const m = compile(`<mujoco>
    <worldbody>
      <body name="hook" pos="0 0 2"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/><site name="s"/>
        <body pos="0 0 -1"><geom size="0.1" mass="2"/></body>
      </body>
    </worldbody>
    <sensor><force site="s"/><torque site="s"/></sensor>
  </mujoco>`);
  const d = new Data(m);
  forward(m, d);
  const force = reading(m, d, 0);
  close(force[2], 3 * 9.81, 1e-12, "force");
  for (const v of reading(m, d, 1)) close(v, 0, 1e-12, "torque");
});

const BALL = `<mujoco>
    <worldbody>
      <geom name="floor" type="plane" size="1 1 1"/>
      <body pos="0 0 0.0999"><freejoint/><geom name="ball" size="0.1" mass="2"/><site name="sole" pos="0 0 -0.1" size="0.02"/></body>
    </worldbody>
    <sensor>
      <touch site="sole"/>
      <contact geom1="floor" geom2="ball" data="found force normal"/>
      <contact geom1="ball" geom2="floor" data="found force normal"/>
      <contact geom1="floor" reduce="netforce" data="force pos"/>
      <contact geom1="ball" num="3" data="dist"/>
    </sensor>
  </mujoco>`;

Deno.test("touch and contact sensors weigh a ball that has come to rest", () => {
  const m = compile(BALL);
  const d = new Data(m);
  for (let k = 0; k < 1500; k++) step(m, d);
  close(reading(m, d, 0)[0], 2 * 9.81, 1e-6, "touch");

  const [found, fn, , , nx, ny, nz] = reading(m, d, 1);
  assert.equal(found, 1);
  close(fn, 2 * 9.81, 1e-6, "normal force");
  assert.deepEqual([nx, ny, nz], [0, 0, 1]);
  assert.deepEqual(reading(m, d, 2).slice(4).map((v) => v + 0), [0, 0, -1]);
  close(reading(m, d, 3)[2], 2 * 9.81, 1e-6, "net force in the world");
  assert.deepEqual(reading(m, d, 4).slice(1), [0, 0]);
});

Deno.test("readings stand still while sensors are disabled", () => {
  const m = compile(BALL);
  const d = new Data(m);
  forward(m, d);
  d.sensordata.fill(7);
  m.opt.disableflags |= DisableBit.SENSOR;
  step(m, d);
  assert.ok(d.sensordata.every((v) => v === 7));
  m.opt.disableflags = 0;
  step(m, d);
  assert.ok(d.sensordata.every((v) => v !== 7));
});

Deno.test("a delayed reading is the reading of some steps ago", () => {
  const [m, d] = moving(
    `<gyro site="s"/><gyro site="s" delay="0.006" nsample="5"/><gyro site="s" interval="0.008" nsample="2"/>`,
    13,
  );
  const past: number[][] = [];
  for (let k = 0; k < 20; k++) {
    step(m, d);
    past.push(reading(m, d, 0));
    if (k >= 3) assert.deepEqual(reading(m, d, 1), past[k - 3], `step ${k}`);
  }

  // four steps in a row report the same tick
  let changes = 0;
  let last = reading(m, d, 2);
  for (let k = 0; k < 40; k++) {
    step(m, d);
    const now = reading(m, d, 2);
    if (now[0] !== last[0]) changes++;
    last = now;
  }
  assert.equal(changes, 10);
});

Deno.test("a cutoff bounds real readings on both sides and positive ones from above", () => {
  const m = compile(`<mujoco>
    <worldbody>
      <body><joint name="j" type="slide"/><geom size="0.1"/><site name="s" pos="0 0 3"/></body>
      <geom type="plane" size="1 1 1" pos="0 0 10" euler="180 0 0"/>
    </worldbody>
    <sensor>
      <jointpos joint="j" cutoff="0.5"/><jointvel joint="j" cutoff="0.5"/><rangefinder site="s" cutoff="2"/>
      <framezaxis objtype="site" objname="s"/>
    </sensor>
  </mujoco>`);
  const d = new Data(m);
  d.qpos[0] = 3;
  d.qvel[0] = -3;
  forward(m, d);
  assert.deepEqual([...d.sensordata].map((v) => v + 0), [0.5, -0.5, 2, 0, 0, 1]);
});

Deno.test("the energies of a pendulum add up to a constant", () => {
  const m = compile(`<mujoco>
    <option integrator="RK4" timestep="0.001"/>
    <worldbody>
      <body><joint axis="0 1 0" stiffness="3" springref="40"/><geom size="0.1" pos="1 0 0" mass="2"/></body>
    </worldbody>
    <sensor><e_potential/><e_kinetic/></sensor>
  </mujoco>`);
  const d = new Data(m);
  const total = () => d.sensordata[0] + d.sensordata[1];
  forward(m, d);
  const start = total();
  for (let k = 0; k < 500; k++) step(m, d);
  assert.ok(d.sensordata[1] > 1);
  close(total(), start, 1e-7, "energy");
});

Deno.test("angular momentum about the center of mass is conserved in free flight", () => {
  const m = compile(`<mujoco>
    <option integrator="RK4" timestep="0.001" gravity="0 0 0"/>
    <worldbody>
      <body name="a"><freejoint/><geom type="box" size="0.1 0.2 0.3"/>
        <body pos="0.3 0 0"><joint axis="0.2 1 0"/><geom type="capsule" size="0.05 0.2"/></body>
      </body>
    </worldbody>
    <sensor><subtreeangmom body="a"/><subtreelinvel body="a"/></sensor>
  </mujoco>`);
  const d = new Data(m);
  d.qvel.set([1, 2, 3, 0.4, 0.5, -0.6, 2]);
  forward(m, d);
  const start = [...d.sensordata];
  for (let k = 0; k < 300; k++) step(m, d);
  forward(m, d);
  for (let k = 0; k < 6; k++) close(d.sensordata[k], start[k], 1e-7, `component ${k}`);
});

Deno.test("contact sensors choose by depth, then by number, also where there are more contacts than ever", () => {
  const balls = Array.from(
    { length: 40 },
    (_, i) => `<body pos="${i} 0 0"><joint type="slide" axis="0 0 1"/><geom size="0.25"/></body>`,
  );
  const sensors = [3, 40].map((num) => `<contact geom1="floor" reduce="mindist" num="${num}" data="found dist pos"/>`);
  const m = compile(`<mujoco><worldbody><geom name="floor" type="plane" size="99 9 1"/>${balls.join("")}</worldbody>
    <sensor>${sensors.join("")}<contact geom1="floor" num="40" data="found dist pos"/></sensor></mujoco>`);
  const d = new Data(m);
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomFrom(seed);
    // few of them at first, in one of three depths
    const share = Math.min(1, seed / 15);
    const depths = Array.from(
      { length: 40 },
      () => random() < share ? [0.125, 0.0625, 0.03125][Math.floor(3 * random())] : -1,
    );
    depths.forEach((depth, i) => d.qpos[i] = 0.25 - depth);
    d.sensordata.fill(NaN);
    forward(m, d);
    const touching = depths.map((depth, i) => ({ i, dist: -depth })).filter(({ dist }) => dist < 0);
    const sorted = touching.toSorted((a, b) => a.dist - b.dist || a.i - b.i);
    for (const [k, list] of [sorted, sorted, touching].entries()) {
      const slots = m.sensor_dim[k] / 5;
      const expected = Array.from({ length: slots }, (_, s) => {
        const found = list[s];
        return found === undefined ? [0, 0, 0, 0, 0] : [list.length, found.dist, found.i, 0, found.dist / 2];
      });
      assert.deepEqual(reading(m, d, k), expected.flat(), `seed ${seed}, sensor ${k}`);
    }
  }
});

Deno.test("normals and segments between geoms are along the axis on which they are, and null for equal centers", () => {
  for (const [axis, at] of [[0, 2], [1, 3], [2, 4], [0, -2], [1, -3], [2, -4]]) {
    const pos = [0, 0, 0].with(axis, at);
    const m = compile(
      `<mujoco><worldbody><geom name="a" size="0.5"/><geom name="b" size="0.25" pos="${pos.join(" ")}"/></worldbody>
      <sensor><normal geom1="a" geom2="b" cutoff="9"/><fromto geom1="a" geom2="b" cutoff="9"/>
      <normal geom1="a" geom2="b" cutoff="0.5"/></sensor></mujoco>`,
    );
    const d = new Data(m);
    d.sensordata.fill(NaN);
    forward(m, d);
    const sign = Math.sign(at);
    const unit = [0, 0, 0].with(axis, sign);
    const ends = [...unit.map((x) => 0.5 * x), ...pos.map((x, k) => x - 0.25 * unit[k])];
    assert.deepEqual([...d.sensordata].map((x) => x + 0), [...unit, ...ends, 0, 0, 0].map((x) => x + 0), `${pos}`);
  }
});

Deno.test("step() goes on without the forces of rows for which there is no room", () => {
  const m = compile(`
    <mujoco>
      <size memory="3K"/>
      <worldbody>
        <body name="a"><freejoint/><geom size="0.1"/><site name="s"/></body>
        <body name="b" pos="0.5 0 0"><freejoint/><geom size="0.1"/></body>
      </worldbody>
      <equality><weld body1="a" body2="b"/></equality>
      <sensor><force site="s"/><accelerometer site="s"/></sensor>
    </mujoco>`);
  const d = new Data(m);

  step(m, d);
  assert.equal(d.nefc, 0, "the rows do not fit");
  assert.equal(d.warning.number[Warning.CNSTRFULL], 1);
  assert.deepEqual([...d.cfrc_ext], new Array(18).fill(0));
  assert.deepEqual(reading(m, d, 0), [0, 0, 0]);
});
