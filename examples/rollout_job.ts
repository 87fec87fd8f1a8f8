// deno-lint-ignore-file no-console
/**
 * One job of many: rolls out a range of seeds and writes one file.
 *
 *     SLURM:       sbatch --array=0-99 --wrap "deno run -A rollout_job.ts --model robot.xml --seeds 100000"
 *     Kubernetes:  an Indexed Job with `completions: 100` that runs the same command
 *     by hand:     deno run -A rollout_job.ts --model robot.xml --seeds 1000 --job 3 --jobs 10
 *
 * A seed decides everything about its rollout, so the files do not depend on how many jobs and threads there are: file
 * after file, they are the results of one large call. A job that was interrupted is run again.
 */

import { Data, getState, loadModel, type Model, resetDataKeyframe, rollout, State, stateSize } from "@plumbline/sim";

/** A range of seeds. */
export interface Range {
  first: number;
  count: number;
}

/** Variables that schedulers set: number of the job, number of jobs, and what the first job is called. */
const SCHEDULERS = [
  // Kubernetes does not say how many there are: the manifest has to set the variable beside `completions`
  { job: "JOB_COMPLETION_INDEX", jobs: "JOB_COMPLETIONS", first: () => 0 },
  { job: "SLURM_ARRAY_TASK_ID", jobs: "SLURM_ARRAY_TASK_COUNT", first: (env: Env) => Number(env.SLURM_ARRAY_TASK_MIN) },
  { job: "CI_NODE_INDEX", jobs: "CI_NODE_TOTAL", first: () => 1 },
];

type Env = Readonly<Record<string, string | undefined>>;

/** Which job this is, and of how many, as the scheduler says; without one, the only job. */
export function jobOf(env: Env): { job: number; jobs: number } {
  const scheduler = SCHEDULERS.find(({ job }) => env[job] !== undefined);
  if (scheduler === undefined) return { job: 0, jobs: 1 };
  const { job, jobs, first } = scheduler;
  if (env[jobs] === undefined) throw new Error(`${job} is set, and ${jobs} is not: set it to the number of jobs`);
  return { job: Number(env[job]) - first(env), jobs: Number(env[jobs]) };
}

/** The seeds of a job: as many as others have, or one more. */
export function rangeOf(seeds: number, job: number, jobs: number): Range {
  if (!(Number.isInteger(job) && job >= 0 && job < jobs)) throw new RangeError(`there is no job ${job} of ${jobs}`);
  const first = Math.floor(seeds * job / jobs);
  return { first, count: Math.floor(seeds * (job + 1) / jobs) - first };
}

/** Numbers in [-1, 1) that depend on nothing but the seed and their place. */
function numbers(seed: number, length: number): Float64Array {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  return Float64Array.from({ length }, () => {
    state = state + 0x6d2b79f5 | 0;
    const mixed = Math.imul(state ^ state >>> 15, state | 1);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2147483648 - 1;
  });
}

/** The results of a range: the last state of each rollout. */
export async function runRange(model: Model, range: Range, steps: number, workers?: number): Promise<Float64Array> {
  const data = new Data(model);
  resetDataKeyframe(model, data, 0);
  const size = stateSize(model, State.FULLPHYSICS);
  const initial = new Float64Array(size);
  getState(model, data, initial, State.FULLPHYSICS);

  const last = new Float64Array(range.count * size);
  // a few hundred at a time, so that memory does not grow with the range
  for (let done = 0; done < range.count; done += 256) {
    const batch = Math.min(256, range.count - done);
    const control = new Float64Array(batch * steps * model.nu);
    for (let r = 0; r < batch; r++) {
      control.set(numbers(range.first + done + r, steps * model.nu), r * steps * model.nu);
    }
    const starts = new Float64Array(batch * size);
    for (let r = 0; r < batch; r++) starts.set(initial, r * size);
    const { state } = await rollout(model, { initial: starts, control, steps, ...workers && { workers } });
    for (let r = 0; r < batch; r++) {
      const end = (r + 1) * steps * size;
      last.set(state.subarray(end - size, end), (done + r) * size);
    }
  }
  return last;
}

async function main(args: readonly string[]): Promise<void> {
  const option = (name: string) => args[args.indexOf(`--${name}`) + 1 || args.length];
  const path = option("model");
  if (path === undefined) throw new Error("usage: rollout_job.ts --model FILE [--seeds N] [--steps N] [--out DIR]");
  const byHand = option("job") !== undefined;
  const { job, jobs } = byHand
    ? { job: Number(option("job")), jobs: Number(option("jobs")) }
    : jobOf(Deno.env.toObject());
  const range = rangeOf(Number(option("seeds") ?? 1000), job, jobs);
  const states = await runRange(await loadModel(path), range, Number(option("steps") ?? 100));

  // under another name until it is complete
  const out = `${option("out") ?? "."}/seeds-${range.first}-${range.first + range.count}.f64`;
  await Deno.writeFile(`${out}.part`, new Uint8Array(states.buffer));
  await Deno.rename(`${out}.part`, out);
  console.log(`${out}: ${range.count} rollouts`);
}

if (import.meta.main) await main(Deno.args);
