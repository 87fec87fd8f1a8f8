import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import type { Engine, Words } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { readCase, readGolden } from "../golden/golden.ts";
import { replay } from "./replay.ts";
import { changesOf, hashesOf, namesIn } from "./words.ts";

const STORE = openStore(new URL("../../golden", import.meta.url).pathname);
const CASES = STORE.list().map((id) => readCase(STORE, id)).filter(({ file }) => file.uses !== undefined);

Deno.test("changesOf() names the use, and quotes the first line that differs", () => {
  const before: Words = { edits: "one\ntwo\nthree\n", saved: "file\n", bytes: Uint8Array.of(1) };
  const says = hashesOf(before);
  const recorded = (name: string) => before[name] as string | undefined;
  const tell = (words: Words, stored: typeof recorded = recorded) =>
    changesOf(says, words, stored).map(({ name, message }) => `${name}: ${message}`);
  assert.deepEqual(tell(before), []);
  for (
    const [change, message] of [
      [{ edits: "one\nTwo\nThree\n" }, /^edits: 2 of 4 lines differ; line 2 should be 'two' and is 'Two'$/],
      [{ edits: "one\ntwo\n" }, /^edits: 3 lines instead of 4; line 3 should be 'three' and is ''$/],
      [{ edits: "one" }, /^edits: 1 lines instead of 4; line 2 should be 'two' and is the end$/],
      [{ bytes: Uint8Array.of(2) }, /^bytes: is not what it was: its hash is \w{12}, and should be \w{12}$/],
      [{ other: "new" }, /^other: the golden does not have it$/],
    ] as const
  ) {
    const [said, ...rest] = tell({ ...before, ...change }, (name) => name === "bytes" ? undefined : recorded(name));
    assert.match(said, message);
    assert.deepEqual(rest, []);
  }
  assert.deepEqual(tell({ edits: before.edits, bytes: before.bytes }), ["saved: nothing is said of it"]);
  assert.deepEqual(tell({ ...before, saved: "no" }, () => "forged"), [
    "saved: is not what it was, and what it was is not what is stored",
  ]);
});

Deno.test("changesOf() shows where long lines differ", () => {
  const line = Array.from({ length: 400 }, (_, i) => i).join(" ");
  const [{ message }] = changesOf(hashesOf({ long: line }), { long: line.replace(" 200 ", " 2000 ") }, () => line);
  assert.match(message, /^1 of 1 lines differ; line 1 should be '….* 200 201 .*…' and is '….* 2000 201 .*…'$/);
  assert.ok(message.length < 800);
});

Deno.test("uses have the words in their goldens, in files beside them", () => {
  assert.ok(CASES.length > 0);
  for (const { id, file: { says = "", uses = [] } } of CASES) {
    assert.deepEqual(namesIn(says), uses, id);
    const golden = readGolden(STORE, readCase(STORE, id));
    const stored = Object.fromEntries(uses.map((use) => [use, golden.words?.(use) ?? ""]));
    assert.equal(hashesOf(stored), says, `${id}: run: deno task golden --words`);
    assert.deepEqual(STORE.files(id).filter((path) => path.startsWith("words/")).length, uses.length, id);
  }
});

Deno.test("replay() fails with the name of the use that says something else", async () => {
  const golden = readGolden(STORE, readCase(STORE, "mjcf/used_refusals"));
  const altered: Engine = {
    ...PLUMBLINE,
    async load(xml, assets) {
      const loaded = await PLUMBLINE.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      return {
        ...loaded,
        async says(uses) {
          const words = await loaded.says?.(uses) ?? {};
          return { ...words, images: String(words.images).replace("0", "o") };
        },
      };
    },
  };
  assert.equal((await replay(PLUMBLINE, golden, {})).passed, true);
  const { passed, failures } = await replay(altered, golden, {});
  assert.equal(passed, false);
  assert.deepEqual(failures.map(({ field }) => field), ["says.images"]);
  assert.match(failures[0].message ?? "", /^1 of \d+ lines differ; line \d+ should be /);
});
