/** Flexes and skins: surfaces whose vertices move. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { surfaceOf } from "./bodies.ts";
import { GlMaterial, Mapping, type Shared } from "./gl_material.ts";
import { groupOf, type Shown } from "./options.ts";
import type { SceneTexture } from "./textures.ts";

/** A surface. */
interface Surface {
  id: number;
  group: number;
  mesh: three.Mesh | three.LineSegments;
  update: (frame: Frame) => void;
}

/** All flexes and skins of a model. */
export class Soft {
  readonly group = new three.Group();
  readonly #surfaces: Surface[] = [];

  constructor(
    private readonly shared: Shared,
    private readonly scenery: Scenery,
    private readonly textures: readonly (SceneTexture | null)[],
  ) {
    const { sizes } = scenery;
    for (let i = 0; i < sizes.nflex; i++) this.#surfaces.push(this.#flex(i));
    for (let i = 0; i < sizes.nskin; i++) this.#surfaces.push(this.#skin(i));
    for (const { mesh } of this.#surfaces) this.group.add(mesh);
  }

  update(frame: Frame, shown: Shown): void {
    for (const { group, mesh, update } of this.#surfaces) {
      const isFlex = mesh.userData.kind === "flex";
      mesh.visible = isFlex ? shown.flex && shown.flexGroups[group] : shown.skin && shown.skinGroups[group];
      if (mesh.visible) update(frame);
    }
  }

  dispose(): void {
    for (const { mesh } of this.#surfaces) {
      mesh.geometry.dispose();
      (mesh.material as three.Material).dispose();
    }
  }

  #material(matid: number, rgba: ArrayLike<number>, hasCoordinates: boolean): GlMaterial {
    const { texture, ...surface } = surfaceOf(this.scenery, this.textures, matid, rgba);
    const image = hasCoordinates && texture !== null && !texture.isCube ? texture.image : null;
    const material = new GlMaterial(this.shared, { ...surface, image, mapping: Mapping.GIVEN });
    material.side = three.DoubleSide;
    return material;
  }

  /** The segments of a line; the triangles of a surface, or of the shell of a solid. */
  #flex(id: number): Surface {
    const { fields } = this.scenery;
    const dim = fields.flex_dim[id];
    const vertadr = fields.flex_vertadr[id];
    const { corners, outward, texels } = cornersOf(fields, id);
    const vertices = corners.map((v) => vertadr + v);
    const count = vertices.length;
    const texcoordadr = fields.flex_texcoordadr[id];
    const hasCoordinates = texcoordadr >= 0 && dim === 2;
    const material = this.#material(fields.flex_matid[id], fields.flex_rgba.slice(4 * id, 4 * id + 4), hasCoordinates);
    const geometry = new three.BufferGeometry();
    const position = new three.BufferAttribute(new Float32Array(3 * count), 3);
    geometry.setAttribute("position", position);
    if (hasCoordinates) {
      const uv = new Float32Array(2 * count);
      for (let c = 0; c < count; c++) {
        const t = 2 * (texcoordadr + texels[c]);
        uv.set([fields.flex_texcoord[t], fields.flex_texcoord[t + 1]], 2 * c);
      }
      geometry.setAttribute("uv", new three.BufferAttribute(uv, 2));
    }
    const group = groupOf(fields.flex_group[id]);
    const isFlat = fields.flex_flatskin[id] !== 0;
    const skin = dim === 1 ? undefined : new FlexSkin(vertices, outward, geometry, fields.flex_radius[id], isFlat);
    const rgba = fields.flex_rgba;
    const mesh = dim === 1
      ? new three.LineSegments(
        geometry,
        new three.LineBasicMaterial({ color: new three.Color(rgba[4 * id], rgba[4 * id + 1], rgba[4 * id + 2]) }),
      )
      : new three.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.userData = { kind: "flex", id };
    const update = ({ fields: { flexvert_xpos } }: Frame) => {
      for (let c = 0; c < count; c++) {
        const v = 3 * vertices[c];
        position.setXYZ(c, flexvert_xpos[v], flexvert_xpos[v + 1], flexvert_xpos[v + 2]);
      }
      position.needsUpdate = true;
      skin?.update();
      geometry.computeBoundingSphere();
    };
    return { id, group, mesh, update };
  }

  /** A skin: every vertex is the weighted sum of where its bones would carry it. */
  #skin(id: number): Surface {
    const { fields } = this.scenery;
    const count = fields.skin_vertnum[id];
    const [vertadr, faceadr] = [fields.skin_vertadr[id], fields.skin_faceadr[id]];
    const texcoordadr = fields.skin_texcoordadr[id];
    const faces = fields.skin_face.slice(3 * faceadr, 3 * (faceadr + fields.skin_facenum[id]));
    const hasCoordinates = texcoordadr >= 0;
    const geometry = new three.BufferGeometry();
    const position = new three.BufferAttribute(new Float32Array(3 * count), 3);
    geometry.setAttribute("position", position);
    geometry.setIndex([...faces]);
    if (hasCoordinates) {
      const uv = Float32Array.from(fields.skin_texcoord.slice(2 * texcoordadr, 2 * (texcoordadr + count)));
      geometry.setAttribute("uv", new three.BufferAttribute(uv, 2));
    }
    const rgba = fields.skin_rgba.slice(4 * id, 4 * id + 4);
    const mesh = new three.Mesh(geometry, this.#material(fields.skin_matid[id], rgba, hasCoordinates));
    mesh.frustumCulled = false;
    mesh.userData = { kind: "skin", id };
    const group = groupOf(fields.skin_group[id]);
    const inflate = fields.skin_inflate[id];
    const moved = new three.Vector3();
    const update = ({ fields: { xpos, xquat } }: Frame) => {
      const sum = position.array as Float32Array;
      sum.fill(0);
      for (let b = fields.skin_boneadr[id]; b < fields.skin_boneadr[id] + fields.skin_bonenum[id]; b++) {
        const body = fields.skin_bonebodyid[b];
        const carry = matrixOf(xpos, 3 * body, xquat, 4 * body)
          .multiply(matrixOf(fields.skin_bonebindpos, 3 * b, fields.skin_bonebindquat, 4 * b).invert());
        const first = fields.skin_bonevertadr[b];
        for (let i = first; i < first + fields.skin_bonevertnum[b]; i++) {
          const v = fields.skin_bonevertid[i];
          moved.fromArray(fields.skin_vert, 3 * (vertadr + v)).applyMatrix4(carry);
          const weight = fields.skin_bonevertweight[i];
          sum[3 * v] += weight * moved.x;
          sum[3 * v + 1] += weight * moved.y;
          sum[3 * v + 2] += weight * moved.z;
        }
      }
      geometry.computeVertexNormals();
      if (inflate !== 0) {
        const normal = geometry.getAttribute("normal").array;
        for (let k = 0; k < sum.length; k++) sum[k] += inflate * normal[k];
      }
      position.needsUpdate = true;
      geometry.computeBoundingSphere();
    };
    return { id, group, mesh, update };
  }
}

/** The corners of the segments or triangles of a flex. */
interface Corners {
  /** vertices of the flex */
  corners: Int32Array;
  /** on which side of its vertex a corner is: 1 along the normal, -1 against it */
  outward: number[];
  /** texture coordinates of the flex */
  texels: number[];
}

/** The elements of a line, the shell of a solid; of a surface both sides, the front first, and what closes its edges. */
function cornersOf(fields: Scenery["fields"], id: number): Corners {
  const dim = fields.flex_dim[id];
  const shell = fields.flex_shell.slice(fields.flex_shelldataadr[id]).slice(0, dim * fields.flex_shellnum[id]);
  const [begin, length] = [fields.flex_elemdataadr[id], (dim + 1) * fields.flex_elemnum[id]];
  const elements = fields.flex_elem.slice(begin, begin + length);
  if (dim !== 2) {
    const corners = Int32Array.from(dim === 3 ? shell : elements);
    return { corners, outward: Array.from(corners, () => 1), texels: [] };
  }
  const front = Array.from(elements, (v, c) => [v, 1, fields.flex_elemtexcoord[begin + c]]);
  const back = front.map((_, c) => {
    const [v, , texel] = front[c % 3 === 0 ? c : c % 3 === 1 ? c + 1 : c - 1];
    return [v, -1, texel];
  });
  const edges = Array.from({ length: shell.length / 2 }, (_, e) => [shell[2 * e], shell[2 * e + 1]]);
  const rim = edges.flatMap(([a, b]) => [[a, 1, a], [a, -1, a], [b, 1, b], [b, 1, b], [a, -1, a], [b, -1, b]]);
  const all = [...front, ...back, ...rim];
  return {
    corners: Int32Array.from(all, ([v]) => v),
    outward: all.map(([, side]) => side),
    texels: all.map(([, , texel]) => texel),
  };
}

/**
 * The skin of a flex: triangles that do not share vertices, moved by the radius along or against the mean normals of
 * their corners, and lit with those normals, or flat.
 */
class FlexSkin {
  readonly #sums: Float64Array;
  readonly #normal: three.BufferAttribute;

  constructor(
    private readonly vertices: Int32Array,
    private readonly outward: readonly number[],
    private readonly geometry: three.BufferGeometry,
    private readonly radius: number,
    private readonly isFlat: boolean,
  ) {
    this.#sums = new Float64Array(3 * (vertices.reduce((a, b) => Math.max(a, b), 0) + 1));
    this.#normal = new three.BufferAttribute(new Float32Array(3 * vertices.length), 3);
    geometry.setAttribute("normal", this.#normal);
  }

  update(): void {
    const { vertices, outward, radius } = this;
    const sums = this.#sums.fill(0);
    const position = this.geometry.getAttribute("position") as three.BufferAttribute;
    const [a, b] = [new three.Vector3(), new three.Vector3()];
    const face = new three.Vector3();
    for (let t = 0; t < vertices.length && isFront(outward, t); t += 3) {
      this.#faceAt(position, t, face);
      for (let k = 0; k < 3; k++) {
        const v = 3 * vertices[t + k];
        sums[v] += face.x;
        sums[v + 1] += face.y;
        sums[v + 2] += face.z;
      }
    }
    for (let i = 0; i < vertices.length; i++) {
      const v = 3 * vertices[i];
      a.set(sums[v], sums[v + 1], sums[v + 2]).normalize().multiplyScalar(outward[i]);
      b.fromBufferAttribute(position, i).addScaledVector(a, radius);
      position.setXYZ(i, b.x, b.y, b.z);
      this.#normal.setXYZ(i, a.x, a.y, a.z);
    }
    for (let t = 0; t < vertices.length; t += 3) {
      const isRim = outward[t] !== outward[t + 1] || outward[t] !== outward[t + 2];
      if (!this.isFlat && !isRim) continue;
      this.#faceAt(position, t, face);
      for (let k = 0; k < 3; k++) this.#normal.setXYZ(t + k, face.x, face.y, face.z);
    }
    this.#normal.needsUpdate = true;
  }

  /** The normal of a triangle. */
  #faceAt(position: three.BufferAttribute, t: number, face: three.Vector3): void {
    const corner = new three.Vector3().fromBufferAttribute(position, t);
    const other = new three.Vector3().fromBufferAttribute(position, t + 2).sub(corner);
    face.fromBufferAttribute(position, t + 1).sub(corner).cross(other).normalize();
  }
}

/** Is a triangle on the front? */
function isFront(outward: readonly number[], t: number): boolean {
  return outward[t] === 1 && outward[t + 1] === 1 && outward[t + 2] === 1;
}

function matrixOf(pos: ArrayLike<number>, p: number, quat: ArrayLike<number>, q: number): three.Matrix4 {
  const rotation = new three.Quaternion(quat[q + 1], quat[q + 2], quat[q + 3], quat[q]);
  const place = new three.Vector3(pos[p], pos[p + 1], pos[p + 2]);
  return new three.Matrix4().compose(place, rotation, new three.Vector3(1, 1, 1));
}
