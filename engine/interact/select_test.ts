import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";
import { Camera, VisFlag } from "../types/enums.ts";
import { makeScene } from "./scene.ts";
import { defaultViewOption, select } from "./select.ts";
import { updateSkin } from "./update_skin.ts";
import { cameraFrustum, defaultCamera } from "./viewpoint.ts";

/** A triangle across the x axis, at a distance. */
const corners = (x: number) => `${x} 1 0  ${x} -1 1  ${x} -1 -1`;

/** Things of all kinds across the x axis, at these distances, each kind in a document order of its own. */
function things(geoms: readonly number[], flexes: readonly number[], skins: readonly number[]) {
  const boxes = geoms.map((x) => `<body pos="${x + 0.5} 0 0"><joint/><geom type="box" size=".5 1 1"/></body>`);
  const sheets = flexes.map((x, i) =>
    `<body name="f${i}"><flexcomp name="f${i}" type="direct" dim="2" point="${corners(x)}" element="0 1 2"
      radius="0" mass="1"><contact selfcollide="none"/></flexcomp></body>`
  );
  const covers = skins.map((x, i) =>
    `<skin name="s${i}" vertex="${corners(x)}" face="0 1 2">
      <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin>`
  );
  const m = compile(`<mujoco><worldbody><body name="b"/>${boxes.join("")}${sheets.join("")}</worldbody>
    <deformable>${covers.join("")}</deformable></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  return { m, d };
}

/** What is seen along the x axis: numbers of a geom, a flex, and a skin; the body, and the distance of the point. */
function seen({ m, d }: ReturnType<typeof things>, hidden: readonly (keyof typeof VisFlag)[] = []) {
  const scene = makeScene(m);
  for (const eye of scene.camera) {
    eye.forward[0] = eye.up[2] = eye.orthographic = 1;
    Object.assign(eye, { frustum_near: 0.5, frustum_far: 100, frustum_top: 1, frustum_bottom: -1 });
  }
  const option = defaultViewOption();
  updateSkin(m, d, scene, option);
  for (const flag of hidden) option.flags[VisFlag[flag]] = 0;
  if (hidden.includes("STATIC")) option.geomgroup.fill(0);
  const [geom, flex, skin] = [0, 1, 2].map(() => Int32Array.of(-7));
  const point = Float64Array.of(-1, 0, 0);
  const body = select(m, d, option, 1, 0.5, 0.5, scene, point, geom, flex, skin);
  return { ids: [geom[0], flex[0], skin[0]], body, x: point[0] };
}

const ORDERS = [[1, 2, 4], [1, 4, 2], [2, 1, 4], [2, 4, 1], [4, 1, 2], [4, 2, 1]];

Deno.test("select() finds the nearest of each kind, in whatever order they are", () => {
  for (const order of ORDERS) {
    const first = order.indexOf(1);
    const geoms = things(order, [], []);
    assert.deepEqual(seen(geoms), { ids: [first, -1, -1], body: 2 + first, x: 1 }, `geoms ${order}`);
    const flexes = things([], order, []);
    const { ids, body, x } = seen(flexes);
    assert.deepEqual({ ids, x }, { ids: [-1, first, -1], x: 1 }, `flexes ${order}`);
    const { flex_vertadr, flex_vertnum, flex_vertbodyid } = flexes.m;
    const own = flex_vertbodyid.subarray(flex_vertadr[first], flex_vertadr[first] + flex_vertnum[first]);
    assert.ok(own.includes(body), `flexes ${order}: body ${body} of ${own}`);
    assert.deepEqual(seen(things([], [], order)), { ids: [-1, -1, first], body: 1, x: 1 }, `skins ${order}`);
  }
});

Deno.test("select() finds the nearest of all kinds, and what is behind it once that is hidden", () => {
  const hide = [["STATIC"], ["FLEXSKIN", "FLEXEDGE"], ["SKIN"]] as const;
  for (const [geom, flex, skin] of ORDERS) {
    const all = things([geom], [flex], [skin]);
    const distances = [geom, flex, skin];
    const kinds = [1, 2, 4].map((x) => distances.indexOf(x));
    const hidden: (keyof typeof VisFlag)[] = [];
    for (const [k, kind] of kinds.entries()) {
      const { ids, x } = seen(all, hidden);
      assert.deepEqual([ids, x], [[0, 1, 2].map((it) => it === kind ? 0 : -1), distances[kind]], `${distances} ${k}`);
      hidden.push(...hide[kind]);
    }
    assert.deepEqual(seen(all, hidden), { ids: [-1, -1, -1], body: -1, x: -1 });
  }
});

Deno.test("select() takes the first of those at the same distance: geoms before flexes before skins", () => {
  assert.deepEqual(seen(things([2, 2], [2, 2], [2, 2])).ids, [0, -1, -1]);
  assert.deepEqual(seen(things([], [2, 2], [2, 2])).ids, [-1, 0, -1]);
  assert.deepEqual(seen(things([], [], [2, 2])).ids, [-1, -1, 0]);
});

Deno.test("cameraFrustum() takes cameras of the model, and no others", () => {
  const m = compile(`<mujoco><worldbody><camera fovy="30"/><camera fovy="60"/></worldbody></mujoco>`);
  const [zver, zhor, zclip] = [0, 1, 2].map(() => new Float32Array(2));
  const show = (fixedcamid: number) =>
    cameraFrustum(zver, zhor, zclip, m, { ...defaultCamera(), type: Camera.FIXED, fixedcamid });
  const heights = [0, 1].map((camera) => {
    show(camera);
    return zver[1] / zclip[0];
  });
  for (const [k, angle] of [15, 30].entries()) {
    assert.ok(Math.abs(heights[k] - Math.tan(angle * Math.PI / 180)) < 1e-6, `${heights}`);
  }
  for (const camera of [-1, 2, NaN]) {
    assert.throws(() => show(camera), new RangeError(`camera: there is no camera ${camera}: the model has 2 of them`));
  }
});
