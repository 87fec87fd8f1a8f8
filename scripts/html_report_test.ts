import assert from "node:assert/strict";
import { conform } from "../harness/commands/conform.ts";
import { findBrowser, openPage } from "./headless_browser.ts";

const DOES_NOTHING = new URL("../harness/liars/does_nothing.ts", import.meta.url).pathname;
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
      assert.deepEqual(driven.console, []);
      assert.deepEqual(shownItems(driven.dom), ["24"]);
      const title = /<title>(.*?)<\/title>/.exec(driven.dom)?.[1] ?? "";
      assert.match(title, /^#verdict=fail&amp;search=24%2Fac1 [1-9]/);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
