import assert from "node:assert/strict";
import { findBrowser, openPage } from "../scripts/headless_browser.ts";
import { driftOf, parseCauses } from "./drift.ts";
import { type Entry, parseEntries } from "./entry.ts";
import { formatResult, missingResult, parseResult, type Result, resultOf, stageOfFinding } from "./result.ts";
import { sampleOf } from "./sample.ts";
import { buildSite } from "./site.ts";
import { conform } from "../harness/commands/conform.ts";
import type { CaseFile } from "../harness/golden/golden.ts";
import { parseReport } from "../harness/report/json.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const GOLDEN = `${ROOT}golden`;

async function resultFrom(id: string, before: Result | undefined, ...args: string[]): Promise<Result> {
  let said = "";
  const terminal = { out: (text: string) => said += text, err: () => {}, isPainted: false, isWatched: false };
  await conform([...args, "--golden", GOLDEN, "--format", "json", "--jobs", "1"], terminal);
  return resultOf(id, parseReport(said, id), "2030-01-02", 1.2, before);
}

const WRONG = ["--engine", `${ROOT}harness/liars/partial.ts?wrong`];
const good = await resultFrom("good", undefined, "24", "26", "--engine", "plumbline");
const wrong = await resultFrom("wrong", undefined, "24", "26", ...WRONG);

Deno.test("resultOf() counts what was seen, and keeps the first difference of each case", () => {
  assert.deepEqual([good.totals.passed, good.findings.length], [good.totals.cases, 0]);
  assert.ok(wrong.totals.passed < wrong.totals.cases && wrong.totals.cases < good.totals.cases);
  assert.deepEqual(wrong.items["24"].coverage?.seen, 5);
  const [finding] = wrong.findings;
  assert.deepEqual([finding.reason, finding.field, stageOfFinding(finding)], ["differs", "qacc", "solver"]);
  assert.match(finding.text, /qacc\[\d\].*got .* MuJoCo /);
});

Deno.test("results come back as they were written, and refuse to be edited", () => {
  const text = formatResult(wrong);
  assert.deepEqual(parseResult(text, "wrong"), JSON.parse(JSON.stringify(wrong)));
  assert.equal(formatResult(parseResult(text, "wrong")), text);
  for (const [from, to] of [[`"passed": ${wrong.totals.passed}`, `"passed": 99`], ["qacc", "qvel"], ["2030", "2031"]]) {
    assert.ok(text.includes(from));
    assert.throws(() => parseResult(text.replace(from, to), "wrong"), /changed by hand/);
  }
});

Deno.test("the trend keeps what changed", async () => {
  const again = await resultFrom("wrong", wrong, "24", "26", ...WRONG);
  assert.deepEqual(again.history, wrong.history);
  const better = await resultFrom("wrong", wrong, "24", "26", "--engine", "plumbline");
  assert.deepEqual(better.history.map(({ passed }) => passed), [wrong.totals.passed, good.totals.passed]);
  assert.deepEqual(missingResult("wrong", "no network", "2030-01-03", better).history, better.history);
});

Deno.test("sampleOf() takes runs of every item, and few others when cases are added", () => {
  const file = (item: string, kind: CaseFile["kind"]) => ({ kind, items: [item], isolates: "it" }) as CaseFile;
  const files = new Map<string, CaseFile>();
  for (let i = 0; i < 40; i++) files.set(`a/${i}`, file("A", i % 2 === 0 ? "trajectory" : "compile"));
  for (let i = 0; i < 2; i++) files.set(`b/${i}`, file("B", "trajectory"));
  const before = sampleOf(files, "dynamics", 5);
  assert.equal(before.filter((id) => id.startsWith("a/")).length, 5);
  assert.deepEqual(before.filter((id) => id.startsWith("b/")), ["b/0", "b/1"]);
  assert.ok(before.every((id) => files.get(id)?.kind === "trajectory"));
  files.set("a/new", file("A", "trajectory"));
  const after = sampleOf(files, "dynamics", 5);
  assert.ok(before.filter((id) => !after.includes(id)).length <= 1);
});

const native = (version: string): Entry => ({
  id: version,
  title: version,
  family: "MuJoCo",
  engine: `native@${version}`,
});

Deno.test("driftOf() attributes a case to the first version that differs, and to a change of that time", () => {
  const finding = (id: string, field: string) => ({ case: id, reason: "differs", step: 0, field, text: "" });
  const versions: [string, Result["findings"]][] = [
    ["3.10.0", [finding("a/1", "efc_margin"), finding("a/2", "qacc"), finding("a/3", "qacc")]],
    ["3.5.0", []],
    ["3.9.0", [finding("a/1", "efc_margin")]],
  ];
  const results = new Map(versions.map(([version, findings]) => [version, { ...wrong, id: version, findings }]));
  const causes = [
    { version: "3.5.0", first: "qacc.*", cause: "long ago" },
    { version: "3.8.0", first: "efc_margin \\(constraint\\)", cause: "margin" },
  ];
  const { versions: order, groups } = driftOf(versions.map(([version]) => native(version)), results, causes);
  assert.deepEqual(order.map(({ version }) => version), ["3.5.0", "3.9.0", "3.10.0"]);
  assert.deepEqual(groups.map(({ since, cases, cause }) => [since, cases.join(), cause]), [
    ["3.9.0", "a/1", "margin"],
    ["3.10.0", "a/2,a/3", null],
  ]);
});

Deno.test("the committed engines, causes, and results are sound", () => {
  const entries = parseEntries(Deno.readTextFileSync(`${ROOT}scoreboard/engines.json`), "engines.json");
  parseCauses(Deno.readTextFileSync(`${ROOT}scoreboard/causes.json`), "causes.json");
  const ids = new Set(entries.map(({ id }) => id));
  for (const { name } of Deno.readDirSync(`${ROOT}scoreboard/results`)) {
    const text = Deno.readTextFileSync(`${ROOT}scoreboard/results/${name}`);
    const result = parseResult(text, name);
    assert.equal(formatResult(result), text, `${name} is not laid out as a run does`);
    assert.equal(name, `${result.id}.json`);
    assert.ok(ids.has(result.id), `${name} is of an engine that is not listed`);
  }
  assert.throws(() => parseEntries('[{"id": "a", "title": "A", "family": "F"}]', "x"), /x: /);
  const twice = JSON.stringify([native("3.5.0"), native("3.5.0")]);
  assert.throws(() => parseEntries(twice, "x"), /two engines are called 3\.5\.0/);
});

Deno.test("the page shows engines and items, and where an engine differs, in a browser", async () => {
  const browser = findBrowser();
  assert.ok(browser, "needs Chromium");
  const folder = Deno.makeTempDirSync();
  const entries: Entry[] = [
    { id: "good", title: "A <good> one", family: "Good", engine: "plumbline" },
    { id: "wrong", title: "A wrong one", family: "Wrong", engine: "wrong.ts", note: "for tests", sample: 3 },
    { id: "lost", title: "A lost one", family: "Wrong", engine: "lost.ts" },
    native("3.5.0"),
    native("3.9.0"),
  ];
  const results = new Map([
    ["good", good],
    ["wrong", wrong],
    ["lost", missingResult("lost", "cannot be installed", "2030-01-02", undefined)],
    ["3.5.0", { ...good, id: "3.5.0" }],
    ["3.9.0", { ...wrong, id: "3.9.0" }],
  ]);
  await buildSite(entries, results, new Map([[wrong.findings[0].case, "What it shows"]]), folder);

  const page = await openPage(browser, `file://${folder}/index.html`);
  assert.deepEqual(page.console, []);
  assert.match(page.dom, /A &lt;good&gt; one/);
  assert.match(page.dom, /cannot be installed/);
  assert.match(page.dom, /A wrong one<\/a> <small title="a sample of 3 cases of each item">part</);
  assert.match(page.dom, /<section id="detail" hidden/);
  assert.match(page.dom, /polyline points/);

  const detail = await openPage(browser, `file://${folder}/index.html#wrong/24`);
  assert.deepEqual(detail.console, []);
  const [, section] = /<section id="detail">([\s\S]*?)<\/section>/.exec(detail.dom) ?? [];
  assert.match(section, /A wrong one, item 24/);
  const mine = wrong.findings.filter((it) => it.case.startsWith("24/"));
  assert.ok(mine.length > 0);
  for (const finding of mine) assert.ok(section.includes(finding.case), finding.case);
  assert.doesNotMatch(section, /26\//);
  assert.match(section, /solver/);

  const badge = JSON.parse(Deno.readTextFileSync(`${folder}/badges/good.json`));
  assert.deepEqual(badge, {
    schemaVersion: 1,
    label: "MuJoCo conformance",
    message: `${good.totals.cases}/${good.totals.cases} (100 %)`,
    color: "brightgreen",
  });
  assert.equal(JSON.parse(Deno.readTextFileSync(`${folder}/badges/lost.json`)).message, "not run");
});
