/** What the beginning of an image file tells. */

import { extension } from "../mjcf/paths.ts";

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const BY_EXTENSION: Record<string, string> = {
  ".stl": "model/stl",
  ".obj": "model/obj",
  ".ply": "model/ply",
  ".msh": "model/vnd.mujoco.msh",
  ".png": "image/png",
};

/** Type of a file: the one that is given, without its parameters, or the one of its extension. */
export function contentType(file: string, given: string): string {
  if (given === "") return BY_EXTENSION[extension(file)] ?? "";
  const match = /^([^/;]*)\/([^;]+)(;.*=.*)?$/.exec(given);
  return match ? `${match[1]}/${match[2]}` : "";
}

/** Size of a PNG image, and whether it declares the sRGB colour space; undefined if it is not one. */
export function imageHeader(bytes: Uint8Array): { width: number; height: number; srgb: boolean } | undefined {
  if (bytes.length < 33 || PNG_SIGNATURE.some((byte, i) => bytes[i] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (width === 0 || height === 0) return undefined;

  // chunks before the pixels
  let srgb = false;
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IDAT") break;
    if (type === "sRGB") srgb = true;
    at += 12 + view.getUint32(at);
  }
  return { width, height, srgb };
}
