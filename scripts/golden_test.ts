import assert from "node:assert/strict";
import { findNative } from "./native_mujoco.ts";

const PROGRAM = new URL("golden.ts", import.meta.url).pathname;

/** Runs `deno task golden` on goldens that are there for the test. */
async function golden(dir: string, args: string[], python?: string): Promise<{ code: number; text: string }> {
  const env: Record<string, string> = { NO_COLOR: "1", ...(python === undefined ? {} : { PLUMBLINE_PYTHON: python }) };
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", PROGRAM, "--golden", dir, ...args],
    env,
  }).output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

/** Writes recipes with their files. */
async function write(dir: string, cases: Record<string, { recipe: object; files: Record<string, string> }>) {
  for (const [id, { recipe, files }] of Object.entries(cases)) {
    await Deno.mkdir(`${dir}/${id}`, { recursive: true });
    const whole = { kind: "trajectory", isolates: "a test", items: ["L4"], drive: "forward", steps: 1, ...recipe };
    await Deno.writeTextFile(`${dir}/${id}/case.json`, JSON.stringify(whole));
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${dir}/${id}/${name}`, text);
  }
}

/** A ball at a height over a floor that it touches at 0.25. */
const ball = (height: number) => ({
  "model.xml": `<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 ${height}"><freejoint/>
    <geom size="0.25"/></body></worldbody></mujoco>`,
});

Deno.test("golden refuses a scene on a threshold unless that is its point, and a cause without need", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await write(dir, {
      "L4/on": { recipe: {}, files: ball(0.25) },
      "L4/on_purpose": { recipe: { threshold: "it touches exactly" }, files: ball(0.25) },
      "L4/off": { recipe: {}, files: ball(0.24) },
      "L4/off_with_cause": { recipe: { threshold: "none" }, files: ball(0.24) },
    });
    const { code, text } = await golden(dir, [], "no-python");
    assert.equal(code, 1);
    assert.match(text, /L4\/on: one ulp changes its contacts or rows in step 0: move the scene/);
    assert.match(text, /L4\/off_with_cause: 'threshold' gives a cause, but one ulp changes neither/);
    assert.match(text, /note: not held against native MuJoCo: no-python has no MuJoCo/);
    assert.match(text, /2 minted, 0 unchanged, 2 failed/);

    const minted = ["--case", "L4/off", "L4/on_purpose"];
    assert.deepEqual(await golden(dir, ["--check", ...minted], "no-python"), {
      code: 0,
      text: "2 agree, 0 unchanged, 0 failed\n",
    });
    const native = await golden(dir, ["--check", "--native", ...minted], "no-python");
    assert.equal(native.code, 2);
    assert.match(native.text, /^error: no-python has no MuJoCo.*pip install mujoco==3\.5\.0/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test({
  name: "golden holds what it mints against native MuJoCo, and refuses what one build alone does",
  ignore: "lack" in await findNative(),
  async fn() {
    const dir = await Deno.makeTempDir();
    try {
      const mesh = {
        "model.xml": `<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><geom type="mesh" mesh="m"/>
          </worldbody></mujoco>`,
        // an exponent without digits is read as 1 by one build and as 0 by the other
        "m.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nv 1 1 1e\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 2 5 4\nf 3 4 5\n",
      };
      await write(dir, {
        "L4/ball": { recipe: {}, files: ball(0.24) },
        "MJCF/mesh": { recipe: { kind: "compile", items: ["MJCF"] }, files: mesh },
      });
      const { code, text } = await golden(dir, []);
      assert.equal(code, 1);
      assert.match(text, /MJCF\/mesh: native MuJoCo 3\.5\.0 differs by more than 10 times .*; move the scene/);
      assert.match(text, /1 minted, 0 unchanged, 1 failed/);

      await Deno.remove(`${dir}/MJCF`, { recursive: true });
      const replayed = await golden(dir, ["--check", "--native", "--case", "L4/ball"]);
      assert.match(replayed.text, /mujoco 3\.5\.0 against MuJoCo 3\.5\.1[^]* 1 \/ 1 cases/);
      assert.equal(replayed.code, 0, replayed.text);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
