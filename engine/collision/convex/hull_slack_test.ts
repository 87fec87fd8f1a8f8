import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { findSlack, planHullLinks } from "./hull_links.ts";
import { fillSlack } from "./hull_slack.ts";

const SEED = 5;

/** A pebble, with two neighbors within `apart` of every vertex if that is not 0. */
function pebble(next: () => number, apart: number): string {
  const points: number[] = [];
  for (let i = 0; i < 20; i++) {
    const at = [next(), next(), next()];
    const length = Math.hypot(...at);
    const vertex = at.map((x, k) => [0.1, 0.07, 0.05][k] * x / length);
    points.push(...vertex);
    for (let twin = 0; apart > 0 && twin < 2; twin++) points.push(...vertex.map((x) => x + apart * next()));
  }
  return points.map(Math.fround).join(" ");
}

/** Compiles a pebble, walks over its hull from random vertices, and gives how far walks ended short, and the slack. */
function walks(apart: number): { short: number; slack: number } {
  const next = symmetric.bind(null, randomFrom(SEED));
  let short = 0;
  let most = 0;
  for (let round = 0; round < 20; round++) {
    const vertex = pebble(next, apart);
    const m = compile(
      `<mujoco><asset><mesh name="m" vertex="${vertex}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`,
    );
    const hulls = planHullLinks(m);
    hulls.vertSlack.fill(NaN);
    findSlack(m, hulls, 0);
    most = Math.max(most, hulls.slack[0]);

    const entries: number[] = [];
    for (let entry = 0; entry < hulls.links.length; entry++) {
      entries.push(entry);
      while (hulls.links[++entry] >= 0) entry++;
    }
    const height = (entry: number, dir: number[]) => {
      const v = 3 * hulls.links[entry];
      return dir[0] * m.mesh_vert[v] + dir[1] * m.mesh_vert[v + 1] + dir[2] * m.mesh_vert[v + 2];
    };
    for (let walk = 0; walk < 2000; walk++) {
      const dir = [next(), next(), next()];
      const length = Math.hypot(...dir);
      dir.forEach((x, k) => dir[k] = x / length);
      let end = entries[Math.floor(entries.length * (0.5 + 0.5 * next()))];
      for (let last = -1; end !== last;) {
        last = end;
        for (let at = last + 1; hulls.links[at] >= 0; at += 2) {
          if (height(hulls.links[at], dir) > height(end, dir)) end = hulls.links[at];
        }
      }
      const missing = Math.max(...entries.map((entry) => height(entry, dir))) - height(end, dir);
      short = Math.max(short, missing);
      const bound = hulls.vertSlack[hulls.links[end]];
      assert.ok(missing <= bound + 1e-15, `seed ${SEED}: ended ${missing} short at a vertex with slack ${bound}`);
    }
  }
  return { short, slack: most };
}

Deno.test("findSlack() finds none on a hull whose vertices are well apart", () => {
  assert.ok(walks(0).slack < 1e-15);
});

Deno.test("findSlack() bounds how far walks end short where vertices are hardly apart", () => {
  const { short, slack } = walks(1e-8);
  assert.ok(short > 1e-3, `walks ended ${short} short at most, which shows nothing`);
  assert.ok(slack >= short);
});

/** Lays out vertices and their neighbors as hulls are, after `first` places and `vertadr` vertices of others. */
function layOut(neighbors: readonly (readonly number[])[], first: number): { links: Int32Array; places: number[] } {
  const places: number[] = [];
  let end = first;
  for (const list of neighbors) {
    places.push(end);
    end += 2 * list.length + 2;
  }
  const links = new Int32Array(end).fill(-5);
  for (const [i, list] of neighbors.entries()) {
    links.set([i, ...list.flatMap((to) => [places[to], to]), -1], places[i]);
  }
  return { links, places };
}

Deno.test("fillSlack() finds a dent of known depth, wherever it is", () => {
  const random = randomFrom(SEED);
  // a roof with two ridges, one below the other: both know the corners of the base, but not each other
  const neighbors = [[1, 3, 4, 5], [2, 0, 4, 5], [3, 1, 4, 5], [0, 2, 4, 5], [0, 1, 2, 3], [0, 1, 2, 3, 6], [5]];
  for (let turn = 0; turn < 40; turn++) {
    const depth = [0.5, 0.25, 2 ** -10, 0][turn % 4];
    const scale = 2 ** Math.floor(6 * random() - 3);
    const points = [[1, 1, 0], [1, -1, 0], [-1, -1, 0], [-1, 1, 0], [0, 0, 1], [0, 0, 1 + depth], [0, 0, 1 + depth]];
    const [axis, side] = [Math.floor(3 * random()), random() < 0.5 ? 1 : -1];
    const vertadr = 2;
    const vert = new Float32Array(3 * (vertadr + points.length)).fill(NaN);
    for (const [i, p] of points.entries()) {
      for (let k = 0; k < 3; k++) vert[3 * (vertadr + i) + (k + axis) % 3] = scale * (side * p[k] + 3 * k);
    }
    const mixed = neighbors.map((list) => list.map((to) => ({ to, at: random() })).sort((a, b) => a.at - b.at));
    const { links } = layOut(mixed.map((list) => list.map(({ to }) => to)), 3);
    const slack = new Float64Array(vertadr + points.length).fill(-1);
    const most = fillSlack(slack, links, 3, links.length, vert, vertadr);

    // along the limits of the directions along which the lower ridge is above its neighbors, at 45 degrees
    const expected = 4 * scale * depth * Math.SQRT1_2;
    const what = `seed ${SEED}, turn ${turn}`;
    assert.deepEqual([...slack.subarray(0, vertadr)], [-1, -1], what);
    for (let i = 0; i < 6; i++) {
      const bound = i === 4 ? expected : 0;
      assert.ok(Math.abs(slack[vertadr + i] - bound) <= 1e-14 * scale, `${what}: ${i} has ${slack[vertadr + i]}`);
    }
    assert.ok(Math.abs(most - expected) <= 1e-14 * scale, `${what}: ${most}`);
  }
});

Deno.test("fillSlack() gives up on hulls of very many vertices", () => {
  for (const [count, expected] of [[4096, 0], [4097, Infinity]]) {
    const { links } = layOut(Array.from({ length: count }, () => []), 0);
    const slack = new Float64Array(count).fill(-1);
    assert.equal(fillSlack(slack, links, 0, links.length, new Float32Array(3 * count), 0), expected);
    assert.ok(slack.every((x) => x === expected));
  }
});
