/** Versions of MuJoCo. */

import { HarnessError } from "../engine.ts";

/** npm has no such version; PyPI may. */
export class NotOnNpm extends HarnessError {}

/** Returns a version, which has three numbers; `name` is what the user wrote. */
export function checkVersion(version: string, name: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new HarnessError(`${name}: not a version, expected three numbers such as 3.5.1`);
  }
  return version;
}
