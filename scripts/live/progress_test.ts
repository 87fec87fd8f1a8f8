import assert from "node:assert/strict";
import { Progress } from "./progress.ts";

function watched(total: number, columns: number): { progress: Progress; said: string[] } {
  const said: string[] = [];
  return { progress: new Progress(total, true, (text) => said.push(text), () => columns), said };
}

Deno.test("Progress tells what is being done to which model, in one line of the terminal", () => {
  const { progress, said } = watched(3, 40);
  progress.at("a.xml", "MuJoCo steps", 7);
  progress.done("a.xml");
  assert.deepEqual(said, ["\r\x1b[K0/3  a.xml: MuJoCo steps, step 7", "\r\x1b[K1/3  "]);
  assert.equal(progress.count, "1 of 3");

  const narrow = watched(1, 12);
  narrow.progress.at("a.xml", "MuJoCo loads the model", null);
  assert.deepEqual(narrow.said, ["\r\x1b[KMuJoCo load"]);
});

Deno.test("Progress takes a terminal without a width for one of 80 columns", () => {
  const { progress, said } = watched(1, 0);
  progress.at("a.xml", "MuJoCo loads the model", null);
  assert.deepEqual(said, ["\r\x1b[KMuJoCo loads the model"]);
});

Deno.test("Progress says nothing where nobody watches", () => {
  const silent = new Progress(1, false, () => assert.fail("something was said"), () => 80);
  silent.at("a.xml", "MuJoCo loads the model", null);
  silent.done("a.xml");
  silent.clear();
});
