/** A model on disk and the files that it uses. */

import { HarnessError } from "../engine.ts";
import { readIfThere } from "../disk.ts";
import type { LazyAssets } from "../engines/model_place.ts";
import { readReferencedFiles } from "./referenced_files.ts";
import { MUJOCO_PLUGINS } from "../../engine/plugin/mujoco_plugins.ts";

/** A model with its files. */
export interface ModelFiles {
  readonly xml: string;
  /** files by the path used in the model */
  readonly assets: Map<string, Uint8Array>;
  /** gives up the contents of files on disk, which are then read each time they are needed */
  readonly release?: () => void;
}

/**
 * The files read so far, by path. Other files are read from the disk on demand, so an engine that searches for files
 * finds exactly those on disk.
 */
class DiskAssets extends Map<string, Uint8Array> implements LazyAssets {
  readonly model: string;
  keeps = true;
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
    else if (this.keeps) this.set(path, found);
    return found;
  }

  /** Gives up the contents read so far and keeps no more. */
  release(): void {
    this.clear();
    this.keeps = false;
  }
}

/** The content of a file; undefined if it does not exist, is a directory, or may not be read. */
function readFile(path: string): Uint8Array | undefined {
  try {
    return readIfThere(path);
  } catch {
    return undefined;
  }
}

/** Reads a model and the files that the engine's reader needs; MuJoCo may need more. */
export function readModelFiles(path: string, workingDirectory: string): ModelFiles {
  const main = readIfThere(path);
  if (main === undefined) throw new HarnessError(`${path}: not found`);
  const absolute = path.startsWith("/") ? path : `${workingDirectory}/${path}`;
  const assets = new DiskAssets(absolute);
  const xml = new TextDecoder().decode(main);
  readReferencedFiles(xml, (name) => assets.get(name), MUJOCO_PLUGINS);
  return { xml, assets, release: () => assets.release() };
}
