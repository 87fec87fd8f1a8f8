/** `--merge`: one report from those of all shards. */

import { writeText } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { filesOf, rootOf } from "../golden/cases.ts";
import { parseReport, renderJson } from "../report/json.ts";
import { mergeReports } from "../run/merge_reports.ts";
import { hashHarness, hashSpec } from "../run/origin.ts";
import { hold } from "./known_failures.ts";
import { emit, render } from "./render.ts";
import { badgeText } from "./run.ts";
import { readText, type Suite } from "./suite.ts";
import type { Terminal } from "./terminal.ts";

export async function mergeSuite(suite: Suite, paths: readonly string[], terminal: Terminal): Promise<number> {
  const { spec, cases, asked, options } = suite;
  const files = filesOf(cases);
  const whole = mergeReports(paths.map((path) => parseReport(readReport(path), path)), {
    spec,
    files,
    items: asked,
    origin: { golden: rootOf(cases.all), spec: hashSpec(spec), harness: hashHarness() },
    hold: (engine, results) => hold(suite, engine.startsWith("plumbline "), results),
  });
  if (options.badge !== undefined) writeText(options.badge, badgeText(whole));
  if (options.record !== undefined) writeText(options.record, renderJson(whole));
  emit(await render(suite, whole, 0, whole.cases.length), options.out, terminal);
  return whole.conforms ? 0 : 1;
}

function readReport(path: string): string {
  const text = readText(path);
  if (text === undefined) throw new HarnessError(`${path}: not found`);
  return text;
}
