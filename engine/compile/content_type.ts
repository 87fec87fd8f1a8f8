/** What kind of content an asset file has. */

const BY_EXTENSION: Record<string, string> = {
  ".stl": "model/stl",
  ".obj": "model/obj",
  ".ply": "model/ply",
  ".msh": "model/vnd.mujoco.msh",
  ".png": "image/png",
};

/**
 * The content type of a file: what the attribute `content_type` says, without parameters, or what the extension tells.
 * Empty when neither says anything.
 */
export function contentTypeOf(fileName: string, attribute: string): string {
  if (attribute) return isContentType(attribute) ? attribute.split(";", 1)[0] : "";
  const dot = fileName.lastIndexOf(".");
  return dot < 0 ? "" : BY_EXTENSION[fileName.slice(dot).toLowerCase()] ?? "";
}

/** Whether the text is `type/subtype`, perhaps with `;parameter=value`. */
function isContentType(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0 || slash === text.length - 1) return false;
  const semicolon = text.indexOf(";");
  if (semicolon < 0) return true;
  return semicolon > slash && text.indexOf("=") > semicolon;
}
