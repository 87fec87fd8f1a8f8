// deno-lint-ignore-file no-console
/** Runs every check, or those that are named, and ends with one line "N passed, N failed". */

import { Command } from "@commander-js/extra-typings";
import { HarnessError } from "../harness/engine.ts";
import { type Check, checks } from "./ok/checks.ts";
import { type Outcome, type Tally, tallyCommand, tallyTests } from "./ok/tally.ts";
import { runCommand } from "./run_command.ts";

const command = new Command()
  .name("deno task ok")
  .description("Runs everything that the gate checks; `.ci/run` installs what tests need on a bare machine.")
  .argument("[checks...]", "checks to run; all unless given")
  .option("--list", "print the checks and their commands", false);

const PYTHON = Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";

/** Runs a command and passes on what it prints, without colors. */
async function run([program, ...args]: readonly string[]): Promise<Outcome> {
  let output = "";
  try {
    const env = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
    const child = new Deno.Command(program, { args, env, stdout: "piped", stderr: "piped" }).spawn();
    const pass = async (from: ReadableStream<Uint8Array>, to: { write(p: Uint8Array): Promise<number> }) => {
      const decoder = new TextDecoder();
      for await (const chunk of from) {
        output += decoder.decode(chunk, { stream: true });
        await to.write(chunk);
      }
    };
    const [{ code }] = await Promise.all([
      child.status,
      pass(child.stdout, Deno.stdout),
      pass(child.stderr, Deno.stderr),
    ]);
    return { code, output };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log(`${program} was not found`);
    return { code: 127, output };
  }
}

/** The name of a commit; null if there is none. */
async function commitOf(name: string): Promise<string | null> {
  const args = ["rev-parse", "-q", "--verify", `${name}^{commit}`];
  const { success, stdout } = await new Deno.Command("git", { args, stderr: "null" }).output();
  return success ? new TextDecoder().decode(stdout).trim() : null;
}

async function main(): Promise<number> {
  const wanted = command.exitOverride().parse(Deno.args, { from: "user" }).args;
  const folder = await Deno.makeTempDir();
  const head = await commitOf("HEAD");
  const base = await commitOf(Deno.env.get("PLUMBLINE_BASE") ?? "HEAD^");
  const commits = head !== null && base !== null ? { head, base } : null;
  const all = checks({ deno: Deno.execPath(), python: PYTHON, report: `${folder}/report`, commits });
  if (command.opts().list) {
    for (const { name, command } of all) console.log(`${name.padEnd(10)}${command.join(" ")}`);
    return 0;
  }
  const unknown = wanted.find((name) => !all.some((check) => check.name === name));
  if (unknown !== undefined) {
    throw new HarnessError(`check '${unknown}' is unknown, there are ${all.map(({ name }) => name).join(", ")}`);
  }
  try {
    return await runAll(wanted.length === 0 ? all : all.filter(({ name }) => wanted.includes(name)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs checks one after another and sums them up. */
async function runAll(list: readonly Check[]): Promise<number> {
  let passed = 0;
  let failed = 0;
  const summary: string[] = [];
  for (const { name, command } of list) {
    console.log(`── ${name}`);
    const start = performance.now();
    const outcome = await run(command);
    const tally: Tally = name === "test" ? tallyTests(outcome) : tallyCommand(outcome);
    passed += tally.passed;
    failed += tally.failed;
    const seconds = ((performance.now() - start) / 1e3).toFixed(1).padStart(7);
    summary.push(`${tally.failed === 0 ? "ok    " : "FAILED"} ${name.padEnd(9)}${seconds} s`);
    summary.push(...tally.reasons.map((reason) => `       ${reason}`));
  }
  console.log(`\n${summary.join("\n")}\n\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

await runCommand(main);
