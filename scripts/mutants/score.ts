/** Estimates for all mutants from a sample. */

import { folderOf } from "./sample.ts";

/** The outcome of a mutant. */
export type Outcome =
  /** a golden fails, does not end, or crashes */
  | "conform"
  /** a unit test does, but no golden */
  | "tests"
  /** nothing notices */
  | "survived"
  /** reviewed by hand: no effect */
  | "equivalent"
  /** the engine does not load with it */
  | "broken";

/** A share with its 95 % interval. */
export interface Share {
  readonly hits: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval of a share. */
export function wilson(hits: number, of: number, z = 1.959964): Share {
  if (of === 0) return { hits, of, low: 0, high: 1 };
  const p = hits / of;
  const scale = 1 + z * z / of;
  const middle = (p + z * z / (2 * of)) / scale;
  const half = z * Math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / scale;
  return { hits, of, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Score of a folder, or of everything. */
export interface Score {
  readonly folder: string;
  /** number tested, without broken ones */
  readonly mutants: number;
  readonly equivalent: number;
  /** caught by goldens, among those not known to have no effect */
  readonly conform: Share;
  /** caught by goldens or unit tests */
  readonly all: Share;
}

/** Scores by folder, and of everything as the last. */
export function scores(results: readonly { readonly file: string; readonly outcome: Outcome }[]): Score[] {
  const counted = results.filter(({ outcome }) => outcome !== "broken");
  const folders = [...Map.groupBy(counted, ({ file }) => folderOf(file))].sort(([a], [b]) => a < b ? -1 : 1);
  const score = (folder: string, list: typeof counted): Score => {
    const count = (outcome: Outcome) => list.filter((it) => it.outcome === outcome).length;
    const equivalent = count("equivalent");
    const changing = list.length - equivalent;
    return {
      folder,
      mutants: list.length,
      equivalent,
      conform: wilson(count("conform"), changing),
      all: wilson(count("conform") + count("tests"), changing),
    };
  };
  return [...folders.map(([folder, list]) => score(folder, list)), score("total", counted)];
}

/** Scores as a table. */
export function scoreTable(list: readonly Score[], hasTests: boolean): string {
  const head = ["folder", "mutants", "equivalent", "caught by conform", ...(hasTests ? ["with unit tests"] : [])];
  const rows = list.map(({ folder, mutants, equivalent, conform, all }) => [
    folder,
    `${mutants}`,
    `${equivalent}`,
    shareText(conform),
    ...(hasTests ? [shareText(all)] : []),
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  return [head, ...rows].map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd()).join("\n");
}

function shareText({ hits, of, low, high }: Share): string {
  const percent = (x: number) => Math.round(100 * x);
  return of === 0 ? "-" : `${hits} of ${of}  ${percent(hits / of)} % [${percent(low)}–${percent(high)}]`;
}
