/** Names of the objects in a model. */

import { Obj } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

/** Ids by name, for one type of object. */
export type NameIndex = Map<string, number>;

/** The field with the addresses of the names of a type of object, or null if the type has no names. */
function addressesOf(m: Model, objtype: number): Int32Array | null {
  switch (objtype) {
    case Obj.BODY:
    case Obj.XBODY:
      return m.name_bodyadr;
    case Obj.JOINT:
      return m.name_jntadr;
    case Obj.GEOM:
      return m.name_geomadr;
    case Obj.SITE:
      return m.name_siteadr;
    case Obj.CAMERA:
      return m.name_camadr;
    case Obj.LIGHT:
      return m.name_lightadr;
    case Obj.FLEX:
      return m.name_flexadr;
    case Obj.MESH:
      return m.name_meshadr;
    case Obj.SKIN:
      return m.name_skinadr;
    case Obj.HFIELD:
      return m.name_hfieldadr;
    case Obj.TEXTURE:
      return m.name_texadr;
    case Obj.MATERIAL:
      return m.name_matadr;
    case Obj.PAIR:
      return m.name_pairadr;
    case Obj.EXCLUDE:
      return m.name_excludeadr;
    case Obj.EQUALITY:
      return m.name_eqadr;
    case Obj.TENDON:
      return m.name_tendonadr;
    case Obj.ACTUATOR:
      return m.name_actuatoradr;
    case Obj.SENSOR:
      return m.name_sensoradr;
    case Obj.NUMERIC:
      return m.name_numericadr;
    case Obj.TEXT:
      return m.name_textadr;
    case Obj.TUPLE:
      return m.name_tupleadr;
    case Obj.KEY:
      return m.name_keyadr;
    case Obj.PLUGIN:
      return m.name_pluginadr;
    default:
      return null;
  }
}

/** The zero-terminated text at an address in `m.names`. */
function readName(m: Model, adr: number): string {
  const { names } = m;
  const end = names.indexOf(0, adr);
  return new TextDecoder().decode(Uint8Array.from(names.subarray(adr, end < 0 ? names.length : end)));
}

/**
 * Name of object `id` of a type (a value of `Obj`), or null if it has none or does not exist.
 *
 * @example From id to name and back
 * ```ts
 * import { compile, id2name, name2id, Obj } from "@plumbline/sim";
 *
 * const model = compile(`<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/></worldbody></mujoco>`);
 * if (id2name(model, Obj.GEOM, 0) !== "floor") throw new Error("wrong name");
 * if (name2id(model, Obj.GEOM, "floor") !== 0) throw new Error("wrong index");
 * if (name2id(model, Obj.GEOM, "ceiling") !== -1) throw new Error("there is no ceiling");
 * ```
 */
export function id2name(m: Model, objtype: number, id: number): string | null {
  const addresses = addressesOf(m, objtype);
  if (addresses === null || !(id >= 0 && id < addresses.length)) return null;
  return readName(m, addresses[id]) || null;
}

/**
 * Id of the object of a type (a value of `Obj`) with the given name, or −1 if there is none.
 *
 * @example The id of a body
 * ```ts
 * import { compile, name2id, Obj } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body name="cart"><joint name="j" type="slide" range="-1 2"/><geom name="box" size="0.1"/></body>
 *     </worldbody>
 *     <actuator><motor joint="j"/></actuator>
 *   </mujoco>`);
 * if (name2id(model, Obj.BODY, "cart") !== 1) throw new Error("the world is 0");
 * if (name2id(model, Obj.BODY, "horse") !== -1) throw new Error("there is no horse");
 * ```
 */
export function name2id(m: Model, objtype: number, name: string): number {
  const tables = m.plans.names ??= new Map<number, NameIndex>();
  let index = tables.get(objtype);
  if (index === undefined) {
    index = new Map();
    const addresses = addressesOf(m, objtype) ?? new Int32Array(0);
    for (let id = addresses.length - 1; id >= 0; id--) index.set(readName(m, addresses[id]), id);
    index.delete("");
    tables.set(objtype, index);
  }
  return index.get(name) ?? -1;
}
