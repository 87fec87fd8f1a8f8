import assert from "node:assert/strict";
import { parseReport } from "../harness/report/json.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** Runs the step of the action, with its inputs. */
async function act(inputs: Record<string, string>) {
  const place = Deno.makeTempDirSync();
  const env = {
    RUNNER_TEMP: place,
    GITHUB_OUTPUT: `${place}/output`,
    GITHUB_STEP_SUMMARY: `${place}/summary`,
    ...inputs,
  };
  const { code, stdout, stderr } = await new Deno.Command("bash", { args: [`${ROOT}ci/action.sh`], cwd: ROOT, env })
    .output();
  const decoder = new TextDecoder();
  const read = (path: string) => Deno.readTextFileSync(path);
  const outputs = Object.fromEntries(read(`${place}/output`).trim().split("\n").map((line) => line.split("=")));
  return {
    code,
    said: decoder.decode(stdout) + decoder.decode(stderr),
    report: parseReport(read(outputs.report), outputs.report),
    badge: JSON.parse(read(outputs.badge)),
    summary: read(`${place}/summary`),
  };
}

Deno.test("the action passes an engine that conforms, with a summary and a badge", async () => {
  const { code, said, report, badge, summary } = await act({ ENGINE: "plumbline", ITEMS: "24 26", SHARD: "1/2" });
  assert.equal(code, 0, said);
  assert.deepEqual(report.items.map(({ id }) => id), ["24", "26"]);
  assert.equal(badge.message, `${report.cases.length}/${report.cases.length} (100 %)`);
  assert.equal(badge.color, "brightgreen");
  assert.match(summary, /friction combination/);
});

Deno.test("the action fails an engine that differs, with annotations", async () => {
  const engine = `${ROOT}harness/liars/partial.ts?wrong`;
  const { code, said, badge } = await act({ ENGINE: engine, ITEMS: "24", LEVEL: "dynamics", ARGUMENTS: "--jobs 1" });
  assert.equal(code, 1, said);
  assert.match(said, /^::error /m);
  assert.equal(badge.color, "orange");
});

Deno.test("the action hands every input to its step", () => {
  const action = Deno.readTextFileSync(`${ROOT}action.yml`);
  const inputs = [...action.split("outputs:")[0].matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name);
  const script = Deno.readTextFileSync(`${ROOT}ci/action.sh`);
  for (const name of inputs.filter((it) => it !== "report")) {
    assert.ok(action.includes(`${name.toUpperCase()}: \${{ inputs.${name} }}`), name);
    assert.match(script, new RegExp(`\\$\\{?${name.toUpperCase()}\\b`), name);
  }
});

Deno.test("templates name options, files, and versions that exist", () => {
  const program = Deno.readTextFileSync(`${ROOT}harness/commands/program.ts`);
  const files = ["ci/kubernetes.yaml", "ci/slurm.sh", "ci/gitlab.yml", "ci/action.sh", "Containerfile", "action.yml"];
  for (const file of files) {
    const text = Deno.readTextFileSync(ROOT + file);
    const lines = text.split("\n").filter((line) => /conform|cli\.ts|arguments|--record/.test(line)).join("\n");
    for (const [, option] of lines.matchAll(/(?<![\w-])--([a-z]+)\b(?!-)/g)) {
      if (["quiet", "rm"].includes(option)) continue;
      assert.ok(program.includes(`"--${option}`), `${file}: --${option}`);
    }
    for (const [, version] of text.matchAll(/deno(?:-version)?: ?(?:debian-)?(\d+\.\d+\.\d+)/g)) {
      assert.equal(version, "2.9.6", file);
    }
  }
  for (const [, path] of Deno.readTextFileSync(`${ROOT}Containerfile`).matchAll(/^COPY (\S+) /gm)) {
    assert.ok(Deno.statSync(ROOT + path), path);
  }
});
