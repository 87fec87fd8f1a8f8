/** Shapes that are drawn anew in each frame, from a pool. */

import * as three from "../three.ts";
import type { Frame, Scenery } from "../../simulation/messages.ts";
import type { Bodies } from "../bodies.ts";
import { GlMaterial, type Shared } from "../gl_material.ts";
import type { Shown } from "../options.ts";

const SLICES = 16;

/** Length of an arrow as a part of the vector that it shows, where its head begins, and how much wider that is. */
const ARROW = 1 / 2;
const NECK = 2 / 3;
const WEDGE = 1.75;

/** Steps in which colors change, so that there are few materials. */
const SHADES = 32;

/** Shapes along the z-axis: from 0 to 1 where they have an end, otherwise around the origin. */
const SHAPES = {
  rod: new three.CylinderGeometry(1, 1, 1, SLICES).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  disk: new three.CylinderGeometry(1, 1, 2, SLICES).rotateX(Math.PI / 2),
  cone: new three.ConeGeometry(1, 1, SLICES).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  sphere: new three.SphereGeometry(1, SLICES, SLICES / 2),
  box: new three.BoxGeometry(2, 2, 2),
};

/** What markers are drawn from. */
export interface Drawn {
  marks: Marks;
  /** the same for what casts shadows */
  solid: Marks;
  frame: Frame;
  scenery: Scenery;
  shown: Shown;
  bodies: Bodies;
  /** the body that was selected, or 0 */
  selected: number;
}

/** A pool of meshes that are used again in each frame. */
export class Marks {
  readonly group = new three.Group();
  readonly #free = new Map<string, three.Mesh[]>();
  #used: [key: string, mesh: three.Mesh][] = [];
  readonly #materials = new Map<string, GlMaterial>();

  constructor(private readonly shared: Shared) {}

  /** Takes everything back. */
  clear(): void {
    for (const [key, mesh] of this.#used) {
      mesh.visible = false;
      const list = this.#free.get(key);
      if (list === undefined) this.#free.set(key, [mesh]);
      else list.push(mesh);
    }
    this.#used = [];
  }

  /** A shape in a color; where it is, is up to the caller. */
  put(shape: keyof typeof SHAPES | three.BufferGeometry, rgba: ArrayLike<number>, emission = 0): three.Mesh {
    const shade = Array.from(rgba, (x) => Math.round(SHADES * x) / SHADES);
    const color = `${shade.join(" ")} ${emission}`;
    const geometry = typeof shape === "string" ? SHAPES[shape] : shape;
    const key = `${geometry.uuid} ${color}`;
    let material = this.#materials.get(color);
    if (material === undefined) {
      material = new GlMaterial(this.shared, { rgba: shade, emission });
      this.#materials.set(color, material);
    }
    const mesh = this.#free.get(key)?.pop() ?? new three.Mesh(geometry, material);
    if (mesh.parent === null) this.group.add(mesh);
    mesh.visible = true;
    mesh.userData = {};
    this.#used.push([key, mesh]);
    return mesh;
  }

  /** A ball, a cube, or the like. */
  blob(shape: "sphere" | "box", at: three.Vector3, size: number, rgba: ArrayLike<number>): three.Mesh {
    const mesh = this.put(shape, rgba);
    mesh.position.copy(at);
    mesh.quaternion.identity();
    mesh.scale.setScalar(size);
    return mesh;
  }

  /** A rod between two points. */
  rod(
    from: three.Vector3,
    to: three.Vector3,
    width: number,
    rgba: ArrayLike<number>,
    emission = 0,
  ): three.Mesh {
    const mesh = this.put("rod", rgba, emission);
    mesh.scale.set(width, width, from.distanceTo(to));
    along(mesh, from, to);
    return mesh;
  }

  /** An arrow that shows a vector, half as long as it, as MuJoCo's are; its head is wider if it has wedges. */
  arrow(from: three.Vector3, shown: three.Vector3, width: number, rgba: ArrayLike<number>, hasWedges = true): void {
    const to = from.clone().addScaledVector(shown, ARROW);
    const neck = from.clone().lerp(to, NECK);
    this.rod(from, neck, width, rgba);
    const head = this.put("cone", rgba);
    const wide = (hasWedges ? WEDGE : 1) * width;
    head.scale.set(wide, wide, neck.distanceTo(to));
    along(head, neck, to);
  }

  dispose(): void {
    for (const material of this.#materials.values()) material.dispose();
  }
}

/** A vector of an array. */
export function vector(array: ArrayLike<number>, i: number): three.Vector3 {
  return new three.Vector3(array[3 * i], array[3 * i + 1], array[3 * i + 2]);
}

/** An axis of a rotation matrix of an array. */
export function axis(mat: ArrayLike<number>, i: number, k: number): three.Vector3 {
  return new three.Vector3(mat[9 * i + k], mat[9 * i + 3 + k], mat[9 * i + 6 + k]);
}

/** A point of a frame, in world coordinates. */
export function toWorld(
  pos: ArrayLike<number>,
  mat: ArrayLike<number>,
  i: number,
  local: three.Vector3,
): three.Vector3 {
  const point = vector(pos, i);
  local.toArray().forEach((x, k) => point.addScaledVector(axis(mat, i, k), x));
  return point;
}

/** Places a shape along the line from one point to another. */
export function along(mesh: three.Object3D, from: three.Vector3, to: three.Vector3): void {
  mesh.position.copy(from);
  mesh.quaternion.setFromUnitVectors(new three.Vector3(0, 0, 1), to.clone().sub(from).normalize());
}

/** Places a shape at a pose of the data. */
export function turn(mesh: three.Object3D, pos: ArrayLike<number>, mat: ArrayLike<number>, i: number): void {
  mesh.position.copy(vector(pos, i));
  mesh.quaternion.setFromRotationMatrix(
    new three.Matrix4().makeBasis(axis(mat, i, 0), axis(mat, i, 1), axis(mat, i, 2)),
  );
}
