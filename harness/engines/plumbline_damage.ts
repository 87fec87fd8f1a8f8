/** What is found wrong with damaged versions of a model and its data. */

import * as plumbline from "../../mod.ts";
import { CONTACT_FIELDS, Data, DATA_FIELDS, Joint, type Model, MODEL_FIELDS, Obj, OPTION_FIELDS } from "../../mod.ts";
import { MODEL_RULES } from "../../engine/types/model_rules.ts";
import { randomFrom } from "../random.ts";

const SEED = 6;

/** Anything with fields. */
type Fields = Record<string, unknown>;

/** A change of an array, which is undone. */
interface Damage {
  readonly field: string;
  readonly owner: Fields;
  readonly value: unknown;
}

/** What is said of damage of every kind, to a model and to the data of a step. */
export function saidOfDamage(model: Model): string[] {
  const data = new Data(model);
  plumbline.step(model, data);
  const lines: string[] = [];
  for (const { field, owner, value } of damages(model, data)) {
    const before = owner[field];
    owner[field] = value;
    lines.push(`${field} ${found(model, data)}`);
    owner[field] = before;
  }
  return lines;
}

/** Fields of data that have rules of their own. */
const RULED = /^(?:tree_asleep|eq_active|geom|flex|elem|vert|dim|efc_address)$/;

/** Of how many fields without a rule about several fields one is changed: they share the code that checks them. */
const SHARE = 48;

/** Arrays, options, and sizes that are damaged. */
function* damages(model: Model, data: Data): Generator<Damage> {
  yield* damagedArrays(model, MODEL_FIELDS, (field) => !(field in MODEL_RULES));
  yield* damagedArrays(data, DATA_FIELDS, (field) => RULED.test(field));
  yield* damagedArrays(data.contact, CONTACT_FIELDS, (field) => RULED.test(field));
  const opt = model.opt as unknown as Fields;
  for (const [field, [dtype, length]] of Object.entries(OPTION_FIELDS)) {
    const vector = opt[field] as Float64Array;
    const values = length > 0
      ? [vector.subarray(1), vector.map((x, k) => k === 1 ? NaN : x)]
      : dtype === "f64"
      ? [NaN]
      : [-1, 4, 0.5];
    for (const value of values) yield { field, owner: opt, value };
  }
  const sizes = [["nq", model], ["nv", model], ["nbvhstatic", model], ["nsensordata", model], ["narena", data], [
    "nefc",
    data,
  ]] as const;
  for (const [field, owner] of sizes) {
    for (const value of [-1, 0, 0.5, NaN]) yield { field, owner: owner as unknown as Fields, value };
  }
}

type Table = Readonly<Record<string, readonly [dtype: string, ...rest: unknown[]]>>;

/** Fields with rules of their own, one too large or too small, and some change of some of the other fields. */
function* damagedArrays(fields: object, table: Table, isRuled: (field: string) => boolean): Generator<Damage> {
  const owner = fields as Fields;
  let turn = 0;
  let others = 0;
  for (const [field, [dtype]] of Object.entries(table)) {
    const isReal = dtype.startsWith("f");
    const values = [...changed(owner[field] as Float64Array, isReal)];
    if (values.length === 0) continue;
    if (!isReal && isRuled(field)) {
      yield { field, owner, value: values[turn++ % 2] };
    } else if (others++ % SHARE === 0) {
      yield { field, owner, value: values[(others / SHARE | 0) % values.length] };
    }
  }
}

/** Versions of an array of which each may be wrong. */
function* changed(array: Float64Array, isReal: boolean): Generator<Float64Array> {
  const { length } = array;
  if (length === 0) return;
  const last = length - 1;
  const changes = isReal ? [[last, NaN]] : [[last, array[last] + 1], [0, array[0] - 1]];
  for (const [at, value] of changes) {
    const copy = array.slice();
    copy[at] = value;
    yield copy;
  }
  yield array.subarray(1);
}

/** Two of everything with parts; MuJoCo does not let equalities of flexes sleep. */
const TWOS = `<mujoco>
  <option gravity="0 0 0"><flag sleep="enable"/></option>
  <asset>
    <mesh name="a" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/><mesh name="b" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .1 .1 .1 .2"/>
    <hfield name="low" nrow="2" ncol="3" size="1 1 1 1"/><hfield name="high" nrow="3" ncol="2" size="1 1 1 1"/>
  </asset>
  <worldbody>
    <site name="u"/><geom type="hfield" hfield="low" pos="0 0 -9"/><geom type="hfield" hfield="high" pos="0 0 -19"/>
    <geom size=".1" pos="4 .15 1" condim="1"/><geom size=".1" pos="6 .02 .09"/><geom type="box" size=".2 .2 .1" pos="9 0 -.1"/>
    <body pos="0 0 1" sleep="init"><freejoint/><geom name="ga" type="mesh" mesh="a"/><site name="s"/></body>
    <body pos="0 0 1.05" sleep="init"><freejoint/><geom name="gb" type="mesh" mesh="b"/></body>
    <body pos="3 0 1" sleep="init"><joint name="k"/><geom size=".1"/></body>
    <body pos="4 0 1"><joint name="j"/><geom name="gc" size=".1" condim="1"/><site name="t" pos=".3 0 0"/><body pos=".5 0 0"><joint name="l" type="ball"/><geom size=".1"/></body></body>
    <body name="f" pos="6 0 0"><flexcomp name="net" type="grid" dim="2" count="3 2 1" spacing=".1 .1 .1" mass="1" radius=".01"/></body>
    <body name="g" pos="8 0 0"><flexcomp name="gel" type="grid" dim="3" dof="trilinear" count="2 2 2" spacing=".1 .1 .1" mass="1" radius=".01"><contact selfcollide="none"/></flexcomp></body>
    <body name="h" pos="9 0 0"><flexcomp name="rope" type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1" mass="1" radius=".01"><edge equality="true"/></flexcomp></body>
  </worldbody>
  <equality><joint joint1="j"/><connect body1="f" body2="g" anchor="0 0 0" active="false"/><weld site1="t" site2="u" active="false"/></equality>
  <contact><pair geom1="ga" geom2="gc"/><pair geom1="gb" geom2="gc"/></contact>
  <tendon><spatial name="w"><site site="s"/><geom geom="gc"/><site site="t"/></spatial><fixed name="v"><joint joint="j" coef="1"/><joint joint="k" coef="2"/></fixed></tendon>
  <actuator><motor joint="j"/><motor joint="j" delay=".004" nsample="3"/><general tendon="v" dyntype="filter" dynprm=".1" delay=".002" nsample="2"/></actuator>
  <sensor><clock/><accelerometer site="t" nsample="3"/><framepos objtype="site" objname="s" reftype="geom" refname="gc" nsample="2"/><jointpos joint="j"/><distance geom1="ga" geom2="gb"/><normal body1="f" geom2="gc"/></sensor>
</mujoco>`;

/** A field and one element of it, which is to be another number. */
type Change = readonly [field: string, at: number, value: number];

/** Changes that are made whatever is drawn, because they break a rule at its edge, or just keep it. */
const CHANGES: readonly Change[] = [
  ["body_dofnum", 19, 2],
  ["jnt_type", 23, 1],
  ["jnt_qposadr", 36, 52],
  ["dof_parentid", 1, 1],
  ["dof_parentid", 48, 46],
  ["tree_dofnum", 15, 2],
  ["flex_elemedgeadr", 2, 49],
  ["flex_evpair", 5, -1],
  ["flexvert_J_rownnz", 7, 1],
  ["mesh_vertnum", 1, 4],
  ["mesh_graphadr", 1, 37],
  ["mesh_graphadr", 1, 39],
  ["mesh_graph", 1, 19],
  ["actuator_history", 3, -1],
  ["D_diag", 0, 6],
  ["flex", 7, 3],
  ["elem", 3, -1],
  ["jnt_dofadr", 40, -1],
  ["jnt_dofadr", 10, 21],
  ["dof_treeid", 22, -1],
  ["dof_treeid", 66, 21],
  ["geom_condim", 7, -2],
  ["geom_matid", 0, 0],
  ["flex_elem", 0, -2],
  ["mesh_polymap", 27, -2],
  ["pair_geom2", 1, -1],
  ["eq_type", 1, -1],
  ["eq_objtype", 3, -1],
  ["actuator_dyntype", 1, -1],
  ["sensor_type", 5, -1],
  ["sensor_datatype", 4, -1],
  ["sensor_needstage", 0, -1],
  ["sensor_needstage", 5, 4],
  ["sensor_objtype", 3, -2],
  ["sensor_reftype", 0, -1],
  ["M_colind", 39, -1],
  ["M_colind", 89, 71],
  ["mapM2D", 140, -2],
  ["mesh_bvhadr", 1, -1],
  ["geom_dataid", 1, -1],
  ["eq_obj1id", 2, -2],
  ["sensor_objid", 1, 7],
];

/** Changes of the first bodies, and of the ends of all equalities. */
function changesOf({ neq, nsite, nbody }: Model): Change[] {
  const changes: Change[] = [["body_parentid", 0, 1], ["body_parentid", 0, -1], ["body_parentid", 1, 1]];
  for (let i = 0; i < neq; i++) {
    for (const value of [-1, nsite, nbody]) changes.push(["eq_obj1id", i, value], ["eq_obj2id", i, value]);
    changes.push(["eq_objtype", i, Obj.GEOM]);
  }
  return changes;
}

/** The fields of whole numbers of a model and of the contacts that there are. */
function* wholeNumbers(m: Model, d: Data): Generator<[field: string, array: Int32Array]> {
  const model = m as unknown as Readonly<Record<string, Int32Array>>;
  for (const [field, [dtype]] of Object.entries(MODEL_FIELDS)) {
    if (!dtype.startsWith("f") && model[field].length > 0) yield [field, model[field]];
  }
  const contacts = d.contact as unknown as Readonly<Record<string, Int32Array>>;
  for (const [field, [dtype, columns]] of Object.entries(CONTACT_FIELDS)) {
    if (!dtype.startsWith("f")) yield [field, contacts[field].subarray(0, columns * d.ncon)];
  }
}

/** What is said of a model and of contacts in which one whole number after the other is another. */
export function saidOfStructure(): string[] {
  const m = plumbline.compile(TWOS);
  const d = new Data(m);
  plumbline.forward(m, d);
  const lines = [`${d.ncon} ${d.tree_asleep} ${found(m, d)}`];
  const random = randomFrom(SEED);
  const pick = (n: number) => Math.floor(random() * n);
  const arrays = new Map(wholeNumbers(m, d));
  for (const [field, array] of arrays) {
    const most = array.reduce((a, b) => Math.max(a, b), -1);
    const at = pick(array.length);
    const { [at]: before } = array;
    array[at] = [-2, -1, before + 1, before - 1, most + 1, array[pick(array.length)]][pick(6)];
    if (array[at] !== before) lines.push(`${field} ${at} ${array[at]} ${found(m, d)}`);
    array[at] = before;
  }
  for (const [field, at, value] of [...CHANGES, ...changesOf(m)]) {
    const array = arrays.get(field) as Int32Array;
    const { [at]: before } = array;
    array[at] = value;
    lines.push(`${field} ${at} ${value} ${found(m, d)}`);
    array[at] = before;
  }
  // as many positions as joints need, but not as many dofs; then the reverse
  const body = (joint: string) => `<body><joint type="${joint}"/><geom size="1"/></body>`;
  const loose = plumbline.compile(`<mujoco><worldbody>${body("free")}${body("hinge")}</worldbody></mujoco>`);
  loose.jnt_type.fill(Joint.BALL);
  loose.jnt_qposadr[1] = 4;
  loose.jnt_dofadr[1] = 3;
  for (let i = 3; i < 6; i++) [loose.dof_jntid[i], loose.dof_bodyid[i]] = [1, 2];
  lines.push(found(loose, new Data(loose)));
  loose.jnt_type[1] = Joint.HINGE;
  lines.push(found(loose, new Data(loose)));
  for (const size of [-1, 0.5, 2 ** 31]) {
    loose.nuserdata = size;
    lines.push(found(loose, d));
  }
  const before = d.tree_asleep.slice();
  for (const asleep of [[1, 0, 2], [1, 0, -5], [1, 1, 2], [0, 0, 2], [2, 0, 1], [99, 0, 1], [-1, 1, 0]]) {
    d.tree_asleep.set(before);
    d.tree_asleep.set(asleep);
    lines.push(`${asleep} ${found(m, d)}`);
  }
  return [...lines, ...saidOfSensors()];
}

/** What is said of sensors of distances and of frames in which one number is another. */
function saidOfSensors(): string[] {
  const m = plumbline.compile(
    `<mujoco><worldbody><site name="s"/><camera name="c"/><body name="a"><joint/><geom name="g" size=".1"/></body>
    <body name="b" pos="1 0 0"><joint/><geom name="h" size=".1"/></body></worldbody>
    <sensor><distance geom1="g" geom2="h"/><normal body1="a" body2="b"/><fromto geom1="h" body2="a"/><clock/>
      <framepos objtype="body" objname="b" reftype="site" refname="s"/><frameangacc objtype="camera" objname="c"/></sensor></mujoco>`,
  );
  const d = new Data(m);
  const types = [-1, Obj.UNKNOWN, Obj.BODY, Obj.JOINT, Obj.GEOM, Obj.SITE, Obj.CAMERA];
  const ids = [-1, 1, 2, 3];
  const fields = [["sensor_objtype", types], ["sensor_objid", ids], ["sensor_reftype", types], [
    "sensor_refid",
    ids,
  ]] as const;
  return Array.from({ length: m.nsensor }, (_, i) =>
    fields.flatMap(([field, values]) => {
      const { [field]: array } = m;
      const { [i]: before } = array;
      const lines = values.map((value) => {
        array[i] = value;
        return `${field} ${i} ${value} ${found(m, d)}`;
      });
      array[i] = before;
      return lines;
    })).flat();
}

function found(m: Model, d: Data): string {
  try {
    plumbline.validate(m, d);
    return "";
  } catch (error) {
    return error instanceof plumbline.ValidationError ? error.message : String(error);
  }
}
