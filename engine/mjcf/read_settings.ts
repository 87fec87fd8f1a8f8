/** Settings: compiler, option, size, statistic, and visual. */

import { MeshInertia } from "../types/enums.ts";
import type { Visual } from "../types/visual.ts";
import { parseAttribute, readAttributes } from "./attributes.ts";
import { ownDefaults } from "./builtin.ts";
import { bool, keyword } from "./elements/attribute.ts";
import { COMPILER, LENGTHRANGE } from "./elements/compiler.ts";
import {
  DISABLE_FLAGS,
  ENABLE_FLAGS,
  FLAG_ELEMENT,
  OPTION,
  OPTION_ELEMENT,
  type OptionSettings,
} from "./elements/option.ts";
import { SIZE } from "./elements/size.ts";
import { STATISTIC } from "./elements/statistic.ts";
import { VISUAL_ELEMENT } from "./elements/visual.ts";
import { ENABLE } from "./keywords.ts";
import type { Reader } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

// attributes of older versions of the grammar
const EXACT = bool();
const PASSIVE = keyword(ENABLE);

/** Reads a `<compiler>`. */
export function readCompiler(reader: Reader, section: XmlElement): void {
  const settings = reader.spec.compiler;
  const { meshdir, texturedir } = settings;
  const { assetdir, eulerseq, coordinate } = section.attributes;
  readAttributes(section, COMPILER, settings);

  // formerly a switch for all meshes, now a mode of each mesh
  const exact = parseAttribute(section, "exactmeshinertia", EXACT);
  if (exact !== undefined) {
    ownDefaults(reader.spec.main, "mesh").inertia = exact ? MeshInertia.EXACT : MeshInertia.LEGACY;
  }
  if (coordinate === "global") {
    throw section.error("compiler: global coordinates are no longer part of MJCF", "coordinate");
  }
  if (eulerseq !== undefined && eulerseq.length !== 3) {
    throw section.error(`compiler: eulerseq needs 3 letters, got '${eulerseq}'`, "eulerseq");
  }
  settings.meshdir = section.attributes.meshdir ?? assetdir ?? meshdir;
  settings.texturedir = section.attributes.texturedir ?? assetdir ?? texturedir;
  for (const child of section.children) {
    readAttributes(child, LENGTHRANGE, settings.lengthrange);
  }
}

const MAX_GROUP = 30;

/** options that multiply the work of a step */
const ITERATIONS = [
  "iterations",
  "ls_iterations",
  "noslip_iterations",
  "ccd_iterations",
  "sdf_iterations",
  "sdf_initpoints",
] as const;

/** Reads an `<option>`. */
export function readOption(reader: Reader, section: XmlElement): void {
  const settings = reader.spec.option;
  readAttributes(section, OPTION, settings);
  for (const name of ITERATIONS) {
    if (section.attributes[name] === undefined) continue;
    reader.spec.budget.check("iterations", settings[name], section, name, `option ${name}`);
  }

  // groups of actuators that are disabled
  const { actuatorgroupdisable } = OPTION_ELEMENT;
  const read: { actuatorgroupdisable?: number[] } = {};
  readAttributes(section, { actuatorgroupdisable }, read);
  for (const group of read.actuatorgroupdisable ?? []) {
    if (group < 0 || group > MAX_GROUP) {
      throw section.error(
        `option: actuator groups must be from 0 to ${MAX_GROUP}, got ${group}`,
        "actuatorgroupdisable",
      );
    }
    settings.disableactuator |= 1 << group;
  }

  for (const child of section.children) {
    const flags: Record<string, number> = {};
    readAttributes(child, FLAG_ELEMENT, flags);

    // formerly a single flag for both kinds of passive forces, which can also be set separately
    const passive = parseAttribute(child, "passive", PASSIVE) as number | undefined;
    if (passive !== undefined) {
      flags.spring ??= passive;
      flags.damper ??= passive;
    }
    for (const name in flags) {
      if (name in DISABLE_FLAGS) setBit(settings, "disableflags", DISABLE_FLAGS[name], !flags[name]);
      else setBit(settings, "enableflags", ENABLE_FLAGS[name], flags[name] === 1);
    }
  }
}

function setBit(settings: OptionSettings, field: "disableflags" | "enableflags", bit: number, on: boolean): void {
  if (on) settings[field] |= bit;
  else settings[field] &= ~bit;
}

const MEMORY = /^(\d+)([KkMmGgTtPpEe]?)$/;
const MEMORY_BITS: Record<string, number> = { k: 10, m: 20, g: 30, t: 40, p: 50, e: 60 };
const POINTER_BITS = 32;

/** Reads a `<size>`. */
export function readSize(reader: Reader, section: XmlElement): void {
  const settings = reader.spec.size;
  reader.spec.sizeOrigin = section;
  const { memory: _, ...rules } = SIZE;
  readMemory(section, settings);
  const before = { njmax: settings.njmax, nstack: settings.nstack };
  readAttributes(section, rules, settings);
  for (const name of ["njmax", "nstack"] as const) {
    if (section.attributes[name] === undefined) continue;
    if (before[name] < -1) throw section.error(`size: ${name} must be at least -1, got ${before[name]}`, name);
    if (settings.memory !== -1 && settings[name] !== -1) {
      throw section.error(`size: give either 'memory' or '${name}', not both`, name);
    }
  }
  for (const [name, value] of Object.entries(settings)) {
    if ((name === "nconmax" || name.startsWith("nuser_")) && value < -1) {
      throw section.error(`size: ${name} must be at least -1, got ${value}`, name);
    }
  }
}

function readMemory(section: XmlElement, settings: { memory: number }): void {
  const text = section.attributes.memory;
  if (text === undefined || text.trim() === "-1") return;
  const match = MEMORY.exec(text.trim());
  const bits = match ? MEMORY_BITS[match[2].toLowerCase()] ?? 0 : 0;
  const bytes = match ? Number(match[1]) * scale(bits) : 0;
  if (!match || bits + 1 > POINTER_BITS || bytes >= scale(POINTER_BITS)) {
    throw section.error(`size: memory needs a number of bytes with an optional K, M, or G, got '${text}'`, "memory");
  }
  settings.memory = bytes;
}

function scale(bits: number): number {
  let value = 1;
  for (let k = 0; k < bits; k++) value *= 2;
  return value;
}

/** Reads a `<statistic>`. */
export function readStatistic(reader: Reader, section: XmlElement): void {
  const { statistic: settings } = reader.spec;
  readAttributes(section, STATISTIC, settings);
  if (settings.extent !== undefined && settings.extent <= 0) {
    throw section.error(`statistic: extent must be positive, got ${settings.extent}`, "extent");
  }
}

/** Reads a `<visual>`. */
export function readVisual(reader: Reader, section: XmlElement): void {
  const { visual } = reader.spec;
  for (const child of section.children) {
    const name = child.name as keyof Visual;
    readAttributes(child, VISUAL_ELEMENT[name], visual[name]);
    const { global: { realtime }, map: { znear } } = visual;
    if (realtime <= 0) throw child.error(`global: realtime must be positive, got ${realtime}`, "realtime");
    if (znear <= 0) throw child.error(`map: znear must be positive, got ${znear}`, "znear");
  }
}
