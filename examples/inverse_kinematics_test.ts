import assert from "node:assert/strict";
import { compile, Data, forward, name2id, Obj } from "@plumbline/sim";
import { randomFrom } from "../harness/random.ts";
import { ARM, reach } from "./inverse_kinematics.ts";

Deno.test("reach() finds poses that the arm can take, from poses nearby", () => {
  const seed = 4;
  const random = randomFrom(seed);
  const m = compile(ARM);
  const d = new Data(m);
  const site = name2id(m, Obj.SITE, "grip");
  let reached = 0;
  for (let attempt = 0; attempt < 40; attempt++) {
    for (let j = 0; j < m.nq; j++) d.qpos[j] = 0.8 * m.jnt_range[2 * j + 1] * (2 * random() - 1);
    forward(m, d);
    const target = {
      pos: d.site_xpos.slice(3 * site, 3 * site + 3),
      mat: d.site_xmat.slice(9 * site, 9 * site + 9),
    };
    for (let j = 0; j < m.nq; j++) d.qpos[j] += 0.3 * (2 * random() - 1);
    const left = reach(m, d, site, target);
    if (left > 1e-9) continue;
    reached++;
    for (let k = 0; k < 3; k++) assert.ok(Math.abs(d.site_xpos[3 * site + k] - target.pos[k]) < 1e-9, `seed ${seed}`);
    for (let j = 0; j < m.nq; j++) assert.ok(Math.abs(d.qpos[j]) <= m.jnt_range[2 * j + 1]);
  }
  assert.ok(reached >= 36, `${reached} of 40 reached, seed ${seed}`);
});
