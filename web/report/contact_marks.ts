/** The engine's contacts, and a ring around the one that differs. */

import * as three from "../scene/three.ts";
import type { Contacts, Scenery } from "../simulation/messages.ts";

/** Color of what the engine computes, as that of ghosts. */
const ENGINE = 0x3aa0ff;
const OFFENDING = 0xff2020;

/** Sizes as multiples of the radius of a contact's disk. */
const RING = 2.2;
const WIRE = 0.18;

const disk = new three.CylinderGeometry(1, 1, 2, 24).rotateX(Math.PI / 2);
const ring = new three.TorusGeometry(RING, WIRE, 8, 48);
const material = (color: number, opacity: number) =>
  new three.MeshBasicMaterial({ color, opacity, transparent: true, depthTest: false });

/** The first contact that only one of both has, or that is elsewhere; -1 if there is none. */
export function firstDifference(a: Contacts, b: Contacts): number {
  for (let i = 0; i < Math.max(a.count, b.count); i++) {
    if (i >= Math.min(a.count, b.count)) return i;
    const isSame = (name: "pos" | "frame" | "dist" | "geom", columns: number) =>
      a[name].subarray(columns * i, columns * i + columns).every((x, k) => x === b[name][columns * i + k]);
    if (!isSame("geom", 2) || !isSame("dist", 1) || !isSame("pos", 3) || !isSame("frame", 9)) return i;
  }
  return -1;
}

/** Marks contacts in a scene. */
export function markContacts(
  { visual: { scale }, meansize }: Scenery,
  engine: Contacts | undefined,
  offending: { contacts: Contacts; index: number } | undefined,
): three.Group {
  const group = new three.Group();
  const [width, height] = [scale.contactwidth * meansize, scale.contactheight * meansize];
  const put = (geometry: three.BufferGeometry, { pos, frame }: Contacts, i: number, color: number, opacity: number) => {
    const mesh = new three.Mesh(geometry, material(color, opacity));
    mesh.position.fromArray(pos, 3 * i);
    const normal = new three.Vector3().fromArray(frame, 9 * i);
    mesh.quaternion.setFromUnitVectors(new three.Vector3(0, 0, 1), normal.normalize());
    mesh.renderOrder = 10;
    group.add(mesh);
    return mesh.scale;
  };
  for (let i = 0; i < (engine?.count ?? 0); i++) {
    put(disk, engine as Contacts, i, ENGINE, 0.6).set(0.7 * width, 0.7 * width, 1.2 * height);
  }
  if (offending !== undefined) put(ring, offending.contacts, offending.index, OFFENDING, 1).setScalar(width);
  return group;
}
