// deno-lint-ignore-file no-console
/**
 * Runs unit tests on many mutants in one process, with one of them on at a time. Started with an import map that puts
 * sources with switches in the place of the engine's, and the path of an order. Prints messages in lines of JSON.
 */

import { early, OFF, open, seen, turn, WATCH } from "../hunt/switchboard.ts";
import "../../../mod.ts";
import { print, seconds } from "../../explore/in_process.ts";
import { switchKernels } from "../hunt/switched_kernels.ts";
import { collect, failure, type Test } from "./collect.ts";
import type { Message, Order } from "./messages.ts";

/** What is known of a test: the mutants that make a difference in it, or while its file is imported, and its CPU time. */
interface Note {
  readonly url: string;
  readonly name: string;
  /** index in its file, where several tests may have one name */
  readonly place: number;
  readonly imports: readonly number[];
  readonly runs: readonly number[];
  /** s */
  readonly time: number;
}

const order = JSON.parse(Deno.readTextFileSync(Deno.args[0])) as Order;
const folders = order.files.map(folderOf);
open(order.files.length);
switchKernels((mutant) => order.files[mutant].startsWith("engine/wasm/"));

// what tests print is no message
Object.assign(console, { log: console.error });

function say(message: Message): void {
  print(message);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function nameOf({ url, name }: { url: string; name: string }): string {
  return `${url.slice(url.lastIndexOf("/") + 1)}: ${name}`;
}

/** The mutants that have made a difference since the last call. */
function differing(): number[] {
  const found = [...seen.keys()].filter((k) => seen[k] === 2);
  seen.fill(0);
  return found;
}

/** Runs all tests without any mutant, unless another process has done so. */
async function watch(): Promise<Note[]> {
  try {
    return JSON.parse(Deno.readTextFileSync(order.notes)) as Note[];
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const notes: Note[] = [];
  for (const url of order.tests) {
    differing();
    turn(WATCH);
    const tests = await collect(url, "watched");
    const imports = differing();
    for (const [place, test] of tests.entries()) {
      const start = seconds();
      turn(WATCH);
      let why = await failure(test);
      turn(OFF);
      const runs = differing();
      // notes take time and memory, and kernels are assembled once more for them
      if (why !== null) why = await failure(test);
      const note = { url, name: test.name, place, imports, runs, time: seconds() - start };
      if (why === null) notes.push(note);
      else say({ says: "unfit", test: nameOf(note), why });
    }
  }
  Deno.writeTextFileSync(order.notes, JSON.stringify(notes));
  return notes;
}

/** Files of tests as they were imported for a mutant: models that they make, and plans of these, may depend on it. */
const imported = { mutant: OFF, tests: new Map<string, Test[]>() };

/** Does a test pass with a mutant on, or with none? */
async function passes({ url, place }: Note, mutant: number): Promise<boolean> {
  turn(mutant);
  try {
    if (imported.mutant !== mutant) Object.assign(imported, { mutant, tests: new Map() });
    const tests = imported.tests.get(url) ?? await collect(url, `${versions++}`);
    imported.tests.set(url, tests);
    return await failure(tests[place]) === null;
  } catch {
    return false;
  } finally {
    turn(OFF);
  }
}

let versions = 0;

/** Counts tests that have noticed something, by function and file. */
class Hits {
  readonly #hits = new Map<string, number>();

  add(key: string): void {
    this.#hits.set(key, this.of(key) + 1);
  }

  of(key: string): number {
    return this.#hits.get(key) ?? 0;
  }
}

/** Tries tests on a mutant: first those nearby, and those that have noticed its neighbors. */
async function judge(k: number, notes: readonly Note[], hits: Hits): Promise<string | null> {
  const end = seconds() + order.seconds;
  const [symbol, file] = [order.symbols[k], order.files[k]];
  const rank = (note: Note) => {
    const near = note.url.endsWith(`/${file.replace(".ts", "_test.ts")}`)
      ? 20
      : folderOf(note.url).endsWith(folders[k])
      ? 5
      : 1;
    const name = nameOf(note);
    return note.time / near / (1 + 30 * hits.of(`${symbol} ${name}`) + 5 * hits.of(`${file} ${name}`));
  };
  const open = notes.filter(({ imports, runs }) => runs.includes(k) || imports.includes(k));
  const ranked = open.map((note) => ({ note, at: rank(note) })).sort((a, b) => a.at - b.at);
  for (const { note } of ranked) {
    if (seconds() > end) break;
    if (await passes(note, k)) continue;
    const name = nameOf(note);
    if (!await passes(note, OFF)) {
      say({ says: "spoiled", mutant: k, by: name });
      Deno.exit(0);
    }
    for (const key of [symbol, file]) hits.add(`${key} ${name}`);
    return name;
  }
  return null;
}

/** Is a mutant only run while files are loaded, or where results of the first run are kept? */
function isHidden(mutant: number, notes: readonly Note[]): boolean {
  return early.has(mutant) || (seen[mutant] === 0 && notes.some(({ runs }) => runs.includes(mutant)));
}

const notes = await watch();
say({ says: "ready", tests: notes.length });
const hits = new Hits();
for (const k of order.untested) {
  say({ says: "tries", mutant: k });
  seen.fill(0);
  const by = await judge(k, notes, hits);
  say(by === null && isHidden(k, notes) ? { says: "early", mutant: k } : { says: "judged", mutant: k, by });
}
say({ says: "done" });
Deno.exit(0);
