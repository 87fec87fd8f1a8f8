/** The static site: the playground, its examples, and what works without a connection. */

import { hash } from "node:crypto";
import { bundleModule } from "../../harness/report/bundle_module.ts";

const WEB = new URL("../../web/", import.meta.url);

/** Everything comes from the site itself. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const MANIFEST = {
  name: "Plumbline playground",
  short_name: "Plumbline",
  start_url: "./",
  display: "standalone",
  background_color: "#1b1c1e",
  theme_color: "#1b1c1e",
  icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }],
};

const ICON =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#1b1c1e"/>
<path d="M32 8v26" stroke="#e4e4e0" stroke-width="3"/><path d="M24 34h16l-8 22z" fill="#62aef5"/></svg>
`;

/** Links beside the playground. */
export interface Links {
  /** by the text of the link */
  readonly [text: string]: string;
}

/** The files of the site by path. */
export async function buildSite(links: Links): Promise<Map<string, string>> {
  const read = (path: string) => Deno.readTextFile(new URL(path, WEB));
  const examples = await exampleNames();
  const [page, script, worker] = await Promise.all([
    read("viewer/index.html"),
    bundleModule("web/playground/playground.ts"),
    bundleModule("web/simulation/worker.ts"),
  ]);
  const files = new Map<string, string>([
    ["index.html", playgroundPage(page, examples, links)],
    ["viewer.css", await read("viewer/viewer.css")],
    ["playground.css", await read("playground/playground.css")],
    ["playground.js", script],
    ["worker.js", worker],
    ["manifest.webmanifest", `${JSON.stringify(MANIFEST, undefined, 2)}\n`],
    ["icon.svg", ICON],
  ]);
  for (const { file } of examples) files.set(`examples/${file}`, await read(`examples/${file}`));
  files.set("service_worker.js", serviceWorker(await read("playground/service_worker.js"), files));
  return files;
}

interface Example {
  file: string;
  name: string;
  title: string;
}

/** The examples, by title. */
async function exampleNames(): Promise<Example[]> {
  const out: Example[] = [];
  for await (const { name: file } of Deno.readDir(new URL("examples/", WEB))) {
    if (!file.endsWith(".xml")) continue;
    const text = await Deno.readTextFile(new URL(`examples/${file}`, WEB));
    const title = /<mujoco model="([^"]+)"/.exec(text)?.[1] ?? file;
    out.push({ file, name: file.replace(/\.xml$/, ""), title });
  }
  return out.sort((a, b) => a.title < b.title ? -1 : 1);
}

/** The viewer's page with an editor in it. */
function playgroundPage(page: string, examples: readonly Example[], links: Links): string {
  const options = examples.map(({ name, title }) => `<option value="${name}">${title}</option>`).join("");
  const nav = Object.entries(links).map(([text, href]) => `<a href="${href}">${text}</a>`).join("");
  const changes: Record<string, string> = {
    '<meta charset="utf-8">': `<meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <meta name="description" content="MuJoCo models in the browser: write MJCF, run it, pull at it.">
    <link rel="manifest" href="manifest.webmanifest">`,
    '<link rel="icon" href="data:,">': '<link rel="icon" href="icon.svg">',
    '<link rel="stylesheet" href="viewer.css">': `<link rel="stylesheet" href="viewer.css">
    <link rel="stylesheet" href="playground.css">`,
    "main.js": "playground.js",
    "<body>": '<body class="no-left no-right">',
    '<strong id="title">Plumbline</strong>': `<strong>Plumbline</strong>
      <select id="examples" aria-label="Example"><option value="">your model</option>${options}</select>
      <span id="title" hidden></span>
      <button type="button" id="side">Edit</button>
      <button type="button" id="share" title="A link with the model in it">Share</button>`,
    '<div class="tools">': `<nav>${nav}</nav>\n      <div class="tools">`,
    '<aside id="left"': '<div id="editor"></div>\n    <aside id="left"',
  };
  return Object.entries(changes).reduce((html, [from, to]) => {
    if (!html.includes(from)) throw new Error(`the page has no ${from}`);
    return html.replace(from, () => to);
  }, page);
}

/** The service worker with the list of files, and a version that changes with any of them. */
function serviceWorker(code: string, files: ReadonlyMap<string, string>): string {
  const list = [...files.keys()];
  const version = hash("sha256", [...files].map(([path, text]) => `${path}\n${text}`).join("\n")).slice(0, 16);
  return code.replace("%VERSION%", version).replace('["%FILES%"]', JSON.stringify(["./", ...list], undefined, 2));
}
