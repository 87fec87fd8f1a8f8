/** Mints the recipes of a suite with another MuJoCo, into a directory of their own. */

import { HarnessError } from "../harness/engine.ts";
import { type MujocoEngine, mujocoEngine, ORACLE } from "../harness/engines/mujoco.ts";
import { pythonWith, type Tell } from "../harness/engines/python.ts";
import { checkVersion } from "../harness/engines/version.ts";
import { formatJson } from "../harness/format_json.ts";
import { assetPaths, type CaseFile, type GoldenStore, modelPath, readCase, sha256 } from "../harness/golden/golden.ts";
import { type Mint, mint, type Mintmaster } from "../harness/golden/mint.ts";
import { COMPILED, COMPILED_SCALARS, COMPILED_SIZES, NEXT, RESULTS } from "../harness/replay/fields.ts";
import { openMintmaster } from "./mintmaster.ts";
import { NativeOracle } from "./native_oracle.ts";

/** Another MuJoCo, and the fields that it does not have. */
export interface OtherMint {
  readonly master: Mintmaster;
  readonly lacking: Readonly<Record<string, string>>;
  close(): void;
}

/** Opens a version: the oracle itself from npm, any other from PyPI, or from npm if PyPI does not have it. */
export async function openOther(version: string, tell: Tell): Promise<OtherMint> {
  checkVersion(version, `--mujoco ${version}`);
  if (version === ORACLE.version) return await withLacking(await openMintmaster(), version, () => {});
  const name = `mujoco ${version}`;
  try {
    const { python } = await pythonWith([`mujoco==${version}`], tell);
    const engine = new NativeOracle(python, version);
    const master = { engine, build: sha256(`pip ${name}`), package: `pip ${name}` };
    return await withLacking(master, version, () => engine.close());
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const engine: MujocoEngine = await mujocoEngine(version).catch(() => {
      throw error;
    });
    return await withLacking({ engine, build: sha256(engine.build), package: engine.build }, version, () => {});
  }
}

async function withLacking(master: Mintmaster, version: string, close: () => void): Promise<OtherMint> {
  const loaded = await master.engine.load("<mujoco/>", new Map());
  if (loaded.outcome !== "loaded") {
    throw new HarnessError(`MuJoCo ${version} refuses an empty model: ${loaded.message}`);
  }
  const { simulation: sim } = loaded;
  const all = new Set([...COMPILED, ...COMPILED_SIZES, ...COMPILED_SCALARS, ...RESULTS, ...NEXT]);
  const names = [...all].filter((name) => sim.read(name) === undefined);
  sim.close();
  const reason = `MuJoCo ${version} has no such field`;
  return { master, lacking: Object.fromEntries(names.map((name) => [name, reason])), close };
}

/** Mints a case of a suite, and writes it below a directory. Returns in which way its recipe had to change, if it had. */
export async function mintOther(
  { master, lacking }: OtherMint,
  store: GoldenStore,
  id: string,
  out: string,
): Promise<string | undefined> {
  const found = readCase(store, id);
  const paths = [modelPath(found.file), ...assetPaths(store, found)];
  const files = new Map(paths.map((path) => [path, store.read(id, path) ?? new Uint8Array()]));
  const [[, model], ...assets] = files;
  let recipe = portable(found.file, lacking);
  let remark: string | undefined;
  for (;;) {
    try {
      const result = await mint(master, recipe, model, new Map(assets));
      write(`${out}/${id}`, files, recipe, result);
      return remark;
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      const changed = adapted(recipe, error.message);
      if (changed === undefined) throw error;
      [recipe, remark] = changed;
    }
  }
}

/** A recipe without what is only true of the MuJoCo that it was written for. */
function portable(file: CaseFile, lacking: Readonly<Record<string, string>>): CaseFile {
  const { minted: _, criteria: __, threshold: ___, tolerances: ____, oracle: _____, omit = {}, ...rest } = file;
  const fields = Array.isArray(rest.fields) ? { fields: rest.fields.filter((name) => !(name in lacking)) } : {};
  return { ...rest, ...fields, omit: { ...omit, ...lacking } };
}

/** What a recipe becomes if this MuJoCo does something else with it; undefined if it cannot be minted. */
function adapted(recipe: CaseFile, complaint: string): [CaseFile, string] | undefined {
  const { kind, isolates, items, note, model, calls = {} } = recipe;
  const common = { isolates, items, ...(note && { note }), ...(model && { model }) };
  if (/refuses the model/.test(complaint) && kind !== "reject") return [{ kind: "reject", ...common }, "rejects it"];
  if (/accepts the model/.test(complaint)) {
    return [{ kind: "compile", ...common, omit: recipe.omit }, "accepts it"];
  }
  const lacking = /MuJoCo has no function '(\w+)'/.exec(complaint)?.[1];
  if (lacking === undefined) return undefined;
  const { [lacking]: _, ...others } = calls;
  return [{ ...recipe, calls: others }, `has no function ${lacking}`];
}

function write(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  recipe: CaseFile,
  { minted, arrays }: Mint,
): void {
  for (const [path, bytes] of files) {
    const place = `${folder}/${path}`;
    Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(place, bytes);
  }
  if (arrays !== undefined) Deno.writeFileSync(`${folder}/trajectory.npz`, arrays);
  Deno.writeTextFileSync(`${folder}/case.json`, formatJson({ ...recipe, minted }));
}
