/** Things that are not in the world: tendons, contacts, forces, frames, joints, inertia boxes, cameras, lights. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { surfaceOf } from "./bodies.ts";
import { GlMaterial, type Shared } from "./gl_material.ts";
import type { Shown } from "./options.ts";
import type { Rgba } from "../simulation/visual.ts";

const SLICES = 16;

/** Share of an arrow that is its head, and how much wider it is. */
const HEAD = 1 / 3;
const HEAD_WIDTH = 1.75;

/** How much larger the frame of the world is. */
const WORLD = 3;

const AXES: readonly Rgba[] = [[0.9, 0, 0, 1], [0, 0.9, 0, 1], [0, 0, 0.9, 1]];

/** Last group of tendons that is drawn. */
const SHOWN_GROUP = 2;

const JOINT = { FREE: 0, BALL: 1, SLIDE: 2, HINGE: 3 };

/** Shapes along the z-axis: from 0 to 1 where they have an end, otherwise around the origin. */
const SHAPES = {
  rod: new three.CylinderGeometry(1, 1, 1, SLICES).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  disk: new three.CylinderGeometry(1, 1, 2, SLICES).rotateX(Math.PI / 2),
  cone: new three.ConeGeometry(1, 1, SLICES).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  sphere: new three.SphereGeometry(1, SLICES, SLICES / 2),
  box: new three.BoxGeometry(2, 2, 2),
};

/** A pool of meshes that are used again in each frame. */
export class Markers {
  readonly group = new three.Group();
  readonly #free = new Map<string, three.Mesh[]>();
  #used: [key: string, mesh: three.Mesh][] = [];
  readonly #materials = new Map<string, GlMaterial>();

  constructor(private readonly shared: Shared, private readonly scenery: Scenery) {}

  /** Draws everything that is to be seen. */
  update(frame: Frame, shown: Shown, selected: number): void {
    for (const [key, mesh] of this.#used) {
      mesh.visible = false;
      const list = this.#free.get(key);
      if (list === undefined) this.#free.set(key, [mesh]);
      else list.push(mesh);
    }
    this.#used = [];
    if (shown.tendon) this.#tendons(frame);
    if (shown.contactPoint || shown.contactForce) this.#contacts(frame, shown);
    if (shown.frames !== "none") this.#frames(frame, shown.frames);
    if (shown.joint) this.#joints(frame);
    if (shown.inertia) this.#inertias(frame);
    if (shown.com) this.#centers(frame);
    if (shown.camera) this.#cameras(frame);
    if (shown.light) this.#lights(frame);
    if (shown.pull) this.#pull(frame, selected);
  }

  dispose(): void {
    for (const material of this.#materials.values()) material.dispose();
  }

  #put(shape: keyof typeof SHAPES, rgba: ArrayLike<number>): three.Mesh {
    const color = [...Array.from(rgba)].join(" ");
    const key = `${shape} ${color}`;
    let material = this.#materials.get(color);
    if (material === undefined) this.#materials.set(color, material = new GlMaterial(this.shared, { rgba }));
    const mesh = this.#free.get(key)?.pop() ?? new three.Mesh(SHAPES[shape], material);
    if (mesh.parent === null) this.group.add(mesh);
    mesh.visible = true;
    mesh.userData = {};
    this.#used.push([key, mesh]);
    return mesh;
  }

  #rod(from: three.Vector3, to: three.Vector3, width: number, rgba: ArrayLike<number>): three.Mesh {
    const mesh = this.#put("rod", rgba);
    mesh.scale.set(width, width, from.distanceTo(to));
    along(mesh, from, to);
    return mesh;
  }

  #arrow(from: three.Vector3, to: three.Vector3, width: number, rgba: ArrayLike<number>): void {
    const neck = from.clone().lerp(to, 1 - HEAD);
    this.#rod(from, neck, width, rgba);
    const head = this.#put("cone", rgba);
    head.scale.set(HEAD_WIDTH * width, HEAD_WIDTH * width, neck.distanceTo(to));
    along(head, neck, to);
  }

  #tendons({ fields }: Frame): void {
    const { ten_wrapadr, ten_wrapnum, wrap_obj, wrap_xpos } = fields;
    const { fields: m, sizes } = this.scenery;
    for (let t = 0; t < sizes.ntendon; t++) {
      if (m.tendon_group[t] > SHOWN_GROUP) continue;
      const { rgba } = surfaceOf(this.scenery, [], m.tendon_matid[t], m.tendon_rgba.slice(4 * t, 4 * t + 4));
      const last = ten_wrapadr[t] + ten_wrapnum[t] - 1;
      for (let w = ten_wrapadr[t]; w < last; w++) {
        // a pulley interrupts the path
        if (wrap_obj[w] === -2 || wrap_obj[w + 1] === -2) continue;
        const isInside = wrap_obj[w] >= 0 && wrap_obj[w + 1] >= 0;
        const width = m.tendon_width[t] * (isInside ? 0.5 : 1);
        const rod = this.#rod(vector(wrap_xpos, w), vector(wrap_xpos, w + 1), width, rgba);
        rod.userData = { kind: "tendon", id: t };
      }
    }
  }

  #contacts({ contacts }: Frame, shown: Shown): void {
    const { visual: { scale, rgba, map }, meansize, meanmass } = this.scenery;
    for (let i = 0; i < contacts.count; i++) {
      const at = vector(contacts.pos, i);
      const normal = vector(contacts.frame, 3 * i);
      if (shown.contactPoint) {
        const disk = this.#put("disk", rgba.contactpoint);
        const width = scale.contactwidth * meansize;
        disk.scale.set(width, width, scale.contactheight * meansize);
        along(disk, at, at.clone().add(normal));
        disk.userData = { kind: "contact", id: i };
      }
      if (!shown.contactForce) continue;
      const force = vector(contacts.force, i).multiplyScalar(map.force / meanmass);
      if (force.length() > 1e-6) {
        this.#arrow(at, at.clone().add(force), scale.forcewidth * meansize, rgba.contactforce);
      }
    }
  }

  #frames({ fields }: Frame, whose: Exclude<Shown["frames"], "none">): void {
    const { visual: { scale }, meansize, sizes } = this.scenery;
    const [length, width] = [scale.framelength * meansize, scale.framewidth * meansize];
    const draw = (pos: three.Vector3, mat: ArrayLike<number>, i: number, big = 1) => {
      for (let k = 0; k < 3; k++) {
        const axis = new three.Vector3(mat[9 * i + k], mat[9 * i + 3 + k], mat[9 * i + 6 + k]);
        this.#rod(pos, pos.clone().addScaledVector(axis, big * length), width * Math.sqrt(big), AXES[k]);
      }
    };
    if (whose === "world") return draw(new three.Vector3(), [1, 0, 0, 0, 1, 0, 0, 0, 1], 0, WORLD);
    const [pos, mat, count] = {
      body: [fields.xpos, fields.xmat, sizes.nbody] as const,
      geom: [fields.geom_xpos, fields.geom_xmat, sizes.ngeom] as const,
      site: [fields.site_xpos, fields.site_xmat, sizes.nsite] as const,
    }[whose];
    for (let i = whose === "body" ? 1 : 0; i < count; i++) draw(vector(pos, i), mat, i);
  }

  #joints({ fields }: Frame): void {
    const { fields: m, visual: { scale, rgba }, meansize, sizes } = this.scenery;
    const [length, width] = [scale.jointlength * meansize, scale.jointwidth * meansize];
    for (let j = 0; j < sizes.njnt; j++) {
      const at = vector(fields.xanchor, j);
      const to = at.clone().addScaledVector(vector(fields.xaxis, j), length);
      const type = m.jnt_type[j];
      if (type === JOINT.SLIDE || type === JOINT.HINGE) this.#arrow(at, to, width, rgba.joint);
      else {
        const shape = this.#put(type === JOINT.BALL ? "sphere" : "box", rgba.joint);
        shape.position.copy(at);
        shape.quaternion.identity();
        shape.scale.setScalar(0.3 * length);
      }
    }
  }

  #inertias({ fields }: Frame): void {
    const { fields: m, visual: { rgba }, sizes } = this.scenery;
    for (let b = 1; b < sizes.nbody; b++) {
      const mass = m.body_mass[b];
      if (mass < 1e-15 || m.body_weldid[b] === 0) continue;
      const [x, y, z] = m.body_inertia.slice(3 * b, 3 * b + 3);
      const half = (sum: number) => 0.5 * Math.sqrt(Math.max(0, 6 * sum / mass));
      const box = this.#put("box", rgba.inertia);
      box.scale.set(half(y + z - x), half(x + z - y), half(x + y - z));
      turn(box, fields.xipos, fields.ximat, b);
    }
  }

  #centers({ fields }: Frame): void {
    const { fields: m, visual: { scale, rgba }, meansize, sizes } = this.scenery;
    for (let b = 1; b < sizes.nbody; b++) {
      if (m.body_rootid[b] !== b) continue;
      const ball = this.#put("sphere", rgba.com);
      ball.position.copy(vector(fields.subtree_com, b));
      ball.scale.setScalar(scale.com * meansize);
    }
  }

  #cameras({ fields }: Frame): void {
    const { visual: { scale, rgba }, meansize, sizes } = this.scenery;
    const size = scale.camera * meansize;
    for (let c = 0; c < sizes.ncam; c++) {
      const box = this.#put("box", rgba.camera);
      box.scale.set(size, 0.8 * size, 0.4 * size);
      turn(box, fields.cam_xpos, fields.cam_xmat, c);
    }
  }

  #lights({ fields }: Frame): void {
    const { visual: { scale, rgba }, meansize, sizes } = this.scenery;
    const size = scale.light * meansize;
    for (let i = 0; i < sizes.nlight; i++) {
      const at = vector(fields.light_xpos, i);
      const disk = this.#put("disk", rgba.light);
      disk.scale.set(0.8 * size, 0.8 * size, size);
      along(disk, at, at.clone().add(vector(fields.light_xdir, i)));
    }
  }

  /** The spring that pulls, and the point at which it does. */
  #pull({ pull, fields }: Frame, selected: number): void {
    const { visual: { scale, rgba }, meansize } = this.scenery;
    if (pull.body > 0) {
      const [from, to] = [new three.Vector3().fromArray(pull.from), new three.Vector3().fromArray(pull.to)];
      if (from.distanceTo(to) > 1e-9) this.#arrow(from, to, scale.forcewidth * meansize, rgba.force);
    }
    if (selected <= 0) return;
    const ball = this.#put("sphere", rgba.selectpoint);
    const at = pull.body > 0 ? new three.Vector3().fromArray(pull.from) : vector(fields.xipos, selected);
    ball.position.copy(at);
    ball.scale.setScalar(0.5 * scale.selectpoint * meansize);
  }
}

function vector(array: ArrayLike<number>, i: number): three.Vector3 {
  return new three.Vector3(array[3 * i], array[3 * i + 1], array[3 * i + 2]);
}

/** Places a shape along the line from one point to another. */
function along(mesh: three.Object3D, from: three.Vector3, to: three.Vector3): void {
  mesh.position.copy(from);
  mesh.quaternion.setFromUnitVectors(new three.Vector3(0, 0, 1), to.clone().sub(from).normalize());
}

function turn(mesh: three.Object3D, pos: ArrayLike<number>, mat: ArrayLike<number>, i: number): void {
  const [x, y, z] = [0, 1, 2].map((k) => new three.Vector3(mat[9 * i + k], mat[9 * i + 3 + k], mat[9 * i + 6 + k]));
  mesh.position.copy(vector(pos, i));
  mesh.quaternion.setFromRotationMatrix(new three.Matrix4().makeBasis(x, y, z));
}
