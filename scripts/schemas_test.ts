import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { conform } from "../harness/commands/conform.ts";
import { openStore } from "../harness/disk.ts";
import { perform } from "../harness/engines/perform.ts";
import { PLUMBLINE } from "../harness/engines/plumbline.ts";
import { DRIVES, type Hello, PROTOCOL } from "../harness/engines/protocol.ts";
import { requestOf } from "../harness/engines/request.ts";
import { readCase, readGolden } from "../harness/golden/golden.ts";
import { schemas } from "./schemas.ts";

const GOLDEN = new URL("../golden", import.meta.url).pathname;
const store = openStore(GOLDEN);

/** One case of each kind and drive, with events, calls, a free run and files. */
const CASES = ["24/ac1", "41/ac28", "dyn/inverse_arm", "sol/toggled", "im/compiled", "mjcf/unknown_attribute"];

const texts = schemas();
const validators = new Map<string, ValidateFunction>(
  [...texts].map((
    [path, text],
  ) => [path.split("/").at(-1) ?? "", new Ajv2020({ strict: false }).compile(JSON.parse(text))]),
);

function fits(name: string, message: unknown): string {
  const validate = validators.get(name);
  assert.ok(validate !== undefined, name);
  return validate(JSON.parse(JSON.stringify(message))) ? "" : JSON.stringify(validate.errors?.[0]);
}

Deno.test("deno task schemas has been run since a check changed", () => {
  for (const [path, text] of texts) assert.equal(Deno.readTextFileSync(path), text, `${path}: run deno task schemas`);
});

for (const style of ["list", "base64"] as const) {
  Deno.test(`requests and answers fit their schemas, with arrays as ${style}`, async () => {
    for (const [i, id] of CASES.entries()) {
      const request = requestOf(readGolden(store, readCase(store, id)), i, style);
      assert.equal(fits("protocol_request.json", request), "", id);
      assert.equal(fits("protocol_case.json", await perform(PLUMBLINE, JSON.parse(JSON.stringify(request)))), "", id);
    }
  });
}

Deno.test("hello and close fit their schemas", () => {
  assert.equal(fits("protocol_request.json", { id: 0, command: "hello", protocol: PROTOCOL }), "");
  assert.equal(fits("protocol_request.json", { id: 9, command: "close" }), "");
  const hello: Hello = {
    id: 0,
    protocol: PROTOCOL,
    name: "mine",
    version: "1",
    precision: "f32",
    fields: ["qpos"],
    drives: DRIVES,
    contacts: "unordered",
    arrays: "list",
  };
  assert.equal(fits("protocol_hello.json", hello), "");
  assert.match(fits("protocol_hello.json", { ...hello, precision: "f16" }), /precision/);
});

Deno.test("recipes fit their schema, and others do not", () => {
  for (const id of CASES) assert.equal(fits("case.json", JSON.parse(decode(store.read(id, "case.json")))), "", id);
  const recipe = JSON.parse(decode(store.read(CASES[0], "case.json")));
  assert.match(fits("case.json", { ...recipe, stepz: 3 }), /stepz/);
  assert.match(fits("case.json", { ...recipe, kind: "guess" }), /kind/);
});

Deno.test("reports fit their schema, and others do not", async () => {
  const engine = new URL("../harness/liars/does_nothing.ts", import.meta.url).pathname;
  for (const more of [[], ["--engine", engine]]) {
    let said = "";
    const terminal = { out: (text: string) => said += text, err: () => {}, isPainted: false, isWatched: false };
    await conform(["24", "--golden", GOLDEN, "--format", "json", ...more], terminal);
    const report = JSON.parse(said);
    assert.equal(fits("report.json", report), "");
    assert.match(fits("report.json", { ...report, conforms: "yes" }), /conforms/);
  }
});

function decode(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}
