/** The geoms where a second engine says that they are, if that is elsewhere. */

import * as three from "./three.ts";
import type { Frame } from "../simulation/messages.ts";
import { type Bodies, pose } from "./bodies.ts";

const COLOR = 0x3aa0ff;
const OPACITY = 0.45;

/** Differences that are not seen. */
const UNSEEN = 1e-9;

/** Ghosts of the geoms of a model. */
export class Ghosts {
  readonly group = new three.Group();
  readonly #material = new three.MeshBasicMaterial({
    color: COLOR,
    transparent: true,
    opacity: OPACITY,
    depthWrite: false,
  });
  readonly #meshes: three.Mesh[];

  constructor(private readonly bodies: Bodies) {
    const geoms = bodies.items.filter(({ kind, isPlane }) => kind === "geom" && !isPlane);
    this.#meshes = geoms.map(({ id, mesh }) => {
      const ghost = new three.Mesh(mesh.geometry, this.#material);
      ghost.scale.copy(mesh.scale);
      ghost.userData = { geom: id };
      this.group.add(ghost);
      return ghost;
    });
  }

  update({ ghost, fields }: Frame, isShown: boolean): void {
    this.group.visible = isShown && ghost !== undefined;
    if (ghost === undefined || !isShown) return;
    for (const mesh of this.#meshes) {
      const id = mesh.userData.geom;
      const isApart = differs(ghost.geom_xpos, fields.geom_xpos, 3 * id, 3) ||
        differs(ghost.geom_xmat, fields.geom_xmat, 9 * id, 9);
      mesh.visible = isApart &&
        this.bodies.items.some((item) => item.kind === "geom" && item.id === id && item.mesh.visible);
      if (mesh.visible) pose(mesh, ghost.geom_xpos, ghost.geom_xmat, id);
    }
  }

  dispose(): void {
    this.#material.dispose();
  }
}

function differs(a: ArrayLike<number>, b: ArrayLike<number>, at: number, length: number): boolean {
  for (let i = at; i < at + length; i++) if (Math.abs(a[i] - b[i]) > UNSEEN) return true;
  return false;
}
