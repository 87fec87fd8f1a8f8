/** What is found wrong with a model of two of everything that has parts, one whole number after the other at its limits. */

import * as plumbline from "../../mod.ts";
import { Data, type Model, MODEL_FIELDS } from "../../mod.ts";
import { MODEL_RULES } from "../../engine/types/model_rules.ts";

const MODEL = `<mujoco>
  <option gravity="0 0 0"><flag sleep="enable"/></option>
  <asset>
    <mesh name="a" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/><mesh name="b" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .1 .1 .1 .2"/>
    <hfield name="low" nrow="2" ncol="3" size="1 1 1 1"/><hfield name="high" nrow="3" ncol="2" size="1 1 1 1"/>
  </asset>
  <worldbody>
    <site name="u"/><geom type="hfield" hfield="low" pos="0 0 -9"/><geom type="hfield" hfield="high" pos="0 0 -19"/>
    <body pos="0 0 1" sleep="init"><freejoint/><geom name="ga" type="mesh" mesh="a"/><site name="s"/></body>
    <body pos="0 0 1.05" sleep="init"><freejoint/><geom name="gb" type="mesh" mesh="b"/></body>
    <body pos="3 0 1" sleep="init"><joint name="k"/><geom size=".1"/></body>
    <body pos="4 0 1"><joint name="j"/><geom name="gc" size=".1"/><site name="t" pos=".3 0 0"/><body pos=".5 0 0"><joint name="l" type="ball"/><geom size=".1"/></body></body>
    <body name="f" pos="6 0 0"><flexcomp name="net" type="grid" dim="2" count="3 2 1" spacing=".1 .1 .1" mass="1" radius=".01"/></body>
    <body name="g" pos="8 0 0"><flexcomp name="gel" type="grid" dim="3" dof="trilinear" count="2 2 2" spacing=".1 .1 .1" mass="1" radius=".01"><contact selfcollide="none"/></flexcomp></body>
    <body name="h" pos="9 0 0"><flexcomp name="rope" type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1" mass="1" radius=".01"><edge equality="true"/></flexcomp></body>
  </worldbody>
  <equality><joint joint1="j"/><connect body1="f" body2="g" anchor="0 0 0" active="false"/><weld site1="t" site2="u" active="false"/></equality>
  <contact><pair geom1="ga" geom2="gc"/><pair geom1="gb" geom2="gc"/></contact>
  <tendon><spatial name="w"><site site="s"/><geom geom="gc"/><site site="t"/></spatial><fixed name="v"><joint joint="j" coef="1"/><joint joint="k" coef="2"/></fixed></tendon>
  <actuator><motor joint="j"/><motor joint="j" delay=".004" nsample="3"/><general tendon="v" dyntype="filter" dynprm=".1" delay=".002" nsample="2"/></actuator>
  <sensor><clock/><accelerometer site="t" nsample="3"/><framepos objtype="site" objname="s" reftype="geom" refname="gc" nsample="2"/><jointpos joint="j"/></sensor>
</mujoco>`;

/** Numbers that say where parts are; those of rules and of what is drawn are few enough alike. */
const STRUCTURE =
  /^(?:flex_|hfield_|eq_|flexvert|mesh_|oct_|actuator_(?:history|act|trn)|sensor_(?:history|adr|obj|ref|dim)|tendon_|wrap_|body_(?:jnt|dof|geom|tree|root|weld|parent|mocap)|jnt_|dof_|tree_)/;

/** What is found. */
export function damagesFound(): string[] {
  const m = plumbline.compile(MODEL);
  const d = new Data(m);
  const lines = [`${d.tree_asleep} ${found(m, d)}`];
  let ruled = 0;
  const fields = m as unknown as Readonly<Record<string, Int32Array>>;
  for (const [field, [dtype]] of Object.entries(MODEL_FIELDS)) {
    const array = fields[field];
    const { length } = array;
    if (dtype.startsWith("f") || length === 0) continue;
    const isRuled = field in MODEL_RULES;
    // fields with rules share the code that checks them
    if (isRuled ? ruled++ % 8 !== 0 : !STRUCTURE.test(field)) continue;
    const most = array.reduce((a, b) => Math.max(a, b), -1);
    // at the end just beyond what there is, at the beginning below it
    for (const [at, value] of isRuled ? [[length - 1, most + 1]] : [[length - 1, most + 1], [0, -2]]) {
      const before = array[at];
      array[at] = value;
      lines.push(`${field} ${at} ${value} ${found(m, d)}`);
      array[at] = before;
    }
  }
  for (const asleep of [[1, 0, 2], [1, 0, -5], [1, 1, 2], [0, 0, 2], [2, 0, 1], [99, 0, 1], [-1, 1, 0]]) {
    const other = new Data(m);
    other.tree_asleep.set(asleep);
    lines.push(`${asleep} ${found(m, other)}`);
  }
  return lines;
}

function found(m: Model, d: Data): string {
  try {
    plumbline.validate(m, d);
    return "";
  } catch (error) {
    return error instanceof plumbline.ValidationError ? error.message : String(error);
  }
}
