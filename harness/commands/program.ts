/** Arguments and options of `deno task conform`. */

import { environment } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { type Shard, shardOf } from "../golden/shard.ts";
import { LEVELS } from "../replay/offer.ts";
import { MEMORY } from "../run/launch.ts";
import { SHELLS } from "./completion.ts";
import type { Terminal } from "./terminal.ts";
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";

export const DEFAULT_GOLDEN = "golden";

export const newProgram = (terminal: Terminal) =>
  new Command("deno task conform")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .description(
      "Replays MuJoCo's recorded results (golden/) through an engine and compares every frame.\n" +
        "Exit code: 0 conforms, 1 does not, 2 could not tell.",
    )
    .argument("[item...]", "ids of items, such as 24 or L4; all by default")
    .option("--case <id...>", "only these cases, as item/case or case")
    .option(
      "--engine <name>",
      "plumbline, transplant, mujoco@VERSION (from npm, else PyPI), native@VERSION (from PyPI), exec:'COMMAND' that " +
        "speaks the protocol, a module that exports an engine, or a shared library with the functions of " +
        "adapters/c/plumbline_engine.h",
      "plumbline",
    )
    .option("--patience <seconds>", "time limit for an ordinary case, and for the engine to start", seconds, 20)
    .option("--memory <gigabytes>", "memory limit of a process of the engine", seconds, MEMORY)
    .option("--allow <permission...>", "permissions of an engine in a file: read, net, env, …, or all; none by default")
    .addOption(
      new Option(
        "--level <level>",
        "how much is compared: compiled models, states after steps, forces and contacts too, or everything",
      ).choices(LEVELS).default("full" as const),
    )
    .option(
      "--golden <place>",
      "directory of the goldens, or an archive of them: a file, or an address that may end in #sha256=HASH",
      DEFAULT_GOLDEN,
    )
    .addOption(
      new Option("--format <format>", "of the report").choices(["pretty", "json", "junit", "github", "html"]).default(
        "pretty",
      ),
    )
    .option("--out <file>", "write the report to a file")
    .option("--record <file>", "also write the report in JSON to a file")
    .option("--watch", "run again when a file of the engine changes: what failed, and everything once that passes")
    .option("--badge <file>", "write a badge in JSON for shields.io to a file")
    .option("--list", "show the items with their criteria and cases, without running anything")
    .option("--shard <i/n>", "a part of the cases, from 1; auto or auto/n asks Kubernetes, Slurm, or GitLab", shard)
    .option("--durations <file>", "with --shard: let parts take equally long, by an earlier report in JSON")
    .option("--merge <file...>", "run nothing; combine the JSON reports of all shards")
    .option("--jobs <n>", "number of processes; by default chosen by the number of cases", positive)
    .addOption(new Option("--import-map <file>", "for Plumbline itself: modules in place of others").hideHelp())
    .option("--step <n>", "with --dump: only this step", wholeNumber)
    .option("--dump", "print every compared value beside MuJoCo's")
    .option("--verbose", "show known failures in full, and the deviation of each field of an item")
    .option("--update-ratchet", "remove passing cases from the list of known failures")
    .option("--accept-new", "with --update-ratchet: add new failures to the list")
    .addOption(new Option("--completion <shell>", "print a completion script for a shell").choices(SHELLS))
    .addHelpText(
      "after",
      `
Examples:
  deno task conform                                  everything
  deno task conform 24 27                            two items
  deno task conform 27 --case ac6_d2 --verbose       one case, in detail
  deno task conform --case 27/ac6_d2 --step 0 --dump every value of a step
  deno task conform --engine mujoco@3.14.0           differences between versions of MuJoCo
  deno task conform --engine native@4.0.0            the same, as compiled for this machine
  deno task conform --engine transplant              Plumbline's dynamics on models compiled by MuJoCo
  deno task conform --engine ./my_engine.ts          your own engine
  deno task conform --engine ./libengine.so          your own engine, in C
  deno task conform --engine exec:'python engine.py' an engine in any language, see docs/protocol.md
  deno task conform --engine ./my_engine.ts --watch  again after each change, first what failed
  deno task conform --engine f32:plumbline           what the best engine in single precision gets
  deno task conform --level state 3 4                only where things move to
  deno task conform --format json --out report.json  for programs
  deno task conform --format html --out report.html  a web page
  deno task conform --merge 1.json 2.json            one report from two shards
  deno task conform --list --format json             the specification, for programs
  source <(deno task -q conform --completion bash)   completion of items and options in this shell`,
    );

export function wholeNumber(text: string): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 0) throw new InvalidArgumentError("expected a whole number");
  return n;
}

export function positive(text: string): number {
  const n = wholeNumber(text);
  if (n === 0) throw new InvalidArgumentError("expected a whole number from 1 up");
  return n;
}

export function seconds(text: string): number {
  const n = Number(text);
  if (!(n > 0 && n < Infinity)) throw new InvalidArgumentError("expected a number above 0");
  return n;
}

function shard(text: string): Shard {
  try {
    return shardOf(text, environment);
  } catch (error) {
    throw error instanceof HarnessError ? new InvalidArgumentError(error.message) : error;
  }
}

/** The command line, parsed. */
export type Program = ReturnType<typeof newProgram>;
/** Its options. */
export type Options = ReturnType<Program["opts"]>;
