import { ok } from "node:assert/strict";
import { findNative } from "./native_mujoco.ts";

const native = await findNative();
const python = "python" in native ? native.python : undefined;

const MODEL = `<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0.01 0.02 0.15" euler="10 20 30">
      <freejoint/>
      <geom type="box" size=".1 .07 .05"/>
    </body>
  </worldbody>
</mujoco>`;

Deno.test({
  name: "export_golden.py writes a case that the harness accepts and MuJoCo passes",
  ignore: python === undefined,
  async fn() {
    const dir = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${dir}/box.xml`, MODEL);
      const script = new URL("export_golden.py", import.meta.url).pathname;
      const out = `${dir}/goldens/DYN/box`;
      const made = await new Deno.Command(python ?? "", { args: [script, `${dir}/box.xml`, "--out", out] }).output();
      ok(made.success, new TextDecoder().decode(made.stderr));

      const cli = new URL("../harness/cli.ts", import.meta.url).pathname;
      const args = ["run", "-A", cli, "--case", "DYN/box", "--golden", `${dir}/goldens`, "--engine", "mujoco@3.5.1"];
      const run = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } }).output();
      ok(new TextDecoder().decode(run.stdout).includes("1 / 1 cases"), new TextDecoder().decode(run.stdout));
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
