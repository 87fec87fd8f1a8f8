/**
 * Impedance and reference of constraint rows: how strongly a row resists violation, and the stiffness and damping of
 * the spring that restores it. See "Constraint model" in the Computation chapter of the MuJoCo documentation.
 */

import { pow } from "../math/scalar.ts";
import * as queries from "../model/queries.ts";
import { MAXIMP, MINIMP, MINVAL, NIMP, NREF } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit, Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { isDisabled } = queries;
const TINY = MINVAL;
const REF = NREF;
const IMP = NIMP;
const {
  CONTACT_ELLIPTIC,
  CONTACT_FRICTIONLESS,
  CONTACT_PYRAMIDAL,
  EQUALITY,
  FRICTION_DOF,
  FRICTION_TENDON,
  LIMIT_JOINT,
  LIMIT_TENDON,
} = Constraint;
const { REFSAFE } = DisableBit;
const { CONNECT, WELD } = Eq;

const DEFAULT_TIMECONST = 0.02;
const DEFAULT_DAMPRATIO = 1;

// parameters of the current constraint; V8-2
const reg = new Float64Array(15);
const DMIN = 0;
const DMAX = 1;
const WIDTH = 2;
const MIDPOINT = 3;
const POWER = 4;
const IMPEDANCE = 5;
const SLOPE = 6;
const VIOLATION = 7; // in units of the width
const STIFFNESS = 8;
const DAMPING = 9;
const FRICTION_DAMPING = 10; // of the friction rows of an elliptic cone
const SHORTEST = 11; // time constant
const RATIO = 12; // of the regularization of normal rows to that of friction
const TIMECONST = 13; // or minus stiffness
const DAMPRATIO = 14; // or minus damping

// solref and solimp that the parameters were derived from
const source = new Float64Array(REF + IMP);

/** Fills `efc_KBIP`, `efc_R`, and `efc_D`, adjusts `efc_diagApprox` to match them, and sets the contacts' `mu`. */
export function makeImpedance(m: Model, d: Data): void {
  const { nefc, efc_type, efc_id, efc_pos, efc_margin, efc_diagApprox, efc_KBIP, efc_R, efc_D, contact } = d;
  const { dim, solref, solimp } = contact;
  // stable integration requires a time constant of at least two steps
  if (isDisabled(m, REFSAFE)) reg[SHORTEST] = 0;
  else reg[SHORTEST] = 2 * m.opt.timestep;
  reg[RATIO] = Math.max(TINY, m.opt.impratio);
  source[0] = NaN;

  let lastType = -1;
  let lastId = -1;
  for (let i = 0; i < nefc;) {
    const type = efc_type[i];
    const id = efc_id[i];

    // rows of one constraint share its impedance
    let size = 1;
    reg[VIOLATION] = efc_pos[i];
    if (type >= CONTACT_FRICTIONLESS) {
      read(solref, solimp, id);
      if (type === CONTACT_ELLIPTIC) size = dim[id];
      else if (type === CONTACT_PYRAMIDAL) size = 2 * (dim[id] - 1);
    } else {
      // a flex has many rows
      if (type !== lastType || id !== lastId) readParameters(m, type, id);
      lastType = type;
      lastId = id;
      if (type === EQUALITY) size = readEquality(m, efc_pos, i, id);
    }
    reg[VIOLATION] = (reg[VIOLATION] - efc_margin[i]) / reg[WIDTH];
    evaluateImpedance();
    const impedance = reg[IMPEDANCE];
    const slope = reg[SLOPE];
    const damping = reg[DAMPING];
    const stiffness = reg[STIFFNESS];
    const end = i + size;
    for (let k = 4 * i; k < 4 * end; k += 4) {
      efc_KBIP[k] = stiffness;
      efc_KBIP[k + 1] = damping;
      efc_KBIP[k + 2] = impedance;
      efc_KBIP[k + 3] = slope;
    }

    efc_R[i] = Math.max(TINY, (1 - impedance) * efc_diagApprox[i] / impedance);
    if (type === CONTACT_PYRAMIDAL) pyramidal(d, i, id);
    else if (type === CONTACT_ELLIPTIC) elliptic(d, i, id);
    else if (type === FRICTION_DOF || type === FRICTION_TENDON) efc_KBIP[4 * i] = 0;

    // edges of a pyramid, and most rows of an equality, have the same numbers
    const R = efc_R[i];
    const D = 1 / R;
    const diagonal = R * impedance / (1 - impedance);
    const weight = efc_diagApprox[i];
    efc_D[i] = D;
    efc_diagApprox[i] = diagonal;
    for (i++; i < end; i++) {
      if (type === CONTACT_PYRAMIDAL || (type === EQUALITY && efc_diagApprox[i] === weight)) {
        efc_R[i] = R;
        efc_D[i] = D;
        efc_diagApprox[i] = diagonal;
        continue;
      }
      if (type === EQUALITY) efc_R[i] = Math.max(TINY, (1 - impedance) * efc_diagApprox[i] / impedance);
      efc_D[i] = 1 / efc_R[i];
      efc_diagApprox[i] = efc_R[i] * impedance / (1 - impedance);
    }
  }
}

/** Number of rows of an equality that share their impedance, and the norm of their violations. */
function readEquality({ eq_type }: Model, efc_pos: Float64Array, i: number, id: number): number {
  const type = eq_type[id];
  if (type > WELD) return 1;
  const x = efc_pos[i];
  const y = efc_pos[i + 1];
  const z = efc_pos[i + 2];
  if (type === CONNECT) {
    reg[VIOLATION] = Math.sqrt(x * x + y * y + z * z);
    return 3;
  }
  // in MuJoCo's order of additions
  const u = efc_pos[i + 3];
  const v = efc_pos[i + 4];
  const w = efc_pos[i + 5];
  reg[VIOLATION] = Math.sqrt(x * x + z * z + (y * y + u * u) + (v * v + w * w));
  return 6;
}

/**
 * Elliptic cone: the regularization of friction rows is that of the normal divided by `impratio`, and scaled by their
 * coefficients. They have no stiffness, and possibly their own damping.
 */
function elliptic(d: Data, i: number, id: number): void {
  const { contact, efc_R, efc_KBIP } = d;
  const { friction, mu, dim, solreffriction } = contact;
  const f = 5 * id;
  efc_R[i + 1] = efc_R[i] / reg[RATIO];
  mu[id] = friction[f] * Math.sqrt(efc_R[i + 1] / efc_R[i]);
  for (let k = 1; k < dim[id] - 1; k++) {
    efc_R[i + k + 1] = efc_R[i + 1] * friction[f] * friction[f] / (friction[f + k] * friction[f + k]);
  }

  reg[FRICTION_DAMPING] = reg[DAMPING];
  const timeconst = solreffriction[REF * id];
  const dampratio = solreffriction[REF * id + 1];
  if ((timeconst !== 0 || dampratio !== 0) && (timeconst > 0) === (dampratio > 0)) {
    const dmax = reg[DMAX];
    reg[FRICTION_DAMPING] = dampratio > 0
      ? 2 / Math.max(TINY, dmax * Math.max(timeconst, reg[SHORTEST]))
      : -dampratio / Math.max(TINY, dmax);
  }
  for (let k = 1; k < dim[id]; k++) {
    efc_KBIP[4 * (i + k)] = 0;
    efc_KBIP[4 * (i + k) + 1] = reg[FRICTION_DAMPING];
  }
}

/** Pyramidal cone: one regularization for all edges, chosen so that friction matches the elliptic cone. */
function pyramidal(d: Data, i: number, id: number): void {
  const { contact, efc_R } = d;
  const { friction, mu } = contact;
  const tangential = efc_R[i] / reg[RATIO];
  mu[id] = friction[5 * id] * Math.sqrt(tangential / efc_R[i]);
  efc_R[i] = 2 * mu[id] * mu[id] * efc_R[i];
}

/** Reads solref and solimp of the element to which a constraint that is not a contact belongs. */
function readParameters(m: Model, type: number, id: number): void {
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
    default:
      read(m.tendon_solref_fri, m.tendon_solimp_fri, id);
  }
}

/** Derives parameters from solref and solimp, unless they are those of the last constraint, as they often are. */
function read(solref: Float64Array, solimp: Float64Array, id: number): void {
  const r = REF * id;
  const s = IMP * id;
  if (
    solref[r] !== source[0] || solref[r + 1] !== source[1] || solimp[s] !== source[2] || solimp[s + 1] !== source[3] ||
    solimp[s + 2] !== source[4] || solimp[s + 3] !== source[5] || solimp[s + 4] !== source[6]
  ) derive(solref, r, solimp, s);
}

function derive(solref: Float64Array, r: number, solimp: Float64Array, s: number): void {
  source[0] = solref[r];
  source[1] = solref[r + 1];
  // parameters depend on the sign of zero
  if (source[0] === 0 || source[1] === 0) source[0] = NaN;
  for (let k = 0; k < IMP; k++) source[REF + k] = solimp[s + k];

  reg[DMIN] = Math.min(MAXIMP, Math.max(MINIMP, solimp[s]));
  reg[DMAX] = Math.min(MAXIMP, Math.max(MINIMP, solimp[s + 1]));
  reg[WIDTH] = Math.max(0, solimp[s + 2]);
  reg[MIDPOINT] = Math.min(MAXIMP, Math.max(MINIMP, solimp[s + 3]));
  reg[POWER] = Math.max(1, solimp[s + 4]);

  // both numbers must be positive (standard format) or nonpositive (direct format); otherwise the default applies
  reg[TIMECONST] = solref[r];
  reg[DAMPRATIO] = solref[r + 1];
  if ((reg[TIMECONST] > 0) !== (reg[DAMPRATIO] > 0)) {
    reg[TIMECONST] = DEFAULT_TIMECONST;
    reg[DAMPRATIO] = DEFAULT_DAMPRATIO;
  }
  const timeconst = reg[TIMECONST];
  const dampratio = reg[DAMPRATIO];
  const safe = Math.max(timeconst, reg[SHORTEST]);
  const dmax = reg[DMAX];
  reg[STIFFNESS] = timeconst > 0
    ? 1 / Math.max(TINY, dmax * dmax * safe * safe * dampratio * dampratio)
    : -timeconst / Math.max(TINY, dmax * dmax);
  reg[DAMPING] = dampratio > 0 ? 2 / Math.max(TINY, dmax * safe) : -dampratio / Math.max(TINY, dmax);
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
  if (dmin === dmax || width <= TINY) {
    reg[IMPEDANCE] = 0.5 * (dmin + dmax);
    return;
  }

  const x = Math.abs(signed);
  if (x >= 1 || x <= 0) {
    if (x >= 1) reg[IMPEDANCE] = dmax;
    else reg[IMPEDANCE] = dmin;
    return;
  }

  // V8-10
  reg[IMPEDANCE] = x;
  reg[SLOPE] = 1;
  if (power === 2) {
    // the default power, without a call
    if (x <= midpoint) {
      const a = 1 / midpoint;
      reg[IMPEDANCE] = a * (x * x);
      reg[SLOPE] = 2 * a * x;
    } else {
      const b = 1 / (1 - midpoint);
      reg[IMPEDANCE] = 1 - b * ((1 - x) * (1 - x));
      reg[SLOPE] = 2 * b * (1 - x);
    }
  } else if (power !== 1) {
    if (x <= midpoint) {
      const a = 1 / powerOf(midpoint, power - 1);
      reg[IMPEDANCE] = a * powerOf(x, power);
      reg[SLOPE] = power * a * powerOf(x, power - 1);
    } else {
      const b = 1 / powerOf(1 - midpoint, power - 1);
      reg[IMPEDANCE] = 1 - b * powerOf(1 - x, power);
      reg[SLOPE] = power * b * powerOf(1 - x, power - 1);
    }
  }
  reg[IMPEDANCE] = dmin + reg[IMPEDANCE] * (dmax - dmin);
  if (signed < 0) reg[SLOPE] = -reg[SLOPE];
  reg[SLOPE] = reg[SLOPE] * (dmax - dmin) / width;
}

/** Small powers as products, which round differently from `pow`. */
function powerOf(x: number, exponent: number): number {
  if (exponent === 1) return x;
  if (exponent === 2) return x * x;
  return pow(x, exponent);
}
