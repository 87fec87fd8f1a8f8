/** The specification itself, as text or for programs. */

import type { CaseFile } from "../golden/golden.ts";
import type { Criterion, Item, Spec } from "../spec/spec.ts";
import { describeTolerance, type ItemTable } from "../spec/table.ts";
import { servedBy } from "../verdict.ts";

interface ListedCriterion extends Criterion {
  /** its golden cases */
  readonly cases: readonly string[];
}

interface ListedItem extends Item {
  readonly criteria: readonly ListedCriterion[];
  readonly cases: readonly { readonly id: string; readonly kind: string; readonly isolates: string }[];
}

/** Items with their criteria and cases. */
export function listItems(spec: Spec, files: ReadonlyMap<string, CaseFile>, items: readonly string[]): ListedItem[] {
  const served = servedBy(files);
  return spec.items.filter(({ id }) => items.includes(id)).map((item) => ({
    ...item,
    criteria: spec.criteria.filter((criterion) => criterion.item === item.id)
      .map((criterion) => ({ ...criterion, cases: served.get(criterion.id) ?? [] })),
    cases: [...files].filter(([, file]) => file.items.includes(item.id))
      .map(([id, { kind, isolates }]) => ({ id, kind, isolates })),
  }));
}

/** Lays out the specification. */
export function renderList(items: readonly ListedItem[]): string {
  const lines: string[] = [];
  for (const { id, title, claim, seed, tolerances = {}, criteria, cases } of items) {
    lines.push(
      `${id}  ${title}`,
      `    ${claim}`,
      `    seed: ${seed}; ${criteria.length} criteria, ${cases.length} cases`,
    );
    lines.push(...tableLines(tolerances));
    for (const criterion of criteria) {
      lines.push(`    ${criterion.id}  ${criterion.statement}  [${proofOf(criterion)}]`);
    }
    const free = cases.filter(({ id: name }) => !criteria.some((criterion) => criterion.cases.includes(name)));
    for (const it of free) lines.push(`    ${it.id}  ${it.isolates}`);
    lines.push("");
  }
  return lines.join("\n");
}

/** A line for each field. The scale is the largest absolute value of a field, or one. */
function tableLines(table: ItemTable): string[] {
  const rows = Object.entries(table).map(([field, entry]) => {
    const { reason, seedFigure } = entry;
    const cause = entry.kind === "fixed" ? `; looser because ${entry.cause}` : "";
    const figure = seedFigure === undefined ? "" : `; seed: ${seedFigure.says} (${seedFigure.at})`;
    return [field, describeTolerance(field, entry), `${reason}${cause}${figure}`];
  });
  const [first, second] = [0, 1].map((i) => Math.max(0, ...rows.map((row) => row[i].length)));
  return rows.map(([field, bound, why]) => `    | ${field.padEnd(first)} | ${bound.padEnd(second)} | ${why}`);
}

function proofOf({ cases, proof }: ListedCriterion): string {
  if (cases.length > 0) return cases.join(", ");
  if (proof === undefined) return "no proof yet";
  return "unit" in proof ? `unit test ${proof.unit}` : `none possible: ${proof.none}`;
}
