import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";
import { randomFrom } from "../../harness/random.ts";
import { Warning } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import {
  contactsBelow,
  dropRows,
  endOfIslands,
  endOfRows,
  forgetRows,
  openFrame,
  push,
  rowsLaid,
  stackTop,
  surelyFit,
} from "./arena.ts";

const SEED = 20261120;

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

Deno.test(`push() goes to the next multiple of the alignment, whatever the size of the arena (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  const around = (center: number) => center + Math.floor(40 * random()) - 20;
  for (let k = 0; k < 3000; k++) {
    const top = around([0, 1000, 2 ** 30, 2 ** 31, 2 ** 32, 1e12][k % 6]);
    const bytes = 1 + Math.floor(random() * (k % 2 === 0 ? 20 : 3e9));
    for (const alignment of [1, 4, 8] as const) {
      const end = push(top, bytes, alignment);
      const left = top - bytes - end;
      assert.ok(end % alignment === 0 && left >= 0 && left < alignment, `${top} ${bytes} ${alignment}: ${end}`);
      assert.equal(push(top, 0, alignment), top);
    }
  }
});

Deno.test("stackTop() is below what the caller of a forward pass holds, and a frame", () => {
  const d = new Data(compile("<mujoco/>"));
  d.narena = 1000;
  assert.equal(stackTop(d), 988);
  d.work.held = 100;
  assert.equal(stackTop(d), 888);
  assert.equal(openFrame(902), 888);
  assert.deepEqual([575, 576, 1151, 1152].map(contactsBelow), [0, 1, 1, 2]);
});

Deno.test("endOfRows() lays numbers of eight bytes at multiples of eight, wherever contacts end", () => {
  const cases = [
    // one number of four bytes for each non-zero, then one of eight
    [{ nefc: 0, nJ: 1, ntendon: 0 }, 16],
    [{ nefc: 0, nJ: 3, ntendon: 0 }, 40],
    [{ nefc: 0, nJ: 0, ntendon: 1 }, 8],
    [{ nefc: 0, nJ: 0, ntendon: 2 }, 8],
    // for each row, five of four bytes, thirteen of eight, one of four, and one of eight
    [{ nefc: 1, nJ: 0, ntendon: 0 }, 24 + 13 * 8 + 8 + 8],
    [{ nefc: 2, nJ: 0, ntendon: 0 }, 40 + 26 * 8 + 8 + 16],
    [{ nefc: 1, nJ: 2, ntendon: 1 }, 32 + 16 + 80 + 8 + 24 + 8 + 8],
  ] as const;
  for (const [{ nefc, nJ, ntendon }, bytes] of cases) {
    for (const ncon of [0, 1, 2e6, 1e9]) {
      const end = endOfRows({ ntendon } as Model, { ncon } as Data, nefc, nJ);
      assert.equal(end, 576 * ncon + bytes, `${nefc} rows, ${nJ} numbers, ${ntendon} tendons, ${ncon} contacts`);
    }
  }
});

/** Places in the arena that are aligned, each to a multiple of at most eight bytes. */
const PLACES = 15;

Deno.test(`surelyFit() asks for what endOfIslands() counts, and little more (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  const held = 12345;
  for (let k = 0; k < 2000; k++) {
    const most = 10 ** (1 + k % 6);
    // mostly one that is large
    const draw = (i: number) => Math.floor(random() * (k % 9 === i ? most : 3));
    const [ncon, nefc, nJ, nC, nv, ntendon] = [0, 1, 2, 3, 4, 5].map(draw);
    const ntree = Math.min(1000, draw(6)) + 1;
    const m = { nv, nC, ntendon, ntree } as Model;
    const d = { ncon, nefc, nJ, nisland: ntree, nidof: nv, work: { held } } as unknown as Data;
    // with what the search for islands has on the stack
    const end = endOfIslands(m, d, true) + ntree * (9 * ntree + 12) + held;
    const fits = (bytes: number) => surelyFit(m, Object.assign(d, { narena: bytes }), nefc, nJ);
    assert.ok(fits(end + 256), `draw ${k}`);
    assert.ok(!fits(end - 8 * PLACES + 256), `draw ${k}`);
    Object.assign(d, { work: {} });
    assert.ok(fits(end - held + 256) && !fits(end - held - 8 * PLACES + 256), `draw ${k}`);
  }
});

Deno.test("rowsLaid() counts the rows of a dense matrix that were dropped", () => {
  const d = { nefc: 3, nJ: 28 } as Data;
  assert.equal(rowsLaid({ nv: 7 } as Model, d, true), 3);
  assert.equal(rowsLaid({ nv: 7 } as Model, d, false), 4);
  assert.equal(rowsLaid({ nv: 0 } as Model, d, false), 3);
});

Deno.test("dropRows() leaves contacts, and forgetRows() says that they have no rows", () => {
  const m = compile(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    <replicate count="3" offset=".3 0 0"><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></replicate>
    </worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  const { contact: { efc_address } } = d;
  assert.ok(d.nefc > 0 && d.nisland > 0 && efc_address.subarray(0, 3).every((row) => row >= 0));
  d.ncon = 2;
  const rest = efc_address.slice(2);
  forgetRows(d);
  assert.deepEqual([...efc_address.subarray(0, 2)], [-1, -1]);
  assert.deepEqual(efc_address.slice(2), rest);
  dropRows(d);
  const { CNSTRFULL } = Warning;
  assert.deepEqual([d.ncon, d.nefc, d.nisland], [2, 0, 0]);
  assert.deepEqual([d.warning.number[CNSTRFULL], d.warning.lastinfo[CNSTRFULL]], [1, d.narena]);
});
