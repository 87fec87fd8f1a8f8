/**
 * Engines in processes of their own. They receive MuJoCo's inputs, never its results; the harness does the comparison.
 */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import type { Golden } from "../golden/golden.ts";
import { Child, Gone } from "./child.ts";
import type { CaseAnswer, Hello } from "./protocol.ts";
import { caseAnswer, CloseAnswer, HelloAnswer } from "./messages.ts";
import { PROTOCOL } from "./protocol.ts";
import { requestOf } from "./request.ts";
import type { View } from "../replay/offer.ts";

/** Arrays are checked where they are read. */
const CaseSchema = caseAnswer(v.record(v.string(), v.unknown()));

/** How an engine in a process of its own is started, and its time limits. */
export interface RemoteOptions {
  /** name in messages */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** time limit for starting (ms) */
  readonly patience: number;
  /** memory that it may take, bytes */
  readonly memory: number;
  /** environment variables besides those of this process */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** is it a module served by our own host, which acknowledges `close`? */
  readonly acknowledges: boolean;
}

/** An engine that speaks the protocol. */
export class RemoteEngine {
  readonly hello: Hello;
  #child: Child;
  #id = 0;
  #options: RemoteOptions;

  private constructor(child: Child, hello: Hello, options: RemoteOptions) {
    this.#child = child;
    this.hello = hello;
    this.#options = options;
  }

  /** Starts the process and sends `hello`. */
  static async start(options: RemoteOptions): Promise<RemoteEngine> {
    const { name, command, args, memory, patience, env } = options;
    const begins = options.acknowledges ? "cannot be imported" : "cannot be started";
    let child: Child;
    try {
      child = new Child({ command, args, memory, env });
    } catch (error) {
      throw new HarnessError(`engine ${name}: cannot be started (${error instanceof Error ? error.message : error})`);
    }
    try {
      const line = await child.ask(JSON.stringify({ id: 0, command: "hello", protocol: PROTOCOL }), patience);
      const hello = parse(HelloAnswer, line, 0) as Hello;
      if (hello.protocol !== PROTOCOL) {
        throw new Gone("protocol", `it speaks version ${hello.protocol} of the protocol`);
      }
      return new RemoteEngine(child, hello, options);
    } catch (error) {
      child.kill();
      if (!(error instanceof Gone)) throw error;
      throw new HarnessError(`engine ${name}: ${begins} (${complaint(child.log) ?? error.message})`);
    }
  }

  /** Runs a case, within a time limit in milliseconds; asks for what is seen of it. */
  async run(golden: Golden, limit: number, view: View | null = null): Promise<CaseAnswer> {
    const id = ++this.#id;
    this.#child.clearLog();
    const line = await this.#child.ask(JSON.stringify(requestOf(golden, id, this.hello.arrays, view)), limit);
    try {
      return parse(CaseSchema, line, id) as CaseAnswer;
    } catch (error) {
      this.kill();
      throw error;
    }
  }

  /** The end of its log since the last call. */
  get log(): string {
    return this.#child.log;
  }

  /** Closes it, and returns an error message if it does not close properly. */
  async close(): Promise<string | undefined> {
    const { acknowledges, patience } = this.#options;
    if (acknowledges) {
      const id = ++this.#id;
      try {
        parse(
          CloseAnswer,
          await this.#child.ask(JSON.stringify({ id, command: "close" }), patience),
          id,
        );
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        return `the engine broke while it was closed: ${complaint(this.log) ?? error.message}`;
      }
    }
    await this.#child.close(patience);
    return undefined;
  }

  /** Kills the process. */
  kill(): void {
    this.#child.kill();
  }
}

function parse(schema: v.GenericSchema<unknown, { id: number }>, line: string, id: number): { id: number } {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new Gone("protocol", `its answer is not JSON: ${line.slice(0, 80)}`);
  }
  const found = v.safeParse(schema, json);
  if (!found.success) {
    const [issue] = found.issues;
    throw new Gone(
      "protocol",
      `its answer is not as the protocol says: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`,
    );
  }
  if (found.output.id !== id) throw new Gone("protocol", `it answered request ${found.output.id} instead of ${id}`);
  return found.output;
}

/** The line of a log that describes the error. */
function complaint(log: string): string | undefined {
  const lines = log.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const told = lines.find((line) => /^error:/i.test(line)) ??
    lines.findLast((line) => /^[\w.]*(Error|Exception)\b/.test(line));
  return told?.replace(/^error: (Uncaught )?(\(in promise\) )?/i, "")
    .replace(/run again with the --allow-(\w+) flag/, "grant it with: --allow $1");
}
