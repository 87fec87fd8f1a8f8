import type { JacobianWork } from "../motion/jacobian.ts";
import type { PairContacts } from "../collision/contact/pair_contacts.ts";
import type { InverseWork } from "../inverse.ts";
import type { Views } from "../named/view.ts";
import type { MultiRayWork } from "../ray/multi_ray.ts";
import type { Model } from "./model.ts";

/**
 * Scratch memory of the stages, kept on `data.work`: allocated on first use, reused by every step, never part of the
 * results; V8-6.
 *
 * A stage declares its scratch memory from its own file by extending this interface. That of exported functions is
 * listed below, because JSR does not allow a module to extend types that are part of a package's public interface.
 */
export interface Work {
  /** scratch memory of the Jacobians */
  jacobian?: JacobianWork;
  /** velocities of all bodies at their centers of mass */
  subtreeVel?: Float64Array;
  /** generalized momentum, for the kinetic energy */
  momentum?: Float64Array;
  /** contacts from which a distance is taken */
  distance?: PairContacts;
  /** scratch memory of inverse dynamics */
  inverse?: InverseWork;
  /** scratch memory of `multiRay` */
  multiRay?: MultiRayWork;
  /** the model of the data, which knows names */
  model?: Model;
  /** objects that have been found by name */
  views?: Views;
}
