import assert from "node:assert/strict";
import { parse } from "yaml";
import manifest from "../deno.json" with { type: "json" };
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

/** A document of YAML, as far as it is read here. */
type Yaml = Readonly<Record<string, unknown>>;

/** Every text of a document that a shell runs: `run:` of workflows, lists named `script`, `before_script`, and `args`. */
function* scriptsIn(value: unknown, key = ""): Generator<string> {
  if (typeof value === "string" && ["run", "script", "before_script", "args"].includes(key)) yield value;
  if (Array.isArray(value)) { for (const item of value) yield* scriptsIn(item, key); }
  else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* scriptsIn(item, name);
  }
}

async function checkScript(place: string, script: string): Promise<void> {
  // what the platform fills in is a word
  const text = script.replace(/\$\{\{[^}]*\}\}/g, "word");
  const { success, stderr } = await new Deno.Command("bash", { args: ["-n", "-c", text], stderr: "piped" }).output();
  assert.ok(success, `${place}: ${new TextDecoder().decode(stderr)}`);
  for (const [, task] of text.matchAll(/\bdeno task ([\w-]+)/g)) assert.ok(task in manifest.tasks, `${place}: ${task}`);
  for (const [, path] of text.matchAll(/(?<=\s|plumbline\/)((?:harness|scripts|web|ci)\/[\w/]+\.\w+)/g)) {
    assert.ok(Deno.statSync(ROOT + path).isFile, `${place}: ${path}`);
  }
}

Deno.test("workflows and templates are YAML, and run what exists", async () => {
  const workflows = [...Deno.readDirSync(`${ROOT}.github/workflows`)].map(({ name }) => `.github/workflows/${name}`);
  let count = 0;
  for (const file of [...workflows, "action.yml", "ci/gitlab.yml", "ci/kubernetes.yaml"]) {
    const document: Yaml = parse(Deno.readTextFileSync(ROOT + file), { strict: true });
    for (const script of scriptsIn(document)) {
      count++;
      await checkScript(file, script);
    }
    if (!workflows.includes(file)) continue;
    for (const [id, { steps }] of Object.entries(document.jobs as Record<string, { steps: Yaml[] }>)) {
      for (const step of steps) assert.ok((step.run === undefined) !== (step.uses === undefined), `${file}: ${id}`);
    }
  }
  await checkScript("ci/slurm.sh", Deno.readTextFileSync(`${ROOT}ci/slurm.sh`));
  assert.ok(count >= 7, `${count} scripts`);
});

Deno.test("options of tasks in workflows are those of the tasks", async () => {
  for (const line of Deno.readTextFileSync(`${ROOT}.github/workflows/pages.yml`).matchAll(/deno task (\w+) (.*)$/gm)) {
    const [, task, options] = line;
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["task", task, "--help"], cwd: ROOT }).output();
    const help = new TextDecoder().decode(stdout);
    for (const [option] of options.matchAll(/--[\w-]+/g)) {
      assert.ok(help.includes(option), `deno task ${task} ${option}`);
    }
  }
});

Deno.test("the container has all that the harness needs, and draws what fails", async () => {
  const home = await Deno.makeTempDir({ prefix: "container-" });
  const text = Deno.readTextFileSync(`${ROOT}Containerfile`).replaceAll("\\\n", " ");
  const run = async (...args: string[]) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: home }).output();
    return { code, said: new TextDecoder().decode(stderr) };
  };
  try {
    for (const [, paths] of text.matchAll(/^COPY (.+) \S+$/gm)) {
      // goldens are read alone, so they need no copy
      for (const path of paths.split(" ")) {
        if (path === "golden") await Deno.symlink(ROOT + path, `${home}/${path}`);
        else await new Deno.Command("cp", { args: ["-r", ROOT + path, home] }).output();
      }
    }
    const cached = /^RUN deno (cache .+)$/m.exec(text)?.[1].trim().split(/\s+/) ?? [];
    assert.equal((await run(...cached)).code, 0);
    const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)?.[1] ?? "[]") as string[];
    const [deno, ...args] = entry.map((it) => it.replace("/plumbline", home));
    assert.equal(deno, "deno");
    const engine = ["--engine", `${home}/harness/liars/partial.ts?wrong`, "--level", "dynamics", "--jobs", "1"];
    const { code, said } = await run(...args, "24", ...engine, "--format", "html", "--out", "report.html");
    assert.equal(code, 1, said);
    assert.match(await Deno.readTextFile(`${home}/report.html`), /id="scenes"/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
