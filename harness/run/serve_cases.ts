// deno-lint-ignore-file no-console
/**
 * The program of a process that replays cases through a built-in engine. It receives a job, then ids of cases, each on a
 * line, and answers each with a line.
 */

import { openStore, processorTime } from "../disk.ts";
import { type Engine, HarnessError } from "../engine.ts";
import { NotOnNpm } from "../engines/version.ts";
import { readGolden, readKnownCase } from "../golden/golden.ts";
import { EVERYTHING, mannerOf } from "../replay/offer.ts";
import { type Job, perform, roundTime } from "./job.ts";
import { writeExact } from "../exact_json.ts";

const { stdin, stdout } = Deno;
const encoder = new TextEncoder();

/** Answers that wait for others, and when the last ones were sent (ms). */
let waiting = "";
let sent = 0;

/** How long answers wait (ms): as long as a few cases take, each of which would cost its reader as much. */
const WAIT = 5;

function answer(value: unknown, gathers = false): void {
  if (waiting === "") setTimeout(send);
  waiting += `${writeExact(value)}\n`;
  if (!gathers || performance.now() - sent > WAIT) send();
}

function send(): void {
  const bytes = encoder.encode(waiting);
  waiting = "";
  for (let at = 0; at < bytes.length;) at += stdout.writeSync(bytes.subarray(at));
  sent = performance.now();
}

// the output of an engine is its log
console.log = console.error;

async function* lines(): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stdin.readable.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

async function serve(open: (job: Job) => Promise<Engine>): Promise<void> {
  const requests = lines();
  const job = JSON.parse((await requests.next()).value ?? "null") as Job;
  const store = openStore(job.golden);
  const engine = await open(job);
  const manner = mannerOf(engine.offers);
  answer({ engine: `${engine.name} ${engine.version}`, manner });
  const whole = { ...job, offer: { ...EVERYTHING, ...job.offer, ...manner } };
  let began = job.isTimed ? processorTime() : 0;
  for await (const id of requests) {
    const done = await perform(whole, engine, readGolden(store, readKnownCase(store, id), job.isPinned));
    if (!job.isTimed) {
      answer(done, job.gathers);
      continue;
    }
    const ended = processorTime();
    answer({ ...done, result: { ...done.result, seconds: roundTime(ended - began) } }, job.gathers);
    began = ended;
  }
}

/** Replays cases with the engine of the job until there are no more. */
export async function serveCases(open: (job: Job) => Promise<Engine>): Promise<void> {
  try {
    await serve(open);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    answer({ refused: error.message, isNotOnNpm: error instanceof NotOnNpm });
  }
}
