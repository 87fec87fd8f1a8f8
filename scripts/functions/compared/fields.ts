/** Signed distance fields, and the plugins that have some, beside native MuJoCo. */

import assert from "node:assert/strict";
import { SdfType } from "../../../mod.ts";
import { member, native, text, textAt } from "./native.ts";
import { vector } from "./pair.ts";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { comparison, plumbline } from "./sides.ts";

const XML = `<mujoco>
  <extension><plugin plugin="mujoco.sdf.torus"><instance name="ring">
    <config key="radius1" value="0.35"/><config key="radius2" value="0.15"/>
  </instance></plugin></extension>
  <asset><mesh name="ring"><plugin instance="ring"/></mesh></asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <geom size="0.2" pos="0.3 0 0"/>
    <geom type="box" size="0.2 0.3 0.1"/>
    <geom type="capsule" size="0.1 0.2"/>
    <geom type="ellipsoid" size="0.1 0.2 0.3"/>
    <geom type="cylinder" size="0.1 0.2"/>
    <geom type="sdf" mesh="ring"><plugin instance="ring"/></geom>
  </worldbody>
</mujoco>`;

/** The geom with the plugin, which is its instance 0. */
const RING = 6;

const addressOf = (view: ArrayBufferView<ArrayBuffer>) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(view));
const near = (mine: ArrayLike<number>, theirs: ArrayLike<number>, what: string) => {
  assert.equal(mine.length, theirs.length, what);
  Array.from(mine, (x, i) => {
    const bound = 1e-12 * Math.max(1, Math.abs(theirs[i]));
    assert.ok(Math.abs(x - theirs[i]) <= bound || Object.is(x, theirs[i]), `${what}: ${x}, MuJoCo ${theirs[i]}`);
  });
};

/** The scene in both, made once, because the mesh of the ring takes its time. */
async function open() {
  const { mj_parseXMLString, mj_compile, mj_makeData, mj_forward } = await native();
  const theirs = mj_compile(mj_parseXMLString(text(XML), null, new Uint8Array(1), 0), null);
  const data = mj_makeData(theirs);
  mj_forward(theirs, data);
  const m = plumbline.compile(XML);
  const d = new plumbline.Data(m);
  plumbline.forward(m, d);
  return { m, d, theirs, data };
}

let opened: ReturnType<typeof open> | undefined;

comparison(
  "sdfDistance() and sdfGradient() give what mjc_distance and mjc_gradient of native MuJoCo give",
  async () => {
    const { mjc_getSDF, mjc_distance, mjc_gradient } = await native();
    const { m, d, theirs, data } = await (opened ??= open());
    const ring = mjc_getSDF(theirs, RING);
    assert.equal(plumbline.getSDF(m, RING).name, textAt(member(ring, 0)));
    assert.throws(() => plumbline.getSDF(m, 1), /^RangeError: geom 1 is not a signed distance field/);

    const next = symmetric.bind(null, randomFrom(7));
    for (let k = 0; k < 112; k++) {
      const geoms = [k % m.ngeom, Math.floor((next() + 1) * 0.4999 * m.ngeom)] as const;
      const type = Math.floor(k / m.ngeom) % 4;
      const relpos = vector(3, next);
      const quat = vector(4, next);
      plumbline.normalize4(quat, 0);
      const relmat = new Float64Array(9);
      plumbline.quat2Mat(relmat, 0, quat, 0);
      const x = vector(3, next);
      const what = `${geoms}, type ${type}, point ${k}`;

      const plugins = BigUint64Array.from(geoms, (geom) => geom === RING ? Deno.UnsafePointer.value(ring) : 0n);
      const ids = Int32Array.from(geoms, (geom) => geom === RING ? 0 : geom);
      const types = Int32Array.from(geoms, (geom) => m.geom_type[geom]);
      const field = BigUint64Array.of(
        ...[addressOf(plugins), addressOf(ids), BigInt(type), addressOf(relpos), addressOf(relmat), addressOf(types)],
      );
      const own = { type, geoms, relpos, relmat };
      near([plumbline.sdfDistance(m, d, own, x)], [mjc_distance(theirs, data, field, x)], what);
      const [mine, other] = [new Float64Array(3), new Float64Array(3)];
      plumbline.sdfGradient(m, d, own, mine, x);
      mjc_gradient(theirs, data, field, other, x);
      near(mine, other, `${what}: gradient`);
    }
    const bad = (field: object) => () => plumbline.sdfDistance(m, d, field as never, new Float64Array(3));
    assert.throws(bad({ type: 0, geoms: [9] }), /^RangeError: there is no geom 9/);
    assert.throws(bad({ type: 1, geoms: [1, 2] }), /^RangeError: a combination of fields needs two geoms/);
    assert.throws(bad({ type: 7, geoms: [1, 2], relpos: vector(3, next), relmat: vector(9, next) }), /SdfType/);
    assert.equal(Object.keys(SdfType).length, 4);
  },
);

comparison("models know the plugins of native MuJoCo", async () => {
  const { mjp_pluginCount, mjp_getPlugin, mjp_getPluginAtSlot } = await native();
  const { plugins } = plumbline.compile(
    `<mujoco>
      <extension><plugin plugin="mujoco.pid"/></extension>
      <worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
      <actuator><plugin plugin="mujoco.pid" joint="j"><config key="kp" value="1"/></plugin></actuator>
    </mujoco>`,
  );
  const names = Array.from({ length: mjp_pluginCount() }, (_, i) => textAt(member(mjp_getPluginAtSlot(i), 0)));
  assert.equal(plugins.length, mjp_pluginCount());
  assert.deepEqual(plugins.map(({ name }) => name).sort(), names.sort());
  for (const { name } of plugins) assert.equal(textAt(member(mjp_getPlugin(text(name), new Int32Array(1)), 0)), name);
}, ["mjp_pluginCount", "mjp_getPlugin", "mjp_getPluginAtSlot"]);
