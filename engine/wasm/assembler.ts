/**
 * A small assembler for WebAssembly. A kernel is written in TypeScript as the loop that it is, on expressions of three
 * types: integers, which are also addresses in bytes, doubles, and pairs of doubles, which the processor computes with
 * side by side. Every operation rounds as it does in JavaScript, in the order in which it is written.
 */

/** Bytes, as the characters of a string: V8 joins strings without copying them, and assembles with code that is cold. */
type Code = string;

const INT = "\x7f";
const FLOAT = "\x7c";
const PAIR = "\x7b";

/** A 32-bit integer, which can be an address: in the memory of the kernels, 0, or in one of the model's own, 1. */
export class Int {
  constructor(readonly code: Code, readonly memory: 0 | 1 = 0) {}

  plus(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x6a`, this.memory);
  }
  minus(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x6b`, this.memory);
  }
  times(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x6c`);
  }
  and(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x71`);
  }
  or(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x72`);
  }
  /** this × 2ⁿ */
  shl(n: number): Int {
    return new Int(`${this.code}${int(n).code}\x74`);
  }
  /** this / 2ⁿ, rounded down */
  shr(n: number): Int {
    return new Int(`${this.code}${int(n).code}\x75`);
  }
  equals(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x46`);
  }
  isNot(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x47`);
  }
  isBelow(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x48`);
  }
  isAbove(b: Int | number): Int {
    return new Int(`${this.code}${int(b).code}\x4a`);
  }

  /** the integer at this address */
  int(offset = 0): Int {
    return new Int(`${this.code}\x28${this.place(2, offset)}`);
  }
  /** the byte at this address */
  byte(offset = 0): Int {
    return new Int(`${this.code}\x2d${this.place(0, offset)}`);
  }
  /** the double at this address */
  float(offset = 0): Float {
    return new Float(`${this.code}\x2b${this.place(3, offset)}`);
  }
  /** the two doubles at this address */
  pair(offset = 0): Pair {
    return new Pair(`${this.code}\xfd\x00${this.place(3, offset)}`);
  }
  /** the double at this address, in both lanes */
  twice(offset = 0): Pair {
    return new Pair(`${this.code}\xfd\x0a${this.place(3, offset)}`);
  }
  /** alignment, memory, and offset, as instructions have them */
  place(align: number, offset: number): Code {
    const first = this.memory === 0 ? unsigned(align) : `${unsigned(align | 0x40)}${unsigned(this.memory)}`;
    return `${first}${unsigned(offset)}`;
  }
}

/** A double. */
export class Float {
  constructor(readonly code: Code) {}

  plus(b: Float): Float {
    return new Float(`${this.code}${b.code}\xa0`);
  }
  minus(b: Float): Float {
    return new Float(`${this.code}${b.code}\xa1`);
  }
  times(b: Float): Float {
    return new Float(`${this.code}${b.code}\xa2`);
  }
  over(b: Float): Float {
    return new Float(`${this.code}${b.code}\xa3`);
  }
  negative(): Float {
    return new Float(`${this.code}\x9a`);
  }
  /** the absolute value */
  abs(): Float {
    return new Float(`${this.code}\x99`);
  }
  root(): Float {
    return new Float(`${this.code}\x9f`);
  }
  /** maximum; NaN if either operand is NaN */
  max(b: Float): Float {
    return new Float(`${this.code}${b.code}\xa5`);
  }
  equals(b: Float): Int {
    return new Int(`${this.code}${b.code}\x61`);
  }
  differs(b: Float): Int {
    return new Int(`${this.code}${b.code}\x62`);
  }
  isBelow(b: Float): Int {
    return new Int(`${this.code}${b.code}\x63`);
  }
  isAtMost(b: Float): Int {
    return new Int(`${this.code}${b.code}\x65`);
  }
  isAtLeast(b: Float): Int {
    return new Int(`${this.code}${b.code}\x66`);
  }
  /** this number, in both lanes */
  twice(): Pair {
    return new Pair(`${this.code}\xfd\x14`);
  }
}

/** Two doubles. */
export class Pair {
  constructor(readonly code: Code) {}

  plus(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\xf0\x01`);
  }
  minus(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\xf1\x01`);
  }
  times(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\xf2\x01`);
  }
  /** all ones where this is less than `b`, zeros elsewhere: a mask for `where` */
  isBelow(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\x49`);
  }
  negative(): Pair {
    return new Pair(`${this.code}\xfd\xed\x01`);
  }
  /** `this < b ? this : b` */
  lesser(b: Pair): Pair {
    return new Pair(`${b.code}${this.code}\xfd\xf6\x01`);
  }
  /** `this > b ? this : b` */
  greater(b: Pair): Pair {
    return new Pair(`${b.code}${this.code}\xfd\xf7\x01`);
  }
  /** all ones where this is at least `b`, zeros elsewhere */
  isAtLeast(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\x4c`);
  }
  /** this where `mask` is all ones, 0 elsewhere */
  where(mask: Pair): Pair {
    return new Pair(`${this.code}${mask.code}\xfd\x4e`);
  }
  /** 0 where `mask` is all ones, this elsewhere */
  unless(mask: Pair): Pair {
    return new Pair(`${this.code}${mask.code}\xfd\x4f`);
  }
  /** 1 if either lane differs from that of `b` */
  differs(b: Pair): Int {
    return new Int(`${this.code}${b.code}\xfd\x48\xfd\x53`);
  }
  /** bits 0 and 1: whether the first and second lanes of `this`, which is a mask, are all ones */
  areSet(): Int {
    return new Int(`${this.code}\xfd\xc4\x01`);
  }
  /** the lanes in the other order */
  swapped(): Pair {
    return new Pair(`${this.code}${this.code}\xfd\x0d\x08\t\n\v\f\r\x0e\x0f\0\x01\x02\x03\x04\x05\x06\x07`);
  }
  /** this, with the double at `address` in the second lane */
  withSecond(address: Int): Pair {
    return new Pair(`${address.code}${this.code}\xfd\x57${address.place(3, 0)}\x01`);
  }
  /** this, with another number in the first or second lane */
  withLane(index: 0 | 1, value: Float): Pair {
    return new Pair(`${this.code}${value.code}\xfd\x22${unsigned(index)}`);
  }
  /** bits 0 and 1: whether the first and second lanes are greater */
  areAbove(b: Pair): Int {
    return new Pair(`${this.code}${b.code}\xfd\x4a`).areSet();
  }
  /** four integers plus or minus those of `b` */
  intsPlus(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\xae\x01`);
  }
  intsMinus(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\xb1\x01`);
  }
  /** −1 where the four integers differ, or are those of `b`, 0 elsewhere */
  intsDiffer(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\x38`);
  }
  intsEqual(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\x37`);
  }
  /** four integers: the lower halves of these lanes, and of those of `b` */
  lowerHalves(b: Pair): Pair {
    return new Pair(`${this.code}${b.code}\xfd\x0d\0\x01\x02\x03\x08\t\n\v\x10\x11\x12\x13\x18\x19\x1a\x1b`);
  }
  /** a mask of doubles, from that of the first or the last two of four integers */
  widened(index: 0 | 1): Pair {
    const at = (k: number) => String.fromCharCode(...[0, 1, 2, 3].map((byte) => 8 * index + 4 * k + byte));
    return new Pair(`${this.code}${this.code}\xfd\x0d${at(0)}${at(0)}${at(1)}${at(1)}`);
  }
  /** the sum of the four integers */
  sumOfInts(): Int {
    const [first, ...others] = [0, 1, 2, 3].map((k) => new Int(`${this.code}\xfd\x1b${unsigned(k)}`));
    return others.reduce((sum, x) => sum.plus(x), first);
  }
  /** the first or second lane */
  lane(index: 0 | 1): Float {
    return new Float(`${this.code}\xfd\x21${unsigned(index)}`);
  }
}

/** An integer variable. */
export class IntVariable extends Int {
  constructor(private readonly body: Code[], private readonly index: number, memory: 0 | 1 = 0) {
    super(`\x20${unsigned(index)}`, memory);
  }
  set(value: Int | number): void {
    this.body.push(`${int(value).code}\x21${unsigned(this.index)}`);
  }
  add(value: Int | number): void {
    this.set(this.plus(value));
  }
}

/** A double variable. */
export class FloatVariable extends Float {
  constructor(private readonly body: Code[], private readonly index: number) {
    super(`\x20${unsigned(index)}`);
  }
  set(value: Float | number): void {
    this.body.push(`${float(value).code}\x21${unsigned(this.index)}`);
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
    super(`\x20${unsigned(index)}`);
  }
  set(value: Pair): void {
    this.body.push(`${value.code}\x21${unsigned(this.index)}`);
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
  return typeof value === "number" ? new Int(`\x41${signed(value)}`) : value;
}

/** A constant double. */
export function float(value: Float | number): Float {
  return typeof value === "number"
    ? new Float(`\x44${String.fromCharCode(...new Uint8Array(Float64Array.of(value).buffer))}`)
    : value;
}

/** A constant integer, four times. */
export function fourInts(value: number): Pair {
  return new Pair(`\xfd\x0c${String.fromCharCode(...new Uint8Array(new Int32Array(4).fill(value).buffer))}`);
}

const NO_PAIR = new Pair(`\xfd\x0c${"\0".repeat(16)}`);

// a character from this one on stands for the number of a kernel that is called, which the complete module tells
const FIRST_CALL = 0x100;

/** The body of a kernel under construction. */
export class Body {
  readonly code: Code[] = [];
  readonly locals: Code[] = [];
  readonly calls: Kernel[] = [];
  readsModel = false;

  constructor(
    private readonly parameters: number,
    /** the memory with the numbers of the model */
    readonly model: 0 | 1,
  ) {}

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

  /** variables with the doubles from an address on: V8-15 */
  floats(address: Int, count: number): FloatVariable[] {
    return Array.from({ length: Math.ceil(count / 2) }, (_, k) => {
      if (2 * k + 1 === count) return [this.float(address.float(16 * k))];
      const both = this.pair(address.pair(16 * k));
      return [this.float(both.lane(0)), this.float(both.lane(1))];
    }).flat();
  }

  /** two zeros */
  zeros(): Pair {
    return NO_PAIR;
  }

  /** `memory[address + offset] = value` */
  store(address: Int, value: Int | Float | Pair, offset = 0): void {
    const [store, align] = value instanceof Int
      ? ["\x36", 2] as const
      : value instanceof Float
      ? ["\x39", 3] as const
      : ["\xfd\x0b", 3] as const;
    this.code.push(`${address.code}${value.code}${store}${address.place(align, offset)}`);
  }

  /** `memory[address…] = values`: V8-15 */
  storeAll(address: Int, values: readonly Float[]): void {
    for (let k = 0; k < values.length; k += 2) {
      const [first, second] = values.slice(k);
      this.store(address, second === undefined ? first : first.twice().withLane(1, second), 8 * k);
    }
  }

  /** `memory[address] = second of the pair` */
  storeSecond(address: Int, value: Pair): void {
    this.code.push(`${address.code}${value.code}\xfd\x5b${address.place(3, 0)}\x01`);
  }

  /** `if (condition) … else …` */
  if(condition: Int, then: () => void, otherwise?: () => void): void {
    this.code.push(`${condition.code}\x04\x40`);
    then();
    if (otherwise) {
      this.code.push("\x05");
      otherwise();
    }
    this.code.push("\x0b");
  }
  /** `while (condition) …` */
  while(condition: Int, body: () => void): void {
    // the condition is tested again at the end, which saves a jump
    this.code.push(`${condition.code}\x04\x40\x03\x40`);
    body();
    this.code.push(`${condition.code}\x0d\x00\x0b\x0b`);
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
    const number = byte(FIRST_CALL + this.calls.push(kernel) - 1);
    return this.int(new Int(`${values.map(({ code }) => code).join("")}\x10${number}`));
  }
  /** `return value` */
  return(value: Int): void {
    this.code.push(`${value.code}\x0f`);
  }

  private local(type: Code): number {
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

/** The code of a kernel, with its locals, complete but for the numbers of the kernels that it calls. */
interface Written {
  code: Code;
  calls: readonly Kernel[];
  readsModel: boolean;
}

const written = [new WeakMap<Kernel, Written>(), new WeakMap<Kernel, Written>()] as const;

/** What a kernel writes, which is the same in each module that has a copy of it, if the model is in the same memory. */
function writtenBy(kernel: Kernel, model: 0 | 1): Written {
  const known = written[model].get(kernel);
  if (known !== undefined) return known;
  const { parameters, write } = kernel;
  const f = new Body(parameters.length, model);
  const variable = (parameter: Parameter, i: number) => {
    if (parameter === "float") return new FloatVariable(f.code, i);
    const int = new IntVariable(f.code, i);
    return parameter === "int" ? int : parameter.members(f, int);
  };
  write(f, parameters.map(variable) as never);
  const code = `${list(runs(f.locals))}${f.code.join("")}${int(0).code}\x0b`;
  const result = { code, calls: f.calls, readsModel: f.readsModel };
  written[model].set(kernel, result);
  return result;
}

/** Types, run-length encoded. */
function runs(types: readonly Code[]): Code[] {
  const lengths: { type: Code; length: number }[] = [];
  for (const type of types) {
    const last = lengths.at(-1);
    if (last?.type === type) last.length++;
    else lengths.push({ type, length: 1 });
  }
  return lengths.map(({ type, length }) => `${unsigned(length)}${type}`);
}

/** A module, and what it imports: memories, and `in.0`, `in.1`, …, the kernels of other modules that it calls. */
export interface Assembled {
  bytes: Uint8Array<ArrayBuffer>;
  memories: readonly string[];
  imports: readonly Kernel[];
}

/**
 * Makes a module that exports kernels by name, and imports the memory `in.memory`; if the numbers of the model are in a
 * `model` memory of their own, 1, and one of the kernels reads them, `in.model` too.
 */
export function assemble(kernels: KernelModule, model: 0 | 1 = 1): Assembled {
  const all = Object.values(kernels);
  const names = Object.keys(kernels);
  const texts = all.map((kernel) => writtenBy(kernel, model));
  const imports = [...new Set(texts.flatMap(({ calls }) => calls))].filter((kernel) => !all.includes(kernel));
  const functions = [...imports, ...all];
  const first = imports.length;
  const memories = texts.some(({ readsModel }) => readsModel) ? ["memory", "model"] : ["memory"];
  const code = [
    "\0asm\x01\0\0\0",
    section(1, functions.map(({ parameters }) => `\x60${list(parameters.map(typeOf))}\x01${INT}`)),
    section(2, [
      ...memories.map((memory) => `${sized("in")}${sized(memory)}\x02\x00\x01`),
      ...imports.map((_, i) => `${sized("in")}${sized(`${i}`)}\x00${unsigned(i)}`),
    ]),
    section(3, all.map((_, i) => unsigned(first + i))),
    section(7, names.map((name, i) => `${sized(name)}\x00${unsigned(first + i)}`)),
    section(10, texts.map((it) => sized(linked(it, functions)))),
    nameSection(names, first),
  ].join("");
  const result = new Uint8Array(code.length);
  for (let i = 0; i < code.length; i++) result[i] = code.charCodeAt(i);
  return { bytes: result, memories, imports };
}

/** The code of a kernel, with the numbers of the kernels that it calls. */
function linked({ code, calls }: Written, functions: readonly Kernel[]): Code {
  const numberOf = (call: string) => unsigned(functions.indexOf(calls[call.charCodeAt(0) - FIRST_CALL]));
  return calls.length === 0 ? code : code.replace(/[^\0-\xff]/g, numberOf);
}

function typeOf(parameter: Parameter): Code {
  return parameter === "float" ? FLOAT : INT;
}

/** The names of functions from number `first` on, for profilers and debuggers. */
function nameSection(names: readonly string[], first: number): Code {
  const functions = list(names.map((name, i) => `${unsigned(first + i)}${sized(name)}`));
  return `\0${sized(`${sized("name")}\x01${sized(functions)}`)}`;
}

function section(id: number, entries: readonly Code[]): Code {
  return `${byte(id)}${sized(list(entries))}`;
}

function list(entries: readonly Code[]): Code {
  return `${unsigned(entries.length)}${entries.join("")}`;
}

/** Code behind its length; also a name, whose characters are bytes. */
function sized(code: Code): Code {
  return `${unsigned(code.length)}${code}`;
}

/** Seven bits per byte, lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? byte(value) : `${byte(value & 0x7f | 0x80)}${unsigned(value >>> 7)}`;
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? byte(value & 0x7f) : `${byte(value & 0x7f | 0x80)}${signed(value >> 7)}`;
}

function byte(value: number): Code {
  return String.fromCharCode(value);
}
