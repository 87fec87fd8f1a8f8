/** Keyframes: sizes, missing values, and unit quaternions. */

import { normalizeVec } from "../math/normalize.ts";
import { normalize4 } from "../math/quat.ts";
import { newDoubles } from "../math/small_arrays.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { KeySpec, Spec } from "../types/spec.ts";
import { type KeyPart, restoreKeyframes } from "../mjcf/attach_keyframes.ts";
import { fail } from "./fail.ts";

/** Fills the keyframes of the model. */
export function fillKeyframes(m: Model, spec: Spec): void {
  if (spec.keys.length === 0) return;
  const reference = referenceKey(m);
  restoreKeyframes(spec, reference);
  for (const key of spec.keys) fillKey(m, key, reference);
}

function referenceKey(m: Model): Record<KeyPart, Float64Array> {
  const mpos = newDoubles(3 * m.nmocap);
  const mquat = newDoubles(4 * m.nmocap);
  for (let i = 0; i < m.nbody; i++) {
    const mocap = m.body_mocapid[i];
    if (mocap < 0) continue;
    mpos.set(m.body_pos.subarray(3 * i, 3 * i + 3), 3 * mocap);
    mquat.set(m.body_quat.subarray(4 * i, 4 * i + 4), 4 * mocap);
  }
  return {
    qpos: m.qpos0,
    qvel: newDoubles(m.nv),
    act: newDoubles(m.na),
    ctrl: newDoubles(m.nu),
    mpos,
    mquat,
  };
}

function fillKey(m: Model, key: KeySpec, reference: Record<KeyPart, Float64Array>): void {
  const { id } = key;
  const fields = {
    qpos: m.key_qpos,
    qvel: m.key_qvel,
    act: m.key_act,
    ctrl: m.key_ctrl,
    mpos: m.key_mpos,
    mquat: m.key_mquat,
  };
  for (const part of Object.keys(fields) as KeyPart[]) {
    const expected = reference[part].length;
    const given = key[part];
    if (given.length !== 0 && given.length !== expected) {
      throw fail("key", key, `${part} needs ${expected} numbers, got ${given.length}`, part);
    }
    fields[part].set(given.length === 0 ? reference[part] : given, expected * id);
  }
  m.key_time[id] = key.time;

  // twice: once with the rounding of the compiler, once with that of the simulation
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] !== Joint.BALL && m.jnt_type[j] !== Joint.FREE) continue;
    const at = m.nq * id + m.jnt_qposadr[j] + (m.jnt_type[j] === Joint.FREE ? 3 : 0);
    normalizeVec(m.key_qpos, at, 4);
    normalize4(m.key_qpos, at);
  }
  for (let j = 0; j < m.nmocap; j++) normalizeVec(m.key_mquat, 4 * (m.nmocap * id + j), 4);
}
