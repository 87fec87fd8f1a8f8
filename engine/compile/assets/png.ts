/** PNG images (W3C recommendation, third edition). */

import { MjcfError } from "../../types/errors.ts";
import { inflate } from "./inflate.ts";

/** Width, height, and one byte per pixel, from the top left. */
export interface GreyImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The contents of the chunks of a file. */
interface Png {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  interlaced: boolean;
  palette: Uint8Array;
  /** filtered rows */
  data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
const INDEXED = 3;
/** channels by color type: gray, unused, color, palette, gray and alpha, unused, color and alpha */
const CHANNELS = [1, 0, 3, 1, 2, 0, 4];
/** allowed depths by color type, one bit each */
const DEPTHS = [1 | 2 | 4 | 8 | 16, 0, 8 | 16, 1 | 2 | 4 | 8, 8 | 16, 0, 8 | 16];
/** first column, first row, and steps of each pass of an interlaced image */
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

/** Decodes the first channel of an image to 8 bits. */
export function decodeGrey(name: string, bytes: Uint8Array, check: (pixels: number) => void = () => {}): GreyImage {
  try {
    return greyOf(readChunks(bytes, check));
  } catch (error) {
    if (error instanceof MjcfError) throw error;
    throw new MjcfError(`file '${name}': not a valid PNG: ${error instanceof Error ? error.message : error}`);
  }
}

function readChunks(bytes: Uint8Array, check: (pixels: number) => void): Png {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) throw new Error("the signature is missing");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let png: Png | undefined;
  for (let at = 8;;) {
    if (at + 12 > bytes.length) throw new Error("the file ends before the image does");
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) throw new Error("the file ends within a chunk");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw new Error(`the checksum of chunk ${type} is wrong`);
    }
    at += 12 + length;
    if (!png) {
      if (type !== "IHDR") throw new Error("the header is missing");
      png = readHeader(body);
    } else if (type === "IDAT") {
      parts.push(body);
    } else if (type === "PLTE") {
      if (length === 0 || length % 3 || length > 768) throw new Error(`a palette cannot have ${length} bytes`);
      png.palette = body;
    } else if (type === "tRNS") {
      checkTransparency(png, length);
    } else if (type === "IEND") {
      break;
    } else if ((bytes[at - length - 8] & 32) === 0) {
      throw new Error(`chunk ${type} is unknown and critical`);
    }
  }
  if (png.colorType === INDEXED && png.palette.length === 0) throw new Error("the palette is missing");
  check(png.width * png.height);
  png.data = decompress(parts, sizeOf(png));
  return png;
}

function readHeader(body: Uint8Array): Png {
  if (body.length !== 13) throw new Error(`a header cannot have ${body.length} bytes`);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const [depth, colorType, compression, filter, interlace] = body.subarray(8);
  if (!((DEPTHS[colorType] ?? 0) & depth) || (depth & (depth - 1)) !== 0) {
    throw new Error(`color type ${colorType} does not allow ${depth} bits`);
  }
  if (compression !== 0 || filter !== 0 || interlace >= 2) {
    throw new Error("its compression, filter, or interlace method is unknown");
  }
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  if (width === 0 || height === 0) throw new Error(`an image cannot be ${width} by ${height}`);
  return {
    width,
    height,
    depth,
    colorType,
    interlaced: interlace === 1,
    palette: new Uint8Array(0),
    data: new Uint8Array(0),
  };
}

function checkTransparency({ colorType, palette }: Png, length: number): void {
  const valid = colorType === 0
    ? length === 2
    : colorType === 2
    ? length === 6
    : colorType === INDEXED && length <= palette.length / 3;
  if (!valid) throw new Error(`transparency cannot have ${length} bytes for color type ${colorType}`);
}

/** Number of bytes of all passes, including the filter byte of each row. */
function sizeOf({ width, height, interlaced, depth, colorType }: Png): number {
  const bits = depth * CHANNELS[colorType];
  let size = 0;
  for (const [x, y, dx, dy] of interlaced ? PASSES : [[0, 0, 1, 1]]) {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (columns > 0) size += rows * (1 + Math.ceil(columns * bits / 8));
  }
  return size;
}

/** Decompresses all parts to a known size, so that a small file cannot claim all memory. */
function decompress(parts: Uint8Array[], expected: number): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const all = new Uint8Array(size);
  size = 0;
  for (const part of parts) {
    all.set(part, size);
    size += part.length;
  }
  const data = new Uint8Array(expected);
  const length = inflate(all.subarray(0, Math.max(0, size - 4)), data);
  if (length !== expected) throw new Error(`${expected} bytes of image are expected, there are ${length}`);
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  const view = new DataView(all.buffer);
  if (view.getUint32(all.length - 4) !== b * 65536 + a) throw new Error("the checksum of the image is wrong");
  return data;
}

function greyOf(png: Png): GreyImage {
  const { width, height, interlaced } = png;
  const passes = interlaced ? PASSES : [[0, 0, 1, 1]];
  const bits = png.depth * CHANNELS[png.colorType];
  const image = { width, height, data: new Uint8Array(width * height) };
  let at = 0;
  for (const [x, y, dx, dy] of passes) {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (columns === 0) continue;
    const stride = Math.ceil(columns * bits / 8);
    unfilter(png.data, at, rows, stride, Math.max(1, bits >> 3));
    for (let row = 0; row < rows; row++) {
      const from = at + row * (stride + 1) + 1;
      const to = (y + row * dy) * width + x;
      for (let column = 0; column < columns; column++) image.data[to + column * dx] = greyAt(png, from, column);
    }
    at += rows * (stride + 1);
  }
  return image;
}

/** Undoes the filters of some rows in place. */
function unfilter(data: Uint8Array, at: number, rows: number, stride: number, pixel: number): void {
  for (let row = 0; row < rows; row++) {
    const start = at + row * (stride + 1) + 1;
    const filter = data[start - 1];
    if (filter > 4) throw new Error(`unknown filter ${filter}`);
    for (let i = 0; i < stride; i++) {
      const left = i >= pixel ? data[start + i - pixel] : 0;
      const above = row > 0 ? data[start + i - stride - 1] : 0;
      const corner = row > 0 && i >= pixel ? data[start + i - stride - 1 - pixel] : 0;
      if (filter === 1) data[start + i] += left;
      else if (filter === 2) data[start + i] += above;
      else if (filter === 3) data[start + i] += (left + above) >> 1;
      else if (filter === 4) data[start + i] += paeth(left, above, corner);
    }
  }
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** The first channel of a pixel in the row that starts at `from`. */
function greyAt({ depth, colorType, palette, data }: Png, from: number, column: number): number {
  if (depth === 16) return data[from + 2 * column * CHANNELS[colorType]];
  let value: number;
  if (depth === 8) {
    value = data[from + column * CHANNELS[colorType]];
  } else {
    // several pixels per byte, the first one in the highest bits
    const bit = column * depth;
    const largest = (1 << depth) - 1;
    value = (data[from + (bit >> 3)] >> (8 - depth - (bit & 7))) & largest;
    if (colorType !== INDEXED) value = value * 255 / largest;
  }
  return colorType === INDEXED ? palette[3 * value] ?? 0 : value;
}

const CRC_TABLE = new Uint32Array(256);
for (let n = 0; n < 256; n++) {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  CRC_TABLE[n] = c;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}
