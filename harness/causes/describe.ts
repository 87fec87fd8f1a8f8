/** First causes in words. */

import { printable } from "../printable.ts";
import { wordsIn } from "../replay/pipeline.ts";
import type { CauseGroup } from "./group.ts";

/** Where a group begins: `contact.friction, column 0`, `the list of contacts`. */
export function describePlace({ stage, field, columns, reason, relation, example }: CauseGroup): string {
  if (field === "contact") return "the list of contacts";
  if (field === "efc rows") return "the list of constraint rows";
  const words = wordsIn(field);
  if (words !== undefined) return words === "" ? "the words of a refusal" : `what it says of '${words}'`;
  if (field === "") return `${WITHOUT_FIELD[reason] ?? "an error"}: ${example.message.split("\n")[0].slice(0, 100)}`;
  const isNamed = columns.length > 0 && columns.length <= FEW && !MOVES.has(relation?.kind ?? "");
  const name = isNamed ? `${field}, column ${columns.join(" ")}` : field;
  return stage === "compile" ? `${name} of the compiled model` : name;
}

/** Number of columns beyond which a list of them says nothing. */
const FEW = 3;

/** Relations that are about all columns together. */
const MOVES = new Set(["transposed", "conjugate", "columns", "reversed"]);

/** Failures that are about no field. */
const WITHOUT_FIELD: Readonly<Record<string, string>> = {
  rejects: "rejecting what MuJoCo accepts",
  accepts: "accepting what MuJoCo rejects",
  unsupported: "what is not supported",
  crashes: "an error of the engine",
  hangs: "the engine not answering",
};

/** What is wrong there, in most of the cases. */
export function describeFault({ relation, reason, kinds, stage, field, step, follows }: CauseGroup): string {
  const parts: string[] = [];
  if (relation !== null) {
    parts.push(relation.cases < relation.of ? `${relation.text} (${relation.cases} of ${relation.of})` : relation.text);
  }
  if (relation === null && reason === "lacks") parts.push("missing from the answer");
  else if (relation === null && field !== "" && stage !== "words") parts.push("different, by no simple rule");
  if (kinds.length > 0) parts.push(`only of ${kinds.join(", ")}`);
  if (step > 0) parts.push(`never before step ${step}`);
  if (stage === "compile" && follows.length > 0) {
    const names = follows.length > 4 ? `${follows.slice(0, 4).join(" ")} …` : follows.join(" ");
    parts.push(`from which follows ${names}`);
  }
  return parts.join(", ");
}

/** One line: how many cases begin where, and what is wrong there. */
export function describeCause(group: CauseGroup, failing: number): string {
  const { cases, stage } = group;
  const count = `${cases.length} of ${failing} failing ${failing === 1 ? "case" : "cases"}`;
  const fault = describeFault(group);
  const begins = cases.length === 1 ? "begins" : "begin";
  return printable(`${count} ${begins} with ${describePlace(group)} (${stage})${fault === "" ? "" : `: ${fault}`}`);
}

/** One line: what is wrong in the smallest case. */
export function describeExample({ example, field }: CauseGroup): string {
  const { case: id, step, index, owner, got, expected, message } = example;
  const where = `${id}${step >= 0 ? ` step ${step}` : ""}`;
  if (got === "" && expected === "") return printable(`${where}: ${message.split("\n")[0]}`);
  return printable(`${where} ${field}[${index}]${owner === "" ? "" : ` (${owner})`}: got ${got}, MuJoCo ${expected}`);
}

/** Arguments of `deno task conform` that show the smallest case. */
export function argumentsOf({ example: { case: id, step } }: CauseGroup): string {
  return `--case ${id}${step >= 0 ? ` --step ${step}` : ""} --dump`;
}
