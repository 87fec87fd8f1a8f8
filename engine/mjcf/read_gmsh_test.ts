import assert from "node:assert/strict";
import type { FlexSpec } from "../types/flex_spec.ts";
import { type GmshTarget, readGmsh } from "./read_gmsh.ts";

const NODES = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]];
const TETRAHEDRA = [[1, 2, 3, 4], [2, 3, 4, 5], [1, 3, 4, 5], [1, 2, 4, 5], [1, 2, 3, 5]];

/** A binary file of version 2.2: with tags each element has a header, without tags they share one. */
function binary22(tags: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const text = (it: string) => parts.push(new TextEncoder().encode(it));
  const ints = (...values: number[]) => parts.push(new Uint8Array(Int32Array.from(values).buffer));
  text("$MeshFormat\n2.2 1 8\n");
  ints(1);
  text(`\n$EndMeshFormat\n$Nodes\n${String(NODES.length).padStart(4, "0")}\n`);
  NODES.forEach((node, i) => {
    ints(i + 1);
    parts.push(new Uint8Array(Float64Array.from(node).buffer));
  });
  text(`\n$EndNodes\n$Elements\n${String(TETRAHEDRA.length).padStart(4, "0")}\n`);
  if (tags === 0) ints(4, TETRAHEDRA.length, 0);
  TETRAHEDRA.forEach((element, i) => {
    if (tags > 0) ints(4, 1, tags);
    ints(i + 1, ...Array.from({ length: tags }, () => 7), ...element);
  });
  text("\n$EndElements\n");
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

for (const tags of [0, 2]) {
  Deno.test(`readGmsh() finds the elements of a binary file of version 2.2 with ${tags} tags`, () => {
    const target: GmshTarget = { point: [], element: [], flex: { dim: 0 } as FlexSpec };
    readGmsh(binary22(tags), target);
    assert.deepEqual(target.point, NODES.flat());
    assert.deepEqual(target.element, TETRAHEDRA.flat().map((tag) => tag - 1));
    assert.equal(target.flex.dim, 3);
  });
}
