/** Modules of kernels in WebAssembly's text format, for reading the output of the assembler. */

import { assemble, type KernelModule } from "../../engine/wasm/assembler.ts";

/** Immediates of an instruction. */
type Immediate = "" | "index" | "memory" | "block" | "i32" | "f64" | "v128" | "lane" | "memory lane" | "shuffle";

// deno-fmt-ignore
const PLAIN: Readonly<Record<number, readonly [string, Immediate]>> = {
  0x03: ["loop", "block"], 0x04: ["if", "block"], 0x05: ["else", ""], 0x0b: ["end", ""], 0x0d: ["br_if", "index"], 0x0f: ["return", ""], 0x10: ["call", "index"],
  0x20: ["local.get", "index"], 0x21: ["local.set", "index"],
  0x28: ["i32.load", "memory"], 0x2d: ["i32.load8_u", "memory"], 0x2b: ["f64.load", "memory"], 0x36: ["i32.store", "memory"], 0x39: ["f64.store", "memory"],
  0x41: ["i32.const", "i32"], 0x44: ["f64.const", "f64"],
  0x46: ["i32.eq", ""], 0x47: ["i32.ne", ""], 0x48: ["i32.lt_s", ""], 0x4a: ["i32.gt_s", ""],
  0x61: ["f64.eq", ""], 0x62: ["f64.ne", ""], 0x63: ["f64.lt", ""], 0x65: ["f64.le", ""], 0x66: ["f64.ge", ""],
  0x6a: ["i32.add", ""], 0x6b: ["i32.sub", ""], 0x6c: ["i32.mul", ""], 0x71: ["i32.and", ""], 0x72: ["i32.or", ""], 0x74: ["i32.shl", ""], 0x75: ["i32.shr_s", ""],
  0x99: ["f64.abs", ""], 0x9a: ["f64.neg", ""], 0x9f: ["f64.sqrt", ""],
  0xa0: ["f64.add", ""], 0xa1: ["f64.sub", ""], 0xa2: ["f64.mul", ""], 0xa3: ["f64.div", ""], 0xa5: ["f64.max", ""],
};

// deno-fmt-ignore
const PAIRS: Readonly<Record<number, readonly [string, Immediate]>> = {
  0x00: ["v128.load", "memory"], 0x0a: ["v128.load64_splat", "memory"], 0x0b: ["v128.store", "memory"], 0x0c: ["v128.const", "v128"], 0x0d: ["i8x16.shuffle", "shuffle"],
  0x14: ["f64x2.splat", ""], 0x1b: ["i32x4.extract_lane", "lane"], 0x21: ["f64x2.extract_lane", "lane"], 0x22: ["f64x2.replace_lane", "lane"],
  0x37: ["i32x4.eq", ""], 0x38: ["i32x4.ne", ""],
  0x48: ["f64x2.ne", ""], 0x49: ["f64x2.lt", ""], 0x4a: ["f64x2.gt", ""], 0x4c: ["f64x2.ge", ""], 0x4e: ["v128.and", ""],
  0x4f: ["v128.andnot", ""], 0x53: ["v128.any_true", ""], 0xae: ["i32x4.add", ""], 0xb1: ["i32x4.sub", ""], 0xc4: ["i64x2.bitmask", ""],
  0x57: ["v128.load64_lane", "memory lane"], 0x5b: ["v128.store64_lane", "memory lane"],
  0xed: ["f64x2.neg", ""], 0xf0: ["f64x2.add", ""], 0xf1: ["f64x2.sub", ""], 0xf2: ["f64x2.mul", ""],
  0xf6: ["f64x2.pmin", ""], 0xf7: ["f64x2.pmax", ""],
};

const TYPES: Readonly<Record<number, string>> = { 0x7f: "i32", 0x7c: "f64", 0x7b: "v128" };

const CODE_SECTION = 10;
const TYPE_SECTION = 1;
const PREFIX = 0xfd;

/** Reads a module from its bytes. */
class Reader {
  at = 0;
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset);
  }
  byte(): number {
    return this.bytes[this.at++];
  }
  unsigned(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
  signed(): number {
    let value = 0;
    let shift = 0;
    let byte = 0x80;
    for (; byte >= 0x80; shift += 7) {
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
    }
    return byte & 0x40 && shift < 32 ? value | -1 << shift : value;
  }
  double(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.unsigned() }, read);
  }
  /** Goes to the content of a section. */
  section(wanted: number): this {
    this.at = 8;
    for (;;) {
      const id = this.byte();
      const length = this.unsigned();
      if (id === wanted) return this;
      this.at += length;
    }
  }
}

/** The text of a module of kernels. */
export function printModule(kernels: KernelModule): string {
  const { bytes, imports, memories } = assemble(kernels);
  const types = new Reader(bytes).section(TYPE_SECTION);
  const signatures = types.list(() => {
    types.byte();
    const parameters = types.list(() => types.byte());
    types.list(() => types.byte());
    return parameters;
  });
  const code = new Reader(bytes).section(CODE_SECTION);
  const names = Object.keys(kernels);
  let i = 0;
  const functions = code.list(() => printFunction(code, names[i], signatures[imports.length + i++]));
  const called = imports.map((_, i) => `  (import "in" "${i}" (func $${i}${paramsOf(signatures[i])} (result i32)))`);
  const imported = memories.map((memory) => `  (import "in" "${memory}" (memory 0))`);
  return ["(module", ...imported, ...called, ...functions.flat(), ")"].join("\n");
}

function paramsOf(parameters: readonly number[]): string {
  return parameters.map((type, i) => ` (param $${i} ${TYPES[type]})`).join("");
}

function printFunction(r: Reader, name: string, parameters: readonly number[]): string[] {
  const end = r.unsigned() + r.at;
  const lines = [`  (func $${name} (export "${name}")${paramsOf(parameters)} (result i32)`];
  let local = parameters.length;
  r.list(() => {
    const count = r.unsigned();
    const type = TYPES[r.byte()];
    for (let k = 0; k < count; k++) lines.push(`    (local $${local++} ${type})`);
  });
  let depth = 2;
  while (r.at < end) {
    const [text, step] = printInstruction(r);
    if (step < 0 || text === "else") depth--;
    // the last `end` is that of the function
    if (depth > 1) lines.push("  ".repeat(depth) + text);
    if (step > 0 || text === "else") depth++;
  }
  return [...lines, "  )"];
}

/** The text of one instruction, and how it changes the depth. */
function printInstruction(r: Reader): [string, number] {
  const at = r.at;
  const first = r.byte();
  const known = first === PREFIX ? PAIRS[r.unsigned()] : PLAIN[first];
  if (known === undefined) throw new RangeError(`byte ${at} begins no instruction that the assembler writes`);
  const [name, immediate] = known;
  const operands = immediate.split(" ").map((kind) => printImmediate(r, kind as Immediate));
  const step = immediate === "block" ? 1 : name === "end" ? -1 : 0;
  return [[name, ...operands].filter((part) => part !== "").join(" "), step];
}

function printImmediate(r: Reader, kind: Immediate): string {
  switch (kind) {
    case "index":
      return `${r.unsigned()}`;
    case "lane":
      return `${r.byte()}`;
    case "i32":
      return `${r.signed()}`;
    case "f64":
      return `${r.double()}`;
    case "shuffle":
      return Array.from({ length: 16 }, () => r.byte()).join(" ");
    case "v128":
      return `f64x2 ${r.double()} ${r.double()}`;
    case "block":
      r.byte();
      return "";
    case "memory": {
      const flags = r.unsigned();
      const memory = flags & 0x40 ? [`${r.unsigned()}`] : [];
      const offset = r.unsigned();
      return [...memory, ...(offset === 0 ? [] : [`offset=${offset}`]), `align=${2 ** (flags & 0x3f)}`].join(" ");
    }
    default:
      return "";
  }
}
