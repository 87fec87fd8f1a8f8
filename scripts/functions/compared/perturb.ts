import assert from "node:assert/strict";
import { Mouse, PertBit, type Perturb, type Scene } from "../../../mod.ts";
import { type Pair, same, sameData, testCalls } from "./pair.ts";
import { someScene, theirScene } from "./scenes.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

const ARRAYS = ["refpos", "refquat", "refselpos", "localpos"] as const;
const NUMBERS = ["select", "flexselect", "skinselect", "active", "active2", "localmass", "scale"] as const;

function samePerturb(ours: Perturb, theirs: Foreign, what: string): void {
  for (const name of ARRAYS) same(ours[name], theirs[name], `${what}: ${name}`);
  same(NUMBERS.map((name) => ours[name]), NUMBERS.map((name) => theirs[name]), what);
}

/** The same body selected in both, at some point of it, from where a camera looks. */
function grab({ m, d, fm, fd, next }: Pair, select: number, view: Scene, scene: Foreign): [Perturb, Foreign] {
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
    const view = someScene(m, next, body % 3 === 0 ? 1 : 0);
    const scene = theirScene(view);
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
  "initPerturb, movePerturb and applyPerturbForce give what MuJoCo's give"(pair) {
    const { m, d, fm, fd } = pair;
    Object.assign(m.vis.map, { stiffness: 120, stiffnessrot: 370 });
    Object.assign(fm.vis.map, { stiffness: 120, stiffnessrot: 370 });
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

comparison("unknown actions are rejected", () => {
  const model = plumbline.compile("<mujoco/>");
  const data = new plumbline.Data(model);
  const scene = someScene(model, () => 0.5, 0);
  assert.throws(
    () => plumbline.movePerturb(model, data, 9, 0, 0, scene, plumbline.defaultPerturb()),
    /^RangeError: movePerturb: 9 is not a value of Mouse/,
  );
});
