import assert from "node:assert/strict";
import { floorsOfBuilds } from "./builds.ts";
import { openStore } from "../disk.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { readCase, readGolden } from "./golden.ts";
import { changing } from "../liars/liars.ts";
import { replay } from "../replay/replay.ts";
import { boundOf } from "../replay/tolerance.ts";

const store = openStore(new URL("../../golden", import.meta.url).pathname);
const golden = readGolden(store, readCase(store, "sol/toggled"));
const { frames, minted: { noise } } = golden;

/** What noise allows for a field in a frame. */
function allowed(field: string, frame: number): number {
  return boundOf(field, undefined, noise?.[field]).allowed(frame, frames.get(field, frame) ?? new Float64Array());
}

/** An engine that is off in one element, by so many times what noise allows in the first frame. */
function off(field: string, times: number) {
  const most = allowed(field, 0);
  return changing(field, (values) => values[0] += times * most)(PLUMBLINE);
}

Deno.test("floorsOfBuilds() gives nothing where builds differ within the noise", async () => {
  assert.equal(await floorsOfBuilds(PLUMBLINE, golden, {}), undefined);
  assert.equal(await floorsOfBuilds(off("qfrc_bias", 1e-3), golden, {}), undefined);
});

Deno.test("floorsOfBuilds() gives floors to what differs a little more, which a replay then allows", async () => {
  const build = off("qfrc_bias", 3);
  const before = await replay(build, golden, {});
  assert.deepEqual([...new Set(before.failures.map(({ field }) => field))], ["qfrc_bias"]);

  const native = await floorsOfBuilds(build, golden, {});
  assert.deepEqual(Object.keys(native ?? {}), ["qfrc_bias"]);
  const kinds = new Map<string, string>();
  const { passed } = await replay(build, { ...golden, minted: { ...golden.minted, native } }, {}, {
    observe: (_, field, __, ___, { kind }) => kinds.set(field, kind),
  });
  assert.equal(passed, true);
  assert.deepEqual([...kinds].filter(([, kind]) => kind === "builds").map(([field]) => field), ["qfrc_bias"]);
});

Deno.test("floorsOfBuilds() refuses what differs by far more, and what is to be exact", async () => {
  const build = { ...off("qfrc_bias", 30), name: "another build" };
  await assert.rejects(floorsOfBuilds(build, golden, {}), /another build differs by more than 10 .* qfrc_bias\[0\]/);
  const table = { qfrc_bias: { kind: "exact" as const } };
  await assert.rejects(floorsOfBuilds(off("qfrc_bias", 1), golden, table), /move the scene: .*\(exact\)/);
});

Deno.test("floorsOfBuilds() measures afresh, whatever was minted before", async () => {
  const minted = { ...golden.minted, native: { qfrc_bias: 1 } };
  assert.equal(await floorsOfBuilds(PLUMBLINE, { ...golden, minted }, {}), undefined);
});
