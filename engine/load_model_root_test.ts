import assert from "node:assert/strict";
import { loadModel, type LoadOptions } from "./load_model.ts";
import { MjcfError } from "./types/errors.ts";
import { LimitError } from "./types/limits.ts";

const BALL = `<mujoco><worldbody><geom size="1"/></worldbody></mujoco>`;
const include = (file: string) => `<mujoco><worldbody><include file="${file}"/></worldbody></mujoco>`;
const mesh = (file: string) => `<mujoco><asset><mesh name="m" file="${file}"/></asset></mujoco>`;
const PART = `<mujoco><geom name="part" size="1"/></mujoco>`;

/** Two directories beside each other, `in` with the model and `out`, each with a part. */
async function inFolders(document: string, run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/in/sub`, { recursive: true });
    await Deno.mkdir(`${dir}/out`);
    await Deno.writeTextFile(`${dir}/in/m.xml`, document.replaceAll("{dir}", dir));
    await Deno.writeTextFile(`${dir}/in/part.xml`, PART);
    await Deno.writeTextFile(`${dir}/out/part.xml`, PART);
    await Deno.symlink(`${dir}/out/part.xml`, `${dir}/in/escape.xml`);
    await Deno.symlink(`${dir}/out`, `${dir}/in/escape`);
    await Deno.symlink(`${dir}/in/part.xml`, `${dir}/in/link.xml`);
    await Deno.symlink(`${dir}/in/nowhere.xml`, `${dir}/in/dangling.xml`);
    await Deno.symlink(`${dir}/in`, `${dir}/way`);
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function refusal(path: string, options: LoadOptions = {}): Promise<MjcfError> {
  try {
    await loadModel(path, options);
  } catch (error) {
    assert.ok(error instanceof MjcfError, `${error}`);
    return error;
  }
  throw new Error(`${path} is loaded`);
}

/** Tests with the functions of Deno, and with those of Node, which Deno has too. */
function test(name: string, run: () => Promise<void>): void {
  Deno.test(name, run);
  Deno.test(`${name}, in Node`, async () => {
    const { openSync } = Deno;
    Object.assign(Deno, { openSync: undefined });
    try {
      await run();
    } finally {
      Object.assign(Deno, { openSync });
    }
  });
}

test("loadModel() with a root reads what is below it, however it is named", async () => {
  for (
    const name of [
      "part.xml",
      "link.xml",
      "sub/../part.xml",
      "../in/part.xml",
      "{dir}/in/part.xml",
      "{dir}/way/part.xml",
    ]
  ) {
    await inFolders(include(name), async (dir) => {
      for (const root of [`${dir}/in`, `${dir}/in/`, `${dir}/way`, `${dir}/in/sub/..`]) {
        assert.equal((await loadModel(`${dir}/in/m.xml`, { root })).ngeom, 1, `${name} ${root}`);
      }
      assert.equal((await loadModel(`${dir}/way/m.xml`, { root: `${dir}/in` })).ngeom, 1, name);
    });
  }
});

test("loadModel() with a root reads nothing elsewhere, and does not tell whether it is there", async () => {
  for (
    const name of ["../out/part.xml", "{dir}/out/part.xml", "escape.xml", "escape/part.xml", "dangling.xml", "sub"]
  ) {
    await inFolders(include(name), async (dir) => {
      const outside = await refusal(`${dir}/in/m.xml`, { root: `${dir}/in` });
      assert.match(outside.message, /cannot read/, name);
      assert.equal(outside.line, 1, name);
      if (/out|escape/.test(name)) assert.equal((await loadModel(`${dir}/in/m.xml`)).ngeom, 1, `${name} without root`);

      await Deno.remove(`${dir}/out`, { recursive: true });
      const missing = await refusal(`${dir}/in/m.xml`, { root: `${dir}/in` });
      assert.equal(missing.message, outside.message, name);
    });
  }
});

test("loadModel() with a root refuses a document elsewhere, and a root that is not there", async () => {
  await inFolders(BALL, async (dir) => {
    assert.match((await refusal(`${dir}/in/m.xml`, { root: `${dir}/out` })).message, /cannot read .* below/);
    assert.match((await refusal(`${dir}/in/m.xml`, { root: `${dir}/i` })).message, /root/);
  });
});

test("loadModel() confines meshdir, texturedir and assets as it confines includes", async () => {
  const texture =
    `<mujoco><compiler texturedir="/etc"/><asset><texture name="t" file="hostname" content_type="image/png"/>` +
    `</asset></mujoco>`;
  for (const document of [mesh("/etc/hostname"), mesh("{dir}/out/part.xml"), texture]) {
    await inFolders(document, async (dir) => {
      const error = await refusal(`${dir}/in/m.xml`, { root: `${dir}/in` });
      assert.match(error.message, /cannot read/);
      assert.equal(error.line, 1);
    });
  }
});

test("loadModel() refuses pipes and devices", async () => {
  if (Deno.build.os === "windows") return;
  for (
    const document of [include("pipe"), mesh("pipe"), include("/dev/zero"), mesh("/dev/zero"), mesh("/dev/stdin")]
  ) {
    await inFolders(document, async (dir) => {
      await new Deno.Command("mkfifo", { args: [`${dir}/in/pipe`] }).output();
      const error = await refusal(`${dir}/in/m.xml`);
      assert.match(error.message, /is not a regular file|cannot read/);
      assert.equal(error.line, 1, error.message);
    });
  }
  assert.match((await refusal("/dev/zero")).message, /is not a regular file/);
});

test("loadModel() refuses files beyond the limits before it reads them", async () => {
  await inFolders(mesh("big.stl"), async (dir) => {
    await Deno.truncate(await touch(`${dir}/in/big.stl`), 2 ** 40);
    const error = await refusal(`${dir}/in/m.xml`);
    assert.ok(error instanceof LimitError);
    assert.deepEqual([error.limit, error.asked, error.line], ["assetBytes", 2 ** 40, 1]);
    await Deno.truncate(`${dir}/in/m.xml`, 2 ** 30);
    const document = await refusal(`${dir}/in/m.xml`);
    assert.ok(document instanceof LimitError && document.limit === "documentBytes", document.message);
  });
});

async function touch(path: string): Promise<string> {
  await Deno.writeTextFile(path, "");
  return path;
}

test("loadModel() quotes no file that is no MJCF", async () => {
  const SECRET = "hunter2";
  const secrets = {
    "secret.txt": `user:${SECRET}:1\nroot:${SECRET}`,
    "secret.xml": `<config><password value="${SECRET}">${SECRET}</password></config>`,
    "attribute.xml": `<config><geom size="${SECRET}"/></config>`,
    "secret.obj": `v 0 0 0\nf ${SECRET}\n`,
  };
  for (const [name, text] of Object.entries(secrets)) {
    for (
      const document of [include(name), mesh(name), `<mujoco><asset><model name="m" file="${name}"/></asset></mujoco>`]
    ) {
      await inFolders(document, async (dir) => {
        await Deno.writeTextFile(`${dir}/in/${name}`, text);
        const error = await refusal(`${dir}/in/m.xml`);
        assert.doesNotMatch(error.message + error.excerpt, new RegExp(SECRET), document);
      });
    }
    await inFolders(BALL, async (dir) => {
      await Deno.writeTextFile(`${dir}/in/${name}`, text);
      const error = await refusal(`${dir}/in/${name}`);
      assert.doesNotMatch(error.message + error.excerpt, new RegExp(SECRET), name);
    });
  }
});
