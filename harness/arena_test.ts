import assert from "node:assert/strict";
import { compile } from "../engine/compile/compile.ts";
import { inverse } from "../engine/inverse.ts";
import { step } from "../engine/step.ts";
import { Data } from "../engine/data.ts";
import { mujocoEngine, type MujocoSimulation } from "./engines/mujoco.ts";
import { Random } from "../scripts/fuzz/random.ts";

const oracle = await mujocoEngine();
const PLANE = `<geom type="plane" size="5 5 1"/>`;
const pile = (count: number, geoms: string, offset = ".11 .02 0") =>
  `${PLANE}<replicate count="${count}" offset="${offset}"><body pos="0 0 .09"><freejoint/>${geoms}</body></replicate>`;
const world = (inside: string, option = "") => `${option}<worldbody>${inside}</worldbody>`;
const BALL = `<geom size=".1"/>`;
const BOX = `<geom type="box" size=".1 .1 .1"/>`;
const sheet = (name: string, pos: string, contact: string) =>
  `<body name="${name}" pos="${pos}"><flexcomp name="f${name}" type="grid" dim="2" count="6 6 1" spacing=".1 .1 .1" ` +
  `radius=".02" mass="1"><contact ${contact}/></flexcomp></body>`;

/** Scenes, and how many bytes they need in order of magnitude. */
const SCENES: Record<string, [bytes: number, xml: string]> = {
  "balls, dual": [1e5, world(pile(10, BALL), `<option solver="PGS"/>`)],
  "boxes, dual and sparse": [1e5, world(pile(12, BOX), `<option solver="PGS" jacobian="sparse"/>`)],
  "boxes, noslip": [
    1e5,
    world(pile(8, BOX), `<option noslip_iterations="3" jacobian="dense" cone="elliptic"/>`),
  ],
  "balls without islands": [
    1e5,
    world(pile(8, BALL), `<option jacobian="dense"><flag island="disable"/></option>`),
  ],
  "balls in stages": [1e5, world(pile(10, BALL), `<option integrator="RK4"/>`)],
  "trees of geoms": [
    1e5,
    world(
      `${PLANE}<body pos="0 0 .1"><freejoint/><replicate count="7" offset=".1 .01 0"><geom type="box" size=".06 .05 .1"/>` +
        `</replicate></body><body pos=".05 0 .2"><freejoint/><replicate count="6" offset=".12 .01 0">` +
        `<geom type="capsule" size=".06 .1"/></replicate></body>`,
    ),
  ],
  "many bodies": [5e5, world(pile(60, `<geom size=".06"/><geom size=".06" pos="0 0 .03"/>${BOX}`, ".05 .02 0"))],
  "equalities, limits, friction, pairs": [
    1e5,
    world(
      `${PLANE}<replicate count="10" offset=".11 .02 0"><body name="b" pos="0 0 .09"><joint name="j" type="slide" ` +
        `axis="0 0 1" limited="true" range="0.01 1" frictionloss=".1"/><joint axis="0 1 0"/><geom name="g" size=".1"/>` +
        `</body></replicate>`,
    ) + `<equality><joint joint1="j00" joint2="j01"/><weld body1="b03" body2="b04"/></equality>` +
    `<contact><pair geom1="g00" geom2="g05" margin="2"/><pair geom1="g01" geom2="g02" condim="6"/></contact>`,
  ],
  "sheets": [
    3e5,
    world(PLANE + sheet("a", "0 0 .005", `selfcollide="sap"`) + sheet("b", ".01 .02 .015", `selfcollide="bvh"`)),
  ],
  "a sheet under a body": [
    3e5,
    world(
      `${PLANE}<geom type="box" size=".2 .2 .01"/>${sheet("a", "0 0 .005", `selfcollide="none"`)}` +
        `<body pos="0 0 .03"><freejoint/><geom type="box" size=".2 .2 .03"/><geom size=".05" pos=".1 .1 -.02"/></body>`,
    ),
  ],
  "a solid": [
    3e5,
    world(
      `${PLANE}<body name="a" pos="0 0 .105"><flexcomp name="f" type="grid" dim="3" count="4 4 3" spacing=".03 .03 .03" ` +
        `radius=".014" mass="1"><contact selfcollide="auto" internal="true"/></flexcomp></body>`,
    ),
  ],
  "a sheet without trees": [
    3e5,
    world(
      `${PLANE}<geom type="box" size=".2 .2 .01"/>${sheet("a", "0 0 .005", `selfcollide="narrow"`)}`,
      `<option><flag midphase="disable"/></option>`,
    ),
  ],
};

const COUNTS = ["ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland"] as const;
const CONTACT = ["dist", "pos", "geom", "elem", "vert", "efc_address", "exclude"] as const;

function assertSame(sim: MujocoSimulation, d: Data, what: string): void {
  for (const name of COUNTS) assert.equal(d[name], Number(sim.read(name)), `${name}: ${what}`);
  for (const name of ["number", "lastinfo"] as const) {
    assert.deepEqual(d.warning[name], sim.read(`warning.${name}`), `warning.${name}: ${what}`);
  }
  for (const name of CONTACT) {
    const theirs = sim.read(`contact.${name}`) as Float64Array;
    assert.deepEqual([...d.contact[name].subarray(0, theirs.length)], [...theirs], `contact.${name}: ${what}`);
  }
  for (const name of ["qacc", "qfrc_inverse"] as const) {
    assert.deepEqual([...d[name]], [...sim.read(name) as Float64Array], what);
  }
}

for (const [name, [bytes, xml]] of Object.entries(SCENES)) {
  Deno.test(`what does not fit into the arena is left out as in MuJoCo: ${name}`, async () => {
    const seed = 20;
    const random = new Random(seed);
    let compared = 0;
    let full = 0;
    for (let k = 0; k < 5; k++) {
      const narena = Math.floor(bytes / 6 * 10 ** (1.2 * random.unit()));
      const document = `<mujoco><size memory="${narena}"/>${xml}</mujoco>`;
      const loaded = await oracle.load(document, new Map());
      // MuJoCo stops where its stack does not fit, here and below
      if (loaded.outcome !== "loaded") continue;
      const sim = loaded.simulation as MujocoSimulation;
      const m = compile(document);
      const d = new Data(m);
      assert.deepEqual([m.narena, d.narena], [narena, narena]);
      try {
        for (let n = 0; n < 3; n++) {
          try {
            if (n < 2) sim.step();
            else sim.inverse();
          } catch (error) {
            assert.match(String(error), /stack overflow/);
            break;
          }
          if (n < 2) step(m, d);
          else inverse(m, d);
          assertSame(sim, d, `seed ${seed}, step ${n} with ${narena} bytes`);
          compared++;
          full += d.warning.number[1] + d.warning.number[2];
        }
      } finally {
        sim.close();
      }
    }
    assert.ok(compared > 0 && full > 0, `${compared} steps compared, ${full} warnings`);
  });
}

Deno.test("compile() gives a model the arena that MuJoCo gives it", async () => {
  const sizes = [
    "",
    `<size njmax="70"/>`,
    `<size nconmax="700" njmax="3000"/>`,
    `<size nstack="100000"/>`,
    `<size memory="3K"/>`,
  ];
  for (const size of sizes) {
    for (const [, xml] of Object.values(SCENES)) {
      const document = `<mujoco>${size}${xml}</mujoco>`;
      const loaded = await oracle.load(document, new Map());
      if (loaded.outcome !== "loaded") continue;
      const { model } = loaded.simulation as MujocoSimulation;
      assert.equal(compile(document).narena, Number(model.narena), size);
      loaded.simulation.close();
    }
  }
});

Deno.test("data.narena may be set between two steps", () => {
  const m = compile(`<mujoco>${world(pile(10, BALL))}</mujoco>`);
  const d = new Data(m);
  step(m, d);
  const { ncon, nefc } = d;
  assert.ok(ncon > 0 && nefc > 0);
  d.narena = 20_000;
  step(m, d);
  assert.ok(d.ncon < ncon && d.nefc === 0 && d.warning.number[1] > 0);
  d.narena = m.narena;
  step(m, d);
  assert.ok(d.nefc > 0);
});

Deno.test("sensors find no force where the islands of rows do not fit", () => {
  const contacts = `<sensor><contact geom1="floor" data="force" num="8"/></sensor>`;
  const xml = (size: string) =>
    `<mujoco>${size}<option jacobian="dense"/>${
      world(pile(6, BALL).replace("<geom", `<geom name="floor"`))
    }${contacts}</mujoco>`;
  const m = compile(xml(""));
  const d = new Data(m);
  step(m, d);
  assert.ok(d.nefc > 0 && d.sensordata.some((x) => x > 0));
  d.narena = 33_240;
  step(m, d);
  assert.ok(d.nefc === 0 && d.contact.efc_address.subarray(0, d.ncon).some((adr) => adr >= 0), "rows without islands");
  assert.ok(d.sensordata.every((x) => x === 0), `${d.sensordata}`);
});
