import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import { readCase, readGolden } from "../golden/golden.ts";
import { neighbour } from "../golden/noise.ts";
import { replay } from "../replay/replay.ts";
import { perform } from "./perform.ts";
import { playback } from "./playback.ts";
import { decodeArray, encodeArray } from "./protocol.ts";
import { openEngine } from "./engines.ts";
import { requestOf } from "./request.ts";

// expressions are loaded once in a process, so this is the only test of this file
Deno.test("replay() of an answer begins again where an expression is evaluated for the first time", async () => {
  const store = openStore(new URL("../../golden", import.meta.url).pathname);
  const golden = readGolden(store, readCase(store, "sol/machine_car_free"));
  const engine = await openEngine("plumbline", import.meta.url);
  const answer = await perform(engine, requestOf(golden, 1, "base64"));

  const [first, ...others] = answer.frames ?? [];
  const qacc = decodeArray(first.results?.qacc);
  qacc[0] = neighbour(qacc[0], true);
  const results = { ...first.results, qacc: encodeArray(qacc) };
  const moved = { ...answer, frames: [{ ...first, results }, ...others] };

  const { failures, worst, compared } = await replay(playback(moved), golden, {
    qacc: { kind: "expression", bound: "1e-9 * max(1, norm(ref))" },
  });
  assert.deepEqual(failures, []);
  assert.equal(worst?.field, "qacc");
  assert.equal(compared, golden.minted.compared);
});
