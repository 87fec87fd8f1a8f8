/** Programs in headless Chromium: bundled into a page. */

import { openPage, type Page } from "./headless_browser.ts";

/** Runs a program in a page, as if its text were a module in the given folder, and waits until it is done. */
export async function runInBrowser(browser: string, program: string, folder: URL): Promise<Page> {
  const dir = await Deno.makeTempDir();
  const entry = new URL(`.page_${crypto.randomUUID()}.ts`, folder).pathname;
  try {
    await Deno.writeTextFile(entry, program);
    const args = ["bundle", "-q", "--platform", "browser", "-o", `${dir}/page.js`, entry];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    if (!success) throw new Error(`deno bundle: ${new TextDecoder().decode(stderr)}`);
    const code = (await Deno.readTextFile(`${dir}/page.js`)).replaceAll("</script", "<\\/script");
    const html = `<!doctype html><meta charset="utf-8"><body></body><script type="module">${code}</script>`;
    await Deno.writeTextFile(`${dir}/page.html`, html);
    return await openPage(browser, `file://${dir}/page.html`);
  } finally {
    await Deno.remove(entry).catch(() => {});
    await Deno.remove(dir, { recursive: true });
  }
}
