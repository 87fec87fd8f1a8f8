/** The report as a self-contained page that works offline and on a phone, with light and dark colors. */

import { argumentsOf, describeCause, describeExample } from "../causes/describe.ts";
import { STAGES } from "../../engine/types/data_fields.ts";
import type { CaseResult } from "../replay/result.ts";
import type { Item } from "../spec/spec.ts";
import { describeCriteria, describeTotals, type Report } from "../verdict.ts";
import type { Scenes } from "./scenes.ts";
import type { Trace } from "./trace.ts";

/** What the page shows beyond the report. */
export interface HtmlOptions {
  readonly items: readonly Item[];
  readonly results: readonly CaseResult[];
  readonly traces: ReadonlyMap<string, readonly Trace[]>;
  /** drawings of failing steps */
  readonly scenes: Scenes;
  /** path of the goldens relative to the page */
  readonly golden: string;
  /** options of `deno task conform` to repeat this, apart from the case */
  readonly command: string;
}

/** Lays out the page. */
export async function renderHtml(report: Report, options: HtmlOptions): Promise<string> {
  const [style, script] = await Promise.all(["page.css", "page.js"].map(readText));
  const title = `${report.engine} against MuJoCo ${report.mujoco}`;
  const data = JSON.stringify(pageData(report, options)).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>
${style}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p class="headline"><strong>${describeTotals(report.totals)}</strong>
<span>${report.totals.cases} cases, ${report.totals.steps} steps, ${report.totals.scalars} scalars compared</span></p>
<section id="causes" aria-label="What to fix first"></section>
<div id="map"></div>
<div class="filters" role="group" aria-label="Filters">
<input id="search" type="search" placeholder="item, case, field" aria-label="Search">
<button data-verdict="all" aria-pressed="true">all</button>
<button data-verdict="failed" aria-pressed="false">failed</button>
<button data-verdict="pass" aria-pressed="false">passed</button>
<button data-verdict="known" aria-pressed="false">known failures</button>
<button data-verdict="fail" aria-pressed="false">new failures</button>
<button id="unstage" hidden></button>
</div>
</header>
<main id="items"></main>
<p id="nothing" class="note" hidden>Nothing fits the filters.</p>
<noscript>This page needs JavaScript.</noscript>
<script type="application/json" id="data">${data}</script>
${await options.scenes.elements()}<script>
${script}</script>
</body>
</html>
`;
}

async function readText(name: string): Promise<string> {
  return await (await fetch(new URL(name, import.meta.url))).text();
}

/** Places where a case may begin to differ, in order: the columns of the map. */
const PLACES = ["load", "compile", ...STAGES.filter((stage) => stage !== "state"), "call", "free run", "engine"];

function pageData(report: Report, { items, results, traces, golden, command }: HtmlOptions): unknown {
  const claims = new Map(items.map(({ id, claim }) => [id, claim]));
  const byId = new Map(results.map((result) => [result.id, result]));
  return {
    golden,
    stages: PLACES,
    causes: causesOf(report, command),
    items: report.items.map((item) => ({
      ...item,
      criteria: describeCriteria(item.criteria),
      claim: claims.get(item.id) ?? "",
    })),
    cases: report.cases.map(({ id, items, isolates, verdict, worst, steps, failures, remarks, cause }) => ({
      id,
      stage: cause?.stage ?? null,
      items,
      isolates,
      verdict,
      steps,
      worst: worst && { field: worst.field, step: worst.step, delta: worst.delta, excess: worst.excess },
      failures: failures.slice(0, 6),
      remarks,
      contacts: byId.get(id)?.contacts ?? null,
      traces: traces.get(id) ?? [],
    })),
  };
}

/** First causes as lines of text, each with the command that shows it. */
function causesOf({ causes, cases }: Report, command: string): unknown[] {
  const failing = cases.filter(({ verdict }) => verdict === "fail" || verdict === "known").length;
  return causes.map((cause) => ({
    headline: describeCause(cause, failing),
    example: describeExample(cause),
    command: `deno task conform${command} ${argumentsOf(cause)}`,
    cases: cause.cases,
  }));
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
