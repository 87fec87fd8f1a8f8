/**
 * Golden cases: their contents, and how they are read.
 *
 * A case is a folder with a model, its assets, `case.json` and `trajectory.npz`. People write the recipe, which is
 * `case.json` without its `minted` block; only the exporter writes that block and the arrays.
 */

import { hash } from "node:crypto";
import * as v from "valibot";
import type { Calls } from "../calls/make_calls.ts";
import type { Columns } from "./columns.ts";
import { DRIVES } from "../engines/protocol.ts";
import { HarnessError } from "../engine.ts";
import { frameCount } from "../replay/drive.ts";
import { formatJson } from "../format_json.ts";
import { FrameReader } from "./frames.ts";
import { readNpz } from "./npz.ts";
import { type Tolerance, ToleranceSchema } from "../spec/table.ts";

/** Version of the format of `minted` and of the arrays. */
export const FORMAT = 2;

/** A number, or one that JSON cannot represent: `"NaN"`, `"Infinity"`, `"-Infinity"`. */
const Value = v.union([
  v.number(),
  v.pipe(v.picklist(["NaN", "Infinity", "-Infinity"]), v.transform(Number)),
]);
const Values = v.union([v.array(Value), Value]);
/** `{"qvel": [0, 1]}` for a whole field, `{"qvel[1]": 1}` for one element */
const AssignmentsSchema = v.record(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*(\.\w+)?(\[\d+\])?$/)), Values);

const SignalSchema = v.strictObject({
  kind: v.picklist(["zero", "constant", "random", "sine", "table"]),
  seed: v.optional(v.number()),
  scale: v.optional(v.number()),
  /** one value each for `constant`, one row per step for `table` */
  values: v.optional(v.union([v.array(v.number()), v.array(v.array(v.number()))])),
});

/** How an input changes over time. */
export interface Signal {
  /** zero, constant, random, a sine for each element, or a table with a row for each step */
  kind: "zero" | "constant" | "random" | "sine" | "table";
  /** seed of the random numbers, or phase of the sines */
  seed?: number | undefined;
  /** scale factor; for controls with a range, in units of half that range */
  scale?: number | undefined;
  /** one value each for `constant`, one row per step for `table` */
  values?: number[] | number[][] | undefined;
}

/**
 * Written by the exporter, which hashes the relevant parts, so that it is not checked element by element at each
 * reading.
 */
const MintedSchema = v.looseObject({
  format: v.number(),
  mujoco: v.string(),
  package: v.string(),
  build: v.string(),
  recipe: v.string(),
  files: v.record(v.string(), v.string()),
  frames: v.number(),
  compared: v.number(),
});

/** The exporter's part of a case. */
export interface Minted {
  /** version of this block and of the arrays */
  format: number;
  /** version of MuJoCo */
  mujoco: string;
  /** npm package, or `pip` and its version */
  package: string;
  /** sha256 of the compiled library */
  build: string;
  /** sha256 of the recipe, to detect later changes */
  recipe: string;
  /** sha256 of the model and its assets, by path */
  files: Record<string, string>;
  /** sha256 of `trajectory.npz` */
  arrays?: string | undefined;
  /** MuJoCo's reason for rejecting the model */
  message?: string | undefined;
  /** nonzero sizes of the model */
  sizes?: Record<string, number> | undefined;
  /** nonzero options and statistics of the model, as text if JSON cannot represent them; compile only */
  scalars?: Record<string, number | string> | undefined;
  /** fields of each table in `trajectory.npz`, in order, as `name:length`; see `columns.ts` */
  columns?: Columns | undefined;
  /** fields that are zero in every frame, with their length */
  zero?: Record<string, number> | undefined;
  /** fields of varying length, in the order of the rows of the array `lengths` */
  ragged?: string[] | undefined;
  /** fields that equal another field in every frame, with its name */
  same?: Record<string, string> | undefined;
  /** noise: largest difference of MuJoCo from itself, over all frames or for each */
  noise?: Record<string, number | number[]> | undefined;
  /** the same for the state of a free run, by step */
  free?: Record<string, number | number[]> | undefined;
  /** the change of each field when MuJoCo's inputs are rounded to single precision; see `single.ts` */
  single?: Record<string, number | null | (number | null)[]> | undefined;
  /** differences of native MuJoCo beyond the noise, by field name as in failures; see `builds.ts` */
  native?: Record<string, number | number[]> | undefined;
  /** frames in which moving the input by one ulp changed the set of contacts or rows */
  fragile?: number[] | undefined;
  /** number of NaNs in MuJoCo's values, by field, over all frames */
  nan?: Record<string, number> | undefined;
  /** frames of the run */
  frames: number;
  /** number of scalars compared over all frames, which must match in a run that passes */
  compared: number;
}

/** Everything that `case.json` may contain. */
export const CaseSchema = v.strictObject({
  kind: v.picklist(["trajectory", "compile", "reject"]),
  /** the one thing that the case shows */
  isolates: v.pipe(v.string(), v.nonEmpty()),
  /** ids of its items */
  items: v.pipe(v.array(v.string()), v.minLength(1)),
  /** ids of its criteria */
  criteria: v.optional(v.array(v.string())),
  note: v.optional(v.string()),
  model: v.optional(v.string()),
  /** `native`: minted with native MuJoCo, because MuJoCo in WebAssembly has no plugins */
  oracle: v.optional(v.literal("native")),
  /** the initial state: a keyframe, random, or fields and elements by name */
  init: v.optional(v.objectWithRest({
    keyframe: v.optional(v.number()),
    random: v.optional(v.strictObject({
      seed: v.number(),
      qpos: v.optional(v.number()),
      qvel: v.optional(v.number()),
      act: v.optional(v.number()),
    })),
  }, Values)),
  ctrl: v.optional(SignalSchema),
  forces: v.optional(v.strictObject({
    qfrc_applied: v.optional(SignalSchema),
    xfrc_applied: v.optional(SignalSchema),
  })),
  /** changes of the model or the data during the run, each made before its step is computed */
  events: v.optional(v.array(v.strictObject({ step: v.number(), set: AssignmentsSchema }))),
  /** how the engine is driven: `forward` computes single states, the others advance the state */
  drive: v.optional(v.picklist(DRIVES)),
  steps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** functions that are called after each `forward`: for each, in order, the arguments of every call */
  calls: v.optional(
    v.record(v.string(), v.array(v.array(v.union([v.number(), v.string(), v.null(), v.array(v.number())])))),
  ),
  /** whether a free run is compared too, within the noise of MuJoCo's own free run */
  free: v.optional(v.boolean()),
  /** the fields to compare, or all that MuJoCo fills */
  fields: v.optional(v.union([v.literal("auto"), v.array(v.string())])),
  /** whether the engine writes the model as a single document, which is then loaded instead of the original */
  rewritten: v.optional(v.boolean()),
  /** does the engine run it by its plain code alone, if it has faster code beside it */
  plain: v.optional(v.boolean()),
  /** does the engine run it on a model and data that it saved, loaded, copied, and found valid, if it can do so */
  kept: v.optional(v.boolean()),
  /** uses besides simulating, by name, of which the engine says what comes of them */
  uses: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^\w+$/))), v.minLength(1))),
  /** fields that cannot be compared in this case, with the reason */
  omit: v.optional(v.record(v.string(), v.pipe(v.string(), v.nonEmpty()))),
  /** why one ulp may change which contacts or rows there are */
  threshold: v.optional(v.pipe(v.string(), v.nonEmpty())),
  /** tolerances of this case alone, tighter than those of its items */
  tolerances: v.optional(v.record(v.string(), ToleranceSchema)),
  /** what the engine says, if that is what this project says: why it refuses a model, or hashes of what it writes of a kept one or says in uses */
  says: v.optional(v.pipe(v.string(), v.nonEmpty())),
  minted: v.optional(MintedSchema),
});

/** Changes of fields and elements by name: `{"qvel": [0, 1]}`, `{"qvel[1]": 1}`. */
export type Assignments = Record<string, number | number[]>;

/** `case.json` */
export interface CaseFile {
  /** a run, the compiled model, or a rejected model */
  kind: "trajectory" | "compile" | "reject";
  /** the one thing that the case shows */
  isolates: string;
  /** ids of its items, whose tolerances all apply; the first one is its folder */
  items: string[];
  /** ids of its criteria */
  criteria?: string[] | undefined;
  /** remarks */
  note?: string | undefined;
  /** path of the model, `model.xml` by default */
  model?: string | undefined;
  /** `native`: minted with native MuJoCo, because MuJoCo in WebAssembly has no plugins */
  oracle?: "native" | undefined;
  /** the initial state: a keyframe, random, or fields and elements by name */
  init?:
    | ({
      keyframe?: number | undefined;
      random?:
        | { seed: number; qpos?: number | undefined; qvel?: number | undefined; act?: number | undefined }
        | undefined;
    } & { [path: string]: unknown })
    | undefined;
  /** controls */
  ctrl?: Signal | undefined;
  /** forces applied from outside */
  forces?: { qfrc_applied?: Signal | undefined; xfrc_applied?: Signal | undefined } | undefined;
  /** changes of the model or the data during the run, each made before its step is computed */
  events?: { step: number; set: Assignments }[] | undefined;
  /** how the engine is driven: `forward` computes single states, the others advance the state */
  drive?: "step" | "forward" | "split" | "inverse" | undefined;
  /** number of frames */
  steps?: number | undefined;
  /** functions that are called after each `forward`: for each, in order, the arguments of every call */
  calls?: Calls | undefined;
  /** whether a free run is compared too, within the noise of MuJoCo's own free run */
  free?: boolean | undefined;
  /** the fields to compare, or all that MuJoCo fills */
  fields?: "auto" | string[] | undefined;
  /** whether the engine writes the model as a single document, which is then loaded instead of the original */
  rewritten?: boolean | undefined;
  /**
   * what the engine says, if that is what this project says: why it refuses a model, or hashes of what it writes of a
   * kept one or says in uses
   */
  says?: string | undefined;
  /** does the engine run it by its plain code alone, if it has faster code beside it */
  plain?: boolean | undefined;
  /** does the engine run it on a model and data that it saved, loaded, copied, and found valid, if it can do so */
  kept?: boolean | undefined;
  /** uses besides simulating, by name, of which the engine says what comes of them */
  uses?: string[] | undefined;
  /** fields that cannot be compared in this case, with the reason */
  omit?: Record<string, string> | undefined;
  /** why one ulp may change the set of contacts or rows; only if a threshold is the point of the case */
  threshold?: string | undefined;
  /** tolerances of this case alone, tighter than those of its items */
  tolerances?: Record<string, Tolerance> | undefined;
  /** the exporter's part */
  minted?: Minted | undefined;
}

/** A case as stored in its folder. */
export interface Case {
  /** `<item>/<case>` */
  readonly id: string;
  /** its recipe and minted block */
  readonly file: CaseFile;
  /** sha256 of `case.json`, which has the hashes of everything else in it */
  readonly digest: string;
}

/** A source of goldens: a directory, an archive, or anything else that has files by path. */
export interface GoldenStore {
  /** how messages call it */
  readonly name: string;
  /** ids of all cases, sorted */
  list(): string[];
  /** paths of the files of a case, sorted, relative to its folder */
  files(id: string): string[];
  /** one file, or undefined if there is none; the id `.` is for files of the whole suite */
  read(id: string, path: string): Uint8Array | undefined;
}

/** A case with everything that a replay needs. */
export interface Golden {
  /** `<item>/<case>` */
  readonly id: string;
  /** its recipe */
  readonly file: CaseFile;
  /** the exporter's part */
  readonly minted: Minted;
  /** the model, as text */
  readonly model: string;
  /** the files that it refers to */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** MuJoCo's results, frame by frame */
  readonly frames: FrameReader;
  /** what the engine said in a use when that was last written down, if it was */
  words?(use: string): string | undefined;
}

/** sha256 in hex. */
export function sha256(content: Uint8Array | string): string {
  return hash("sha256", content);
}

const decoder = new TextDecoder();

/** Reads and checks the recipe of a case. */
export function readCase(store: GoldenStore, id: string): Case {
  return checked(store, readText(store, id).found);
}

/** The numbers that only the schema converts. */
const NO_JSON = /"(NaN|-?Infinity)"/;

/** Reads the recipe of a case that is checked elsewhere. */
export function readKnownCase(store: GoldenStore, id: string): Case {
  const { text, found } = readText(store, id);
  return NO_JSON.test(text) ? checked(store, found) : found;
}

function readText(store: GoldenStore, id: string): { text: string; found: ReadCase } {
  const bytes = store.read(id, "case.json");
  if (bytes === undefined) throw new HarnessError(`${placeOf(store, id)}: not found`);
  const text = decoder.decode(bytes);
  try {
    return { text, found: new ReadCase(id, JSON.parse(text), bytes) };
  } catch (error) {
    throw new HarnessError(`${placeOf(store, id)}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Only who asks for its hash pays for it. */
class ReadCase implements Case {
  #digest: string | undefined;

  constructor(readonly id: string, readonly file: CaseFile, readonly bytes: Uint8Array) {}

  get digest(): string {
    return this.#digest ??= sha256(this.bytes);
  }
}

function checked(store: GoldenStore, { id, file, bytes }: ReadCase): Case {
  const result = v.safeParse(CaseSchema, file);
  if (result.success) return new ReadCase(id, result.output as CaseFile, bytes);
  const [issue] = result.issues;
  throw new HarnessError(`${placeOf(store, id)}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
}

function placeOf(store: GoldenStore, id: string): string {
  return `${store.name}/${id}/case.json`;
}

/** Name of the file that holds the model. */
export function modelPath(file: CaseFile): string {
  return file.model ?? "model.xml";
}

/** Paths of the assets: every file in the folder that does not belong to the harness. */
export function assetPaths(store: GoldenStore, { id, file }: Case): string[] {
  const own = new Set(["case.json", "trajectory.npz", modelPath(file)]);
  return store.files(id).filter((path) => !own.has(path) && !isWords(path));
}

/** The folder of a case in which the text of uses is stored. */
const WORDS = "words/";

/** Path of what is said in a use. */
export function wordsPath(use: string): string {
  return `${WORDS}${use}.txt`;
}

/** Is this what is said in some use? */
export function isWords(path: string): boolean {
  return path.startsWith(WORDS);
}

/** Reads a complete case, and checks that it is what the exporter wrote; the pin says so of recipes that it covers. */
export function readGolden(store: GoldenStore, found: Case, isPinned = false): Golden {
  const { id, file } = found;
  const place = `${store.name}/${id}`;
  const { minted } = file;
  if (minted === undefined) throw new HarnessError(`${place}: not minted yet, run: deno task golden --case ${id}`);
  if (minted.format !== FORMAT) {
    throw new HarnessError(`${place}/case.json: format ${minted.format}, this harness reads ${FORMAT}`);
  }

  checkMinted(file, minted, `${place}/case.json`, isPinned);

  const path = modelPath(file);
  const contents = new Map(
    Object.entries(minted.files).map(([name, hash]) => [name, readChecked(store, id, name, hash)]),
  );
  const model = contents.get(path);
  if (model === undefined) throw new HarnessError(`${place}/case.json: the model ${path} was not minted`);
  contents.delete(path);
  const frames = readFrames(store, id, minted);
  const words = (use: string) => {
    const bytes = store.read(id, wordsPath(use));
    return bytes && decoder.decode(bytes);
  };
  return { id, file, minted, model: decoder.decode(model), assets: contents, frames, words };
}

/** Hash of the recipe, without what MuJoCo does not see. */
export function recipeHash(file: CaseFile): string {
  const { minted: _minted, says: _says, ...recipe } = file;
  return sha256(formatJson(recipe));
}

/** Valid versions of MuJoCo. */
const VERSION = /^[34]\.\d+\.\d+$/;

/** Rejects anything that the exporter would not have written. */
function checkMinted(file: CaseFile, minted: Minted, place: string, isPinned: boolean): void {
  const complain = (what: string): never => {
    throw new HarnessError(`${place}: ${what}`);
  };
  if (!isPinned && minted.recipe !== recipeHash(file)) {
    complain("the recipe has changed since the golden was minted, run: deno task golden");
  }
  if (!VERSION.test(minted.mujoco)) complain(`minted.mujoco: '${minted.mujoco}' is not a version of MuJoCo`);
  for (const path of Object.keys(minted.files)) {
    if (path.startsWith("/") || path.split("/").includes("..")) {
      complain(`minted.files: '${path}' lies outside of the case`);
    }
  }
  for (const [field, { kind }] of Object.entries(file.tolerances ?? {})) {
    if (kind === "fixed") complain(`tolerances.${field}: a case cannot fix bounds of its own`);
  }
  if (typeof file.free === "number") complain("free: a case cannot fix bounds of its own");
  const isRun = file.kind === "trajectory";
  const frames = file.kind === "reject" ? 0 : isRun ? frameCount(file) : 1;
  if (minted.frames !== frames) complain(`minted.frames: ${minted.frames}, the recipe asks for ${frames}`);
  if (!(Number.isInteger(minted.compared) && minted.compared > 0)) complain("minted.compared: nothing is compared");
  if (file.kind !== "reject" && minted.arrays === undefined) complain("minted.arrays: there are none");
  if (file.kind !== "reject" && !file.kept && file.uses === undefined && file.says !== undefined) {
    complain("says: only of what is refused, kept, or used");
  }
}

function readChecked(store: GoldenStore, id: string, path: string, hash: string): Uint8Array {
  const place = `${store.name}/${id}/${path}`;
  const bytes = store.read(id, path);
  if (bytes === undefined) throw new HarnessError(`${place}: not found`);
  if (sha256(bytes) !== hash) {
    throw new HarnessError(`${place}: changed since the golden was minted, run: deno task golden --case ${id}`);
  }
  return bytes;
}

/** The frames of a case, given the content of `trajectory.npz`. */
export function framesOf(minted: Minted, bytes: Uint8Array | undefined): FrameReader {
  const { columns = {}, zero = {}, ragged = [], same = {}, frames } = minted;
  return new FrameReader({ arrays: bytes ? readNpz(bytes) : new Map(), columns, zero, ragged, same }, frames);
}

function readFrames(store: GoldenStore, id: string, minted: Minted): FrameReader {
  const { arrays: hash } = minted;
  if (hash === undefined) return framesOf(minted, undefined);
  const place = `${store.name}/${id}/trajectory.npz`;
  const bytes = store.read(id, "trajectory.npz");
  if (bytes === undefined) throw new HarnessError(`${place}: not found`);
  if (sha256(bytes) !== hash) throw new HarnessError(`${place}: corrupt, its bytes are not those that were minted`);
  try {
    return framesOf(minted, bytes);
  } catch (error) {
    throw new HarnessError(`${place}: corrupt (${error instanceof Error ? error.message : error})`);
  }
}
