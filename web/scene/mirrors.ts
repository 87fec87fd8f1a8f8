/** Planes and upper sides of boxes that reflect. */

import * as three from "./three.ts";
import type { Bodies } from "./bodies.ts";
import type { Shared } from "./gl_material.ts";

/** Most mirrors; each draws the scene once more. */
const MOST = 2;

/** The mirrors of a scene. */
export class Mirrors {
  readonly #targets: three.WebGLRenderTarget[];
  readonly #items: Bodies["items"];
  readonly #camera = new three.PerspectiveCamera();

  constructor(bodies: Bodies, private readonly shared: Shared) {
    this.#items = bodies.items.filter(({ reflectance, isPlane, mesh, alpha }) =>
      reflectance > 0 && alpha >= 1 && (isPlane || mesh.geometry instanceof three.BoxGeometry)
    ).slice(0, MOST);
    this.#targets = this.#items.map(() => new three.WebGLRenderTarget(1, 1, { samples: 4 }));
  }

  /** Are there any? */
  get length(): number {
    return this.#items.length;
  }

  /** Draws what each mirror shows; `aim` prepares the lights for a camera. */
  draw(
    renderer: three.WebGLRenderer,
    scene: three.Scene,
    eye: three.PerspectiveCamera,
    isOn: boolean,
    aim: (camera: three.Camera) => void,
  ): void {
    const size = renderer.getDrawingBufferSize(new three.Vector2());
    for (const [i, { mesh, material, isPlane, reflectance }] of this.#items.entries()) {
      const { uniforms } = material;
      uniforms.uMirror.value = 0;
      const normal = new three.Vector3().setFromMatrixColumn(mesh.matrixWorld, 2).normalize();
      const point = new three.Vector3().setFromMatrixPosition(mesh.matrixWorld);
      if (!isPlane) point.addScaledVector(normal, mesh.scale.z);
      const height = eye.position.clone().sub(point).dot(normal);
      if (!isOn || !mesh.visible || height <= 0) continue;

      const camera = this.#reflect(eye, normal, point);
      const target = this.#targets[i];
      target.setSize(size.x, size.y);
      uniforms.uReflection.value = target.texture;
      uniforms.uReflectionMatrix.value.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);

      const { uClip, uDim, uShadows } = this.shared;
      const shadows = uShadows.value;
      uClip.value.set(normal.x, normal.y, normal.z, -normal.dot(point));
      uDim.value = reflectance;
      uShadows.value = 0;
      mesh.visible = false;
      aim(camera);
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      mesh.visible = true;
      uClip.value.set(0, 0, 0, 1);
      uDim.value = 1;
      uShadows.value = shadows;
      uniforms.uMirror.value = 1;
    }
  }

  dispose(): void {
    for (const target of this.#targets) target.dispose();
  }

  /** The camera behind the mirror. */
  #reflect(eye: three.PerspectiveCamera, normal: three.Vector3, point: three.Vector3): three.PerspectiveCamera {
    const mirror = (at: three.Vector3) => at.addScaledVector(normal, -2 * at.clone().sub(point).dot(normal));
    const camera = this.#camera;
    const forward = new three.Vector3(0, 0, -1).applyQuaternion(eye.quaternion);
    camera.up.set(0, 1, 0).applyQuaternion(eye.quaternion).reflect(normal);
    camera.position.copy(mirror(eye.position.clone()));
    camera.lookAt(mirror(eye.position.clone().add(forward)));
    camera.projectionMatrix.copy(eye.projectionMatrix);
    camera.projectionMatrixInverse.copy(eye.projectionMatrixInverse);
    camera.updateMatrixWorld();
    return camera;
  }
}
