/** Random documents are accepted or refused as by MuJoCo, and compile to its models. */

import assert from "node:assert/strict";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import { COMPILED, COMPILED_SCALARS, COMPILED_SIZES } from "../../harness/replay/fields.ts";
import { generateClouds } from "../../scripts/fuzz/generate_clouds.ts";
import { generateFlexes } from "../../scripts/fuzz/generate_flexes.ts";
import { generateMeshFiles } from "../../scripts/fuzz/generate_mesh_files.ts";
import { Generator } from "../../scripts/fuzz/generate_mjcf.ts";
import { generateSmooth } from "../../scripts/fuzz/generate_smooth.ts";
import { mutate } from "../../scripts/fuzz/mutate_mjcf.ts";
import { Random } from "../../scripts/fuzz/random.ts";
import { loadModelBinary } from "../file/load_model_binary.ts";
import { saveModel } from "../file/save_model.ts";
import { MjcfError, UnsupportedError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import { compile } from "./compile.ts";
import { toMjcf } from "./to_mjcf.ts";

type Values = ReadonlyMap<string, ArrayLike<number> | number | undefined>;

const NAMES = [...COMPILED_SIZES, ...COMPILED, ...COMPILED_SCALARS];

/** How documents are drawn, and how many are. */
const DRAWN: Readonly<Record<string, readonly [(seed: number) => string | ModelFiles, number]>> = {
  "of the whole grammar": [(seed) => new Generator(seed).document(), 40],
  "that are damaged": [(seed) => mutate(new Generator(seed).document(), new Random(seed)), 40],
  "of machines": [generateSmooth, 12],
  "with flexes": [generateFlexes, 10],
  // fields of distances take long on both sides
  "with meshes of files": [(seed) => withoutFields(generateMeshFiles(seed)), 16],
  "with hulls of few points": [generateClouds, 12],
};

function withoutFields({ xml, assets }: ModelFiles): ModelFiles {
  return { xml: xml.replaceAll('type="sdf"', 'type="mesh"'), assets };
}

/** What MuJoCo makes of documents: the fields of the model, or null if it refuses. */
const known = new Map<string, Promise<readonly (Values | null)[]>>();

function documentsOf(kind: string): ModelFiles[] {
  const [draw, count] = DRAWN[kind];
  return Array.from({ length: count }, (_, k) => {
    const document = draw(k + 1);
    return typeof document === "string" ? { xml: document, assets: new Map() } : document;
  });
}

async function askMujoco(documents: readonly ModelFiles[]): Promise<(Values | null)[]> {
  const mujoco = await mujocoEngine();
  const said: (Values | null)[] = [];
  for (const { xml, assets } of documents) {
    const loaded = await mujoco.load(xml, assets);
    if (loaded.outcome !== "loaded") {
      said.push(null);
      continue;
    }
    const { simulation } = loaded;
    said.push(
      new Map(NAMES.map((name) => {
        const value = simulation.read(name);
        return [name, typeof value === "number" ? value : value?.slice()];
      })),
    );
    simulation.close();
  }
  mujoco.close();
  return said;
}

function read(model: Model, name: string): ArrayLike<number> | number | undefined {
  const [owner, part] = name.split(".");
  const all = model as unknown as Record<string, Record<string, number>>;
  return part === undefined ? all[owner] as unknown as number : all[owner][part];
}

function checkValues(model: Model, expected: Values, seed: string): void {
  for (const [name, value] of expected) {
    const [mine, other] = [read(model, name), value].map((it) => typeof it === "number" ? [it] : it ?? []);
    let isSame = mine.length === other.length;
    for (let i = 0; isSame && i < mine.length; i++) isSame = Object.is(mine[i], other[i]);
    if (!isSame) assert.deepEqual(Array.from(mine), Array.from(other), `${seed}: ${name}`);
  }
}

function attempt({ xml, assets }: ModelFiles): Model | null {
  try {
    return compile(xml, { assets, strict: true });
  } catch (error) {
    if (error instanceof MjcfError || error instanceof UnsupportedError) return null;
    throw error;
  }
}

function written(model: Model): string | null {
  try {
    return toMjcf(model);
  } catch (error) {
    if (error instanceof UnsupportedError) return null;
    throw error;
  }
}

for (const kind of Object.keys(DRAWN)) {
  Deno.test(`documents ${kind} compile to MuJoCo's models, also when they are written, saved, and loaded`, async () => {
    const documents = documentsOf(kind);
    let answers = known.get(kind);
    if (answers === undefined) known.set(kind, answers = askMujoco(documents));
    for (const [k, expected] of (await answers).entries()) {
      const seed = `seed ${k + 1}`;
      const model = attempt(documents[k]);
      assert.equal(model === null, expected === null, `${seed}: ${expected === null ? "" : "not "}refused by MuJoCo`);
      if (model === null || expected === null) continue;
      checkValues(model, expected, seed);
      const text = written(model);
      if (text !== null) checkValues(compile(text, { assets: documents[k].assets }), expected, `${seed}, written`);
      checkValues(loadModelBinary(saveModel(model)), expected, `${seed}, saved`);
    }
  });
}
