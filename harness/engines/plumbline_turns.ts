/** Uses of steps that several data of a model take in turns: they are the steps that each would take alone. */

import * as plumbline from "../../mod.ts";
import { Data, type Model, State } from "../../mod.ts";
import { rolloutsTogether } from "../../engine/rollout/run_rollouts.ts";
import { stepTogether, takesTurns } from "../../engine/step_together.ts";
import { withoutKernels } from "../../engine/wasm/kernel_set.ts";
import { symmetricFrom } from "../random.ts";

/** Bodies with everything that a step in turns has a part for: tendons, contacts, islands, cameras, every stage's sensors. */
const MODEL = `<mujoco>
  <option timestep=".004" density="2" viscosity=".1"/>
  <worldbody>
    <geom type="plane" size="1 1 .1" euler="3 4 0"/>
    <camera name="c" pos="0 -1 1" mode="targetbody" target="a"/><light pos="1 0 2" mode="targetbody" target="a"/>
    <body name="a" pos="0 0 .05">
      <joint name="j" axis="0 1 .2" damping=".2" range="-20 30" armature=".01"/><geom type="capsule" size=".05 .1" pos=".1 0 0"/>
      <body name="e" pos=".3 0 0"><joint name="k" axis="1 0 .3" stiffness="2"/><geom size=".05" pos=".05 0 0"/><site name="s" pos=".1 0 0"/></body>
    </body>
    <body name="b" pos="1 1 .05"><freejoint/><geom size=".1"/><site name="t" pos=".05 0 0"/></body>
  </worldbody>
  <tendon>
    <spatial name="l" armature=".1" damping=".3" range=".1 1.2" limited="true"><site site="s"/><site site="t"/></spatial>
    <fixed name="f" armature=".2"><joint joint="j" coef="2"/><joint joint="k" coef="-1"/></fixed>
  </tendon>
  <actuator><motor joint="j"/><position tendon="f" kp="3" timeconst=".1"/><motor joint="k" delay=".008" nsample="3"/></actuator>
  <sensor>
    <framepos objtype="site" objname="s"/><tendonvel tendon="l"/><subtreeangmom body="a"/><accelerometer site="s"/>
    <e_potential/><e_kinetic/><jointpos joint="k" delay=".004" nsample="3"/><camprojection site="t" camera="c"/>
  </sensor>
</mujoco>`;

/** What no other part of the models has. */
const OTHERS = {
  plain: MODEL,
  energy: MODEL.replace("/>", '><flag energy="enable"/></option>'),
  idle: MODEL.replace("/>", '><flag actuation="disable"/></option>'),
  implicit: MODEL.replace("<option", '<option integrator="implicit"'),
  fast: MODEL.replace("<option", '<option integrator="implicitfast" solver="CG" cone="elliptic"'),
  thrice: MODEL.replace("<option", '<option integrator="RK4"'),
  sleepy: MODEL.replace("/>", '><flag sleep="enable"/></option>'),
  twice: MODEL.replace("/>", '><flag fwdinv="enable"/></option>'),
  sparse: MODEL.replace("<option", '<option jacobian="sparse"'),
  free: "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>",
  bent: `<mujoco><worldbody><body name="r"><flexcomp name="f" type="grid" dim="1" count="2 1 1" spacing=".1 .1 .1"
    radius=".01"/></body></worldbody></mujoco>`,
  wound: `<mujoco><extension><plugin plugin="mujoco.pid"><instance name="p"/></plugin></extension>
    <worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
    <actuator><plugin joint="j" plugin="mujoco.pid" instance="p"/></actuator></mujoco>`,
  large: `<mujoco><worldbody>${"<geom size='1'/>".repeat(300)}</worldbody></mujoco>`,
};

/** Everything that the uses say. */
export function saidInTurns(): string[] {
  return Object.entries(OTHERS).flatMap(([name, xml]) => {
    const m = plumbline.compile(xml);
    const lines = [`${name} ${takesTurns(m)} ${rolloutsTogether(m)}`];
    if (!takesTurns(m)) return lines;
    lines.push(...inTurns(m, 3));
    if (name === "plain") lines.push(...withoutKernels(() => inTurns(m, 3)), ...inTurns(m, 1));
    return lines;
  });
}

/** Hashes of states and readings of data in turns, beside those of data alone. */
function inTurns(m: Model, count: number): string[] {
  const together = several(m, count);
  const alone = several(m, count);
  const lines: string[] = [];
  for (let t = 0; t < 3; t++) {
    // the last one takes part in the first steps only
    const n = t < 2 ? count : Math.max(1, count - 1);
    stepTogether(m, together, n);
    for (const d of alone.slice(0, n)) plumbline.step(m, d);
    together.forEach((d, k) => lines.push(`${t} ${k} ${told(m, d)} ${told(m, alone[k])}`));
  }
  return lines;
}

function told(m: Model, d: Data): string {
  return `${plumbline.stateHash(m, d, State.INTEGRATION)} ${d.flg_energypos}${d.flg_energyvel}${d.flg_subtreevel} ${
    [...d.energy, ...d.sensordata, ...d.actuator_force].join(" ")
  }`;
}

/** Data of which one has a state that is no number, with a callback. */
function several(m: Model, count: number): Data[] {
  return Array.from({ length: count }, (_, k) => {
    const d = new Data(m);
    const symmetric = symmetricFrom(k + 1);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric();
    for (let i = 0; i < m.nu; i++) d.ctrl[i] = symmetric();
    if (k === 1) d.qpos[0] = NaN;
    if (k === 2) d.qfrc_applied[m.nv - 1] = Infinity;
    d.callbacks.control = (model) => void (model.nu > 0 && (d.ctrl[0] += 0.1));
    return d;
  });
}
