/** The one place that mixes the contact parameters of two geoms, or takes those of an explicit pair. */

import { EnableBit } from "../types/enums.ts";
import { MINMU, MINVAL, NIMP, NREF } from "../types/constants.ts";
import type { Contacts } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isEnabled } from "../support/flags.ts";

/**
 * Parameters of contact `i` between two geoms with the given margin. Those of the geom with higher priority win; with
 * equal priorities they are mixed.
 */
export function contactParam(
  res: Contacts,
  i: number,
  m: Model,
  g1: number,
  g2: number,
  margin: Float64Array,
): void {
  const { geom_priority, geom_condim, geom_gap, geom_solmix, geom_solref, geom_solimp, geom_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;
  const priority1 = geom_priority[g1];
  const priority2 = geom_priority[g2];
  const r = NREF * i;
  const s = NIMP * i;
  const f = 5 * i;

  // margins and gaps add up, whatever the priorities
  includemargin[i] = margin[0] - (geom_gap[g1] + geom_gap[g2]);
  solreffriction[r] = 0;
  solreffriction[r + 1] = 0;

  if (priority1 !== priority2) {
    const g = priority1 > priority2 ? g1 : g2;
    dim[i] = geom_condim[g];
    for (let k = 0; k < NREF; k++) solref[r + k] = geom_solref[NREF * g + k];
    for (let k = 0; k < NIMP; k++) solimp[s + k] = geom_solimp[NIMP * g + k];
    friction[f] = geom_friction[3 * g];
    friction[f + 2] = geom_friction[3 * g + 1];
    friction[f + 3] = geom_friction[3 * g + 2];
  } else {
    dim[i] = Math.max(geom_condim[g1], geom_condim[g2]);
    friction[f] = Math.max(geom_friction[3 * g1], geom_friction[3 * g2]);
    friction[f + 2] = Math.max(geom_friction[3 * g1 + 1], geom_friction[3 * g2 + 1]);
    friction[f + 3] = Math.max(geom_friction[3 * g1 + 2], geom_friction[3 * g2 + 2]);

    // weights of both geoms
    const mix1 = geom_solmix[g1];
    const mix2 = geom_solmix[g2];
    let mix = mix1 < MINVAL ? 0 : 1;
    if (mix1 >= MINVAL && mix2 >= MINVAL) mix = mix1 / (mix1 + mix2);
    else if (mix1 < MINVAL && mix2 < MINVAL) mix = 0.5;
    const rest = 1 - mix;

    // impedances are averaged, and references in the standard format; of references in the direct one the smaller
    for (let k = 0; k < NIMP; k++) {
      solimp[s + k] = mix * geom_solimp[NIMP * g1 + k] + rest * geom_solimp[NIMP * g2 + k];
    }
    const standard = geom_solref[NREF * g1] > 0 && geom_solref[NREF * g2] > 0;
    for (let k = 0; k < NREF; k++) {
      const a = geom_solref[NREF * g1 + k];
      const b = geom_solref[NREF * g2 + k];
      solref[r + k] = standard ? mix * a + rest * b : Math.min(a, b);
    }
  }

  // sliding and rolling friction are the same in both directions
  friction[f + 1] = friction[f];
  friction[f + 4] = friction[f + 3];
  override(res, i, m);
}

/** Parameters of contact `i` of an explicit pair with the given margin: its own, never those of its geoms. */
export function pairParam(res: Contacts, i: number, m: Model, pair: number, margin: Float64Array): void {
  const { pair_dim, pair_gap, pair_solref, pair_solreffriction, pair_solimp, pair_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;

  dim[i] = pair_dim[pair];
  includemargin[i] = margin[0] - pair_gap[pair];
  for (let k = 0; k < NREF; k++) {
    solref[NREF * i + k] = pair_solref[NREF * pair + k];
    solreffriction[NREF * i + k] = pair_solreffriction[NREF * pair + k];
  }
  for (let k = 0; k < NIMP; k++) solimp[NIMP * i + k] = pair_solimp[NIMP * pair + k];
  for (let k = 0; k < 5; k++) friction[5 * i + k] = pair_friction[5 * pair + k];
  override(res, i, m);
}

/** Global overrides, if enabled, and the smallest friction. */
function override(res: Contacts, i: number, m: Model): void {
  const { friction, solref, solreffriction, solimp } = res;
  if (isEnabled(m, EnableBit.OVERRIDE)) {
    const { o_solref, o_solimp, o_friction } = m.opt;
    for (let k = 0; k < NREF; k++) {
      solref[NREF * i + k] = o_solref[k];
      solreffriction[NREF * i + k] = o_solref[k];
    }
    for (let k = 0; k < NIMP; k++) solimp[NIMP * i + k] = o_solimp[k];
    for (let k = 0; k < 5; k++) friction[5 * i + k] = o_friction[k];
  }
  for (let k = 5 * i; k < 5 * i + 5; k++) {
    if (friction[k] < MINMU) friction[k] = MINMU;
  }
}
