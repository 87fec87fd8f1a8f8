/** From discrete-time to continuous-time accelerations. */

import { isDisabled } from "../model/queries.ts";
import { mulM, mulSymmetric } from "../linear/inertia.ts";
import { solveM } from "../linear/ltdl.ts";
import { mulMatVecSparse } from "../linear/sparse.ts";
import type { Data } from "../data.ts";
import { DisableBit, Integrator } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { rneVel } from "./rne_vel.ts";
import { smoothVel } from "./smooth_vel.ts";

// V8-1
const { EULERDAMP } = DisableBit;
const { EULER, IMPLICIT, IMPLICITFAST } = Integrator;

declare module "../types/work.ts" {
  interface Work {
    /** force that causes a discrete acceleration */
    discreteForce?: Float64Array;
  }
}

/**
 * Replaces `qacc`, the change in velocity over a step divided by the time step, with the continuous-time acceleration
 * for which the integrator produces that change. There is no such acceleration for Runge–Kutta.
 */
export function discreteAcc(m: Model, d: Data): void {
  const { nv, nC, nD, dof_damping, mapD2M, mapM2D, D_rownnz, D_rowadr, D_colind } = m;
  const { timestep } = m.opt;
  const { qacc, M, qDeriv, qH, qLU } = d;
  const force = d.work.discreteForce ??= new Float64Array(nv);

  switch (m.opt.integrator) {
    case EULER:
      if (!isDamped(m)) return;
      mulM(m, d, force, 0, qacc, 0);
      for (let i = 0; i < nv; i++) force[i] += timestep * dof_damping[i] * qacc[i];
      break;
    case IMPLICIT:
      smoothVel(m, d);
      rneVel(m, d);
      for (let k = 0; k < nD; k++) {
        const from = mapM2D[k];
        qLU[k] = (from >= 0 ? M[from] : 0) + qDeriv[k] * -timestep;
      }
      mulMatVecSparse(force, qLU, qacc, nv, D_rownnz, D_rowadr, D_colind);
      break;
    case IMPLICITFAST:
      smoothVel(m, d);
      for (let k = 0; k < nC; k++) qH[k] = M[k] + qDeriv[mapD2M[k]] * -timestep;
      mulSymmetric(m, qH, force, 0, qacc, 0);
      break;
    default:
      throw new RangeError("inverse: discrete accelerations need an integrator other than RK4");
  }
  solveM(m, d, qacc, 0, force, 0, 1);
}

/** Does the Euler integrator treat damping implicitly? */
function isDamped(m: Model): boolean {
  const { nv, dof_damping } = m;
  if (isDisabled(m, EULERDAMP)) return false;
  for (let i = 0; i < nv; i++) if (dof_damping[i] > 0) return true;
  return false;
}
