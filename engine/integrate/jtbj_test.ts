import { deepEqual } from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { Numbers } from "../solver/numbers_test.ts";
import { planChain } from "../model/chain.ts";
import type { Model } from "../types/model.ts";
import { addChainJTBJ, addDenseJTBJ, addDiagonalJTBJ, addJTBJ } from "./jtbj.ts";

/** Trees of bodies with up to three joints, so that chains are prefixes of each other or part. */
function forest(numbers: Numbers): Model {
  let left = 2 + numbers.below(7);
  const body = (): string => {
    left--;
    const joints = "<joint type='slide'/>".repeat(1 + numbers.below(3));
    let text = `<body>${joints}<geom size=".1"/>`;
    while (left > 0 && numbers.below(5) > 1) text += body();
    return `${text}</body>`;
  };
  let bodies = "";
  while (left > 0) bodies += body();
  return compile(`<mujoco><worldbody>${bodies}</worldbody></mujoco>`);
}

/** A small whole number, often zero or one: sums and products of a few are exact in any order. */
function small(numbers: Numbers): number {
  return numbers.below(3) === 0 ? numbers.below(2) : numbers.below(9) - 4;
}

/** The matrix within its pattern after JᵀBJ is added, for dense J with a row for each of those of B. */
function expected(m: Model, before: Float64Array, J: number[][], B: number[][]): number[] {
  const after = [...before];
  for (let i = 0; i < m.nv; i++) {
    for (let k = m.D_rowadr[i]; k < m.D_rowadr[i] + m.D_rownnz[i]; k++) {
      const j = m.D_colind[k];
      B.forEach((row, r) => row.forEach((b, c) => after[k] += J[r][i] * b * J[c][j]));
    }
  }
  return after;
}

/** Numbers without the sign of zero. */
function unsigned(values: Iterable<number>): number[] {
  return [...values].map((x) => x + 0);
}

for (let seed = 1; seed <= 40; seed++) {
  const numbers = new Numbers(seed, 2);
  const m = forest(numbers);
  const d = new Data(m);
  const list = (n: number) => Array.from({ length: n }, () => small(numbers));
  const fresh = () => {
    d.qDeriv.set(d.qDeriv.map(() => small(numbers)));
    return d.qDeriv.slice();
  };

  Deno.test(`JᵀBJ is added within the pattern of a matrix, seed ${seed}`, () => {
    // sparse rows of some columns, also of one
    for (let round = 0; round < 6; round++) {
      const columns = Array.from({ length: m.nv }, (_, i) => i).filter(() => numbers.below(2) === 0);
      if (round === 0) columns.splice(1);
      const n = columns.length;
      if (n === 0) continue;
      const values = list(n);
      const dense = new Array<number>(m.nv).fill(0);
      columns.forEach((c, k) => dense[c] = values[k]);
      const [slope] = list(1);
      const before = fresh();
      addJTBJ(
        m,
        d,
        Float64Array.of(7, 7, ...values, 7),
        Int32Array.of(0, 0, ...columns, 0),
        2,
        n,
        Float64Array.of(slope),
      );
      deepEqual(unsigned(d.qDeriv), unsigned(expected(m, before, [dense], [[slope]])), `columns ${columns}`);

      d.qDeriv.set(before);
      addDenseJTBJ(m, d, Float64Array.of(7, ...dense, 7), 1, Float64Array.of(slope));
      deepEqual(unsigned(d.qDeriv), unsigned(expected(m, before, [dense], [[slope]])), `dense, columns ${columns}`);
    }

    // six rows over the chain of each body
    const { adr, dof } = planChain(m);
    for (let body = 1; body < m.nbody; body++) {
      const chain = dof.slice(adr[body], adr[body + 1]);
      const n = chain.length;
      const values = list(6 * n);
      const J = Array.from({ length: 6 }, (_, r) => {
        const dense = new Array<number>(m.nv).fill(0);
        chain.forEach((c, k) => dense[c] = values[r * n + k]);
        return dense;
      });
      const padded = Float64Array.of(...values, 7, 7, 7);
      const row = new Float64Array(n + 3).fill(7);
      const B = Array.from({ length: 6 }, () => list(6));
      let before = fresh();
      addChainJTBJ(m, d, padded, chain, n, Float64Array.from(B.flat()), row);
      deepEqual(unsigned(d.qDeriv), unsigned(expected(m, before, J, B)), `chain of body ${body}`);

      const twelve = list(12);
      const sum = Array.from({ length: 6 }, (_, r) => B.map((_, c) => r === c ? twelve[r] + twelve[6 + r] : 0));
      before = fresh();
      addDiagonalJTBJ(m, d, padded, chain, n, Float64Array.from(twelve), row);
      deepEqual(unsigned(d.qDeriv), unsigned(expected(m, before, J, sum)), `diagonals, chain of body ${body}`);
    }
  });
}

Deno.test("products with columns out of order are dropped after the first that the pattern lacks", () => {
  const m = compile(`<mujoco><worldbody><body><joint type="slide"/><joint type="slide"/><geom size=".1"/></body>
    <body><joint type="slide"/><geom size=".1"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  addJTBJ(m, d, Float64Array.of(2, 3, 5), Int32Array.of(0, 2, 1), 0, 3, Float64Array.of(1));
  // the rows of the first two dofs end before column 2, so that column 1 is never looked for
  deepEqual([...d.qDeriv], [4, 0, 10, 0, 9]);
});
