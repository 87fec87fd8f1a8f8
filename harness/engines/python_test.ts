import assert from "node:assert/strict";

const CLI = new URL("../cli.ts", import.meta.url).pathname;
const GOLDEN = new URL("../../golden", import.meta.url).pathname;

async function conform(engine: string, env: Record<string, string>): Promise<{ code: number; said: string }> {
  const args = ["run", "-A", "--no-check", CLI, "--case", "24/ac1", "--golden", GOLDEN, "--engine", engine];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env }).output();
  const decoder = new TextDecoder();
  return { code, said: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("native@VERSION runs in the user's own Python if that has it, without a download", async () => {
  const { code, said } = await conform("native@3.5.0", { PIP_NO_INDEX: "1", PLUMBLINE_CACHE: Deno.makeTempDirSync() });
  assert.equal(code, 0, said);
  assert.match(said, /^mujoco 3\.5\.0 against/m);
  assert.doesNotMatch(said, /installing/);
});

Deno.test("native@VERSION that cannot be installed ends in one line that says why and what it takes", async () => {
  const { code, said } = await conform("native@9.9.9", { PIP_NO_INDEX: "1", PLUMBLINE_CACHE: Deno.makeTempDirSync() });
  assert.equal(code, 2, said);
  assert.match(
    said,
    /^installing mujoco==9\.9\.9 from PyPI into .*\nerror: mujoco==9\.9\.9 cannot be installed from PyPI \(.*No matching distribution/,
  );
  assert.match(said, /PLUMBLINE_PYTHON/);
});

Deno.test("native@VERSION without Python says that it takes one", async () => {
  const { code, said } = await conform("native@9.9.9", {
    PLUMBLINE_PYTHON: "/none",
    PLUMBLINE_CACHE: Deno.makeTempDirSync(),
  });
  assert.equal(code, 2, said);
  assert.match(said, /cannot be installed from PyPI \(.*\/none.*\); it takes Python 3/);
});
