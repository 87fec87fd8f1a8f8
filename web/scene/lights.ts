/** Lights of a model and their shadows. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { type LightUniform, MOST_LIGHTS, MOST_SHADOWS, type Shared } from "./gl_material.ts";

const DIRECTIONAL = 1;
const SPOT = 2;

/** `light_type` in a model. */
const Type = { SPOT: 0, DIRECTIONAL: 1 };

/** Ambient light of a scene without lights. */
const FAINT = 0.3;

/** Widest view of a shadow map, degrees. */
const WIDEST = 160;

/** The lights of a scene. */
export class Lights {
  readonly #maps: three.WebGLRenderTarget[] = [];
  readonly #depth = new three.MeshDepthMaterial({ side: three.DoubleSide });
  readonly #size: number;

  constructor(private readonly shared: Shared, private readonly scenery: Scenery, most: number) {
    const { fields, sizes, visual } = scenery;
    this.#size = Math.min(most, visual.quality.shadowsize, 2048);
    shared.uShadowTexel.value = 1 / this.#size;
    const count = Array.from(fields.light_castshadow).filter((casts, i) => casts && fields.light_active[i]).length;
    for (let i = 0; i < Math.min(count, MOST_SHADOWS); i++) {
      const target = new three.WebGLRenderTarget(this.#size, this.#size, {
        minFilter: three.NearestFilter,
        magFilter: three.NearestFilter,
      });
      target.depthTexture = new three.DepthTexture(this.#size, this.#size, three.FloatType);
      this.#maps.push(target);
    }
    const faint = sizes.nlight > 0 || visual.headlight.active ? 0 : FAINT;
    shared.uGlobal.value.setScalar(faint);
    this.#depth.colorWrite = false;
  }

  /** Draws the shadow maps; what is in `hidden` casts none. */
  drawShadows(
    renderer: three.WebGLRenderer,
    scene: three.Scene,
    frame: Frame,
    hidden: readonly three.Object3D[],
  ): void {
    const { shared, scenery } = this;
    const { fields, sizes, visual, extent } = scenery;
    const [near, far] = [visual.map.znear * extent, visual.map.zfar * extent];
    let map = 0;
    const visible = hidden.map((object) => object.visible);
    for (const object of hidden) object.visible = false;
    for (let i = 0; i < sizes.nlight && map < this.#maps.length; i++) {
      if (!fields.light_active[i] || !fields.light_castshadow[i]) continue;
      const position = new three.Vector3().fromArray(frame.fields.light_xpos, 3 * i);
      const direction = new three.Vector3().fromArray(frame.fields.light_xdir, 3 * i);
      const clip = visual.map.shadowclip * extent;
      const angle = Math.min(2 * fields.light_cutoff[i] * visual.map.shadowscale, WIDEST);
      const isParallel = fields.light_type[i] === Type.DIRECTIONAL;
      shared.uShadowRange.value[map].set(near, far, isParallel ? 1 : 0);
      shared.uShadowWidth.value[map] = isParallel ? 2 * clip : 2 * Math.tan(angle * Math.PI / 360);
      const camera = isParallel
        ? new three.OrthographicCamera(-clip, clip, clip, -clip, near, far)
        : new three.PerspectiveCamera(angle, 1, near, far);
      camera.up.set(Math.abs(direction.x) < 0.9 ? 1 : 0, Math.abs(direction.x) < 0.9 ? 0 : 1, 0);
      camera.position.copy(position);
      camera.lookAt(position.clone().add(direction));
      camera.updateMatrixWorld();
      shared.uShadowMatrix.value[map].multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
      scene.overrideMaterial = this.#depth;
      renderer.setRenderTarget(this.#maps[map]);
      renderer.clear();
      renderer.render(scene, camera);
      scene.overrideMaterial = null;
      map++;
    }
    renderer.setRenderTarget(null);
    for (const [i, object] of hidden.entries()) object.visible = visible[i];
    shared.uShadow0.value = this.#maps[0]?.depthTexture ?? null;
    shared.uShadow1.value = this.#maps[1]?.depthTexture ?? null;
    shared.uShadow2.value = this.#maps[2]?.depthTexture ?? null;
  }

  /** Writes the lights as a camera sees them; the headlight is that of `head`. */
  aim(camera: three.Camera, frame: Frame, head: three.Camera): void {
    const { fields, sizes, visual } = this.scenery;
    const lights = this.shared.uLights.value;
    const view = camera.matrixWorldInverse;
    let n = 0;
    if (visual.headlight.active) {
      const { ambient, diffuse, specular } = visual.headlight;
      const light = lights[n++];
      light.type = DIRECTIONAL;
      light.direction.set(0, 0, -1).transformDirection(head.matrixWorld).transformDirection(view);
      setColors(light, ambient, diffuse, specular, 0);
      light.shadow = -1;
    }
    let map = 0;
    for (let i = 0; i < sizes.nlight && n < MOST_LIGHTS; i++) {
      if (!fields.light_active[i]) continue;
      const light = lights[n++];
      light.type = fields.light_type[i] === Type.DIRECTIONAL ? DIRECTIONAL : SPOT;
      light.position.fromArray(frame.fields.light_xpos, 3 * i).applyMatrix4(view);
      light.direction.fromArray(frame.fields.light_xdir, 3 * i).transformDirection(view);
      setColors(light, fields.light_ambient, fields.light_diffuse, fields.light_specular, 3 * i);
      light.attenuation.fromArray(fields.light_attenuation, 3 * i);
      light.cutoff = fields.light_cutoff[i] >= 180 ? -1 : Math.cos(fields.light_cutoff[i] * Math.PI / 180);
      light.exponent = fields.light_exponent[i];
      light.shadow = fields.light_castshadow[i] && map < this.#maps.length ? map++ : -1;
    }
    for (; n < MOST_LIGHTS; n++) lights[n].type = 0;
  }

  dispose(): void {
    for (const target of this.#maps) {
      target.depthTexture?.dispose();
      target.dispose();
    }
    this.#depth.dispose();
  }
}

function setColors(
  light: LightUniform,
  ambient: ArrayLike<number>,
  diffuse: ArrayLike<number>,
  specular: ArrayLike<number>,
  at: number,
): void {
  light.ambient.set(ambient[at], ambient[at + 1], ambient[at + 2]);
  light.diffuse.set(diffuse[at], diffuse[at + 1], diffuse[at + 2]);
  light.specular.set(specular[at], specular[at + 1], specular[at + 2]);
}
