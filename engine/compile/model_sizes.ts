/** Sizes of the model, from the lists of the spec and the structure of its tree. */

import { Eq } from "../types/enums.ts";
import type { ModelSizes } from "../types/interfaces.ts";
import type { BodySpec, Spec } from "../types/spec.ts";
import type { Meshes } from "./geom.ts";
import { NQ, NV } from "./joint.ts";
import type { NameTable } from "./names.ts";
import { pluginBytes } from "./plugins.ts";
import type { TreeStructure } from "./tree_structure.ts";

const ROWS: Record<number, number> = { [Eq.CONNECT]: 3, [Eq.WELD]: 7 };

/** Derives the lengths of user data that the document does not set. */
export function deriveUserSizes(spec: Spec): void {
  const { size } = spec;
  const longest = (list: readonly { user: Float64Array }[]) =>
    list.reduce((most, { user }) => Math.max(most, user.length), 0);
  const lists = {
    nuser_body: spec.bodies,
    nuser_jnt: spec.joints,
    nuser_geom: spec.geoms,
    nuser_site: spec.sites,
    nuser_cam: spec.cameras,
    nuser_tendon: spec.tendons,
    nuser_actuator: spec.actuators,
    nuser_sensor: spec.sensors,
  };
  for (const [name, list] of Object.entries(lists)) {
    const key = name as keyof typeof lists;
    if (size[key] === -1) size[key] = longest(list);
  }
}

/** Length of a history buffer with `nsample` samples of `dim` numbers. */
export function historyLength(nsample: number, dim: number): number {
  return nsample > 0 ? 2 + nsample + nsample * dim : 0;
}

function sum<T>(list: readonly T[], length: (item: T) => number): number {
  return list.reduce((total, item) => total + length(item), 0);
}

/** Inputs of the sizes besides the lists of the spec. */
export interface SizeSources {
  structure: TreeStructure;
  names: NameTable;
  /** total length of all paths */
  paths: number;
  /** number of unused nodes of bounding volumes */
  unusedNodes: number;
}

/** The sizes of the model. */
export function modelSizes(spec: Spec, meshes: Meshes, sources: SizeSources): Partial<ModelSizes> {
  const { size } = spec;
  const { structure, names, paths, unusedNodes } = sources;
  const compiled = spec.meshes.flatMap((mesh) => meshes.get(mesh) ?? []);
  const nsensordata = sum(spec.sensors, (sensor) => sensor.dim);
  const nhistory = sum(spec.actuators, (actuator) => historyLength(actuator.nsample, 1)) +
    sum(spec.sensors, (sensor) => historyLength(sensor.nsample, sensor.dim));
  const flexes = spec.flexes.flatMap(({ compiled }) => compiled ?? []);
  const nbvhdynamic = sum(flexes, ({ bvh }) => bvh.count);
  const nbvhstatic = unusedNodes + sum(spec.bodies, (body: BodySpec) => body.bvh?.tree.count ?? 0) +
    sum(compiled, ({ face }) => 2 * face.length / 3 - 1);
  return {
    ...structure.sizes,
    nq: sum(spec.joints, (joint) => NQ[joint.type]),
    nv: sum(spec.joints, (joint) => NV[joint.type]),
    nu: spec.actuators.length,
    na: sum(spec.actuators, (actuator) => actuator.actdim),
    nbody: spec.bodies.length,
    nbvh: nbvhstatic + nbvhdynamic,
    nbvhstatic,
    nbvhdynamic,
    noct: sum(compiled, (mesh) => mesh.octree?.count ?? 0),
    njnt: spec.joints.length,
    ngeom: spec.geoms.length,
    nsite: spec.sites.length,
    ncam: spec.cameras.length,
    nlight: spec.lights.length,
    nflex: spec.flexes.length,
    nflexnode: sum(flexes, ({ nnode }) => nnode),
    nflexvert: sum(flexes, ({ nvert }) => nvert),
    nflexedge: sum(flexes, ({ nedge }) => nedge),
    nflexelem: sum(flexes, ({ nelem }) => nelem),
    nflexelemdata: sum(flexes, ({ element }) => element.length),
    nflexelemedge: sum(flexes, ({ elemedge }) => elemedge.length),
    nflexshelldata: sum(flexes, ({ shell }) => shell.length),
    nflexevpair: sum(flexes, ({ evpair }) => evpair.length / 2),
    nflextexcoord: sum(spec.flexes, ({ texcoord }) => texcoord.length / 2),
    nJfe: sum(flexes, ({ nJfe }) => nJfe),
    nJfv: sum(flexes, ({ nJfv }) => nJfv),
    nmesh: spec.meshes.length,
    nmeshvert: sum(compiled, (mesh) => mesh.vert.length / 3),
    nmeshnormal: sum(compiled, (mesh) => mesh.normal.length / 3),
    nmeshtexcoord: sum(compiled, (mesh) => mesh.texcoord.length / 2),
    nmeshface: sum(compiled, (mesh) => mesh.face.length / 3),
    nmeshgraph: sum(compiled, (mesh) => mesh.graph.length),
    nmeshpoly: sum(compiled, (mesh) => mesh.polygons.vertnum.length),
    nmeshpolyvert: sum(compiled, (mesh) => mesh.polygons.vert.length),
    nmeshpolymap: sum(compiled, (mesh) => mesh.polygons.map.length),
    nskin: spec.skins.length,
    nskinvert: sum(spec.skins, (skin) => skin.vertex.length / 3),
    nskintexvert: sum(spec.skins, (skin) => skin.texcoord.length / 2),
    nskinface: sum(spec.skins, (skin) => skin.face.length / 3),
    nskinbone: sum(spec.skins, (skin) => skin.bones.length),
    nskinbonevert: sum(spec.skins, (skin) => sum(skin.bones, (bone) => bone.vertid.length)),
    nhfield: spec.hfields.length,
    nhfielddata: sum(spec.hfields, (hfield) => hfield.nrow * hfield.ncol),
    ntex: spec.textures.length,
    nmat: spec.materials.length,
    npair: spec.pairs.length,
    nexclude: spec.excludes.length,
    neq: spec.equalities.length,
    ntendon: spec.tendons.length,
    nwrap: sum(spec.tendons, (tendon) => tendon.path.length),
    nsensor: spec.sensors.length,
    nsensordata,
    nnumeric: spec.numerics.length,
    nnumericdata: sum(spec.numerics, (numeric) => numeric.size),
    ntext: spec.texts.length,
    ntextdata: sum(spec.texts, (text) => new TextEncoder().encode(text.data).length + 1),
    ntuple: spec.tuples.length,
    ntupledata: sum(spec.tuples, (tuple) => tuple.elements.length),
    nkey: spec.keys.length,
    nplugin: spec.plugins.length,
    npluginattr: pluginBytes(spec),
    nmocap: spec.bodies.filter((body) => body.mocap).length,
    nuser_body: size.nuser_body,
    nuser_jnt: size.nuser_jnt,
    nuser_geom: size.nuser_geom,
    nuser_site: size.nuser_site,
    nuser_cam: size.nuser_cam,
    nuser_tendon: size.nuser_tendon,
    nuser_actuator: size.nuser_actuator,
    nuser_sensor: size.nuser_sensor,
    nuserdata: size.nuserdata,
    njmax: size.njmax,
    nconmax: size.nconmax,
    nemax: sum(spec.equalities, (equality) => ROWS[equality.type] ?? 1),
    nhistory,
    nnames: names.strings.length,
    nnames_map: names.map.length,
    npaths: Math.max(1, paths),
  };
}
