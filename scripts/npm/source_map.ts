/** Source maps with one entry for each line of minified code. */

import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** A source map, as far as it is used here. */
export interface SourceMap {
  version: number;
  sources: string[];
  names: string[];
  mappings: string;
}

/** Code that calls or throws; nothing else is in a stack trace. */
const CALLS = /[\w$)\]]\(|\bthrow\b|\bnew\b|=>/;

/** Where a function or class begins right after a block. */
const BEGINNING = /(?<=\})(?=(?:async )?(?:function|class)\b)/;

/**
 * Breaks code into lines of a statement each, and maps lines that call or throw something to the lines of their
 * sources. This is a quarter of the size of a map that knows columns. Names and sources are left out.
 */
export function mapLines(
  code: string,
  map: SourceMap,
  nameOf: (source: string) => string,
): { code: string; map: SourceMap } {
  const decoded = decode(map.mappings);
  const lines: string[] = [];
  const mappings: SourceMapSegment[][] = [];
  for (const [i, line] of code.split("\n").entries()) {
    let start = 0;
    for (const text of line.split(BEGINNING)) {
      const end = start + text.length;
      const first = (decoded[i] ?? []).find(([column, source]) =>
        column >= start && column < end && source !== undefined
      );
      lines.push(text);
      mappings.push(first?.length !== 4 || !CALLS.test(text) ? [] : [[0, first[1], first[2], 0]]);
      start = end;
    }
  }
  const sources = map.sources.map(nameOf);
  return { code: lines.join("\n"), map: { version: 3, sources, names: [], mappings: encode(mappings) } };
}
