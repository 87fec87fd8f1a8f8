import assert from "node:assert/strict";
import { MODEL_FIELDS, OPTION_FIELDS } from "../../types/model_fields.ts";
import { readAttributes } from "../attributes.ts";
import { attributesOf, markup } from "../markup.ts";
import { parseXml } from "../parse_xml.ts";
import { ACTUATOR } from "./actuator.ts";
import { type Attribute, type Attributes, defaultsOf } from "./attribute.ts";
import { BODY } from "./body.ts";
import { CAMERA } from "./camera.ts";
import { EQUALITY } from "./equality.ts";
import { FLEX } from "./flex.ts";
import { GEOM } from "./geom.ts";
import { HFIELD } from "./hfield.ts";
import { JOINT } from "./joint.ts";
import { KEY } from "./keyframe.ts";
import { LIGHT } from "./light.ts";
import { MATERIAL } from "./material.ts";
import { MESH } from "./mesh.ts";
import { OPTION } from "./option.ts";
import { PAIR } from "./pair.ts";
import { SENSOR } from "./sensor.ts";
import { SITE } from "./site.ts";
import { SKIN } from "./skin.ts";
import { TENDON } from "./tendon.ts";
import { TEXTURE } from "./texture.ts";

/** The attributes of every kind of record. */
const RECORDS: Readonly<Record<string, Attributes>> = {
  ...{ ACTUATOR, BODY, CAMERA, EQUALITY, FLEX, GEOM, HFIELD, JOINT, KEY, LIGHT, MATERIAL, MESH, OPTION, PAIR, SENSOR },
  ...{ SITE, SKIN, TENDON, TEXTURE },
};

/** Every attribute of every kind of record, with a place for messages. */
const ALL = Object.entries(RECORDS).flatMap(([kind, attributes]) =>
  Object.entries(attributes).map(([name, attribute]) => ({ place: `${kind}.${name}`, attribute }))
);

/** Numbers by which the next one differs from all before. */
function counter(): () => number {
  let last = 1000;
  return () => ++last / 8;
}

/** A value that is not the default. */
function anotherValue({ type, min, max, words, value }: Attribute, next: () => number): unknown {
  const length = Math.max(1, Math.min(max, min + 2));
  switch (type) {
    case "text":
      return `text ${next()}`;
    case "keyword":
      return Object.values(words).find((word) => word !== value);
    case "keywords":
      return undefined;
    case "number":
      return 8 * next();
    case "int":
      return Array.from({ length }, () => 8 * next());
    default:
      return min === 1 && max === 1 ? next() : Float64Array.from({ length }, next);
  }
}

Deno.test("attributes fit the fields that they go to, each a place of its own", () => {
  const taken = new Map<string, string>();
  for (const { place, attribute: { field, column, value, type } } of ALL) {
    if (field === undefined) continue;
    const [dtype, , columns] = MODEL_FIELDS[field];
    const length = typeof value === "number" ? 1 : (value as ArrayLike<number>).length;
    if (typeof columns === "number") assert.ok(column + length <= columns, `${place}: ${length} numbers in ${field}`);
    if (dtype === "i32" || dtype === "u8") {
      assert.ok(type !== "real" && type !== "float", `${place}: ${field} is whole`);
    }
    const cell = `${field} ${column}`;
    assert.equal(taken.get(cell), undefined, `${place} and ${taken.get(cell)} go to ${cell}`);
    taken.set(cell, place);
  }
  assert.ok(taken.size > 150);
});

Deno.test("options have the names and lengths of those of the model", () => {
  for (const [name, { value }] of Object.entries(OPTION)) {
    const row: readonly [string, number, string] | undefined = OPTION_FIELDS[name as keyof typeof OPTION_FIELDS];
    assert.equal(row?.[1], typeof value === "number" ? 0 : value.length, name);
  }
});

Deno.test("switches name ranges of their own element", () => {
  for (const [kind, attributes] of Object.entries(RECORDS)) {
    for (const [name, { range }] of Object.entries(attributes)) {
      if (range !== undefined) assert.equal(attributes[range]?.max, 2, `${kind}.${name}: ${range}`);
    }
  }
});

Deno.test("usual numbers are in order, and as many as the grammar allows", () => {
  for (const { place, attribute: { usual, min, max } } of ALL) {
    for (const ranges of usual ?? []) {
      assert.ok(ranges.length === 1 || (ranges.length >= min && ranges.length <= max), place);
      for (const [low, high] of ranges) assert.ok(low <= high, place);
    }
  }
});

Deno.test("defaultsOf() shares no arrays, neither with the declaration nor with other records", () => {
  for (const attributes of Object.values(RECORDS)) {
    const [one, other]: Record<string, unknown>[] = [defaultsOf(attributes), defaultsOf(attributes)];
    assert.deepEqual(Object.keys(one), Object.keys(attributes));
    for (const name in attributes) {
      assert.deepEqual(one[name], attributes[name].value);
      if (typeof one[name] !== "object" || (one[name] as ArrayLike<number>).length === 0) continue;
      assert.notEqual(one[name], attributes[name].value, name);
      assert.notEqual(one[name], other[name], name);
    }
  }
});

Deno.test("readAttributes() reads what attributesOf() writes, for every attribute of every record", () => {
  for (const [kind, attributes] of Object.entries(RECORDS)) {
    const next = counter();
    const record: Record<string, unknown> = {};
    for (const name in attributes) record[name] = anotherValue(attributes[name], next);

    const text = markup(kind, attributesOf(record, attributes));
    const read: Record<string, unknown> = {};
    readAttributes(parseXml(text, ""), attributes, read);
    for (const name in record) {
      assert.deepEqual(read[name], record[name], `${kind}.${name}`);
      if (record[name] !== undefined) assert.ok(text.includes(` ${name}="`), `${kind}.${name}`);
    }
  }
});

Deno.test("attributesOf() omits what has its default, unless it is required", () => {
  for (const attributes of Object.values(RECORDS)) {
    const written = attributesOf(defaultsOf(attributes), attributes);
    const required = Object.keys(attributes).filter((name) => attributes[name].required);
    assert.deepEqual(Object.keys(written), required.filter((name) => String(attributes[name].value) !== ""));
  }
});
