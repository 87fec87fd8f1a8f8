/** The report as a self-contained page. */

import { comparedValues, type FieldRow, type ModelOutcome } from "../../harness/live/outcome.ts";
import { short } from "../../harness/verdict.ts";
import { complaints, headline, type LiveReport, VERDICT, worstText } from "./report.ts";
import { escape } from "./report_formats.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
td.n { text-align: right; white-space: nowrap; }
summary { cursor: pointer; }
pre { white-space: pre-wrap; }
.scene canvas { display: block; width: 100%; height: 22rem; border-radius: .4rem; touch-action: pan-y; cursor: grab; }
.agrees { color: light-dark(#176b2c, #6fd08c); }
.differs { color: light-dark(#b3261e, #ff8a80); font-weight: 600; }
.incomparable { color: light-dark(#7a5b00, #e5c060); }
`;

/** Draws the failing step of a model when the reader opens it. */
const SCRIPT = `
for (const node of document.querySelectorAll("details")) {
  node.addEventListener("toggle", () => globalThis.showScene?.(node.querySelector(".scene")));
}
`;

/** Lays out the page; models that do not agree come first, and `drawings` are the elements that draw them. */
export function renderHtml(report: LiveReport, drawings = ""): string {
  const title = escape(`${report.engine} against MuJoCo ${report.mujoco}`);
  const order = ["differs", "incomparable", "agrees"];
  const models = [...report.models].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const skipped = report.skipped.map(({ path, why }) => `<li>${escape(`${path}: ${why}`)}</li>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p><strong>${escape(headline(report))}</strong></p>
<table>
<thead><tr><th>verdict</th><th>model</th><th>values</th><th>time</th><th>worst field, or why</th></tr></thead>
<tbody>
${models.map(row).join("\n")}
</tbody>
</table>
${skipped === "" ? "" : `<h2>Skipped</h2>\n<ul>\n${skipped}\n</ul>\n`}${
    drawings === "" ? "" : `${drawings}<script>${SCRIPT}</script>\n`
  }</body>
</html>
`;
}

function row(outcome: ModelOutcome): string {
  const { verdict, model, seconds, reason } = outcome;
  const fields = [...outcome.compiled?.fields ?? [], ...outcome.stepping?.fields ?? []];
  const said = verdict === "agrees" ? "" : `<pre>${escape(complaints(outcome).join("\n"))}</pre>`;
  const scene = verdict === "differs" ? `<div class="scene" data-case="${escape(model)}"></div>` : "";
  const details = scene + said + (fields.length > 0 ? fieldTable(fields) : "");
  const name = details === "" ? escape(model) : `<details><summary>${escape(model)}</summary>${details}</details>`;
  return `<tr><td class="${verdict}">${VERDICT[verdict]}</td><td>${name}</td><td class="n">${
    comparedValues(outcome)
  }</td><td class="n">${seconds.toFixed(1)} s</td><td>${escape(worstText(outcome) || reason)}</td></tr>`;
}

function fieldTable(fields: readonly FieldRow[]): string {
  const rows = fields.map(({ stage, field, index, owner, delta, allowed, step }) =>
    `<tr><td>${stage}</td><td>${escape(`${field}[${index}]`)}</td><td>${escape(owner)}</td><td>${
      delta === null ? "∞" : short(delta)
    }</td><td>${short(allowed)}</td><td>${step < 0 ? "" : step}</td></tr>`
  );
  return `<table><tr><th>stage</th><th>field</th><th>of</th><th>worst</th><th>allowed</th><th>step</th></tr>${
    rows.join("")
  }</table>`;
}
