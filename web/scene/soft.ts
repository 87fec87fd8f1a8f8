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
    const [source, adr, count] = dim === 3
      ? [fields.flex_shell, fields.flex_shelldataadr[id], 3 * fields.flex_shellnum[id]]
      : [fields.flex_elem, fields.flex_elemdataadr[id], (dim + 1) * fields.flex_elemnum[id]];
    const vertices = Int32Array.from(source.slice(adr, adr + count), (v) => vertadr + v);
    const texcoordadr = fields.flex_texcoordadr[id];
    const hasCoordinates = texcoordadr >= 0 && dim === 2;
    const material = this.#material(fields.flex_matid[id], fields.flex_rgba.slice(4 * id, 4 * id + 4), hasCoordinates);
    const geometry = new three.BufferGeometry();
    const position = new three.BufferAttribute(new Float32Array(3 * count), 3);
    geometry.setAttribute("position", position);
    if (hasCoordinates) {
      const uv = new Float32Array(2 * count);
      for (let c = 0; c < count; c++) {
        const t = 2 * (texcoordadr + fields.flex_elemtexcoord[adr + c]);
        uv.set([fields.flex_texcoord[t], fields.flex_texcoord[t + 1]], 2 * c);
      }
      geometry.setAttribute("uv", new three.BufferAttribute(uv, 2));
    }
    const group = groupOf(fields.flex_group[id]);
    // a surface is seen from both sides, a solid from outside
    const radius = dim === 2 ? 0 : fields.flex_radius[id];
    const skin = dim === 1 ? undefined : new FlexSkin(vertices, geometry, radius, fields.flex_flatskin[id] !== 0);
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

/**
 * The skin of a flex: triangles that do not share vertices, moved outward by the radius along the mean normals of their
 * corners, and lit with those normals, or flat.
 */
class FlexSkin {
  readonly #sums: Float64Array;
  readonly #normal: three.BufferAttribute;

  constructor(
    private readonly vertices: Int32Array,
    private readonly geometry: three.BufferGeometry,
    private readonly radius: number,
    private readonly isFlat: boolean,
  ) {
    this.#sums = new Float64Array(3 * (vertices.reduce((a, b) => Math.max(a, b), 0) + 1));
    this.#normal = new three.BufferAttribute(new Float32Array(3 * vertices.length), 3);
    geometry.setAttribute("normal", this.#normal);
  }

  update(): void {
    const sums = this.#sums.fill(0);
    const position = this.geometry.getAttribute("position") as three.BufferAttribute;
    const faces: three.Vector3[] = [];
    const [a, b, c] = [new three.Vector3(), new three.Vector3(), new three.Vector3()];
    for (let t = 0; t < this.vertices.length; t += 3) {
      a.fromBufferAttribute(position, t);
      b.fromBufferAttribute(position, t + 1).sub(a);
      c.fromBufferAttribute(position, t + 2).sub(a);
      const face = b.clone().cross(c).normalize();
      faces.push(face);
      for (let k = 0; k < 3; k++) {
        const v = 3 * this.vertices[t + k];
        sums[v] += face.x;
        sums[v + 1] += face.y;
        sums[v + 2] += face.z;
      }
    }
    for (const [i, v] of this.vertices.entries()) {
      a.set(sums[3 * v], sums[3 * v + 1], sums[3 * v + 2]).normalize();
      b.fromBufferAttribute(position, i).addScaledVector(a, this.radius);
      position.setXYZ(i, b.x, b.y, b.z);
      const normal = this.isFlat ? faces[Math.floor(i / 3)] : a;
      this.#normal.setXYZ(i, normal.x, normal.y, normal.z);
    }
    this.#normal.needsUpdate = true;
  }
}

function matrixOf(pos: ArrayLike<number>, p: number, quat: ArrayLike<number>, q: number): three.Matrix4 {
  const rotation = new three.Quaternion(quat[q + 1], quat[q + 2], quat[q + 3], quat[q]);
  const place = new three.Vector3(pos[p], pos[p + 1], pos[p + 2]);
  return new three.Matrix4().compose(place, rotation, new three.Vector3(1, 1, 1));
}
