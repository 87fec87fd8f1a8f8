/** Files of a model in the file system of MuJoCo's bindings. */

import type { Assets } from "../engine.ts";

/** The content of a file that is not open. */
const NOTHING = new Uint8Array(0);

/** Placement of the files of a model. */
const ROOT = "/case";

/** Assets on disk that are read on demand, by their path relative to the model's directory or from the root. */
export interface LazyAssets extends Assets {
  /** path of the model, from the root */
  readonly model: string;
  /** whether contents are kept; otherwise each belongs to the one who asked for it */
  readonly keeps: boolean;
}

/** The file system of Emscripten. */
// deno-lint-ignore no-explicit-any
type FileSystem = any;

/** The files of a model in MuJoCo's file system. */
export class ModelPlace {
  #fs: FileSystem;
  #assets: Assets;
  #directory: string;
  #changed: number;
  #files = new Set<string>();
  /** path of the model */
  readonly model: string;

  constructor(fs: FileSystem, xml: string, assets: Assets, changed: number) {
    this.#fs = fs;
    this.#assets = assets;
    this.#changed = changed;
    this.model = ROOT + placeOf(assets);
    this.#directory = this.model.slice(0, this.model.lastIndexOf("/"));
    for (const [path, content] of assets) this.#put(path, content);
    this.#put(this.model, xml);
  }

  #put(path: string, content: string | Uint8Array): void {
    const absolute = path.startsWith("/") ? path : normalise(`${this.#directory}/${path}`);
    this.#fs.mkdirTree(absolute.slice(0, absolute.lastIndexOf("/")));
    // bytes are shared, not copied
    this.#fs.writeFile(absolute, content, { canOwn: true });
    this.#fs.utime(absolute, this.#changed, this.#changed);
    this.#files.add(absolute);
  }

  /** Holds the content of a file that the assets do not keep only while it is open. */
  #holdWhileOpen(path: string, name: string): void {
    if ((this.#assets as Partial<LazyAssets>).keeps !== false) return;
    const { node } = this.#fs.lookupPath(path);
    let users = 0;
    const open = () => {
      users++;
      if (node.contents !== NOTHING) return;
      node.contents = this.#assets.get(name) ?? NOTHING;
      node.usedBytes = node.contents.length;
    };
    const close = () => {
      if (--users > 0) return;
      free(node.contents);
      node.contents = NOTHING;
    };
    node.stream_ops = { ...node.stream_ops, open, close };
  }

  /** While `work` runs, files that MuJoCo does not find are taken from the assets. */
  offerFiles<T>(work: () => T): T {
    const fs = this.#fs;
    const { lookupPath } = fs;
    const asked = new Set<string>(this.#files);
    fs.lookupPath = (path: string, options: unknown) => {
      const absolute = normalise(path);
      if (!asked.has(absolute)) {
        asked.add(absolute);
        const name = this.relative(absolute);
        const content = fs.analyzePath(absolute).exists ? undefined : this.#assets.get(name);
        if (content !== undefined) {
          this.#put(name, content);
          this.#holdWhileOpen(absolute, name);
        }
      }
      return lookupPath(path, options);
    };
    try {
      return work();
    } finally {
      fs.lookupPath = lookupPath;
    }
  }

  /** A text in which files are named as in the model. */
  relative(text: string): string {
    let up = "";
    for (let at = this.#directory; at.startsWith(ROOT); at = at.slice(0, at.lastIndexOf("/"))) {
      text = text.replaceAll(`${at}/`, up);
      up += "../";
    }
    return text;
  }

  /** Removes all files. */
  clear(): void {
    for (const path of this.#files) this.#fs.unlink(path);
  }
}

/** Frees memory at once: a collection of garbage may come too late. Small files of Node share their buffers. */
function free(content: Uint8Array<ArrayBuffer>): void {
  const { buffer, length } = content;
  if (content !== NOTHING && buffer.byteLength === length) buffer.transfer?.(0);
}

/**
 * The place of a model: where it is on disk, or deep enough for `..` in the paths of its assets, under a unique name.
 */
function placeOf(assets: Assets): string {
  const { model } = assets as Partial<LazyAssets>;
  if (model !== undefined) return model;
  const above = [...assets.keys()].map((path) => /^(?:\.\.\/)*/.exec(path)?.[0].length ?? 0);
  let name = "model.xml";
  while (assets.has(name)) name = `_${name}`;
  return `${"/up".repeat(Math.max(0, ...above) / 3)}/${name}`;
}

/** Removes `.` and `..` from an absolute path. */
function normalise(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  }
  return `/${out.join("/")}`;
}
