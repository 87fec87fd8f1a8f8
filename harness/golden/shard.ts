/** Shards: parts of a suite that run on different machines. */

import { HarnessError } from "../engine.ts";

/** Every `of`-th case from the `part`-th, or as many as take equally long. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** Environment variables by which schedulers tell a task its number, and how they count. */
const SCHEDULERS: readonly {
  readonly index: string;
  /** number of the first task, or the variable that has it */
  readonly first: number | string;
  /** the variable that has the number of tasks, if there is one */
  readonly total?: string;
}[] = [
  // Kubernetes, Indexed Job: from 0; the number of completions is not told
  { index: "JOB_COMPLETION_INDEX", first: 0 },
  // Slurm, job array: from whatever the array begins with
  { index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", total: "SLURM_ARRAY_TASK_COUNT" },
  // GitLab, parallel: from 1
  { index: "CI_NODE_INDEX", first: 1, total: "CI_NODE_TOTAL" },
];

/** The shard of this task: `2/8`, or `auto` and `auto/8`, which ask the scheduler's variables. */
export function shardOf(text: string, variable: (name: string) => string | undefined): Shard {
  const [, who, count] = /^(auto|\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  if (who === undefined || (who !== "auto" && count === undefined)) {
    throw new HarnessError(`--shard ${text}: expected i/n with i from 1 to n, auto, or auto/n`);
  }
  const shard = who === "auto" ? scheduled(text, variable, count) : { part: Number(who), of: Number(count) };
  if (!(shard.part >= 1 && shard.part <= shard.of)) {
    throw new HarnessError(`--shard ${text}: expected i/n with i from 1 to n, found ${shard.part}/${shard.of}`);
  }
  return shard;
}

function scheduled(text: string, variable: (name: string) => string | undefined, count: string | undefined): Shard {
  const number = (name: string) => {
    const value = variable(name);
    if (value === undefined || !/^\d+$/.test(value)) throw new HarnessError(`--shard ${text}: ${name} is no number`);
    return Number(value);
  };
  const found = SCHEDULERS.find(({ index }) => variable(index) !== undefined);
  if (found === undefined) {
    const names = SCHEDULERS.map(({ index }) => index).join(", ");
    throw new HarnessError(`--shard ${text}: none of ${names} is set`);
  }
  const { index, first, total } = found;
  if (count === undefined && total === undefined) {
    throw new HarnessError(`--shard ${text}: ${index} does not come with the number of tasks, use auto/n`);
  }
  const begin = typeof first === "number" ? first : number(first);
  return { part: number(index) - begin + 1, of: count === undefined ? number(total ?? "") : Number(count) };
}

/** Seconds that cases took, by id. */
export type Durations = Readonly<Record<string, number>>;

/** The cases of a shard: every n-th or, if durations are known, those that let all shards take about equally long. */
export function casesOfShard(ids: readonly string[], { part, of }: Shard, durations: Durations | undefined): string[] {
  if (durations === undefined) return ids.filter((_, i) => i % of === part - 1);
  const known = ids.flatMap((id) => durations[id] ?? []).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 1;
  const cost = (id: string) => durations[id] ?? usual;
  // the longest ones first, each to the shard that has least to do
  const load = new Float64Array(of);
  const mine = new Set<string>();
  for (const id of [...ids].sort((a, b) => cost(b) - cost(a) || (a < b ? -1 : 1))) {
    const lightest = load.indexOf(Math.min(...load));
    load[lightest] += cost(id);
    if (lightest === part - 1) mine.add(id);
  }
  return ids.filter((id) => mine.has(id));
}
