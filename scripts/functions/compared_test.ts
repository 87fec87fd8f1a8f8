import assert from "node:assert/strict";
import * as mod from "../../mod.ts";
import "./compared/all.ts";
import { type Comparison, COMPARISONS, type Lie, notices, type Trace, traced } from "./compared/sides.ts";
import { functionTable } from "./function_table.ts";

const traces = new Map<Comparison, Trace>();

for (const it of COMPARISONS) {
  Deno.test(it.title, async () => {
    traces.set(it, await traced(it.run));
  });
}

/** Does a comparison notice that a function does nothing, or that it is wrong? */
async function noticesLies(it: Comparison, side: Lie["side"], name: string): Promise<boolean> {
  const returned = traces.get(it)?.[side].get(name);
  return await notices(it.run, { side, name, returned, how: "nothing" }) ||
    await notices(it.run, { side, name, returned, how: "wrong" });
}

/** Does a comparison call what is offered for a function, and the function? */
function callsBoth(it: Comparison, name: string, offered: string): boolean {
  const trace = traces.get(it);
  if (trace === undefined) return false;
  if (offered.includes(".")) return it.members.includes(name) && trace.theirs.has(name);
  return trace.ours.has(offered) && trace.theirs.has(name);
}

Deno.test("for every function that is offered, a comparison with MuJoCo notices when either of the two lies", async () => {
  const missing: string[] = [];
  for (const { name, offered } of functionTable(mod).flatMap(({ rows }) => rows)) {
    if (offered === null) continue;
    const [, root] = /(?:new )?([\w.]+)/.exec(offered) as RegExpExecArray;
    let problem = "no comparison calls both";
    for (const it of COMPARISONS) {
      if (problem === "" || !callsBoth(it, name, root)) continue;
      const ours = await noticesLies(it, "ours", root);
      const theirs = await noticesLies(it, "theirs", name);
      problem = ours && theirs ? "" : `lies of ${ours ? "MuJoCo" : "ours"} are not noticed by '${it.title}'`;
    }
    if (problem !== "") missing.push(`${name} (${offered}): ${problem}`);
  }
  assert.deepEqual(missing, []);
});
