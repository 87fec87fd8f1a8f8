import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";
import { flexRowColumns } from "./flex_row_columns.ts";

/** A triangle, of which `pin` fixes vertices. */
function triangle(pin: string): Data {
  const m = compile(`<mujoco><option jacobian="dense"/><worldbody><body name="b">
    <flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 .3 1 0" element="0 1 2"><edge equality="true"/>${pin}</flexcomp>
  </body></worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  const { nv } = m;
  const known = flexRowColumns(m, d, 0, 0);
  assert.ok(known);
  assert.equal(known.count, d.nefc);
  for (let i = 0; i < d.nefc; i++) {
    const columns: number[] = [...known.column.subarray(known.adr[i], known.adr[i + 1])];
    assert.deepEqual(columns, columns.toSorted((a, b) => a - b));
    for (let c = 0; c < nv; c++) assert.ok(d.efc_J[i * nv + c] === 0 || columns.includes(c), `row ${i}, column ${c}`);
  }
  // one of them is missing, or belongs to something else
  d.nefc--;
  assert.equal(flexRowColumns(m, d, 0, 0), null);
  d.nefc++;
  assert.equal(flexRowColumns(m, d, 1, 0), null);
  d.efc_id[d.nefc - 1]++;
  assert.equal(flexRowColumns(m, d, 0, 0), null);
  return d;
}

Deno.test("flexRowColumns() tells the columns of all rows, or of none", () => {
  assert.equal(triangle("").nefc, 3);
  assert.equal(triangle(`<pin id="0 1"/>`).nefc, 2);
});
