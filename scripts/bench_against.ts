/** Speed of steps of one scene against another checkout of the engine: both take turns in one process. */

import * as here from "@plumbline/sim";
import { HarnessError } from "../harness/engine.ts";
import { type Ratio, type Side, takeTurns, warmUp } from "./bench_slices.ts";
import { modelOf, type StepScene } from "./bench_step_scenes.ts";
import { importsOf } from "./import_map.ts";
import { callsPerSlice, control, SPACING, STATES } from "./bench_steps.ts";

/** Times of a step (µs), and how much faster this engine is than the other one. */
export interface AgainstRow extends Ratio {
  scene: string;
  here: number;
  there: number;
  /** do both come to the same state? */
  same: boolean;
}

type Engine = typeof here;

/** One of the two, with a model and data of its own. */
class Competitor implements Side {
  readonly #engine: Engine;
  readonly #model: here.Model;
  readonly #data: here.Data;
  readonly #drive: number;
  states: readonly Float64Array[] = [];

  constructor(engine: Engine, xml: string, drive: number) {
    this.#engine = engine;
    this.#model = engine.compile(xml);
    this.#data = new engine.Data(this.#model);
    this.#drive = drive;
  }

  /** Steps with moving controls; the time that a step takes (ms). */
  drive(steps: number): number {
    const start = performance.now();
    for (let i = 0; i < steps; i++) {
      for (let k = 0; k < this.#model.nu; k++) this.#data.ctrl[k] = control(k, this.#data.time, this.#drive);
      this.#engine.step(this.#model, this.#data);
    }
    return (performance.now() - start) / steps;
  }

  state(): Float64Array {
    const { State, getState, stateSize } = this.#engine;
    const state = new Float64Array(stateSize(this.#model, State.INTEGRATION));
    getState(this.#model, this.#data, state, State.INTEGRATION);
    return state;
  }

  prepare(slice: number): void {
    const { State, setState } = this.#engine;
    setState(this.#model, this.#data, this.states[slice % this.states.length], State.INTEGRATION);
  }

  run(calls: number): void {
    for (let i = 0; i < calls; i++) this.#engine.step(this.#model, this.#data);
  }
}

/** Measures a scene for the given number of seconds, in this checkout and in another. */
export async function measureAgainst(checkout: string, scene: StepScene, seconds: number): Promise<AgainstRow> {
  if (scene.sleeps) {
    throw new HarnessError(`scene '${scene.name}' sleeps; states that do not say so cannot be compared`);
  }
  const xml = await modelOf(scene);
  const ours = new Competitor(here, xml, scene.drive);
  const theirs = new Competitor(await engineOf(checkout), xml, scene.drive);

  theirs.drive(scene.settle);
  const calls = callsPerSlice(theirs.drive(SPACING));
  theirs.states = ours.states = Array.from({ length: STATES }, () => {
    const state = theirs.state();
    theirs.drive(Math.max(SPACING, calls));
    return state;
  });

  const sides = { plumbline: ours, mujoco: theirs };
  const same = Object.values(sides).map((side) => {
    side.prepare(0);
    side.run(calls);
    return side.state();
  });
  await warmUp(sides, calls);
  const { plumbline, mujoco, ratio, low, high } = takeTurns(sides, calls, seconds);
  return {
    scene: scene.name,
    here: plumbline,
    there: mujoco,
    ratio,
    low,
    high,
    same: same[0].every((value, i) => Object.is(value, same[1][i])),
  };
}

async function engineOf(checkout: string): Promise<Engine> {
  return await import(`file://${await Deno.realPath(checkout)}/mod.ts`);
}

/** Writes an import map by which this checkout and another each find their own libraries; returns its path. */
export async function importMapFor(checkout: string): Promise<string> {
  const other = new URL(`file://${await Deno.realPath(checkout)}/`);
  const imports = importsOf(new URL("..", import.meta.url));
  const scopes = { [other.href]: theirImports(other) };
  const file = await Deno.makeTempFile({ prefix: "bench-", suffix: ".json" });
  await Deno.writeTextFile(file, JSON.stringify({ imports, scopes }));
  return file;
}

function theirImports(home: URL): Record<string, string> {
  try {
    return importsOf(home);
  } catch {
    throw new HarnessError(`no checkout of this repository: ${home.pathname}`);
  }
}

/** The table in Markdown. */
export function againstMarkdown(rows: readonly AgainstRow[]): string {
  const lines = rows.map(({ scene, here, there, ratio, low, high, same }) =>
    `| ${scene} | ${here.toFixed(1)} | ${there.toFixed(1)} | **${ratio.toFixed(3)}** | ` +
    `${low.toFixed(3)}–${high.toFixed(3)} | ${same ? "yes" : "no"} |`
  );
  return [
    "| scene | here, µs/step | there, µs/step | ratio | quartiles | same state |",
    "|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
