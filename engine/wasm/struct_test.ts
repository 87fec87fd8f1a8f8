import assert from "node:assert/strict";
import { Arena } from "./arena.ts";
import { float, kernel } from "./assembler.ts";
import { type Block, struct } from "./struct.ts";

const SAMPLE = struct({
  n: "int",
  scale: "double",
  from: "doubles",
  steps: "list",
  sum: "double",
  count: "out",
});

/** sum = Σ scale × from[steps[i]], over the `n` places of the list */
const addUp = kernel([SAMPLE], (f, p) => {
  const { n, from, steps, scale, sum, count } = { ...p };
  const total = f.float(0);
  const i = f.int(0);
  f.for(i, n.shl(2), 4, () => total.add(scale.value.times(from.plus(steps.plus(i).int()).float())));
  sum.set(total);
  count.set(n);
});

const untouched = kernel([SAMPLE], (_, p) => p.sum.set(p.sum.value.plus(float(1))));

function sample(): { arena: Arena<readonly [{ addUp: typeof addUp; untouched: typeof untouched }]>; block: Block } {
  const arena = new Arena([{ addUp, untouched }] as const);
  let block: Block | undefined;
  arena.lay((take) => {
    block = SAMPLE.take(take);
    const list = take.int(3);
    const from = take.float(4);
    SAMPLE.point(block, { from });
    if (list.length === 0) return;
    from.set([1, 2, 3, 4]);
    list.set([0, 16, 24]);
    block.ints[SAMPLE.slot.steps] = list.byteOffset - block.at;
  });
  assert.ok(block);
  return { arena, block };
}

Deno.test("struct() lays doubles before all else, each member in a slot of its own", () => {
  assert.deepEqual({ ...SAMPLE.slot }, { scale: 0, sum: 1, n: 0, from: 1, steps: 2, count: 3 });
  assert.deepEqual([SAMPLE.doubles, SAMPLE.ints], [2, 4]);
});

Deno.test("kernels find the members of a block, and their caller what they set", () => {
  const { arena, block } = sample();
  assert.ok(arena.kernels);
  block.ints[SAMPLE.slot.n] = 3;
  block.doubles[SAMPLE.slot.scale] = 10;
  block.doubles[SAMPLE.slot.sum] = NaN;
  arena.kernels.addUp(block.at);
  assert.equal(block.doubles[SAMPLE.slot.sum], 10 * (1 + 3 + 4));
  assert.equal(block.ints[SAMPLE.slot.count], 3);
  arena.kernels.untouched(block.at);
  assert.equal(block.doubles[SAMPLE.slot.sum], 81);
  assert.equal(block.doubles[SAMPLE.slot.scale], 10);
});
