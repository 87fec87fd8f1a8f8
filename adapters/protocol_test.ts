import assert from "node:assert/strict";
import { reportOn, ROOT } from "./run_engine.ts";

Deno.test("the engine in docs/protocol.md holds in five items, of which it sees one field", async () => {
  const [, source] = /```python\n([\s\S]*?)```/.exec(Deno.readTextFileSync(`${ROOT}docs/protocol.md`)) ?? [];
  const path = `${Deno.makeTempDirSync()}/clock.py`;
  Deno.writeTextFileSync(path, source);
  const items = ["24", "25", "26", "27", "IM"];
  const { code, report } = await reportOn(`exec:python3 "${path}"`, ...items);
  assert.equal(code, 0);
  assert.deepEqual(
    report.items.map(({ verdict, coverage }) => [verdict, coverage?.seen]),
    items.map(() => ["part", 1]),
  );
});
