/** How far a value may be from MuJoCo's, field by field and frame by frame. */

import type { Numbers } from "./engine.ts";
import { isIntegerField } from "./fields.ts";
import type { CaseFile, Minted } from "./golden.ts";
import type { Tolerance, ToleranceTable } from "./spec/spec.ts";

/** What a difference may be, for one field. */
export interface Bound {
  /** short text for messages: `exact`, `noise`, `fixed` */
  readonly kind: Tolerance["kind"];
  /** largest difference allowed in a frame, given what MuJoCo has there */
  allowed(frame: number, reference: Numbers): number;
}

/** Differences are measured against this many times the noise of MuJoCo against itself. */
const NOISE_FACTOR = 10;

/** Rounding of a few operations, relative to the largest element of a field. */
const RELATIVE_FLOOR = 1e-14;

/** No noise excuses more than this, relative to the largest element of a field, or to one. */
const CEILING = 1e-8;

/**
 * Floating point fields of the compiled model that are copied from the document or compared and chosen, never computed.
 */
const COPIED_MODEL: ReadonlySet<string> = new Set([
  ...["body_gravcomp", "body_margin", "body_user", "jnt_solref", "jnt_solimp", "jnt_stiffness", "jnt_actfrcrange"],
  ...["jnt_user", "dof_solref", "dof_solimp", "dof_frictionloss", "dof_armature", "dof_damping", "geom_solmix"],
  ...["geom_solref", "geom_solimp", "geom_friction", "geom_margin", "geom_gap", "geom_user", "geom_rgba", "site_user"],
  ...["site_rgba", "cam_user", "pair_solref", "pair_solreffriction", "pair_solimp", "pair_margin", "pair_gap"],
  ...["pair_friction", "eq_solref", "eq_solimp", "tendon_solref_lim", "tendon_solimp_lim", "tendon_solref_fri"],
  ...["tendon_solimp_fri", "tendon_margin", "tendon_stiffness", "tendon_damping", "tendon_armature"],
  ...["tendon_frictionloss", "tendon_user", "tendon_rgba", "actuator_user", "actuator_delay", "sensor_user"],
  ...["sensor_noise", "sensor_cutoff", "numeric_data", "key_time", "key_qvel", "key_act", "key_ctrl"],
]);

/** Floating point results that are copied from the model or chosen among values of it. */
const COPIED_RESULTS: ReadonlySet<string> = new Set([
  "efc_margin",
  "efc_frictionloss",
  "contact.includemargin",
  "contact.friction",
  "next.time",
]);

/** Defaults by field, as they were found. */
const defaults = new Map<string, Tolerance>();

/** The tolerance of a field where no table says otherwise. */
export function defaultTolerance(field: string): Tolerance {
  const found = defaults.get(field);
  if (found !== undefined) return found;
  const made: Tolerance = { kind: isExact(field) ? "exact" : "noise" };
  defaults.set(field, made);
  return made;
}

function isExact(field: string): boolean {
  return isIntegerField(field) || COPIED_MODEL.has(field) || COPIED_RESULTS.has(field) || field.startsWith("opt.");
}

/**
 * The tolerance of a field: the case's own, else its item's, else the default. A table may name `qpos` for `next.qpos`.
 */
export function toleranceOf(field: string, item: ToleranceTable, file: CaseFile): Tolerance {
  const base = field.startsWith("next.") ? field.slice(5) : field;
  return file.tolerances?.[field] ?? file.tolerances?.[base] ?? item[field] ?? item[base] ?? defaultTolerance(field);
}

/** Makes the bound of a field; takes a while only if that is an expression. */
export function boundOf(field: string, tolerance: Tolerance, noise: Minted["noise"]): Bound | Promise<Bound> {
  const { kind } = tolerance;
  switch (kind) {
    case "exact":
      return EXACT;
    case "noise":
      return noiseBound(noise?.[field] ?? 0);
    case "fixed": {
      const { bound } = tolerance;
      return typeof bound === "number" ? { kind, allowed: () => bound } : expressionBound(bound);
    }
  }
}

async function expressionBound(text: string): Promise<Bound> {
  const { compileExpression } = await import("./expression.ts");
  const evaluate = compileExpression(text);
  return { kind: "fixed", allowed: (_, reference) => evaluate(reference) };
}

/** No difference at all. */
export const EXACT: Bound = { kind: "exact", allowed: () => 0 };

/** Ten times the noise floor, at least the rounding of a few operations, at most the ceiling. */
export function noiseBound(floor: number | readonly number[]): Bound {
  return {
    kind: "noise",
    allowed: (frame, reference) => {
      const scale = largest(reference);
      const own = NOISE_FACTOR * (typeof floor === "number" ? floor : floor[frame]);
      return Math.min(Math.max(own, RELATIVE_FLOOR * scale), CEILING * Math.max(1, scale));
    },
  };
}

function largest(values: Numbers): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}
