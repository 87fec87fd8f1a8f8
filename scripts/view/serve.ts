/** Serves the viewer with one model. */

import type { Gathered } from "./gather.ts";
import { type Page, servedPage } from "./page.ts";

/** Nothing but what this server sends. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  zip: "application/zip",
};

/** A running server. */
export interface Served {
  url: string;
  finished: Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on this machine only. */
export function serveViewer(page: Page, model: Pick<Gathered, "archive" | "main"> | undefined, port: number): Served {
  const files: Record<string, string | Uint8Array> = { ...page, "index.html": servedPage(page, model?.main ?? "") };
  if (model !== undefined) files["model.zip"] = model.archive;
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    const name = new URL(url).pathname.slice(1) || "index.html";
    const body = Object.hasOwn(files, name) ? files[name] : undefined;
    const headers = {
      "content-type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    };
    return new Response(body as BodyInit | undefined, { status: body === undefined ? 404 : 200, headers });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    finished: server.finished,
    close: () => server.shutdown(),
  };
}
