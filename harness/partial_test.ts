import assert from "node:assert/strict";
import { conform } from "./commands/conform.ts";
import { parseReport } from "./report/json.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const PARTIAL = `${ROOT}harness/liars/partial.ts`;

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  let said = "";
  const take = (text: string) => said += text;
  const code = await conform([...args, "--golden", `${ROOT}golden`], {
    out: take,
    err: take,
    isPainted: false,
    isWatched: false,
  });
  return { code, said };
}

Deno.test("conform judges a partial engine by what it offers, and says how much that is", async () => {
  const { code, said } = await run("24", "27", "--engine", PARTIAL, "--format", "json");
  assert.equal(code, 0, said);
  const report = parseReport(said, "report");
  assert.equal(report.conforms, true);
  for (const { id, verdict, coverage } of report.items) {
    assert.equal(verdict, "part", id);
    assert.equal(coverage?.seen, 5, id);
    assert.ok((coverage?.of ?? 0) > 100, id);
  }
  // nothing of a compiled model is offered
  assert.equal(report.cases.find(({ id }) => id === "im/compiled")?.verdict, "unseen");
});

Deno.test("conform tells where a partial engine is wrong in what it offers", async () => {
  const { code, said } = await run("24", "--engine", `${PARTIAL}?wrong`);
  assert.equal(code, 1);
  assert.match(said, /qacc\[\d\][\s\S]*got/);
});

Deno.test("conform holds an engine to what it offers", async () => {
  const { code, said } = await run("24", "--engine", `${PARTIAL}?broken-promise`);
  assert.equal(code, 1);
  assert.match(said, /qacc: the engine has no such field/);
});

Deno.test("conform does not pass an item of which nothing is seen", async () => {
  // items that are about compiled models alone
  const { code, said } = await run("--case", "im/compiled", "--engine", PARTIAL);
  assert.equal(code, 1, said);
});

Deno.test("conform --level narrows what is compared, and which items are judged", async () => {
  const counts: Record<string, number> = {};
  for (const level of ["model", "state", "dynamics", "full"]) {
    const cases = ["27/ac1", "im/compiled", "mjcf/unknown_attribute"];
    const { code, said } = await run("--case", ...cases, "--level", level, "--format", "json");
    assert.equal(code, 0, `${level}: ${said}`);
    const report = parseReport(said, level);
    counts[level] = report.totals.scalars;
    const seen = report.cases.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
    const expected = { model: cases.slice(1), full: cases }[level] ?? cases.slice(0, 1);
    assert.deepEqual(seen.sort(), expected.sort(), level);
  }
  assert.ok(
    counts.state > 0 && counts.state < counts.dynamics && counts.dynamics < counts.full,
    JSON.stringify(counts),
  );
  assert.ok(counts.model > 0 && counts.model < counts.full, JSON.stringify(counts));
});
