/** Height fields. */

import { MjcfError } from "../../types/errors.ts";
import { contentTypeOf } from "./content_type.ts";
import type { AssetFile } from "../mesh/types.ts";
import { decodeGrey } from "./png.ts";

const EPS = 1e-14;

/** One `<hfield>` before compilation. */
export interface ElevationSource {
  /** name, for messages */
  name: string;
  /** the file, if any; it also gives the dimensions */
  file?: AssetFile;
  /** attribute `content_type`, or empty */
  contentType: string;
  nrow: number;
  ncol: number;
  /** half sizes in x and y, largest elevation, thickness of the base */
  size: ArrayLike<number>;
  /** elevations row by row from the smallest y up; empty if read from a file */
  elevation: Float32Array;
}

/** Elevations from 0 to 1, row by row from the smallest y up. */
export interface Elevation {
  nrow: number;
  ncol: number;
  data: Float32Array;
}

/** Throws if there are too many cells. */
export type CheckCells = (cells: number) => void;

/** Reads and checks a height field and scales its elevations. */
export function readElevation(spec: ElevationSource, check: CheckCells = () => {}): Elevation {
  const refuse = (what: string) => new MjcfError(`hfield '${spec.name}': ${what}`);
  for (let k = 0; k < 4; k++) {
    if (spec.size[k] <= 0) throw refuse(`sizes must be positive, got ${Array.from(spec.size).join(" ")}`);
  }
  const field = spec.file ? readFile(spec, spec.file, check) : readInline(spec);
  normalize(spec, field.data);
  return field;
}

function readInline({ name, nrow, ncol, elevation }: ElevationSource): Elevation {
  if (elevation.length !== Math.max(0, nrow) * Math.max(0, ncol)) {
    throw new MjcfError(`hfield '${name}': ${nrow} by ${ncol} elevations, got ${elevation.length}`);
  }
  return { nrow, ncol, data: elevation.slice() };
}

function readFile(spec: ElevationSource, file: AssetFile, check: CheckCells): Elevation {
  const type = contentTypeOf(file.name, spec.contentType);
  switch (type) {
    case "image/png":
      return readPng(file, check);
    case "image/vnd.mujoco.hfield":
    case "":
      return readBinary(file, check);
    default:
      throw new MjcfError(`hfield '${spec.name}': files of type '${type}' cannot be read: '${file.name}'`);
  }
}

/** Gray levels; the top row of the image is at the largest y. */
function readPng(file: AssetFile, check: CheckCells): Elevation {
  const { width, height, data: grey } = decodeGrey(file.name, file.bytes, check);
  const data = new Float32Array(grey.length);
  for (let row = 0; row < height; row++) {
    const from = (height - 1 - row) * width;
    for (let column = 0; column < width; column++) data[row * width + column] = grey[from + column];
  }
  return { nrow: height, ncol: width, data };
}

/** MuJoCo's own format: two counts, then elevations in single precision. */
function readBinary({ name, bytes }: AssetFile, check: CheckCells): Elevation {
  if (bytes.length < 8) throw new MjcfError(`file '${name}': a height field begins with 8 bytes, got ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nrow = view.getInt32(0, true);
  const ncol = view.getInt32(4, true);
  if (nrow < 1 || ncol < 1) {
    throw new MjcfError(`file '${name}': a height field cannot have ${nrow} by ${ncol} elevations`);
  }
  if (bytes.length !== 8 + 4 * nrow * ncol) {
    throw new MjcfError(
      `file '${name}': ${nrow} by ${ncol} elevations take ${8 + 4 * nrow * ncol} bytes, got ${bytes.length}`,
    );
  }
  check(nrow * ncol);
  const data = new Float32Array(nrow * ncol);
  for (let i = 0; i < data.length; i++) data[i] = view.getFloat32(8 + 4 * i, true);
  return { nrow, ncol, data };
}

/** Shifts and scales the elevations to the range from 0 to 1; a flat field becomes 0. */
function normalize(spec: ElevationSource, data: Float32Array): void {
  let low = Math.fround(1e10);
  let high = -low;
  for (const z of data) {
    if (z < low) low = z;
    if (high < z) high = z;
  }
  if (low > high) {
    throw new MjcfError(`hfield '${spec.name}': elevations from ${low} to ${high} do not form a finite range`);
  }
  const range = Math.fround(high - low);
  for (let i = 0; i < data.length; i++) {
    data[i] -= low;
    if (range > EPS) data[i] /= range;
  }
}
