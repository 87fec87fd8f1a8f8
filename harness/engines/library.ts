/** An engine in a shared library, with the functions that `adapters/c/plumbline_engine.h` declares. */

import { type Assets, type Engine, EngineBroke, type Loaded, type Numbers, type Simulation } from "../engine.ts";

/** Version of the interface. */
const ABI = 1;

/** Results of calls, as in the header. */
const OK = 0;
const REJECTED = 1;
const UNSUPPORTED = 2;
const NO_FIELD = 3;

/** Types of elements, as in the header. */
const TYPES = [Float64Array, Float32Array, Int32Array, Uint8Array, Int8Array] as const;

/** A call that needs a simulation and nothing else. */
const ACTION = { parameters: ["pointer"], result: "i32", optional: true } as const;

const FUNCTIONS = {
  plumbline_abi: { parameters: [], result: "i32" },
  plumbline_info: { parameters: ["buffer"], result: "pointer" },
  plumbline_asset: { parameters: ["buffer", "buffer", "i64"], result: "void", optional: true },
  plumbline_load: { parameters: ["buffer", "i64", "buffer"], result: "i32" },
  plumbline_message: { parameters: [], result: "pointer", optional: true },
  plumbline_close: { parameters: ["pointer"], result: "void", optional: true },
  plumbline_read: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
  plumbline_write: { parameters: ["pointer", "buffer", "buffer", "i64", "i64"], result: "i32" },
  plumbline_reset: ACTION,
  plumbline_forward: { parameters: ["pointer"], result: "i32" },
  plumbline_step: ACTION,
  plumbline_step1: ACTION,
  plumbline_step2: ACTION,
  plumbline_inverse: ACTION,
} as const;

type Library = Deno.DynamicLibrary<typeof FUNCTIONS>["symbols"];
type Action =
  | "plumbline_reset"
  | "plumbline_forward"
  | "plumbline_step"
  | "plumbline_step1"
  | "plumbline_step2"
  | "plumbline_inverse";

/** Which functions a drive needs. */
const NEEDS: Readonly<Record<string, readonly Action[]>> = {
  step: ["plumbline_step"],
  forward: ["plumbline_reset"],
  split: ["plumbline_step1", "plumbline_step2"],
  inverse: ["plumbline_reset", "plumbline_inverse"],
};

/** Opens a library. */
export function openLibrary(path: string): Engine {
  const { symbols } = Deno.dlopen(path, FUNCTIONS);
  const abi = symbols.plumbline_abi();
  if (abi !== ABI) throw new TypeError(`${path} has version ${abi} of the interface, this harness has ${ABI}`);
  const info = (what: string) => read(symbols.plumbline_info(text(what)))?.trim() || undefined;
  const list = (what: string) => info(what)?.split(/\s+/);
  const drives = list("drives") ??
    Object.keys(NEEDS).filter((drive) => NEEDS[drive].every((name) => symbols[name] !== null));
  return {
    name: required(info("name"), "a name", path),
    version: required(info("version"), "a version", path),
    build: info("build"),
    offers: {
      fields: list("fields"),
      // this interface has none
      functions: [],
      drives,
      precision: info("precision"),
      contacts: info("contacts"),
    },
    load: (xml, assets) => load(symbols, xml, assets),
    close() {},
  };
}

function required(value: string | undefined, what: string, path: string): string {
  if (value === undefined) throw new TypeError(`${path} does not say ${what}`);
  return value;
}

function load(symbols: Library, xml: string, assets: Assets): Loaded {
  for (const [path, bytes] of assets) {
    symbols.plumbline_asset?.(text(path), new Uint8Array(bytes), BigInt(bytes.length));
  }
  const document = text(xml);
  const place = new BigUint64Array(1);
  const code = symbols.plumbline_load(document, BigInt(document.length - 1), place);
  const message = messageOf(symbols);
  if (code === REJECTED || code === UNSUPPORTED) {
    return { outcome: code === REJECTED ? "rejected" : "unsupported", message };
  }
  const pointer = Deno.UnsafePointer.create(place[0]);
  if (code !== OK || pointer === null) throw new EngineBroke(message || `plumbline_load returned ${code}`);
  return { outcome: "loaded", simulation: new LibrarySimulation(symbols, pointer) };
}

class LibrarySimulation implements Simulation {
  #symbols: Library;
  #pointer: Deno.PointerObject;
  /** `plumbline_array` */
  #array = new DataView(new ArrayBuffer(24));

  constructor(symbols: Library, pointer: Deno.PointerObject) {
    this.#symbols = symbols;
    this.#pointer = pointer;
  }

  read(field: string): Numbers | undefined {
    const array = this.#array;
    const code = this.#symbols.plumbline_read(this.#pointer, text(field), array as unknown as Uint8Array<ArrayBuffer>);
    if (code === NO_FIELD) return undefined;
    this.#check(code, "plumbline_read");
    const count = Number(array.getBigInt64(8, true));
    const type = TYPES[array.getInt32(16, true)];
    if (type === undefined || count < 0) throw new EngineBroke(`plumbline_read: no array is given for ${field}`);
    const pointer = Deno.UnsafePointer.create(array.getBigUint64(0, true));
    if (count === 0) return new type(0);
    if (pointer === null) throw new EngineBroke(`plumbline_read: the array that is given for ${field} is NULL`);
    const bytes = Deno.UnsafePointerView.getArrayBuffer(pointer, count * type.BYTES_PER_ELEMENT);
    return new type(bytes);
  }

  write(field: string, values: ArrayLike<number>, offset = 0): void {
    const given = Float64Array.from(values);
    const code = this.#symbols.plumbline_write(
      this.#pointer,
      text(field),
      given as unknown as Uint8Array<ArrayBuffer>,
      BigInt(given.length),
      BigInt(offset),
    );
    if (code === NO_FIELD) throw new EngineBroke(`plumbline_write: the engine has no field ${field}`);
    this.#check(code, "plumbline_write");
  }

  reset(): void {
    this.#run("plumbline_reset");
  }

  resetKeyframe(): void {
    throw new EngineBroke("a library is given states, not keyframes");
  }

  forward(): void {
    this.#run("plumbline_forward");
  }

  step(): void {
    this.#run("plumbline_step");
  }

  step1(): void {
    this.#run("plumbline_step1");
  }

  step2(): void {
    this.#run("plumbline_step2");
  }

  inverse(): void {
    this.#run("plumbline_inverse");
  }

  close(): void {
    this.#symbols.plumbline_close?.(this.#pointer);
  }

  #run(name: Action): void {
    const call = this.#symbols[name];
    if (call === null) throw new EngineBroke(`the library has no function ${name}`);
    this.#check(call(this.#pointer), name);
  }

  #check(code: number, name: string): void {
    if (code !== OK) throw new EngineBroke(messageOf(this.#symbols) || `${name} returned ${code}`);
  }
}

function messageOf(symbols: Library): string {
  return read(symbols.plumbline_message?.() ?? null) ?? "";
}

/** A text of C. */
function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${value}\0`);
}

function read(pointer: Deno.PointerValue): string | undefined {
  return pointer === null ? undefined : Deno.UnsafePointerView.getCString(pointer);
}

/** Libraries of C that tell files apart by numbers, by platform. */
const LIBC: Readonly<Record<string, string>> = { linux: "libc.so.6", darwin: "libSystem.dylib" };

/**
 * Turns stdout into stderr for code in C, which prints to it by its number. JavaScript keeps the pipe to the harness
 * as `Deno.stdout`.
 */
export function redirectOutput(): void {
  const libc = LIBC[Deno.build.os];
  if (libc === undefined) return;
  const { symbols: { dup, dup2 } } = Deno.dlopen(libc, {
    dup: { parameters: ["i32"], result: "i32" },
    dup2: { parameters: ["i32", "i32"], result: "i32" },
  });
  const pipe = Deno.openSync(`/dev/fd/${dup(1)}`, { write: true });
  dup2(2, 1);
  Object.defineProperty(Deno, "stdout", { value: pipe, configurable: true });
}
