/** From MJCF text to a spec. */

import { tooLarge, type Unsupported, UnsupportedError } from "../types/errors.ts";
import { Budget } from "../types/limits.ts";
import type { Plugin } from "../types/plugin.ts";
import type { ReadFile, Spec } from "../types/spec.ts";
import { defaultVisual } from "../types/visual.ts";
import { BUILTIN } from "./builtin.ts";
import { checkDocument, type Warn } from "./check.ts";
import { newBody } from "./create.ts";
import { readDefault } from "./defaults.ts";
import { compilerSettings } from "./elements/compiler.ts";
import { optionSettings } from "./elements/option.ts";
import { sizeSettings } from "./elements/size.ts";
import { statisticSettings } from "./elements/statistic.ts";
import { expandIncludes, type Files, readAt } from "./include.ts";
import { dirName } from "./paths.ts";
import type { Reader } from "./reader.ts";
import { readExtension } from "./read_plugin.ts";
import { readActuators } from "./read_actuator.ts";
import { readAssets, readSkin } from "./read_asset.ts";
import { readBodyChildren } from "./read_body.ts";
import { readContacts, readCustom, readEqualities, readKeyframes, readTendons } from "./read_objects.ts";
import { readFlex } from "./read_flex.ts";
import { readUrdf } from "./read_urdf.ts";
import { readSensors } from "./read_sensor.ts";
import { readCompiler, readOption, readSize, readStatistic, readVisual } from "./read_settings.ts";
import { parseXml } from "./parse_xml.ts";
import { looksLikeMjcf, type XmlElement } from "./xml.ts";

/** Options for reading a document. */
export interface ReadOptions {
  /** path of the document; other files are found relative to it */
  file: string;
  read: ReadFile;
  strict: boolean;
  warn: Warn;
  /** plugins that the document may enable */
  plugins: readonly Plugin[];
  /** limits on what the document may ask for; by default the default limits */
  budget?: Budget;
}

/** An empty model. */
function newSpec(file: string, read: ReadFile, budget: Budget, knownPlugins: readonly Plugin[]): Spec {
  const main = { ...BUILTIN };
  const spec: Spec = {
    modelname: "MuJoCo Model",
    compiler: compilerSettings(dirName(file)),
    option: optionSettings(),
    size: sizeSettings(),
    sizeOrigin: undefined,
    statistic: statisticSettings(),
    visual: defaultVisual(),
    world: undefined as never,
    main,
    classes: new Map([["main", main]]),
    models: new Map(),
    pendingKeys: [],
    extensions: [],
    knownPlugins,
    read,
    budget,
    bodies: [],
    joints: [],
    geoms: [],
    sites: [],
    cameras: [],
    lights: [],
    frames: [],
    flexes: [],
    meshes: [],
    skins: [],
    hfields: [],
    textures: [],
    materials: [],
    pairs: [],
    excludes: [],
    equalities: [],
    tendons: [],
    actuators: [],
    sensors: [],
    numerics: [],
    texts: [],
    tuples: [],
    keys: [],
    plugins: [],
  };
  spec.world = newBody(spec, undefined, main, undefined);
  spec.world.name = "world";
  spec.world.id = 0;
  spec.world.weldid = 0;
  return spec;
}

/** Reads a document; throws `MjcfError`, or an `UnsupportedError` that lists everything that cannot be compiled. */
export function readSpec(text: string, options: ReadOptions): Spec {
  return openDocument(text, options).spec;
}

/** Reads a document, and returns the reader, which can read more into it. */
export function openDocument(text: string, options: ReadOptions): Reader {
  const unsupported: Unsupported[] = [];
  const reader = readDocument(text, options, unsupported, [options.file]);
  if (unsupported.length > 0) throw new UnsupportedError(unsupported);
  return reader;
}

/** Models attached to attached models. */
const MAX_CHAIN = 100;

function readDocument(text: string, options: ReadOptions, unsupported: Unsupported[], chain: string[]): Reader {
  const { file, read, strict, warn, plugins, budget = new Budget() } = options;
  const quotable = chain.length === 1 || looksLikeMjcf(text);
  const root = parseXml(text, file, budget, quotable);
  const spec = newSpec(file, read, budget, plugins);
  const files: Files = { read, budget, modelfiledir: dirName(file), assetdir: "", meshdir: "", texturedir: "" };
  const readModel = (path: string, origin: XmlElement): Spec => {
    if (chain.includes(path)) {
      throw origin.error(
        `model: models attach each other: ${[chain[0] || "<text>", ...chain.slice(1), path].join(" -> ")}`,
        "file",
      );
    }
    if (chain.length > MAX_CHAIN) {
      throw origin.error(`model: models attach each other more than ${MAX_CHAIN} deep`, "file");
    }
    const bytes = readAt(read, path, (what) => origin.error(what, "file"));
    if (bytes === undefined) throw origin.error(`model: cannot read '${path}'`, "file");
    const inner = { ...options, budget, file: path };
    return readDocument(new TextDecoder().decode(bytes), inner, unsupported, [...chain, path]).spec;
  };
  const reader: Reader = { spec, files, strict, warn, unsupported, readModel };

  try {
    if (root.name.toLowerCase() === "robot") readUrdf(reader, root);
    else if (root.name.toLowerCase() === "mujoco") readMjcf(reader, root);
    else throw root.error(`unknown kind of model '${root.name}', expected 'mujoco' or 'robot'`);
  } catch (error) {
    // nested too deeply for the remaining stack, or arrays too large for memory
    if (error instanceof RangeError) throw tooLarge("the document", error, root.place());
    throw error;
  }
  return reader;
}

function readMjcf(reader: Reader, root: XmlElement): void {
  const { spec, files, strict, warn } = reader;
  expandIncludes(root, files);
  checkDocument(root, strict, warn);
  spec.modelname = root.attributes.model ?? spec.modelname;
  for (const [name, readOne] of SECTIONS) {
    for (const section of root.children) {
      if (section.name === name) readOne(reader, section);
    }
  }
}

/** Reads one more section into a document. */
export function readSection(reader: Reader, section: XmlElement): void {
  SECTIONS.find(([name]) => name === section.name)?.[1](reader, section);
}

/** The sections in the order in which they are read, whatever their order in the document. */
const SECTIONS: readonly (readonly [string, (reader: Reader, section: XmlElement) => void])[] = [
  ["compiler", readCompiler],
  ["option", readOption],
  ["size", readSize],
  ["visual", readVisual],
  ["statistic", readStatistic],
  ["default", (reader, section) => readDefault(reader, section)],
  ["extension", readExtension],
  ["custom", readCustom],
  ["asset", readAssets],
  ["contact", readContacts],
  ["deformable", readDeformables],
  ["equality", readEqualities],
  ["tendon", readTendons],
  ["actuator", readActuators],
  ["sensor", readSensors],
  ["keyframe", readKeyframes],
  ["worldbody", (reader, section) => readBodyChildren(reader, section, reader.spec.world)],
];

function readDeformables(reader: Reader, section: XmlElement): void {
  for (const element of section.children) {
    if (element.name === "skin") readSkin(reader, element);
    else readFlex(reader, element);
  }
}
