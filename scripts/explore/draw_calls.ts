/** Random calls of functions on a model, as a recipe has them. */

import type { Simulation } from "../../harness/engine.ts";
import type { Argument } from "../../harness/calls/functions.ts";
import type { Calls } from "../../harness/calls/make_calls.ts";
import { Random } from "../fuzz/random.ts";

type Draw = (size: (field: string) => number, r: Random) => Argument[] | undefined;

const vec = (n: number, r: Random, far = 1) => Array.from({ length: n }, () => r.real(-far, far));
const each = (field: string, ...rest: Draw[]): Draw => (size, r) => {
  const n = size(field);
  return n === 0 ? undefined : [...rest.flatMap((it) => it(size, r) ?? []), r.int(0, n - 1)];
};
const point: Draw = (_, r) => [vec(3, r)];
const quaternion = (r: Random): number[] => {
  const q = vec(4, r);
  const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0)) || 1;
  return q.map((x) => x / norm);
};
const rotation = (r: Random): number[] => {
  const [w, x, y, z] = quaternion(r);
  return [
    ...[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
  ];
};
const groups = (r: Random): Argument => r.chance(0.5) ? null : Array.from({ length: 6 }, () => r.int(0, 1));
const rays = (size: (field: string) => number, r: Random): Argument[] => [
  vec(3, r),
  vec(3, r),
  groups(r),
  r.int(0, 1),
  r.int(-1, size("nbody") - 1),
];
const OBJECTS = [[1, "nbody"], [2, "nbody"], [5, "ngeom"], [6, "nsite"], [7, "ncam"]] as const;
const object: Draw = (size, r) => {
  const [type, field] = r.pick(OBJECTS);
  const n = size(field);
  return n === 0 ? undefined : [type, r.int(0, n - 1), r.int(0, 1)];
};

const DRAWS: Readonly<Record<string, Draw>> = {
  jac: each("nbody", point),
  jacDot: each("nbody", point),
  jacPointAxis: each("nbody", point, point),
  jacBody: each("nbody"),
  jacBodyCom: each("nbody"),
  jacGeom: each("ngeom"),
  jacSite: each("nsite"),
  jacSubtreeCom: each("nbody"),
  angmomMat: each("nbody"),
  mulM: (size, r) => size("nv") > 0 ? [vec(size("nv"), r)] : undefined,
  mulM2: (size, r) => size("nv") > 0 ? [vec(size("nv"), r)] : undefined,
  solveM: (size, r) => size("nv") > 0 ? [vec(size("nv"), r)] : undefined,
  fullM: (size) => size("nv") > 0 ? [] : undefined,
  contactForce: each("ncon"),
  objectVelocity: object,
  objectAcceleration: object,
  ray: rays,
  geomDistance: (size, r) => {
    const n = size("ngeom");
    return n < 2 ? undefined : [r.int(0, n - 1), r.int(0, n - 1), r.pick([0.1, 1, 5])];
  },
  integratePos: (size, r) => size("nv") > 0 ? [vec(size("nq"), r), vec(size("nv"), r), r.real(0, 1)] : undefined,
  differentiatePos: (size, r) => size("nv") > 0 ? [0.3, vec(size("nq"), r), vec(size("nq"), r)] : undefined,
  normalizeQuat: (size, r) => size("nq") > 0 ? [vec(size("nq"), r)] : undefined,
  setKeyframe: each("nkey"),
  resetDataKeyframe: each("nkey"),
  resetData: () => [],
  inverse: () => [],
  compareFwdInv: () => [],
  rnePostConstraint: () => [],
  subtreeVel: () => [],
  energyPos: () => [],
  energyVel: () => [],
  forwardSkip: (_, r) => [r.int(0, 3), r.int(0, 1)],
  inverseSkip: (_, r) => [r.int(0, 3), r.int(0, 1)],
  getTotalmass: () => [],
  setTotalmass: (_, r) => [r.real(0.1, 5)],
  setConst: () => [],
  mulJacVec: (size, r) => size("nv") > 0 ? [vec(size("nv"), r)] : undefined,
  mulJacTVec: (size, r) => size("nv") > 0 ? [vec(size("nv"), r), vec(size("nefc"), r)] : undefined,
  applyFT: (size, r) => [vec(3, r), vec(3, r), vec(3, r), r.int(0, size("nbody") - 1), vec(size("nv"), r)],
  multiRay: (size, r) => {
    const [pnt, , ...rest] = rays(size, r);
    const n = r.int(1, 6);
    return [pnt, vec(3 * n, r), ...rest, n, r.pick([0.3, 2, 1e10])];
  },
  rayGeom: (
    _,
    r,
  ) => [vec(3, r, 0.2), rotation(r), vec(3, r, 0.5).map(Math.abs), vec(3, r), vec(3, r), r.pick([0, 2, 3, 4, 5, 6])],
  stateSize: (_, r) => [r.int(0, 16383)],
  getState: (_, r) => [r.int(0, 16383)],
  rne: (_, r) => [r.int(0, 1)],
  local2Global: (size, r) => [vec(3, r), quaternion(r), r.int(0, size("nbody") - 1), r.int(0, 4)],
  transitionFD: (size, r) => size("nv") > 12 ? undefined : [r.pick([1e-6, 1e-3]), r.int(0, 1)],
  inverseFD: (size, r) => size("nv") > 12 ? undefined : [r.pick([1e-6, 1e-3]), r.int(0, 1)],
  solverStatistics: (_, r) => [r.int(0, 20), r.int(1, 30)],
};

/** A few calls. */
export function drawCalls(sim: Simulation, seed: number): Calls {
  const r = new Random(seed);
  const size = (field: string) => Number(sim.read(field));
  const calls: Record<string, Argument[][]> = {};
  for (let k = r.int(1, 5); k > 0; k--) {
    const name = r.pick(Object.keys(DRAWS));
    const list: Argument[][] = [];
    for (let n = 3; n > 0; n--) {
      const args = DRAWS[name](size, r);
      if (args !== undefined) list.push(args);
      if (args?.length === 0) break;
    }
    if (list.length > 0) calls[name] = list;
  }
  return calls;
}
