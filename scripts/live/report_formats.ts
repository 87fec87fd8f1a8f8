/** Reports for build servers. */

import type { ModelOutcome } from "../../harness/live/outcome.ts";
import { complaints, headline, type LiveReport, oddOnes, VERDICT, worstText } from "./report.ts";

/** JUnit: each model is a test; a model that could not be compared is skipped. */
export function renderJunit(report: LiveReport): string {
  const { models, engine, mujoco, totals } = report;
  const time = models.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
  const name = escape(`${engine} against MuJoCo ${mujoco}`);
  const counts =
    `tests="${totals.models}" failures="${totals.differs}" skipped="${totals.incomparable}" time="${time}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${counts}>\n` +
    `  <testsuite name="live" ${counts}>\n${models.map(testCase).join("")}  </testsuite>\n</testsuites>\n`;
}

function testCase(outcome: ModelOutcome): string {
  const { model, verdict, reason, seconds } = outcome;
  const head = `    <testcase classname="live" name="${escape(model)}" time="${seconds.toFixed(3)}"`;
  if (verdict === "agrees") return `${head}/>\n`;
  const text = escape(complaints(outcome).join("\n"));
  const inner = verdict === "differs"
    ? `<failure message="${escape(reason)}">${text}</failure>`
    : `<skipped message="${escape(reason)}"/>`;
  return `${head}>${inner}</testcase>\n`;
}

/** Maximum number of annotations; GitHub shows no more per step. */
const ANNOTATIONS = 10;

/** Commands that GitHub turns into annotations at the models. */
export function renderAnnotations(report: LiveReport): string {
  const lines = oddOnes(report).slice(0, ANNOTATIONS).map((it) => {
    const kind = it.verdict === "differs" ? "error" : "warning";
    const title = property(`${it.model}: ${VERDICT[it.verdict]}`);
    return `::${kind} file=${property(it.model)},title=${title}::${data(complaints(it).join("\n"))}`;
  });
  lines.push(
    `::notice title=${property(`${report.engine} against MuJoCo ${report.mujoco}`)}::${data(headline(report))}`,
  );
  return `${lines.join("\n")}\n`;
}

/** The table of models in Markdown, for the job summary. */
export function renderSummary(report: LiveReport): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").split("\n").join(" ");
  const lines = [
    `## ${report.engine} against MuJoCo ${report.mujoco}`,
    "",
    `**${headline(report)}**`,
    "",
    "| | model | time | worst field, or why |",
    "|---|---|---|---|",
    ...report.models.map((it) => {
      const mark = { agrees: "✅", differs: "❌", incomparable: "·" }[it.verdict];
      return `| ${mark} | ${cell(it.model)} | ${it.seconds.toFixed(1)} s | ${cell(worstText(it) || it.reason)} |`;
    }),
    ...report.skipped.map(({ path, why }) => `\nskipped: ${cell(path)}: ${cell(why)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Escapes text for XML and HTML. */
export function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  // deno-lint-ignore no-control-regex
  return text.replace(/[&<>"]/g, (c) => entities[c]).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, "");
}
