import assert from "node:assert/strict";
import { placesOf, type Round, watch } from "./watch.ts";

const ROOT = new URL("../../", import.meta.url);

/** Changes that come one after another. */
function changes(count: number) {
  return {
    what: "engine.ts",
    async *[Symbol.asyncIterator]() {
      for (let i = 0; i < count; i++) yield await Promise.resolve("engine.ts");
    },
  };
}

/** Runs rounds with given results, and returns what each was asked to run. */
async function asked(
  results: readonly Round[],
  count = results.length - 1,
): Promise<{ asked: (readonly string[] | undefined)[]; code: number }> {
  const out: (readonly string[] | undefined)[] = [];
  const silent = { out: () => {}, err: () => {}, isPainted: false, isWatched: false };
  const round = (only: readonly string[] | undefined) => Promise.resolve(results[out.push(only) - 1]);
  const code = await watch(round, changes(count), silent);
  return { asked: out, code };
}

Deno.test("watch() runs what failed, and keeps to it while it fails or cannot be run", async () => {
  const { asked: only, code } = await asked([
    { code: 1, failing: ["a", "b"] },
    { code: 1, failing: ["b"] },
    { code: 2, failing: undefined },
    { code: 1, failing: ["b"] },
  ]);
  assert.deepEqual(only, [undefined, ["a", "b"], ["b"], ["b"]]);
  assert.equal(code, 1);
});

Deno.test("watch() runs everything again once what failed passes", async () => {
  const passes = { code: 0, failing: [] };
  const { asked: only } = await asked([{ code: 1, failing: ["a"] }, passes, passes], 1);
  assert.deepEqual(only, [undefined, ["a"], undefined]);
});

Deno.test("placesOf() finds what to watch of each kind of engine", () => {
  const base = ROOT.href;
  const inRoot = (path: string) => new URL(path, ROOT).pathname;
  const inTs = (...paths: string[]) => ({ paths: paths.map(inRoot), ends: [".ts"] });
  assert.deepEqual(placesOf("plumbline", base), inTs("engine", "mod.ts"));
  assert.deepEqual(placesOf("./harness/liars/partial.ts?wrong", base), inTs("harness/liars"));
  assert.deepEqual(placesOf("./libengine.so", base), { paths: [inRoot("libengine.so")], ends: [""] });
  assert.deepEqual(placesOf("exec:deno run harness/cli.ts", base), inTs("harness"));
  assert.throws(() => placesOf("mujoco@3.9.0", base), /no file that could change/);
});
