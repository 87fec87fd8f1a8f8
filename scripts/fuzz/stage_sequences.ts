/**
 * Stages of the pipeline called in random order, in MuJoCo and in the engine, with changes of the state and of results
 * of earlier stages in between. After each call everything in the data is compared.
 */

import type { Data, Model } from "../../mod.ts";
import { DATA_FIELDS } from "../../engine/types/data_fields.ts";
import { isDataField, RESULTS, STATE, usedLength } from "../../harness/replay/fields.ts";
import { MujocoSimulation } from "../../harness/engines/mujoco.ts";
import type { Numbers, Readable } from "../../harness/engine.ts";
import { plumbline } from "../functions/compared/sides.ts";
import { Random } from "./random.ts";

/** The bindings, which are generated. */
// deno-lint-ignore no-explicit-any
type Foreign = any;

type Stage = (m: Model, d: Data) => void;

/** Stages without other arguments, by name without prefix. */
export const PLAIN_STAGES = [
  ...["fwdKinematics", "fwdPosition", "fwdVelocity", "fwdActuation", "fwdAcceleration", "fwdConstraint"],
  ...["invPosition", "invVelocity", "invConstraint", "compareFwdInv", "sensorPos", "sensorVel", "sensorAcc"],
  ...["energyPos", "energyVel", "checkPos", "checkVel", "checkAcc", "kinematics", "comPos", "camlight", "flex"],
  ...["tendon", "transmission", "crb", "makeM", "factorM", "comVel", "passive", "subtreeVel", "rnePostConstraint"],
  ...["collision", "makeConstraint", "island", "projectConstraint", "referenceConstraint", "Euler"],
] as const;

/** Stages that are called with more arguments, with the names of the others. */
export const STAGE_NAMES = [...PLAIN_STAGES, "RungeKutta", "implicit", "rne", "constraintUpdate", "forward"] as const;

/** What a user sets. */
const INPUTS = ["qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "qacc", "qacc_warmstart", "mocap_pos"];

/** Directions, which the engine expects to be orthogonal and of unit length; those of free joints it never reads. */
const FRAMES = /(?:mat|quat|xaxis|xdir|^cdof)$/;

/** Results that stages read again; those of collision are compared, but not changed. */
const CHANGEABLE = Object.entries(DATA_FIELDS).filter(([name, [dtype, , , stage, origin]]) =>
  dtype === "f64" && stage !== "state" && stage !== "integration" && !origin.startsWith("scratch") &&
  name !== "qLDiagInv" && !FRAMES.test(name)
).map(([name]) => name);

const COMPARED = [...new Set([...STATE, ...RESULTS])].filter((name) =>
  isDataField(name) || name.startsWith("contact.")
);

/** Reads fields of the engine as the harness does. */
export function readable(m: Model, d: Data): Readable {
  const part = (owner: unknown, name: string) => (owner as Record<string, Numbers | number | undefined>)[name];
  return {
    read(field) {
      if (field === "warning") return d.warning.number;
      const [owner, name] = field.split(".");
      if (name !== undefined) return part(owner === "contact" ? d.contact : part(m, owner), name);
      return part(isDataField(field) ? d : m, field);
    },
  };
}

/** Stages that make new rows, whose solution is not there yet. */
const MAKES_ROWS = new Set(["makeConstraint", "fwdPosition", "invPosition"]);

/** What the memory of rows holds before the stages that write it: anything, here the same in both. */
const UNWRITTEN = ["efc_vel", "efc_aref", "efc_b", "efc_force"] as const;

function fillRows({ d, fd }: Both, r: Random): void {
  if (d.nefc === 0) return;
  for (const name of UNWRITTEN) {
    const theirs = fd[name] as Float64Array;
    for (let i = 0; i < d.nefc; i++) theirs[i] = d[name][i] = r.real(-1, 1);
  }
  const states = fd.efc_state as Int32Array;
  for (let i = 0; i < d.nefc; i++) states[i] = d.efc_state[i] = 0;
}

/** Stages that ask for the forces on bodies, which are not known once collision has dropped the rows of equalities. */
const READS_EQUALITIES = new Set(["rnePostConstraint", "sensorAcc", "Euler", "implicit", "RungeKutta"]);

/**
 * Islands are copies of the rows and the inertia. The solver of MuJoCo reads the copies, that of the engine the
 * originals if there is only one island: they differ if either has changed since.
 */
function refreshIslands({ m, d, fm, fd, mj }: Both): void {
  plumbline.island(m, d);
  mj.mj_island(fm, fd);
}

/** Calls one stage of both. */
function callStage(name: string, both: Both, r: Random): void {
  const { m, d, fm, fd, mj } = both;
  const theirs = mj[`mj_${name}`];
  if (d.ne > d.nefc && READS_EQUALITIES.has(name)) return;
  switch (name) {
    case "RungeKutta":
      plumbline.RungeKutta(m, d, 4);
      theirs(fm, fd, 4);
      return;
    case "implicit":
      if (m.opt.integrator < 2) return;
      break;
    case "fwdConstraint":
      // without its matrix, MuJoCo's dual solvers read from address 0
      if (plumbline.isDual(m) && d.nefc > 0 && d.nA === 0) return;
      refreshIslands(both);
      break;
    case "rne": {
      const flag = r.int(0, 1) as 0 | 1;
      plumbline.rne(m, d, flag, d.qfrc_inverse);
      const buffer = mj.DoubleBuffer.FromArray([...fd.qfrc_inverse]);
      theirs(fm, fd, flag, buffer);
      fd.qfrc_inverse.set(buffer.GetView());
      buffer.delete();
      return;
    }
    case "constraintUpdate": {
      if (d.nefc === 0) return;
      const jar = Float64Array.from({ length: d.nefc }, () => r.real(-1, 1));
      const cost = new Float64Array(1);
      const flag = r.int(0, 1) as 0 | 1;
      plumbline.constraintUpdate(m, d, jar, cost, flag);
      const buffer = mj.DoubleBuffer.FromArray([0]);
      theirs(fm, fd, [...jar], buffer, flag);
      const [expected] = buffer.GetView();
      buffer.delete();
      if (expected !== cost[0] && !(Number.isNaN(expected) && Number.isNaN(cost[0]))) {
        throw new Difference(`cost ${cost[0]}, MuJoCo ${expected}`);
      }
      return;
    }
  }
  (plumbline as unknown as Record<string, Stage>)[name](m, d);
  theirs(fm, fd);
  if (!MAKES_ROWS.has(name)) return;
  // the memory of islands is part of that of rows
  refreshIslands(both);
  fillRows(both, r);
}

/** The same model and data on both sides. */
interface Both {
  readonly m: Model;
  readonly d: Data;
  readonly fm: Foreign;
  readonly fd: Foreign;
  readonly mj: Foreign;
}

/** The engine and MuJoCo differ. */
export class Difference extends Error {}

/** Multiplies the numbers of a field by factors near 1. */
function shake({ d, fd }: Both, name: string, used: number, r: Random): void {
  const mine = (d as unknown as Record<string, Float64Array>)[name];
  const theirs = fd[name] as Float64Array;
  for (let i = 0; i < used; i++) theirs[i] = mine[i] *= r.real(0.9, 1.1);
}

/** Pushes an input. */
function push({ d, fd }: Both, name: string, r: Random): void {
  const mine = (d as unknown as Record<string, Float64Array>)[name];
  const theirs = fd[name] as Float64Array;
  for (let i = 0; i < mine.length; i++) theirs[i] = mine[i] += r.real(-0.05, 0.05);
}

/** Compares everything in the data, but for fields that were not written. */
export function compareAll(ours: Readable, theirs: Readable, except: readonly string[] = []): void {
  for (const name of COMPARED) {
    if (except.includes(name)) continue;
    const a = ours.read(name);
    const b = theirs.read(name);
    if (typeof a === "number" || typeof b === "number") {
      if (a !== b) throw new Difference(`${name} ${a}, MuJoCo ${b}`);
      continue;
    }
    if (a === undefined || b === undefined) throw new Difference(`${name} is missing`);
    const used = usedLength(theirs, name, b.length);
    for (let i = 0; i < used; i++) {
      if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) {
        throw new Difference(`${name}[${i}] ${a[i]}, MuJoCo ${b[i]}`);
      }
    }
  }
}

/** What came of a sequence. */
export interface SequenceResult {
  /** calls whose results are the same */
  readonly agreed: number;
  /** the first difference, with the calls that led to it */
  readonly difference: string | null;
  /** whether MuJoCo broke, rather than gave up with an error */
  readonly isBroken: boolean;
}

/** Calls stages in an order that follows from the seed, until MuJoCo gives up or differs. */
export function compareSequence(
  mj: Foreign,
  xml: string,
  seed: number,
  calls: number,
  stages: readonly string[] = STAGE_NAMES,
): SequenceResult {
  mj.FS.writeFile("/sequence.xml", xml);
  let fm: Foreign;
  try {
    fm = mj.MjModel.mj_loadXML("/sequence.xml");
  } catch {
    return { agreed: 0, difference: null, isBroken: false };
  }
  const fd = new mj.MjData(fm);
  const m = plumbline.compile(xml, { strict: true });
  const both = { m, d: new plumbline.Data(m), fm, fd, mj };
  const theirs = new MujocoSimulation(mj, fm, fd, () => {});
  const r = new Random(seed);
  const done: string[] = [];
  let agreed = 0;
  try {
    mj.mj_forward(fm, fd);
    plumbline.forward(m, both.d);
    for (let k = 0; k < calls; k++) {
      const ours = readable(m, both.d);
      const kind = r.unit();
      if (kind < 0.15) {
        const name = r.pick(INPUTS);
        done.push(`push ${name}`);
        push(both, name, r);
      } else if (kind < 0.3) {
        const name = r.pick(CHANGEABLE);
        const [, size] = DATA_FIELDS[name as keyof typeof DATA_FIELDS];
        const whole = (both.d as unknown as Record<string, Float64Array>)[name].length;
        done.push(`shake ${name}`);
        const used = usedLength(theirs, name, whole);
        shake(both, name, /^n(efc|J|A|island|idof)$/.test(size) && both.d.nefc === 0 ? 0 : used, r);
      } else {
        const name = r.pick([...stages]);
        done.push(name);
        callStage(name, both, r);
      }
      compareAll(ours, theirs);
      agreed++;
    }
    return { agreed, difference: null, isBroken: false };
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return { agreed, difference: null, isBroken: true };
    if (/^Error: MuJoCo Error/.test(String(error))) return { agreed, difference: null, isBroken: false };
    const trail = `after ${done.join(", ")}`;
    if (!(error instanceof Difference)) throw new Error(`${trail}: ${error}`, { cause: error });
    return { agreed, difference: `${error.message}; ${trail}`, isBroken: false };
  } finally {
    free(fd, fm);
  }
}

/** Releases memory, which a broken instance cannot do. */
function free(...objects: Foreign[]): void {
  try {
    for (const object of objects) object.delete();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
}
