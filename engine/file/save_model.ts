/** Models as bytes. */

import { sourceOf } from "../compile/source.ts";
import { toMjcf } from "../compile/to_mjcf.ts";
import { copyFields } from "../copy_model.ts";
import { UnsupportedError } from "../types/errors.ts";
import { Model, modelBlockBytes } from "../types/model.ts";
import { MODEL_SIZES } from "../types/model_fields.ts";
import {
  BLOCK_AT,
  fileChecksum,
  isLittleEndian,
  MAGIC,
  NUMBERS,
  NUMBERS_AT,
  padded,
  tablesHash,
  VERSION,
  Word,
  writeNumbers,
} from "./model_file.ts";

/** Options for saving a model. */
export interface SaveOptions {
  /**
   * also save the document that `toMjcf` writes, so that the model can be written as MJCF after it is loaded; by default,
   * if the model was compiled from a document that can be written
   */
  document?: boolean;
}

/**
 * The bytes of a model, for `loadModelBinary`: every number, name, keyframe, and asset that steps need, and a checksum.
 * Only this version of the engine and others with the same fields can load them. MuJoCo's MJB files are another format.
 *
 * @example A model in a file
 * ```ts
 * import { compile, loadModelBinary, saveModel } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const path = await Deno.makeTempFile();
 * const model = compile(`<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/></worldbody></mujoco>`);
 * await Deno.writeFile(path, saveModel(model));
 *
 * const same = loadModelBinary(await Deno.readFile(path));
 * assert.deepEqual(same.geom_size, model.geom_size);
 * ```
 */
export function saveModel(model: Model, options: SaveOptions = {}): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const source = options.document === false ? undefined : sourceOf(model);
  const document = encoder.encode(source ? documentOf(model, options) : "");
  const file = encoder.encode(source?.options.file ?? "");
  const documentAt = savedBytes(model);
  const bytes = new Uint8Array(documentAt + padded(document.length + file.length));

  writeModel(model, bytes.buffer);
  const words = new Int32Array(bytes.buffer);
  words[Word.DOCUMENT] = document.length;
  words[Word.FILE] = file.length;
  bytes.set(document, documentAt);
  bytes.set(file, documentAt + document.length);
  words[Word.CHECKSUM] = fileChecksum(words);
  return bytes;
}

/** The document of a model; empty if it cannot be written, unless it is asked for. */
function documentOf(model: Model, options: SaveOptions): string {
  try {
    return toMjcf(model);
  } catch (error) {
    if (options.document || !(error instanceof UnsupportedError)) throw error;
    return "";
  }
}

/** Bytes of a saved model without a document. */
export function savedBytes(model: Model): number {
  return BLOCK_AT + modelBlockBytes(model);
}

/** Writes a saved model without a document and without its checksum. */
export function writeModel(model: Model, buffer: ArrayBufferLike): void {
  if (!isLittleEndian()) throw new UnsupportedError([{ feature: "saved models on big-endian machines" }]);
  const words = new Int32Array(buffer);
  words.set(MAGIC, Word.MAGIC);
  words[Word.VERSION] = VERSION;
  words[Word.TABLES] = tablesHash();
  words[Word.BLOCK] = modelBlockBytes(model);
  words.set(MODEL_SIZES.map((name) => model[name]), Word.N);
  writeNumbers(model, new Float64Array(buffer, NUMBERS_AT, NUMBERS));
  copyFields(new Model(model, { buffer, at: BLOCK_AT }), model);
}
