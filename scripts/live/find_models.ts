/** Finding models below a directory. */

import { dirName, joinPath } from "../../engine/mjcf/paths.ts";
import { parseXml } from "../../engine/mjcf/parse_xml.ts";
import type { XmlElement } from "../../engine/mjcf/xml.ts";

/** A skipped file, and the reason. */
export interface Skipped {
  readonly path: string;
  readonly why: string;
}

/** What was found. */
export interface Found {
  readonly models: readonly string[];
  readonly skipped: readonly Skipped[];
}

interface Document {
  readonly path: string;
  readonly root: XmlElement | null;
  readonly text: string;
}

/** Finds models below a directory; included ones are run only with `takesIncluded`. */
export function findModels(directory: string, takesIncluded: boolean): Found {
  const documents = [...filesBelow(directory.replace(/(?<=.)\/+$/, ""), new Set())].sort().map(read);
  const includedBy = inclusions(documents);

  const models: string[] = [];
  const skipped: Skipped[] = [];
  for (const { path, root, text } of documents) {
    const name = root?.name ?? rootName(text);
    const by = includedBy.get(path);
    if (name === undefined) skipped.push({ path, why: "it is not XML" });
    else if (!/^(mujoco|robot)$/i.test(name)) skipped.push({ path, why: `its root is <${name}>` });
    else if (by !== undefined && !takesIncluded) skipped.push({ path, why: `${by} includes it` });
    else models.push(path);
  }
  return { models, skipped };
}

/** For each document, one that includes it, if any. */
function inclusions(documents: readonly Document[]): Map<string, string> {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const includedBy = new Map<string, string>();
  for (const { path: main, root } of documents) {
    const seen = new Set([main]);
    const follow = (path: string, element: XmlElement) => {
      for (const file of includesOf(element)) {
        // beside the main document, or beside the including file
        const places = [main, path].map((it) => joinPath(dirName(it), file));
        const target = places.find((place) => byPath.has(place));
        if (target === undefined || seen.has(target)) continue;
        seen.add(target);
        if (!includedBy.has(target)) includedBy.set(target, path);
        const inner = byPath.get(target)?.root;
        if (inner) follow(target, inner);
      }
    };
    if (root !== null) follow(main, root);
  }
  // of documents that include each other, the first is run
  for (const { path } of documents) {
    if (includesItself(path, includedBy)) includedBy.delete(path);
  }
  return includedBy;
}

function includesItself(path: string, includedBy: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = includedBy.get(path); at !== undefined && !seen.has(at); at = includedBy.get(at)) {
    if (at === path) return true;
    seen.add(at);
  }
  return false;
}

function read(path: string): Document {
  const text = new TextDecoder().decode(Deno.readFileSync(path));
  try {
    return { path, text, root: parseXml(text, path) };
  } catch {
    // errors in it are left to MuJoCo and the engine
    return { path, text, root: null };
  }
}

/** Name of the first element of a document that is not well formed. */
function rootName(text: string): string | undefined {
  return /^\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*>|\s)*<([A-Za-z_][\w.-]*)/.exec(text.replace(/^\ufeff/, ""))
    ?.[1];
}

function* includesOf(element: XmlElement): Generator<string> {
  if (element.name.toLowerCase() === "include" && element.attributes.file) yield element.attributes.file;
  for (const child of element.children) yield* includesOf(child);
}

/** Files that may be models, by extension; hidden directories are skipped. */
function* filesBelow(directory: string, seen: Set<string>): Generator<string> {
  const real = Deno.realPathSync(directory);
  if (seen.has(real)) return;
  seen.add(real);
  for (const { name } of Deno.readDirSync(directory)) {
    if (name.startsWith(".") || name === "node_modules") continue;
    const path = `${directory}/${name}`;
    const info = statOf(path);
    if (info?.isDirectory) yield* filesBelow(path, seen);
    else if (info?.isFile && /\.(xml|urdf)$/i.test(name)) yield path;
  }
}

/** Follows links; undefined if one is broken. */
function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
