/** Parameters of all contacts of a step: those of pairs that are alike are mixed once (`mix.ts`). */

import { newDoubles, newInts } from "../../math/small_arrays.ts";
import { NIMP, NREF } from "../../types/constants.ts";
import type { Contacts } from "../../types/interfaces.ts";
import type { Model } from "../../types/model.ts";
import { mixParam, pairParam } from "./mix.ts";

// V8-1
const REF = NREF;
const IMP = NIMP;

/** Contacts of pairs of geoms that wait for their parameters: a run of contacts per pair. */
export interface ContactRuns {
  count: number;
  /** first contact, and the one after the last */
  start: Int32Array;
  end: Int32Array;
  /** geoms */
  g1: Int32Array;
  g2: Int32Array;
  /** explicit pair, or -1 */
  pair: Int32Array;
  /** margin of the pair */
  margin: Float64Array;
}

/** Allocates room for the given number of runs. */
export function newContactRuns(room: number): ContactRuns {
  return {
    count: 0,
    start: newInts(room),
    end: newInts(room),
    g1: newInts(room),
    g2: newInts(room),
    pair: newInts(room),
    margin: newDoubles(room),
  };
}

/** Parameters of all contacts of the runs: those of explicit pairs, otherwise mixed from both geoms. */
export function contactParams(res: Contacts, m: Model, runs: ContactRuns): void {
  const { count, start, end, g1, g2, pair, margin } = runs;
  for (let run = 0; run < count;) {
    const i = start[run];
    const last = end[run];
    const explicit = pair[run] >= 0;
    if (explicit) pairParam(res, i, m, pair[run], margin, run);
    else mixParam(res, i, m, g1[run], g2[run], margin, run);
    if (last > i + 1) copyParams(res, i, i + 1, last);
    run++;
    if (!explicit && run < count && pair[run] < 0) run = mixAlike(res, m, runs, run);
  }
}

/** Copies the parameters of a contact to all contacts of the same pair, from `start` to `end`. */
function copyParams(res: Contacts, from: number, start: number, end: number): void {
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;
  const condim = dim[from];
  const ref0 = solref[2 * from];
  const ref1 = solref[2 * from + 1];
  const slip0 = solreffriction[2 * from];
  const slip1 = solreffriction[2 * from + 1];
  const friction0 = friction[5 * from];
  const friction1 = friction[5 * from + 1];
  const friction2 = friction[5 * from + 2];
  const friction3 = friction[5 * from + 3];
  const friction4 = friction[5 * from + 4];
  const imp0 = solimp[5 * from];
  const imp1 = solimp[5 * from + 1];
  const imp2 = solimp[5 * from + 2];
  const imp3 = solimp[5 * from + 3];
  const imp4 = solimp[5 * from + 4];
  const reach = includemargin[from];
  for (let i = start; i < end; i++) {
    dim[i] = condim;
    includemargin[i] = reach;
    solref[2 * i] = ref0;
    solref[2 * i + 1] = ref1;
    solreffriction[2 * i] = slip0;
    solreffriction[2 * i + 1] = slip1;
    friction[5 * i] = friction0;
    friction[5 * i + 1] = friction1;
    friction[5 * i + 2] = friction2;
    friction[5 * i + 3] = friction3;
    friction[5 * i + 4] = friction4;
    solimp[5 * i] = imp0;
    solimp[5 * i + 1] = imp1;
    solimp[5 * i + 2] = imp2;
    solimp[5 * i + 3] = imp3;
    solimp[5 * i + 4] = imp4;
  }
}

/** Do two geoms have the same contact parameters? */
function isLike(m: Model, g: number, known: number): boolean {
  const { geom_priority, geom_condim, geom_solmix, geom_solref, geom_solimp, geom_friction } = m;
  const f = 3 * g;
  const kf = 3 * known;
  const r = REF * g;
  const kr = REF * known;
  const s = IMP * g;
  const ks = IMP * known;
  return geom_priority[g] === geom_priority[known] && geom_condim[g] === geom_condim[known] &&
    geom_solmix[g] === geom_solmix[known] && geom_friction[f] === geom_friction[kf] &&
    geom_friction[f + 1] === geom_friction[kf + 1] && geom_friction[f + 2] === geom_friction[kf + 2] &&
    geom_solref[r] === geom_solref[kr] && geom_solref[r + 1] === geom_solref[kr + 1] &&
    geom_solimp[s] === geom_solimp[ks] && geom_solimp[s + 1] === geom_solimp[ks + 1] &&
    geom_solimp[s + 2] === geom_solimp[ks + 2] && geom_solimp[s + 3] === geom_solimp[ks + 3] &&
    geom_solimp[s + 4] === geom_solimp[ks + 4];
}

/**
 * Parameters of runs from `first` on, while they have geoms like those of the run before: they are the same. Returns
 * the first run for which they are not.
 */
function mixAlike(res: Contacts, m: Model, runs: ContactRuns, first: number): number {
  const { geom_gap, geom_priority, geom_condim, geom_solmix, geom_solref, geom_solimp, geom_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;
  const { count, start, end, g1: geoms1, g2: geoms2, pair, margin } = runs;
  const from = start[first - 1];
  const condim = dim[from];
  const ref0 = solref[2 * from];
  const ref1 = solref[2 * from + 1];
  const slip0 = solreffriction[2 * from];
  const slip1 = solreffriction[2 * from + 1];
  const friction0 = friction[5 * from];
  const friction1 = friction[5 * from + 1];
  const friction2 = friction[5 * from + 2];
  const friction3 = friction[5 * from + 3];
  const friction4 = friction[5 * from + 4];
  const imp0 = solimp[5 * from];
  const imp1 = solimp[5 * from + 1];
  const imp2 = solimp[5 * from + 2];
  const imp3 = solimp[5 * from + 3];
  const imp4 = solimp[5 * from + 4];

  // inputs of the mix; the first geom is often the same, a plane
  const known1 = geoms1[first - 1];
  const known = geoms2[first - 1];
  const priority = geom_priority[known];
  const own = geom_condim[known];
  const weight = geom_solmix[known];
  const slide = geom_friction[3 * known];
  const spin = geom_friction[3 * known + 1];
  const roll = geom_friction[3 * known + 2];
  const time = geom_solref[2 * known];
  const ratio = geom_solref[2 * known + 1];
  const own0 = geom_solimp[5 * known];
  const own1 = geom_solimp[5 * known + 1];
  const own2 = geom_solimp[5 * known + 2];
  const own3 = geom_solimp[5 * known + 3];
  const own4 = geom_solimp[5 * known + 4];
  for (let run = first; run < count; run++) {
    const g1 = geoms1[run];
    const g2 = geoms2[run];
    const alike = geom_priority[g2] === priority && geom_condim[g2] === own && geom_solmix[g2] === weight &&
      geom_friction[3 * g2] === slide && geom_friction[3 * g2 + 1] === spin && geom_friction[3 * g2 + 2] === roll &&
      geom_solref[2 * g2] === time && geom_solref[2 * g2 + 1] === ratio &&
      geom_solimp[5 * g2] === own0 && geom_solimp[5 * g2 + 1] === own1 && geom_solimp[5 * g2 + 2] === own2 &&
      geom_solimp[5 * g2 + 3] === own3 && geom_solimp[5 * g2 + 4] === own4;
    if (!alike || pair[run] >= 0 || (g1 !== known1 && !isLike(m, g1, known1))) return run;
    const last = end[run];
    const reach = margin[run] - (geom_gap[g1] + geom_gap[g2]);
    for (let i = start[run]; i < last; i++) {
      dim[i] = condim;
      includemargin[i] = reach;
      solref[2 * i] = ref0;
      solref[2 * i + 1] = ref1;
      solreffriction[2 * i] = slip0;
      solreffriction[2 * i + 1] = slip1;
      friction[5 * i] = friction0;
      friction[5 * i + 1] = friction1;
      friction[5 * i + 2] = friction2;
      friction[5 * i + 3] = friction3;
      friction[5 * i + 4] = friction4;
      solimp[5 * i] = imp0;
      solimp[5 * i + 1] = imp1;
      solimp[5 * i + 2] = imp2;
      solimp[5 * i + 3] = imp3;
      solimp[5 * i + 4] = imp4;
    }
  }
  return count;
}

const single = newContactRuns(1);

/** Parameters of contacts `start` to `end` between two geoms with the given margin. */
export function contactParam(
  res: Contacts,
  start: number,
  end: number,
  m: Model,
  g1: number,
  g2: number,
  margin: Float64Array,
): void {
  single.count = 1;
  single.start[0] = start;
  single.end[0] = end;
  single.g1[0] = g1;
  single.g2[0] = g2;
  single.pair[0] = -1;
  single.margin[0] = margin[0];
  contactParams(res, m, single);
}
