/** What the page and the Worker of a simulation say to each other. */

import type { Visual } from "../../engine/types/visual.ts";

/** Files by path. */
export type FileMap = ReadonlyMap<string, Uint8Array>;

/** Pixels of a texture: one image, or six faces below each other. */
export interface TexturePixels {
  width: number;
  height: number;
  /** numbers per pixel */
  channels: number;
  pixels: Uint8Array | Uint8ClampedArray;
}

/** What stays the same while a model is shown. */
export interface Scenery {
  name: string;
  /** sizes of the model, such as `ngeom` */
  sizes: Readonly<Record<string, number>>;
  /** arrays of the model, by field */
  fields: Readonly<Record<string, Float64Array | Float32Array | Int32Array | Uint8Array>>;
  /** names of objects, by kind; numbered where there is no name */
  names: Readonly<Record<Kind, readonly string[]>>;
  visual: Visual;
  extent: number;
  center: readonly number[];
  meansize: number;
  meanmass: number;
  timestep: number;
  textures: readonly (TexturePixels | null)[];
  /** fields of the data that can be plotted, with their lengths */
  plottable: readonly (readonly [name: string, length: number])[];
  /** warnings of the compiler */
  warnings: readonly string[];
}

/** Kinds of objects with names. */
export type Kind =
  | "body"
  | "joint"
  | "geom"
  | "site"
  | "camera"
  | "light"
  | "actuator"
  | "sensor"
  | "tendon"
  | "key"
  | "equality"
  | "flex"
  | "skin";

/** Where everything is at one moment: arrays of the data by field, and a few numbers. */
export interface Frame {
  time: number;
  fields: Readonly<Record<string, Float64Array | Int32Array | Uint8Array>>;
  contacts: Contacts;
  /** how fast time passes compared with the clock, and how fast it should */
  factor: number;
  wanted: number;
  isPaused: boolean;
  /** steps that can be taken back */
  past: number;
  /** time of a step, ms */
  cost: number;
  energy: number;
  /** rows of constraints, islands, and iterations of the solver in all of them */
  solver: { rows: number; islands: number; iterations: number };
  /** values of plotted fields since the last frame: time, then one number per plot */
  samples: Float64Array;
  /** the body that is being pulled, or 0; the point at which, and the point toward which */
  pull: { body: number; from: readonly number[]; to: readonly number[] };
  /** counts of warnings by name */
  warnings: readonly string[];
  /** the other engine, if there is one */
  ghost: Ghost | undefined;
}

/** Where a second engine says that everything is. */
export interface Ghost {
  /** its name and version */
  name: string;
  geom_xpos: Float64Array;
  geom_xmat: Float64Array;
  /** the largest difference of some fields */
  drift: Readonly<Record<string, number>>;
  contacts: number;
}

/** Contacts of a frame. */
export interface Contacts {
  count: number;
  pos: Float64Array;
  frame: Float64Array;
  dist: Float64Array;
  geom: Int32Array;
  flex: Int32Array;
  /** whether it has rows: those in a gap have none */
  isActive: Uint8Array;
  /** first degree of freedom of its island, or -1 */
  island: Int32Array;
  /** force of each contact, in world coordinates */
  force: Float64Array;
}

/** One number of a field, to be plotted. */
export interface Plotted {
  field: string;
  index: number;
}

/** A change of where a pulled body should be. */
export interface Perturbation {
  kind: "translate" | "rotate";
  body: number;
  /** the point that is pulled, in the frame of the body */
  point: readonly number[];
}

/** From the page to the Worker. */
export type Command =
  | { do: "load"; main: string; files: FileMap }
  | { do: "pause"; isPaused: boolean }
  | { do: "speed"; factor: number }
  | { do: "step"; count: number }
  | { do: "reset"; key: number }
  | { do: "set"; field: string; index: number; value: number }
  | { do: "pull"; start: Perturbation }
  | { do: "move"; by: readonly number[] }
  | { do: "turn"; axis: readonly number[]; angle: number }
  | { do: "release" }
  | { do: "bisect" }
  | { do: "save" }
  | { do: "restore"; size: number; states: Float64Array }
  | { do: "plot"; what: readonly Plotted[] }
  | { do: "next" };

/** From the Worker to the page. */
export type Report =
  | { tell: "ready" }
  | { tell: "loaded"; scenery: Scenery }
  | { tell: "rejected"; message: string; file: string; line: number; column: number; kind: string }
  | { tell: "frame"; frame: Frame }
  | { tell: "states"; size: number; states: Float64Array }
  | { tell: "bisected"; text: string }
  | { tell: "failed"; message: string };
