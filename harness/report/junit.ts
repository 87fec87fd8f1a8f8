/** The report as JUnit XML, for build servers. */

import type { CaseReport, Report } from "../verdict.ts";

/** Writes a report: an item is a suite, a case is a test, and known failures and what is not seen are skipped. */
export function renderJunit(report: Report): string {
  const suites = report.items.map(({ id, title }) => {
    const cases = report.cases.filter(({ items }) => items[0] === id);
    const failed = cases.filter(({ verdict }) => verdict === "fail").length;
    const known = cases.filter(({ verdict }) => verdict === "known" || verdict === "unseen").length;
    const head = `<testsuite name="${
      escape(`${id} ${title}`)
    }" tests="${cases.length}" failures="${failed}" skipped="${known}" time="${timeOf(cases)}">`;
    return `  ${head}\n${cases.map(renderCase).join("")}  </testsuite>\n`;
  });
  const failures = report.cases.filter(({ verdict }) => verdict === "fail").length;
  const head = `<testsuites name="${
    escape(report.engine)
  }" tests="${report.totals.cases}" failures="${failures}" time="${timeOf(report.cases)}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join("")}</testsuites>\n`;
}

/** Time of some cases together (s). */
function timeOf(cases: readonly CaseReport[]): string {
  return cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0).toFixed(4);
}

function renderCase(it: CaseReport): string {
  const { id, items, verdict, failures } = it;
  const head = `    <testcase classname="${escape(items[0] ?? "")}" name="${escape(id)}" time="${timeOf([it])}"`;
  if (verdict === "pass") return `${head}/>\n`;
  const text = escape(failures.join("\n"));
  const first = escape((failures[0] ?? "").split("\n")[0]);
  const inner = verdict === "unseen"
    ? `<skipped message="the engine offers nothing of it, or was not asked"/>`
    : verdict === "known"
    ? `<skipped message="known failure: ${first}"/>`
    : `<failure message="${first}">${text}</failure>`;
  return `${head}>${inner}</testcase>\n`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  // deno-lint-ignore no-control-regex
  return text.replace(/[&<>"]/g, (c) => entities[c]).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, "");
}
