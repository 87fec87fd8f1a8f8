/** `deno task golden`: runs the recipes in `golden/` in real MuJoCo and writes the results beside them. */

import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { pinOf } from "../harness/golden/cases.ts";
import { conform } from "../harness/commands/conform.ts";
import { isSamePlace, openStore } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";
import { ORACLE } from "../harness/engines/mujoco.ts";
import {
  assetPaths,
  type Case,
  type CaseFile,
  FORMAT,
  type GoldenStore,
  type Minted,
  modelPath,
  readCase,
  readGolden,
  recipeHash,
  sha256,
} from "../harness/golden/golden.ts";
import { formatJson } from "../harness/format_json.ts";
import { packSuite } from "../harness/golden/write_pack.ts";
import project from "../deno.json" with { type: "json" };
import { openMintmaster } from "./mintmaster.ts";
import { lacksWords, renewWords, type Spoken, withWords, writeWords } from "./golden_words.ts";
import { findNative, nativeCommand, NativeMujoco, VERSION } from "./native_mujoco.ts";
import { mintOther, openOther } from "./mint_other.ts";
import { NativeOracle } from "./native_oracle.ts";
import { positive, runCommand } from "./run_command.ts";
import { type Mint, mint, type Mintmaster } from "../harness/golden/mint.ts";

const program = new Command("deno task golden")
  .description(
    "Runs the recipes in golden/ in MuJoCo " + ORACLE.version +
      " and writes what it says: the `minted` block of each " +
      "case.json and its trajectory.npz. Only cases that changed since they were minted are run.",
  )
  .option("--check", "write nothing; fail if a committed golden differs from MuJoCo's results")
  .option("--all", "run every selected case, changed or not")
  .option("--item <id...>", "only the cases of these items")
  .option("--case <id...>", "only these cases, as item/case or case")
  .option(
    "--words",
    "write down anew what the engine says of models that it refuses or keeps, to be read before a commit",
  )
  .option("--native", "require native MuJoCo in Python; with --check: replay the committed goldens there instead")
  .option("--golden <dir>", "directory of the goldens", "golden")
  .option("--mujoco <version>", "mint with another MuJoCo, from PyPI or npm, into the directory that --out names")
  .option("--out <dir>", "with --mujoco: where the new goldens go")
  .option("--pack [file]", "write the goldens into one archive, for --golden FILE or an address")
  .option("--package <dir>", "write the archive with what JSR needs to publish it")
  .option("--jobs <n>", "number of processes", positive, 1)
  .option("--shard <i/n>", "only every n-th case, from the i-th", shard)
  .addHelpText(
    "after",
    `
Examples:
  deno task golden                       mint new and changed cases
  deno task golden --case 24/ac1         mint one case
  deno task golden --item 24 --all       mint an item again
  deno task golden --check --jobs 2      check the committed goldens against MuJoCo
  deno task golden --check --native      check them against native MuJoCo
  deno task golden --words               after a change of messages: read what changed with git diff
  deno task golden --mujoco 4.0.0 --out goldens-4.0.0 --jobs 2
                                         the suite as another MuJoCo sees it
  deno task golden --pack goldens.zip    one file that travels: conform --golden goldens.zip

A golden has to hold for native MuJoCo as well. Where PLUMBLINE_PYTHON, or python3, has it, what is minted is replayed
there: a difference a little beyond the noise is written down as minted.native, a larger one is refused.`,
  );

function shard(text: string): { part: number; of: number } {
  const [part, of] = text.split("/").map(Number);
  if (!(Number.isInteger(part) && Number.isInteger(of) && part >= 1 && part <= of)) {
    throw new InvalidArgumentError("expected i/n with i from 1 to n");
  }
  return { part, of };
}

const put = (text: string) => writeAll(Deno.stdout, text);
const putError = (text: string) => writeAll(Deno.stderr, text);
const say = (text: string) => put(`${text}\n`);
const complain = (text: string) => putError(`${text}\n`);

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

/** Prefix of the progress lines that a process sends to its parent. */
const TALLY = "tally ";

interface Tally {
  minted: number;
  unchanged: number;
  failed: number;
}

async function main(): Promise<number> {
  program.exitOverride().parse(Deno.args, { from: "user" });
  const options = program.opts();
  const store = openStore(options.golden);
  if (options.pack !== undefined || options.package !== undefined) return pack(store, options);
  const ids = select(store, options.item, options.case);
  if (ids.length === 0) throw new HarnessError(`${options.golden}: no case is selected`);
  if (options.words) return await renewAll(store, ids);
  if (options.native) {
    const found = await findNative();
    if ("lack" in found) throw new HarnessError(found.lack);
    if (options.check) return await replayNatively(found.python, ids, options);
  }

  if ((options.mujoco === undefined) !== (options.out === undefined)) {
    throw new HarnessError("--mujoco goes with --out");
  }

  const tally = options.jobs > 1 ? await share(options.jobs) : await mintAll(store, ids, options);
  if (options.shard !== undefined) {
    say(TALLY + JSON.stringify(tally));
    return 0;
  }
  if (!options.check) writeManifest(options.out === undefined ? store : openStore(options.out));
  const verb = options.check ? "agree" : "minted";
  say(`${tally.minted} ${verb}, ${tally.unchanged} unchanged, ${tally.failed} failed`);
  return tally.failed > 0 ? 1 : 0;
}

function select(store: GoldenStore, items: string[] | undefined, cases: string[] | undefined): string[] {
  const all = store.list();
  for (const wanted of cases ?? []) {
    if (!all.some((id) => matches(id, wanted))) throw new HarnessError(`case '${wanted}' is not in ${store.name}`);
  }
  return all.filter((id) =>
    (items === undefined || items.includes(id.split("/")[0])) &&
    (cases === undefined || cases.some((wanted) => matches(id, wanted)))
  );
}

function matches(id: string, wanted: string): boolean {
  return id === wanted || id.split("/")[1] === wanted;
}

async function renewAll(store: GoldenStore, ids: readonly string[]): Promise<number> {
  const renewed = await renewWords(store, ids);
  for (const id of renewed) say(id);
  say(`${renewed.length} cases have other words than before`);
  writeManifest(store);
  return 0;
}

/** Writes the goldens into one archive, after reading and checking every byte. */
function pack(store: GoldenStore, { pack, package: folder }: { pack?: string | true; package?: string }): number {
  const all = new Map(store.list().map((id) => [id, readCase(store, id)]));
  for (const found of all.values()) readGolden(store, found);
  const { name, version } = project;
  const bytes = packSuite({ store, all }, `${name.split("/")[0]}/golden ${version}`);
  const path = folder !== undefined ? `${folder}/golden.zip` : pack === true ? `golden-${version}.zip` : pack as string;
  if (folder !== undefined) writePackage(folder, version);
  Deno.writeFileSync(path, bytes);
  say(`${path}  ${all.size} cases, ${(bytes.length / 1e6).toFixed(1)} MB, sha256 ${sha256(bytes)}`);
  return 0;
}

/** What JSR needs besides the archive: `deno publish` in this folder makes it the one that a harness finds by itself. */
function writePackage(folder: string, version: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  const config = { name: "@plumbline/golden", version, license: "Apache-2.0", exports: "./mod.ts" };
  Deno.writeTextFileSync(`${folder}/deno.json`, `${JSON.stringify(config, null, 2)}\n`);
  Deno.writeTextFileSync(
    `${folder}/mod.ts`,
    "/** The archive of MuJoCo's recorded results that belongs to this version of the harness. */\n" +
      'export const ARCHIVE: string = new URL("golden.zip", import.meta.url).href;\n',
  );
}

interface ReplayOptions {
  golden: string;
  jobs: number;
  item?: string[] | undefined;
  case?: string[] | undefined;
}

/** Tests native MuJoCo like any other engine. */
function replayNatively(python: string, ids: readonly string[], options: ReplayOptions): Promise<number> {
  const isPart = options.item !== undefined || options.case !== undefined;
  const cases = isPart ? ["--case", ...ids] : [];
  const args = [
    "--engine",
    nativeCommand(python),
    "--golden",
    options.golden,
    "--jobs",
    String(options.jobs),
    ...cases,
  ];
  const isPainted = Deno.stdout.isTerminal() && !Deno.noColor;
  return conform(args, { out: put, err: putError, isPainted, isWatched: Deno.stderr.isTerminal() });
}

/** Starts processes of this same program, each with a share of the cases. */
async function share(jobs: number): Promise<Tally> {
  const children = Array.from({ length: jobs }, async (_, i) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", import.meta.filename ?? "", ...Deno.args, "--jobs", "1", "--shard", `${i + 1}/${jobs}`],
      stderr: "inherit",
    }).output();
    const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
    const last = lines.pop() ?? "";
    lines.forEach(say);
    if (!last.startsWith(TALLY)) throw new HarnessError("a process that was given a share of the cases did not finish");
    return JSON.parse(last.slice(TALLY.length)) as Tally;
  });
  const sum: Tally = { minted: 0, unchanged: 0, failed: 0 };
  for (const tally of await Promise.all(children)) {
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
  }
  return sum;
}

interface MintOptions {
  mujoco?: string | undefined;
  out?: string | undefined;
  check?: true | undefined;
  all?: true | undefined;
  shard?: { part: number; of: number } | undefined;
}

async function mintAll(store: GoldenStore, ids: readonly string[], options: MintOptions): Promise<Tally> {
  const { part, of } = options.shard ?? { part: 1, of: 1 };
  const { mujoco, out } = options;
  if (mujoco !== undefined && out !== undefined) {
    return await mintElsewhere(store, ids.filter((_, i) => i % of === part - 1), mujoco, out);
  }
  let masters: Masters | undefined;
  const tally: Tally = { minted: 0, unchanged: 0, failed: 0 };
  for (const [i, id] of ids.entries()) {
    if (i % of !== part - 1) continue;
    try {
      const found = readCase(store, id);
      if (!options.check && !options.all && isFresh(store, found)) {
        tally.unchanged++;
        continue;
      }
      masters ??= await openMasters(options.check ?? false);
      if (found.file.oracle === "native") await openPlugins(masters);
      const { spoken, result } = await mintOne(store, found, masters);
      checkThreshold(spoken.file, result.minted);
      if (options.check) compare(store, found, spoken.file, result);
      else write(store, id, spoken, result);
      tally.minted++;
    } catch (error) {
      tally.failed++;
      complain(`${store.name}/${id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  masters?.native?.close();
  masters?.plugins?.engine.close();
  return tally;
}

/** Mints with another MuJoCo, and tells what it does with recipes that were written for this one. */
async function mintElsewhere(store: GoldenStore, ids: readonly string[], version: string, out: string): Promise<Tally> {
  const other = await openOther(version, complain);
  const tally: Tally = { minted: 0, unchanged: 0, failed: 0 };
  for (const id of ids) {
    try {
      const remark = await mintOther(other, store, id, out);
      if (remark !== undefined) complain(`note: ${id}: MuJoCo ${version} ${remark}`);
      tally.minted++;
    } catch (error) {
      tally.failed++;
      complain(`${store.name}/${id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  other.close();
  return tally;
}

/** The MuJoCo that mints, and native MuJoCo if requested. */
interface Masters {
  readonly master: Mintmaster;
  readonly native: NativeMujoco | undefined;
  /** native MuJoCo where it is the oracle, or what it lacks */
  readonly python: { python: string } | { lack: string } | undefined;
  plugins?: Mintmaster<NativeOracle>;
}

/** A check relies on the minted data of native MuJoCo, so that it gives the same result everywhere. */
async function openMasters(isCheck: boolean): Promise<Masters> {
  const master = await openMintmaster();
  const found = isCheck ? undefined : await findNative();
  if (found !== undefined && "lack" in found) complain(`note: not held against native MuJoCo: ${found.lack}`);
  return { master, native: found && "python" in found ? new NativeMujoco(found.python) : undefined, python: found };
}

/** Opens native MuJoCo as the oracle of recipes that ask for it. */
async function openPlugins(masters: Masters): Promise<void> {
  if (masters.plugins !== undefined) return;
  const found = masters.python ?? await findNative();
  if ("lack" in found) throw new HarnessError(`this golden is minted with native MuJoCo, but ${found.lack}`);
  const name = `pip mujoco ${VERSION}`;
  masters.plugins = { engine: new NativeOracle(found.python, VERSION), build: sha256(name), package: name };
}

/** A case is fresh if its recipe, model, assets, and arrays are those of the last minting. */
function isFresh(store: GoldenStore, found: Case): boolean {
  const { id, file } = found;
  const { minted } = file;
  if (
    minted === undefined || minted.format !== FORMAT || minted.recipe !== recipeHash(file) ||
    minted.mujoco !== (file.oracle === "native" ? VERSION : ORACLE.version) ||
    (file.kind !== "reject" && minted.single === undefined) || lacksWords(file)
  ) return false;
  const paths = [modelPath(file), ...assetPaths(store, found)];
  if (paths.length !== Object.keys(minted.files).length) return false;
  if (paths.some((path) => minted.files[path] !== sha256(store.read(id, path) ?? ""))) return false;
  return minted.arrays === undefined || minted.arrays === sha256(store.read(id, "trajectory.npz") ?? "");
}

async function mintOne(
  store: GoldenStore,
  found: Case,
  { master, native, plugins }: Masters,
): Promise<{ spoken: Spoken; result: Mint }> {
  const { id, file } = found;
  const model = store.read(id, modelPath(file));
  if (model === undefined) throw new HarnessError(`${modelPath(file)} not found`);
  const assets = new Map(assetPaths(store, found).map((path) => [path, store.read(id, path) ?? new Uint8Array()]));
  const isNative = file.oracle === "native" && plugins !== undefined;
  const result = await mint(isNative ? plugins : master, file, model, assets);
  const { minted, frames } = result;
  const text = new TextDecoder().decode(model);
  const golden = { id, file, minted, model: text, assets, frames };
  const spoken = await withWords({ ...file, minted }, text, assets);
  if (isNative) return { spoken, result };
  const floors = native === undefined ? keptFloors(file.minted, minted) : await native.floors(golden);
  return { spoken: { ...spoken, file: { ...spoken.file, minted: withNative(minted, floors) } }, result };
}

/** A golden may be on a threshold only if that is its point. */
function checkThreshold({ threshold }: CaseFile, { fragile }: Minted): void {
  if (fragile !== undefined && threshold === undefined) {
    throw new HarnessError(
      `one ulp changes its contacts or rows in step ${
        fragile.join(", ")
      }: move the scene off the threshold, or say in ` +
        "'threshold' why it is the point of the case",
    );
  }
  if (fragile === undefined && threshold !== undefined) {
    throw new HarnessError("'threshold' gives a cause, but one ulp changes neither contacts nor rows");
  }
}

/** The recorded differences of native MuJoCo, if its inputs are unchanged. */
function keptFloors(old: Minted | undefined, now: Minted): Minted["native"] {
  const isSame = old?.recipe === now.recipe && JSON.stringify(old.files) === JSON.stringify(now.files);
  return isSame ? old.native : undefined;
}

/** Adds the differences of native MuJoCo, before the sums at the end. */
function withNative({ frames, compared, ...rest }: Minted, native: Minted["native"]): Minted {
  return { ...rest, ...(native ? { native } : {}), frames, compared };
}

function write(store: GoldenStore, id: string, { file, words }: Spoken, { arrays }: Mint): void {
  if (Object.keys(words).length > 0) writeWords(store, id, words);
  const folder = `${store.name}/${id}`;
  if (arrays !== undefined) Deno.writeFileSync(`${folder}/trajectory.npz`, arrays);
  else if (store.read(id, "trajectory.npz") !== undefined) Deno.removeSync(`${folder}/trajectory.npz`);
  Deno.writeTextFileSync(`${folder}/case.json`, formatJson(file));
}

function compare(store: GoldenStore, { id, file: old }: Case, file: CaseFile, { arrays }: Mint): void {
  if (old.minted === undefined) throw new HarnessError("not minted yet");
  const text = new TextDecoder().decode(store.read(id, "case.json"));
  if (text !== formatJson(file)) {
    const what = changed(old, file);
    throw new HarnessError(
      what === "" ? "case.json is not laid out as the exporter does" : `MuJoCo says something else now: ${what}`,
    );
  }
  const stored = store.read(id, "trajectory.npz");
  if (arrays !== undefined && (stored === undefined || sha256(stored) !== sha256(arrays))) {
    throw new HarnessError("trajectory.npz is not what MuJoCo says now");
  }
}

function changed(old: CaseFile, file: CaseFile): string {
  const before = (old.minted ?? {}) as Record<string, unknown>;
  const now = (file.minted ?? {}) as Record<string, unknown>;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name])).join(", ");
}

/**
 * Lists every case with the number of scalars that a run must compare, so that a missing case is noticed. The built-in
 * goldens are also pinned outside their folder.
 */
function writeManifest(store: GoldenStore): void {
  const all = new Map(store.list().map((id) => [id, readCase(store, id)]));
  const manifest: Record<string, number> = {};
  for (const [id, { file: { minted } }] of all) {
    if (minted !== undefined) manifest[id] = minted.compared;
  }
  Deno.writeTextFileSync(`${store.name}/manifest.json`, formatJson(manifest));
  if (isSamePlace(store.name, OWN.pathname)) Deno.writeTextFileSync(PIN, formatJson(pinOf({ all })));
}

const OWN = new URL("../golden", import.meta.url);
const PIN = new URL("../harness/spec/golden_pin.json", import.meta.url);

await runCommand(main);
