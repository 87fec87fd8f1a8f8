import type { NameIndex } from "../names.ts";

/**
 * Structure that a stage derives from the model once, on first use, and then keeps on `model.plans`.
 *
 * A plan depends only on the structure of the model (parents, addresses, types), never on numbers that a user
 * may change between steps (masses, gains, friction, contype). A stage declares its plan here from its own file,
 * as for `Work`.
 */
export interface Plans {
  /** index of names per type of object */
  names?: Map<number, NameIndex>;
}
