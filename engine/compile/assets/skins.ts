/** Skins: bones and vertex weights. */

import { normalizeVec } from "../../math/normalize.ts";
import { MINVAL } from "../../types/constants.ts";
import { Obj } from "../../types/enums.ts";
import type { SkinBone, SkinSpec, Spec } from "../../types/spec.ts";
import { readAsset } from "../../mjcf/include.ts";
import { extension } from "../../mjcf/paths.ts";
import { fail } from "../fail.ts";
import type { Lookup } from "../lookup.ts";

/** Checks a skin, finds its bones and normalizes its weights. */
export function compileSkin(spec: Spec, skin: SkinSpec, lookup: Lookup): void {
  if (skin.file !== "") loadSkin(spec, skin);
  const wrong = (what: string) => fail("skin", skin, what);
  const { vertex, texcoord, face, bones } = skin;
  if (vertex.length === 0 || face.length === 0 || bones.length === 0) {
    throw wrong("it needs vertices, faces and bones");
  }
  if (vertex.length % 3) throw wrong("vertex needs three numbers per vertex");
  if (texcoord.length > 0 && texcoord.length !== 2 * vertex.length / 3) {
    throw wrong("texcoord needs two numbers per vertex");
  }
  if (face.length % 3) throw wrong("face needs three numbers per face");
  resolveBones(skin, lookup);
  normalizeWeights(skin);
}

/** Finds the bodies of a skin's bones. */
export function resolveBones(skin: SkinSpec, lookup: Lookup): void {
  for (const bone of skin.bones) {
    const body = lookup.find(Obj.BODY, bone.body);
    if (body === undefined) throw fail("skin", skin, `unknown body '${bone.body}'`);
    bone.bodyid = body.id;
  }
}

function normalizeWeights(skin: SkinSpec): void {
  const nvert = skin.vertex.length / 3;
  const total = new Float32Array(nvert);
  for (const { vertid, vertweight } of skin.bones) {
    if (vertid.length === 0 || vertid.length !== vertweight.length) {
      throw fail("skin", skin, "vertid and vertweight need the same number of entries, at least one");
    }
    vertid.forEach((vertex, j) => {
      if (vertex < 0 || vertex >= nvert) throw fail("skin", skin, `vertid ${vertex} does not exist`);
      total[vertex] += vertweight[j];
    });
  }
  total.forEach((weight, i) => {
    if (weight <= MINVAL) throw fail("skin", skin, `vertex ${i} needs a positive total weight`);
  });
  for (const bone of skin.bones) {
    bone.vertweight = bone.vertweight.map((weight, j) => Math.fround(weight / total[bone.vertid[j]]));
    normalizeVec(bone.bindquat, 0, 4);
    bone.bindquat = bone.bindquat.map(Math.fround);
  }
}

const NAME_LENGTH = 40;

/** Reads a binary skin: counts, vertices, texture coordinates, faces, then bones. */
function loadSkin(spec: Spec, skin: SkinSpec): void {
  const wrong = (what: string) => fail("skin", skin, `${what} in file '${skin.file}'`, "file");
  if (skin.vertex.length + skin.texcoord.length + skin.face.length + skin.bones.length > 0) {
    throw fail("skin", skin, "give either data or a file, not both", "file");
  }
  if (extension(skin.file) !== ".skn") throw fail("skin", skin, `unknown type of file '${skin.file}'`, "file");
  const { compiler } = skin;
  const { bytes } = readAsset(
    spec.read,
    spec.compiler,
    skin.modelfiledir,
    compiler.meshdir,
    skin.file,
    (what) => fail("skin", skin, what, "file"),
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const numbers = (n: number, read: (at: number, littleEndian: boolean) => number) => {
    if (at + 4 * n > view.byteLength) throw wrong("too few bytes");
    const first = at;
    at += 4 * n;
    return Array.from({ length: n }, (_, i) => read.call(view, first + 4 * i, true));
  };
  const ints = (n: number) => numbers(n, view.getInt32);
  const floats = (n: number) => Float64Array.from(numbers(n, view.getFloat32));
  const count = (least: number) => {
    const [value] = ints(1);
    if (value < least) throw wrong("a count is too small");
    return value;
  };
  const [nvert, ntexcoord, nface, nbone] = [count(0), count(0), count(0), count(0)];
  skin.vertex = floats(3 * nvert);
  skin.texcoord = floats(2 * ntexcoord);
  skin.face = ints(3 * nface);
  for (let i = 0; i < nbone; i++) {
    const name = bytes.subarray(at, at + NAME_LENGTH - 1);
    at += NAME_LENGTH;
    const end = name.indexOf(0);
    const bone: SkinBone = {
      body: new TextDecoder().decode(end < 0 ? name : name.subarray(0, end)),
      bindpos: floats(3),
      bindquat: floats(4),
      vertid: [],
      vertweight: new Float64Array(),
      bodyid: -1,
    };
    const n = count(1);
    bone.vertid = ints(n);
    bone.vertweight = floats(n);
    skin.bones.push(bone);
  }
  if (at !== view.byteLength) throw wrong("too many bytes");
}
