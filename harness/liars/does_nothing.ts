/** An engine in a file, for `--engine FILE`, that loads everything and computes nothing. */

import type { Engine } from "../engine.ts";

/** Loads everything and computes nothing. */
const DOES_NOTHING: Engine = {
  name: "does nothing",
  version: "1",
  load: () => ({
    outcome: "loaded",
    simulation: {
      read: () => new Float64Array(1000),
      write: () => {},
      reset: () => {},
      resetKeyframe: () => {},
      forward: () => {},
      step: () => {},
      step1: () => {},
      step2: () => {},
      inverse: () => {},
      close: () => {},
    },
  }),
  close: () => {},
};

export default DOES_NOTHING;
