/** Modules of kernels, compiled once and instantiated on any number of memories. */

import { ASSEMBLED } from "./assembled.ts";
import { assemble, type Calls, type Kernel, type KernelModule } from "./assembler.ts";

type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (whole: infer I) => void ? I : never;

/** The kernels of some modules by name, as functions. */
export type KernelsOf<M extends readonly KernelModule[]> = Intersection<
  { [K in keyof M]: Calls<M[K]> }[number]
>;

/** A module of kernels, and the names of the kernels of other modules that it calls. */
interface Compiled {
  module: WebAssembly.Module;
  imports: readonly string[];
}

/** The kernels of some modules. */
export class KernelSet<M extends readonly KernelModule[]> {
  /** for models in the memory of the kernels, and in one of their own */
  private readonly compiled: readonly [Compiled[], Compiled[]] = [[], []];

  /** Browsers compile only small modules synchronously, so each of `modules` has at most 4 kB. */
  constructor(private readonly modules: M) {}

  /**
   * The kernels on a memory, which read the numbers of a model there or in another one. Modules are assembled when one of their kernels is
   * first called, by whomever: most are never needed. A kernel that is in several modules is called in the last of them,
   * except from the others.
   */
  on(memory: WebAssembly.Memory, model = memory): KernelsOf<M> {
    const { modules } = this;
    const place = memory === model ? 0 : 1;
    const compiled = this.compiled[place];
    const stubs: Record<string, (...values: number[]) => number> = {};
    const isReady = modules.map(() => false);
    const homes = new Map(modules.flatMap((module, i) => Object.keys(module).map((name) => [name, i])));
    const functionOf = (name: string) => {
      instantiate(homes.get(name) as number);
      return kernels[name];
    };
    const instantiate = (i: number) => {
      if (isReady[i]) return;
      const { module, imports } = compiled[i] ??= compile(modules[i], place, modules);
      const functions = { ...imports.map(functionOf) };
      const { exports } = new WebAssembly.Instance(module, { in: { memory, model, ...functions } });
      for (const [name, act] of Object.entries(exports as typeof stubs)) {
        if (homes.get(name) === i) kernels[name] = act;
      }
      isReady[i] = true;
    };
    for (const [name, i] of homes) {
      stubs[name] = (...values) => {
        instantiate(i);
        return kernels[name](...values);
      };
    }
    const kernels = { ...stubs }; // V8-3
    compiled.forEach((_, i) => instantiate(i));
    return kernels as KernelsOf<M>;
  }
}

let isAnew = false;

/** From now on, assembles every module, even one that `assembled.ts` has: whoever judges kernels means their sources. */
export function assembleAnew(): void {
  isAnew = true;
}

function compile(kernels: KernelModule, model: 0 | 1, modules: readonly KernelModule[]): Compiled {
  const [text, ...names] = isAnew || model === 1 ? [] : ASSEMBLED[moduleName(kernels)] ?? [];
  const ready = text && Uint8Array.fromBase64?.(text);
  if (ready) return { module: new WebAssembly.Module(ready), imports: names };
  const { bytes, imports } = assemble(kernels, model);
  return { module: new WebAssembly.Module(bytes), imports: imports.map((kernel) => kernelName(kernel, modules)) };
}

/** The names of all kernels of a module. */
export function moduleName(kernels: KernelModule): string {
  return Object.keys(kernels).join("+");
}

/** The name of a kernel in these modules. */
export function kernelName(kernel: Kernel, modules: readonly KernelModule[]): string {
  const all = modules.flatMap((module) => Object.entries(module));
  const [name] = all.findLast(([_, it]) => it === kernel) as [string, Kernel];
  return name;
}

// deno-fmt-ignore
const PROBE = Uint8Array.of(
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // a module
  1, 5, 1, 0x60, 0, 1, 0x7b, // a function without arguments that returns a pair of doubles
  3, 2, 1, 0,
  10, 22, 1, 20, 0, 0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, // zero and zero
);

/** A module with two memories. */
const PROBE2 = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 5, 2, 0, 0, 0, 0);

/**
 * Is WebAssembly with SIMD available, on a page that may compile code, and with several memories? If the smallest such
 * module compiles, every kernel must: one that does not is a bug and must be noticed.
 */
export function canCompile(memories: 1 | 2 = 1): boolean {
  try {
    new WebAssembly.Module(memories === 1 ? PROBE : PROBE2);
    return true;
  } catch {
    return false;
  }
}

// V8 takes what was never changed for a constant: V8-1
const kernels = { areOff: false };

/** Do loops do the work of kernels for now? */
export function areKernelsOff(): boolean {
  return kernels.areOff;
}

/** Runs `act` with loops instead of kernels, which gives the same bits. */
export function withoutKernels<T>(act: () => T): T {
  const before = kernels.areOff;
  kernels.areOff = true;
  try {
    return act();
  } finally {
    kernels.areOff = before;
  }
}
