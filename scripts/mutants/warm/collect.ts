/** Unit tests as functions: files of tests are imported, and what they declare is called by hand. */

/** A test of a file. */
export interface Test {
  readonly name: string;
  readonly run: () => unknown;
}

/** Imports a file of tests anew, under a version of its own, and gives what it declares. */
export async function collect(url: string, version: string): Promise<Test[]> {
  const { test } = Deno;
  const found: Test[] = [];
  const declare = (a: string | Deno.TestDefinition, b?: unknown) => {
    const run = typeof a === "string" ? b : a.fn;
    if (typeof run === "function") found.push({ name: typeof a === "string" ? a : a.name, run: () => run({}) });
  };
  Object.assign(Deno, { test: declare });
  try {
    await import(`${url}?${version}`);
  } finally {
    Object.assign(Deno, { test });
  }
  return found;
}

/** Why a test fails, or null if it passes. */
export async function failure({ run }: Test): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return String(error).split("\n")[0];
  }
}
