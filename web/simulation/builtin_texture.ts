/** The pixels of textures that a document describes instead of naming a file: three bytes each, from the top. */

import { Builtin, Mark, Texture } from "../../engine/types/enums.ts";
import type { TextureSpec } from "../../engine/types/spec.ts";
import { MersenneTwister } from "./mersenne.ts";

/** A color as three bytes. */
type Bytes = readonly [number, number, number];

/** The faces of a cube, in the order of their pixels. */
const FACES = ["right", "left", "up", "down", "front", "back"] as const;

/** A square or rectangle of pixels. */
class Face {
  constructor(readonly pixels: Uint8Array, readonly width: number, readonly height: number) {}

  set(row: number, column: number, color: Bytes): void {
    this.pixels.set(color, 3 * (row * this.width + column));
  }

  fill(colorOf: (row: number, column: number) => Bytes): void {
    for (let r = 0; r < this.height; r++) for (let c = 0; c < this.width; c++) this.set(r, c, colorOf(r, c));
  }
}

/** Paints a built-in texture. */
export function paintTexture(texture: TextureSpec): Uint8Array {
  const { type, width, height } = texture;
  const pixels = new Uint8Array(3 * width * height);
  const isFlat = type === Texture.TEXTURE_2D;
  const side = 3 * width * width;
  const faces = isFlat
    ? [new Face(pixels, width, height)]
    : FACES.map((_, i) => new Face(pixels.subarray(i * side, (i + 1) * side), width, width));
  for (const [i, face] of faces.entries()) {
    paintPattern(texture, face, isFlat ? undefined : FACES[i]);
    paintMark(texture, face);
  }
  // dots are drawn over the first face only
  if (texture.mark === Mark.RANDOM && (texture.random ?? 0) > 0) paintDots(texture, new Face(pixels, width, width));
  return pixels;
}

function paintPattern(texture: TextureSpec, face: Face, side: typeof FACES[number] | undefined): void {
  const { rgb1, rgb2, builtin } = colorsOf(texture);
  const first = bytes(rgb1);
  const second = bytes(rgb2);
  const { width, height } = face;
  if (builtin === Builtin.FLAT) face.fill(() => side === "down" ? second : first);
  if (builtin === Builtin.CHECKER) {
    const isSwapped = side === "front" || side === "back";
    const middle = [Math.floor(height / 2), Math.floor(width / 2)];
    face.fill((r, c) => ((r < middle[0]) === (c < middle[1])) !== isSwapped ? first : second);
  }
  if (builtin === Builtin.GRADIENT) {
    face.fill((r, c) => {
      const x = 2 * c / (width - 1) - 1;
      const y = 1 - 2 * r / (height - 1);
      if (side === undefined) return blend(rgb2, rgb1, 2 * Math.sqrt(x * x + y * y) - 1);
      const norm = Math.sqrt(1 + x * x + y * y);
      const elevation = side === "up" || side === "down"
        ? 1 - Math.acos(1 / norm) / (0.5 * Math.PI)
        : Math.asin(y / norm) / (0.5 * Math.PI);
      return blend(rgb1, rgb2, side === "down" ? -elevation : elevation);
    });
  }
}

function paintMark(texture: TextureSpec, face: Face): void {
  const mark = bytes(colorsOf(texture).markrgb);
  const { width, height } = face;
  const rows = texture.mark === Mark.EDGE ? [0, height - 1] : [Math.floor(height / 2)];
  const columns = texture.mark === Mark.EDGE ? [0, width - 1] : [Math.floor(width / 2)];
  if (texture.mark !== Mark.EDGE && texture.mark !== Mark.CROSS) return;
  for (let r = 0; r < height; r++) for (const c of columns) face.set(r, c, mark);
  for (let c = 0; c < width; c++) for (const r of rows) face.set(r, c, mark);
}

function paintDots(texture: TextureSpec, { pixels, width }: Face): void {
  const { random = 0, height } = texture;
  const mark = bytes(colorsOf(texture).markrgb);
  const numbers = new MersenneTwister(42n);
  for (let i = 0; i < width * height; i++) if (numbers.uniform() < random) pixels.set(mark, 3 * i);
}

/** The colors of a texture; MuJoCo's where it names none. */
function colorsOf({ rgb1, rgb2, markrgb, builtin }: TextureSpec) {
  return { builtin, rgb1: rgb1 ?? [0.8, 0.8, 0.8], rgb2: rgb2 ?? [0.5, 0.5, 0.5], markrgb: markrgb ?? [0, 0, 0] };
}

function bytes(color: ArrayLike<number>): Bytes {
  return [255 * color[0], 255 * color[1], 255 * color[2]];
}

/** Between two colors: all of the second at -1, all of the first at 1. */
function blend(a: ArrayLike<number>, b: ArrayLike<number>, position: number): Bytes {
  const share = 0.5 * (1 + position / Math.sqrt(1 + position * position) / (1 / Math.sqrt(2)));
  const s = Math.max(0, Math.min(1, share));
  const mix = (k: number) => 255 * (s * a[k] + (1 - s) * b[k]);
  return [mix(0), mix(1), mix(2)];
}
