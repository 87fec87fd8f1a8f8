/** Keyframes of attached models: their values are kept in the elements to which they belong. */

import { Dyn, Joint } from "../types/enums.ts";
import type { ActuatorSpec, BodySpec, JointSpec, KeySpec, Spec } from "../types/spec.ts";
import type { Naming } from "./naming.ts";
import { listTree } from "./tree.ts";
import type { XmlElement } from "./xml.ts";

/** Parts of a keyframe. */
export type KeyPart = "qpos" | "qvel" | "act" | "ctrl" | "mpos" | "mquat";

const PARTS: readonly KeyPart[] = ["qpos", "qvel", "act", "ctrl", "mpos", "mquat"];
const NQ = { [Joint.FREE]: 7, [Joint.BALL]: 4, [Joint.SLIDE]: 1, [Joint.HINGE]: 1 } as Record<number, number>;
const NV = { [Joint.FREE]: 6, [Joint.BALL]: 3, [Joint.SLIDE]: 1, [Joint.HINGE]: 1 } as Record<number, number>;

/** Number of position coordinates of an element. */
function jointNq(joint: JointSpec): number {
  return NQ[joint.type];
}

/** Number of velocity coordinates of an element. */
function jointNv(joint: JointSpec): number {
  return NV[joint.type];
}

/** The numbers of a keyframe that belong to an element. */
interface Slice {
  part: KeyPart;
  owner: JointSpec | ActuatorSpec | BodySpec;
  start: number;
  length: number;
}

function actDim(actuator: ActuatorSpec): number {
  return Math.max(actuator.actdim, Number(actuator.dyntype !== Dyn.NONE));
}

/** The layout of keyframes for the current elements, and the size of each part. */
export function keyLayout(spec: Spec): { slices: Slice[]; sizes: Record<KeyPart, number> } {
  const slices: Slice[] = [];
  const sizes = { qpos: 0, qvel: 0, act: 0, ctrl: 0, mpos: 0, mquat: 0 };
  const add = (part: KeyPart, owner: Slice["owner"], length: number) => {
    slices.push({ part, owner, start: sizes[part], length });
    sizes[part] += length;
  };
  for (const joint of spec.joints) {
    add("qpos", joint, jointNq(joint));
    add("qvel", joint, jointNv(joint));
  }
  for (const actuator of spec.actuators) {
    add("act", actuator, actDim(actuator));
    add("ctrl", actuator, 1);
  }
  for (const body of spec.bodies) {
    if (!body.mocap) continue;
    add("mpos", body, 3);
    add("mquat", body, 4);
  }
  return { slices, sizes };
}

/** elementary operations of listing one element of a tree, and of keeping a part of a keyframe, also in later copies */
const VISIT_WORK = 16;
const KEEP_WORK = 4000;

/** Stores the keyframes of `from` in its elements, and adds them to `dest` under their new names. */
export function storeKeyframes(from: Spec, dest: Spec, naming: Naming, element: XmlElement): void {
  if (from.keys.length === 0) return;
  listTree(from);
  // a replicated part lists the tree for each of its copies
  const listed = from.bodies.length + from.joints.length + from.geoms.length + from.sites.length;
  dest.budget.take("work", VISIT_WORK * listed, element);
  const { slices, sizes } = keyLayout(from);
  dest.budget.take("work", KEEP_WORK * slices.length * from.keys.length, element);
  for (const key of from.keys) {
    const name = naming.prefix + key.name + naming.suffix;
    for (const part of PARTS) {
      if (key[part].length !== 0 && key[part].length !== sizes[part]) {
        throw element.error(
          `${element.name}: keyframe '${key.name}' needs ${sizes[part]} numbers in '${part}', got ${key[part].length}`,
        );
      }
    }
    dest.pendingKeys.push({ name, time: key.time });
    for (const { part, owner, start, length } of slices) {
      owner.states.push({ key: name, part, value: key[part].slice(start, start + length) });
    }
  }
}

/** Clears the keyframe values of a body that has been copied. */
export function forgetKeyframes(body: BodySpec): void {
  body.states = [];
  for (const joint of body.joints) joint.states = [];
  for (const child of body.bodies) forgetKeyframes(child);
}

/** The reference configuration before compilation. */
function referencePart(part: KeyPart, owner: Slice["owner"], length: number): Float64Array {
  const value = new Float64Array(length);
  if (part === "mpos") return (owner as BodySpec).pos.slice();
  if (part === "mquat") return (owner as BodySpec).quat.slice();
  // before compilation, every joint counts as a hinge
  if (part === "qpos") value[0] = (owner as JointSpec).ref;
  return value;
}

/** Extends keyframes that are shorter than the model with the reference configuration. */
export function expandKeyframes(spec: Spec): void {
  if (spec.keys.length === 0) return;
  listTree(spec);
  const { slices, sizes } = keyLayout(spec);
  for (const key of spec.keys) {
    for (const part of PARTS) {
      const old = key[part];
      if (old.length === 0 || old.length >= sizes[part]) continue;
      const whole = new Float64Array(sizes[part]);
      for (const slice of slices) {
        if (slice.part === part) whole.set(referencePart(part, slice.owner, slice.length), slice.start);
      }
      whole.set(old);
      key[part] = whole;
    }
  }
}

/** Fills keyframes of attached models with the reference configuration and the values stored in the elements. */
export function restoreKeyframes(spec: Spec, reference: Readonly<Record<KeyPart, Float64Array>>): void {
  const keys = new Map<string, KeySpec>();
  for (const key of spec.keys) if (!keys.has(key.name)) keys.set(key.name, key);

  const restored = new Map<string, KeySpec>();
  for (const { name, time } of spec.pendingKeys) {
    const key = keys.get(name) as KeySpec;
    key.time = time;
    for (const part of PARTS) key[part] = reference[part].slice();
    restored.set(name, key);
  }
  for (const { part, owner, start } of keyLayout(spec).slices) {
    for (const state of owner.states) {
      if (state.part === part) restored.get(state.key)?.[part].set(state.value, start);
    }
  }
}
