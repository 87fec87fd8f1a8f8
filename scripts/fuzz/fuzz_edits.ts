/** The area of the fuzzer that edits documents, in ours and in MuJoCo, and compares what they compile to. */

import { type Model, Spec } from "@plumbline/sim";
import { type MujocoEngine, mujocoEngine, MujocoSimulation } from "../../harness/engines/mujoco.ts";
import { COMPILED, COMPILED_SCALARS, COMPILED_SIZES } from "../../harness/replay/fields.ts";
import { MujocoDocument } from "./edit_in_mujoco.ts";
import { type Edit, Editing } from "./edit_script.ts";
import { generateSmooth } from "./generate_smooth.ts";
import { Random } from "./random.ts";
import type { StageOptions } from "./fuzz_stages.ts";

/** Edits of each document, and after how many it is compiled again. */
const EDITS = 24;
const EVERY = 6;

/** What became of a script. */
export interface EditOutcome {
  /** edits that were made, and models that were equal */
  readonly edits: number;
  readonly models: number;
  /** both refused to compile */
  readonly isRefused: boolean;
  readonly difference: string | null;
}

/** The document of a seed. */
export function generateEdited(seed: number): string {
  return generateSmooth(seed).replace(
    "</worldbody>",
    `<frame name="root" pos="0.1 0.2 0.3" euler="10 20 30"><body name="rooted"><joint name="rootjoint"/><geom name="rootgeom" size="0.1"/>
     <frame name="nested" pos="0 0 0.2"/></body></frame></worldbody>`,
  );
}

/** Runs the script of a seed on both sides. */
export function compareEdits(mujoco: MujocoEngine, seed: number): EditOutcome {
  const r = new Random(seed);
  const xml = generateEdited(seed);
  const spec = Spec.parse(xml);
  const editing = new Editing(spec, r);
  const made: Edit[] = [];
  let models = 0;
  const outcome = (difference: string | null, isRefused = false) => ({
    edits: made.length,
    models,
    isRefused,
    difference,
  });

  for (let k = 0; made.length < EDITS && k < 4 * EDITS; k++) {
    const before = Math.floor(made.length / EVERY);
    const edits = editing.next();
    made.push(...edits);
    if (Math.floor(made.length / EVERY) === before) continue;

    // MuJoCo compiles a document once: what it keeps from one time to the next (ids of bounding volumes) would show
    const compileTheirs = () => {
      const theirs = new MujocoDocument(mujoco.module, xml);
      for (const edit of made) theirs.make(edit);
      return theirs.compile();
    };
    const [mine, other] = [attempt(() => spec.compile()), attempt(compileTheirs)];
    const history = () => made.map((edit) => JSON.stringify(edit)).join("\n");
    if (mine.value === undefined || other.value === undefined) {
      // it may break while it simulates to find the ranges of actuators
      const isUnstable = /simulation is unstable|engine error/.test(other.error ?? "");
      if (other.value === undefined && (mine.value === undefined || isUnstable)) return outcome(null, true);
      const who = mine.value === undefined ? `we refuse: ${mine.error}` : `MuJoCo refuses: ${other.error}`;
      return outcome(`${who}\n${history()}`);
    }
    const difference = compareModels(mine.value, other.value, mujoco.module);
    other.value.delete();
    if (difference !== null) return outcome(`${difference}\n${history()}`);
    models++;
  }
  return outcome(null);
}

function attempt<T>(work: () => T): { value?: T; error?: string } {
  try {
    return { value: work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The first field that differs in any bit, or null. */
// deno-lint-ignore no-explicit-any
export function compareModels(model: Model, other: any, mj: any, except: readonly string[] = []): string | null {
  const data = new mj.MjData(other);
  const sim = new MujocoSimulation(mj, other, data, () => {});
  try {
    for (const name of [...COMPILED_SIZES, ...COMPILED, ...COMPILED_SCALARS]) {
      if (except.includes(name)) continue;
      const [owner, part] = name.split(".");
      // deno-lint-ignore no-explicit-any
      const mine = part === undefined ? (model as any)[name] : (model as any)[owner][part];
      const theirs = sim.read(name);
      const [a, b] = [mine, theirs].map((it) => typeof it === "number" ? [it] : Array.from(it as Iterable<number>));
      if (a.length !== b.length) return `${name}: ${a.length} values instead of ${b.length}`;
      const at = a.findIndex((x, i) => !Object.is(x, b[i]));
      if (at >= 0) return `${name}[${at}]: ${a[at]} instead of ${b[at]}`;
    }
    return null;
  } finally {
    sim.dispose();
  }
}

/** What MuJoCo counts on from one compilation of a document to the next. */
const COUNTED_ON = ["bvh_nodeid"];

/**
 * Compiles a document again and again while it is edited, on both sides: what one compilation leaves behind must not
 * show in the next.
 */
export function compareRecompiled(mujoco: MujocoEngine, seed: number): EditOutcome {
  const xml = generateEdited(seed);
  const spec = Spec.parse(xml);
  const editing = new Editing(spec, new Random(seed));
  const theirs = new MujocoDocument(mujoco.module, xml);
  const made: Edit[] = [];
  let models = 0;
  while (models < EDITS / EVERY) {
    const compiled = attempt(() => {
      for (let k = 0; k < EVERY; k++) {
        for (const edit of editing.next()) {
          made.push(edit);
          theirs.make(edit);
        }
      }
      return [spec.compile(), theirs.compile()] as const;
    });
    if (compiled.value === undefined) return { edits: made.length, models, isRefused: true, difference: null };
    const [mine, other] = compiled.value;
    const difference = compareModels(mine, other, mujoco.module, COUNTED_ON);
    other.delete();
    if (difference !== null) return { edits: made.length, models, isRefused: false, difference };
    models++;
  }
  return { edits: made.length, models, isRefused: false, difference: null };
}

/** Tries scripts, and returns the number of those that differ. */
export async function fuzzEdits({ seed, cases, end }: StageOptions, say: (text: string) => void): Promise<number> {
  let mujoco = await mujocoEngine();
  let [tried, edits, models, refused, differ] = [0, 0, 0, 0, 0];
  for (; tried < cases && performance.now() < end; tried++) {
    // what an instance keeps of earlier documents must not show
    if (tried % 50 === 49) {
      mujoco.close();
      mujoco = await mujocoEngine();
    }
    const outcome = compareEdits(mujoco, seed + tried);
    edits += outcome.edits;
    models += outcome.models;
    refused += Number(outcome.isRefused);
    if (outcome.difference === null) continue;
    differ++;
    say(`edits ${seed + tried}: ${outcome.difference}`);
  }
  mujoco.close();
  say(
    `edits        seeds ${seed} to ${seed + tried - 1}: ${edits} edits, ${models} models equal, ` +
      `${refused} refused by both, ${differ} documents differ`,
  );
  return differ;
}
