/** The cost of rows along the search direction, with loops. */

import { Constraint } from "../../types/enums.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";

// V8-1
const { CONTACT_ELLIPTIC } = Constraint;

/** Finds nine numbers of each elliptic contact: the polynomial of its cost, and the data of the middle zone. */
export function polynomials(p: PrimalProblem): void {
  const { ne, nf, nefc } = p;
  const { Jv, Jaref, D, type, id, quad } = p.rows;
  const { mu, friction, dim } = p.contact;
  for (let i = ne + nf; i < nefc; i++) {
    if (type[i] !== CONTACT_ELLIPTIC) continue;
    const x = Jaref[i];
    const v = Jv[i];
    const Dx = D[i] * x;
    const q = 3 * i;

    // the bottom zone, then the middle zone
    const con = id[i];
    const end = i + dim[con];
    const f = 5 * con - i - 1;
    let q0 = x * Dx;
    let q1 = v * Dx;
    let q2 = v * D[i] * v;
    let UU = 0;
    let UV = 0;
    let VV = 0;
    for (let k = i + 1; k < end; k++) {
      const Dk = D[k] * Jaref[k];
      q0 += Jaref[k] * Dk;
      q1 += Jv[k] * Dk;
      q2 += Jv[k] * D[k] * Jv[k];
      const U = Jaref[k] * friction[f + k];
      const V = Jv[k] * friction[f + k];
      UU += U * U;
      UV += U * V;
      VV += V * V;
    }
    const m = mu[con];
    quad[q] = q0 * 0.5;
    quad[q + 1] = q1;
    quad[q + 2] = q2 * 0.5;
    quad[q + 3] = x * m;
    quad[q + 4] = v * m;
    quad[q + 5] = UU;
    quad[q + 6] = UV;
    quad[q + 7] = VV;
    quad[q + 8] = D[i] / ((m * m) * (1 + (m * m)));
    i = end - 1;
  }
}

/** Adds the costs of limits and contacts at a point of the line: to `q0`, `q1`, `q2`, and as `coneCost` and so on. */
export function addRows(p: PrimalProblem): void {
  const { ne, nf, nefc, numbers } = p;
  const { Jaref, Jv, D, type, id, quad } = p.rows;
  const { mu, dim } = p.contact;
  let q0 = numbers[NUMBER.q0];
  let q1 = numbers[NUMBER.q1];
  let q2 = numbers[NUMBER.q2];
  const alpha = numbers[NUMBER.at];
  let cost = 0;
  let slope = 0;
  let curvature = 0;
  for (let i = ne + nf; i < nefc; i++) {
    // quadratic on one side
    const q = 3 * i;
    if (type[i] !== CONTACT_ELLIPTIC) {
      const x = Jaref[i];
      const v = Jv[i];
      if (x + alpha * v < 0) {
        const Dx = D[i] * x;
        q0 += x * Dx * 0.5;
        q1 += v * Dx;
        q2 += v * D[i] * v * 0.5;
      }
      continue;
    }

    const con = id[i];
    const m = mu[con];
    i += dim[con] - 1;
    const V0 = quad[q + 4];
    const UV = quad[q + 6];
    const VV = quad[q + 7];
    const N = quad[q + 3] + alpha * V0;
    const Tsqr = quad[q + 5] + alpha * (2 * UV + alpha * VV);
    const T = Math.sqrt(Tsqr);

    // top zone: no cost; bottom zone: quadratic
    if (Tsqr <= 0 ? !(N < 0) : N >= m * T) continue;
    if (Tsqr <= 0 || m * N + T <= 0) {
      q0 += quad[q];
      q1 += quad[q + 1];
      q2 += quad[q + 2];
      continue;
    }

    // middle zone: quadratic in the distance to the cone
    const Dm = quad[q + 8];
    const T1 = (UV + alpha * VV) / T;
    const T2 = VV / T - (UV + alpha * VV) * T1 / (T * T);
    const distance = N - m * T;
    const rate = V0 - m * T1;
    cost += 0.5 * Dm * distance * distance;
    slope += Dm * distance * rate;
    curvature += Dm * (rate * rate + distance * (-m * T2));
  }
  numbers[NUMBER.q0] = q0;
  numbers[NUMBER.q1] = q1;
  numbers[NUMBER.q2] = q2;
  numbers[NUMBER.coneCost] = cost;
  numbers[NUMBER.coneSlope] = slope;
  numbers[NUMBER.coneCurvature] = curvature;
}
