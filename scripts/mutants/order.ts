/** The order in which goldens and unit tests are run on a mutant: those most likely to notice first. */

import { openStore } from "../../harness/disk.ts";
import { parseRatchet } from "../../harness/spec/ratchet.ts";
import { folderOf } from "./sample.ts";
import { ROOT } from "./sources.ts";

/** Folders of goldens that exercise a folder of the engine. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  "(top)": ["41", "dyn"],
  actuation: ["dyn", "5"],
  collision: ["l4", "24", "27"],
  compile: ["23", "18", "mjcf"],
  "compile/flex": ["mjcf"],
  "compile/hull": ["l4", "mjcf"],
  "compile/mesh": ["23", "mjcf"],
  constraint: ["sol", "2", "27"],
  integrate: ["dyn", "41"],
  mjcf: ["mjcf", "1", "18", "19", "20", "21"],
  position: ["4", "5", "dyn"],
  ray: ["sens"],
  sensor: ["sens"],
  sleep: ["sol", "41"],
  solver: ["sol"],
  support: ["dyn", "sens", "sol", "4"],
  types: ["mjcf", "dyn"],
  velocity: ["dyn", "22"],
  wasm: ["sol", "l4"],
};

/** Ids of all goldens that are not known to fail. */
export function goldens(): string[] {
  const ratchet = parseRatchet(
    Deno.readTextFileSync(new URL("harness/spec/ratchet.json", ROOT)),
    "harness/spec/ratchet.json",
  );
  return openStore(new URL("golden", ROOT).pathname).list().filter((id) => !(id in ratchet));
}

/** Learns which goldens notice mutants, and orders them by it. */
export class Order {
  #ids: readonly string[];
  #hits = new Map<string, Map<string, number>>();

  constructor(ids: readonly string[]) {
    this.#ids = ids;
  }

  /** Records that a golden noticed a mutant in a file. */
  note(file: string, id: string): void {
    for (const place of [file, folderOf(file)]) {
      const hits = this.#hits.get(place) ?? new Map<string, number>();
      hits.set(id, (hits.get(id) ?? 0) + 1);
      this.#hits.set(place, hits);
    }
  }

  /** All goldens, in the order for mutants of a file. */
  of(file: string): string[] {
    const folder = folderOf(file);
    const own = this.#hits.get(file);
    const near = this.#hits.get(folder);
    const shown = SHOWN_BY[folder] ?? [];
    const rank = (id: string): number => {
      if (own?.has(id)) return -1e6 - (own.get(id) ?? 0);
      if (near?.has(id)) return -1e3 - (near.get(id) ?? 0);
      const place = shown.indexOf(id.slice(0, id.indexOf("/")));
      return place < 0 ? shown.length : place;
    };
    // every seventh one, then again from the second on, because neighbors are similar
    const spread = Array.from({ length: 7 }, (_, k) => this.#ids.filter((_, i) => i % 7 === k)).flat();
    return spread.map((id) => ({ id, rank: rank(id) })).sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  }
}

/** Unit tests of the engine, and those that compare its functions to MuJoCo. Those of the sources read no engine. */
export function unitTests(): string[] {
  const all: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of Deno.readDirSync(new URL(`${folder}/`, ROOT))) {
      if (entry.isDirectory) walk(`${folder}/${entry.name}`);
      else if (/_test\.ts$/.test(entry.name) && !/rules_test/.test(entry.name)) all.push(`${folder}/${entry.name}`);
    }
  };
  walk("engine");
  walk("harness/calls");
  walk("scripts/functions");
  return all.sort();
}

/** Files that a text imports or exports from, by paths from the root. */
function importsIn(file: string): string[] {
  const text = Deno.readTextFileSync(new URL(file, ROOT));
  return [...text.matchAll(/^(?:import|export|\})[^;]*?from "(\.[^"]+\.ts)"/gm)]
    .map(([_, path]) => new URL(path, new URL(file, ROOT)).pathname.slice(ROOT.pathname.length));
}

/** More imports in a row say little about what a test is about. */
const FAR = 3;

/** Tests that import a file, directly or by others: those beside it first, then by the number of imports between. */
export function nearest(file: string, tests: readonly string[]): string[] {
  const imports = new Map<string, string[]>();
  const hops = (test: string): number => {
    let front = new Set([test]);
    const known = new Set(front);
    for (let count = 0; count <= FAR; count++) {
      if (front.has(file)) return count;
      const next = new Set<string>();
      for (const path of front) {
        const found = imports.get(path) ?? importsIn(path);
        imports.set(path, found);
        for (const it of found) if (!known.has(it)) next.add(it);
      }
      for (const it of next) known.add(it);
      front = next;
    }
    return Infinity;
  };
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const distance = (test: string) => folder(test) === folder(file) ? 0 : hops(test);
  return tests.map((test) => ({ test, at: distance(test) }))
    .filter(({ at }) => at < Infinity).sort((a, b) => a.at - b.at).map(({ test }) => test);
}
