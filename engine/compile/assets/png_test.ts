import assert from "node:assert/strict";
import { crc32, deflateSync } from "node:zlib";
import { MjcfError } from "../../types/errors.ts";
import { decodeGrey } from "./png.ts";
import { randomFrom } from "../../../harness/random.ts";

function chunk(type: string, body: number[]): number[] {
  const data = [...type].map((letter) => letter.charCodeAt(0)).concat(body);
  const sum = crc32(Uint8Array.from(data));
  return [...word(body.length), ...data, ...word(sum)];
}

function word(n: number): number[] {
  return [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function image(width: number, height: number, depth: number, colorType: number, raw: number[], more: number[] = []) {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    ...chunk("IHDR", [...word(width), ...word(height), depth, colorType, 0, 0, 0]),
    ...more,
    ...chunk("IDAT", [...deflateSync(Uint8Array.from(raw))]),
    ...chunk("IEND", []),
  ]);
}

Deno.test("decodeGrey() undoes every filter", () => {
  const random = randomFrom(9);
  const [width, height] = [9, 10];
  const pixels = Uint8Array.from({ length: width * height }, () => Math.floor(256 * random()));
  const at = (row: number, column: number) => row < 0 || column < 0 ? 0 : pixels[row * width + column];
  const raw: number[] = [];
  for (let row = 0; row < height; row++) {
    const filter = row % 5;
    raw.push(filter);
    for (let column = 0; column < width; column++) {
      const [left, above, corner] = [at(row, column - 1), at(row - 1, column), at(row - 1, column - 1)];
      const guess = left + above - corner;
      const nearest = [left, above, corner].reduce((a, b) => Math.abs(guess - b) < Math.abs(guess - a) ? b : a);
      const predicted = [0, left, above, (left + above) >> 1, nearest][filter];
      raw.push((at(row, column) - predicted) & 255);
    }
  }
  assert.deepEqual(decodeGrey("x.png", image(width, height, 8, 0, raw)).data, pixels, "seed 9");
});

Deno.test("decodeGrey() spreads few bits, takes the upper of 16, the red of colors, and looks up palettes", () => {
  const grey = (bytes: Uint8Array) => [...decodeGrey("x.png", bytes).data];
  assert.deepEqual(grey(image(4, 1, 2, 0, [0, 0b00011011])), [0, 85, 170, 255]);
  assert.deepEqual(grey(image(2, 1, 16, 0, [0, 18, 52, 255, 0])), [18, 255]);
  assert.deepEqual(grey(image(2, 1, 8, 2, [0, 1, 2, 3, 4, 5, 6])), [1, 4]);
  assert.deepEqual(grey(image(2, 1, 8, 6, [0, 1, 2, 3, 4, 5, 6, 7, 8])), [1, 5]);
  assert.deepEqual(grey(image(2, 1, 1, 3, [0, 0b01000000], chunk("PLTE", [7, 8, 9, 10, 11, 12]))), [7, 10]);
});

Deno.test("decodeGrey() refuses what is damaged, whatever byte it is", () => {
  const good = image(3, 2, 8, 0, [0, 1, 2, 3, 0, 4, 5, 6]);
  const pixels = decodeGrey("x.png", good).data;
  for (let i = 0; i < good.length; i++) {
    const bad = good.slice();
    bad[i] ^= 16;
    assert.throws(() => decodeGrey("x.png", bad), MjcfError, `byte ${i}`);
    assert.throws(() => decodeGrey("x.png", good.subarray(0, i)), MjcfError, `${i} bytes`);
  }
  assert.equal(pixels.length, 6);
});

Deno.test("decodeGrey() does not inflate more than the image has", () => {
  const bomb = image(1, 1, 8, 0, new Array(1 << 20).fill(0));
  assert.throws(() => decodeGrey("x.png", bomb), MjcfError);
});
