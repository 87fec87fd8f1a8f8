import assert from "node:assert/strict";
import { bareMessage, fullMessage } from "./bare_message.ts";

Deno.test("fullMessage() undoes bareMessage(), which leaves no typed arrays", () => {
  const shared = new Float64Array(new SharedArrayBuffer(64), 8, 3);
  const message = {
    kind: "part",
    count: 3,
    nothing: null,
    state: shared,
    list: [{ face: Int32Array.of(1, 2), flag: true }, Float32Array.of(0.5), Uint8Array.of(7), Int8Array.of(-1)],
  };
  const bare = bareMessage(message);
  const hasView = (value: unknown): boolean =>
    ArrayBuffer.isView(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasView));
  assert.ok(hasView(message) && !hasView(bare));
  const full = fullMessage(structuredClone(bare)) as typeof message;
  assert.deepEqual(full, message);
  full.state[1] = 5;
  assert.equal(shared[1], 5, "shared memory stays shared");
  const error = new RangeError("no");
  assert.equal(fullMessage(bareMessage(error)), error);
});
