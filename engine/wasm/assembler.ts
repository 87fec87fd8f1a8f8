/**
 * A small assembler for WebAssembly. A kernel is written in TypeScript as the loop that it is, on expressions of three
 * types: integers, which are also addresses in bytes, doubles, and pairs of doubles, which the processor computes with
 * side by side. Every operation rounds as it does in JavaScript, in the order in which it is written.
 */

/** Bytes, in the order of nested lists. */
type Code = readonly (number | Code)[];

const INT = 0x7f;
const FLOAT = 0x7c;
const PAIR = 0x7b;

/** A 32-bit integer, which can be an address: in the memory of the kernels, 0, or in that of the model, 1. */
export class Int {
  constructor(readonly code: Code, readonly memory: 0 | 1 = 0) {}

  plus(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x6a], this.memory);
  }
  minus(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x6b], this.memory);
  }
  times(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x6c]);
  }
  and(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x71]);
  }
  or(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x72]);
  }
  /** this × 2ⁿ */
  shl(n: number): Int {
    return new Int([this.code, int(n).code, 0x74]);
  }
  /** this / 2ⁿ, rounded down */
  shr(n: number): Int {
    return new Int([this.code, int(n).code, 0x75]);
  }
  equals(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x46]);
  }
  isNot(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x47]);
  }
  isBelow(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x48]);
  }
  isAbove(b: Int | number): Int {
    return new Int([this.code, int(b).code, 0x4a]);
  }

  /** the integer at this address */
  int(offset = 0): Int {
    return new Int([this.code, 0x28, this.place(2, offset)]);
  }
  /** the byte at this address */
  byte(offset = 0): Int {
    return new Int([this.code, 0x2d, this.place(0, offset)]);
  }
  /** the double at this address */
  float(offset = 0): Float {
    return new Float([this.code, 0x2b, this.place(3, offset)]);
  }
  /** the two doubles at this address */
  pair(offset = 0): Pair {
    return new Pair([this.code, 0xfd, 0x00, this.place(3, offset)]);
  }
  /** the double at this address, in both lanes */
  twice(offset = 0): Pair {
    return new Pair([this.code, 0xfd, 0x0a, this.place(3, offset)]);
  }
  /** alignment, memory, and offset, as instructions have them */
  place(align: number, offset: number): Code {
    return this.memory === 0 ? [align, unsigned(offset)] : [align | 0x40, this.memory, unsigned(offset)];
  }
}

/** A double. */
export class Float {
  constructor(readonly code: Code) {}

  plus(b: Float): Float {
    return new Float([this.code, b.code, 0xa0]);
  }
  minus(b: Float): Float {
    return new Float([this.code, b.code, 0xa1]);
  }
  times(b: Float): Float {
    return new Float([this.code, b.code, 0xa2]);
  }
  over(b: Float): Float {
    return new Float([this.code, b.code, 0xa3]);
  }
  negative(): Float {
    return new Float([this.code, 0x9a]);
  }
  /** the absolute value */
  abs(): Float {
    return new Float([this.code, 0x99]);
  }
  root(): Float {
    return new Float([this.code, 0x9f]);
  }
  /** maximum; NaN if either operand is NaN */
  max(b: Float): Float {
    return new Float([this.code, b.code, 0xa5]);
  }
  equals(b: Float): Int {
    return new Int([this.code, b.code, 0x61]);
  }
  differs(b: Float): Int {
    return new Int([this.code, b.code, 0x62]);
  }
  isBelow(b: Float): Int {
    return new Int([this.code, b.code, 0x63]);
  }
  isAtMost(b: Float): Int {
    return new Int([this.code, b.code, 0x65]);
  }
  isAtLeast(b: Float): Int {
    return new Int([this.code, b.code, 0x66]);
  }
  /** this number, in both lanes */
  twice(): Pair {
    return new Pair([this.code, 0xfd, 0x14]);
  }
}

/** Two doubles. */
export class Pair {
  constructor(readonly code: Code) {}

  plus(b: Pair): Pair {
    return new Pair([this.code, b.code, 0xfd, 0xf0, 0x01]);
  }
  minus(b: Pair): Pair {
    return new Pair([this.code, b.code, 0xfd, 0xf1, 0x01]);
  }
  times(b: Pair): Pair {
    return new Pair([this.code, b.code, 0xfd, 0xf2, 0x01]);
  }
  /** all ones where this is less than `b`, zeros elsewhere: a mask for `where` */
  isBelow(b: Pair): Pair {
    return new Pair([this.code, b.code, 0xfd, 0x49]);
  }
  negative(): Pair {
    return new Pair([this.code, 0xfd, 0xed, 0x01]);
  }
  /** `this < b ? this : b` */
  lesser(b: Pair): Pair {
    return new Pair([b.code, this.code, 0xfd, 0xf6, 0x01]);
  }
  /** `this > b ? this : b` */
  greater(b: Pair): Pair {
    return new Pair([b.code, this.code, 0xfd, 0xf7, 0x01]);
  }
  /** all ones where this is at least `b`, zeros elsewhere */
  isAtLeast(b: Pair): Pair {
    return new Pair([this.code, b.code, 0xfd, 0x4c]);
  }
  /** this where `mask` is all ones, 0 elsewhere */
  where(mask: Pair): Pair {
    return new Pair([this.code, mask.code, 0xfd, 0x4e]);
  }
  /** 0 where `mask` is all ones, this elsewhere */
  unless(mask: Pair): Pair {
    return new Pair([this.code, mask.code, 0xfd, 0x4f]);
  }
  /** 1 if either lane differs from that of `b` */
  differs(b: Pair): Int {
    return new Int([this.code, b.code, 0xfd, 0x48, 0xfd, 0x53]);
  }
  /** 1 if `this`, which is a mask, is all ones in the first lane */
  isFirst(): Int {
    return new Int([this.code, 0xfd, 0xc4, 0x01]).and(1);
  }
  /** the lanes in the other order */
  swapped(): Pair {
    return new Pair([this.code, this.code, 0xfd, 0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]);
  }
  /** this, with the double at `address` in the second lane */
  withSecond(address: Int): Pair {
    return new Pair([address.code, this.code, 0xfd, 0x57, address.place(3, 0), 1]);
  }
  /** this, with another number in the first or second lane */
  withLane(index: 0 | 1, value: Float): Pair {
    return new Pair([this.code, value.code, 0xfd, 0x22, index]);
  }
  /** bits 0 and 1: whether the first and second lanes are greater */
  areAbove(b: Pair): Int {
    return new Int([this.code, b.code, 0xfd, 0x4a, 0xfd, 0xc4, 0x01]);
  }
  /** the first or second lane */
  lane(index: 0 | 1): Float {
    return new Float([this.code, 0xfd, 0x21, index]);
  }
}

/** An integer variable. */
export class IntVariable extends Int {
  constructor(private readonly body: Code[], private readonly index: number, memory: 0 | 1 = 0) {
    super([0x20, unsigned(index)], memory);
  }
  set(value: Int | number): void {
    this.body.push([int(value).code, 0x21, unsigned(this.index)]);
  }
  add(value: Int | number): void {
    this.set(this.plus(value));
  }
}

/** A double variable. */
export class FloatVariable extends Float {
  constructor(private readonly body: Code[], private readonly index: number) {
    super([0x20, unsigned(index)]);
  }
  set(value: Float | number): void {
    this.body.push([float(value).code, 0x21, unsigned(this.index)]);
  }
  add(value: Float): void {
    this.set(this.plus(value));
  }
  subtract(value: Float): void {
    this.set(this.minus(value));
  }
}

/** A variable pair of doubles. */
export class PairVariable extends Pair {
  constructor(private readonly body: Code[], private readonly index: number) {
    super([0x20, unsigned(index)]);
  }
  set(value: Pair): void {
    this.body.push([value.code, 0x21, unsigned(this.index)]);
  }
  add(value: Pair): void {
    this.set(this.plus(value));
  }
  subtract(value: Pair): void {
    this.set(this.minus(value));
  }
}

/** A constant integer. */
export function int(value: Int | number): Int {
  return typeof value === "number" ? new Int([0x41, signed(value)]) : value;
}

/** A constant double. */
export function float(value: Float | number): Float {
  return typeof value === "number" ? new Float([0x44, ...new Uint8Array(Float64Array.of(value).buffer)]) : value;
}

const NO_PAIR = new Pair([0xfd, 0x0c, ...new Array(16).fill(0)]);

/** A call of a kernel; the bytes of its number are known when the module is complete. */
interface Call {
  kernel: Kernel;
  number: Code[];
}

/** The body of a kernel under construction. */
export class Body {
  readonly code: Code[] = [];
  readonly locals: number[] = [];
  readonly calls: Call[] = [];
  readsModel = false;

  constructor(private readonly parameters: number) {}

  /** `let x = value` */
  int(value: Int | number): IntVariable {
    const { memory } = int(value);
    if (memory === 1) this.readsModel = true;
    const x = new IntVariable(this.code, this.local(INT), memory);
    x.set(value);
    return x;
  }
  /** `let x = value` */
  float(value: Float | number): FloatVariable {
    const x = new FloatVariable(this.code, this.local(FLOAT));
    x.set(value);
    return x;
  }
  /** `let x = value`, zero by default */
  pair(value: Pair = NO_PAIR): PairVariable {
    const x = new PairVariable(this.code, this.local(PAIR));
    x.set(value);
    return x;
  }

  /** two zeros */
  zeros(): Pair {
    return NO_PAIR;
  }

  /** `memory[address + offset] = value` */
  store(address: Int, value: Int | Float | Pair, offset = 0): void {
    const [store, align] = value instanceof Int ? [0x36, 2] : value instanceof Float ? [0x39, 3] : [[0xfd, 0x0b], 3];
    this.code.push([address.code, value.code, store, address.place(align, offset)]);
  }

  /** `memory[address] = second of the pair` */
  storeSecond(address: Int, value: Pair): void {
    this.code.push([address.code, value.code, 0xfd, 0x5b, address.place(3, 0), 1]);
  }

  /** `if (condition) … else …` */
  if(condition: Int, then: () => void, otherwise?: () => void): void {
    this.code.push([condition.code, 0x04, 0x40]);
    then();
    if (otherwise) {
      this.code.push([0x05]);
      otherwise();
    }
    this.code.push([0x0b]);
  }
  /** `while (condition) …` */
  while(condition: Int, body: () => void): void {
    // the condition is tested again at the end, which saves a jump
    this.code.push([condition.code, 0x04, 0x40, 0x03, 0x40]);
    body();
    this.code.push([condition.code, 0x0d, 0, 0x0b, 0x0b]);
  }
  /** `for (; x < end; x += step) …` */
  for(x: IntVariable, end: Int | number, step: Int | number, body: () => void): void {
    this.while(x.isBelow(end), () => {
      body();
      x.add(step);
    });
  }
  /** `let result = kernel(…values)`; addresses of blocks are integers */
  call(kernel: Kernel, ...values: (Int | Float)[]): IntVariable {
    const number: Code[] = [];
    this.calls.push({ kernel, number });
    return this.int(new Int([values.map(({ code }) => code), 0x10, number]));
  }
  /** `return value` */
  return(value: Int): void {
    this.code.push([value.code, 0x0f]);
  }

  private local(type: number): number {
    return this.parameters + this.locals.push(type) - 1;
  }
}

/** The kernel's view of a parameter that is the address of a block: see `struct.ts`. */
export interface Described<M> {
  members(f: Body, at: Int): M;
}

/** A number, or the address of a block. */
export type Parameter = "int" | "float" | Described<unknown>;

type Variable<P> = P extends "int" ? IntVariable
  : P extends "float" ? FloatVariable
  : P extends Described<infer M> ? M
  : never;

type Variables<P extends readonly Parameter[]> = { [K in keyof P]: Variable<P[K]> };

/** A function of a module, written when the module is assembled. */
export interface Kernel<P extends readonly Parameter[] = readonly Parameter[]> {
  readonly parameters: P;
  readonly write: (f: Body, variables: never) => void;
}

/** Kernels that are compiled together, by name. */
export type KernelModule = Readonly<Record<string, Kernel>>;

/** Kernels as seen by their callers: functions of numbers. */
export type Calls<M extends KernelModule> = {
  [N in keyof M]: M[N] extends Kernel<infer P> ? (...values: { [K in keyof P]: number }) => number : never;
};

/** A kernel with these parameters; it returns an integer, 0 by default. */
export function kernel<const P extends readonly Parameter[]>(
  parameters: P,
  write: (f: Body, ...variables: Variables<P>) => void,
): Kernel<P> {
  return { parameters, write: (f, variables: Variables<P>) => write(f, ...variables) };
}

/** The body of a kernel, complete but for the numbers of the kernels that it calls. */
function bodyOf({ parameters, write }: Kernel): Body {
  const f = new Body(parameters.length);
  const variable = (parameter: Parameter, i: number) => {
    if (parameter === "float") return new FloatVariable(f.code, i);
    const int = new IntVariable(f.code, i);
    return parameter === "int" ? int : parameter.members(f, int);
  };
  write(f, parameters.map(variable) as never);
  return f;
}

/** The code of a body, with its locals and its length. */
function codeOf({ locals, code }: Body): Code {
  const body = flat([list(runs(locals)), code, int(0).code, 0x0b]);
  return [unsigned(body.length), body];
}

/** Types, run-length encoded. */
function runs(types: readonly number[]): Code[] {
  const lengths: { type: number; length: number }[] = [];
  for (const type of types) {
    const last = lengths.at(-1);
    if (last?.type === type) last.length++;
    else lengths.push({ type, length: 1 });
  }
  return lengths.map(({ type, length }) => [unsigned(length), type]);
}

/** A module, and what it imports: memories, and `in.0`, `in.1`, …, the kernels of other modules that it calls. */
export interface Assembled {
  bytes: Uint8Array<ArrayBuffer>;
  memories: readonly string[];
  imports: readonly Kernel[];
}

/** Makes a module that exports kernels by name, and imports the memory `in.memory`, and `in.model` if it is used. */
export function assemble(kernels: KernelModule): Assembled {
  const all = Object.values(kernels);
  const names = Object.keys(kernels);
  const bodies = all.map(bodyOf);
  const calls = bodies.flatMap((body) => body.calls);
  const imports = [...new Set(calls.map(({ kernel }) => kernel))].filter((kernel) => !all.includes(kernel));
  const functions = [...imports, ...all];
  for (const { kernel, number } of calls) number.push(unsigned(functions.indexOf(kernel)));
  const first = imports.length;
  const memories = bodies.some(({ readsModel }) => readsModel) ? ["memory", "model"] : ["memory"];
  const bytes = Uint8Array.from(flat([
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    section(1, functions.map(({ parameters }) => [0x60, list(parameters.map(typeOf)), 1, INT])),
    section(2, [
      ...memories.map((memory) => [text("in"), text(memory), 0x02, 0x00, 0x01]),
      ...imports.map((_, i) => [text("in"), text(`${i}`), 0x00, unsigned(i)]),
    ]),
    section(3, all.map((_, i) => unsigned(first + i))),
    section(7, names.map((name, i) => [text(name), 0x00, unsigned(first + i)])),
    section(10, bodies.map(codeOf)),
    nameSection(names, first),
  ]));
  return { bytes, memories, imports };
}

function typeOf(parameter: Parameter): Code {
  return [parameter === "float" ? FLOAT : INT];
}

/** The names of functions from number `first` on, for profilers and debuggers. */
function nameSection(names: readonly string[], first: number): Code {
  const functions = flat(list(names.map((name, i) => [unsigned(first + i), text(name)])));
  const content = flat([text("name"), 1, unsigned(functions.length), functions]);
  return [0, unsigned(content.length), content];
}

/** The bytes of nested lists. */
function flat(code: Code, bytes: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === "number") bytes.push(part);
    else flat(part, bytes);
  }
  return bytes;
}

function section(id: number, entries: readonly Code[]): Code {
  const content = flat(list(entries));
  return [id, unsigned(content.length), content];
}

function list(entries: readonly Code[]): Code {
  return [unsigned(entries.length), entries];
}

function text(value: string): Code {
  return list([...new TextEncoder().encode(value)].map((byte) => [byte]));
}

/** Seven bits per byte, lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [value & 0x7f | 0x80, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [value & 0x7f | 0x80, signed(value >> 7)];
}
