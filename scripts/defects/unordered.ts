/** Plumbline with its contacts in another order, from collision on: an engine that is right, and no more. */

import { type Replacement, withAbsoluteImports } from "../mutants/attempt.ts";
import { ROOT } from "../mutants/sources.ts";

const FORWARD = "engine/forward.ts";
const ADAPTER = "harness/engines/plumbline.ts";

/** Shuffles the contacts that were found. */
const SHUFFLE = `
import { CONTACT_FIELDS } from "./types/data_fields.ts";
import { randomFrom } from "../harness/random.ts";

function shuffle(d: Data): void {
  const random = randomFrom(d.ncon);
  const order = Array.from({ length: d.ncon }, (_, i) => [random(), i]).sort(([a], [b]) => a - b).map(([, i]) => i);
  for (const [name, [, width]] of Object.entries(CONTACT_FIELDS)) {
    const values = d.contact[name as keyof typeof CONTACT_FIELDS];
    const before = values.slice();
    for (const [to, from] of order.entries()) {
      for (let k = 0; k < width; k++) values[width * to + k] = before[width * from + k];
    }
  }
}
`;

/** Its files; \`lie\`, the body of a function of what it reads and a simulation, may change that. */
export function shuffledPlumbline(lie = "return value;"): Replacement {
  const forward = Deno.readTextFileSync(new URL(FORWARD, ROOT));
  const parts = forward.split("collision(m, d);");
  if (parts.length !== 3) throw new Error(`${FORWARD} calls collision in ${parts.length - 1} places`);
  const honest = `${new URL(ADAPTER, ROOT).href}?honest`;
  const adapter = `
    export * from "${honest}";
    import { PLUMBLINE as good } from "${honest}";
    import { planted } from "${new URL("scripts/defects/plant.ts", ROOT).href}";
    const lie = (field, value, sim) => { ${lie} };
    const plant = (sim) => ({ read: (field) => lie(field, sim.read(field), sim) });
    export const PLUMBLINE = { ...planted(good, plant), offers: { contacts: "unordered" } };`;
  return new Map([
    [FORWARD, withAbsoluteImports(FORWARD, SHUFFLE + parts.join("collision(m, d);\n  shuffle(d);"))],
    [ADAPTER, adapter],
  ]);
}
