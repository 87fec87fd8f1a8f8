/** Which fields of a tolerance table are actually compared. */

import { COMPILED_SCALARS, COMPILED_SIZES } from "../replay/fields.ts";
import type { CaseFile } from "../golden/golden.ts";
import type { ItemTable } from "./table.ts";

/**
 * The fields of a table that no case tests: no case compares them or, if they may differ by noise, only with zero
 * values.
 */
export function vacuousFields(table: ItemTable, files: readonly (CaseFile | undefined)[]): string[] {
  const open = new Set(Object.keys(table));
  for (const file of files) {
    if (open.size === 0) break;
    if (file?.minted === undefined) continue;
    for (const [label, isZero] of comparedBy(file)) {
      if (!isZero || table[label]?.kind === "exact") open.delete(label);
    }
  }
  return [...open];
}

/** What a case compares, and whether that is zero throughout. */
export function comparedBy(file: CaseFile): [label: string, isZero: boolean][] {
  const { minted, omit = {}, fields = "auto" } = file;
  const { columns = {}, same = {}, zero = {}, sizes = {}, scalars = {} } = minted ?? {};
  const out: [string, boolean][] = [
    ...Object.values(columns).flat().map((entry): [string, boolean] => [entry.slice(0, entry.lastIndexOf(":")), false]),
    ...Object.keys(same).map((label): [string, boolean] => [label, false]),
    ...Object.keys(zero).map((label): [string, boolean] => [label, true]),
  ];
  if (file.free) {
    for (const [label, isZero] of [...out]) if (label.startsWith("next.")) out.push([`free ${label.slice(5)}`, isZero]);
  }
  if (file.kind !== "compile") return out.filter(([label]) => !/^(state|inverse)\./.test(label));
  const isSelected = (name: string) => !(name in omit) && (fields === "auto" || fields.includes(name));
  for (const name of COMPILED_SIZES) if (isSelected(name)) out.push([name, !(name in sizes)]);
  for (const name of COMPILED_SCALARS) {
    if (isSelected(name)) out.push([name, !(name in scalars || `${name}[0]` in scalars)]);
  }
  return out;
}
