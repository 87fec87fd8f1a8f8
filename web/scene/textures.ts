/** Textures of a model for the graphics card. */

import * as three from "./three.ts";
import type { Scenery, TexturePixels } from "../simulation/messages.ts";

/** `tex_type` and `tex_colorspace` in a model. */
const Type = { PLANE: 0, CUBE: 1, SKYBOX: 2 };
const SRGB = 2;

const FACES = 6;

/** A texture, and how coordinates lead into it. */
export interface SceneTexture {
  image: three.Texture;
  isCube: boolean;
  isSky: boolean;
}

/** All textures; null where the pixels are not known. */
export function texturesOf({ fields, textures }: Scenery): (SceneTexture | null)[] {
  return textures.map((source, i) => {
    if (source === null) return null;
    const isCube = fields.tex_type[i] !== Type.PLANE;
    const image = isCube ? cube(source) : plane(source);
    if (fields.tex_colorspace[i] === SRGB) image.colorSpace = three.SRGBColorSpace;
    image.generateMipmaps = true;
    image.minFilter = three.LinearMipmapLinearFilter;
    image.magFilter = three.LinearFilter;
    image.anisotropy = isCube ? 1 : 8;
    image.needsUpdate = true;
    return { image, isCube, isSky: fields.tex_type[i] === Type.SKYBOX };
  });
}

function plane(source: TexturePixels): three.Texture {
  const image = new three.DataTexture(withAlpha(source), source.width, source.height);
  image.wrapS = image.wrapT = three.RepeatWrapping;
  return image;
}

function cube(source: TexturePixels): three.Texture {
  const { width } = source;
  const pixels = withAlpha(source);
  const size = 4 * width * width;
  const faces = Array.from({ length: FACES }, (_, i) => {
    const face = source.height === width ? pixels : pixels.subarray(i * size, (i + 1) * size);
    const image = new three.DataTexture(face, width, width);
    image.needsUpdate = true;
    return image;
  });
  return new three.CubeTexture(faces as unknown as HTMLImageElement[]);
}

/** Four numbers per pixel. */
function withAlpha({ channels, pixels }: TexturePixels): Uint8Array {
  if (channels === 4) return new Uint8Array(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.length);
  const out = new Uint8Array(4 * pixels.length / 3).fill(255);
  for (let i = 0; i < pixels.length / 3; i++) for (let k = 0; k < 3; k++) out[4 * i + k] = pixels[3 * i + k];
  return out;
}
