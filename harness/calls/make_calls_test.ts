import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import type { Engine, Loaded, Simulation } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { playback } from "../engines/playback.ts";
import { perform } from "../engines/perform.ts";
import { requestOf } from "../engines/request.ts";
import { readCase, readGolden } from "../golden/golden.ts";
import { neighbour } from "../golden/noise.ts";
import { replay } from "../replay/replay.ts";
import { FUNCTIONS } from "./functions.ts";

const store = openStore(new URL("../../golden", import.meta.url).pathname);
const GOLDENS = store.list().map((id) => readCase(store, id)).filter(({ file }) => file.calls !== undefined)
  .map((found) => readGolden(store, found));

const { plain: _plain, ...ENGINE } = PLUMBLINE;

/** Plumbline, but for what it says when a function is called. */
function saying(change: (name: string, given: Float64Array | undefined) => Float64Array | undefined): Engine {
  return {
    ...ENGINE,
    load(xml, assets): Loaded {
      const loaded = PLUMBLINE.load(xml, assets) as Loaded;
      if (loaded.outcome !== "loaded") return loaded;
      const sim = loaded.simulation;
      const call: NonNullable<Simulation["call"]> = (name, args) => change(name, sim.call?.(name, args));
      return {
        outcome: "loaded",
        simulation: new Proxy(sim, { get: (of, key) => key === "call" ? call : bound(of, key) }),
      };
    },
  };
}

function bound(sim: Simulation, key: string | symbol): unknown {
  const value = Reflect.get(sim, key, sim);
  return typeof value === "function" ? value.bind(sim) : value;
}

Deno.test("replay() fails a golden for every function that it calls, where what it gives is off", async () => {
  for (const golden of GOLDENS) {
    for (const name of Object.keys(golden.file.calls ?? {})) {
      const off = saying((called, given) =>
        called === name ? given?.map((x) => x + 1e-3 * Math.max(1, Math.abs(x))) : given
      );
      const { failures } = await replay(off, golden, {});
      const found = new Set(failures.map(({ field, reason }) => `${field} ${reason}`));
      assert.deepEqual([...found], [`call.${name} differs`], golden.id);
    }
  }
});

Deno.test("replay() fails a golden where a function is missing, or gives too little", async () => {
  for (const golden of GOLDENS) {
    for (const engine of [saying(() => undefined), saying((_, given) => given?.subarray(1))]) {
      assert.equal((await replay(engine, golden, {})).passed, false, golden.id);
    }
  }
});

Deno.test("replay() lets a function be off by one unit in the last place at most where it computes", async () => {
  for (const golden of GOLDENS) {
    const near = saying((name, given) =>
      name.startsWith("jac") ? given?.map((x) => x === 0 ? 0 : neighbour(x, true)) : given
    );
    assert.equal((await replay(near, golden, {})).passed, true, golden.id);
  }
});

Deno.test("calls have the same answers through the protocol", async () => {
  for (const golden of GOLDENS) {
    const answer = await perform(PLUMBLINE, requestOf(golden, 1, "list"));
    const { passed, failures } = await replay(playback(JSON.parse(JSON.stringify(answer))), golden, {});
    assert.ok(passed, `${golden.id}: ${JSON.stringify(failures[0])}`);
  }
});

Deno.test("every function that a recipe may call is called by a golden", () => {
  const called = new Set(GOLDENS.flatMap(({ file }) => Object.keys(file.calls ?? {})));
  assert.deepEqual(Object.keys(FUNCTIONS).filter((name) => !called.has(name)), []);
});
