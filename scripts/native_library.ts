/** MuJoCo's shared library, as pip installs it, in this process. */

import { HarnessError } from "../harness/engine.ts";
import { findNative } from "./native_mujoco.ts";

/** Functions that take a model and its data, without their prefix. */
const STAGES = [
  "kinematics",
  "comPos",
  "camlight",
  "flex",
  "tendon",
  "transmission",
  "makeM",
  "factorM",
  "collision",
  "makeConstraint",
  "island",
  "projectConstraint",
  "fwdPosition",
  "comVel",
  "passive",
  "referenceConstraint",
  "fwdVelocity",
  "fwdActuation",
  "fwdAcceleration",
  "fwdConstraint",
  "sensorPos",
  "sensorVel",
  "sensorAcc",
  "forward",
  "Euler",
  "implicit",
  "step",
] as const;

export type NativeStage = typeof STAGES[number];

const STAGE = { parameters: ["pointer", "pointer"], result: "void" } as const;

const STAGE_SYMBOLS = Object.fromEntries(STAGES.map((name) => [`mj_${name}`, STAGE])) as Record<
  `mj_${NativeStage}`,
  typeof STAGE
>;

const SYMBOLS = {
  ...STAGE_SYMBOLS,
  mj_loadXML: { parameters: ["buffer", "pointer", "buffer", "i32"], result: "pointer" },
  mj_deleteModel: { parameters: ["pointer"], result: "void" },
  mj_makeData: { parameters: ["pointer"], result: "pointer" },
  mj_deleteData: { parameters: ["pointer"], result: "void" },
  mj_setState: { parameters: ["pointer", "pointer", "buffer", "i32"], result: "void" },
  mj_getState: { parameters: ["pointer", "pointer", "buffer", "i32"], result: "void" },
  mju_zero: { parameters: ["pointer", "i32"], result: "void" },
} as const satisfies Deno.ForeignLibraryInterface;

const ERROR_SIZE = 1000;

/** Path of the shared library in the package of a Python. */
async function pathOf(python: string): Promise<string> {
  const { stdout } = await new Deno.Command(python, {
    args: ["-c", "import mujoco, pathlib; print(next(pathlib.Path(mujoco.__file__).parent.glob('libmujoco.*')))"],
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** Native MuJoCo: loads models. */
export class NativeLibrary {
  readonly #library: Deno.DynamicLibrary<typeof SYMBOLS>;

  constructor(path: string) {
    this.#library = Deno.dlopen(path, SYMBOLS);
  }

  /** The library that belongs to the Python with native MuJoCo. */
  static async find(): Promise<NativeLibrary> {
    return new NativeLibrary(await NativeLibrary.path());
  }

  /** Path of that library. */
  static async path(): Promise<string> {
    const native = await findNative();
    if ("lack" in native) throw new HarnessError(native.lack);
    return await pathOf(native.python);
  }

  /** A simulation of a model. */
  load(xml: string): NativeSimulation {
    const file = Deno.makeTempFileSync({ suffix: ".xml" });
    try {
      Deno.writeTextFileSync(file, xml);
      return this.loadFile(file);
    } finally {
      Deno.removeSync(file);
    }
  }

  /** A simulation of the model in a file. */
  loadFile(file: string): NativeSimulation {
    const { symbols } = this.#library;
    const error = new Uint8Array(ERROR_SIZE);
    const m = symbols.mj_loadXML(new TextEncoder().encode(`${file}\0`), null, error, ERROR_SIZE);
    if (m === null) {
      throw new HarnessError(`native MuJoCo: ${new TextDecoder().decode(error.subarray(0, error.indexOf(0)))}`);
    }
    return new NativeSimulation(symbols, m, symbols.mj_makeData(m));
  }
}

/** A model and its data in native memory. */
export class NativeSimulation {
  readonly #symbols: Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];
  readonly #m: Deno.PointerValue;
  readonly #d: Deno.PointerValue;

  constructor(
    symbols: Deno.DynamicLibrary<typeof SYMBOLS>["symbols"],
    m: Deno.PointerValue,
    d: Deno.PointerValue,
  ) {
    this.#symbols = symbols;
    this.#m = m;
    this.#d = d;
  }

  step(calls: number): void {
    const { mj_step } = this.#symbols;
    const m = this.#m;
    const d = this.#d;
    for (let k = 0; k < calls; k++) mj_step(m, d);
  }

  forward(): void {
    this.#symbols.mj_forward(this.#m, this.#d);
  }

  /** What calls stages one after another, as often as it is told. */
  loop(stages: readonly NativeStage[]): (calls: number) => void {
    const run = loopOf(stages.map((stage) => this.#symbols[`mj_${stage}`]));
    return (calls) => run(this.#m, this.#d, calls);
  }

  /** Calls that do nothing: what it costs to cross into native code. */
  cross(calls: number): void {
    const { mju_zero } = this.#symbols;
    const d = this.#d;
    for (let k = 0; k < calls; k++) mju_zero(d, 0);
  }

  setState(state: Float64Array<ArrayBuffer>, signature: number): void {
    this.#symbols.mj_setState(this.#m, this.#d, state, signature);
  }

  getState(state: Float64Array<ArrayBuffer>, signature: number): void {
    this.#symbols.mj_getState(this.#m, this.#d, state, signature);
  }

  free(): void {
    this.#symbols.mj_deleteData(this.#d);
    this.#symbols.mj_deleteModel(this.#m);
  }
}

let loops = 0;

/**
 * A loop that calls functions with a model and its data. It has text of its own, so that V8 compiles it for these functions
 * alone: a loop that has called several pays for each call of native code what a small stage takes.
 */
export function loopOf<M, D>(functions: readonly ((m: M, d: D) => void)[]): (m: M, d: D, calls: number) => void {
  const names = functions.map((_, i) => `f${i}`);
  const body = names.map((name) => `${name}(m, d);`).join(" ");
  const text = `return (m, d, calls) => { for (let k = 0; k < calls; k++) { ${body} } }; // ${loops++}`;
  return new Function(...names, text)(...functions);
}
