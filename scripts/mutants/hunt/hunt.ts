// deno-lint-ignore-file no-console
/** Hunts for documents that show mutants: what goldens do not notice is run on random documents. */

import { Buffer } from "node:buffer";
import { HarnessError } from "../../../harness/engine.ts";
import { formatJson } from "../../../harness/format_json.ts";
import { encoded, seedling } from "../../explore/in_process.ts";
import { probeOf } from "../../explore/probes.ts";
import type { Site } from "../sites.ts";
import type { Stock } from "../stock.ts";
import { choose, type Weighed } from "./choose.ts";
import type { Message, Order } from "./messages.ts";
import { runAgain, type Talk } from "./run_again.ts";
import { switchedTogether } from "./switch_sources.ts";
import { OFF } from "./switchboard.ts";
import { run } from "./trial.ts";

/** What a hunt is asked for. */
export interface HuntOptions {
  readonly seed: number;
  /** CPU time for random documents (s) */
  readonly seconds: number;
  /** where cases are written */
  readonly out: string;
  /** are few documents chosen that show much, rather than small ones that show a mutant each */
  readonly dense: boolean;
  /** the generators of documents; all, and variations of goldens, if it is empty */
  readonly areas: readonly string[];
  /** the goldens that mutants are tried on */
  readonly goldens: readonly string[];
  /** goldens that notice mutants, by id of the mutant, as far as they are known; null if none does */
  readonly known: ReadonlyMap<string, string | null>;
  /** is told of each mutant that has been tried on the goldens; if none notices it, with the quickest that run it */
  readonly note: (site: Site, by: string | null, runs: readonly string[]) => void;
  /** prints how it goes */
  readonly tell: (text: string) => void;
}

/** Goldens that a mutant is tried on before documents are: those that notice none of so many rarely notice any. */
const MOST_GOLDENS = 250;
const ALL = 1e9;

/** CPU time after which a silent process counts as stuck, once it has run the goldens (s). */
const PATIENCE = 12;
/** Mutants that a document has to show for each millisecond that it takes. */
const LEAST = 0.08;
/** More memory than goldens and documents need (MB). */
const MEMORY = 2500;

/** The state of a hunt, across processes. */
class Hunt implements Talk<Message> {
  readonly untested: Set<number>;
  readonly survivors = new Set<number>();
  shown = new Map<number, string>();
  caught = 0;
  written = 0;
  /** CPU time that is left for the search, and what this process has spent of it (s) */
  left: number;
  #spent = 0;
  #current = -1;
  #key: string | undefined;
  #isReady = false;
  readonly weighed: Weighed[] = [];
  readonly #hits = new Map<number, number>();

  constructor(readonly sites: readonly Site[], readonly options: HuntOptions) {
    this.untested = new Set(sites.keys());
    this.left = options.seconds;
    for (const [k, { id }] of sites.entries()) {
      const by = options.known.get(id);
      if (by !== undefined) this.#judged(k, by);
    }
  }

  order(notes: string, round: number): Order {
    return {
      symbols: this.sites.map(({ file, symbol }) => `${file} ${symbol}`),
      files: this.sites.map(({ file }) => file),
      untested: [...this.untested],
      survivors: [...this.survivors],
      goldens: this.options.goldens,
      most: this.options.seconds > 0 ? MOST_GOLDENS : ALL,
      shown: [...this.shown],
      dense: this.options.dense,
      areas: this.options.areas,
      hits: [...this.#hits],
      seconds: this.left,
      seed: this.options.seed + round,
      notes,
    };
  }

  /** Has the process said that it is done? */
  hear(message: Message): boolean {
    switch (message.says) {
      case "ready":
        if (this.left === this.options.seconds) {
          this.options.tell(`goldens run; ${this.untested.size} mutants to be tried on them`);
        }
        this.#isReady = true;
        break;
      case "tries":
        this.#current = message.mutant;
        this.#key = message.key;
        this.#spent = message.spent ?? this.#spent;
        break;
      case "judged":
        this.options.note(this.sites[message.mutant], message.by, message.runs);
        this.#judged(message.mutant, message.by);
        break;
      case "early":
        this.untested.delete(message.mutant);
        this.#current = -1;
        break;
      case "spoiled":
        this.options.tell(`spoils what comes after it: ${this.name(message.mutant)}`);
        // it would do so again and again
        if (this.options.dense) this.survivors.delete(message.mutant);
        break;
      case "weighed":
        this.#weighed(message);
        for (const k of message.mutants) this.#hits.set(k, (this.#hits.get(k) ?? 0) + 1);
        break;
      case "shown":
        this.#shown(message.mutant, message.key);
        console.log(`shown by ${message.key} in ${message.field}:\n  ${this.name(message.mutant)}`);
        break;
      case "searched":
        this.left = 0;
        this.#spent = 0;
        if (this.options.seconds > 0) console.log(`${message.documents} documents`);
        break;
      case "small":
        for (const k of message.mutants) this.shown.delete(k);
        this.#write(message);
        break;
      case "lost":
        this.shown.delete(message.mutant);
        break;
      case "done":
        return true;
    }
    return false;
  }

  /** A process has ended in the middle of something: the mutant that was on is to blame. */
  blame(errors: string): void {
    if (this.#current < 0) throw new HarnessError(`the engine does not run with switches: ${errors}`);
    if (this.untested.has(this.#current)) {
      this.options.note(this.sites[this.#current], "does not end", []);
      this.#judged(this.#current, "does not end");
    } else this.survivors.delete(this.#current);
    this.shown.delete(this.#current);
    if (this.#key !== undefined) this.options.tell(`stopped by ${this.#key}:\n  ${this.name(this.#current)}`);
    this.#current = -1;
    this.#isReady = false;
    this.left -= this.#spent;
    this.#spent = 0;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  name(k: number): string {
    const { id, file, line, symbol, before, after } = this.sites[k];
    return `${id}  ${file.slice(7)}:${line}  ${symbol}  ${before} → ${after}`;
  }

  #judged(mutant: number, by: string | null): void {
    this.untested.delete(mutant);
    this.#current = -1;
    if (by === null) this.survivors.add(mutant);
    else this.caught++;
  }

  #shown(mutant: number, key: string): void {
    this.survivors.delete(mutant);
    this.shown.set(mutant, key);
    this.#current = -1;
  }

  #weighed(it: Weighed): void {
    this.weighed.push(it);
    const line = JSON.stringify({ ...it, mutants: it.mutants.map((k) => this.sites[Number(k)].id) });
    Deno.mkdirSync(this.options.out, { recursive: true });
    Deno.writeTextFileSync(`${this.options.out}/weighed.ndjson`, `${line}\n`, { append: true });
  }

  /** Writes the documents that show most for their time, as they are. */
  async writeDense(): Promise<void> {
    const chosen = choose(this.weighed, LEAST);
    for (const { key, mutants } of chosen) {
      const probe = probeOf(key, seedling);
      const { recipe } = await run(probe, OFF);
      this.#write({
        says: "small",
        mutants: mutants.map(Number),
        recipe,
        xml: probe.xml,
        assets: encoded(probe.assets),
      });
    }
  }

  #write({ mutants, recipe, xml, assets }: Extract<Message, { says: "small" }>): void {
    const folder = `${this.options.out}/${String(++this.written).padStart(3, "0")}`;
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(`${folder}/model.xml`, xml);
    for (const [path, text] of Object.entries(assets)) {
      Deno.mkdirSync(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeFileSync(`${folder}/${path}`, Buffer.from(text, "base64"));
    }
    const note = mutants.map((k) => this.name(k)).join("; ");
    Deno.writeTextFileSync(`${folder}/case.json`, formatJson({ ...recipe, isolates: "mutants that survived", note }));
    console.log(`${folder}\n${mutants.map((k) => `  ${this.name(k)}`).join("\n")}`);
  }
}

/** Tries goldens on mutants in one process, as far as they can be switched on, and hunts those that survive. */
export async function hunt(stock: Stock, chosen: readonly Site[], options: HuntOptions): Promise<number> {
  const candidates = chosen.filter(({ id }) => !stock.reasons.has(id));
  const { sites, texts } = switchedTogether(stock.sources, candidates);
  const rest = candidates.length - sites.length;
  options.tell(`${sites.length} mutants${rest > 0 ? `; ${rest} are run while files are loaded` : ""}`);
  const state = new Hunt(sites, options);
  const child = { script: new URL("process.ts", import.meta.url), texts, patience: PATIENCE, memory: MEMORY };
  // every process that ends early settles one mutant
  await runAgain(child, state, 2 * sites.length);
  if (options.dense) await state.writeDense();
  const survived = sites.length - state.caught;
  options.tell(`goldens notice ${state.caught} of ${sites.length}`);
  if (options.seconds > 0) options.tell(`${state.written} cases show some of the others`);
  return survived;
}
