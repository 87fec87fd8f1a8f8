import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { toMjcf } from "../compile/to_mjcf.ts";
import { copyModel } from "../copy_model.ts";
import { Data } from "../data.ts";
import { loadModelBinary } from "../file/load_model_binary.ts";
import { saveModel } from "../file/save_model.ts";
import { forward } from "../forward.ts";
import { pluginConfig } from "../model/plugins.ts";
import { resetData } from "../reset.ts";
import { getState, setState, stateSize } from "../state.ts";
import { step } from "../step.ts";
import { MjcfError, UnsupportedError } from "../types/errors.ts";
import { LimitError } from "../types/limits.ts";
import { Obj, Stage, State } from "../types/enums.ts";
import type { Plugin, SignedDistance } from "../types/plugin.ts";
import { validate } from "../validate.ts";

/** A plugin that does everything: it counts steps, drives, drags, and reports. */
const busy: Plugin = {
  name: "test.busy",
  attributes: ["a", "b"],
  stateSize: () => 2,
  init: (m, _, instance) => ({ b: pluginConfig(m, instance, "b") }),
  reset(m, d, instance) {
    d.plugin_state[m.plugin_stateadr[instance]] = 0;
  },
  advance(m, d, instance) {
    const adr = m.plugin_stateadr[instance];
    d.plugin_state[adr]++;
    d.plugin_state[adr + 1]++;
  },
  actuator: {
    rates(m, d) {
      for (let i = 0; i < m.na; i++) d.act_dot[i] = 7;
    },
    compute(_, d) {
      d.actuator_force[0] = 3 * d.ctrl[0];
    },
  },
  sensor: {
    stage: Stage.VEL,
    size: (m, instance) => Number(pluginConfig(m, instance, "a") ?? 1),
    compute(m, d) {
      for (let k = 0; k < m.sensor_dim[0]; k++) d.sensordata[m.sensor_adr[0] + k] = d.qvel[0] + k;
    },
  },
  passive: {
    compute(_, d) {
      d.qfrc_passive[0] -= 5;
    },
  },
};

const XML = `
<mujoco>
  <extension>
    <plugin plugin="test.busy">
      <instance name="all"><config key="a" value="3"/><config key="b" value="für"/></instance>
    </plugin>
  </extension>
  <worldbody>
    <body name="cart">
      <joint name="rail" type="slide"/>
      <geom size="0.1"/>
      <plugin instance="all"/>
    </body>
  </worldbody>
  <actuator>
    <plugin joint="rail" instance="all" actdim="1"/>
  </actuator>
  <sensor>
    <plugin name="s" plugin="test.busy" instance="all" objtype="body" objname="cart" cutoff="1.5"/>
    <clock/>
  </sensor>
</mujoco>`;

Deno.test("a plugin drives, drags, senses, and keeps state", () => {
  const m = compile(XML, { plugins: [busy] });
  const d = new Data(m);
  assert.deepEqual([m.nplugin, m.npluginstate, m.nsensordata, m.sensor_adr[1]], [1, 2, 4, 3]);
  assert.deepEqual(d.plugin_data, [{ b: "für" }]);
  d.ctrl[0] = 2;
  d.qvel[0] = 0.25;
  forward(m, d);
  assert.equal(d.act_dot[0], 7);
  assert.equal(d.qfrc_passive[0], -5);
  assert.equal(d.actuator_force[0], 6);
  assert.deepEqual([...d.sensordata], [0.25, 1.25, 1.5, 0]);
  assert.deepEqual([m.sensor_objtype[0], m.sensor_objid[0], m.sensor_needstage[0]], [Obj.BODY, 1, Stage.VEL]);
});

Deno.test("the state of a plugin is part of the state, and survives a reset unless the plugin resets it", () => {
  const m = compile(XML, { plugins: [busy] });
  const d = new Data(m);
  step(m, d);
  step(m, d);
  const state = new Float64Array(stateSize(m, State.INTEGRATION));
  getState(m, d, state, State.INTEGRATION);
  step(m, d);
  assert.deepEqual([...d.plugin_state], [3, 3]);
  setState(m, d, state, State.INTEGRATION);
  assert.deepEqual([...d.plugin_state], [2, 2]);
  resetData(m, d);
  assert.deepEqual([...d.plugin_state], [0, 2]);
  assert.equal(d.plugin[0], m.plugin[0]);
});

Deno.test("toMjcf() writes instances and what uses them", () => {
  const m = compile(XML, { plugins: [busy] });
  const again = compile(toMjcf(m), { plugins: [busy] });
  for (const field of ["plugin_attr", "actuator_plugin", "body_plugin", "sensor_plugin", "names"] as const) {
    assert.deepEqual(again[field], m[field], field);
  }
});

Deno.test("compile() does not know a plugin that it is not given", () => {
  assert.throws(() => compile(XML), UnsupportedError);
  assert.throws(() => compile(XML, { plugins: [busy, busy] }), /plugin 'test.busy' is there twice/);
  assert.throws(() => compile(XML, { plugins: [{ ...busy, name: "mujoco.pid" }] }), /'mujoco.pid' is there twice/);
  const misspelled = XML.replace(`plugin="test.busy">`, `plugin="mujoco.pit">`);
  assert.throws(() => compile(misspelled), /did you mean 'mujoco.pid'\?/);
});

Deno.test("compile() blames the document for what a plugin throws, and bounds what it asks for", () => {
  const init = () => {
    throw new TypeError("b is not a word");
  };
  assert.throws(() => compile(XML, { plugins: [{ ...busy, init }] }), (error: Error) => {
    assert.ok(error instanceof MjcfError);
    assert.match(error.message, /plugin 'all': test.busy: b is not a word \(<text>:5:7\)/);
    return true;
  });
  const huge = XML.replace(`value="3"`, `value="1e9"`);
  assert.throws(() => compile(huge, { plugins: [busy] }), LimitError);
  const half = XML.replace(`value="3"`, `value="0.5"`);
  assert.throws(() => compile(half, { plugins: [busy] }), /plugin 'all': it asks for 0.5 values/);
});

Deno.test("an attached model brings the plugins of its elements, by their new names", () => {
  const child = XML.replace("<mujoco>", `<mujoco model="child">`).replace(
    "</actuator>",
    `<plugin joint="rail" plugin="test.busy"><config key="a" value="1"/></plugin></actuator>`,
  );
  const m = compile(
    `<mujoco>
      <asset><model name="child" file="child.xml"/></asset>
      <worldbody>
        <frame><attach model="child" body="cart" prefix="l_"/></frame>
        <frame pos="1 0 0"><attach model="child" body="cart" prefix="r_"/></frame>
      </worldbody>
    </mujoco>`,
    { plugins: [busy], assets: new Map([["child.xml", new TextEncoder().encode(child)]]) },
  );
  const names = [...m.name_pluginadr].map((adr) => {
    const end = m.names.indexOf(0, adr);
    return String.fromCharCode(...m.names.subarray(adr, end));
  });
  assert.deepEqual(names.toSorted(), ["", "", "l_all", "r_all"]);
  const of = (field: "body_plugin" | "actuator_plugin" | "sensor_plugin") => [...m[field]].map((i) => names[i] ?? null);
  assert.deepEqual(of("body_plugin"), [null, "l_all", "r_all"]);
  assert.deepEqual(of("actuator_plugin"), ["l_all", "", "r_all", ""]);
  assert.deepEqual(of("sensor_plugin"), ["l_all", null, "r_all", null]);
});

Deno.test("copies of a pattern have instances of their own where it has", () => {
  const m = compile(`
    <mujoco>
      <extension><plugin plugin="mujoco.pid"/></extension>
      <worldbody>
        <replicate count="3" offset="0 1 0"><body><joint name="j"/><geom size="0.1"/></body></replicate>
      </worldbody>
      <actuator><plugin joint="j" plugin="mujoco.pid"><config key="kp" value="4"/></plugin></actuator>
    </mujoco>`);
  assert.deepEqual([...m.actuator_plugin], [0, 1, 2]);
  assert.deepEqual([0, 1, 2].map((i) => pluginConfig(m, i, "kp")), ["4", "4", "4"]);
});

Deno.test("validate() finds instances and plugins that do not exist", () => {
  const m = compile(XML, { plugins: [busy] });
  validate(m, new Data(m));
  for (const field of ["plugin", "actuator_plugin", "body_plugin", "sensor_plugin", "plugin_stateadr"] as const) {
    const [value] = m[field];
    m[field][0] = 1000;
    assert.throws(() => validate(m), (error: Error) => error.message.startsWith(field));
    m[field][0] = value;
  }
});

Deno.test("a saved model and a copy have the plugins of the original", () => {
  const m = compile(XML, { plugins: [busy] });
  const bytes = saveModel(m, { document: false });
  assert.throws(() => loadModelBinary(bytes.slice()), /must be given as `plugins`/);
  for (const twin of [loadModelBinary(bytes, { plugins: [busy] }), copyModel(null, m)]) {
    const d = new Data(twin);
    d.ctrl[0] = 2;
    forward(twin, d);
    assert.equal(d.actuator_force[0], 6);
  }
});

class Ball implements SignedDistance {
  readonly box: readonly number[];

  constructor(private readonly radius: number) {
    this.box = [0.02, 0, 0, 8 * radius, 8 * radius, 8 * radius];
  }

  distance([x, y, z]: Float64Array): number {
    return Math.hypot(x - 0.02, y, z) - this.radius;
  }
}

/** A ball in a large box, so that its mesh is coarse. */
const shapes: Plugin = {
  name: "test.shapes",
  attributes: ["radius"],
  sdf(attribute) {
    const radius = Number(attribute("radius") ?? 0.1);
    if (!(radius > 0)) throw new RangeError(`radius must be positive, got ${radius}`);
    return new Ball(radius);
  },
};

const SHAPES = `
<mujoco>
  <extension>
    <plugin plugin="test.shapes"><instance name="ball"><config key="radius" value="0.2"/></instance></plugin>
  </extension>
  <asset>
    <mesh name="ball"><plugin instance="ball"/></mesh>
    <mesh name="own"><plugin plugin="test.shapes"/></mesh>
  </asset>
  <worldbody>
    <geom name="ball" type="sdf" mesh="ball"><plugin instance="ball"/></geom>
    <body pos="0.3 0 0">
      <freejoint/>
      <geom name="probe" size="0.1"/>
    </body>
    <geom name="mesh" type="mesh" mesh="own" pos="0 0 5"/>
  </worldbody>
</mujoco>`;

Deno.test("a plugin is the shape of meshes and geoms", () => {
  const m = compile(SHAPES, { plugins: [shapes] });
  assert.deepEqual([m.nplugin, ...m.geom_plugin], [2, 0, -1, -1]);
  assert.deepEqual([...m.mesh_pos, ...m.mesh_quat], [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);

  // vertices are on the surface, to a part of a cell, and normals point outward
  for (const [mesh, radius] of [[0, 0.2], [1, 0.1]]) {
    assert.ok(m.mesh_vertnum[mesh] > 100);
    let inward = 0;
    for (let v = m.mesh_vertadr[mesh]; v < m.mesh_vertadr[mesh] + m.mesh_vertnum[mesh]; v++) {
      const [x, y, z] = m.mesh_vert.subarray(3 * v, 3 * v + 3);
      const [a, b, c] = m.mesh_normal.subarray(3 * v, 3 * v + 3);
      assert.ok(Math.abs(Math.hypot(x - 0.02, y, z) - radius) < 0.02 * radius);
      if ((x - 0.02) * a + y * b + z * c < 0.9 * radius) inward++;
    }
    assert.equal(inward, 0);
  }

  const d = new Data(m);
  forward(m, d);
  assert.ok(d.ncon > 0);
  for (let i = 0; i < d.ncon; i++) {
    assert.deepEqual([...d.contact.geom.subarray(2 * i, 2 * i + 2)], [2, 0]);
    assert.ok(d.contact.dist[i] > -0.021 && d.contact.dist[i] <= 0);
  }
});

Deno.test("shapes of plugins are attached, written, saved, and refused where they make no sense", () => {
  const options = { plugins: [shapes] };
  const m = compile(SHAPES, options);
  const again = compile(toMjcf(m), options);
  for (const field of ["geom_plugin", "plugin_attr", "mesh_vert"] as const) {
    assert.deepEqual(again[field], m[field], field);
  }
  const loaded = loadModelBinary(saveModel(m), options);
  validate(loaded);
  assert.deepEqual(loaded.geom_plugin, m.geom_plugin);

  const attached = compile(
    `<mujoco>
      <asset><model name="child" file="child.xml"/></asset>
      <worldbody>
        <frame><attach model="child" body="b" prefix="l_"/></frame>
        <frame pos="1 0 0"><attach model="child" body="b" prefix="r_"/></frame>
      </worldbody>
    </mujoco>`,
    {
      ...options,
      assets: {
        "child.xml": SHAPES.replace("<mujoco>", `<mujoco model="child">`)
          .replace(`<worldbody>`, `<worldbody><body name="b">`).replace("</worldbody>", "</body></worldbody>")
          .replace("<freejoint/>", ""),
      },
    },
  );
  assert.deepEqual([attached.nplugin, ...attached.geom_plugin].filter((i) => i >= 0).length, 3);

  const wrong: Readonly<Record<string, [string, string]>> = {
    "radius must be positive, got -1": [`value="0.2"`, `value="-1"`],
    "cannot have a scale": [`name="ball"><plugin`, `name="ball" scale="1 1 2"><plugin`],
    "unknown plugin instance 'bal'": [`mesh="ball"><plugin instance="ball"`, `mesh="ball"><plugin instance="bal"`],
    "which the geom needs too": [`type="mesh" mesh="own"`, `type="sdf" mesh="own"`],
    "does not support signed distance fields": [`<plugin plugin="test.shapes"/>`, `<plugin plugin="test.busy"/>`],
  };
  for (const [message, [from, to]] of Object.entries(wrong)) {
    const xml = SHAPES.replace(from, to).replace("<extension>", `<extension><plugin plugin="test.busy"/>`);
    assert.throws(() => compile(xml, { plugins: [shapes, busy] }), (error: Error) => {
      assert.ok(error instanceof MjcfError, `${message}: ${error}`);
      assert.ok(error.message.includes(message), error.message);
      return true;
    });
  }
  for (const box of [[0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 1], [NaN, 0, 0, 1, 1, 1]]) {
    const boxes: Plugin = { ...shapes, sdf: () => ({ box, distance: () => 1 }) };
    assert.throws(() => compile(SHAPES, { plugins: [boxes] }), /three positive half sizes/);
  }
  assert.throws(() => compile(SHAPES, { plugins: [{ ...shapes, init: () => 0 }] }), /has 'init' and 'sdf'/);

  m.geom_plugin[1] = 0;
  m.plugins = [{ ...shapes, sdf: undefined } as unknown as Plugin];
  m.plugin.fill(0);
  assert.throws(() => validate(m), /geom_plugin\[0\] must be an instance of a plugin for signed distance fields/);
});
