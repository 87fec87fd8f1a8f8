import assert from "node:assert/strict";
import { conform } from "./commands/conform.ts";
import { parseReport, renderJson } from "./report/json.ts";

const ROOT = new URL("../", import.meta.url).pathname;

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(...args: string[]): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const code = await conform(args, {
    out: (text) => stdout += text,
    err: (text) => stderr += text,
    isPainted: false,
    isWatched: false,
  });
  return { code, stdout, stderr };
}

async function start(...[script, ...args]: [string, ...string[]]): Promise<Outcome> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", `${ROOT}${script}`, ...args],
    cwd: ROOT,
  });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A suite of a few cases, which is opened fast. */
function suite(...ids: string[]): string {
  const dir = Deno.makeTempDirSync();
  const all = JSON.parse(Deno.readTextFileSync(`${ROOT}golden/manifest.json`));
  for (const id of ids) {
    Deno.mkdirSync(`${dir}/${id}`, { recursive: true });
    for (const file of ["case.json", "model.xml", "trajectory.npz"]) {
      Deno.copyFileSync(`${ROOT}golden/${id}/${file}`, `${dir}/${id}/${file}`);
    }
  }
  Deno.writeTextFileSync(`${dir}/manifest.json`, JSON.stringify(Object.fromEntries(ids.map((id) => [id, all[id]]))));
  return dir;
}

/** A suite of one case, spoiled in some way. */
function spoiled(name: string, spoil: (folder: string) => void): string {
  const dir = suite("sol/toggled");
  spoil(name === "manifest" ? dir : `${dir}/sol/toggled`);
  return dir;
}

const editJson = (path: string, edit: (json: Record<string, unknown>) => void) => {
  const json = JSON.parse(Deno.readTextFileSync(path));
  edit(json);
  Deno.writeTextFileSync(path, JSON.stringify(json));
};

const small = () => ["--golden", suite("sol/toggled")];

/** Each ends in one line that says where, and exit code 2. */
const BAD_INPUT: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  ["an unknown item", () => [...small(), "77"], /^error: item '77' is unknown, the items are SOL\n$/],
  ["an unknown case", () => [...small(), "--case", "nonsense"], /^error: case 'nonsense' is unknown\n$/],
  ["an unknown engine", () => [...small(), "--engine", "bullet"], /^error: engine 'bullet' is unknown: use plumbline/],
  [
    "an engine file that is missing",
    () => [...small(), "--engine", "./none.ts"],
    /^error: engine \.\/none\.ts: cannot be imported/,
  ],
  ["a version that is none", () => [...small(), "--engine", "mujoco@latest"], /^error: mujoco@latest: not a version/],
  ["a version that is none", () => [...small(), "--engine", "native@"], /^error: native@: not a version/],
  ["a directory that is missing", () => ["--golden", "nowhere"], /^error: nowhere: there is no such directory/],
  ["an empty suite", () => ["--golden", Deno.makeTempDirSync()], /holds no case\n$/],
  ["an empty selection", () => [...small(), "SOL", "--shard", "2/2"], /^error: no case is selected/],
  ["a step without a dump", () => [...small(), "--step", "1"], /^error: --step goes with --dump\n$/],
  [
    "a step that is none",
    () => [...small(), "--dump", "--step", "99"],
    /^error: step 99: the selected cases have \d+ st/,
  ],
  ["no thread", () => [...small(), "--jobs", "0"], /expected a whole number from 1 up/],
  ["an option that is none", () => ["--frobnicate"], /unknown option '--frobnicate'/],
  ["a shard that is none", () => [...small(), "--shard", "3/2"], /expected i\/n/],
  [
    "a truncated golden",
    () => ["--golden", spoiled("npz", (folder) => Deno.truncateSync(`${folder}/trajectory.npz`, 3000))],
    /toggled\/trajectory\.npz: corrupt/,
  ],
  [
    "a lost golden",
    () => ["--golden", spoiled("npz", (folder) => Deno.removeSync(`${folder}/trajectory.npz`))],
    /toggled\/trajectory\.npz: not found/,
  ],
  [
    "a changed model",
    () => ["--golden", spoiled("xml", (folder) => Deno.writeTextFileSync(`${folder}/model.xml`, "<mujoco/>"))],
    /toggled\/model\.xml: changed since the golden was minted/,
  ],
  [
    "a recipe that is no JSON",
    () => ["--golden", spoiled("json", (folder) => Deno.writeTextFileSync(`${folder}/case.json`, "{"))],
    /toggled\/case\.json: Expected/,
  ],
  [
    "a recipe with an unknown word",
    () => ["--golden", spoiled("json", (folder) => editJson(`${folder}/case.json`, (json) => json.stepz = 3))],
    /toggled\/case\.json: stepz: /,
  ],
  [
    "a free run with a bound of its own",
    () => ["--golden", spoiled("json", (folder) => editJson(`${folder}/case.json`, (json) => json.free = 1e9))],
    /toggled\/case\.json: free: /,
  ],
  [
    "a tolerance without end",
    () => [
      "--golden",
      spoiled("json", (folder) => {
        const text = Deno.readTextFileSync(`${folder}/case.json`);
        const tolerance = '"tolerances": {"qvel": {"kind": "fixed", "bound": 1e999, "cause": "none"}},';
        Deno.writeTextFileSync(`${folder}/case.json`, text.replace("{", `{${tolerance}`));
      }),
    ],
    /toggled\/case\.json: tolerances\.qvel\.bound: /,
  ],
  [
    "a golden of another format",
    () => [
      "--golden",
      spoiled(
        "json",
        (folder) => editJson(`${folder}/case.json`, ({ minted }) => (minted as { format: number }).format = 99),
      ),
    ],
    /toggled\/case\.json: format 99, this harness reads \d/,
  ],
  [
    "a case that the manifest misses",
    () => ["--golden", spoiled("manifest", (dir) => editJson(`${dir}/manifest.json`, (json) => json["sol/gone"] = 3))],
    /manifest\.json: case sol\/gone is listed/,
  ],
];

Deno.test("conform ends in one line and exit code 2 for bad input", async () => {
  for (const [what, args, says] of BAD_INPUT) {
    const { code, stdout, stderr } = await run(...args());
    assert.deepEqual([what, code, stdout], [what, 2, ""]);
    assert.match(stderr, says, what);
    assert.doesNotMatch(stderr, /^ {4}at /m, `${what}: a stack trace`);
    assert.ok(stderr.trimEnd().split("\n").length <= 2, `${what}: more than a line:\n${stderr}`);
  }
});

/** The same of the other commands, each a process of its own. */
const BAD_COMMANDS: readonly (readonly [[string, ...string[]], RegExp])[] = [
  [["scripts/live.ts", "none.xml"], /^error: none\.xml: not found\n$/],
  [["scripts/live.ts", "golden/sol/toggled/model.xml", "--ctrl", "jazz"], /^error: --ctrl jazz: expected zero/],
  [["scripts/live.ts", "golden/sol/toggled/model.xml", "--ctrl", "random:x"], /^error: .* 'x' is not a whole number/],
  [["scripts/golden.ts", "--shard", "5/2"], /expected i\/n/],
  [["scripts/fuzz.ts", "nonsense"], /^error: there is no area 'nonsense'/],
  [["scripts/mutants.ts", "nonsense"], /^error: mutant 'nonsense' is unknown/],
  [["scripts/bench.ts", "chain", "--seconds", "-1"], /expected a number above 0/],
];

Deno.test("every command ends in one line and exit code 2 for bad input", async () => {
  for (const [args, says] of BAD_COMMANDS) {
    const { code, stdout, stderr } = await start(...args);
    assert.deepEqual([args, code, stdout], [args, 2, ""]);
    assert.match(stderr, says);
    assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  }
});

Deno.test("live could not tell where a model needs what is not supported, and says in which place that is", async () => {
  const path = await Deno.makeTempFile({ suffix: ".xml" });
  try {
    await Deno.writeTextFile(
      path,
      `<mujoco>\n  <extension>\n    <plugin plugin="mine"/>\n  </extension>\n  <worldbody/>\n</mujoco>`,
    );
    const { code, stdout } = await start("scripts/live.ts", path);
    assert.equal(code, 2, stdout);
    assert.ok(stdout.includes(`not supported: <plugin plugin="mine"> (${path}:3:5)`), stdout);
    assert.match(stdout, /^NOT COMPARED: plumbline does not support the model/m);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("conform reports the same in every format, and 1 for an engine that does nothing", async () => {
  const select = [...small(), "--engine", "./harness/liars/does_nothing.ts"];
  const [pretty, json, junit, good] = await Promise.all([
    run(...select),
    run(...select, "--format", "json"),
    run(...select, "--format", "junit"),
    run(...small(), "--engine", "mujoco@3.5.1", "--format", "json"),
  ]);
  assert.deepEqual([pretty.code, json.code, junit.code, good.code], [1, 1, 1, 0]);
  assert.match(pretty.stdout, /^fail +SOL .* case sol\/toggled/m);
  assert.match(junit.stdout, /<testsuites .*failures="1"/);

  const report = parseReport(json.stdout, "report.json");
  assert.equal(report.conforms, false);
  assert.deepEqual(report.cases.map(({ id, verdict }) => [id, verdict]), [["sol/toggled", "fail"]]);
  assert.equal(parseReport(good.stdout, "good.json").items[0].worst, null);
  assert.throws(() => parseReport(json.stdout.slice(0, -40), "cut.json"), /cut\.json: not a whole report/);
  assert.throws(
    () => parseReport(renderJson({ ...report, footer: { complete: true, cases: 9 } }), "odd.json"),
    /footer/,
  );
});

Deno.test("cli.ts passes on what conform() says", async () => {
  const { code, stdout, stderr } = await start("harness/cli.ts", "77");
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /^error: item '77' is unknown/);
});

Deno.test("conform --list refuses an item that is unknown", async () => {
  const { code, stdout, stderr } = await run("99", "--list");
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /^error: item '99' is unknown, the items are 1 2 /);
});

Deno.test("conform --list gives every criterion", async () => {
  const { code, stdout } = await run("--list", "--format", "json");
  assert.equal(code, 0);
  const { items } = JSON.parse(stdout) as { items: { id: string; criteria: { id: string; statement: string }[] }[] };
  assert.ok(items.flatMap(({ criteria }) => criteria).length >= 742);
});

Deno.test("conform says the same however many processes share the work", async () => {
  const select: [string, ...string[]] = [
    "harness/cli.ts",
    "19",
    "--engine",
    "./harness/liars/does_nothing.ts",
    "--format",
    "json",
  ];
  const [one, three] = [await start(...select, "--jobs", "1"), await start(...select, "--jobs", "3")];
  assert.equal(one.code, 1);
  // apart from the time that it takes, which is sealed too
  const timeless = (text: string) => text.replaceAll(/"(seconds|seal)": .*/g, "");
  assert.equal(timeless(one.stdout), timeless(three.stdout));
});

Deno.test("conform passes on what goes wrong in a process", async () => {
  const { code, stderr } = await start("harness/cli.ts", "19", "--engine", "./none.ts", "--jobs", "2");
  assert.equal(code, 2);
  assert.match(stderr, /^error: engine \.\/none\.ts: cannot be imported/);
});

Deno.test("conform --merge puts shards together, and misses one that is lacking", async () => {
  const dir = Deno.makeTempDirSync();
  const golden = [
    "--golden",
    suite("sol/toggled", "dyn/chain", "dyn/pendulum", "mjcf/defaults_compile", "im/margin_gap"),
  ];
  const select = [...golden, "--engine", "./harness/liars/does_nothing.ts", "--format", "json"];
  const whole = await run(...select);
  for (const i of [1, 2]) await run(...select, "--shard", `${i}/2`, "--out", `${dir}/${i}.json`);
  const merged = await run(...golden, "--merge", `${dir}/1.json`, `${dir}/2.json`, "--format", "json");
  assert.equal(merged.code, 1);
  assert.deepEqual(JSON.parse(merged.stdout).totals, JSON.parse(whole.stdout).totals);
  assert.deepEqual(JSON.parse(merged.stdout).items, JSON.parse(whole.stdout).items);

  const shard = parseReport(await Deno.readTextFile(`${dir}/1.json`), "1.json");
  assert.deepEqual(shard.totals.passed + shard.totals.part, 0);
  const lacking = await run(...golden, "--merge", `${dir}/1.json`, "--format", "json");
  assert.equal(lacking.code, 2);
  assert.match(lacking.stderr, /^error: case \S+ is in none of the reports/);
  const twice = await run(...golden, "--merge", `${dir}/1.json`, `${dir}/1.json`);
  assert.match(twice.stderr, /^error: case \S+ is in two of the reports/);
});

Deno.test("conform tells items that passed from those that passed as far as they were run", async () => {
  const golden = ["--golden", suite("sol/toggled", "sol/cold_ell_cg", "dyn/pendulum")];
  const record = Deno.makeTempFileSync({ suffix: ".json" });
  const whole = await run(...golden, "--record", record);
  assert.deepEqual([whole.code, parseReport(Deno.readTextFileSync(record), record).totals.passed], [0, 2]);
  assert.match(whole.stdout, /^2 \/ 2 items passed {2}/m);
  const part = await run(...golden, "--shard", "1/2", "--record", record);
  assert.equal(part.code, 0);
  assert.match(part.stdout, /^1 \/ 2 items passed, 1 as far as they were run {2}/m);
  const { items } = parseReport(Deno.readTextFileSync(record), record);
  assert.deepEqual(items.map(({ id, verdict }) => [id, verdict]), [["DYN", "pass"], ["SOL", "part"]]);
});

Deno.test("conform --format html gives one page that needs nothing else", async () => {
  const { stdout } = await run(...small(), "--engine", "./harness/liars/does_nothing.ts", "--format", "html");
  assert.ok(stdout.length < 3e6);
  assert.doesNotMatch(stdout, /<(script|link|img)[^>]+(src|href)=/);
  const data = JSON.parse(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(stdout)?.[1] ?? "");
  assert.deepEqual(data.cases.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]), [[
    "sol/toggled",
    "fail",
  ]]);
  assert.ok(data.cases[0].traces.length > 0);
  const script = /<script>([\s\S]*?)<\/script>/.exec(stdout)?.[1] ?? "";
  assert.doesNotThrow(() => new Function(script));
});

Deno.test("conform --format github annotates the models that fail", async () => {
  const { stdout } = await run(...small(), "--engine", "./harness/liars/does_nothing.ts", "--format", "github");
  assert.match(stdout, /^::error file=.*sol\/toggled\/model\.xml,title=/m);
  assert.match(stdout, /^::notice /m);
});

Deno.test("conform --completion gives scripts that the shells take", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await run("--completion", shell);
    assert.equal(code, 0);
    assert.match(stdout, /--engine .* IM 41 /, shell);
  }
  const { stdout } = await run("--completion", "bash");
  const script = `${stdout}\nCOMP_WORDS=(deno task conform --eng); COMP_CWORD=3; _plumbline_conform; echo "$COMPREPLY"`;
  const bash = await new Deno.Command("bash", { args: ["-c", script] }).output();
  assert.equal(new TextDecoder().decode(bash.stdout), "--engine\n");
});

Deno.test("functions are called in an engine that has a process of its own", async () => {
  const golden = suite("dyn/calls_stages", "dyn/calls_state");
  const engine = `${ROOT}harness/liars/honest.ts`;
  const { code, stdout, stderr } = await run("--golden", golden, "--engine", engine, "--allow", "all");
  assert.deepEqual([code, stderr], [0, ""], stdout);
});

Deno.test("the engine of the examples passes", async () => {
  const { code, stdout, stderr } = await run(...small(), "--engine", `${ROOT}examples/my_engine.ts`);
  assert.deepEqual([code, stderr], [0, ""], stdout);
});
