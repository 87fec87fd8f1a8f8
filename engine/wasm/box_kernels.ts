/**
 * Kernels for the bounding boxes of flexes, without a branch: which of two coordinates is greater is often hard to
 * predict (V8-7). Addresses count bytes; a vertex has three numbers, a box six, its center and half sizes.
 */

import { type Body, float, type Int, kernel, type Pair } from "./assembler.ts";
import { struct } from "./struct.ts";

const BOX = 48;

/** Vertices, boxes, and lists of what they enclose. */
export const BOXES = struct({
  vertices: "doubles",
  /** coordinates of vertices within their flex, and positions of its nodes: see `interpolation_kernels.ts` */
  local: "doubles",
  between: "doubles",
  elements: "doubles",
  nodes: "doubles",
  /** for each element, the distances of its four corners in `vertices` */
  corners: "ints",
  /** for each node, those of two boxes in `nodes`; or −1, and that of a box in `elements` */
  children: "ints",
  /** what is added to half sizes of elements */
  radius: "double",
});

/** Coordinates of boxes on two axes. */
interface Sides {
  low: Pair;
  high: Pair;
}

/** Center and half sizes of what lies between `low` and `high`. */
function storeBox(f: Body, box: Int, xy: Sides, z: Sides, radius: Pair | null): void {
  const half = f.pair(float(0.5).twice());
  const center = ({ low, high }: Sides) => half.times(high.plus(low));
  const size = ({ low, high }: Sides) => {
    const size = half.times(high.minus(low));
    return radius ? size.plus(radius) : size;
  };
  f.store(box, center(xy));
  f.store(box, center(z).lane(0), 16);
  f.store(box, size(xy), 24);
  f.store(box, size(z).lane(0), 40);
}

/** The boxes of elements from `first` on, before `end`. */
const elementBoxes = kernel([BOXES, "int", "int"], (f, block, first, end) => {
  const { vertices } = block;
  const radius = f.pair(block.radius.value.twice());
  const corners = f.int(block.corners.plus(first.shl(4)));
  const box = f.int(block.elements.plus(first.times(BOX)));
  f.for(first, end, 1, () => {
    const at = [0, 4, 8, 12].map((offset) => f.int(vertices.plus(corners.int(offset))));
    const between = ([x0, ...others]: Pair[]): Sides => {
      const low = f.pair(x0);
      const high = f.pair(x0);
      for (const x of others) {
        const value = f.pair(x);
        low.set(low.lesser(value));
        high.set(high.greater(value));
      }
      return { low, high };
    };
    storeBox(f, box, between(at.map((a) => a.pair())), between(at.map((a) => a.twice(16))), radius);
    corners.add(16);
    box.add(BOX);
  });
});

/** The boxes of all nodes before `end`, children, which come later, first. */
const nodeBoxes = kernel([BOXES, "int"], (f, block, end) => {
  const { nodes, elements } = block;
  const children = f.int(block.children.plus(end.shl(3)));
  const box = f.int(nodes.plus(end.times(BOX)));
  f.while(box.isAbove(nodes), () => {
    children.add(-8);
    box.add(-BOX);
    const first = f.int(children.int());
    f.if(first.equals(-1), () => {
      const from = f.int(elements.plus(children.int(4)));
      // in the parts in which it is read next: what was stored in two parts is not there at once
      for (const offset of [0, 24]) {
        f.store(box, from.pair(offset), offset);
        f.store(box, from.float(offset + 16), offset + 16);
      }
    }, () => {
      const a = f.int(nodes.plus(first));
      const b = f.int(nodes.plus(children.int(4)));
      const around = (part: (box: Int, offset: number) => Pair, offset: number): Sides => {
        const [centerA, centerB] = [f.pair(part(a, offset)), f.pair(part(b, offset))];
        const [sizeA, sizeB] = [f.pair(part(a, offset + 24)), f.pair(part(b, offset + 24))];
        return {
          low: f.pair(centerA.minus(sizeA).lesser(centerB.minus(sizeB))),
          high: f.pair(centerA.plus(sizeA).greater(centerB.plus(sizeB))),
        };
      };
      storeBox(f, box, around((at, o) => at.pair(o), 0), around((at, o) => at.twice(o), 16), null);
    });
  });
});

/** The kernels by name. */
export const BOX_KERNELS = { elementBoxes, nodeBoxes };
