/** `<include>`: each is replaced by the elements of the included file. */

import type { CompilerSettings } from "./elements/compiler.ts";
import type { ReadFile } from "../types/spec.ts";
import { MjcfError } from "../types/errors.ts";
import { type Budget, LimitError } from "../types/limits.ts";
import { baseName, dirName, isAbsolute, joinPath, wayOut } from "./paths.ts";
import { parseXml } from "./parse_xml.ts";
import { looksLikeMjcf, type XmlElement } from "./xml.ts";

/** The files of a document. */
export interface Files {
  read: ReadFile;
  budget: Budget;
  /** directory of the main document; empty, or with a trailing slash */
  modelfiledir: string;
  /** asset directories from the compiler elements; the last one applies */
  assetdir: string;
  meshdir: string;
  texturedir: string;
}

interface Inclusion {
  files: Files;
  /** names under which files were included */
  included: Set<string>;
  /** paths of the files being read, from the main document inward */
  chain: string[];
}

const decoder = new TextDecoder();

/** Expands every include below `root` in place and collects the asset directories. */
export function expandIncludes(root: XmlElement, files: Files): void {
  const main = root.document.file;
  expand(root, "", { files, included: new Set([main]), chain: [main] }, 1);
}

function expand(element: XmlElement, dir: string, inclusion: Inclusion, depth: number): void {
  inclusion.files.budget.check("treeDepth", depth, element, undefined, "the document");
  if (element.name.toLowerCase() === "compiler") {
    const { assetdir, meshdir, texturedir } = element.attributes;
    inclusion.files.assetdir = assetdir ?? inclusion.files.assetdir;
    inclusion.files.meshdir = meshdir ?? inclusion.files.meshdir;
    inclusion.files.texturedir = texturedir ?? inclusion.files.texturedir;
  }
  for (let k = 0; k < element.children.length; k++) {
    const child = element.children[k];
    if (child.name.toLowerCase() !== "include") {
      expand(child, dir, inclusion, depth + 1);
      continue;
    }
    const included = includedElements(child, dir, inclusion, depth);
    for (const inner of included) inner.parent = element;
    if (child.name === "include") {
      const rest = element.children.splice(k).slice(1);
      for (const inner of included) element.children.push(inner);
      k = element.children.length - 1;
      for (const later of rest) element.children.push(later);
    }
  }
}

function includedElements(include: XmlElement, dir: string, inclusion: Inclusion, depth: number): XmlElement[] {
  const { files, included, chain } = inclusion;
  if (include.children.length > 0) throw include.error("include: cannot have children");
  if (include.attributes.file === undefined) throw include.error("include: attribute 'file' is required");
  const name = resolveFile(include, include.attributes.file, files.modelfiledir, "", files);
  if (included.has(name)) throw include.error(`include: file '${name}' is already included`, "file");

  // beside the main document, or beside the including file
  const tried = [joinPath(files.modelfiledir, name)];
  if (!isAbsolute(name)) tried.push(joinPath(files.modelfiledir, joinPath(dir, name)));
  const at = (what: string) => include.error(what, "file");
  let bytes: Uint8Array | undefined;
  const path = tried.find((candidate) => (bytes = readAt(files.read, candidate, at)) !== undefined);
  if (path === undefined || bytes === undefined) {
    throw include.error(`include: cannot read '${name}', tried ${[...new Set(tried)].join(", ")}`, "file");
  }
  if (chain.includes(path)) {
    throw include.error(
      `include: files include each other: ${[chain[0] || "<text>", ...chain.slice(1), path].join(" -> ")}`,
      "file",
    );
  }

  if (bytes.length === 0) throw include.error(`include: file '${path}' is empty`, "file");
  const root = parseIncluded(include, decoder.decode(bytes), path, files.budget);
  // nested includes are recorded by full path, which later names do not match
  if (chain.length === 1 || isAbsolute(name)) included.add(name);
  if (root.children.length === 0) throw include.error(`include: file '${path}' has no elements`, "file");

  const nextDir = dirName(path);
  for (const child of root.children) child.includeDir = nextDir;
  const wrapper = { files, included, chain: [...chain, path] };

  // the root of an included file is only a wrapper, whatever its name
  expand(root, nextDir, wrapper, depth + 1);
  return root.children;
}

function parseIncluded(include: XmlElement, text: string, path: string, budget: Budget): XmlElement {
  try {
    return parseXml(text, path, budget, looksLikeMjcf(text));
  } catch (error) {
    if (error instanceof LimitError) throw error.at(include.error("", "file"));
    if (!(error instanceof MjcfError)) throw error;
    throw new MjcfError(`include: ${error.what}`, error, error.excerpt);
  }
}

/**
 * The name of a file relative to the directory `from`: as written if it exists in `dir`, otherwise beside the included
 * document that mentions it.
 */
export function resolveFile(element: XmlElement, name: string, dir: string, from: string, files: Files): string {
  const at = (what: string) => element.error(what);
  if (isAbsolute(name) || readAt(files.read, joinPath(dir, name), at) !== undefined) return joinPath("", name);
  for (let outer: XmlElement | undefined = element; outer !== undefined; outer = outer.parent) {
    if (outer.includeDir !== undefined) return joinPath(wayOut(from), joinPath(outer.includeDir, name));
  }
  return joinPath("", name);
}

/** Reads a file; errors are reported at the place given by `at`. */
export function readAt(read: ReadFile, path: string, at: (what: string) => MjcfError): Uint8Array | undefined {
  try {
    return read(path);
  } catch (error) {
    if (!(error instanceof MjcfError) || error.line > 0) throw error;
    const placed = at(error.message);
    throw error instanceof LimitError ? error.at(placed) : placed;
  }
}

/** Directory of the assets of a kind, relative to the main document. */
export function assetDir({ assetdir, meshdir, texturedir }: Files, kind: "mesh" | "texture" | "other"): string {
  return withSlash((kind === "mesh" ? meshdir : kind === "texture" ? texturedir : "") || assetdir);
}

function withSlash(dir: string): string {
  return dir === "" || /[/\\]$/.test(dir) ? dir : `${dir}/`;
}

/** A file that has been found and read. */
export interface FoundFile {
  /** path at which it was found */
  path: string;
  bytes: Uint8Array;
}

/** Reads an asset, or throws an error that lists every path that was tried. */
export function readAsset(
  read: ReadFile,
  settings: CompilerSettings,
  modelfiledir: string,
  dir: string,
  file: string,
  fail: (what: string) => MjcfError,
): FoundFile {
  const name = joinPath(withSlash(dir), settings.strippath ? baseName(file) : file);
  const tried = [joinPath(modelfiledir, name)];
  if (!tried.includes(name)) tried.push(name);
  for (const path of tried) {
    const bytes = readAt(read, path, fail);
    if (bytes !== undefined) return { path, bytes };
  }
  throw fail(`cannot read '${file}', tried ${tried.join(", ")}`);
}
