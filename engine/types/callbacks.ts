/** Functions of the user that a simulation calls, where MuJoCo has global callbacks. */

import type { Data } from "./data.ts";
import type { Model } from "./model.ts";

/**
 * What `Data.callbacks` may hold. Without a function, `user` dynamics have no rate, `user` gains are 1, `user` biases
 * and the readings of `user` sensors are 0, as in MuJoCo.
 *
 * @example A gain that grows with the length of the actuator
 * ```ts
 * import { compile, Data, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint name="slide" type="slide"/>
 *         <geom size="0.1"/>
 *       </body>
 *     </worldbody>
 *     <actuator>
 *       <general joint="slide" gaintype="user"/>
 *     </actuator>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qpos[0] = 0.5;
 * data.ctrl[0] = 3;
 * data.callbacks = { actGain: (_, d, actuator) => 2 * d.actuator_length[actuator] };
 * forward(model, data);
 * if (data.actuator_force[0] !== 3) throw new Error("wrong force");
 * ```
 */
export interface Callbacks {
  /** called before actuation: may set `ctrl`, `qfrc_applied` and `xfrc_applied` */
  control?(m: Model, d: Data): void;
  /** called after the passive forces: may add to `qfrc_passive` */
  passive?(m: Model, d: Data): void;
  /** rate of the activation of an actuator of `user` dynamics; of more than one it writes `act_dot` itself */
  actDyn?(m: Model, d: Data, actuator: number): number;
  /** gain of an actuator whose gain is of type `user` */
  actGain?(m: Model, d: Data, actuator: number): number;
  /** bias of an actuator whose bias is of type `user` */
  actBias?(m: Model, d: Data, actuator: number): number;
  /** called after the other sensors of a stage, one of `Stage`: fills the readings of `user` sensors in `sensordata` */
  sensor?(m: Model, d: Data, stage: number): void;
}

/** Nothing to call. */
export const NO_CALLBACKS: Callbacks = {};
