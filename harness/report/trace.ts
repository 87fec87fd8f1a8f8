/** Errors over time, field by field, for the charts of the report. */

import { diffField } from "../replay/diff.ts";
import type { Observer } from "../replay/result.ts";

/** One field of a case over its steps. */
export interface Trace {
  readonly field: string;
  /** largest difference in each step; null where it is infinite */
  readonly delta: (number | null)[];
  /** what was allowed in each step */
  readonly allowed: number[];
}

/** Number of lines drawn for one case. */
const LINES = 8;

/** Collects the traces of cases. */
export class Traces {
  #cases = new Map<string, Map<string, Trace & { excess: number }>>();

  /** Watches a case. */
  observer(id: string): Observer {
    const fields = new Map<string, Trace & { excess: number }>();
    this.#cases.set(id, fields);
    return (step, field, expected, got, bound) => {
      if (step < 0 || expected.length === 0) return;
      const diff = got === undefined || got.length < expected.length
        ? undefined
        : diffField(got, expected, step, bound);
      let trace = fields.get(field);
      if (diff === null && trace === undefined) return;
      if (trace === undefined) fields.set(field, trace = { field, delta: [], allowed: [], excess: 0 });
      const delta = diff === undefined ? Infinity : diff?.delta ?? 0;
      trace.delta[step] = Number.isFinite(delta) ? round(delta) : null;
      trace.allowed[step] = round(bound.allowed(step, expected));
      trace.excess = Math.max(trace.excess, diff?.excess ?? (diff === undefined ? Infinity : 0));
    };
  }

  /** The lines of a case that are closest to their bounds or farthest beyond. */
  of(id: string, steps: number): Trace[] {
    const all = [...this.#cases.get(id)?.values() ?? []].sort((a, b) => b.excess - a.excess);
    return all.slice(0, LINES).map(({ field, delta, allowed }) => ({
      field,
      delta: Array.from({ length: steps }, (_, i) => delta[i] === undefined ? 0 : delta[i]),
      allowed: Array.from({ length: steps }, (_, i) => allowed[i] ?? 0),
    }));
  }
}

function round(x: number): number {
  return Number(x.toPrecision(3));
}
