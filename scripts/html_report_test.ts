import assert from "node:assert/strict";
import { conform } from "../harness/commands/conform.ts";
import { BrowserSession } from "./browser_session.ts";
import { findBrowser, openPage } from "./headless_browser.ts";

const DOES_NOTHING = new URL("../harness/liars/does_nothing.ts", import.meta.url).pathname;
const SHIFTED = new URL("../harness/liars/shifted.ts", import.meta.url).pathname;
const GOLDEN = new URL("../golden", import.meta.url).pathname;

const browser = findBrowser();
const name = "conform --format html shows the items in a browser, and filters them";

/** What the reader of a page sees of its items: those that are not hidden, by id. */
function shownItems(dom: string): string[] {
  const main = dom.slice(dom.indexOf('<main id="items">'), dom.indexOf("</main>"));
  return [...main.matchAll(/<details([^>]*) data-item="([^"]+)"([^>]*)>/g)]
    .filter(([, before, , after]) => !/\bhidden\b/.test(before + after)).map(([, , id]) => id);
}

/** A script behind the others that writes what it finds into the document. */
function withScript(html: string, script: string): string {
  return html.replace("</body>", () => `<script>{${script}}</script></body>`);
}

Deno.test({
  name: browser === undefined ? `${name} (no Chromium is installed: not tested)` : name,
  ignore: browser === undefined,
  async fn() {
    assert.ok(browser !== undefined);
    const dir = await Deno.makeTempDir();
    try {
      let html = "";
      const terminal = { out: (text: string) => html += text, err: () => {}, isPainted: false, isWatched: false };
      await conform(
        ["24", "20", "--engine", DOES_NOTHING, "--golden", GOLDEN, "--format", "html", "--jobs", "1"],
        terminal,
      );
      const url = `file://${dir}/report.html`;
      await Deno.writeTextFile(`${dir}/report.html`, html);

      const whole = await openPage(browser, url);
      assert.deepEqual(whole.console, []);
      assert.deepEqual(shownItems(whole.dom), ["20", "24"]);
      assert.match(whole.dom, /friction combination/);

      const searched = await openPage(browser, `${url}#search=24%2F`);
      assert.deepEqual(searched.console, []);
      assert.deepEqual(shownItems(searched.dom), ["24"]);
      const passed = await openPage(browser, `${url}#verdict=pass`);
      assert.deepEqual(shownItems(passed.dom), []);
      assert.match(passed.dom, /<p id="nothing" class="note">/);

      // by hand: a button, a search, and a case opened
      const drive = `
        document.querySelector('button[data-verdict="fail"]').click();
        const search = document.getElementById("search");
        search.value = "24/ac1";
        search.dispatchEvent(new Event("input"));
        const it = [...document.querySelectorAll(".cases > details[data-verdict]")].find((node) => !node.hidden);
        it.open = true;
        setTimeout(() => document.title = [location.hash, it.querySelectorAll("svg polyline").length].join(" "), 100);`;
      await Deno.writeTextFile(`${dir}/driven.html`, withScript(html, drive));
      const driven = await openPage(browser, `file://${dir}/driven.html`);
      // this browser draws without a graphics processor, and says so
      assert.deepEqual(driven.console.filter((line) => !line.includes("WebGL")), []);
      assert.deepEqual(shownItems(driven.dom), ["24"]);
      const title = /<title>(.*?)<\/title>/.exec(driven.dom)?.[1] ?? "";
      assert.match(title, /^#verdict=fail&amp;search=24%2Fac1 [1-9]/);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});

/** Colors of a canvas in the page, as a number for each: how many pixels are nearly that color. */
const COUNT = `(canvas, [r, g, b]) => {
  const { width, height } = canvas;
  const copy = Object.assign(document.createElement("canvas"), { width, height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    count += Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 60;
  }
  return count;
}`;

Deno.test("reports draw the failing step: both poses, both sets of contacts, a ring around the one that differs", async () => {
  assert.ok(browser !== undefined, "no Chromium");
  const dir = await Deno.makeTempDir();
  const session = await BrowserSession.start(browser, { width: 800, height: 900 });
  try {
    const report = async (engine: string) => {
      let html = "";
      const terminal = { out: (text: string) => html += text, err: () => {}, isPainted: false, isWatched: false };
      const how = ["--case", "27/ac1", "--golden", GOLDEN, "--format", "html", "--jobs", "1"];
      await conform(["--engine", engine, ...how], terminal);
      return html;
    };
    const passing = await report("plumbline");
    const failing = await report(SHIFTED);
    assert.ok(!passing.includes('id="scenes"'), "a page without failures carries no viewer");
    assert.ok(failing.length - passing.length < 2e6, `${failing.length} bytes`);

    await Deno.writeTextFile(`${dir}/report.html`, failing);
    await session.open(`file://${dir}/report.html`);
    await session.until("document.querySelector('[data-item]')");
    await session.evaluate(`document.querySelectorAll("[data-item], [data-item] details[data-verdict]")
      .forEach((node) => node.open = true)`);
    await session.until("document.querySelector('.scene p')");
    const legend = await session.evaluate<string>("document.querySelector('.scene p').textContent");
    assert.match(legend, /^step 0;.* ring: contact 0, MuJoCo \S+:\S+ at distance .*, engine/);
    const count = (color: string) => session.evaluate<number>(`(${COUNT})(document.querySelector("canvas"), ${color})`);
    const [red, blue] = ["[255, 32, 32]", "[58, 130, 200]"];
    await session.until(`(${COUNT})(document.querySelector("canvas"), ${red}) > 100`);
    assert.ok(await count(blue) > 50, "the engine's contact is drawn");
    await session.evaluate(`{
      const select = document.querySelector(".scene select");
      select.value = "MuJoCo";
      select.dispatchEvent(new Event("change"));
    }`);
    await session.until(`(${COUNT})(document.querySelector("canvas"), ${blue}) === 0`);
    assert.deepEqual(session.complaints, []);
  } finally {
    await session.close();
    await Deno.remove(dir, { recursive: true });
  }
});
