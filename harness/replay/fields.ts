/**
 * Information about fields beyond the engine's tables: which are state, which are results, and which part of each is in
 * use.
 */

import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS, DATA_OTHERS, type Stage } from "../../engine/types/data_fields.ts";
import { Joint, Solver } from "../../engine/types/enums.ts";
import {
  type Dtype,
  MODEL_FIELDS,
  MODEL_SIZES,
  OPTION_FIELDS,
  STATISTIC_FIELDS,
} from "../../engine/types/model_fields.ts";
import type { Origin } from "../../engine/types/origin.ts";
import type { Numbers, Readable } from "../engine.ts";

/** Shape of a single number. */
const ONE = { size: "", columns: 1 } as const;

/** A field according to the engine's tables. */
interface Row {
  readonly dtype: Dtype;
  /** the size that gives its number of rows; empty for a field without one */
  readonly size: string;
  /** elements in a row: a number or a size */
  readonly columns: number | string;
  /** the stage that writes it; undefined for fields of the model */
  readonly stage: Stage | undefined;
  readonly origin: Origin;
}

/** Every field of model and data, by its name in the harness. Data come last, because both have `plugin`. */
const ROWS: ReadonlyMap<string, Row> = listRows();

function listRows(): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const name of MODEL_SIZES) rows.set(name, { ...ONE, dtype: "i32", stage: undefined, origin: "counted" });
  for (const [name, [dtype, size, columns, origin]] of Object.entries(MODEL_FIELDS)) {
    rows.set(name, { dtype, size, columns, stage: undefined, origin });
  }
  for (const [owner, fields] of [["opt", OPTION_FIELDS], ["stat", STATISTIC_FIELDS]] as const) {
    for (const [name, [dtype, length, origin]] of Object.entries(fields)) {
      rows.set(`${owner}.${name}`, { dtype, size: "", columns: Math.max(1, length), stage: undefined, origin });
    }
  }
  for (const [name, [stage, origin]] of Object.entries(DATA_COUNTS)) {
    rows.set(name, { ...ONE, dtype: "i32", stage, origin });
  }
  for (const [name, [dtype, size, columns, stage, origin]] of Object.entries(DATA_FIELDS)) {
    rows.set(name, { dtype, size, columns, stage, origin });
  }
  for (const [name, [dtype, columns, origin]] of Object.entries(CONTACT_FIELDS)) {
    rows.set(`contact.${name}`, { dtype, size: "ncon", columns, stage: "collision", origin });
  }
  for (const [name, [dtype, stage, origin]] of Object.entries(DATA_OTHERS)) {
    rows.set(name, { ...ONE, dtype, stage, origin });
  }
  return rows;
}

/** Does a field belong to the data rather than to the model? */
export function isDataField(field: string): boolean {
  return ROWS.get(field)?.stage !== undefined && !field.startsWith("contact.");
}

/** The state that is set before each frame. */
export const STATE = [
  "time",
  "qpos",
  "qvel",
  "act",
  "history",
  "qacc_warmstart",
  "ctrl",
  "qfrc_applied",
  "xfrc_applied",
  "eq_active",
  "mocap_pos",
  "mocap_quat",
  "userdata",
] as const;

/** Fields compared after a step: everything that a step carries over to the next. */
export const NEXT = [
  "time",
  "qpos",
  "qvel",
  "act",
  "history",
  "qacc_warmstart",
  "tree_asleep",
  "solver_fwdinv",
  "warning",
] as const;

/** All results of `forward`, counts first. */
export const RESULTS: readonly string[] = [...ROWS].filter(([, { stage, origin }]) =>
  stage !== undefined && stage !== "state" && stage !== "integration" && !origin.startsWith("scratch: ")
).map(([name]) => name);

/** Results that are compared where a recipe names them: they have MuJoCo's values if only rays visit boxes. */
export const RESULTS_BY_NAME: readonly string[] = ["bvh_active"];

/** Results that are meaningless in a model without flexes. */
export const RESULTS_OF_FLEXES: readonly string[] = ["contact.flex", "contact.elem", "contact.vert"];

/** All compared fields of the compiled model, apart from sizes, options, and statistics. */
export const COMPILED: readonly string[] = Object.keys(MODEL_FIELDS);

/** Sizes of the model that are compared. */
export const COMPILED_SIZES: readonly string[] = MODEL_SIZES;

/** Options and statistics of the model, `opt.timestep`. */
export const COMPILED_SCALARS: readonly string[] = [
  ...Object.keys(OPTION_FIELDS).map((name) => `opt.${name}`),
  ...Object.keys(STATISTIC_FIELDS).map((name) => `stat.${name}`),
];

/** The part of the pipeline that writes a field of the data. */
export function stageOf(field: string): Stage {
  return ROWS.get(field)?.stage ?? "state";
}

/** Does a field hold integers? They are compared exactly. */
export function isIntegerField(field: string): boolean {
  return ROWS.get(field.replace(/^(next|state)\./, ""))?.dtype.startsWith("f") === false;
}

/** Is a field exact because of the origin of its values? Labels of next states and free runs follow their field. */
export function isExactField(label: string): boolean {
  const origin = ROWS.get(label.replace(/^(next\.|free )/, ""))?.origin;
  return origin === "copied" || origin === "counted";
}

/** Is this a label of something that is compared: a result, a next state, a free run, or a field of the model? */
export function isComparedField(label: string): boolean {
  if (/^(next\.|free )/.test(label)) return (NEXT as readonly string[]).includes(label.slice(5));
  return RESULTS.includes(label) || ROWS.has(label) && !isDataField(label) && !label.startsWith("contact.");
}

/** Are matrices that depend on the number of dofs stored sparse? */
function isSparse(sim: Readable): boolean {
  const jacobian = number(sim, "opt.jacobian");
  return jacobian === 1 || (jacobian === 2 && number(sim, "nv") >= 60);
}

function number(sim: Readable, field: string): number {
  return Number(sim.read(field) ?? 0);
}

function array(sim: Readable, field: string): Numbers {
  return sim.read(field) as Numbers;
}

/** One past the last element that compressed rows use. */
function endOfRows(sim: Readable, rownnz: string, rowadr: string): number {
  const nnz = array(sim, rownnz);
  const adr = array(sim, rowadr);
  let end = 0;
  for (let i = 0; i < nnz.length; i++) end = Math.max(end, adr[i] + nnz[i]);
  return end;
}

/** Number of elements at the start of a field of the data that are meaningful after the last computation. */
export function usedLength(sim: Readable, field: string, whole: number): number {
  switch (field) {
    case "body_awake_ind":
      return number(sim, "nbody_awake");
    case "parent_awake_ind":
      return number(sim, "nparent_awake");
    case "dof_awake_ind":
      return number(sim, "nv_awake");
    case "ten_J_rownnz":
    case "ten_J_rowadr":
      return isSparse(sim) ? whole : 0;
    case "ten_J_colind":
      return isSparse(sim) ? endOfRows(sim, "ten_J_rownnz", "ten_J_rowadr") : 0;
    case "ten_J":
      return isSparse(sim) ? endOfRows(sim, "ten_J_rownnz", "ten_J_rowadr") : whole;
    case "wrap_obj":
      return endOfRows(sim, "ten_wrapnum", "ten_wrapadr");
    case "wrap_xpos":
      return 3 * endOfRows(sim, "ten_wrapnum", "ten_wrapadr");
    case "moment_colind":
    case "actuator_moment":
      return endOfRows(sim, "moment_rownnz", "moment_rowadr");
    case "efc_J_rownnz":
    case "efc_J_rowadr":
      return isSparse(sim) ? number(sim, "nefc") : 0;
    case "efc_J":
      // dense storage has room for rows that were dropped because they were empty
      return isSparse(sim) ? ofRows(sim, "nJ") : number(sim, "nefc") * number(sim, "nv");
    case "efc_J_colind":
      return isSparse(sim) ? ofRows(sim, "nJ") : 0;
    case "efc_AR_rownnz":
    case "efc_AR_rowadr":
      return isSparse(sim) && number(sim, "nA") > 0 ? number(sim, "nefc") : 0;
    case "efc_AR":
      return ofRows(sim, "nA");
    case "efc_AR_colind":
      return isSparse(sim) ? ofRows(sim, "nA") : 0;
    // these do not exist without rows or islands
    case "tendon_efcadr":
      return number(sim, "nefc") > 0 ? whole : 0;
    case "tree_island":
    case "map_itree2tree":
    case "dof_island":
    case "map_dof2idof":
    case "map_idof2dof":
      return number(sim, "nisland") > 0 ? whole : 0;
    case "efc_island":
    case "map_efc2iefc":
    case "map_iefc2efc":
      return number(sim, "nisland") > 0 ? number(sim, "nefc") : 0;
    case "efc_state":
      // with islands, Newton and CG leave the state of the warmstart here
      return number(sim, "nisland") > 0 && number(sim, "opt.solver") !== Solver.PGS ? 0 : number(sim, "nefc");
    case "subtree_linvel":
    case "subtree_angmom":
      return number(sim, "flg_subtreevel") ? whole : 0;
    case "cacc":
    case "cfrc_int":
    case "cfrc_ext":
      return number(sim, "flg_rnepost") ? whole : 0;
    case "qfrc_inverse":
    case "solver_fwdinv":
      return whole;
  }
  const row = ROWS.get(field);
  if (row === undefined || !(row.size in DATA_COUNTS)) return whole;
  return number(sim, row.size) * Number(row.columns);
}

/** Nonzeros that rows have: where the arena had no room for the rows, only their number is known. */
function ofRows(sim: Readable, count: "nJ" | "nA"): number {
  return number(sim, "nefc") > 0 ? number(sim, count) : 0;
}

/** Kinds of objects that have names, by the size that counts them. */
const NAMED: Readonly<Record<string, readonly [kind: string, addresses: string]>> = {
  nbody: ["body", "name_bodyadr"],
  njnt: ["joint", "name_jntadr"],
  ngeom: ["geom", "name_geomadr"],
  nsite: ["site", "name_siteadr"],
  ncam: ["camera", "name_camadr"],
  nlight: ["light", "name_lightadr"],
  nflex: ["flex", "name_flexadr"],
  nmesh: ["mesh", "name_meshadr"],
  nhfield: ["hfield", "name_hfieldadr"],
  ntex: ["texture", "name_texadr"],
  nmat: ["material", "name_matadr"],
  npair: ["pair", "name_pairadr"],
  nexclude: ["exclude", "name_excludeadr"],
  neq: ["equality", "name_eqadr"],
  ntendon: ["tendon", "name_tendonadr"],
  nu: ["actuator", "name_actuatoradr"],
  nsensor: ["sensor", "name_sensoradr"],
  nkey: ["keyframe", "name_keyadr"],
};

/** Kinds of objects that often have no name, and their bodies. */
const ON_BODIES: Readonly<Record<string, string>> = {
  njnt: "jnt_bodyid",
  ngeom: "geom_bodyid",
  nsite: "site_bodyid",
  ncam: "cam_bodyid",
  nlight: "light_bodyid",
};

/** Sizes that are sums over objects or dofs, and the field with the address of each part, -1 if it has none. */
const PARTS: Readonly<Record<string, readonly [size: string, addresses: string]>> = {
  na: ["nu", "actuator_actadr"],
  nsensordata: ["nsensor", "sensor_adr"],
  nM: ["nv", "dof_Madr"],
  nC: ["nv", "M_rowadr"],
  nmeshvert: ["nmesh", "mesh_vertadr"],
  nmeshnormal: ["nmesh", "mesh_normaladr"],
  nmeshtexcoord: ["nmesh", "mesh_texcoordadr"],
  nmeshface: ["nmesh", "mesh_faceadr"],
  nmeshgraph: ["nmesh", "mesh_graphadr"],
  nmeshpoly: ["nmesh", "mesh_polyadr"],
  nflexvert: ["nflex", "flex_vertadr"],
  nflexedge: ["nflex", "flex_edgeadr"],
  nflexelem: ["nflex", "flex_elemadr"],
  nhfielddata: ["nhfield", "hfield_adr"],
  ntexdata: ["ntex", "tex_adr"],
};

/** Fields of the model that are needed to name elements. */
export const NAMING: readonly string[] = [
  "names",
  ...Object.values(NAMED).map(([, addresses]) => addresses),
  ...Object.values(ON_BODIES),
  ...Object.values(PARTS).map(([, addresses]) => addresses),
  "jnt_type",
  "jnt_dofadr",
  "jnt_qposadr",
  "eq_type",
];

/** Name of an object, or its number if it has none: `geom 'foot'`, `geom 3 of body 'leg'`. */
export function objectName(sim: Readable, size: string, id: number): string {
  const [kind] = NAMED[size] ?? [size];
  const name = nameOf(sim, size, id);
  if (name !== "") return `${kind} '${name}'`;
  const bodies = size in ON_BODIES ? sim.read(ON_BODIES[size]) : undefined;
  const body = ArrayBuffer.isView(bodies) && bodies[id] > 0 ? nameOf(sim, "nbody", bodies[id]) : "";
  return body === "" ? `${kind} ${id}` : `${kind} ${id} of body '${body}'`;
}

function nameOf(sim: Readable, size: string, id: number): string {
  const names = sim.read("names");
  const adr = size in NAMED ? sim.read(NAMED[size][1]) : undefined;
  if (!ArrayBuffer.isView(names) || !ArrayBuffer.isView(adr) || adr[id] === undefined) return "";
  const bytes: number[] = [];
  for (let at = adr[id]; names[at]; at++) bytes.push(names[at]);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const JOINT_NAMES = Object.fromEntries(Object.entries(Joint).map(([name, value]) => [value, name.toLowerCase()]));

/** The object of an element of a field: `body 'foot'`, `dof 2 of hinge joint 'knee'`; empty if there is none. */
export function elementOwner(sim: Readable, field: string, index: number): string {
  const { size, width } = shapeOf(sim, field);
  return partOwner(sim, size, Math.floor(index / width));
}

/** The size that counts the rows of a field, empty if there is none, and the number of elements in a row. */
export function shapeOf(sim: Readable, field: string): { readonly size: string; readonly width: number } {
  const { size, columns } = ROWS.get(field) ?? ONE;
  const width = String(columns).split("*").reduce((product, it) => product * (Number(it) || number(sim, it)), 1);
  return { size, width: Math.max(1, width) };
}

function partOwner(sim: Readable, size: string, id: number): string {
  if (size in NAMED) return objectName(sim, size, id);
  if (size === "nv" || size === "nq") return jointOwner(sim, size, id);
  if (!(size in PARTS)) return "";
  const [owners, field] = PARTS[size];
  const addresses = sim.read(field);
  if (!ArrayBuffer.isView(addresses)) return "";
  let owner = -1;
  for (let i = 0; i < addresses.length; i++) {
    if (addresses[i] >= 0 && addresses[i] <= id) owner = i;
  }
  return owner < 0 ? "" : partOwner(sim, owners, owner);
}

function jointOwner(sim: Readable, size: "nv" | "nq", index: number): string {
  const addresses = sim.read(size === "nv" ? "jnt_dofadr" : "jnt_qposadr");
  const types = sim.read("jnt_type");
  if (!ArrayBuffer.isView(addresses) || !ArrayBuffer.isView(types)) return "";
  let joint = -1;
  while (joint + 1 < addresses.length && addresses[joint + 1] <= index) joint++;
  if (joint < 0) return "";
  return `${JOINT_NAMES[types[joint]] ?? ""} ${objectName(sim, "njnt", joint)}`.trim();
}
