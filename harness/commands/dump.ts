/** Prints the compared values. */

import type { Observer } from "../replay/result.ts";
import { diffField } from "../replay/diff.ts";
import { short } from "../verdict.ts";

/** Elements of a field that are printed. */
const SHOWN = 24;

/** Makes an observer that prints the comparisons of a case, or of one of its steps. */
export function dumper(id: string, only: number | undefined, print: (text: string) => void): Observer {
  let current = -2;
  return (step, field, expected, got, bound) => {
    if (only !== undefined && step !== only) return;
    if (step !== current) print(`\n${id}${step < 0 ? "" : ` step ${step}`}\n`);
    current = step;
    if (expected.length === 0) return;
    if (got === undefined) return print(`  ${field}: the engine has no such field\n`);

    const diff = diffField(got, expected, Math.max(step, 0), bound);
    if (diff === null) return print(`  ${field} = ${values(expected)}\n`);
    const mark = diff.excess > 1 ? "FAIL" : "ok";
    print(
      `  ${field}  ${mark}  |Δ| ${short(diff.delta)} at [${diff.index}], allowed ${
        short(diff.allowed)
      } (${bound.kind})\n`,
    );
    print(`    MuJoCo ${values(expected)}\n    got    ${values(got, expected.length)}\n`);
  };
}

function values(list: ArrayLike<number>, length = list.length): string {
  const shown = Array.from({ length: Math.min(length, SHOWN) }, (_, i) => String(list[i]));
  return shown.join(" ") + (length > SHOWN ? ` … (${length})` : "");
}
