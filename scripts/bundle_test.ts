import assert from "node:assert/strict";
import { compile, Data, step } from "@plumbline/sim";
import { findBrowser, openPage } from "./headless_browser.ts";

const ROOT = new URL("../", import.meta.url).pathname;

const MODEL = `<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0.01 0.02 0.2" euler="10 20 30">
      <freejoint/>
      <geom type="box" size=".1 .07 .05"/>
      <body pos="0.2 0 0">
        <joint axis="0 1 0" damping="0.1"/>
        <geom type="capsule" fromto="0 0 0 0.2 0.1 0" size="0.03"/>
      </body>
    </body>
  </worldbody>
</mujoco>`;

function fall(): string {
  const m = compile(MODEL);
  const d = new Data(m);
  for (let i = 0; i < 200; i++) step(m, d);
  return [...d.qpos, d.ncon].join(" ");
}

/** A program that says how the model fell. */
const PROGRAM = `import { compile, Data, step } from "./plumbline.js";
const m = compile(${JSON.stringify(MODEL)});
const d = new Data(m);
for (let i = 0; i < 200; i++) step(m, d);
const said = [...d.qpos, d.ncon].join(" ");
if (typeof document === "undefined") console.log(said);
else document.title = said;
`;

async function output(command: string, args: string[]): Promise<{ success: boolean; stdout: string; stderr: string }> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd: ROOT }).output();
    const decoder = new TextDecoder();
    return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } catch (error) {
    return { success: false, stdout: "", stderr: String(error) };
  }
}

Deno.test("no engine file imports from Node or knows Deno", async () => {
  const folders = ["engine"];
  let files = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
      const path = `${folder}/${name}`;
      if (isDirectory) folders.push(path);
      if (!name.endsWith(".ts") || /_(test|bench)\.ts$/.test(name)) continue;
      files++;
      const code = (await Deno.readTextFile(ROOT + path)).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      assert.doesNotMatch(code, /\bDeno\./, path);
      assert.doesNotMatch(code, /\bfrom "node:|^import "node:|\bawait import\(/m, path);
    }
  }
  assert.ok(files > 100, `only ${files} files were looked at`);
});

Deno.test("mod.ts as one file steps to the same bits in Node and in a browser", async (t) => {
  const dir = await Deno.makeTempDir();
  try {
    const args = ["bundle", "-q", "--platform", "browser", "-o", `${dir}/plumbline.js`, `${ROOT}mod.ts`];
    const bundle = await output(Deno.execPath(), args);
    const isOffline = /download|dns|network|connect|esbuild/i.test(bundle.stderr);
    assert.ok(bundle.success || isOffline, bundle.stderr);
    const wanted = fall();

    const node = bundle.success && (await output("node", ["--version"])).success;
    await t.step({
      name: node ? "Node" : "Node (no bundler or no Node: not tested)",
      ignore: !node,
      async fn() {
        await Deno.writeTextFile(`${dir}/package.json`, '{ "type": "module" }');
        await Deno.writeTextFile(`${dir}/main.js`, PROGRAM);
        const { stdout, stderr } = await output("node", [`${dir}/main.js`]);
        assert.equal(stdout.trim(), wanted, stderr);
      },
    });

    const browser = bundle.success ? findBrowser() : undefined;
    await t.step({
      name: browser ? "browser" : "browser (no bundler or no Chromium: not tested)",
      ignore: browser === undefined,
      async fn() {
        assert.ok(browser !== undefined);
        // a page from disk may not import a file beside it, so the bundle stands in the page
        const code = await Deno.readTextFile(`${dir}/plumbline.js`);
        const script = PROGRAM.replace(/^import .*\n/, "const { compile, Data, step } = await import(url);\n");
        await Deno.writeTextFile(
          `${dir}/page.html`,
          `<!doctype html><meta charset="utf-8"><title>nothing</title>
<script type="application/json" id="code">${JSON.stringify(code).replaceAll("<", "\\u003c")}</script>
<script type="module">
const text = JSON.parse(document.getElementById("code").textContent);
const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
${script}</script>`,
        );
        const page = await openPage(browser, `file://${dir}/page.html`);
        assert.deepEqual(page.console, []);
        assert.equal(/<title>(.*?)<\/title>/.exec(page.dom)?.[1], wanted);
      },
    });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
