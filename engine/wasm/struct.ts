/**
 * Blocks of numbers and addresses in the memory of kernels. A block is declared once, as a list of members; the kernels
 * and their callers find each member by its name.
 */

import type { Take } from "./arena.ts";
import { type Body, type Described, type Float, Int, type IntVariable } from "./assembler.ts";

/**
 * Types of members: a double or an integer set by the caller or a kernel ("out" is an integer that only kernels set);
 * the address of an array ("model" is one of the model, which may be in a memory of its own); or a list within the block, given by its
 * offset in bytes.
 */
export type Kind = "double" | "int" | "out" | "doubles" | "ints" | "model" | "list";

type Fields = Readonly<Record<string, Kind>>;

/** A number of a block, for kernels. */
export class Member<T extends Int | Float> {
  constructor(
    private readonly f: Body,
    private readonly at: Int,
    private readonly offset: number,
    /** the number, as an expression */
    readonly value: T,
  ) {}

  /** `block.member = value` */
  set(value: T): void {
    this.f.store(this.at, value, this.offset);
  }
}

/**
 * The members of a block, for kernels: accessing an address, a list, or an integer loads it at that point, and a spread
 * copy loads all of them.
 */
export type Members<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends "double" ? Member<Float> : F[N] extends "out" ? Member<Int> : IntVariable;
};

/** A block, for callers. */
export interface Block {
  /** its address */
  readonly at: number;
  /** its doubles and its other members, at the positions given by `slot` */
  readonly doubles: Float64Array;
  readonly ints: Int32Array;
}

/** The names of members that are addresses. */
type Pointers<F extends Fields> = { [N in keyof F]: F[N] extends "doubles" | "ints" | "model" ? N : never }[keyof F];

/** The layout of the members of a block: first the doubles, then the others. */
export class Struct<F extends Fields> implements Described<Members<F>> {
  /** index of each member, among the doubles or the others */
  readonly slot: Readonly<Record<keyof F, number>>;
  /** number of doubles, and of others */
  readonly doubles: number;
  readonly ints: number;
  /** bytes of a block */
  readonly size: number;

  constructor(private readonly fields: F) {
    const slot: Record<string, number> = {};
    let doubles = 0;
    let ints = 0;
    for (const name in fields) slot[name] = fields[name] === "double" ? doubles++ : ints++;
    this.slot = { ...slot } as Record<keyof F, number>; // V8-3
    this.doubles = doubles;
    this.ints = ints;
    this.size = 8 * (this.doubles + Math.ceil(this.ints / 2));
  }

  /** Allocates a block in the memory of kernels. */
  take(take: Take): Block {
    const { buffer, byteOffset: at, length } = take.float(this.size / 8);
    // there is no block yet while memory is only measured
    const [doubles, ints] = length === 0 ? [0, 0] : [this.doubles, this.ints];
    return { at, doubles: new Float64Array(buffer, at, doubles), ints: new Int32Array(buffer, at + 8 * doubles, ints) };
  }

  /** Sets the addresses of arrays in a block. */
  point({ ints }: Block, arrays: { readonly [N in Pointers<F>]?: ArrayBufferView }): void {
    for (const [name, array] of Object.entries(arrays)) {
      ints[this.slot[name]] = (array as ArrayBufferView).byteOffset;
    }
  }

  /** The members of the block at `at`, in a kernel. */
  members(f: Body, at: Int): Members<F> {
    // to define a getter for each member takes longer than to look up those that are used
    return new Proxy(this.fields, {
      get: (_, name) => this.member(f, at, name as string),
    }) as unknown as Members<F>;
  }

  private member(f: Body, at: Int, name: string): unknown {
    const { [name]: kind } = this.fields;
    const slot = this.slot[name];
    if (kind === "double") return new Member(f, at, 8 * slot, at.float(8 * slot));
    const offset = 8 * this.doubles + 4 * slot;
    if (kind === "out") return new Member(f, at, offset, at.int(offset));
    const value = at.int(offset);
    return f.int(kind === "list" ? at.plus(value) : kind === "model" ? new Int(value.code, f.model) : value);
  }
}

/** Members of the same kind. */
export function all<N extends string, K extends Kind>(names: readonly N[], kind: K): Record<N, K> {
  return Object.fromEntries(names.map((name) => [name, kind])) as Record<N, K>;
}

/** Declares a block. */
export function struct<const F extends Fields>(fields: F): Struct<F> {
  return new Struct(fields);
}
