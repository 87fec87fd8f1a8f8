/** Checks that the arrays of a model and of data satisfy the assumptions of the stages. */

import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS, type DataField } from "./types/data_fields.ts";
import type { Data } from "./data.ts";
import { Eq, Joint, Obj, Sensor } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { emptyArray } from "./types/layout.ts";
import {
  type ArrayOf,
  type Dtype,
  MODEL_FIELDS,
  MODEL_SIZES,
  type ModelField,
  type ModelSize,
  OPTION_FIELDS,
} from "./types/model_fields.ts";
import { MODEL_KINDS, MODEL_RULES, MODEL_SPANS, type Rule } from "./types/model_rules.ts";

/** An error about an invalid field of a model or of data. */
export class ValidationError extends Error {
  /** name of the class */
  override name = "ValidationError";
  /** the field, such as `dof_parentid`, `opt.timestep` or `contact.geom` */
  readonly field: string;
  /** the element; -1 if the field as a whole is invalid */
  readonly index: number;

  /** Makes an error that names the field, the element, and the rule. */
  constructor(field: string, index: number, rule: string) {
    super(index < 0 ? `${field} ${rule}` : `${field}[${index}] ${rule}`);
    this.field = field;
    this.index = index;
  }
}

type Numbers = ArrayLike<number>;

// listed when they are first needed, and once: a model is often checked again and again
let shapes: ReturnType<typeof listShapes> | undefined;

function listShapes() {
  return {
    model: shapesOf<ModelField>(MODEL_FIELDS),
    data: shapesOf<DataField>(DATA_FIELDS),
    contact: Object.entries(CONTACT_FIELDS).map(([field, [dtype, columns]]) =>
      shapeOf(field as keyof typeof CONTACT_FIELDS, [dtype, "ncon", columns])
    ),
  };
}

const RULES = Object.entries(MODEL_RULES) as [ModelField, Rule][];

/**
 * Checks a model and its data: sizes match the arrays, ids, addresses, and values of enums exist, parents come before
 * their children, and numbers are not NaN. Models made by `compile` pass. Nothing else checks writes to a model: a step
 * of an invalid model may never end. Throws a {@link ValidationError} that names the first invalid field and element.
 *
 * @example A dof that is its own parent
 * ```ts
 * import { compile, Data, validate, ValidationError } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>`);
 * const data = new Data(model);
 * validate(model, data);
 *
 * model.dof_parentid[0] = 0;
 * assert.throws(() => validate(model, data), /dof_parentid\[0\] must be below 0 or -1, got 0/);
 * ```
 */
export function validate(model: Model, data?: Data): void {
  checkModelShapes(model);
  checkOptions(model);
  for (const [field, rule] of RULES) checkRule(model, field, rule);
  for (const [first, count, size] of MODEL_SPANS) checkSpan(model, first, count, size);
  for (const [id, column, kind, sizes, optional] of MODEL_KINDS) {
    checkKind(model, id, column, kind, sizes, optional);
  }
  checkAll("plugin", model.plugin, 0, model.plugins.length - 1);
  checkFields(model);
  checkStructure(model);
  checkNumbers(model);
  if (data !== undefined) checkData(model, data);
}

function fail(field: string, index: number, rule: string, got: unknown): never {
  throw new ValidationError(field, index, `must be ${rule}, got ${got}`);
}

/** Geoms have plugins that are signed distance fields. */
function checkFields({ geom_plugin, plugin, plugins }: Model): void {
  geom_plugin.forEach((instance, geom) => {
    if (instance < 0 || plugins[plugin[instance]].sdf !== undefined) return;
    fail("geom_plugin", geom, "an instance of a plugin for signed distance fields", instance);
  });
}

function isCount(x: unknown): boolean {
  return Number.isInteger(x) && Number(x) >= 0 && Number(x) <= 2147483647;
}

/** Sizes are numbers, and arrays have matching lengths. */
function checkModelShapes(m: Model): void {
  for (const size of MODEL_SIZES) {
    if (size === "njmax" || size === "nconmax") continue;
    if (!isCount(m[size])) fail(size, -1, "a nonnegative integer", m[size]);
  }
  const sizes = m as unknown as Sizes;
  shapes ??= listShapes();
  for (const shape of shapes.model) checkLength(shape.field, shape, sizes, sizes, m[shape.field]);
}

type Sizes = Readonly<Record<string, number>>;

type Row = readonly [dtype: Dtype, rows: string, columns: number | string, ...rest: string[]];

/** What the array of a field has to be. */
interface Shape<Field extends string> {
  readonly field: Field;
  readonly type: ArrayOf<Dtype>["constructor"];
  /** the size that gives its number of rows */
  readonly rows: string;
  /** its number of columns: a factor, or a factor times this size */
  readonly factor: number;
  readonly size: string | undefined;
}

function shapesOf<Field extends string>(fields: Readonly<Record<Field, Row>>): Shape<Field>[] {
  return (Object.entries(fields) as [Field, Row][]).map(([field, row]) => shapeOf(field, row));
}

function shapeOf<Field extends string>(field: Field, [dtype, rows, columns]: Row): Shape<Field> {
  const type = emptyArray(dtype).constructor;
  if (typeof columns === "number") return { field, type, rows, factor: columns, size: undefined };
  const [size, factor = "1"] = columns.split("*");
  return { field, type, rows, factor: Number(factor), size };
}

/** Compares a field with its shape; sizes of which there is room for more or less are in `room`. */
function checkLength(
  field: string,
  { type, rows, factor, size }: Shape<string>,
  sizes: Sizes,
  room: Sizes,
  array: unknown,
): void {
  // an array of another realm has a constructor of its own, of the same name
  if (!ArrayBuffer.isView(array) || (array.constructor !== type && array.constructor.name !== type.name)) {
    fail(field, -1, `a ${type.name}`, array?.constructor?.name ?? array);
  }
  const columns = size === undefined ? factor : factor * sizes[size];
  const length = columns * (room[rows] ?? sizes[rows]);
  const { length: got } = array as unknown as Numbers;
  if (got !== length) fail(field, -1, `as long as ${rows} says, which is ${length}`, got);
}

const OPTION_LIMITS: Readonly<Record<string, number>> = { integrator: 3, cone: 1, jacobian: 2, solver: 2 };

function checkOptions({ opt }: Model): void {
  for (const [name, [dtype, length]] of Object.entries(OPTION_FIELDS)) {
    const value = opt[name as keyof typeof opt];
    const field = `opt.${name}`;
    if (length > 0) {
      const vector = value as Float64Array;
      if (vector?.length !== length) fail(field, -1, `of length ${length}`, vector?.length);
      for (let k = 0; k < length; k++) if (!Number.isFinite(vector[k])) fail(field, k, "finite", vector[k]);
    } else if (dtype === "f64") {
      if (!Number.isFinite(value)) fail(field, -1, "finite", value);
    } else if (name in OPTION_LIMITS) {
      if (!isCount(value) || Number(value) > OPTION_LIMITS[name]) {
        fail(field, -1, `from 0 to ${OPTION_LIMITS[name]}`, value);
      }
    } else if (!Number.isInteger(value)) fail(field, -1, "an integer", value);
  }
}

function checkRule(m: Model, field: ModelField, rule: Rule): void {
  const array = m[field];
  switch (rule[0]) {
    case "id":
      return checkAll(field, array, 0, m[rule[1]] - 1);
    case "id or none":
      return checkAll(field, array, -1, m[rule[1]] - 1);
    case "number":
      return checkAll(field, array, rule[1], rule[2]);
    case "value":
      return checkValues(field, array, new Set(Object.values(rule[1])));
    case "before":
      return array.forEach((x, i) => {
        if (i === 0 ? x !== 0 : !(x >= 0 && x < i)) fail(field, i, i === 0 ? "0" : `at least 0 and below ${i}`, x);
      });
    case "before or none":
      return array.forEach((x, i) => {
        if (!(x >= -1 && x < i)) fail(field, i, `below ${i} or -1`, x);
      });
    case "up to":
      return array.forEach((x, i) => {
        if (!(x >= 0 && x <= i)) fail(field, i, `from 0 to ${i}`, x);
      });
  }
}

function checkValues(field: ModelField, array: Numbers, values: ReadonlySet<number>): void {
  for (let i = 0; i < array.length; i++) if (!values.has(array[i])) fail(field, i, "a value of its enum", array[i]);
}

function checkAll(field: ModelField, array: Numbers, low: number, high: number): void {
  checkRange(field, array, 0, array.length, low, high);
}

/** Elements from `start` up to `end` are whole numbers from `low` to `high`. */
function checkRange(field: string, array: Numbers, start: number, end: number, low: number, high: number): void {
  const i = firstOutside(array, start, end, low, high);
  if (i >= end) return;
  const rule = high === low - 1 ? "that of something that exists" : `from ${low} to ${high}`;
  fail(field, i, rule, array[i]);
}

// a loop of its own, because large models have millions of elements
function firstOutside(array: Numbers, start: number, end: number, low: number, high: number): number {
  let i = start;
  while (i < end && array[i] >= low && array[i] <= high) i++;
  return i;
}

function checkSpan(m: Model, first: ModelField, count: ModelField | number, size: ModelSize): void {
  const begins = m[first];
  for (let i = 0; i < begins.length; i++) {
    const n = typeof count === "number" ? count : m[count][i];
    if (typeof count !== "number" && n < 0) fail(count, i, "at least 0", n);
    if (n > 0 && !(begins[i] >= 0 && begins[i] + n <= m[size])) {
      fail(first, i, `the first of ${n} rows of ${m[size]} (${size})`, begins[i]);
    }
  }
}

function checkKind(
  m: Model,
  id: ModelField,
  column: number,
  kind: ModelField,
  sizes: Readonly<Record<number, ModelSize>>,
  optional: boolean,
): void {
  const kinds = m[kind];
  const columns = Number(MODEL_FIELDS[id][2]);
  for (let row = 0; row < kinds.length; row++) {
    const size = sizes[kinds[row]];
    if (size === undefined) continue;
    const i = columns * row + column;
    const low = optional ? -1 : 0;
    const x = m[id][i];
    if (!(x >= low && x < m[size])) fail(id, i, `at least ${low} and below ${size}, ${m[size]}`, x);
  }
}

const POSITIONS = [7, 4, 1, 1];
const VELOCITIES = [6, 3, 1, 1];

/** Consistency of several fields. */
function checkStructure(m: Model): void {
  checkJoints(m);
  checkBodies(m);
  checkTrees(m);
  checkEqualities(m);
  checkSensors(m);
  checkFlexes(m);
  checkMeshes(m);
  checkHistories(m);
  for (let i = 0; i < m.nv; i++) {
    const last = m.M_rowadr[i] + m.M_rownnz[i] - 1;
    if (m.M_rownnz[i] < 1 || m.M_colind[last] !== i) {
      fail("M_rownnz", i, "a row that ends on the diagonal", m.M_rownnz[i]);
    }
    if (m.D_diag[i] < 0 || m.D_diag[i] >= m.D_rownnz[i]) fail("D_diag", i, "in its row", m.D_diag[i]);
  }
  for (let i = 0; i < m.nhfield; i++) {
    const length = m.hfield_nrow[i] * m.hfield_ncol[i];
    if (m.hfield_adr[i] < 0 || m.hfield_adr[i] + length > m.nhfielddata) {
      fail("hfield_adr", i, `the first of ${length} elevations of ${m.nhfielddata}`, m.hfield_adr[i]);
    }
  }
}

/** Joints and dofs are in the order of the bodies. */
function checkJoints(m: Model): void {
  let q = 0;
  let v = 0;
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j];
    if (m.jnt_qposadr[j] !== q) fail("jnt_qposadr", j, `${q}`, m.jnt_qposadr[j]);
    if (m.jnt_dofadr[j] !== v) fail("jnt_dofadr", j, `${v}`, m.jnt_dofadr[j]);
    if (type === Joint.FREE && m.body_jntnum[m.jnt_bodyid[j]] !== 1) {
      fail("jnt_type", j, "the only joint of its body", type);
    }
    for (let k = 0; k < VELOCITIES[type]; k++) {
      if (m.dof_jntid[v + k] !== j) fail("dof_jntid", v + k, `${j}`, m.dof_jntid[v + k]);
      if (m.dof_bodyid[v + k] !== m.jnt_bodyid[j]) fail("dof_bodyid", v + k, `${m.jnt_bodyid[j]}`, m.dof_bodyid[v + k]);
    }
    q += POSITIONS[type];
    v += VELOCITIES[type];
  }
  if (q !== m.nq) fail("nq", -1, `${q}, as joints need`, m.nq);
  if (v !== m.nv) fail("nv", -1, `${v}, as joints need`, m.nv);
}

/** Bodies have their joints, dofs, geoms, and trees; hierarchies of boxes lead downward. */
function checkBodies(m: Model): void {
  for (
    const [adr, num, owner] of [
      ["body_jntadr", "body_jntnum", "jnt_bodyid"],
      ["body_dofadr", "body_dofnum", "dof_bodyid"],
      ["body_geomadr", "body_geomnum", "geom_bodyid"],
    ] as const
  ) {
    let total = 0;
    for (let b = 0; b < m.nbody; b++) {
      for (let k = m[adr][b]; k < m[adr][b] + m[num][b]; k++) {
        if (m[owner][k] !== b) fail(owner, k, `${b}, of which it is`, m[owner][k]);
      }
      total += m[num][b];
    }
    if (total !== m[owner].length) fail(num, -1, `${m[owner].length} in all`, total);
  }
  for (let b = 0; b < m.nbody; b++) checkBoxes(m, "body_bvhadr", b, m.body_bvhadr[b], m.body_bvhnum[b], m.ngeom);
  for (let f = 0; f < m.nflex; f++) {
    checkBoxes(m, "flex_bvhadr", f, m.flex_bvhadr[f], m.flex_bvhnum[f], m.flex_elemnum[f]);
  }
  for (let i = 0; i < m.nmesh; i++) {
    checkBoxes(m, "mesh_bvhadr", i, m.mesh_bvhadr[i], m.mesh_bvhnum[i], m.mesh_facenum[i]);
  }
  if (m.nbvhstatic + m.nbvhdynamic !== m.nbvh) fail("nbvhstatic", -1, `${m.nbvh - m.nbvhdynamic}`, m.nbvhstatic);
}

/** Bodies that move together are in one tree. */
function checkTrees(m: Model): void {
  for (let b = 0; b < m.nbody; b++) {
    const { [m.body_weldid[b]]: tree } = m.body_treeid;
    if (m.body_treeid[b] !== tree) {
      fail("body_treeid", b, `${tree}, that of the body that it is welded to`, m.body_treeid[b]);
    }
  }
  if (m.body_treeid[0] !== -1) fail("body_treeid", 0, "-1", m.body_treeid[0]);
  for (let i = 0; i < m.nv; i++) {
    const tree = m.body_treeid[m.dof_bodyid[i]];
    if (m.dof_treeid[i] !== tree) fail("dof_treeid", i, `${tree}, that of its body`, m.dof_treeid[i]);
    if (m.dof_parentid[i] >= 0 && m.dof_treeid[m.dof_parentid[i]] !== tree) {
      fail("dof_treeid", i, `${m.dof_treeid[m.dof_parentid[i]]}, that of its parent`, tree);
    }
    if (!(i >= m.tree_dofadr[tree] && i < m.tree_dofadr[tree] + m.tree_dofnum[tree])) {
      fail(
        "tree_dofadr",
        tree,
        `the first dof of the tree, with ${i} among ${m.tree_dofnum[tree]}`,
        m.tree_dofadr[tree],
      );
    }
  }
}

const FRAMES = new Set<number>([Obj.BODY, Obj.XBODY, Obj.GEOM, Obj.SITE, Obj.CAMERA]);

/** Frame sensors have an object with a frame, and a reference with a frame or the world. */
function checkSensors(m: Model): void {
  for (let i = 0; i < m.nsensor; i++) {
    const type = m.sensor_type[i];
    if (type >= Sensor.GEOMDIST && type <= Sensor.GEOMFROMTO) {
      for (const [kind, id] of [["sensor_objtype", "sensor_objid"], ["sensor_reftype", "sensor_refid"]] as const) {
        const isBody = m[kind][i] === Obj.BODY;
        if (!isBody && m[kind][i] !== Obj.GEOM) fail(kind, i, "that of a body or a geom", m[kind][i]);
        checkBelow(id, i, m[id][i], isBody ? m.nbody : m.ngeom);
      }
    }
    if (type < Sensor.FRAMEPOS || type > Sensor.FRAMEANGACC) continue;
    const hasReference = m.sensor_refid[i] !== -1;
    if (!FRAMES.has(m.sensor_objtype[i])) {
      fail("sensor_objtype", i, "that of something with a frame", m.sensor_objtype[i]);
    }
    if (hasReference && !FRAMES.has(m.sensor_reftype[i])) {
      fail("sensor_reftype", i, "that of something with a frame", m.sensor_reftype[i]);
    }
  }
}

function checkBoxes(m: Model, owner: string, id: number, root: number, count: number, leaves: number): void {
  if (count > 0 && root < 0) fail(owner, id, "the root of its boxes", root);
  const { bvh_child, bvh_nodeid } = m;
  for (let node = 0; node < count; node++) {
    const i = 2 * (root + node);
    const left = bvh_child[i];
    const right = bvh_child[i + 1];
    if (left === -1 && right === -1) checkBelow("bvh_nodeid", i / 2, bvh_nodeid[i / 2], leaves);
    else if (!isChild(left, node, count)) fail("bvh_child", i, `-1, or above ${node} and below ${count}`, left);
    else if (!isChild(right, node, count)) fail("bvh_child", i + 1, `-1, or above ${node} and below ${count}`, right);
  }
}

/** Is this a node after its parent, or none? */
function isChild(child: number, node: number, count: number): boolean {
  return child === -1 || (child > node && child < count);
}

function checkEqualities(m: Model): void {
  for (let i = 0; i < m.neq; i++) {
    const type = m.eq_type[i];
    if (type !== Eq.CONNECT && type !== Eq.WELD) continue;
    const isSite = m.eq_objtype[i] === Obj.SITE;
    if (!isSite && m.eq_objtype[i] !== Obj.BODY) fail("eq_objtype", i, "that of a body or a site", m.eq_objtype[i]);
    const size = isSite ? "nsite" : "nbody";
    for (const field of ["eq_obj1id", "eq_obj2id"] as const) {
      const x = m[field][i];
      if (!(x >= 0 && x < m[size])) fail(field, i, `at least 0 and below ${size}, ${m[size]}`, x);
    }
  }
}

function checkFlexes(m: Model): void {
  for (let f = 0; f < m.nflex; f++) {
    const corners = m.flex_dim[f] + 1;
    const start = m.flex_elemdataadr[f];
    const end = start + corners * m.flex_elemnum[f];
    if (start < 0 || end > m.nflexelemdata) fail("flex_elemdataadr", f, `the first of ${end - start} corners`, start);
    for (let k = start; k < end; k++) checkBelow("flex_elem", k, m.flex_elem[k], m.flex_vertnum[f]);
    for (let k = 2 * m.flex_edgeadr[f]; k < 2 * (m.flex_edgeadr[f] + m.flex_edgenum[f]); k++) {
      checkBelow("flex_edge", k, m.flex_edge[k], m.flex_vertnum[f]);
      checkBelow("flex_edgeflap", k, Math.max(0, m.flex_edgeflap[k]), m.flex_vertnum[f]);
    }
    for (let k = 2 * m.flex_evpairadr[f]; k < 2 * (m.flex_evpairadr[f] + m.flex_evpairnum[f]); k += 2) {
      checkBelow("flex_evpair", k, m.flex_evpair[k], m.flex_elemnum[f]);
      checkBelow("flex_evpair", k + 1, m.flex_evpair[k + 1], m.flex_vertnum[f]);
    }
    const edges = [0, 1, 3, 6][m.flex_dim[f]] * m.flex_elemnum[f];
    const first = m.flex_elemedgeadr[f];
    if (edges > 0 && (first < 0 || first + edges > m.nflexelemedge)) {
      fail("flex_elemedgeadr", f, `the first of ${edges} edges of elements`, first);
    }
    for (let k = first; k < first + edges; k++) checkBelow("flex_elemedge", k, m.flex_elemedge[k], m.flex_edgenum[f]);
    for (let v = 2 * m.flex_vertadr[f]; v < 2 * (m.flex_vertadr[f] + m.flex_vertnum[f]); v++) {
      const length = m.flexvert_J_colind.length;
      const adr = m.flexvert_J_rowadr[v];
      const count = m.flexvert_J_rownnz[v];
      if (count < 0) fail("flexvert_J_rownnz", v, "at least 0", count);
      if (count > 0 && !(adr >= 0 && adr + count <= length)) {
        fail("flexvert_J_rowadr", v, `the first of ${count} columns of ${length}`, adr);
      }
    }
    const nodes = [0, 8, 27][m.flex_interp[f]];
    if (nodes > 0 && m.flex_nodenum[f] !== nodes) fail("flex_nodenum", f, `${nodes}`, m.flex_nodenum[f]);
    const shell = m.flex_shelldataadr[f];
    const length = m.flex_shellnum[f] * m.flex_dim[f];
    if (length < 0 || (length > 0 && (shell < 0 || shell + length > m.nflexshelldata))) {
      fail("flex_shelldataadr", f, `the first of ${length} corners`, shell);
    }
  }
}

function checkBelow(field: string, index: number, x: number, count: number): void {
  if (!(x >= 0 && x < count)) fail(field, index, `at least 0 and below ${count}`, x);
}

/** Faces, hulls and octrees of meshes. */
function checkMeshes(m: Model): void {
  for (let i = 0; i < m.nmesh; i++) {
    const vertices = m.mesh_vertnum[i] - 1;
    const face = m.mesh_faceadr[i];
    checkRange("mesh_face", m.mesh_face, 3 * face, 3 * (face + m.mesh_facenum[i]), 0, vertices);
    const poly = m.mesh_polyadr[i];
    for (let p = poly; p < poly + m.mesh_polynum[i]; p++) {
      const corner = m.mesh_polyvertadr[p];
      checkRange("mesh_polyvert", m.mesh_polyvert, corner, corner + m.mesh_polyvertnum[p], 0, vertices);
    }
    const vertex = m.mesh_vertadr[i];
    for (let v = vertex; v < vertex + m.mesh_vertnum[i]; v++) {
      const first = m.mesh_polymapadr[v];
      checkRange("mesh_polymap", m.mesh_polymap, first, first + m.mesh_polymapnum[v], 0, m.mesh_polynum[i] - 1);
    }
    checkHull(m, i);
    const node = m.mesh_octadr[i];
    checkRange("oct_child", m.oct_child, 8 * node, 8 * (node + m.mesh_octnum[i]), -1, m.mesh_octnum[i] - 1);
  }
}

/** The graph of a hull: numbers of vertices and faces, first edge and id of each vertex, ends of edges, faces. */
function checkHull(m: Model, mesh: number): void {
  const { mesh_graph } = m;
  const start = m.mesh_graphadr[mesh];
  if (start < 0) return;
  const vertices = mesh_graph[start];
  const faces = mesh_graph[start + 1];
  const edges = vertices + 3 * faces;
  const end = start + 2 + 2 * vertices + edges + 3 * faces;
  if (!(vertices >= 0 && faces >= 0 && end <= m.nmeshgraph)) {
    fail("mesh_graph", start, `of a hull that ends before ${m.nmeshgraph}`, vertices);
  }
  const first = start + 2;
  const ends = first + 2 * vertices;
  checkRange("mesh_graph", mesh_graph, first, first + vertices, 0, edges - 1);
  checkRange("mesh_graph", mesh_graph, first + vertices, ends, 0, m.mesh_vertnum[mesh] - 1);
  checkRange("mesh_graph", mesh_graph, ends, ends + edges, -1, vertices - 1);
  if (edges > 0 && mesh_graph[ends + edges - 1] !== -1) {
    fail("mesh_graph", ends + edges - 1, "-1", mesh_graph[ends + edges - 1]);
  }
  checkRange("mesh_graph", mesh_graph, ends + edges, end, 0, m.mesh_vertnum[mesh] - 1);
}

function checkHistories(m: Model): void {
  for (
    const [count, adr, columns] of [
      ["actuator_history", "actuator_historyadr", null],
      ["sensor_history", "sensor_historyadr", m.sensor_dim],
    ] as const
  ) {
    for (let i = 0; i < m[adr].length; i++) {
      const samples = m[count][2 * i];
      const length = samples > 0 ? 2 + samples + samples * (columns === null ? 1 : columns[i]) : 0;
      if (samples < 0) fail(count, 2 * i, "at least 0", samples);
      checkBelow(count, 2 * i + 1, m[count][2 * i + 1], 3);
      if (length > 0 && !(m[adr][i] >= 0 && m[adr][i] + length <= m.nhistory)) {
        fail(adr, i, `the first of ${length} numbers of ${m.nhistory}`, m[adr][i]);
      }
    }
  }
}

/** fields in which NaN stands for what a degenerate shape or path does not have */
const DEGENERATE = new Set(["mesh_polynormal", "tendon_length0", "tendon_lengthspring"]);

/** the fields of fractions in which NaN stands for nothing */
const FRACTIONS = (Object.keys(MODEL_FIELDS) as ModelField[]).filter((field) =>
  MODEL_FIELDS[field][0].startsWith("f") && !DEGENERATE.has(field)
);

/** Fractions are not NaN; infinities are allowed. */
function checkNumbers(m: Model): void {
  for (const field of FRACTIONS) {
    const i = firstNaN(m[field]);
    if (i < m[field].length) fail(field, i, "a number", NaN);
  }
}

// likewise
function firstNaN(array: Numbers): number {
  const { length } = array;
  let i = 0;
  while (i < length && array[i] === array[i]) i++;
  return i;
}

/** Arrays of data match the model; the state is valid. */
function checkData(m: Model, d: Data): void {
  const { capacity } = d;
  const room: Sizes = capacity;
  const sizes = m as unknown as Sizes;
  for (const name of Object.keys(DATA_COUNTS)) {
    const count = (d as unknown as Record<string, number>)[name];
    if (!isCount(count)) fail(name, -1, "a nonnegative integer", count);
    if (name in room && count > room[name] && d.nefc > 0) {
      fail(name, -1, `at most ${room[name]}, for which there is room`, count);
    }
  }
  shapes ??= listShapes();
  for (const shape of shapes.data) checkLength(shape.field, shape, sizes, room, d[shape.field]);
  for (const shape of shapes.contact) checkLength(`contact.${shape.field}`, shape, sizes, room, d.contact[shape.field]);
  if (!(d.narena >= 0)) fail("narena", -1, "at least 0", d.narena);
  for (let i = 0; i < m.neq; i++) checkBelow("eq_active", i, d.eq_active[i], 2);
  checkSleep(m, d);
  checkContacts(m, d);
}

/** Sleeping trees form cycles, each pointing to the next tree that sleeps with it. */
function checkSleep(m: Model, d: Data): void {
  const { tree_asleep } = d;
  const seen = new Uint8Array(m.ntree);
  for (let i = 0; i < m.ntree; i++) {
    const next = tree_asleep[i];
    if (next < 0) continue;
    checkBelow("tree_asleep", i, next, m.ntree);
    if (tree_asleep[next] < 0) fail("tree_asleep", i, "a tree that sleeps", next);
    if (seen[next]++) fail("tree_asleep", i, "a tree that no other points to", next);
  }
}

function checkContacts(m: Model, { ncon, contact, nefc }: Data): void {
  const { geom, flex, elem, vert, dim, efc_address } = contact;
  for (let i = 0; i < ncon; i++) {
    if (!(dim[i] >= 1 && dim[i] <= 6)) fail("contact.dim", i, "from 1 to 6", dim[i]);
    for (let k = 2 * i; k < 2 * i + 2; k++) {
      if (geom[k] >= 0 || flex[k] < 0) checkBelow("contact.geom", k, geom[k], m.ngeom);
      if (geom[k] >= 0) continue;
      checkBelow("contact.flex", k, flex[k], m.nflex);
      if (vert[k] >= 0) checkBelow("contact.vert", k, vert[k], m.flex_vertnum[flex[k]]);
      else checkBelow("contact.elem", k, elem[k], m.flex_elemnum[flex[k]]);
    }
    if (nefc > 0 && efc_address[i] >= nefc) fail("contact.efc_address", i, `below ${nefc}`, efc_address[i]);
  }
}
