/** Files that come with a document, without a file system. */

import type { ReadFile } from "../types/spec.ts";
import { reducePath } from "./paths.ts";

/** Files by path, or a function that reads them. */
export type AssetSource =
  | Readonly<Record<string, Uint8Array | string>>
  | ReadonlyMap<string, Uint8Array | string>
  | ReadFile;

const encoder = new TextEncoder();

/** One way to read files from any source. */
export function fileReader(source: AssetSource | undefined): ReadFile {
  if (source === undefined) return () => undefined;
  if (typeof source === "function") return source;
  const files = new Map<string, Uint8Array>();
  const entries = source instanceof Map ? source.entries() : Object.entries(source);
  for (const [path, content] of entries) {
    files.set(reducePath(path), typeof content === "string" ? encoder.encode(content) : content);
  }
  return (path) => files.get(reducePath(path));
}
