/** The viewer's page: its files as a server sends them, or everything in one document. */

import { bundleModule } from "../../harness/report/bundle_module.ts";

const HOME = new URL("../../web/viewer/", import.meta.url);

/** Built beforehand in packages. */
const BUILT = new URL("../../web/built/", import.meta.url);

/** The files of the page by name. */
export type Page = Readonly<Record<"index.html" | "viewer.css" | "main.js" | "worker.js" | "compare.js", string>>;

/** Scripts of the viewer and the modules that they are made of. */
export const SCRIPTS = {
  "main.js": "web/viewer/main.ts",
  "worker.js": "web/simulation/worker.ts",
  "compare.js": "web/compare/worker.ts",
} as const;

/** Builds the page. */
export async function buildPage(): Promise<Page> {
  const script = async (name: keyof typeof SCRIPTS) => {
    const built = await Deno.readTextFile(new URL(name, BUILT)).catch(() => undefined);
    return built ?? await bundleModule(SCRIPTS[name]);
  };
  const [html, css, main, worker, compare] = await Promise.all([
    Deno.readTextFile(new URL("index.html", HOME)),
    Deno.readTextFile(new URL("viewer.css", HOME)),
    script("main.js"),
    script("worker.js"),
    script("compare.js"),
  ]);
  return { "index.html": html, "viewer.css": css, "main.js": main, "worker.js": worker, "compare.js": compare };
}

/** One document with everything in it: the page, the Worker, and the model as an archive. */
export function selfContained(page: Page, model: Uint8Array, main: string): string {
  // no text of a script may end its element
  const escaped = (code: string) => code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const data = (id: string, type: string, text: string) => `<script type="${type}" id="${id}">${text}</script>`;
  const parts: Record<string, string> = {
    '<link rel="stylesheet" href="viewer.css">': `<style>\n${page["viewer.css"]}</style>`,
    '<script type="module" src="main.js"></script>': [
      data("worker", "application/json", JSON.stringify(page["worker.js"]).replaceAll("<", "\\u003c")),
      data("model", "application/octet-stream", model.toBase64()),
      `<script type="module">${escaped(page["main.js"])}</script>`,
    ].join("\n"),
    '<canvas id="canvas"': `<canvas id="canvas" data-main="${escapeAttribute(main)}"`,
  };
  return Object.entries(parts).reduce((html, [from, to]) => {
    if (!html.includes(from)) throw new Error(`the page has no ${from}`);
    return html.replace(from, () => to);
  }, page["index.html"]);
}

/** The page for a server: it names the document to open, and the Worker that simulates. */
export function servedPage(page: Page, main: string, worker: "worker.js" | "compare.js"): string {
  const data = `data-main="${escapeAttribute(main)}" data-worker="${worker}"`;
  return page["index.html"].replace('<canvas id="canvas"', () => `<canvas id="canvas" ${data}`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
