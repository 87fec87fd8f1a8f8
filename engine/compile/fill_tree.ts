/** Bodies and their elements as fields of the model. */

import { isLimited } from "../mjcf/limited.ts";
import { Joint, SleepPolicy } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { BodySpec, CameraSpec, GeomSpec, JointSpec, LightSpec, SiteSpec, Spec } from "../types/spec.ts";
import { fail } from "./fail.ts";
import { boundingRadius } from "./geom.ts";
import { NQ, NV } from "./joint.ts";
import { sameFrame, type TreeStructure } from "./tree_structure.ts";

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
  fillSleepPolicies(m, spec);
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
  m.body_pos.set(body.pos, 3 * id);
  m.body_quat.set(body.quat, 4 * id);
  m.body_ipos.set(body.ipos as Float64Array, 3 * id);
  m.body_iquat.set(body.inertial.quat, 4 * id);
  m.body_mass[id] = body.mass;
  m.body_inertia.set(body.inertia, 3 * id);
  m.body_gravcomp[id] = body.gravcomp;
  m.body_user.set(body.user, m.nuser_body * id);
  m.body_contype[id] = body.contype;
  m.body_conaffinity[id] = body.conaffinity;
  m.body_margin[id] = body.margin;
  m.body_plugin[id] = -1;
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
  m.jnt_type[id] = type;
  m.jnt_group[id] = joint.group;
  m.jnt_limited[id] = Number(isLimited(joint.limited, joint.range));
  m.jnt_actfrclimited[id] = Number(isLimited(joint.actuatorfrclimited, joint.actuatorfrcrange));
  m.jnt_actgravcomp[id] = joint.actuatorgravcomp;
  m.jnt_qposadr[id] = qposadr;
  m.jnt_dofadr[id] = dofadr;
  m.jnt_bodyid[id] = body.id;
  m.jnt_pos.set(joint.pos, 3 * id);
  m.jnt_axis.set(joint.axis, 3 * id);
  m.jnt_stiffness[id] = joint.stiffness;
  m.jnt_range.set(joint.range, 2 * id);
  m.jnt_actfrcrange.set(joint.actuatorfrcrange, 2 * id);
  m.jnt_solref.set(joint.solreflimit, 2 * id);
  m.jnt_solimp.set(joint.solimplimit, 5 * id);
  m.jnt_margin[id] = joint.margin;
  m.jnt_user.set(joint.user, m.nuser_jnt * id);

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

  for (let i = dofadr; i < dofadr + NV[type]; i++) {
    m.dof_solref.set(joint.solreffriction, 2 * i);
    m.dof_solimp.set(joint.solimpfriction, 5 * i);
    m.dof_frictionloss[i] = joint.frictionloss;
    m.dof_armature[i] = joint.armature;
    m.dof_damping[i] = joint.damping;
  }
}

function fillGeom(m: Model, body: BodySpec, geom: GeomSpec): void {
  const { id } = geom;
  m.geom_type[id] = geom.type;
  m.geom_contype[id] = geom.contype;
  m.geom_conaffinity[id] = geom.conaffinity;
  m.geom_condim[id] = geom.condim;
  m.geom_bodyid[id] = body.id;
  m.geom_dataid[id] = geom.meshSpec?.id ?? geom.hfieldSpec?.id ?? -1;
  m.geom_matid[id] = geom.matid;
  m.geom_group[id] = geom.group;
  m.geom_priority[id] = geom.priority;
  m.geom_plugin[id] = -1;
  m.geom_size.set(geom.size, 3 * id);
  m.geom_aabb.set(geom.aabb, 6 * id);
  m.geom_pos.set(geom.pos, 3 * id);
  m.geom_quat.set(geom.quat, 4 * id);
  m.geom_friction.set(geom.friction, 3 * id);
  m.geom_solmix[id] = geom.solmix;
  m.geom_solref.set(geom.solref, 2 * id);
  m.geom_solimp.set(geom.solimp, 5 * id);
  m.geom_margin[id] = geom.margin;
  m.geom_gap[id] = geom.gap;
  m.geom_fluid.set(geom.fluid, 12 * id);
  m.geom_user.set(geom.user, m.nuser_geom * id);
  m.geom_rgba.set(geom.rgba, 4 * id);
  m.geom_sameframe[id] = sameFrame(geom.pos, geom.quat, body);
  m.geom_rbound[id] = boundingRadius(geom);
}

function fillSite(m: Model, body: BodySpec, site: SiteSpec): void {
  const { id } = site;
  m.site_type[id] = site.type;
  m.site_bodyid[id] = body.id;
  m.site_matid[id] = site.matid;
  m.site_group[id] = site.group;
  m.site_size.set(site.size, 3 * id);
  m.site_pos.set(site.pos, 3 * id);
  m.site_quat.set(site.quat, 4 * id);
  m.site_user.set(site.user, m.nuser_site * id);
  m.site_rgba.set(site.rgba, 4 * id);
  m.site_sameframe[id] = sameFrame(site.pos, site.quat, body);
}

function fillCamera(m: Model, body: BodySpec, camera: CameraSpec): void {
  const { id } = camera;
  m.cam_bodyid[id] = body.id;
  m.cam_mode[id] = camera.mode;
  m.cam_targetbodyid[id] = camera.targetbodyid;
  m.cam_pos.set(camera.pos, 3 * id);
  m.cam_quat.set(camera.quat, 4 * id);
  m.cam_projection[id] = camera.projection;
  m.cam_fovy[id] = camera.fovy;
  m.cam_ipd[id] = camera.ipd;
  m.cam_resolution.set(camera.resolution, 2 * id);
  m.cam_output[id] = camera.output;
  m.cam_sensorsize.set(camera.sensorsize, 2 * id);
  m.cam_intrinsic.set(camera.intrinsic, 4 * id);
  m.cam_user.set(camera.user, m.nuser_cam * id);
}

function fillLight(m: Model, body: BodySpec, light: LightSpec): void {
  const { id } = light;
  m.light_bodyid[id] = body.id;
  m.light_mode[id] = light.mode;
  m.light_targetbodyid[id] = light.targetbodyid;
  m.light_type[id] = light.type;
  m.light_texid[id] = light.texid;
  m.light_castshadow[id] = light.castshadow;
  m.light_active[id] = light.active;
  m.light_pos.set(light.pos, 3 * id);
  m.light_dir.set(light.dir, 3 * id);
  m.light_bulbradius[id] = light.bulbradius;
  m.light_intensity[id] = light.intensity;
  m.light_range[id] = light.range;
  m.light_attenuation.set(light.attenuation, 3 * id);
  m.light_cutoff[id] = light.cutoff;
  m.light_exponent[id] = light.exponent;
  m.light_ambient.set(light.ambient, 3 * id);
  m.light_diffuse.set(light.diffuse, 3 * id);
  m.light_specular.set(light.specular, 3 * id);
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
    if (body.id === 0 || tree < 0 || tree === m.body_treeid[body.id - 1]) {
      throw fail("body", body, "only the root body of a moving tree has a sleep policy", "sleep");
    }
    m.tree_sleep_policy[tree] = body.sleep;
  }
}
