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

/** `res` = H⁻¹ (qfrc_smooth + qfrc_constraint), where H is factored in `qH`. */
const accelerateWithH = kernel(["int", "int"], (f, at, res) => {
  const { nv, qH, qHDiagInv, qfrc_smooth, qfrc_constraint, chains, chainsEnd } = STAGE.members(f, at);
  along(
    f,
    nv.shl(3),
    (k) => f.store(res.plus(k), qfrc_smooth.plus(k).pair().plus(qfrc_constraint.plus(k).pair())),
    (k) => f.store(res.plus(k), qfrc_smooth.plus(k).float().plus(qfrc_constraint.plus(k).float())),
  );
  f.call(factor, at, qH, qHDiagInv, chains, chainsEnd);
  f.call(solve, at, res, qH, qHDiagInv, f.int(0), nv);
});

/** The same with H = M + h B, where B is the diagonal matrix of damping. */
const accelerateDamped = kernel(["int", "int"], (f, at, res) => {
  const { nC, nv, M, qH, damping, rownnz, rowadr, timestep } = STAGE.members(f, at);
  const h = f.float(timestep.value);
  copy(f, qH, M, nC.shl(3));
  const i = f.int(0);
  f.for(i, nv.shl(2), 4, () => {
    const diagonal = f.int(qH.plus(rowadr.plus(i).int().plus(rownnz.plus(i).int()).minus(1).shl(3)));
    f.store(diagonal, diagonal.float().plus(h.times(damping.plus(i.shl(1)).float())));
  });
  f.call(accelerateWithH, at, res);
});

/** The same with H = M − h D, where D is the derivative of smooth forces. */
const accelerateImplicitly = kernel(["int", "int"], (f, at, res) => {
  const { nC, M, qH, qDeriv, mapD2M, timestep } = STAGE.members(f, at);
  const step = f.float(timestep.value.negative());
  const k = f.int(0);
  f.for(k, nC.shl(3), 8, () => {
    const change = qDeriv.plus(mapD2M.plus(k.shr(1)).int().shl(3)).float().times(step);
    f.store(qH.plus(k), M.plus(k).float().plus(change));
  });
  f.call(accelerateWithH, at, res);
});

/** The kernels by name. */
export const ACCELERATION_KERNELS = { sumForces, accelerate, accelerateWithH, accelerateDamped, accelerateImplicitly };
