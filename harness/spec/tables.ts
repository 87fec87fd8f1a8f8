/** The tolerance tables of all items, one file each. */

import type { ItemTable } from "./table.ts";
import item1 from "./tolerances/1.json" with { type: "json" };
import item2 from "./tolerances/2.json" with { type: "json" };
import item3 from "./tolerances/3.json" with { type: "json" };
import item4 from "./tolerances/4.json" with { type: "json" };
import item5 from "./tolerances/5.json" with { type: "json" };
import item18 from "./tolerances/18.json" with { type: "json" };
import item19 from "./tolerances/19.json" with { type: "json" };
import item20 from "./tolerances/20.json" with { type: "json" };
import item21 from "./tolerances/21.json" with { type: "json" };
import item22 from "./tolerances/22.json" with { type: "json" };
import item23 from "./tolerances/23.json" with { type: "json" };
import item24 from "./tolerances/24.json" with { type: "json" };
import item25 from "./tolerances/25.json" with { type: "json" };
import item26 from "./tolerances/26.json" with { type: "json" };
import item27 from "./tolerances/27.json" with { type: "json" };
import itemIM from "./tolerances/IM.json" with { type: "json" };
import item41 from "./tolerances/41.json" with { type: "json" };
import itemL4 from "./tolerances/L4.json" with { type: "json" };
import itemDYN from "./tolerances/DYN.json" with { type: "json" };
import itemSENS from "./tolerances/SENS.json" with { type: "json" };
import itemSOL from "./tolerances/SOL.json" with { type: "json" };
import itemMJCF from "./tolerances/MJCF.json" with { type: "json" };
import itemPLUG from "./tolerances/PLUG.json" with { type: "json" };

/** Tolerance tables by item. */
export const TABLES = {
  1: item1,
  2: item2,
  3: item3,
  4: item4,
  5: item5,
  18: item18,
  19: item19,
  20: item20,
  21: item21,
  22: item22,
  23: item23,
  24: item24,
  25: item25,
  26: item26,
  27: item27,
  IM: itemIM,
  41: item41,
  L4: itemL4,
  DYN: itemDYN,
  SENS: itemSENS,
  SOL: itemSOL,
  MJCF: itemMJCF,
  PLUG: itemPLUG,
} as Readonly<Record<string, unknown>> as Readonly<Record<string, ItemTable>>;
