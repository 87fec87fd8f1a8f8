/** Images with damaged data, as heights: bytes of compressed streams are changed one by one, under a valid checksum. */

import { crc32 } from "node:zlib";
import * as plumbline from "../../mod.ts";
import type { Limits, Model } from "../../mod.ts";

/** Compressed rows of 8-bit grayscale images: with codes of their own, with fixed codes, and not compressed. */
const STREAMS = [
  {
    width: 30,
    height: 20,
    data:
      "eNp90FEGAAEIRdE380ZERERE+1/mbCDdr/N9gbMHtHZVb+PCF1I5EZMlCwmlW7c5deEHc22y1W0h4E01U7YvfBAylVkjsfBFRsmMVORCoiZSJGNq4YdWoztNeyEwKVEVkrPwuae+91TeU797Ku6pzz31vafynvrdU3+bnx+C",
  },
  { width: 6, height: 7, data: "eAFjYGVjByIGoikAGDMA/Q==" },
  { width: 6, height: 7, data: "eAEBMQDO/wAACQkABwkBB8gJAAkAAh8HBwkAAAPIBwkfCQcEB8gfAADIAAAfCQfIAAHIHwAAHwl4VAYI" },
];

/** Beginnings of a stream: of other methods, with windows of other sizes, with a dictionary, with a wrong checksum. */
const BEGINNINGS = [[0x79, 0x18], [0x88, 0x1c], [0x08, 0x1d], [0x78, 0x20], [0x78, 0x5e], [0x78, 0x02]];

/** Streams with a length and with a distance that do not exist. */
const UNKNOWN = ["eAFjYGRiZmFlYx8DAAAAAAAAAA==", "eAFjYGRiZmFlYwc+AAAAAAAAAA=="];

/** What follows the size in a header: depth, color type, compression, filter, interlace; and chunks after it. */
interface Form {
  readonly form: readonly number[];
  readonly chunks?: readonly (readonly [type: string, bytes: number])[];
}

const GRAY: Form = { form: [8, 0, 0, 0, 0] };

/** Headers that say too much, and palettes and transparent colors of all lengths about those that may be. */
const FORMS: readonly Form[] = [
  ...[[8, 7, 0, 0, 0], [3, 0, 0, 0, 0], [2, 2, 0, 0, 0], [16, 3, 0, 0, 0], [8, 0, 1, 0, 0], [8, 0, 0, 1, 0]],
  ...[[8, 0, 0, 0, 2], [8, 0, 0, 0, 1], [4, 0, 0, 0, 0], [16, 0, 0, 0, 0], [8, 0, 0, 0], [8, 0, 0, 0, 0, 0]],
].map((form) => ({ form })).concat(
  [0, 3, 4, 768, 771].map((bytes) => ({ form: [8, 3, 0, 0, 0], chunks: [["PLTE", bytes]] })),
  [0, 1, 2, 3].map((bytes) => ({ form: [8, 3, 0, 0, 0], chunks: [["PLTE", 6], ["tRNS", bytes]] })),
  [0, 1, 2, 3].map((bytes) => ({ form: [8, 0, 0, 0, 0], chunks: [["PLTE", 15], ["tRNS", bytes]] })),
  [2, 5, 6, 7].map((bytes) => ({ form: [8, 2, 0, 0, 0], chunks: [["PLTE", 21], ["tRNS", bytes]] })),
  [0, 2, 6].map((bytes) => ({ form: [8, 4, 0, 0, 0], chunks: [["PLTE", 6], ["tRNS", bytes]] })),
  ["IDAT", "tEXt", "TEXT", "IEND", "PLTe"].map((type) => ({ form: [8, 3, 0, 0, 0], chunks: [[type, 3]] })),
);

/**
 * A stream of one block with codes of its own, of which there are as few as may be: codes of 16 and 0, with the bits of
 * what follows.
 */
function fewCodes(lengthOf16: 0 | 1, lengthOf0: 0 | 1, rest: string): Uint8Array {
  const bits = `101${"0".repeat(14)}${lengthOf16}00000000${lengthOf0}00${rest}`.padEnd(80, "0");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.of(0x78, 1, ...bytes.map((byte) => parseInt([...byte].reverse().join(""), 2)));
}

/** What is said of every change. */
export function saidOfImages(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const lines: string[] = [];
  for (const { width, height, data } of STREAMS) {
    const stream = decoded(data);
    lines.push(heights(width, height, stream), heights(width, height + 1, stream), heights(width, height - 1, stream));
    for (let at = 0; at < stream.length; at += at < 40 ? 1 : 8) {
      const copy = stream.slice();
      copy[at] ^= 1 << at % 8;
      lines.push(heights(width, height, copy));
    }
    for (const length of [0, 1, 2, 5, 6, stream.length - 4, stream.length - 1]) {
      lines.push(heights(width, height, stream.subarray(0, length)));
    }
  }
  const { width, height, data } = STREAMS[2];
  for (const beginning of BEGINNINGS) {
    const stream = decoded(data);
    stream.set(beginning);
    lines.push(heights(width, height, stream));
  }
  for (const rest of ["0", "1", "01", "0111"]) {
    for (const lengths of [[1, 1], [1, 0], [0, 1]] as const) {
      lines.push(heights(width, height, fewCodes(lengths[0], lengths[1], rest)));
    }
  }
  lines.push(heights(width, height, decoded(data), { hfieldCells: 41 }));
  for (const form of FORMS) lines.push(heights(width, height, decoded(data), {}, form));
  for (const data of UNKNOWN) lines.push(heights(width, height, decoded(data)));
  for (const [width, height] of [[6, 0], [0, 7], [6, 7]]) lines.push(side(width, height));
  Error.stackTraceLimit = limit;
  return lines;
}

function decoded(data: string): Uint8Array {
  return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
}

/** The size of a texture, or what is wrong with it. */
function side(width: number, height: number): string {
  return made(
    `<texture type="2d" file="h.png"/>`,
    pngOf(width, height, new Uint8Array()),
    {},
    (model) => model.tex_height,
  );
}

/** The heights of an image, or what is wrong with it. */
function heights(
  width: number,
  height: number,
  stream: Uint8Array,
  limits: Partial<Limits> = {},
  form: Form = GRAY,
): string {
  const hfield = `<hfield name="h" file="h.png" size="1 1 1 1"/>`;
  return made(hfield, pngOf(width, height, stream, form), limits, (model) => model.hfield_data);
}

function pngOf(width: number, height: number, stream: Uint8Array, { form, chunks = [] } = GRAY): Uint8Array {
  const header = new Uint8Array(8 + form.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set(form, 8);
  const image = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    chunk("IHDR", header),
    ...chunks.map(([type, bytes]) => chunk(type, new Uint8Array(bytes).fill(77))),
    ...[chunk("IDAT", stream), chunk("IEND", new Uint8Array())],
  ];
  const bytes = new Uint8Array(image.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of image) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What is made of an asset with an image, or what is wrong with it. */
function made(
  asset: string,
  image: Uint8Array,
  limits: Partial<Limits>,
  numbers: (model: Model) => { join(separator: string): string },
): string {
  try {
    const text = `<mujoco><asset>${asset}</asset></mujoco>`;
    return numbers(plumbline.compile(text, { assets: new Map([["h.png", image]]), limits })).join(" ");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(Array.from(type, (letter) => letter.charCodeAt(0)), 4);
  bytes.set(body, 8);
  view.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)));
  return bytes;
}
