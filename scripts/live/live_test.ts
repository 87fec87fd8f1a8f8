import assert from "node:assert/strict";
import { exitCode, incomparable, type Verdict } from "../../harness/live/outcome.ts";
import { PLAIN } from "../../harness/report/pretty.ts";
import { compareApart } from "./compare_apart.ts";
import { findModels } from "./find_models.ts";
import { bumpySphere, stl, withFiles } from "./fixtures_test.ts";
import { type LiveReport, renderJson, reportOf } from "./report.ts";
import { renderAnnotations, renderJunit, renderSummary } from "./report_formats.ts";
import { renderHtml } from "./report_html.ts";
import { renderPretty } from "./report_pretty.ts";

const PROGRAM = new URL("../live.ts", import.meta.url).pathname;

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, 20));
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function live(...args: string[]): Promise<Ran> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", PROGRAM, ...args],
    // where memory runs out it does so soon
    env: { DENO_V8_FLAGS: "--max-old-space-size=300" },
  });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

const BALL = `<mujoco><worldbody><body name="ball"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
const TYPO = `<mujoco><wordlbody/></mujoco>`;

/** An engine that does to a model what the model's name asks for. */
const ENGINE = `
import { PLUMBLINE } from "${new URL("../../harness/engines/plumbline.ts", import.meta.url)}";
export default {
  name: "moody", version: "1", close() {},
  async load(xml, assets) {
    console.log("chatter");
    console.log("\\x1e{ no message");
    const loaded = await PLUMBLINE.load(xml, assets);
    const pidFile = Deno.env.get("PID_FILE");
    if (pidFile && xml.includes('"hangs"')) Deno.writeTextFileSync(pidFile, String(Deno.pid));
    if (xml.includes('"hangs"')) for (;;);
    if (xml.includes('"exits"')) Deno.exit(0);
    if (xml.includes('"eats"')) for (const all = [];;) all.push(new Array(1e7).fill("x"));
    if (!xml.includes('"lies"')) return loaded;
    const { simulation } = loaded;
    const read = simulation.read.bind(simulation);
    simulation.read = (field) => field === "qvel" ? read(field).map((x) => x + 1e-3) : read(field);
    return loaded;
  },
};`;

const moody = (mood: string) => `<mujoco model="${mood}"/>`.replace("/>", `>${BALL.slice(8)}`);

Deno.test("live goes on when an engine hangs, exits, runs out of memory or lies, and resumes", async () => {
  const files = {
    "engine.ts": ENGINE,
    "robots/a_hangs.xml": moody("hangs"),
    "robots/b_exits.xml": moody("exits"),
    "robots/c_eats.xml": moody("eats"),
    "robots/d_lies.xml": moody("lies"),
    "robots/e_fine.xml": moody("fine"),
  };
  await withFiles(files, async (dir) => {
    const args = [`${dir}/robots`, "--engine", `${dir}/engine.ts`, "--steps", "2", "--jobs", "2", "--format", "json"];
    const state = ["--resume", `${dir}/state.jsonl`];
    const first = await live(...args, ...state, "--patience", "20");
    assert.equal(first.code, 1, first.stderr);
    const { models, totals, engine, footer }: LiveReport = JSON.parse(first.stdout);
    assert.deepEqual(models.map(({ verdict }) => verdict), [
      "incomparable",
      "incomparable",
      "incomparable",
      "differs",
      "agrees",
    ]);
    assert.match(models[0].reason, /^was given up after 20 s while moody loads the model/);
    assert.match(models[1].reason, /^the process ended \(exit code 0\) while moody loads the model/);
    assert.match(models[2].reason, /^the process ended .* while moody loads the model: .*memory/);
    assert.deepEqual([models[3].departure?.field, models[3].departure?.owner], [
      "next.qvel",
      "free joint 0 of body 'ball'",
    ]);
    assert.deepEqual([totals.models, engine, footer], [5, "moody 1", { complete: true, models: 5 }]);

    // what was not run to its end is run again, the rest is known
    await Deno.writeTextFile(`${dir}/robots/a_hangs.xml`, moody("fine"));
    await Deno.writeTextFile(`${dir}/robots/d_lies.xml`, TYPO);
    await Deno.remove(`${dir}/robots/b_exits.xml`);
    await Deno.remove(`${dir}/robots/c_eats.xml`);
    await Deno.writeTextFile(`${dir}/state.jsonl`, `{"outcome":{"model":"cut`, { append: true });
    const again: LiveReport = JSON.parse((await live(...args, ...state)).stdout);
    assert.deepEqual(again.models.map(({ verdict }) => verdict), ["agrees", "differs", "agrees"]);

    const other = await live(...args, ...state, "--kick", "1");
    assert.deepEqual([other.code, other.stdout], [2, ""]);
    assert.match(other.stderr, /belongs to a run with other options/);
  });
});

const ROW = {
  field: "qacc",
  stage: "solver",
  index: 2,
  owner: "hinge joint 'knee'",
  allowed: 1e-9,
  step: 4,
  firstBad: 4,
};

const REPORT = reportOf("an engine 1", "3.5.1", [
  incomparable("a/<odd>.xml", "both refuse it", { mujocoSays: "no | \x1b[31mreally\nnot" }),
  incomparable("a/ball.xml", "", { verdict: "agrees" }),
  incomparable("a/knee.xml", "steps differ", {
    verdict: "differs",
    stepping: {
      steps: 5,
      compared: 100,
      failed: 1,
      failures: ["step 4  qacc[2] (hinge joint 'knee')\ngot 1   MuJoCo 2"],
      fields: [{ ...ROW, got: "1", expected: "2", delta: 1 }],
    },
  }),
], [{ path: "a/part.xml", why: "a/ball.xml includes it" }]);

Deno.test("reports say the same in every format, without control characters", () => {
  const pretty = renderPretty(REPORT, { paint: PLAIN, bisect: false, all: false, verbose: false });
  assert.match(pretty, /^agrees +a\/ball\.xml +0 /m);
  assert.match(pretty, /^DIFFERS +a\/knee\.xml +100 .*qacc\[2\] \(hinge joint 'knee'\) \|Δ\| 1\.0e\+0 step 4$/m);
  assert.match(pretty, /^NOT COMPARED +a\/<odd>\.xml .*both refuse it$/m);
  assert.match(pretty, /^ {2}MuJoCo: no \| really not$/m);
  assert.match(pretty, /^ {2}a\/part\.xml: a\/ball\.xml includes it$/m);
  assert.match(pretty, /^1 \/ 3 models agree, 1 differs, 1 could not be compared; 100 values compared$/m);

  const html = renderHtml(REPORT);
  assert.match(html, /<td class="incomparable">NOT COMPARED<\/td>.*a\/&lt;odd&gt;\.xml/);
  assert.match(html, /<td class="differs">DIFFERS<\/td>[\s\S]*qacc\[2\]/);
  assert.match(renderAnnotations(REPORT), /^::error file=a\/knee\.xml,title=a\/knee\.xml%3A DIFFERS::steps differ%0A/m);
  assert.match(renderAnnotations(REPORT), /^::warning file=a\/<odd>\.xml,/m);
  assert.match(renderSummary(REPORT), /^\| ❌ \| a\/knee\.xml \|/m);
  const junit = renderJunit(REPORT);
  assert.match(junit, /<testsuites [^>]*tests="3" failures="1" skipped="1"/);
  assert.match(junit, /<failure message="steps differ">/);
  for (const text of [pretty, html, junit]) assert.ok(!text.includes("\x1b"));
  assert.deepEqual(JSON.parse(renderJson(REPORT)), JSON.parse(JSON.stringify(REPORT)));
});

Deno.test("exitCode() is 1 if a model differs, else 2 only if no model could be compared", () => {
  const code = (...verdicts: Verdict[]) => exitCode(verdicts.map((verdict) => ({ verdict })));
  assert.deepEqual([code("agrees"), code("agrees", "incomparable"), code("incomparable"), code()], [0, 0, 2, 2]);
  assert.deepEqual([code("differs", "incomparable"), code("agrees", "differs")], [1, 1]);
});

Deno.test("live ends its processes when it is interrupted, and tells how far it came", async () => {
  const files = { "engine.ts": ENGINE, "robots/a_fine.xml": moody("fine"), "robots/b_hangs.xml": moody("hangs") };
  await withFiles(files, async (dir) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "-A", "--no-check", PROGRAM, `${dir}/robots`, "--engine", `${dir}/engine.ts`]
        .concat("--resume", `${dir}/state.jsonl`),
      env: { PID_FILE: `${dir}/pid` },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await until(() => readIfThere(`${dir}/pid`) !== "");
    const pid = readIfThere(`${dir}/pid`);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await child.output();
    assert.deepEqual([code, stdout.length], [130, 0]);
    assert.equal(
      new TextDecoder().decode(stderr),
      "interrupted: 1 of 2 models are done; the same command goes on from there\n",
    );
    // it may be left as a zombie by a system that buries none
    await until(() => !/^State:\s*[^ZX]/m.test(readIfThere(`/proc/${pid}/status`)));
  });
});

Deno.test("live writes its report to a file, and exits with 2 if no model could be compared", async () => {
  await withFiles({ "bad/typo.xml": TYPO, "bad/readme.xml": "# Read me" }, async (dir) => {
    const out = `${dir}/report.html`;
    const { code, stdout, stderr } = await live(`${dir}/bad`, "--format", "html", "--out", out);
    assert.deepEqual([code, stderr], [2, ""]);
    assert.equal(stdout, "0 / 1 models agree, 0 differ, 1 could not be compared; 0 values compared\n");
    assert.match(await Deno.readTextFile(out), /both MuJoCo and plumbline refuse the model/);
  });
});

Deno.test("live finds models and engines from where `deno task` was called", async () => {
  await withFiles({ "robots/ball.xml": BALL, "engine.ts": ENGINE }, async (dir) => {
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const args = ["task", "--quiet", "--config", config, "live", "robots/ball.xml"]
      .concat("--steps", "1", "--engine", "./engine.ts", "--out", "report.txt");
    // a task that runs these tests has left where it was called from
    const { INIT_CWD: _, ...env } = Deno.env.toObject();
    const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: dir, clearEnv: true, env }).output();
    assert.equal(code, 0);
    assert.match(await Deno.readTextFile(`${dir}/report.txt`), /^robots\/ball\.xml$/m);
  });
});

Deno.test("live exports what `conform` files under an item of its own", async () => {
  await withFiles({ "robot/scene.xml": BALL }, async (dir) => {
    const { stdout } = await live(`${dir}/robot/scene.xml`, "--steps", "2", "--export", `${dir}/mine`);
    assert.match(stdout, /exported to \S+\/mine\/live\/robot$/m);
    const cli = new URL("../../harness/cli.ts", import.meta.url).pathname;
    const args = ["run", "--quiet", "-A", "--no-check", cli, "--golden", `${dir}/mine`, "--format", "json"];
    const ran = await new Deno.Command(Deno.execPath(), { args }).output();
    const report = JSON.parse(new TextDecoder().decode(ran.stdout));
    assert.deepEqual(
      report.items.filter(({ cases }: { cases: number }) => cases > 0).map((it: { id: string }) => it.id),
      [
        "live",
      ],
    );
    assert.deepEqual(report.cases.map(({ verdict }: { verdict: string }) => verdict), ["pass"]);
  });
});

Deno.test("live tells in a line what the user can put right", async () => {
  await withFiles({ "model.xml": BALL, "two.csv": "1\n2\n", "empty/notes.xml": "<notes/>" }, async (dir) => {
    const cases: readonly (readonly [string[], RegExp])[] = [
      [[`${dir}/model.xml`, `${dir}/none.xml`], /^error: \S+none\.xml: not found\n$/],
      [[`${dir}/model.xml`, "--out", `${dir}/none/report`], /^error: \S+none\/report: No such file/],
      [[`${dir}/model.xml`, "--resume", `${dir}/none/state`], /^error: \S+none\/state: No such file/],
      [[`${dir}/model.xml`, "--steps", "1", "--export", `${dir}/model.xml/none`], /^error: Not a directory/],
      [[`${dir}/model.xml`, "--ctrl", `${dir}/two.csv`, "--steps", "50"], /two\.csv: has 2 rows for 50 steps/],
      [[`${dir}/model.xml`, "--keyframe", "3"], /^error: init: there is no keyframe 3\n$/],
      [[`${dir}/model.xml`, "--ctrl", "keyframe:1"], /^error: init: there is no keyframe 1\n$/],
      [[`${dir}/model.xml`, "--steps", "0"], /expected a whole number from 1 up/],
      [[`${dir}/empty`], /^error: .*there are no models\n {2}\S+notes\.xml: its root is <notes>\n$/],
      [[`${dir}/model.xml`, "--engine", "nonsense"], /^error: engine 'nonsense' is unknown/],
    ];
    await Promise.all(cases.map(async ([args, says]) => {
      const { code, stdout, stderr } = await live(...args);
      assert.deepEqual([args.slice(1), code, stdout], [args.slice(1), 2, ""]);
      assert.match(stderr, says);
    }));
  });
});

Deno.test("findModels() leaves out what others include, and what is no model", async () => {
  const files = {
    "a/scene.xml": `<mujoco><include file="robot.xml"/></mujoco>`,
    "a/robot.xml": `<mujoco><include file="parts/arm.xml"/><asset><model file="hat.xml"/></asset></mujoco>`,
    "a/parts/arm.xml": `<mujoco><include file="parts/hand.xml"/></mujoco>`,
    "a/parts/hand.xml": `<mujoco/>`,
    "a/hat.xml": `<mujoco/>`,
    "a/self.xml": `<mujoco><include file="self.xml"/></mujoco>`,
    "a/tick.xml": `<mujoco><include file="tock.xml"/></mujoco>`,
    "a/tock.xml": `<mujoco><include file="tick.xml"/></mujoco>`,
    "b/arm.URDF": `<?xml version="1.0"?><!-- <mujoco> --><robot name="r"><link name="l"/></robot>`,
    "b/cut.xml": `<mujoco><worldbody>`,
    "b/package.xml": `<package/>`,
    "b/text.xml": "nothing",
    "b/.hidden/model.xml": "<mujoco/>",
    "b/readme.md": "<mujoco/>",
  };
  await withFiles(files, (dir) => {
    const { models, skipped } = findModels(`${dir}/`, false);
    const short = (path: string) => path.replace(`${dir}/`, "");
    assert.deepEqual(models.map(short), [
      "a/hat.xml",
      "a/scene.xml",
      "a/self.xml",
      "a/tick.xml",
      "b/arm.URDF",
      "b/cut.xml",
    ]);
    assert.deepEqual(skipped.map(({ path, why }) => `${short(path)}: ${why.replace(`${dir}/`, "")}`), [
      "a/parts/arm.xml: a/robot.xml includes it",
      "a/parts/hand.xml: a/parts/arm.xml includes it",
      "a/robot.xml: a/scene.xml includes it",
      "a/tock.xml: a/tick.xml includes it",
      "b/package.xml: its root is <package>",
      "b/text.xml: it is not XML",
    ]);
    assert.equal(findModels(dir, true).models.length, 10);
    return Promise.resolve();
  });
});

Deno.test("compareApart() hears messages among chatter, and tells how a process ended", async () => {
  const order = { model: "m.xml", engine: "", recipe: { kind: "compile" as const, isolates: "", items: [] } };
  const ask = (script: string) => {
    const stages: string[] = [];
    return compareApart({ ...order, all: false, exportTo: null, wantsScene: false }, {
      patience: 30,
      onStage: (stage) => stages.push(stage),
      onChatter: () => {},
      program: new URL(`data:application/javascript,${encodeURIComponent(script)}`),
    }).then((answer) => ({ answer, stages }));
  };
  const outcome = incomparable("m.xml", "because");
  const said = JSON.stringify({ outcome, engine: "e", mujoco: "1" });
  const [told, thrown] = await Promise.all([
    ask(
      `Deno.stdout.writeSync(new TextEncoder().encode('half a line\\n\\x1e{"stage":"thinks","step":null}\\n\\x1e${said}\\n'))`,
    ),
    ask(`throw new TypeError("odd")`),
  ]);
  assert.deepEqual(told, { answer: { outcome, engine: "e", mujoco: "1" }, stages: ["thinks"] });
  assert.ok("outcome" in thrown.answer);
  assert.match(thrown.answer.outcome.reason, /^the process ended \(exit code 1\) while begins: .*TypeError: odd/);
});

Deno.test("live compares 60 detailed meshes in little more than the time of loading them, below a gigabyte", async () => {
  const count = 60;
  const files: Record<string, Uint8Array | string> = {};
  for (let i = 0; i < count; i++) files[`meshes/m${i}.stl`] = stl(bumpySphere(24, 0.06, i));
  const bodies = Array.from(
    { length: count / 2 },
    (_, i) =>
      `<body name="b${i}" pos="0 ${i % 5 === 0 ? 0.1 * i : 0} .12"><joint name="j${i}" axis="${i % 2} ${1 - i % 2} 0"/>
      <geom type="mesh" mesh="m${2 * i}" contype="0" conaffinity="0"/><geom type="mesh" mesh="m${2 * i + 1}"/>` +
      (i % 5 === 4 ? "</body>".repeat(5) : ""),
  );
  files["robot.xml"] = `<mujoco><compiler meshdir="meshes"/>
    <asset>${Array.from({ length: count }, (_, i) => `<mesh file="m${i}.stl"/>`).join("")}</asset>
    <worldbody><body name="root" pos="0 0 1"><freejoint/><geom size=".1"/>${
    bodies.join("")
  }</body></worldbody></mujoco>`;
  await withFiles(files, async (dir) => {
    const { code, stdout, stderr } = await live(`${dir}/robot.xml`, "--steps", "1", "--format", "json");
    assert.equal(code, 0, stderr);
    const { models: [{ seconds, stages, megabytes }] }: LiveReport = JSON.parse(stdout);
    const loading = stages.filter(({ stage }) => stage.endsWith("loads the model"))
      .reduce((sum, { seconds }) => sum + seconds, 0);
    assert.ok(loading > 0, stdout);
    assert.ok(seconds < 1.5 * loading + 2, `${seconds} s, of which ${loading} s are loading`);
    assert.ok(megabytes === null || megabytes < 1000, `${megabytes} MB`);
  });
});
