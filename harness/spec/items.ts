/** The items of the specification, in the order of the reports. */

import type { Item } from "./spec.ts";

/** The items of the specification, in the order of the reports. */
export const ITEMS: readonly Item[] = [
  {
    id: "smoke",
    title: "smoke",
    claim: "Small systems without contacts follow MuJoCo step by step.",
    seed: "none: the harness is built against it",
  },
];
