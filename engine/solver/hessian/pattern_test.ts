import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { step } from "../../step.ts";
import { primalMemory } from "../problem/memory.ts";
import { countChains, HessianPattern } from "./pattern.ts";

/** A torso with legs of two hinges, which have limits. */
function walker(x: number): string {
  const leg = (side: number, i: number) =>
    `<body pos="${0.2 * i} ${0.15 * side} 0"><joint axis="0 1 0" range="-20 20"/><joint axis="1 0 0" range="-9 9"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.2" size=".04"/><body pos="0 0 -.25"><joint axis="0 1 0" range="-30 5"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.2" size=".03"/></body></body>`;
  return `<body pos="${x} 0 .5"><freejoint/><geom type="box" size=".2 .1 .05"/>${leg(-1, 0)}${leg(1, 0)}${
    leg(1, 1)
  }</body>`;
}

Deno.test("chains give what find() does where rows follow the tree, and refuses where they do not", () => {
  const m = compile(
    `<mujoco><compiler autolimits="true"/><option jacobian="sparse"/><worldbody><geom type="plane" size="9 9 1"/>
    ${walker(0)}${walker(0.9)}<body pos="0 0 1.5"><freejoint/><geom size=".2"/></body></worldbody></mujoco>`,
  );
  const d = new Data(m);
  const [chains, general] = [new HessianPattern(m.nv), new HessianPattern(m.nv)];
  const counts = { same: 0, refused: 0 };
  for (let i = 0; i < 400; i++) {
    d.qvel[(7 * i) % m.nv] += 0.3;
    step(m, d);
    if (d.nefc === 0) continue;
    // the last island, or everything
    const { inertia, sparseIsland, sparseWhole, start } = primalMemory(m, d);
    const jacobian = start.isWhole ? sparseWhole : sparseIsland;
    const { nv } = jacobian;
    jacobian.transpose.fill(jacobian, false);
    general.find(inertia, jacobian);
    const found = (pattern: HessianPattern) => {
      const { nJJ, nL, factor: { rownnz, rowadr, colind, colnnz, coladr, rowind } } = pattern;
      const byDof = [rownnz, rowadr, colnnz, coladr].map((list) => [...list.subarray(0, nv)]);
      return [nJJ, nL, ...byDof, ...[colind, rowind].map((list) => [...list.subarray(0, nL)])];
    };
    chains.nJJ = countChains(inertia, jacobian);
    if (chains.nJJ < 0) {
      counts.refused++;
      assert.ok(general.nL > inertia.rowadr[nv - 1] + inertia.rownnz[nv - 1] - inertia.rowadr[0], `step ${i}`);
      continue;
    }
    counts.same++;
    chains.takeChains(inertia);
    assert.deepEqual(found(chains), found(general), `step ${i}`);
  }
  assert.ok(counts.same > 50 && counts.refused > 3, JSON.stringify(counts));
});
