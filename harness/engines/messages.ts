/** The form of the protocol's messages, from which their JSON Schemas are generated. */

import * as v from "valibot";
import { PRECISIONS } from "../replay/offer.ts";
import { DRIVES } from "./protocol.ts";

const Id = v.pipe(v.number(), v.integer(), v.description("number of the request; the answer repeats it"));
const Names = v.array(v.string());

/** A number, or one that JSON cannot represent. */
const Value = v.union([v.number(), v.picklist(["NaN", "Infinity", "-Infinity"])]);

/** An array: a number, a list, or an object with the element type and base64 of little-endian elements. */
export const WireArray = v.union([
  Value,
  v.array(Value),
  v.strictObject({ f64: v.string() }),
  v.strictObject({ f32: v.string() }),
  v.strictObject({ i32: v.string() }),
  v.strictObject({ u8: v.string() }),
  v.strictObject({ i8: v.string() }),
]);
const Fields = v.pipe(v.record(v.string(), WireArray), v.description("arrays by MuJoCo's name of the field"));

/** What an engine is asked first. */
export const HelloRequest = v.strictObject({ id: Id, command: v.literal("hello"), protocol: v.number() });

/** An engine's description of itself. */
export const HelloAnswer = v.object({
  id: Id,
  protocol: v.number(),
  name: v.pipe(v.string(), v.nonEmpty()),
  version: v.string(),
  build: v.optional(v.pipe(v.string(), v.description("which build of that version, such as a commit"))),
  precision: v.pipe(v.picklist(PRECISIONS), v.description("the precision in which it computes and is judged")),
  fields: v.pipe(
    v.union([v.literal("all"), Names]),
    v.description("what it offers; functions are call. and their name"),
  ),
  functions: v.optional(v.pipe(v.union([v.literal("all"), Names]), v.description("functions besides stepping"))),
  drives: v.array(v.picklist(DRIVES)),
  contacts: v.pipe(v.picklist(["ordered", "unordered"]), v.description("do contacts come in MuJoCo's order?")),
  arrays: v.pipe(v.picklist(["base64", "list"]), v.description("the form in which it wants to receive arrays")),
});

const Argument = v.union([v.number(), v.string(), v.null(), v.array(v.number())]);

/** A whole case. */
export const CaseRequest = v.strictObject({
  id: Id,
  command: v.literal("case"),
  case: v.pipe(v.string(), v.description("its name, for the engine's log")),
  model: v.pipe(v.string(), v.description("MJCF")),
  assets: v.pipe(v.record(v.string(), v.string()), v.description("files in base64, by the path that the model uses")),
  kind: v.picklist(["compile", "trajectory", "reject"]),
  drive: v.picklist(DRIVES),
  model_fields: v.pipe(Names, v.description("fields of the model, read after loading")),
  results: v.pipe(Names, v.description("fields read after forward dynamics")),
  calls: v.optional(v.record(v.string(), v.array(v.array(Argument)))),
  inverse: v.pipe(Names, v.description("fields read after inverse dynamics")),
  next: v.pipe(Names, v.description("fields read after a step")),
  frames: v.array(v.strictObject({
    state: Fields,
    set: v.optional(Fields),
    qacc: v.optional(WireArray),
  })),
  free: v.optional(v.array(v.strictObject({ inputs: Fields, set: v.optional(Fields) }))),
});

/** The answer to a case, with fields of some form. */
export function caseAnswer<Fields extends v.GenericSchema>(fields: Fields) {
  return v.object({
    id: Id,
    outcome: v.optional(v.picklist(["loaded", "rejected", "unsupported"])),
    message: v.optional(v.pipe(v.string(), v.description("why a model is rejected or not supported"))),
    model: v.optional(fields),
    frames: v.optional(v.array(v.object({
      results: v.optional(fields),
      calls: v.optional(fields),
      inverse: v.optional(fields),
      next: v.optional(fields),
    }))),
    free: v.optional(v.array(fields)),
    error: v.optional(v.pipe(v.string(), v.description("the engine failed; the rest are the results so far"))),
  });
}

/** The answer to a case. */
export const CaseAnswer = caseAnswer(Fields);

/** The last request to a module. */
export const CloseRequest = v.strictObject({ id: Id, command: v.literal("close") });

/** The answer to it. */
export const CloseAnswer = v.object({ id: Id });

/** Everything that an engine may be sent, and everything that it may answer. */
export const MESSAGES = {
  request: v.union([HelloRequest, CaseRequest, CloseRequest]),
  hello: HelloAnswer,
  case: CaseAnswer,
  close: CloseAnswer,
} as const;
