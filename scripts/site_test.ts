import assert from "node:assert/strict";
import { compile } from "@plumbline/sim";
import { fromFragment } from "../web/playground/share.ts";
import { BrowserSession } from "./browser_session.ts";
import { findBrowser } from "./headless_browser.ts";
import { buildSite } from "./site/build.ts";
import { serveFolder } from "./site/serve.ts";

Deno.test("the playground shows examples, errors, and shared models, with and without a connection", async (t) => {
  const command = findBrowser();
  assert.ok(command !== undefined, "no Chromium");
  const folder = await Deno.makeTempDir({ prefix: "site-" });
  for (const [path, text] of await buildSite({})) {
    await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
    if (path.startsWith("examples/")) compile(text, { strict: true });
  }
  let server = serveFolder(folder, 0);
  const browser = await BrowserSession.start(command, { width: 1000, height: 600 });
  const title = (text: string) => `document.getElementById("title").textContent === "${text}"`;
  try {
    await browser.open(server.url);
    await browser.until(`${title("Humanoid")} && viewer.frame?.time > 0`, 60_000);

    await t.step("an example is chosen", async () => {
      await browser.evaluate(`(() => {
        const examples = document.getElementById("examples");
        examples.value = "pendulum";
        examples.dispatchEvent(new Event("change"));
      })()`);
      await browser.until(title("Double pendulum"));
      assert.equal(await browser.evaluate("location.hash"), "#pendulum");
    });

    const edit = (from: string, to: string) =>
      browser.evaluate(`(() => {
        const { view } = playground.editor;
        const at = view.state.doc.toString().indexOf(${JSON.stringify(from)});
        view.dispatch({ changes: { from: at, to: at + ${from.length}, insert: ${JSON.stringify(to)} } });
      })()`);
    const marks = `document.getElementById("editor").shadowRoot.querySelectorAll(".cm-lint-marker-error").length`;

    await t.step("an error is shown at its place, until it is mended", async () => {
      await edit(`integrator="RK4"`, `integrator="RK5"`);
      await browser.until(`${marks} === 1 && /RK5/.test(document.getElementById("message").textContent)`);
      await edit(`integrator="RK5"`, `integrator="RK4"`);
      await browser.until(`${marks} === 0 && document.getElementById("message").hidden`);
    });

    await t.step("the address carries the model, and opens it again", async () => {
      await edit(`model="Double pendulum"`, `model="Mine"`);
      await browser.until(title("Mine"));
      await browser.evaluate(`document.getElementById("share").click()`);
      await browser.until(`location.hash.startsWith("#m=")`);
      const hash = await browser.evaluate<string>("location.hash");
      assert.match(fromFragment(hash) ?? "", /model="Mine"/);
      await browser.open("about:blank");
      await browser.open(server.url + hash);
      await browser.until(`globalThis.viewer && ${title("Mine")}`, 60_000);
    });

    await t.step("a narrow page shows the model or the editor", async () => {
      await browser.resize(390, 700, true);
      const height = (id: string) => browser.evaluate<number>(`document.getElementById("${id}").clientHeight`);
      await browser.until(`document.getElementById("canvas").clientHeight > 400`);
      assert.equal(await height("editor"), 0);
      await browser.evaluate(`document.getElementById("side").click()`);
      assert.ok(await height("editor") > 400);
      assert.equal(await browser.evaluate("document.documentElement.scrollWidth"), 390);
      await browser.resize(1000, 600);
    });

    await t.step("it works without a connection after the first visit", async () => {
      await browser.until("navigator.serviceWorker.controller !== null", 30_000);
      const { url } = server;
      await server.close();
      await browser.open("about:blank");
      await browser.open(`${url}#cradle`);
      await browser.until(`globalThis.viewer && ${title("Cradle")}`, 60_000);
      server = serveFolder(folder, 0);
    });

    assert.deepEqual(browser.complaints, []);
  } finally {
    await browser.close();
    await server.close();
    await Deno.remove(folder, { recursive: true });
  }
});
