/** What is told of what a process wrote before it ended. */

/** Number of characters shown of the output of a failed process. */
const TOLD = 400;

/** Number of characters at the end of its output among which they are looked for. */
export const KEPT = 20 * TOLD;

/** The most informative line of an error. */
export function excerpt(complaint: string): string {
  // deno-lint-ignore no-control-regex
  const all = complaint.replace(/\x1b\[[\d;]*m/g, "").split("\n").map((line) => line.trim()).filter((line) =>
    line !== ""
  );
  const line = all.find((it) => /error|fatal|panic/i.test(it)) ?? all[0];
  return line === undefined ? "" : `: ${line.slice(0, TOLD)}`;
}
