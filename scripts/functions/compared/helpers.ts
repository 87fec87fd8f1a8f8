/** Helpers with random and special numbers, against MuJoCo's: one row for each function. */

import assert from "node:assert/strict";
import { ORACLE } from "../../../harness/engines/mujoco.ts";
import { type Random, randomFrom, symmetric } from "../../../harness/random.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

/** A parameter of a function, in MuJoCo's order. */
type Parameter = ArrayParameter | { readonly kind: "number" | "ours"; readonly value: number | string | null };

/** An array; without an index after it if it is `whole`. */
interface ArrayParameter {
  readonly kind: "in" | "out" | "changed";
  readonly values: Float64Array | Int32Array;
  readonly whole?: true;
}

/** Numbers at which functions branch. */
const SPECIAL = [0, 0, -0, 1, -1, 0.5, 1e-16, -1e-9, 1e8, Math.PI, -Math.PI / 2];

/** Draws arguments. */
class Draw {
  constructor(private readonly random: Random) {}

  real(low = -1, high = 1): number {
    return low + (high - low) * this.random();
  }

  int(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.random());
  }

  /** A number between −1 and 1, or a special one. */
  any(): number {
    return this.random() < 0.15 ? SPECIAL[this.int(0, SPECIAL.length - 1)] : symmetric(this.random);
  }

  vec(n: number): Float64Array {
    return Float64Array.from({ length: n }, () => this.any());
  }

  /** A unit quaternion. */
  quat(): Float64Array {
    const quat = Float64Array.from({ length: 4 }, () => this.real());
    plumbline.normalize4(quat, 0);
    return this.random() < 0.1 ? Float64Array.of(1, 0, 0, 0) : quat;
  }

  /** A symmetric matrix, usually positive definite. */
  symmetric(n: number): Float64Array {
    const A = Float64Array.from({ length: n * n }, () => this.real());
    const out = new Float64Array(n * n);
    plumbline.mulMatMatT(out, 0, A, 0, A, 0, n, n, n);
    for (let i = 0; i < n; i++) out[i * (n + 1)] += this.random() < 0.2 ? -0.5 : 0.1;
    return out;
  }
}

const given = (values: Float64Array | Int32Array): ArrayParameter => ({ kind: "in", values });
const changed = (values: Float64Array | Int32Array): Parameter => ({ kind: "changed", values });
const out = (n: number): ArrayParameter => ({ kind: "out", values: new Float64Array(n).fill(NaN) });
const outInt = (n: number): ArrayParameter => ({ kind: "out", values: new Int32Array(n).fill(-7) });
const whole = (parameter: ArrayParameter): Parameter => ({ ...parameter, whole: true });
const num = (value: number | string | null): Parameter => ({ kind: "number", value });
/** a number that the bindings take from the arrays */
const length = (value: number): Parameter => ({ kind: "ours", value });

type Row = (r: Draw) => readonly Parameter[];

/** Random lengths, short and long. */
const size = (r: Draw) => r.int(1, 9);

/** res, a, b of the same length */
const three = (r: Draw): readonly Parameter[] => [out(3), given(r.vec(3)), given(r.vec(3))];
const many = (r: Draw, operands: number, ...rest: readonly Parameter[]): readonly Parameter[] => {
  const n = size(r);
  return [out(n), ...Array.from({ length: operands }, () => given(r.vec(n))), ...rest, length(n)];
};
/** an operand, and its length */
const counted = (r: Draw): readonly Parameter[] => {
  const values = r.real() > 0.7 ? new Float64Array(size(r)) : r.vec(size(r));
  return [given(values), num(values.length)];
};

/** Compact storage of a random band matrix, with its three sizes. */
function band(r: Draw): { mat: Float64Array; sizes: readonly [number, number, number]; n: number; stored: number } {
  const n = r.int(1, 9);
  const nband = r.int(1, n);
  const ndense = r.int(0, n);
  const stored = (n - ndense) * nband + ndense * n;
  const mat = Float64Array.from({ length: stored }, () => r.real(-0.3, 0.3));
  for (let i = 0; i < n; i++) mat[plumbline.bandDiag(i, n, nband, ndense)] = r.real(r.real() > 0.8 ? -1 : 1, 3);
  return { mat, sizes: [n, nband, ndense], n, stored };
}

const numbers = (...values: readonly number[]) => values.map(num);
const shape = (r: Draw) => [r.int(1, 6), r.int(1, 6), r.int(1, 6)] as const;

const ROWS: Readonly<Record<string, Row>> = {
  // vectors of three and four numbers
  zero3: () => [out(3)],
  copy3: (r) => [out(3), given(r.vec(3))],
  scl3: (r) => [out(3), given(r.vec(3)), num(r.any())],
  add3: three,
  sub3: three,
  addTo3: (r) => [changed(r.vec(3)), given(r.vec(3))],
  subFrom3: (r) => [changed(r.vec(3)), given(r.vec(3))],
  addToScl3: (r) => [changed(r.vec(3)), given(r.vec(3)), num(r.any())],
  addScl3: (r) => [...three(r), num(r.any())],
  normalize3: (r) => [changed(r.vec(3))],
  norm3: (r) => [given(r.vec(3))],
  dot3: (r) => [given(r.vec(3)), given(r.vec(3))],
  dist3: (r) => [given(r.vec(3)), given(r.vec(3))],
  mulMatVec3: (r) => [out(3), given(r.vec(9)), given(r.vec(3))],
  mulMatTVec3: (r) => [out(3), given(r.vec(9)), given(r.vec(3))],
  cross: three,
  zero4: () => [out(4)],
  unit4: () => [out(4)],
  copy4: (r) => [out(4), given(r.vec(4))],
  normalize4: (r) => [changed(r.real() > 0 ? r.quat() : r.vec(4))],

  // vectors and matrices of any size
  zero: (r) => {
    const n = size(r);
    return [out(n), num(n)];
  },
  fill: (r) => {
    const n = size(r);
    return [out(n), num(r.any()), length(n)];
  },
  copy: (r) => many(r, 1),
  sum: counted,
  L1: counted,
  scl: (r) => many(r, 1, num(r.any())),
  add: (r) => many(r, 2),
  sub: (r) => many(r, 2),
  addTo: (r) => {
    const n = size(r);
    return [changed(r.vec(n)), given(r.vec(n)), length(n)];
  },
  subFrom: (r) => {
    const n = size(r);
    return [changed(r.vec(n)), given(r.vec(n)), length(n)];
  },
  addToScl: (r) => {
    const n = size(r);
    return [changed(r.vec(n)), given(r.vec(n)), num(r.any()), length(n)];
  },
  addScl: (r) => many(r, 2, num(r.any())),
  normalize: (r) => {
    const n = size(r);
    return [changed(r.real() > 0.7 ? new Float64Array(n) : r.vec(n)), num(n)];
  },
  norm: counted,
  dot: (r) => many(r, 2).slice(1),
  mulMatVec: (r) => {
    const [nr, nc] = shape(r);
    return [out(nr), given(r.vec(nr * nc)), given(r.vec(nc)), num(nr), num(nc)];
  },
  mulMatTVec: (r) => {
    const [nr, nc] = shape(r);
    return [out(nc), given(r.vec(nr * nc)), given(r.vec(nr)), num(nr), num(nc)];
  },
  mulVecMatVec: (r) => {
    const n = size(r);
    return [given(r.vec(n)), given(r.vec(n * n)), given(r.vec(n)), length(n)];
  },
  transpose: (r) => {
    const [nr, nc] = shape(r);
    return [out(nr * nc), given(r.vec(nr * nc)), num(nr), num(nc)];
  },
  symmetrize: (r) => {
    const n = size(r);
    return [out(n * n), given(r.vec(n * n)), num(n)];
  },
  eye: (r) => {
    const n = size(r);
    return [out(n * n), length(n)];
  },
  mulMatMat: (r) => {
    const [a, b, c] = shape(r);
    return [out(a * c), given(r.vec(a * b)), given(r.vec(b * c)), ...numbers(a, b, c)];
  },
  mulMatMatT: (r) => {
    const [a, b, c] = shape(r);
    return [out(a * c), given(r.vec(a * b)), given(r.vec(c * b)), ...numbers(a, b, c)];
  },
  mulMatTMat: (r) => {
    const [a, b, c] = shape(r);
    return [out(b * c), given(r.vec(a * b)), given(r.vec(a * c)), ...numbers(a, b, c)];
  },
  sqrMatTD: (r) => {
    const [nr, nc] = shape(r);
    return [out(nc * nc), given(r.vec(nr * nc)), given(r.vec(nr)), ...numbers(nr, nc)];
  },
  transformSpatial: (r) => [
    ...[out(6), given(r.vec(6)), num(r.int(0, 1)), given(r.vec(3)), given(r.vec(3))],
    r.real() > 0 ? given(r.vec(9)) : num(null),
  ],
  dense2sparse: (r) => {
    const [nr, nc] = shape(r);
    const nnz = r.real() > 0.5 ? r.int(0, 8) : nr * nc;
    const arrays = [whole(outInt(nr)), whole(outInt(nr)), whole(outInt(nnz))];
    return [whole(out(nnz)), whole(given(r.vec(nr * nc))), ...numbers(nr, nc), ...arrays, length(nnz)];
  },
  sparse2dense: (r) => {
    const [nr, nc] = shape(r);
    const dense = r.vec(nr * nc);
    const [mat, rownnz, rowadr, colind] = [dense.slice(), ...[nr, nr, nr * nc].map((n) => new Int32Array(n))] as const;
    plumbline.dense2sparse(
      mat,
      dense,
      nr,
      nc,
      rownnz as Int32Array,
      rowadr as Int32Array,
      colind as Int32Array,
      nr * nc,
    );
    const sparse = [rownnz, rowadr, colind].map((it) => whole(given(it)));
    return [whole(out(nr * nc)), whole(given(mat)), ...numbers(nr, nc), ...sparse];
  },

  // quaternions and poses
  rotVecQuat: (r) => [out(3), given(r.vec(3)), given(r.quat())],
  negQuat: (r) => [out(4), given(r.vec(4))],
  mulQuat: (r) => [out(4), given(r.vec(4)), given(r.vec(4))],
  mulQuatAxis: (r) => [out(4), given(r.vec(4)), given(r.vec(3))],
  axisAngle2Quat: (r) => [out(4), given(r.vec(3)), num(4 * r.any())],
  quat2Vel: (r) => [out(3), given(r.quat()), num(r.real(0.1, 2))],
  subQuat: (r) => [out(3), given(r.quat()), given(r.quat())],
  quat2Mat: (r) => [out(9), given(r.quat())],
  mat2Quat: (r) => {
    const mat = new Float64Array(9);
    plumbline.quat2Mat(mat, 0, r.quat(), 0);
    return [out(4), given(mat)];
  },
  derivQuat: (r) => [out(4), given(r.vec(4)), given(r.vec(3))],
  quatIntegrate: (r) => [changed(r.quat()), given(r.vec(3)), num(3 * r.any())],
  quatZ2Vec: (r) => [out(4), given(r.vec(3))],
  mat2Rot: (r) => [changed(r.quat()), given(r.vec(9))],
  euler2Quat: (r) => {
    const seq = Array.from({ length: 3 }, () => "xyzXYZ"[r.int(0, 5)]).join("");
    return [out(4), given(r.vec(3)), num(seq)];
  },
  mulPose: (r) => [out(3), out(4), given(r.vec(3)), given(r.quat()), given(r.vec(3)), given(r.quat())],
  negPose: (r) => [out(3), out(4), given(r.vec(3)), given(r.quat())],
  trnVecPose: (r) => [out(3), given(r.vec(3)), given(r.quat()), given(r.vec(3))],

  // decompositions
  cholFactor: (r) => {
    const n = size(r);
    return [changed(r.symmetric(n)), length(n), num(r.real() > 0 ? 1e-15 : 0.2)];
  },
  cholSolve: (r) => {
    const n = size(r);
    const mat = r.symmetric(n);
    plumbline.cholFactor(mat, 0, n, 1e-3);
    return [out(n), given(mat), given(r.vec(n)), length(n)];
  },
  cholUpdate: (r) => {
    const n = size(r);
    const mat = r.symmetric(n);
    plumbline.cholFactor(mat, 0, n, 1e-3);
    return [changed(mat), changed(r.vec(n)), length(n), num(r.int(0, 1))];
  },
  cholFactorBand: (r) => {
    const { mat, sizes } = band(r);
    return [changed(mat), ...numbers(...sizes), num(r.real(0, 0.1)), num(r.real(0, 0.1))];
  },
  cholSolveBand: (r) => {
    const { mat, sizes, n } = band(r);
    return [out(n), given(mat), given(r.vec(n)), ...numbers(...sizes)];
  },
  band2Dense: (r) => {
    const { mat, sizes, n } = band(r);
    return [out(n * n), given(mat), ...numbers(...sizes), num(r.int(0, 1))];
  },
  dense2Band: (r) => {
    const { sizes, n, stored } = band(r);
    // entries in front of the band are left as they are
    return [changed(r.vec(stored)), given(r.vec(n * n)), ...numbers(...sizes)];
  },
  bandMulMatVec: (r) => {
    const { mat, sizes, n } = band(r);
    const nvec = r.int(1, 3);
    return [out(n * nvec), given(mat), given(r.vec(n * nvec)), ...numbers(...sizes, nvec, r.int(0, 1))];
  },
  bandDiag: (r) => {
    const { sizes, n } = band(r);
    return numbers(r.int(0, n - 1), ...sizes);
  },
  eig3: (r) => {
    const mat = r.vec(9);
    plumbline.symmetrize(mat, 0, mat, 0, 3);
    return [out(3), out(9), out(4), given(mat)];
  },

  // curves
  muscleGain: (r) => [num(r.real(0, 2)), num(r.any()), given(r.vec(2)), num(r.real(0, 10)), given(muscle(r))],
  muscleBias: (r) => [num(r.real(0, 2)), given(r.vec(2)), num(r.real(0, 10)), given(muscle(r))],
  muscleDynamics: (r) => [
    ...numbers(2 * r.any(), 2 * r.any()),
    given(Float64Array.of(r.real(0.01, 0.1), r.real(0.01, 0.1), r.real() > 0 ? 0 : r.real(0, 0.3))),
  ],
  springDamper: (r) => {
    const Kv = r.real(0, 4);
    const critical = r.real() > 0.5;
    return numbers(r.any(), r.any(), critical ? Kv * Kv / 4 : r.real(0, 5), Kv, r.real(0, 2));
  },
  encodePyramid: (r) => {
    const dim = r.int(2, 6);
    // the bindings take the length of the coefficients for the dimension, which makes all arrays too long
    const mu = Float64Array.from({ length: dim }, () => r.real(0.1, 2));
    return [out(2 * dim), given(r.vec(dim + 1)), given(mu), length(dim)];
  },
  decodePyramid: (r) => {
    const dim = r.int(2, 6);
    return [out(dim + 1), given(r.vec(2 * dim)), given(r.vec(dim)), length(dim)];
  },
  Halton: (r) => numbers(r.int(0, 5000), r.int(2, 13)),
  sigmoid: (r) => [num(2 * r.any())],

  // numbers
  min: (r) => numbers(r.any(), r.any()),
  max: (r) => numbers(r.any(), r.any()),
  clip: (r) => numbers(r.any(), r.any(), r.any()),
  sign: (r) => [num(r.any())],
  round: (r) => [num(r.real() > 0 ? r.int(-9, 9) / 2 : 50 * r.any())],
  isBad: (r) => [num([NaN, Infinity, -1e11, 1e10, 1e10 + 1, r.any()][r.int(0, 5)])],
  isZero: counted,
  insertionSort: (r) => {
    const n = size(r);
    return [changed(r.vec(n)), length(n)];
  },
  insertionSortInt: (r) => {
    const n = size(r);
    return [changed(Int32Array.from({ length: n }, () => r.int(-9, 9))), length(n)];
  },
  type2Str: (r) => [num(r.int(1, 25))],
};

/** Parameters of a muscle. */
function muscle(r: Draw): Float64Array {
  const force = r.real() > 0 ? -1 : r.real(10, 100);
  const least = r.real(0.5, 0.9);
  return Float64Array.of(r.real(0.5, 0.9), r.real(1, 1.2), force, 200, least, r.real(1.2, 1.8), 1.5, r.real(1, 2), 1.2);
}

/** Functions of the bindings that differ from their namesakes by the type of an array. */
const OURS: Readonly<Record<string, string>> = { insertionSortInt: "insertionSort" };

/** Numbers in front of and behind each array, which must stay as they are. */
const AROUND = 3;
const UNTOUCHED = 77;

interface Results {
  readonly returned: unknown;
  readonly arrays: readonly (readonly number[])[];
}

/** Calls ours: each array is followed by the index of its first element. */
function callOurs(name: string, parameters: readonly Parameter[]): Results {
  const args: unknown[] = [];
  const written: [array: Float64Array | Int32Array, start: number, n: number][] = [];
  for (const parameter of parameters) {
    if (!("values" in parameter)) {
      args.push(parameter.value);
      // the index after a missing array
      if (parameter.value === null) args.push(0);
      continue;
    }
    const { values } = parameter;
    const start = parameter.whole ? 0 : AROUND;
    const Kind = values instanceof Int32Array ? Int32Array : Float64Array;
    const array = new Kind(values.length + 2 * start).fill(UNTOUCHED);
    array.set(values, start);
    args.push(array);
    if (!parameter.whole) args.push(start);
    written.push([array, start, parameter.kind === "in" ? 0 : values.length]);
    if (parameter.kind === "in") written.push([array, 0, 0]);
  }
  const call = (plumbline as unknown as Record<string, (...args: unknown[]) => unknown>)[OURS[name] ?? name];
  const returned = call(...args);
  for (const [array, start, n] of written) {
    if (n === 0) continue;
    assert.ok(array.subarray(0, start).every((x) => x === UNTOUCHED), "writes before its result");
    assert.ok(array.subarray(start + n).every((x) => x === UNTOUCHED), "writes behind its result");
  }
  const arrays = written.filter(([, , n]) => n > 0).map(([array, start, n]) => [...array.subarray(start, start + n)]);
  return { returned: typeof returned === "boolean" ? Number(returned) : returned, arrays };
}

function callMujoco(name: string, parameters: readonly Parameter[]): Results {
  const buffers: Foreign[] = [];
  const args: unknown[] = [];
  for (const parameter of parameters) {
    if (!("values" in parameter)) {
      if (parameter.kind === "number") args.push(parameter.value);
    } else if (parameter.kind === "in") {
      args.push([...parameter.values]);
    } else {
      const kind = parameter.values instanceof Int32Array ? mj.IntBuffer : mj.DoubleBuffer;
      const buffer = kind.FromArray([...parameter.values]);
      buffers.push(buffer);
      args.push(buffer);
    }
  }
  const returned = mj[`mju_${name}`](...args);
  const arrays = buffers.map((buffer) => [...buffer.GetView()]);
  for (const buffer of buffers) buffer.delete();
  return { returned: typeof returned === "boolean" ? Number(returned) : returned, arrays };
}

const TRIALS = 150;

for (const [name, row] of Object.entries(ROWS)) {
  comparison(`${name}() gives what mju_${name} of MuJoCo ${ORACLE.version} gives`, () => {
    for (let seed = 1; seed <= TRIALS; seed++) {
      const draw = () => row(new Draw(randomFrom(seed)));
      const theirs = callMujoco(name, draw());
      const ours = callOurs(name, draw());
      // the sign of zero is ignored; nothing depends on it
      const plain = ({ returned, arrays }: Results) => ({
        returned: typeof returned === "number" ? returned + 0 : returned ?? null,
        arrays: arrays.filter((it) => it.length > 0).map((array) => array.map((x) => x + 0)),
      });
      assert.deepEqual(plain(ours), plain(theirs), `seed ${seed}: ${JSON.stringify(draw())}`);
    }
  });
}

comparison("str2Type() knows the names that MuJoCo knows", () => {
  for (const name of [...Object.keys(plumbline.Obj).map((it) => it.toLowerCase()), "", "Body", "joints"]) {
    assert.equal(plumbline.str2Type(name), mj.mju_str2Type(name), name);
  }
});

comparison("sqrMatTD() without weights is that with weights of one", () => {
  const mat = new Draw(randomFrom(1)).vec(12);
  const results = [null, new Float64Array(4).fill(1)].map((diag) => {
    const res = new Float64Array(9).fill(NaN);
    plumbline.sqrMatTD(res, 0, mat, 0, diag, 0, 4, 3);
    return [...res];
  });
  assert.deepEqual(results[0], results[1]);
});

comparison("boxQP() gives what mju_boxQP gives", () => {
  let failed = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const r = new Draw(randomFrom(seed));
    const n = r.int(1, 7);
    const H = r.symmetric(n);
    const g = Float64Array.from({ length: n }, () => 3 * r.real());
    const lower = r.real() > -0.6 ? Float64Array.from({ length: n }, () => r.real(-1, 0)) : null;
    const upper = r.real() > -0.6 ? Float64Array.from({ length: n }, () => r.real(0.1, 1)) : null;
    const start = r.vec(n);

    const ours = { res: start.slice(), R: new Float64Array(n * n), index: new Int32Array(n) };
    const nfree = plumbline.boxQP(ours.res, ours.R, ours.index, H, g, n, lower, upper);
    const res = mj.DoubleBuffer.FromArray([...start]);
    const R = mj.DoubleBuffer.FromArray(Array(n * (n + 7)).fill(0));
    const index = mj.IntBuffer.FromArray(Array(n).fill(0));
    const expected = mj.mju_boxQP(res, R, index, [...H], [...g], lower && [...lower], upper && [...upper]);
    assert.equal(nfree, expected, `seed ${seed}`);
    if (nfree < 0) {
      failed++;
    } else {
      assert.deepEqual([...ours.res], [...res.GetView()], `seed ${seed}: minimum`);
      assert.deepEqual([...ours.index].slice(0, nfree), [...index.GetView()].slice(0, nfree), `seed ${seed}: free`);
      const lowerOf = (mat: ArrayLike<number>) =>
        Array.from({ length: nfree }, (_, i) => Array.from({ length: i + 1 }, (_, j) => mat[i * nfree + j]));
      assert.deepEqual(lowerOf(ours.R), lowerOf(R.GetView()), `seed ${seed}: factor`);
    }
    for (const buffer of [res, R, index]) buffer.delete();
  }
  assert.ok(failed > 10 && failed < 300, `${failed} of 400 are not positive definite`);
});

comparison("helpers name what they cannot use", () => {
  const vec = new Float64Array(4);
  assert.throws(() => plumbline.euler2Quat(vec, 0, vec, 0, "xyw"), /^RangeError: euler2Quat: seq must be three of/);
  assert.throws(
    () => plumbline.boxQP(vec, vec, null, vec, vec, 0, null, null),
    /^RangeError: boxQP: n must be positive/,
  );
  const one = Float64Array.of(1);
  assert.throws(
    () => plumbline.boxQP(vec, vec, null, one, one, 1, one, one),
    /lower\[0\] must be less than upper\[0\]/,
  );
});
