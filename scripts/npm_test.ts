import assert from "node:assert/strict";
import { compile, Data, step } from "@plumbline/sim";
import manifest from "../deno.json" with { type: "json" };
import { findBrowser, openPage } from "./headless_browser.ts";
import { enginePackage } from "./npm/engine_package.ts";
import { harnessPackage } from "./npm/harness_package.ts";
import { type Files, tarball } from "./npm/tarball.ts";

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

/** The tools that consumers use; `bun` is a program, `typescript` a compiler, the others are bundlers. */
const TOOLS = ["typescript@5.9.3", "esbuild@0.28.2", "vite@8.3.8", "bun@1.4.4"];

const HOME = new URL("../", import.meta.url).pathname;

/** What a project says about how the model fell. */
const FALL = `import { compile, Data, step } from "@plumbline/sim";
export function fall(text) {
  const m = compile(text);
  const d = new Data(m);
  for (let i = 0; i < 200; i++) step(m, d);
  return [...d.qpos, d.ncon].join(" ");
}
`;

/** Rolls out a model in Workers and in this thread, and says whether the results are the same. */
const ROLLOUT = `import { compile, rollout, State, stateSize } from "@plumbline/sim";
const model = compile(\`<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
</worldbody><actuator><motor joint="j"/></actuator></mujoco>\`);
const initial = new Float64Array(4 * stateSize(model, State.FULLPHYSICS));
const control = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i));
const [one, two] = await Promise.all([0, 2].map((workers) => rollout(model, { initial, control, steps: 10, workers })));
const isSame = one.state.length > 0 && one.state.every((x, i) => x === two.state[i]);
console.log(isSame ? "same" : "different");
process.exit();
`;

const TYPED = `import { compile, Data, loadModel, type Model, MjcfError, step } from "@plumbline/sim";
const model: Model = compile("<mujoco/>", { assets: new Map<string, Uint8Array>() });
const data = new Data(model);
step(model, data);
const qpos: Float64Array = data.qpos;
const names: string | undefined = model.nbody > 0 ? new MjcfError("none").file : undefined;
const loaded: Promise<Model> = loadModel("robot.xml", { strict: true });
// @ts-expect-error a misspelled field is an error
data.qpso;
export { loaded, names, qpos };
`;

/** The fields of the package's types, which are written in another way than those of the sources, are the same. */
const SAME = `import type { Contacts, Data, Model, Option, Statistic } from "@plumbline/sim";
import type * as sources from "./interfaces.ts";
type Same<A, B> = [A, B] extends [B, A] ? true : false;
export const model: Same<Pick<Model, keyof sources.ModelArrays>, sources.ModelArrays> = true;
export const data: Same<Pick<Data, keyof sources.DataArrays>, sources.DataArrays> = true;
export const counts: Same<Pick<Data, keyof sources.DataCounts>, sources.DataCounts> = true;
export const others: Same<[Contacts, Option, Statistic], [sources.Contacts, sources.Option, sources.Statistic]> = true;
`;

/** Most bytes of the tarball. */
const MOST_BYTES = 350 * 1024;

/** Items of the specification that need no functions beyond those of the example of an engine. */
const ITEMS = ["1", "2", "3", "5", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "IM", "41", "PLUG"];

/** A page without inline scripts, evaluation, or any other origin. */
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'";

const wanted = (() => {
  const m = compile(MODEL);
  const d = new Data(m);
  for (let i = 0; i < 200; i++) step(m, d);
  return [...d.qpos, d.ncon].join(" ");
})();

async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd, env: { NO_COLOR: "1" } }).output();
  const decoder = new TextDecoder();
  assert.ok(success, `${command} ${args.join(" ")}\n${decoder.decode(stdout)}${decoder.decode(stderr)}`);
  return decoder.decode(stdout).trim();
}

/** A fresh project in which a package is installed. */
async function project(files: Files, others: readonly string[]): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "plumbline-project-" });
  await Deno.writeFile(`${home}/package.tgz`, await tarball(files, false));
  await Deno.writeTextFile(`${home}/package.json`, `{ "type": "module", "private": true }`);
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  await run(home, "npm", "install", ...quiet, "./package.tgz", ...others);
  return home;
}

/** Serves a folder under the strict policy while `use` runs. */
async function served<T>(folder: string, use: (origin: string) => Promise<T>): Promise<T> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async ({ url }) => {
    const path = new URL(url).pathname;
    const body = await Deno.readFile(folder + path).catch(() => undefined);
    const type = path.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
    const headers = { "content-type": type, "content-security-policy": POLICY };
    return new Response(body, { status: body === undefined ? 404 : 200, headers });
  });
  try {
    return await use(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

async function titleOf(folder: string, page: string): Promise<string | undefined> {
  const browser = findBrowser();
  assert.ok(browser !== undefined, "no Chromium");
  return await served(folder, async (origin) => {
    const { console, dom } = await openPage(browser, `${origin}/${page}`);
    assert.deepEqual(console, []);
    return /<title>(.*?)<\/title>/.exec(dom)?.[1];
  });
}

Deno.test("the engine's package works in fresh projects", async (t) => {
  const files = await enginePackage();
  const size = (await tarball(files, true)).length;
  assert.ok(size <= MOST_BYTES, `the tarball has ${size} bytes, more than ${MOST_BYTES}`);
  const json = JSON.parse(new TextDecoder().decode(files.get("package.json")));
  assert.equal(json.dependencies, undefined);
  const home = await project(files, TOOLS);
  const write = (name: string, text: string) => Deno.writeTextFile(`${home}/${name}`, text);
  const page = (script: string) =>
    `<!doctype html><meta charset="utf-8"><title>nothing</title><script type="module" src="${script}"></script>`;
  try {
    const model = JSON.stringify(MODEL);
    await write("fall.js", FALL);
    await write("main.js", `import { fall } from "./fall.js";\nconsole.log(fall(${model}));\n`);
    await write("page.js", `import { fall } from "./fall.js";\ndocument.title = fall(${model});\n`);

    await t.step("Node", async () => assert.equal(await run(home, "node", "main.js"), wanted));

    await t.step("Bun", async () => assert.equal(await run(home, "node_modules/.bin/bun", "main.js"), wanted));

    await t.step("Workers in Node take the steps of a rollout", async () => {
      await write("rollout.js", ROLLOUT);
      assert.equal(await run(home, "node", "rollout.js"), "same");
    });

    await t.step("a stack trace in Node names the source", async () => {
      await write(
        "broken.js",
        `import { compile } from "@plumbline/sim";\ntry { compile("<mujoco><geo/></mujoco>"); }
catch (error) { console.log(error.stack); }\n`,
      );
      assert.match(await run(home, "node", "--enable-source-maps", "broken.js"), /engine\/mjcf\/\w+\.ts:\d+:\d+/);
    });

    await t.step("conforms as the sources do", async () => {
      const example = await Deno.readTextFile(new URL("../examples/my_engine.ts", import.meta.url));
      const packed = `${home}/node_modules/@plumbline/sim/dist/mod.js`;
      await write("engine.ts", example.replaceAll('"@plumbline/sim";', `${JSON.stringify(packed)};`));
      const how = ["--engine", `${home}/engine.ts`, "--format", "json"];
      const report = await run(HOME, Deno.execPath(), "run", "-A", "harness/cli.ts", ...ITEMS, ...how);
      const { conforms, totals } = JSON.parse(report);
      assert.equal(conforms, true);
      assert.ok(totals.cases > 500, `${totals.cases} cases`);
    });

    await t.step("tsc --strict", async () => {
      await write("typed.ts", TYPED);
      await write("same.ts", SAME);
      await Deno.copyFile(new URL("../engine/types/interfaces.ts", import.meta.url), `${home}/interfaces.ts`);
      const how = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"];
      await run(home, "node_modules/.bin/tsc", ...how, "--allowImportingTsExtensions", "typed.ts", "same.ts");
    });

    await t.step("esbuild, on a page with a strict policy", async () => {
      const how = ["--bundle", "--format=esm", "--minify", "--outfile=out/page.js"];
      await run(home, "node_modules/.bin/esbuild", "page.js", ...how);
      await write("out/page.html", page("page.js"));
      assert.equal(await titleOf(`${home}/out`, "page.html"), wanted);
    });

    await t.step("Vite, in a module Worker, on a page with a strict policy", async () => {
      await write("worker.js", `import { fall } from "./fall.js";\npostMessage(fall(${model}));\n`);
      await write(
        "start.js",
        `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => { document.title = data; };\n`,
      );
      await write("index.html", page("./start.js"));
      await write("vite.config.js", `export default { worker: { format: "es" } };\n`);
      await run(home, "node_modules/.bin/vite", "build", "--logLevel", "error");
      assert.equal(await titleOf(`${home}/dist`, "index.html"), wanted);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("the harness's package runs under Node", async (t) => {
  const home = await project(await harnessPackage(), []);
  const plumbline = (...args: string[]) => run(home, "node", "node_modules/.bin/plumbline", ...args);
  try {
    await t.step("version", async () => assert.equal(await plumbline("--version"), manifest.version));

    await t.step("conform", async () => {
      const report = JSON.parse(await plumbline("conform", "27", "--case", "27/ac1", "--format", "json"));
      assert.deepEqual([report.conforms, report.totals.cases], [true, 1]);
    });

    await t.step("live", async () => {
      await Deno.writeTextFile(`${home}/model.xml`, MODEL);
      assert.match(await plumbline("live", "model.xml", "--steps", "2"), /AGREES|agrees/);
    });

    await t.step("view", async () => {
      assert.match(await plumbline("view", "model.xml", "--html", "page.html"), /page\.html {2}\d/);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
