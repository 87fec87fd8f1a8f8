/** A model on disk and the files that it asks for. */

import { HarnessError } from "../engine.ts";
import { readIfThere } from "../disk.ts";
import type { LazyAssets } from "../engines/model_place.ts";
import { readReferencedFiles } from "../../engine/mjcf/referenced_files.ts";

/** A model with its files. */
export interface ModelFiles {
  readonly xml: string;
  /** by the path under which the model asks for them */
  readonly assets: Map<string, Uint8Array>;
}

/**
 * The files that were asked for, by the path under which they were. Whoever asks for another gets it from the disk: an
 * engine that finds its files itself finds exactly those that it would find there.
 */
class DiskAssets extends Map<string, Uint8Array> implements LazyAssets {
  readonly model: string;
  #directory: string;
  #missing = new Set<string>();

  constructor(model: string) {
    super();
    this.model = model;
    this.#directory = model.slice(0, model.lastIndexOf("/"));
  }

  override get(path: string): Uint8Array | undefined {
    const known = super.get(path);
    if (known !== undefined || this.#missing.has(path)) return known;
    const found = path === "" ? undefined : readFile(path.startsWith("/") ? path : `${this.#directory}/${path}`);
    if (found === undefined) this.#missing.add(path);
    else this.set(path, found);
    return found;
  }
}

/** The content of a file; undefined where there is none, or a directory, or one that may not be read. */
function readFile(path: string): Uint8Array | undefined {
  try {
    return readIfThere(path);
  } catch {
    return undefined;
  }
}

/** Reads a model and what the engine's reader asks for; MuJoCo may ask for more. */
export function readModelFiles(path: string, workingDirectory: string): ModelFiles {
  const main = readIfThere(path);
  if (main === undefined) throw new HarnessError(`${path}: not found`);
  const absolute = path.startsWith("/") ? path : `${workingDirectory}/${path}`;
  const assets = new DiskAssets(absolute);
  const xml = new TextDecoder().decode(main);
  readReferencedFiles(xml, (name) => assets.get(name));
  return { xml, assets };
}
