/** The engine's side of the protocol: drives a simulation through a case and reads the requested fields. */

import { makeCalls } from "../calls/make_calls.ts";
import { describeError } from "../describe_error.ts";
import { advance, assign, isStatic, writeState } from "../replay/drive.ts";
import type { Engine, Numbers, Simulation } from "../engine.ts";
import { usedLength } from "../replay/fields.ts";
import {
  type CaseAnswer,
  type CaseRequest,
  decodeArray,
  encodeArray,
  type FrameAnswer,
  type WireArray,
  type WireFields,
} from "./protocol.ts";

/** Runs a case. Errors of the engine are part of the answer. */
export async function perform(engine: Engine, request: CaseRequest): Promise<CaseAnswer> {
  const { id } = request;
  const frames: FrameAnswer[] = [];
  const free: WireFields[] = [];
  let model: WireFields = {};
  try {
    const first = await load(engine, request);
    if (first.outcome !== "loaded") return { id, outcome: first.outcome, message: String(first.message) };
    try {
      model = readModel(first.simulation, request.model_fields);
      for (let i = 0; i < request.frames.length; i++) frames.push(frame(first.simulation, request, i));
    } finally {
      first.simulation.close();
    }
    if (request.free !== undefined) await runFreely(engine, request, free);
    return { id, outcome: "loaded", model, frames, free };
  } catch (error) {
    return { id, outcome: "loaded", model, frames, free, error: describeError(error) };
  }
}

async function load(engine: Engine, { model, assets }: CaseRequest) {
  return await engine.load(
    model,
    new Map(Object.entries(assets).map(([path, bytes]) => [path, Uint8Array.fromBase64(bytes)])),
  );
}

function frame(sim: Simulation, request: CaseRequest, at: number): FrameAnswer {
  const { state, set, qacc } = request.frames[at];
  const before = decodeAll(state);
  if (isStatic(request) && at > 0) sim.reset();
  writeState(sim, (label) => before[label.slice("state.".length)]);
  assign(sim, lists(set));
  sim.forward();
  const results = read(sim, request.results);
  if (request.drive === "inverse") {
    sim.write("qacc", decodeArray(qacc ?? []));
    sim.inverse();
    const inverse = read(sim, request.inverse);
    return { results, inverse, calls: callAll(sim, request) };
  }
  const calls = callAll(sim, request);
  if (isStatic(request)) return { results, calls };
  writeState(sim, (label) => before[label.slice("state.".length)]);
  advance(sim, request, before.ctrl);
  return { results, calls, next: read(sim, request.next) };
}

/** The outputs of called functions; those that the engine does not have are omitted. */
function callAll(sim: Simulation, { calls = {} }: CaseRequest): WireFields {
  const out: Record<string, WireArray> = {};
  for (const [name, list] of Object.entries(calls)) {
    const given = makeCalls(sim, name, list);
    if (given !== undefined) out[`call.${name}`] = encodeArray(given);
  }
  return out;
}

async function runFreely(engine: Engine, request: CaseRequest, out: WireFields[]): Promise<void> {
  const loaded = await load(engine, request);
  if (loaded.outcome !== "loaded") throw new Error(`the model is refused when it is loaded again: ${loaded.message}`);
  const { simulation: sim } = loaded;
  try {
    const first = decodeAll(request.frames[0]?.state ?? {});
    writeState(sim, (label) => first[label.slice("state.".length)]);
    for (const { inputs, set } of request.free ?? []) {
      const given = decodeAll(inputs);
      for (const [name, values] of Object.entries(given)) sim.write(name, values);
      assign(sim, lists(set));
      advance(sim, request, given.ctrl);
      out.push(read(sim, request.next));
    }
  } finally {
    sim.close();
  }
}

function decodeAll(fields: WireFields): Record<string, Numbers> {
  return Object.fromEntries(Object.entries(fields).map(([name, wire]) => [name, decodeArray(wire)]));
}

function lists(set: WireFields | undefined): Record<string, number[]> {
  return Object.fromEntries(Object.entries(set ?? {}).map(([path, wire]) => [path, [...decodeArray(wire)]]));
}

/** Complete fields of the model: their length is compared too. */
function readModel(sim: Simulation, names: readonly string[]): WireFields {
  const out: Record<string, WireArray> = {};
  for (const name of names) {
    const value = sim.read(name);
    if (value !== undefined) out[name] = encodeArray(value);
  }
  return out;
}

/** The parts of fields of the data that are in use. */
function read(sim: Simulation, names: readonly string[]): WireFields {
  const out: Record<string, WireArray> = {};
  for (const name of names) {
    const value = sim.read(name);
    if (value === undefined) continue;
    out[name] = encodeArray(typeof value === "number" ? value : inUse(sim, name, value));
  }
  return out;
}

/** The part in use, if the engine has the fields that determine it. */
function inUse(sim: Simulation, name: string, values: Numbers): Numbers {
  let lacks = false;
  const probe = {
    read(field: string) {
      const value = sim.read(field);
      lacks ||= value === undefined;
      return value;
    },
  };
  const length = usedLength(probe as Simulation, name, values.length);
  return lacks || length >= values.length ? values : values.subarray(0, length);
}
