/** Contacts and their forces. */

import { islandColor } from "../island_color.ts";
import { along, type Drawn, vector } from "./marks.ts";

/** Forces that are not drawn (N, scaled to lengths). */
const NONE = 1e-6;

/** Disks at contacts, as high as they are deep. */
export function drawContactPoints({ marks, frame: { contacts }, scenery, shown }: Drawn): void {
  const { visual: { scale, rgba }, meansize } = scenery;
  for (let i = 0; i < contacts.count; i++) {
    const at = vector(contacts.pos, i);
    const isActive = contacts.isActive[i] !== 0;
    const color = shown.island && isActive
      ? islandColor(contacts.island[i], true)
      : isActive
      ? rgba.contactpoint
      : rgba.contactgap;
    const disk = marks.put("disk", color);
    const width = scale.contactwidth * meansize;
    disk.scale.set(width, width, Math.max(scale.contactheight * meansize, -contacts.dist[i] / 2));
    along(disk, at, at.clone().add(vector(contacts.frame, 3 * i)));
    disk.userData = { kind: "contact", id: i };
  }
}

/** Forces of contacts on the body with the higher number, whole or split into normal force and friction. */
export function drawContactForces({ marks, frame: { contacts }, scenery, shown }: Drawn): void {
  const { fields: m, visual: { scale, rgba, map }, meansize, meanmass, sizes } = scenery;
  const bodyOf = (k: number) => {
    return contacts.geom[k] >= 0 ? m.geom_bodyid[contacts.geom[k]] : sizes.nbody + contacts.flex[k];
  };
  for (let i = 0; i < contacts.count; i++) {
    const at = vector(contacts.pos, i);
    const whole = vector(contacts.force, i).multiplyScalar(map.force / meanmass);
    const [a, b] = [bodyOf(2 * i), bodyOf(2 * i + 1)];
    if (a > b) whole.negate();
    const draw = (force: typeof whole, color: ArrayLike<number>) => {
      if (force.length() > NONE) marks.arrow(at, force, scale.forcewidth * meansize, color);
    };
    if (!shown.contactSplit) {
      draw(whole, rgba.contactforce);
      // two bodies push each other
      if (a > 0 && b > 0) draw(whole.clone().negate(), rgba.contactforce);
      continue;
    }
    const normal = vector(contacts.frame, 3 * i);
    normal.multiplyScalar(whole.dot(normal));
    draw(normal, rgba.contactforce);
    draw(whole.clone().sub(normal), rgba.contactfriction);
  }
}
