/** Replaying here, with an engine that computes in another process. */

import { deno, findConfig, openStore } from "../disk.ts";
import { type CaseAnswer, DRIVES } from "../engines/protocol.ts";
import { playback } from "../engines/playback.ts";
import { RemoteEngine } from "../engines/remote.ts";
import { type GoldenStore, readGolden, readKnownCase } from "../golden/golden.ts";
import { EVERYTHING, type Manner, mannerOf, viewOf } from "../replay/offer.ts";
import { printableLine } from "../printable.ts";
import { type Job, perform, roundTime } from "./job.ts";
import type { Done, Performer } from "./lanes.ts";
import type { Leash } from "./performers.ts";

/** What runs an engine: a program, or a host that opens a library or a module. */
export type Process =
  | { readonly kind: "library"; readonly path: string }
  | { readonly kind: "module"; readonly url: string }
  | {
    readonly kind: "program";
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>> | undefined;
  };

/** Starts the process of an engine. `limit` tells how long a case may take (ms). */
export async function startRemote(
  job: Job,
  process: Process,
  leash: Leash,
  limit: (id: string) => number,
): Promise<Performer> {
  const common = { name: job.engine, patience: leash.patience, memory: leash.memory };
  return await Remote.start(job, () => RemoteEngine.start({ ...commandOf(process, leash), ...common }), limit);
}

/** The command, and whether it acknowledges that it is to close, as hosts do. */
function commandOf(process: Process, leash: Leash) {
  switch (process.kind) {
    case "library":
      return { ...libraryCommand(process.path, leash), acknowledges: true };
    case "module":
      return { ...moduleCommand(process.url, leash), acknowledges: true };
    case "program": {
      const { command, args, env } = process;
      return { command, args, env, acknowledges: false };
    }
  }
}

/** The answer to a case that is not asked. */
const NO_ANSWER: CaseAnswer = { id: 0 };

/** Replays here, with an engine that computes in another process. */
class Remote implements Performer {
  readonly engine: string;
  readonly build: string;
  readonly manner: Manner;
  #store: GoldenStore | undefined;
  #job: Job;
  #remote: RemoteEngine;
  #limit: (id: string) => number;

  private constructor(job: Job, remote: RemoteEngine, limit: (id: string) => number) {
    const { name, version, build = "", fields, functions, drives } = remote.hello;
    this.engine = printableLine(`${name} ${version}`.trim());
    this.build = build;
    this.manner = mannerOf(remote.hello);
    const isWhole = DRIVES.every((drive) => drives.includes(drive));
    const { level } = job.offer ?? EVERYTHING;
    this.#job = {
      ...job,
      offer: { fields, functions, drives: isWhole ? "all" : drives, level, ...this.manner },
    };
    this.#remote = remote;
    this.#limit = limit;
  }

  static async start(job: Job, open: () => Promise<RemoteEngine>, limit: (id: string) => number): Promise<Remote> {
    return new Remote(job, await open(), limit);
  }

  async perform(id: string): Promise<Done> {
    const store = this.#store ??= openStore(this.#job.golden);
    const golden = readGolden(store, readKnownCase(store, id));
    const view = viewOf(this.#job.offer ?? EVERYTHING);
    const began = performance.now();
    const isSeen = view === null || view.hasCase(golden.file);
    // what cannot be seen is not worth a round trip
    const answer = isSeen ? await this.#remote.run(golden, this.#limit(id), view) : NO_ANSWER;
    const done = await perform(this.#job, playback(answer), golden);
    const log = this.#remote.log.trimEnd();
    const result = { ...done.result, seconds: roundTime((performance.now() - began) / 1000) };
    return { ...done, result: result.passed || log === "" ? result : { ...result, log } };
  }

  close(): Promise<string | undefined> {
    return this.#remote.close();
  }

  kill(): void {
    this.#remote.kill();
  }
}

/** The command that serves a module, with only the permissions that the user grants. */
function moduleCommand(url: string, leash: Leash): { command: string; args: string[] } {
  const source = `import { serve } from ${HOST};\n` +
    `import * as engine from ${JSON.stringify(url)};\nawait serve(engine);\n`;
  return hostCommand(source, findConfig(url), leash);
}

/** The command that serves a shared library, which can do whatever this process can. */
function libraryCommand(path: string, leash: Leash): { command: string; args: string[] } {
  const library = JSON.stringify(new URL("../engines/library.ts", import.meta.url).href);
  const source = `import { openLibrary, redirectOutput } from ${library};\nredirectOutput();\n` +
    `const { serve } = await import(${HOST});\nawait serve({ default: () => openLibrary(${JSON.stringify(path)}) });\n`;
  return hostCommand(source, findConfig(import.meta.url), { ...leash, allow: ["all"] });
}

const HOST = JSON.stringify(new URL("../engines/host.ts", import.meta.url).href);

function hostCommand(source: string, config: string | undefined, { allow, memory }: Leash) {
  const entry = `data:text/typescript,${encodeURIComponent(source)}`;
  const heap = Math.floor(memory / 2 ** 20);
  return {
    command: deno(),
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-check",
      `--v8-flags=--max-old-space-size=${heap}`,
      ...(config === undefined ? ["--no-config"] : ["--config", config]),
      ...allow.map((name) => name === "all" ? "-A" : `--allow-${name}`),
      entry,
    ],
  };
}
