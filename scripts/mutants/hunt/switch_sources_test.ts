import assert from "node:assert/strict";
import { apply, type Site, sitesOf } from "../sites.ts";
import { program } from "../sources.ts";
import { OFF, open, seen, turn, WATCH } from "./switchboard.ts";
import { isSwitchable, switched } from "./switch_sources.ts";

/** A module with a place for every operator, and whose loops end with every mutant. */
const TEXT = `
const SCALE = 3;
export function all(input: Float64Array, limit: number): number[] {
  const out: number[] = [];
  const put = (a: number, b: number): void => { out.push(a - 2 * b); };
  let steps = 0;
  for (let i = 0; i < 4 && steps++ < 9; i++) {
    if (i === 2) continue;
    if (input[i] > limit) break;
    put(input[i], input[i + 1]);
    out[0] += 0.5;
  }
  out[1] = !(limit < 2) || input[0] >= 1 ? Math.min(limit, -input[1]) : limit & 3;
  if (limit > 1) out.push(SCALE * limit);
  else out.push(Math.floor(limit));
  let rest = steps;
  for (let k = 0; k < 5; k++) rest -= Math.max(1, rest >> 1);
  return [...out, rest];
}
`;

const FILE = "engine/switched.ts";
const INPUTS: readonly (readonly [number[], number])[] = [[[0.5, 2.5, 1.5, 4, 7], 3], [[1, -2, 3, 0.25, 0], 1.5], [
  [0, 1, 2, 1, 2],
  0.75,
]];

type All = (input: Float64Array, limit: number) => number[];

async function load(text: string): Promise<All> {
  const path = Deno.makeTempFileSync({ suffix: ".ts" });
  Deno.writeTextFileSync(path, text);
  try {
    return (await import(`file://${path}`)).all;
  } finally {
    Deno.removeSync(path);
  }
}

function results(all: All): unknown[] {
  return INPUTS.map(([input, limit]) => all(Float64Array.from(input), limit));
}

Deno.test("switched() does what a mutant does while it is on, and what the source does while all are off", async () => {
  const { sources, types } = program([FILE], new Map([[FILE, TEXT]]));
  const [source] = sources;
  const sites: Site[] = sitesOf(source, types).filter((site) => isSwitchable(source, site));
  assert.ok(new Set(sites.map(({ operator }) => operator)).size > 12, "most operators apply");
  const text = switched(source, sites, new Map(sites.map(({ id }, k) => [id, k])));
  const all = await load(text);
  const clean = results(await load(TEXT));
  open(sites.length);
  for (const off of [OFF, WATCH]) {
    turn(off);
    assert.deepEqual(results(all), clean);
  }
  const noted = seen.slice();
  for (const [k, site] of sites.entries()) {
    turn(k);
    const switchedOn = results(all);
    turn(OFF);
    const alone = results(await load(apply(TEXT, site)));
    assert.deepEqual(switchedOn, alone, `${site.before} → ${site.after}`);
    // what makes a difference has been noted where it stands
    if (JSON.stringify(alone) !== JSON.stringify(clean)) assert.equal(noted[k], 2, `${site.before} → ${site.after}`);
  }
});
