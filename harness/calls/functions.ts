/** The functions that a recipe may call besides stepping, with their inputs and outputs. */

import type { Simulation } from "../engine.ts";
import { State } from "../../engine/types/enums.ts";
import { STATE } from "../replay/fields.ts";

/** Length of an output. */
type Length = (size: (field: string) => number, args: readonly Argument[], sim: Simulation) => number;

/** A parameter of a function; parameters are in MuJoCo's order. */
export type Parameter =
  | "model"
  | "data"
  /** the next argument of the recipe */
  | "given"
  /** the next argument of the recipe, which the function modifies */
  | "changed"
  /** room for an output */
  | { readonly out: Length; readonly isWhole?: true }
  /** room that the function needs, and whose contents say nothing */
  | { readonly scratch: Length; readonly isWhole?: true }
  /** a field as it is */
  | { readonly field: string };

/** An argument of a recipe. */
export type Argument = number | string | null | readonly number[];

/** A function: its parameters, and the fields that show its effects on model and data. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly reads: readonly string[];
  /** must these fields be restored, because nothing else sets them before they are used? */
  readonly restores: boolean;
}

function of(parameters: readonly Parameter[], reads: readonly string[] = []): Signature {
  return { parameters, reads, restores: false };
}

function restoring(parameters: readonly Parameter[], reads: readonly string[]): Signature {
  return { parameters, reads, restores: true };
}

const out = (length: number | Length): Parameter => ({ out: typeof length === "number" ? () => length : length });
const whole = (length: number | Length): Parameter => ({ ...out(length) as { out: Length }, isWhole: true });

/** The product of two arguments. */
const product = (i: number, k: number): Length => (_, args) => Number(args[i]) * Number(args[k]);

const perDof = (n: number) => out((size) => n * size("nv"));
const JACOBIAN = ["model", "data", perDof(3), perDof(3)] as const;
const BASE = ["model", "data"] as const;
const RAY = ["given", "given", "given", "given", "given"] as const;

const lengthOf = (i: number): Length => (_, args) => {
  const it = args[i];
  return typeof it === "number" ? it : Array.isArray(it) ? it.length : 0;
};
const stateLength = (i: number): Length => (_, args, sim) => sim.call?.("stateSize", [args[i]])?.[0] ?? 0;

/** What rollouts write: for each step of each rollout, the state or the sensor readings. */
const rolled = (what: string): Length => (size, args, sim) => {
  const nstate = sim.call?.("stateSize", [State.FULLPHYSICS])?.[0] ?? 0;
  const rollouts = lengthOf(0)(size, args, sim) / nstate;
  return rollouts * Number(args[2]) * (what === "state" ? nstate : size(what));
};

/** The number of elements of a matrix over state, controls, and sensor readings. */
const area = (rows: string, columns: string): Parameter => out((size) => sizeOf(size, rows) * sizeOf(size, columns));

function sizeOf(size: (field: string) => number, name: string): number {
  return name === "state" ? 2 * size("nv") + size("na") : size(name);
}

const GIVEN = "given" as const;
const BAND = [GIVEN, GIVEN, GIVEN] as const;
const PRODUCT = [GIVEN, GIVEN, GIVEN, GIVEN, GIVEN] as const;

/** All results of a stage of the pipeline. */
const DYNAMICS = [
  ...["xpos", "qM", "qfrc_bias", "qfrc_passive", "qfrc_constraint", "qfrc_inverse", "qacc", "act_dot", "energy"],
  ...["sensordata", "solver_fwdinv", "nefc", "ncon", "nisland"],
];
const KEYS = ["key_time", "key_qpos", "key_qvel", "key_act", "key_mpos", "key_mquat", "key_ctrl"];

/** The functions by name, without MuJoCo's prefix. */
export const FUNCTIONS: Readonly<Record<string, Signature>> = {
  // Jacobians
  jac: of([...JACOBIAN, "given", "given"]),
  jacDot: of([...JACOBIAN, "given", "given"]),
  jacPointAxis: of([...JACOBIAN, "given", "given", "given"]),
  jacBody: of([...JACOBIAN, "given"]),
  jacBodyCom: of([...JACOBIAN, "given"]),
  jacGeom: of([...JACOBIAN, "given"]),
  jacSite: of([...JACOBIAN, "given"]),
  jacSubtreeCom: of([...BASE, perDof(3), "given"]),
  angmomMat: of([...BASE, perDof(3), "given"]),

  // products and forces
  mulM: of([...BASE, perDof(1), "given"]),
  mulM2: of([...BASE, perDof(1), "given"]),
  solveM: of([...BASE, out(lengthOf(0)), "given"]),
  fullM: of(["model", out((size) => size("nv") ** 2), { field: "qM" }]),
  mulJacVec: of([...BASE, out((size) => size("nefc")), "given"]),
  mulJacTVec: of([...BASE, "changed", "given"]),
  applyFT: of([...BASE, "given", "given", "given", "given", "changed"]),
  contactForce: of([...BASE, "given", out(6)]),
  objectVelocity: of([...BASE, "given", "given", out(6), "given"]),
  objectAcceleration: of([...BASE, "given", "given", out(6), "given"]),

  // rays and distances
  ray: of([...BASE, ...RAY, whole(1), out(3)]),
  multiRay: of([
    ...BASE,
    ...RAY,
    whole(lengthOf(5)),
    out(lengthOf(5)),
    out((_, args) => 3 * Number(args[5])),
    "given",
    "given",
  ]),
  rayGeom: of(["given", "given", "given", "given", "given", "given", out(3)]),
  rayMesh: of([...BASE, "given", "given", "given", out(3)]),
  rayHfield: of([...BASE, "given", "given", "given", out(3)]),
  rayFlex: of([...BASE, "given", ...RAY, "given", "given", whole(1), out(3)]),
  geomDistance: of([...BASE, "given", "given", "given", out(6)]),

  // positions
  integratePos: of(["model", "changed", "given", "given"]),
  differentiatePos: of(["model", perDof(1), "given", "given", "given"]),
  normalizeQuat: of(["model", "changed"]),

  // names
  name2id: of(["model", "given", "given"]),
  id2name: of(["model", "given", "given"]),

  // states and keyframes
  stateSize: of(["model", "given"]),
  getState: of([...BASE, out(stateLength(0)), "given"]),
  setState: of([...BASE, "given", "given"], STATE),
  extractState: of(["model", "given", "given", out(stateLength(2)), "given"]),
  setKeyframe: restoring([...BASE, "given"], KEYS),
  resetData: of(BASE, [...STATE, "qfrc_inverse", "sensordata", "nefc", "ncon", "nisland"]),
  resetDataKeyframe: of([...BASE, "given"], STATE),

  // histories
  readCtrl: of([...BASE, "given", "given", "given"]),
  initCtrlHistory: of([...BASE, "given", "given", "given"], ["history"]),
  initSensorHistory: of([...BASE, "given", "given", "given", "given"], ["history"]),

  // stages
  forwardSkip: of([...BASE, "given", "given"], DYNAMICS),
  inverse: of(BASE, DYNAMICS),
  inverseSkip: of([...BASE, "given", "given"], DYNAMICS),
  compareFwdInv: of(BASE, ["solver_fwdinv", "qfrc_constraint", "efc_force"]),
  rnePostConstraint: of(BASE, ["cacc", "cfrc_int", "cfrc_ext"]),
  subtreeVel: of(BASE, ["subtree_linvel", "subtree_angmom"]),
  energyPos: of(BASE, ["energy"]),
  energyVel: of(BASE, ["energy"]),

  // models
  getTotalmass: of(["model"]),
  setTotalmass: restoring(["model", "given"], ["body_mass", "body_inertia"]),
  arena: of(BASE, ["narena"]),
  setLengthRange: restoring([...BASE, GIVEN, GIVEN], ["actuator_lengthrange"]),
  setConst: of(BASE, [
    ...["body_subtreemass", "body_invweight0", "dof_M0", "dof_invweight0", "tendon_length0", "tendon_invweight0"],
    ...["actuator_length0", "actuator_acc0", "cam_pos0", "cam_mat0", "light_pos0", "light_dir0", "eq_data"],
    ...["stat.meanmass", "stat.meansize", "stat.extent", "stat.center"],
  ]),

  // stages with more arguments
  rne: of([...BASE, GIVEN, perDof(1)]),
  local2Global: of(["data", out(3), out(9), GIVEN, GIVEN, GIVEN, GIVEN]),
  raySkin: of([GIVEN, GIVEN, GIVEN, GIVEN, GIVEN, GIVEN, whole(1)]),

  // several functions at once: rollouts from states with controls; a body dragged by the mouse
  rollout: of([...BASE, ...PRODUCT, out(rolled("state")), out(rolled("nsensordata"))]),
  perturb: restoring([...BASE, ...PRODUCT, GIVEN, out(15)], ["xfrc_applied", "qpos", "mocap_pos", "mocap_quat"]),

  // how the solver got to its result: seven numbers of each iteration, from a slot on
  solverStatistics: of([...BASE, GIVEN, GIVEN, out((_, args) => 7 * Number(args[1]))]),

  // derivatives
  transitionFD: of([
    ...[...BASE, GIVEN, GIVEN],
    ...[area("state", "state"), area("state", "nu"), area("nsensordata", "state"), area("nsensordata", "nu")],
  ]),
  inverseFD: of([
    ...[...BASE, GIVEN, GIVEN],
    ...[area("nv", "nv"), area("nv", "nv"), area("nv", "nv")],
    ...[area("nv", "nsensordata"), area("nv", "nsensordata"), area("nv", "nsensordata"), area("nv", "nM")],
  ]),
  subQuatJac: of([GIVEN, GIVEN, out(9), out(9)]),
  quatIntegrateJac: of([GIVEN, GIVEN, out(9), out(9), out(3)]),

  // quaternions and poses
  rotVecQuat: of([out(3), GIVEN, GIVEN]),
  mulQuat: of([out(4), GIVEN, GIVEN]),
  mulQuatAxis: of([out(4), GIVEN, GIVEN]),
  axisAngle2Quat: of([out(4), GIVEN, GIVEN]),
  quat2Vel: of([out(3), GIVEN, GIVEN]),
  subQuat: of([out(3), GIVEN, GIVEN]),
  quat2Mat: of([out(9), GIVEN]),
  mat2Quat: of([out(4), GIVEN]),
  derivQuat: of([out(4), GIVEN, GIVEN]),
  quatIntegrate: of(["changed", GIVEN, GIVEN]),
  quatZ2Vec: of([out(4), GIVEN]),
  mat2Rot: of(["changed", GIVEN]),
  euler2Quat: of([out(4), GIVEN, GIVEN]),
  mulPose: of([out(3), out(4), GIVEN, GIVEN, GIVEN, GIVEN]),
  negPose: of([out(3), out(4), GIVEN, GIVEN]),
  trnVecPose: of([out(3), GIVEN, GIVEN, GIVEN]),
  normalize3: of(["changed"]),
  normalize4: of(["changed"]),
  transformSpatial: of([out(6), ...PRODUCT]),

  // matrices
  mulVecMatVec: of([GIVEN, GIVEN, GIVEN]),
  eye: of(["changed"]),
  mulMatVec: of([out((_, args) => Number(args[2])), GIVEN, GIVEN, GIVEN, GIVEN]),
  mulMatTVec: of([out((_, args) => Number(args[3])), GIVEN, GIVEN, GIVEN, GIVEN]),
  mulMatVec3: of([out(3), GIVEN, GIVEN]),
  mulMatTVec3: of([out(3), GIVEN, GIVEN]),
  transpose: of([out(lengthOf(0)), GIVEN, GIVEN, GIVEN]),
  symmetrize: of([out(lengthOf(0)), GIVEN, GIVEN]),
  mulMatMat: of([out(product(2, 4)), ...PRODUCT]),
  mulMatMatT: of([out(product(2, 4)), ...PRODUCT]),
  mulMatTMat: of([out(product(3, 4)), ...PRODUCT]),
  sqrMatTD: of([out(product(3, 3)), GIVEN, GIVEN, GIVEN, GIVEN]),
  cholFactor: of(["changed", GIVEN]),
  cholSolve: of([out(lengthOf(1)), GIVEN, GIVEN]),
  cholUpdate: of(["changed", "changed", GIVEN]),
  cholFactorBand: of(["changed", ...BAND, GIVEN, GIVEN]),
  cholSolveBand: of([out(lengthOf(1)), GIVEN, GIVEN, ...BAND]),
  band2Dense: of([out(product(1, 1)), GIVEN, ...BAND, GIVEN]),
  dense2Band: of(["changed", GIVEN, ...BAND]),
  bandMulMatVec: of([out(lengthOf(1)), GIVEN, GIVEN, ...BAND, GIVEN, GIVEN]),
  bandDiag: of([GIVEN, ...BAND]),
  eig3: of([out(3), out(9), out(4), GIVEN]),
  boxQP: of([
    "changed",
    { scratch: (size, args, sim) => lengthOf(0)(size, args, sim) * (lengthOf(0)(size, args, sim) + 7) },
    { scratch: lengthOf(0), isWhole: true },
    ...[GIVEN, GIVEN, GIVEN, GIVEN],
  ]),

  // vectors
  normalize: of(["changed", GIVEN]),
  norm: of([GIVEN, GIVEN]),
  sum: of([GIVEN, GIVEN]),
  L1: of([GIVEN, GIVEN]),
  isZero: of([GIVEN, GIVEN]),
  add: of([out(lengthOf(0)), GIVEN, GIVEN]),
  sub: of([out(lengthOf(0)), GIVEN, GIVEN]),
  scl: of([out(lengthOf(0)), GIVEN, GIVEN]),
  addScl: of([out(lengthOf(0)), GIVEN, GIVEN, GIVEN]),
  addTo: of(["changed", GIVEN]),
  subFrom: of(["changed", GIVEN]),
  add3: of([out(3), GIVEN, GIVEN]),
  addScl3: of([out(3), GIVEN, GIVEN, GIVEN]),
  addTo3: of(["changed", GIVEN]),
  addToScl: of(["changed", GIVEN, GIVEN]),
  addToScl3: of(["changed", GIVEN, GIVEN]),
  copy: of([out(lengthOf(0)), GIVEN]),
  copy3: of([out(3), GIVEN]),
  copy4: of([out(4), GIVEN]),
  cross: of([out(3), GIVEN, GIVEN]),
  dist3: of([GIVEN, GIVEN]),
  dot: of([GIVEN, GIVEN]),
  dot3: of([GIVEN, GIVEN]),
  fill: of(["changed", GIVEN]),
  negQuat: of([out(4), GIVEN]),
  norm3: of([GIVEN]),
  scl3: of([out(3), GIVEN, GIVEN]),
  sub3: of([out(3), GIVEN, GIVEN]),
  subFrom3: of(["changed", GIVEN]),
  unit4: of([out(4)]),
  zero: of(["changed", GIVEN]),
  zero3: of(["changed"]),

  // curves and numbers
  clip: of([GIVEN, GIVEN, GIVEN]),
  isBad: of([GIVEN]),
  max: of([GIVEN, GIVEN]),
  min: of([GIVEN, GIVEN]),
  type2Str: of([GIVEN]),
  str2Type: of([GIVEN]),
  muscleGain: of(PRODUCT),
  muscleBias: of([GIVEN, GIVEN, GIVEN, GIVEN]),
  muscleDynamics: of([GIVEN, GIVEN, GIVEN]),
  springDamper: of(PRODUCT),
  Halton: of([GIVEN, GIVEN]),
  sigmoid: of([GIVEN]),
  round: of([GIVEN]),
  sign: of([GIVEN]),
  insertionSort: of(["changed"]),
};
