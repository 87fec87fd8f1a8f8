/** Kernels for rates of change of lengths: see `moving_lengths.ts`. */

import { ACTUATORS } from "./actuator_block.ts";
import { type Int, kernel } from "./assembler.ts";
import { dotSparseRows } from "./jacobian_kernels.ts";
import { dotRows, rowsFrom } from "./row_kernels.ts";

/** Rates of change of the lengths of tendons, whose rows are dense, and of actuators, in the order of the loops. */
const lengthRates = kernel([ACTUATORS], (f, a) => {
  const { nv, qvel, ten_velocity: res, ten_J: J } = a;
  const stride = f.int(nv.shl(3));
  const whole = f.int(nv.and(-4).shl(3));
  const rest = f.int(nv.and(3));
  const behind = f.int(qvel.plus(whole));
  const end = f.int(res.plus(a.ntendon.shl(3)));
  const rows = (n: number) => {
    const visit = (block: (c: Int) => void) => {
      const c = f.int(0);
      f.for(c, whole, 32, () => block(c));
    };
    dotRows(f, rowsFrom(f, J, stride, n), qvel, visit, whole, rest, behind, rest)
      .forEach((sum, r) => f.store(res, sum, 8 * r));
    J.add(stride.times(n));
    res.add(8 * n);
  };
  f.while(res.plus(24).isBelow(end), () => rows(4));
  f.while(res.isBelow(end), () => rows(1));

  const { actuator_velocity: rate, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = a;
  end.set(rate.plus(a.nu.shl(3)));
  f.for(rate, end, 8, () => {
    const adr = f.int(moment_rowadr.int());
    const k = f.int(moment_colind.plus(adr.shl(2)));
    const last = f.int(k.plus(moment_rownnz.int().shl(2)));
    const row = f.int(actuator_moment.plus(adr.shl(3)));
    const [sum] = dotSparseRows(f, [row], k, last, (offset) => qvel.plus(k.int(offset).shl(3)));
    f.store(rate, sum);
    for (const at of [moment_rownnz, moment_rowadr]) at.add(4);
  });
});

/** The kernels by name. */
export const MOVING_LENGTH_KERNELS = { lengthRates };
