/** Content types of asset files. */

const BY_EXTENSION: Record<string, string> = {
  ".stl": "model/stl",
  ".obj": "model/obj",
  ".ply": "model/ply",
  ".msh": "model/vnd.mujoco.msh",
  ".png": "image/png",
};

/**
 * The content type of a file: from the attribute `content_type`, without parameters, or from the file extension. Empty
 * if neither is known.
 */
export function contentTypeOf(fileName: string, attribute: string): string {
  if (attribute) return isContentType(attribute) ? attribute.split(";", 1)[0] : "";
  const dot = fileName.lastIndexOf(".");
  return dot < 0 ? "" : BY_EXTENSION[fileName.slice(dot).toLowerCase()] ?? "";
}

/** Whether the text is `type/subtype`, possibly with `;parameter=value`. */
function isContentType(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0 || slash === text.length - 1) return false;
  const semicolon = text.indexOf(";");
  if (semicolon < 0) return true;
  return semicolon > slash && text.indexOf("=") > semicolon;
}
