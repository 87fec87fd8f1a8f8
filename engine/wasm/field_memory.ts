/**
 * Memory for the fields of models and data, on which kernels work in place. Small ones share a memory, because each
 * WebAssembly memory reserves gigabytes of address space, and kernels are instantiated once per memory.
 */

import { measure, type Take, taking } from "./arena.ts";
import type { KernelModule } from "./assembler.ts";
import { areKernelsOff, canCompile, KernelSet, type KernelsOf } from "./kernel_set.ts";
import { STEPS } from "./primal_kernels.ts";
import { POSE_MODULES, STAGE_MODULES } from "./stage_kernels.ts";

const PAGE = 65536;
/** size of a memory that small models and data share, in bytes; what is not used is never mapped */
const SHARED = 64 * PAGE;
/** bytes of the largest memory: addresses are compared as numbers with a sign */
const MOST = 0x80000000;

/** bytes at the beginning, for the block of the solver's problem */
const HEAD = Math.ceil(STEPS.size / 16) * 16;

/** The kernels that work on the fields of data. */
export type StageKernels = KernelsOf<typeof STAGE_MODULES>;
/** Those that also read numbers of the model. */
export type PoseKernels = KernelsOf<typeof POSE_MODULES>;

const stageKernels = new KernelSet(STAGE_MODULES);
const poseKernels = new KernelSet(POSE_MODULES);

const homes = new WeakMap<ArrayBufferLike, FieldMemory>();

/**
 * A WebAssembly memory, and the kernels on it. Fields are taken from its beginning on; at its end is scratch memory for
 * all whose fields are there.
 */
export class FieldMemory {
  readonly buffer: ArrayBuffer;
  private readonly memory: WebAssembly.Memory;
  private readonly onBoth = new WeakMap<ArrayBufferLike, PoseKernels | null>();
  private readonly others = new Map<object, unknown>();
  private used = HEAD;
  /** bytes that the scratch memory may have */
  private scratch = 0;

  constructor(bytes: number) {
    const pages = Math.ceil(bytes / PAGE);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    this.buffer = this.memory.buffer as ArrayBuffer;
    homes.set(this.buffer, this);
  }

  /** The kernels, instantiated on first use. */
  get kernels(): StageKernels {
    return this.kernelsOf(stageKernels);
  }

  /** The same for those that read a model in `other`; null if that is no such memory, or a module cannot have two. */
  poseKernels(other: ArrayBufferLike): PoseKernels | null {
    let kernels = this.onBoth.get(other);
    if (kernels === undefined) {
      const model = homes.get(other);
      kernels = model && (model === this || canCompile(2)) ? poseKernels.on(this.memory, model.memory) : null;
      this.onBoth.set(other, kernels);
    }
    return kernels;
  }

  /** Other kernels, instantiated when they are first asked for. */
  kernelsOf<M extends readonly KernelModule[]>(set: KernelSet<M>): KernelsOf<M> {
    if (!this.others.has(set)) this.others.set(set, set.on(this.memory));
    return this.others.get(set) as KernelsOf<M>;
  }

  /** Is there room for so many bytes, and so many of scratch memory? */
  hasRoom(bytes: number, scratch = 0): boolean {
    return this.used + bytes + Math.max(scratch, this.scratch) <= this.buffer.byteLength;
  }

  /** Lays out the arrays of the scratch memory again, if there is room. */
  lay(layout: (take: Take) => void): boolean {
    const bytes = measure(layout);
    if (!this.hasRoom(0, bytes)) return false;
    this.scratch = Math.max(this.scratch, bytes);
    layout(taking(this.buffer, this.buffer.byteLength - bytes));
    return true;
  }

  /** Offset of the next bytes, beside which there will be room for so many of scratch memory. */
  take(bytes: number, scratch: number): number {
    const at = this.used;
    this.scratch = Math.max(this.scratch, scratch);
    this.used += Math.ceil(bytes / 16) * 16;
    return at;
  }
}

/** Zeroed memory for fields, and behind them for what the kernels need besides. */
export class Ground implements Take {
  private next: number;

  /** Without a `home` there are no kernels. */
  constructor(
    readonly buffer: ArrayBuffer,
    readonly at: number,
    fields: number,
    readonly home: FieldMemory | null,
  ) {
    this.next = at + fields;
  }

  /** null without WebAssembly, or if there was no address space left */
  get kernels(): StageKernels | null {
    return this.home === null ? null : this.home.kernels;
  }

  /** Those that also read a model in `other`, or null. */
  poseKernels(other: ArrayBufferLike): PoseKernels | null {
    return this.home === null ? null : this.home.poseKernels(other);
  }

  /** Zeros behind the fields. */
  float(length: number): Float64Array {
    return new Float64Array(this.buffer, this.skip(8 * length), length);
  }

  /** Zeros behind the fields. */
  int(length: number): Int32Array {
    return new Int32Array(this.buffer, this.skip(4 * length), length);
  }

  /** A copy behind the fields. */
  ints(values: Int32Array): Int32Array {
    const copy = this.int(values.length);
    copy.set(values);
    return copy;
  }

  private skip(bytes: number): number {
    const at = this.next;
    this.next += Math.ceil(bytes / 8) * 8;
    return at;
  }
}

/** Where memory is wanted. */
export interface Wish {
  /** bytes of scratch memory for which there has to be room */
  scratch?: number;
  /** bytes that will be wanted beside these */
  beside?: number;
  /** the memory beside whose arrays it is wanted */
  near?: ArrayBufferLike;
}

let shared: FieldMemory | null = null;
let isAvailable: boolean | undefined;

/** Takes memory for so many bytes of fields, and `more` behind them; while kernels are off, it never has any. */
export function takeGround(fields: number, more: number, wish: Wish = {}): Ground {
  isAvailable ??= canCompile();
  const bytes = fields + more;
  if (isAvailable && bytes + (wish.scratch ?? 0) < MOST && !areKernelsOff()) {
    try {
      const home = homeFor(bytes, wish);
      return new Ground(home.buffer, home.take(bytes, wish.scratch ?? 0), fields, home);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return new Ground(new ArrayBuffer(bytes), 0, fields, null);
}

/** A memory with room for some bytes: that of a wish, the shared one, or a new one. */
function homeFor(bytes: number, { scratch = 0, beside = 0, near }: Wish): FieldMemory {
  const wanted = near && homes.get(near);
  if (wanted?.hasRoom(bytes, scratch)) return wanted;
  const all = bytes + scratch + beside;
  if (!isSmallBlock(all)) return new FieldMemory(Math.min(all + HEAD + PAGE, MOST));
  if (!shared?.hasRoom(bytes + beside, scratch)) shared = new FieldMemory(SHARED);
  return shared;
}

/** Is a block so small that it shares a memory? */
export function isSmallBlock(bytes: number): boolean {
  return bytes <= SHARED / 2;
}
