import assert from "node:assert/strict";
import { randomFrom } from "../../harness/random.ts";
import { Constraint, Eq } from "../types/enums.ts";
import { Model } from "../types/model.ts";
import { countColumns, groupRows } from "./sparse_rows.ts";

Deno.test("groupRows() and countColumns() take rows of one constraint together, but not those of a flex", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomFrom(seed);
    const m = new Model({ neq: 4, nflex: seed % 2 });
    for (let e = 0; e < 4; e++) m.eq_type[e] = random() < 0.5 ? Eq.FLEX : Eq.WELD;

    // runs of rows; the next run may have the same number or the same type
    const runs: { type: number; id: number; rows: number; columns: number }[] = [];
    while (runs.length < 12) {
      const type = random() < 0.5 ? Constraint.EQUALITY : Constraint.LIMIT_JOINT;
      const id = Math.floor(4 * random());
      const last = runs.at(-1);
      if (last?.type === type && last.id === id) continue;
      runs.push({ type, id, rows: 1 + Math.floor(4 * random()), columns: 1 + Math.floor(9 * random()) });
    }
    const rows = runs.flatMap((run) => Array.from({ length: run.rows }, (_, k) => ({ ...run, left: run.rows - k })));
    const isAlone = ({ type, id }: { type: number; id: number }) =>
      m.nflex > 0 && type === Constraint.EQUALITY && m.eq_type[id] === Eq.FLEX;

    // what comes before the first row and after the last plays no part
    const first = 2;
    const around = [...rows.slice(0, 1), ...rows.slice(0, 1), ...rows, ...rows.slice(-1)];
    const type = Int32Array.from(around, (row) => row.type);
    const id = Int32Array.from(around, (row) => row.id);
    const group = new Int32Array(rows.length + 1).fill(-1);
    groupRows(m, group, rows.length, type, first, id);
    assert.deepEqual([...group], [...rows.map((row) => isAlone(row) ? 1 : row.left), -1], `seed ${seed}`);

    const own = (values: Int32Array) => values.slice(first);
    const nnz = Int32Array.from(rows, ({ columns }) => columns);
    const columns = runs.reduce((sum, run) => sum + run.columns * (isAlone(run) ? run.rows : 1), 0);
    assert.equal(countColumns(m, rows.length, own(type), own(id), nnz), columns, `seed ${seed}`);
  }
});
