/**
 * Impedance and reference of constraint rows: how strongly a row resists violation, and how stiff and damped the
 * spring is that brings it back. Computation chapter of the MuJoCo documentation, "Constraint model".
 */

import { pow } from "../math/scalar.ts";
import { norm } from "../math/vec.ts";
import { isDisabled } from "../support/flags.ts";
import { MAXIMP, MINIMP, MINVAL, NIMP, NREF } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { Constraint, DisableBit, Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

const DEFAULT_TIMECONST = 0.02;
const DEFAULT_DAMPRATIO = 1;

// parameters of the current constraint, set by readParameters
let timeconst = 0; // or minus stiffness
let dampratio = 0; // or minus damping
let frictionTimeconst = 0;
let frictionDampratio = 0;
let dmin = 0;
let dmax = 0;
let width = 0;
let midpoint = 0;
let power = 0;

// impedance of the current constraint and its derivative, set by evaluateImpedance
let impedance = 0;
let slope = 0;

/** Fills `efc_KBIP`, `efc_R` and `efc_D`, makes `efc_diagApprox` agree with them, and sets the contacts' `mu`. */
export function makeImpedance(m: Model, d: Data): void {
  const { nefc, efc_type, efc_id, efc_pos, efc_margin, efc_diagApprox, efc_KBIP, efc_R, efc_D, contact } = d;
  const refsafe = !isDisabled(m, DisableBit.REFSAFE);
  const shortest = 2 * m.opt.timestep;

  for (let i = 0; i < nefc;) {
    const type = efc_type[i];
    const id = efc_id[i];
    readParameters(m, d, type, id);

    // integrators need a time constant of at least two steps
    if (refsafe && timeconst > 0) timeconst = Math.max(timeconst, shortest);
    if (refsafe && frictionTimeconst > 0) frictionTimeconst = Math.max(frictionTimeconst, shortest);

    // rows of one constraint share its impedance
    let size = 1;
    let position = efc_pos[i];
    if (type === Constraint.CONTACT_ELLIPTIC) {
      size = contact.dim[id];
    } else if (type === Constraint.CONTACT_PYRAMIDAL) {
      size = 2 * (contact.dim[id] - 1);
    } else if (type === Constraint.EQUALITY && m.eq_type[id] === Eq.WELD) {
      size = 6;
      position = norm(efc_pos, i, 6);
    } else if (type === Constraint.EQUALITY && m.eq_type[id] === Eq.CONNECT) {
      size = 3;
      position = norm(efc_pos, i, 3);
    }
    evaluateImpedance(position, efc_margin[i]);

    // normal rows, or all rows without distinction
    const isFriction = type === Constraint.FRICTION_DOF || type === Constraint.FRICTION_TENDON;
    const stiffness = isFriction
      ? 0
      : timeconst > 0
      ? 1 / Math.max(MINVAL, dmax * dmax * timeconst * timeconst * dampratio * dampratio)
      : -timeconst / Math.max(MINVAL, dmax * dmax);
    const damping = dampratio > 0 ? 2 / Math.max(MINVAL, dmax * timeconst) : -dampratio / Math.max(MINVAL, dmax);
    for (let k = 0; k < size; k++) {
      efc_R[i + k] = Math.max(MINVAL, (1 - impedance) * efc_diagApprox[i + k] / impedance);
      efc_KBIP[4 * (i + k)] = stiffness;
      efc_KBIP[4 * (i + k) + 1] = damping;
      efc_KBIP[4 * (i + k) + 2] = impedance;
      efc_KBIP[4 * (i + k) + 3] = slope;
    }

    // friction rows of an elliptic cone: no stiffness, possibly a damping of their own
    if (type === Constraint.CONTACT_ELLIPTIC) {
      const own = frictionTimeconst !== 0 || frictionDampratio !== 0;
      const frictionDamping = !own
        ? damping
        : frictionDampratio > 0
        ? 2 / Math.max(MINVAL, dmax * frictionTimeconst)
        : -frictionDampratio / Math.max(MINVAL, dmax);
      for (let k = 1; k < size; k++) {
        efc_KBIP[4 * (i + k)] = 0;
        efc_KBIP[4 * (i + k) + 1] = frictionDamping;
      }
      elliptic(m, d, i, id);
    } else if (type === Constraint.CONTACT_PYRAMIDAL) {
      pyramidal(m, d, i, id, size);
    }

    for (let k = i; k < i + size; k++) {
      efc_D[k] = 1 / efc_R[k];
      efc_diagApprox[k] = efc_R[k] * impedance / (1 - impedance);
    }
    i += size;
  }
}

/** Elliptic cone: friction rows are softer than the normal by `impratio`, and in proportion to their coefficients. */
function elliptic(m: Model, d: Data, i: number, id: number): void {
  const { contact, efc_R } = d;
  const { friction, mu, dim } = contact;
  const f = 5 * id;
  efc_R[i + 1] = efc_R[i] / Math.max(MINVAL, m.opt.impratio);
  mu[id] = friction[f] * Math.sqrt(efc_R[i + 1] / efc_R[i]);
  for (let k = 1; k < dim[id] - 1; k++) {
    efc_R[i + k + 1] = efc_R[i + 1] * friction[f] * friction[f] / (friction[f + k] * friction[f + k]);
  }
}

/** Pyramidal cone: one regularization for all edges, such that friction matches the elliptic cone. */
function pyramidal(m: Model, d: Data, i: number, id: number, size: number): void {
  const { contact, efc_R } = d;
  const { friction, mu } = contact;
  const tangential = efc_R[i] / Math.max(MINVAL, m.opt.impratio);
  mu[id] = friction[5 * id] * Math.sqrt(tangential / efc_R[i]);
  const regularization = 2 * mu[id] * mu[id] * efc_R[i];
  for (let k = 0; k < size; k++) efc_R[i + k] = regularization;
}

/** Reads solref and solimp of the element that a constraint belongs to. */
function readParameters(m: Model, d: Data, type: number, id: number): void {
  frictionTimeconst = 0;
  frictionDampratio = 0;
  switch (type) {
    case Constraint.EQUALITY:
      read(m.eq_solref, m.eq_solimp, id);
      break;
    case Constraint.LIMIT_JOINT:
      read(m.jnt_solref, m.jnt_solimp, id);
      break;
    case Constraint.FRICTION_DOF:
      read(m.dof_solref, m.dof_solimp, id);
      break;
    case Constraint.LIMIT_TENDON:
      read(m.tendon_solref_lim, m.tendon_solimp_lim, id);
      break;
    case Constraint.FRICTION_TENDON:
      read(m.tendon_solref_fri, m.tendon_solimp_fri, id);
      break;
    default:
      read(d.contact.solref, d.contact.solimp, id);
      frictionTimeconst = d.contact.solreffriction[NREF * id];
      frictionDampratio = d.contact.solreffriction[NREF * id + 1];
  }

  // both numbers are positive (standard format) or neither is (direct format); else the default holds
  if ((timeconst > 0) !== (dampratio > 0)) {
    timeconst = DEFAULT_TIMECONST;
    dampratio = DEFAULT_DAMPRATIO;
  }
  if ((frictionTimeconst > 0) !== (frictionDampratio > 0)) {
    frictionTimeconst = 0;
    frictionDampratio = 0;
  }
}

function read(solref: Float64Array, solimp: Float64Array, id: number): void {
  timeconst = solref[NREF * id];
  dampratio = solref[NREF * id + 1];
  dmin = Math.min(MAXIMP, Math.max(MINIMP, solimp[NIMP * id]));
  dmax = Math.min(MAXIMP, Math.max(MINIMP, solimp[NIMP * id + 1]));
  width = Math.max(0, solimp[NIMP * id + 2]);
  midpoint = Math.min(MAXIMP, Math.max(MINIMP, solimp[NIMP * id + 3]));
  power = Math.max(1, solimp[NIMP * id + 4]);
}

/** Impedance as a sigmoid of the violation: dmin at none, dmax at `width` and beyond. */
function evaluateImpedance(position: number, margin: number): void {
  slope = 0;
  if (dmin === dmax || width <= MINVAL) {
    impedance = 0.5 * (dmin + dmax);
    return;
  }

  const signed = (position - margin) / width;
  const x = Math.abs(signed);
  if (x >= 1 || x <= 0) {
    impedance = x >= 1 ? dmax : dmin;
    return;
  }

  let y = x;
  let derivative = 1;
  if (power !== 1) {
    if (x <= midpoint) {
      const a = 1 / powerOf(midpoint, power - 1);
      y = a * powerOf(x, power);
      derivative = power * a * powerOf(x, power - 1);
    } else {
      const b = 1 / powerOf(1 - midpoint, power - 1);
      y = 1 - b * powerOf(1 - x, power);
      derivative = power * b * powerOf(1 - x, power - 1);
    }
  }
  impedance = dmin + y * (dmax - dmin);
  slope = derivative * (signed < 0 ? -1 : 1) * (dmax - dmin) / width;
}

function powerOf(x: number, exponent: number): number {
  if (exponent === 1) return x;
  if (exponent === 2) return x * x;
  return pow(x, exponent);
}
