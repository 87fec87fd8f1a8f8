/**
 * Memory of kernels, and the kernels that work on it. Its contents are needed only during one call of a stage, so all
 * models and data share it, because each WebAssembly memory reserves gigabytes of address space. Without WebAssembly or
 * its SIMD instructions there are no kernels, and loops do the work.
 */

import { assemble, type Calls, type Kernel, type KernelModule } from "./assembler.ts";

const PAGE = 65536;
const FIRST_PAGES = 16;

/** Allocates arrays in a memory. */
export interface Take {
  float(length: number): Float64Array;
  int(length: number): Int32Array;
}

type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (whole: infer I) => void ? I : never;

/** The kernels of some modules by name, as functions. */
export type KernelsOf<M extends readonly KernelModule[]> = Intersection<
  { [K in keyof M]: Calls<M[K]> }[number]
>;

let areOff = false;

/** Runs `act` with loops instead of kernels, which gives the same bits. */
export function withoutKernels<T>(act: () => T): T {
  const before = areOff;
  areOff = true;
  try {
    return act();
  } finally {
    areOff = before;
  }
}

/** A memory for a stage, with the kernels of some modules. */
export class Arena<M extends readonly KernelModule[]> {
  private compiledKernels: KernelsOf<M> | null = null;
  private buffer: ArrayBufferLike = new ArrayBuffer(0);
  /** the modules that have been compiled */
  private readonly compiled: Compiled[] = [];

  /** Browsers compile only small modules synchronously, so each of `modules` has at most 4 kB. */
  constructor(private readonly modules: M) {}

  /** null if there are none, or no memory yet */
  get kernels(): KernelsOf<M> | null {
    return areOff ? null : this.compiledKernels;
  }

  /**
   * Lays out all arrays again: `layout` allocates them twice, the first time to measure. Returns the kernels that work
   * on them, whether enabled or not; null if there are none.
   */
  lay(layout: (take: Take) => void): KernelsOf<M> | null {
    let bytes = 0;
    const next = (length: number, size: number): number => {
      const at = bytes;
      bytes += Math.ceil(length * size / 16) * 16;
      return at;
    };
    layout({
      float(length) {
        next(length, 8);
        return NO_FLOATS;
      },
      int(length) {
        next(length, 4);
        return NO_INTS;
      },
    });
    if (bytes > this.buffer.byteLength || this.buffer.byteLength === 0) this.replace(bytes);

    bytes = 0;
    const { buffer } = this;
    layout({
      float: (length) => new Float64Array(buffer, next(length, 8), length),
      int: (length) => new Int32Array(buffer, next(length, 4), length),
    });
    return this.compiledKernels;
  }

  /** A new memory and its kernels, because arrays on a memory that has grown are slow. */
  private replace(bytes: number): void {
    const pages = Math.max(FIRST_PAGES, 2 * Math.ceil(bytes / PAGE));
    try {
      if (!canCompile()) throw new RangeError("no WebAssembly");
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
      this.compiledKernels = this.kernelsOn(memory);
      this.buffer = memory.buffer;
    } catch {
      // nothing compiles, or there is no address space for another memory
      this.compiledKernels = null;
      this.buffer = new ArrayBuffer(pages * PAGE);
    }
  }

  /**
   * The kernels on a memory. Modules are assembled when one of their kernels is first called, by whomever: most are never
   * needed. A kernel that is in several modules is called in the last of them, except from the others.
   */
  private kernelsOn(memory: WebAssembly.Memory): KernelsOf<M> {
    const { modules, compiled } = this;
    const kernels: Record<string, (...values: number[]) => number> = {};
    const isReady = modules.map(() => false);
    const homes = new Map(modules.flatMap((module, i) => Object.keys(module).map((name) => [name, i])));
    const functionOf = (kernel: Kernel) => {
      const i = modules.findLastIndex((module) => Object.values(module).includes(kernel));
      instantiate(i);
      const [name] = Object.entries(modules[i]).find(([_, it]) => it === kernel) as [string, Kernel];
      return kernels[name];
    };
    const instantiate = (i: number) => {
      if (isReady[i]) return;
      const { module, imports } = compiled[i] ??= compile(modules[i]);
      const functions = { ...imports.map(functionOf) };
      const { exports } = new WebAssembly.Instance(module, { in: { memory, ...functions } });
      for (const [name, act] of Object.entries(exports as typeof kernels)) {
        if (homes.get(name) === i) kernels[name] = act;
      }
      isReady[i] = true;
    };
    for (const [name, i] of homes) {
      kernels[name] = (...values) => {
        instantiate(i);
        return kernels[name](...values);
      };
    }
    compiled.forEach((_, i) => instantiate(i));
    return kernels as KernelsOf<M>;
  }
}

/** A module of kernels, and the kernels of other modules that it calls. */
interface Compiled {
  module: WebAssembly.Module;
  imports: readonly Kernel[];
}

function compile(kernels: KernelModule): Compiled {
  const { bytes, imports } = assemble(kernels);
  return { module: new WebAssembly.Module(bytes), imports };
}

// deno-fmt-ignore
const PROBE = Uint8Array.of(
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // a module
  1, 5, 1, 0x60, 0, 1, 0x7b, // a function without arguments that returns a pair of doubles
  3, 2, 1, 0,
  10, 22, 1, 20, 0, 0xfd, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, // zero and zero
);

/**
 * Is WebAssembly with SIMD available, on a page that may compile code? If the smallest such module compiles, every
 * kernel must: one that does not is a bug and must be noticed.
 */
function canCompile(): boolean {
  try {
    new WebAssembly.Module(PROBE);
    return true;
  } catch {
    return false;
  }
}

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);
