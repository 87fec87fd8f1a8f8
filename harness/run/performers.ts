/** The ways to replay cases: entirely in another process, or here with an engine in another process. */

import { HarnessError } from "../engine.ts";
import { type Bundle, findBundle } from "./bundle.ts";
import { type Child, Gone } from "../engines/child.ts";
import { isMujoco, kindOf } from "../engines/engine_kind.ts";
import { pythonWith, type Tell } from "../engines/python.ts";
import { NotOnNpm } from "../engines/version.ts";
import { readExact } from "../exact_json.ts";
import type { Manner } from "../replay/offer.ts";
import type { Job } from "./job.ts";
import type { Done, Performer, Start } from "./lanes.ts";
import { bundleFile, launch, type Launched, startReplayer } from "./launch.ts";
import type { Process } from "./remote_performer.ts";

/** Time limit and permissions of an engine. */
export interface Leash {
  /** time limit for an ordinary case and for the start (ms) */
  readonly patience: number;
  /** memory that a process may take, bytes */
  readonly memory: number;
  /** permissions of a module, as Deno calls them: `read`, `net`, `all` */
  readonly allow: readonly string[];
  /** import map for a process that replays, with modules in place of others */
  readonly importMap: string | undefined;
  /** are there enough cases to make a bundle of the replayer for them? */
  readonly isLong: boolean;
}

/** Number of values for which `patience` applies; larger cases get more time. */
const ORDINARY = 1e6;

/**
 * The way to run a job; `scalars` are the sizes of cases by id, if known. `tell` is told about downloads. Of processes
 * that have been launched, those that can be used are taken.
 */
export function starter(
  job: Job,
  leash: Leash,
  scalars: Readonly<Record<string, number>>,
  tell?: Tell,
  launched: Launched[] = [],
): {
  start: Start;
  /** may cases be queued for a process? */
  ahead: boolean;
} {
  const limit = (id: string) => leash.patience * (1 + (scalars[id] ?? 0) / ORDINARY);
  const found = kindOf(job.engine, job.base);
  let place: ReturnType<typeof pythonWith> | undefined;
  let bundle: Promise<Bundle | undefined> | undefined;
  let isDistrusted = false;
  switch (found.kind) {
    case "own":
      return { start: () => startOwn(), ahead: true };
    case "native":
      return { start: () => startNative(found.version), ahead: false };
    case "library":
    case "module":
    case "program":
      return { start: () => startProcess(found), ahead: false };
  }

  /** MuJoCo comes from npm; what npm does not have, PyPI may. */
  async function startOwn(): Promise<Performer> {
    const isBundled = job.engine === "plumbline" && leash.importMap === undefined;
    const ahead = isBundled && !isDistrusted ? launched.pop() ?? launch(leash.memory) : undefined;
    // the search keeps this process busy, so all are launched before it
    bundle ??= isBundled ? afterwards(() => findBundle(leash.isLong)) : Promise.resolve(undefined);
    const origin = await bundle;
    const distrust = () => {
      isDistrusted = true;
      bundle = Promise.resolve(undefined);
    };
    // one that has been made meanwhile is another
    const child = origin !== undefined && ahead?.file === bundleFile() ? ahead.child : undefined;
    if (child === undefined) ahead?.child.kill();
    try {
      if (origin !== undefined) return await Replayer.start(job, leash, limit, { bundle: origin, distrust }, child);
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      distrust();
    }
    try {
      return await Replayer.start(job, leash, limit);
    } catch (error) {
      if (!(error instanceof NotOnNpm)) throw error;
      return await startNative(job.engine.slice("mujoco@".length));
    }
  }

  async function startNative(version: string): Promise<Performer> {
    const { python, env } = await (place ??= pythonWith([`mujoco==${version}`], tell));
    return await startProcess({ kind: "program", command: python, args: ["-m", "plumbline_engine.mujoco"], env });
  }

  /** What compares here is loaded only where it is needed: most runs do not. */
  async function startProcess(process: Process): Promise<Performer> {
    const { startRemote } = await import("./remote_performer.ts");
    return await startRemote(job, process, leash, limit);
  }
}

async function afterwards<T>(work: () => Promise<T>): Promise<T> {
  await new Promise((go) => setTimeout(go));
  return await work();
}

/** Time limit for downloading the package of a MuJoCo (ms). */
const DOWNLOAD = 120_000;

/** The first answer of such a process. */
interface Greeting {
  /** name and version of the engine */
  readonly engine: string;
  readonly manner: Manner;
}

/** A bundle to be run in place of the sources. */
interface Bundled {
  readonly bundle: Bundle;
  /** has later processes run the sources */
  readonly distrust: () => void;
}

/**
 * A process that replays with a built-in engine. A case that does not pass in a bundle is left to a process that runs
 * the sources: what reports say of a failure, such as where an error was thrown, is about them.
 */
class Replayer implements Performer {
  readonly engine: string;
  readonly build = "";
  readonly manner: Manner;
  #child: Child;
  #limit: (id: string) => number;
  #bundled: Bundled | undefined;

  private constructor(
    child: Child,
    { engine, manner }: Greeting,
    limit: (id: string) => number,
    bundled: Bundled | undefined,
  ) {
    this.#child = child;
    this.#bundled = bundled;
    this.engine = engine;
    this.manner = manner;
    this.#limit = limit;
  }

  static async start(
    job: Job,
    { patience, memory, importMap }: Leash,
    limit: (id: string) => number,
    bundled?: Bundled,
    launched?: Child,
  ): Promise<Replayer> {
    const map = importMap === undefined ? [] : ["--import-map", importMap];
    const entry = bundled?.bundle.entry ?? new URL("replayer.ts", import.meta.url).href;
    // other versions of MuJoCo are not in the project's lock file
    const lock = isMujoco(job.engine) ? ["--no-lock"] : [];
    const child = launched ?? startReplayer(entry, memory, [...lock, ...map]);
    try {
      const order: Job = { ...job, gathers: bundled !== undefined };
      const greeting = read(await child.ask(JSON.stringify(order), Math.max(patience, DOWNLOAD))) as Greeting;
      return new Replayer(child, greeting, limit, bundled);
    } catch (error) {
      child.kill();
      if (!(error instanceof Gone)) throw error;
      throw new HarnessError(`engine ${job.engine}: ${error.message}\n${child.log}`.trim());
    }
  }

  async perform(id: string): Promise<Done> {
    const asked = this.#child.ask(id, this.#limit(id));
    if (this.#bundled === undefined) return read(await asked) as Done;
    try {
      const done = read(await asked) as Done;
      if (done.result.passed) return done;
    } catch (error) {
      // answers that were waiting are lost with the process, so nobody knows which case it was working on
      if (!(error instanceof Gone)) throw error;
    }
    this.#bundled.distrust();
    this.kill();
    throw new Gone("bundle", "the sources are asked", true);
  }

  close(): Promise<string | undefined> {
    this.kill();
    const isIntact = this.#bundled?.bundle.isIntact() ?? true;
    return Promise.resolve(isIntact ? undefined : "the bundle of the replayer changed during the run");
  }

  kill(): void {
    this.#child.kill();
  }
}

function read(line: string): object {
  const answer = readExact(line) as { refused?: string; isNotOnNpm?: boolean };
  if (answer.refused !== undefined) throw new (answer.isNotOnNpm ? NotOnNpm : HarnessError)(answer.refused);
  return answer;
}
