/**
 * Finds what follows from each field of the model, and writes harness/causes/follows.json: in goldens that have the
 * field, it is changed after loading, and the first result that differs is noted.
 */

import { openStore } from "../harness/disk.ts";
import type { Engine, Simulation } from "../harness/engine.ts";
import { PLUMBLINE } from "../harness/engines/plumbline.ts";
import { formatJson } from "../harness/format_json.ts";
import { type Golden, readCase, readGolden } from "../harness/golden/golden.ts";
import { COMPILED, COMPILED_SCALARS, isIntegerField } from "../harness/replay/fields.ts";
import { replay } from "../harness/replay/replay.ts";

/** Goldens tried for each field, the smallest that have it. */
const TRIED = 24;
/** Larger goldens are left out. */
const LARGEST = 20_000;
/** Fields that nothing follows from. */
const LEFT_OUT = /^(name|paths|text|tuple|numeric|plugin|key|skin|tex_|mat_|stat)|_(user|rgba|group)$/;
/** Whole numbers that an engine survives if they change: they say how, not where. */
const HARMLESS = new RegExp([
  "limited$|_(condim|contype|conaffinity|priority|actgravcomp|actearly|dim|passive|internal|selfcollide)$",
  "_(dyntype|gaintype|biastype|objid|trnid|active0)$",
  "^(geom|site|cam|light)_bodyid$",
  "^opt\\.",
].join("|"));

const TARGET = new URL("../harness/causes/follows.json", import.meta.url);

type Change = (x: number) => number;
const OF_REALS: readonly Change[] = [(x) => 1.1 * x, (x) => x + 0.01];
const OF_INTEGERS: readonly Change[] = [(x) => Math.max(0, x - 1), (x) => x === 0 ? 1 : x];

/** Plumbline with a field of every model changed. */
function changed(field: string, change: Change): Engine {
  return {
    ...PLUMBLINE,
    load: async (xml, assets) => {
      const loaded = await PLUMBLINE.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const { simulation } = loaded;
      const values = listOf(simulation, field);
      simulation.write(field, values.map(change));
      return loaded;
    },
  };
}

function listOf(sim: Simulation, field: string): number[] {
  const value = sim.read(field);
  return value === undefined ? [] : typeof value === "number" ? [value] : Array.from(value);
}

const store = openStore(new URL("../golden", import.meta.url).pathname);
const goldens: { golden: Golden; sim: Simulation }[] = [];
for (const id of store.list()) {
  const found = readCase(store, id);
  const { kind, minted, free } = found.file;
  if (kind !== "trajectory" || free || (minted?.compared ?? 0) > LARGEST) continue;
  const golden = readGolden(store, found);
  const loaded = await PLUMBLINE.load(golden.model, golden.assets);
  if (loaded.outcome === "loaded") goldens.push({ golden, sim: loaded.simulation });
}
goldens.sort((a, b) => a.golden.minted.compared - b.golden.minted.compared);

const follows: Record<string, string[]> = {};
for (const field of [...COMPILED, ...COMPILED_SCALARS]) {
  if (LEFT_OUT.test(field)) continue;
  const isReal = !isIntegerField(field);
  if (!isReal && !HARMLESS.test(field)) continue;
  const found = new Set<string>();
  const tried = goldens.filter(({ sim }) => listOf(sim, field).some((x) => x !== 0));
  const spread = tried.filter((_, i) => i % Math.max(1, Math.floor(tried.length / TRIED)) === 0).slice(0, TRIED);
  for (const { golden } of spread) {
    for (const change of isReal ? OF_REALS : OF_INTEGERS) {
      const { cause } = await replay(changed(field, change), golden, {});
      if (cause !== undefined && cause.field !== "" && cause.reason === "differs") found.add(cause.field);
    }
  }
  if (found.size > 0) follows[field] = [...found].sort();
}
Deno.writeTextFileSync(TARGET, formatJson(follows));
