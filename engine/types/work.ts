import type { JacobianWork } from "../support/jacobian.ts";
import type { PairContacts } from "../collision/pair_contacts.ts";
import type { InverseWork } from "../inverse.ts";
import type { MultiRayWork } from "../ray/multi_ray.ts";

/**
 * Work memory of the stages, kept on `data.work`: allocated on first use, reused by every step, never part of
 * the results.
 *
 * A stage declares here, from its own file, what it keeps. What the exported functions keep is listed below, because
 * the modules of a package that JSR takes may not extend the types of another where they are part of its interface.
 */
export interface Work {
  /** work memory of the Jacobians */
  jacobian?: JacobianWork;
  /** velocities of all bodies at their centres of mass */
  subtreeVel?: Float64Array;
  /** generalised momentum, for the kinetic energy */
  momentum?: Float64Array;
  /** contacts that a distance is taken from */
  distance?: PairContacts;
  /** work memory of inverse dynamics */
  inverse?: InverseWork;
  /** work memory of `multiRay` */
  multiRay?: MultiRayWork;
}
