/** User functions that a simulation calls; the counterpart of MuJoCo's global callbacks. */

import type { Data } from "../data.ts";
import type { Model } from "./model.ts";

/**
 * The callbacks that `Data.callbacks` may hold. Without one, `user` dynamics have a rate of 0, `user` gains are 1, and
 * `user` biases and `user` sensor readings are 0, as in MuJoCo.
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
  /**
   * rate of change of the activation of an actuator with `user` dynamics; with several activations, it writes `act_dot`
   * itself
   */
  actDyn?(m: Model, d: Data, actuator: number): number;
  /** gain of an actuator with gain type `user` */
  actGain?(m: Model, d: Data, actuator: number): number;
  /** bias of an actuator with bias type `user` */
  actBias?(m: Model, d: Data, actuator: number): number;
  /**
   * called after the other sensors of a stage (a value of `Stage`): fills in the readings of `user` sensors in
   * `sensordata`
   */
  sensor?(m: Model, d: Data, stage: number): void;
}

/** No callbacks. */
export const NO_CALLBACKS: Callbacks = {};
