/**
 * What the harness requires of an engine: load a model, set a state, compute, and let every field be read. Anything
 * that does this can be tested, be it another MuJoCo or your own engine.
 */

import type { Argument } from "./calls/functions.ts";

/** The elements of a field. */
export type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array;

/** Files that a model refers to, by the path used in the model. */
export type Assets = ReadonlyMap<string, Uint8Array>;

/** A loaded model and one state of it. */
export interface Simulation {
  /** was everything already computed elsewhere? Then writes have no effect, and fields may be missing. */
  readonly isRecorded?: boolean;
  /**
   * Value of a field, by MuJoCo's name: of the model (`body_mass`, `nv`, `opt.timestep`, `stat.extent`) or of the data
   * (`qacc`, `efc_J`, `ncon`, `contact.dist`, `warning`, `solver_niter`). Arrays may be live and longer than the part
   * in use; they need to stay valid only until the next call. `undefined` if the engine has no such field.
   */
  read(field: string): Numbers | number | undefined;
  /** Overwrites elements of a field of the model or the data, from `offset` on; a number is a field of one element. */
  write(field: string, values: ArrayLike<number>, offset?: number): void;
  /** Resets the data to its initial state. */
  reset(): void;
  /** Resets the data to the state of a keyframe. */
  resetKeyframe(key: number): void;
  /** Computes everything at the current state, without integrating. */
  forward(): void;
  /** Advances by one time step. */
  step(): void;
  /** First half of a step, before controls are read. */
  step1(): void;
  /** Second half of a step. */
  step2(): void;
  /** Computes the forces that cause `qacc`. */
  inverse(): void;
  /**
   * Calls a function, by MuJoCo's name without prefix, with the arguments of a recipe. Returns its return value, its
   * outputs, and its effects on model and data, end to end; `undefined` if the engine has no such function.
   */
  call?(name: string, args: readonly Argument[]): Float64Array | undefined;
  /** Releases the resources of the simulation. */
  close(): void;
}

/** Anything with fields. */
export type Readable = Pick<Simulation, "read">;

/** What an engine says: a text, or a file of its own, by the name of its format or use. */
export type Words = Readonly<Record<string, string | Uint8Array>>;

/** The outcome of loading a model. */
export type Loaded =
  | {
    readonly outcome: "loaded";
    readonly simulation: Simulation;
    /** what the engine says of the model, or in some uses, where a case records that */
    says?(uses: readonly string[] | undefined): Promise<Words> | Words;
  }
  /** the document is invalid; the engine claims that MuJoCo would reject it too */
  | { readonly outcome: "rejected"; readonly message: string }
  /** the document may be valid, but needs a feature that this engine does not have */
  | { readonly outcome: "unsupported"; readonly message: string };

/** What an engine has, as in the `hello` of the protocol; what is missing is as of MuJoCo itself. */
export interface Offers {
  /** the fields, functions as `call.` and their name */
  readonly fields?: readonly string[] | undefined;
  /** functions besides stepping, by name; if missing, those among the fields */
  readonly functions?: readonly string[] | undefined;
  /** ways in which it can be driven */
  readonly drives?: readonly string[] | undefined;
  /** the precision in which it computes, `f64` or `f32`, or `bits` if it promises MuJoCo's bits */
  readonly precision?: string | undefined;
  /** whether contacts come in MuJoCo's order, `ordered` or `unordered` */
  readonly contacts?: string | undefined;
}

/** An engine under test. */
export interface Engine {
  /** name in reports */
  readonly name: string;
  /** version */
  readonly version: string;
  /** which build of that version it is, such as a commit */
  readonly build?: string | undefined;
  /** what it has; everything if missing. What it does not offer is not asked for, and is no failure. */
  readonly offers?: Offers;
  /** Compiles a model. Throws only if the engine itself fails. */
  load(xml: string, assets: Assets): Promise<Loaded> | Loaded;
  /** Compiles a model for a free run, if that makes a difference; if missing, `load` is used. */
  loadFree?(xml: string, assets: Assets): Promise<Loaded> | Loaded;
  /** Compiles a model and writes it as a single document. If missing, the original document is used instead. */
  rewrite?(xml: string, assets: Assets): Promise<string> | string;
  /** The same engine by its plain code alone, if it has faster code beside it that only some machines run. */
  readonly plain?: Engine;
  /** The same engine, if it can save models, load them, copy them and their data, and check both, on what went through it. */
  readonly kept?: Engine;
  /** Does it say what this project says? Then refusals are compared to the letter, and what it says in uses and of kept models. */
  readonly explains?: boolean;
  /** Releases the resources of the engine. */
  close(): Promise<void> | void;
}

/** What a module exports to be used as `--engine FILE`: an engine, or a function that makes one. */
export interface EngineModule {
  /** the engine, or a function that makes it */
  default: Engine | (() => Engine | Promise<Engine>);
}

/** An error that the user can fix, in one line. */
export class HarnessError extends Error {
  /** identifies the class across realms and copies of the module */
  override name = "HarnessError";
}

/** The engine failed, according to itself or its process; the message is shown unchanged. */
export class EngineBroke extends Error {
  /** identifies the class across realms and copies of the module */
  override name = "EngineBroke";
}
