/** Cameras, viewpoints, and what is below the mouse. */

import assert from "node:assert/strict";
import { Mouse, type ViewCamera, VISUAL, type Visual } from "../../../mod.ts";
import type { Attribute } from "../../../engine/mjcf/elements/attribute.ts";
import { VISUAL_ELEMENT } from "../../../engine/mjcf/elements/visual.ts";
import { native, python } from "./native.ts";
import { type Pair, same, testCalls, vector, written } from "./pair.ts";
import {
  moved,
  numbersOf,
  numbersOfViewpoint,
  someScene,
  theirScene,
  theirViewpoint,
  VECTORS,
  viewpoints,
} from "./scenes.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

/** What MuJoCo writes to several arrays. */
function writtenAll(lengths: readonly number[], call: (...buffers: Foreign[]) => void): number[][] {
  const buffers = lengths.map((n) => mj.DoubleBuffer.FromArray(Array(n).fill(NaN)));
  call(...buffers);
  const out = buffers.map((buffer) => Array.from(buffer.GetView() as Float64Array));
  for (const buffer of buffers) buffer.delete();
  return out;
}

/** What ours writes to several arrays, end to end. */
function writes(lengths: readonly number[], call: (...arrays: Float64Array[]) => void): number[][] {
  const arrays = lengths.map((n) => new Float64Array(n).fill(NaN));
  call(...arrays);
  return arrays.map((array) => [...array]);
}

/** Both scenes, in all variants. */
function inScenes({ m, next }: Pair, use: (scene: ReturnType<typeof someScene>, theirs: Foreign) => void): void {
  for (let k = 0; k < 4; k++) {
    const scene = someScene(m, next, k & 1 ? 1 : 0);
    if (k & 2) moved(scene, next);
    const theirs = theirScene(scene);
    use(scene, theirs);
    theirs.delete();
  }
}

function flat(lists: readonly number[][]): number[] {
  return lists.flat();
}

testCalls({
  "cameraInModel and cameraInRoom give what MuJoCo's give"(pair) {
    inScenes(pair, (scene, theirs) => {
      for (const name of ["cameraInModel", "cameraInRoom"] as const) {
        const mine = writes([3, 3, 3], (p, f, u) => plumbline[name](p, f, u, scene));
        same(flat(mine), flat(writtenAll([3, 3, 3], (p, f, u) => mj[`mjv_${name}`](p, f, u, theirs))), name);
        const [, forward] = writes([3, 3], (_, f) => plumbline[name](null, f, null, scene));
        same(forward, mine[1], `${name}: forward alone`);
      }
    });
  },
  frustumHeight(pair) {
    inScenes(pair, (scene, theirs) => {
      same([plumbline.frustumHeight(scene)], [mj.mjv_frustumHeight(theirs)], "height");
    });
  },
  "room2model and model2room give what MuJoCo's give"(pair) {
    inScenes(pair, (scene, theirs) => {
      const pos = vector(3, pair.next);
      const quat = vector(4, pair.next);
      plumbline.normalize4(quat, 0);
      for (const name of ["room2model", "model2room"] as const) {
        const mine = writes([3, 4], (p, q) => plumbline[name](p, q, pos, quat, scene));
        same(
          flat(mine),
          flat(writtenAll([3, 4], (p, q) => mj[`mjv_${name}`](p, q, [...pos], [...quat], theirs))),
          name,
        );
      }
    });
  },
  alignToCamera({ next }) {
    for (const forward of [[next(), next(), next()], [0, 0, 1], [1e-16, 0, 1], [-1, 0, 0]]) {
      const vec = [next(), next(), next()];
      const ours = new Float64Array(3);
      plumbline.alignToCamera(ours, Float64Array.from(vec), Float64Array.from(forward));
      same(ours, written(3, (res) => mj.mjv_alignToCamera(res, vec, forward)), forward.join());
    }
  },
  "defaultCamera and defaultFreeCamera give what MuJoCo's give"({ m, fm }) {
    Object.assign(m.vis.global, { azimuth: 33, elevation: 7, orthographic: 1 });
    Object.assign(fm.vis.global, { azimuth: 33, elevation: 7, orthographic: 1 });
    const theirs = theirViewpoint(viewpoints(m, () => 0.7)[1]);
    mj.mjv_defaultFreeCamera(fm, theirs);
    same(numbersOfViewpoint(plumbline.defaultFreeCamera(m)), numbersOfViewpoint(theirs), "free");
    theirs.lookat.fill(7);
    mj.mjv_defaultCamera(theirs);
    same(numbersOfViewpoint(plumbline.defaultCamera()), numbersOfViewpoint(theirs), "default");
    theirs.delete();
  },
  "updateCamera, cameraFrame, and cameraFrustum give what MuJoCo's give"({ m, d, fm, fd, next }) {
    for (const orthographic of [0, 1]) {
      m.vis.global.orthographic = fm.vis.global.orthographic = orthographic;
      for (const mine of viewpoints(m, next)) {
        const theirs = theirViewpoint(mine);
        const what = `type ${mine.type}, camera ${mine.fixedcamid}`;
        same(
          flat(writes([3, 3, 3, 3], (p, f, u, r) => plumbline.cameraFrame(p, f, u, r, d, mine))),
          flat(writtenAll([3, 3, 3, 3], (p, f, u, r) => mj.mjv_cameraFrame(p, f, u, r, fd, theirs))),
          what,
        );
        const [zver, zhor, zclip] = [2, 2, 2].map((n) => new Float32Array(n).fill(NaN));
        plumbline.cameraFrustum(zver, zhor, zclip, m, mine);
        const buffers = [2, 2, 2].map((n) => mj.FloatBuffer.FromArray(Array(n).fill(NaN)));
        mj.mjv_cameraFrustum(...buffers, fm, theirs);
        same([...zver, ...zhor, ...zclip], buffers.flatMap((it) => [...it.GetView()]), `${what}: frustum`);
        for (const it of buffers) it.delete();

        const scene = moved(someScene(m, next, 0), next);
        const other = theirScene(scene);
        plumbline.updateCamera(m, d, mine, scene);
        mj.mjv_updateCamera(fm, fd, theirs, other);
        same(numbersOf(scene.camera), numbersOf([0, 1].map((eye) => other.camera.get(eye))), `${what}: cameras`);
        same([scene.enabletransform], [other.enabletransform], what);
        same(numbersOfViewpoint(mine), numbersOfViewpoint(theirs), what);
        for (const it of [theirs, other]) it.delete();
      }
    }
  },
  moveCamera(pair) {
    const { m, fm, next } = pair;
    inScenes(pair, (scene, other) => {
      for (const mine of viewpoints(m, next)) {
        mine.orthographic = scene.camera[0].orthographic;
        for (const [name, action] of Object.entries(Mouse)) {
          if (action === Mouse.NONE || action === Mouse.ZOOM) continue;
          const theirs = theirViewpoint(mine);
          const [dx, dy] = [2 * next(), 2 * next()];
          plumbline.moveCamera(m, action, dx, dy, scene, mine);
          mj.mjv_moveCamera(fm, action, dx, dy, other, theirs);
          same(numbersOfViewpoint(mine), numbersOfViewpoint(theirs), `${name}, type ${mine.type}`);
          theirs.delete();
        }
      }
    });
  },
  "moveCamera zooms as MuJoCo's does, but for the last place of a logarithm"({ m, fm, next }) {
    const scene = someScene(m, next, 0);
    const other = theirScene(scene);
    for (let k = 0; k < 20; k++) {
      const [mine] = viewpoints(m, next);
      const theirs = theirViewpoint(mine);
      const dy = 0.3 * next();
      plumbline.moveCamera(m, Mouse.ZOOM, 0, dy, scene, mine);
      mj.mjv_moveCamera(fm, Mouse.ZOOM, 0, dy, other, theirs);
      assert.ok(
        Math.abs(mine.distance - theirs.distance) <= 2e-15 * theirs.distance,
        `${mine.distance - theirs.distance}`,
      );
      theirs.delete();
    }
    other.delete();
  },
  moveModel(pair) {
    const { m, fm, next } = pair;
    inScenes(pair, (scene, theirs) => {
      for (const [name, action] of Object.entries(Mouse)) {
        if (action === Mouse.NONE) continue;
        const [dx, dy] = [next(), next()];
        const up = [0.1 * next(), 0.1 * next(), 1];
        plumbline.moveModel(m, action, dx, dy, Float64Array.from(up), scene);
        mj.mjv_moveModel(fm, action, dx, dy, up, theirs);
        same([...scene.translate, ...scene.rotate, scene.scale], [
          ...theirs.translate,
          ...theirs.rotate,
          theirs.scale,
        ], name);
      }
    });
  },
  "the defaults of mj_defaultVisual are those of defaultVisual"({ m, fm }) {
    sameVisual(m.vis, fm.vis);
    const theirs = fm.vis;
    for (const [section, values] of Object.entries(VISUAL)) {
      for (const name of Object.keys(values)) {
        if (typeof theirs[section][name] === "number") theirs[section][name] = 7;
        else theirs[section][name].fill(7);
      }
    }
    mj.mj_defaultVisual(theirs);
    sameVisual(plumbline.defaultVisual(), theirs);
  },
});

/** Both have the same settings. */
function sameVisual(mine: Visual, theirs: Foreign): void {
  const values = (it: Foreign) => typeof it === "number" ? [it] : Array.from(it as ArrayLike<number>);
  for (const [section, names] of Object.entries(VISUAL)) {
    const own: Foreign = mine[section as keyof Visual];
    for (const name of Object.keys(names)) same(values(own[name]), values(theirs[section][name]), `${section} ${name}`);
  }
}

comparison("the settings of <visual> are those of MuJoCo's model, also after saving and writing", () => {
  let count = 0;
  const text = ({ type, max }: Attribute) => {
    if (type === "keyword") return "true";
    return Array.from({ length: max }, () => type === "number" ? 3 : 0.013 * ++count).join(" ");
  };
  const sections = Object.entries(VISUAL_ELEMENT).map(([section, rules]) => {
    const attributes = Object.entries<Attribute>(rules).map(([name, rule]) => `${name}="${text(rule)}"`);
    return `<${section} ${attributes.join(" ")}/>`;
  });
  const xml = `<mujoco><visual>${sections.join("")}</visual></mujoco>`;
  mj.FS.writeFile("/visual.xml", xml);
  const theirs = mj.MjModel.mj_loadXML("/visual.xml");
  const model = plumbline.compile(xml);
  sameVisual(model.vis, theirs.vis);
  assert.notDeepEqual(model.vis.rgba.fog, plumbline.defaultVisual().rgba.fog);
  sameVisual(plumbline.loadModelBinary(plumbline.saveModel(model)).vis, theirs.vis);
  sameVisual(plumbline.compile(plumbline.toMjcf(model)).vis, theirs.vis);
  sameVisual(plumbline.copyModel(null, model).vis, theirs.vis);
  theirs.delete();
});

/** Soft and skinned things, some behind others. */
const SOFT = `<mujoco>
  <worldbody>
    <geom type="plane" size="3 3 0.1" pos="0 0 -1"/>
    <geom name="hidden" size="0.3" pos="0.4 0 0" group="4"/>
    <body name="one" pos="0.2 0.1 0.3"><joint axis="0 1 0"/><geom size="0.05"/></body>
    <body name="two" pos="0.6 0.1 0.3" euler="10 20 30"><joint axis="1 0 0"/><geom size="0.05"/></body>
    <flexcomp name="cloth" type="grid" count="4 4 1" spacing="0.2 0.2 0.2" pos="-0.4 -0.3 0.1" radius="0.02" dim="2"/>
    ELASTIC
  </worldbody>
  <deformable>
    <skin name="hide" inflate="0.01" vertex="0 0 0.5 0.6 0 0.5 0 0.6 0.5 0.7 0.6 0.4" face="0 1 2 1 3 2">
      <bone body="one" bindpos="0.2 0.1 0.3" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 0.4 0.7"/>
      <bone body="two" bindpos="0.6 0.1 0.3" bindquat="1 0.1 0 0" vertid="1 2 3" vertweight="0.6 0.3 1"/>
    </skin>
    <skin name="veil" group="4" vertex="0 0 0.6 0.6 0 0.6 0 0.6 0.6" face="0 1 2">
      <bone body="one" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </deformable>
</mujoco>`;

/** A solid that a few nodes deform, as the only flex. */
const SOLID = SOFT.replace(/<flexcomp.*\n/, "\n").replace(
  "ELASTIC",
  `<flexcomp name="solid" type="grid" count="3 3 3" spacing="0.2 0.2 0.2" pos="-0.6 0 0.2" radius="0.01" dim="3" dof="trilinear" mass="1"><contact selfcollide="none"/></flexcomp>`,
);

testCalls({
  "select and updateSkin give what MuJoCo's give"({ m, d, fm, fd, next }) {
    const scene = someScene(m, next, 0);
    const other = new mj.MjvScene(fm, 100);
    plumbline.updateSkin(m, d, scene);
    mj.mjv_updateSkin(fm, fd, other);
    same(scene.skinvert, other.skinvert, "vertices");
    same(scene.skinnormal, other.skinnormal, "normals");
    const option = plumbline.defaultViewOption();
    const theirOption = new mj.MjvOption();
    theirOption.flags.fill(7);
    for (const name of ["geomgroup", "skingroup"] as const) theirOption[name].fill(7);
    mj.mjv_defaultOption(theirOption);
    for (const name of ["geomgroup", "skingroup", "flags"] as const) same(option[name], theirOption[name], name);

    const kinds = new Set<string>();
    for (let k = 0; k < 60; k++) {
      const view = plumbline.defaultFreeCamera(m);
      Object.assign(view, { azimuth: 180 * next(), elevation: 80 * next(), distance: 1.5 + next() });
      m.vis.global.orthographic = fm.vis.global.orthographic = k % 3 === 0 ? 1 : 0;
      if (k % 3 === 0) m.vis.global.fovy = fm.vis.global.fovy = 2;
      else m.vis.global.fovy = fm.vis.global.fovy = 45;
      plumbline.updateCamera(m, d, view, scene);
      theirScene(scene, other);
      const [x, y] = [0.5 + 0.4 * next(), 0.5 + 0.4 * next()];
      // where nothing is hit, it stays what it was
      const point = Float64Array.of(1, 2, 3);
      const ids = [0, 0, 0].map(() => Int32Array.of(-7));
      const body = plumbline.select(m, d, option, 1.3, x, y, scene, point, ids[0], ids[1], ids[2]);
      const buffers = ids.map(() => mj.IntBuffer.FromArray([-7]));
      const where = mj.DoubleBuffer.FromArray([1, 2, 3]);
      const theirBody = mj.mjv_select(fm, fd, theirOption, 1.3, x, y, other, where, ...buffers);
      assert.equal(body, theirBody, `ray ${k}`);
      same(ids.map(([id]) => id), buffers.map((it: Foreign) => it.GetView()[0]), `ray ${k}: ids`);
      same(point, where.GetView(), `ray ${k}: point`);
      kinds.add(["geom", "flex", "skin"][ids.findIndex(([id]) => id >= 0)] ?? "none");
      for (const it of [...buffers, where]) it.delete();
    }
    assert.ok(kinds.size >= 3, [...kinds].join());
    for (const it of [other, theirOption]) it.delete();
  },
}, { shell: SOFT.replace("ELASTIC", ""), solid: SOLID });

const FLOATS = Array<"f32">(15).fill("f32");

comparison("averageCamera() gives what mjv_averageCamera of native MuJoCo gives", async () => {
  const { mjv_averageCamera } = await native();
  const model = plumbline.compile("<mujoco/>");
  let seed = 0.3;
  const next = () => 2 * (seed = (seed * 997.13) % 1) - 1;
  const pack = (eye: ViewCamera) => {
    const bytes = new Uint8Array(64);
    const values = numbersOf([eye]);
    new Float32Array(bytes.buffer).set(values.slice(0, FLOATS.length));
    new Int32Array(bytes.buffer)[FLOATS.length] = values[FLOATS.length];
    return bytes;
  };
  for (let k = 0; k < 20; k++) {
    const { camera: [left, right] } = someScene(model, next, k & 1 ? 1 : 0);
    const average = plumbline.averageCamera(left, right);
    assert.deepEqual(pack(average), mjv_averageCamera(pack(left), pack(right)));
    for (const name of VECTORS) assert.equal(average[name].length, 3);
  }
});

comparison("makeScene() makes what mjv_makeScene of native MuJoCo makes", async () => {
  const xml = SOFT.replace("ELASTIC", "");
  const theirs = await python(
    ["mjv_makeScene"],
    `
import json, mujoco
m = mujoco.MjModel.from_xml_string(${JSON.stringify(xml)})
s = mujoco.MjvScene(m, maxgeom=10)
print(json.dumps([float(s.scale), int(s.enabletransform), s.rotate.tolist(), s.translate.tolist(), len(s.skinvert), len(s.skinnormal)]))
`,
  );
  const { scale, enabletransform, rotate, translate, skinvert, skinnormal } = plumbline.makeScene(
    plumbline.compile(xml),
  );
  assert.deepEqual(
    [scale, enabletransform, [...rotate], [...translate], skinvert.length, skinnormal.length],
    theirs,
  );
});

comparison("scenes and viewpoints without meaning are rejected", () => {
  const model = plumbline.compile("<mujoco/>");
  const data = new plumbline.Data(model);
  const scene = someScene(model, () => 0.5, 0);
  const viewpoint = plumbline.defaultCamera();
  const update = (change: object) => () => plumbline.updateCamera(model, data, { ...viewpoint, ...change }, scene);
  assert.throws(update({ type: 1, trackbodyid: 3 }), /^RangeError: camera: there is no body 3: the model has 1/);
  assert.throws(update({ type: 2, fixedcamid: 3 }), /^RangeError: camera: there is no camera 3: the model has 0/);
  assert.throws(update({ type: 8 }), /^RangeError: camera: 8 is not a type of viewpoint/);
  assert.throws(
    () => plumbline.moveCamera(model, 9, 0, 0, scene, viewpoint),
    /^RangeError: moveCamera: 9 is not a value of Mouse/,
  );
  scene.camera[0].frustum_near = 0;
  assert.throws(() => plumbline.frustumHeight(scene), /^RangeError: camera: frustum_near must be positive, got 0/);
  scene.camera[1].orthographic = 1;
  assert.throws(() => plumbline.averageCamera(...scene.camera), /^RangeError: camera: perspective and orthographic/);
  scene.scale = 0;
  const [pos, quat] = [new Float64Array(3), new Float64Array(4)];
  assert.throws(() => plumbline.room2model(pos, quat, pos, quat, scene), /^RangeError: scene: scale must be positive/);
});
