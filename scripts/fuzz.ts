/** `deno task fuzz`: runs random models in MuJoCo and the engine until it finds one on which they disagree. */

import { Command } from "@commander-js/extra-typings";
import { compile } from "@plumbline/sim";
import { HarnessError } from "../harness/engine.ts";
import type { CaseFile } from "../harness/golden/golden.ts";
import type { ModelFiles } from "../harness/live/disk_assets.ts";
import { Generator } from "./fuzz/generate_mjcf.ts";
import { generateHostile, goldenFolders } from "./fuzz/generate_hostile.ts";
import { generateFlexes } from "./fuzz/generate_flexes.ts";
import { generateScene, type SceneTraits } from "./fuzz/generate_scene.ts";
import { generateSmooth } from "./fuzz/generate_smooth.ts";
import { fuzzEdits, generateEdited } from "./fuzz/fuzz_edits.ts";
import { fuzzHulls } from "./fuzz/fuzz_hulls.ts";
import { fuzzSessions, generateSessionModel } from "./fuzz/fuzz_sessions.ts";
import { fuzzStages, generateStaged } from "./fuzz/fuzz_stages.ts";
import { generateHulls } from "./fuzz/generate_hulls.ts";
import { generateMeshFiles } from "./fuzz/generate_mesh_files.ts";
import { runHostile } from "./fuzz/hostile.ts";
import { judge, type Outcome } from "./fuzz/judge.ts";
import { mutate } from "./fuzz/mutate_mjcf.ts";
import { ComparisonHangs, GuardedComparison } from "./fuzz/guarded_comparison.ts";
import { Random } from "./fuzz/random.ts";
import { shrink } from "./fuzz/shrink.ts";
import { positive, runCommand, wholeNumber } from "./run_command.ts";
import { writeCase } from "./write_case.ts";

/** A part of the engine to be tried. */
interface Area {
  readonly about: string;
  readonly document: (seed: number) => string | ModelFiles;
  /** compare only whether documents are accepted */
  readonly loadsOnly?: boolean;
}

const PRIMITIVES = ["sphere", "capsule", "box"];
const CONVEX = ["sphere", "capsule", "box", "cylinder", "ellipsoid", "mesh"];

function scenes(traits: SceneTraits): (seed: number) => string {
  return (seed) => generateScene(seed, traits);
}

let folders: string[] | undefined;

function hostileDocument(seed: number): ModelFiles {
  folders ??= goldenFolders("golden");
  return generateHostile(seed, folders);
}

const AREAS: Readonly<Record<string, Area>> = {
  grammar: { about: "documents over the whole grammar", document: (seed) => new Generator(seed).document() },
  damage: {
    about: "damaged documents: accepted or refused as MuJoCo does",
    document: (seed) => mutate(new Generator(seed).document(), new Random(seed)),
  },
  smooth: {
    about: "machines without contacts: joints, tendons, transmissions, actuators, fluids, integrators",
    document: generateSmooth,
  },
  constraints: {
    about: "equalities, limits, friction loss, tendons, without contacts",
    document: scenes({ contacts: false, geoms: PRIMITIVES, constraints: true, drives: true }),
  },
  contacts: {
    about: "spheres, capsules and boxes in contact",
    document: scenes({ contacts: true, geoms: PRIMITIVES, constraints: false, drives: false }),
  },
  convex: {
    about: "every convex shape in contact",
    document: scenes({ contacts: true, geoms: CONVEX, constraints: false, drives: false }),
  },
  hulls: {
    about: "hulls of 300 to 2,000 vertices against every convex shape: contacts in many poses (--poses) of each model",
    document: generateHulls,
  },
  hostile: {
    about: "documents that ask for too much, or are damaged: accepted or refused as MuJoCo does, but for limits",
    document: hostileDocument,
    loadsOnly: true,
  },
  meshes: { about: "meshes that share files, compiled and in contact", document: generateMeshFiles },
  flexes: { about: "ropes, sheets and solids in contact", document: generateFlexes },
  stages: {
    about: "single stages in random order, with changes of what they read in between",
    document: generateStaged,
  },
  sessions: {
    about: "long runs with changes of states, options, and models between steps, and two models by turns",
    document: generateSessionModel,
  },
  edits: {
    about: "documents that are edited: added to, changed, attached, deleted from, and compiled in between",
    document: generateEdited,
  },
  everything: {
    about: "all of these together",
    document: scenes({ contacts: true, geoms: CONVEX, constraints: true, drives: true }),
  },
};

const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));

const program = new Command("deno task fuzz")
  .description(
    "Runs random models through MuJoCo and the engine side by side. A disagreement is made as small as it gets and written " +
      "as a golden. Exit code: 0 none was found, 1 some were, 2 could not tell.\n\nAreas:\n" +
      Object.entries(AREAS).map(([name, { about }]) => `  ${name.padEnd(14)}${about}`).join("\n"),
  )
  .argument("[areas...]", "areas to try; all by default")
  .option("--seed <n>", "seed of the first model; the next models have the next seeds", wholeNumber, 1)
  .option("--cases <n>", "models for each area", wholeNumber, 100)
  .option("--time <seconds>", "stop after this time", wholeNumber)
  .option("--steps <n>", "steps of each model", wholeNumber, 8)
  .option("--poses <n>", "poses of each model of hulls", positive, 500)
  .option("--patience <seconds>", "time limit for each model, in CPU time", positive, 20)
  .option("--engine <name>", "plumbline, mujoco@VERSION, or a file", "plumbline")
  .option("--out <dir>", "where disagreements are written", "fuzz-found")
  .option("--alone", "hostile documents without MuJoCo: whether each ends soon, with an error of its own or none")
  .option("--no-shrink", "write models without shrinking them")
  .addHelpText(
    "after",
    `
Examples:
  deno task fuzz                               100 models of each area
  deno task fuzz contacts --time 600           ten minutes of one area
  deno task fuzz convex --seed 4711 --cases 1  the same model again
  deno task fuzz hulls --cases 2000            1,000,000 poses of large hulls`,
  );

async function main(): Promise<number> {
  program.exitOverride().parse(Deno.args, { from: "user" });
  const { patience, engine, alone } = program.opts();
  if (alone) return await alarm();
  const guarded = new GuardedComparison(patience, engine);
  try {
    await guarded.open();
    return await fuzz(guarded);
  } finally {
    await guarded.close();
  }
}

/** What a hostile document may take. */
const BOUNDS = { seconds: 5, megabytes: 1024 };

/** Runs hostile documents by themselves. */
async function alarm(): Promise<number> {
  const { seed, cases, time } = program.opts();
  const end = time === undefined ? Infinity : performance.now() + 1000 * time;
  const tally: Record<string, number> = {};
  let complaints = 0;
  let tried = 0;
  for await (const verdict of runHostile("golden", seed, seed + cases - 1, BOUNDS)) {
    tried++;
    tally[verdict.outcome] = (tally[verdict.outcome] ?? 0) + 1;
    if (verdict.complaint !== null) {
      complaints++;
      say(`hostile ${verdict.seed}: ${verdict.outcome}: ${verdict.complaint}`);
    }
    if (performance.now() > end) break;
  }
  const outcomes = Object.entries(tally).map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  say(`hostile      seeds ${seed} to ${seed + tried - 1}: ${outcomes}; ${complaints} that should not be`);
  return complaints === 0 ? 0 : 1;
}

async function fuzz(guarded: GuardedComparison): Promise<number> {
  const { seed, cases, time, steps, poses, engine, out, shrink: shrinks } = program.opts();
  const [named] = program.processedArgs;
  const unknown = named.find((name) => !(name in AREAS));
  if (unknown !== undefined) {
    throw new HarnessError(`there is no area '${unknown}', only ${Object.keys(AREAS).join(", ")}`);
  }

  const recipe: CaseFile = {
    kind: "trajectory",
    isolates: "a random model",
    items: ["fuzz"],
    steps,
    init: { random: { seed, qpos: 0.02, qvel: 0.5, act: 0.5 } },
    ctrl: { kind: "random", seed },
  };
  const refusal: CaseFile = { kind: "reject", isolates: recipe.isolates, items: recipe.items };
  const end = time === undefined ? Infinity : performance.now() + 1000 * time;

  // as a golden if MuJoCo can run it, otherwise only the document
  const write = async (name: string, file: CaseFile, xml: string, assets: ModelFiles["assets"] = new Map()) => {
    try {
      const found = { recipe: file, mint: await guarded.mint(file, { xml, assets }) };
      say(`  ${await writeCase(out, `fuzz/${name}`, found, { xml, assets })}`);
    } catch (error) {
      if (!(error instanceof HarnessError) && !/MuJoCo/.test(String(error))) throw error;
      await Deno.mkdir(out, { recursive: true });
      await Deno.writeTextFile(`${out}/${name}.xml`, xml);
      say(`  ${out}/${name}.xml`);
    }
  };

  // areas that call Plumbline itself, rather than run documents
  const own: Readonly<Record<string, () => Promise<number>>> = {
    hulls: () => fuzzHulls({ seed, cases, poses, end }, say, write),
    edits: () => fuzzEdits({ seed, cases, end }, say),
    sessions: () => fuzzSessions({ seed, cases, end }, say),
    stages: () => fuzzStages({ seed, cases, end }, say),
  };
  let disagreements = 0;
  for (const area of named.length > 0 ? named : Object.keys(AREAS)) {
    const fuzzOwn = own[area];
    if (fuzzOwn !== undefined) {
      if (engine !== "plumbline") throw new HarnessError(`${area}: only plumbline can be tried`);
      disagreements += await fuzzOwn();
      continue;
    }
    const tally = {
      ...{ agree: 0, refused: 0, documented: 0, limited: 0, unsupported: 0 },
      ...{ aborted: 0, broken: 0, hanging: 0, differ: 0 },
    };
    let tried = 0;
    for (; tried < cases && performance.now() < end; tried++) {
      const at = seed + tried;
      const document = AREAS[area].document(at);
      const run = (files: ModelFiles) =>
        AREAS[area].loadsOnly ? guarded.load(recipe, files) : guarded.compare(recipe, files);
      const { xml, assets }: ModelFiles = typeof document === "string"
        ? { xml: document, assets: new Map() }
        : document;
      if (isEndless(xml, assets)) {
        tally.broken++;
        continue;
      }
      let outcome: Outcome;
      let tested = xml;
      try {
        outcome = judge(await run({ xml, assets }));
        if (outcome.kind === "aborted") {
          // the next best integrator solves with the same inertia, and goes on where it is singular
          tested = xml.replaceAll(`integrator="implicit"`, `integrator="implicitfast"`);
          const other = tested === xml ? outcome : judge(await run({ xml: tested, assets }));
          if (other.kind === "differ") outcome = other;
        }
      } catch (error) {
        if (!(error instanceof ComparisonHangs)) {
          if (!/MuJoCo/.test(String(error))) throw error;
          tally.broken++;
          continue;
        }
        if (error.stage.startsWith("MuJoCo")) {
          say(`${area} ${at}: MuJoCo hangs`);
          tally.hanging++;
          continue;
        }
        outcome = { kind: "differ", what: error.message, mark: "hangs" };
      }
      tally[outcome.kind]++;
      if (outcome.kind !== "differ") continue;

      disagreements++;
      say(`${area} ${at}: ${outcome.what}`);
      const same = async (text: string) => {
        try {
          const other = judge(await run({ xml: text, assets }));
          return other.kind === "differ" && other.mark === outcome.mark;
        } catch {
          return false;
        }
      };
      const small = shrinks && outcome.mark !== "hangs" ? await shrink(tested, same) : tested;
      const file: CaseFile = outcome.mark === "accepts" ? refusal : recipe;
      await write(`${area}_${at}`, file, small, assets);
    }
    const { agree, refused, documented, limited, unsupported, aborted, broken, hanging, differ } = tally;
    say(
      `${area.padEnd(12)} seeds ${seed} to ${
        seed + tried - 1
      }: ${agree} agree, ${refused} refused by both, ${differ} differ` +
        `${documented > 0 ? `, ${documented} accepted as documented` : ""}` +
        `${limited > 0 ? `, ${limited} beyond limits` : ""}${unsupported > 0 ? `, ${unsupported} unsupported` : ""}` +
        `${aborted > 0 ? `, ${aborted} abort MuJoCo at singular matrices` : ""}` +
        `${broken > 0 ? `, ${broken} break MuJoCo` : ""}` +
        `${hanging > 0 ? `, ${hanging} hang MuJoCo` : ""}`,
    );
    if (tried < cases) say(`             to go on: deno task fuzz ${area} --seed ${seed + tried}`);
  }
  return disagreements === 0 ? 0 : 1;
}

/** MuJoCo never returns from a length range search that keeps resetting itself; the engine gives up. */
function isEndless(xml: string, assets: ModelFiles["assets"]): boolean {
  try {
    compile(xml, { assets });
    return false;
  } catch (error) {
    return /search for its length range does not end/.test(String(error));
  }
}

await runCommand(main);
