/**
 * The lighting of MuJoCo's renderer: OpenGL's fixed pipeline, with light from each pixel instead of each vertex. Colors
 * are summed as they are, without color management.
 */

import * as three from "./three.ts";

/** Most lights, and most of them that cast shadows. */
export const MOST_LIGHTS = 12;
export const MOST_SHADOWS = 3;

/** Where a texture's coordinates come from. */
export const Mapping = { NONE: 0, GIVEN: 1, PLANAR: 2, CUBE: 3 } as const;

const LIGHT = `
struct Light {
  int type; // 0: off, 1: from a direction, 2: spot
  vec3 position;
  vec3 direction;
  vec3 ambient;
  vec3 diffuse;
  vec3 specular;
  vec3 attenuation;
  float cutoff; // cosine
  float exponent;
  int shadow; // index of the shadow map, -1: none
};`;

const VERTEX = `
varying vec3 vNormal;
varying vec3 vView;
varying vec3 vWorld;
varying vec3 vTexture;
uniform vec3 uTextureScale;
uniform vec3 uTextureShift;
uniform int uMapping;

void main() {
  vNormal = normalMatrix * normal;
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec4 view = viewMatrix * world;
  vWorld = world.xyz;
  vView = view.xyz;
  vTexture = uMapping == 1 ? vec3(uv, 0.0) : position * uTextureScale + uTextureShift;
  gl_Position = projectionMatrix * view;
}`;

const FRAGMENT = `
${LIGHT}
varying vec3 vNormal;
varying vec3 vView;
varying vec3 vWorld;
varying vec3 vTexture;
uniform vec4 uColor;
uniform float uEmission;
uniform float uSpecular;
uniform float uShininess;
uniform float uGlow;
uniform int uMapping;
uniform sampler2D uImage;
uniform samplerCube uCube;
uniform Light uLights[${MOST_LIGHTS}];
uniform vec3 uGlobal;
uniform sampler2D uShadow0;
uniform sampler2D uShadow1;
uniform sampler2D uShadow2;
uniform mat4 uShadowMatrix[${MOST_SHADOWS}];
uniform vec3 uShadowRange[${MOST_SHADOWS}]; // near, far, parallel
uniform float uShadowWidth[${MOST_SHADOWS}]; // of the map, at unit distance
uniform float uShadowTexel;
uniform float uShadows;
uniform vec4 uClip;
uniform float uDim;
uniform float uMirror;
uniform sampler2D uReflection;
uniform mat4 uReflectionMatrix;
uniform vec4 uFogColor;
uniform vec2 uFogRange;

float depthOf(int map, vec2 at) {
  if (map == 0) return texture2D(uShadow0, at).r;
  if (map == 1) return texture2D(uShadow1, at).r;
  return texture2D(uShadow2, at).r;
}

// depth in a shadow map, as a distance from the light
float distanceOf(float depth, vec3 range) {
  if (range.z > 0.5) return range.x + depth * (range.y - range.x);
  return range.x * range.y / (range.y - depth * (range.y - range.x));
}

float visibility(int map, float slope) {
  vec4 p = uShadowMatrix[map] * vec4(vWorld, 1.0);
  vec3 at = p.xyz / p.w * 0.5 + 0.5;
  if (p.w <= 0.0 || any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  vec3 range = uShadowRange[map];
  float here = distanceOf(at.z, range);
  float texel = uShadowTexel * uShadowWidth[map] * (range.z > 0.5 ? 1.0 : here);
  float bias = texel * (2.0 + 4.0 * slope);
  float sum = 0.0;
  for (int x = -1; x <= 1; x++) {
    for (int y = -1; y <= 1; y++) {
      sum += step(here - bias, distanceOf(depthOf(map, at.xy + vec2(x, y) * uShadowTexel), range));
    }
  }
  return sum / 9.0;
}

vec3 lit(Light light, vec3 normal, vec3 eye, out float slope) {
  vec3 to = light.type == 1 ? -light.direction : light.position - vView;
  float far = length(to);
  to /= max(far, 1e-9);
  float fade = 1.0;
  if (light.type == 2) {
    float along = dot(-to, light.direction);
    fade = along < light.cutoff ? 0.0 : pow(max(along, 0.0), light.exponent);
    fade /= dot(light.attenuation, vec3(1.0, far, far * far));
  }
  float facing = max(dot(normal, to), 0.0);
  slope = 1.0 - facing;
  vec3 color = (light.ambient + light.diffuse * facing) * uColor.rgb * uDim;
  if (facing > 0.0) {
    float shine = pow(max(dot(normal, normalize(to + eye)), 0.0), uShininess);
    color += light.specular * uSpecular * shine;
  }
  return color * fade;
}

void main() {
  if (dot(uClip, vec4(vWorld, 1.0)) < 0.0) discard;
  vec3 normal = normalize(gl_FrontFacing ? vNormal : -vNormal);
  vec3 eye = normalize(-vView);
  vec3 base = (uEmission + uGlow + uGlobal) * uColor.rgb * uDim;
  vec3 shadowed = vec3(0.0);
  for (int i = 0; i < ${MOST_LIGHTS}; i++) {
    if (uLights[i].type == 0) continue;
    float slope;
    vec3 light = lit(uLights[i], normal, eye, slope);
    // transparent surfaces are not in shadow
    if (uLights[i].shadow < 0 || uShadows == 0.0 || uColor.a < 1.0) base += light;
    else shadowed += min(light, 1.0) * visibility(uLights[i].shadow, slope);
  }
  vec4 texel = vec4(1.0);
  if (uMapping == 3) texel = textureCube(uCube, vTexture);
  else if (uMapping != 0) texel = texture2D(uImage, vTexture.xy);
  vec3 color = (min(base, 1.0) + shadowed) * texel.rgb;
  if (uMirror > 0.0) {
    vec4 p = uReflectionMatrix * vec4(vWorld, 1.0);
    color += texture2D(uReflection, p.xy / p.w * 0.5 + 0.5).rgb;
  }
  if (uFogRange.y > 0.0) {
    color = mix(color, uFogColor.rgb, clamp((-vView.z - uFogRange.x) / (uFogRange.y - uFogRange.x), 0.0, 1.0));
  }
  gl_FragColor = vec4(color, uColor.a * texel.a);
}`;

/** One light, as the shader sees it. */
export interface LightUniform {
  type: number;
  position: three.Vector3;
  direction: three.Vector3;
  ambient: three.Vector3;
  diffuse: three.Vector3;
  specular: three.Vector3;
  attenuation: three.Vector3;
  cutoff: number;
  exponent: number;
  shadow: number;
}

function noLight(): LightUniform {
  const vector = () => new three.Vector3();
  return {
    type: 0,
    position: vector(),
    direction: vector(),
    ambient: vector(),
    diffuse: vector(),
    specular: vector(),
    attenuation: vector(),
    cutoff: -1,
    exponent: 0,
    shadow: -1,
  };
}

/** What all materials of a scene share. */
export function sharedUniforms() {
  return {
    uLights: { value: Array.from({ length: MOST_LIGHTS }, noLight) },
    uGlobal: { value: new three.Vector3() },
    uShadow0: { value: null as three.Texture | null },
    uShadow1: { value: null as three.Texture | null },
    uShadow2: { value: null as three.Texture | null },
    uShadowMatrix: { value: Array.from({ length: MOST_SHADOWS }, () => new three.Matrix4()) },
    uShadowRange: { value: Array.from({ length: MOST_SHADOWS }, () => new three.Vector3(1, 2, 0)) },
    uShadowWidth: { value: Array.from({ length: MOST_SHADOWS }, () => 1) },
    uShadowTexel: { value: 1 / 2048 },
    uShadows: { value: 1 },
    uClip: { value: new three.Vector4(0, 0, 0, 1) },
    uDim: { value: 1 },
    uFogColor: { value: new three.Vector4() },
    uFogRange: { value: new three.Vector2() },
  };
}

/** Values that all materials of a scene share. */
export type Shared = ReturnType<typeof sharedUniforms>;

/** What a surface looks like. */
export interface Surface {
  rgba: ArrayLike<number>;
  emission?: number;
  specular?: number;
  shininess?: number;
  image?: three.Texture | null;
  mapping?: number;
}

/** A material with MuJoCo's lighting. */
export class GlMaterial extends three.ShaderMaterial {
  constructor(shared: Shared, { rgba, emission = 0, specular = 0.5, shininess = 0.5, image, mapping = 0 }: Surface) {
    super({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        ...shared,
        uColor: { value: new three.Vector4(rgba[0], rgba[1], rgba[2], rgba[3]) },
        uEmission: { value: emission },
        uSpecular: { value: specular },
        uShininess: { value: 128 * shininess },
        uGlow: { value: 0 },
        uMapping: { value: image ? mapping : 0 },
        uImage: { value: mapping === Mapping.CUBE ? null : image ?? null },
        uCube: { value: mapping === Mapping.CUBE ? image ?? null : null },
        uTextureScale: { value: new three.Vector3(1, 1, 1) },
        uTextureShift: { value: new three.Vector3() },
        uMirror: { value: 0 },
        uReflection: { value: null },
        uReflectionMatrix: { value: new three.Matrix4() },
      },
    });
    this.setAlpha(rgba[3]);
  }

  /** Light of its own, of a selected body. */
  set glow(value: number) {
    this.uniforms.uGlow.value = value;
  }

  /** Sets red, green, and blue. */
  setColor(rgba: ArrayLike<number>): void {
    const { value } = this.uniforms.uColor;
    value.set(rgba[0], rgba[1], rgba[2], value.w);
  }

  /** Sets the opacity. MuJoCo draws what is transparent twice: from front to back, and from back to front. */
  setAlpha(alpha: number): void {
    this.uniforms.uColor.value.w = 1 - (1 - alpha) ** 2;
    this.transparent = alpha < 1;
    this.depthWrite = alpha >= 1;
  }
}
