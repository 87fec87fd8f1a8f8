import assert from "node:assert/strict";
import { conform } from "./commands/conform.ts";
import { formatJson } from "./format_json.ts";
import { type CaseFile, recipeHash } from "./golden/golden.ts";
import { parseReport } from "./report/json.ts";
import type { Report } from "./verdict.ts";

const ROOT = new URL("../", import.meta.url).pathname;

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  let said = "";
  const take = (text: string) => said += text;
  const code = await conform(args, { out: take, err: take, isPainted: false, isWatched: false });
  return { code, said };
}

const CASES = ["sol/toggled", "dyn/pendulum", "mjcf/unknown_attribute"];

function suite(): string {
  const dir = Deno.makeTempDirSync();
  const all = JSON.parse(Deno.readTextFileSync(`${ROOT}golden/manifest.json`));
  for (const id of CASES) {
    Deno.mkdirSync(`${dir}/${id}`, { recursive: true });
    for (const { name } of Deno.readDirSync(`${ROOT}golden/${id}`)) {
      Deno.copyFileSync(`${ROOT}golden/${id}/${name}`, `${dir}/${id}/${name}`);
    }
  }
  Deno.writeTextFileSync(`${dir}/manifest.json`, JSON.stringify(Object.fromEntries(CASES.map((id) => [id, all[id]]))));
  return dir;
}

type Edit = (file: CaseFile & { minted: Record<string, unknown> }) => void;

/** Edits a recipe, and keeps up what somebody would keep up who wants it not to be seen. */
function edited(edit: Edit): string {
  const dir = suite();
  const path = `${dir}/sol/toggled/case.json`;
  const file = JSON.parse(Deno.readTextFileSync(path));
  edit(file);
  Deno.writeTextFileSync(path, formatJson(file));
  const manifest = JSON.parse(Deno.readTextFileSync(`${dir}/manifest.json`));
  manifest["sol/toggled"] = file.minted?.compared;
  Deno.writeTextFileSync(`${dir}/manifest.json`, JSON.stringify(manifest));
  return dir;
}

const wide = (bound: unknown): Edit => (file) => {
  Object.assign(file, { tolerances: { qvel: { kind: "fixed", bound, cause: "why not" } } });
  file.minted.recipe = recipeHash(file);
};

/** What is done to a golden, and what is said about it. */
const GOLDENS: Readonly<Record<string, readonly [Edit, RegExp]>> = {
  "a recipe that was edited after it was minted": [(file) => file.isolates = "x", /the recipe has changed since/],
  "a tolerance without its hash": [
    (file) => Object.assign(file, { tolerances: { qvel: { kind: "exact" } } }),
    /the recipe has changed since/,
  ],
  "a tolerance of 1e9": [wide(1e9), /sol\/toggled/],
  "a tolerance of 1e300, as text": [wide("1e300"), /sol\/toggled/],
  "a tolerance of infinity, as text": [wide("1e999"), /sol\/toggled/],
  "a free run bound by 1e9": [(file) => {
    file.free = 1e9 as never;
    file.minted.recipe = recipeHash(file);
  }, /sol\/toggled/],
  "no frames": [(file) => Object.assign(file.minted, { frames: 0, compared: 0 }), /minted\.frames: 0, the recipe asks/],
  "a frame less": [(file) => (file.minted.frames as number)--, /minted\.frames/],
  "nothing compared": [(file) => file.minted.compared = 0, /nothing is compared/],
  "a number less": [(file) => (file.minted.compared as number)--, /sol\/toggled/],
  "a MuJoCo that never was": [(file) => file.minted.mujoco = "2.0.0", /'2\.0\.0' is not a version of MuJoCo/],
  "another MuJoCo than the others": [(file) => file.minted.mujoco = "3.4.0", /minted by several MuJoCos/],
  "a file outside": [
    (file) => (file.minted.files as Record<string, string>)["../../../etc/passwd"] = "00",
    /'\.\.\/\.\.\/\.\.\/etc\/passwd' lies outside/,
  ],
  "an absolute file": [(file) => (file.minted.files as Record<string, string>)["/etc/passwd"] = "00", /lies outside/],
  "no arrays": [(file) => delete file.minted.arrays, /minted\.arrays: there are none/],
  "not minted": [(file) => delete (file as Partial<CaseFile>).minted, /manifest\.json/],
  "a trajectory that claims to be refused": [(file) => {
    file.kind = "reject";
    file.minted.recipe = recipeHash(file);
    Object.assign(file.minted, { frames: 0, compared: 1 });
  }, /sol\/toggled/],
};

Deno.test("conform never lets a tampered golden pass", async (t) => {
  for (const [name, [edit, says]] of Object.entries(GOLDENS)) {
    await t.step(name, async () => {
      const dir = edited(edit);
      for (const engine of ["plumbline", `${ROOT}harness/liars/does_nothing.ts`]) {
        const { code, said } = await run("--golden", dir, "--engine", engine, "--jobs", "1");
        assert.notEqual(code, 0, `${engine}: ${said}`);
        assert.match(said, says);
      }
    });
  }
});

Deno.test("conform refuses goldens of the house from which anything was taken", async (t) => {
  const pin = `${ROOT}harness/spec/golden_pin.json`;
  const { cases, root } = JSON.parse(await Deno.readTextFile(pin));
  assert.ok(cases > 1000);
  assert.match(root, /^[0-9a-f]{64}$/);
  const home = await copyHouse();
  for (const lost of ["24", "dyn", "mjcf"]) {
    await t.step(`golden/${lost} and its entries of the manifest`, async () => {
      await forget(home, lost);
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--no-check", "harness/cli.ts"],
        cwd: home,
      }).output();
      assert.equal(code, 2);
      assert.match(
        new TextDecoder().decode(stderr),
        /golden: is not the suite that harness\/spec\/golden_pin\.json pins/,
      );
    });
  }
  await Deno.remove(home, { recursive: true });
});

/** The house in another place. */
async function copyHouse(): Promise<string> {
  const home = await Deno.makeTempDir();
  const parts = ["harness", "golden", "deno.json"].map((name) => `${ROOT}${name}`);
  await new Deno.Command("cp", { args: ["-r", ...parts, home] }).output();
  for (const name of ["engine", "mod.ts", "deno.lock"]) await Deno.symlink(`${ROOT}${name}`, `${home}/${name}`);
  return home;
}

/** Takes a folder out of the goldens, so that the manifest does not miss it. */
async function forget(home: string, lost: string): Promise<void> {
  await Deno.remove(`${home}/golden/${lost}`, { recursive: true });
  const path = `${home}/golden/manifest.json`;
  const left = Object.entries(JSON.parse(await Deno.readTextFile(path))).filter(([id]) => !id.startsWith(`${lost}/`));
  await Deno.writeTextFile(path, JSON.stringify(Object.fromEntries(left)));
}

/** Reports of two shards, one of which is edited. */
async function shards(golden: string, engine: string, edit: (report: Writable) => void): Promise<string[]> {
  const dir = Deno.makeTempDirSync();
  const paths = [`${dir}/1.json`, `${dir}/2.json`];
  for (const [i, path] of paths.entries()) {
    await run("--golden", golden, "--engine", engine, "--shard", `${i + 1}/2`, "--format", "json", "--out", path);
  }
  const report = JSON.parse(Deno.readTextFileSync(paths[0]));
  edit(report);
  Deno.writeTextFileSync(paths[0], JSON.stringify(report, null, 1));
  return paths;
}

type Writable = {
  -readonly [name in keyof Report]: Report[name] extends readonly (infer T)[] ? { -readonly [k in keyof T]: T[k] }[]
    : Report[name];
};

const REPORTS: Readonly<Record<string, (report: Writable) => void>> = {
  "failures emptied": (report) => {
    for (const it of report.cases) Object.assign(it, { verdict: "pass", failures: [], reason: null, worst: null });
    report.ratchet = { known: [], broken: [], stale: [], gone: [] };
  },
  "the list of broken cases emptied": (report) => report.ratchet = { ...report.ratchet, broken: [] },
  "nothing compared": (report) => report.cases.forEach((it) => it.scalars = 0),
  "conforms": (report) => report.conforms = true,
  "another engine": (report) => report.engine = "plumbline 0.1.0",
  "other goldens": (report) => report.origin = { ...report.origin, golden: "0".repeat(64) },
};

Deno.test("conform --merge refuses reports that were edited", async (t) => {
  const golden = suite();
  const liar = `${ROOT}harness/liars/does_nothing.ts`;
  for (const [name, edit] of Object.entries(REPORTS)) {
    await t.step(name, async () => {
      const { code, said } = await run("--golden", golden, "--merge", ...await shards(golden, liar, edit));
      assert.equal(code, 2, said);
      assert.match(said, /1\.json: was changed after it was written/);
    });
  }
});

/** Every document that differs in one number, text or truth. */
function* changed(document: unknown): Generator<[path: string, text: string]> {
  const visit = function* (at: Record<string, unknown>, path: string): Generator<[string, string]> {
    for (const [key, value] of Object.entries(at)) {
      if (typeof value === "object" && value !== null) {
        yield* visit(value as Record<string, unknown>, `${path}.${key}`);
        continue;
      }
      at[key] = typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${value}x`;
      yield [`${path}.${key}`, JSON.stringify(document)];
      at[key] = value;
    }
  };
  yield* visit(document as Record<string, unknown>, "");
}

Deno.test("no report is read of which any part was changed", async () => {
  const [path] = await shards(suite(), "plumbline", () => {});
  const text = Deno.readTextFileSync(path);
  assert.ok(parseReport(text, "report").cases.length > 0);
  let count = 0;
  for (const [place, edited] of changed(JSON.parse(text))) {
    assert.throws(() => parseReport(edited, "report"), /report: /, place);
    count++;
  }
  assert.ok(count > 60, `${count} changes`);
});

Deno.test("conform --merge refuses reports that do not belong together", async () => {
  const golden = suite();
  const [one] = await shards(golden, "plumbline", () => {});
  const [, two] = await shards(golden, "transplant", () => {});
  const mixed = await run("--golden", golden, "--merge", one, two);
  assert.equal(mixed.code, 2);
  assert.match(mixed.said, /the reports are about different engines/);

  const other = edited((file) => {
    file.isolates = "something else";
    file.minted.recipe = recipeHash(file);
  });
  const elsewhere = await run("--golden", other, "--merge", ...await shards(golden, "plumbline", () => {}));
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.said, /the reports were made with other goldens than are here/);
});

Deno.test("conform --merge finds verdicts anew", async () => {
  const golden = suite();
  const paths = await shards(golden, `${ROOT}harness/liars/does_nothing.ts`, () => {});
  const { code } = await run("--golden", golden, "--merge", ...paths);
  assert.equal(code, 1);
  for (const path of paths) assert.equal(parseReport(Deno.readTextFileSync(path), path).conforms, false);
});
