import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { fwdKinematics } from "../forward.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { flexBoxes } from "./flex_boxes.ts";

const GRIDS = { line: `count="12 1 1" dim="1"`, sheet: `count="4 5 1" dim="2"`, solid: `count="3 3 4" dim="3"` };

function load(...kinds: (keyof typeof GRIDS)[]): Model {
  const flexes = kinds.map((kind, i) =>
    `<flexcomp name="${i}" type="grid" ${GRIDS[kind]} spacing=".1 .12 .08" radius="${0.01 * (i + 1)}" mass="1">
       <contact selfcollide="bvh"/>
     </flexcomp>`
  );
  return compile(`<mujoco><worldbody>${flexes.join("")}</worldbody></mujoco>`);
}

/** Boxes around the vertices, where they are computed; NaN elsewhere. */
function boxesOf(m: Model, vertices: Float64Array): { elements: Float64Array; nodes: Float64Array } {
  const d = new Data(m);
  d.flexvert_xpos.set(vertices);
  d.flexelem_aabb.fill(NaN);
  d.bvh_aabb_dyn.fill(NaN);
  flexBoxes(m, d);
  return { elements: d.flexelem_aabb, nodes: d.bvh_aabb_dyn };
}

Deno.test("flexBoxes() gives the same boxes with kernels and with loops, for models in turn", () => {
  const seed = 5;
  const next = randomFrom(seed);
  const models = [load("solid", "line"), load("sheet"), load("line", "sheet", "solid")];
  const special = [0, -0, NaN, Infinity, -Infinity];
  for (let round = 0; round < 60; round++) {
    const m = models[round % models.length];
    m.opt.disableflags = round % 7 === 0 ? DisableBit.MIDPHASE : 0;
    const odds = round % 2 === 0 ? 0 : 0.2;
    const vertices = Float64Array.from(
      { length: 3 * m.nflexvert },
      () => (next() < odds ? special[Math.floor(next() * special.length)] : symmetric(next)),
    );
    const expected = withoutKernels(() => boxesOf(m, vertices));
    assert.deepEqual(boxesOf(m, vertices), expected, `seed ${seed}, round ${round}`);
    if (odds === 0) assert.ok(expected.elements.every(Number.isFinite), "all boxes are written");
  }
});

Deno.test("flexBoxes() writes all boxes where nodes of merged bodies are unused, with kernels and with loops", () => {
  const m = compile(`<mujoco>
    <compiler fusestatic="true"/>
    <worldbody>
      <body>
        <joint/>
        <geom size="0.1"/>
        <body><geom size="0.1"/></body>
      </body>
      <flexcomp name="sheet" type="grid" count="4 5 1" dim="2" spacing="0.1 0.1 0.1" mass="1"/>
    </worldbody>
  </mujoco>`);
  const [root] = m.flex_bvhadr;
  assert.ok(root < m.nbvhstatic);
  const vertices = Float64Array.from({ length: 3 * m.nflexvert }, (_, i) => Math.sin(i));
  const { elements, nodes } = boxesOf(m, vertices);
  assert.deepEqual(withoutKernels(() => boxesOf(m, vertices)), { elements, nodes });
  const leaf = m.bvh_nodeid.indexOf(0, root) - root;
  assert.deepEqual(nodes.slice(6 * leaf, 6 * leaf + 6), elements.slice(0, 6));
  for (let axis = 0; axis < 3; axis++) {
    const high = elements.reduce(
      (most, x, i) => i % 6 === axis ? Math.max(most, x + elements[i + 3]) : most,
      -Infinity,
    );
    assert.ok(Math.abs(nodes[axis] + nodes[axis + 3] - high) < 1e-15, "the first encloses all elements");
  }
});

Deno.test("vertices between nodes are at the same places with kernels and with loops, and only theirs are written", () => {
  const seed = 3;
  const next = randomFrom(seed);
  const solids = ["3 3 3", "2 3 4"].flatMap((count, i) =>
    ["trilinear", "quadratic"].map((dof) =>
      `<flexcomp name="${dof}${i}" type="grid" dim="3" count="${count}" spacing=".1 .1 .1" mass="1" dof="${dof}">
         <contact selfcollide="none"/>
       </flexcomp>`
    )
  );
  const rope = `<flexcomp name="rope" type="grid" dim="1" count="12 1 1" spacing=".1 .1 .1" mass="1"/>`;
  const m = compile(`<mujoco><worldbody>${[...solids, rope].join("")}</worldbody></mujoco>`);
  for (let round = 0; round < 20; round++) {
    const qpos = Float64Array.from({ length: m.nq }, () => symmetric(next));
    const [fast, plain] = [(act: () => Float64Array) => act(), withoutKernels].map((by) =>
      by(() => {
        const d = new Data(m);
        d.qpos.set(qpos);
        fwdKinematics(m, d);
        return d.flexvert_xpos;
      })
    );
    assert.deepEqual(fast, plain, `seed ${seed}, round ${round}`);
  }
});
