/** Meshes. */

import { MeshBuiltin, MeshInertia } from "../../types/enums.ts";
import * as K from "../keywords.ts";
import { ANY, bool, floats, int, ints, keyword, reals, type RecordOf, text } from "./attribute.ts";
import { NAMED } from "./shared.ts";

/** Attributes of a mesh, in classes too. */
export const MESH_DEFAULT = {
  scale: reals(3, [1, 1, 1]),
  maxhullvert: int(-1),
  inertia: keyword(K.MESH_INERTIA, MeshInertia.LEGACY),
};

/** The attributes that a record of a mesh holds. */
export const MESH = {
  ...MESH_DEFAULT,
  content_type: text(""),
  file: text(""),
  vertex: floats(ANY, []),
  normal: floats(ANY, []),
  texcoord: floats(ANY, []),
  face: ints(ANY, []),
  refpos: reals(3, [0, 0, 0]),
  refquat: reals(4, [1, 0, 0, 0]),
  smoothnormal: bool(0),
  builtin: keyword(K.MESH_BUILTIN, MeshBuiltin.NONE),
  params: reals(ANY, []),
  material: text(""),
};

/** The values of a record's attributes. */
export type MeshAttributes = RecordOf<typeof MESH>;

/** The grammar of `<mesh>`. */
export const MESH_ELEMENT = { ...NAMED, ...MESH };
