/** The free camera of MuJoCo's viewers: it looks at a point from a distance, and moves with the mouse. */

import * as three from "./three.ts";
import type { Scenery } from "../simulation/messages.ts";

const DEGREE = Math.PI / 180;

/** Degrees per height of the window. */
const TURN = 180;

/** Part of the distance per notch of the wheel. */
const ZOOM = 0.05;

/** A camera that looks at a point. */
export class Orbit {
  readonly lookat = new three.Vector3();
  distance = 1;
  /** degrees */
  azimuth = 90;
  elevation = -45;

  constructor(private readonly scenery: Scenery) {
    this.reset();
  }

  /** Shows the whole model. */
  reset(): void {
    const { center, extent, visual } = this.scenery;
    this.lookat.fromArray(center);
    this.distance = 1.5 * extent;
    this.azimuth = visual.global.azimuth;
    this.elevation = visual.global.elevation;
  }

  /** The direction in which it looks. */
  forward(): three.Vector3 {
    const [a, e] = [this.azimuth * DEGREE, this.elevation * DEGREE];
    return new three.Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
  }

  /** Turns, by parts of the height of the window. */
  turn(dx: number, dy: number): void {
    this.azimuth = (this.azimuth - TURN * dx) % 360;
    this.elevation = Math.max(-90, Math.min(90, this.elevation - TURN * dy));
  }

  /** Moves in the plane of the picture, or in the horizontal plane. */
  move(dx: number, dy: number, isHorizontal: boolean): void {
    this.lookat.addScaledVector(this.drag(dx, dy, isHorizontal), -this.distance);
  }

  /** Zooms in by notches of the wheel. */
  zoom(notches: number): void {
    this.distance = Math.max(1e-6, this.distance * (1 - ZOOM) ** notches);
  }

  /** The rotation that belongs to a movement of the mouse: a whole turn per height of the window. */
  spin(dx: number, dy: number, isHorizontal: boolean): { axis: three.Vector3; angle: number } {
    const { right, flat } = this.#heading();
    const axis = right.multiplyScalar(dy).addScaledVector(isHorizontal ? flat : new three.Vector3(0, 0, 1), dx);
    const angle = 2 * Math.PI * axis.length();
    return { axis: axis.normalize(), angle };
  }

  /** The displacement at unit distance that belongs to a movement of the mouse. */
  drag(dx: number, dy: number, isHorizontal: boolean): three.Vector3 {
    const height = 2 * Math.tan(this.scenery.visual.global.fovy * DEGREE / 2);
    const { right, flat } = this.#heading();
    const up = isHorizontal ? flat : new three.Vector3(0, 0, 1);
    return right.multiplyScalar(dx * height).addScaledVector(up, -dy * height);
  }

  /** Places a camera. */
  apply(camera: three.PerspectiveCamera): void {
    const forward = this.forward();
    const [a, e] = [this.azimuth * DEGREE, this.elevation * DEGREE];
    camera.fov = this.scenery.visual.global.fovy;
    camera.up.set(-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e));
    camera.position.copy(this.lookat).addScaledVector(forward, -this.distance);
    camera.lookAt(this.lookat);
  }

  /** The horizontal directions to the right and forward. */
  #heading(): { right: three.Vector3; flat: three.Vector3 } {
    const { x, y } = this.forward();
    const flat = new three.Vector3(x, y, 0);
    if (flat.length() < 1e-9) flat.set(Math.cos(this.azimuth * DEGREE), Math.sin(this.azimuth * DEGREE), 0);
    flat.normalize();
    return { right: new three.Vector3(flat.y, -flat.x, 0), flat };
  }
}
