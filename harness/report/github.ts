/** The report for GitHub Actions: an annotation for each new failure, and a table for the job summary. */

import { type CaseReport, describeCriteria, describeTotals, type Report, short } from "../verdict.ts";

/** Maximum number of annotations; GitHub shows no more per step. */
const ANNOTATIONS = 10;

/** Commands that GitHub turns into annotations at the models that fail. */
export function renderAnnotations(report: Report, golden: string): string {
  const lines = report.cases.filter(({ verdict }) => verdict === "fail").slice(0, ANNOTATIONS)
    .map((it) =>
      `::error file=${escapeProperty(`${golden}/${it.id}/model.xml`)},title=${escapeProperty(titleOf(it))}::${
        escapeData(it.failures[0] ?? "")
      }`
    );
  for (const id of report.ratchet.stale) {
    lines.push(
      `::error file=harness/spec/ratchet.json,title=${escapeProperty(id)}::passes, but is listed as a known failure`,
    );
  }
  const { totals } = report;
  lines.push(`::notice title=${escapeProperty(report.engine)}::${describeTotals(totals)}`);
  return `${lines.join("\n")}\n`;
}

function titleOf({ id, isolates }: CaseReport): string {
  return isolates === "" ? id : `${id}: ${isolates}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** The table of items in Markdown. */
export function renderSummary(report: Report): string {
  const { totals } = report;
  const lines = [
    `## ${report.engine} against MuJoCo ${report.mujoco}`,
    "",
    `**${describeTotals(totals)}**; ${totals.cases} cases, ${totals.steps} steps, ${totals.scalars} scalars compared.`,
    "",
    "| | item | | criteria | cases | worst difference |",
    "|---|---|---|---|---|---|",
    ...report.items.map(({ id, title, verdict, criteria, cases, passed, worst }) => {
      const mark = { pass: "✅", part: "◐", known: "~", fail: "❌", empty: "·" }[verdict];
      const size = worst === null ? "none" : `${short(worst.delta)} in \`${worst.field}\`, ${worst.case}`;
      return `| ${mark} | ${id} | ${title} | ${describeCriteria(criteria)} | ${passed}/${cases} | ${size} |`;
    }),
  ];
  const failing = report.cases.filter(({ verdict }) => verdict === "fail");
  if (failing.length > 0) {
    lines.push(
      "",
      "### New failures",
      "",
      ...failing.slice(0, 50).map((it) => `- \`${it.id}\` ${(it.failures[0] ?? "").split("\n").join(" ")}`),
    );
  }
  return `${lines.join("\n")}\n`;
}
