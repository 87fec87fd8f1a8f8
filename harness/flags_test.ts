import { deepEqual, ok } from "node:assert/strict";
import { DisableBit, EnableBit } from "../engine/types/enums.ts";
import { mujocoEngine } from "./engines/mujoco.ts";
import { PLUMBLINE } from "./engines/plumbline.ts";
import type { Numbers, Simulation } from "./engine.ts";

/** Every flag, as the field and the bit that turn it from its default. */
const FLAGS = [
  ...bitsOf(DisableBit).map(([name, bit]) => ({ name, field: "opt.disableflags", bit })),
  ...bitsOf(EnableBit).map(([name, bit]) => ({ name, field: "opt.enableflags", bit })),
];

function bitsOf(flags: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(flags).filter(([name]) => name !== "N");
}

const MODELS = [
  "41/ac18_none",
  "sol/machine_humanoid_random",
  "sol/machine_car_random",
  "sol/machine_quadruped_random",
];

/** What a step computes and what it leaves behind. */
const FIELDS = [
  "qacc",
  "qacc_smooth",
  "qfrc_bias",
  "qfrc_passive",
  "qfrc_spring",
  "qfrc_damper",
  "qfrc_actuator",
  "qfrc_constraint",
  "act_dot",
  "actuator_force",
  "energy",
  "sensordata",
  "qpos",
  "qvel",
  "warning",
];

const engines = [PLUMBLINE, await mujocoEngine()] as const;

async function open(model: string): Promise<readonly [Simulation, Simulation]> {
  const xml = await Deno.readTextFile(new URL(`../golden/${model}/model.xml`, import.meta.url));
  const [ours, theirs] = await Promise.all(engines.map((engine) => engine.load(xml, new Map())));
  if (ours.outcome !== "loaded" || theirs.outcome !== "loaded") throw new Error(`${model} does not load`);
  return [ours.simulation, theirs.simulation];
}

/** Starts both from the same moving state, with the flags set and controls beyond their ranges. */
function start(sims: readonly Simulation[], flags: readonly (typeof FLAGS)[number][]): void {
  for (const sim of sims) {
    for (const field of ["opt.disableflags", "opt.enableflags"]) {
      sim.write(field, [flags.filter((flag) => flag.field === field).reduce((sum, { bit }) => sum | bit, 0)]);
    }
    sim.reset();
    const set = (field: string, value: (i: number) => number) => {
      const { length } = sim.read(field) as Numbers;
      sim.write(field, Float64Array.from({ length }, (_, i) => value(i)));
    };
    set("qvel", (i) => 0.3 * Math.cos(1 + i));
    set("ctrl", (i) => 1.5 * Math.sin(2 + i));
  }
}

function differences(sims: readonly [Simulation, Simulation], what: string): string[] {
  const [ours, theirs] = sims;
  return FIELDS.filter((field) => {
    const a = ours.read(field) as Numbers;
    const b = theirs.read(field) as Numbers;
    for (let i = 0; i < b.length; i++) if (!(Math.abs(a[i] - b[i]) <= 1e-8 * Math.max(1, Math.abs(b[i])))) return true;
    return false;
  }).map((field) => `${what}: ${field}`);
}

for (const model of MODELS) {
  Deno.test(`every flag alone runs ${model} freely for 10 steps as MuJoCo does`, async () => {
    const sims = await open(model);
    const wrong: string[] = [];
    for (const flag of FLAGS) {
      start(sims, [flag]);
      for (let step = 0; step < 10; step++) {
        for (const sim of sims) sim.step();
        wrong.push(...differences(sims, `${flag.name} step ${step}`));
      }
    }
    for (const sim of sims) sim.close();
    deepEqual(wrong, []);
  });
}

Deno.test("every pair of flags steps a rich model as MuJoCo does", async () => {
  const sims = await open(MODELS[0]);
  const wrong: string[] = [];
  let pairs = 0;
  for (const [i, first] of FLAGS.entries()) {
    for (const second of FLAGS.slice(i + 1)) {
      start(sims, [first, second]);
      for (let step = 0; step < 5; step++) {
        for (const sim of sims) sim.step();
        wrong.push(...differences(sims, `${first.name} ${second.name} step ${step}`));
      }
      pairs++;
    }
  }
  for (const sim of sims) sim.close();
  deepEqual(wrong, []);
  ok(pairs === 300);
});
