/** From a defect to the files that plant it. */

import { HarnessError } from "../../harness/engine.ts";
import type { Replacement } from "../mutants/attempt.ts";
import { ROOT } from "../mutants/sources.ts";
import type { Defect } from "./table.ts";

const ADAPTER = "harness/engines/plumbline.ts";

/** The files that plant a defect, in place of the engine's own. */
export function replacementOf(id: string, { plant }: Defect): Replacement {
  if (typeof plant !== "function") {
    let text = Deno.readTextFileSync(new URL(plant.file, ROOT));
    for (const [find, replace] of plant.edits) {
      const parts = text.split(find);
      if (parts.length !== 2) {
        throw new HarnessError(`${id}: '${find}' occurs ${parts.length - 1} times in ${plant.file}`);
      }
      text = parts.join(replace);
    }
    return new Map([[plant.file, text]]);
  }
  // the same module under another name, which the import map does not replace
  const honest = `${new URL(ADAPTER, ROOT).href}?honest`;
  const text = `
    export * from "${honest}";
    import { PLUMBLINE as good } from "${honest}";
    import { planted } from "${new URL("scripts/defects/plant.ts", ROOT).href}";
    import { DEFECTS } from "${new URL("scripts/defects/table.ts", ROOT).href}";
    export const PLUMBLINE = planted(good, DEFECTS["${id}"].plant);`;
  return new Map([[ADAPTER, text]]);
}
