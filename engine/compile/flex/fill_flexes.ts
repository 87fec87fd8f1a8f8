/** Flexes as fields of the model. */

import { FLEX } from "../../mjcf/elements/flex.ts";
import { Eq } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import type { CompiledFlex, FlexSpec } from "../../types/flex_spec.ts";
import type { Spec } from "../../types/spec.ts";
import { columnsOf, fillColumns } from "../fill_attributes.ts";

const PER_FLEX = columnsOf(FLEX, "nflex");

/** Addresses for the parts of the next flex. */
interface FlexAddresses {
  vert: number;
  node: number;
  edge: number;
  elem: number;
  elemdata: number;
  elemedge: number;
  shelldata: number;
  evpair: number;
  texcoord: number;
  bvh: number;
}

/** Fills everything about flexes, after bodies and meshes. */
export function fillFlexes(m: Model, spec: Spec): void {
  const at: FlexAddresses = {
    vert: 0,
    node: 0,
    edge: 0,
    elem: 0,
    elemdata: 0,
    elemedge: 0,
    shelldata: 0,
    evpair: 0,
    texcoord: 0,
    bvh: 0,
  };
  for (const count of m.body_bvhnum) at.bvh += count;
  for (const count of m.mesh_bvhnum) at.bvh += count;
  fillColumns(m, PER_FLEX, spec.flexes);
  for (const flex of spec.flexes) {
    m.flex_matid[flex.id] = flex.matid;
    m.flex_edgeequality[flex.id] = edgeEquality(spec, flex);
    if (flex.compiled === undefined) continue;
    fillPoints(m, flex, flex.compiled, at);
    fillElements(m, flex, flex.compiled, at);
    fillEdges(m, spec, flex, flex.compiled, at);
    fillTree(m, flex, flex.compiled, at);
  }
}

/** 1: an equality constrains the edges of the flex; 2: its vertices; 0: there is none. */
function edgeEquality(spec: Spec, flex: FlexSpec): number {
  const found = spec.equalities.find(({ type, name1 }) =>
    (type === Eq.FLEX || type === Eq.FLEXVERT) && name1 === flex.name
  );
  if (found === undefined) return 0;
  return found.type === Eq.FLEX ? 1 : 2;
}

function fillPoints(m: Model, flex: FlexSpec, compiled: CompiledFlex, at: FlexAddresses): void {
  const { id } = flex;
  const { nvert, nnode, rigid, centered, interpolated, vertbodyid, nodebodyid } = compiled;
  m.flex_vertadr[id] = at.vert;
  m.flex_vertnum[id] = nvert;
  m.flex_nodeadr[id] = at.node;
  m.flex_nodenum[id] = nnode;
  m.flex_interp[id] = compiled.order;
  m.flex_rigid[id] = Number(rigid);
  m.flex_centered[id] = Number(centered);
  m.flex_size.set(compiled.size, 3 * id);
  if (rigid) m.flex_vertbodyid.fill(vertbodyid[0], at.vert, at.vert + nvert);
  else m.flex_vertbodyid.set(vertbodyid, at.vert);
  m.flex_nodebodyid.set(nodebodyid, at.node);
  if (!centered || interpolated) m.flex_vert.set(flex.vertex, 3 * at.vert);
  if (!centered && interpolated) m.flex_node.set(flex.node, 3 * at.node);
  m.flex_vert0.set(compiled.vert0, 3 * at.vert);
  m.flex_node0.set(compiled.node0, 3 * at.node);
  at.vert += nvert;
  at.node += nnode;
}

function fillElements(m: Model, flex: FlexSpec, compiled: CompiledFlex, at: FlexAddresses): void {
  const { id, dim, texcoord } = flex;
  const { nelem, element, elemedge, elemtexcoord, shell, evpair } = compiled;
  m.flex_elemadr[id] = at.elem;
  m.flex_elemnum[id] = nelem;
  m.flex_elemdataadr[id] = at.elemdata;
  m.flex_elemedgeadr[id] = at.elemedge;
  m.flex_elem.set(element, at.elemdata);
  m.flex_elemtexcoord.set(elemtexcoord.slice(0, element.length), at.elemdata);
  m.flex_elemedge.set(elemedge, at.elemedge);
  m.flex_elemlayer.set(compiled.elemlayer, at.elem);
  m.flex_stiffness.set(compiled.stiffness, 21 * at.elem);
  m.flex_texcoordadr[id] = texcoord.length > 0 ? at.texcoord : -1;
  m.flex_texcoord.set(texcoord, 2 * at.texcoord);

  // the surface, and pairs of elements and vertices that face each other
  m.flex_shellnum[id] = shell.length / dim;
  m.flex_shelldataadr[id] = shell.length > 0 ? at.shelldata : -1;
  m.flex_shell.set(shell, at.shelldata);
  m.flex_evpairnum[id] = evpair.length / 2;
  m.flex_evpairadr[id] = evpair.length > 0 ? at.evpair : -1;
  m.flex_evpair.set(evpair, 2 * at.evpair);

  at.elem += nelem;
  at.elemdata += element.length;
  at.elemedge += elemedge.length;
  at.shelldata += shell.length;
  at.evpair += evpair.length / 2;
  at.texcoord += texcoord.length / 2;
}

function fillEdges(m: Model, spec: Spec, { id }: FlexSpec, compiled: CompiledFlex, at: FlexAddresses): void {
  const { nedge, edge, edgeflap, rigid, interpolated, vertbodyid } = compiled;
  m.flex_edgeadr[id] = at.edge;
  m.flex_edgenum[id] = nedge;
  m.flex_edge.set(edge, 2 * at.edge);
  if (edgeflap !== undefined) m.flex_edgeflap.set(edgeflap, 2 * at.edge);
  else m.flex_edgeflap.fill(-1, 2 * at.edge, 2 * (at.edge + nedge));
  m.flex_bending.set(compiled.bending, 17 * at.edge);
  for (let e = 0; e < nedge; e++) {
    const weld = (vertex: number) => spec.bodies[vertbodyid[vertex]].weldid;
    m.flexedge_rigid[at.edge + e] = Number(
      rigid || (!interpolated && weld(edge[2 * e]) === weld(edge[2 * e + 1])),
    );
  }
  at.edge += nedge;
}

/** Nodes of the hierarchy; their boxes follow the vertices at runtime. */
function fillTree(m: Model, { id }: FlexSpec, { bvh }: CompiledFlex, at: FlexAddresses): void {
  m.flex_bvhadr[id] = bvh.count > 0 ? at.bvh : -1;
  m.flex_bvhnum[id] = bvh.count;
  m.bvh_child.set(bvh.child.subarray(0, 2 * bvh.count), 2 * at.bvh);
  m.bvh_depth.set(bvh.depth.subarray(0, bvh.count), at.bvh);
  m.bvh_nodeid.set(bvh.nodeid.subarray(0, bvh.count), at.bvh);
  at.bvh += bvh.count;
}
