/** Actuators in the colors of what they are told, and the rods of slider-cranks. */

import { groupOf } from "../options.ts";
import { axis, type Drawn, vector } from "./marks.ts";
import { drawJoint, tendonSegments } from "./objects.ts";

/** `actuator_trntype` in a model. */
const TRN = { JOINT: 0, JOINT_IN_PARENT: 1, SLIDERCRANK: 2, TENDON: 3, SITE: 4, BODY: 5 };

/** How much larger than a geom or site its actuator is. */
const AROUND = 1.05;

/** `geom_type` of shapes that are drawn around bodies: spheres to boxes. */
const ROUNDED = [2, 6];

/** Everything that an actuator acts on. */
export function drawActuators(drawn: Drawn): void {
  const { marks, frame: { fields }, scenery, shown, bodies } = drawn;
  const { fields: m, visual: { scale, map }, meansize, sizes } = scenery;
  const around = (kind: "geom" | "site", isMeant: (id: number, body: number) => boolean, rgba: number[]) => {
    for (const item of bodies.items) {
      if (item.kind !== kind || !isMeant(item.id, item.body)) continue;
      const mesh = marks.put(item.mesh.geometry, rgba);
      mesh.position.copy(item.mesh.position);
      mesh.quaternion.copy(item.mesh.quaternion);
      mesh.scale.copy(item.mesh.scale).multiplyScalar(AROUND);
    }
  };
  for (let i = 0; i < sizes.nu; i++) {
    if (!shown.actuatorGroups[groupOf(m.actuator_group[i])] || fields.actuator_off[i]) continue;
    const rgba = colorOf(drawn, i);
    const target = m.actuator_trnid[2 * i];
    const type = m.actuator_trntype[i];
    if (type === TRN.JOINT || type === TRN.JOINT_IN_PARENT) {
      const [length, width] = [scale.actuatorlength * meansize, scale.actuatorwidth * meansize];
      drawJoint({ marks, fields, m }, target, length, width, rgba);
    } else if (type === TRN.SITE) around("site", (id) => id === target, rgba);
    else if (type === TRN.BODY) {
      const isRounded = (id: number) => m.geom_type[id] >= ROUNDED[0] && m.geom_type[id] <= ROUNDED[1];
      around("geom", (id, body) => body === target && isRounded(id), rgba);
    } else if (type === TRN.TENDON) {
      for (const [from, to, isInside] of tendonSegments(fields, target)) {
        marks.rod(from, to, m.tendon_width[target] * (isInside ? 0.5 : 1) * map.actuatortendon, rgba);
      }
    }
  }
}

/** A color between those of the least, of no, and of the greatest control, or activation. */
function colorOf({ frame: { fields }, scenery, shown }: Drawn, i: number): number[] {
  const { fields: m, visual: { rgba } } = scenery;
  const hasAct = shown.activation && m.actuator_dyntype[i] !== 0;
  const range = m.actuator_ctrllimited[i]
    ? m.actuator_ctrlrange.slice(2 * i, 2 * i + 2)
    : shown.activation && m.actuator_actlimited[i]
    ? m.actuator_actrange.slice(2 * i, 2 * i + 2)
    : [-1, 1];
  const value = hasAct ? fields.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1] : fields.ctrl[i];
  // a range on one side of zero is extended to the other
  const [low, middle, high] = range[0] >= 0
    ? [-1, range[0], range[1]]
    : range[1] <= 0
    ? [range[0], range[1], 1]
    : [range[0], 0, range[1]];
  const isLow = value <= middle;
  const span = Math.max(1e-15, isLow ? middle - low : high - middle);
  const share = Math.min(1, Math.abs(value - middle) / span);
  const end = isLow ? rgba.actuatornegative : rgba.actuatorpositive;
  return Array.from(rgba.actuator, (x, k) => x + share * (end[k] - x));
}

/** The rods between sliders and cranks, in another color where they do not reach. */
export function drawSliderCranks({ solid, frame: { fields }, scenery }: Drawn): void {
  const { fields: m, visual: { scale, rgba }, meansize, sizes } = scenery;
  const width = scale.slidercrank * meansize;
  for (let i = 0; i < sizes.nu; i++) {
    if (m.actuator_trntype[i] !== TRN.SLIDERCRANK) continue;
    const [crank, slider] = [vector(fields.site_xpos, m.actuator_trnid[2 * i]), m.actuator_trnid[2 * i + 1]];
    const base = vector(fields.site_xpos, slider);
    const direction = axis(fields.site_xmat, slider, 2);
    const away = crank.clone().sub(base);
    const projection = away.dot(direction);
    const rest = projection ** 2 + m.actuator_cranklength[i] ** 2 - away.lengthSq();
    const end = base.clone().addScaledVector(direction, projection - Math.sqrt(Math.max(0, rest)));
    solid.rod(base, end, width, rgba.slidercrank);
    solid.rod(end, crank, width / 2, rest < 0 ? rgba.crankbroken : rgba.slidercrank);
  }
}
