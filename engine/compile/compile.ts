/** Compiles models: text to spec, spec to model. */

import { expandKeyframes } from "../mjcf/attach_keyframes.ts";
import { stem } from "../mjcf/paths.ts";
import { openDocument } from "../mjcf/read.ts";
import type { Reader } from "../mjcf/reader.ts";
import { newKey } from "../mjcf/read_objects.ts";
import { listTree } from "../mjcf/tree.ts";
import { type AssetSource, fileReader } from "../mjcf/virtual_files.ts";
import { MjcfError, type Place, tooLarge } from "../types/errors.ts";
import { Texture } from "../types/enums.ts";
import type { ModelOf } from "../named/literal_names.ts";
import { knownPlugins } from "../plugin/mujoco_plugins.ts";
import { Budget, type Limits } from "../types/limits.ts";
import { dataBlockBytes, dataBytes } from "../types/data_memory.ts";
import type { ModelSizes } from "../types/interfaces.ts";
import { Model, modelBlockBytes, modelBytes } from "../types/model.ts";
import type { Plugin } from "../types/plugin.ts";
import { largestSource } from "./largest_source.ts";
import { DATA_FIELDS, type DataField } from "../types/data_fields.ts";
import { MODEL_FIELDS, MODEL_SIZES, type ModelField } from "../types/model_fields.ts";
import { arenaBytes } from "./arena_bytes.ts";
import type { MjcfDocument, Spec } from "../types/spec.ts";
import { compileActuator } from "./actuators.ts";
import { checkFreeJoint, compileBody, hasInertia } from "./body.ts";
import { resolveCamera, resolveLight } from "./body_parts.ts";
import { compileExclude, compilePair, sortBySignature } from "./contacts.ts";
import { deriveConstants } from "./derive_constants.ts";
import { compileEquality } from "./equalities.ts";
import { fail } from "./fail.ts";
import { collectPaths, fillAssets } from "./assets/fill_assets.ts";
import { fillObjects } from "./fill_objects.ts";
import { fillTree } from "./fill_tree.ts";
import { bodyPoses, compileFlex } from "./flex/compile_flex.ts";
import { fillFlexes } from "./flex/fill_flexes.ts";
import { fuseStatic } from "./fuse_static.ts";
import type { Meshes } from "./geom.ts";
import { compileHField } from "./assets/compile_hfield.ts";
import { dropDecoration, dropMaterials, indexAssets, markHulls, stripPaths } from "./assets/index_assets.ts";
import { fillKeyframes } from "./keyframes.ts";
import { Lookup } from "./lookup.ts";
import { compileMeshes, type PreparedMeshes, prepareMeshes } from "./assets/meshes.ts";
import { deriveUserSizes, modelSizes } from "./model_sizes.ts";
import { countMoments, setTotalMass } from "./model_totals.ts";
import { collectNames, writeNames } from "./names.ts";
import { compilePlugins, fillPlugins } from "./plugins.ts";
import { compileSensor } from "./sensors.ts";
import { setSource } from "./source.ts";
import { compileSkin } from "./assets/skins.ts";
import { writeSparsity } from "./sparsity.ts";
import { compileTendon } from "./tendons.ts";
import { compileTexture } from "./assets/textures.ts";
import { deriveTree } from "./tree_structure.ts";
import { resolveTuple } from "./tuples.ts";

/** A warning about something that was accepted but may be wrong. */
export interface CompileWarning {
  /** what was accepted, and why it may be wrong */
  message: string;
  /** its place in the document */
  place?: Place;
}

/** Options for compiling. */
export interface CompileOptions {
  /** files that the document names: a map from path to content, or a function that reads a file */
  assets?: AssetSource;
  /** path of the document, used in messages and to resolve relative paths */
  file?: string;
  /** reject everything that MuJoCo rejects */
  strict?: boolean;
  /** limits on what the document may ask for; missing ones have their defaults */
  limits?: Partial<Limits>;
  /** plugins that the document may enable, besides those of MuJoCo */
  plugins?: readonly Plugin[];
  /** called with warnings about things that are accepted but suspicious */
  onWarning?: (warning: CompileWarning) => void;
}

const MAX_BODIES = 65534;
const MAX_KEYS = 1000000;
const MAX_INT = 2147483647;

/**
 * Compiles MJCF text to a model, which knows the names of a document that is a literal. Throws {@link MjcfError} for documents that MuJoCo rejects too, and
 * `UnsupportedError`, which lists every unsupported feature at once, for those that this engine cannot handle yet.
 *
 * @example A pendulum
 * ```ts
 * import { compile } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint axis="0 1 0"/>
 *         <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.02"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * assert.equal(model.nv, 1);
 * ```
 */
export function compile<const Document extends string>(
  xml: Document,
  options: CompileOptions = {},
): ModelOf<Document> {
  const spec = parseSpec(xml, options);
  const model = compileSpec(spec);
  setSource(model, xml, options);
  return model as ModelOf<Document>;
}

/** Like `compile`, with large meshes on several threads. */
export async function compileOnThreads(xml: string, options: CompileOptions): Promise<Model> {
  const spec = parseSpec(xml, options);
  const lookup = attempt(() => startPasses(spec));
  const prepared = await prepareMeshes(spec);
  const model = attempt(() => finishPasses(spec, lookup, prepared));
  setSource(model, xml, options);
  return model;
}

/** Reads MJCF text without compiling it: only what the document says, nothing derived from it. */
export function parse(xml: string, options: CompileOptions = {}): MjcfDocument {
  return parseSpec(xml, options);
}

/** Reads MJCF text into a spec. */
export function parseSpec(xml: string, options: CompileOptions = {}): Spec {
  return openSpec(xml, options).spec;
}

/** Reads MJCF text into a spec, and returns the reader, which can read more into it. */
export function openSpec(xml: string, options: CompileOptions = {}): Reader {
  const { assets, file = "", strict = false, onWarning } = options;
  const budget = new Budget(options.limits);
  const plugins = knownPlugins(options.plugins);
  const source = fileReader(assets);
  const read = (path: string) => {
    const bytes = source(path);
    if (bytes !== undefined) budget.takeFile("assetBytes", path, bytes.length);
    return bytes;
  };
  return openDocument(xml, {
    file,
    read,
    plugins,
    strict,
    budget,
    warn: (message, element, attribute) =>
      onWarning?.(element ? { message, place: element.place(attribute) } : { message }),
  });
}

/** Compiles a spec, which cannot be used again afterward. */
export function compileSpec(spec: Spec): Model {
  return attempt(() => finishPasses(spec, startPasses(spec), new Map()));
}

function attempt<T>(pass: () => T): T {
  try {
    return pass();
  } catch (error) {
    // a tree too deep for the remaining stack, or arrays too large for memory
    if (error instanceof RangeError) throw tooLarge("the model", error);
    throw error;
  }
}

/** Everything before the meshes. */
function startPasses(spec: Spec): Lookup {
  if (spec.world.joints.length > 0) throw fail("joint", spec.world.joints[0], "the world has no joints");
  const lookup = prepareLists(spec);
  compilePlugins(spec);
  prepareAssets(spec, lookup);
  return lookup;
}

/** The meshes, and everything after them. */
function finishPasses(spec: Spec, lookup: Lookup, prepared: PreparedMeshes): Model {
  const meshes = compileMeshes(spec, prepared, lookup);
  for (const texture of spec.textures) compileTexture(spec, texture);
  for (const body of spec.bodies) compileBody(spec, body, meshes, lookup);
  const poses = bodyPoses(spec);
  const unusedNodes = spec.compiler.fusestatic ? fuse(spec, lookup) : 0;
  for (const flex of spec.flexes) compileFlex(spec, flex, lookup, poses);
  compileOthers(spec, lookup, meshes);
  checkMoving(spec);

  const structure = deriveTree(spec);
  const names = collectNames(spec);
  const paths = collectPaths(spec);
  const sizes = modelSizes(spec, meshes, { structure, names, paths: paths.strings.length, unusedNodes });
  checkBytes(spec, sizes);
  const m = new Model(sizes);
  m.vis = spec.visual;
  m.narena = arenaBytes(m, spec.size);
  writeNames(m, names);
  fillTree(m, spec, structure);
  fillAssets(m, spec, meshes, paths);
  fillFlexes(m, spec);
  fillPlugins(m, spec, lookup);
  if (m.nplugin > 0) checkBytes(spec, sizesOf(m));
  fillObjects(m, spec);
  checkHistory(m);
  fillKeyframes(m, spec);
  countMoments(m);
  if (spec.compiler.settotalmass > 0) setTotalMass(m, spec.compiler.settotalmass);
  writeSparsity(m);
  deriveConstants(m, spec);
  return m;
}

/** The samples in a history buffer are one time step apart to begin with. */
function checkHistory({ nhistory, opt }: Model): void {
  if (nhistory === 0 || !(opt.timestep <= 0)) return;
  throw new MjcfError(`option: history buffers need a positive timestep, got ${opt.timestep}`);
}

/** The sizes of a model. */
function sizesOf(m: Model): Partial<ModelSizes> {
  return Object.fromEntries(MODEL_SIZES.map((name) => [name, m[name]]));
}

/** Rejects invalid sizes, and arrays that are too large in total, before they are allocated. */
function checkBytes(spec: Spec, sizes: Partial<ModelSizes>): void {
  const { budget } = spec;
  for (const [name, size] of Object.entries(sizes)) {
    // the old sizes of constraints and contacts may be anything, and mean nothing then
    if (size < 0 && name !== "njmax" && name !== "nconmax") {
      throw new MjcfError(`${name}: a size cannot be ${size}`);
    }
    if (size > MAX_INT) throw new MjcfError(`${name}: a size can be at most ${MAX_INT}, got ${size}`);
  }
  // what is largest is only told of what is too large
  const { limits } = budget;
  if (modelBlockBytes(sizes) <= limits.modelBytes && dataBlockBytes(sizes) <= limits.dataBytes) return;
  const model = modelBytes(sizes);
  const inModel = largestSource(spec, MODEL_FIELDS[model.largest as ModelField] ?? []);
  budget.check("modelBytes", model.bytes, inModel, undefined, `the model (mostly ${model.largest})`);
  const data = dataBytes(sizes);
  const inData = largestSource(spec, DATA_FIELDS[data.largest as DataField] ?? []);
  budget.check("dataBytes", data.bytes, inData, undefined, `the model (mostly ${data.largest})`);
}

/** Numbers everything, and completes names and keyframes. */
function prepareLists(spec: Spec): Lookup {
  listTree(spec);
  if (spec.bodies.length + spec.flexes.length >= MAX_BODIES) {
    throw new MjcfError(`a model has at most ${MAX_BODIES - 1} bodies and flexes`);
  }
  if (spec.size.nkey > MAX_KEYS) {
    throw new MjcfError(`a model has at most ${MAX_KEYS} keyframes, got ${spec.size.nkey}`);
  }
  spec.budget.foresee("elements", spec.size.nkey - spec.keys.length, spec.sizeOrigin, "nkey", "size: nkey");
  while (spec.keys.length < spec.size.nkey) spec.keys.push(newKey({ spec }, undefined));
  for (const asset of [...spec.meshes, ...spec.hfields, ...spec.textures, ...spec.skins]) {
    if (asset.name === "") asset.name = stem(asset.file);
  }
  for (const [kind, list] of [["mesh", spec.meshes], ["hfield", spec.hfields], ["material", spec.materials]] as const) {
    for (const item of list) if (item.name === "") throw fail(kind, item, "it needs a name");
  }
  for (const texture of spec.textures) {
    if (texture.name === "" && texture.type !== Texture.SKYBOX) throw fail("texture", texture, "it needs a name");
  }
  expandKeyframes(spec);
  for (const { name } of spec.pendingKeys) spec.keys.push({ ...newKey({ spec }, undefined), name });
  listTree(spec);
  return new Lookup(spec);
}

/** Finds out which assets geoms need. */
function prepareAssets(spec: Spec, lookup: Lookup): void {
  if (spec.compiler.discardvisual) dropMaterials(spec, lookup);
  if (spec.compiler.strippath) stripPaths(spec);
  indexAssets(spec, lookup);
  for (const pair of spec.pairs) compilePair(pair, lookup);
  markHulls(spec);
  deriveUserSizes(spec);
}

function fuse(spec: Spec, lookup: Lookup): number {
  const unused = fuseStatic(spec, lookup);
  for (const light of spec.lights) resolveLight(light, lookup);
  for (const camera of spec.cameras) resolveCamera(camera, lookup);
  return unused;
}

function compileOthers(spec: Spec, lookup: Lookup, meshes: Meshes): void {
  const { size } = spec;
  for (const skin of spec.skins) compileSkin(spec, skin, lookup);
  for (const hfield of spec.hfields) compileHField(spec, hfield);
  for (const pair of spec.pairs) compilePair(pair, lookup);
  for (const exclude of spec.excludes) compileExclude(exclude, lookup);
  for (const equality of spec.equalities) compileEquality(equality, lookup);
  for (const tendon of spec.tendons) compileTendon(tendon, size, lookup);
  for (const actuator of spec.actuators) compileActuator(actuator, size, lookup);
  for (const sensor of spec.sensors) compileSensor(sensor, size, lookup, meshes);
  for (const tuple of spec.tuples) resolveTuple(tuple, lookup);
  sortBySignature(spec.pairs);
  sortBySignature(spec.excludes);
  indexAssets(spec, lookup);
  if (spec.compiler.discardvisual) dropDecoration(spec);
}

function checkMoving(spec: Spec): void {
  for (const body of spec.bodies) {
    if (body.id > 0 && body.joints.length > 0 && !hasInertia(body)) {
      throw fail("body", body, "a body that moves needs mass and inertia");
    }
    checkFreeJoint(body);
  }
}
