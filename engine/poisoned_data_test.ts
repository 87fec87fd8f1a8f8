/** What a stage computes depends on the state and the model, not on what data held before. */

import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../harness/random.ts";
import { seedling } from "../scripts/explore/in_process.ts";
import { probeOf } from "../scripts/explore/probes.ts";
import { compile } from "./compile/compile.ts";
import { Data } from "./data.ts";
import { forward } from "./forward.ts";
import { integratePos } from "./integrate/integrate_pos.ts";
import { inverse } from "./inverse.ts";
import { step } from "./step.ts";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS } from "./types/data_fields.ts";
import { EnableBit } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { withoutKernels } from "./wasm/kernel_set.ts";

/** Seeds by generator (`scripts/explore/probes.ts`). */
const SEEDS: Readonly<Record<string, readonly number[]>> = {
  smooth: [101, 102, 103, 104, 105, 106, 107, 108],
  constraints: [101, 102, 103, 104, 105, 106],
  everything: [101, 102, 103, 104, 105, 106, 107, 108],
  dense: [102, 103, 104, 105, 107, 108, 109, 110, 111, 112],
  flexes: [101, 102, 103, 104, 105, 107, 108, 109],
};

type Field = keyof typeof DATA_FIELDS;
type Values = Float64Array | Int32Array | Uint8Array;

/** No address, and no number of anything. */
const NOWHERE = -0x55555556;

const NAMES = Object.keys(DATA_FIELDS) as Field[];

/** A field, and those of contacts, by name. */
function* fieldsOf(m: Model, d: Data): Generator<[name: string, values: Values, length: number]> {
  for (const name of NAMES) {
    const [, rows, columns] = DATA_FIELDS[name];
    const of = (size: string | number) =>
      typeof size === "number" ? size : Number(size in DATA_COUNTS ? d[size as "ncon"] : m[size as "nv"]);
    yield [name, d[name], of(rows) * of(columns)];
  }
  for (const [name, [, columns]] of Object.entries(CONTACT_FIELDS)) {
    yield [`contact.${name}`, d.contact[name as keyof typeof CONTACT_FIELDS], d.ncon * columns];
  }
}

/** Makes everything wrong that is no state. */
function poison(m: Model, d: Data): void {
  for (const [name, values] of fieldsOf(m, d)) {
    if (name in DATA_FIELDS && DATA_FIELDS[name as Field][3] === "state") continue;
    values.fill(values instanceof Float64Array ? NaN : NOWHERE);
  }
  d.energy.fill(NaN);
  // sensors of the position stage read the kinetic energy of the last velocities, if it is known
  d.flg_energyvel = 0;
}

/** Puts data into a random state. */
function place(m: Model, d: Data, seed: number): void {
  const random = randomFrom(seed);
  const draw = (n: number, size: number) => Float64Array.from({ length: n }, () => size * symmetric(random));
  d.time = 0;
  d.qpos.set(m.qpos0);
  integratePos(m, d.qpos, draw(m.nv, 0.1), 1);
  d.qvel.set(draw(m.nv, 1));
  d.act.set(draw(m.na, 0.5));
  d.ctrl.set(draw(m.nu, 1));
  d.qacc_warmstart.set(draw(m.nv, 1));
  d.qfrc_applied.set(draw(m.nv, 0.1));
  d.xfrc_applied.set(draw(6 * m.nbody, 0.1));
  // what inverse dynamics begin with, and forward dynamics find
  d.qacc.set(draw(m.nv, 1));
}

/**
 * Fields of which a stage may leave elements alone: those that only some integrators, storages, or sensors need, and
 * elements behind the entries that a row has.
 */
const MAY_REMAIN = new Set<string>([
  ...["ten_J_rownnz", "ten_J_rowadr", "ten_J_colind", "ten_J", "wrap_obj", "wrap_xpos", "moment_colind"],
  ...["actuator_moment", "qM", "flexvert_length", "bvh_aabb_dyn", "bvh_active", "qH", "qHDiagInv", "qDeriv", "qLU"],
  ...["efc_J", "efc_J_rownnz", "efc_J_rowadr", "efc_J_rowsuper", "efc_J_colind", "efc_AR_rownnz", "efc_AR_rowadr"],
  ...["efc_AR_colind", "tree_island", "map_itree2tree", "dof_island", "map_dof2idof", "map_idof2dof"],
  ...["iM_colind", "iM_rownnz", "iM_rowadr", "iM", "iLD", "iLDiagInv", "ifrc_smooth", "iacc_smooth", "iacc"],
  ...["ifrc_constraint", "iefc_type", "iefc_id", "iefc_J_rownnz", "iefc_J_rowadr", "iefc_J_rowsuper", "iefc_J_colind"],
  ...["iefc_J", "iefc_frictionloss", "iefc_D", "iefc_R", "iefc_aref", "iefc_state", "iefc_force"],
  ...["subtree_linvel", "subtree_angmom", "cacc", "cfrc_int", "cfrc_ext", "qfrc_inverse"],
  ...["contact.flex", "contact.elem", "contact.vert", "contact.H", "sensordata", "efc_state"],
]);

/** The same for inverse dynamics, which has no islands and asks no actuator. */
const MAY_REMAIN_IN_INVERSE = new Set<string>([
  ...["act_dot", "actuator_force", "qfrc_actuator", "qfrc_smooth", "qacc_smooth", "efc_island", "map_efc2iefc"],
  ...["map_iefc2efc", "efc_b"],
]);

/** Who is awake is only found out where something may sleep. */
const OF_SLEEP = new Set(["tree_awake", "body_awake", "body_awake_ind", "parent_awake_ind", "dof_awake_ind"]);

/** Fields that differ from those of fresh data, unless they may remain what they were. */
function differences(m: Model, d: Data, fresh: Data, mayRemain: (name: string) => boolean): string[] {
  const found: string[] = [];
  const others = new Map([...fieldsOf(m, fresh)].map(([name, values, length]) => [name, { values, length }]));
  for (const [name, values, length] of fieldsOf(m, d)) {
    const other = others.get(name);
    if (OF_SLEEP.has(name)) continue;
    if (other === undefined || length !== other.length) found.push(`${name} has ${length} elements`);
    else {
      const i = values.subarray(0, length).findIndex((x, k) => {
        const isPoison = values instanceof Float64Array ? Number.isNaN(x) : x === NOWHERE || x === (NOWHERE & 255);
        const isUntouched = isPoison && (other.values[k] === 0 || other.values[k] === -1);
        return !Object.is(x + 0, other.values[k] + 0) && !(isUntouched && mayRemain(name));
      });
      if (i >= 0) found.push(`${name}[${i}] is ${values[i]}, not ${other.values[i]}`);
    }
  }
  return found;
}

/** Data in a state after a stage; `poisoned` if they were in another state before, and then full of nonsense. */
function after(m: Model, stage: typeof forward, seed: number, poisoned: boolean): Data {
  const d = new Data(m);
  if (poisoned) {
    const { history, plugin_state } = new Data(m);
    place(m, d, seed + 1);
    stage(m, d);
    d.history.set(history);
    d.plugin_state.set(plugin_state);
    poison(m, d);
  }
  place(m, d, seed);
  stage(m, d);
  return d;
}

for (const [area, seeds] of Object.entries(SEEDS)) {
  for (const seed of seeds) {
    Deno.test(`data of ${area}#${seed} that were full of nonsense are as fresh ones after each stage`, () => {
      const { xml, assets } = probeOf(`${area}#${seed}`, seedling);
      const m = compile(xml, { assets });
      m.opt.enableflags = (m.opt.enableflags | EnableBit.ENERGY) & ~(EnableBit.SLEEP | EnableBit.FWDINV);
      for (const stage of [forward, inverse, step]) {
        const mayRemain = (name: string) =>
          MAY_REMAIN.has(name) || (stage === inverse && MAY_REMAIN_IN_INVERSE.has(name));
        for (const act of [(get: () => Data) => get(), withoutKernels]) {
          const [d, fresh] = [true, false].map((poisoned) => act(() => after(m, stage, seed, poisoned)));
          const by = `${stage.name}${act === withoutKernels ? " by loops" : ""}`;
          assert.deepEqual(differences(m, d, fresh, mayRemain), [], by);
          assert.deepEqual(d.energy, fresh.energy, by);
        }
      }
    });
  }
}
