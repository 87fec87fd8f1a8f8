/** Names of kinds of objects, and texts about warnings. */

import { Obj, Warning } from "../types/enums.ts";

/** Kinds that are no objects of a model. */
const UNNAMED: ReadonlySet<string> = new Set(["UNKNOWN", "N", "FRAME", "DEFAULT", "MODEL"]);

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(Obj).filter(([name]) => !UNNAMED.has(name)).map(([name, value]) => [value, name.toLowerCase()]),
);

/** Name of a kind of objects, a value of `Obj`; null if there is none. */
export function type2Str(type: number): string | null {
  return type === Obj.FRAME ? "frame" : NAMES.get(type) ?? null;
}

/** The value of `Obj` with that name, or `Obj.UNKNOWN`. */
export function str2Type(name: string): number {
  for (const [type, its] of NAMES) if (its === name) return type;
  return Obj.UNKNOWN;
}

const SUFFIXES = ["", "K", "M", "G", "T", "P", "E"];

/** A number of bytes, with a suffix if it is a power of 1024 times a whole number. */
export function writeNumBytes(nbytes: number): string {
  let rest = nbytes;
  let k = 0;
  while (k < SUFFIXES.length - 1 && rest >= 1024 && rest % 1024 === 0) {
    rest /= 1024;
    k++;
  }
  return `${rest}${SUFFIXES[k]}`;
}

const UNSTABLE = "The simulation is unstable.";

/** What the values of `Warning` mean; `info` is `data.warning.lastinfo`. */
const TEXTS: Readonly<Record<number, (info: number) => string>> = {
  [Warning.INERTIA]: (info) => `The inertia matrix is almost singular at dof ${info}: check the model.`,
  [Warning.CONTACTFULL]: (info) => `Too many contacts for the arena (${info} fit): increase <size memory>.`,
  [Warning.CNSTRFULL]: (info) =>
    `Constraint rows do not fit into an arena of ${writeNumBytes(info)} bytes: increase it.`,
  [Warning.VGEOMFULL]: (info) => `There is no room for more than ${info} visual geoms.`,
  [Warning.BADQPOS]: (info) => `qpos[${info}] is NaN or too large. ${UNSTABLE}`,
  [Warning.BADQVEL]: (info) => `qvel[${info}] is NaN or too large. ${UNSTABLE}`,
  [Warning.BADQACC]: (info) => `qacc[${info}] is NaN or too large. ${UNSTABLE}`,
  [Warning.BADCTRL]: (info) => `ctrl[${info}] is NaN or too large. ${UNSTABLE}`,
};

/** What a warning means: a value of `Warning`, and its detail from `data.warning.lastinfo`. */
export function warningText(warning: number, info: number): string {
  return TEXTS[warning]?.(info) ?? `There is no warning ${warning}.`;
}
