import assert from "node:assert/strict";
import { generateHostile, goldenFolders } from "./generate_hostile.ts";
import { type HostileVerdict, runHostile } from "./hostile.ts";

const GOLDEN = new URL("../../golden", import.meta.url).pathname;
const BOUNDS = { seconds: 5, megabytes: 1024 };

Deno.test("hostile documents depend on the seed alone, and are of many kinds", () => {
  const folders = goldenFolders(GOLDEN);
  const seen = new Set<string>();
  for (let seed = 1; seed <= 100; seed++) {
    const { xml, assets } = generateHostile(seed, folders);
    assert.deepEqual(generateHostile(seed, folders), { xml, assets }, `seed ${seed}`);
    seen.add(xml);
  }
  assert.ok(seen.size > 95, `${seen.size}`);
});

Deno.test({
  name: "hostile documents end soon, with an error of the engine's own or none",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const verdicts: HostileVerdict[] = [];
    for await (const verdict of runHostile(GOLDEN, 1001, 1060, BOUNDS)) verdicts.push(verdict);
    assert.deepEqual(verdicts.map(({ seed }) => seed), Array.from({ length: 60 }, (_, i) => 1001 + i));
    assert.deepEqual(verdicts.filter(({ complaint }) => complaint !== null), []);
    assert.ok(new Set(verdicts.map(({ outcome }) => outcome)).size >= 3);
  },
});

/** Says what the process of hostile documents says; hangs, throws, and takes too long and too much at certain seeds. */
const PROGRAM = new URL(`data:application/javascript,${
  encodeURIComponent(`
    const [, first, last] = Deno.args.map(Number);
    for (let seed = first; seed <= last; seed++) {
      console.log(JSON.stringify({ begins: seed }));
      if (seed === 3) for (;;) {}
      if (seed === 5) Deno.exit(7);
      const outcome = seed === 2 ? "TypeError" : "loaded";
      const message = seed === 2 ? "x is not a function" : "";
      const seconds = seed === 4 ? [1, 2] : [0, 0];
      const megabytes = seed === 6 ? 999 : 0;
      console.log(JSON.stringify({ seed, outcome, message, seconds, megabytes }));
    }
  `)
}`);

Deno.test({
  name: "runHostile() tells of documents that hang, break, throw, or take too much, and goes on with the next",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const verdicts: HostileVerdict[] = [];
    for await (const verdict of runHostile("", 1, 7, { seconds: 0.5, megabytes: 500 }, PROGRAM)) verdicts.push(verdict);
    assert.deepEqual(verdicts.map(({ seed, outcome }) => `${seed} ${outcome}`), [
      "1 loaded",
      "2 TypeError",
      "3 ended",
      "4 loaded",
      "5 ended",
      "6 loaded",
      "7 loaded",
    ]);
    assert.deepEqual(verdicts.map(({ complaint }) => complaint), [
      null,
      "x is not a function",
      "takes too much time or memory, and was ended",
      "takes 1.0 s to compile, 2.0 s to step",
      "takes too much time or memory, and was ended",
      "takes 999 MB",
      null,
    ]);
  },
});
