/** Hashes of everything that a verdict depends on, so that reports of different runs can be told apart. */

import { hashFiles } from "../disk.ts";
import { isMujoco } from "../engines/engine_kind.ts";
import { sha256 } from "../golden/golden.ts";
import type { Spec } from "../spec/spec.ts";
import manifest from "../../deno.json" with { type: "json" };

const HOME = new URL("../../", import.meta.url);

/** Sources of this program, or its version if they are not files on disk. */
function hashSources(folders: readonly string[]): string {
  return hashFiles(HOME, folders, /(?<!_test|_bench)\.(ts|json)$/) ?? `version ${manifest.version}`;
}

/** Items, criteria and tolerances. */
export function hashSpec(spec: Spec): string {
  return sha256(JSON.stringify(spec));
}

/** The harness itself, with the list of known failures. */
export function hashHarness(): string {
  return hashSources(["harness"]);
}

/** The engine, if its files are known; others are known by what they say of their build. */
export function hashEngine(name: string): string | undefined {
  if (name === "plumbline" || name === "transplant") return hashSources(["engine", "mod.ts"]);
  return /\.\w+$/.test(name) && !isMujoco(name) ? hashFiles(HOME, [name], /$/) : undefined;
}
