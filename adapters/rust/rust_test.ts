/** Builds the crate and its examples as the README says, and puts them under test. */

import assert from "node:assert/strict";
import { buildMujoco, reportOn, ROOT } from "../run_engine.ts";

const TARGET = Deno.makeTempDirSync();

function cargo(...args: string[]): void {
  const { success, stdout, stderr } = new Deno.Command("cargo", {
    args: [...args, "--offline", "--quiet", "--target-dir", TARGET],
    cwd: `${ROOT}adapters/rust`,
    env: { RUSTFLAGS: "-Dwarnings" },
  }).outputSync();
  const decoder = new TextDecoder();
  assert.ok(success, decoder.decode(stdout) + decoder.decode(stderr));
}

Deno.test("the crate passes its own tests", () => cargo("test"));

Deno.test("the minimal engine in Rust holds in five items, of which it sees one field", async () => {
  cargo("build", "--examples");
  const items = ["24", "25", "26", "27", "IM"];
  const { code, report } = await reportOn(`exec:"${TARGET}/debug/examples/minimal"`, ...items);
  assert.equal(code, 0);
  assert.deepEqual(
    report.items.map(({ verdict, coverage }) => [verdict, coverage?.seen]),
    items.map(() => ["part", 1]),
  );
});

Deno.test("a library in C behind the crate passes every case of six items", async () => {
  cargo("build", "--examples");
  buildMujoco(`${TARGET}/libmujoco_engine.so`);
  const engine = `exec:"${TARGET}/debug/examples/library" "${TARGET}/libmujoco_engine.so"`;
  const { code, report } = await reportOn(engine, "5", "18", "22", "24", "27", "PLUG");
  assert.deepEqual(report.cases.filter(({ verdict }) => verdict === "fail"), []);
  assert.equal(code, 0);
});
