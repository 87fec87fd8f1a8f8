/**
 * The cost of constraint violations, its negative gradient (the constraint forces), and the state of each row, as
 * functions of `jar = J qacc − aref`.
 */

import type { Contacts } from "../types/interfaces.ts";
import { Constraint, ConstraintState } from "../types/enums.ts";

// V8-1
const { CONTACT_ELLIPTIC } = Constraint;
const { CONE, LINEARNEG, LINEARPOS, QUADRATIC, SATISFIED } = ConstraintState;

/**
 * Fills `state` and `force`, and writes the cost to `total`. The rows are `ne` equalities, `nf` rows of dry friction,
 * then limits and contacts.
 */
export function constraintUpdate(
  ne: number,
  nf: number,
  nefc: number,
  D: Float64Array,
  R: Float64Array,
  floss: Float64Array,
  jar: Float64Array,
  type: Int32Array,
  id: Int32Array,
  contact: Contacts,
  state: Int32Array,
  force: Float64Array,
  total: Float64Array,
): void {
  let cost = 0;

  // equalities: quadratic
  for (let i = 0; i < ne; i++) {
    const x = jar[i];
    force[i] = -D[i] * x;
    cost += 0.5 * D[i] * x * x;
    state[i] = QUADRATIC;
  }

  // dry friction: quadratic, then linear beyond the bound
  const frictionEnd = ne + nf;
  for (let i = ne; i < frictionEnd; i++) {
    const x = jar[i];
    const f = floss[i];
    if (x <= -R[i] * f) {
      cost += -0.5 * R[i] * f * f - f * x;
      force[i] = f;
      state[i] = LINEARNEG;
    } else if (x >= R[i] * f) {
      cost += -0.5 * R[i] * f * f + f * x;
      force[i] = -f;
      state[i] = LINEARPOS;
    } else {
      force[i] = -D[i] * x;
      cost += 0.5 * D[i] * x * x;
      state[i] = QUADRATIC;
    }
  }

  const { mu, friction, dim } = contact;
  for (let i = frictionEnd; i < nefc;) {
    const x = jar[i];

    // limits, frictionless contacts, pyramid edges: quadratic on one side, zero on the other
    if (type[i] !== CONTACT_ELLIPTIC) {
      if (x >= 0) {
        force[i] = 0;
        state[i] = SATISFIED;
      } else {
        force[i] = -D[i] * x;
        cost += 0.5 * D[i] * x * x;
        state[i] = QUADRATIC;
      }
      i++;
      continue;
    }

    // elliptic cone: scaled to a circular one, with normal component N and tangential length T
    const con = id[i];
    const end = i + dim[con];
    const f = 5 * con - i - 1;
    const m = mu[con];
    const N = x * m;
    const T = tangentialLength(jar, i + 1, friction, 5 * con, dim[con] - 1);

    let result: number = CONE;
    if (N >= m * T || (T <= 0 && N >= 0)) {
      // top zone: no force
      for (let k = i; k < end; k++) force[k] = 0;
      result = SATISFIED;
    } else if (m * N + T <= 0 || (T <= 0 && N < 0)) {
      // bottom zone: quadratic in every direction
      for (let k = i; k < end; k++) {
        force[k] = -D[k] * jar[k];
        cost += 0.5 * D[k] * jar[k] * jar[k];
      }
      result = QUADRATIC;
    } else {
      // middle zone: quadratic in the distance to the cone
      const Dm = D[i] / (m * m * (1 + m * m));
      const distance = N - m * T;
      cost += 0.5 * Dm * distance * distance;
      const normal = -Dm * distance * m;
      force[i] = normal;
      for (let k = i + 1; k < end; k++) {
        force[k] = -normal / T * (jar[k] * friction[f + k]) * friction[f + k];
      }
    }
    for (; i < end; i++) state[i] = result;
  }
  total[0] = cost;
}

/** |(x₁μ₁, x₂μ₂, …)|, summed in the order of a dot product */
export function tangentialLength(x: Float64Array, i: number, friction: Float64Array, f: number, n: number): number {
  const u0 = x[i] * friction[f];
  const u1 = x[i + 1] * friction[f + 1];
  if (n === 2) return Math.sqrt(u0 * u0 + u1 * u1);
  const u2 = x[i + 2] * friction[f + 2];
  if (n === 3) return Math.sqrt(u0 * u0 + u1 * u1 + u2 * u2);
  const u3 = x[i + 3] * friction[f + 3];
  const four = (u0 * u0 + u2 * u2) + (u1 * u1 + u3 * u3);
  if (n === 4) return Math.sqrt(four);
  const u4 = x[i + 4] * friction[f + 4];
  return Math.sqrt(four + u4 * u4);
}
