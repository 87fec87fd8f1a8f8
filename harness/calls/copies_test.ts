/** Copies, saved models, and printed texts, beside those of MuJoCo. */

import assert from "node:assert/strict";
import {
  copyData,
  copyModel,
  type Data,
  DATA_FIELDS,
  loadModelBinary,
  type Model,
  MODEL_FIELDS,
  printData,
  printModel,
  saveModel,
  step,
} from "../../mod.ts";
import { type Foreign, mj, same, testCalls } from "./pair.ts";

/** Fields of a printed text as lists of numbers, in the order in which they are printed. */
function numbersIn(text: string, line: RegExp): Map<string, number[]> {
  const fields = new Map<string, number[]>();
  let field = "";
  for (const row of text.split("\n")) {
    const match = line.exec(row);
    if (match === null) continue;
    const { name, start, rest } = match.groups as Record<string, string | undefined>;
    field = (name ?? start ?? field).toLowerCase();
    const numbers = (rest ?? "").split(" ").filter((word) => word !== "").map(Number);
    const list = fields.get(field) ?? [];
    fields.set(field, list);
    list.push(...numbers);
  }
  return fields;
}

/** `body_pos   0 0 1`, in the section of an object */
const THEIR_MODEL = /^ {2}(?<name>[a-z]+_\w+)(?<rest>(?: +[-\d.e+naif]+)+) *$/;
/** `QPOS`, and rows below it, which begin with their numbers if the matrix is sparse */
const THEIR_DATA = /^(?:(?<start>[A-Z]\w+)$| {2,}(?:\d+: +)?(?<rest>[-\d.e+naif]+(?: +[-\d.e+naif]+)*) *$)/;
/** `body_pos: nbody × 3`, and rows below it */
const OURS = /^(?:(?<start>[a-z]\w*): n| {2}\d+[^:]*:(?<rest>.*)$)/;

function printed(write: (path: string) => void): string {
  write("/printed.txt");
  return mj.FS.readFile("/printed.txt", { encoding: "utf8" });
}

/** Compares the fields that both print with the same number of numbers; returns how many. */
function compare(ours: Map<string, number[]>, theirs: Map<string, number[]>, what: string): number {
  let count = 0;
  for (const [field, numbers] of theirs) {
    const own = ours.get(field);
    if (own === undefined || own.length !== numbers.length) continue;
    same(own, numbers, `${what}: ${field}`);
    count++;
  }
  return count;
}

testCalls({
  printModel({ m, fm }) {
    const theirs = printed((path) => mj.mj_printFormattedModel(fm, path, "%.17g"));
    const count = compare(numbersIn(printModel(m), OURS), numbersIn(theirs, THEIR_MODEL), "model");
    assert.ok(count > 150, `${count} of ${Object.keys(MODEL_FIELDS).length} fields`);
  },
  printData({ m, d, fm, fd }) {
    const theirs = printed((path) => mj.mj_printFormattedData(fm, fd, path, "%.17g"));
    const count = compare(numbersIn(printData(m, d), OURS), numbersIn(theirs, THEIR_DATA), "data");
    assert.ok(count > 60, `${count} of ${Object.keys(DATA_FIELDS).length} fields`);
  },
  "copyData() and copyModel() copy all that MuJoCo's copies need to step to the same state"({ m, d, fm, fd }) {
    const model = copyModel(null, m);
    const data = copyData(null, model, d);
    const theirModel = new mj.MjModel(fm);
    const theirData = new mj.MjData(theirModel, fd);
    compareSteps(model, data, theirModel, theirData);
    theirData.delete();
    theirModel.delete();
  },
  "saveModel() and loadModelBinary() keep all that mj_saveModel() and mj_loadModel() keep"({ m, d, fm, fd }) {
    mj.mj_saveModel(fm, "/model.mjb", null);
    const theirModel = mj.MjModel.mj_loadBinary("/model.mjb", new mj.MjVFS());
    const theirData = new mj.MjData(theirModel, fd);
    const model = loadModelBinary(saveModel(m));
    compareSteps(model, copyData(null, model, d), theirModel, theirData);
    theirData.delete();
    theirModel.delete();
  },
});

function compareSteps(m: Model, d: Data, fm: Foreign, fd: Foreign): void {
  for (let k = 0; k < 3; k++) {
    step(m, d);
    mj.mj_step(fm, fd);
    for (const field of ["qpos", "qvel", "act", "qacc_warmstart", "history", "sensordata", "userdata"] as const) {
      same(d[field], fd[field], `step ${k}: ${field}`);
    }
  }
}
