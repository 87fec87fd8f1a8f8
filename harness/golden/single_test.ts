import assert from "node:assert/strict";
import { conform } from "../commands/conform.ts";
import { openStore } from "../disk.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { singleEngine } from "../engines/single.ts";
import { changing, type Liar, LIARS } from "../liars/liars.ts";
import { replay } from "../replay/replay.ts";
import { parseReport } from "../report/json.ts";
import { readCase, readGolden } from "./golden.ts";
import { changeOf, roundText } from "./single.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const store = openStore(`${ROOT}golden`);
const goldens = ["sol/toggled", "dyn/inverse_arm", "im/margin_gap", "mjcf/defaults_compile", "sol/sleep_cycles"]
  .map((id) => readGolden(store, readCase(store, id)));

async function failing(liar: Liar, precision: "f32" | "f64"): Promise<string[]> {
  const engine = liar(singleEngine(PLUMBLINE));
  const out: string[] = [];
  for (const golden of goldens) {
    if (!(await replay(engine, golden, {}, { precision })).passed) out.push(golden.id);
  }
  return out;
}

Deno.test("replay() in single precision passes an engine that rounds its inputs and outputs", async () => {
  assert.deepEqual(await failing((good) => good, "f32"), []);
  assert.equal((await failing((good) => good, "f64")).length, goldens.length);
});

/** What an engine in single precision must not get away with. */
const WRONG: Readonly<Record<string, Liar>> = {
  "wrong sign": LIARS["wrong sign"],
  "a contact dropped": LIARS["a contact dropped"],
  "two rows swapped": LIARS["two rows swapped"],
  "no integration": LIARS["no integration"],
  "two units in the last place of what is copied": changing(
    "geom_friction",
    (values) => values[0] = Math.fround(values[0]) * (1 + 2 ** -22),
  ),
  "a ten-thousandth of an acceleration": changing("qacc", (values) => values.forEach((x, i) => values[i] = 1.0001 * x)),
};

for (const [name, liar] of Object.entries(WRONG)) {
  Deno.test(`replay() in single precision catches: ${name}`, async () => {
    assert.notDeepEqual(await failing(liar, "f32"), []);
  });
}

Deno.test("conform judges an engine by the precision that it declares, and catches the geometric mean", async () => {
  const run = async (query: string) => {
    let said = "";
    const take = (text: string) => said += text;
    const engine = `${ROOT}harness/liars/single.ts${query}`;
    const terminal = { out: take, err: take, isPainted: false, isWatched: false };
    const code = await conform(["24", "--engine", engine, "--golden", `${ROOT}golden`, "--format", "json"], terminal);
    return { code, report: parseReport(said, query) };
  };
  const right = await run("");
  assert.deepEqual([right.code, right.report.manner.precision, right.report.items[0].verdict], [0, "f32", "pass"]);
  const wrong = await run("?geometric");
  assert.equal(wrong.code, 1);
  assert.equal(wrong.report.causes[0].field, "contact.friction");
});

Deno.test("changeOf() is null where a change is discrete or larger than a thousandth", () => {
  assert.equal(changeOf("ncon", Int32Array.of(2), Int32Array.of(2)), 0);
  assert.equal(changeOf("ncon", Int32Array.of(2), Int32Array.of(3)), null);
  assert.equal(changeOf("qacc", Float64Array.of(1, 2), Float64Array.of(1)), null);
  assert.equal(changeOf("qacc", Float64Array.of(1, 2), Float64Array.of(1, NaN)), null);
  assert.equal(changeOf("qacc", Float64Array.of(1, 2), Float64Array.of(1, 2.01)), null);
  assert.ok(Math.abs((changeOf("qacc", Float64Array.of(1, 2), Float64Array.of(1, 2.001)) ?? 0) - 1e-3) < 1e-9);
  assert.equal(changeOf("qacc", Float64Array.of(1, 2), Float64Array.of(1, 2 + 1e-6)), 0);
});

Deno.test("roundText() rounds numbers in attributes, and nothing else", () => {
  const text = `<geom name="a0.1" size="0.1 2 1e-3" file='x0.1.stl'/> 0.1 <key time="1"/>`;
  const [tenth, thousandth] = [0.1, 1e-3].map((x) => String(Math.fround(x)));
  const expected = `<geom name="a0.1" size="${tenth} 2 ${thousandth}" file='x0.1.stl'/> 0.1 <key time="1"/>`;
  assert.equal(roundText(text), expected);
});
