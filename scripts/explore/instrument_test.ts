import assert from "node:assert/strict";
import { isWellFormed } from "../mutants/attempt.ts";
import { parse } from "../mutants/sources.ts";
import { type Decision, instrument, instrumented } from "./instrument.ts";
import { taken, WAYS } from "./prelude.ts";

const SOURCE = `
export function pick(a: number, b: number, list: readonly number[] | null): string {
  if (list && (a < b || b >= 3) && !(a === 7)) return list.length ? "some" : "none";
  for (let i = 0; i < 2; i++) if (a <= i) return "few";
  return a > b ? "more" : "no more";
}
`;

Deno.test("instrumented() does what the source does, and reports which way its decisions go", async () => {
  const decisions: Decision[] = [];
  const { tree, text } = parse("pick.ts", SOURCE);
  const load = async (code: string) => (await import(`data:application/typescript,${encodeURIComponent(code)}`)).pick;
  const [plain, reporting] = [await load(text), await load(instrumented("pick.ts", text, tree, decisions))];
  const at = (part: string) => WAYS * decisions.findIndex((it) => it.text === part);

  taken.fill(0);
  for (const args of [[1, 2, [1]], [1, 2, []], [2, 1, null], [0, 0, null], [7, 9, [1]], [4, 4, [1]]]) {
    assert.equal(reporting(...args), plain(...args), args.join());
  }
  assert.deepEqual([...taken.subarray(at("a < b"), at("a < b") + 3)], [1, 1, 0]);
  assert.deepEqual([...taken.subarray(at("!(a === 7)"), at("!(a === 7)") + 2)], [1, 1]);
  assert.deepEqual([...taken.subarray(at("a > b"), at("a > b") + 3)], [1, 0, 1]);
  assert.deepEqual([...taken.subarray(at("list"), at("list") + 2)], [1, 1]);
});

Deno.test("instrument() leaves every file of the engine well formed, and fits the room for ways", () => {
  const { texts, decisions } = instrument();
  assert.ok(decisions.length > 5000 && WAYS * decisions.length < taken.length, `${decisions.length} decisions`);
  const some = [...texts].filter((_, i) => i % 20 === 0);
  assert.deepEqual(some.filter(([, text]) => !isWellFormed(text)).map(([file]) => file), []);
});
