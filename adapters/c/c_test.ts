/** Builds the examples as the README says, and puts them under test. */

import assert from "node:assert/strict";
import { conform } from "../../harness/commands/conform.ts";
import { parseReport } from "../../harness/report/json.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

function build(name: string, ...more: string[]): string {
  const library = `${Deno.makeTempDirSync()}/lib${name}.so`;
  const sources = ["-I", `${ROOT}adapters/c`, "-o", library, `${ROOT}adapters/c/examples/${name}.c`];
  const flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"];
  const { success, stderr } = new Deno.Command("cc", { args: [...flags, ...sources, ...more] }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
  return library;
}

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

Deno.test("the minimal engine in C holds in five items, of which it sees one field", async () => {
  const items = ["24", "25", "26", "27", "IM"];
  const { code, said } = await run(...items, "--engine", build("minimal"), "--format", "json");
  assert.equal(code, 0, said);
  const report = parseReport(said, "report");
  assert.equal(report.engine, "minimal 1");
  assert.deepEqual(
    report.items.map(({ verdict, coverage }) => [verdict, coverage?.seen]),
    items.map(() => ["part", 1]),
  );
});

Deno.test("MuJoCo behind the interface in C passes every case of six items", async () => {
  const python = Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";
  const script =
    "import glob, mujoco, os; d = os.path.dirname(mujoco.__file__); print(d, *glob.glob(d + '/libmujoco.so.*'))";
  const { stdout } = new Deno.Command(python, { args: ["-c", script] }).outputSync();
  const [place, library] = new TextDecoder().decode(stdout).trim().split(" ");
  const engine = build("mujoco", "-I", `${place}/include`, library, `-Wl,-rpath,${place}`);
  // files of models, refusals, inverse dynamics, halves of steps, sparse matrices
  const { code, said } = await run("4", "5", "18", "22", "24", "27", "--engine", engine, "--format", "json");
  const report = parseReport(said, "report");
  assert.deepEqual(report.cases.filter(({ verdict }) => verdict === "fail"), [], said.slice(-2000));
  assert.equal(code, 0);
  assert.ok(report.items.every(({ passed, cases }) => passed === cases && cases > 10));
});

Deno.test("a library that prints, fails, and crashes is told apart from one that is none", async (t) => {
  const source = Deno.readTextFileSync(`${ROOT}adapters/c/examples/minimal.c`);
  const dir = Deno.makeTempDirSync();
  const variant = (name: string, from: string, to: string) => {
    assert.ok(source.includes(from));
    Deno.writeTextFileSync(`${dir}/${name}.c`, `#include <stdio.h>\n${source.replace(from, to)}`);
    const args = ["-shared", "-fPIC", "-w", "-I", `${ROOT}adapters/c`, "-o", `${dir}/${name}.so`, `${dir}/${name}.c`];
    assert.ok(new Deno.Command("cc", { args }).outputSync().success);
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
      const found = await run(...cases, "--engine", variant(name.replaceAll(" ", "_"), from, to));
      assert.match(found.said, complaint);
      assert.equal(found.code, code, found.said);
    });
  }
});
