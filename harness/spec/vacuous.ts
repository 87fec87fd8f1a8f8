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
    for (const label of open) {
      const values = comparedIn(file, label);
      if (values === "some" || (values === "zero" && table[label].kind === "exact")) open.delete(label);
    }
  }
  return [...open];
}

/** What a case compares of a field: nothing, only zeros, or other values too. */
export function comparedIn(file: CaseFile, label: string): "none" | "zero" | "some" {
  const isFree = label.startsWith("free ");
  if (isFree ? !file.free : /^(state|inverse)\./.test(label)) return "none";
  const { columns = {}, same = {}, zero = {}, sizes = {}, scalars = {} } = file.minted ?? {};
  const field = isFree ? `next.${label.slice(5)}` : label;
  const marked = `${field}:`;
  if (field in same || Object.values(columns).some((list) => list.some((it) => it.startsWith(marked)))) return "some";
  if (field in zero) return "zero";
  const { omit = {}, fields = "auto" } = file;
  if (file.kind !== "compile" || field in omit || (fields !== "auto" && !fields.includes(field))) return "none";
  if (COMPILED_SIZES.includes(field)) return field in sizes ? "some" : "zero";
  if (COMPILED_SCALARS.includes(field)) return field in scalars || `${field}[0]` in scalars ? "some" : "zero";
  return "none";
}
