/** A `<flexcomp>` as the document describes it. */

import type { FlexSpec } from "../types/flex_spec.ts";
import type { Orientation } from "../types/spec.ts";
import { FLEXCOMP_DOF } from "./keywords.ts";

const { trilinear, quadratic } = FLEXCOMP_DOF;

/** Shape, parts, and what is made of them. */
export interface Flexcomp extends Orientation {
  name: string;
  type: number;
  dof: number;
  count: number[];
  spacing: Float64Array;
  scale: Float64Array;
  origin: Float64Array;
  pos: Float64Array;
  mass: number;
  inertiabox: number;
  rigid: number;
  file: string;
  /** constraint that keeps the shape, 0 for none */
  equality: number;
  /** coordinates of the points, from the document or the shape */
  point: number[];
  element: number[];
  texcoord: number[];
  elemtexcoord: number[];
  pins: Pins;
  /** 1 for points (or nodes) that are fixed to the parent */
  pinned: boolean[];
  /** no point is pinned, so each is at the origin of its own body */
  centered: boolean;
  /** smallest, then largest coordinates of the points */
  bounds: Float64Array;
  flex: FlexSpec;
}

/** Pinned points: by number, range of numbers, grid position, or range of grid positions. */
export interface Pins {
  id: number[];
  range: number[];
  grid: number[];
  gridrange: number[];
}

/** Whether vertices are interpolated between the nodes of a box. */
export function isInterpolated({ dof }: Flexcomp): boolean {
  return dof === trilinear || dof === quadratic;
}
