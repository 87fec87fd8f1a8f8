/** From a golden case to the request for an engine in another process. */

import { INPUTS, isStatic, LABELLED_STATE } from "../replay/drive.ts";
import type { Numbers } from "../engine.ts";
import { COMPILED_SCALARS, COMPILED_SIZES, NAMING } from "../replay/fields.ts";
import type { Golden } from "../golden/golden.ts";
import { labelOf } from "../replay/labels.ts";
import { KIND_FIELDS } from "../causes/kinds.ts";
import { ORDER_FIELDS } from "../replay/unordered.ts";
import type { View } from "../replay/offer.ts";
import {
  type ArrayStyle,
  type CaseRequest,
  encodeArray,
  type FrameRequest,
  type FreeRequest,
  type WireFields,
} from "./protocol.ts";

/** Fields by which contacts and rows are matched. */
const KEYS = new Set(
  ["ncon", "nefc", "efc_type", "efc_id"].concat(["geom", "flex", "elem", "vert"].map((it) => `contact.${it}`)),
);

/** Fields of the model by which elements are named, told apart by their kind, and put into MuJoCo's order. */
const READ_ONCE = [...new Set([...NAMING, ...KIND_FIELDS, ...ORDER_FIELDS])];

/** The functions that are seen. */
function callsOf(calls: NonNullable<Golden["file"]["calls"]>, view: View | null): Golden["file"]["calls"] {
  if (view === null) return calls;
  return Object.fromEntries(Object.entries(calls).filter(([name]) => view.has(`call.${name}`)));
}

/** Requests every field that a replay of the case compares, as far as it is seen. */
export function requestOf(golden: Golden, id: number, style: ArrayStyle, view: View | null = null): CaseRequest {
  const { file, model, assets, frames } = golden;
  const offers = (field: string) => view === null || view.offers(field);
  // what contacts and rows are matched by is asked for at every level
  const isAsked = (label: string) => view === null || view.has(label) || (KEYS.has(label) && view.offers(label));
  const labels = [...frames.all()].filter(([label]) => isAsked(label)).map(([label]) => labelOf(label));
  const named = (role: string) => labels.filter((label) => label.role === role).map(({ name }) => name);
  const isRun = file.kind === "trajectory";
  return {
    id,
    command: "case",
    case: golden.id,
    model,
    assets: Object.fromEntries([...assets].map(([path, bytes]) => [path, bytes.toBase64()])),
    kind: file.kind,
    drive: file.drive ?? "step",
    model_fields: file.kind === "compile"
      ? [...new Set([...COMPILED_SIZES, ...COMPILED_SCALARS, ...named("result"), ...READ_ONCE])].filter(offers)
      : isRun
      ? READ_ONCE.filter(offers)
      : [],
    results: isRun ? named("result") : [],
    calls: isRun && file.calls ? callsOf(file.calls, view) : undefined,
    inverse: isRun && file.drive === "inverse" ? named("explained") : [],
    next: isRun && !isStatic(file) ? named("next") : [],
    frames: isRun ? frameRequests(golden, style) : [],
    free: isRun && file.free ? freeRequests(golden, style) : undefined,
  };
}

function frameRequests({ file, frames }: Golden, style: ArrayStyle): FrameRequest[] {
  return Array.from({ length: frames.frames }, (_, step): FrameRequest => ({
    state: fields(LABELLED_STATE.map(([name, label]) => [name, frames.get(label, step)]), style),
    set: changes(file.events, step),
    qacc: file.drive === "inverse" ? encodeArray(frames.get("inverse.qacc", step) ?? [], style) : undefined,
  }));
}

function freeRequests({ file, frames }: Golden, style: ArrayStyle): FreeRequest[] {
  return Array.from({ length: frames.frames }, (_, step): FreeRequest => ({
    inputs: fields(INPUTS.map((name) => [name, frames.get(`state.${name}`, step)]), style),
    set: changes(file.events, step),
  }));
}

function fields(list: readonly (readonly [string, Numbers | undefined])[], style: ArrayStyle): WireFields {
  const out: Record<string, WireFields[string]> = {};
  for (const [name, values] of list) {
    if (values !== undefined && values.length > 0) out[name] = encodeArray(values, style);
  }
  return out;
}

function changes(events: Golden["file"]["events"], step: number): WireFields | undefined {
  const mine = (events ?? []).filter((event) => event.step === step);
  if (mine.length === 0) return undefined;
  return Object.fromEntries(
    mine.flatMap(({ set }) => Object.entries(set).map(([path, value]) => [path, encodeArray(value)])),
  );
}
