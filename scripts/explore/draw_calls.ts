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
