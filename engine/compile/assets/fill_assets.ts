/** Meshes, skins, height fields, textures, and materials as fields of the model. */

import { HFIELD } from "../../mjcf/elements/hfield.ts";
import { MATERIAL } from "../../mjcf/elements/material.ts";
import { SKIN } from "../../mjcf/elements/skin.ts";
import { TEXTURE } from "../../mjcf/elements/texture.ts";
import type { Model } from "../../types/model.ts";
import type { SkinSpec, Spec } from "../../types/spec.ts";
import { columnsOf, fillColumns } from "../fill_attributes.ts";
import type { Meshes } from "../geom.ts";
import { faceTree } from "../mesh/face_tree.ts";
import type { CompiledMesh } from "../mesh/types.ts";
import { Strings } from "../names.ts";

const PER_HFIELD = columnsOf(HFIELD, "nhfield");
const PER_SKIN = columnsOf(SKIN, "nskin");
const PER_TEXTURE = columnsOf(TEXTURE, "ntex");
const PER_MATERIAL = columnsOf(MATERIAL, "nmat");

/** File names of assets and their addresses. */
export interface PathTable {
  strings: Strings;
  addresses: [keyof Model, number[]][];
}

/** Collects the file names of all assets. */
export function collectPaths(spec: Spec): PathTable {
  const strings = new Strings();
  const lists: [keyof Model, readonly { file: string }[]][] = [
    ["hfield_pathadr", spec.hfields],
    ["mesh_pathadr", spec.meshes],
    ["skin_pathadr", spec.skins],
    ["tex_pathadr", spec.textures],
  ];
  const addresses = lists.map(([field, list]): [keyof Model, number[]] => [
    field,
    list.map(({ file }) => file === "" ? -1 : strings.add(file)),
  ]);
  return { strings, addresses };
}

/** Fills everything about assets. */
export function fillAssets(m: Model, spec: Spec, meshes: Meshes, paths: PathTable): void {
  paths.strings.write(m.paths);
  for (const [field, values] of paths.addresses) (m[field] as Int32Array).set(values);
  fillMeshes(m, spec, meshes);
  fillSkins(m, spec.skins);

  let at = 0;
  for (const { id, nrow, ncol, elevation } of spec.hfields) {
    m.hfield_adr[id] = at;
    m.hfield_data.set(elevation, at);
    at += nrow * ncol;
  }
  fillColumns(m, PER_HFIELD, spec.hfields);
  fillColumns(m, PER_SKIN, spec.skins);
  fillColumns(m, PER_TEXTURE, spec.textures);
  fillColumns(m, PER_MATERIAL, spec.materials);
  for (const { id, texid } of spec.materials) m.mat_texid.set(texid, 10 * id);
}

/** Addresses for the parts of the next mesh. */
interface MeshAddresses {
  vert: number;
  normal: number;
  texcoord: number;
  face: number;
  graph: number;
  poly: number;
  polyvert: number;
  polymap: number;
  bvh: number;
  oct: number;
}

function fillMeshes(m: Model, spec: Spec, meshes: Meshes): void {
  const at: MeshAddresses = {
    vert: 0,
    normal: 0,
    texcoord: 0,
    face: 0,
    graph: 0,
    poly: 0,
    polyvert: 0,
    polymap: 0,
    bvh: 0,
    oct: 0,
  };
  for (const count of m.body_bvhnum) at.bvh += count;
  for (const mesh of spec.meshes) {
    const compiled = meshes.get(mesh);
    if (compiled !== undefined) fillMesh(m, mesh.id, compiled, at);
  }
}

function fillMesh(m: Model, id: number, mesh: CompiledMesh, at: MeshAddresses): void {
  const { polygons, octree } = mesh;
  m.mesh_vertadr[id] = at.vert;
  m.mesh_vertnum[id] = mesh.vert.length / 3;
  m.mesh_normaladr[id] = at.normal;
  m.mesh_normalnum[id] = mesh.normal.length / 3;
  m.mesh_texcoordadr[id] = mesh.texcoord.length > 0 ? at.texcoord : -1;
  m.mesh_texcoordnum[id] = mesh.texcoord.length / 2;
  m.mesh_faceadr[id] = at.face;
  m.mesh_facenum[id] = mesh.face.length / 3;
  m.mesh_graphadr[id] = mesh.graph.length > 0 ? at.graph : -1;
  m.mesh_scale.set(mesh.scale, 3 * id);
  m.mesh_pos.set(mesh.pos, 3 * id);
  m.mesh_quat.set(mesh.quat, 4 * id);
  m.mesh_vert.set(mesh.vert, 3 * at.vert);
  m.mesh_normal.set(mesh.normal, 3 * at.normal);
  m.mesh_texcoord.set(mesh.texcoord, 2 * at.texcoord);
  m.mesh_face.set(mesh.face, 3 * at.face);
  m.mesh_facenormal.set(mesh.facenormal, 3 * at.face);
  m.mesh_facetexcoord.set(mesh.facetexcoord, 3 * at.face);
  m.mesh_graph.set(mesh.graph, at.graph);

  // polygons, and the polygons around each vertex
  m.mesh_polyadr[id] = at.poly;
  m.mesh_polynum[id] = polygons.vertnum.length;
  m.mesh_polynormal.set(polygons.normal, 3 * at.poly);
  m.mesh_polyvert.set(polygons.vert, at.polyvert);
  m.mesh_polymap.set(polygons.map, at.polymap);
  m.mesh_polyvertnum.set(polygons.vertnum, at.poly);
  m.mesh_polymapnum.set(polygons.mapnum, at.vert);
  at.polyvert = fillAddresses(m.mesh_polyvertadr, at.poly, polygons.vertnum, at.polyvert);
  at.polymap = fillAddresses(m.mesh_polymapadr, at.vert, polygons.mapnum, at.polymap);

  const bvh = mesh.bvh ?? faceTree(mesh.vert, mesh.face);
  m.bvh_aabb.set(bvh.aabb, 6 * at.bvh);
  m.bvh_child.set(bvh.child, 2 * at.bvh);
  m.bvh_depth.set(bvh.depth, at.bvh);
  m.bvh_nodeid.set(bvh.nodeid, at.bvh);
  m.mesh_bvhadr[id] = at.bvh;
  m.mesh_bvhnum[id] = bvh.count;
  m.mesh_octadr[id] = octree ? at.oct : -1;
  m.mesh_octnum[id] = octree?.count ?? 0;
  if (octree) {
    m.oct_depth.set(octree.depth, at.oct);
    m.oct_child.set(octree.child, 8 * at.oct);
    m.oct_aabb.set(octree.aabb, 6 * at.oct);
    m.oct_coeff.set(octree.coeff, 8 * at.oct);
    at.oct += octree.count;
  }
  at.vert += mesh.vert.length / 3;
  at.normal += mesh.normal.length / 3;
  at.texcoord += mesh.texcoord.length / 2;
  at.face += mesh.face.length / 3;
  at.graph += mesh.graph.length;
  at.poly += polygons.vertnum.length;
  at.bvh += bvh.count;
}

/** Writes where lists of the given lengths begin, if the first begins at `start`; returns where the last one ends. */
function fillAddresses(addresses: Int32Array, first: number, lengths: Int32Array, start: number): number {
  let adr = start;
  for (let i = 0; i < lengths.length; i++) {
    addresses[first + i] = adr;
    adr += lengths[i];
  }
  return adr;
}

function fillSkins(m: Model, skins: readonly SkinSpec[]): void {
  let vert = 0;
  let texcoord = 0;
  let face = 0;
  let boneAt = 0;
  let boneVert = 0;
  for (const skin of skins) {
    const { id, bones } = skin;
    m.skin_matid[id] = skin.matid;
    m.skin_vertadr[id] = vert;
    m.skin_vertnum[id] = skin.vertex.length / 3;
    m.skin_texcoordadr[id] = skin.texcoord.length > 0 ? texcoord : -1;
    m.skin_faceadr[id] = face;
    m.skin_facenum[id] = skin.face.length / 3;
    m.skin_boneadr[id] = boneAt;
    m.skin_bonenum[id] = bones.length;
    m.skin_vert.set(skin.vertex, 3 * vert);
    m.skin_texcoord.set(skin.texcoord, 2 * texcoord);
    m.skin_face.set(skin.face, 3 * face);
    for (const bone of bones) {
      m.skin_bonebindpos.set(bone.bindpos, 3 * boneAt);
      m.skin_bonebindquat.set(bone.bindquat, 4 * boneAt);
      m.skin_bonebodyid[boneAt] = bone.bodyid;
      m.skin_bonevertadr[boneAt] = boneVert;
      m.skin_bonevertnum[boneAt] = bone.vertid.length;
      m.skin_bonevertid.set(bone.vertid, boneVert);
      m.skin_bonevertweight.set(bone.vertweight, boneVert);
      boneVert += bone.vertid.length;
      boneAt++;
    }
    vert += skin.vertex.length / 3;
    texcoord += skin.texcoord.length / 2;
    face += skin.face.length / 3;
  }
}
