import assert from "node:assert/strict";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { randomFrom } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";

/** Joints whose limits and dry friction have parameters on which decisions fall, and where the joints are. */
function lattice(seed: number, count: number): { xml: string; qpos: number[]; qvel: number[] } {
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(values.length * random())];
  const bound = () => pick([0.5, 0.5, 0.875, 0, 1, 0.00005]);
  const solimp = () =>
    `${bound()} ${bound()} ${pick([0.25, 0.5, 0.5, 0, 1e-16])} ${pick([0.5, 0.5, 0.25, 0, 1])} ${
      pick([1, 2, 3, 1.5, 0.5])
    }`;
  const solref = () =>
    pick(["0.02 1", "0.004 1", "0.0039 0.5", "0.5 0", "0 1", "-100 -10", "-100 0", "0 -10", "0 0", "-4 1", "4 -1"]);
  const qpos: number[] = [];
  const qvel: number[] = [];
  let bodies = "";
  let equalities = "";
  for (let i = 0; i < count; i++) {
    const [margin, limit] = [pick([0, 0, 0.125, 0.25]), random() < 0.8];
    bodies += `<body><joint name="j${i}" type="slide" limited="${limit}" range="0 ${pick([0.25, 8])}" margin="${margin}"
      solreflimit="${solref()}" solimplimit="${solimp()}" frictionloss="${pick([0, 0, 1])}" solreffriction="${solref()}"
      solimpfriction="${solimp()}"/><geom size=".1" contype="0" conaffinity="0"/></body>`;
    if (i > 0 && random() < 0.3) {
      equalities += `<joint joint1="j${i}" joint2="j${i - 1}" solref="${solref()}" solimp="${solimp()}"/>`;
    }
    qpos.push(pick([-0.5, -0.25, -0.125, 0, 0.0625, 0.125, 0.25, 0.5]));
    qvel.push(pick([0, 1, -1]));
  }
  const flag = pick(["", `<flag refsafe="disable"/>`]);
  const xml = `<mujoco><option timestep="0.002" gravity="0 0 0">${flag}</option><worldbody>${bodies}</worldbody>
    <equality>${equalities}</equality></mujoco>`;
  return { xml, qpos, qvel };
}

const FIELDS = [
  ...["efc_type", "efc_id", "efc_pos", "efc_margin", "efc_KBIP", "efc_diagApprox", "efc_D", "efc_R", "efc_aref"],
] as ("efc_pos" | "efc_KBIP")[];

Deno.test("rows have the stiffness, damping, and impedance of MuJoCo where widths, midpoints, and margins are met", async () => {
  const mujoco = await mujocoEngine();
  for (let seed = 1; seed <= 8; seed++) {
    const { xml, qpos, qvel } = lattice(seed, 60);
    const loaded = await mujoco.load(xml, new Map());
    assert.ok(loaded.outcome === "loaded", `seed ${seed}`);
    const { simulation } = loaded;
    const m = compile(xml);
    const d = new Data(m);
    d.qpos.set(qpos);
    d.qvel.set(qvel);
    simulation.write("qpos", qpos);
    simulation.write("qvel", qvel);
    forward(m, d);
    simulation.forward();
    assert.equal(d.nefc, simulation.read("nefc"));
    assert.ok(d.nefc > 30);
    for (const name of FIELDS) {
      const expected = [...simulation.read(name) as Iterable<number>].slice(0, d.nefc * (name === "efc_KBIP" ? 4 : 1));
      assert.deepEqual(
        [...d[name].subarray(0, expected.length)].map((x) => x + 0),
        expected.map((x) => x + 0),
        `seed ${seed}: ${name}`,
      );
    }
    simulation.close();
  }
});
