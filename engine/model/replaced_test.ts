import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";
import { smoothVel } from "../integrate/smooth_vel.ts";
import type { Model } from "../types/model.ts";
import { actuatorsInPlace } from "./actuators_in_place.ts";
import { allPosesInPlace } from "./poses_in_place.ts";
import { areIslandsInPlace, rowsInPlace } from "./rows_in_place.ts";

const MACHINE = `<mujoco>
  <option jacobian="sparse"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body mocap="true"><site name="s"/><camera/><light/></body>
    <body pos="0 0 0.09"><freejoint/><geom size="0.1"/></body>
    <body pos="1 0 0.09"><joint name="j" frictionloss="1"/><geom size="0.1" pos="0.1 0 0"/></body>
  </worldbody>
  <actuator><general joint="j" dyntype="integrator"/></actuator>
</mujoco>`;

type Arrays = Record<string, Float64Array>;

/** Arrays of which the stages ask that read them, or that say how the model is built. */
const ELSEWHERE = new Set([
  ...[
    "actuator_actadr",
    "actuator_actnum",
    "body_parentid",
    "body_rootid",
    "body_treeid",
    "body_awake",
    "tree_awake",
    "body_mocapid",
    "body_jntadr",
    "body_jntnum",
    "geom_bodyid",
    "site_bodyid",
    "cam_bodyid",
    "light_bodyid",
  ],
  ...[
    "jnt_dofadr",
    "jnt_actfrclimited",
    "jnt_actfrcrange",
    "dof_damping",
    "D_rownnz",
    "D_rowadr",
    "D_diag",
    "D_colind",
    "qDeriv",
    "jnt_type",
    "jnt_bodyid",
    "jnt_qposadr",
    "jnt_stiffness",
    "qpos_spring",
    "dof_armature",
    "dof_M0",
  ],
  ...[
    "tendon_actfrclimited",
    "tendon_damping",
    "qfrc_actuator",
    "ten_J",
    "ten_J_rownnz",
    "ten_J_rowadr",
    "ten_J_colind",
    "ten_velocity",
    "qvel",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_gravcomp",
    "qfrc_fluid",
  ],
]);

/** Arrays, of those listed, whose replacement is not noticed where it should be, or is where it should not. */
function mistaken(m: Model, d: Data, names: readonly string[], isInPlace: () => boolean): string[] {
  return names.filter((name) => {
    const owner = (name in m ? m : d) as unknown as Arrays;
    const array = owner[name];
    owner[name] = array.slice();
    const isIn = isInPlace();
    owner[name] = array;
    assert.ok(isInPlace(), name);
    return isIn !== ELSEWHERE.has(name);
  });
}

Deno.test("kernels are not asked to work on an array that was replaced, whichever it is", () => {
  const m = compile(MACHINE);
  const d = new Data(m);
  forward(m, d);
  const [actuators, poses, rows] = [actuatorsInPlace(m, d), allPosesInPlace(m, d), rowsInPlace(m, d)];
  assert.ok(actuators && poses && rows && d.nisland > 0);
  const listed = (...records: object[]) => records.flatMap((record) => Object.keys(record));

  const questions: [string[], () => boolean][] = [
    [listed(actuators.read, actuators.fields), () => actuatorsInPlace(m, d) !== null],
    [listed(rows.arrays), () => rowsInPlace(m, d) !== null],
    [listed(rows.ofIslands), () => areIslandsInPlace(d, rows)],
    [listed(poses.read, poses.fields), () => allPosesInPlace(m, d) !== null],
  ];
  assert.deepEqual(questions.map(([names, isInPlace]) => mistaken(m, d, names, isInPlace)), [[], [], [], []]);
});

Deno.test("derivatives of tendons are those of the rows that the data has, even if they were replaced", () => {
  const m = compile(`<mujoco>
    <option jacobian="sparse" integrator="implicit"/>
    <worldbody>
      <body><joint name="a"/><geom size="0.1"/></body>
      <body pos="1 0 0"><joint name="b"/><geom size="0.1"/></body>
    </worldbody>
    <tendon><fixed damping="2"><joint joint="a" coef="3"/></fixed><fixed damping="5"><joint joint="b" coef="7"/></fixed></tendon>
  </mujoco>`);
  for (const name of ["ten_J", "ten_J_rownnz", "ten_J_rowadr", "ten_J_colind"] as const) {
    const d = new Data(m);
    forward(m, d);
    smoothVel(m, d);
    const old = d[name];
    Object.assign(d, { [name]: old.slice() });
    old.fill(0);
    smoothVel(m, d);
    assert.deepEqual([...d.qDeriv].filter((x) => x !== 0), [-18, -245], name);
  }
});
