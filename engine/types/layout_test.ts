import assert from "node:assert/strict";
import { NISLAND, NSOLVER } from "./constants.ts";
import { Data } from "../data.ts";
import { growRows } from "../model/grow_rows.ts";
import { growContacts } from "./data_memory.ts";
import { Block, Layout } from "./layout.ts";
import { Model } from "./model.ts";
import { MODEL_FIELDS, MODEL_SIZES } from "./model_fields.ts";

type View = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array;

/** All arrays of an object and of the objects on it. */
function arraysOf(object: object): [name: string, array: View][] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (ArrayBuffer.isView(value)) return [[name, value as View]];
    if (typeof value !== "object" || value === null) return [];
    return arraysOf(value as object).map(([inner, array]): [string, View] => [`${name}.${inner}`, array]);
  });
}

function assertApart(arrays: [string, View][]): void {
  const used = arrays.filter(([, { length }]) => length > 0);
  used.forEach(([, array], i) => array.fill(1 + i % 100));
  used.forEach(([name, array], i) => {
    assert.ok(array.every((value) => value === 1 + i % 100), `${name} is written by another`);
  });
}

Deno.test("Layout.fill() gives zeroed arrays of the right length, and passes over what has no rows", () => {
  const layout = new Layout({
    a: ["f64", "n", 3],
    b: ["u8", "n", 1],
    c: ["f32", "m", "n*2"],
    d: ["i32", "n", "m"],
    e: ["i8", "none", 7],
  });
  const out: Record<string, View> = {};
  const sizes = { n: 3, m: 5, none: 0 };
  const block = layout.fill(out, sizes, 16);
  assert.deepEqual(Object.fromEntries(Object.entries(out).map(([name, { length }]) => [name, length])), {
    a: 9,
    b: 3,
    c: 30,
    d: 15,
  });
  for (const array of Object.values(out)) assert.ok(array.every((value) => value === 0));

  // what is left is as much as was asked for
  const rest = block.take("f64", 2);
  assert.equal(rest.byteOffset + rest.byteLength, rest.buffer.byteLength);
  assert.throws(() => block.take("u8", 1), RangeError);
  assertApart([...Object.entries(out), ["rest", rest]]);
});

Deno.test("Block.take() throws a RangeError when the block is used up", () => {
  const block = new Block(16);
  block.take("f64", 1);
  assert.throws(() => block.take("f64", 2), RangeError);
});

Deno.test("no two arrays of a model share an element", () => {
  const m = new Model(Object.fromEntries(MODEL_SIZES.map((name, i) => [name, 1 + i % 5])));
  for (const name of Object.keys(MODEL_FIELDS)) {
    assert.ok(name in m && arraysOf({ a: m[name as "qpos0"] })[0][1].length > 0);
  }
  assertApart(arraysOf(m));
});

Deno.test("no two arrays of data share an element, before and after they grow", () => {
  // instances of plugins need code, which this model has not
  const m = new Model(Object.fromEntries(MODEL_SIZES.map((name, i) => [name, name === "nplugin" ? 0 : 1 + i % 5])));
  const d = new Data(m);
  assertApart(arraysOf(d));
  for (const count of [3, 40]) {
    growContacts(d, count);
    growRows(m, d, { nefc: 2 * count, nJ: 7 * count, nisland: count });
    assertApart(arraysOf(d));
    assert.ok(d.contact.dist.length >= count && d.efc_KBIP.length >= 8 * count && d.efc_J.length >= 7 * count);
    assert.equal(d.efc_AR.length, 0);
  }
});

Deno.test("growContacts() keeps the contacts that are there", () => {
  const d = new Data(new Model({ nbody: 1 }));
  growContacts(d, 5);
  d.contact.pos.set([1, 2, 3], 12);
  d.contact.geom.set([4, 5], 8);
  growContacts(d, 100);
  assert.deepEqual([...d.contact.pos.subarray(12, 15), ...d.contact.geom.subarray(8, 10)], [1, 2, 3, 4, 5]);
});

Deno.test("growRows() makes room for the statistics of twenty islands at most, and keeps those that are there", () => {
  const m = new Model({ nbody: 1, ntree: 50 });
  const d = new Data(m);
  d.solver.neval[NSOLVER - 1] = 7;
  for (const [nisland, islands] of [[0, 1], [1, 1], [3, 3], [2, 3], [50, NISLAND]]) {
    growRows(m, d, { nisland });
    for (const statistic of Object.values(d.solver)) assert.equal(statistic.length, islands * NSOLVER, `${nisland}`);
    assert.equal(d.solver.neval[NSOLVER - 1], 7);
  }
});
