/** Setting keyframes from a running simulation. */

import type { Data } from "./data.ts";
import type { Model } from "./types/model.ts";

/**
 * Stores the current state as keyframe `key` of the model.
 *
 * @example Return to a saved state
 * ```ts
 * import { compile, Data, resetDataKeyframe, setKeyframe } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody><body><joint type="slide"/><geom size="0.1"/></body></worldbody>
 *     <keyframe><key/></keyframe>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qpos[0] = 0.5;
 * setKeyframe(model, data, 0);
 * data.qpos[0] = 7;
 * resetDataKeyframe(model, data, 0);
 * if (data.qpos[0] !== 0.5) throw new Error("not restored");
 * ```
 */
export function setKeyframe(m: Model, d: Data, key: number): void {
  const { nq, nv, na, nu, nmocap, nkey } = m;
  if (!(key >= 0 && key < nkey)) throw new RangeError(`setKeyframe: index must be below ${nkey}, got ${key}`);
  m.key_time[key] = d.time;
  m.key_qpos.set(d.qpos, key * nq);
  m.key_qvel.set(d.qvel, key * nv);
  m.key_act.set(d.act, key * na);
  m.key_mpos.set(d.mocap_pos, key * 3 * nmocap);
  m.key_mquat.set(d.mocap_quat, key * 4 * nmocap);
  m.key_ctrl.set(d.ctrl, key * nu);
}
