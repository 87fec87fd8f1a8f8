/** Models from bytes. */

import { setSource } from "../compile/source.ts";
import { copyFields } from "../copy_model.ts";
import { knownPlugins } from "../plugin/mujoco_plugins.ts";
import { dataBytes } from "../types/data_memory.ts";
import { ModelFileError, UnsupportedError } from "../types/errors.ts";
import { DEFAULT_LIMITS, LimitError, type Limits } from "../types/limits.ts";
import { isSmall, Model, modelBlockBytes } from "../types/model.ts";
import type { Plugin } from "../types/plugin.ts";
import type { ModelSizes } from "../types/interfaces.ts";
import { MODEL_SIZES } from "../types/model_fields.ts";
import { validate, type ValidationError } from "../validate.ts";
import {
  BLOCK_AT,
  fileChecksum,
  isLittleEndian,
  MAGIC,
  NUMBERS,
  NUMBERS_AT,
  padded,
  readNumbers,
  tablesHash,
  VERSION,
  Word,
} from "./model_file.ts";

/** Options for loading a saved model. */
export interface LoadBinaryOptions {
  /** limits on the size of the model and its data; missing ones have their defaults */
  limits?: Partial<Limits>;
  /**
   * also check the values of all fields, as `validate` does, because someone may have changed the model and the checksum
   * on purpose; `false` by default
   */
  validate?: boolean;
  /** plugins that the model may use besides those of MuJoCo, in the order in which they were given to `compile` */
  plugins?: readonly Plugin[];
}

/** Memory that holds the arrays of a loaded model. */
const taken = new WeakSet<ArrayBufferLike>();

/**
 * Loads a model that `saveModel` has written. It steps to the same bits, has the same names and keyframes, and can be
 * written as MJCF if it was saved with its document. Large models are not copied: their arrays are views of `bytes`, which
 * belong to the model from then on; pass `bytes.slice()` to keep them.
 *
 * Throws a `ModelFileError` for bytes that are no saved model, are incomplete or damaged, or come from another version,
 * and a `LimitError` for models that are too large.
 *
 * @example Damage is noticed
 * ```ts
 * import { compile, loadModelBinary, ModelFileError, saveModel } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const bytes = saveModel(compile(`<mujoco><worldbody><geom size="1"/></worldbody></mujoco>`));
 * assert.equal(loadModelBinary(bytes.slice()).ngeom, 1);
 *
 * bytes[bytes.length >> 1] ^= 1;
 * assert.throws(() => loadModelBinary(bytes), ModelFileError);
 * ```
 */
export function loadModelBinary(bytes: Uint8Array, options: LoadBinaryOptions = {}): Model {
  // words begin at a multiple of eight, and a second model from the same bytes is on its own
  const own = bytes.byteOffset % 8 !== 0 || taken.has(bytes.buffer) ? bytes.slice() : bytes;
  const words = readHeader(own);
  if (words[Word.CHECKSUM] !== fileChecksum(words)) {
    const reason = own === bytes ? "" : ", or the model that was loaded from these bytes before has been changed";
    throw new ModelFileError(`the saved model is damaged${reason}: its checksum does not match`);
  }
  const model = forKernels(modelOver(own, options));
  if (options.validate) checkValues(model);
  readDocument(model, own, options);
  taken.add(own.buffer);
  return model;
}

function checkValues(model: Model): void {
  try {
    validate(model);
  } catch (error) {
    throw new ModelFileError(`the saved model is invalid: ${(error as ValidationError).message}`);
  }
}

/** A model whose arrays are views of the bytes of a saved model, whose checksum is not checked. */
export function modelOver(bytes: Uint8Array, { limits, plugins }: LoadBinaryOptions = {}): Model {
  const { buffer, byteOffset } = bytes;
  const words = readHeader(bytes);
  const sizes = readSizes(words);
  const block = modelBlockBytes(sizes);
  const has = lengthsOf(bytes)[Word.BLOCK];
  if (block !== has) throw new ModelFileError(`the saved model is damaged: its sizes need ${block} bytes, not ${has}`);
  checkLimits(sizes, block, { ...DEFAULT_LIMITS, ...limits });
  const model = new Model(sizes, { buffer, at: byteOffset + BLOCK_AT });
  readNumbers(model, new Float64Array(buffer, byteOffset + NUMBERS_AT, NUMBERS));
  if (model.nplugin > 0) findPlugins(model, plugins);
  return model;
}

/** A small model where kernels can read it; a large one as it is. */
export function forKernels(saved: Model): Model {
  if (!isSmall(saved)) return saved;
  const model = new Model(saved);
  copyFields(model, saved);
  return model;
}

function findPlugins(model: Model, own: readonly Plugin[] | undefined): void {
  model.plugins = knownPlugins(own);
  if (model.plugin.every((slot) => model.plugins[slot] !== undefined)) return;
  throw new ModelFileError("the saved model uses plugins of the user's, which must be given as `plugins`");
}

/** The words of a file of this version that is complete. */
function readHeader({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  if (!isLittleEndian()) throw new UnsupportedError([{ feature: "saved models on big-endian machines" }]);
  const words = new Int32Array(buffer, byteOffset, Math.floor(length / 4));
  if (words.length < Word.N || MAGIC.some((word, i) => words[i] !== word)) {
    throw new ModelFileError("not a saved model: it does not begin with PLUMBMDL");
  }
  if (words[Word.VERSION] !== VERSION) {
    throw new ModelFileError(
      `the model was saved in layout ${words[Word.VERSION]}, this version reads layout ${VERSION}`,
    );
  }
  if (words[Word.TABLES] !== tablesHash()) {
    throw new ModelFileError("the model was saved by a version with other fields: save it again from its document");
  }
  const lengths = lengthsOf(words);
  const wanted = BLOCK_AT + lengths[Word.BLOCK] + padded(lengths[Word.DOCUMENT] + lengths[Word.FILE]);
  if (wanted !== length) throw new ModelFileError(`the saved model has ${length} bytes instead of ${wanted}`);
  return words;
}

/** The words of the header as numbers without a sign, which lengths are. */
function lengthsOf({ buffer, byteOffset }: Uint8Array | Int32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, Word.N);
}

function readSizes(words: Int32Array): ModelSizes {
  const sizes: Record<string, number> = {};
  MODEL_SIZES.forEach((name, i) => {
    const size = words[Word.N + i];
    // the old sizes of constraints and contacts may be -1
    if (size < 0 && name !== "njmax" && name !== "nconmax") {
      throw new ModelFileError(`the saved model is damaged: ${name} is ${size}`);
    }
    sizes[name] = size;
  });
  return sizes as unknown as ModelSizes;
}

function checkLimits(sizes: ModelSizes, block: number, limits: Readonly<Limits>): void {
  const { bytes } = dataBytes(sizes as unknown as Record<string, number>);
  for (const [limit, asked] of [["modelBytes", block], ["dataBytes", bytes]] as const) {
    const { [limit]: allowed } = limits;
    if (asked > allowed) throw new LimitError({ limit, asked, allowed }, "the saved model");
  }
}

/** Gives the model its document, if the file has one. */
function readDocument(model: Model, bytes: Uint8Array, { plugins = [] }: LoadBinaryOptions): void {
  const lengths = lengthsOf(bytes);
  const start = BLOCK_AT + lengths[Word.BLOCK];
  const end = start + lengths[Word.DOCUMENT];
  if (end === start) return;
  const decoder = new TextDecoder();
  const file = decoder.decode(bytes.slice(end, end + lengths[Word.FILE]));
  setSource(model, decoder.decode(bytes.slice(start, end)), { file, plugins });
}
