/** Source maps for stack traces: the file, and about which line. */

import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** A source map, as far as it is used here. */
export interface SourceMap {
  version: number;
  sourceRoot?: string;
  sources: string[];
  names: string[];
  mappings: string;
}

/** Lines of a source that share an entry. */
const NEARBY = 200;

/** Lines are rounded to multiples of this, which makes a map smaller. */
const STEP = 10;

/** What may have an entry; a line without one belongs to the entry before it. */
const MAPPED = /^(?:async )?(?:function|class)\b/;

/** Where a function or class begins right after a block. */
const BEGINNING = /(?<=\})(?=(?:async )?(?:function|class)\b)/;

/**
 * Breaks code into lines of a statement each, and maps the first function of each source to its line, and others that
 * are far from the last one, so that each frame of a stack trace leads to its file, near its line. This is a small part
 * of the size of a map that knows columns. Names and sources are left out.
 */
export function mapLines(
  code: string,
  map: SourceMap,
  nameOf: (source: string) => string,
): { code: string; map: SourceMap } {
  const decoded = decode(map.mappings);
  const lines: string[] = [];
  const mappings: SourceMapSegment[][] = [];
  const sources: string[] = [];
  let last = { source: -1, line: -1 };
  for (const [i, line] of code.split("\n").entries()) {
    let start = 0;
    for (const text of line.split(BEGINNING)) {
      const end = start + text.length;
      const first = MAPPED.test(text) ? decoded[i]?.find(([column]) => column >= start && column < end) : undefined;
      lines.push(text);
      const [, source, line] = first ?? [];
      if (source === undefined || line === undefined || source === last.source && Math.abs(line - last.line) < NEARBY) {
        mappings.push([]);
      } else {
        mappings.push([[0, placeOf(map.sources[source]), line - line % STEP, 0]]);
        last = { source, line };
      }
      start = end;
    }
  }
  return {
    code: lines.join("\n"),
    map: { version: 3, sourceRoot: "../engine/", sources: sources.map(nameOf), names: [], mappings: encode(mappings) },
  };

  function placeOf(source: string): number {
    const known = sources.indexOf(source);
    return known >= 0 ? known : sources.push(source) - 1;
  }
}
