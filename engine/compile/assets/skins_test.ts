import assert from "node:assert/strict";
import { MjcfError } from "../../types/errors.ts";
import { compile } from "../compile.ts";
import { type Random, randomFrom } from "../../../harness/random.ts";

/** A skin, as its file and as the model should have it. */
function randomSkin(random: Random) {
  const count = (most: number) => 1 + Math.floor(most * random());
  const numbers = (n: number) => Array.from({ length: n }, () => Math.fround(random() - 0.5));
  const [nvert, nface] = [count(5), count(3)];
  const vertices = [...Array(nvert).keys()];
  // the first bone moves every vertex
  const bones = ["a", "b", "c"].slice(0, count(3)).map((body, i) => ({
    body,
    bindpos: numbers(3),
    bindquat: [1, 0, 0, 0],
    vertid: i === 0 ? vertices : vertices.slice(0, count(nvert)),
  }));
  const skin = {
    vertex: numbers(3 * nvert),
    texcoord: random() < 0.5 ? numbers(2 * nvert) : [],
    face: Array.from({ length: 3 * nface }, () => Math.floor(nvert * random())),
    bones,
  };

  const words: [value: number, isInt: boolean][] = [];
  const counts: number[] = [];
  const int = (value: number) => words.push([value, true]);
  const putCount = (value: number) => counts.push(4 * (int(value) - 1));
  const floats = (values: number[]) => values.forEach((value) => words.push([value, false]));
  [nvert, skin.texcoord.length / 2, nface, bones.length].forEach(putCount);
  floats(skin.vertex);
  floats(skin.texcoord);
  skin.face.forEach(int);
  for (const { body, bindpos, bindquat, vertid } of bones) {
    // the name, and nothing in the rest of its 40 bytes
    int(body.charCodeAt(0));
    for (let k = 1; k < 10; k++) int(0);
    floats(bindpos);
    floats(bindquat);
    putCount(vertid.length);
    vertid.forEach(int);
    floats(vertid.map(() => 1));
  }
  const view = new DataView(new ArrayBuffer(4 * words.length));
  words.forEach(([value, isInt], i) => isInt ? view.setInt32(4 * i, value, true) : view.setFloat32(4 * i, value, true));
  return { skin, counts, bytes: new Uint8Array(view.buffer) };
}

const read = (bytes: Uint8Array) =>
  compile(
    `<mujoco><asset><skin name="s" file="f.skn"/></asset><worldbody>
      <body name="a"/><body name="b"/><body name="c"/></worldbody></mujoco>`,
    { assets: { "f.skn": bytes } },
  );

Deno.test("compile() reads skins from files", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const { skin, bytes } = randomSkin(randomFrom(seed));
    const m = read(bytes);
    assert.deepEqual([...m.skin_vert], skin.vertex, `seed ${seed}`);
    assert.deepEqual([...m.skin_texcoord], skin.texcoord, `seed ${seed}`);
    assert.deepEqual([...m.skin_face], skin.face, `seed ${seed}`);
    assert.deepEqual([...m.skin_bonebodyid], skin.bones.map(({ body }) => "abc".indexOf(body) + 1), `seed ${seed}`);
    assert.deepEqual([...m.skin_bonebindpos], skin.bones.flatMap(({ bindpos }) => bindpos), `seed ${seed}`);
    assert.deepEqual([...m.skin_bonevertid], skin.bones.flatMap(({ vertid }) => vertid), `seed ${seed}`);
  }
});

Deno.test("compile() refuses files of skins that are shorter or longer than they say, however much they say", () => {
  const { counts, bytes } = randomSkin(randomFrom(7));
  for (let length = 0; length < bytes.length; length++) {
    assert.throws(() => read(bytes.slice(0, length)), /too few bytes in file|is empty/, `${length} bytes`);
  }
  for (const more of [1, 4]) {
    const longer = new Uint8Array(bytes.length + more);
    longer.set(bytes);
    assert.throws(() => read(longer), /too many bytes in file/);
  }
  for (const at of counts) {
    for (const count of [0x7fffffff, 0x5fffffff, -1, -0x80000000]) {
      const wrong = bytes.slice();
      new DataView(wrong.buffer).setInt32(at, count, true);
      const expected = count < 0 ? /a count is too small/ : /too few bytes in file/;
      assert.throws(() => read(wrong), (error) => error instanceof MjcfError && expected.test(error.message), `${at}`);
    }
  }
});
