import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../random.ts";
import { describeRelation, relationsOf, type Sample } from "./relations.ts";

const SEED = 5;
const random = randomFrom(SEED);
const ROWS = 4;

/** Values of a field with rows of `width`, none of them like another. */
function values(width: number): Float64Array {
  return Float64Array.from({ length: ROWS * width }, () => 3 * symmetric(random) + 0.1);
}

/** Two frames of a field that differ in a way. */
function samples(
  width: number,
  wrong: (expected: Float64Array, sample: Omit<Sample, "got">) => ArrayLike<number>,
): Sample[] {
  return [0, 1].map(() => {
    const sample = {
      expected: values(width),
      allowed: 1e-12,
      before: values(width),
      after: values(width),
      others: new Map([["xpos", values(width)]]),
    };
    return { ...sample, got: wrong(sample.expected, sample) };
  });
}

const columns = (order: readonly number[]) => (all: Float64Array) =>
  all.map((_, at) => all[at - at % order.length + order[at % order.length]]);
const each = (f: (x: number, at: number) => number) => (all: Float64Array) => Array.from(all, f);

/** What is done to values, and what has to be found first. */
const WRONGS: readonly (readonly [string, number, Parameters<typeof samples>[1], string])[] = [
  ["nan", 1, each(() => NaN), "not a number"],
  ["single", 3, each(Math.fround), "MuJoCo's, rounded to single precision"],
  ["sign", 3, each((x) => -x), "MuJoCo's with the opposite sign"],
  ["zero", 3, each(() => 0), "zero"],
  ["degrees", 1, each((x) => x * 180 / Math.PI), "in degrees instead of radians"],
  ["radians", 1, each((x) => x * Math.PI / 180), "in radians instead of degrees"],
  ["factor", 3, each((x, at) => at % 3 === 0 ? 1.01 * x : x), "1.01 times MuJoCo's"],
  ["offset", 3, each((x) => x - 0.002), "MuJoCo's minus 0.002"],
  ["constant", 1, each(() => 0.02), "always 0.02"],
  ["reciprocal", 1, each((x) => 1 / x), "the reciprocal of MuJoCo's"],
  ["square", 1, each((x) => x * x), "the square of MuJoCo's"],
  ["late", 3, (_, { before }) => before ?? [], "MuJoCo's of one step earlier: one step late"],
  ["transposed", 9, columns([0, 3, 6, 1, 4, 7, 2, 5, 8]), "MuJoCo's, transposed"],
  ["conjugate", 4, each((x, at) => at % 4 === 0 ? x : -x), "the inverse rotation"],
  ["columns", 4, columns([1, 2, 3, 0]), "MuJoCo's with its columns in another order: 1 2 3 0"],
  ["shifted", 3, (all) => [...all.slice(3), 0, 0, 0], "that of the next row: the index is shifted by one"],
  [
    "shuffled",
    3,
    (all) => [...all.slice(6, 9), ...all.slice(3, 6), ...all.slice(0, 3), ...all.slice(9)],
    "MuJoCo's rows in another order",
  ],
  ["other", 3, (_, { others }) => others.get("xpos") ?? [], "MuJoCo's xpos"],
];

for (const [kind, width, wrong, text] of WRONGS) {
  Deno.test(`relationsOf() finds '${kind}'`, () => {
    const found = relationsOf(samples(width, wrong), width).find((it) => it.kind === kind);
    assert.ok(found !== undefined, `seed ${SEED}`);
    assert.ok(found.isSure);
    assert.equal(describeRelation(found), text);
  });
}

Deno.test("relationsOf() finds no relation in noise", () => {
  const found = relationsOf(samples(3, each((x) => x + 0.1 * symmetric(random))), 3).map(({ kind }) => kind);
  assert.deepEqual(found.filter((kind) => kind !== "larger" && kind !== "smaller"), [], `seed ${SEED}`);
});

Deno.test("relationsOf() is not sure of a number that fits a single difference", () => {
  const sample = { expected: Float64Array.of(0.7), got: [0.71], allowed: 0, others: new Map() };
  const found = relationsOf([sample], 1);
  assert.deepEqual(found.map(({ kind, isSure }) => [kind, isSure]), [["factor", false], ["offset", false], [
    "constant",
    false,
  ], ["larger", false]]);
});
