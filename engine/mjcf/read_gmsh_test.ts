import assert from "node:assert/strict";
import { MjcfError } from "../types/errors.ts";
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

/** Simplices of each dimension, with tags of nodes from 1. */
const SIMPLICES = [[], [[1, 2], [2, 3], [3, 5]], [[1, 2, 3], [2, 3, 5]], TETRAHEDRA];
const TYPES = [0, 1, 2, 4];

/** A binary file of version 4.1 whose tags of nodes begin with `first`. */
function binary41(dim: number, first: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const text = (it: string) => parts.push(new TextEncoder().encode(it));
  const ints = (...values: number[]) => parts.push(new Uint8Array(Int32Array.from(values).buffer));
  const longs = (...values: number[]) => parts.push(new Uint8Array(BigUint64Array.from(values.map(BigInt)).buffer));
  const header = (count: number, [a, b, c]: number[]) => {
    longs(1, count, first, first + count - 1);
    ints(a, b, c);
    longs(count);
  };
  text("$MeshFormat\n4.1 1 8\n");
  ints(1);
  text("\n$EndMeshFormat\n$Nodes\n");
  header(NODES.length, [dim, 1, 0]);
  longs(...NODES.map((_, i) => first + i));
  parts.push(new Uint8Array(Float64Array.from(NODES.flat()).buffer));
  text("\n$EndNodes\n$Elements\n");
  const elements = SIMPLICES[dim];
  header(elements.length, [dim, 1, TYPES[dim]]);
  elements.forEach((element, i) => longs(i + 1, ...element.map((tag) => tag - 1 + first)));
  text("\n$EndElements\n");
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The same as text. */
function text41(dim: number, first: number): Uint8Array {
  const elements = SIMPLICES[dim];
  const line = (...numbers: number[]) => `${numbers.join(" ")}\n`;
  return new TextEncoder().encode([
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n",
    line(1, NODES.length, first, NODES.length),
    line(dim, 1, 0, NODES.length),
    ...NODES.map((_, i) => line(first + i)),
    ...NODES.map((node) => line(...node)),
    "$EndNodes\n$Elements\n",
    line(1, elements.length, 1, elements.length),
    line(dim, 1, TYPES[dim], elements.length),
    ...elements.map((element, i) => line(i + 1, ...element.map((tag) => tag - 1 + first))),
    "$EndElements\n",
  ].join(""));
}

const read = (bytes: Uint8Array) => {
  const target: GmshTarget = { point: [], element: [], flex: { dim: 0 } as FlexSpec };
  readGmsh(bytes, target);
  return target;
};

for (const [kind, file] of [["binary", binary41], ["text", text41]] as const) {
  Deno.test(`readGmsh() finds the nodes and elements of a ${kind} file of version 4.1, wherever its tags begin`, () => {
    for (const dim of [1, 2, 3]) {
      for (const first of [1, 4]) {
        const { point, element, flex } = read(file(dim, first));
        assert.deepEqual(point, NODES.flat(), `dimension ${dim}, from ${first}`);
        assert.deepEqual(element, SIMPLICES[dim].flat().map((tag) => tag - 1), `dimension ${dim}, from ${first}`);
        assert.equal(flex.dim, dim);
      }
    }
  });
}

Deno.test("readGmsh() refuses files that are cut, or lack bytes anywhere, with an error of its own", () => {
  for (const whole of [binary41(3, 1), binary41(1, 4), text41(2, 1), binary22(2)]) {
    for (let length = 0; length < whole.length - 13; length++) {
      assert.throws(() => read(whole.subarray(0, length)), MjcfError, `${length} bytes`);
      // without some bytes in the middle, something may be read, but not beyond the end
      const holed = Uint8Array.from([...whole.subarray(0, length), ...whole.subarray(length + 9)]);
      try {
        read(holed);
      } catch (error) {
        assert.ok(error instanceof MjcfError, `${length} bytes: ${error}`);
      }
    }
  }
});
