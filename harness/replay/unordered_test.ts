import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import type { Engine, Loaded, Simulation } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { readCase, readGolden } from "../golden/golden.ts";
import { LIARS } from "../liars/liars.ts";
import { shapeOf } from "./fields.ts";
import { replay } from "./replay.ts";

const store = openStore(new URL("../../golden", import.meta.url).pathname);
const goldens = ["sol/toggled", "27/s5_margin_box_box", "im/margin_gap"].map((id) =>
  readGolden(store, readCase(store, id))
);

async function failing(engine: Engine): Promise<string[]> {
  const results = await Promise.all(goldens.map((golden) => replay(engine, golden, {}, { contacts: "unordered" })));
  return results.filter(({ passed }) => !passed).map(({ id }) => id);
}

/** Plumbline with something else read from it. */
function reading(read: (sim: Simulation, field: string) => ReturnType<Simulation["read"]>): Engine {
  return {
    ...PLUMBLINE,
    load: async (xml, assets): Promise<Loaded> => {
      const loaded = await PLUMBLINE.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const { simulation: sim } = loaded;
      const methods = [
        "write",
        "reset",
        "resetKeyframe",
        "forward",
        "step",
        "step1",
        "step2",
        "inverse",
        "call",
        "close",
      ];
      const own = Object.fromEntries(
        methods.map((name) => [name, (sim[name as "forward"] as () => void)?.bind(sim)]),
      ) as unknown as Simulation;
      return { outcome: "loaded", simulation: { ...own, read: (field) => read(sim, field) } };
    },
  };
}

/** Contacts in another order, but for what `spares` names. */
function shuffled(order: (ncon: number) => number[], spares: readonly string[] = []): Engine {
  return reading((sim, field) => {
    const value = sim.read(field);
    if (!field.startsWith("contact.") || typeof value !== "object" || spares.includes(field)) return value;
    const { width } = shapeOf(sim, field);
    const copy = value.slice();
    for (const [to, from] of order(Number(sim.read("ncon"))).entries()) {
      for (let k = 0; k < width; k++) copy[to * width + k] = value[from * width + k];
    }
    return copy;
  });
}

const reverse = (ncon: number) => Array.from({ length: ncon }, (_, i) => ncon - 1 - i);

Deno.test("replay() of unordered contacts passes an engine whose contacts are in order", async () => {
  assert.deepEqual(await failing(PLUMBLINE), []);
});

for (
  const name of ["a contact dropped", "a contact added", "two contacts swapped", "two rows swapped", "a row dropped"]
) {
  Deno.test(`replay() of unordered contacts catches the liar '${name}'`, async () => {
    assert.notDeepEqual(await failing(LIARS[name](PLUMBLINE)), []);
  });
}

Deno.test("replay() of unordered contacts catches rows that refer to the wrong contacts", async () => {
  assert.notDeepEqual(await failing(shuffled(reverse)), []);
});

Deno.test("replay() of unordered contacts catches fields that stay in place", async () => {
  for (const field of ["contact.geom", "contact.dist", "contact.friction", "contact.efc_address"]) {
    assert.notDeepEqual(await failing(shuffled(reverse, [field])), [], field);
  }
});

Deno.test("replay() of unordered contacts catches a contact that comes twice in place of another", async () => {
  assert.notDeepEqual(
    await failing(shuffled((ncon) => Array.from({ length: ncon }, (_, i) => Math.max(0, i - 1)))),
    [],
  );
});
