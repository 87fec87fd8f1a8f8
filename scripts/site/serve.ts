/** Serves a folder, as a static host would. */

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  xml: "text/xml; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

/** Starts a server on this machine only. */
export function serveFolder(
  folder: string,
  port: number,
): { url: string; finished: Promise<void>; close(): Promise<void> } {
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, async ({ url }) => {
    const path = decodeURIComponent(new URL(url).pathname).replace(/\/$/, "/index.html");
    if (path.split("/").includes("..")) return new Response(null, { status: 404 });
    const body = await Deno.readFile(folder + path).catch(() => undefined);
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return new Response(body, { status: body === undefined ? 404 : 200, headers: { "content-type": type } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    finished: server.finished,
    close: () => server.shutdown(),
  };
}
