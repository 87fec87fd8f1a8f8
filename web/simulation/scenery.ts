/** What a page needs of a model: shapes, colors, names, settings. */

import { DATA_FIELDS } from "../../engine/types/data_fields.ts";
import { MODEL_FIELDS, MODEL_SIZES } from "../../engine/types/model_fields.ts";
import { Obj } from "../../engine/types/enums.ts";
import { id2name } from "../../engine/names.ts";
import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";
import type { Spec } from "../../engine/types/spec.ts";
import type { Kind, Scenery, TexturePixels } from "./messages.ts";

/** Fields of the model that are drawn or shown. */
const SHOWN = new RegExp(
  "^(geom_(aabb|type|bodyid|dataid|matid|group|rgba|size|contype|conaffinity)|" +
    "bvh_(depth|child|nodeid|aabb)|body_(bvhadr|bvhnum|parentid|rootid|weldid|mocapid|jntnum|jntadr|dofnum|inertia|mass|ipos|iquat)|" +
    "eq_(type|objtype|obj1id|obj2id|data)|" +
    "jnt_(type|qposadr|dofadr|bodyid|limited|range|group)|qpos0|" +
    "site_(type|bodyid|matid|group|size|rgba)|cam_(bodyid|fovy|mode|projection)|" +
    "light_(type|castshadow|active|cutoff|exponent|attenuation|ambient|diffuse|specular|mode|bodyid)|" +
    "mesh_(bvhadr|bvhnum|octadr|vertadr|vertnum|faceadr|facenum|normaladr|texcoordadr|graphadr|vert|normal|texcoord|face|facenormal|" +
    "facetexcoord|graph)|hfield_.*|tex_(type|colorspace)|mat_.*|" +
    "skin_.*|flex_(bvhadr|bvhnum|dim|matid|group|vertadr|vertnum|edgeadr|edgenum|elemadr|elemnum|elemdataadr|shellnum|shelldataadr|" +
    "shell|edge|elem|rgba|radius|flatskin|texcoordadr|texcoord|elemtexcoord)|tendon_(rgba|width|matid|group|limited|range)|" +
    "actuator_(ctrlrange|ctrllimited|group|trntype|trnid|cranklength|actlimited|actrange|dyntype|actadr|actnum)|" +
    "sensor_(adr|dim|type|objid|objtype|intprm)|key_time)$",
);

const OBJECTS: Readonly<Record<Kind, readonly [type: number, count: `n${string}`]>> = {
  body: [Obj.BODY, "nbody"],
  joint: [Obj.JOINT, "njnt"],
  geom: [Obj.GEOM, "ngeom"],
  site: [Obj.SITE, "nsite"],
  camera: [Obj.CAMERA, "ncam"],
  light: [Obj.LIGHT, "nlight"],
  actuator: [Obj.ACTUATOR, "nu"],
  sensor: [Obj.SENSOR, "nsensor"],
  tendon: [Obj.TENDON, "ntendon"],
  equality: [Obj.EQUALITY, "neq"],
  flex: [Obj.FLEX, "nflex"],
  skin: [Obj.SKIN, "nskin"],
  key: [Obj.KEY, "nkey"],
};

/** Longest field that is offered for plotting. */
const MOST_PLOTTED = 1000;

/** Gathers everything. */
export function sceneryOf(
  m: Model,
  d: Data,
  spec: Spec,
  textures: readonly (TexturePixels | null)[],
  warnings: readonly string[],
): Scenery {
  const arrays = m as unknown as Record<string, Float64Array>;
  const sizes = m as unknown as Record<string, number>;
  const fields = Object.keys(MODEL_FIELDS).filter((name) => SHOWN.test(name));
  const names = Object.entries(OBJECTS).map(([kind, [type, count]]) => {
    const list = Array.from({ length: sizes[count] }, (_, i) => id2name(m, type, i) || `${kind} ${i}`);
    return [kind, list];
  });
  return {
    name: spec.modelname,
    sizes: Object.fromEntries(MODEL_SIZES.map((name) => [name, sizes[name]])),
    fields: Object.fromEntries(fields.map((name) => [name, arrays[name].slice()])),
    names: Object.fromEntries(names),
    visual: m.vis,
    extent: m.stat.extent,
    center: [...m.stat.center],
    meansize: m.stat.meansize,
    meanmass: m.stat.meanmass,
    timestep: m.opt.timestep,
    textures,
    plottable: plottable(d),
    warnings,
  };
}

function plottable(d: Data): [string, number][] {
  const arrays = d as unknown as Record<string, ArrayLike<number>>;
  return Object.entries(DATA_FIELDS)
    .filter(([, [dtype]]) => dtype === "f64")
    .map(([name]): [string, number] => [name, arrays[name].length])
    .filter(([, length]) => length > 0 && length <= MOST_PLOTTED);
}
