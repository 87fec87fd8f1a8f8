import assert from "node:assert/strict";
import { HarnessError } from "../../harness/engine.ts";
import { GuardedOracle, OracleHangs } from "./guarded_oracle.ts";

/** A thread that hangs, breaks or answers, as the model tells it to. */
const PROGRAM = new URL(`data:application/javascript,${
  encodeURIComponent(`
    onmessage = ({ data: { files: { xml } } }) => {
      while (xml === "hang") {}
      if (xml === "refuse") postMessage({ refusal: "because" });
      else if (xml === "complain") postMessage({ error: "MuJoCo is not well", isPlain: true });
      else throw new Error("broken");
    };
    postMessage("ready");
  `)
}`);

const model = (xml: string) => ({ xml, assets: new Map<string, Uint8Array>() });

Deno.test("GuardedOracle gives up a model from which MuJoCo does not come back, and goes on with the next", async () => {
  const oracle = new GuardedOracle(0.3, PROGRAM);
  try {
    assert.equal(await oracle.refusal(model("refuse")), "because");
    await assert.rejects(oracle.refusal(model("hang")), OracleHangs);
    assert.equal(await oracle.refusal(model("refuse")), "because");
  } finally {
    await oracle.close();
  }
});

Deno.test("GuardedOracle passes on what goes wrong, and survives a thread that breaks", async () => {
  const oracle = new GuardedOracle(60, PROGRAM);
  try {
    await assert.rejects(oracle.refusal(model("complain")), (error) => {
      return error instanceof HarnessError && !(error instanceof OracleHangs) && /not well/.test(error.message);
    });
    await assert.rejects(oracle.refusal(model("break")), /the thread of MuJoCo broke: .*broken/);
    assert.equal(await oracle.refusal(model("refuse")), "because");
  } finally {
    await oracle.close();
  }
});
