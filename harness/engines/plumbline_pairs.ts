/**
 * Which pairs of geoms and of bodies searches list, keep, and find, beside what each of their tests says of every pair:
 * a search may find more pairs than collide, which costs time that no contact shows.
 */

import { collideOf } from "../../engine/collision/collide_table.ts";
import type { CollisionWork } from "../../engine/collision/collision_work.ts";
import { setBalls, setHulls } from "../../engine/collision/search/bounds.ts";
import { bothRest, compatible, mayMeet, mayMeetFlex, spheresMeet } from "../../engine/collision/search/filter.ts";
import { newSweep, overlapClearly, sortEnds, sweepAsMujoco } from "../../engine/collision/search/mujoco_sweep.ts";
import {
  boxesMeet,
  isEnclosed,
  newAxisProducts,
  nodesMeet,
  opensFirst,
  selectAxes,
  treesMeet,
} from "../../engine/collision/search/mujoco_trees.ts";
import { boxesApart } from "../../engine/collision/search/boxes_apart.ts";
import { nearBodies } from "../../engine/collision/search/near_bodies.ts";
import { findNear, newNearPairs } from "../../engine/collision/search/near_pairs.ts";
import { type CollisionPlan, listPairs } from "../../engine/collision/search/plan_pairs.ts";
import { isSwept } from "../../engine/collision/search/visit_list.ts";
import { visitSweep } from "../../engine/collision/search/visit_sweep.ts";
import { compile, Data, DisableBit, EnableBit, forward, Geom, type Model, SleepState } from "../../mod.ts";
import { type Random, symmetricFrom } from "../random.ts";
import { line } from "./spoken_numbers.ts";

const SEED = 17;

/** Everything that the uses say. */
export function saidByPairs(): string[] {
  const random = symmetricFrom(SEED);
  const lines = ofEnds(random);
  for (const [title, m] of [["crowd", crowd(random, 15, "")], ["few", few()]] as const) {
    lines.push(...ofModel(title, m, random));
  }
  return [...lines, ...ofModel("flexes", crowd(random, 12, FLEXES), random)];
}

/** Ends of intervals, many of which are equal. */
function ofEnds(random: Random): string[] {
  return [3, 16, 17, 40, 70].map((count) => {
    const sweep = newSweep(count);
    for (let i = 0; i < count; i++) {
      const low = Math.round(8 * random());
      sweep.bounds[i] = low;
      sweep.bounds[3 * count + i] = low + Math.round(1 + random());
    }
    sortEnds(sweep, count);
    return line(`ends of ${count} intervals`, [...sweep.order.subarray(0, 2 * count)]);
  });
}

const FLEXES = `<deformable>
  <flex name="f" dim="2" radius=".02" body="b2 b5 b8" vertex="0 0 0 0 0 0 0 0 0" element="0 1 2">
    <contact selfcollide="none" margin=".01"/></flex>
  <flex name="g" dim="1" radius=".03" body="b5 b11" vertex=".1 0 0 0 .1 .2" element="0 1">
    <contact contype="2" conaffinity="5" selfcollide="none"/></flex>
</deformable>`;

/** Bodies of one or several geoms on a lattice or off it: static, moving, kin, with a plane, and without geoms. */
function crowd(random: Random, count: number, more: string): Model {
  const at = (x: number, y: number, z: number, isLevel: boolean) =>
    [x, y, z].map((reach) => isLevel ? 0.1 * Math.round(10 * reach * random()) : reach * random())
      .map((it) => it.toFixed(2)).join(" ");
  const kinds = [
    ...[`size=".1"`, `type="box" size=".12 .08 .05"`, `type="mesh" mesh="m"`, `type="capsule" size=".05 .1"`],
    ...[`type="ellipsoid" size=".12 .07 .1"`, `type="cylinder" size=".1 .06"`, `type="mesh" mesh="m"`],
  ];
  const affinities = [
    "",
    "",
    "",
    ` contype="2" conaffinity="5"`,
    "",
    ` contype="0" conaffinity="0"`,
    ` conaffinity="2"`,
  ];
  const geom = (k: number, i: number) =>
    `<geom ${i === 0 ? `name="g${k}" ` : ""}${kinds[(k + 3 * i) % 7]}${affinities[(2 * k + i) % 7]}${
      k % 5 === 2 ? ` margin="${[0.03, -0.01][i % 2]}"` : ""
    }${i > 0 ? ` pos="${at(0.15, 0.15, 0.15, k % 2 === 0)}" euler="${20 * k} 30 ${10 * i}"` : ""}/>`;
  const bodies = Array.from({ length: count }, (_, k) => {
    const geoms = Array.from({ length: k % 11 === 7 ? 0 : 1 + k % 4 % 3 }, (_, i) => geom(k, i)).join("");
    const plane = k === 3 ? `<geom type="plane" size="1 1 .1" pos="0 .1 -.2" euler="0 30 0"/>` : "";
    const child = k % 6 === 1 ? `<body pos=".1 .05 0"><joint/><geom size=".07"/></body>` : "";
    const turn = k % 2 === 0 ? "" : ` euler="${13 * k} ${29 * k} ${7 * k}"`;
    return `<body name="b${k}" pos="${at(1, 0.7, 0.4, k % 3 !== 1)}"${turn}>${
      k % 5 === 3 ? "" : `<joint type="slide"/>`
    }${geoms}${plane}<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>${child}</body>`;
  });
  const excludes = [1, 4, 6].filter((k) => k + 3 < count).map((k) => `<exclude body1="b${k}" body2="b${k + 3}"/>`).join(
    "",
  );
  return compile(`<mujoco><option iterations="1" ls_iterations="1"/><default><geom condim="1"/></default>
    <asset><mesh name="m" vertex="0 0 0 .2 0 .02 0 .15 .01 .03 .04 .1 .15 .1 .03"/></asset>
    <worldbody><geom size=".2" pos="0 .3 -.2"/><geom type="plane" size="2 2 .1" pos="0 0 -.3" euler="5 0 0"/>
    <geom type="plane" size="2 2 .1" pos="0 0 -.1" contype="0" conaffinity="0"/>
    ${bodies.join("")}</worldbody>${more}
    <contact><pair geom1="g1" geom2="g0" margin=".1"/><pair geom1="g2" geom2="g3"/><exclude body1="b0" body2="b2"/>${excludes}
    </contact></mujoco>`);
}

/** So few pairs that they are tested one by one. */
function few(): Model {
  return compile(`<mujoco><option iterations="1"/><default><geom condim="1"/></default><worldbody>
    <geom type="plane" size="1 1 .1" pos=".1 -.2 -.15" euler="10 20 0"/>
    <body pos="0 .1 0"><geom size=".1" contype="0" conaffinity="3" margin=".02"/></body>
    <body name="b0" pos=".2 0 0"><joint/><geom name="g0" type="box" size=".1 .06 .04" conaffinity="0"/></body>
    <body name="b1" pos="0 .2 .1"><joint type="slide"/><geom name="g1" type="capsule" size=".05 .1" contype="2"/></body>
    <body name="b2" pos="-.1 .1 0"><joint/><geom name="g2" type="ellipsoid" size=".1 .2 .06" contype="3" margin="-.01"/></body>
    <body name="b3" pos="-.2 0 0"><geom name="g3" type="plane" size="1 1 .1" euler="0 90 0"/></body>
    </worldbody></mujoco>`);
}

const { FILTERPARENT } = DisableBit;
const { OVERRIDE, SLEEP } = EnableBit;

/** Flags that are enabled and disabled. */
const TURNS = [[0, 0], [OVERRIDE, 0], [SLEEP, 0], [SLEEP, 0], [0, FILTERPARENT]];

/** Everything about the pairs of a model: as it is, with a global margin, with sleepers, and among kin. */
function ofModel(title: string, m: Model, random: Random): string[] {
  const d = new Data(m);
  const lines: string[] = [];
  m.opt.o_margin = 0.04;
  for (const [turn, flags] of TURNS.slice(0, m.nflex > 0 ? 2 : TURNS.length).entries()) {
    [m.opt.enableflags, m.opt.disableflags] = flags;
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.1 * Math.round(2 * random()) + (turn % 2) * 0.03 * random();
    forward(m, d);
    const { contact, ncon } = d;
    lines.push(
      line(`${title} ${turn}: contacts`, [...contact.geom.subarray(0, 2 * ncon), ...contact.dist.slice(0, ncon)]),
    );
    if (flags[0] === SLEEP) {
      for (let b = 1; b < m.nbody; b++) {
        if (m.body_weldid[b] > 0) d.body_awake[b] = b % turn ? SleepState.ASLEEP : SleepState.AWAKE;
      }
    }
    // geoms without bounds
    if (turn === 4) { for (let g = 3; g < m.ngeom; g += 5) m.geom_rbound[g] = 0; }
    const { collision: plan } = m.plans;
    const { collision: work } = d.work;
    if (plan === undefined || work === undefined) return ["nothing collides"];
    lines.push(line("lists", ofLists(m, d, plan)), line("bodies", ofBodies(m, d, plan, work)));
    lines.push(line("pairs", ofPairs(m, d, plan, work)));
  }
  return lines;
}

/** The pairs that are listed, with trees and without, and those of them that are near. */
function ofLists(m: Model, d: Data, plan: CollisionPlan): number[] {
  const said = [plan.room, ...plan.everywhere, ...plan.movers, ...plan.weldparent, ...plan.bvhparent, ...plan.leaf];
  for (const trees of [true, false]) {
    const list = listPairs(plan, m, trees);
    for (const numbers of Object.values(list) as Iterable<number>[]) said.push(...numbers, -1);
    const near = newNearPairs(list);
    const count = findNear(near, m, d, list);
    said.push(count, near.near.length, ...near.near.subarray(0, count), ...near.marks);
  }
  return said;
}

/** What sweeps over bodies begin with, and find. */
function ofBodies(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): number[] {
  setBalls(work, m, d);
  setHulls(work, m);
  const said = [...work.balls, ...work.hulls];
  nearBodies(m, d, plan, work);
  const { pairs, bounds, order } = work.bodies;
  said.push(work.nearby, ...pairs.pairs.subarray(0, pairs.count), ...bounds, ...order);
  d.ncon = work.runs.count = 0;
  visitSweep(m, d, plan, work);
  said.push(...d.contact.geom.subarray(0, 2 * d.ncon), ...d.contact.dist.subarray(0, d.ncon));
  const { sweep } = work;
  sweep.oriented = false;
  sweepAsMujoco(sweep, m, d, plan);
  const { found } = sweep;
  said.push(...found.pairs.subarray(0, found.count), ...sweep.bounds, ...sweep.order, ...sweep.axes);
  const all = m.nbody + m.nflex;
  for (let a = 0; a < all; a++) {
    for (let b = Math.max(a + 1, m.nbody); b < all; b++) said.push(Number(mayMeetFlex(m, a, b)));
    for (let b = a + 1; b < m.nbody; b++) {
      said.push(Number(mayMeet(m, d, plan, a, b)), Number(bothRest(m, d, a, b)), Number(bothRest(m, d, b, a)));
    }
  }
  return said;
}

/** What each test says of every pair of geoms on two bodies. */
function ofPairs(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): number[] {
  const { geom_type, geom_bodyid, geom_contype, geom_conaffinity, body_bvhadr, body_bvhnum, bvh_aabb } = m;
  const { con, sweep } = work;
  const { margin } = con;
  const axes = newAxisProducts();
  const said: boolean[] = [];
  for (let g1 = 0; g1 < m.ngeom; g1++) {
    for (let g2 = 0; g2 < m.ngeom; g2++) {
      const [body1, body2] = [geom_bodyid[g1], geom_bodyid[g2]];
      if (body1 === body2 || geom_type[g1] > geom_type[g2]) continue;
      if ((g1 + 2 * g2) % 3 !== 0 && geom_type[g1] < Geom.MESH) continue;
      said.push(compatible(geom_contype, geom_conaffinity, g1, g2));
      for (let k = -1; k < 3; k++) {
        margin[0] = m.geom_margin[g1] + m.geom_margin[g2] + 0.11 * k;
        said.push(spheresMeet(m, d, g1, g2, margin), spheresMeet(m, d, g2, g1, margin));
        said.push(boxesMeet(m, d, g1, g2, margin), boxesMeet(m, d, g2, g1, margin));
        if (geom_type[g1] > 0) said.push(overlapClearly(sweep, m, d, g1, g2, margin));
        if (geom_type[g1] > 1) said.push(boxesApart(m, d, g1, g2, margin));
      }
      margin[0] = m.geom_margin[g1] + m.geom_margin[g2];
      if (plan.leaf[g1] < 0 || plan.leaf[g2] < 0) continue;
      const [low, high] = body1 < body2 ? [body1, body2] : [body2, body1];
      axes.current = (g1 + g2) % 2 === 0;
      said.push(treesMeet(m, d, plan, axes, low, high, g1, g2));
      selectAxes(axes, low, high);
      const node1 = body_bvhadr[low] + g1 % body_bvhnum[low];
      const node2 = body_bvhadr[high] + g2 % body_bvhnum[high];
      said.push(nodesMeet(m, d, axes, low, node1, high, node2), opensFirst(bvh_aabb, node1, node2));
      con.oneFrame = false;
      if (!said[said.length - 3] || collideOf(m, g1, g2)(con, m, d, g1, g2) === 0) continue;
      said.push(isEnclosed(m, d, plan, con, low, high, g1, g2));
      if (geom_type[g1] > 0) said.push(isSwept(m, d, plan, work, low, high, g1, g2));
    }
  }
  return said.map(Number);
}
