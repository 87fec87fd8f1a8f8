/** Coverage of the engine: reads the output of `deno coverage --lcov`, and sums it up by folder. */

/** A count and its total. */
export interface Tally {
  readonly hits: number;
  readonly of: number;
}

/** Coverage of a file. */
export interface FileCoverage {
  /** path from the root, such as `engine/step.ts` */
  readonly file: string;
  readonly lines: Tally;
  readonly branches: Tally;
  /** lines that have not run, in order */
  readonly missed: readonly number[];
}

/** Coverage of a folder, or of everything. */
export interface FolderCoverage {
  readonly folder: string;
  readonly lines: Tally;
  readonly branches: Tally;
}

/** What is saved for the README. */
export interface Coverage {
  readonly folders: readonly FolderCoverage[];
  /** why some folders are run less than others, by folder */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Reads a report; paths are relative to the root. */
export function parseLcov(text: string, root: string): FileCoverage[] {
  return text.split("end_of_record").flatMap((record): FileCoverage[] => {
    const path = /^SF:(.+)$/m.exec(record)?.[1];
    if (path === undefined) return [];
    const lines = new Map([...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, count]) => [+line, +count] as const));
    const taken = [...record.matchAll(/^BRDA:\d+,\d+,\d+,(\S+)$/gm)].map(([, count]) => Number(count) > 0);
    const missed = [...lines].filter(([, count]) => count === 0).map(([line]) => line).sort((a, b) => a - b);
    return [{
      file: path.startsWith(root) ? path.slice(root.length) : path,
      lines: { hits: lines.size - missed.length, of: lines.size },
      branches: { hits: taken.filter((it) => it).length, of: taken.length },
      missed,
    }];
  }).sort((a, b) => a.file < b.file ? -1 : 1);
}

/** Sums by folder, and of everything as the last. */
export function byFolder(files: readonly FileCoverage[], folderOf: (file: string) => string): FolderCoverage[] {
  const folders = [...Map.groupBy(files, ({ file }) => folderOf(file))].sort(([a], [b]) => a < b ? -1 : 1);
  const sum = (folder: string, list: readonly FileCoverage[]): FolderCoverage => ({
    folder,
    lines: add(list.map(({ lines }) => lines)),
    branches: add(list.map(({ branches }) => branches)),
  });
  return [...folders.map(([folder, list]) => sum(folder, list)), sum("total", files)];
}

function add(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ hits: a.hits + b.hits, of: a.of + b.of }), { hits: 0, of: 0 });
}

/** Share in percent with one digit, rounded down: 100 means everything. */
export function percent({ hits, of }: Tally): string {
  return (of === 0 ? 100 : Math.floor(1000 * hits / of) / 10).toFixed(1);
}

/** Numbers of lines as ranges: `3-5 9`. */
export function ranges(lines: readonly number[]): string {
  const out: [number, number][] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else out.push([line, line]);
  }
  return out.map(([first, last]) => first === last ? `${first}` : `${first}-${last}`).join(" ");
}

/** The table in Markdown, and why some folders are run less than others. */
export function coverageMarkdown(
  folders: readonly FolderCoverage[],
  reasons: Readonly<Record<string, string>> = {},
): string {
  return [
    "| folder of `engine/` | lines | | branches | |",
    "|---|---|---|---|---|",
    ...folders.map(({ folder, lines, branches }) =>
      `| ${folder} | ${percent(lines)} % | ${lines.hits} of ${lines.of} | ${percent(branches)} % | ` +
      `${branches.hits} of ${branches.of} |`
    ),
    "",
    ...Object.entries(reasons).map(([folder, reason]) => `- ${folder}: ${reason}.`),
  ].join("\n").trimEnd();
}
