/** `--list`: the items with their criteria and cases. */

import { checkItems, filesOf, selectCases } from "../golden/cases.ts";
import { listItems, renderList } from "../report/list.ts";
import { emit } from "./render.ts";
import type { Suite } from "./suite.ts";
import type { Terminal } from "./terminal.ts";

export function listSuite({ spec, cases, asked, selection, options }: Suite, terminal: Terminal): number {
  // an item may be listed that has no cases
  checkItems(spec, selection.items);
  selectCases(cases, spec, { ...selection, items: [] });
  const listed = listItems(spec, filesOf(cases), asked);
  const text = options.format === "json" ? `${JSON.stringify({ items: listed }, null, 1)}\n` : renderList(listed);
  emit(text, options.out, terminal);
  return 0;
}
