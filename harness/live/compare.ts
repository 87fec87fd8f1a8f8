/** A model in MuJoCo and in an engine, side by side. Each loads it once. */

import { type Engine, HarnessError, type Loaded } from "../engine.ts";
import type { MujocoEngine, MujocoSimulation } from "../engines/mujoco.ts";
import type { CaseFile, Golden } from "../golden/golden.ts";
import { type Mintmaster, resultsOf, type RunFrame } from "../golden/mint.ts";
import { freeNoise, Noise } from "../golden/noise.ts";
import { replay } from "../replay/replay.ts";
import type { CaseResult, Failure } from "../replay/result.ts";
import type { ModelFiles } from "./disk_assets.ts";
import { kept, KeptEngine } from "./kept_engine.ts";
import type { Departure, FieldRow } from "./outcome.ts";
import { freeValues, goldenOfFrames, recordCompiled, recordRun, thin } from "./record.ts";
import type { Scene } from "../replay/scene.ts";
import { Summary } from "./summary.ts";
import type { PartName } from "../replay/pipeline.ts";

/** What is compared, and how it is reported. */
export interface Question {
  readonly files: ModelFiles;
  readonly recipe: CaseFile;
  /** summarize every field that differs at all, not only those out of bounds */
  readonly all?: boolean;
  /** collects missing fields, if the engine may lack some */
  readonly absent?: Set<string> | undefined;
  /** called with the current activity */
  readonly onStage?: (stage: string, step?: number) => void;
}

/** The outcome of loading a model. */
export type Took =
  | { readonly outcome: "loaded" }
  | { readonly outcome: "rejected" | "unsupported" | "breaks"; readonly message: string };

/** Results of a part. */
export interface Compared {
  readonly compared: number;
  readonly failed: number;
  readonly frames: number;
  readonly failures: readonly Failure[];
}

/** The same, with the result of each field. */
export type Told = Compared & { readonly fields: readonly FieldRow[] };

/** The result of a comparison. */
export interface Comparison {
  readonly mujoco: Took;
  readonly engine: Took;
  readonly compiled: Told | null;
  readonly stepping: Told | null;
  readonly departure: Departure | null;
  /** MuJoCo's error, if it failed while running */
  readonly broke: string | null;
  readonly notes: readonly string[];
  /** the first failing step as a picture */
  readonly scene?: Scene | undefined;
}

/** How a golden is replayed. */
interface Replay {
  readonly part: PartName;
  /** step of its first frame */
  readonly begin?: number;
  /** prefix of the labels of relevant fields */
  readonly only?: string;
  /** measures MuJoCo's noise */
  readonly noise?: () => Promise<Partial<Golden["minted"]>>;
}

/** Sizes of the model that the state depends on. */
const STATE_SIZES = new Set(["nq", "nv", "na", "nu", "nbody", "neq", "nmocap", "nuserdata", "nhistory"]);

/** Number of failures that are kept, to find the most informative one. */
const KEPT = 100_000;

/** Number of noise runs of MuJoCo. */
const SEEDS = 2;

/**
 * Compares an engine with MuJoCo on one model. Throws `HarnessError` if the recipe refers to something that does not
 * exist.
 */
export async function compareModel(
  master: Mintmaster<MujocoEngine>,
  engine: Engine,
  question: Question,
): Promise<Comparison> {
  const { files, onStage = () => {} } = question;
  const keeper = new KeptEngine(engine);
  const comparison = new Side(keeper, question);
  // MuJoCo goes last: WebAssembly memory never shrinks, while memory freed by the engine can be reused
  onStage(`${engine.name} loads the model`);
  const ours = await take(keeper, files);
  files.release?.();
  collectGarbage();
  onStage("MuJoCo loads the model");
  const theirs = await take(master.engine, files);
  const said = { mujoco: told(theirs), engine: told(ours) };
  try {
    if (theirs.outcome === "loaded" && ours.outcome === "loaded") {
      await comparison.run(theirs.simulation as MujocoSimulation);
    }
    return { ...said, ...comparison.result() };
  } finally {
    if (theirs.outcome === "loaded") theirs.simulation.close();
    keeper.close();
  }
}

/** Collects garbage, if V8 was started with `--expose-gc`. */
function collectGarbage(): void {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  // the first call sweeps arrays in the background; the second one waits for that
  gc?.();
}

type Taken = Loaded | { readonly outcome: "breaks"; readonly message: string };

async function take(engine: Engine, { xml, assets }: ModelFiles): Promise<Taken> {
  try {
    return await engine.load(xml, assets);
  } catch (error) {
    if (error instanceof HarnessError) throw error;
    return { outcome: "breaks", message: error instanceof Error ? error.message : String(error) };
  }
}

function told(taken: Taken): Took {
  return taken.outcome === "loaded" ? { outcome: "loaded" } : taken;
}

/** The comparison itself, of models that both have loaded. */
class Side {
  #keeper: KeptEngine;
  #question: Question;
  #summary: Summary;
  #notes: string[] = [];
  #compiled: Compared | null = null;
  #stepping: Compared | null = null;
  #broke: string | null = null;
  #scene: Scene | undefined;

  constructor(keeper: KeptEngine, question: Question) {
    this.#keeper = keeper;
    this.#question = question;
    this.#summary = new Summary(question.absent !== undefined);
  }

  async run(sim: MujocoSimulation): Promise<void> {
    const { files, recipe, onStage = () => {} } = this.#question;
    onStage("compares the compiled models");
    const compiled = await this.#replay(recordCompiled(recipe, sim, files), { part: "compile" });
    this.#compiled = compiled;
    // a model with a different state layout cannot be stepped from MuJoCo's state
    const isUnusable = compiled.failures.some(({ field, reason }) => reason !== "differs" || STATE_SIZES.has(field));
    if (isUnusable) return;
    try {
      await this.#steps(sim);
    } catch (error) {
      if (error instanceof HarnessError || !/^MuJoCo broke/.test(String((error as Error).message))) throw error;
      this.#broke = (error as Error).message;
    }
  }

  async #steps(sim: MujocoSimulation): Promise<void> {
    const { files, recipe, onStage = () => {} } = this.#question;
    const thinned: RunFrame[] = [];
    const steps = recipe.steps ?? 0;
    const onStep = (step: number) => onStage("MuJoCo steps", step + 1);
    for (const { frames, golden, isWhole } of recordRun(recipe, sim, files, onStep)) {
      const begin = frames[0].step;
      onStage(`${this.#keeper.name} steps`, begin + frames.length);
      this.#keeper.continues = begin > 0;
      const noise = () => this.#noise(recipe, sim, frames, golden, isWhole);
      this.#add(await this.#replay(golden, { part: "steps", begin, noise }));
      if (isWhole) return;
      thinned.push(...frames.map(thin));
    }
    this.#keeper.continues = false;
    if (!recipe.free || thinned.length < steps) return;
    onStage(`${this.#keeper.name} runs freely`);
    const golden = goldenOfFrames(recipe, thinned, files);
    const noise = async () => ({ free: await this.#freeNoise(recipe, sim, golden) });
    const run = await this.#replay(golden, { part: "steps", only: "free ", noise });
    this.#add({ ...run, frames: 0, compared: run.compared - golden.minted.compared + freeValues(thinned) });
  }

  /** Replays a golden. Usually every value is equal; MuJoCo's noise is measured only if one is not. */
  async #replay(golden: Golden, { part, begin = 0, only = "", noise }: Replay): Promise<CaseResult> {
    const { absent, all = false } = this.#question;
    const first = await replay(this.#keeper, golden, {}, { absent });
    if (first.passed && !(all && first.worst !== null)) return first;
    const minted = { ...golden.minted, ...first.passed ? {} : await noise?.() };
    const measured = { ...golden, minted, file: { ...golden.file, minted } };
    const observe = this.#summary.observer(part, begin, only);
    const again = await replay(this.#keeper, measured, {}, { absent, observe, keep: KEPT });
    const failures = again.failures.filter(({ field }) => field.startsWith(only))
      .map((failure) => failure.step < 0 ? failure : { ...failure, step: begin + failure.step });
    this.#summary.add(failures, part);
    if (again.scene !== undefined) this.#scene ??= { ...again.scene, step: begin + again.scene.step };
    return { ...again, failures, failed: only === "" ? again.failed : failures.length };
  }

  /** MuJoCo's noise in some frames. */
  async #noise(
    recipe: CaseFile,
    sim: MujocoSimulation,
    frames: readonly RunFrame[],
    golden: Golden,
    isWhole: boolean,
  ): Promise<Partial<Golden["minted"]>> {
    this.#question.onStage?.("MuJoCo runs against itself");
    const noise = new Noise(SEEDS);
    let twin: MujocoSimulation;
    try {
      twin = sim.sibling();
    } catch {
      this.#notes.push("MuJoCo has no memory to be run against itself: bounds are those of rounding alone");
      return {};
    }
    try {
      const fields = resultsOf(recipe, sim);
      for (const [i, frame] of frames.entries()) noise.measure(recipe, twin, fields, { ...frame, step: i });
    } finally {
      twin.dispose();
    }
    const free = isWhole && recipe.free ? { free: await this.#freeNoise(recipe, sim, golden) } : {};
    return { noise: noise.floors(frames.length), ...free };
  }

  async #freeNoise(
    recipe: CaseFile,
    sim: MujocoSimulation,
    golden: Golden,
  ): Promise<Record<string, number | number[]>> {
    const again = (): Promise<Loaded> => {
      sim.reset();
      return Promise.resolve({ outcome: "loaded", simulation: kept(sim) });
    };
    return await freeNoise(recipe, again, golden.frames, SEEDS, new Set());
  }

  #add({ compared, failed, frames, failures }: CaseResult): void {
    const before = this.#stepping ?? { compared: 0, failed: 0, frames: 0, failures: [] };
    this.#stepping = {
      compared: before.compared + compared,
      failed: before.failed + failed,
      frames: before.frames + frames,
      failures: [...before.failures, ...failures],
    };
  }

  result(): Omit<Comparison, "mujoco" | "engine"> {
    const told = (part: PartName, what: Compared | null): Told | null =>
      what && { ...what, fields: this.#summary.rows(part, this.#keeper.simulation) };
    return {
      compiled: told("compile", this.#compiled),
      stepping: told("steps", this.#stepping),
      departure: this.#summary.departure(),
      broke: this.#broke,
      notes: this.#notes,
      scene: this.#scene,
    };
  }
}
