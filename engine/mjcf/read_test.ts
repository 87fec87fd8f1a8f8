import assert from "node:assert/strict";
import { compile, type CompileWarning } from "../compile/compile.ts";
import { DisableBit } from "../types/enums.ts";
import { MjcfError, UnsupportedError } from "../types/errors.ts";

function document(body: string, rest = ""): string {
  return `<mujoco>${rest}<worldbody>${body}</worldbody></mujoco>`;
}

function warningsOf(xml: string): CompileWarning[] {
  const warnings: CompileWarning[] = [];
  compile(xml, { onWarning: (warning) => warnings.push(warning) });
  return warnings;
}

Deno.test("compile() lets an explicit value win over its class when it equals the built-in default", () => {
  const defaults = `<default><geom density="500" condim="1"/><joint damping="5" type="slide"/></default>`;
  const xml = document(
    `<body><joint damping="0" type="hinge"/><geom size="1" density="1000" condim="3"/></body>`,
    defaults,
  );
  const model = compile(xml);
  assert.equal(model.dof_damping[0], 0);
  assert.equal(model.jnt_type[0], 3);
  assert.equal(model.geom_condim[0], 3);
  assert.ok(Math.abs(model.body_mass[1] - 1000 * 4 * Math.PI / 3) < 1e-9);
});

Deno.test("compile() names place, excerpt and the likely word when an attribute is unknown", () => {
  const xml = `<mujoco>\n  <!-- sise="2" --><worldbody>\n    <geom sise="1"/>\n  </worldbody>\n</mujoco>`;
  assert.throws(() => compile(xml, { file: "robot.xml" }), (error: MjcfError) => {
    assert.ok(error instanceof MjcfError);
    assert.deepEqual([error.file, error.line, error.column], ["robot.xml", 3, 11]);
    assert.match(error.message, /did you mean 'size'\?/);
    assert.match(error.excerpt, /<geom sise="1"\/>\n\s+\^/);
    return true;
  });
});

Deno.test("compile() takes the first of several orientations with a warning, and none when strict", () => {
  const xml = document(`<site quat="0 1 0 0" euler="0 0 90"/>`);
  assert.match(warningsOf(xml)[0].message, /only euler counts/);
  assert.ok(Math.abs(compile(xml).site_quat[3] - Math.SQRT1_2) < 1e-15);
  assert.throws(() => compile(xml, { strict: true }), MjcfError);
});

Deno.test("compile() maps the passive flag of older documents to spring and damper, unless strict", () => {
  const xml = document("", `<option><flag passive="disable" spring="enable"/></option>`);
  assert.equal(compile(xml).opt.disableflags, DisableBit.DAMPER);
  assert.equal(warningsOf(xml).length, 1);
  assert.throws(() => compile(xml, { strict: true }), MjcfError);
});

Deno.test("compile() ignores what belongs in the world but stands beside it with a warning, strict or not", () => {
  const xml = `<mujoco>\n<body><geom size="1"/></body>\n<frame/>\n<worldbody><geom size="1"/></worldbody></mujoco>`;
  const told = warningsOf(xml);
  assert.deepEqual(told.map(({ place }) => place?.line), [2, 3]);
  assert.match(told[0].message, /it belongs in <worldbody>/);
  assert.equal(compile(xml, { strict: true }).nbody, 1);
});

Deno.test("compile() reads an empty childclass as the root class, unless strict", () => {
  const xml = document(`<body childclass=""><geom/></body>`, `<default><geom size="0.3"/></default>`);
  assert.equal(compile(xml).geom_size[0], 0.3);
  assert.throws(() => compile(xml, { strict: true }), MjcfError);
});

Deno.test("compile() names every unsupported element at once", () => {
  const body = `<flexcomp name="f" dim="2" type="grid" count="2 2 1" spacing="1 1 1"><plugin plugin="p"/></flexcomp>`;
  const xml = `<mujoco>\n<extension><plugin plugin="p"/></extension>\n<worldbody>\n${body}\n</worldbody></mujoco>`;
  assert.throws(() => compile(xml), (error: UnsupportedError) => {
    assert.ok(error instanceof UnsupportedError);
    assert.deepEqual(error.uses.map(({ feature }) => feature), [`<plugin plugin="p">`, "<plugin> flexcomp"]);
    assert.deepEqual(error.uses.map(({ place }) => place?.line), [2, 4]);
    return true;
  });
});

Deno.test("compile() names the chain when files include each other", () => {
  const assets = {
    "a.xml": `<mujoco><include file="b.xml"/></mujoco>`,
    "b.xml": `<mujoco><include file="c.xml"/></mujoco>`,
    "c.xml": `<mujoco><include file="b.xml"/></mujoco>`,
  };
  const xml = `<mujoco><include file="a.xml"/></mujoco>`;
  assert.throws(() => compile(xml, { assets, file: "main.xml" }), /main\.xml -> a\.xml -> b\.xml -> c\.xml -> b\.xml/);
});

Deno.test("compile() says what was tried when a file is missing", () => {
  const xml = document("", `<compiler meshdir="parts"/><asset><mesh file="wheel.obj"/></asset>`);
  assert.throws(() => compile(xml, { file: "models/car.xml" }), /tried models\/parts\/wheel\.obj, parts\/wheel\.obj/);
});

Deno.test("compile() gives the same model for text in one file and over three", () => {
  const assets = {
    "option.xml": `<mujoco><option timestep="0.01"/></mujoco>`,
    "body.xml": `<mujoco><body name="b"><joint/><geom size="0.1"/></body></mujoco>`,
  };
  const split = `<mujoco><include file="option.xml"/><worldbody><include file="body.xml"/></worldbody></mujoco>`;
  const whole = document(`<body name="b"><joint/><geom size="0.1"/></body>`, `<option timestep="0.01"/>`);
  assert.deepEqual({ ...compile(split, { assets }) }, { ...compile(whole) });
});

Deno.test("compile() refuses equalities that do not say what they tie, and numbers that are none", () => {
  const refused = {
    [`<joint joint2="j"/>`]: /joint1/,
    [`<tendon/>`]: /tendon1/,
    [`<flex/>`]: /'flex'/,
    [`<flexvert/>`]: /'flex'/,
    [`<weld body1="b" torquescale="x"/>`]: /torquescale/,
    [`<connect body1="b" anchor="0 0"/>`]: /anchor/,
    [`<joint joint1="j" polycoef="1 x"/>`]: /polycoef/,
  };
  for (const [element, message] of Object.entries(refused)) {
    const xml = document(
      `<body name="b"><joint name="j"/><geom size="0.1"/></body>`,
      `<equality>${element}</equality>`,
    );
    assert.throws(() => compile(xml), (error) => error instanceof MjcfError && message.test(error.what), element);
  }
});

Deno.test("compile() takes the former switch for exact inertia as the mode of each mesh, unless it is strict", () => {
  // a notch that the hull does not have, and whose faces are seen from outside and from inside
  const vertex = "0 0 0  2 0 0  2 2 0  1 .5 0  0 2 0  0 0 1  2 0 1  2 2 1  1 .5 1  0 2 1";
  const face = "0 3 1 1 3 2 0 4 3 5 6 8 6 7 8 5 8 9 0 1 6 0 6 5 1 2 7 1 7 6 2 3 8 2 8 7 3 4 9 3 9 8 4 0 5 4 5 9";
  const inertia = (compiler: string, defaults: string) => {
    const m = compile(
      document(
        `<body><geom type="mesh" mesh="m"/></body>`,
        `<compiler ${compiler}/><default><mesh ${defaults}/></default>
        <asset><mesh name="m" vertex="${vertex}" face="${face}"/></asset>`,
      ),
      { strict: false },
    );
    return [...m.body_mass, ...m.body_inertia, ...m.body_ipos];
  };
  const modes = ["exact", "legacy", "convex"].map((mode) => inertia("", `inertia="${mode}"`));
  assert.deepEqual(inertia(`exactmeshinertia="true"`, ""), modes[0]);
  assert.deepEqual(inertia(`exactmeshinertia="false"`, ""), modes[1]);
  assert.deepEqual(inertia("", `inertia="convex"`), modes[2]);
  assert.notDeepEqual(modes[0], modes[1]);
  assert.notDeepEqual(modes[0], modes[2]);
});
