import { deepEqual } from "node:assert/strict";
import { MUTANTS } from "./table.ts";

Deno.test("every mutant still finds the place that it edits", async () => {
  const misfits: string[] = [];
  for (const { id, file, edits } of MUTANTS) {
    const source = await Deno.readTextFile(new URL(`../../${file}`, import.meta.url));
    for (const [find] of edits) {
      const found = source.split(find).length - 1;
      if (found !== 1) misfits.push(`${id}: '${find}' occurs ${found} times in ${file}`);
    }
  }
  deepEqual(misfits, []);
});

Deno.test("mutants have ids of their own", () => {
  deepEqual(new Set(MUTANTS.map(({ id }) => id)).size, MUTANTS.length);
});
