/** Bodies and their elements as fields of the model. */

import { BODY } from "../mjcf/elements/body.ts";
import { CAMERA } from "../mjcf/elements/camera.ts";
import { GEOM } from "../mjcf/elements/geom.ts";
import { JOINT } from "../mjcf/elements/joint.ts";
import { LIGHT } from "../mjcf/elements/light.ts";
import { SITE } from "../mjcf/elements/site.ts";
import { Joint, SleepPolicy } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { BodySpec, CameraSpec, GeomSpec, JointSpec, LightSpec, SiteSpec, Spec } from "../types/spec.ts";
import { fail } from "./fail.ts";
import { columnsOf, fillColumns } from "./fill_attributes.ts";
import { boundingRadius } from "./geom.ts";
import { NQ, NV } from "./joint.ts";
import { sameFrame, type TreeStructure } from "./tree_structure.ts";

const PER_BODY = columnsOf(BODY, "nbody");
const PER_JOINT = columnsOf(JOINT, "njnt");
const PER_DOF = columnsOf(JOINT, "nv");
const PER_GEOM = columnsOf(GEOM, "ngeom");
const PER_SITE = columnsOf(SITE, "nsite");
const PER_CAMERA = columnsOf(CAMERA, "ncam");
const PER_LIGHT = columnsOf(LIGHT, "nlight");

/** Fills everything that belongs to bodies. */
export function fillTree(m: Model, spec: Spec, structure: TreeStructure): void {
  const { sizes: _, ...fields } = structure;
  for (const [name, values] of Object.entries(fields)) (m[name as keyof Model] as Int32Array).set(values);

  let mocap = 0;
  let bvh = 0;
  for (const body of spec.bodies) {
    fillBody(m, body);
    m.body_mocapid[body.id] = body.mocap ? mocap++ : -1;
    bvh = fillBvh(m, body, bvh);
    for (const joint of body.joints) fillJoint(m, body, joint);
    for (const geom of body.geoms) fillGeom(m, body, geom);
    for (const site of body.sites) fillSite(m, body, site);
    for (const camera of body.cameras) fillCamera(m, body, camera);
    for (const light of body.lights) fillLight(m, body, light);
  }
  fillColumns(m, PER_BODY, spec.bodies);
  fillColumns(m, PER_JOINT, spec.joints);
  fillColumns(m, PER_DOF, ownersOfDofs(spec.joints));
  fillColumns(m, PER_GEOM, spec.geoms);
  fillColumns(m, PER_SITE, spec.sites);
  fillColumns(m, PER_CAMERA, spec.cameras);
  fillColumns(m, PER_LIGHT, spec.lights);
  fillSleepPolicies(m, spec);
}

/** The joint of each dof. */
function ownersOfDofs(joints: readonly JointSpec[]): JointSpec[] {
  const owners: JointSpec[] = [];
  for (const joint of joints) {
    for (let k = 0; k < NV[joint.type]; k++) owners.push(joint);
  }
  return owners;
}

function fillBody(m: Model, body: BodySpec): void {
  const { id, joints, geoms, dofnum } = body;
  m.body_parentid[id] = body.parent?.id ?? 0;
  m.body_weldid[id] = body.weldid;
  m.body_jntnum[id] = joints.length;
  m.body_jntadr[id] = joints.length > 0 ? joints[0].id : -1;
  m.body_dofnum[id] = dofnum;
  m.body_dofadr[id] = dofnum > 0 ? joints[0].dofadr : -1;
  m.body_geomnum[id] = geoms.length;
  m.body_geomadr[id] = geoms.length > 0 ? geoms[0].id : -1;
  m.body_ipos.set(body.ipos as Float64Array, 3 * id);
  m.body_iquat.set(body.inertial.quat, 4 * id);
  m.body_mass[id] = body.mass;
  m.body_inertia.set(body.inertia, 3 * id);
  m.body_contype[id] = body.contype;
  m.body_conaffinity[id] = body.conaffinity;
  m.body_margin[id] = body.margin;
}

function fillBvh(m: Model, { id, bvh }: BodySpec, at: number): number {
  const count = bvh?.tree.count ?? 0;
  m.body_bvhadr[id] = count > 0 ? at : -1;
  m.body_bvhnum[id] = count;
  if (bvh === undefined) return at;
  const { tree, leaves } = bvh;
  m.bvh_aabb.set(tree.aabb.subarray(0, 6 * count), 6 * at);
  m.bvh_child.set(tree.child.subarray(0, 2 * count), 2 * at);
  m.bvh_depth.set(tree.depth.subarray(0, count), at);
  for (let i = 0; i < count; i++) m.bvh_nodeid[at + i] = leaves[i]?.id ?? -1;
  return at + count;
}

function fillJoint(m: Model, body: BodySpec, joint: JointSpec): void {
  const { id, type, qposadr, dofadr } = joint;
  m.jnt_qposadr[id] = qposadr;
  m.jnt_dofadr[id] = dofadr;
  m.jnt_bodyid[id] = body.id;

  // reference configuration
  if (type === Joint.FREE) {
    m.qpos0.set(body.pos, qposadr);
    m.qpos0.set(body.quat, qposadr + 3);
  } else if (type === Joint.BALL) {
    m.qpos0[qposadr] = 1;
  } else {
    m.qpos0[qposadr] = joint.ref;
  }
  m.qpos_spring.set(m.qpos0.subarray(qposadr, qposadr + NQ[type]), qposadr);
  if (type === Joint.SLIDE || type === Joint.HINGE) m.qpos_spring[qposadr] = joint.springref;
}

function fillGeom(m: Model, body: BodySpec, geom: GeomSpec): void {
  const { id } = geom;
  m.geom_bodyid[id] = body.id;
  m.geom_dataid[id] = geom.meshSpec?.id ?? geom.hfieldSpec?.id ?? -1;
  m.geom_matid[id] = geom.matid;
  m.geom_aabb.set(geom.aabb, 6 * id);
  m.geom_fluid.set(geom.fluid, 12 * id);
  m.geom_sameframe[id] = sameFrame(geom.pos, geom.quat, body);
  m.geom_rbound[id] = boundingRadius(geom);
}

function fillSite(m: Model, body: BodySpec, site: SiteSpec): void {
  const { id } = site;
  m.site_bodyid[id] = body.id;
  m.site_matid[id] = site.matid;
  m.site_sameframe[id] = sameFrame(site.pos, site.quat, body);
}

function fillCamera(m: Model, body: BodySpec, camera: CameraSpec): void {
  const { id } = camera;
  m.cam_bodyid[id] = body.id;
  m.cam_targetbodyid[id] = camera.targetbodyid;
  m.cam_intrinsic.set(camera.intrinsic, 4 * id);
}

function fillLight(m: Model, body: BodySpec, light: LightSpec): void {
  const { id } = light;
  m.light_bodyid[id] = body.id;
  m.light_targetbodyid[id] = light.targetbodyid;
  m.light_texid[id] = light.texid;
}

/** Sleep policies of trees: only the first body of a tree sets the policy. */
function fillSleepPolicies(m: Model, spec: Spec): void {
  for (let i = 0; i < m.nbody; i++) {
    const weld = m.body_weldid[i];
    m.body_treeid[i] = m.body_dofnum[weld] ? m.dof_treeid[m.body_dofadr[weld]] : -1;
  }
  m.tree_sleep_policy.fill(SleepPolicy.AUTO);
  for (const body of spec.bodies) {
    if (body.sleep === SleepPolicy.AUTO) continue;
    const tree = m.body_treeid[body.id];
    if (tree < 0 || tree === m.body_treeid[body.id - 1]) {
      throw fail("body", body, "only the root body of a moving tree has a sleep policy", "sleep");
    }
    m.tree_sleep_policy[tree] = body.sleep;
  }
}
