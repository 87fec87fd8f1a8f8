import assert from "node:assert/strict";
import { compile } from "../../mod.ts";
import { mujocoEngine, type MujocoSimulation } from "../../harness/engines/mujoco.ts";
import { compareSessions } from "./fuzz_sessions.ts";
import { Random } from "./random.ts";
import { Session } from "./sessions.ts";

Deno.test("states, options, and models that change between steps change steps as in MuJoCo", async () => {
  const mujoco = await mujocoEngine();
  let agreed = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const r = new Random(seed);
    const outcome = await compareSessions(mujoco, seed, Array.from({ length: 40 }, () => r.int(0, 2 ** 30)));
    assert.notEqual(outcome.kind, "differs", `seed ${seed}: ${outcome.what}`);
    agreed += outcome.turns;
  }
  mujoco.close();
  assert.ok(agreed > 100, `${agreed} turns`);
});

Deno.test("a session notices a number of the model that is not MuJoCo's", async () => {
  const mujoco = await mujocoEngine();
  const xml =
    `<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>`;
  const loaded = await mujoco.load(xml, new Map());
  assert.equal(loaded.outcome, "loaded");
  const { simulation } = loaded as unknown as { simulation: MujocoSimulation };
  const m = compile(xml);
  const session = new Session(simulation.mj, m, simulation.model, 1);
  m.body_mass[1] *= 1.01;
  assert.throws(() => {
    for (let turn = 0; turn < 5; turn++) session.turn(turn);
  }, /MuJoCo/);
  session.close();
  mujoco.close();
});
