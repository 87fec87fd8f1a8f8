/** Serves the viewer with one model. */

import type { Gathered } from "./gather.ts";
import type { MujocoPackage } from "./mujoco_package.ts";
import { type Page, servedPage } from "./page.ts";

/** Nothing but what this server sends. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What MuJoCo's build needs besides: WebAssembly, functions made of text, and threads with shared memory. */
const MUJOCO_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'");
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  zip: "application/zip",
  wasm: "application/wasm",
};

/** A running server. */
export interface Served {
  url: string;
  finished: Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on this machine only. With MuJoCo's package, it runs beside the simulation. */
export function serveViewer(
  page: Page,
  model: Pick<Gathered, "archive" | "main"> | undefined,
  port: number,
  mujoco?: MujocoPackage,
): Served {
  const worker = mujoco === undefined ? "worker.js" : "compare.js";
  const files: Record<string, string | Uint8Array> = {
    ...page,
    "index.html": servedPage(page, model?.main ?? "", worker),
  };
  if (model !== undefined) files["model.zip"] = model.archive;
  for (const [name, bytes] of Object.entries(mujoco ?? {})) files[`mujoco/${name}`] = bytes;
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    const name = new URL(url).pathname.slice(1) || "index.html";
    const body = Object.hasOwn(files, name) ? files[name] : undefined;
    const headers = {
      "content-type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      "content-security-policy": mujoco === undefined ? POLICY : MUJOCO_POLICY,
      "cache-control": "no-store",
      ...mujoco === undefined ? {} : ISOLATION,
    };
    return new Response(body as BodyInit | undefined, { status: body === undefined ? 404 : 200, headers });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    finished: server.finished,
    close: () => server.shutdown(),
  };
}
