import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { name2id } from "../names.ts";
import { Obj, SleepState } from "../types/enums.ts";
import { sleepState } from "./sleep_state.ts";

const { ASLEEP, AWAKE, STATIC } = SleepState;

const part = (name: string) =>
  `<geom name="${name}" size=".1"/><site name="${name}"/><camera name="${name}"/><light name="${name}"/>`;

/** Parts of everything on a static body and on two that move, the second of which sleeps. */
const MODEL = `<mujoco>
  <option><flag sleep="enable"/></option>
  <worldbody>
    <body name="still">${part("still")}<site name="base"/></body>
    <body name="awake" pos="1 0 0"><joint name="awake"/>${part("awake")}</body>
    <body name="asleep" pos="2 0 0"><joint name="asleep"/>${part("asleep")}</body>
  </worldbody>
  <tendon>
    <spatial name="still"><site site="still"/><site site="base"/></spatial>
    <spatial name="awake"><site site="awake"/><site site="still"/></spatial>
    <spatial name="asleep"><site site="asleep"/><site site="still"/></spatial>
    <spatial name="both"><site site="awake"/><site site="asleep"/></spatial>
  </tendon>
  <equality>
    <connect name="asleep" body1="asleep" body2="still" anchor="0 0 0"/>
    <connect name="awake" body1="still" body2="awake" anchor="0 0 0"/>
    <weld name="both" body1="asleep" body2="awake"/>
    <joint name="joint" joint1="asleep"/>
    <joint name="joints" joint1="asleep" joint2="awake"/>
    <tendon name="tendon" tendon1="asleep"/>
    <tendon name="tendons" tendon1="still" tendon2="awake"/>
  </equality>
  <actuator>
    <motor name="asleep" joint="asleep"/>
    <motor name="awake" jointinparent="awake"/>
    <motor name="both" tendon="both"/>
    <motor name="site" site="asleep"/>
    <motor name="body" site="awake"/>
    <motor name="crank" cranksite="asleep" slidersite="still" cranklength="1"/>
    <motor name="cranks" cranksite="asleep" slidersite="awake" cranklength="1"/>
    <adhesion name="adhesion" body="asleep" ctrlrange="0 1"/>
  </actuator>
  <sensor>
    <jointpos name="asleep" joint="asleep"/>
    <jointpos name="awake" joint="awake"/>
    <framepos name="still" objtype="geom" objname="still"/>
    <framepos name="both" objtype="camera" objname="asleep" reftype="site" refname="awake"/>
    <framepos name="neither" objtype="body" objname="asleep" reftype="xbody" refname="still"/>
    <rangefinder name="range" site="asleep"/>
    <clock name="clock"/>
    <contact name="bodies" body1="asleep" reduce="none"/>
    <contact name="site" site="asleep" reduce="none"/>
    <actuatorfrc name="actuator" actuator="asleep"/>
  </sensor>
</mujoco>`;

const ANYWHERE = { still: STATIC, awake: AWAKE, asleep: ASLEEP };

/** The sleep state of each object of a kind. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  BODY: ANYWHERE,
  XBODY: ANYWHERE,
  GEOM: ANYWHERE,
  SITE: ANYWHERE,
  CAMERA: ANYWHERE,
  LIGHT: ANYWHERE,
  JOINT: { awake: AWAKE, asleep: ASLEEP },
  TENDON: { ...ANYWHERE, both: AWAKE },
  EQUALITY: {
    ...{ asleep: ASLEEP, awake: AWAKE, both: AWAKE },
    ...{ joint: ASLEEP, joints: AWAKE, tendon: ASLEEP, tendons: AWAKE },
  },
  ACTUATOR: {
    ...{ asleep: ASLEEP, awake: AWAKE, both: AWAKE, site: ASLEEP, body: AWAKE },
    ...{ crank: ASLEEP, cranks: AWAKE, adhesion: ASLEEP },
  },
  SENSOR: {
    ...{ asleep: ASLEEP, awake: AWAKE, still: AWAKE, both: AWAKE, neither: ASLEEP },
    ...{ range: AWAKE, clock: AWAKE, bodies: ASLEEP, site: AWAKE, actuator: ASLEEP },
  },
};

Deno.test("sleepState() tells of every object whether what it is on sleeps", () => {
  const m = compile(MODEL);
  const d = new Data(m);
  d.body_awake.set([STATIC, STATIC, AWAKE, ASLEEP]);
  d.tree_awake.set([1, 0]);
  for (const [kind, states] of Object.entries(EXPECTED)) {
    const type = Obj[kind as keyof typeof Obj];
    const found = Object.fromEntries(
      Object.keys(states).map((name) => [name, sleepState(m, d, type, name2id(m, type, name))]),
    );
    assert.deepEqual(found, states, kind);
  }
  assert.deepEqual([0, 1].map((dof) => sleepState(m, d, Obj.DOF, dof)), [AWAKE, ASLEEP]);
  assert.equal(sleepState(m, d, Obj.MESH, 0), AWAKE);
});
