/** Models that come as several files: which of them to open, and what is in an archive. */

import { unzipSync } from "fflate";
import type { FileMap } from "./messages.ts";

const decoder = new TextDecoder();

/** Replaces archives by what they contain. */
export function unpack(files: FileMap): Map<string, Uint8Array> {
  const out = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (!/\.zip$/i.test(path)) {
      out.set(path, bytes);
      continue;
    }
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    for (const [name, content] of Object.entries(unzipSync(bytes))) {
      if (!name.endsWith("/") && !/(^|\/)(__MACOSX|\.)/.test(name)) out.set(folder + name, content);
    }
  }
  return out;
}

/** Documents that are not included by others, the likeliest to be wanted first. */
export function documents(files: FileMap): string[] {
  const texts = new Map<string, string>();
  for (const [path, bytes] of files) {
    if (!/\.(xml|mjcf|urdf)$/i.test(path)) continue;
    const text = decoder.decode(bytes);
    if (/<(mujoco|robot)\b/.test(text)) texts.set(path, text);
  }
  const included = new Set<string>();
  for (const text of texts.values()) {
    for (const [, name] of text.matchAll(/<(?:include|model)\b[^>]*\bfile\s*=\s*["']([^"']+)["']/g)) {
      included.add(name.replace(/^.*\//, ""));
    }
  }
  const isPart = (path: string) => included.has(path.replace(/^.*\//, ""));
  const depth = (path: string) => path.split("/").length;
  const rank = (path: string) => (/(^|\/)scene[^/]*$/.test(path) ? 0 : 1) + (isPart(path) ? 10 : 0);
  return [...texts.keys()].sort((a, b) => rank(a) - rank(b) || depth(a) - depth(b) || (a < b ? -1 : 1));
}
