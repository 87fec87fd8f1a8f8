/**
 * Kernels that find the spheres near each other or near a plane: the loops of `near_pairs.ts`. Spheres are stored by two,
 * `SPHERES` bytes from address 0 on: two numbers each of x, y, z, radius and margin. Other doubles go through memory too: as
 * arguments they may be allocated.
 */

import { type Body, type Int, type IntVariable, kernel, type Pair } from "./assembler.ts";

/** bytes of two spheres, and where their numbers begin */
export const SPHERES = 80;
const X = 0;
const Y = 16;
const Z = 32;
const RADIUS = 48;
const MARGIN = 64;

/** Lists `code + 0` and `code + 1`, unless the bits 0 and 1 of `apart` say otherwise. */
function listNear(f: Body, found: IntVariable, code: Int, apart: Int): void {
  f.if(apart.isNot(3), () => {
    f.store(found, code);
    found.add(apart.and(1).shl(2).times(-1).plus(4));
    f.store(found, code.plus(1));
    found.add(apart.and(2).shl(1).times(-1).plus(4));
  });
}

/**
 * The first `movers` spheres against those from the two with place `next` on, to the address `end`. Returns the address
 * after the last of the places that are found.
 */
const findBalls = (margins: boolean) =>
  kernel(["int", "int", "int", "int"], (f, next, movers, end, found) => {
    const i = f.int(0);
    f.for(i, movers, 1, () => {
      const self = f.int(i.and(-2).times(SPHERES / 2).plus(i.and(1).shl(3)));
      const [x, y, z, radius, margin] = [X, Y, Z, RADIUS, MARGIN].map((at) => f.pair(self.twice(at)));
      const j = f.int(next.plus(i.shl(2)).int().and(-2));
      const code = f.int(i.shl(16).or(j));
      const at = f.int(j.times(SPHERES / 2));
      f.for(at, end, SPHERES, () => {
        const dx = f.pair(at.pair(X).minus(x));
        const dy = f.pair(at.pair(Y).minus(y));
        const dz = f.pair(at.pair(Z).minus(z));
        const sum = at.pair(RADIUS).plus(radius);
        const reach = f.pair(margins ? sum.plus(at.pair(MARGIN).plus(margin)) : sum);
        const squared = dx.times(dx).plus(dy.times(dy)).plus(dz.times(dz));
        listNear(f, found, code, f.int(squared.areAbove(reach.times(reach))));
        code.add(2);
      });
    });
    f.return(found);
  });

/**
 * All spheres up to the address `end` against a plane, which is at `place`. Its seven numbers are at the address `plane`:
 * a point, the normal, the margin. Returns the address after the last of the places that are found.
 */
const findAbove = kernel(["int", "int", "int", "int"], (f, place, plane, end, found) => {
  const [atX, atY, atZ, normalX, normalY, normalZ, own] = [0, 8, 16, 24, 32, 40, 48].map((at) =>
    f.pair(plane.twice(at))
  );
  const code = f.int(place.shl(16));
  const at = f.int(0);
  f.for(at, end, SPHERES, () => {
    const dx = at.pair(X).minus(atX).times(normalX);
    const dy = at.pair(Y).minus(atY).times(normalY);
    const dz = at.pair(Z).minus(atZ).times(normalZ);
    const reach: Pair = at.pair(MARGIN).plus(own).plus(at.pair(RADIUS));
    listNear(f, found, code, f.int(dx.plus(dy).plus(dz).areAbove(reach)));
    code.add(2);
  });
  f.return(found);
});

/** The kernels. */
export const SPHERE_KERNELS = {
  findBalls: findBalls(true),
  findBallsWithoutMargin: findBalls(false),
  findAbove,
};
