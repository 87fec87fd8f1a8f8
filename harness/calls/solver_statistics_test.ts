/** Goldens have the results of the solvers; here is how they came about, iteration by iteration, compared to MuJoCo. */

import assert from "node:assert/strict";
import { compile, Data, step } from "../../mod.ts";
import { ORACLE } from "../engines/mujoco.ts";

const STATISTICS = ["improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate"] as const;

/** Steps that are compared. */
const STEPS = 12;

/** Statistics of one step: iterations by island, and what each did. */
type Statistics = Record<typeof STATISTICS[number], number>[][];

/** Falling bodies with every kind of row, in several islands. */
function scene(option: string): string {
  const bodies = Array.from({ length: 7 }, (_, i) => {
    const geom = ["size='.1'", "type='box' size='.1 .08 .06'", "type='capsule' size='.05 .1'"][i % 3];
    return `<body name="b${i}" pos="${0.17 * (i % 3) + 2 * (i >> 2)} 0 ${0.12 + 0.17 * (i % 4)}" euler="${9 * i} ${
      5 * i
    } 0">
      <freejoint/><geom ${geom} condim="${[3, 4, 6, 1][i % 4]}"/></body>`;
  });
  return `<mujoco>
    <option timestep=".004" ${option}/>
    <worldbody>
      <geom type="plane" size="3 3 .1"/>${bodies.join("")}
      <body pos="0 1 .3"><joint name="a" axis="0 1 0" limited="true" range="5 30" frictionloss=".2"/>
        <geom type="capsule" fromto="0 0 0 .3 0 -.2" size=".05"/>
        <body pos=".3 0 -.2"><joint name="b" axis="0 1 .2" frictionloss=".05"/><geom size=".06" pos=".1 0 0"/></body>
      </body>
    </worldbody>
    <equality><connect body1="b0" body2="b1" anchor="0 0 .1"/><joint joint1="a" joint2="b"/></equality>
  </mujoco>`;
}

const OPTIONS = ["Newton", "CG", "PGS"].flatMap((solver) =>
  ["dense", "sparse"].flatMap((jacobian) =>
    ["pyramidal", "elliptic"].flatMap((cone) =>
      [0, 3].map((slips) => `solver="${solver}" jacobian="${jacobian}" cone="${cone}" noslip_iterations="${slips}"`)
    )
  )
);

const SLOTS = 200;

/** Reads the statistics that `get` has, of so many iterations. */
function read(niter: Int32Array, get: (slot: number, name: typeof STATISTICS[number]) => number): Statistics {
  return Array.from(
    niter,
    (n, island) =>
      Array.from(
        { length: Math.min(n, SLOTS) },
        (_, i) =>
          Object.fromEntries(STATISTICS.map((name) => [name, get(SLOTS * island + i, name)])) as Statistics[0][0],
      ),
  );
}

/** Many islands, and one whose solver takes more iterations than there is room for. */
function crowd(option: string): string {
  const bodies = Array.from(
    { length: 23 },
    (_, i) =>
      `<body pos="${0.4 * (i % 6)} ${0.4 * Math.floor(i / 6)} .0${90 + (i % 7)}" euler="${3 * i} ${
        7 * i
      } 0"><freejoint/>
        <geom type="box" size=".1 .09 .08" mass="${1 + i}"/></body>`,
  );
  return `<mujoco>
    <option timestep=".004" tolerance="0" iterations="230" ${option}/>
    <worldbody><geom type="plane" size="3 3 .1"/>${bodies.join("")}</worldbody>
  </mujoco>`;
}

const SCENES: readonly (readonly [title: string, xml: string])[] = [
  ...OPTIONS.map((option) => [option, scene(option)] as const),
  ...["PGS", "CG", "Newton"].map((solver) => [`${solver}, many`, crowd(`solver="${solver}"`)] as const),
];

Deno.test(`step() leaves the solver statistics of MuJoCo ${ORACLE.version}, number by number`, async () => {
  const { Worker } = globalThis;
  const { default: load } = await import("mujoco");
  const mj = await load({ print: () => {}, printErr: () => {} });
  globalThis.Worker = Worker;
  for (const [option, xml] of SCENES) {
    mj.FS.writeFile("/scene.xml", xml);
    const fm = mj.MjModel.mj_loadXML("/scene.xml");
    const fd = new mj.MjData(fm);
    const m = compile(xml);
    const d = new Data(m);
    let iterations = 0;
    for (let k = 0; k < (option.endsWith("many") ? 2 : STEPS); k++) {
      mj.mj_step(fm, fd);
      step(m, d);
      const records = fd.solver;
      const theirs = read(fd.solver_niter, (slot, name) => records.get(slot)?.[name] ?? NaN);
      assert.deepEqual(read(d.solver_niter, (slot, name) => d.solver[name][slot]), theirs, `${option}, step ${k}`);
      iterations += theirs.flat().length;
      // nothing is written beside the slots of an island
      if (!option.endsWith("many")) continue;
      for (const name of STATISTICS) {
        const mine = d.solver[name];
        const wrong = mine.findIndex((value, slot) => value !== records.get(slot)?.[name]);
        assert.equal(wrong, -1, `${option}, step ${k}: ${name} ${wrong} is ${mine[wrong]}`);
      }
    }
    assert.ok(iterations > STEPS, `${option}: the solver iterates`);
    fd.delete();
    fm.delete();
  }
});
