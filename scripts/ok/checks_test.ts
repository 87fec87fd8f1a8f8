import assert from "node:assert/strict";
import { checks } from "./checks.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("the gate installs things and runs the list of checks, nothing else", () => {
  const gate = Deno.readTextFileSync(new URL(".ci/run", ROOT));
  const commands = gate.split("\n").filter((line) => /deno@\S+/.test(line));
  assert.deepEqual(commands, ["exec npx -y deno@2.9.6 task ok"]);
  assert.equal(gate.trimEnd().split("\n").at(-1), commands[0]);
});

Deno.test("checks() have names of their own, tasks that exist, and mutants if there is history", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", ROOT)));
  const surroundings = { deno: "deno", python: "python3", report: "report.ndjson" };
  const commits = { head: "1234567890", base: "abcdef" };
  const all = checks({ ...surroundings, commits });
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  for (const { command: [program, verb, task] } of all) {
    if (program === "deno" && verb === "task") assert.ok(task in tasks, task);
  }
  const without = checks({ ...surroundings, commits: null });
  assert.deepEqual(all.filter(({ name }) => name !== "mutants"), without);
  assert.equal(all.length, without.length + 1);
});
