/** Finding the assets that elements use, and removing visual elements. */

import { Obj } from "../../types/enums.ts";
import type { GeomSpec, HFieldSpec, MaterialSpec, MeshSpec, Spec, SpecElement } from "../../types/spec.ts";
import { Geom, MeshInertia } from "../../types/enums.ts";
import { fail } from "../fail.ts";
import { baseName } from "../../mjcf/paths.ts";
import type { Lookup } from "../lookup.ts";

/** Finds the meshes, height fields, materials, and textures that elements refer to. */
export function indexAssets(spec: Spec, lookup: Lookup): void {
  for (const geom of spec.geoms) {
    if (geom.mesh !== "") {
      const mesh = lookup.find(Obj.MESH, geom.mesh) as MeshSpec | undefined;
      if (mesh === undefined) throw fail("geom", geom, `unknown mesh '${geom.mesh}'`, "mesh");
      geom.meshSpec = mesh;
      if (geom.type === Geom.SDF) mesh.needsdf = true;
    }
    geom.matid = materialId("geom", geom, geom.material || geom.meshSpec?.material || "", lookup);
    if (geom.hfield !== "") {
      geom.hfieldSpec = lookup.find(Obj.HFIELD, geom.hfield) as HFieldSpec | undefined;
      if (geom.hfieldSpec === undefined) throw fail("geom", geom, `unknown hfield '${geom.hfield}'`, "hfield");
    }
  }
  for (const skin of spec.skins) skin.matid = materialId("skin", skin, skin.material, lookup);
  for (const site of spec.sites) site.matid = materialId("site", site, site.material, lookup);
  for (const tendon of spec.tendons) tendon.matid = materialId("tendon", tendon, tendon.material, lookup);
  for (const material of spec.materials) indexTextures(material, lookup);
}

function materialId(kind: string, element: SpecElement, name: string, lookup: Lookup): number {
  if (name === "") return -1;
  const material = lookup.find(Obj.MATERIAL, name);
  if (material !== undefined) return material.id;
  const reason = element.compiler.discardvisual ? " (discardvisual drops all materials)" : "";
  throw fail(kind, element, `unknown material '${name}'${reason}`, "material");
}

function indexTextures(material: MaterialSpec, lookup: Lookup): void {
  material.textures.forEach((name, role) => {
    if (name === "") return;
    const texture = lookup.find(Obj.TEXTURE, name);
    if (texture === undefined) throw fail("material", material, `unknown texture '${name}'`, "texture");
    material.texid[role] = texture.id;
  });
}

/** Marks the meshes whose convex hulls are needed for collisions or inertias. */
export function markHulls(spec: Spec): void {
  const paired = new Set<GeomSpec | undefined>();
  for (const { first, second } of spec.pairs) {
    paired.add(first);
    paired.add(second);
  }
  for (const geom of spec.geoms) {
    const { meshSpec, type, contype, conaffinity } = geom;
    if (!meshSpec || (type !== Geom.MESH && type !== Geom.SDF)) continue;
    if (contype || conaffinity || paired.has(geom) || meshSpec.inertia === MeshInertia.CONVEX) meshSpec.needhull = true;
  }
}

/**
 * Drops materials and textures. Only references from geoms are cleared: MuJoCo still looks up those of other elements.
 */
export function dropMaterials(spec: Spec, lookup: Lookup): void {
  spec.materials.length = 0;
  spec.textures.length = 0;
  lookup.clear(Obj.MATERIAL);
  lookup.clear(Obj.TEXTURE);
  for (const geom of spec.geoms) geom.material = "";
}

/** Drops visual geoms, and meshes that are no longer used. */
export function dropDecoration(spec: Spec): void {
  for (const mesh of spec.meshes) mesh.visual = true;
  for (const geom of spec.geoms) {
    if (geom.visual) geom.meshSpec = undefined;
    else if (geom.meshSpec) geom.meshSpec.visual = false;
  }
  for (const sensor of spec.sensors) {
    if (sensor.objtype === Obj.MESH) (sensor.obj as MeshSpec).visual = false;
  }
  for (const body of spec.bodies) body.geoms = body.geoms.filter((geom) => !geom.visual);
  for (const list of [spec.geoms, spec.meshes] as (SpecElement & { visual: boolean })[][]) {
    const kept = list.filter((item) => !item.visual);
    kept.forEach((item, i) => list[i] = item);
    list.length = kept.length;
    list.forEach((item, i) => item.id = i);
  }
}

/** Strips directories from file names. */
export function stripPaths(spec: Spec): void {
  for (const asset of [...spec.meshes, ...spec.hfields, ...spec.skins, ...spec.textures]) {
    asset.file = baseName(asset.file);
  }
  for (const texture of spec.textures) texture.cubefiles = texture.cubefiles.map(baseName);
}
