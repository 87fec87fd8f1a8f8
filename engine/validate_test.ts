import assert from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { step } from "./step.ts";
import { Data } from "./data.ts";
import { Obj } from "./types/enums.ts";
import { MODEL_FIELDS } from "./types/model_fields.ts";
import type { Model } from "./types/model.ts";
import { validate, ValidationError } from "./validate.ts";

/** A bit of everything that has structure. */
const RICH = `<mujoco>
  <size nuserdata="3"/>
  <asset>
    <mesh name="tet" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/>
    <hfield name="hills" nrow="3" ncol="4" size="1 1 .1 .1"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <geom type="hfield" hfield="hills" pos="5 0 0"/>
    <body name="a" pos="0 0 .09"><freejoint/><geom name="ga" size=".1"/><geom type="box" size=".1 .1 .1"/><site name="sa"/></body>
    <body name="b" pos="1 0 1">
      <joint name="jb" range="-10 10" limited="true"/><geom type="mesh" mesh="tet"/><site name="sb"/>
      <body name="c" pos=".2 0 0"><joint type="ball"/><geom size=".05"/></body>
    </body>
    <body name="m" mocap="true"><geom size=".01"/></body>
    <body name="f" pos="0 1 .1"><flexcomp name="sheet" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass="1" radius=".01"/></body>
  </worldbody>
  <equality><connect body1="a" body2="m" anchor="0 0 0"/><joint joint1="jb"/></equality>
  <tendon><spatial name="t"><site site="sa"/><site site="sb"/></spatial></tendon>
  <actuator><motor joint="jb" nsample="3"/><general tendon="t" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><accelerometer site="sa"/><framepos objtype="body" objname="b"/><jointpos joint="jb" nsample="2"/><distance body1="a" body2="b"/></sensor>
</mujoco>`;

function refusal(change: (m: Model, d: Data) => void): ValidationError {
  const m = compile(RICH);
  const d = new Data(m);
  step(m, d);
  change(m, d);
  try {
    validate(m, d);
  } catch (error) {
    assert.ok(error instanceof ValidationError, `${error}`);
    return error;
  }
  throw new Error("it is valid");
}

Deno.test("validate() accepts what compile() makes, before and after steps", () => {
  const m = compile(RICH);
  const d = new Data(m);
  for (let k = 0; k < 3; k++) {
    validate(m);
    validate(m, d);
    step(m, d);
  }
  const empty = compile("<mujoco/>");
  validate(empty, new Data(empty));
});

type Change = [field: string, index: number, change: (m: Model, d: Data) => void];

const CHANGES: readonly Change[] = [
  ["nsensor", -1, (m) => m.nsensor = Infinity],
  ["nbody", -1, (m) => m.nbody = 1.5],
  ["geom_type", -1, (m) => m.ngeom -= 1],
  ["qpos0", -1, (m) => m.qpos0 = m.qpos0.subarray(1)],
  ["body_mass", -1, (m) => m.body_mass = new Float32Array(m.nbody) as unknown as Float64Array],
  ["dof_parentid", 6, (m) => m.dof_parentid[6] = 6],
  ["dof_parentid", 0, (m) => m.dof_parentid[0] = -2],
  ["body_parentid", 2, (m) => m.body_parentid[2] = 3],
  ["body_parentid", 0, (m) => m.body_parentid[0] = 1],
  ["dof_treeid", 0, (m) => m.body_treeid[1] = -1],
  ["jnt_type", 0, (m) => m.jnt_type[0] = 4],
  ["jnt_dofadr", 1, (m) => m.jnt_dofadr[1] = 5],
  ["geom_bodyid", 0, (m) => m.geom_bodyid[0] = m.nbody],
  ["geom_dataid", 1, (m) => m.geom_dataid[1] = 1],
  ["body_geomadr", 1, (m) => m.body_geomadr[1] = m.ngeom],
  ["bvh_child", 0, (m) => m.bvh_child[0] = 0],
  ["mesh_graph", 2, (m) => m.mesh_graph[2] = 1000],
  ["hfield_adr", 0, (m) => m.hfield_adr[0] = 1],
  ["flex_elem", 0, (m) => m.flex_elem[0] = 9],
  ["tendon_num", 0, (m) => m.tendon_num[0] = -1],
  ["wrap_objid", 0, (m) => m.wrap_objid[0] = 2],
  ["eq_obj1id", 1, (m) => m.eq_obj1id[1] = m.njnt],
  ["actuator_trnid", 0, (m) => m.actuator_trnid[0] = -1],
  ["actuator_historyadr", 0, (m) => m.actuator_historyadr[0] = m.nhistory],
  ["sensor_objid", 0, (m) => m.sensor_objid[0] = m.nsite],
  ["sensor_objtype", 1, (m) => m.sensor_objtype[1] = 0],
  ["sensor_refid", 3, (m) => m.sensor_refid[3] = -1],
  ["sensor_reftype", 3, (m) => m.sensor_reftype[3] = Obj.FRAME],
  ["sensor_adr", 0, (m) => m.sensor_adr[0] = m.nsensordata - 1],
  ["M_rowadr", 0, (m) => m.M_rowadr[0] = -1],
  ["M_rownnz", 0, (m) => m.M_rownnz[0] = 0],
  ["opt.timestep", -1, (m) => m.opt.timestep = NaN],
  ["opt.solver", -1, (m) => m.opt.solver = 3],
  ["opt.gravity", 1, (m) => m.opt.gravity[1] = Infinity],
  ["body_mass", 2, (m) => m.body_mass[2] = NaN],
  ["qpos", -1, (_, d) => d.qpos = new Float64Array(1)],
  ["nefc", -1, (_, d) => d.nefc = -1],
  ["narena", -1, (_, d) => d.narena = NaN],
  ["eq_active", 0, (_, d) => d.eq_active[0] = 7],
  ["tree_asleep", 0, (m, d) => d.tree_asleep[0] = m.ntree],
  ["tree_asleep", 1, (_, d) => d.tree_asleep.set([1, 1])],
  ["contact.geom", 1, (m, d) => d.contact.geom[1] = m.ngeom],
];

for (const [field, index, change] of CHANGES) {
  Deno.test(`validate() names ${field}${index < 0 ? "" : `[${index}]`} in ${change}`, () => {
    const error = refusal(change);
    assert.deepEqual([error.field, error.index], [field, index], error.message);
    assert.ok(error.message.startsWith(index < 0 ? field : `${field}[${index}]`));
  });
}

/** Values that whole numbers may be hit by. */
const HITS = [-2147483648, -2, -1, 0, 1, 2, 7, 100, 2147483647];

Deno.test("a step ends without an exception on what validate() accepts, whichever number is changed", () => {
  const m = compile(RICH);
  const fresh = new Data(m);
  const fields = Object.entries(MODEL_FIELDS).filter(([, [dtype]]) => dtype !== "f64" && dtype !== "f32");
  let accepted = 0;
  let refused = 0;
  for (const [field] of fields) {
    const array = m[field as keyof typeof MODEL_FIELDS];
    for (let i = 0; i < array.length; i += 1 + (array.length >> 3)) {
      const before = array[i];
      for (const value of HITS) {
        array[i] = value;
        if (array[i] === before) continue;
        m.plans = {};
        try {
          validate(m, fresh);
        } catch (error) {
          assert.ok(error instanceof ValidationError, `${field}[${i}] = ${value}: ${error}`);
          refused++;
          continue;
        }
        accepted++;
        const d = new Data(m);
        try {
          step(m, d);
        } catch (error) {
          assert.fail(`${field}[${i}] = ${value}: ${(error as Error).stack}`);
        }
      }
      array[i] = before;
    }
  }
  assert.ok(accepted > 500 && refused > 2000, `${accepted} accepted, ${refused} refused`);
});

Deno.test("validate() knows the extent of every part of a hull's graph", () => {
  const { mesh_graph, mesh_graphadr, mesh_vertnum } = compile(RICH);
  const start = mesh_graphadr[0];
  const [vertices, faces] = mesh_graph.subarray(start, start + 2);
  const edges = vertices + 3 * faces;
  // first edge and id of each vertex, ends of edges, faces: length of each part, least number, largest number
  const parts = [
    [vertices, 0, edges - 1],
    [vertices, 0, mesh_vertnum[0] - 1],
    [edges, -1, vertices - 1],
    [3 * faces, 0, mesh_vertnum[0] - 1],
  ];
  let at = start + 2;
  for (const [length, low, high] of parts) {
    for (const i of [at, at + length - 1]) {
      for (const bad of [low - 1, high + 1]) {
        const { field, index } = refusal((m) => m.mesh_graph[i] = bad);
        assert.deepEqual([field, index], ["mesh_graph", i], `${bad}`);
      }
    }
    at += length;
  }
});

Deno.test("validate() accepts the octree of a mesh, and no child outside of it", () => {
  const m = compile(`<mujoco>
    <asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
    <worldbody><geom type="sdf" mesh="m"/></worldbody>
  </mujoco>`);
  validate(m);
  const nodes = m.mesh_octnum[0];
  assert.ok(nodes > 1 && m.oct_child.includes(-1));
  for (const [child, isValid] of [[-1, true], [0, true], [nodes - 1, true], [-2, false], [nodes, false]] as const) {
    const old = m.oct_child[8];
    m.oct_child[8] = child;
    if (isValid) validate(m);
    else assert.throws(() => validate(m), /oct_child/);
    m.oct_child[8] = old;
  }
});

Deno.test("validate() accepts the last value of each option, and not the next", () => {
  const m = compile(RICH);
  for (const [name, last] of [["integrator", 3], ["cone", 1], ["jacobian", 2], ["solver", 2]] as const) {
    const old = m.opt[name];
    m.opt[name] = last;
    validate(m);
    m.opt[name] = last + 1;
    assert.throws(() => validate(m), new RegExp(`opt.${name}`));
    m.opt[name] = old;
  }
});

Deno.test("validate() asks for room for what rows need, unless there are none", () => {
  const m = compile(RICH);
  const d = new Data(m);
  step(m, d);
  assert.ok(d.nefc > 0);
  d.nisland = d.capacity.nisland + 1;
  assert.throws(() => validate(m, d), /nisland/);
  d.nefc = 0;
  validate(m, d);
});

Deno.test("validate() accepts a flex without a shell, and none that ends beyond all corners", () => {
  const m = compile(RICH);
  const all = m.nflexshelldata;
  const check = (shells: number, first: number) => {
    m.flex_shellnum[0] = shells;
    m.flex_dim[0] = 1;
    m.flex_shelldataadr[0] = first;
    try {
      validate(m);
    } catch (error) {
      return (error as ValidationError).field === "flex_shelldataadr";
    }
    return false;
  };
  assert.ok(all > 1);
  const refused = [[0, -1], [0, all], [1, all - 1], [1, all], [1, -1], [all, 0], [all, 1], [-1, 0]];
  assert.deepEqual(refused.map(([shells, first]) => check(shells, first)), [
    ...[false, false, false, true, true, false, true, true],
  ]);
});
