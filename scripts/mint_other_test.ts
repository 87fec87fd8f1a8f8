import assert from "node:assert/strict";
import { conform } from "../harness/commands/conform.ts";

const ROOT = new URL("../", import.meta.url).pathname;

async function golden(...args: string[]): Promise<{ code: number; said: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "scripts/golden.ts", ...args],
    cwd: ROOT,
  });
  const { code, stdout, stderr } = await command.output();
  return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

Deno.test("golden --mujoco mints a suite with another MuJoCo, which conforms to it", async () => {
  const out = `${Deno.makeTempDirSync()}/goldens`;
  // a run, a compiled model, a refusal, and one that calls functions
  const cases = ["24/ac1", "1/ac1", "1/ac10", "dyn/pendulum"];
  const minted = await golden("--mujoco", "3.5.0", "--out", out, "--case", ...cases);
  assert.equal(minted.code, 0, minted.said);
  assert.match(minted.said, /4 minted, 0 unchanged, 0 failed/);
  let said = "";
  const take = (text: string) => said += text;
  const terminal = { out: take, err: take, isPainted: false, isWatched: false };
  assert.equal(await conform(["--golden", out, "--engine", "native@3.5.0"], terminal), 0, said);
  assert.match(said, /mujoco 3\.5\.0 against MuJoCo 3\.5\.0/);
  assert.match(said, /4 \/ 4 cases/);
  assert.doesNotMatch(said, /not compared/);
});

Deno.test("golden --mujoco says what it takes", async () => {
  const lonely = await golden("--mujoco", "3.5.0");
  assert.deepEqual([lonely.code, lonely.said], [2, "error: --mujoco goes with --out\n"]);
  const odd = await golden("--mujoco", "newest", "--out", "none", "--case", "24/ac1");
  assert.match(odd.said, /--mujoco newest: not a version/);
  assert.equal(odd.code, 2);
});
