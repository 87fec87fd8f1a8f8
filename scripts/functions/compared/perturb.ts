import assert from "node:assert/strict";
import { Mouse, PertBit, type Perturb, type ViewCamera } from "../../../mod.ts";
import { type Pair, same, sameData, testCalls, written } from "./pair.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

const single = (values: readonly number[]) => Float64Array.from(values, Math.fround);

/** A camera somewhere, with numbers that MuJoCo's single precision holds. */
function camera(next: () => number, orthographic: 0 | 1): ViewCamera {
  return {
    pos: single([3 * next(), 3 * next(), 3 * next()]),
    forward: single([next(), next(), next()]),
    up: single([next(), next(), 1 + next()]),
    frustum_bottom: Math.fround(-0.02 + 0.01 * next()),
    frustum_top: Math.fround(0.03 + 0.01 * next()),
    frustum_near: Math.fround(0.015),
    orthographic,
  };
}

/** A scene of MuJoCo with that camera for both eyes. */
function sceneWith(view: ViewCamera): Foreign {
  const scene = new mj.MjvScene();
  const cameras = scene.camera;
  for (let eye = 0; eye < 2; eye++) {
    const theirs = cameras.get(eye);
    for (const name of ["pos", "forward", "up"] as const) theirs[name].set(view[name]);
    for (const name of ["frustum_bottom", "frustum_top", "frustum_near", "orthographic"] as const) {
      theirs[name] = view[name];
    }
    cameras.set(eye, theirs);
  }
  scene.camera = cameras;
  return scene;
}

const ARRAYS = ["refpos", "refquat", "refselpos", "localpos"] as const;
const NUMBERS = ["select", "flexselect", "skinselect", "active", "active2", "localmass", "scale"] as const;

function samePerturb(ours: Perturb, theirs: Foreign, what: string): void {
  for (const name of ARRAYS) same(ours[name], theirs[name], `${what}: ${name}`);
  same(NUMBERS.map((name) => ours[name]), NUMBERS.map((name) => theirs[name]), what);
}

/** The same body selected in both, at some point of it, from where a camera looks. */
function grab({ m, d, fm, fd, next }: Pair, select: number, view: ViewCamera, scene: Foreign): [Perturb, Foreign] {
  const ours = plumbline.defaultPerturb();
  const theirs = new mj.MjvPerturb();
  samePerturb(ours, theirs, "default");
  ours.select = theirs.select = select;
  for (let k = 0; k < 3; k++) ours.localpos[k] = theirs.localpos[k] = 0.1 * next();
  plumbline.initPerturb(m, d, view, ours);
  mj.mjv_initPerturb(fm, fd, scene, theirs);
  return [ours, theirs];
}

/** Every body, dragged by every action of the mouse. */
function dragAll(pair: Pair, use: (ours: Perturb, theirs: Foreign, what: string) => void): void {
  const { m, d, fm, fd, next } = pair;
  for (let body = -1; body <= m.nbody; body++) {
    const view = camera(next, body % 3 === 0 ? 1 : 0);
    const scene = sceneWith(view);
    const [ours, theirs] = grab(pair, body, view, scene);
    samePerturb(ours, theirs, `body ${body}`);
    if (body >= 0 && body < m.nbody) {
      for (const [name, action] of Object.entries(Mouse)) {
        if (action === Mouse.NONE) continue;
        const [dx, dy] = [next(), next()];
        plumbline.movePerturb(m, d, action, dx, dy, view, ours);
        mj.mjv_movePerturb(fm, fd, action, dx, dy, scene, theirs);
        samePerturb(ours, theirs, `body ${body}, ${name}`);
      }
    }
    for (const active of [0, PertBit.TRANSLATE, PertBit.ROTATE, 3]) {
      ours.active = theirs.active = active & 1;
      ours.active2 = theirs.active2 = active & 2;
      use(ours, theirs, `body ${body}, active ${active}`);
    }
    theirs.delete();
    scene.delete();
  }
}

testCalls({
  cameraInModel({ next }) {
    for (let k = 0; k < 20; k++) {
      const view = camera(next, 0);
      const scene = sceneWith(view);
      const ours = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
      plumbline.cameraInModel(ours[0], ours[1], ours[2], view);
      let up: number[] = [];
      let forward: number[] = [];
      const pos = written(3, (p) => {
        forward = written(3, (f) => up = written(3, (u) => mj.mjv_cameraInModel(p, f, u, scene)));
      });
      same(ours[0], pos, "position");
      same(ours[1], forward, "forward");
      same(ours[2], up, "up");
      same([plumbline.frustumHeight(view)], [mj.mjv_frustumHeight(scene)], "height");
      scene.delete();
    }
  },
  alignToCamera({ next }) {
    for (const forward of [[next(), next(), next()], [0, 0, 1], [1e-16, 0, 1], [-1, 0, 0]]) {
      const vec = [next(), next(), next()];
      const ours = new Float64Array(3);
      plumbline.alignToCamera(ours, Float64Array.from(vec), Float64Array.from(forward));
      same(ours, written(3, (res) => mj.mjv_alignToCamera(res, vec, forward)), forward.join());
    }
  },
  "initPerturb, movePerturb and applyPerturbForce give what MuJoCo's give"(pair) {
    const { m, d, fm, fd } = pair;
    dragAll(pair, (ours, theirs, what) => {
      plumbline.applyPerturbForce(m, d, ours);
      mj.mjv_applyPerturbForce(fm, fd, theirs);
      sameData(pair, what, ["xfrc_applied"]);
    });
  },
  "applyPerturbPose gives what MuJoCo's gives"(pair) {
    const { m, d, fm, fd } = pair;
    dragAll(pair, (ours, theirs, what) => {
      for (const paused of [0, 1] as const) {
        plumbline.applyPerturbPose(m, d, ours, paused);
        mj.mjv_applyPerturbPose(fm, fd, theirs, paused);
        sameData(pair, `${what}, paused ${paused}`, ["qpos", "mocap_pos", "mocap_quat"]);
      }
    });
  },
});

comparison("cameras without a near plane and unknown actions are rejected", () => {
  const model = plumbline.compile("<mujoco/>");
  const data = new plumbline.Data(model);
  const view = { ...camera(() => 0.5, 0), frustum_near: 0 };
  assert.throws(() => plumbline.frustumHeight(view), /^RangeError: camera: frustum_near must be positive, got 0/);
  const near = { ...view, frustum_near: 1 };
  assert.throws(
    () => plumbline.movePerturb(model, data, 9, 0, 0, near, plumbline.defaultPerturb()),
    /^RangeError: movePerturb: 9 is not a value of Mouse/,
  );
});
