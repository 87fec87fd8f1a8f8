/** The page of `deno task view`. */

import { unzipSync } from "fflate";
import { byId } from "./dom.ts";
import { Viewer } from "./viewer.ts";

/** A page of its own carries the Worker and the model; a served one asks for them. */
const embedded = {
  worker: document.getElementById("worker"),
  model: document.getElementById("model"),
};

function startWorker(): Worker {
  const { worker } = embedded;
  if (worker === null) return new Worker(byId("canvas").dataset.worker ?? "worker.js", { type: "module" });
  const code = new Blob([JSON.parse(worker.textContent ?? "")], { type: "text/javascript" });
  // a page from disk may start classic Workers only
  return new Worker(URL.createObjectURL(code));
}

async function archive(): Promise<Uint8Array | undefined> {
  const { model } = embedded;
  if (model !== null) return Uint8Array.from(atob(model.textContent ?? ""), (c) => c.charCodeAt(0));
  const response = await fetch("model.zip");
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

async function start(): Promise<void> {
  const viewer = new Viewer(startWorker());
  // for the console
  Object.assign(globalThis, { viewer });
  const bytes = await archive();
  if (bytes !== undefined) return viewer.open(new Map(Object.entries(unzipSync(bytes))), byId("canvas").dataset.main);
  const message = byId("message");
  message.textContent = "Drop a folder, a zip archive, or an MJCF document here.";
  message.hidden = false;
}

start();
