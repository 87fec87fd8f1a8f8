/** Builds the examples as the README says, and puts them under test. */

import assert from "node:assert/strict";
import { buildMujoco, compileC, reportOn, ROOT, runConform } from "../run_engine.ts";

const MINIMAL = `${ROOT}adapters/c/examples/minimal.c`;

Deno.test("the minimal engine in C holds in five items, of which it sees one field", async () => {
  const items = ["24", "25", "26", "27", "IM"];
  const library = `${Deno.makeTempDirSync()}/libminimal.so`;
  compileC(MINIMAL, library);
  const { code, report } = await reportOn(library, ...items);
  assert.equal(code, 0);
  assert.equal(report.engine, "minimal 1");
  assert.deepEqual(
    report.items.map(({ verdict, coverage }) => [verdict, coverage?.seen]),
    items.map(() => ["part", 1]),
  );
});

Deno.test("MuJoCo behind the interface in C passes every case of seven items", async () => {
  const library = `${Deno.makeTempDirSync()}/libmujoco_engine.so`;
  buildMujoco(library);
  // files of models, refusals, inverse dynamics, halves of steps, sparse matrices, plugins
  const { code, report } = await reportOn(library, "4", "5", "18", "22", "24", "27", "PLUG");
  assert.deepEqual(report.cases.filter(({ verdict }) => verdict === "fail"), []);
  assert.equal(code, 0);
  assert.ok(report.items.every(({ passed, cases }) => passed === cases && cases > 10));
});

Deno.test("a library that prints, fails, and crashes is told apart from one that is none", async (t) => {
  const source = Deno.readTextFileSync(MINIMAL);
  const dir = Deno.makeTempDirSync();
  const variant = (name: string, from: string, to: string) => {
    assert.ok(source.includes(from));
    Deno.writeTextFileSync(`${dir}/${name}.c`, `#include <stdio.h>\n${source.replace(from, to)}`);
    compileC(`${dir}/${name}.c`, `${dir}/${name}.so`, "-w");
    return `${dir}/${name}.so`;
  };
  const step = "sim->time += sim->timestep;";
  const cases = ["--case", "24/ac1", "24/ac2"];
  const expectations: [string, string, string, number, RegExp][] = [
    ["prints", step, `printf("{\\"id\\": 1}\\n"); fflush(stdout); ${step}`, 0, /1 as far as they were run/],
    ["fails", step, 'message = "out of luck"; return PLUMBLINE_ERROR;', 1, /crashed: .*out of luck/],
    ["crashes", step, "*(volatile int*)0 = 1;", 1, /case 24\/ac1 {2}crashed: its process ended \(signal SIGSEGV\)/],
    ["drifts", step, "sim->time += 1.001 * sim->timestep;", 1, /next\.time\[0\]/],
    ["is of another time", "return PLUMBLINE_ABI;", "return 99;", 2, /has version 99 of the interface/],
    ["lacks a function", "plumbline_forward", "forward", 2, /plumbline_forward/],
  ];
  for (const [name, from, to, code, complaint] of expectations) {
    await t.step(name, async () => {
      const found = await runConform(...cases, "--engine", variant(name.replaceAll(" ", "_"), from, to));
      assert.match(found.said, complaint);
      assert.equal(found.code, code, found.said);
    });
  }
});
