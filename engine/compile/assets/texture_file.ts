/** Information from the header of an image file. */

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Size of a PNG image, and whether it declares the sRGB color space; undefined if it is not a PNG image. */
export function imageHeader(bytes: Uint8Array): { width: number; height: number; srgb: boolean } | undefined {
  if (bytes.length < 33 || PNG_SIGNATURE.some((byte, i) => bytes[i] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (width === 0 || height === 0) return undefined;

  // chunks, wherever they are
  let srgb = false;
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IEND") break;
    if (type === "sRGB") srgb = true;
    at += 12 + view.getUint32(at);
  }
  return { width, height, srgb };
}
