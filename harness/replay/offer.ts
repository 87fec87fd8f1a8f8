/** What of a suite is asked of an engine: what it does not offer is not seen, which is neither right nor wrong. */

import type { Offers } from "../engine.ts";
import type { CaseFile } from "../golden/golden.ts";
import { COMPILED, COMPILED_SCALARS, COMPILED_SIZES } from "./fields.ts";
import { labelOf } from "./labels.ts";

/** How much of a suite is looked at. */
export const LEVELS = ["model", "state", "dynamics", "full"] as const;

/** One of these. */
export type Level = typeof LEVELS[number];

/** Precisions in which engines compute. */
export const PRECISIONS = ["f64", "f32", "bits"] as const satisfies Manner["precision"][];

/** How an engine is judged. */
export interface Manner {
  /** the precision in which it computes; `bits` promises MuJoCo's bits, so that no difference is allowed */
  readonly precision: "f64" | "f32" | "bits";
  /** whether contacts come in MuJoCo's order */
  readonly contacts: "ordered" | "unordered";
}

/** What an engine offers, and at which level it is asked. */
export interface Offer extends Manner {
  /** fields by name; functions are `call.` and their name */
  readonly fields: "all" | readonly string[];
  /** functions by name, if they are not among the fields; all by default */
  readonly functions?: "all" | readonly string[] | undefined;
  /** ways in which it can be driven */
  readonly drives: "all" | readonly string[];
  /** how much is looked at */
  readonly level: Level;
}

/** Everything. */
export const EVERYTHING: Offer = {
  fields: "all",
  drives: "all",
  level: "full",
  precision: "f64",
  contacts: "ordered",
};

/** Physical quantities, as opposed to how a solver finds them. */
const DYNAMICS =
  /^(?:next\.|q(?:acc|frc_)|actuator_|act_dot|sensordata|energy|ncon|contact\.(?:geom|dist|pos|frame)|x|c?vel)/;

/** The state after a step. */
const STATE = /^next\.(?:time|qpos|qvel|act)$/;

/** Which fields of a model are compared. */
const MODEL = new Set([...COMPILED, ...COMPILED_SIZES, ...COMPILED_SCALARS]);

/** Tells what is seen of cases. */
export class View {
  #fields: ReadonlySet<string> | null;
  #functions: ReadonlySet<string> | null;
  #drives: ReadonlySet<string> | null;
  #level: Level;

  /** Sees what is offered. */
  constructor({ fields, functions = "all", drives, level }: Omit<Offer, keyof Manner>) {
    this.#fields = fields === "all" ? null : new Set(fields);
    this.#functions = functions === "all" ? null : new Set(functions);
    this.#drives = drives === "all" ? null : new Set(drives);
    this.#level = level;
  }

  /** Is anything of a case seen? */
  hasCase({ kind, drive = "step" }: CaseFile): boolean {
    const isModel = kind !== "trajectory";
    if (this.#level !== "full" && isModel !== (this.#level === "model")) return false;
    return isModel || this.#drives === null || this.#drives.has(drive);
  }

  /** Is a field of a golden seen, by its label? */
  has(label: string): boolean {
    if (label.startsWith("free ")) return this.has(`next.${label.slice(5)}`);
    const { role, name } = labelOf(label);
    if (role === "called" && this.#functions !== null) {
      if (!this.#functions.has(name)) return false;
    } else if (this.#fields !== null && !this.#fields.has(role === "called" ? label : name)) return false;
    switch (this.#level) {
      case "state":
        return STATE.test(label);
      case "dynamics":
        return DYNAMICS.test(label);
      case "model":
        return MODEL.has(name);
      default:
        return true;
    }
  }

  /** Does the engine offer a field, at whatever level? Lists of contacts and rows are matched by such. */
  offers(field: string): boolean {
    return this.#fields === null || this.#fields.has(field);
  }
}

/** Tells what is seen of cases; null where that is everything. */
export function viewOf(offer: Omit<Offer, keyof Manner>): View | null {
  const { fields, functions = "all", drives, level } = offer;
  return fields === "all" && functions === "all" && drives === "all" && level === "full" ? null : new View(offer);
}

/** How an engine is judged, by what it says of itself. */
export function mannerOf({ precision, contacts }: Pick<Offers, "precision" | "contacts"> = {}): Manner {
  return {
    precision: PRECISIONS.find((it) => it === precision) ?? "f64",
    contacts: contacts === "unordered" ? "unordered" : "ordered",
  };
}
