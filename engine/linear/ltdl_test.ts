import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { factorI, solveLD, solveThreeLD } from "./ltdl.ts";

/** A forest of dofs: `parent` is below its children; some rows have their diagonals alone. Some of it are not chains. */
function pattern(random: () => number, nv: number, branching: number) {
  const chains: number[][] = [];
  for (let i = 0; i < nv; i++) {
    // mostly chains, now and then a branch, a new tree, or a dof by itself
    const dice = random();
    const parent = i === 0 || dice < branching ? -1 : dice < 1 - 2 * branching ? i - 1 : Math.floor(random() * i);
    chains.push([...(parent < 0 ? [] : chains[parent]), i]);
  }
  const rownnz = Int32Array.from(chains, ({ length }) => length);
  const rowadr = new Int32Array(nv);
  for (let i = 1; i < nv; i++) rowadr[i] = rowadr[i - 1] + rownnz[i - 1];
  return { rownnz, rowadr, colind: Int32Array.from(chains.flat()) };
}

/** Elimination and substitution dof by dof, in MuJoCo's order of additions. */
function plainly(mat: Float64Array, x: Float64Array, { rownnz, rowadr, colind }: ReturnType<typeof pattern>) {
  const nv = rownnz.length;
  const inverse = new Float64Array(nv);
  for (let k = nv - 1; k >= 0; k--) {
    const end = rowadr[k] + rownnz[k] - 1;
    inverse[k] = 1 / mat[end];
    for (let adr = end - 1; adr >= rowadr[k]; adr--) {
      const row = rowadr[colind[adr]];
      const scale = -mat[adr] * inverse[k];
      for (let j = 0; j <= adr - rowadr[k]; j++) mat[row + j] += mat[rowadr[k] + j] * scale;
    }
    for (let adr = rowadr[k]; adr < end; adr++) mat[adr] *= inverse[k];
  }
  for (let i = nv - 1; i >= 0; i--) {
    if (x[i] === 0) continue;
    for (let n = 0; n < rownnz[i] - 1; n++) x[colind[rowadr[i] + n]] -= mat[rowadr[i] + n] * x[i];
  }
  for (let i = 0; i < nv; i++) x[i] *= inverse[i];
  for (let i = 0; i < nv; i++) {
    const n = rownnz[i] - 1;
    const product = (k: number) => mat[rowadr[i] + k] * x[colind[rowadr[i] + k]];
    const sums = [0, 0, 0, 0];
    const whole = n & ~3;
    for (let k = 0; k < whole; k++) sums[k % 4] += product(k);
    let sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (let k = whole; k < n; k++) sum += product(k);
    if (n > 0) x[i] -= sum;
  }
  return inverse;
}

/** Factors and solves with a matrix on a forest, and compares all bits. */
function check(random: () => number, nv: number, branching: number, what: string): void {
  const forest = pattern(random, nv, branching);
  const { rownnz, rowadr, colind } = forest;
  const mat = Float64Array.from(colind, () => symmetric(random));
  for (let i = 0; i < nv; i++) mat[rowadr[i] + rownnz[i] - 1] = nv + random();
  const x = Float64Array.from({ length: nv }, () => random() < 0.3 ? 0 : symmetric(random));

  const expected = { mat: mat.slice(), x: x.slice() };
  const inverse = plainly(expected.mat, expected.x, forest);

  // the vector begins at an offset
  const diaginv = new Float64Array(nv).fill(NaN);
  const shifted = Float64Array.of(NaN, ...x, NaN);
  factorI(mat, diaginv, nv, rownnz, rowadr, colind);
  solveLD(shifted, 1, mat, diaginv, nv, rownnz, rowadr, colind);
  assert.deepEqual(mat, expected.mat, what);
  assert.deepEqual(diaginv, inverse, what);
  assert.deepEqual(shifted, Float64Array.of(NaN, ...expected.x, NaN), what);
}

Deno.test("factorI() and solveLD() give the bits of elimination dof by dof, on any forest", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed);
    check(random, 1 + Math.floor(random() * 24), 0.1, `seed ${seed}`);
  }
});

Deno.test("factorI() gives the same bits of long chains, with its kernel and without", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const act = () => {
      const random = randomFrom(seed);
      check(random, 20 + Math.floor(random() * 100), 0.03, `seed ${seed}`);
    };
    act();
    withoutKernels(act);
  }
});

Deno.test("solveThreeLD() gives the bits of three vectors solved one by one", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomFrom(seed);
    const nv = 1 + Math.floor(random() * 20);
    const { rownnz, rowadr, colind } = pattern(random, nv, 0.1);
    const mat = Float64Array.from(colind, () => symmetric(random));
    for (let i = 0; i < nv; i++) mat[rowadr[i] + rownnz[i] - 1] = nv + random();
    const diaginv = new Float64Array(nv);
    factorI(mat, diaginv, nv, rownnz, rowadr, colind);

    // vectors lie further apart than they are long
    const [first, stride] = [2, nv + 3];
    const x = Float64Array.from({ length: first + 3 * stride }, () => random() < 0.4 ? 0 : symmetric(random));
    const expected = x.slice();
    for (let k = 0; k < 3; k++) {
      solveLD(expected, first + k * stride, mat, diaginv, nv, rownnz, rowadr, colind);
    }
    solveThreeLD(x, first, stride, mat, diaginv, nv, rownnz, rowadr, colind);
    assert.deepEqual(x, expected, `seed ${seed}`);
  }
});
