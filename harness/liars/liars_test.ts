import assert from "node:assert/strict";
import { Constraint } from "../../engine/types/enums.ts";
import { Keys } from "../replay/align.ts";
import { openStore } from "../disk.ts";
import type { Numbers } from "../engine.ts";
import { mujocoEngine } from "../engines/mujoco.ts";
import { readCase, readGolden } from "../golden/golden.ts";
import { replay } from "../replay/replay.ts";
import { changing, lacking, type Liar, LIARS } from "./liars.ts";
import doesNothing from "./does_nothing.ts";

const CASES = [
  "sol/toggled",
  "dyn/chain",
  "dyn/inverse_arm",
  "im/margin_gap",
  "mjcf/defaults_compile",
  "mjcf/unknown_attribute",
];

const oracle = await mujocoEngine();
const store = openStore(new URL("../../golden", import.meta.url).pathname);
const goldens = CASES.map((id) => readGolden(store, readCase(store, id)));

Deno.test("replay() finds no difference between MuJoCo and its own goldens", async () => {
  for (const golden of goldens) {
    const { passed, worst, compared } = await replay(oracle, golden, {});
    assert.deepEqual([golden.id, passed, worst, compared], [golden.id, true, null, golden.minted.compared]);
  }
});

Deno.test("replay() catches every liar", async (t) => {
  const liars: Record<string, Liar> = { ...LIARS, "does nothing": () => doesNothing };
  for (const [name, liar] of Object.entries(liars)) {
    await t.step(name, async () => {
      for (const golden of goldens) {
        if (!(await replay(liar(oracle), golden, {})).passed) return;
      }
      assert.fail(`${name} was believed`);
    });
  }
});

/** Cases in which MuJoCo itself has NaN, each with a field that holds some, and one of its type that does not. */
const NAN_CASES = [
  ["mjcf/mesh_degenerate_facets", "mesh_polynormal", "mesh_polynormal"],
  ["41/ac28", "qpos", "qvel"],
] as const;

Deno.test("replay() finds that MuJoCo's NaN is where it was, and counts it", async () => {
  for (const [id] of NAN_CASES) {
    const golden = readGolden(store, readCase(store, id));
    const { passed, compared } = await replay(oracle, golden, {});
    assert.deepEqual([id, passed, compared], [id, true, golden.minted.compared]);
    assert.ok(Object.values(golden.minted.nan ?? {}).every((count) => count > 0));
    assert.ok(golden.minted.nan !== undefined, `${id} holds no NaN`);
  }
});

Deno.test("replay() catches NaN on one side alone where MuJoCo has NaN elsewhere", async (t) => {
  for (const [id, field, other] of NAN_CASES) {
    const golden = readGolden(store, readCase(store, id));
    const lies: Record<string, Liar> = {
      "one NaN less": changing(field, (values) => replaceFirst(values, Number.isNaN, 0)),
      "every NaN is infinite": changing(
        field,
        (values) => values.forEach((x, i) => values[i] = x === x ? x : Infinity),
      ),
      "one NaN more": changing(other, (values) => replaceFirst(values, Number.isFinite, NaN)),
    };
    for (const [name, liar] of Object.entries(lies)) {
      await t.step(`${id}: ${name}`, async () => {
        const { passed, failures } = await replay(liar(oracle), golden, {});
        assert.equal(passed, false);
        assert.ok(failures.every(({ diff }) => diff?.excess === Infinity && diff.delta === Infinity));
      });
    }
  }
});

function replaceFirst(values: Numbers, isMeant: (x: number) => boolean, by: number): void {
  const at = values.findIndex(isMeant);
  if (at >= 0) values[at] = by;
}

Deno.test("replay() tells contacts and rows by their keys, in MuJoCo's order", async () => {
  const golden = goldens[0];
  const failures = async (name: string) => (await replay(LIARS[name](oracle), golden, {})).failures;
  const dropped = (await failures("a contact dropped")).find(({ field }) => field === "contact");
  assert.match(dropped?.message ?? "", /^missing floor:box/);
  const swapped = (await failures("two contacts swapped")).find(({ field }) => field === "contact");
  assert.match(swapped?.message ?? "", /^order differs from #0 on: floor:box stands where MuJoCo has floor:ball/);
});

Deno.test("replay() compares rows where an engine lacks what they are about, and tells that it does", async () => {
  const engine = lacking("efc_id")(oracle);
  const lacks = await replay(engine, goldens[0], {});
  assert.deepEqual([...new Set(lacks.failures.map(({ field }) => field))], ["efc_id"]);
  const off = changing("efc_pos", (values) => values[0] += 1)(engine);
  const { failures } = await replay(off, goldens[0], {});
  assert.ok(failures.some(({ field, reason }) => field === "efc_pos" && reason === "differs"));
});

Deno.test("replay() tells contacts of flexes by their elements and vertices", async () => {
  const failure = async (id: string, name: string, about: string) => {
    const golden = readGolden(store, readCase(store, id));
    const { failures } = await replay(LIARS[name](oracle), golden, {});
    return failures.find(({ field }) => field === about);
  };
  const inside = "l4/flex_internal_sheet";
  const dropped = await failure(inside, "a contact dropped", "contact");
  assert.equal(dropped?.message, "missing vertex 1 of rope:element 2 of rope");
  const swapped = await failure(inside, "two contacts swapped", "contact");
  const [first, second] = ["vertex 3 of cloth:element 0 of cloth", "vertex 2 of rope:element 0 of rope"];
  assert.equal(swapped?.message, `order differs from #0 on: ${second} stands where MuJoCo has ${first}`);

  const resting = "24/flex_friction";
  const last = await failure(resting, "a contact dropped", "contact");
  assert.equal(last?.message, "missing G:vertex 3 of F");
});

Deno.test("Keys.row() tells rows of contacts of flexes by their elements and vertices", async () => {
  const { model, assets } = readGolden(store, readCase(store, "24/flex_friction"));
  const loaded = await oracle.load(model, assets);
  assert.ok(loaded.outcome === "loaded");
  const keys = new Keys(loaded.simulation);
  const sides = { geom: [0, -1], flex: [-1, 0], elem: [-1, -1], vert: [-1, 2] };
  assert.equal(keys.row(Constraint.CONTACT_PYRAMIDAL, 0, sides), "contact G:vertex 2 of F");
  assert.equal(keys.row(Constraint.CONTACT_PYRAMIDAL, 0, { geom: sides.geom }), "contact G:flex");
  assert.equal(keys.row(Constraint.EQUALITY, 0, sides), "flex equality 0");
  loaded.simulation.close();
});

Deno.test("replay() holds an engine that promises bits to them, except where goldens have those of another build", async () => {
  const ulp = changing("qacc", (values) => values[0] *= 1 + 2 ** -52);
  const golden = goldens.find(({ id }) => id === "dyn/chain");
  assert.ok(golden);
  const passes = async (precision: "f64" | "bits", by?: "native") => {
    const asked = { ...golden, file: { ...golden.file, oracle: by } };
    return (await replay(ulp(oracle), asked, {}, { precision })).passed;
  };
  assert.equal(await passes("f64"), true);
  assert.equal(await passes("bits"), false);
  assert.equal(await passes("bits", "native"), true);
  assert.equal((await replay(oracle, golden, {}, { precision: "bits" })).passed, true);
});
