/** A kernel for centers of mass, body inertias about them, and motion axes. */

import { float, type Int, kernel } from "./assembler.ts";
import { SIX, TEN } from "./body_kernels.ts";
import { POSES } from "./pose_block.ts";

const MINVAL = float(1e-15);
const ONE = float(1);

/** Types of joints, as in `Joint`. */
const FREE = 0;
const SLIDE = 2;
const HINGE = 3;

/** `comPos`: centers of mass of subtrees, body inertias `cinert`, and motion axes `cdof`. */
export const comPos = kernel([POSES], (f, poses) => {
  const { nbody, body_parentid, body_rootid, body_mass, body_subtreemass, body_inertia } = poses;
  const { xipos, ximat, subtree_com, cinert } = poses;

  // first moments, summed from the leaves to the root
  const i = f.int(0);
  f.for(i, nbody, 1, () => {
    const at = f.int(i.times(24));
    const mass = f.pair(body_mass.plus(i.shl(3)).twice());
    const from = f.int(xipos.plus(at));
    const to = f.int(subtree_com.plus(at));
    f.store(to, from.pair().times(mass));
    f.store(to, from.float(16).times(mass.lane(0)), 16);
  });
  f.while(i.isAbove(0), () => {
    i.add(-1);
    const at = f.int(i.times(24));
    const to = f.int(subtree_com.plus(at));
    const xy = f.pair(to.pair());
    const z = f.float(to.float(16));
    const mass = f.float(body_subtreemass.plus(i.shl(3)).float());
    f.if(i, () => {
      const above = f.int(subtree_com.plus(body_parentid.plus(i.shl(2)).int().times(24)));
      f.store(above, above.pair().plus(xy));
      f.store(above, above.float(16).plus(z), 16);
    });

    // all descendants have been added: convert the moment to the center of mass
    f.if(mass.isBelow(MINVAL), () => {
      const from = f.int(xipos.plus(at));
      f.store(to, from.pair());
      f.store(to, from.float(16), 16);
    }, () => {
      const inverse = f.float(ONE.over(mass));
      f.store(to, xy.times(inverse.twice()));
      f.store(to, z.times(inverse), 16);
    });
  });

  // inertia of each body about the center of mass of its tree: R diag(I) Rᵀ plus the parallel-axis term
  for (let k = 0; k < TEN; k += 16) f.store(cinert, f.zeros(), k);
  const b = f.int(1);
  f.for(b, nbody, 1, () => {
    const inertia = f.int(body_inertia.plus(b.times(24)));
    const R = f.int(ximat.plus(b.times(72)));
    const columns = [0, 8, 16].map((k) => f.pair(R.twice(k).withSecond(R.plus(k + 24))));
    const last = [48, 56, 64].map((k) => f.float(R.float(k)));
    const moments = [0, 8, 16].map((k) => f.pair(inertia.twice(k)));
    const scaled = columns.map((column, k) => f.pair(column.times(moments[k])));
    const lastScaled = last.map((value, k) => f.float(value.times(moments[k].lane(0))));

    const com = f.int(subtree_com.plus(body_rootid.plus(b.shl(2)).int().times(24)));
    const from = f.int(xipos.plus(b.times(24)));
    const xy = f.pair(from.pair().minus(com.pair()));
    const z = f.float(from.float(16).minus(com.float(16)));
    const mass = f.pair(body_mass.plus(b.shl(3)).twice());
    const square = f.pair(xy.times(xy));
    const zz = f.float(z.times(z));
    const mxy = f.pair(mass.times(xy));
    const I = f.int(cinert.plus(b.times(TEN)));
    const [c0, c1, c2] = columns;
    const [a0, a1, a2] = scaled;
    const [m6, m7, m8] = last;
    const [a6, a7, a8] = lastScaled;
    // xx and yy, zz, xy, xz and yz
    f.store(I, c0.times(a0).plus(c1.times(a1)).plus(c2.times(a2)).plus(mass.times(square.swapped().plus(zz.twice()))));
    const xx = square.lane(0);
    f.store(
      I,
      m6.times(a6).plus(m7.times(a7)).plus(m8.times(a8)).plus(mass.lane(0).times(xx.plus(square.lane(1)))),
      16,
    );
    const rotated = c0.lane(0).times(a0.lane(1)).plus(c1.lane(0).times(a1.lane(1))).plus(
      c2.lane(0).times(a2.lane(1)),
    );
    f.store(I, rotated.minus(mxy.lane(0).times(xy.lane(1))), 24);
    const others = c0.times(a6.twice()).plus(c1.times(a7.twice())).plus(c2.times(a8.twice()));
    f.store(I, others.minus(mxy.times(z.twice())), 32);
    f.store(I, mxy, 48);
    f.store(I, mass.withLane(0, mass.lane(0).times(z)), 64);
  });

  const { njnt, jnt_type, jnt_bodyid, jnt_dofadr, xmat, xanchor, xaxis, cdof } = poses;
  const j = f.int(0);
  f.for(j, njnt, 1, () => {
    const type = f.int(jnt_type.plus(j.shl(2)).int());
    const to = f.int(cdof.plus(jnt_dofadr.plus(j.shl(2)).int().times(SIX)));
    const axis = f.int(xaxis.plus(j.times(24)));
    f.if(type.equals(SLIDE), () => {
      f.store(to, f.zeros());
      f.store(to, float(0), 16);
      f.store(to, axis.pair(), 24);
      f.store(to, axis.float(16), 40);
    }, () => {
      // from the anchor to the center of mass of the tree
      const body = f.int(jnt_bodyid.plus(j.shl(2)).int());
      const com = f.int(subtree_com.plus(body_rootid.plus(body.shl(2)).int().times(24)));
      const anchor = f.int(xanchor.plus(j.times(24)));
      const [x, y, z] = [0, 8, 16].map((k) => f.float(com.float(k).minus(anchor.float(k))));
      /** Rotation about an axis, whose numbers are `stride` bytes apart. */
      const rotation = (from: Int, stride: number) => {
        const [ax, ay, az] = [0, 1, 2].map((k) => f.float(from.float(k * stride)));
        f.store(to, ax);
        f.store(to, ay, 8);
        f.store(to, az, 16);
        f.store(to, ay.times(z).minus(az.times(y)), 24);
        f.store(to, az.times(x).minus(ax.times(z)), 32);
        f.store(to, ax.times(y).minus(ay.times(x)), 40);
      };
      f.if(type.equals(HINGE), () => rotation(axis, 8), () => {
        // three translations along the world axes come before the rotations
        f.if(type.equals(FREE), () => {
          for (let k = 0; k < 3 * SIX; k += 16) f.store(to, f.zeros(), k);
          for (let k = 0; k < 3; k++) f.store(to, ONE, 24 + k * (SIX + 8));
          to.add(3 * SIX);
        });
        // rotations about the axes of the body frame, which are the columns of its rotation matrix
        const column = f.int(xmat.plus(body.times(72)));
        const end = f.int(column.plus(24));
        f.for(column, end, 8, () => {
          rotation(column, 24);
          to.add(SIX);
        });
      });
    });
  });
});

/** The kernel by name. */
export const COM_KERNELS = { comPos };
