/** A second engine that takes the same steps from the same states. */

import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";
import type { FileMap, Ghost } from "./messages.ts";

/** The other engine. */
export interface Twin {
  /** its name and version */
  readonly name: string;
  /** Loads the model; throws if it is rejected. */
  load(main: string, files: FileMap): void;
  /** Takes over a state. */
  follow(m: Model, d: Data): void;
  /** Takes over controls and applied forces before a step. */
  listen(d: Data): void;
  /** Takes a step. */
  step(): void;
  /** Where everything is there, and how far that is from here. */
  ghost(d: Data): Ghost;
  /** Takes a step from its state on both sides, and names the first field that differs. */
  firstDifference(m: Model): string;
}
