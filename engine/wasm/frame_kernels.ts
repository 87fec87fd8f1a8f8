/** Kernels for forward kinematics: poses of bodies, and of the frames fixed to them. */

import { type Body, type Float, float, type FloatVariable, type Int, int, kernel } from "./assembler.ts";
import { FRAMES, POSES } from "./pose_block.ts";

const MINVAL = float(1e-15);
const ZERO = float(0);
const ONE = float(1);
const TWO = float(2);

/** Types of joints, as in `Joint`. */
const FREE = 0;
const SLIDE = 2;
const HINGE = 3;

/** Values of `SleepState`. */
const STATIC = -1;
const ASLEEP = 0;
const AWAKE = 1;

/** Values of `SameFrame`. */
const NONE = 0;
const BODY = 1;
const INERTIA = 2;
const BODYROT = 3;

/** Assigns all values, which may depend on the variables. */
function assign(f: Body, variables: readonly FloatVariable[], values: readonly Float[]): void {
  values.map((value) => f.float(value)).forEach((value, k) => variables[k].set(value));
}

/** The product of two quaternions. */
function times([aw, ax, ay, az]: readonly Float[], [bw, bx, by, bz]: readonly Float[]): Float[] {
  return [
    aw.times(bw).minus(ax.times(bx)).minus(ay.times(by)).minus(az.times(bz)),
    aw.times(bx).plus(ax.times(bw)).plus(ay.times(bz)).minus(az.times(by)),
    aw.times(by).minus(ax.times(bz)).plus(ay.times(bw)).plus(az.times(bx)),
    aw.times(bz).plus(ax.times(by)).minus(ay.times(bx)).plus(az.times(bw)),
  ];
}

/** A vector turned by a quaternion: v + 2 u × (w v + u × v), with u the vector part. */
function turned(f: Body, [w, x, y, z]: readonly Float[], [vx, vy, vz]: readonly Float[]): Float[] {
  const tx = f.float(w.times(vx).plus(y.times(vz)).minus(z.times(vy)));
  const ty = f.float(w.times(vy).plus(z.times(vx)).minus(x.times(vz)));
  const tz = f.float(w.times(vz).plus(x.times(vy)).minus(y.times(vx)));
  return [
    vx.plus(TWO.times(y.times(tz).minus(z.times(ty)))),
    vy.plus(TWO.times(z.times(tx).minus(x.times(tz)))),
    vz.plus(TWO.times(x.times(ty).minus(y.times(tx)))),
  ];
}

/** Scales a quaternion to unit length, `twice` if it is that of a free joint; zero becomes the identity. */
function normalize(f: Body, q: readonly FloatVariable[], twice?: Int): void {
  const [w, x, y, z] = q;
  const square = () => w.times(w).plus(x.times(x)).plus(y.times(y)).plus(z.times(z));
  const norm = f.float(square().root());
  const identity = () => q.forEach((part, k) => part.set(k === 0 ? 1 : 0));
  f.if(norm.isBelow(MINVAL), identity, () => {
    f.if(MINVAL.isBelow(norm.minus(ONE).abs()), () => {
      const inverse = f.float(ONE.over(norm));
      for (const part of q) part.set(part.times(inverse));
      // it is zero now if its length overflows
      if (twice) f.if(twice.and(square().equals(ZERO)), identity);
    });
  });
}

/** Writes the rotation matrix of a quaternion. */
function storeMatrix(f: Body, at: Int, [w, x, y, z]: readonly Float[]): void {
  const [ww, xx, yy, zz] = [w, x, y, z].map((part) => f.float(part.times(part)));
  /** two elements on either side of the diagonal */
  const sides = (a: Float, b: Float) => {
    const [one, other] = [f.float(a), f.float(b)];
    return [TWO.times(one.minus(other)), TWO.times(one.plus(other))];
  };
  const [m1, m3] = sides(x.times(y), w.times(z));
  const [m6, m2] = sides(x.times(z), w.times(y));
  const [m5, m7] = sides(y.times(z), w.times(x));
  const first = [ww.plus(xx).minus(yy).minus(zz), m1, m2, m3, ww.minus(xx).plus(yy).minus(zz)];
  f.storeAll(at, [...first, m5, m6, m7, ww.minus(xx).minus(yy).plus(zz)]);
}

/** A position in the frame with this rotation matrix and origin, in the world. */
function placed(f: Body, R: Int, origin: Int, [x, y, z]: readonly Float[]): Float[] {
  const m = f.floats(R, 9);
  return f.floats(origin, 3).map((o, k) =>
    m[3 * k].times(x).plus(m[3 * k + 1].times(y)).plus(m[3 * k + 2].times(z)).plus(o)
  );
}

/** The world, which never moves. */
function storeWorld(f: Body, pos: Int, mat: Int): void {
  f.storeAll(pos, [ZERO, ZERO, ZERO]);
  f.storeAll(mat, Array.from({ length: 9 }, (_, k) => k % 4 === 0 ? ONE : ZERO));
}

/**
 * `bodyFrames`: poses of bodies, and the anchors and axes of their joints; `halfTurn` is known. If trees may sleep,
 * static bodies stay where they are, and sleeping trees that have been moved wake up.
 */
export const bodyFrames = kernel([POSES, "int"], (f, poses, sleeps) => {
  const { nbody, body_parentid, body_mocapid, body_jntadr, body_jntnum, jnt_type, jnt_qposadr, halfTurn } = poses;
  const { body_pos, body_quat, jnt_pos, jnt_axis, qpos0 } = poses;
  const { qpos, mocap_pos, mocap_quat, xpos, xquat, xmat, xanchor, xaxis, body_awake } = poses;
  storeWorld(f, xpos, xmat);
  f.storeAll(xquat, [ONE, ZERO, ZERO, ZERO]);

  const i = f.int(1);
  const p = [f.float(0), f.float(0), f.float(0)];
  const q = [f.float(0), f.float(0), f.float(0), f.float(0)];
  const read = (pos: Int, quat: Int) => {
    assign(f, p, f.floats(pos, 3));
    assign(f, q, f.floats(quat, 4));
  };
  const state = f.int(AWAKE);
  const visit = () => {
    const j = f.int(body_jntadr.plus(i.shl(2)).int());
    const count = f.int(body_jntnum.plus(i.shl(2)).int());
    const isFree = f.int(0);
    f.if(count.equals(1), () => isFree.set(jnt_type.plus(j.shl(2)).int().equals(FREE)));
    // a free joint gives the pose directly, others begin at one given by the user or a fixed offset from the parent
    const mocap = f.int(body_mocapid.plus(i.shl(2)).int());
    f.if(isFree.or(mocap.isAbove(-1)), () => {
      const pos = f.int(mocap_pos.plus(mocap.times(24)));
      const quat = f.int(mocap_quat.plus(mocap.shl(5)));
      f.if(isFree, () => {
        pos.set(qpos.plus(jnt_qposadr.plus(j.shl(2)).int().shl(3)));
        quat.set(pos.plus(24));
      });
      read(pos, quat);
    }, () => read(f.int(body_pos.plus(i.times(24))), f.int(body_quat.plus(i.shl(5)))));
    f.if(isFree, () => {
      f.storeAll(f.int(xanchor.plus(j.times(24))), p);
      const axis = f.int(jnt_axis.plus(j.times(24)));
      f.storeAll(f.int(xaxis.plus(j.times(24))), f.floats(axis, 3));
    }, () => {
      f.if(mocap.isAbove(-1), () => normalize(f, q));
      const above = f.int(body_parentid.plus(i.shl(2)).int());
      f.if(above, () => {
        assign(f, p, placed(f, f.int(xmat.plus(above.times(72))), f.int(xpos.plus(above.times(24))), p));
        assign(f, q, times(f.floats(f.int(xquat.plus(above.shl(5))), 4), q));
      });

      const end = f.int(j.plus(count));
      f.for(j, end, 1, () => {
        const type = f.int(jnt_type.plus(j.shl(2)).int());
        const at = f.int(j.times(24));
        const adr = f.int(jnt_qposadr.plus(j.shl(2)).int().shl(3));
        const local = f.floats(f.int(jnt_axis.plus(at)), 3);
        const axis = turned(f, q, local).map((x) => f.float(x));
        f.storeAll(f.int(xaxis.plus(at)), axis);

        // zero turned by what is not finite is NaN
        const o = f.floats(f.int(jnt_pos.plus(at)), 3);
        const central = f.int(q[0].equals(q[0]));
        for (const x of o) central.set(central.and(x.equals(ZERO)));
        const anchor = p.map((x) => f.float(x));
        f.if(central.equals(0), () => turned(f, q, o).forEach((x, k) => anchor[k].set(x.plus(p[k]))));
        f.storeAll(f.int(xanchor.plus(at)), anchor);

        f.if(type.equals(SLIDE), () => {
          const distance = f.float(qpos.plus(adr).float().minus(qpos0.plus(adr).float()));
          p.forEach((x, k) => x.add(axis[k].times(distance)));
        }, () => {
          // rotate about the anchor, which stays in place
          const turn = [f.float(0), f.float(0), f.float(0), f.float(0)];
          f.if(type.equals(HINGE), () => {
            const half = f.int(halfTurn.plus(j.shl(4)));
            const sine = f.float(half.float());
            turn[0].set(half.float(8));
            // not turned at all, whatever the axis is
            f.if(sine.differs(ZERO), () => local.forEach((x, k) => turn[1 + k].set(x.times(sine))));
          }, () => {
            assign(f, turn, f.floats(f.int(qpos.plus(adr)), 4));
            normalize(f, turn);
          });
          assign(f, q, times(q, turn));
          f.if(central.equals(0).or(q[0].differs(q[0])), () => {
            turned(f, q, o).forEach((x, k) => p[k].set(anchor[k].minus(x)));
          });
        });
      });
    });

    normalize(f, q, isFree);
    const [pos, quat] = [f.int(xpos.plus(i.times(24))), f.int(xquat.plus(i.shl(5)))];
    f.if(state.equals(ASLEEP), () => {
      const moved = (x: Float, k: number) => x.differs(k < 3 ? pos.float(8 * k) : quat.float(8 * (k - 3)));
      const moves = [...p, ...q].map(moved).reduce((one, other) => one.or(other));
      f.if(count.isAbove(0).and(moves), () => {
        f.store(poses.tree_awake.plus(poses.body_treeid.plus(i.shl(2)).int().shl(2)), int(1));
      });
    });
    f.storeAll(pos, p);
    f.storeAll(quat, q);
    storeMatrix(f, f.int(xmat.plus(i.times(72))), q);
  };
  f.for(i, nbody, 1, () => {
    f.if(sleeps, () => state.set(body_awake.plus(i.shl(2)).int()));
    f.if(state.isNot(STATIC), visit);
  });
});

/**
 * `attachedFrames`: poses of inertial frames, geoms, sites, and cameras, as if these were fixed to their bodies, or of
 * the first kinds of them, by one loop for all: short code is fast code.
 */
export const attachedFrames = kernel([POSES, "int"], (f, poses, kinds) => {
  const { xpos, xquat, xmat, xipos, ximat, frames } = poses;
  storeWorld(f, xipos, ximat);
  const list = f.int(frames);
  f.for(list, f.int(list.plus(kinds.times(FRAMES.size))), FRAMES.size, () => {
    const { bodyid, pos, mat, localPos, localQuat, sameframe, end, isBody } = FRAMES.members(f, list);
    // the world has no inertial frame
    const i = f.int(isBody);
    f.for(i, end, 1, () => {
      const body = f.int(i);
      f.if(isBody.equals(0), () => body.set(bodyid.plus(i.shl(2)).int()));
      const kind = f.int(NONE);
      f.if(sameframe, () => kind.set(sameframe.plus(i).byte()));
      const p = f.int(pos.plus(i.times(24)));
      const R = f.int(mat.plus(i.times(72)));
      const at = f.int(body.times(24));
      const r = f.int(body.times(72));
      const own = f.int(xpos.plus(at));
      const from = f.int(xmat.plus(r));
      f.if(kind.equals(BODY).or(kind.equals(INERTIA)), () => {
        f.if(kind.equals(INERTIA), () => own.set(xipos.plus(at)));
        f.storeAll(p, f.floats(own, 3));
      }, () => f.storeAll(p, placed(f, from, own, f.floats(f.int(localPos.plus(i.times(24))), 3))));

      f.if(kind.equals(NONE), () => {
        const q = times(
          f.floats(f.int(xquat.plus(body.shl(5))), 4),
          f.floats(f.int(localQuat.plus(i.shl(5))), 4),
        );
        storeMatrix(f, R, q.map((x) => f.float(x)));
      }, () => {
        f.if(kind.equals(BODY).or(kind.equals(BODYROT)).equals(0), () => from.set(ximat.plus(r)));
        for (let k = 0; k < 64; k += 16) f.store(R, from.pair(k), k);
        f.store(R, from.float(64), 64);
      });
    });
  });
});

/** `lights`: positions and directions of lights, as if all were fixed to their bodies. */
export const lights = kernel([POSES], (f, poses) => {
  const { xpos, xquat, xmat, nlight, light_bodyid, light_pos, light_dir, light_xpos, light_xdir } = poses;
  const i = f.int(0);
  f.for(i, nlight, 1, () => {
    const body = f.int(light_bodyid.plus(i.shl(2)).int());
    const at = f.int(i.times(24));
    const local = f.floats(f.int(light_pos.plus(at)), 3);
    const from = f.int(xmat.plus(body.times(72)));
    f.storeAll(f.int(light_xpos.plus(at)), placed(f, from, f.int(xpos.plus(body.times(24))), local));

    const v = f.floats(f.int(light_dir.plus(at)), 3);
    const q = f.floats(f.int(xquat.plus(body.shl(5))), 4);
    // what does not turn keeps the signs of its zeros
    const any = (parts: readonly Int[]) => parts.reduce((one, other) => one.or(other));
    const turns = any(q.map((x, k) => x.differs(k === 0 ? ONE : ZERO)));
    f.if(turns.and(any(v.map((x) => x.differs(ZERO)))), () => assign(f, v, turned(f, q, v)));
    // to unit length; zero becomes the x axis
    const [x, y, z] = v;
    const norm = f.float(x.times(x).plus(y.times(y)).plus(z.times(z)).root());
    const inverse = f.float(ONE.over(norm));
    assign(f, v, v.map((x) => x.times(inverse)));
    f.if(norm.isBelow(MINVAL), () => assign(f, v, [ONE, ZERO, ZERO]));
    f.storeAll(f.int(light_xdir.plus(at)), v);
  });
});

/** The kernels by name: modules are small. */
export const BODY_FRAME_KERNELS = { bodyFrames };
export const ATTACHED_FRAME_KERNELS = { attachedFrames, lights };
