/** `--watch`: runs a suite again whenever a file of the engine changes, first what failed and then everything. */

import { folderOf, isFile, type Watched } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { kindOf } from "../engines/engines.ts";
import type { Terminal } from "./terminal.ts";

/** The result of a run: its exit code, and the cases that did not pass; undefined if it could not tell. */
export interface Round {
  readonly code: number;
  readonly failing: readonly string[] | undefined;
}

/** Runs the selected cases, or only some of them. */
export type RunRound = (only: readonly string[] | undefined) => Promise<Round>;

const HOME = new URL("../../", import.meta.url);

/** The files and folders in which a change means that an engine has changed. */
export function placesOf(engine: string, base: string): string[] {
  const found = kindOf(engine, base);
  const path = (name: string) => decodeURIComponent(new URL(name, base).pathname);
  switch (found.kind) {
    case "own":
      if (!/plumbline|transplant/.test(engine)) break;
      return [new URL("engine", HOME).pathname, new URL("mod.ts", HOME).pathname];
    case "library":
      return [found.path];
    case "module":
      if (!found.url.startsWith("file:")) break;
      return [folderOf(new URL(found.url).pathname)];
    case "program": {
      const files = [found.command, ...found.args].map(path).filter(isFile);
      if (files.length > 0) return [...new Set(files.map(folderOf))];
    }
  }
  throw new HarnessError(`--watch: engine ${engine} has no file that could change`);
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
