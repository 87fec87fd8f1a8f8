/** `--watch`: runs a suite again whenever a file of the engine changes, first what failed and then everything. */

import { folderOf, isFile, type Watched } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { kindOf } from "../engines/engine_kind.ts";
import type { Terminal } from "./terminal.ts";

/** The result of a run: its exit code, and the cases that did not pass; undefined if it could not tell. */
export interface Round {
  readonly code: number;
  readonly failing: readonly string[] | undefined;
}

/** Runs the selected cases, or only some of them. */
export type RunRound = (only: readonly string[] | undefined) => Promise<Round>;

const HOME = new URL("../../", import.meta.url);

/** Where a change means that an engine has changed. */
export interface Places {
  /** files and folders */
  readonly paths: readonly string[];
  /** how the names of sources end; other files, such as reports, do not matter */
  readonly ends: readonly string[];
}

/** Finds what to watch of an engine. */
export function placesOf(engine: string, base: string): Places {
  const found = kindOf(engine, base);
  const path = (name: string) => decodeURIComponent(new URL(name, base).pathname);
  switch (found.kind) {
    case "own":
      if (!/plumbline|transplant/.test(engine)) break;
      return { paths: [new URL("engine", HOME).pathname, new URL("mod.ts", HOME).pathname], ends: [".ts"] };
    case "library":
      return { paths: [found.path], ends: [""] };
    case "module":
      if (!found.url.startsWith("file:")) break;
      return foldersOf([new URL(found.url).pathname]);
    case "program": {
      const files = [found.command, ...found.args].map(path).filter(isFile);
      if (files.length > 0) return foldersOf(files);
    }
  }
  throw new HarnessError(`--watch: engine ${engine} has no file that could change`);
}

/** The folders of some files, in which files of their kind matter. */
function foldersOf(files: readonly string[]): Places {
  const ends = files.map((file) => /\.\w+$/.exec(file)?.[0] ?? file);
  return { paths: [...new Set(files.map(folderOf))], ends: [...new Set(ends)] };
}

/** Runs round after round until there are no more changes, and returns the last exit code. */
export async function watch(round: RunRound, changes: Watched, terminal: Terminal): Promise<number> {
  let { code, failing } = await round(undefined);
  const wait = () => terminal.err(`\nwaiting for a change of the engine (${changes.what}); Ctrl+C ends\n`);
  wait();
  for await (const path of changes) {
    const only = failing !== undefined && failing.length > 0 ? failing : undefined;
    terminal.err(
      `${path} has changed: running ${only === undefined ? "everything" : `${only.length} that failed`}\n\n`,
    );
    let result = await round(only);
    if (only !== undefined && result.failing?.length === 0) {
      terminal.err("all of them pass now: running everything\n\n");
      result = await round(undefined);
    }
    code = result.code;
    // what could not be run has not passed
    failing = result.failing ?? failing;
    wait();
  }
  return code;
}
