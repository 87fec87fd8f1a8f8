import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";
import { endOfIslands, endOfRows } from "./arena.ts";

Deno.test("endOfIslands() is where the rows end if there are no islands, and behind it if there are", () => {
  for (const island of ["enable", "disable"]) {
    for (const jacobian of ["dense", "sparse"]) {
      const m = compile(`<mujoco><option jacobian="${jacobian}"><flag island="${island}"/></option><worldbody>
        <geom type="plane" size="1 1 1"/><body pos="0 0 0.09"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`);
      const d = new Data(m);
      forward(m, d);
      assert.equal(d.nisland, island === "enable" ? 1 : 0);
      const [rows, islands] = [endOfRows(m, d, d.nefc, d.nJ), endOfIslands(m, d, jacobian === "sparse")];
      assert.ok(d.nefc > 0 && (d.nisland === 0 ? islands === rows : islands > rows), `${island} ${jacobian}`);
    }
  }
});
