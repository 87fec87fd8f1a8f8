import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { findSlack, planHullLinks } from "./hull_links.ts";

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
