/** `rollout` in module Workers of a browser, with and without shared memory. */

import assert from "node:assert/strict";
import { closeRollouts, compile, Data, getState, rollout, State, stateSize } from "../../mod.ts";
import { findBrowser, openPageUntil } from "../headless_browser.ts";
import { bundle } from "../npm/bundle.ts";
import { nameWorkers } from "../npm/workers.ts";

const browser = findBrowser();

const WORKER = { module: "engine/rollout/rollout_worker.ts", address: "./rollout_worker.ts" };

const MODEL = `<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .07 .05"/></body>
  </worldbody>
  <sensor><clock/></sensor>
</mujoco>`;

/** A page that says on which threads it ran, and with which results. */
const PAGE = `<!doctype html><script type="module">
import { closeRollouts, compile, rollout } from "/mod.js";
const model = compile(${JSON.stringify(MODEL)});
const initial = Float64Array.from(await (await fetch("/initial")).json());
const { state, workers } = await rollout(model, { initial, steps: 20, workers: 2 });
const isShared = typeof SharedArrayBuffer === "function";
await fetch("/result", { method: "POST", body: JSON.stringify({ state: [...state], workers, isShared }) });
closeRollouts();
</script>`;

interface Result {
  state: number[];
  workers: number;
  isShared: boolean;
}

const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

async function runPage(files: ReadonlyMap<string, string>, initial: Float64Array, isolated: boolean): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const html = { "content-type": "text/html", ...isolated ? ISOLATION : {} };
    if (pathname === "/") return new Response(PAGE, { headers: html });
    if (pathname === "/initial") return Response.json([...initial]);
    if (pathname === "/result") {
      resolve(await request.json());
      return new Response();
    }
    const code = files.get(pathname.slice(1));
    if (code === undefined) return new Response(null, { status: 404 });
    return new Response(code, { headers: { ...html, "content-type": "text/javascript" } });
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  try {
    return await openPageUntil(browser ?? "", `http://127.0.0.1:${server.addr.port}/`, promise);
  } finally {
    await server.shutdown();
  }
}

Deno.test({
  name: "rollout() gives the same bits in the Workers of a browser, with and without shared memory",
  ignore: browser === undefined,
  async fn() {
    const bundled = await bundle({ entries: ["mod.ts", WORKER.module] });
    const files = new Map([...bundled].map(([name, code]) => [name, nameWorkers(code, name, [WORKER])]));
    const model = compile(MODEL);
    const size = stateSize(model, State.FULLPHYSICS);
    const initial = new Float64Array(5 * size);
    for (let r = 0; r < 5; r++) {
      const data = new Data(model);
      data.qvel.fill(r);
      const state = new Float64Array(size);
      getState(model, data, state, State.FULLPHYSICS);
      initial.set(state, r * size);
    }
    const { state } = await rollout(model, { initial, steps: 20, workers: 2 });
    closeRollouts();
    for (const isShared of [true, false]) {
      const result = await runPage(files, initial, isShared);
      assert.deepEqual([result.isShared, result.workers], [isShared, 2]);
      assert.deepEqual(result.state, [...state]);
    }
  },
});
