/** The sky, and the haze along the horizon of an infinite plane. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { Type } from "./shapes.ts";
import type { SceneTexture } from "./textures.ts";

/** Distance of the sky, as a part of the far clipping plane. */
const FAR = 0.7;

const SLICES = 28;

/** The whole picture, and the direction of each of its points. */
const SKY_VERTEX = `
varying vec3 vDirection;
void main() {
  vec4 far = inverse(projectionMatrix) * vec4(position.xy, 1.0, 1.0);
  vec3 direction = transpose(mat3(viewMatrix)) * (far.xyz / far.w);
  vDirection = vec3(direction.x, direction.z, -direction.y);
  gl_Position = vec4(position.xy, 0.9999999, 1.0);
}`;
const SKY_FRAGMENT = `
uniform samplerCube uCube;
varying vec3 vDirection;
void main() { gl_FragColor = vec4(textureCube(uCube, normalize(vDirection)).rgb, 1.0); }`;

const HAZE_VERTEX = `
attribute float opacity;
varying float vOpacity;
void main() {
  vOpacity = opacity;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const HAZE_FRAGMENT = `
uniform vec3 uColor;
varying float vOpacity;
void main() { gl_FragColor = vec4(uColor, vOpacity); }`;

/** The sky of a scene, if it has one. */
export class Sky {
  readonly group = new three.Group();
  readonly #sky: three.Mesh | undefined;
  readonly #haze: three.Mesh | undefined;
  readonly #plane: number;
  readonly #distance: number;

  constructor(scenery: Scenery, textures: readonly (SceneTexture | null)[]) {
    const { fields, visual, extent } = scenery;
    this.#distance = FAR * visual.map.zfar * extent;
    this.#plane = fields.geom_type.findIndex((type, i) =>
      type === Type.PLANE && fields.geom_size[3 * i] === 0 && fields.geom_size[3 * i + 1] === 0
    );
    const texture = textures.find((t) => t?.isSky);
    if (!texture) return;
    const material = new three.ShaderMaterial({
      vertexShader: SKY_VERTEX,
      fragmentShader: SKY_FRAGMENT,
      uniforms: { uCube: { value: texture.image } },
      depthWrite: false,
    });
    this.#sky = new three.Mesh(new three.PlaneGeometry(2, 2), material);
    this.#sky.renderOrder = -2;
    this.#sky.frustumCulled = false;
    this.group.add(this.#sky);
    if (this.#plane < 0) return;
    const [r, g, b] = visual.rgba.haze;
    this.#haze = new three.Mesh(
      hazeGeometry(visual.map.haze),
      new three.ShaderMaterial({
        vertexShader: HAZE_VERTEX,
        fragmentShader: HAZE_FRAGMENT,
        uniforms: { uColor: { value: new three.Vector3(r, g, b) } },
        transparent: true,
        depthWrite: false,
        side: three.DoubleSide,
      }),
    );
    this.#haze.frustumCulled = false;
    this.#haze.renderOrder = 1;
    this.group.add(this.#haze);
  }

  update({ fields }: Frame, camera: three.Vector3, isShown: boolean, hasHaze: boolean): void {
    this.group.visible = isShown;
    if (this.#haze === undefined) return;
    const i = this.#plane;
    const m = fields.geom_xmat;
    const axes = [0, 1, 2].map((k) => new three.Vector3(m[9 * i + k], m[9 * i + 3 + k], m[9 * i + 6 + k]));
    const height = camera.clone().sub(new three.Vector3().fromArray(fields.geom_xpos, 3 * i)).dot(axes[2]);
    this.#haze.visible = hasHaze && height >= 0;
    this.#haze.quaternion.setFromRotationMatrix(new three.Matrix4().makeBasis(axes[0], axes[1], axes[2]));
    this.#haze.position.copy(camera).addScaledVector(axes[2], -height);
    this.#haze.scale.set(this.#distance, this.#distance, height);
  }

  dispose(): void {
    for (const mesh of [this.#sky, this.#haze]) {
      mesh?.geometry.dispose();
      (mesh?.material as three.Material | undefined)?.dispose();
    }
  }
}

/**
 * A truncated cone from the plane, at radius `1 - width`, up to the horizon at radius 1. It is opaque in between, where a
 * line of sight at 45 degrees crosses it.
 */
function hazeGeometry(width: number): three.BufferGeometry {
  const alpha = Math.atan2(1, width);
  const middle = Math.SQRT1_2 * width * Math.sin(alpha) / Math.sin(0.75 * Math.PI - alpha);
  const rings = [[0, 0], [middle, 1], [1, 0]];
  const position: number[] = [];
  const opacity: number[] = [];
  const index: number[] = [];
  for (const [height, opaque] of rings) {
    for (let s = 0; s <= SLICES; s++) {
      const angle = 2 * Math.PI * s / SLICES;
      const radius = 1 - width * (1 - height);
      position.push(radius * Math.cos(angle), radius * Math.sin(angle), height);
      opacity.push(opaque);
    }
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let s = 0; s < SLICES; s++) {
      const a = ring * (SLICES + 1) + s;
      const b = a + SLICES + 1;
      index.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position", new three.Float32BufferAttribute(position, 3));
  geometry.setAttribute("opacity", new three.Float32BufferAttribute(opacity, 1));
  geometry.setIndex(index);
  return geometry;
}
