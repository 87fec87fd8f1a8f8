/** Speed of collision detection alone, on recorded poses. */

import { compile, Data, forward, type Model } from "@plumbline/sim";
import { collision } from "../engine/collision/collision.ts";
import { HarnessError } from "../harness/engine.ts";
import type { Foreign } from "../harness/engines/model_of_mujoco.ts";
import type { CollisionScene } from "./bench_collision_scenes.ts";
import { bytesPerCall } from "./bench_allocation.ts";
import { type Sides, takeTurns, warmUp } from "./bench_slices.ts";
import type { CollisionRow } from "./bench_table.ts";

/** Fields of the data read by collision detection. */
const POSES = ["xpos", "xmat", "xipos", "ximat", "geom_xpos", "geom_xmat"] as const;

type Pose = Record<(typeof POSES)[number], Float64Array>;

const STATES = 16;
const SPACING = 20;
// duration of a slice of MuJoCo (ms)
const SLICE = 0.15;
// contacts per pose, on which both sides must agree
const COMPARED = ["dist", "pos", "frame"] as const;

/** Measures one scene, a row per moment. */
export async function measureCollision(mj: Foreign, scene: CollisionScene, seconds: number): Promise<CollisionRow[]> {
  const { model } = scene;
  const xml = "xml" in model
    ? model.xml
    : await Deno.readTextFile(new URL(`./bench/${model.file}.xml`, import.meta.url));
  mj.FS.writeFile("/bench.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/bench.xml");
  const m = compile(xml);

  const rows: CollisionRow[] = [];
  for (const moment of ["moving", "settled"] as const) {
    const start = scene[moment];
    if (start === undefined) continue;
    const fd = new mj.MjData(fm);
    const poses = record(mj, fm, fd, start, moment === "moving" ? scene.drive ?? 0 : 0);
    const figures = await measurePoses(mj, fm, fd, m, poses, seconds, scene);
    rows.push({ scene: scene.name, about: scene.about, moment, ...figures });
    fd.delete();
  }
  fm.delete();
  return rows;
}

/** Poses along MuJoCo's own trajectory. */
function record(mj: Foreign, fm: Foreign, fd: Foreign, start: number, drive: number): Pose[] {
  const poses: Pose[] = [];
  for (let i = 0; poses.length < STATES; i++) {
    if (i >= start && (i - start) % SPACING === 0) {
      mj.mj_kinematics(fm, fd);
      mj.mj_comPos(fm, fd);
      poses.push(Object.fromEntries(POSES.map((name) => [name, Float64Array.from(fd[name])])) as Pose);
    }
    for (let k = 0; k < fm.nu; k++) fd.ctrl[k] = drive * Math.sin(3 * fd.time + 1.7 * k);
    mj.mj_step(fm, fd);
  }
  return poses;
}

function take(d: Foreign, pose: Pose): void {
  for (const name of POSES) d[name].set(pose[name]);
}

async function measurePoses(
  mj: Foreign,
  fm: Foreign,
  fd: Foreign,
  m: Model,
  poses: readonly Pose[],
  seconds: number,
  scene: CollisionScene,
): Promise<Omit<CollisionRow, "scene" | "about" | "moment">> {
  const d = new Data(m);
  forward(m, d);

  // both sides must find the same contacts
  let contacts = 0;
  for (const pose of poses) {
    take(fd, pose);
    take(d, pose);
    mj.mj_collision(fm, fd);
    collision(m, d);
    if (!sameContacts(fd, d)) throw new HarnessError(`scene '${scene.name}': contacts differ from MuJoCo's`);
    contacts += d.ncon / poses.length;
  }

  const t0 = performance.now();
  for (let i = 0; i < 100; i++) mj.mj_collision(fm, fd);
  const calls = Math.max(4, Math.round(SLICE / ((performance.now() - t0) / 100)));

  const sides: Sides = {
    mujoco: {
      prepare: (i) => take(fd, poses[i % STATES]),
      run: (n) => {
        for (let k = 0; k < n; k++) mj.mj_collision(fm, fd);
      },
    },
    plumbline: {
      prepare: (i) => take(d, poses[i % STATES]),
      run: (n) => {
        for (let k = 0; k < n; k++) collision(m, d);
      },
    },
  };
  await warmUp(sides, calls);
  const figures = takeTurns(sides, calls, seconds);
  take(d, poses[0]);
  return { contacts: Math.round(contacts), ...figures, bytes: await bytesPerCall(() => collision(m, d)) };
}

function sameContacts(fd: Foreign, d: Data): boolean {
  if (fd.ncon !== d.ncon) return false;
  const list = fd.contact;
  let same = true;
  for (let i = 0; i < d.ncon; i++) {
    const contact = list.get(i);
    for (const name of COMPARED) {
      const theirs: ArrayLike<number> = name === "dist" ? [contact.dist] : contact[name];
      for (let k = 0; k < theirs.length; k++) same &&= theirs[k] === d.contact[name][theirs.length * i + k];
    }
    contact.delete();
  }
  list.delete();
  return same;
}
