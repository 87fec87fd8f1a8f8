/** Textures: sizes and color spaces. Pixels are not part of the model. */

import { readAsset } from "../../mjcf/include.ts";
import { Builtin, ColorSpace, Texture } from "../../types/enums.ts";
import type { Spec, TextureSpec } from "../../types/spec.ts";
import { contentTypeOf } from "./content_type.ts";
import { fail } from "../fail.ts";
import { imageHeader } from "./texture_file.ts";

/** Checks a texture and derives its size. */
export function compileTexture(spec: Spec, texture: TextureSpec): void {
  sizeTexture(spec, texture);
  const { origin, name, width, height, nchannel } = texture;
  spec.budget.check("textureBytes", width * height * nchannel, origin, "width", `texture '${name}'`);
}

function sizeTexture(spec: Spec, texture: TextureSpec): void {
  if (texture.builtin !== Builtin.NONE) sizeBuiltin(texture);
  else if (texture.file !== "") sizeFile(spec, texture);
  else sizeCubeFiles(spec, texture);
}

function sizeBuiltin(texture: TextureSpec): void {
  const { type, width, height } = texture;
  if (width < 1) {
    throw fail("texture", texture, `width must be positive, got ${width}`, "width");
  }
  if (type !== Texture.TEXTURE_2D) texture.height = 6 * width;
  else if (height < 1) throw fail("texture", texture, `height must be positive, got ${height}`, "height");
}

interface Image {
  width: number;
  height: number;
  srgb: boolean;
}

function readImage(spec: Spec, texture: TextureSpec, file: string): Image {
  const wrong = (what: string) => fail("texture", texture, what, "file");
  const { compiler } = texture;
  const type = contentTypeOf(file, texture.content_type);
  if (type !== "" && type !== "image/png" && type !== "image/ktx" && type !== "image/vnd.mujoco.texture") {
    throw wrong(`unsupported content type '${type}'`);
  }
  const { bytes } = readAsset(spec.read, spec.compiler, texture.modelfiledir, compiler.texturedir, file, wrong);
  if (bytes.length === 0) throw wrong(`file '${file}' is empty`);
  if (type === "image/png") {
    const { nchannel } = texture;
    if (nchannel !== 1 && nchannel !== 3 && nchannel !== 4) {
      throw fail("texture", texture, `a PNG image has 1, 3 or 4 channels, got ${nchannel}`, "nchannel");
    }
    const image = imageHeader(bytes);
    if (image === undefined) throw wrong(`file '${file}' is not a PNG image`);
    return image;
  }
  if (type === "image/ktx") {
    if (texture.hflip || texture.vflip) throw wrong("a KTX image cannot be flipped");
    return { width: bytes.length, height: 1, srgb: false };
  }

  // custom format: width, height, pixels
  if (bytes.length < 8) throw wrong(`file '${file}' is too short`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getInt32(0, true);
  const height = view.getInt32(4, true);
  if (width < 1 || height < 1) throw wrong(`file '${file}' has no pixels`);
  if (bytes.length !== 8 + 3 * width * height) throw wrong(`file '${file}' has a wrong size`);
  return { width, height, srgb: false };
}

function setColorSpace(texture: TextureSpec, image: Image): void {
  if (texture.colorspace === ColorSpace.AUTO) {
    texture.colorspace = image.srgb ? ColorSpace.SRGB : ColorSpace.LINEAR;
  }
}

function sizeFile(spec: Spec, texture: TextureSpec): void {
  const { gridsize, gridlayout, type } = texture;
  const wrong = (what: string, attribute: string) => fail("texture", texture, what, attribute);
  const [rows, columns] = gridsize;
  if (type !== Texture.TEXTURE_2D && (rows < 1 || columns < 1 || rows * columns > 12)) {
    throw wrong("gridsize needs 1 to 12 squares", "gridsize");
  }
  const image = readImage(spec, texture, texture.file);
  setColorSpace(texture, image);
  if (type === Texture.TEXTURE_2D) {
    texture.width = image.width;
    texture.height = image.height;
    return;
  }
  const side = Math.trunc(image.width / columns);
  if (side !== Math.trunc(image.height / rows) || image.width % columns || image.height % rows) {
    throw wrong("the image does not divide into the squares of gridsize", "gridsize");
  }
  const single = rows === 1 && columns === 1;
  texture.width = side;
  texture.height = single ? side : 6 * side;
  if (!single && !/^[.RLUDFB]*$/.test(gridlayout.slice(0, rows * columns))) {
    throw wrong(`gridlayout can only contain . R L U D F B, got '${gridlayout}'`, "gridlayout");
  }
}

function sizeCubeFiles(spec: Spec, texture: TextureSpec): void {
  const wrong = (what: string) => fail("texture", texture, what);
  if (texture.type === Texture.TEXTURE_2D) throw wrong("a 2D texture needs a file or a builtin");
  const files = texture.cubefiles.filter((file) => file !== "");
  if (files.length === 0) throw wrong("it needs a file, files for the sides, or a builtin");
  let side = 0;
  for (const file of files) {
    const image = readImage(spec, texture, file);
    setColorSpace(texture, image);
    if (image.width !== image.height) throw wrong(`file '${file}' is not square`);
    if (side !== 0 && image.width !== side) throw wrong(`file '${file}' differs in size from the other sides`);
    side = image.width;
  }
  texture.width = side;
  texture.height = 6 * side;
}
