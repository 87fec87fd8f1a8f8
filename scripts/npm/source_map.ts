/** Source maps with one entry for every line that can appear in a stack trace. */

import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** A source map, as far as it is used here. */
export interface SourceMap {
  version: number;
  sources: string[];
  names: string[];
  mappings: string;
}

/** A mapped position: column, source, line, column of the source. */
type Segment = [number, number, number, number];

/** Code that calls or throws; nothing else is in a stack trace. */
const CALLS = /[\w$)\]]\(|\bthrow\b|\bnew\b|=>/;

/**
 * Keeps the first position of each line that calls or throws something, and of each file, which is a quarter of the
 * size. Names and sources are left out.
 */
export function thinMap(code: string, map: SourceMap, nameOf: (source: string) => string): SourceMap {
  const lines = code.split("\n");
  const mappings = decode(map.mappings).map((segments, i) => {
    const starts = lineStarts(segments);
    return starts.filter(([column, source], k) => {
      const rest = lines[i].slice(column, starts[k + 1]?.[0]);
      return CALLS.test(rest) || starts[k - 1]?.[1] !== source;
    });
  });
  return { version: 3, sources: map.sources.map(nameOf), names: [], mappings: encode(mappings) };
}

function lineStarts(segments: readonly SourceMapSegment[]): Segment[] {
  const out: Segment[] = [];
  for (const segment of segments) {
    if (segment.length === 1) continue;
    const [column, source, line] = segment;
    const last = out.at(-1);
    if (last === undefined || last[1] !== source || last[2] !== line) out.push([column, source, line, 0]);
  }
  return out;
}
