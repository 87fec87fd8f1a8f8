import assert from "node:assert/strict";
import { randomFrom } from "../../../harness/random.ts";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { forward } from "../../forward.ts";
import { EnableBit, Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { boxesMeet, isEnclosed, newAxisProducts, nodesMeet, treesMeet } from "./mujoco_trees.ts";
import { planPairs } from "./plan_pairs.ts";

/** Two free bodies of several geoms each, and a third of one. */
function twoBodies(seed: number): { m: Model; d: Data } {
  const random = randomFrom(seed);
  const numbers = (n: number, size: number) => Array.from({ length: n }, () => size * (random() - 0.5)).join(" ");
  const geom = () => {
    const type = ["box", "capsule", "ellipsoid", "sphere"][Math.floor(4 * random())];
    const size = Array.from({ length: 3 }, () => 0.02 + 0.2 * random()).join(" ");
    return `<geom type="${type}" size="${size}" pos="${numbers(3, 1)}" quat="${numbers(4, 1)}" margin="${
      0.1 * random()
    }"/>`;
  };
  const body = (n: number) =>
    `<body pos="${numbers(3, 0.9)}" quat="${numbers(4, 1)}"><freejoint/>${
      Array.from({ length: n }, geom).join("")
    }</body>`;
  const m = compile(`<mujoco><worldbody>${body(5)}${body(7)}${body(1)}</worldbody></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  return { m, d };
}

/** Whether no face of either box has the other box beyond it; frames and boxes are found in arrays. */
function boxesTouch(
  boxes: readonly { pos: Float64Array; mat: Float64Array; o: number; aabb: Float64Array; a: number }[],
  margin: number,
): number {
  const corners = boxes.map(({ pos, mat, o, aabb, a }) =>
    Array.from({ length: 8 }, (_, c) => {
      const local = [0, 1, 2].map((k) => aabb[a + k] + ((c >> k) & 1 ? 1 : -1) * aabb[a + 3 + k]);
      return [0, 1, 2].map((k) => local.reduce((sum, x, l) => sum + mat[9 * o + 3 * k + l] * x, pos[3 * o + k]));
    })
  );
  let apart = -Infinity;
  for (const { mat, o } of boxes) {
    for (let l = 0; l < 3; l++) {
      const [one, other] = corners.map((points) =>
        points.map((p) => p.reduce((sum, x, k) => sum + mat[9 * o + 3 * k + l] * x, 0))
      );
      apart = Math.max(apart, Math.min(...one) - Math.max(...other), Math.min(...other) - Math.max(...one));
    }
  }
  return margin - apart;
}

Deno.test("boxesMeet() and nodesMeet() are true unless a face of a box has the other beyond it", () => {
  const found = [0, 0];
  for (let seed = 1; seed <= 12; seed++) {
    const { m, d } = twoBodies(seed);
    const random = randomFrom(seed);
    if (seed % 5 === 0) {
      m.opt.enableflags |= EnableBit.OVERRIDE;
      m.opt.o_margin = 0.2 * random();
    }
    const margin = new Float64Array(1);
    for (let g1 = 0; g1 < m.ngeom; g1++) {
      for (let g2 = 0; g2 < m.ngeom; g2++) {
        margin[0] = 0.3 * random();
        const boxes = [g1, g2].map((g) => ({ pos: d.geom_xpos, mat: d.geom_xmat, o: g, aabb: m.geom_aabb, a: 6 * g }));
        const room = boxesTouch(boxes, margin[0]);
        if (Math.abs(room) < 1e-9) continue;
        assert.equal(boxesMeet(m, d, g1, g2, margin), room > 0, `seed ${seed}: geoms ${g1} and ${g2}`);
        found[Number(room > 0)]++;
      }
    }
    const axes = newAxisProducts();
    for (const [body1, body2] of [[1, 2], [2, 1], [1, 3], [3, 2]]) {
      axes.current = false;
      axes.filled = 0;
      axes.body1 = body1;
      axes.body2 = body2;
      const between = m.opt.enableflags & EnableBit.OVERRIDE
        ? m.opt.o_margin
        : m.body_margin[body1] + m.body_margin[body2];
      for (let n1 = m.body_bvhadr[body1]; n1 < m.body_bvhadr[body1] + m.body_bvhnum[body1]; n1++) {
        for (let n2 = m.body_bvhadr[body2]; n2 < m.body_bvhadr[body2] + m.body_bvhnum[body2]; n2++) {
          const boxes = [[body1, n1], [body2, n2]].map(([o, n]) => (
            { pos: d.xipos, mat: d.ximat, o, aabb: m.bvh_aabb, a: 6 * n }
          ));
          const room = boxesTouch(boxes, between);
          if (Math.abs(room) < 1e-9) continue;
          const meet = nodesMeet(m, d, axes, body1, n1, body2, n2);
          assert.equal(meet, room > 0, `seed ${seed}: nodes ${n1} and ${n2}`);
        }
      }
    }
  }
  assert.ok(found[0] > 400 && found[1] > 400, `${found}`);
});

Deno.test("boxesMeet() and nodesMeet() let boxes meet that touch exactly, and compare infinite ones by their own faces", () => {
  const m = compile(`<mujoco><worldbody><geom type="plane" size="1 1 1" pos="0 0 -4"/>
    <body><freejoint/><geom type="box" size="1 2 3"/></body><body><freejoint/><geom type="box" size=".5 .25 1"/></body>
    </worldbody></mujoco>`);
  const d = new Data(m);
  const margin = Float64Array.of(0.125);
  const axes = newAxisProducts();
  const half = [[1, 0.5], [2, 0.25], [3, 1]];
  for (let k = 0; k < 3; k++) {
    for (const side of [-1, 1]) {
      for (const more of [0, 2 ** -30]) {
        for (const swap of [false, true]) {
          d.qpos.set([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
          d.qpos[7 + k] = side * (half[k][0] + half[k][1] + 0.125 + more);
          forward(m, d);
          const [g1, g2] = swap ? [2, 1] : [1, 2];
          assert.equal(boxesMeet(m, d, g1, g2, margin), more === 0, `axis ${k}`);
          m.body_margin.fill(0.0625);
          axes.filled = 0;
          [axes.body1, axes.body2] = [g1, g2];
          const meet = nodesMeet(m, d, axes, g1, m.body_bvhadr[g1], g2, m.body_bvhadr[g2]);
          assert.equal(meet, more === 0, `axis ${k}`);
        }
      }
    }
  }

  // a plane is infinite along two axes of its own: only its faces count
  assert.equal(m.geom_type[0], Geom.PLANE);
  for (const [height, meets] of [[-0.5, true], [-0.8, true], [-0.9, true], [-1.2, false], [9, false]] as const) {
    d.qpos.set([100, 50, height, 1, 0, 0, 0]);
    d.geom_xpos.set([0, 0, -4]);
    forward(m, d);
    const below = m.geom_aabb[2] + m.geom_aabb[5] - 4;
    const above = m.geom_aabb[2] - m.geom_aabb[5] - 4;
    const expected = height - 3 <= below + 0.125 && height + 3 >= above - 0.125;
    for (const [a, b] of [[0, 1], [1, 0]]) {
      assert.equal(boxesMeet(m, d, a, b, margin), expected, `${height} ${meets}`);
    }
  }
});

Deno.test("treesMeet() is whether a descent into both trees arrives, and isEnclosed() never says more", () => {
  const found = [0, 0, 0];
  for (let seed = 1; seed <= 20; seed++) {
    const { m, d } = twoBodies(seed);
    const plan = planPairs(m);
    const axes = newAxisProducts();
    const con = newPairContacts();
    const random = randomFrom(seed);
    const size = (node: number) => {
      const [x, y, z] = [0, 1, 2].map((k) => m.bvh_aabb[6 * node + 3 + k] - m.bvh_aabb[6 * node + k]);
      return x * y + y * z + z * x;
    };
    for (const [body1, body2] of [[1, 2], [2, 1], [1, 3]]) {
      const reached = new Set<string>();
      const [root1, root2] = [m.body_bvhadr[body1], m.body_bvhadr[body2]];
      const fresh = { ...newAxisProducts(), body1, body2 };
      const descend = (n1: number, n2: number) => {
        const [l1, l2] = [m.bvh_nodeid[n1], m.bvh_nodeid[n2]];
        if (l1 >= 0 && l2 >= 0) {
          reached.add(`${l1} ${l2}`);
          return;
        }
        if (!nodesMeet(m, d, fresh, body1, n1, body2, n2)) return;
        const first = l2 >= 0 || (l1 < 0 && size(n1) > size(n2));
        for (let k = 0; k < 2; k++) {
          if (first) descend(root1 + m.bvh_child[2 * n1 + k], n2);
          else descend(n1, root2 + m.bvh_child[2 * n2 + k]);
        }
      };
      descend(root1, root2);
      for (let g1 = 0; g1 < m.ngeom; g1++) {
        for (let g2 = 0; g2 < m.ngeom; g2++) {
          if (m.geom_bodyid[g1] !== body1 || m.geom_bodyid[g2] !== body2) continue;
          const what = `seed ${seed}: geoms ${g1} and ${g2}`;
          const expected = reached.has(`${g1} ${g2}`);
          found[Number(expected)]++;
          assert.equal(treesMeet(m, d, plan, axes, body1, body2, g1, g2), expected, what);
          assert.equal(treesMeet(m, d, plan, axes, body1, body2, g2, g1), expected, what);

          con.margin[0] = 0;
          con.dist[0] = -0.01;
          const isIn = (g: number, scale: number) => {
            const leaf = m.body_bvhadr[m.geom_bodyid[g]] + plan.leaf[g];
            const point = (pos: Float64Array, mat: Float64Array, o: number, aabb: Float64Array, a: number) =>
              [0, 1, 2].every((l) => {
                const x = [0, 1, 2].reduce((sum, k) => sum + mat[9 * o + 3 * k + l] * (con.pos[k] - pos[3 * o + k]), 0);
                return Math.abs(x - aabb[a + l]) < scale * aabb[a + 3 + l];
              });
            return point(d.geom_xpos, d.geom_xmat, g, m.geom_aabb, 6 * g) &&
              point(d.xipos, d.ximat, m.geom_bodyid[g], m.bvh_aabb, 6 * leaf);
          };
          for (let trial = 0; trial < 6; trial++) {
            // a point in both boxes, and in those of both leaves, is between geoms that are reached
            const along = random();
            for (let k = 0; k < 3; k++) {
              const [from, to] = [d.geom_xpos[3 * g1 + k], d.geom_xpos[3 * g2 + k]];
              con.pos[k] = from + along * (to - from) + 0.1 * (random() - 0.5);
            }
            const isInside = isEnclosed(m, d, plan, con, body1, body2, g1, g2);
            if (isInside) {
              found[2]++;
              assert.ok(expected && isIn(g1, 1) && isIn(g2, 1), what);
            } else assert.ok(!isIn(g1, 1 - 1e-6) || !isIn(g2, 1 - 1e-6), what);
          }
          con.margin[0] = -1e-3;
          assert.equal(isEnclosed(m, d, plan, con, body1, body2, g1, g2), false, what);
        }
      }
    }
  }
  assert.ok(found.every((count) => count > 60), `${found}`);
});
