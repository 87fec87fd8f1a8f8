/** The kinds of objects that have names, and which fields belong to an object of each kind. */

import { Obj } from "../types/enums.ts";
import type { ModelField, ModelSize } from "../types/model_fields.ts";

/** Fields that have several rows for each object, or none: where they begin, and how many there are. */
export interface NamedPart {
  /** size that counts the rows of the fields */
  readonly size: ModelSize;
  /** prefix that the names of fields lose */
  readonly prefix: string;
  /** field with the first row of each object; negative: it has none */
  readonly first: ModelField;
  /** field with the number of rows of each object, or the rule that gives it */
  readonly count: ModelField | "one" | "positions" | "dofs";
}

/** A kind of objects. */
export interface NamedKind {
  /** value of `Obj` */
  readonly type: number;
  /** size that counts the objects */
  readonly size: ModelSize;
  /** prefixes that the names of fields lose */
  readonly prefixes: readonly string[];
  /** fields with several rows for each object */
  readonly parts?: readonly NamedPart[];
}

/** The kinds, by the name of the method that finds an object. Fields of objects themselves come before those of parts. */
export const KINDS = {
  body: {
    type: Obj.BODY,
    size: "nbody",
    prefixes: ["body_"],
    parts: [{ size: "nmocap", prefix: "", first: "body_mocapid", count: "one" }],
  },
  joint: {
    type: Obj.JOINT,
    size: "njnt",
    prefixes: ["jnt_"],
    parts: [
      { size: "nq", prefix: "", first: "jnt_qposadr", count: "positions" },
      { size: "nv", prefix: "dof_", first: "jnt_dofadr", count: "dofs" },
    ],
  },
  geom: { type: Obj.GEOM, size: "ngeom", prefixes: ["geom_"] },
  site: { type: Obj.SITE, size: "nsite", prefixes: ["site_"] },
  camera: { type: Obj.CAMERA, size: "ncam", prefixes: ["cam_"] },
  light: { type: Obj.LIGHT, size: "nlight", prefixes: ["light_"] },
  flex: { type: Obj.FLEX, size: "nflex", prefixes: ["flex_"] },
  mesh: { type: Obj.MESH, size: "nmesh", prefixes: ["mesh_"] },
  skin: { type: Obj.SKIN, size: "nskin", prefixes: ["skin_"] },
  hfield: { type: Obj.HFIELD, size: "nhfield", prefixes: ["hfield_"] },
  texture: { type: Obj.TEXTURE, size: "ntex", prefixes: ["tex_"] },
  material: { type: Obj.MATERIAL, size: "nmat", prefixes: ["mat_"] },
  pair: { type: Obj.PAIR, size: "npair", prefixes: ["pair_"] },
  exclude: { type: Obj.EXCLUDE, size: "nexclude", prefixes: ["exclude_"] },
  equality: { type: Obj.EQUALITY, size: "neq", prefixes: ["eq_"] },
  tendon: { type: Obj.TENDON, size: "ntendon", prefixes: ["tendon_", "ten_"] },
  actuator: {
    type: Obj.ACTUATOR,
    size: "nu",
    prefixes: ["actuator_"],
    parts: [{ size: "na", prefix: "", first: "actuator_actadr", count: "actuator_actnum" }],
  },
  sensor: {
    type: Obj.SENSOR,
    size: "nsensor",
    prefixes: ["sensor_"],
    parts: [{ size: "nsensordata", prefix: "sensor", first: "sensor_adr", count: "sensor_dim" }],
  },
  numeric: {
    type: Obj.NUMERIC,
    size: "nnumeric",
    prefixes: ["numeric_"],
    parts: [{ size: "nnumericdata", prefix: "numeric_", first: "numeric_adr", count: "numeric_size" }],
  },
  key: { type: Obj.KEY, size: "nkey", prefixes: ["key_"] },
} as const satisfies Record<string, NamedKind>;

/** Name of a kind. */
export type ObjectKind = keyof typeof KINDS;
