/** Statistics that a document sets; the others are derived from the model. */

import { ownArrays } from "../copy_record.ts";
import { defaultsOf, real, reals, type RecordOf } from "./attribute.ts";
import { POSITIVE } from "./shared.ts";

/** The attributes that a record of statistics holds. */
export const STATISTIC = {
  meaninertia: real(),
  meanmass: real(),
  meansize: real(),
  extent: real(undefined, "", POSITIVE),
  center: reals(3),
};

/** Statistics that the document sets. */
export type StatisticSettings = RecordOf<typeof STATISTIC>;

const NO_STATISTIC = defaultsOf(STATISTIC);

/** The built-in statistics. */
export function statisticSettings(): StatisticSettings {
  return ownArrays({ ...NO_STATISTIC });
}
