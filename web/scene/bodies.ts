/** Geoms and sites. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { GlMaterial, Mapping, type Shared, type Surface } from "./gl_material.ts";
import { islandColor } from "./island_color.ts";
import { groupOf, type Shown } from "./options.ts";
import { Shapes, Type } from "./shapes.ts";
import type { SceneTexture } from "./textures.ts";

/** The color of geoms that name none. */
const GREY = [0.5, 0.5, 0.5, 1];

/** The island of what cannot move. */
const FIXED = -2;

/** Place of the color texture among the textures of a material. */
const RGB = 1;
const ROLES = 10;

/** Something that is drawn at a pose of the data. */
interface Item {
  kind: "geom" | "site";
  id: number;
  body: number;
  group: number;
  mesh: three.Mesh;
  material: GlMaterial;
  rgba: ArrayLike<number>;
  alpha: number;
  isPlane: boolean;
  reflectance: number;
}

/** The color, texture, and gloss of an element. */
export function surfaceOf(
  { fields }: Scenery,
  textures: readonly (SceneTexture | null)[],
  material: number,
  rgba: ArrayLike<number>,
): Surface & { reflectance: number; texture: SceneTexture | null } {
  if (material < 0) return { rgba, reflectance: 0, texture: null };
  const isOwn = GREY.some((x, k) => rgba[k] !== x);
  const texture = textures[fields.mat_texid[ROLES * material + RGB]] ?? null;
  return {
    rgba: isOwn ? rgba : fields.mat_rgba.slice(4 * material, 4 * material + 4),
    emission: fields.mat_emission[material],
    specular: fields.mat_specular[material],
    shininess: fields.mat_shininess[material],
    reflectance: fields.mat_reflectance[material],
    texture,
  };
}

/** All geoms and sites of a model. */
export class Bodies {
  readonly group = new three.Group();
  readonly items: Item[] = [];
  readonly #shapes: Shapes;
  #isHull = false;

  constructor(
    private readonly shared: Shared,
    private readonly scenery: Scenery,
    private readonly textures: readonly (SceneTexture | null)[],
  ) {
    this.#shapes = new Shapes(scenery);
    const { sizes } = scenery;
    for (let i = 0; i < sizes.ngeom; i++) this.#add("geom", i);
    for (let i = 0; i < sizes.nsite; i++) this.#add("site", i);
  }

  /** Marks the geoms of a body. */
  select(body: number): void {
    const { glow } = this.scenery.visual.global;
    for (const item of this.items) item.material.glow = body > 0 && item.body === body ? glow : 0;
  }

  /** Moves everything to where it is, and shows what is to be seen. */
  update({ fields }: Frame, shown: Shown, camera: three.Vector3): void {
    if (shown.hull !== this.#isHull) this.#showHulls(shown.hull);
    const { body_weldid } = this.scenery.fields;
    for (const item of this.items) {
      const { kind, id, mesh, material } = item;
      const groups = kind === "geom" ? shown.geomGroups : shown.siteGroups;
      const isStatic = body_weldid[item.body] === 0;
      mesh.visible = groups[item.group] && item.alpha > 0 && (shown.statics || !isStatic);
      if (!mesh.visible) continue;
      const island = fields.body_island[item.body];
      // what cannot move is in no island, not even alone
      const isColored = shown.island && kind === "geom" && island > FIXED;
      const rgb = isColored ? islandColor(island, fields.body_awake[item.body] !== 0) : item.rgba;
      material.setColor(rgb);
      const isFaint = shown.transparent && !isStatic;
      material.setAlpha(item.alpha * (isFaint ? this.scenery.visual.map.alpha : 1));
      material.wireframe = shown.wireframe;
      material.uniforms.uMapping.value = shown.texture && !isColored ? mesh.userData.mapping : 0;
      pose(
        mesh,
        kind === "geom" ? fields.geom_xpos : fields.site_xpos,
        kind === "geom" ? fields.geom_xmat : fields.site_xmat,
        id,
      );
      if (item.isPlane) this.#placePlane(item, camera);
    }
  }

  dispose(): void {
    for (const { material } of this.items) material.dispose();
    this.#shapes.dispose();
  }

  #add(kind: Item["kind"], id: number): void {
    const { fields } = this.scenery;
    const isGeom = kind === "geom";
    const type = (isGeom ? fields.geom_type : fields.site_type)[id];
    const size = isGeom ? fields.geom_size : fields.site_size;
    const rgba = (isGeom ? fields.geom_rgba : fields.site_rgba).slice(4 * id, 4 * id + 4);
    const matid = (isGeom ? fields.geom_matid : fields.site_matid)[id];
    const data = isGeom ? fields.geom_dataid[id] : -1;
    const { texture, reflectance, ...surface } = surfaceOf(this.scenery, this.textures, matid, rgba);
    const shape = this.#shapes.of(type, size, 3 * id, data);
    const hasCoordinates = type === Type.MESH && fields.mesh_texcoordadr[data] >= 0;
    const mapping = texture === null
      ? Mapping.NONE
      : hasCoordinates
      ? Mapping.GIVEN
      : texture.isCube
      ? Mapping.CUBE
      : Mapping.PLANAR;
    // coordinates of the file on a cube map, or the reverse, cannot be drawn
    const image = texture !== null && texture.isCube === (mapping === Mapping.CUBE) ? texture.image : null;
    const material = new GlMaterial(this.shared, { ...surface, image, mapping });
    const mesh = new three.Mesh(shape.geometry, material);
    mesh.scale.set(...shape.scale);
    mesh.userData = { kind, id, mapping: image === null ? Mapping.NONE : mapping };
    if (mapping === Mapping.PLANAR) this.#mapPlanar(material, matid, type, size, 3 * id, shape.toUnit);
    if (mapping === Mapping.CUBE) this.#mapCube(material, matid, size, 3 * id);
    const group = groupOf((isGeom ? fields.geom_group : fields.site_group)[id]);
    const body = (isGeom ? fields.geom_bodyid : fields.site_bodyid)[id];
    const isPlane = type === Type.PLANE;
    const { rgba: color } = surface;
    this.items.push({ kind, id, body, group, mesh, material, rgba: color, alpha: color[3], isPlane, reflectance });
    this.group.add(mesh);
  }

  /** A texture that is projected along the z-axis: once per element, or per two units of length. */
  #mapPlanar(
    material: GlMaterial,
    matid: number,
    type: number,
    size: ArrayLike<number>,
    at: number,
    toUnit: readonly [number, number, number],
  ): void {
    const { mat_texrepeat, mat_texuniform } = this.scenery.fields;
    const scale = [0, 1].map((k) => {
      const length = size[at + k];
      const repeat = mat_texrepeat[2 * matid + k];
      // an infinite plane has no size to relate to
      const isUniform = mat_texuniform[matid] && length > 0;
      const ofUnit = 0.5 * repeat * (isUniform ? length : 1);
      return type === Type.PLANE && length <= 0 ? 0.5 * repeat * toUnit[k] : ofUnit * toUnit[k];
    });
    material.uniforms.uTextureScale.value.set(scale[0], -scale[1], 1);
    material.uniforms.uTextureShift.value.set(-0.5, -0.5, 0);
  }

  #mapCube(material: GlMaterial, matid: number, size: ArrayLike<number>, at: number): void {
    if (!this.scenery.fields.mat_texuniform[matid]) return;
    material.uniforms.uTextureScale.value.set(size[at], size[at + 1], size[at + 2]);
  }

  /** Infinite planes follow the camera in multiples of their texture; planes are faint from below. */
  #placePlane({ mesh, material, alpha, id }: Item, camera: three.Vector3): void {
    const { fields, visual, extent } = this.scenery;
    const matid = fields.geom_matid[id];
    const axes = [0, 1, 2].map((k) => new three.Vector3().setFromMatrixColumn(mesh.matrix, k).normalize());
    const away = camera.clone().sub(mesh.position);
    const isBehind = away.dot(axes[2]) < 0;
    for (const k of [0, 1]) {
      if (fields.geom_size[3 * id + k] > 0 || mesh.userData.kind !== "geom") continue;
      const repeat = matid >= 0 ? fields.mat_texrepeat[2 * matid + k] : 0;
      const step = repeat > 0 ? 2 / repeat : 2.1 * visual.map.zfar * extent / 198;
      mesh.position.addScaledVector(axes[k], 2 * step * Math.round(0.5 * away.dot(axes[k]) / step));
    }
    mesh.updateMatrix();
    material.side = three.DoubleSide;
    if (isBehind) material.setAlpha(0.3 * alpha);
  }

  #showHulls(isHull: boolean): void {
    this.#isHull = isHull;
    const { fields } = this.scenery;
    for (const { kind, id, mesh } of this.items) {
      const data = kind === "geom" && fields.geom_type[id] === Type.MESH ? fields.geom_dataid[id] : -1;
      if (data < 0 || fields.mesh_graphadr[data] < 0) continue;
      if (!fields.geom_contype[id] && !fields.geom_conaffinity[id]) continue;
      mesh.geometry = this.#shapes.of(Type.MESH, fields.geom_size, 3 * id, data, isHull).geometry;
    }
  }
}

/** Places an object at a position and rotation matrix of the data. */
export function pose(object: three.Object3D, position: ArrayLike<number>, matrix: ArrayLike<number>, i: number): void {
  const m = matrix;
  const a = 9 * i;
  object.position.set(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
  const rotation = new three.Matrix4().set(
    ...[m[a], m[a + 1], m[a + 2], 0, m[a + 3], m[a + 4], m[a + 5], 0, m[a + 6], m[a + 7], m[a + 8], 0] as const,
    ...[0, 0, 0, 1] as const,
  );
  object.quaternion.setFromRotationMatrix(rotation);
  object.updateMatrix();
}
