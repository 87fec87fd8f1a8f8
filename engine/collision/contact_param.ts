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
    const i1 = NIMP * g1;
    const i2 = NIMP * g2;
    solimp[s] = mix * geom_solimp[i1] + rest * geom_solimp[i2];
    solimp[s + 1] = mix * geom_solimp[i1 + 1] + rest * geom_solimp[i2 + 1];
    solimp[s + 2] = mix * geom_solimp[i1 + 2] + rest * geom_solimp[i2 + 2];
    solimp[s + 3] = mix * geom_solimp[i1 + 3] + rest * geom_solimp[i2 + 3];
    solimp[s + 4] = mix * geom_solimp[i1 + 4] + rest * geom_solimp[i2 + 4];
    const time1 = geom_solref[NREF * g1];
    const time2 = geom_solref[NREF * g2];
    const ratio1 = geom_solref[NREF * g1 + 1];
    const ratio2 = geom_solref[NREF * g2 + 1];
    const standard = time1 > 0 && time2 > 0;
    solref[r] = standard ? mix * time1 + rest * time2 : Math.min(time1, time2);
    solref[r + 1] = standard ? mix * ratio1 + rest * ratio2 : Math.min(ratio1, ratio2);
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
  const f = 5 * i;
  if (friction[f] < MINMU) friction[f] = MINMU;
  if (friction[f + 1] < MINMU) friction[f + 1] = MINMU;
  if (friction[f + 2] < MINMU) friction[f + 2] = MINMU;
  if (friction[f + 3] < MINMU) friction[f + 3] = MINMU;
  if (friction[f + 4] < MINMU) friction[f + 4] = MINMU;
}
