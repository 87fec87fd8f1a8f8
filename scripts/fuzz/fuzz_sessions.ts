/** The area of the fuzzer that changes states, options, and models between the steps of long runs. */

import { compile } from "../../mod.ts";
import { type MujocoEngine, mujocoEngine, type MujocoSimulation } from "../../harness/engines/mujoco.ts";
import type { StageOptions } from "./fuzz_stages.ts";
import { generateDense } from "./generate_dense.ts";
import { generateFlexes } from "./generate_flexes.ts";
import { Generator } from "./generate_mjcf.ts";
import { generateScene } from "./generate_scene.ts";
import { generateSleepers } from "./generate_sleepers.ts";
import { generateSmooth } from "./generate_smooth.ts";
import { Random } from "./random.ts";
import { Session } from "./sessions.ts";
import { Difference } from "./stage_sequences.ts";

const GEOMS = ["sphere", "capsule", "box", "cylinder", "ellipsoid", "mesh"];

/** Documents of sessions, by turns. */
const KINDS = [
  (seed: number) => generateSleepers(seed).xml,
  generateDense,
  (seed: number) => generateScene(seed, { contacts: true, geoms: GEOMS, constraints: true, drives: true }),
  generateSmooth,
  generateFlexes,
  (seed: number) => new Generator(seed).document(),
];

/** Turns of a session, and sessions that an instance of MuJoCo survives. */
const TURNS = 150;
const PER_INSTANCE = 100;

/** The document of a seed; some have little memory. */
export function generateSessionModel(seed: number): string {
  const xml = KINDS[seed % KINDS.length](seed);
  if (seed % 7 !== 3 || xml.includes("<size")) return xml;
  return xml.replace(/<mujoco[^>]*>/, (tag) => `${tag}<size memory="${[12, 25, 50, 90, 150][seed % 5]}K"/>`);
}

/** What is compared takes too long, or MuJoCo finds it in uninitialized memory. */
function isLeftOut(xml: string, nv: number, nflex: number, nhfield: number): boolean {
  return nv > 120 || (nflex > 0 && (nhfield > 0 || /condim="[46]"/.test(xml)));
}

/** What came of two sessions that take turns. */
export interface SessionOutcome {
  readonly kind: "agrees" | "differs" | "left out" | "aborted" | "broken";
  /** turns that agree, and the difference after them */
  readonly turns: number;
  readonly what: string;
}

/** MuJoCo ends with an error, or the engine says that it cannot do what MuJoCo would end with. */
const ABORTS = /^Error: MuJoCo Error|discrete accelerations need|should start asleep/;

/** Opens the session of a seed, or returns null if there is nothing to compare. */
async function open(mujoco: MujocoEngine, seed: number): Promise<Session | null> {
  const xml = generateSessionModel(seed);
  const loaded = await mujoco.load(xml, new Map());
  if (loaded.outcome !== "loaded") return null;
  const { mj, model, data } = loaded.simulation as MujocoSimulation;
  data.delete();
  try {
    const m = compile(xml, { strict: true });
    if (!isLeftOut(xml, m.nv, m.nflex, m.nhfield)) return new Session(mj, m, model, seed);
  } catch {
    // refused
  }
  model.delete();
  return null;
}

/** Runs sessions of two models by turns: what kernels keep of one must not show in the other. */
export async function compareSessions(
  mujoco: MujocoEngine,
  seed: number,
  turns: readonly number[],
): Promise<SessionOutcome> {
  const sessions: Session[] = [];
  let done = 0;
  const outcome = (kind: SessionOutcome["kind"], what = ""): SessionOutcome => {
    const trails = sessions.map(({ trail }) => trail.join(", "));
    return { kind, turns: done, what: what && `${what}; after ${trails.join("; beside a model with ")}` };
  };
  try {
    for (const it of [seed, seed + 1]) {
      const session = await open(mujoco, it);
      if (session !== null) sessions.push(session);
    }
    if (sessions.length === 0) return outcome("left out");
    for (const turn of turns) {
      sessions[turn % 3 === 0 ? sessions.length - 1 : 0].turn(turn);
      done++;
    }
    for (const session of sessions) session.close();
    return outcome("agrees");
  } catch (error) {
    if (error instanceof Difference) return outcome("differs", error.message);
    const { stack } = error as Error;
    const isOurs = /engine\/[a-z_/]*\.ts/.test(String(stack).split("\n").slice(1, 3).join());
    if (ABORTS.test(String(error))) return outcome("aborted");
    return isOurs ? outcome("differs", String(stack)) : outcome("broken");
  }
}

/** Leaves out turns without which sessions still differ. */
async function shorten(mujoco: MujocoEngine, seed: number, turns: readonly number[]): Promise<SessionOutcome> {
  let kept = [...turns];
  let last = await compareSessions(mujoco, seed, kept);
  for (let size = kept.length >> 1; size >= 1; size >>= 1) {
    for (let i = 0; i + size <= kept.length;) {
      const fewer = kept.toSpliced(i, size);
      const other = await compareSessions(mujoco, seed, fewer);
      if (other.kind === "differs") {
        kept = fewer.slice(0, other.turns + 1);
        last = other;
      } else i += size;
    }
  }
  return last;
}

/** Tries models, two at a time, and returns the number of those that differ. */
export async function fuzzSessions({ seed, cases, end }: StageOptions, say: (text: string) => void): Promise<number> {
  let mujoco = await mujocoEngine();
  const tally = { agrees: 0, differs: 0, "left out": 0, aborted: 0, broken: 0 };
  let tried = 0;
  let turns = 0;
  for (; tried < cases && performance.now() < end; tried++) {
    const at = seed + tried;
    const r = new Random(at);
    const all = Array.from({ length: TURNS }, () => r.int(0, 2 ** 30));
    const outcome = await compareSessions(mujoco, at, all);
    tally[outcome.kind]++;
    turns += outcome.turns;
    if (outcome.kind !== "agrees" || tried % PER_INSTANCE === PER_INSTANCE - 1) {
      mujoco.close();
      mujoco = await mujocoEngine();
    }
    if (outcome.kind !== "differs") continue;
    const { what } = await shorten(mujoco, at, all.slice(0, outcome.turns + 1));
    say(`sessions ${at}: ${what}`);
  }
  mujoco.close();
  say(
    `sessions     seeds ${seed} to ${seed + tried - 1}: ${turns} turns and ${tally.agrees} sessions agree, ` +
      `${tally.differs} differ, ${tally["left out"]} left out, ${tally.aborted} end with errors, ` +
      `${tally.broken} break MuJoCo`,
  );
  if (tried < cases) say(`             to go on: deno task fuzz sessions --seed ${seed + tried}`);
  return tally.differs;
}
