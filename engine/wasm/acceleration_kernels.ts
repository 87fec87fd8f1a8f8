/** Kernels for what is done with forces on dofs, before and after constraints. Addresses count bytes. */

import { kernel } from "./assembler.ts";
import { along, copy, factor, solve } from "./ltdl_kernels.ts";
import { STAGE } from "./stage_block.ts";

/** qacc_smooth = M⁻¹ qfrc_smooth */
const accelerate = kernel(["int"], (f, at) => {
  const { nv, qfrc_smooth, qacc_smooth, qLD, qLDiagInv } = STAGE.members(f, at);
  copy(f, qacc_smooth, qfrc_smooth, nv.shl(3));
  f.call(solve, at, qacc_smooth, qLD, qLDiagInv, f.int(0), nv);
});

/**
 * Sums all forces but those of constraints in `qfrc_smooth`. Then it accelerates, unless wrenches may act on bodies
 * besides: returns whether they may.
 */
const sumForces = kernel(["int"], (f, atStage) => {
  const stage = STAGE.members(f, atStage);
  const { nbody, nv, qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, xfrc_applied } = stage;
  const forces = [qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator];
  along(f, nv.shl(3), (k) => {
    const [passive, bias, applied, actuator] = forces.map((array) => array.plus(k).pair());
    f.store(qfrc_smooth.plus(k), passive.minus(bias).plus(applied).plus(actuator));
  }, (k) => {
    const [passive, bias, applied, actuator] = forces.map((array) => array.plus(k).float());
    f.store(qfrc_smooth.plus(k), passive.minus(bias).plus(applied).plus(actuator));
  });

  const wrench = f.int(xfrc_applied);
  const end = f.int(wrench.plus(nbody.times(48)));
  const any = f.int(0);
  f.for(wrench, end, 48, () => {
    for (const offset of [0, 16, 32]) any.set(any.or(wrench.pair(offset).differs(f.zeros())));
  });
  f.if(any.equals(0), () => f.call(accelerate, atStage));
  f.return(any);
});

/**
 * `res` = (M + h B)⁻¹ (qfrc_smooth + qfrc_constraint), where B is the diagonal matrix of damping.
 */
const accelerateDamped = kernel(["int", "float", "int"], (f, at, h, res) => {
  const stage = STAGE.members(f, at);
  const { nC, nv, M, qH, qHDiagInv, damping, rownnz, rowadr, qfrc_smooth, qfrc_constraint, chains, chainsEnd } = stage;
  copy(f, qH, M, nC.shl(3));

  const i = f.int(0);
  f.for(i, nv.shl(2), 4, () => {
    const diagonal = f.int(qH.plus(rowadr.plus(i).int().plus(rownnz.plus(i).int()).minus(1).shl(3)));
    const twice = i.shl(1);
    f.store(diagonal, diagonal.float().plus(h.times(damping.plus(twice).float())));
    f.store(res.plus(twice), qfrc_smooth.plus(twice).float().plus(qfrc_constraint.plus(twice).float()));
  });
  f.call(factor, at, qH, qHDiagInv, chains, chainsEnd);
  f.call(solve, at, res, qH, qHDiagInv, f.int(0), nv);
});

/** The kernels by name. */
export const ACCELERATION_KERNELS = { sumForces, accelerate, accelerateDamped };
