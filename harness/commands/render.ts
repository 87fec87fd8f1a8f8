/** Writes a report in the format that was asked for. */

import { appendText, environment, relativePath, writeText } from "../disk.ts";
import { isWords } from "../golden/golden.ts";
import { printable } from "../printable.ts";
import { renderAnnotations, renderSummary } from "../report/github.ts";
import { renderHtml } from "../report/html.ts";
import { renderJson } from "../report/json.ts";
import { renderJunit } from "../report/junit.ts";
import { COLOUR, PLAIN, renderPretty } from "../report/pretty.ts";
import { Scenes } from "../report/scenes.ts";
import type { Done } from "../run/lanes.ts";
import type { Report } from "../verdict.ts";
import type { Suite } from "./suite.ts";
import type { Terminal } from "./terminal.ts";

export async function render(
  { spec, cases: { store }, options, isPainted }: Suite,
  sum: Report,
  elapsed: number,
  count: number,
  done?: ReadonlyMap<string, Done>,
): Promise<string> {
  const { format, out, engine } = options;
  if (format === "json") return renderJson(sum);
  if (format === "junit") return renderJunit(sum);
  if (format === "github") {
    const summary = environment("GITHUB_STEP_SUMMARY");
    if (summary) appendText(summary, renderSummary(sum));
    return renderAnnotations(sum, store.name) + (summary ? "" : renderSummary(sum));
  }
  const command = engine === "plumbline" ? "" : ` --engine ${quoted(printable(engine))}`;
  if (format === "html") {
    const all = [...done?.values() ?? []];
    const scenes = new Scenes();
    for (const { result: { id, scene } } of all) {
      if (scene === undefined) continue;
      const paths = store.files(id).filter((path) => !isWords(path) && !/^(case\.json|trajectory\.npz)$/.test(path));
      const files = paths.map((path): [string, Uint8Array] => [path, store.read(id, path) ?? new Uint8Array()]);
      scenes.add(id, scene, "model.xml", new Map(files));
    }
    return await renderHtml(sum, {
      scenes,
      items: spec.items,
      results: all.map(({ result }) => result),
      traces: new Map(all.map(({ result, traces = [] }) => [result.id, traces])),
      golden: relativePath(out ?? "", store.name),
      command,
    });
  }
  return renderPretty(sum, {
    paint: isPainted && out === undefined ? COLOUR : PLAIN,
    elapsed,
    tellKnown: options.verbose ?? (count <= 3),
    tellFields: options.verbose ?? false,
    command,
  });
}

/** A word quoted for a shell. */
export function quoted(word: string): string {
  return /[\s'"]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : word;
}

export function emit(text: string, out: string | undefined, terminal: Terminal): void {
  if (out === undefined) terminal.out(text);
  else writeText(out, text);
}
