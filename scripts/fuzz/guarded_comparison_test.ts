import assert from "node:assert/strict";
import { HarnessError } from "../../harness/engine.ts";
import { ComparisonHangs, GuardedComparison } from "./guarded_comparison.ts";

/** A process that hangs, breaks or answers, as the model tells it to. */
const PROGRAM = new URL(`data:application/javascript,${
  encodeURIComponent(`
    import { linesOf } from ${JSON.stringify(new URL("../lines_of.ts", import.meta.url).href)};
    import { readLine, writeLine } from ${JSON.stringify(new URL("value_lines.ts", import.meta.url).href)};
    const tell = (message) => console.log(writeLine(message));
    tell("ready");
    for await (const line of linesOf(Deno.stdin.readable)) {
      const { files: { xml } } = readLine(line);
      tell({ stage: "MuJoCo steps" });
      while (xml === "hang") {}
      if (xml === "answer") tell({ comparison: "compared" });
      else if (xml === "complain") tell({ error: "MuJoCo is not well", isPlain: true });
      else throw new Error("broken");
    }
  `)
}`);

const RECIPE = { kind: "trajectory", isolates: "a test", items: ["fuzz"] } as const;
const files = (xml: string) => ({ xml, assets: new Map<string, Uint8Array>() });
const recipe = () => ({ ...RECIPE, items: [...RECIPE.items] });

Deno.test("GuardedComparison gives up a model from which nobody comes back, and goes on with the next", async () => {
  const guarded = new GuardedComparison(0.3, "plumbline", PROGRAM);
  try {
    assert.equal(await guarded.compare(recipe(), files("answer")), "compared");
    await assert.rejects(
      guarded.compare(recipe(), files("hang")),
      (error) => error instanceof ComparisonHangs && error.stage === "MuJoCo steps",
    );
    assert.equal(await guarded.compare(recipe(), files("answer")), "compared");
  } finally {
    await guarded.close();
  }
});

Deno.test("GuardedComparison passes on what goes wrong, and survives a process that breaks", async () => {
  const guarded = new GuardedComparison(60, "plumbline", PROGRAM);
  try {
    await assert.rejects(guarded.compare(recipe(), files("complain")), (error) => {
      return error instanceof HarnessError && !(error instanceof ComparisonHangs) && /not well/.test(error.message);
    });
    await assert.rejects(guarded.compare(recipe(), files("break")), /the process of MuJoCo broke: .*broken/);
    assert.equal(await guarded.compare(recipe(), files("answer")), "compared");
  } finally {
    await guarded.close();
  }
});
