/** The first failing step as a picture: where everything is, in MuJoCo and in the engine. */

import { Constraint } from "../../engine/types/enums.ts";
import type { Numbers, Readable } from "../engine.ts";
import type { FrameReader } from "../golden/frames.ts";
import type { Failure } from "./result.ts";

/** Values by field; null for what is not finite. */
export type Pose = Readonly<Record<string, readonly (number | null)[]>>;

/** What it takes to draw a step twice. */
export interface Scene {
  /** the step */
  readonly step: number;
  /** the state in which it begins */
  readonly state: Pose;
  /** where everything is according to MuJoCo */
  readonly expected: Pose;
  /** the same according to the engine */
  readonly got: Pose;
  /** the contact that the failure is about, or -1 */
  readonly contact: number;
}

const STATE = ["qpos", "mocap_pos", "mocap_quat"] as const;

/** What a drawing shows, as far as it is recorded. */
const DRAWN = [
  ...["xpos", "xquat", "xmat", "xipos", "ximat", "geom_xpos", "geom_xmat", "site_xpos", "site_xmat"],
  ...["cam_xpos", "cam_xmat", "light_xpos", "light_xdir", "xanchor", "xaxis", "subtree_com"],
  ...["ten_wrapadr", "ten_wrapnum", "wrap_obj", "wrap_xpos", "flexvert_xpos"],
  ...["ncon", "contact.pos", "contact.frame", "contact.dist", "contact.geom"],
] as const;

/** Most numbers of a field that a page has room for. */
const MOST = 100_000;

/** The results of a frame. */
export function sceneOfFrame(frames: FrameReader, sim: Readable, step: number, failures: readonly Failure[]): Scene {
  const contacts = failures.filter((it) => it.step === step).map((it) => contactOf(it, frames, step));
  return {
    ...sidesOf(frames, sim, step, "", DRAWN),
    contact: contacts.find((contact) => contact >= 0) ?? -1,
  };
}

/** The state to which a step leads. */
export function sceneOfNext(frames: FrameReader, sim: Readable, step: number): Scene {
  return { ...sidesOf(frames, sim, step, "next.", STATE), contact: -1 };
}

function sidesOf(
  frames: FrameReader,
  sim: Readable,
  step: number,
  prefix: string,
  names: readonly string[],
): Omit<Scene, "contact"> {
  const expected: Record<string, (number | null)[]> = {};
  const got: Record<string, (number | null)[]> = {};
  for (const name of names) {
    const recorded = frames.get(prefix + name, step);
    if (recorded === undefined || recorded.length > MOST) continue;
    expected[name] = plain(recorded);
    const value = sim.read(name);
    if (value !== undefined) got[name] = plain(typeof value === "number" ? [value] : value);
  }
  const state = STATE.map((name) => [name, plain(frames.get(`state.${name}`, step) ?? [])]);
  return { step, state: Object.fromEntries(state), expected, got };
}

function plain(values: ArrayLike<number>): (number | null)[] {
  return Array.from(values, (x) => Number.isFinite(x) ? x : null);
}

/** The contact that a failing element belongs to, or -1. */
function contactOf({ field, diff }: Failure, frames: FrameReader, step: number): number {
  if (diff === undefined) return -1;
  const rowOf = (count: Numbers | undefined) => {
    const length = frames.get(field, step)?.length ?? 0;
    return count === undefined || count[0] < 1 ? -1 : Math.floor(diff.index / (length / count[0]));
  };
  if (field.startsWith("contact.")) return rowOf(frames.get("ncon", step));
  if (!field.startsWith("efc_")) return -1;
  const row = rowOf(frames.get("nefc", step));
  const type = frames.get("efc_type", step)?.[row] ?? -1;
  return type >= Constraint.CONTACT_FRICTIONLESS ? frames.get("efc_id", step)?.[row] ?? -1 : -1;
}
