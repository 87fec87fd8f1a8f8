/** Probes: documents and what is done with them, each made again from its key. */

import type { CaseFile } from "../../harness/golden/golden.ts";
import { generateCrowd } from "../fuzz/generate_crowds.ts";
import { generateDense } from "../fuzz/generate_dense.ts";
import { generateFlexes } from "../fuzz/generate_flexes.ts";
import { generateFolds } from "../fuzz/generate_folds.ts";
import { Generator } from "../fuzz/generate_mjcf.ts";
import { generateHulls } from "../fuzz/generate_hulls.ts";
import { generateMeshFiles } from "../fuzz/generate_mesh_files.ts";
import { generatePoses } from "../fuzz/generate_poses.ts";
import { generateScene } from "../fuzz/generate_scene.ts";
import { generateSleepers } from "../fuzz/generate_sleepers.ts";
import { generateSmooth } from "../fuzz/generate_smooth.ts";
import { mutate, nudge } from "../fuzz/mutate_mjcf.ts";
import { Random } from "../fuzz/random.ts";

/** Something to run: the recipe says how. */
export interface Probe {
  readonly recipe: CaseFile;
  readonly xml: string;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** seed of calls to add to the recipe, if there are to be any */
  readonly calls: number | undefined;
  /** seed of jumps between its steps, if there are to be any */
  readonly jumps: number | undefined;
}

/** A golden without what MuJoCo says about it. */
export interface Seedling {
  readonly recipe: CaseFile;
  readonly xml: string;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

const GEOMS = ["sphere", "capsule", "box", "cylinder", "ellipsoid", "mesh"];
const ALL = { contacts: true, geoms: GEOMS, constraints: true, drives: true };

type Made = string | { readonly xml: string; readonly assets: ReadonlyMap<string, Uint8Array> };

/** Generators that start from nothing. */
const AREAS: Readonly<Record<string, (seed: number) => Made>> = {
  grammar: (seed) => new Generator(seed).document(),
  smooth: generateSmooth,
  contacts: (seed) => generateScene(seed, { ...ALL, constraints: false, drives: false }),
  constraints: (seed) => generateScene(seed, { ...ALL, contacts: false }),
  everything: (seed) => generateScene(seed, ALL),
  dense: generateDense,
  flexes: generateFlexes,
  hulls: generateHulls,
  meshes: generateMeshFiles,
  poses: generatePoses,
};

/** Generators of documents and of what is set before their steps. */
const PROBES: Readonly<Record<string, (seed: number, r: Random) => Probe>> = {
  crowds: (seed) => {
    const { xml, events, calls } = generateCrowd(seed);
    return posed(xml, { steps: events.length, events, calls });
  },
  folds: (seed, r) => {
    const { xml, steps, events } = generateFolds(seed);
    return posed(xml, { steps, events, ...(r.chance(0.1) ? { plain: true } : {}) });
  },
  sleepers: sleeping,
};

/** Names of the generators. */
export const AREA_NAMES: readonly string[] = [...Object.keys(AREAS), ...Object.keys(PROBES)];

/** The probe of a key: `near:27/ac1#5`, or `smooth#5`. */
export function probeOf(key: string, goldenOf: (id: string) => Seedling): Probe {
  const at = key.lastIndexOf("#");
  const [where, seed] = [key.slice(0, at), Number(key.slice(at + 1))];
  const r = new Random(seed * 7919 + 13);
  if (where.startsWith("near:")) return near(goldenOf(where.slice(5)), r);
  if (Object.hasOwn(PROBES, where)) return PROBES[where](seed, r);
  const made = AREAS[where](seed);
  const { xml, assets } = typeof made === "string" ? { xml: made, assets: new Map() } : made;
  const base: CaseFile = { kind: "trajectory", isolates: "a random model", items: ["fuzz"] };
  const it = { recipe: { ...base, steps: 4 }, xml, assets };
  if (where === "poses") {
    return { ...it, recipe: { ...base, drive: "forward", steps: 1 }, calls: undefined, jumps: undefined };
  }
  return where === "dense" ? denselyDriven(it, r) : varied(it, r, 0.4);
}

/** Trees that sleep, and what wakes them. */
function sleeping(seed: number, r: Random): Probe {
  const { xml, steps, events } = generateSleepers(seed);
  const recipe: CaseFile = {
    ...{ kind: "trajectory", isolates: "a random model", items: ["fuzz"], steps, events },
    ...(r.chance(0.5) ? { ctrl: { kind: "random", seed } } : {}),
    ...(r.chance(0.2) ? { drive: r.pick(["forward", "split"] as const) } : { drive: "step" }),
  };
  return { recipe, xml, assets: new Map(), calls: r.chance(0.3) ? r.int(1, 100000) : undefined, jumps: undefined };
}

/** What stands in other poses in each step; forces do not matter. */
function posed(xml: string, about: Partial<CaseFile>): Probe {
  const recipe: CaseFile = {
    ...{ kind: "trajectory", isolates: "a random model", items: ["fuzz"], drive: "forward" },
    ...about,
  };
  return { recipe, xml, assets: new Map(), calls: undefined, jumps: undefined };
}

/** A golden that is changed a little. */
function near({ recipe, xml, assets }: Seedling, r: Random): Probe {
  let text = xml;
  if (r.chance(0.75)) { for (let k = r.int(1, 6); k > 0; k--) text = nudge(text, r); }
  if (r.chance(recipe.kind === "trajectory" ? 0.1 : 0.4)) text = mutate(text, r);
  return varied({ recipe, xml: text, assets }, r, 0.5);
}

const FLAGS = [
  ...["constraint", "equality", "frictionloss", "limit", "contact", "spring", "damper", "gravity", "clampctrl"],
  ...["warmstart", "filterparent", "actuation", "refsafe", "sensor", "midphase", "eulerdamp", "autoreset", "nativeccd"],
  ...["island", "override", "energy", "fwdinv", "invdiscrete", "multiccd", "sleep"],
];

const SWITCHABLE = [1, 2, 4, 8, 32, 64, 128, 256, 512, 1024, 4096, 16384, 32768, 131072, 262144];

/** Changes of options before each step but the first. */
function switches(r: Random, steps: number): NonNullable<CaseFile["events"]> {
  return Array.from({ length: steps - 1 }, (_, k) => {
    const set: Record<string, number | number[]> = {};
    const put = (chance: number, name: string, value: () => number | number[]) => {
      if (r.chance(chance)) set[`opt.${name}`] = value();
    };
    put(0.6, "solver", () => r.int(0, 2));
    put(0.6, "cone", () => r.int(0, 1));
    put(0.6, "jacobian", () => r.int(0, 2));
    put(0.2, "noslip_iterations", () => r.int(0, 3));
    put(0.3, "iterations", () => r.int(1, 20));
    put(0.2, "ls_iterations", () => r.int(1, 20));
    put(0.2, "tolerance", () => r.pick([0, 1e-9, 1e-3]));
    put(0.2, "impratio", () => r.real(0.3, 10));
    put(0.2, "gravity", () => [r.real(-5, 5), r.real(-5, 5), r.real(-9, 9)]);
    put(0.2, "density", () => r.real(0, 500));
    put(0.2, "viscosity", () => r.real(0, 1));
    put(0.2, "disableactuator", () => r.int(0, 7));
    put(0.3, "disableflags", () => r.pick(SWITCHABLE) | (r.chance(0.4) ? r.pick(SWITCHABLE) : 0));
    if (r.chance(0.6)) {
      const integrator = r.int(0, 3);
      set["opt.integrator"] = integrator;
      // discrete inverse dynamics and forward dynamics in four stages exclude each other
      set["opt.enableflags"] = r.int(0, 63) & (integrator === 1 ? ~12 : ~0);
    }
    return { step: k + 1, set };
  });
}

/** A document with all that can be done to it. */
function denselyDriven({ recipe, xml, assets }: Seedling, r: Random): Probe {
  const seed = r.int(1, 100000);
  const steps = r.int(1, 5);
  const file: CaseFile = {
    ...recipe,
    init: { random: { seed, qpos: r.pick([0, 0.02, 0.1, 0.3]), qvel: r.pick([0, 0.5, 2]), act: 0.5 } },
    ctrl: { kind: "random", seed, scale: r.pick([0.5, 1, 2]) },
    steps,
    ...(r.chance(0.6) ? { events: switches(r, steps) } : {}),
    ...(r.chance(0.2) ? { drive: r.pick(["forward", "split", "inverse"] as const) } : { drive: "step" }),
    ...(r.chance(0.15) ? { plain: true } : {}),
  };
  if (r.chance(0.4)) file.forces = { qfrc_applied: { kind: "random", seed, scale: r.pick([0.1, 10]) } };
  if (r.chance(0.3)) file.forces = { ...file.forces, xfrc_applied: { kind: "random", seed, scale: 1 } };
  return {
    ...{ recipe: file, xml, assets },
    calls: r.chance(0.6) ? seed : undefined,
    jumps: r.chance(0.5) ? seed : undefined,
  };
}

/** Options that a document may be run with, at the end of it, where they count. */
function options(r: Random): string {
  const some: string[] = [];
  const add = (chance: number, text: () => string) => {
    if (r.chance(chance)) some.push(text());
  };
  add(0.4, () => `integrator="${r.pick(["Euler", "RK4", "implicit", "implicitfast"])}"`);
  add(0.4, () => `solver="${r.pick(["Newton", "CG", "PGS"])}"`);
  add(0.4, () => `cone="${r.pick(["pyramidal", "elliptic"])}"`);
  add(0.4, () => `jacobian="${r.pick(["dense", "sparse"])}"`);
  add(0.1, () => `noslip_iterations="${r.int(1, 4)}"`);
  add(0.1, () => `iterations="${r.int(0, 5)}"`);
  add(0.1, () => `ls_iterations="${r.int(1, 5)}"`);
  add(0.1, () => `ccd_iterations="${r.int(1, 20)}"`);
  add(0.1, () => `density="${r.real(0, 500)}" viscosity="${r.real(0, 0.5)}" wind="${r.reals(3, -1, 1)}"`);
  add(0.1, () => `gravity="${r.reals(3, -10, 10)}"`);
  add(0.1, () => `impratio="${r.real(0.2, 10)}"`);
  add(0.1, () => `o_margin="${r.real(0, 0.02)}" o_solref="0.03 0.9" o_friction="${r.reals(5, 0.1, 1)}"`);
  const flags: string[] = [];
  for (const flag of FLAGS) if (r.chance(0.08)) flags.push(`${flag}="${r.pick(["enable", "disable"])}"`);
  return `<option ${some.join(" ")}><flag ${flags.join(" ")}/></option>`;
}

/** The same with other states, options, and ways to be driven. */
function varied(it: Seedling, r: Random, chance: number): Probe {
  const { criteria: _criteria, note: _note, minted: _minted, tolerances: _tolerances, ...recipe } = it.recipe;
  let { xml } = it;
  const end = xml.lastIndexOf("</mujoco>");
  if (end > 0 && r.chance(chance)) xml = xml.slice(0, end) + options(r) + xml.slice(end);
  const seed = r.int(1, 100000);
  const file: CaseFile = { ...recipe, kind: "trajectory" };
  if (it.recipe.kind !== "trajectory" || r.chance(0.5)) {
    const far = r.pick([0, 0.02, 0.3, 2]);
    file.init = {
      ...(r.chance(0.5) ? recipe.init : {}),
      random: { seed, qpos: far, qvel: r.pick([0, 0.5, 5]), act: 0.5 },
    };
    if (r.chance(0.7)) file.ctrl = { kind: "random", seed };
    if (r.chance(0.3)) file.forces = { qfrc_applied: { kind: "random", seed, scale: r.pick([0.1, 10]) } };
    if (r.chance(0.2)) file.forces = { ...file.forces, xfrc_applied: { kind: "random", seed, scale: 1 } };
    file.steps = r.int(1, 5);
    file.events = r.chance(0.7) ? recipe.events : undefined;
  } else file.steps = Math.min(recipe.steps ?? 4, 8);
  if ((file.steps ?? 1) > 1 && r.chance(0.15)) file.events = switches(r, file.steps ?? 1);
  if (r.chance(0.3)) file.drive = r.pick(["step", "forward", "split", "inverse"]);
  if (r.chance(0.15)) file.plain = true;
  if (r.chance(0.2)) file.rewritten = true;
  const withoutEmpty = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined));
  return {
    recipe: withoutEmpty as unknown as CaseFile,
    xml,
    assets: it.assets,
    calls: r.chance(0.3) ? seed : undefined,
    jumps: r.chance(0.3) ? seed : undefined,
  };
}
