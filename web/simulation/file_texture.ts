/** The pixels of textures, painted or read from files. Needs the image decoder of a browser. */

import { readAsset } from "../../engine/mjcf/include.ts";
import { fileReader } from "../../engine/mjcf/virtual_files.ts";
import { Builtin, Texture } from "../../engine/types/enums.ts";
import { MjcfError } from "../../engine/types/errors.ts";
import type { Spec, TextureSpec } from "../../engine/types/spec.ts";
import { paintTexture } from "./builtin_texture.ts";
import type { FileMap, TexturePixels } from "./messages.ts";

const FACES = "RLUDFB";

/** The pixels of all textures of a document. */
export function texturePixels(spec: Spec, files: FileMap): Promise<(TexturePixels | null)[]> {
  return Promise.all(spec.textures.map(async (texture): Promise<TexturePixels | null> => {
    const { width, height } = texture;
    if (texture.builtin === Builtin.NONE) return await readTexture(spec, texture, files);
    return { width, height, channels: 3, pixels: paintTexture(texture) };
  }));
}

/** Reads the pixels of a texture; null if a browser cannot. */
async function readTexture(spec: Spec, texture: TextureSpec, files: FileMap): Promise<TexturePixels | null> {
  const { file, cubefiles, type, gridsize, gridlayout, height } = texture;
  const read = (name: string) => decode(spec, texture, name, files);
  try {
    if (file !== "" && type === Texture.TEXTURE_2D) return pixelsOf(await read(file));
    const side = texture.width;
    const canvas = new OffscreenCanvas(side, 6 * side);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) return null;
    context.fillStyle = `rgb(${[...texture.rgb1 ?? [0.8, 0.8, 0.8]].map((x) => 255 * x).join(" ")})`;
    context.fillRect(0, 0, side, 6 * side);
    if (file === "") {
      for (const [i, name] of cubefiles.entries()) {
        if (name !== "") context.drawImage(await read(name), 0, i * side);
      }
    } else {
      const image = await read(file);
      const [rows, columns] = gridsize;
      const isSingle = height === side;
      for (let i = 0; i < (isSingle ? 6 : rows * columns); i++) {
        const face = isSingle ? i : FACES.indexOf(gridlayout[i]);
        const [x, y] = isSingle ? [0, 0] : [side * (i % columns), side * Math.floor(i / columns)];
        if (face >= 0) context.drawImage(image, x, y, side, side, 0, face * side, side, side);
      }
    }
    const { data } = context.getImageData(0, 0, side, 6 * side);
    return { width: side, height: 6 * side, channels: 4, pixels: data };
  } catch {
    return null;
  }
}

async function decode(spec: Spec, texture: TextureSpec, file: string, files: FileMap): Promise<OffscreenCanvas> {
  const fail = (what: string) => new MjcfError(what);
  const { texturedir } = texture.compiler;
  const { bytes } = readAsset(fileReader(files), spec.compiler, texture.modelfiledir, texturedir, file, fail);
  const blob = new Blob([bytes as BlobPart]);
  const image = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw fail("no canvas");
  context.translate(texture.hflip ? image.width : 0, texture.vflip ? image.height : 0);
  context.scale(texture.hflip ? -1 : 1, texture.vflip ? -1 : 1);
  context.drawImage(image, 0, 0);
  return canvas;
}

function pixelsOf(canvas: OffscreenCanvas): TexturePixels {
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  if (context === null) throw new MjcfError("no canvas");
  return { width, height, channels: 4, pixels: context.getImageData(0, 0, width, height).data };
}
