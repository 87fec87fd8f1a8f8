import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { OFF, open, seen, turn, WATCH } from "./switchboard.ts";

const PROGRAM = `
import { parentPort } from "node:worker_threads";
import { note, now } from "${new URL("switchboard.ts", import.meta.url).href}";
parentPort.on("message", () => {
  if (now === -2) note(1, true);
  parentPort.postMessage(now);
});
parentPort.postMessage(now);
`;

Deno.test("turn() switches a mutant on in threads too, whose notes are seen here", async () => {
  const path = Deno.makeTempFileSync({ suffix: ".mjs" });
  Deno.writeTextFileSync(path, PROGRAM);
  open(2);
  turn(1);
  const worker = new Worker(new URL(`file://${path}`));
  try {
    assert.deepEqual(await once(worker, "message"), [1]);
    for (const to of [OFF, 0, WATCH]) {
      assert.equal(seen[1], 0);
      turn(to);
      worker.postMessage("next");
      assert.deepEqual(await once(worker, "message"), [to]);
    }
    assert.equal(seen[1], 2);
  } finally {
    await worker.terminate();
    Deno.removeSync(path);
  }
});
