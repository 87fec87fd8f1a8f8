/** The functions touched by a change. */

import { HarnessError } from "../../harness/engine.ts";
import { MODULE, type Source, symbolsOf } from "./sources.ts";
import type { Site } from "./sites.ts";
import { ROOT } from "./sources.ts";

/** Lines of the engine that differ from a commit, by file: first and last line in the current text. */
export function changedLines(base: string): Map<string, [number, number][]> {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["diff", "--unified=0", "--no-color", "--no-ext-diff", base, "--", "engine"],
    cwd: ROOT,
  }).outputSync();
  if (!success) throw new HarnessError(`git diff ${base}: ${new TextDecoder().decode(stderr).trim()}`);
  return parseDiff(new TextDecoder().decode(stdout));
}

/** The commit that is checked out, shortened. */
export function headCommit(): string {
  const { stdout } = new Deno.Command("git", { args: ["rev-parse", "--short=8", "HEAD"], cwd: ROOT }).outputSync();
  return new TextDecoder().decode(stdout).trim();
}

/** Lines that a diff without context has added, or between which it has removed some. */
export function parseDiff(text: string): Map<string, [number, number][]> {
  const found = new Map<string, [number, number][]>();
  let file = "";
  for (const line of text.split("\n")) {
    const path = /^\+\+\+ b\/(.+)$/.exec(line);
    if (path) file = path[1];
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const first = Number(hunk[1]);
    const count = Number(hunk[2] ?? 1);
    found.set(file, [...found.get(file) ?? [], [first, first + Math.max(1, count) - 1]]);
  }
  return found;
}

/** Mutants of the innermost functions, and other named parts, that contain a changed line. */
export function touched(
  sources: readonly Source[],
  sites: readonly Site[],
  lines: ReadonlyMap<string, readonly (readonly [number, number])[]>,
): Site[] {
  return sources.flatMap((source) => {
    const ranges = lines.get(source.file);
    if (ranges === undefined) return [];
    const { tree } = source;
    const lineOf = (offset: number) => tree.getLineAndCharacterOfPosition(offset).line + 1;
    const spans = symbolsOf(source).map(({ name, node }) => ({
      name,
      first: lineOf(node.getStart()),
      last: lineOf(node.getEnd()),
    }));
    const names = new Set<string>();
    for (const [first, last] of ranges) {
      for (let line = first; line <= last; line++) {
        const around = spans.filter((span) => span.first <= line && line <= span.last);
        around.sort((a, b) => (a.last - a.first) - (b.last - b.first));
        names.add(around[0]?.name ?? MODULE);
      }
    }
    return sites.filter(({ file, symbol }) => file === source.file && names.has(symbol));
  });
}
