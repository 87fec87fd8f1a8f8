/** MuJoCo's own WebAssembly build, as the twin of a simulation. */

import { Data } from "../../engine/data.ts";
import { forward } from "../../engine/forward.ts";
import { CONTACT_FIELDS, DATA_FIELDS, STAGES } from "../../engine/types/data_fields.ts";
import type { Model } from "../../engine/types/model.ts";
import type { FileMap, Ghost } from "../simulation/messages.ts";
import type { Twin } from "../simulation/twin.ts";

/** The bindings, as far as they are used here. */
// deno-lint-ignore no-explicit-any
type Bindings = any;

type Fields = Record<string, ArrayLike<number>>;

/** What a state consists of. */
const STATE = ["qpos", "qvel", "act", "qacc_warmstart", "mocap_pos", "mocap_quat", "userdata"] as const;

/** What a step is given from outside. */
const INPUTS = ["ctrl", "qfrc_applied", "xfrc_applied", "eq_active", "mocap_pos", "mocap_quat"] as const;

/** Fields whose differences are shown. */
const WATCHED = ["qpos", "qvel", "qacc", "qfrc_constraint", "actuator_force", "sensordata"] as const;

const FOLDER = "/model";

/** MuJoCo beside a simulation. */
export class MujocoTwin implements Twin {
  readonly name: string;
  #model: Bindings;
  #data: Bindings;

  constructor(private readonly mj: Bindings) {
    this.name = `MuJoCo ${mj.mj_versionString()}`;
  }

  load(main: string, files: FileMap): void {
    const { FS } = this.mj;
    this.#data?.delete();
    this.#model?.delete();
    this.#data = this.#model = undefined;
    for (const [path, bytes] of files) {
      const place = `${FOLDER}/${path}`;
      FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
      FS.writeFile(place, path === main ? withoutThreads(bytes) : bytes);
    }
    this.#model = this.mj.MjModel.mj_loadXML(`${FOLDER}/${main}`);
    this.#data = new this.mj.MjData(this.#model);
  }

  follow(_: Model, d: Data): void {
    this.#copy(d, STATE);
    this.#copy(d, INPUTS);
    this.#data.time = d.time;
    this.mj.mj_forward(this.#model, this.#data);
    // a warmstart is the acceleration of the step before
    this.#copy(d, ["qacc_warmstart"]);
  }

  listen(d: Data): void {
    this.#copy(d, INPUTS);
  }

  step(): void {
    this.mj.mj_step(this.#model, this.#data);
  }

  ghost(d: Data): Ghost {
    const theirs = this.#data as Fields;
    const ours = d as unknown as Fields;
    const drift = WATCHED.map((name) => [name, largestDifference(ours[name], theirs[name])]);
    return {
      name: this.name,
      geom_xpos: Float64Array.from(theirs.geom_xpos),
      geom_xmat: Float64Array.from(theirs.geom_xmat),
      drift: Object.fromEntries(drift),
      contacts: this.#data.ncon,
    };
  }

  firstDifference(m: Model): string {
    const d = new Data(m);
    const ours = d as unknown as Record<string, Float64Array>;
    for (const name of [...STATE, ...INPUTS]) {
      const values = this.#read(name);
      if (values !== undefined) ours[name].set(values);
    }
    d.time = this.#data.time;
    forward(m, d);
    const theirs = this.#data as Fields;
    const warmstart = Float64Array.from(theirs.qacc_warmstart);
    this.mj.mj_forward(this.#model, this.#data);
    (theirs.qacc_warmstart as Float64Array).set(warmstart);
    for (const count of ["ncon", "nefc"] as const) {
      if (d[count] !== this.#data[count]) return `${count}: ${d[count]} here, ${this.#data[count]} in ${this.name}`;
    }
    for (const stage of STAGES) {
      for (const [name, row] of Object.entries(DATA_FIELDS)) {
        const [dtype, rows, columns, of, origin] = row;
        // integers of islands and of sparse matrices mean something only where these are used
        const isResult = of === stage && dtype === "f64" && !origin.startsWith("scratch");
        const values = isResult ? this.#read(name) : undefined;
        if (values === undefined) continue;
        const size = (n: number | string) =>
          typeof n === "number" ? n : Number((d as unknown as Fields)[n] ?? (m as unknown as Fields)[n]);
        const text = this.#describe(name, ours[name], values, size(rows) * size(columns), stage);
        if (text !== undefined) return text;
      }
      if (stage !== "collision") continue;
      const contact = this.#data.contact;
      for (const name of Object.keys(CONTACT_FIELDS).filter((field) => field === "dist" || field === "pos")) {
        for (let i = 0; i < d.ncon; i++) {
          const other = contact.get(i);
          const value = other[name];
          const width = typeof value === "number" ? 1 : value.length;
          const mine = (d.contact as unknown as Fields)[name];
          for (let k = 0; k < width; k++) {
            const their = typeof value === "number" ? value : value[k];
            if (!Object.is(mine[width * i + k], their)) {
              return `contact.${name}[${width * i + k}] (${stage}): ${
                mine[width * i + k]
              } here, ${their} in ${this.name}`;
            }
          }
          other.delete?.();
        }
      }
    }
    return `From the state of ${this.name}, every field agrees to the last bit.`;
  }

  #describe(
    name: string,
    ours: ArrayLike<number>,
    theirs: ArrayLike<number>,
    length: number,
    stage: string,
  ): string | undefined {
    for (let i = 0; i < length; i++) {
      if (ours[i] === theirs[i] || (Number.isNaN(ours[i]) && Number.isNaN(theirs[i]))) continue;
      return `${name}[${i}] (${stage}): ${ours[i]} here, ${theirs[i]} in ${this.name}`;
    }
    return undefined;
  }

  #copy(d: Data, names: readonly string[]): void {
    const ours = d as unknown as Fields;
    for (const name of names) this.#read(name)?.set(ours[name]);
  }

  /** A field; undefined if this version does not have it, or cannot hand it out: some have no views of truth values. */
  #read(name: string): Float64Array | undefined {
    try {
      return this.#data[name];
    } catch (error) {
      if (!/unknown type/.test(String(error))) throw error;
      return undefined;
    }
  }
}

/** A Worker that waits for threads cannot start them, so MuJoCo's compiler must use none. */
function withoutThreads(document: Uint8Array): string {
  const text = new TextDecoder().decode(document);
  return text.replace(/<mujoco\b[^>]*[^/>]>|<mujoco>/, '$&<compiler usethread="false"/>');
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}
