import assert from "node:assert/strict";
import { mulMatVec } from "../math/vec.ts";
import { cholFactor, cholSolve, cholUpdate } from "./cholesky.ts";
import {
  countFactor,
  factorSparse,
  fillFactor,
  newFactorPattern,
  solveSparse,
  updateSparse,
} from "./sparse_cholesky.ts";
import { symmetricFrom } from "../../harness/random.ts";

/** Seeded numbers in [−1, 1). */
/** A symmetric positive definite matrix in which about a third of the rows are coupled. */
function randomMatrix(n: number, seed: number): Float64Array {
  const next = symmetricFrom(seed);
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const value = next() > 0.3 ? next() : 0;
      A[i * n + j] = value;
      A[j * n + i] = value;
    }
    A[i * n + i] = n + next();
  }
  return A;
}

function assertClose(actual: Float64Array, expected: Float64Array, bound: number, message: string): void {
  for (let i = 0; i < expected.length; i++) {
    assert.ok(Math.abs(actual[i] - expected[i]) <= bound, `${message}: [${i}] is ${actual[i]}, not ${expected[i]}`);
  }
}

Deno.test("cholSolve() inverts the matrix that cholFactor() was given", () => {
  for (let n = 1; n <= 13; n++) {
    const A = randomMatrix(n, n);
    const x = Float64Array.from({ length: n }, symmetricFrom(n + 100));
    const b = new Float64Array(n);
    mulMatVec(b, 0, A, 0, x, 0, n, n);

    const L = A.slice();
    const rank = cholFactor(L, 0, n, n, 1e-15);
    const solved = new Float64Array(n).fill(NaN);
    cholSolve(solved, 0, L, 0, b, 0, n, n);

    assert.equal(rank, n);
    assertClose(solved, x, 1e-13, `n ${n}`);
  }
});

Deno.test("cholFactor() raises diagonals that vanish and says how many", () => {
  const A = Float64Array.of(1, 1, 1, 1);
  const rank = cholFactor(A, 0, 2, 2, 1e-6);
  assert.equal(rank, 1);
  assert.equal(A[3], Math.sqrt(1e-6));
});

Deno.test("cholUpdate() gives the factor of the matrix plus or minus the outer product", () => {
  for (const sign of [1, -1]) {
    const n = 9;
    const A = randomMatrix(n, 7);
    const x = Float64Array.from({ length: n }, symmetricFrom(8));
    const changed = A.slice();
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) changed[i * n + j] += sign * x[i] * x[j];

    const L = A.slice();
    cholFactor(L, 0, n, n, 1e-15);
    const rank = cholUpdate(L, 0, x.slice(), 0, n, n, sign);
    cholFactor(changed, 0, n, n, 1e-15);

    assert.equal(rank, n);
    for (let i = 0; i < n; i++) {
      for (let j = i; j < n; j++) {
        assert.ok(Math.abs(L[i * n + j] - changed[i * n + j]) < 1e-13, `sign ${sign}: element ${i}, ${j}`);
      }
    }
  }
});

Deno.test("solveSparse() agrees with cholSolve(), before and after an update", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const n = 1 + seed % 11;
    const A = randomMatrix(n, seed);
    const b = Float64Array.from({ length: n }, symmetricFrom(seed + 50));

    // lower triangle by rows, upper triangle by rows
    const lower = { nnz: new Int32Array(n), adr: new Int32Array(n), col: [] as number[], val: [] as number[] };
    const upper = { nnz: new Int32Array(n), adr: new Int32Array(n), col: [] as number[] };
    for (let i = 0; i < n; i++) {
      lower.adr[i] = lower.col.length;
      upper.adr[i] = upper.col.length;
      for (let j = 0; j < n; j++) {
        if (A[i * n + j] === 0) continue;
        if (j <= i) {
          lower.col.push(j);
          lower.val.push(A[i * n + j]);
          lower.nnz[i]++;
        }
        if (j >= i) {
          upper.col.push(j);
          upper.nnz[i]++;
        }
      }
    }
    const pattern = newFactorPattern(n);
    const L = new Float64Array(countFactor(pattern, n, upper.nnz, upper.adr, Int32Array.from(upper.col)));
    fillFactor(pattern, n, upper.nnz, upper.adr, Int32Array.from(upper.col));
    const dense = new Float64Array(n);
    const values = Float64Array.from(lower.val);
    const rank = factorSparse(L, pattern, n, values, lower.nnz, lower.adr, Int32Array.from(lower.col), dense);
    assert.equal(rank, n, `seed ${seed}`);

    const x = new Float64Array(n);
    const expected = new Float64Array(n);
    const factor = A.slice();
    cholFactor(factor, 0, n, n, 1e-15);
    solveSparse(x, L, pattern, b, n);
    cholSolve(expected, 0, factor, 0, b, 0, n, n);
    assertClose(x, expected, 1e-12, `seed ${seed}, factored`);

    // the last row of L is a pattern that an update may have
    const last = pattern.rowadr[n - 1];
    const columns = pattern.colind.slice(last, last + pattern.rownnz[n - 1]);
    const v = Float64Array.from({ length: columns.length }, symmetricFrom(seed + 90));
    const spread = new Float64Array(n);
    columns.forEach((c, k) => spread[c] = v[k]);
    updateSparse(L, pattern, n, v, 0, columns.length, columns, 0, 1, dense);
    cholUpdate(factor, 0, spread, 0, n, n, 1);
    solveSparse(x, L, pattern, b, n);
    cholSolve(expected, 0, factor, 0, b, 0, n, n);
    assertClose(x, expected, 1e-12, `seed ${seed}, updated`);
    assert.ok(dense.every((value) => value === 0), "work memory is left clean");
  }
});

Deno.test("cholUpdate() and updateSparse() raise diagonals that vanish, and leave rows alone that x has no part in", () => {
  // the factor of a diagonal matrix, in which one entry is smaller than what others are raised to
  const diagonal = [2, 1e-9, 3, 5];
  const all = Int32Array.of(0, 1, 2, 3);
  const one = new Int32Array(4).fill(1);
  const p = newFactorPattern(4);
  const L = new Float64Array(countFactor(p, 4, one, all, all));
  fillFactor(p, 4, one, all, all);
  for (let k = 0; k < 4; k++) {
    for (const part of [1, 0.5]) {
      const x = new Float64Array(4);
      x[k] = part * diagonal[k];
      const square = diagonal[k] * diagonal[k] - x[k] * x[k];
      const expected = diagonal.with(k, Math.sqrt(Math.max(1e-15, square)));
      const rank = square < 1e-15 ? 3 : 4;

      const dense = new Float64Array(16);
      diagonal.forEach((value, i) => dense[5 * i] = value);
      assert.equal(cholUpdate(dense, 0, x.slice(), 0, 4, 4, -1), rank);
      assert.deepEqual([0, 5, 10, 15].map((i) => dense[i]), expected);

      diagonal.forEach((value, i) => L[p.rowadr[i] + p.rownnz[i] - 1] = value);
      assert.equal(updateSparse(L, p, 4, x, 0, 4, all, 0, -1, new Float64Array(4)), rank);
      assert.deepEqual([0, 1, 2, 3].map((i) => L[p.rowadr[i] + p.rownnz[i] - 1]), expected);
    }
  }
});
