/** A model that runs: at the pace of the clock or step by step, forward and back, pulled and controlled. */

import { compileSpec, type CompileWarning, parseSpec } from "../../engine/compile/compile.ts";
import { Data } from "../../engine/data.ts";
import { forward } from "../../engine/forward.ts";
import { resetData, resetDataKeyframe } from "../../engine/reset.ts";
import { step } from "../../engine/step.ts";
import { Warning } from "../../engine/types/enums.ts";
import type { Model } from "../../engine/types/model.ts";
import type { Spec } from "../../engine/types/spec.ts";
import { Clock } from "./clock.ts";
import { copyContacts, copyFields } from "./frame.ts";
import { History } from "./history.ts";
import type { FileMap, Frame, Perturbation, Plotted } from "./messages.ts";
import { Pull, type Stiffness } from "./perturb.ts";
import type { Twin } from "./twin.ts";

/** Most samples that wait for the page. */
const MOST_SAMPLES = 4000;

/** A document that has been compiled. */
export interface Compiled {
  spec: Spec;
  model: Model;
  warnings: string[];
}

/** Compiles a document of a set of files. */
export function compileFiles(main: string, files: FileMap): Compiled {
  const bytes = files.get(main);
  if (bytes === undefined) throw new RangeError(`there is no file '${main}'`);
  const warnings: string[] = [];
  const onWarning = ({ message, place }: CompileWarning) => {
    warnings.push(place === undefined ? message : `${message} (${place.file}:${place.line}:${place.column})`);
  };
  const text = new TextDecoder().decode(bytes);
  const spec = parseSpec(text, { file: main, assets: files, onWarning });
  return { spec, model: compileSpec(spec), warnings };
}

/** A running simulation. */
export class Simulation {
  readonly model: Model;
  readonly data: Data;
  readonly clock = new Clock();
  #isPaused = false;
  #history: History;
  #pull: Pull | undefined;
  #plotted: readonly Plotted[] = [];
  #samples: number[] = [];
  #cost = 0;

  constructor(
    model: Model,
    private readonly springs: Stiffness,
    private readonly twin?: Twin,
    private readonly now = () => performance.now(),
  ) {
    this.model = model;
    this.data = new Data(model);
    this.#history = new History(model);
    this.reset(-1);
  }

  /** Does time stand still? */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(value: boolean) {
    this.#isPaused = value;
    this.#startClock();
  }

  /** Returns to the reference configuration, or to a keyframe. */
  reset(key: number): void {
    if (key >= 0) resetDataKeyframe(this.model, this.data, key);
    else resetData(this.model, this.data);
    forward(this.model, this.data);
    this.#history.clear();
    this.#samples.length = 0;
    this.twin?.follow(this.model, this.data);
    this.#startClock();
  }

  /** Lets time pass, if it does not stand still. */
  run(): void {
    if (this.#isPaused) {
      if (this.#pull === undefined) return;
      this.#pull.applyPose(this.model, this.data, true);
      forward(this.model, this.data);
      this.twin?.follow(this.model, this.data);
      return;
    }
    this.clock.run(this.model.opt.timestep, this.now, () => this.#advance());
  }

  /** Steps forward, or takes steps back if the count is negative. */
  step(count: number): void {
    this.isPaused = true;
    for (; count > 0; count--) this.#advance();
    let isChanged = false;
    for (; count < 0; count++) isChanged = this.#history.pop(this.data) || isChanged;
    if (!isChanged) return;
    forward(this.model, this.data);
    this.twin?.follow(this.model, this.data);
  }

  /** The states that can be returned to, and the present one, which is the last. */
  states(): { size: number; states: Float64Array } {
    return this.#history.save(this.data);
  }

  /** Returns to the last of some states; the others can be returned to. */
  restore(size: number, states: Float64Array): void {
    this.isPaused = true;
    this.#history.restore(this.data, size, states);
    forward(this.model, this.data);
    this.twin?.follow(this.model, this.data);
  }

  /** Writes one number of the data, such as a control, and updates what follows from it. */
  set(field: string, index: number, value: number): void {
    const array = (this.data as unknown as Record<string, Float64Array>)[field];
    if (!(array instanceof Float64Array) || !(index >= 0 && index < array.length)) {
      throw new RangeError(`there is no ${field}[${index}]`);
    }
    array[index] = value;
    if (!this.#isPaused && field !== "qpos") return;
    forward(this.model, this.data);
    this.twin?.follow(this.model, this.data);
  }

  /** Takes hold of a body. */
  grab(start: Perturbation): void {
    if (!(start.body > 0 && start.body < this.model.nbody)) return;
    this.release();
    this.#pull = new Pull(this.model, this.data, start);
  }

  /** Moves the point toward which the body is pulled. */
  move(by: readonly number[]): void {
    this.#pull?.move(by);
  }

  /** Turns the orientation toward which the body is turned. */
  turn(axis: readonly number[], angle: number): void {
    this.#pull?.turn(this.model, this.data, axis, angle);
  }

  /** Lets go. */
  release(): void {
    if (this.#pull === undefined) return;
    this.data.xfrc_applied.fill(0, 6 * this.#pull.body, 6 * this.#pull.body + 6);
    this.#pull = undefined;
  }

  /** Records numbers after each step. */
  plot(what: readonly Plotted[]): void {
    this.#plotted = what;
    this.#samples.length = 0;
  }

  /** What there is to see, with all samples since the last frame. */
  frame(): Frame {
    const { model, data } = this;
    const samples = Float64Array.from(this.#samples);
    this.#samples.length = 0;
    const pull = this.#pull;
    return {
      time: data.time,
      fields: copyFields(model, data),
      contacts: copyContacts(model, data),
      factor: this.#isPaused ? 0 : this.clock.factor,
      wanted: this.clock.speed,
      isPaused: this.#isPaused,
      past: this.#history.length,
      cost: this.#cost,
      energy: data.energy[0] + data.energy[1],
      solver: { rows: data.nefc, islands: data.nisland, iterations: iterationsOf(data) },
      samples,
      pull: {
        body: pull?.body ?? 0,
        from: pull === undefined ? [] : [...pull.held(data)],
        to: pull === undefined ? [] : [...pull.target],
      },
      warnings: warningsOf(data),
      ghost: this.twin?.ghost(data),
    };
  }

  /** One step; returns the time after it. */
  #advance(): number {
    const { model, data } = this;
    const began = this.now();
    this.#history.push(data);
    if (this.#pull !== undefined) {
      this.#pull.applyPose(model, data, false);
      this.#pull.applyForce(model, data, this.springs);
    }
    this.twin?.listen(data);
    step(model, data);
    this.#cost += 0.05 * (this.now() - began - this.#cost);
    this.twin?.step();
    this.#sample();
    return data.time;
  }

  #sample(): void {
    if (this.#plotted.length === 0) return;
    const arrays = this.data as unknown as Record<string, Float64Array>;
    this.#samples.push(this.data.time, ...this.#plotted.map(({ field, index }) => arrays[field]?.[index] ?? NaN));
    const row = this.#plotted.length + 1;
    if (this.#samples.length > MOST_SAMPLES * row) this.#samples.splice(0, row);
  }

  #startClock(): void {
    this.clock.start(this.now(), this.data.time);
  }
}

/** Iterations of the solver in the last step: each island has its own. */
function iterationsOf({ nisland, solver_niter }: Data): number {
  return solver_niter.subarray(0, Math.max(1, nisland)).reduce((sum, count) => sum + count, 0);
}

/** Warnings that have been counted, by name. */
function warningsOf({ warning }: Data): string[] {
  return Object.entries(Warning).flatMap(([name, i]) => {
    const number = i < Warning.N ? warning.number[i] : 0;
    return number > 0 ? [`${name} ${number}`] : [];
  });
}
