import assert from "node:assert/strict";
import { openStore } from "../harness/disk.ts";
import { readCase, readGolden } from "../harness/golden/golden.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** Cases with all that the format has: tables of every kind, ragged fields, zeros, twins, NaN, functions, flexes. */
const CASES = ["24/ac1", "27/ac1", "sol/toggled", "dyn/pendulum", "1/ac1", "1/ac10"];

const PRINT = `
import json
out = {}
for folder in sys.argv[1:]:
    case, frames = read_frames(folder)
    out[folder] = [{label: [repr(float(x)) for x in values] for label, values in frame.items()} for frame in frames]
json.dump(out, sys.stdout)
`;

Deno.test("the reader in docs/golden-format.md gives what the harness reads, in at most forty lines", async () => {
  const [, reader] = /```python\n([\s\S]*?)```/.exec(Deno.readTextFileSync(`${ROOT}docs/golden-format.md`)) ?? [];
  const [core] = reader.split("if __name__");
  assert.ok(core.trim().split("\n").length <= 40);

  const store = openStore(`${ROOT}golden`);
  const ragged = store.list().filter((id) => {
    const { minted } = readCase(store, id).file;
    return minted?.ragged !== undefined && Object.values(minted.zero ?? {}).includes(-1);
  });
  const ids = [...CASES, ...ragged.slice(0, 3)];
  assert.ok(ragged.length > 0);
  const python = Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";
  const { stdout, stderr, success } = await new Deno.Command(python, {
    args: ["-c", core + PRINT, ...ids.map((id) => `${ROOT}golden/${id}`)],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const read = JSON.parse(new TextDecoder().decode(stdout));

  for (const id of ids) {
    const { frames } = readGolden(store, readCase(store, id));
    const given = read[`${ROOT}golden/${id}`] as Record<string, string[]>[];
    assert.equal(given.length, frames.frames);
    for (const [step, labels] of given.entries()) {
      const expected = frames.names().map((label) => [label, [...frames.get(label, step) ?? []]] as const);
      const numbers = (list: string[]) => list.map((it) => it === "nan" ? NaN : it === "inf" ? Infinity : Number(it));
      const got = new Map(Object.entries(labels).map(([label, list]) => [label, numbers(list)]));
      for (const [label, values] of expected) assert.deepEqual(got.get(label), values, `${id} ${step} ${label}`);
      assert.equal(got.size, expected.length);
    }
  }
});
