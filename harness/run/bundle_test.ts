import assert from "node:assert/strict";
import { sha256 } from "../golden/golden.ts";
import { findBundle } from "./bundle.ts";
import { bundleFolder } from "./launch.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Runs with an empty cache directory, in which there is a new bundle. */
async function withBundle(run: (folder: string, cache: string) => Promise<void>): Promise<void> {
  const cache = Deno.makeTempDirSync();
  const folder = bundleFolder(cache);
  try {
    assert.equal(await findBundle(false, folder), undefined, "made although nobody asked for it");
    const made = await findBundle(true, folder);
    assert.ok(made !== undefined && made.isIntact(), "not made");
    await run(folder, cache);
  } finally {
    Deno.removeSync(cache, { recursive: true });
  }
}

function edit(path: string, change: (text: string) => string): () => void {
  const before = Deno.readTextFileSync(path);
  const after = change(before);
  assert.notEqual(after, before);
  Deno.writeTextFileSync(path, after);
  return () => Deno.writeTextFileSync(path, before);
}

/** Runs cases in a process of its own: tests beside these have another cache directory. */
async function run(cache: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", `${ROOT}harness/cli.ts`, ...args],
    env: { PLUMBLINE_CACHE: cache },
  });
  const { code, stdout, stderr } = await command.output();
  return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

const CASE = ["--golden", `${ROOT}golden`, "--case", "dyn/pendulum", "--case", "mjcf/unknown_attribute"];

Deno.test("a bundle is run only while it and the sources are what they were", async () => {
  await withBundle(async (folder) => {
    for (const name of ["own_replayer.mjs", "rollout_worker.mjs"]) {
      const undo = edit(`${folder}/${name}`, (text) => `${text}\n`);
      assert.equal(await findBundle(false, folder), undefined, name);
      undo();
      assert.ok(await findBundle(false, folder), name);
    }
    for (
      const change of [(text: string) => text.replace(/"sources":"./, '"sources":"x'), () => "{}", () => "no JSON"]
    ) {
      const undo = edit(`${folder}/seal.json`, change);
      assert.equal(await findBundle(false, folder), undefined);
      undo();
    }
    Deno.removeSync(`${folder}/mesh_worker.mjs`);
    assert.equal(await findBundle(false, folder), undefined);
    assert.ok((await findBundle(true, folder))?.isIntact(), "not made anew");
  });
});

Deno.test("a bundle gives the verdict of the sources, whatever has become of it", async () => {
  await withBundle(async (folder, cache) => {
    const { code, said } = await run(cache, ...CASE);
    assert.equal(code, 0, said);
    // one that would fail everything is not run
    edit(`${folder}/own_replayer.mjs`, (text) => `throw new Error("run");\n${text}`);
    assert.equal((await run(cache, ...CASE)).code, 0);
    // nor is one that cannot be made
    edit(`${folder}/seal.json`, (text) => text.replace(/"files":.*/, '"files":{}}'));
    assert.equal(await findBundle(true, folder), undefined);
    assert.equal((await run(cache, ...CASE)).code, 0);
  });
});

Deno.test("a case that does not pass in a bundle is left to the sources, and a bundle that changes ends in an error", async () => {
  await withBundle(async (folder, cache) => {
    const entry = `${folder}/own_replayer.mjs`;
    const seal = `${folder}/seal.json`;
    const old = JSON.parse(Deno.readTextFileSync(seal)) as { files: Record<string, string> };
    const reseal = () =>
      edit(seal, () => {
        const files = { ...old.files, "own_replayer.mjs": sha256(Deno.readFileSync(entry)) };
        return JSON.stringify({ ...old, files });
      });
    const undo = edit(entry, (text) => text.replace(/passed: [^,\n]+(?=,?\n)/g, "passed: false"));
    reseal();
    assert.ok(await findBundle(false, folder));
    assert.equal((await run(cache, ...CASE)).code, 0, "the sources were not asked");
    undo();
    const mend = edit(
      entry,
      (text) => text.replace(/for await \(const id of requests\) \{/, '$& if (id.startsWith("mjcf")) Deno.exit(3);'),
    );
    reseal();
    assert.ok(await findBundle(false, folder));
    assert.equal((await run(cache, ...CASE)).code, 0, "the sources were not asked for answers that were lost");
    mend();
    edit(entry, (text) => `Deno.writeTextFileSync(${JSON.stringify(entry)}, "");\n${text}`);
    reseal();
    const { code, said } = await run(cache, ...CASE);
    assert.equal(code, 1);
    assert.match(said, /the bundle of the replayer changed during the run/);
  });
});
