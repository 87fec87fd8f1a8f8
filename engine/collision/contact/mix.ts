/** The one page that mixes the contact parameters of two geoms, or takes those of an explicit pair. */

import { isEnabled } from "../../model/queries.ts";
import { MINMU, MINVAL, NIMP, NREF } from "../../types/constants.ts";
import { EnableBit } from "../../types/enums.ts";
import type { Contacts } from "../../types/interfaces.ts";
import type { Model } from "../../types/model.ts";

const { OVERRIDE } = EnableBit;

// V8-1
const TINY = MINVAL;
const SLIGHT = MINMU;
const REF = NREF;
const IMP = NIMP;

/**
 * Parameters of contact `i` of two geoms with margin `k` of a list. The geom with the higher priority decides; with
 * equal priorities, parameters are mixed.
 */
export function mixParam(
  res: Contacts,
  i: number,
  m: Model,
  g1: number,
  g2: number,
  margin: Float64Array,
  k: number,
): void {
  const { geom_priority, geom_condim, geom_gap, geom_solmix, geom_solref, geom_solimp, geom_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;
  const overridden = isEnabled(m, OVERRIDE);
  const priority1 = geom_priority[g1];
  const priority2 = geom_priority[g2];
  const r = REF * i;
  const s = IMP * i;
  const f = 5 * i;

  // margins and gaps add up, regardless of priority
  includemargin[i] = margin[k] - (geom_gap[g1] + geom_gap[g2]);
  solreffriction[r] = 0;
  solreffriction[r + 1] = 0;

  if (priority1 !== priority2) {
    const g = priority1 > priority2 ? g1 : g2;
    dim[i] = geom_condim[g];
    for (let k = 0; k < REF; k++) solref[r + k] = geom_solref[REF * g + k];
    for (let k = 0; k < IMP; k++) solimp[s + k] = geom_solimp[IMP * g + k];
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
    let mix = mix1 < TINY ? 0 : 1;
    if (mix1 >= TINY && mix2 >= TINY) mix = mix1 / (mix1 + mix2);
    else if (mix1 < TINY && mix2 < TINY) mix = 0.5;
    const rest = 1 - mix;

    // impedances are averaged, and so are references in the standard format; of references in the direct format, the
    // smaller ones apply
    const i1 = IMP * g1;
    const i2 = IMP * g2;
    solimp[s] = mix * geom_solimp[i1] + rest * geom_solimp[i2];
    solimp[s + 1] = mix * geom_solimp[i1 + 1] + rest * geom_solimp[i2 + 1];
    solimp[s + 2] = mix * geom_solimp[i1 + 2] + rest * geom_solimp[i2 + 2];
    solimp[s + 3] = mix * geom_solimp[i1 + 3] + rest * geom_solimp[i2 + 3];
    solimp[s + 4] = mix * geom_solimp[i1 + 4] + rest * geom_solimp[i2 + 4];
    const time1 = geom_solref[REF * g1];
    const time2 = geom_solref[REF * g2];
    const ratio1 = geom_solref[REF * g1 + 1];
    const ratio2 = geom_solref[REF * g2 + 1];
    const standard = time1 > 0 && time2 > 0;
    solref[r] = standard ? mix * time1 + rest * time2 : Math.min(time1, time2);
    solref[r + 1] = standard ? mix * ratio1 + rest * ratio2 : Math.min(ratio1, ratio2);
  }

  // sliding and rolling friction are the same in both directions
  friction[f + 1] = friction[f];
  friction[f + 4] = friction[f + 3];
  if (overridden) override(res, i, m);
  leastFriction(friction, f);
}

/** Parameters of contact `i` of an explicit pair with margin `k` of a list: its own, never those of its geoms. */
export function pairParam(res: Contacts, i: number, m: Model, pair: number, margin: Float64Array, k = 0): void {
  const { pair_dim, pair_gap, pair_solref, pair_solreffriction, pair_solimp, pair_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;

  dim[i] = pair_dim[pair];
  includemargin[i] = margin[k] - pair_gap[pair];
  for (let k = 0; k < REF; k++) {
    solref[REF * i + k] = pair_solref[REF * pair + k];
    solreffriction[REF * i + k] = pair_solreffriction[REF * pair + k];
  }
  for (let k = 0; k < IMP; k++) solimp[IMP * i + k] = pair_solimp[IMP * pair + k];
  for (let k = 0; k < 5; k++) friction[5 * i + k] = pair_friction[5 * pair + k];
  if (isEnabled(m, OVERRIDE)) override(res, i, m);
  leastFriction(friction, 5 * i);
}

/** Replaces the contact's own parameters with the global ones. */
function override({ friction, solref, solreffriction, solimp }: Contacts, i: number, m: Model): void {
  const { o_solref, o_solimp, o_friction } = m.opt;
  solref.set(o_solref, REF * i);
  solreffriction.set(o_solref, REF * i);
  solimp.set(o_solimp, IMP * i);
  friction.set(o_friction, 5 * i);
}

/** Raises friction coefficients to the minimum. */
function leastFriction(friction: Float64Array, f: number): void {
  if (friction[f] < SLIGHT) friction[f] = SLIGHT;
  if (friction[f + 1] < SLIGHT) friction[f + 1] = SLIGHT;
  if (friction[f + 2] < SLIGHT) friction[f + 2] = SLIGHT;
  if (friction[f + 3] < SLIGHT) friction[f + 3] = SLIGHT;
  if (friction[f + 4] < SLIGHT) friction[f + 4] = SLIGHT;
}
