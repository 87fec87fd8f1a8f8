/** Assets: meshes, height fields, skins, textures, materials, and models to attach. */

import { MeshBuiltin, TextureRole } from "../types/enums.ts";
import type { HFieldSpec, SkinSpec, TextureSpec } from "../types/spec.ts";
import { readAttributes } from "./attributes.ts";
import { newElement, newMaterial, newMesh } from "./create.ts";
import { classOf } from "./class_of.ts";
import { ownArrays } from "./copy_record.ts";
import { defaultsOf } from "./elements/attribute.ts";
import { HFIELD_ELEMENT, NO_HFIELD } from "./elements/hfield.ts";
import { MATERIAL, type MaterialAttributes } from "./elements/material.ts";
import { MESH, type MeshAttributes } from "./elements/mesh.ts";
import { BONE, NO_SKIN, SKIN } from "./elements/skin.ts";
import { NO_TEXTURE, TEXTURE } from "./elements/texture.ts";
import { didYouMean } from "./excerpt.ts";
import { assetDir, resolveFile } from "./include.ts";
import { TEXTURE_ROLE } from "./keywords.ts";
import { joinPath } from "./paths.ts";
import { readPlugin } from "./read_plugin.ts";
import { noteUnsupported, type Reader, readName } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

const CUBE_FILES = ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"];

/** Reads an `<asset>` section. */
export function readAssets(reader: Reader, section: XmlElement): void {
  for (const element of section.children) {
    switch (element.name) {
      case "mesh":
        readMesh(reader, element);
        break;
      case "hfield":
        readHField(reader, element);
        break;
      case "skin":
        readSkin(reader, element);
        break;
      case "texture":
        readTexture(reader, element);
        break;
      case "material":
        readMaterial(reader, element);
        break;
      case "model":
        readModelAsset(reader, element);
        break;
    }
  }
}

function label(kind: string, { name }: { name: string }): string {
  return name === "" ? kind : `${kind} '${name}'`;
}

function fileOf(reader: Reader, element: XmlElement, attribute: string, kind: "mesh" | "texture" | "other"): string {
  const name = element.attributes[attribute];
  if (name === undefined || name === "") return "";
  const { files } = reader;
  // elevations and skins are looked for in one directory, and read from that of meshes
  const from = assetDir(files, kind === "texture" ? kind : "mesh");
  return resolveFile(element, name, joinPath(files.modelfiledir, assetDir(files, kind)), from, files);
}

function readMesh(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const mesh = newMesh(spec, classOf(spec, element, spec.main), element);
  readName(element, mesh);
  readMeshAttributes(element, mesh);
  mesh.file = fileOf(reader, element, "file", "mesh");
  if (element.attributes.builtin !== undefined) checkBuiltin(element, mesh);
  for (const child of element.children) {
    if (mesh.file === "" && mesh.builtin === MeshBuiltin.NONE) mesh.plugin = readPlugin(reader, child);
    else noteUnsupported(reader, child, `<plugin> mesh with '${mesh.file === "" ? "builtin" : "file"}'`);
  }
  spec.meshes.push(mesh);
}

function checkBuiltin(element: XmlElement, mesh: MeshAttributes): void {
  if (mesh.params.length === 0) throw element.error("mesh: attribute 'params' is required with 'builtin'");
  if (mesh.file !== "") throw element.error("mesh: 'builtin' cannot be combined with 'file'", "builtin");
  if (mesh.vertex.length > 0) throw element.error("mesh: 'builtin' cannot be combined with 'vertex'", "builtin");
  if (mesh.builtin === MeshBuiltin.NONE) throw element.error("mesh: 'builtin' cannot be none", "builtin");
}

/** Reads the attributes of a mesh. */
export function readMeshAttributes(element: XmlElement, mesh: MeshAttributes): void {
  readAttributes(element, MESH, mesh);
  if (element.attributes.maxhullvert !== undefined && mesh.maxhullvert !== -1 && mesh.maxhullvert < 4) {
    throw element.error(`mesh: maxhullvert must be -1 or larger than 3, got ${mesh.maxhullvert}`, "maxhullvert");
  }
}

function readHField(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const hfield: HFieldSpec = ownArrays({
    ...NO_HFIELD,
    ...newElement(spec, element),
    modelfiledir: spec.compiler.modelfiledir,
    elevation: new Float32Array(),
  });
  const read: Record<string, unknown> = hfield as never;
  readAttributes(element, HFIELD_ELEMENT, read);
  readName(element, hfield);
  hfield.file = fileOf(reader, element, "file", "other");

  // rows are given from the top down and stored from the bottom up
  const { nrow, ncol } = hfield;
  if (nrow > 0 && ncol > 0) spec.budget.check("hfieldCells", nrow * ncol, element, "nrow", label("hfield", hfield));
  const given = read.elevation as Float64Array;
  hfield.elevation = new Float32Array();
  if (element.attributes.file === undefined && nrow > 0 && ncol > 0) {
    hfield.elevation = new Float32Array(nrow * ncol);
    if (given.length > 0) {
      if (given.length !== nrow * ncol) {
        throw element.error(`hfield: elevation needs ${nrow} x ${ncol} numbers, got ${given.length}`, "elevation");
      }
      for (let i = 0; i < nrow; i++) {
        hfield.elevation.set(given.subarray(ncol * i, ncol * (i + 1)), ncol * (nrow - 1 - i));
      }
    }
  }
  spec.hfields.push(hfield);
}

/** Reads a `<skin>`. */
export function readSkin(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const skin: SkinSpec = ownArrays({
    ...NO_SKIN,
    ...newElement(spec, element),
    modelfiledir: spec.compiler.modelfiledir,
    bones: [],
    matid: -1,
  });
  readName(element, skin);
  readAttributes(element, SKIN, skin);
  skin.file = fileOf(reader, element, "file", "other");
  if (skin.group < 0 || skin.group > 5) {
    throw element.error(`skin: group must be between 0 and 5, got ${skin.group}`, "group");
  }
  for (const child of element.children) {
    const bone = defaultsOf(BONE, { bodyid: -1 });
    readAttributes(child, BONE, bone);
    skin.bones.push(bone);
  }
  spec.skins.push(skin);
}

function readTexture(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const texture: TextureSpec = ownArrays({
    ...NO_TEXTURE,
    ...newElement(spec, element),
    modelfiledir: spec.compiler.modelfiledir,
    cubefiles: [],
  });
  readName(element, texture);
  readAttributes(element, TEXTURE, texture);
  texture.file = fileOf(reader, element, "file", "texture");
  texture.cubefiles = CUBE_FILES.map((attribute) => fileOf(reader, element, attribute, "texture"));

  const layout = element.attributes.gridlayout;
  if (layout !== undefined) {
    if (layout.length > 12) throw element.error("texture: gridlayout has at most 12 letters", "gridlayout");
    if (layout.length !== texture.gridsize[0] * texture.gridsize[1]) {
      throw element.error(
        `texture: gridlayout needs one letter per square, ${texture.gridsize.join(" x ")}, got ${layout.length}`,
        "gridlayout",
      );
    }
    texture.gridlayout = layout + "............".slice(layout.length);
  }
  spec.textures.push(texture);
}

function readMaterial(reader: Reader, element: XmlElement): void {
  const { spec } = reader;
  const material = newMaterial(spec, classOf(spec, element, spec.main), element);
  readName(element, material);
  readMaterialAttributes(element, material);
  spec.materials.push(material);
}

/** Reads the attributes and layers of a material. */
export function readMaterialAttributes(element: XmlElement, material: MaterialAttributes): void {
  readAttributes(element, MATERIAL, material);
  material.textures = material.textures.slice();
  if (material.texture !== undefined) {
    material.textures[TextureRole.RGB] = material.texture;
    material.texture = undefined;
  }
  for (const layer of element.children) {
    if (element.attributes.texture !== undefined) {
      throw layer.error("material: layers cannot be combined with attribute 'texture'");
    }
    const { role, texture } = layer.attributes;
    if (role === undefined) throw layer.error("layer: attribute 'role' is required");
    if (texture === undefined) throw layer.error("layer: attribute 'texture' is required");
    if (!Object.hasOwn(TEXTURE_ROLE, role)) {
      throw layer.error(`layer: unknown role '${role}'${didYouMean(role, Object.keys(TEXTURE_ROLE))}`, "role");
    }
    material.textures[TEXTURE_ROLE[role]] = texture;
  }
}

function readModelAsset(reader: Reader, element: XmlElement): void {
  const { spec, files } = reader;
  const { file, name } = element.attributes;
  if (file === undefined) throw element.error("model: attribute 'file' is required");
  const path = joinPath(files.modelfiledir, resolveFile(element, file, "", "", files));
  const model = reader.readModel(path, element);
  if (name !== undefined) model.modelname = name;
  if (!spec.models.has(model.modelname)) spec.models.set(model.modelname, model);
}
