/** Native MuJoCo, for functions that its bindings to WebAssembly lack: its library, and its package for Python. */

import assert from "node:assert/strict";
import { NativeLibrary } from "../../native_library.ts";
import { findNative } from "../../native_mujoco.ts";
import { called } from "./sides.ts";

const P = "pointer";
const B = "buffer";

const SYMBOLS = {
  mj_loadXML: { parameters: [B, P, B, "i32"], result: P },
  mj_parseXML: { parameters: [B, P, B, "i32"], result: P },
  mj_parseXMLString: { parameters: [B, P, B, "i32"], result: P },
  mj_parse: { parameters: [B, B, P, B, "i32"], result: P },
  mj_makeSpec: { parameters: [], result: P },
  mj_copySpec: { parameters: [P], result: P },
  mj_compile: { parameters: [P, P], result: P },
  mj_recompile: { parameters: [P, P, P, P], result: "i32" },
  mj_saveXML: { parameters: [P, B, B, "i32"], result: "i32" },
  mj_saveXMLString: { parameters: [P, B, "i32", B, "i32"], result: "i32" },
  mj_saveLastXML: { parameters: [B, P, B, "i32"], result: "i32" },
  mj_saveModel: { parameters: [P, B, P, "i32"], result: "void" },
  mj_loadModel: { parameters: [B, P], result: P },
  mj_loadModelBuffer: { parameters: [B, "i32"], result: P },
  mj_copyModel: { parameters: [P, P], result: P },
  mj_makeData: { parameters: [P], result: P },
  mj_copyData: { parameters: [P, P, P], result: P },
  mjv_copyData: { parameters: [P, P, P], result: P },
  mjv_averageCamera: { parameters: [B, B], result: { struct: [...Array<"f32">(15).fill("f32"), "i32"] } },
  mj_step: { parameters: [P, P], result: "void" },
  mj_getState: { parameters: [P, P, B, "i32"], result: "void" },
  mj_setState: { parameters: [P, P, B, "i32"], result: "void" },
  mj_readSensor: { parameters: [P, P, "i32", "f64", B, "i32"], result: P },
  mj_warning: { parameters: [P, "i32", "i32"], result: "void" },
  mj_printFormattedModel: { parameters: [P, B, B], result: "void" },
  mj_printFormattedData: { parameters: [P, P, B, B], result: "void" },
  mj_loadPluginLibrary: { parameters: [B], result: "void" },
  mj_getPluginConfig: { parameters: [P, "i32", B], result: P },
  mj_forward: { parameters: [P, P], result: "void" },
  mjc_getSDF: { parameters: [P, "i32"], result: P },
  mjc_distance: { parameters: [P, P, B, B], result: "f64" },
  mjc_gradient: { parameters: [P, P, B, B, B], result: "void" },
  mjp_pluginCount: { parameters: [], result: "i32" },
  mjp_getPlugin: { parameters: [B, B], result: P },
  mjp_getPluginAtSlot: { parameters: ["i32"], result: P },
  mjs_setUserValue: { parameters: [P, B, P], result: "void" },
  mjs_setUserValueWithCleanup: { parameters: [P, B, P, P], result: "void" },
  mjs_getUserValue: { parameters: [P, B], result: P },
  mjs_deleteUserValue: { parameters: [P, B], result: "void" },
  mjs_activatePlugin: { parameters: [P, B], result: "i32" },
  mjs_addText: { parameters: [P], result: P },
  mjs_addTuple: { parameters: [P], result: P },
  mjs_findElement: { parameters: [P, "i32", B], result: P },
  mjs_asText: { parameters: [P], result: P },
  mjs_asNumeric: { parameters: [P], result: P },
  mjs_asFlex: { parameters: [P], result: P },
  mjs_asMesh: { parameters: [P], result: P },
  mjs_addActuator: { parameters: [P, P], result: P },
  mjs_setToPosition: { parameters: [P, "f64", B, B, B, "f64"], result: P },
  mjs_setToIntVelocity: { parameters: [P, "f64", B, B, B, "f64"], result: P },
  mjs_setToMuscle: {
    parameters: [P, B, "f64", B, "f64", "f64", "f64", "f64", "f64", "f64", "f64"],
    result: P,
  },
  mjs_setName: { parameters: [P, B], result: "i32" },
  mjs_setString: { parameters: [P, B], result: "void" },
  mjs_setStringVec: { parameters: [P, B], result: "void" },
  mjs_setInt: { parameters: [P, B, "i32"], result: "void" },
  mjs_setFloat: { parameters: [P, B, "i32"], result: "void" },
  mjs_setDouble: { parameters: [P, B, "i32"], result: "void" },
} as const satisfies Deno.ForeignLibraryInterface;

// deno-lint-ignore no-explicit-any
type Functions = Record<keyof typeof SYMBOLS, (...args: any[]) => any>;

let opened: Promise<Functions> | undefined;

/** The functions of the library, which are noted and lie like those of the bindings. */
export function native(): Promise<Functions> {
  return opened ??= open();
}

async function open(): Promise<Functions> {
  const path = await NativeLibrary.path();
  const { symbols } = Deno.dlopen(path, SYMBOLS);
  const all = Object.entries(symbols).map(([name, call]) =>
    [name, (...args: unknown[]) => called("theirs", name, call as (...args: unknown[]) => unknown, args)] as const
  );
  const functions = Object.fromEntries(all) as unknown as Functions;
  for (const name of ["actuator", "elasticity", "sdf_plugin", "sensor"]) {
    functions.mj_loadPluginLibrary(text(path.replace(/libmujoco[^/]*$/, `plugin/lib${name}.so`)));
  }
  return functions;
}

/** A text as C has it. */
export function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${value}\0`);
}

/** The text at an address. */
export function textAt(address: Deno.PointerValue): string | undefined {
  return address === null ? undefined : Deno.UnsafePointerView.getCString(address);
}

/** A member of a structure that is a pointer. */
export function member(structure: Deno.PointerValue, offset: number): Deno.PointerValue {
  assert(structure !== null);
  return new Deno.UnsafePointerView(structure).getPointer(offset);
}

/** Numbers in a structure. */
export function numbersAt(structure: Deno.PointerValue, offset: number, count: number): Float64Array {
  assert(structure !== null);
  return new Float64Array(new Deno.UnsafePointerView(structure).getArrayBuffer(8 * count, offset));
}

/** Integers in a structure. */
export function intsAt(structure: Deno.PointerValue, offset: number, count: number): Int32Array {
  assert(structure !== null);
  return new Int32Array(new Deno.UnsafePointerView(structure).getArrayBuffer(4 * count, offset));
}

/** What a function writes to a file. */
export async function written(write: (path: Uint8Array<ArrayBuffer>) => unknown): Promise<string> {
  const path = await Deno.makeTempFile();
  try {
    write(text(path));
    return await Deno.readTextFile(path);
  } finally {
    await Deno.remove(path);
  }
}

const outputs = new Map<string, string>();

/**
 * What a program prints that calls functions of the Python package. `names` are those that it is about: if one of them
 * lies, the program has nothing to say.
 */
export async function python(names: readonly string[], program: string): Promise<unknown> {
  const found = await findNative();
  if ("lack" in found) throw new Error(found.lack);
  let output = outputs.get(program);
  if (output === undefined) {
    const { stdout, stderr } = await new Deno.Command(found.python, { args: ["-c", program] }).output();
    output = new TextDecoder().decode(stdout);
    assert.notEqual(output, "", new TextDecoder().decode(stderr));
    outputs.set(program, output);
  }
  // warnings come first
  let result: unknown = JSON.parse(output.trim().split("\n").at(-1) as string);
  for (const name of names) result = called("theirs", name, () => result, []);
  return result;
}
