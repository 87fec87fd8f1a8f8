/** The one place that mixes the contact parameters of two geoms, or takes those of an explicit pair. */

import { EnableBit } from "../types/enums.ts";
import { MINMU, MINVAL, NIMP, NREF } from "../types/constants.ts";
import type { Model } from "../types/model.ts";
import { isEnabled } from "../support/flags.ts";

/** Parameters that all contacts of one pair share. */
export interface ContactParam {
  /** dimensions of the contact force: 1, 3, 4 or 6 */
  dim: Int32Array;
  /** margin within which contacts are reported, and the part of it in which they are active: margin minus gap */
  includemargin: Float64Array;
  /** two tangential, one torsional and two rolling coefficients */
  friction: Float64Array;
  /** reference of the normal direction */
  solref: Float64Array;
  /** reference of the frictional directions; zeros mean the same as the normal one */
  solreffriction: Float64Array;
  /** impedance */
  solimp: Float64Array;
}

/** Allocates parameters. */
export function newContactParam(): ContactParam {
  return {
    dim: new Int32Array(1),
    includemargin: new Float64Array(1),
    friction: new Float64Array(5),
    solref: new Float64Array(NREF),
    solreffriction: new Float64Array(NREF),
    solimp: new Float64Array(NIMP),
  };
}

/** Parameters of two geoms with the given margin. Those of the geom with higher priority win; with equal priorities they are mixed. */
export function contactParam(res: ContactParam, m: Model, g1: number, g2: number, margin: Float64Array): void {
  const { geom_priority, geom_condim, geom_gap, geom_solmix, geom_solref, geom_solimp, geom_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;
  const priority1 = geom_priority[g1];
  const priority2 = geom_priority[g2];

  // margins and gaps add up, whatever the priorities
  includemargin[0] = margin[0] - (geom_gap[g1] + geom_gap[g2]);
  for (let k = 0; k < NREF; k++) solreffriction[k] = 0;

  if (priority1 !== priority2) {
    const g = priority1 > priority2 ? g1 : g2;
    dim[0] = geom_condim[g];
    for (let k = 0; k < NREF; k++) solref[k] = geom_solref[NREF * g + k];
    for (let k = 0; k < NIMP; k++) solimp[k] = geom_solimp[NIMP * g + k];
    friction[0] = geom_friction[3 * g];
    friction[2] = geom_friction[3 * g + 1];
    friction[3] = geom_friction[3 * g + 2];
  } else {
    dim[0] = Math.max(geom_condim[g1], geom_condim[g2]);
    friction[0] = Math.max(geom_friction[3 * g1], geom_friction[3 * g2]);
    friction[2] = Math.max(geom_friction[3 * g1 + 1], geom_friction[3 * g2 + 1]);
    friction[3] = Math.max(geom_friction[3 * g1 + 2], geom_friction[3 * g2 + 2]);

    // weight of the first geom
    const mix1 = geom_solmix[g1];
    const mix2 = geom_solmix[g2];
    let mix = mix1 < MINVAL ? 0 : 1;
    if (mix1 >= MINVAL && mix2 >= MINVAL) mix = mix1 / (mix1 + mix2);
    else if (mix1 < MINVAL && mix2 < MINVAL) mix = 0.5;

    // impedances are averaged, and references in the standard format; of references in the direct one the smaller
    for (let k = 0; k < NIMP; k++) {
      solimp[k] = mix * geom_solimp[NIMP * g1 + k] + (1 - mix) * geom_solimp[NIMP * g2 + k];
    }
    const standard = geom_solref[NREF * g1] > 0 && geom_solref[NREF * g2] > 0;
    for (let k = 0; k < NREF; k++) {
      const a = geom_solref[NREF * g1 + k];
      const b = geom_solref[NREF * g2 + k];
      solref[k] = standard ? mix * a + (1 - mix) * b : Math.min(a, b);
    }
  }

  // sliding and rolling friction are the same in both directions
  friction[1] = friction[0];
  friction[4] = friction[3];
  override(res, m);
}

/** Parameters of an explicit pair with the given margin: its own, never those of its geoms. */
export function pairParam(res: ContactParam, m: Model, pair: number, margin: Float64Array): void {
  const { pair_dim, pair_gap, pair_solref, pair_solreffriction, pair_solimp, pair_friction } = m;
  const { dim, includemargin, friction, solref, solreffriction, solimp } = res;

  dim[0] = pair_dim[pair];
  includemargin[0] = margin[0] - pair_gap[pair];
  for (let k = 0; k < NREF; k++) {
    solref[k] = pair_solref[NREF * pair + k];
    solreffriction[k] = pair_solreffriction[NREF * pair + k];
  }
  for (let k = 0; k < NIMP; k++) solimp[k] = pair_solimp[NIMP * pair + k];
  for (let k = 0; k < 5; k++) friction[k] = pair_friction[5 * pair + k];
  override(res, m);
}

/** Global overrides, if enabled, and the smallest friction. */
function override(res: ContactParam, m: Model): void {
  const { friction, solref, solreffriction, solimp } = res;
  if (isEnabled(m, EnableBit.OVERRIDE)) {
    const { o_solref, o_solimp, o_friction } = m.opt;
    for (let k = 0; k < NREF; k++) {
      solref[k] = o_solref[k];
      solreffriction[k] = o_solref[k];
    }
    for (let k = 0; k < NIMP; k++) solimp[k] = o_solimp[k];
    for (let k = 0; k < 5; k++) friction[k] = o_friction[k];
  }
  for (let k = 0; k < 5; k++) friction[k] = Math.max(MINMU, friction[k]);
}
