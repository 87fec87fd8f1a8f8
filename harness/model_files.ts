/**
 * The files that a model on disk needs: everything that it and its includes name, wherever MuJoCo would look for it.
 */

import { HarnessError } from "./engine.ts";
import { readIfThere } from "./disk.ts";

/** A model with its files, by paths relative to the model's directory. */
export interface ModelFiles {
  readonly xml: string;
  readonly assets: Map<string, Uint8Array>;
}

/** Reads a model and what it refers to. */
export function readModelFiles(path: string): ModelFiles {
  const main = readIfThere(path);
  if (main === undefined) throw new HarnessError(`${path}: not found`);
  const slash = path.lastIndexOf("/");
  const base = slash < 0 ? "." : path.slice(0, slash);
  const decoder = new TextDecoder();
  const xml = decoder.decode(main);
  const assets = new Map<string, Uint8Array>();

  // directories that the compiler settings name hold for every document
  const documents: { text: string; directory: string }[] = [{ text: xml, directory: "" }];
  for (let i = 0; i < documents.length; i++) {
    const { text, directory } = documents[i];
    for (const file of attributes(text, /<include\b[^>]*?\bfile\s*=\s*["']([^"']+)["']/g)) {
      for (const candidate of new Set([normalise(file), normalise(`${directory}/${file}`)])) {
        const bytes = assets.has(candidate) ? undefined : readIfThere(`${base}/${candidate}`);
        if (bytes === undefined) continue;
        assets.set(candidate, bytes);
        documents.push({ text: decoder.decode(bytes), directory: parent(candidate) });
      }
    }
  }

  const settings = documents.flatMap(({ text }) =>
    attributes(text, /\b(?:mesh|texture|asset)dir\s*=\s*["']([^"']*)["']/g)
  );
  for (const { text, directory } of documents) {
    for (const file of attributes(text, /\bfile(?:right|left|up|down|front|back)?\s*=\s*["']([^"']+)["']/g)) {
      if (file.startsWith("/")) continue;
      const names = [file, file.slice(file.lastIndexOf("/") + 1)];
      const places = ["", directory, ...settings, ...settings.map((setting) => `${directory}/${setting}`)];
      for (const candidate of new Set(names.flatMap((name) => places.map((place) => normalise(`${place}/${name}`))))) {
        if (assets.has(candidate)) continue;
        const bytes = readIfThere(`${base}/${candidate}`);
        if (bytes !== undefined) assets.set(candidate, bytes);
      }
    }
  }
  return { xml, assets };
}

function attributes(text: string, pattern: RegExp): string[] {
  return [...text.replace(/<!--[\s\S]*?-->/g, "").matchAll(pattern)].map(([, value]) => value);
}

function parent(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** Takes `.` and `..` out of a relative path, as far as that goes. */
function normalise(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && out.length > 0 && out[out.length - 1] !== "..") out.pop();
    else out.push(part);
  }
  return out.join("/");
}
