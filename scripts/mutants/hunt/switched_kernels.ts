/**
 * Kernels that change with the mutant that is on. Kernels are assembled once, while all mutants are off, so a mutant of
 * what assembles them, or of a kernel, would have no effect: here, copies are assembled while it is on, and called.
 */

import { assemble, Body, type Kernel, type KernelModule } from "../../../engine/wasm/assembler.ts";
import { assembleAnew, KernelSet } from "../../../engine/wasm/kernel_set.ts";
import { now, seen, turns, WATCH } from "./switchboard.ts";

type Functions = Record<string, (...values: number[]) => number>;
type Modules = readonly KernelModule[];

/** More iterations of a loop in a kernel than any golden needs: a mutant may never end. */
const MOST = 2e7;
/** The instruction `unreachable`, which throws. */
const TRAP = "\0";

/** Copies of kernels that are assembled now, if any: what a kernel writes is remembered with the kernel itself. */
let copies: ReadonlyMap<Kernel, Kernel> | null = null;
/** Kernels called by the one that is being watched. */
let called: Set<Kernel> | null = null;

/** Has `KernelSet` give kernels that change with those mutants for which `isInKernels` is true. */
export function switchKernels(isInKernels: (mutant: number) => boolean): void {
  assembleAnew();
  const { on } = KernelSet.prototype;
  KernelSet.prototype.on = function (memory, model) {
    const { modules } = this as unknown as { modules: Modules };
    const clean = on.call(this, memory, model) as Functions;
    let current = -1;
    let own = new Map<Kernel, Kernel>();
    let changed: Functions = {};
    const dispatch = (name: string, kernel: Kernel) => (...values: number[]): number => {
      if (now === WATCH) watch(kernel);
      if (now < 0 || !isInKernels(now)) return clean[name](...values);
      if (now !== current) {
        current = now;
        const again = copied(modules);
        own = again.own;
        changed = on.call(new KernelSet(again.modules), memory, model) as Functions;
      }
      // modules are assembled when they are needed
      return assembling(own, () => changed[name](...values));
    };
    const all = modules.flatMap((module) => Object.entries(module));
    return Object.fromEntries(all.map(([name, kernel]) => [name, dispatch(name, kernel)])) as never;
  };
  limitLoops();
}

/** Copies of modules and their kernels. */
function copied(modules: Modules): { modules: Modules; own: Map<Kernel, Kernel> } {
  const kernels = new Set(modules.flatMap((module) => Object.values(module)));
  const own = new Map([...kernels].map((kernel) => [kernel, { ...kernel }]));
  const copyOf = ([name, kernel]: [string, Kernel]) => [name, own.get(kernel)];
  return { modules: modules.map((module) => Object.fromEntries(Object.entries(module).map(copyOf))), own };
}

function assembling<T>(own: ReadonlyMap<Kernel, Kernel>, act: () => T): T {
  const before = copies;
  copies = own;
  try {
    return act();
  } finally {
    copies = before;
  }
}

/** Has copies call copies, and their loops end. */
function limitLoops(): void {
  const { call, while: loop } = Body.prototype;
  Body.prototype.call = function (kernel, ...values) {
    called?.add(kernel);
    return call.call(this, copies?.get(kernel) ?? kernel, ...values);
  };
  Body.prototype.while = function (condition, body) {
    if (copies === null) return loop.call(this, condition, body);
    const rounds = this.int(0);
    loop.call(this, condition, () => {
      body();
      rounds.add(1);
      this.if(rounds.isAbove(MOST), () => this.code.push(TRAP));
    });
  };
}

/** What is noted while a kernel and those that it calls are assembled, and when it was last noted of a call. */
const marks = new Map<Kernel, { readonly levels: Map<number, number>; turn: number }>();

/** Notes the mutants that a call of a kernel runs. */
function watch(kernel: Kernel): void {
  const mark = marks.get(kernel) ?? { levels: levelsOf(kernel, new Set()), turn: -1 };
  marks.set(kernel, mark);
  if (mark.turn === turns) return;
  mark.turn = turns;
  for (const [mutant, level] of mark.levels) seen[mutant] = Math.max(seen[mutant], level);
}

function levelsOf(kernel: Kernel, known: Set<Kernel>): Map<number, number> {
  known.add(kernel);
  const before = seen.slice();
  seen.fill(0);
  called = new Set();
  assemble({ kernel: { ...kernel } });
  const callees = called;
  called = null;
  const levels = new Map([...seen.entries()].filter(([_, level]) => level > 0));
  seen.set(before);
  for (const callee of callees) {
    if (known.has(callee)) continue;
    for (const [mutant, level] of levelsOf(callee, known)) {
      levels.set(mutant, Math.max(level, levels.get(mutant) ?? 0));
    }
  }
  return levels;
}
