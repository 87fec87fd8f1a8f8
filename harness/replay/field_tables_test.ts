import assert from "node:assert/strict";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS, DATA_OMITTED } from "../../engine/types/data_fields.ts";
import {
  MODEL_FIELDS,
  MODEL_OMITTED,
  MODEL_SIZES,
  OPTION_FIELDS,
  STATISTIC_FIELDS,
} from "../../engine/types/model_fields.ts";
import { Data } from "../../engine/data.ts";
import { Model } from "../../engine/types/model.ts";
import { COMPILED, isExactField, isIntegerField, NEXT, RESULTS } from "./fields.ts";
import { sha256 } from "../golden/golden.ts";
import { mujocoEngine, type MujocoSimulation } from "../engines/mujoco.ts";
import { modelFrom } from "../engines/model_of_mujoco.ts";

/** Has at least one of everything, with counts that all differ, so that a wrong size shows as a wrong length. */
const RICH = `<mujoco>
  <size nuserdata="11" nuser_body="2" nuser_jnt="3" nuser_geom="4" nuser_site="5" nuser_cam="6" nuser_tendon="7" nuser_actuator="8" nuser_sensor="9"/>
  <option><flag energy="enable"/></option>
  <asset>
    <mesh name="tet" vertex="0 0 0  0.1 0 0  0 0.1 0  0 0 0.1"/>
    <hfield name="hills" nrow="3" ncol="4" size="1 1 0.1 0.1"/>
    <texture name="t" type="2d" builtin="flat" width="2" height="2"/>
    <material name="mat" texture="t"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/>
    <camera pos="0 -1 1"/>
    <geom name="floor" type="plane" size="1 1 0.1"/>
    <geom type="hfield" hfield="hills" pos="5 0 0"/>
    <body name="a" pos="0 0 0.09">
      <freejoint/>
      <geom name="ga" size="0.1"/>
      <site name="sa"/>
    </body>
    <body name="b" pos="1 0 1">
      <joint name="jb" range="-10 10" limited="true"/>
      <geom name="gb" type="mesh" mesh="tet" material="mat"/>
      <site name="sb"/>
      <body name="c" pos="0.2 0 0"><joint name="jc" type="ball"/><geom name="gc" size="0.05"/></body>
    </body>
    <body name="m" mocap="true"><geom size="0.01" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair geom1="ga" geom2="gc"/><exclude body1="a" body2="b"/></contact>
  <equality><connect body1="a" body2="m" anchor="0 0 0"/></equality>
  <tendon><spatial name="ten"><site site="sa"/><site site="sb"/></spatial></tendon>
  <actuator>
    <motor joint="jb"/>
    <general tendon="ten" dyntype="filter" dynprm="0.1"/>
    <position joint="jb" kp="2"/>
  </actuator>
  <sensor><accelerometer site="sa"/><jointpos joint="jb"/></sensor>
  <custom><numeric name="n" data="1 2"/><text name="x" data="hello"/></custom>
  <keyframe><key time="1"/></keyframe>
</mujoco>`;

const oracle = await mujocoEngine();

async function rich(): Promise<MujocoSimulation> {
  const loaded = await oracle.load(RICH, new Map());
  assert.equal(loaded.outcome, "loaded", "message" in loaded ? loaded.message : "");
  if (loaded.outcome !== "loaded") throw new Error("unreachable");
  const sim = loaded.simulation as MujocoSimulation;
  sim.forward();
  return sim;
}

/** Names of the plain fields of an object of the bindings. */
function fieldsOf(foreign: object): string[] {
  const names = new Set<string>();
  for (let at = foreign; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (get !== undefined && name !== "$$") names.add(name);
    }
  }
  return [...names].sort();
}

const TYPES = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array, i8: Int8Array } as const;

/** Compares the type and length of a field of the engine with MuJoCo's. */
function checkShape(name: string, ours: unknown, theirs: unknown): void {
  if (typeof theirs === "number" || typeof theirs === "bigint") {
    assert.equal(typeof ours, "number", `${name} is a number in MuJoCo`);
    return;
  }
  if (!ArrayBuffer.isView(theirs)) return;
  assert.ok(ArrayBuffer.isView(ours), `${name} is an array in MuJoCo`);
  const [a, b] = [ours, theirs] as unknown as Uint8Array[];
  // bytes are signed or not as a build of the bindings likes
  const kind = (array: Uint8Array) => array.constructor.name.replace(/^Ui?nt8/, "Int8");
  assert.equal(kind(a), kind(b), `element type of ${name}`);
  assert.equal(a.length, b.length, `length of ${name}`);
}

Deno.test("MODEL_FIELDS has every field of mjModel, with its type and size", async () => {
  const sim = await rich();
  const m = modelFrom(sim.model) as unknown as Record<string, unknown>;
  const known = new Set<string>([
    ...Object.keys(MODEL_FIELDS),
    ...MODEL_SIZES,
    ...Object.keys(MODEL_OMITTED),
    "narena",
    "opt",
    "stat",
  ]);
  const theirs = fieldsOf(sim.model);
  assert.deepEqual(theirs.filter((name) => !known.has(name)), [], "fields of mjModel that the table lacks");
  assert.deepEqual([...known].filter((name) => !theirs.includes(name)), [], "fields of the table that mjModel lacks");
  for (const name of [...Object.keys(MODEL_FIELDS), ...MODEL_SIZES]) checkShape(name, m[name], sim.model[name]);
  sim.close();
});

Deno.test("OPTION_FIELDS and STATISTIC_FIELDS have every field of mjOption and mjStatistic", async () => {
  const sim = await rich();
  const m = modelFrom(sim.model);
  for (
    const [table, ours, theirs] of [[OPTION_FIELDS, m.opt, sim.model.opt], [STATISTIC_FIELDS, m.stat, sim.model.stat]]
  ) {
    assert.deepEqual(Object.keys(table).sort(), fieldsOf(theirs));
    for (const name of Object.keys(table)) {
      checkShape(name, (ours as unknown as Record<string, unknown>)[name], theirs[name]);
    }
  }
  sim.close();
});

Deno.test("DATA_FIELDS has every field of mjData, with its type and size", async () => {
  const sim = await rich();
  const m = modelFrom(sim.model);
  const d = new Data(m) as unknown as Record<string, unknown>;
  const own = [...Object.keys(DATA_FIELDS), ...Object.keys(DATA_COUNTS)];
  const others = fieldsOf(new Data(new Model({}))).concat(Object.keys(d)).filter((name) =>
    name !== "capacity" && name !== "work" && name !== "callbacks"
  );
  const known = new Set([...own, ...others, ...Object.keys(DATA_OMITTED)]);
  const theirs = fieldsOf(sim.data);
  assert.deepEqual(theirs.filter((name) => !known.has(name)), [], "fields of mjData that the table lacks");
  const missing = [...known].filter((name) => !theirs.includes(name) && !name.startsWith("contact."));
  assert.deepEqual(missing, [], "fields of the table that mjData lacks");

  const counted = new Set<string>(Object.keys(DATA_COUNTS));
  for (const [name, [dtype, rows]] of Object.entries(DATA_FIELDS)) {
    // fields that are sized by a count have room of their own
    if (counted.has(rows)) assert.ok(d[name] instanceof TYPES[dtype] || ArrayBuffer.isView(d[name]), name);
    else if (!isUnallocated(name)) checkShape(name, d[name], sim.data[name]);
  }
  sim.close();
});

/** MuJoCo gives these their memory in the step that needs them. */
function isUnallocated(name: string): boolean {
  return ["iM_colind", "iM", "iLD"].includes(name);
}

Deno.test("CONTACT_FIELDS has every field of mjContact, with its type and size", async () => {
  const sim = await rich();
  const contact = sim.data.contact.get(0);
  const aliases = ["geom1", "geom2"];
  const omitted = Object.keys(DATA_OMITTED).filter((name) => name.startsWith("contact.")).map((name) => name.slice(8));
  const known = [...Object.keys(CONTACT_FIELDS), ...aliases, ...omitted].sort();
  assert.deepEqual(fieldsOf(contact), known);
  for (const [name, [dtype, columns]] of Object.entries(CONTACT_FIELDS)) {
    const value = contact[name];
    if (columns === 1) assert.equal(typeof value, "number", name);
    else assert.deepEqual([value.constructor, value.length], [TYPES[dtype], columns], name);
  }
  contact.delete();
  sim.close();
});

Deno.test("whole numbers are counted, and fractions copied or computed", () => {
  const rows: [string, string, string][] = [
    ...Object.entries(MODEL_FIELDS).map(([name, row]): [string, string, string] => [name, row[0], row[3]]),
    ...Object.entries(DATA_FIELDS).map(([name, row]): [string, string, string] => [name, row[0], row[4]]),
    ...Object.entries(CONTACT_FIELDS).map(([name, row]): [string, string, string] => [name, row[0], row[2]]),
    ...Object.entries(OPTION_FIELDS).map(([name, row]): [string, string, string] => [name, row[0], row[2]]),
  ];
  for (const [name, dtype, origin] of rows) {
    if (origin.startsWith("scratch: ")) continue;
    assert.equal(origin === "counted", !dtype.startsWith("f"), `${name} is ${dtype}, and ${origin}`);
  }
});

Deno.test("results that are fractions and still exact are the ones that are copied, and time", () => {
  const exact = [...RESULTS, ...NEXT.map((name) => `next.${name}`)].filter((label) =>
    isExactField(label) && !isIntegerField(label)
  );
  assert.deepEqual(exact.sort(), [
    "contact.friction",
    "contact.includemargin",
    "efc_frictionloss",
    "efc_margin",
    "next.time",
  ]);
});

Deno.test("fields of the model that are fractions and still exact are as many as ever", () => {
  const exact = COMPILED.filter((name) => isExactField(name) && !isIntegerField(name));
  assert.equal(exact.length, 53, exact.join(" "));
  assert.equal(sha256(exact.sort().join(" ")).slice(0, 12), "3223cfdd0a7d");
});
