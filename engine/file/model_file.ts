/**
 * The layout of a saved model, in words of 32 bits, little-endian:
 *
 * | words       | content                                                                      |
 * | ----------- | ---------------------------------------------------------------------------- |
 * | 0, 1        | the magic number                                                             |
 * | 2           | the version of the layout                                                    |
 * | 3           | a hash of the field tables                                                   |
 * | 4           | bytes of the block of arrays                                                 |
 * | 5           | bytes of the document, in UTF-8; 0: none                                     |
 * | 6           | bytes of the file name of the document                                       |
 * | 7           | the checksum of everything else                                              |
 * | 8 …         | sizes, then numbers (doubles), the block, and the document, each padded to 8 |
 *
 * Numbers are `narena`, the scalars of options and statistics, and the settings of `<visual>`. The block is that of `Model`: arrays in the order of
 * the tables, each padded to 8 bytes. Lengths follow from the sizes.
 */

import { MUJOCO_PLUGINS } from "../plugin/mujoco_plugins.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, type ScalarRow, STATISTIC_FIELDS } from "../types/model_fields.ts";
import type { Model } from "../types/model.ts";
import { numbersOfVisual, VISUAL, VISUAL_NUMBERS, visualFrom } from "../types/visual.ts";
import { checksum } from "./checksum.ts";

/** `PLUMBMDL` */
export const MAGIC = [0x4d554c50, 0x4c444d42] as const;

/** version of the layout */
export const VERSION = 1;

/** What each word of the header is, by number. */
export const Word = {
  MAGIC: 0,
  VERSION: 2,
  TABLES: 3,
  BLOCK: 4,
  DOCUMENT: 5,
  FILE: 6,
  CHECKSUM: 7,
  N: 8,
} as const;

/** Rounds up to a multiple of eight. */
export function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Names of the numbers in a table, and whether they are whole. */
function scalars(table: Readonly<Record<string, ScalarRow>>): [name: string, isWhole: boolean][] {
  return Object.entries(table).filter(([, [, length]]) => length === 0).map((
    [name, [dtype]],
  ) => [name, dtype === "i32"]);
}

const OPTIONS = scalars(OPTION_FIELDS);
const STATISTICS = scalars(STATISTIC_FIELDS);

/** number of doubles that follow the sizes */
export const NUMBERS = 1 + OPTIONS.length + STATISTICS.length + VISUAL_NUMBERS;

/** where the numbers begin, in bytes */
export const NUMBERS_AT = padded(4 * (Word.N + MODEL_SIZES.length));

/** where the block begins, in bytes */
export const BLOCK_AT = NUMBERS_AT + 8 * NUMBERS;

let knownHash: number | undefined;

/** A hash of the names, types, and shapes of all fields, and of the plugins: files of other tables cannot be read. */
export function tablesHash(): number {
  return knownHash ??= hashTables();
}

function hashTables(): number {
  const rows = [MODEL_FIELDS, OPTION_FIELDS, STATISTIC_FIELDS].flatMap((table) =>
    Object.entries(table).map(([name, row]) => [name, ...row.slice(0, -1)].join(" "))
  );
  const plugins = MUJOCO_PLUGINS.map(({ name }) => name);
  const settings = Object.entries(VISUAL).map(([name, section]) => [name, ...Object.keys(section)].join(" "));
  const text = [...MODEL_SIZES, ...rows, ...settings, ...plugins].join("\n");
  return checksum(Int32Array.from(text, (letter) => letter.charCodeAt(0)), 0, 0);
}

/** The checksum of a file, which covers all words but its own. */
export function fileChecksum(words: Int32Array): number {
  let seed = 0;
  for (let i = 0; i < Word.CHECKSUM; i++) seed = checksum(words.subarray(i, i + 1), 0, seed);
  return checksum(words, Word.N, seed);
}

type Numbers = Record<string, number>;

/** Writes the numbers of a model. */
export function writeNumbers(m: Model, numbers: Float64Array): void {
  let at = 0;
  numbers[at++] = m.narena;
  for (const [name] of OPTIONS) numbers[at++] = (m.opt as unknown as Numbers)[name];
  for (const [name] of STATISTICS) numbers[at++] = (m.stat as unknown as Numbers)[name];
  numbers.set(numbersOfVisual(m.vis), at);
}

/** Reads the numbers of a model. */
export function readNumbers(m: Model, numbers: Float64Array): void {
  let at = 0;
  m.narena = numbers[at++];
  for (const [record, names] of [[m.opt, OPTIONS], [m.stat, STATISTICS]] as const) {
    // whole numbers are made whole: V8-4
    for (const [name, isWhole] of names) {
      const number = numbers[at++];
      (record as unknown as Numbers)[name] = isWhole ? number | 0 : number;
    }
  }
  m.vis = visualFrom(numbers.subarray(at));
}

/** Does this machine store numbers as files do? */
export function isLittleEndian(): boolean {
  return new Uint8Array(Int32Array.of(1).buffer)[0] === 1;
}
