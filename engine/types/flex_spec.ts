/** Flexes before and after compilation. */

import type { FlexAttributes } from "../mjcf/elements/flex.ts";
import type { Bvh, SpecElement } from "./spec.ts";

/** A deformable body. */
export interface FlexSpec extends SpecElement, FlexAttributes {
  /** names of the bodies that the vertices belong to */
  vertbody: string[];
  /** names of the bodies that the nodes belong to, between which vertices are interpolated */
  nodebody: string[];
  /** positions of the nodes in the frames of their bodies; empty: at the origins */
  node: Float64Array;
  /** order of the interpolation; 0: derived from the number of nodes */
  order: number;

  // results of compilation
  matid: number;
  compiled: CompiledFlex | undefined;
}

/** A compiled flex. */
export interface CompiledFlex {
  nvert: number;
  nnode: number;
  nelem: number;
  nedge: number;
  rigid: boolean;
  centered: boolean;
  interpolated: boolean;
  order: number;
  vertbodyid: Int32Array;
  nodebodyid: Int32Array;
  element: Int32Array;
  elemtexcoord: number[];
  /** two vertices per edge */
  edge: number[];
  /** edges of each element */
  elemedge: Int32Array;
  /** the two vertices opposite each edge, -1 if there is none; undefined: not stored */
  edgeflap: Int32Array | undefined;
  stiffness: Float64Array;
  bending: Float64Array;
  elemlayer: Int32Array;
  shell: number[];
  evpair: number[];
  bvh: Bvh;
  size: Float64Array;
  vert0: Float64Array;
  node0: Float64Array;
  /** number of entries of the Jacobians of edges and of vertices */
  nJfe: number;
  nJfv: number;
}
