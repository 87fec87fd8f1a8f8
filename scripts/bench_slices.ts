/** Measures several sides in short alternating slices, so that a busy machine slows all of them equally. */

import { cpuUsage } from "node:process";

/** One of those that take turns. */
export interface Side {
  /** what precedes a slice, and is not timed */
  prepare(slice: number): void;
  /** the code of a slice */
  run(calls: number): void;
}

/** Those that take turns: the engine, and what it is compared with. */
export interface Sides {
  plumbline: Side;
  mujoco: Side;
  native?: Side | undefined;
}

/** How much faster the engine is: its time divided into that of another side; the median over slices, and its quartiles. */
export interface Ratio {
  ratio: number;
  low: number;
  high: number;
}

/** Microseconds per call; ratios are to MuJoCo's WASM build. */
export interface Figures extends Ratio {
  mujoco: number;
  plumbline: number;
  /** native MuJoCo, and the ratio to it */
  native?: Ratio & { time: number };
}

// slices per set of the warm-up, time of ours that a round of sets takes at least, milliseconds; rounds that are no faster
// than those before, after which it ends, most rounds, and time after which none begins
const SET = 16;
const ROUND = 50;
const STALE_ROUNDS = 5;
const MOST_ROUNDS = 40;
const PATIENCE = 8000;

/** Rounds with pauses, in which the threads that compile get to run, until the last ones were no faster than others. */
export async function warmUp({ plumbline, ...others }: Sides, calls: number): Promise<void> {
  const opponents = Object.values(others).filter((side) => side !== undefined);
  let fastest = Infinity;
  const end = performance.now() + PATIENCE;
  for (let round = 0, stale = 0; round < MOST_ROUNDS && stale < STALE_ROUNDS && performance.now() < end; round++) {
    let took = 0;
    let sets = 0;
    for (; took < ROUND; sets++) {
      for (let i = 0; i < SET; i++) {
        for (const side of opponents) time(side, i, calls);
        took += time(plumbline, i, calls);
      }
    }
    stale = took / sets < 0.97 * fastest ? 0 : stale + 1;
    fastest = Math.min(fastest, took / sets);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Time of a slice, milliseconds. While other processes have the processor, this one uses none, but V8's compiler may use
 * some on another: the time that passed and the time that was used are both bounds.
 */
function time(side: Side, slice: number, calls: number): number {
  side.prepare(slice);
  const used = cpuUsage();
  const start = performance.now();
  side.run(calls);
  const passed = performance.now() - start;
  const { user, system } = cpuUsage(used);
  return Math.min(passed, (user + system) / 1e3);
}

/** Times slices with the given number of calls for the given number of seconds. */
export function takeTurns({ plumbline, mujoco, native }: Sides, calls: number, seconds: number): Figures {
  const times = { plumbline: [] as number[], mujoco: [] as number[], native: [] as number[] };
  const end = performance.now() + 1e3 * seconds;
  for (let i = 0; performance.now() < end || i < 40; i++) {
    times.mujoco.push(time(mujoco, i, calls));
    times.plumbline.push(time(plumbline, i, calls));
    if (native !== undefined) times.native.push(time(native, i, calls));
  }
  const perCall = (list: number[]) => quantile(list, 0.5) / calls * 1e3;
  return {
    mujoco: perCall(times.mujoco),
    plumbline: perCall(times.plumbline),
    ...ratioOf(times.mujoco, times.plumbline),
    ...(native === undefined
      ? {}
      : { native: { time: perCall(times.native), ...ratioOf(times.native, times.plumbline) } }),
  };
}

function ratioOf(theirs: readonly number[], ours: readonly number[]): Ratio {
  const ratios = theirs.map((time, i) => time / ours[i]);
  return { ratio: quantile(ratios, 0.5), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}
