/** Mechanical energy. */

import { subQuat } from "../math/quat.ts";
import { dot } from "../math/vec.ts";
import { dot3, sub3 } from "../math/vec3.ts";
import { isDisabled, isSleepFiltered } from "../model/queries.ts";
import { mulM } from "../linear/inertia.ts";
import { tendonSleepState } from "../model/sleep_state.ts";
import type { Data } from "../data.ts";
import { DisableBit, Joint, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { GRAVITY, SPRING } = DisableBit;
const { FREE, HINGE, SLIDE } = Joint;
const { AWAKE } = SleepState;

const difference = new Float64Array(3);

/**
 * Computes the potential energy of gravity and of the springs of joints, tendons, and edges of one-dimensional flexes;
 * writes it to `d.energy[0]`.
 *
 * @example Energy of a raised weight
 * ```ts
 * import { compile, Data, energyPos, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qpos[0] = -Math.PI / 2;
 * forward(model, data);
 *
 * energyPos(model, data);
 * if (Math.abs(data.energy[0] - 2 * 9.81) > 1e-12) throw new Error("m g h");
 * ```
 */
export function energyPos(m: Model, d: Data): void {
  const { nbody, body_mass } = m;
  const { energy, xipos } = d;

  energy[0] = 0;
  if (!isDisabled(m, GRAVITY)) {
    for (let i = 1; i < nbody; i++) energy[0] -= body_mass[i] * dot3(m.opt.gravity, 0, xipos, 3 * i);
  }
  if (!isDisabled(m, SPRING)) {
    jointSprings(m, d);
    tendonSprings(m, d);
    flexSprings(m, d);
  }
  d.flg_energypos = 1;
}

function jointSprings(m: Model, d: Data): void {
  const { njnt, jnt_type, jnt_stiffness, jnt_qposadr, jnt_bodyid, qpos_spring } = m;
  const { energy, qpos, body_awake } = d;
  const filtered = isSleepFiltered(m, d);

  for (let j = 0; j < njnt; j++) {
    const stiffness = jnt_stiffness[j];
    if (stiffness === 0) continue;
    if (filtered && body_awake[jnt_bodyid[j]] !== AWAKE) continue;

    const type = jnt_type[j];
    let adr = jnt_qposadr[j];
    if (type === SLIDE || type === HINGE) {
      const x = qpos[adr] - qpos_spring[adr];
      energy[0] += 0.5 * stiffness * x * x;
      continue;
    }
    if (type === FREE) {
      sub3(difference, 0, qpos, adr, qpos_spring, adr);
      energy[0] += 0.5 * stiffness * dot3(difference, 0, difference, 0);
      adr += 3;
    }
    subQuat(difference, 0, qpos, adr, qpos_spring, adr);
    energy[0] += 0.5 * stiffness * dot3(difference, 0, difference, 0);
  }
}

function tendonSprings(m: Model, d: Data): void {
  const { ntendon, tendon_stiffness, tendon_lengthspring } = m;
  const { energy, ten_length } = d;
  const filtered = isSleepFiltered(m, d);

  for (let i = 0; i < ntendon; i++) {
    if (filtered && tendonSleepState(m, d, i) !== AWAKE) continue;

    // no force between the two rest lengths
    const length = ten_length[i];
    const lower = tendon_lengthspring[2 * i];
    const upper = tendon_lengthspring[2 * i + 1];
    const x = length > upper ? upper - length : length < lower ? lower - length : 0;
    energy[0] += 0.5 * tendon_stiffness[i] * x * x;
  }
}

function flexSprings(m: Model, d: Data): void {
  const { nflex, flex_rigid, flex_dim, flex_edgestiffness, flex_edgeadr, flex_edgenum } = m;
  const { flexedge_rigid, flexedge_length0 } = m;
  const { energy, flexedge_length } = d;

  for (let f = 0; f < nflex; f++) {
    const stiffness = flex_edgestiffness[f];
    if (flex_rigid[f] || stiffness === 0 || flex_dim[f] > 1) continue;
    const end = flex_edgeadr[f] + flex_edgenum[f];
    for (let e = flex_edgeadr[f]; e < end; e++) {
      if (flexedge_rigid[e]) continue;
      const x = flexedge_length0[e] - flexedge_length[e];
      energy[0] += 0.5 * stiffness * x * x;
    }
  }
}

/**
 * Computes the kinetic energy ½ qvelᵀ M qvel; writes it to `d.energy[1]`.
 *
 * @example Energy of a swinging pendulum
 * ```ts
 * import { compile, Data, energyVel, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qvel[0] = 3;
 * forward(model, data);
 *
 * energyVel(model, data);
 * if (Math.abs(data.energy[1] - 0.5 * data.qM[0] * 9) > 1e-12) throw new Error("half of I ω²");
 * ```
 */
export function energyVel(m: Model, d: Data): void {
  const momentum = d.work.momentum ??= new Float64Array(m.nv);
  mulM(m, d, momentum, 0, d.qvel, 0);
  d.energy[1] = 0.5 * dot(momentum, 0, d.qvel, 0, m.nv);
  d.flg_energyvel = 1;
}
