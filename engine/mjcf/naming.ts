/** The names of attached parts. */

import type { RepeatedReferring } from "./repeated_referring.ts";

/** A prefix and suffix for names, and whether the parts come from another model. */
export interface Naming {
  prefix: string;
  suffix: string;
  foreign: boolean;
  /** for repeated copies: copies the elements that refer to the part */
  repeated?: RepeatedReferring;
}

/** A name in its new namespace; an empty name stays empty. */
export function rename(name: string, { prefix, suffix }: Naming): string {
  return name === "" ? "" : prefix + name + suffix;
}
