/**
 * The protocol between the harness and an engine in a process of its own: newline-delimited JSON, one answer to each
 * request, in order. `docs/protocol.md` describes it for authors of engines in other languages.
 */

import type { Calls } from "../calls/make_calls.ts";
import type { Numbers } from "../engine.ts";
import type { Manner } from "../replay/offer.ts";

/** Version of the protocol. */
export const PROTOCOL = 1;

/** The elements of a field on the wire. In a list, numbers that are not finite are text. */
export type WireArray =
  | number
  | string
  | readonly (number | string)[]
  | { readonly [type in keyof typeof ELEMENT]?: string };

/** Fields on the wire, by name. */
export type WireFields = Readonly<Record<string, WireArray>>;

/** How arrays are written: as lists, or as base64 of little-endian bytes. */
export type ArrayStyle = "base64" | "list";

/** Asks the engine to identify itself. */
export interface HelloRequest {
  readonly id: number;
  readonly command: "hello";
  readonly protocol: number;
}

/** An engine's description of itself. */
export interface Hello {
  readonly id: number;
  readonly protocol: number;
  readonly name: string;
  readonly version: string;
  /** which build of that version */
  readonly build?: string;
  readonly precision: Manner["precision"];
  /** the fields that it offers */
  readonly fields: "all" | readonly string[];
  /** the functions besides stepping that it offers; those among its fields if missing */
  readonly functions?: "all" | readonly string[];
  readonly drives: readonly Drive[];
  /** do contacts come in MuJoCo's order? */
  readonly contacts: "ordered" | "unordered";
  /** the form in which it wants to receive arrays */
  readonly arrays: ArrayStyle;
}

/** How an engine can be driven through a case. */
export const DRIVES = ["step", "forward", "split", "inverse"] as const;

/** How an engine is driven through a case. */
export type Drive = typeof DRIVES[number];

/** What is set before a frame is computed. */
export interface FrameRequest {
  /** the whole state; missing fields are empty */
  readonly state: WireFields;
  /** changes of fields or elements of the model or the data: `opt.gravity`, `qvel[2]` */
  readonly set?: WireFields | undefined;
  /** accelerations for inverse dynamics */
  readonly qacc?: WireArray | undefined;
}

/** What is set before a step of a free run. */
export interface FreeRequest {
  readonly inputs: WireFields;
  readonly set?: WireFields | undefined;
}

/** A whole case. */
export interface CaseRequest {
  readonly id: number;
  readonly command: "case";
  /** `24/ac1`, for the engine's log */
  readonly case: string;
  readonly model: string;
  /** files in base64, by the path that the model uses */
  readonly assets: Readonly<Record<string, string>>;
  readonly kind: "compile" | "trajectory" | "reject";
  readonly drive: Drive;
  /** requested fields of the model, read after loading */
  readonly model_fields: readonly string[];
  /** requested fields, read after `forward` */
  readonly results: readonly string[];
  /** functions to be called after that: for each, in order, the arguments of every call */
  readonly calls?: Calls | undefined;
  /** requested fields, read after inverse dynamics */
  readonly inverse: readonly string[];
  /** requested fields, read after a step */
  readonly next: readonly string[];
  readonly frames: readonly FrameRequest[];
  /** a second run, from the first state on */
  readonly free?: readonly FreeRequest[] | undefined;
}

/** The results of a frame. */
export interface FrameAnswer {
  readonly results?: WireFields;
  /** outputs of each function in all its calls, end to end, by `call.` and its name */
  readonly calls?: WireFields;
  readonly inverse?: WireFields;
  readonly next?: WireFields;
}

/** The outcome of a case. */
export interface CaseAnswer {
  readonly id: number;
  readonly outcome?: "loaded" | "rejected" | "unsupported";
  /** why the model was not loaded */
  readonly message?: string;
  readonly model?: WireFields;
  readonly frames?: readonly FrameAnswer[];
  readonly free?: readonly WireFields[];
  /** the engine failed; the other parts contain the results so far */
  readonly error?: string;
}

/** Asks the engine to release its resources; it exits when its input ends. */
export interface CloseRequest {
  readonly id: number;
  readonly command: "close";
}

/** Any request to an engine. */
export type Request = HelloRequest | CaseRequest | CloseRequest;

/** Element types on the wire. */
const ELEMENT = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  u8: Uint8Array,
  i8: Int8Array,
} as const;

/** Writes the elements of a field. */
export function encodeArray(values: Numbers | readonly number[] | number, style: ArrayStyle = "base64"): WireArray {
  if (typeof values === "number") return Number.isFinite(values) ? values : String(values);
  const isTyped = ArrayBuffer.isView(values);
  if (style === "list" || !isTyped) {
    return Array.from(values, (x) => Number.isFinite(x) ? x : String(x));
  }
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength).toBase64();
  for (const [type, constructor] of Object.entries(ELEMENT)) {
    if (values instanceof constructor) return { [type]: bytes };
  }
  throw new TypeError("not an array of numbers");
}

/** Reads the elements of a field; throws a `TypeError` if they are not in a form that the protocol allows. */
export function decodeArray(wire: unknown): Numbers {
  if (Array.isArray(wire)) return Float64Array.from(wire, decodeNumber);
  if (typeof wire === "number" || typeof wire === "string") return Float64Array.of(decodeNumber(wire));
  if (typeof wire === "object" && wire !== null) {
    const [entry, ...others] = Object.entries(wire);
    if (entry !== undefined && others.length === 0 && typeof entry[1] === "string") {
      return decodeBytes(entry[0], entry[1]);
    }
  }
  throw new TypeError(`${brief(wire)} is not an array`);
}

function decodeBytes(type: string, text: string): Numbers {
  const constructor = ELEMENT[type as keyof typeof ELEMENT];
  if (constructor === undefined) throw new TypeError(`'${type}' is not a type of elements`);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.fromBase64(text);
  } catch {
    throw new TypeError(`${brief(text)} is not base64`);
  }
  const length = bytes.byteLength / constructor.BYTES_PER_ELEMENT;
  if (!Number.isInteger(length)) throw new TypeError(`${bytes.byteLength} bytes are no whole number of ${type}`);
  return new constructor(bytes.buffer, bytes.byteOffset, length);
}

function decodeNumber(value: unknown): number {
  if (typeof value === "number") return value;
  if (value === "NaN" || value === "Infinity" || value === "-Infinity") return Number(value);
  throw new TypeError(`${brief(value)} is not a number`);
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
