import assert from "node:assert/strict";
import { compile, Data, step } from "../mod.ts";
import { bytesOfData, bytesOfModel } from "./memory_bytes.ts";

const HUMANOID = new URL("./bench/humanoid.xml", import.meta.url);

Deno.test("a hundred data of a humanoid stay small, and none of them grows with the others", async () => {
  const model = compile(await Deno.readTextFile(HUMANOID));
  const all = Array.from({ length: 100 }, () => new Data(model));
  for (const data of all) for (let k = 0; k < 20; k++) step(model, data);
  const sizes = all.map((data) => bytesOfData(model, data));
  assert.deepEqual(new Set(sizes).size, 1, "all have the same history");
  assert.ok(sizes[0] > 50_000 && sizes[0] < 400_000, `${sizes[0]} bytes of data`);
  assert.ok(bytesOfModel(model) < 200_000, `${bytesOfModel(model)} bytes of the model`);
});
