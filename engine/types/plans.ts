import type { Views } from "../named/view.ts";
import type { NameIndex } from "../names.ts";

/**
 * Structures that a stage derives from the model once, on first use, and keeps on `model.plans`.
 *
 * A plan depends only on the structure of the model (parents, addresses, types), never on numbers that a user may
 * change between steps (masses, gains, friction, contype). A stage declares its plan from its own file, as with `Work`.
 */
export interface Plans {
  /** index of names per type of object */
  names?: Map<number, NameIndex>;
  /** objects that have been found by name */
  views?: Views;
}
