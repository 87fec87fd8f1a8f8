/** Chooses few documents that show many mutants for the time that they take. */

/** A document, and what it shows. */
export interface Weighed {
  /** from which its probe is made again */
  readonly key: string;
  /** CPU time (ms) */
  readonly ms: number;
  /** the mutants that it shows */
  readonly mutants: readonly (number | string)[];
}

/** A choice costs more than its CPU time: it is loaded and compared (ms). */
const OVERHEAD = 1;

/**
 * The documents that show most per millisecond of what those before them do not show, until one would show less than
 * `least` mutants per millisecond.
 */
export function choose(weighed: readonly Weighed[], least: number): Weighed[] {
  const shown = new Set<number | string>();
  const chosen: Weighed[] = [];
  const worth = ({ ms, mutants }: Weighed) => mutants.filter((k) => !shown.has(k)).length / (ms + OVERHEAD);
  for (;;) {
    let best: Weighed | undefined;
    for (const it of weighed) if (worth(it) > (best === undefined ? 0 : worth(best))) best = it;
    if (best === undefined || worth(best) < least) return chosen;
    chosen.push(best);
    for (const k of best.mutants) shown.add(k);
  }
}
