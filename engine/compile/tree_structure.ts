/** Structure of the kinematic trees: dofs, their ancestors, and simple bodies. */

import { Joint, SameFrame, Wrap } from "../types/enums.ts";
import type { BodyElement, BodySpec, JointSpec, Spec } from "../types/spec.ts";
import { NQ, NV } from "./joint.ts";

const EPS = 1e-14;

/** Poses that differ by less count as equal. */
const FRAME_EPS = 1e-6;

/** The structure of the trees, in the format of the model's fields. */
export interface TreeStructure {
  body_rootid: number[];
  body_sameframe: number[];
  body_simple: number[];
  dof_bodyid: number[];
  dof_jntid: number[];
  dof_parentid: number[];
  dof_treeid: number[];
  dof_Madr: number[];
  dof_simplenum: number[];
  sizes: { ntree: number; nM: number; nB: number; nC: number; nD: number };
}

function sameNumbers(a: Float64Array, b: ArrayLike<number>, sign = 1): boolean {
  return a.every((value, k) => Math.abs(value - sign * b[k]) < FRAME_EPS);
}

/** Whether two rotations are the same. */
function sameQuat(a: Float64Array, b: ArrayLike<number>): boolean {
  return sameNumbers(a, b) || sameNumbers(a, b, -1);
}

/** Whether two positions are the same. */
export function samePos(a: Float64Array, b: ArrayLike<number>): boolean {
  return sameNumbers(a, b);
}

const ZERO = [0, 0, 0];
const UNIT = [1, 0, 0, 0];

/** Which frame of its body an element shares. */
export function sameFrame(pos: Float64Array, quat: Float64Array, body: BodySpec): number {
  const ipos = body.ipos as Float64Array;
  const iquat = body.inertial.quat;
  if (sameQuat(quat, UNIT)) return samePos(pos, ZERO) ? SameFrame.BODY : SameFrame.BODYROT;
  if (sameQuat(quat, iquat)) return samePos(pos, ipos) ? SameFrame.INERTIA : SameFrame.INERTIAROT;
  return SameFrame.NONE;
}

/** Derives the structure of the trees; assigns the joints' addresses in `qpos` and `qvel`. */
export function deriveTree(spec: Spec): TreeStructure {
  const { bodies } = spec;
  const structure: TreeStructure = {
    body_rootid: [],
    body_sameframe: [],
    body_simple: [],
    dof_bodyid: [],
    dof_jntid: [],
    dof_parentid: [],
    dof_treeid: [],
    dof_Madr: [],
    dof_simplenum: [],
    sizes: { ntree: 0, nM: 0, nB: 0, nC: 0, nD: 0 },
  };
  deriveDofs(spec, structure);
  for (const body of bodies) {
    const ipos = body.ipos as Float64Array;
    const top = body.parent === undefined || body.parent.name === "world";
    structure.body_rootid.push(top ? body.id : structure.body_rootid[(body.parent as BodySpec).id]);
    const straight = sameQuat(body.inertial.quat, UNIT);
    const centred = straight && samePos(ipos, ZERO);
    structure.body_sameframe.push(centred ? SameFrame.BODY : straight ? SameFrame.BODYROT : SameFrame.NONE);
    structure.body_simple.push(simplicity(body, centred, structure));
    if (body.parent && body.parent.id > 0) structure.body_simple[body.parent.id] = 0;
  }
  demoteTendons(spec, structure);
  countSimple(structure);
  countEntries(spec, structure);
  return structure;
}

function deriveDofs(spec: Spec, structure: TreeStructure): void {
  const { dof_bodyid, dof_jntid, dof_parentid, dof_treeid } = structure;
  const last: number[] = [];
  let qposadr = 0;
  for (const body of spec.bodies) {
    let parent = body.parent ? last[body.parent.id] : -1;
    for (const joint of body.joints) {
      joint.qposadr = qposadr;
      joint.dofadr = dof_parentid.length;
      qposadr += NQ[joint.type];
      for (let k = 0; k < NV[joint.type]; k++) {
        if (parent === -1) structure.sizes.ntree++;
        const dof = dof_parentid.length;
        dof_bodyid.push(body.id);
        dof_jntid.push(joint.id);
        dof_parentid.push(parent);
        dof_treeid.push(structure.sizes.ntree - 1);
        parent = dof;
      }
    }
    last.push(parent);
  }
}

function isAligned({ axis }: JointSpec): boolean {
  return axis.reduce((count, value) => count + Number(Math.abs(value) > EPS), 0) === 1;
}

/** 0: not simple; 1: diagonal inertia; 2: diagonal inertia that is constant in the world. */
function simplicity(body: BodySpec, centred: boolean, structure: TreeStructure): number {
  const { id, parent, joints } = body;
  const root = structure.body_rootid[id] === id;
  const onFixed = parent !== undefined && (parent.parent?.id ?? 0) === 0 && parent.dofnum === 0;
  if (!centred || !(root || onFixed)) return 0;
  let rotates = false;
  for (const joint of joints) {
    const scalar = joint.type === Joint.HINGE || joint.type === Joint.SLIDE;
    if (rotates || !samePos(joint.pos, ZERO) || (scalar && !isAligned(joint))) return 0;
    rotates = joint.type === Joint.BALL || joint.type === Joint.HINGE;
  }
  return joints.length > 0 && joints.every((joint) => joint.type === Joint.SLIDE) ? 2 : 1;
}

/** Tendons with inertia couple the bodies they touch. */
function demoteTendons(spec: Spec, structure: TreeStructure): void {
  for (const tendon of spec.tendons) {
    if (tendon.armature === 0) continue;
    for (const { type, obj } of tendon.path) {
      if (type === Wrap.JOINT || type === Wrap.PULLEY || obj === undefined) continue;
      structure.body_simple[(obj as BodyElement).body.id] = 0;
    }
  }
}

/** Number of consecutive simple dofs from each dof on. */
function countSimple({ dof_bodyid, dof_simplenum, body_simple }: TreeStructure): void {
  let count = 0;
  for (let i = dof_bodyid.length - 1; i >= 0; i--) {
    count = body_simple[dof_bodyid[i]] ? count + 1 : 0;
    dof_simplenum[i] = count;
  }
}

function countEntries(spec: Spec, structure: TreeStructure): void {
  const { dof_parentid, dof_simplenum, dof_Madr, sizes } = structure;
  const nv = dof_parentid.length;
  const depths: number[] = [];
  let deepest = 0;
  let factor = 0;
  for (let i = 0; i < nv; i++) {
    dof_Madr.push(sizes.nM);
    const parent = dof_parentid[i];
    const depth = parent >= 0 ? depths[parent] + 1 : 1;
    depths.push(depth);
    if (depth > depths[deepest]) deepest = i;
    factor += depth * depth;
    sizes.nM += depth;
    sizes.nC += dof_simplenum[i] ? 1 : depth;
  }
  sizes.nD = 2 * sizes.nM - nv;
  // factors of the inertia matrix, and the effects of one dof on others
  const { origin } = spec.bodies[structure.dof_bodyid[deepest]] ?? {};
  spec.budget.take("work", factor, origin, undefined, "the inertia of the tree");
  if (nv === 0) return;

  // dofs below each body, itself included, and above it
  const below = spec.bodies.map((body) => body.dofnum);
  for (let i = spec.bodies.length - 1; i > 0; i--) below[(spec.bodies[i].parent as BodySpec).id] += below[i];
  const above: number[] = [];
  for (const { id, parent } of spec.bodies) {
    above.push(parent && parent.id > 0 ? above[parent.id] + parent.dofnum : 0);
    sizes.nB += below[id] + above[id];
  }
}
