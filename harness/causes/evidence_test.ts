import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { readCase, readGolden } from "../golden/golden.ts";
import { changing, type Liar, LIARS } from "../liars/liars.ts";
import { replay } from "../replay/replay.ts";

const store = openStore(new URL("../../golden", import.meta.url).pathname);

async function causeOf(id: string, liar: Liar) {
  const { cause } = await replay(liar(PLUMBLINE), readGolden(store, readCase(store, id)), {});
  assert.ok(cause !== undefined);
  return cause;
}

Deno.test("a case has no cause if it passes", async () => {
  const { cause } = await replay(PLUMBLINE, readGolden(store, readCase(store, "24/ac1")), {});
  assert.equal(cause, undefined);
});

Deno.test("the cause of a case is in its earliest stage, whatever differs in other steps", async () => {
  // what is wrong in the last stage is wrong in every step, what is wrong in an early one in the last step alone
  let frames = 0;
  const liar: Liar = (good) =>
    changing("qacc", (values) => values[0] += 1)(
      changing("qfrc_bias", (values) => values[2] *= ++frames >= 3 ? 2 : 1)(good),
    );
  const { stage, field, step } = await causeOf("24/ac1", liar);
  assert.deepEqual([stage, field, step], ["velocity", "qfrc_bias", 2]);
});

Deno.test("the cause names columns, kinds, and relations", async () => {
  const liar = changing(
    "contact.friction",
    (values) => values.forEach((x, i) => values[i] = i % 5 === 2 ? 1.5 * x : x),
  );
  const { columns, kinds, relations, expected, got } = await causeOf("24/ac1", liar);
  assert.deepEqual(columns, [2]);
  assert.deepEqual(kinds, ["box and box in contact"]);
  assert.ok(relations.some(({ kind, value }) => kind === "factor" && value === 1.5));
  assert.equal(Number(got), 1.5 * Number(expected));
});

Deno.test("a list of contacts is the cause before its values", async () => {
  const { stage, field, relations } = await causeOf("sol/toggled", LIARS["a contact dropped"]);
  assert.deepEqual([stage, field, relations.map(({ kind }) => kind)], ["collision", "contact", ["missing"]]);
});

Deno.test("a model that is rejected is a cause of loading", async () => {
  const { stage, reason } = await causeOf("24/ac1", LIARS["everything is refused"]);
  assert.deepEqual([stage, reason], ["load", "rejects"]);
});
