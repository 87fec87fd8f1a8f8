/**
 * What searches for contacts begin with, look at, and leave out. Most of it only saves time, so no contact shows whether
 * it is right; whatever one search leaves to the next one is said here.
 */

import { newPairContacts } from "../../engine/collision/contact/pair_contacts.ts";
import { Ccd, resetPolytope, VERTEX } from "../../engine/collision/convex/ccd_work.ts";
import { clipPolygon } from "../../engine/collision/convex/clip_polygon.ts";
import { convex } from "../../engine/collision/convex/convex.ts";
import { type ConvexShape, Support } from "../../engine/collision/convex/convex_shape.ts";
import {
  polytopeFromSegment,
  polytopeFromTetrahedron,
  polytopeFromTriangle,
} from "../../engine/collision/convex/first_polytope.ts";
import { fixNormal } from "../../engine/collision/convex/fix_normal.ts";
import { hintCell } from "../../engine/collision/convex/hull_hints.ts";
import { findSlack, planHullLinks } from "../../engine/collision/convex/hull_links.ts";
import { support } from "../../engine/collision/convex/support.ts";
import { collideOf } from "../../engine/collision/collide_table.ts";
import { addHalf, clearHalves, isBelow, isOutside } from "../../engine/collision/field/half_spaces.ts";
import { ballMeetsBox, boundsMeet } from "../../engine/collision/flex/flex_bounds.ts";
import { boxesApart } from "../../engine/collision/search/boxes_apart.ts";
import { overlapClearly } from "../../engine/collision/search/mujoco_sweep.ts";
import { boxesMeet, isEnclosed, selectAxes, treesMeet } from "../../engine/collision/search/mujoco_trees.ts";
import { nearBodies } from "../../engine/collision/search/near_bodies.ts";
import { isSwept } from "../../engine/collision/search/visit_list.ts";
import { primitiveDistance, primitiveGradient } from "../../engine/model/sdf_field.ts";
import { compile, Data, forward, Geom, geomDistance, type Model } from "../../mod.ts";
import { quat2Mat } from "../../engine/math/quat.ts";
import { type Random, symmetricFrom } from "../random.ts";
import { line, numbersOfContacts } from "./spoken_numbers.ts";

const SEED = 31;

/** Everything that the uses say. */
export function saidBySearches(): string[] {
  const m = zoo();
  return [
    ...ofConvexPairs(m),
    ...ofHulls(m),
    ...ofHalves(),
    ...ofPolygons(),
    ...ofPolytopes(),
    ...ofNormals(),
    ...ofFields(m),
    ...ofBounds(),
    ...ofBodies(),
  ];
}

/** Vertices of a ball with flat parts, and of a prism in which many are equally far. */
function vertices(random: Random, kind: "few" | "ball" | "prism"): string {
  const count = { few: 7, ball: 26, prism: 16 }[kind];
  const points = Array.from({ length: count }, (_, i) => {
    if (kind === "prism") {
      return [[-2, -1, 1, 2, 2, 1, -1, -2][i % 8], [-1, -2, -2, -1, 1, 2, 2, 1][i % 8], i < 8 ? -1 : 1];
    }
    const [x, y, z] = [random(), random(), random()];
    const length = Math.sqrt(x * x + y * y + z * z);
    return [x, y, z].map((v) => 2 * Math.max(-0.8, Math.min(0.8, v / length)));
  });
  return points.flat().map((x) => 0.1 * x).join(" ");
}

/** Two geoms of each convex kind. */
function zoo(): Model {
  const random = symmetricFrom(SEED);
  const kinds = [
    ...[`type="capsule" size=".15 .2"`, `type="ellipsoid" size=".2 .3 .15"`, `type="cylinder" size=".2 .15"`],
    ...[`type="box" size=".2 .15 .1"`, `type="mesh" mesh="few"`, `type="mesh" mesh="ball"`, `type="mesh" mesh="prism"`],
  ];
  const meshes = (["few", "ball", "prism"] as const).map((name) =>
    `<mesh name="${name}" vertex="${vertices(random, name)}"/>`
  );
  return compile(`<mujoco><asset>${meshes.join("")}</asset>
    <worldbody>${kinds.map((kind) => `<geom ${kind}/><geom ${kind}/>`).join("")}</worldbody></mujoco>`);
}

const LEVEL = [[1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0.5, 0.5, 0.5]];

/** Puts a geom somewhere: at every other call on a lattice, where there are ties. */
function put({ geom_xpos, geom_xmat }: Data, g: number, turn: number, random: Random, reach: number): void {
  const isLevel = turn % 2 === 0;
  for (let k = 0; k < 3; k++) {
    geom_xpos[3 * g + k] = isLevel ? 0.05 * Math.round(20 * reach * random()) : reach * random();
  }
  const quat = isLevel ? LEVEL[turn % 3] : [random(), random(), random(), random()];
  const norm = Math.sqrt(quat.reduce((sum, x) => sum + x * x, 0));
  quat2Mat(geom_xmat, 9 * g, Float64Array.from(quat, (x) => x / norm), 0);
}

/** Searches of pairs of convex geoms, each of which begins where the one before ended. */
function ofConvexPairs(m: Model): string[] {
  const d = new Data(m);
  const random = symmetricFrom(SEED);
  const con = newPairContacts();
  const fromto = new Float64Array(6);
  const lines: string[] = [];
  const { disableflags, enableflags } = m.opt;
  for (let a = 0; a < m.ngeom; a += 2) {
    for (let b = a; b < m.ngeom; b += 2) {
      const said: number[] = [];
      const [g1, g2] = [a, b + 1];
      for (let turn = 0; turn < 4; turn++) {
        put(d, g1, turn, random, 0);
        put(d, g2, turn, random, 0.35);
        m.opt.disableflags = disableflags | (turn === 3 ? 1 << 17 : 0);
        m.opt.enableflags = enableflags | (turn > 1 ? 1 << 4 : 0);
        for (const margin of turn === 1 ? [0, 0.03] : [0]) {
          con.margin[0] = margin;
          con.oneFrame = false;
          const count = convex(con, m, d, g1, g2);
          said.push(...numbersOfContacts(con, count, 3), ...stateOf(d.work.ccd));
          // a little farther away
          for (let k = 0; k < 3; k++) d.geom_xpos[3 * g2 + k] *= 1.1;
        }
        if (turn < 2) said.push(geomDistance(m, d, g1, g2, 0.5, fromto), ...fromto, ...stateOf(d.work.ccd));
      }
      lines.push(line(`geoms ${g1} and ${g2}`, said));
    }
  }
  Object.assign(m.opt, { disableflags, enableflags });
  return lines;
}

/** What a search leaves behind. */
export function stateOf(c: Ccd | undefined): number[] {
  if (c === undefined) return [];
  const { shape1, shape2 } = c;
  return [c.iterations, c.nsimplex, c.nx, Number(c.enclosed), c.polytope.nverts, c.polytope.nfaces]
    .concat([shape1, shape2].flatMap((it) => [it.vertindex, it.meshindex, Number(it.strayed), Number(it.lost)]));
}

/** Where walks over hulls begin, and how far they may be short. */
function ofHulls(m: Model): string[] {
  const random = symmetricFrom(SEED);
  const links = planHullLinks(m);
  for (let mesh = 0; mesh < m.nmesh; mesh++) findSlack(m, links, mesh);
  const cells: number[] = [];
  const found: number[] = [];
  const shape = new Ccd().shape1;
  const res = new Float64Array(3);
  quat2Mat(shape.mat, 0, Float64Array.of(1, 0, 0, 0), 0);
  Object.assign(shape, { support: Support.MESH, vert: m.mesh_vert });
  for (let k = 0; k < 400; k++) {
    const dir = Float64Array.of(random(), random(), random(), 0.5);
    if (k % 4 === 0) { for (let i = 0; i < 3; i++) dir[i] = Math.round(2 * dir[i]); }
    if (dir[0] === 0 && dir[1] === 0 && dir[2] === 0) dir[k % 3] = 1;
    cells.push(hintCell(dir));
    const mesh = k % m.nmesh;
    Object.assign(shape, { vertadr: m.mesh_vertadr[mesh], vertnum: m.mesh_vertnum[mesh] });
    Object.assign(shape, { strayed: k % 5 < 2, lost: false, vertindex: k % 7 === 0 ? -1 : k % m.mesh_vertnum[mesh] });
    support(shape, res, 0, dir, 0);
    found.push(shape.vertindex, Number(shape.strayed), Number(shape.lost), ...res);
  }
  return [
    line("links of hulls", [...links.links, ...links.first]),
    line("hints", [...links.hints]),
    line("slack", [...links.slack, ...links.vertSlack]),
    line("cells of directions", cells),
    line("farthest of all vertices", found),
  ];
}

/** Which prisms of a height field are known to be apart from a geom. */
function ofHalves(): string[] {
  const random = symmetricFrom(SEED);
  const c = new Ccd();
  c.tolerance = 1e-6;
  const said: number[] = [];
  for (let geom = 0; geom < 12; geom++) {
    clearHalves(geom % 4 === 0 ? 2 : 8);
    Object.assign(c.shape2, { support: geom % 2 ? Support.BOX : Support.SPHERE, margin: geom % 3 === 0 ? 0.1 : 0 });
    c.shape2.size.set([0.3, 0.2, 0.4]);
    put({ geom_xpos: c.shape2.pos, geom_xmat: c.shape2.mat } as Data, 0, geom, random, 0.5);
    for (let k = 0; k < 12; k++) {
      // a prism, with the same top as the one before it at times
      const tops = k % 3 === 2 ? [] : [random(), random(), random()];
      const { prism } = c.shape1;
      tops.forEach((z, i) => prism.set([[-1, 1, 0][i], [-1, -1, 1][i], 0.8 * z - 0.4], 9 + 3 * i));
      for (let i = 0; i < 9; i++) prism[i] = i % 3 === 2 ? -2 : prism[9 + i];
      said.push(Number(isBelow(c)), Number(isOutside(c)));
      if (k % 4 === 0) addHalf(c, Float64Array.of(random(), random(), random()), 0);
    }
  }
  return [line("half-spaces", said)];
}

/** Polygons that are clipped to nothing, to a corner, to an edge, and to many corners. */
function ofPolygons(): string[] {
  const random = symmetricFrom(SEED);
  const c = new Ccd();
  const said: number[] = [];
  const turned = (n: number, radius: number, x: number, y: number) =>
    Float64Array.from({ length: 3 * n }, (_, at) => {
      const corner = -2 * Math.trunc(at / 3) / n;
      const [across, up] = n === 4
        ? [[1, 1, -1, -1][at / 3 | 0], [1, -1, -1, 1][at / 3 | 0]]
        : [1 - 2 * Math.abs(corner + 1), corner < -1 ? corner * corner - 1 : 1 - corner * corner];
      return [x + radius * across, y + radius * up, 0.1 * radius][at % 3];
    });
  for (let k = 0; k < 60; k++) {
    const place = k % 2 === 0 ? [Math.round(2 * random()), Math.round(2 * random())] : [1.5 * random(), 1.5 * random()];
    // two squares, between which there is less than counts
    const [x, y] = k === 13 ? [2 + 2 ** -51, 2 + 2 ** -51] : place;
    const [n1, n2] = [3 + k % 3, 3 + k % 4];
    c.nx = 1;
    clipPolygon(
      c,
      turned(n1, 1, 0, 0),
      n1,
      turned(n2, 1, x, y),
      n2,
      Float64Array.of(0, 0, 1),
      0,
      Float64Array.of(0, 0, 1),
    );
    said.push(c.nx, ...c.x1.subarray(0, 3 * c.nx), ...c.x2.subarray(0, 3 * c.nx));
  }
  return [line("clipped polygons", said)];
}

/** Polytopes from segments, triangles, and tetrahedra on a lattice, some of which the origin is not inside of. */
function ofPolytopes(): string[] {
  const random = symmetricFrom(SEED);
  const c = new Ccd();
  c.maxIterations = 5;
  const ways = [polytopeFromSegment, polytopeFromTriangle, polytopeFromTetrahedron];
  return ways.map((from, i) => {
    const said: number[] = [];
    for (let k = 0; k < 24; k++) {
      for (const shape of [c.shape1, c.shape2]) {
        place(shape, k % 3 ? Support.BOX : Support.CAPSULE, [1, 1, 1], k, random);
      }
      c.shape2.pos.fill(0);
      const corners = Float64Array.from({ length: 3 * (2 + i) }, () => Math.round((k % 2 ? 5 : 1.4) * random()));
      // a segment through the origin, a triangle around it, or corners on a side of two boxes
      if (i < 2 && k % 4 === 0) {
        for (let n = 0; n < 3; n++) corners[3 * i + 3 + n] = -corners[n] - i * corners[3 + n];
      } else if (k % 4 === 2) {
        c.shape1.pos.fill(0);
        corners.forEach((_, n) => corners[n] = n % 3 === 2 || (n + k >> n % 3) % 2 === 0 ? 2 : -2);
      }
      for (let n = 0; n < 2 + i; n++) c.simplex.set(corners.subarray(3 * n, 3 * n + 3), VERTEX * n);
      Object.assign(c, { nsimplex: 2 + i, dist: k % 5 === 0 || k % 4 === 2 ? 0 : 1, enclosed: k % 7 === 0 });
      for (let n = 0; n < 4; n++) c.order[n] = n;
      resetPolytope(c.polytope, 5);
      said.push(Number(from(c)), c.nsimplex);
      const { nverts, nfaces, nmap, verts, faces, facePlane, map } = c.polytope;
      said.push(nverts, nfaces, nmap, ...verts.subarray(0, VERTEX * nverts), ...map.subarray(0, nmap));
      for (let f = 0; f < nfaces; f++) {
        said.push(...faces.subarray(8 * f, 8 * f + 7), ...facePlane.subarray(4 * f, 4 * f + 4));
      }
    }
    return line(`polytopes from ${2 + i} vertices`, said);
  });
}

/** Makes a shape, at every other call level. */
function place(shape: ConvexShape, kind: number, size: number[], turn: number, random: Random): void {
  shape.support = kind;
  shape.size.set(size);
  put({ geom_xpos: shape.pos, geom_xmat: shape.mat } as Data, 0, turn, random, 1);
}

/** Normals at points of round shapes: inside, outside, on the surface, and in the middle. */
function ofNormals(): string[] {
  const random = symmetricFrom(SEED);
  const { shape1, shape2 } = new Ccd();
  const con = newPairContacts();
  const kinds = [Geom.SPHERE, Geom.CAPSULE, Geom.ELLIPSOID, Geom.CYLINDER, Geom.BOX];
  const said: number[] = [];
  for (let k = 0; k < 100; k++) {
    place(shape1, Support.SPHERE, [1, 0.5, k % 3 ? 0.7 : 0.1], k, random);
    place(shape2, Support.SPHERE, [0.5, 1, 0.25], k + 1, random);
    Object.assign(shape1, { type: kinds[k % 5] });
    Object.assign(shape2, { type: kinds[Math.trunc(k / 5) % 5] });
    for (let i = 0; i < 3; i++) {
      con.pos[i] = shape1.pos[i] + (k % 2 ? 1.2 * random() : 0.5 * Math.round(2.4 * random()));
      con.frame[i] = k % 4 === 0 ? Number(i === k % 3) : random();
    }
    fixNormal(con, 0, shape1, shape2);
    said.push(...con.frame.subarray(0, 3));
  }
  return [line("normals of round shapes", said)];
}

/** Distances from primitive geoms, and their gradients, at points inside, outside, and on what bounds them. */
function ofFields(m: Model): string[] {
  const random = symmetricFrom(SEED);
  const res = new Float64Array(4);
  const sizes = [[0.5, 0.5, 0.5], [0.5, 1, 0.25]];
  const said: number[] = [];
  for (let k = 0; k < 140; k++) {
    const point = Float64Array.from({ length: 3 }, () => k % 2 ? 1.5 * random() : 0.25 * Math.round(5 * random()));
    m.geom_size.set(sizes[k % 3 ? 1 : 0], 0);
    const type = [Geom.PLANE, Geom.SPHERE, Geom.CAPSULE, Geom.ELLIPSOID, Geom.CYLINDER, Geom.BOX, Geom.BOX][k % 7];
    primitiveDistance(res, 0, m, type, 0, point, 0);
    primitiveGradient(res, 1, m, type, 0, point, 0);
    said.push(...res);
  }
  return [line("fields of primitives", said)];
}

/** Boxes and balls that are apart, touch, or overlap. */
function ofBounds(): string[] {
  const random = symmetricFrom(SEED);
  const said: number[] = [];
  for (let k = 0; k < 300; k++) {
    const numbers = Float64Array.from({ length: 12 }, () => Math.round(2 * random()));
    for (const i of [3, 4, 5, 9, 10, 11]) numbers[i] = Math.abs(numbers[i]);
    said.push(Number(boundsMeet(numbers, 0, numbers, 6, k % 2)), Number(ballMeetsBox(numbers, 6, k % 3, numbers, 0)));
  }
  return [line("bounds", said)];
}

/** Bodies that a sweep finds near each other, and geoms that need no further look. */
function ofBodies(): string[] {
  const random = symmetricFrom(SEED);
  const bodies = Array.from({ length: 18 }, (_, i) => {
    const place = [0, 1, 2].map((k) => (0.25 * Math.round(4 * [1.5, 0.8, 0.5][k] * random())).toFixed(2)).join(" ");
    const box = `<geom type="box" size=".2 .1 .15" pos=".1 0 ${(i % 5) / 10}"/>`;
    const rest = i % 3 === 0 ? box + box.replace(".1 0", "-.2 .1") : i % 3 === 1 ? `<geom size=".25"/>` : box;
    return `<body pos="${place}">${i === 4 ? "" : "<freejoint/>"}${rest}</body>`;
  });
  const m = compile(`<mujoco><worldbody><geom type="plane" size="2 2 .1" pos="0 0 -.4"/>
    <body><geom type="plane" size="1 1 .1" pos="-1.6 0 0" euler="0 80 0"/><geom size=".2" pos="-1 0 0"/></body>
    ${bodies.join("")}</worldbody></mujoco>`);
  const d = new Data(m);
  const said: number[] = [];
  const lines: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    forward(m, d);
    const { collision: plan } = m.plans;
    const { collision: work } = d.work;
    if (plan === undefined || work === undefined) return ["nothing collides"];
    // some boxes are flat, and lie in one plane
    for (let g = 3; g < m.ngeom; g += 2) m.geom_aabb[6 * g + 5] = 0;
    nearBodies(m, d, plan, work);
    const { pairs, axis, across, wait, strips, grid, order, firstStrip, lastStrip } = work.bodies;
    lines.push(`${plan.room} ${work.nearby} ${axis} ${across} ${wait} ${strips}`);
    lines.push(
      line("bodies", [...grid, ...order, ...firstStrip, ...lastStrip, ...pairs.pairs.subarray(0, pairs.count)]),
    );
    for (let g1 = 0; g1 < m.ngeom; g1++) {
      for (let g2 = g1 + 1; g2 < m.ngeom; g2++) {
        const [body1, body2] = [m.geom_bodyid[g1], m.geom_bodyid[g2]];
        if (body1 === body2 || m.geom_type[g1] > m.geom_type[g2] || (g1 + g2) % 3 !== turn) continue;
        const { con, axes, sweep } = work;
        con.margin[0] = 0;
        said.push(Number(boxesMeet(m, d, g1, g2, con.margin)));
        selectAxes(axes, body1, body2);
        said.push(Number(treesMeet(m, d, plan, axes, body1, body2, g1, g2)));
        if (m.geom_type[g1] > 0) {
          said.push(
            Number(boxesApart(m, d, g1, g2, con.margin)),
            Number(overlapClearly(sweep, m, d, g1, g2, con.margin)),
          );
        }
        con.oneFrame = false;
        if (collideOf(m, g1, g2)(con, m, d, g1, g2) === 0) continue;
        said.push(Number(isEnclosed(m, d, plan, con, body1, body2, g1, g2)));
        if (m.geom_type[g1] > 0) said.push(Number(isSwept(m, d, plan, work, body1, body2, g1, g2)));
      }
    }
    for (let i = 0; i < m.nq; i++) d.qpos[i] += 0.05 * random();
  }
  return [...lines, line("pairs of geoms", said)];
}
