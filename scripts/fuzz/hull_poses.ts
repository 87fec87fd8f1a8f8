/**
 * Two convex geoms, most of them hulls with many vertices, in random poses: differences of their contacts from
 * MuJoCo's.
 */

import { compile, Data, type Model } from "@plumbline/sim";
import { collision } from "../../engine/collision/collision.ts";
import { normalizeVec } from "../../engine/math/normalize.ts";
import { kinematics } from "../../engine/forward.ts";
import { HarnessError } from "../../harness/engine.ts";
import type { MujocoEngine, MujocoSimulation } from "../../harness/engines/mujoco.ts";
import { Random } from "./random.ts";

/** Depths between which poses are spread evenly in their logarithm; the largest is a part of the size. */
const SHALLOW = 1e-9;
const DEEPEST = 0.5;

/** Compared fields of a contact. */
const FIELDS = ["dist", "pos", "frame"] as const;

/** Number of poses by outcome. */
export interface PoseTally {
  poses: number;
  /** poses with contacts in MuJoCo */
  touching: number;
  contacts: number;
  differ: number;
}

/** A pose in which contacts differ. */
export interface Found {
  readonly pose: number;
  readonly qpos: Float64Array;
  readonly what: string;
}

/** Runs a model through poses in both engines. */
export class HullPoses {
  readonly #model: Model;
  readonly #data: Data;
  readonly #theirs: MujocoSimulation;
  readonly #random: Random;

  private constructor(xml: string, seed: number, theirs: MujocoSimulation) {
    this.#model = compile(xml);
    this.#data = new Data(this.#model);
    this.#theirs = theirs;
    this.#random = new Random(seed);
  }

  /** Loads a document in both engines. */
  static async open(mujoco: MujocoEngine, xml: string, seed: number): Promise<HullPoses> {
    const loaded = await mujoco.load(xml, new Map());
    if (loaded.outcome !== "loaded") throw new HarnessError(`MuJoCo refuses the hulls of seed ${seed}`);
    return new HullPoses(xml, seed, loaded.simulation as MujocoSimulation);
  }

  close(): void {
    this.#theirs.close();
  }

  /** Tries the given number of poses, and returns those that differ. */
  run(poses: number, tally: PoseTally): Found[] {
    const found: Found[] = [];
    for (let pose = 0; pose < poses; pose++) {
      this.#place();
      const what = this.#compare(tally);
      tally.poses++;
      if (what === null) continue;
      tally.differ++;
      found.push({ pose, qpos: this.#data.qpos.slice(), what });
    }
    return found;
  }

  /** Rotates both geoms randomly and moves the second into the first by a random depth. */
  #place(): void {
    const r = this.#random;
    const m = this.#model;
    const d = this.#data;
    const { qpos } = d;
    for (const at of [0, 7]) {
      for (let k = 0; k < 7; k++) qpos[at + k] = 2 * r.unit() - 1;
      normalizeVec(qpos, at, 3);
      normalizeVec(qpos, at + 3, 4);
    }
    const far = r.unit() * (m.geom_rbound[0] + m.geom_rbound[1]);
    for (let k = 0; k < 3; k++) {
      qpos[7 + k] *= far;
      qpos[k] = 0;
    }
    kinematics(m, d);
    collision(m, d);
    if (d.ncon === 0 || r.chance(0.1)) return;

    // along the normal, the depth grows by the way
    const deepest = DEEPEST * Math.min(m.geom_rbound[0], m.geom_rbound[1]);
    const depth = SHALLOW * (deepest / SHALLOW) ** r.unit();
    for (let k = 0; k < 3; k++) qpos[7 + k] -= (d.contact.dist[0] + depth) * d.contact.frame[k];
  }

  /** What differs in the pose of the data, or null. */
  #compare(tally: PoseTally): string | null {
    const m = this.#model;
    const d = this.#data;
    const { mj, model, data } = this.#theirs;
    data.qpos.set(d.qpos);
    mj.mj_kinematics(model, data);
    mj.mj_collision(model, data);
    kinematics(m, d);
    collision(m, d);

    const count = Number(data.ncon);
    if (count > 0) tally.touching++;
    tally.contacts += count;
    if (count !== d.ncon) return `${d.ncon} contacts, MuJoCo has ${count}`;
    const all = data.contact;
    try {
      for (let i = 0; i < count; i++) {
        const contact = all.get(i);
        for (const field of FIELDS) {
          const theirs = field === "dist" ? [contact.dist] : contact[field];
          const ours = d.contact[field];
          for (let k = 0; k < theirs.length; k++) {
            const got = ours[i * theirs.length + k];
            if (!Object.is(got, theirs[k]) && got !== theirs[k]) {
              contact.delete();
              return `contact ${i} ${field}[${k}]: ${got}, MuJoCo has ${theirs[k]}`;
            }
          }
        }
        contact.delete();
      }
    } finally {
      all.delete();
    }
    return null;
  }
}
