/**
 * A small model with two geoms that represent elements and vertices of flexes: spheres and capsules are collided by the
 * pair functions of geoms, and contact parameters are mixed as for geoms.
 */

import { quat2Mat, quatZ2Vec } from "../../math/quat.ts";
import { copy9 } from "../../math/mat3.ts";
import { add3, copy3, norm3, scl3, sub3, unit3 } from "../../math/vec3.ts";
import type { Data } from "../../data.ts";
import { allocateData } from "../../types/data_memory.ts";
import { Model } from "../../types/model.ts";

/** The two geoms. */
export interface FlexStage {
  readonly m: Model;
  readonly d: Data;
}

/** Builds a scene without options. */
export function newFlexStage(data: Data): FlexStage {
  const m = new Model({ nbody: 1, ngeom: 2 });
  return { m, d: allocateData(m, Object.getPrototypeOf(data) as Data) };
}

/** Copies geom `g` to `place` 0 or 1. */
export function placeGeom({ m, d }: FlexStage, place: number, from: Model, at: Data, g: number): void {
  copy3(m.geom_size, 3 * place, from.geom_size, 3 * g);
  copy3(d.geom_xpos, 3 * place, at.geom_xpos, 3 * g);
  copy9(d.geom_xmat, 9 * place, at.geom_xmat, 9 * g);
}

/** Copies vertex `v` of flex `f` to the first place, as a sphere. */
export function placeVertex({ m, d }: FlexStage, from: Model, at: Data, f: number, v: number): void {
  const { geom_xpos, geom_xmat } = d;
  m.geom_size[0] = from.flex_radius[f];
  copy3(geom_xpos, 0, at.flexvert_xpos, 3 * (from.flex_vertadr[f] + v));
  // the z axis decides if it lies on the axis of an edge
  geom_xmat[2] = 0;
  geom_xmat[5] = 0;
  geom_xmat[8] = 1;
}

const axis = new Float64Array(3);
const quat = new Float64Array(4);

/** Copies element `e` of the one-dimensional flex `f` to a place, as a capsule. */
export function placeEdge({ m, d }: FlexStage, place: number, from: Model, at: Data, f: number, e: number): void {
  const { flex_elem, flex_elemdataadr, flex_vertadr, flex_radius } = from;
  const { flexvert_xpos } = at;
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const ends = flex_elemdataadr[f] + 2 * e;
  const v1 = 3 * (flex_vertadr[f] + flex_elem[ends]);
  const v2 = 3 * (flex_vertadr[f] + flex_elem[ends + 1]);

  sub3(axis, 0, flexvert_xpos, v1, flexvert_xpos, v2);
  geom_size[3 * place] = flex_radius[f];
  geom_size[3 * place + 1] = 0.5 * norm3(axis, 0);
  unit3(axis, 0);
  add3(geom_xpos, 3 * place, flexvert_xpos, v1, flexvert_xpos, v2);
  scl3(geom_xpos, 3 * place, geom_xpos, 3 * place, 0.5);
  quatZ2Vec(quat, 0, axis, 0);
  quat2Mat(geom_xmat, 9 * place, quat, 0);
}

/** Gives a place the contact parameters of geom `g`. */
export function actAsGeom({ m }: FlexStage, place: number, from: Model, g: number): void {
  m.geom_priority[place] = from.geom_priority[g];
  m.geom_condim[place] = from.geom_condim[g];
  m.geom_gap[place] = from.geom_gap[g];
  m.geom_solmix[place] = from.geom_solmix[g];
  copyParameters(m, place, from.geom_solref, from.geom_solimp, from.geom_friction, g);
}

/** Gives a place the contact parameters of flex `f`. */
export function actAsFlex({ m }: FlexStage, place: number, from: Model, f: number): void {
  m.geom_priority[place] = from.flex_priority[f];
  m.geom_condim[place] = from.flex_condim[f];
  m.geom_gap[place] = from.flex_gap[f];
  m.geom_solmix[place] = from.flex_solmix[f];
  copyParameters(m, place, from.flex_solref, from.flex_solimp, from.flex_friction, f);
}

/** Gives both places the contact parameters of flex `f` for contacts with itself, without gaps. */
export function actAsItself(stage: FlexStage, from: Model, f: number): void {
  for (let place = 0; place < 2; place++) {
    actAsFlex(stage, place, from, f);
    stage.m.geom_gap[place] = 0;
  }
}

function copyParameters(
  { geom_solref, geom_solimp, geom_friction }: Model,
  place: number,
  solref: Float64Array,
  solimp: Float64Array,
  friction: Float64Array,
  i: number,
): void {
  for (let k = 0; k < 2; k++) geom_solref[2 * place + k] = solref[2 * i + k];
  for (let k = 0; k < 5; k++) geom_solimp[5 * place + k] = solimp[5 * i + k];
  copy3(geom_friction, 3 * place, friction, 3 * i);
}
