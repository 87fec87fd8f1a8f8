/** The page of the scoreboard: one file that needs nothing else, and a badge for each engine. */

import { deflateRawSync } from "node:zlib";
import { badgeOf } from "../harness/report/badge.ts";
import { ITEMS } from "../harness/spec/items.ts";
import { type Drift, driftOf, parseCauses } from "./drift.ts";
import type { Entry } from "./entry.ts";
import { type Result, stageOfFinding } from "./result.ts";

const HERE = new URL("./", import.meta.url);

type Results = ReadonlyMap<string, Result | undefined>;

/** Writes the page and the badges into a directory. `isolates` says what each case shows. */
export async function buildSite(
  entries: readonly Entry[],
  results: Results,
  isolates: ReadonlyMap<string, string>,
  folder: string,
): Promise<void> {
  const causes = parseCauses(await Deno.readTextFile(new URL("causes.json", HERE)), "scoreboard/causes.json");
  const drift = driftOf(entries, results, causes);
  await Deno.mkdir(`${folder}/badges`, { recursive: true });
  await Deno.writeTextFile(`${folder}/index.html`, await renderPage(entries, results, isolates, drift));
  for (const entry of entries) {
    const { passed = 0, cases = 0 } = results.get(entry.id)?.totals ?? {};
    const badge = badgeOf(passed, cases);
    await Deno.writeTextFile(`${folder}/badges/${entry.id}.json`, `${JSON.stringify(badge)}\n`);
  }
}

async function renderPage(
  entries: readonly Entry[],
  results: Results,
  isolates: ReadonlyMap<string, string>,
  drift: Drift,
): Promise<string> {
  const [style, script] = await Promise.all(
    ["page.css", "page.js"].map((name) => Deno.readTextFile(new URL(name, HERE))),
  );
  const date = [...results.values()].map((it) => it?.date ?? "").sort().at(-1) ?? "";
  const data = deflateRawSync(JSON.stringify(dataOf(entries, results, isolates, drift))).toString("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance to MuJoCo</title>
<style>
${style}</style>
</head>
<body>
<h1>Conformance to MuJoCo</h1>
<p class="lead">Physics engines, step by step and field by field, against what MuJoCo ${
    escape(mujocoOf(results))
  } recorded. Each number is how many of an item's cases an engine passes; click one to see where it differs first.
Last run ${escape(date)}.</p>
${renderMatrix(entries, results)}
<p class="legend"><span class="all"></span> all cases <span class="most"></span> most <span class="some"></span> some
<span class="none"></span> none <span class="blank"></span> nothing seen</p>
<section id="detail" hidden></section>
<section id="drift"><h2>How MuJoCo drifts</h2>
${renderDrift(drift)}
</section>
<section id="badges"><h2>Badges</h2>
<p>Each engine has a badge for <a href="https://shields.io/badges/endpoint-badge">shields.io</a>, below the address of this
page: <code>badges/ID.json</code>, such as <code>badges/${escape(entries[0]?.id ?? "")}.json</code>.</p></section>
<script type="application/octet-stream" id="data">${data}</script>
<script type="module">
${script}</script>
</body>
</html>
`;
}

function mujocoOf(results: Results): string {
  return [...results.values()].find((it) => it !== undefined && it.mujoco !== "")?.mujoco ?? "";
}

function renderMatrix(entries: readonly Entry[], results: Results): string {
  const heads = ITEMS.map(({ id, title }) =>
    `<th scope="col" title="${escape(title)}"><span>${escape(id)}</span></th>`
  );
  const families = [...new Set(entries.map(({ family }) => family))];
  const bodies = families.map((family) => {
    const rows = entries.filter((entry) => entry.family === family).map((entry) =>
      renderRow(entry, results.get(entry.id))
    );
    return `<tbody>\n${rows.join("\n")}\n</tbody>`;
  });
  return `<div class="scroll"><table class="matrix">
<thead><tr><th scope="col">engine</th><th scope="col">cases</th>${heads.join("")}</tr></thead>
${bodies.join("\n")}
</table></div>`;
}

function renderRow(entry: Entry, result: Result | undefined): string {
  const head = `<th scope="row"><a href="#${escape(entry.id)}">${escape(entry.title)}</a>${extentOf(entry)}</th>`;
  if (result === undefined || result.missing !== undefined) {
    const reason = result?.missing ?? "not run yet";
    return `<tr data-engine="${escape(entry.id)}" class="missing">${head}<td colspan="${ITEMS.length + 1}">${
      escape(reason)
    }</td></tr>`;
  }
  const { passed, cases, unsupported } = result.totals;
  const cells = ITEMS.map(({ id }) => {
    const item = result.items[id];
    if (item === undefined || item.cases === 0) return '<td class="blank">·</td>';
    const seen = item.coverage === null ? "" : `, ${item.coverage.seen} of ${item.coverage.of} fields seen`;
    const lacks = item.unsupported > 0 ? `, ${item.unsupported} not supported` : "";
    const text = `${id}: ${item.passed} of ${item.cases} cases${lacks}${seen}`;
    return `<td class="${toneOf(item.passed, item.cases)}"><a href="#${escape(entry.id)}/${escape(id)}" title="${
      escape(text)
    }">${item.passed}<small>/${item.cases}</small></a></td>`;
  });
  const note = unsupported > 0 ? ` title="${unsupported} not supported"` : "";
  return `<tr data-engine="${escape(entry.id)}">${head}<td class="sum ${
    toneOf(passed, cases)
  }"${note}>${passed}<small>/${cases}</small></td>${cells.join("")}</tr>`;
}

/** Says that not all of the suite was run. */
function extentOf({ level = "full", sample }: Entry): string {
  const parts = [
    ...level === "full" ? [] : [`level ${level}`],
    ...sample === undefined ? [] : [`a sample of ${sample} cases of each item`],
  ];
  return parts.length === 0 ? "" : ` <small title="${escape(parts.join(", "))}">part</small>`;
}

function toneOf(passed: number, cases: number): string {
  if (cases === 0) return "blank";
  if (passed === cases) return "all";
  return passed === 0 ? "none" : passed >= 0.75 * cases ? "most" : "some";
}

function renderDrift({ versions, groups }: Drift): string {
  if (versions.length < 2) return "<p>Nothing to compare yet.</p>";
  const rows = groups.map(({ since, stage, field, cases, cause }) =>
    `<tr><td>${escape(since)}</td><td>${cases.length}</td><td>${escape(stage)}</td><td><code>${
      escape(field)
    }</code></td><td>${
      cause === null ? '<em class="faint">not assigned to a change</em>' : escape(cause)
    }</td><td><code>${escape(cases[0])}</code></td></tr>`
  );
  const total = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  const known = groups.reduce((sum, { cases, cause }) => sum + (cause === null ? 0 : cases.length), 0);
  return `${renderChart(versions)}
<p>Cases by the release in which they first differ and the field that differs first. Of ${total} cases, ${known} begin to
differ in a release and a field that a known change of MuJoCo is about.</p>
<div class="scroll"><table class="list">
<thead><tr><th>since</th><th>cases</th><th>stage</th><th>first field</th><th>change</th><th>for example</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

/** The share of passing cases by version. */
function renderChart(versions: Drift["versions"]): string {
  const [width, height, left, bottom] = [720, 180, 40, 26];
  const x = (i: number) => left + i * (width - left - 20) / Math.max(1, versions.length - 1);
  const y = (share: number) => 10 + (1 - share) * (height - bottom - 10);
  const points = versions.map(({ passed, cases }, i) => `${x(i).toFixed(1)},${y(passed / cases).toFixed(1)}`);
  const marks = versions.map(({ version, passed, cases }, i) =>
    `<circle cx="${x(i).toFixed(1)}" cy="${y(passed / cases).toFixed(1)}" r="3"><title>${
      escape(version)
    }: ${passed} of ${cases}</title></circle><text x="${x(i).toFixed(1)}" y="${height - 8}" text-anchor="middle">${
      escape(version.replace(/\.0$/, ""))
    }</text>`
  );
  const lines = [0, 0.5, 1].map((share) =>
    `<line x1="${left}" x2="${width - 20}" y1="${y(share)}" y2="${y(share)}"/><text x="${left - 6}" y="${
      y(share) + 4
    }" text-anchor="end">${100 * share} %</text>`
  );
  return `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="Share of passing cases by version">
${lines.join("")}<polyline points="${points.join(" ")}"/>${marks.join("")}</svg>`;
}

/** What the script shows on demand. */
function dataOf(entries: readonly Entry[], results: Results, isolates: ReadonlyMap<string, string>, drift: Drift) {
  const failing = new Set([...results.values()].flatMap((it) => it?.findings.map((finding) => finding.case) ?? []));
  return {
    items: ITEMS.map(({ id, title, claim }) => ({ id, title, claim })),
    cases: Object.fromEntries([...failing].map((id) => [id, isolates.get(id) ?? ""])),
    drift: drift.groups,
    engines: entries.map((entry) => {
      const result = results.get(entry.id);
      const { id, title, note = "" } = entry;
      if (result === undefined) return { id, title, note, missing: "not run yet" };
      const { findings, ...rest } = result;
      return {
        ...rest,
        id,
        title,
        note,
        level: entry.level ?? "full",
        sample: entry.sample ?? null,
        findings: findings.map((it) => [it.case, it.reason, it.step, it.field, stageOfFinding(it), it.text]),
      };
    }),
  };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
