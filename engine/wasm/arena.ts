/**
 * Memory of kernels, and the kernels that work on it. Its contents are needed only during one call of a stage, so all
 * models and data share it, because each WebAssembly memory reserves gigabytes of address space. Without WebAssembly or
 * its SIMD instructions there are no kernels, and loops do the work.
 */

import type { KernelModule } from "./assembler.ts";
import { areKernelsOff, canCompile, KernelSet, type KernelsOf } from "./kernel_set.ts";

const PAGE = 65536;
const FIRST_PAGES = 16;

/** Allocates arrays in a memory. */
export interface Take {
  float(length: number): Float64Array;
  int(length: number): Int32Array;
}

/** A memory for a stage, with the kernels of some modules. */
export class Arena<M extends readonly KernelModule[]> {
  private compiledKernels: KernelsOf<M> | null = null;
  private buffer: ArrayBufferLike = new ArrayBuffer(0);
  private readonly kernelSet: KernelSet<M>;

  constructor(modules: M) {
    this.kernelSet = new KernelSet(modules);
  }

  /** null if there are none, or no memory yet */
  get kernels(): KernelsOf<M> | null {
    return areKernelsOff() ? null : this.compiledKernels;
  }

  /**
   * Lays out all arrays again: `layout` allocates them twice, the first time to measure. Returns the kernels that work
   * on them, whether enabled or not; null if there are none.
   */
  lay(layout: (take: Take) => void): KernelsOf<M> | null {
    const bytes = measure(layout);
    if (bytes > this.buffer.byteLength || this.buffer.byteLength === 0) this.replace(bytes);
    layout(taking(this.buffer, 0));
    return this.compiledKernels;
  }

  /** A new memory and its kernels, because arrays on a memory that has grown are slow. */
  private replace(bytes: number): void {
    const pages = Math.max(FIRST_PAGES, 2 * Math.ceil(bytes / PAGE));
    try {
      if (!canCompile()) throw new RangeError("no WebAssembly");
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
      this.compiledKernels = this.kernelSet.on(memory);
      this.buffer = memory.buffer;
    } catch {
      // nothing compiles, or there is no address space for another memory
      this.compiledKernels = null;
      this.buffer = new ArrayBuffer(pages * PAGE);
    }
  }
}

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** bytes of an array: kernels write pairs */
function bytesOf(length: number, size: number): number {
  return Math.ceil(length * size / 16) * 16;
}

/** Bytes of the arrays that `layout` allocates. */
export function measure(layout: (take: Take) => void): number {
  let bytes = 0;
  layout({
    float(length) {
      bytes += bytesOf(length, 8);
      return NO_FLOATS;
    },
    int(length) {
      bytes += bytesOf(length, 4);
      return NO_INTS;
    },
  });
  return bytes;
}

/** Takes arrays side by side from `at` on. */
export function taking(buffer: ArrayBufferLike, at: number): Take {
  const next = (length: number, size: number): number => {
    const start = at;
    at += bytesOf(length, size);
    return start;
  };
  return {
    float: (length) => new Float64Array(buffer, next(length, 8), length),
    int: (length) => new Int32Array(buffer, next(length, 4), length),
  };
}
