/**
 * Impedance and reference of constraint rows: how strongly a row resists violation, and the stiffness and damping of
 * the spring that restores it. See "Constraint model" in the Computation chapter of the MuJoCo documentation.
 */

import { pow } from "../math/scalar.ts";
import { norm } from "../math/vec.ts";
import { isDisabled } from "../model/queries.ts";
import { MAXIMP, MINIMP, MINVAL, NIMP, NREF } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit, Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { CONTACT_ELLIPTIC, CONTACT_PYRAMIDAL, EQUALITY, FRICTION_DOF, FRICTION_TENDON, LIMIT_JOINT, LIMIT_TENDON } =
  Constraint;
const { REFSAFE } = DisableBit;
const { CONNECT, WELD } = Eq;

const DEFAULT_TIMECONST = 0.02;
const DEFAULT_DAMPRATIO = 1;

// parameters of the current constraint; V8-2
const reg = new Float64Array(15);
const TIMECONST = 0; // or minus stiffness
const DAMPRATIO = 1; // or minus damping
const FRICTION_TIMECONST = 2;
const FRICTION_DAMPRATIO = 3;
const DMIN = 4;
const DMAX = 5;
const WIDTH = 6;
const MIDPOINT = 7;
const POWER = 8;
const IMPEDANCE = 9;
const SLOPE = 10;
const VIOLATION = 11; // in units of the width
const STIFFNESS = 12;
const DAMPING = 13;
const SHORTEST = 14; // time constant

/** Fills `efc_KBIP`, `efc_R`, and `efc_D`, adjusts `efc_diagApprox` to match them, and sets the contacts' `mu`. */
export function makeImpedance(m: Model, d: Data): void {
  const { nefc, efc_type, efc_id, efc_pos, efc_margin, efc_diagApprox, efc_KBIP, efc_R, efc_D, contact } = d;
  const refsafe = !isDisabled(m, REFSAFE);
  // stable integration requires a time constant of at least two steps
  reg[SHORTEST] = refsafe ? 2 * m.opt.timestep : 0;

  let lastType = -1;
  let lastId = -1;
  for (let i = 0; i < nefc;) {
    const type = efc_type[i];
    const id = efc_id[i];
    // a flex has many rows
    if (type !== lastType || id !== lastId) readParameters(m, d, type, id);
    lastType = type;
    lastId = id;

    // rows of one constraint share its impedance
    let size = 1;
    reg[VIOLATION] = efc_pos[i];
    if (type === CONTACT_ELLIPTIC) {
      size = contact.dim[id];
    } else if (type === CONTACT_PYRAMIDAL) {
      size = 2 * (contact.dim[id] - 1);
    } else if (type === EQUALITY && m.eq_type[id] === WELD) {
      size = 6;
      reg[VIOLATION] = norm(efc_pos, i, 6);
    } else if (type === EQUALITY && m.eq_type[id] === CONNECT) {
      size = 3;
      reg[VIOLATION] = norm(efc_pos, i, 3);
    }
    reg[VIOLATION] = (reg[VIOLATION] - efc_margin[i]) / reg[WIDTH];
    evaluateImpedance();
    const impedance = reg[IMPEDANCE];
    const slope = reg[SLOPE];
    const stiffness = reg[STIFFNESS];
    const damping = reg[DAMPING];

    // normal rows, or all rows without distinction
    for (let k = 0; k < size; k++) {
      efc_R[i + k] = Math.max(MINVAL, (1 - impedance) * efc_diagApprox[i + k] / impedance);
      efc_KBIP[4 * (i + k)] = stiffness;
      efc_KBIP[4 * (i + k) + 1] = damping;
      efc_KBIP[4 * (i + k) + 2] = impedance;
      efc_KBIP[4 * (i + k) + 3] = slope;
    }

    // friction rows of an elliptic cone: no stiffness, and possibly their own damping
    if (type === CONTACT_ELLIPTIC) {
      const frictionTimeconst = reg[FRICTION_TIMECONST];
      const frictionDampratio = reg[FRICTION_DAMPRATIO];
      const dmax = reg[DMAX];
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
    } else if (type === CONTACT_PYRAMIDAL) {
      pyramidal(m, d, i, id, size);
    }

    for (let k = i; k < i + size; k++) {
      efc_D[k] = 1 / efc_R[k];
      efc_diagApprox[k] = efc_R[k] * impedance / (1 - impedance);
    }
    i += size;
  }
}

/**
 * Elliptic cone: the regularization of friction rows is that of the normal divided by `impratio`, and scaled by their
 * coefficients.
 */
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

/** Pyramidal cone: one regularization for all edges, chosen so that friction matches the elliptic cone. */
function pyramidal(m: Model, d: Data, i: number, id: number, size: number): void {
  const { contact, efc_R } = d;
  const { friction, mu } = contact;
  const tangential = efc_R[i] / Math.max(MINVAL, m.opt.impratio);
  mu[id] = friction[5 * id] * Math.sqrt(tangential / efc_R[i]);
  const regularization = 2 * mu[id] * mu[id] * efc_R[i];
  for (let k = 0; k < size; k++) efc_R[i + k] = regularization;
}

/** Reads solref and solimp of the element to which a constraint belongs, and derives stiffness and damping. */
function readParameters(m: Model, d: Data, type: number, id: number): void {
  reg[FRICTION_TIMECONST] = 0;
  reg[FRICTION_DAMPRATIO] = 0;
  switch (type) {
    case EQUALITY:
      read(m.eq_solref, m.eq_solimp, id);
      break;
    case LIMIT_JOINT:
      read(m.jnt_solref, m.jnt_solimp, id);
      break;
    case FRICTION_DOF:
      read(m.dof_solref, m.dof_solimp, id);
      break;
    case LIMIT_TENDON:
      read(m.tendon_solref_lim, m.tendon_solimp_lim, id);
      break;
    case FRICTION_TENDON:
      read(m.tendon_solref_fri, m.tendon_solimp_fri, id);
      break;
    default:
      read(d.contact.solref, d.contact.solimp, id);
      reg[FRICTION_TIMECONST] = d.contact.solreffriction[NREF * id];
      reg[FRICTION_DAMPRATIO] = d.contact.solreffriction[NREF * id + 1];
  }

  // both numbers must be positive (standard format) or nonpositive (direct format); otherwise the default applies
  if ((reg[TIMECONST] > 0) !== (reg[DAMPRATIO] > 0)) {
    reg[TIMECONST] = DEFAULT_TIMECONST;
    reg[DAMPRATIO] = DEFAULT_DAMPRATIO;
  }
  if ((reg[FRICTION_TIMECONST] > 0) !== (reg[FRICTION_DAMPRATIO] > 0)) {
    reg[FRICTION_TIMECONST] = 0;
    reg[FRICTION_DAMPRATIO] = 0;
  }
  if (reg[TIMECONST] > 0) reg[TIMECONST] = Math.max(reg[TIMECONST], reg[SHORTEST]);
  if (reg[FRICTION_TIMECONST] > 0) reg[FRICTION_TIMECONST] = Math.max(reg[FRICTION_TIMECONST], reg[SHORTEST]);

  const timeconst = reg[TIMECONST];
  const dampratio = reg[DAMPRATIO];
  const dmax = reg[DMAX];
  const isFriction = type === FRICTION_DOF || type === FRICTION_TENDON;
  reg[STIFFNESS] = isFriction
    ? 0
    : timeconst > 0
    ? 1 / Math.max(MINVAL, dmax * dmax * timeconst * timeconst * dampratio * dampratio)
    : -timeconst / Math.max(MINVAL, dmax * dmax);
  reg[DAMPING] = dampratio > 0 ? 2 / Math.max(MINVAL, dmax * timeconst) : -dampratio / Math.max(MINVAL, dmax);
}

function read(solref: Float64Array, solimp: Float64Array, id: number): void {
  reg[TIMECONST] = solref[NREF * id];
  reg[DAMPRATIO] = solref[NREF * id + 1];
  reg[DMIN] = Math.min(MAXIMP, Math.max(MINIMP, solimp[NIMP * id]));
  reg[DMAX] = Math.min(MAXIMP, Math.max(MINIMP, solimp[NIMP * id + 1]));
  reg[WIDTH] = Math.max(0, solimp[NIMP * id + 2]);
  reg[MIDPOINT] = Math.min(MAXIMP, Math.max(MINIMP, solimp[NIMP * id + 3]));
  reg[POWER] = Math.max(1, solimp[NIMP * id + 4]);
}

/** Impedance as a sigmoid of the violation: dmin at zero, dmax at the width and beyond. */
function evaluateImpedance(): void {
  const signed = reg[VIOLATION];
  const dmin = reg[DMIN];
  const dmax = reg[DMAX];
  const width = reg[WIDTH];
  const midpoint = reg[MIDPOINT];
  const power = reg[POWER];

  reg[SLOPE] = 0;
  if (dmin === dmax || width <= MINVAL) {
    reg[IMPEDANCE] = 0.5 * (dmin + dmax);
    return;
  }

  const x = Math.abs(signed);
  if (x >= 1 || x <= 0) {
    reg[IMPEDANCE] = x >= 1 ? dmax : dmin;
    return;
  }

  let y = x;
  let derivative = 1;
  if (power === 2) {
    // the default power, without a call
    if (x <= midpoint) {
      const a = 1 / midpoint;
      y = a * (x * x);
      derivative = 2 * a * x;
    } else {
      const b = 1 / (1 - midpoint);
      y = 1 - b * ((1 - x) * (1 - x));
      derivative = 2 * b * (1 - x);
    }
  } else if (power !== 1) {
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
  reg[IMPEDANCE] = dmin + y * (dmax - dmin);
  reg[SLOPE] = derivative * (signed < 0 ? -1 : 1) * (dmax - dmin) / width;
}

/** Small powers as products, which round differently from `pow`. */
function powerOf(x: number, exponent: number): number {
  if (exponent === 1) return x;
  if (exponent === 2) return x * x;
  return pow(x, exponent);
}
