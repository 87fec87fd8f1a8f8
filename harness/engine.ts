/**
 * What the harness asks of an engine: load a model, set a state, compute, and let every field be read.
 * Anything that does this can be put under test, another MuJoCo as well as an engine of your own.
 */

import type { Argument } from "./calls/functions.ts";

/** The elements of a field. */
export type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array;

/** Files that a model refers to, by the path that the model uses. */
export type Assets = ReadonlyMap<string, Uint8Array>;

/** A model that was loaded, and one state of it. */
export interface Simulation {
  /** was everything computed already, elsewhere? Then nothing that is written matters, and fields may be missing. */
  readonly isRecorded?: boolean;
  /**
   * Value of a field, by MuJoCo's name: of the model (`body_mass`, `nv`, `opt.timestep`, `stat.extent`) or of the data
   * (`qacc`, `efc_J`, `ncon`, `contact.dist`, `warning`, `solver_niter`). Arrays may be live and longer than what is
   * in use; they need to stay valid until the next call only. `undefined` where the engine has no such field.
   */
  read(field: string): Numbers | number | undefined;
  /** Overwrites elements of a field of the model or the data, from `offset` on; a number is a field of one element. */
  write(field: string, values: ArrayLike<number>, offset?: number): void;
  /** Puts the data into its initial state. */
  reset(): void;
  /** Puts the data into the state of a keyframe. */
  resetKeyframe(key: number): void;
  /** Computes everything at the current state, without integrating. */
  forward(): void;
  /** Advances by one time step. */
  step(): void;
  /** First half of a step, up to where controls are read. */
  step1(): void;
  /** Second half of a step. */
  step2(): void;
  /** Computes the forces that explain `qacc`. */
  inverse(): void;
  /**
   * Calls a function by MuJoCo's name without prefix, with the arguments that a recipe gives it: what it returns, what it
   * writes, and what it does to model and data, end to end. `undefined` where the engine has no such function.
   */
  call?(name: string, args: readonly Argument[]): Float64Array | undefined;
  /** Releases what the simulation holds. */
  close(): void;
}

/** What has fields. */
export type Readable = Pick<Simulation, "read">;

/** What became of a model. */
export type Loaded =
  | { readonly outcome: "loaded"; readonly simulation: Simulation }
  /** the document is wrong: MuJoCo would refuse it too, or so this engine claims */
  | { readonly outcome: "rejected"; readonly message: string }
  /** the document may be right, but needs something that this engine does not have */
  | { readonly outcome: "unsupported"; readonly message: string };

/** An engine under test. */
export interface Engine {
  /** how reports call it */
  readonly name: string;
  /** its version */
  readonly version: string;
  /** Compiles a model. Throws only where the engine itself breaks. */
  load(xml: string, assets: Assets): Promise<Loaded> | Loaded;
  /** Compiles a model for a free run, where that makes a difference; otherwise it is loaded as ever. */
  loadFree?(xml: string, assets: Assets): Promise<Loaded> | Loaded;
  /** Compiles a model and writes it as one document. An engine that cannot is given the original instead. */
  rewrite?(xml: string, assets: Assets): Promise<string> | string;
  /** Releases what the engine holds. */
  close(): Promise<void> | void;
}

/** What a module exports to be used as `--engine FILE`: an engine, or a function that makes one. */
export interface EngineModule {
  /** the engine, or a function that makes it */
  default: Engine | (() => Engine | Promise<Engine>);
}

/** Something that the user can put right, told in one line. */
export class HarnessError extends Error {
  /** distinguishes it where classes are not shared */
  override name = "HarnessError";
}

/** The engine broke, as it says itself or as its process shows; the message is told as it is. */
export class EngineBroke extends Error {
  /** distinguishes it where classes are not shared */
  override name = "EngineBroke";
}
