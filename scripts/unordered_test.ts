import assert from "node:assert/strict";
import { conform } from "../harness/commands/conform.ts";
import { parseReport } from "../harness/report/json.ts";
import { shuffledPlumbline } from "./defects/unordered.ts";
import { Disguise } from "./mutants/attempt.ts";

const GOLDEN = new URL("../golden", import.meta.url).pathname;
/** Dense and sparse, pyramids and ellipses, islands, limits and equalities beside contacts, PGS and no-slip. */
const CASES = [
  ...[
    "2/ac12_cg",
    "27/s5_margin_box_box",
    "sol/toggled",
    "24/flex_friction",
    "l4/gallery_native",
    "sens/touch_of_others",
  ],
  ...["sol/impedance_powers", "im/margin_gap"],
];

/** The cases that fail if Plumbline's contacts are shuffled, and what it reads is changed by a lie. */
async function failing(lie?: string): Promise<string[]> {
  using disguise = new Disguise(shuffledPlumbline(lie));
  let [said, complaint] = ["", ""];
  const terminal = {
    out: (text: string) => said += text,
    err: (text: string) => complaint += text,
    isPainted: false,
    isWatched: false,
  };
  const args = ["--format", "json", "--golden", GOLDEN, "--import-map", disguise.map];
  await conform([...args, "--case", ...CASES], terminal);
  assert.notEqual(said, "", complaint);
  const report = parseReport(said, "report");
  assert.equal(report.manner.contacts, "unordered");
  return report.cases.filter(({ verdict }) => verdict === "fail").map(({ id, failures }) => `${id}: ${failures[0]}`);
}

Deno.test("an engine whose contacts are shuffled, and everything that follows from them, passes", async () => {
  assert.deepEqual(await failing(), []);
});

Deno.test("an engine whose contacts are shuffled is caught if a depth of its contacts is wrong", async () => {
  const lie = `if (field !== "contact.dist" || !(Number(sim.read("ncon")) > 0)) return value;
    const copy = value.slice();
    copy[0] *= 1 + 1e-6;
    return copy;`;
  assert.ok((await failing(lie)).length >= 5);
});
