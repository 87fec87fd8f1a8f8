/** A step that failed a comparison, as two frames: where everything is in MuJoCo, and in the engine. */

import { Data } from "../../engine/data.ts";
import { forward } from "../../engine/forward.ts";
import type { Model } from "../../engine/types/model.ts";
import { texturePixels } from "./file_texture.ts";
import { copyFields } from "./frame.ts";
import type { Contacts, FileMap, Frame, Scenery } from "./messages.ts";
import { sceneryOf } from "./scenery.ts";
import { compileFiles } from "./simulation.ts";

/** Values by field; null for what is not finite. */
type Pose = Readonly<Record<string, readonly (number | null)[]>>;

/** What a report says about the step. */
export interface Recorded {
  step: number;
  state: Pose;
  expected: Pose;
  got: Pose;
  /** the contact that the failure is about, or -1 */
  contact: number;
  main: string;
  /** in base64 */
  files: Readonly<Record<string, string>>;
}

/** What there is to draw. */
export interface Still {
  scenery: Scenery;
  expected: Frame;
  got: Frame;
}

/** Compiles the model, and computes what is not recorded. */
export async function stillOf({ main, files, state, expected, got }: Recorded): Promise<Still> {
  const bytes: FileMap = new Map(Object.entries(files).map(([path, text]) => [path, fromBase64(text)]));
  const { spec, model, warnings } = compileFiles(main, bytes);
  const data = new Data(model);
  const frameOf = (pose: Pose) => frameAt(model, data, { ...state, ...pose });
  const first = frameOf(expected);
  const second = frameOf(got);
  const { geom_xpos, geom_xmat } = second.fields as Record<string, Float64Array>;
  const ghost = { name: "engine", geom_xpos, geom_xmat, drift: {}, contacts: second.contacts.count };
  const scenery = sceneryOf(model, data, spec, await texturePixels(spec, bytes), warnings);
  return { scenery, expected: { ...first, ghost }, got: second };
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

function frameAt(model: Model, data: Data, pose: Pose): Frame {
  for (const name of ["qpos", "mocap_pos", "mocap_quat"] as const) {
    const values = pose[name] ?? [];
    if (values.length === data[name].length) data[name].set(numbers(values));
  }
  forward(model, data);
  const fields = copyFields(model, data);
  for (const [name, array] of Object.entries(fields)) {
    const values = pose[name];
    if (values !== undefined && values.length <= array.length) array.set(numbers(values));
  }
  return {
    time: data.time,
    fields,
    contacts: contactsOf(pose),
    factor: 0,
    wanted: 1,
    isPaused: true,
    past: 0,
    cost: 0,
    energy: 0,
    solver: { rows: 0, islands: 0, iterations: 0 },
    samples: new Float64Array(0),
    pull: { body: 0, from: [], to: [] },
    warnings: [],
    ghost: undefined,
  };
}

function contactsOf(pose: Pose): Contacts {
  const list = (name: string, columns: number) => numbers((pose[`contact.${name}`] ?? []).slice(0, columns * count));
  const count = Math.min(pose.ncon?.[0] ?? 0, (pose["contact.pos"]?.length ?? 0) / 3);
  return {
    count,
    pos: list("pos", 3),
    frame: list("frame", 9),
    dist: list("dist", 1),
    geom: Int32Array.from(list("geom", 2)),
    flex: new Int32Array(2 * count).fill(-1),
    isActive: new Uint8Array(count).fill(1),
    island: new Int32Array(count).fill(-1),
    force: new Float64Array(3 * count),
  };
}

function numbers(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (x) => x ?? NaN);
}
