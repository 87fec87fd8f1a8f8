/** Names and paths as the model stores them: zero-terminated, with a hash table for each kind of object. */

import { listsByType } from "../mjcf/lists_by_type.ts";
import { Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Spec, SpecElement } from "../types/spec.ts";

/** Slots of the hash table per element. */
const LOAD = 2;

const encoder = new TextEncoder();

const ADDRESS: Record<number, keyof Model> = {
  [Obj.BODY]: "name_bodyadr",
  [Obj.JOINT]: "name_jntadr",
  [Obj.GEOM]: "name_geomadr",
  [Obj.SITE]: "name_siteadr",
  [Obj.CAMERA]: "name_camadr",
  [Obj.LIGHT]: "name_lightadr",
  [Obj.FLEX]: "name_flexadr",
  [Obj.MESH]: "name_meshadr",
  [Obj.SKIN]: "name_skinadr",
  [Obj.HFIELD]: "name_hfieldadr",
  [Obj.TEXTURE]: "name_texadr",
  [Obj.MATERIAL]: "name_matadr",
  [Obj.PAIR]: "name_pairadr",
  [Obj.EXCLUDE]: "name_excludeadr",
  [Obj.EQUALITY]: "name_eqadr",
  [Obj.TENDON]: "name_tendonadr",
  [Obj.ACTUATOR]: "name_actuatoradr",
  [Obj.SENSOR]: "name_sensoradr",
  [Obj.NUMERIC]: "name_numericadr",
  [Obj.TEXT]: "name_textadr",
  [Obj.TUPLE]: "name_tupleadr",
  [Obj.KEY]: "name_keyadr",
  [Obj.PLUGIN]: "name_pluginadr",
};

/** Zero-terminated strings, one after another. */
export class Strings {
  private readonly parts: Uint8Array[] = [];
  length = 0;

  /** Appends a string; returns its address. */
  add(text: string): number {
    const bytes = encoder.encode(text);
    const address = this.length;
    this.parts.push(bytes);
    this.length += bytes.length + 1;
    return address;
  }

  /** Writes all strings to a field. */
  write(target: Int8Array): void {
    let at = 0;
    for (const part of this.parts) {
      target.set(part, at);
      at += part.length + 1;
    }
  }
}

/** The names of a spec and their addresses. */
export interface NameTable {
  strings: Strings;
  addresses: [keyof Model, number[]][];
  map: Int32Array;
}

/** Collects the names of all elements. */
export function collectNames(spec: Spec): NameTable {
  const strings = new Strings();
  strings.add(spec.modelname);
  const lists = listsByType(spec);
  const total = lists.reduce((sum, [, list]) => sum + list.length, 0);
  const map = new Int32Array(LOAD * total).fill(-1);
  let start = 0;
  const addresses = lists.map(([type, list]): [keyof Model, number[]] => {
    hashNames(map, start, list);
    start += LOAD * list.length;
    return [ADDRESS[type], list.map((element) => strings.add(element.name))];
  });
  return { strings, addresses, map };
}

/** Puts every name into the first free slot after its hash. */
function hashNames(map: Int32Array, start: number, list: readonly SpecElement[]): void {
  const size = LOAD * list.length;
  list.forEach(({ name }, i) => {
    if (name === "") return;
    let slot = hash(name, size);
    while (map[start + slot] !== -1) slot = (slot + 1) % size;
    map[start + slot] = i;
  });
}

/** 64-bit string hash, reduced to the size of the table. */
export function hash(name: string, size: number): number {
  let high = 0;
  let low = 5381;
  for (const byte of encoder.encode(name)) {
    // times 33, in two halves of 32 bits
    const product = low * 33;
    high = (high * 33 + Math.floor(product / 0x100000000)) >>> 0;
    low = (product ^ byte) >>> 0;
    // characters are signed
    if (byte > 127) {
      low = (low ^ 0xffffff00) >>> 0;
      high = ~high >>> 0;
    }
  }
  return ((high % size) * (0x100000000 % size) + low % size) % size;
}

/** Writes the names. */
export function writeNames(m: Model, { strings, addresses, map }: NameTable): void {
  strings.write(m.names);
  m.names_map.set(map);
  for (const [field, values] of addresses) (m[field] as Int32Array).set(values);
}
