/** Specs and models as MJCF text. */

import { TextureRole } from "../types/enums.ts";
import type { MaterialSpec, MeshSpec, Spec, TextureSpec } from "../types/spec.ts";
import { COMPILER, LENGTHRANGE } from "./elements/compiler.ts";
import { MATERIAL_ELEMENT } from "./elements/material.ts";
import { MESH_ELEMENT } from "./elements/mesh.ts";
import { DISABLE_FLAGS, ENABLE_FLAGS, OPTION } from "./elements/option.ts";
import { SIZE } from "./elements/size.ts";
import { BONE, SKIN_ELEMENT } from "./elements/skin.ts";
import { STATISTIC } from "./elements/statistic.ts";
import { TEXTURE_ELEMENT } from "./elements/texture.ts";
import { VISUAL_ELEMENT } from "./elements/visual.ts";
import { TEXTURE_ROLE } from "./keywords.ts";
import { type Attributes, attributesOf, formatNumbers, markup } from "./markup.ts";
import { isAbsolute, joinPath, wayOut } from "./paths.ts";
import { writeWorld } from "./write_bodies.ts";
import { writeFlexes } from "./write_flexes.ts";
import { writeClasses, writeObjects } from "./write_objects.ts";
import { writeExtension, writePlugin } from "./write_plugins.ts";

/**
 * A spec as a single MJCF document, without includes, classes, or patterns, that compiles to the same model. Asset
 * files stay separate files at the same relative paths.
 */
export function writeSpec(spec: Spec): string {
  return markup("mujoco", { model: spec.modelname }, [
    writeCompiler(spec),
    writeOption(spec),
    markup("size", attributesOf(spec.size, SIZE)),
    writeVisual(spec),
    markup("statistic", attributesOf(spec.statistic, STATISTIC)),
    writeClasses(spec),
    writeExtension(spec),
    writeAssets(spec),
    writeWorld(spec),
    ...writeObjects(spec),
    writeFlexes(spec),
    writeSkins(spec),
  ]) + "\n";
}

function writeCompiler(spec: Spec): string {
  const { angle: _, eulerseq: __, coordinate: ___, ...rules } = COMPILER;
  const out = { angle: "radian", ...attributesOf(spec.compiler, rules) };
  const lengthrange = attributesOf(spec.compiler.lengthrange, LENGTHRANGE);
  return markup("compiler", out, Object.keys(lengthrange).length > 0 ? [markup("lengthrange", lengthrange)] : []);
}

function writeVisual({ visual }: Spec): string {
  const sections = Object.entries(VISUAL_ELEMENT).map(([name, rules]) => {
    const attributes = attributesOf(visual[name as keyof typeof visual], rules);
    return Object.keys(attributes).length > 0 ? markup(name, attributes) : "";
  });
  return sections.some((it) => it !== "") ? markup("visual", {}, sections) : "";
}

function writeOption(spec: Spec): string {
  const out = attributesOf(spec.option, OPTION);
  const { disableflags, enableflags, disableactuator } = spec.option;
  const groups = Array.from({ length: 31 }, (__, group) => group).filter((group) => disableactuator & (1 << group));
  if (groups.length > 0) out.actuatorgroupdisable = groups.join(" ");
  const flags: Attributes = {};
  for (const name in DISABLE_FLAGS) if (disableflags & DISABLE_FLAGS[name]) flags[name] = "disable";
  for (const name in ENABLE_FLAGS) if (enableflags & ENABLE_FLAGS[name]) flags[name] = "enable";
  return markup("option", out, Object.keys(flags).length > 0 ? [markup("flag", flags)] : []);
}

function writeAssets(spec: Spec): string {
  const { meshdir } = spec.compiler;
  const parts = [
    ...spec.textures.map((texture) => writeTexture(spec, texture)),
    ...spec.materials.map(writeMaterial),
    ...spec.meshes.map((mesh) => writeMesh(spec, mesh)),
    ...spec.hfields.map((hfield) => {
      const { nrow, ncol, name, content_type, elevation } = hfield;
      const file = assetPath(spec, hfield, meshdir, hfield.compiler.meshdir);
      const out: Attributes = { name, size: formatNumbers(hfield.size) };
      if (content_type !== "") out.content_type = content_type;
      if (file !== "") return markup("hfield", { ...out, file });

      // rows from the top down
      const rows = Array.from({ length: nrow }, (_, i) => elevation.subarray(ncol * (nrow - 1 - i), ncol * (nrow - i)));
      const text = rows.map(formatNumbers).join("  ");
      return markup("hfield", { ...out, nrow: String(nrow), ncol: String(ncol), elevation: text });
    }),
  ];
  return parts.length > 0 ? markup("asset", {}, parts) : "";
}

/** The path of a file relative to the directory of its kind in the document of the whole model. */
function assetPath(
  spec: Spec,
  item: { file: string; modelfiledir: string },
  dir: string,
  ownDir: string,
): string {
  if (item.file === "" || (item.modelfiledir === spec.compiler.modelfiledir && dir === ownDir)) return item.file;
  const path = joinPath(item.modelfiledir, joinPath(ownDir, item.file));
  return isAbsolute(path) ? path : joinPath(wayOut(dir), path);
}

const CUBE_FILES = ["fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"];

function writeTexture(spec: Spec, texture: TextureSpec): string {
  const { texturedir } = spec.compiler;
  const { file: _, gridlayout, gridsize, ...item } = texture;
  const { gridlayout: __, gridsize: ___, ...rules } = TEXTURE_ELEMENT;
  const out = attributesOf(item, rules);
  if (texture.name === "") delete out.name;
  const path = (file: string) => assetPath(spec, { ...texture, file }, texturedir, texture.compiler.texturedir);
  if (texture.file !== "") out.file = path(texture.file);
  texture.cubefiles.forEach((file, i) => {
    if (file !== "") out[CUBE_FILES[i]] = path(file);
  });
  const squares = gridsize[0] * gridsize[1];
  if (squares > 1) {
    out.gridsize = gridsize.join(" ");
    // there are no more letters than these
    if (squares < 13) out.gridlayout = gridlayout.slice(0, squares);
  }
  return markup("texture", out);
}

function writeMaterial(material: MaterialSpec): string {
  const { class: _, texture: __, ...rules } = MATERIAL_ELEMENT;
  const out = attributesOf(material, rules);
  const roles = Object.entries(TEXTURE_ROLE).filter(([, role]) => material.textures[role] !== "");
  if (roles.length === 1 && roles[0][1] === TextureRole.RGB) {
    return markup("material", { ...out, texture: material.textures[TextureRole.RGB] });
  }
  return markup("material", out, roles.map(([role, k]) => markup("layer", { role, texture: material.textures[k] })));
}

function writeMesh(spec: Spec, mesh: MeshSpec): string {
  const { class: _, file: __, ...rules } = MESH_ELEMENT;
  const out = attributesOf(mesh, rules);
  const file = assetPath(spec, mesh, spec.compiler.meshdir, mesh.compiler.meshdir);
  return markup("mesh", file === "" ? out : { ...out, file }, [writePlugin(mesh.plugin)]);
}

function writeSkins(spec: Spec): string {
  if (spec.skins.length === 0) return "";
  return markup(
    "deformable",
    {},
    spec.skins.map((skin) => {
      const { file: _, ...rules } = SKIN_ELEMENT;
      const file = assetPath(spec, skin, spec.compiler.meshdir, skin.compiler.meshdir);
      const bones = skin.bones.map((bone) => markup("bone", attributesOf(bone, BONE)));
      const out = attributesOf(skin, rules);
      return markup("skin", file === "" ? out : { ...out, file }, bones);
    }),
  );
}
