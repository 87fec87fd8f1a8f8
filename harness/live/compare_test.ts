import assert from "node:assert/strict";
import { bumpySphere, stl, withFiles } from "../../scripts/live/fixtures_test.ts";
import { openMintmaster } from "../../scripts/mintmaster.ts";
import type { Assets, Engine, Loaded, Simulation } from "../engine.ts";
import type { MujocoEngine } from "../engines/mujoco.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import type { Mintmaster } from "../golden/mint.ts";
import { compareModel, type Comparison } from "./compare.ts";
import { readModelFiles } from "./disk_assets.ts";
import { judge } from "./judge.ts";
import { recipeOf, type RunOptions } from "./recipe.ts";

/** MuJoCo is opened once for all tests. */
let opened: Promise<Mintmaster<MujocoEngine>> | undefined;

interface Ran {
  readonly comparison: Comparison;
  readonly verdict: string;
  readonly reason: string;
  readonly loads: number;
}

/** Compares a model on disk, counting how often MuJoCo loads it. */
async function run(path: string, engine: Engine = PLUMBLINE, options: Partial<RunOptions> = {}): Promise<Ran> {
  const master = await (opened ??= openMintmaster());
  const load = master.engine.load.bind(master.engine);
  let loads = 0;
  master.engine.load = (xml, assets) => {
    loads++;
    return load(xml, assets);
  };
  try {
    const recipe = recipeOf({ steps: 3, ctrl: "zero", ...options });
    const comparison = await compareModel(master, engine, { files: readModelFiles(path, "/"), recipe });
    const { verdict, reason } = judge(comparison, path, engine.name);
    return { comparison, verdict, reason, loads };
  } finally {
    master.engine.load = load;
  }
}

async function runText(xml: string, engine?: Engine, options?: Partial<RunOptions>): Promise<Ran> {
  return await withFiles({ "model.xml": xml }, (dir) => run(`${dir}/model.xml`, engine, options));
}

/** Plumbline whose simulations read some fields otherwise. */
function reading(change: (field: string, value: Float64Array, sim: Simulation) => void): Engine {
  return {
    ...PLUMBLINE,
    name: "liar",
    async load(xml, assets): Promise<Loaded> {
      const loaded = await PLUMBLINE.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const { simulation } = loaded;
      const read = simulation.read.bind(simulation);
      simulation.read = (field) => {
        const value = read(field);
        if (!(value instanceof Float64Array)) return value;
        const own = value.slice();
        change(field, own, simulation);
        return own;
      };
      return loaded;
    },
  };
}

const MESH = stl(bumpySphere(6, 0.1, 1));

const LEG = `<body name="thigh" pos="0 0 1">
  <joint name="hip" axis="0 1 0"/>
  <geom type="capsule" size=".05" fromto="0 0 0 0 0 -.4"/>
  <body name="shank" pos="0 0 -.4">
    <joint name="knee" axis="0 1 0" damping=".3"/>
    <geom type="capsule" size=".04" fromto="0 0 0 .1 0 -.4"/>
  </body>
</body>`;

/** Models whose files lie where only a resolver of MuJoCo's kind finds them. */
const SCATTERED: readonly (readonly [string, string, Readonly<Record<string, string | Uint8Array>>])[] = [
  ["meshes above the model", "robots/arm/arm.xml", {
    "robots/arm/arm.xml": `<mujoco><compiler meshdir="../../meshes"/><asset><mesh file="a.stl"/></asset>
      <worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>`,
    "meshes/a.stl": MESH,
  }],
  ["models that are attached by models", "main.xml", {
    "main.xml": `<mujoco><asset><model name="torso" file="torso/torso.xml"/></asset>
      <worldbody><body><freejoint/><geom size=".1"/><attach model="torso" prefix="t_"/></body></worldbody></mujoco>`,
    "torso/torso.xml": `<mujoco model="torso"><asset><model name="hat" file="hat/hat.xml"/></asset>
      <worldbody><body name="torso"><geom size=".1"/><attach model="hat" prefix="h_"/></body></worldbody></mujoco>`,
    "torso/hat/hat.xml": `<mujoco model="hat"><compiler meshdir="m"/><asset><mesh file="a.stl"/></asset>
      <worldbody><body name="hat"><geom type="mesh" mesh="a"/></body></worldbody></mujoco>`,
    "torso/hat/m/a.stl": MESH,
  }],
  ["includes beside the including file", "scene.xml", {
    "scene.xml": `<mujoco><include file="parts/arm.xml"/><worldbody/></mujoco>`,
    "parts/arm.xml": `<mujoco><include file="more/assets.xml"/>
      <worldbody><body><freejoint/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>`,
    "parts/more/assets.xml": `<mujoco><compiler assetdir="files"/><asset><mesh file="a.stl"/></asset></mujoco>`,
    "files/a.stl": MESH,
  }],
  ["an include that is called as models are", "scene.xml", {
    "scene.xml": `<mujoco><include file="model.xml"/><worldbody><geom type="plane" size="1 1 1"/></worldbody></mujoco>`,
    "model.xml": `<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`,
  }],
  ["a package of URDF", "robot.urdf", {
    "robot.urdf": `<robot name="r"><link name="base"><collision><geometry>
      <mesh filename="package://r/meshes/a.stl"/></geometry></collision></link></robot>`,
    "a.stl": MESH,
  }],
  ["a height field and a flex", "scene.xml", {
    "scene.xml": `<mujoco><compiler meshdir="files"/><asset><hfield name="h" file="h.bin" size="1 1 .1 .1"/></asset>
      <worldbody><geom type="hfield" hfield="h"/><flexcomp name="f" type="mesh" file="a.stl" dim="2" mass="1" pos="0 0 1"/>
      </worldbody></mujoco>`,
    "files/h.bin": new Uint8Array(new Int32Array([2, 2, 0, 0, 0, 0]).buffer),
    "files/a.stl": stl([[0, 0, 0, 0.1, 0, 0, 0, 0.1, 0], [0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1, 0]]),
  }],
];

for (const [what, path, files] of SCATTERED) {
  Deno.test(`compareModel() finds ${what}, for both sides`, async () => {
    const { verdict, comparison } = await withFiles(files, (dir) => run(`${dir}/${path}`));
    assert.equal(verdict, "agrees", JSON.stringify([comparison.mujoco, comparison.engine]));
  });
}

Deno.test("compareModel() does not hold files while MuJoCo loads the model", async () => {
  const master = await (opened ??= openMintmaster());
  const xml = `<mujoco><asset><mesh file="a.stl"/><mesh name="b" file="a.stl" scale="2 2 2"/></asset>
    <worldbody><body><freejoint/><geom type="mesh" mesh="a"/><geom type="mesh" mesh="b"/></body></worldbody></mujoco>`;
  await withFiles({ "model.xml": xml, "a.stl": MESH }, async (dir) => {
    const files = readModelFiles(`${dir}/model.xml`, "/");
    assert.equal(files.assets.size, 1);
    const { mujoco, compiled } = await compareModel(master, PLUMBLINE, { files, recipe: recipeOf({ ctrl: "zero" }) });
    assert.equal(mujoco.outcome, "loaded");
    assert.equal(compiled?.failed, 0);
    assert.equal(files.assets.size, 0);
  });
});

Deno.test("compareModel() gives MuJoCo the files that an engine never came to ask for", async () => {
  const refuses: Engine = { ...PLUMBLINE, load: () => ({ outcome: "rejected", message: "no" }) };
  // what is behind the unknown element is not read by the engine
  const files = {
    "model.xml": `<mujoco><extension><plugin plugin="none"/></extension><include file="more.xml"/></mujoco>`,
    "more.xml": `<mujoco><worldbody><geom type="none"/></worldbody></mujoco>`,
  };
  const { comparison } = await withFiles(files, (dir) => run(`${dir}/model.xml`, refuses));
  assert.ok(comparison.mujoco.outcome === "rejected");
  assert.doesNotMatch(comparison.mujoco.message, /more\.xml/);
});

Deno.test("compareModel() agrees where both have NaN in the same place", async () => {
  // vertex 8 divides an edge of a brick, and the facet along that edge has no area and so no normal
  const { verdict, comparison } = await withFiles({
    "model.xml": `<mujoco><asset><mesh name="m" inertia="exact"
      vertex="0 0 0  0 2 0  0 2 .5  0 0 .5  1 0 0  1 2 0  1 2 .5  1 0 .5  0 1 0"
      face="0 8 1  0 2 8  1 8 2  0 3 2  4 5 6  4 6 7  0 4 7  0 7 3  1 2 6  1 6 5  2 3 7  2 7 6  0 1 5  0 5 4"/></asset>
      <worldbody><body><freejoint/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body></worldbody></mujoco>`,
  }, async (dir) => {
    const master = await (opened ??= openMintmaster());
    const files = readModelFiles(`${dir}/model.xml`, "/");
    const loaded = await master.engine.load(files.xml, files.assets);
    assert.ok(loaded.outcome === "loaded");
    const normals = loaded.simulation.read("mesh_polynormal") as Float64Array;
    assert.ok(normals.some(Number.isNaN), "the mesh is not degenerate enough");
    loaded.simulation.close();
    return await run(`${dir}/model.xml`);
  });
  assert.equal(verdict, "agrees", JSON.stringify(comparison.compiled?.failures));
});

Deno.test("compareModel() loads a model once in MuJoCo, equal or not", async () => {
  const xml = `<mujoco><worldbody>${LEG}</worldbody></mujoco>`;
  assert.deepEqual(await runText(xml).then(({ verdict, loads }) => [verdict, loads]), ["agrees", 1]);
  const liar = reading((field, value) => {
    if (field === "qacc") value[0] += 1e-3;
  });
  assert.deepEqual(await runText(xml, liar).then(({ verdict, loads }) => [verdict, loads]), ["differs", 1]);
});

Deno.test("compareModel() blames the earliest stage, and the joint, whatever step it shows in", async () => {
  // the damper does nothing in the first step, where the leg is at rest; the integration that it spoils does
  const liar = reading((field, value) => {
    if (field === "qfrc_damper") value[1] *= 1 + 1e-6;
    if (field === "qpos") value[1] += 1e-7;
  });
  const { comparison } = await runText(`<mujoco><worldbody>${LEG}</worldbody></mujoco>`, liar);
  const { departure } = comparison;
  assert.deepEqual(
    [departure?.stage, departure?.step, departure?.field, departure?.index, departure?.owner],
    ["velocity", 1, "qfrc_damper", 1, "hinge joint 'knee'"],
  );
  assert.match(departure?.expected ?? "", /^-?0 -?0\.\d+$/);
});

Deno.test("compareModel() blames the compiled model before any step, and causes before what follows from them", async () => {
  const liar = reading((field, value) => {
    if (["body_mass", "body_subtreemass", "dof_M0", "body_invweight0"].includes(field)) value[1] *= 1.01;
    if (field === "qacc") value[0] += 1;
  });
  const { comparison } = await runText(`<mujoco><worldbody>${LEG}</worldbody></mujoco>`, liar);
  assert.deepEqual(
    [comparison.departure?.stage, comparison.departure?.field, comparison.departure?.owner],
    ["compile", "body_mass", "body 'thigh'"],
  );
});

Deno.test("compareModel() shows what is around the element that departs, of a long field", async () => {
  const bodies = Array.from({ length: 40 }, (_, i) => `<body pos="${i} 0 1"><freejoint/><geom size=".1"/></body>`);
  const liar = reading((field, value) => {
    if (field === "qfrc_bias") value[200] = 7;
  });
  const { comparison } = await runText(`<mujoco><worldbody>${bodies.join("")}</worldbody></mujoco>`, liar);
  const { index, expected, got } = comparison.departure ?? {};
  assert.equal(index, 200);
  assert.match(got ?? "", /^\[185\] … (-?[\d.]+ ){15}7( -?[\d.]+){14} … \(240\)$/);
  assert.match(expected ?? "", /^\[185\] … (-?[\d.]+ ){29}-?[\d.]+ … \(240\)$/);
});

Deno.test("compareModel() names the contact that is missing", async () => {
  const sunk: Engine = {
    ...PLUMBLINE,
    load: (xml, assets) => PLUMBLINE.load(xml.replace('name="floor"', 'name="floor" pos="0 0 -1"'), assets),
  };
  const { comparison } = await runText(
    `<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 .09"><freejoint/><geom name="ball" size=".1"/></body></worldbody></mujoco>`,
    sunk,
  );
  const said = comparison.stepping?.failures.map(({ field, message }) => `${field} ${message}`) ?? [];
  assert.ok(said.some((text) => /^contact missing .*(floor.*ball|ball.*floor)/.test(text)), said.join("\n"));
});

const OUTCOMES: readonly (readonly [string, string, Engine, string, RegExp])[] = [
  ["both refuse", "<mujoco><wordlbody/></mujoco>", PLUMBLINE, "incomparable", /^both MuJoCo and plumbline refuse/],
  ["a text is no model", "# Read me", PLUMBLINE, "incomparable", /^both MuJoCo and plumbline refuse/],
  [
    "a file is missing",
    `<mujoco><asset><mesh file="none.stl"/></asset></mujoco>`,
    PLUMBLINE,
    "incomparable",
    /^both MuJoCo and plumbline refuse/,
  ],
  [
    "the engine does not support it",
    "<mujoco/>",
    { ...PLUMBLINE, load: () => ({ outcome: "unsupported", message: "no flexes" }) },
    "incomparable",
    /does not support/,
  ],
  [
    "MuJoCo has not enough memory",
    `<mujoco><size memory="3G"/><worldbody/></mujoco>`,
    PLUMBLINE,
    "incomparable",
    /runs out of the memory/,
  ],
  [
    "only the engine refuses",
    "<mujoco/>",
    { ...PLUMBLINE, load: () => ({ outcome: "rejected", message: "no" }) },
    "differs",
    /refuses the model, MuJoCo takes it/,
  ],
  [
    "only MuJoCo refuses",
    "<mujoco><wordlbody/></mujoco>",
    { ...PLUMBLINE, load: (_, assets) => PLUMBLINE.load("<mujoco/>", assets) },
    "differs",
    /^MuJoCo refuses the model/,
  ],
  [
    "the engine breaks",
    "<mujoco/>",
    {
      ...PLUMBLINE,
      load: () => {
        throw new Error("oops");
      },
    },
    "differs",
    /breaks while it loads/,
  ],
];

for (const [what, xml, engine, verdict, reason] of OUTCOMES) {
  Deno.test(`judge() says ${verdict} if ${what}`, async () => {
    const found = await runText(xml, engine);
    assert.equal(found.verdict, verdict);
    assert.match(found.reason, reason);
  });
}

/** MuJoCo whose loading or stepping ends as told. */
async function brokenMujoco(where: "load" | "step", message: string): Promise<Mintmaster<MujocoEngine>> {
  const master = await (opened ??= openMintmaster());
  const fail = () => {
    throw new Error(message);
  };
  const load = async (xml: string, assets: Assets): Promise<Loaded> => {
    if (where === "load") fail();
    const loaded = await master.engine.load(xml, assets);
    if (loaded.outcome === "loaded") loaded.simulation.step = fail;
    return loaded;
  };
  const { version } = master.engine;
  return { ...master, engine: { name: "mujoco", version, load, close: () => {} } as unknown as MujocoEngine };
}

const BROKEN: readonly (readonly ["load" | "step", string, RegExp])[] = [
  ["load", "MuJoCo 3.5.1 broke while loading: memory access out of bounds", /^MuJoCo breaks while it loads the model$/],
  ["load", "MuJoCo 3.5.1 broke while loading: std::bad_alloc", /^MuJoCo runs out of the memory that WebAssembly/],
  ["step", "MuJoCo broke in mj_step: memory access out of bounds", /^MuJoCo breaks while it steps$/],
  ["step", "MuJoCo broke in mj_step: Could not allocate memory", /^MuJoCo runs out of the memory that WebAssembly/],
];

for (const [where, message, reason] of BROKEN) {
  Deno.test(`judge() says incomparable, and what MuJoCo said, if that is: ${message}`, async () => {
    const master = await brokenMujoco(where, message);
    const files = { xml: `<mujoco><worldbody>${LEG}</worldbody></mujoco>`, assets: new Map() };
    const comparison = await compareModel(master, PLUMBLINE, { files, recipe: recipeOf({ steps: 3, ctrl: "zero" }) });
    const judged = judge(comparison, "leg.xml", "plumbline");
    assert.deepEqual([judged.verdict, judged.mujocoSays], ["incomparable", message]);
    assert.match(judged.reason, reason);
  });
}

Deno.test("judge() says differs if the engine breaks while it steps", async () => {
  const breaks: Engine = {
    ...PLUMBLINE,
    async load(xml, assets): Promise<Loaded> {
      const loaded = await PLUMBLINE.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      loaded.simulation.step = () => {
        throw new RangeError("too far");
      };
      return loaded;
    },
  };
  const { verdict, comparison } = await runText(`<mujoco><worldbody>${LEG}</worldbody></mujoco>`, breaks);
  assert.equal(verdict, "differs");
  assert.match(comparison.departure?.message ?? "", /too far/);
});

Deno.test("compareModel() needs memory for one state of MuJoCo only", async () => {
  // WebAssembly has room for one of these
  const { verdict, comparison } = await runText(
    `<mujoco><size memory="1200M"/><worldbody>${LEG}</worldbody></mujoco>`,
  );
  assert.equal(verdict, "agrees", JSON.stringify(comparison.mujoco));
});

Deno.test("compareModel() refuses recipes that ask for what the model does not have", async () => {
  const xml = `<mujoco><worldbody>${LEG}</worldbody><actuator><motor joint="hip"/></actuator></mujoco>`;
  await assert.rejects(runText(xml, PLUMBLINE, { keyframe: 3 }), /there is no keyframe 3/);
  await assert.rejects(runText(xml, PLUMBLINE, { ctrl: "keyframe:0" }), /there is no keyframe 0/);
  await withFiles({ "wide.csv": "1,2\n3,4\n5,6\n", "short.csv": "1\n2\n" }, async (dir) => {
    await assert.rejects(runText(xml, PLUMBLINE, { ctrl: `${dir}/wide.csv` }), /needs 1 values/);
    assert.throws(() => recipeOf({ ctrl: `${dir}/short.csv`, steps: 3 }), /has 2 rows for 3 steps/);
    assert.equal(recipeOf({ ctrl: `${dir}/short.csv` }).steps, 2);
  });
  assert.throws(() => recipeOf({ ctrl: "keyframe:1", keyframe: 2 }), /cannot be combined with --keyframe 2/);
});
