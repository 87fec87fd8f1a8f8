/** The checks that every change has to pass: the only list, for contributors and for the gate. */

/** A command, and what it proves. */
export interface Check {
  name: string;
  command: readonly string[];
}

/** What the commands depend on. */
export interface Surroundings {
  /** the Deno that runs the checks */
  deno: string;
  /** the Python that has native MuJoCo, NumPy, pytest, and Deno */
  python: string;
  /** where the results of the goldens are kept from one check to the next */
  report: string;
  /** the last commit, and the one that it is compared with; null without history */
  commits: { head: string; base: string } | null;
}

/** Every check, in the order in which they run: quick ones first. */
export function checks({ deno, python, report, commits }: Surroundings): Check[] {
  const list: Check[] = [
    { name: "lock", command: [deno, "install", "--frozen", "--quiet"] },
    { name: "fmt", command: [deno, "fmt", "--check"] },
    { name: "lint", command: [deno, "lint", "--quiet"] },
    { name: "types", command: [deno, "check", "--quiet"] },
    { name: "docs", command: [deno, "doc", "--lint", "mod.ts", "env/mod.ts", "harness/mod.ts"] },
    { name: "fields", command: [deno, "task", "fields", "--check"] },
    { name: "spell", command: [deno, "task", "spell"] },
    { name: "test", command: [deno, "task", "test"] },
    { name: "conform", command: [deno, "task", "conform", "--record", report] },
    { name: "slow", command: [deno, "run", "-A", "scripts/slow_goldens.ts", report] },
    { name: "readme", command: [deno, "task", "readme", "--check", "--report", report] },
    { name: "coverage", command: [deno, "task", "coverage"] },
    { name: "bugs", command: [deno, "task", "mutants", "--jobs", "2"] },
  ];
  // the functions that the last change touched, mutated at random: survivors are listed, and red if they are clearly the
  // majority; the same commit always draws the same mutants
  if (commits !== null) {
    const seed = String(parseInt(commits.head.slice(0, 7), 16));
    const amount = ["--count", "16", "--time", "45", "--least", "50"];
    const drawn = ["--random", "--changed", commits.base, "--seed", seed];
    list.push({ name: "mutants", command: [deno, "task", "mutants", ...drawn, ...amount] });
  }
  list.push(
    { name: "golden", command: [deno, "task", "golden", "--check", "--jobs", "2"] },
    { name: "native", command: [deno, "task", "golden", "--check", "--native", "--jobs", "2"] },
    { name: "publish", command: [deno, "publish", "--dry-run", "--allow-dirty", "--quiet"] },
    // what tests of Python need
    { name: "python", command: [python, "-c", "import deno, mujoco, numpy, pytest"] },
    { name: "pytest", command: [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "adapters/python/tests"] },
  );
  return list;
}
