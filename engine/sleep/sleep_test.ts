import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { resetData } from "../reset.ts";
import { step } from "../step.ts";
import { MINAWAKE } from "../types/constants.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { updateSleep } from "./awake.ts";
import { isAtTendonLimit } from "./tendon_limit.ts";
import { wakeEquality } from "./wake.ts";
import { sleep } from "./sleep.ts";
import { FULLY_AWAKE, sleepCycle, wakeTree } from "./wake_tree.ts";

const floats = (policy = "") => `<body pos="0 0 1" ${policy}><freejoint/><geom size=".1"/></body>`;

function simulate(bodies: string, rest = ""): { m: Model; d: Data } {
  const m = compile(`<mujoco><option gravity="0 0 0" sleep_tolerance=".01"><flag sleep="enable"/></option>
    <worldbody>${bodies}</worldbody>${rest}</mujoco>`);
  const d = new Data(m);
  resetData(m, d);
  return { m, d };
}

Deno.test("sleep() waits for a while before a tree at rest falls asleep", () => {
  const { m, d } = simulate(floats());
  for (let i = 0; i < MINAWAKE - 1; i++) step(m, d);
  assert.equal(d.ntree_awake, 1);
  step(m, d);
  step(m, d);
  assert.equal(d.ntree_awake, 0);
  assert.equal(d.nv_awake, 0);
  assert.equal(d.tree_asleep[0], 0);
});

Deno.test("sleep() stops what is slow enough and lets the rest move", () => {
  const { m, d } = simulate(floats() + floats().replace("0 0 1", "3 0 1"));
  d.qvel[0] = 1e-3;
  d.qvel[6] = 1;
  for (let i = 0; i < 30; i++) step(m, d);
  assert.ok(d.tree_asleep[0] >= 0);
  assert.equal(d.qvel[0], 0);
  assert.ok(d.tree_asleep[1] < 0);
  assert.equal(d.qvel[6], 1);
});

Deno.test("isAtTendonLimit() tells lengths that are closer to an end of the range than the margin, not those as far", () => {
  const { m } = simulate(
    `<body><joint name="a" type="slide"/><geom size=".1"/></body>`,
    `<tendon><fixed limited="false" range="0 1"><joint joint="a" coef="1"/></fixed>
      <fixed limited="true" range="1 2" margin=".25"><joint joint="a" coef="1"/></fixed>
      <fixed limited="true" range="4 4.25" margin=".25"><joint joint="a" coef="1"/></fixed></tendon>`,
  );
  const at = (length: number) => [0, 1, 2].map((i) => isAtTendonLimit(m, new Float64Array(3).fill(length), i));
  const cases: [length: number, second: boolean, third: boolean][] = [
    ...[[0.5, true, true], [1.125, true, true], [1.25, false, true], [1.5, false, true], [1.75, false, true]],
    ...[[1.875, true, true], [2.5, true, true], [4, true, true], [4.125, true, true], [4.25, true, true]],
  ] as [number, boolean, boolean][];
  for (const [length, second, third] of cases) assert.deepEqual(at(length), [false, second, third], `length ${length}`);
});

Deno.test("sleep() respects the policy of a tree", () => {
  const { m, d } = simulate(floats(`sleep="never"`));
  for (let i = 0; i < 40; i++) step(m, d);
  assert.equal(d.ntree_awake, 1);
});

Deno.test("wake() wakes a tree that the user pushes, moves or sets in motion", () => {
  const changes: ((d: Data) => void)[] = [
    (d) => d.xfrc_applied[6] = 1,
    (d) => d.qfrc_applied[2] = 1,
    (d) => d.qvel[1] = 0.1,
    (d) => d.qpos[0] += 0.1,
  ];
  for (const change of changes) {
    const { m, d } = simulate(floats());
    for (let i = 0; i < 20; i++) step(m, d);
    assert.equal(d.ntree_awake, 0);
    change(d);
    step(m, d);
    assert.equal(d.ntree_awake, 1);
  }
});

Deno.test("wakeTree() wakes all trees that sleep together", () => {
  const tree_asleep = Int32Array.of(2, -3, 3, 0, 4);
  assert.equal(sleepCycle(tree_asleep, 5, 3), 0);
  assert.equal(sleepCycle(tree_asleep, 5, 4), 4);
  assert.equal(sleepCycle(tree_asleep, 5, 1), -1);
  assert.equal(wakeTree(tree_asleep, 2, -11), 3);
  assert.deepEqual([...tree_asleep], [-11, -3, -11, -11, 4]);
  assert.equal(wakeTree(tree_asleep, 1, -11), 0);
  assert.equal(tree_asleep[1], -11);
  assert.equal(wakeTree(tree_asleep, 1, -2), 0);
  assert.equal(tree_asleep[1], -11);
});

/** Four slides without anything, and tendons over one or two of them that an equality couples. */
function coupled(first: readonly string[], second: readonly string[] | null): { m: Model; d: Data } {
  const slides = ["a", "b", "c", "e", "f"].map((name, i) =>
    `<body pos="${i} 0 1"><joint name="${name}" type="slide"/><geom size=".1"/></body>`
  );
  const fixed = (name: string, joints: readonly string[]) =>
    `<fixed name="${name}">${joints.map((joint) => `<joint joint="${joint}" coef="1"/>`).join("")}</fixed>`;
  const other = second === null ? "" : fixed("y", second);
  return simulate(
    slides.join(""),
    `<tendon>${fixed("x", first)}${other}</tendon>
     <equality><tendon tendon1="x" ${second === null ? "" : `tendon2="y"`}/></equality>`,
  );
}

/** Numbers of the trees of slides. */
const TREES = { a: 0, b: 1, c: 2, e: 3, f: 4 } as const;

Deno.test("wakeEquality() wakes every tree that coupled tendons tie to an awake one, and no other", () => {
  const names = Object.keys(TREES) as (keyof typeof TREES)[];
  const couplings: [(keyof typeof TREES)[], (keyof typeof TREES)[] | null][] = [
    [["a"], ["b"]],
    [["b"], ["a"]],
    [["a", "b"], null],
    [["a", "b"], ["c"]],
    [["c"], ["a", "b"]],
    [["a", "b"], ["c", "e"]],
    [["e", "c"], ["f", "a"]],
  ];
  for (const [first, second] of couplings) {
    const tied = [...first, ...second ?? []];
    for (const awake of names) {
      const { m, d } = coupled(first, second);
      // those that are tied sleep together, the others by themselves
      const sleepers = tied.filter((name) => name !== awake);
      for (const name of names) d.tree_asleep[TREES[name]] = name === awake ? -5 : TREES[name];
      sleepers.forEach((name, i) => d.tree_asleep[TREES[name]] = TREES[sleepers[(i + 1) % sleepers.length]]);
      updateSleep(m, d);
      const woken = wakeEquality(m, d);
      const expected = tied.includes(awake) ? tied : [awake];
      const what = `${first} with ${second}, ${awake} is awake`;
      assert.equal(woken, expected.length - 1, what);
      for (const name of names) {
        if (name === awake) assert.equal(d.tree_asleep[TREES[name]], -5, what);
        else if (expected.includes(name)) assert.equal(d.tree_asleep[TREES[name]], FULLY_AWAKE, `${what}: ${name}`);
        else assert.ok(d.tree_asleep[TREES[name]] >= 0, `${what}: ${name}`);
      }
    }
  }
});

Deno.test("wakeEquality() wakes both of two trees that are tied by bodies, sites, or joints", () => {
  const slides = ["a", "b", "c", "e"].map((name, i) =>
    `<body name="${name}" pos="${i} 0 1"><joint name="${name}" type="slide"/><geom size=".1"/><site name="${name}"/></body>`
  );
  const ties: [tie: string, first: number, second: number | null][] = [
    [`<connect body1="a" body2="c" anchor="0 0 0"/>`, 0, 2],
    [`<weld body1="e" body2="a"/>`, 3, 0],
    [`<weld body1="b"/>`, 1, null],
    [`<connect site1="b" site2="a"/>`, 1, 0],
    [`<weld site1="c" site2="e"/>`, 2, 3],
    [`<joint joint1="a" joint2="b"/>`, 0, 1],
    [`<joint joint1="e" joint2="a"/>`, 3, 0],
    [`<joint joint1="a"/>`, 0, null],
  ];
  for (const [tie, first, second] of ties) {
    const { m, d } = simulate(slides.join(""), `<equality>${tie}</equality>`);
    for (let awake = 0; awake < 4; awake++) {
      d.tree_asleep.set([0, 1, 2, 3]);
      d.tree_asleep[awake] = -5;
      updateSleep(m, d);
      const other = second === null ? null : awake === first ? second : awake === second ? first : null;
      const isApart = second !== null && awake !== first && awake !== second;
      const expected = [0, 1, 2, 3].map((tree) => tree === awake ? -5 : tree === other ? FULLY_AWAKE : tree);
      // each sleeps by itself, so that those that are tied belong together
      if (isApart) { for (const tree of [first, second]) expected[tree ?? 0] = FULLY_AWAKE; }
      assert.equal(wakeEquality(m, d), isApart ? 2 : other === null ? 0 : 1, `${tie}, ${awake} is awake`);
      assert.deepEqual([...d.tree_asleep], expected, `${tie}, ${awake} is awake`);
    }
  }
});

Deno.test("wakeEquality() wakes tied trees that sleep apart, and leaves alone those that sleep together", () => {
  const { m, d } = coupled(["a", "b"], ["c"]);
  d.tree_asleep.set([1, 2, 0, 3, 4]);
  updateSleep(m, d);
  assert.equal(wakeEquality(m, d), 0);
  d.tree_asleep.set([1, 0, 2, 3, 4]);
  assert.equal(wakeEquality(m, d), 3);
  assert.deepEqual([...d.tree_asleep], [FULLY_AWAKE, FULLY_AWAKE, FULLY_AWAKE, 3, 4]);
  d.tree_asleep.set([1, 0, 2, 3, 4]);
  d.eq_active[0] = 0;
  assert.equal(wakeEquality(m, d), 0);
});

Deno.test("sleepCycle() finds the smallest of a cycle from any of its trees, and none where it is broken", () => {
  const tree_asleep = Int32Array.of(0, 4, -3, 1, 3, 9, 2);
  for (const tree of [1, 3, 4]) assert.equal(sleepCycle(tree_asleep, 7, tree), 1);
  assert.equal(sleepCycle(tree_asleep, 7, 0), 0);
  for (const tree of [2, 5, 6]) assert.equal(sleepCycle(tree_asleep, 7, tree), -1);
  // all in one cycle, the smallest asked last
  const all = Int32Array.of(1, 2, 3, 0);
  for (let tree = 0; tree < 4; tree++) assert.equal(sleepCycle(all, 4, tree), 0);
  // a cycle that does not come back
  assert.equal(sleepCycle(Int32Array.of(1, 2, 1), 3, 0), -1);
});

Deno.test("step() leaves what is asleep alone, and goes on with what is awake", () => {
  const { m, d } = simulate([floats(), floats(), floats(`sleep="never"`)].join(""));
  m.geom_contype.fill(0);
  m.geom_conaffinity.fill(0);
  d.qvel[2 * 6] = 1;
  for (let i = 0; i < 30; i++) step(m, d);
  assert.equal(d.ntree_awake, 1);

  // numbers per body, geom, and dof, except those in which a move by the user would show
  const perBody = [["xipos", 3], ["ximat", 9], ["cinert", 10], ["crb", 10], ["cvel", 6]] as const;
  const perGeom = [["geom_xpos", 3], ["geom_xmat", 9]] as const;
  const perDof = [
    ["cdof", 6],
    ["cdof_dot", 6],
    ["qLDiagInv", 1],
    ["qfrc_bias", 1],
    ["qfrc_passive", 1],
    ["qfrc_smooth", 1],
  ] as const;
  const groups = [[perBody, 1, 3], [perGeom, 0, 2], [perDof, 0, 12]] as const;
  for (const [fields, first, end] of groups) {
    for (const [field, size] of fields) d[field].fill(NaN, first * size, end * size);
  }
  const qpos = d.qpos.slice(0, 14);
  step(m, d);
  for (const [fields, first, end] of groups) {
    for (const [field, size] of fields) {
      assert.ok(d[field].subarray(first * size, end * size).every(Number.isNaN), field);
      assert.ok(d[field].subarray(end * size).every(Number.isFinite), field);
    }
  }
  assert.deepEqual(d.qpos.slice(0, 14), qpos);
  assert.equal(d.ntree_awake, 1);
  assert.ok(d.qpos[14] > 0);
});

Deno.test("sleep() lets what sleeps sleep, whatever pushes it in the meantime", () => {
  const asleep = 'sleep="init"';
  const { m, d } = simulate(floats(asleep) + floats(asleep).replace("0 0 1", "3 0 1"));
  assert.deepEqual([...d.tree_asleep], [0, 1]);
  d.xfrc_applied.fill(1);
  assert.equal(sleep(m, d), 0);
  assert.deepEqual([...d.tree_asleep], [0, 1]);
});
