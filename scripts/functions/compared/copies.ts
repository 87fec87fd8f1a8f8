/** Copies, saved models, and printed texts, beside those of MuJoCo. */

import assert from "node:assert/strict";
import { type Data, DATA_FIELDS, type Model, MODEL_FIELDS } from "../../../mod.ts";
import { same, testCalls } from "./pair.ts";
import { type Foreign, mj, plumbline } from "./sides.ts";

/** Fields of a printed text as lists of numbers, in the order in which they are printed. */
export function numbersIn(text: string, line: RegExp): Map<string, number[]> {
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
export const THEIR_MODEL = /^ {2}(?<name>[a-z]+_\w+)(?<rest>(?: +[-\d.e+naif]+)+) *$/;
/** `QPOS`, and rows below it, which begin with their numbers if the matrix is sparse */
export const THEIR_DATA = /^(?:(?<start>[A-Z]\w+)$| {2,}(?:\d+: +)?(?<rest>[-\d.e+naif]+(?: +[-\d.e+naif]+)*) *$)/;
/** `body_pos: nbody × 3`, and rows below it */
export const OURS = /^(?:(?<start>[a-z]\w*): n| {2}\d+[^:]*:(?<rest>.*)$)/;

function printed(write: (path: string) => void): string {
  write("/printed.txt");
  const text = mj.FS.readFile("/printed.txt", { encoding: "utf8" });
  mj.FS.unlink("/printed.txt");
  return text;
}

/** Both print two digits, but round ties differently. */
function sameDigits(ours: Map<string, number[]>, theirs: Map<string, number[]>): void {
  let count = 0;
  for (const [field, numbers] of theirs) {
    const own = ours.get(field);
    if (own === undefined || own.length !== numbers.length) continue;
    numbers.forEach((x, i) => {
      const unit = 10 ** (Math.floor(Math.log10(Math.abs(x) || 1)) - 1);
      assert.ok(Math.abs(own[i] - x) <= 1.001 * unit || Object.is(own[i], x), `${field}[${i}]: ${own[i]}, MuJoCo ${x}`);
    });
    count++;
  }
  assert.ok(count > 50, `${count} fields`);
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
    const count = compare(numbersIn(plumbline.printModel(m), OURS), numbersIn(theirs, THEIR_MODEL), "model");
    assert.ok(count > 150, `${count} of ${Object.keys(MODEL_FIELDS).length} fields`);
  },
  "printModel() and printData() print what MuJoCo prints unless it is told how"({ m, d, fm, fd }) {
    const model = printed((path) => mj.mj_printModel(fm, path));
    sameDigits(numbersIn(plumbline.printModel(m, { digits: 2 }), OURS), numbersIn(model, THEIR_MODEL));
    const data = printed((path) => mj.mj_printData(fm, fd, path));
    sameDigits(numbersIn(plumbline.printData(m, d, { digits: 2 }), OURS), numbersIn(data, THEIR_DATA));
  },
  printData({ m, d, fm, fd }) {
    const theirs = printed((path) => mj.mj_printFormattedData(fm, fd, path, "%.17g"));
    const count = compare(numbersIn(plumbline.printData(m, d), OURS), numbersIn(theirs, THEIR_DATA), "data");
    assert.ok(count > 60, `${count} of ${Object.keys(DATA_FIELDS).length} fields`);
  },
  "plumbline.copyData() and plumbline.copyModel() copy all that MuJoCo's copies need to step to the same state"(
    { m, d, fm, fd },
  ) {
    const model = plumbline.copyModel(null, m);
    const data = plumbline.copyData(null, model, d);
    const theirModel = new mj.MjModel(fm);
    const theirData = new mj.MjData(theirModel, fd);
    compareSteps(model, data, theirModel, theirData);
    theirData.delete();
    theirModel.delete();
  },
  "plumbline.saveModel() and plumbline.loadModelBinary() keep all that mj_saveModel() and mj_loadModel() keep"(
    { m, d, fm, fd },
  ) {
    mj.mj_saveModel(fm, "/model.mjb", null);
    const theirModel = mj.MjModel.mj_loadBinary("/model.mjb", new mj.MjVFS());
    const theirData = new mj.MjData(theirModel, fd);
    const model = plumbline.loadModelBinary(plumbline.saveModel(m));
    compareSteps(model, plumbline.copyData(null, model, d), theirModel, theirData);
    theirData.delete();
    theirModel.delete();
  },
});

function compareSteps(m: Model, d: Data, fm: Foreign, fd: Foreign): void {
  for (let k = 0; k < 3; k++) {
    plumbline.step(m, d);
    mj.mj_step(fm, fd);
    for (const field of ["qpos", "qvel", "act", "qacc_warmstart", "history", "sensordata", "userdata"] as const) {
      same(d[field], fd[field], `step ${k}: ${field}`);
    }
  }
}
