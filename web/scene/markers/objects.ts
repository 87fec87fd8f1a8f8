/** Tendons, joints, inertias, centers of mass, cameras, and lights. */

import { surfaceOf } from "../bodies.ts";
import { islandColor } from "../island_color.ts";
import { groupOf } from "../options.ts";
import { along, type Drawn, turn, vector } from "./marks.ts";

const JOINT = { FREE: 0, BALL: 1, SLIDE: 2, HINGE: 3 };

/** Side of a free or ball joint, as a part of the length of an axis. */
const BLOB = 0.3;

/** Density of bodies whose inertia boxes keep their size when they are scaled (kg/m³). */
const DENSITY = 1000;

/** The paths of tendons. */
export function drawTendons({ solid, frame, scenery, shown }: Drawn): void {
  const { fields: m, sizes, visual } = scenery;
  for (let t = 0; t < sizes.ntendon; t++) {
    if (!shown.tendonGroups[groupOf(m.tendon_group[t])]) continue;
    const surface = surfaceOf(scenery, [], m.tendon_matid[t], m.tendon_rgba.slice(4 * t, 4 * t + 4));
    const rgba = shown.island ? islandColor(frame.fields.tendon_island[t], true) : surface.rgba;
    const color = [...Array.from(rgba).slice(0, 3), rgba[3] * (shown.transparent ? visual.map.alpha : 1)];
    for (const [from, to, isInside] of tendonSegments(frame.fields, t)) {
      const rod = solid.rod(from, to, m.tendon_width[t] * (isInside ? 0.5 : 1), color);
      rod.userData = { kind: "tendon", id: t };
    }
  }
}

/** The straight parts of a tendon; whether they are inside of what it wraps. */
export function* tendonSegments(fields: Drawn["frame"]["fields"], t: number) {
  const { ten_wrapadr, ten_wrapnum, wrap_obj, wrap_xpos } = fields;
  const last = ten_wrapadr[t] + ten_wrapnum[t] - 1;
  for (let w = ten_wrapadr[t]; w < last; w++) {
    // a pulley interrupts the path
    if (wrap_obj[w] === -2 || wrap_obj[w + 1] === -2) continue;
    const isInside = wrap_obj[w] >= 0 && wrap_obj[w + 1] >= 0;
    yield [vector(wrap_xpos, w), vector(wrap_xpos, w + 1), isInside] as const;
  }
}

/** The axes of joints. */
export function drawJoints({ marks, frame: { fields }, scenery, shown }: Drawn): void {
  const { fields: m, visual: { scale, rgba }, meansize, sizes } = scenery;
  for (let j = 0; j < sizes.njnt; j++) {
    if (!shown.jointGroups[groupOf(m.jnt_group[j])]) continue;
    drawJoint({ marks, fields, m }, j, scale.jointlength * meansize, scale.jointwidth * meansize, rgba.joint);
  }
}

/** One joint, or what acts on it. */
export function drawJoint(
  { marks, fields, m }: Pick<Drawn, "marks"> & { fields: Drawn["frame"]["fields"]; m: Drawn["scenery"]["fields"] },
  j: number,
  length: number,
  width: number,
  rgba: ArrayLike<number>,
): void {
  const at = vector(fields.xanchor, j);
  const type = m.jnt_type[j];
  if (type === JOINT.SLIDE || type === JOINT.HINGE) {
    return marks.arrow(at, vector(fields.xaxis, j).multiplyScalar(length), width, rgba, type === JOINT.SLIDE);
  }
  const blob = marks.blob(type === JOINT.BALL ? "sphere" : "box", at, BLOB * length, rgba);
  const body = m.jnt_bodyid[j];
  turn(blob, fields.xpos, fields.xmat, body);
  blob.position.copy(at);
}

/** Boxes with the mass and the inertia of bodies. */
export function drawInertias({ marks, frame: { fields }, scenery, shown }: Drawn): void {
  const { fields: m, visual: { rgba }, sizes } = scenery;
  for (let b = 1; b < sizes.nbody; b++) {
    const mass = m.body_mass[b];
    if (mass < 1e-15 || m.body_weldid[b] === 0) continue;
    const [x, y, z] = m.body_inertia.slice(3 * b, 3 * b + 3);
    const half = (sum: number) => 0.5 * Math.sqrt(Math.max(0, 6 * sum / mass));
    const box = marks.put("box", rgba.inertia);
    turn(box, fields.xipos, fields.ximat, b);
    box.scale.set(half(y + z - x), half(x + z - y), half(x + y - z));
    if (!shown.scaleInertia) continue;
    const volume = 8 * box.scale.x * box.scale.y * box.scale.z;
    box.scale.multiplyScalar(Math.cbrt(mass / Math.max(1e-15, volume) / DENSITY));
  }
}

/** The centers of mass of kinematic trees. */
export function drawCenters({ marks, frame: { fields }, scenery }: Drawn): void {
  const { fields: m, visual: { scale, rgba }, meansize, sizes } = scenery;
  for (let b = 1; b < sizes.nbody; b++) {
    if (m.body_rootid[b] === b) marks.blob("sphere", vector(fields.subtree_com, b), scale.com * meansize, rgba.com);
  }
}

/** Cameras as boxes. */
export function drawCameras({ marks, frame: { fields }, scenery }: Drawn): void {
  const { visual: { scale, rgba }, meansize, sizes } = scenery;
  const size = scale.camera * meansize;
  for (let c = 0; c < sizes.ncam; c++) {
    const box = marks.put("box", rgba.camera);
    box.scale.set(size, 0.8 * size, 0.4 * size);
    turn(box, fields.cam_xpos, fields.cam_xmat, c);
  }
}

/** Lights as disks. */
export function drawLights({ marks, frame: { fields }, scenery }: Drawn): void {
  const { visual: { scale, rgba }, meansize, sizes } = scenery;
  const size = scale.light * meansize;
  for (let i = 0; i < sizes.nlight; i++) {
    const at = vector(fields.light_xpos, i);
    const disk = marks.put("disk", rgba.light);
    disk.scale.set(0.8 * size, 0.8 * size, size);
    along(disk, at, at.clone().add(vector(fields.light_xdir, i)));
  }
}
