/** Skins: they have no effect on the physics, but a model carries them. */

import { normalizeVec } from "../math/normalize.ts";
import { MINVAL } from "../types/constants.ts";
import { MjcfError } from "../types/errors.ts";
import type { AssetFile } from "./mesh/types.ts";

/** One bone of a skin. */
export interface SkinBone {
  /** name of the body it follows */
  body: string;
  bindpos: ArrayLike<number>;
  bindquat: ArrayLike<number>;
  vertid: Int32Array;
  vertweight: Float32Array;
}

/** One `<skin>` before compilation; with a file, everything else comes from there. */
export interface SkinSpec {
  /** name, for messages */
  name: string;
  file?: AssetFile;
  vertex: Float32Array;
  texcoord: Float32Array;
  face: Int32Array;
  bones: SkinBone[];
}

/** A checked skin with unit orientations, and weights that add up to 1 at each vertex. */
export interface CompiledSkin {
  vert: Float32Array;
  texcoord: Float32Array;
  face: Int32Array;
  /** bodies of the bones, by name */
  body: string[];
  bindpos: Float32Array;
  bindquat: Float32Array;
  /** number of vertices of each bone */
  vertnum: Int32Array;
  /** vertices of the bones, one bone after the other, and their weights */
  vertid: Int32Array;
  vertweight: Float32Array;
}

/** Reads and checks a skin. */
export function compileSkin(spec: SkinSpec): CompiledSkin {
  const refuse = (what: string) => new MjcfError(`skin '${spec.name}': ${what}`);
  if (spec.file) {
    const { vertex, texcoord, face, bones } = spec;
    if (vertex.length + texcoord.length + face.length + bones.length > 0) {
      throw refuse("data are given in the file and in the document");
    }
    if (!spec.file.name.toLowerCase().endsWith(".skn")) throw refuse(`cannot be read from '${spec.file.name}'`);
  }
  const { vertex, texcoord, face, bones } = spec.file ? readSkn(spec.file) : spec;
  if (vertex.length === 0 || face.length === 0 || bones.length === 0) throw refuse("needs vertices, faces and bones");
  if (vertex.length % 3) throw refuse(`vertices need 3 coordinates each, got ${vertex.length}`);
  if (texcoord.length > 0 && 3 * texcoord.length !== 2 * vertex.length) {
    throw refuse(`${vertex.length / 3} vertices, but ${texcoord.length} texture coordinates`);
  }
  if (face.length % 3) throw refuse(`faces need 3 vertices each, got ${face.length}`);
  return {
    vert: vertex,
    texcoord,
    face,
    body: bones.map(({ body }) => body),
    bindpos: Float32Array.from(bones.flatMap(({ bindpos }) => Array.from(bindpos))),
    bindquat: unitQuats(bones),
    vertnum: Int32Array.from(bones, ({ vertid }) => vertid.length),
    vertid: Int32Array.from(bones.flatMap(({ vertid }) => Array.from(vertid))),
    vertweight: unitWeights(bones, vertex.length / 3, refuse),
  };
}

function unitQuats(bones: SkinBone[]): Float32Array {
  const quats = new Float32Array(4 * bones.length);
  for (let i = 0; i < bones.length; i++) {
    const quat = Float64Array.from(Float32Array.from(bones[i].bindquat));
    normalizeVec(quat, 0, 4);
    quats.set(quat, 4 * i);
  }
  return quats;
}

function unitWeights(bones: SkinBone[], count: number, refuse: (what: string) => MjcfError): Float32Array {
  const total = new Float32Array(count);
  let size = 0;
  for (const { body, vertid, vertweight } of bones) {
    if (vertid.length === 0 || vertid.length !== vertweight.length) {
      throw refuse(`bone '${body}' has ${vertid.length} vertices and ${vertweight.length} weights`);
    }
    for (let j = 0; j < vertid.length; j++) {
      if (vertid[j] < 0 || vertid[j] >= count) throw refuse(`bone '${body}' has vertex ${vertid[j]} of ${count}`);
      total[vertid[j]] += vertweight[j];
    }
    size += vertid.length;
  }
  for (let i = 0; i < count; i++) {
    if (total[i] <= MINVAL) throw refuse(`weights of vertex ${i} add up to ${total[i]}`);
  }
  const weights = new Float32Array(size);
  let adr = 0;
  for (const { vertid, vertweight } of bones) {
    for (let j = 0; j < vertid.length; j++) weights[adr++] = vertweight[j] / total[vertid[j]];
  }
  return weights;
}

/** Reads a binary skin: four counts, vertices, texture coordinates, faces, then the bones. */
function readSkn({ name, bytes }: AssetFile): Pick<SkinSpec, "vertex" | "texcoord" | "face" | "bones"> {
  const refuse = (what: string) => new MjcfError(`file '${name}': ${what}`);
  if (bytes.length < 16) throw refuse(`a skin begins with 16 bytes, got ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const need = (count: number, what: string) => {
    if (bytes.length - at < 4 * count) throw refuse(`ends within ${what}`);
  };
  const int = () => view.getInt32((at += 4) - 4, true);
  const ints = (count: number) => Int32Array.from({ length: count }, int);
  const floats = (count: number) => Float32Array.from({ length: count }, () => view.getFloat32((at += 4) - 4, true));

  const [verts, texcoords, faces, count] = [int(), int(), int(), int()];
  if (verts < 0 || texcoords < 0 || faces < 0 || count < 0) throw refuse("has negative counts");
  need(3 * verts + 2 * texcoords + 3 * faces, "its vertices and faces");
  const vertex = floats(3 * verts);
  const texcoord = floats(2 * texcoords);
  const face = ints(3 * faces);
  const bones: SkinBone[] = [];
  for (let i = 0; i < count; i++) {
    need(18, `bone ${i}`);
    const text = new TextDecoder().decode(bytes.subarray(at, at + 39));
    at += 40;
    const end = text.indexOf("\0");
    const body = end < 0 ? text : text.slice(0, end);
    const bindpos = floats(3);
    const bindquat = floats(4);
    const size = int();
    if (size < 1) throw refuse(`bone ${i} has ${size} vertices`);
    need(2 * size, `bone ${i}`);
    bones.push({ body, bindpos, bindquat, vertid: ints(size), vertweight: floats(size) });
  }
  if (at !== bytes.length) throw refuse(`has ${bytes.length - at} bytes too many`);
  return { vertex, texcoord, face, bones };
}
