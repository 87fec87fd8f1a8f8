/** What a check has proved. */

/** Result of a command. */
export interface Outcome {
  code: number;
  output: string;
}

/** Passed and failed checks; every test counts as one. */
export interface Tally {
  passed: number;
  failed: number;
  /** why something failed that the output does not name */
  reasons: string[];
}

/** least number of tests of a run that can be trusted to have found them */
const TESTS_AT_LEAST = 100;

/** Counts a check that passes if its command does. */
export function tallyCommand({ code }: Outcome): Tally {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, reasons: [] };
}

/**
 * Counts the tests of `deno test`, whose summary is `ok | 12 passed (3 steps) | 0 failed | 1 ignored (2s)`. The run
 * itself is one more check, which fails if tests were ignored, if there were few, or if there is no summary.
 */
export function tallyTests({ code, output }: Outcome): Tally {
  const summary = output.match(/\| \d+ passed.*/g)?.at(-1) ?? "";
  const count = (what: string) => Number(summary.match(new RegExp(`(\\d+) ${what}`))?.[1] ?? 0);
  const passed = count("passed");
  const failed = count("failed");
  const reasons: string[] = [];
  if (code !== 0 && failed === 0) reasons.push(`deno test ended with exit code ${code}`);
  if (passed < TESTS_AT_LEAST) reasons.push(`only ${passed} tests passed`);
  if (count("ignored") > 0) {
    reasons.push("tests were skipped:", ...(output.match(/^.*\.\.\. ignored.*$/gm) ?? []));
  }
  const sound = reasons.length === 0 ? 1 : 0;
  return { passed: passed + sound, failed: failed + 1 - sound, reasons };
}
