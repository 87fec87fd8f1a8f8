import assert from "node:assert/strict";
import { cholFactor, cholSolve, cholUpdate } from "../support/cholesky.ts";
import {
  addSquaredRows,
  type DenseRows,
  layDenseRows,
  mulRows,
  mulRowsT,
  newDenseRows,
} from "../support/dense_rows.ts";
import { solveSparse } from "../support/sparse_cholesky.ts";
import { mulGroups } from "../support/sparse_rows.ts";
import { mulMatVecSparse } from "../support/sparse.ts";
import { newContacts } from "../types/contacts.ts";
import type { Model } from "../types/model.ts";
import { PrimalSlot, PrimalSum } from "../wasm/primal_kernels.ts";
import { Constraint, ConstraintState } from "../types/enums.ts";
import { newSolverArena, type SolverKernels } from "./arena.ts";
import { layProfileHessian, makeProfile, updateProfile } from "./hessian_profile.ts";
import { factorizeSparse, findPatterns, makeSparse, newSparseHessian, updateSparseHessian } from "./hessian_sparse.ts";
import { moveBy, multiplySearch, polynomials, precondition, turnSearch, update } from "./iteration.ts";
import { layPlacedPlans, placePlan } from "./kernel_plan.ts";
import { lineSearch } from "./line_search.ts";
import { PrimalProblem } from "./problem.ts";
import { mulInertia } from "./products.ts";
import { plansRoom, writePlan } from "./sparse_pattern.ts";
import { transposeJacobian } from "./transpose_jacobian.ts";

// a memory of its own, as that of the solvers is laid out already
const arena = newSolverArena();

/** Seeded numbers in [−1, 1), with some of the odd ones that doubles have. */
class Numbers {
  constructor(private state: number) {}

  next(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state / 2 ** 31 - 1;
  }
  below(n: number): number {
    return Math.floor((this.next() + 1) / 2 * n);
  }
  odd(): number {
    const odd = [0, -0, NaN, Infinity, -Infinity, 5e-324, -3e-310, 1e308, 1];
    return this.below(12) === 0 ? odd[this.below(odd.length)] : this.next();
  }
}

/** Lays out arrays on the memory of the kernels, full of numbers that matter to nothing. */
function lay<T>(layout: (take: { float(n: number): Float64Array; int(n: number): Int32Array }) => T): T {
  let result: T | undefined;
  arena.lay((take) => result = layout({ float: (n) => take.float(n).fill(NaN), int: (n) => take.int(n) }));
  return result as T;
}

function kernels(): SolverKernels {
  lay((take) => take.float(1));
  assert.ok(arena.kernels, "there are kernels");
  return arena.kernels;
}

const padded = (n: number) => (n + 1) & ~1;

/** A matrix in the upper triangle, what is below is no number. */
function randomUpper(n: number, numbers: Numbers, isOdd: boolean): Float64Array {
  const stride = padded(n);
  const mat = new Float64Array(stride * n).fill(NaN);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) mat[i * stride + j] = isOdd ? numbers.odd() : numbers.next() + (i === j ? n : 0);
  }
  return mat;
}

/** Are numbers the same, where no number is one number? */
function assertSame(actual: Float64Array, expected: Float64Array, message: string): void {
  assert.deepEqual([...actual], [...expected], message);
}

function assertSameUpper(actual: Float64Array, expected: Float64Array, n: number, message: string): void {
  const stride = padded(n);
  for (let i = 0; i < n; i++) {
    const row = (mat: Float64Array) => mat.subarray(i * stride + i, i * stride + n);
    assertSame(row(actual), row(expected), `${message}, row ${i}`);
  }
}

Deno.test("kernels for Cholesky factors give the bits of the loops", () => {
  const k = kernels();
  for (let seed = 1; seed <= 120; seed++) {
    const numbers = new Numbers(seed);
    const isOdd = seed % 3 === 0;
    const n = 1 + numbers.below(40);
    const stride = padded(n);
    const message = `seed ${seed}, n ${n}`;
    const memory = lay((take) => ({
      mat: take.float(stride * stride),
      v: take.float(4 * stride),
      res: take.float(stride),
      signs: take.float(4),
    }));
    const mat = randomUpper(n, numbers, isOdd);
    memory.mat.set(mat);
    const at = memory.mat.byteOffset;

    const rank = cholFactor(mat, 0, n, stride, 1e-12);
    assert.equal(k.cholFactor(at, n, 8 * stride, 1e-12), rank, message);
    assertSameUpper(memory.mat, mat, n, `${message}: factor`);

    const v = Float64Array.from({ length: n }, () => isOdd ? numbers.odd() : numbers.next());
    const res = new Float64Array(n);
    memory.v.set(v);
    cholSolve(res, 0, mat, 0, v, 0, n, stride);
    k.cholSolve(memory.res.byteOffset, at, memory.v.byteOffset, n, 8 * stride);
    assertSame(memory.res.subarray(0, n), res, `${message}: solution`);

    const x = new Float64Array(4 * stride);
    for (let i = 0; i < n; i++) {
      x[i] = numbers.below(4) ? v[i] : 0;
    }
    const sign = numbers.next() < 0 ? -1 : 1;
    memory.v.set(x);
    const updated = cholUpdate(mat, 0, x.slice(), 0, n, stride, sign);
    memory.signs[0] = sign;
    const s = memory.signs.byteOffset;
    assert.equal(k.cholUpdate(at, memory.v.byteOffset, n, 8 * stride, s, 1e-15), updated, message);
    assertSameUpper(memory.mat, mat, n, `${message}: update`);

    for (const signs of [[1, sign], [-sign, sign, 1, -1]]) {
      const many = signs.length;
      for (let i = 0; i < many * stride; i++) x[i] = i % stride < n && numbers.below(4) ? numbers.next() : 0;
      memory.v.set(x);
      let lost = many * n;
      signs.forEach((one, i) => lost -= cholUpdate(mat, 0, x, i * stride, n, stride, one));
      const y = memory.v.byteOffset;
      memory.signs.set(signs);
      lost -= n - k[many === 2 ? "cholUpdate2" : "cholUpdate4"](at, y, n, 8 * stride, s, 1e-15);
      assert.equal(lost, 0, message);
      assertSameUpper(memory.mat, mat, n, `${message}: ${many} updates`);
    }
  }
});

/** Groups of random rows and columns. */
function randomRows(rows: DenseRows, nv: number, groups: number, isFull: boolean, numbers: Numbers): number {
  let i = 0;
  rows.count = groups;
  for (let g = 0; g < groups; g++) {
    rows.row[g] = i;
    i += 1 + numbers.below(7);
    let column = rows.columnadr[g];
    let block = rows.blockadr[g];
    let pair = rows.pairadr[g];
    rows.tail[g] = 0;
    for (let c = 0; c < nv; c++) {
      if (!isFull && numbers.below(2) === 0) continue;
      rows.columns[column++] = c;
      if (pair === rows.pairadr[g] || rows.pairs[pair - 1] !== (c & ~1)) rows.pairs[pair++] = c & ~1;
      if (c >= (nv & ~3)) rows.tail[g] = 1;
      else if (block === rows.blockadr[g] || rows.blocks[block - 1] !== (c & ~3)) rows.blocks[block++] = c & ~3;
    }
    rows.columnadr[g + 1] = column;
    rows.blockadr[g + 1] = block;
    rows.pairadr[g + 1] = pair;
  }
  rows.row[groups] = i;
  return i;
}

Deno.test("kernels for products with dense rows give the bits of the loops", () => {
  const k = kernels();
  for (let seed = 1; seed <= 120; seed++) {
    const numbers = new Numbers(seed);
    // where columns are left out, zeros meet what is finite
    const isFull = seed % 2 === 0;
    const number = () => isFull ? numbers.odd() : numbers.next();
    const nv = 1 + numbers.below(35);
    const stride = padded(nv);
    const message = `seed ${seed}, nv ${nv}`;
    const rows = newDenseRows();
    const memory = lay((take) => {
      layDenseRows(take, rows, 60, 60 * nv);
      return {
        J: take.float(60 * nv + 2),
        v: take.float(nv + 4),
        f: take.float(60),
        Jv: take.float(60),
        JTf: take.float(nv + 1),
        mat: take.float(stride * stride),
        scaled: take.float(4 * stride),
      };
    });
    const nefc = randomRows(rows, nv, 1 + numbers.below(8), isFull, numbers);
    const J = new Float64Array(nefc * nv);
    for (let g = 0; g < rows.count; g++) {
      for (let i = rows.row[g]; i < rows.row[g + 1]; i++) {
        for (let c = rows.columnadr[g]; c < rows.columnadr[g + 1]; c++) J[i * nv + rows.columns[c]] = number();
      }
    }
    const v = Float64Array.from({ length: nv }, number);
    const f = Float64Array.from({ length: nefc }, () => numbers.below(3) ? number() : 0);
    memory.J.set(J);
    memory.v.set(v);
    memory.f.set(f);
    const [row, pairadr, pairs, at] = [rows.row, rows.pairadr, rows.pairs, memory.J].map((array) => array.byteOffset);

    const Jv = new Float64Array(nefc);
    mulRows(Jv, rows, J, 0, nv, v);
    const { blockadr, blocks, tail } = rows;
    const [b, c, t] = [blockadr, blocks, tail].map((array) => array.byteOffset);
    k.mulRows(memory.Jv.byteOffset, rows.count, row, b, c, t, at, nv, memory.v.byteOffset);
    assertSame(memory.Jv.subarray(0, nefc), Jv, `${message}: J v`);

    const JTf = new Float64Array(nv);
    mulRowsT(JTf, rows, J, 0, nv, f);
    k.mulRowsT(memory.JTf.byteOffset, rows.count, row, pairadr, pairs, at, nv, memory.f.byteOffset);
    assertSame(memory.JTf.subarray(0, nv), JTf, `${message}: Jᵀ f`);

    const mat = new Float64Array(stride * stride);
    memory.mat.fill(0);
    addSquaredRows(mat, stride, rows, J, 0, nv, f);
    const [h, weight, scaled] = [memory.mat, memory.f, memory.scaled].map((array) => array.byteOffset);
    k.addSquaredRows(h, 8 * stride, rows.count, row, pairadr, pairs, at, nv, weight, scaled);
    assertSameUpper(memory.mat, mat, nv, `${message}: Jᵀ D J`);
  }
});

/** A sparse problem of trees of dofs, and rows between some of them. */
function randomProblem(numbers: Numbers): PrimalProblem {
  const p = new PrimalProblem();
  const nv = p.nv = 1 + numbers.below(30);
  const parent = Array.from({ length: nv }, (_, i) => numbers.below(3) ? numbers.below(i + 1) - 1 : -1);
  const chain = (i: number): number[] => i < 0 ? [] : [...chain(parent[i]), i];
  const M = Array.from({ length: nv }, (_, i) => chain(i));
  p.M_rownnz = Int32Array.from(M, (row) => row.length);
  p.M_rowadr = Int32Array.from(M, (_, i) => M.slice(0, i).flat().length);
  p.M_colind = Int32Array.from(M.flat());
  p.M = Float64Array.from(M.flatMap((row, i) => row.map((j) => numbers.next() + (i === j ? 2 * nv : 0))));

  const rows: number[][] = [];
  const group: number[] = [];
  for (let g = 0; g < 1 + numbers.below(9); g++) {
    const columns = [...new Set([...chain(numbers.below(nv)), ...chain(numbers.below(nv))])].sort((a, b) => a - b);
    for (let n = 1 + numbers.below(7); n > 0; n--) {
      rows.push(columns);
      group.push(n);
    }
  }
  p.nefc = rows.length;
  p.isSparse = true;
  p.J_rownnz = Int32Array.from(rows, (row) => row.length);
  p.J_rowadr = Int32Array.from(rows, (_, i) => rows.slice(0, i).flat().length);
  p.J_colind = Int32Array.from(rows.flat());
  p.J = Float64Array.from(rows.flat(), () => numbers.next());
  p.J_group = Int32Array.from(group);
  p.JT_rownnz = new Int32Array(nv);
  p.JT_rowadr = new Int32Array(nv);
  p.D = Float64Array.from(rows, () => 3 + numbers.next());
  p.state = Int32Array.from(rows, () => numbers.below(3) ? ConstraintState.QUADRATIC : ConstraintState.SATISFIED);
  p.oldstate = p.state.slice();
  transposeJacobian(p, p.J.length);
  return p;
}

Deno.test("kernels for sparse problems give the bits of the loops", () => {
  const k = kernels();
  for (let seed = 1; seed <= 150; seed++) {
    const numbers = new Numbers(seed);
    const p = randomProblem(numbers);
    const { nv, nefc, M, J } = p;
    const message = `seed ${seed}, nv ${nv}, nefc ${nefc}`;
    const loops = newSparseHessian(nv);
    const h = p.profile;
    const memory = lay((take) => {
      layProfileHessian(take, h, nv, nefc);
      layPlacedPlans(take, p.placed, plansRoom(nv, M.length, nefc, J.length));
      p.M = take.float(M.length);
      p.J = take.float(J.length);
      return { v: take.float(nv + 4), res: take.float(nv + 1), f: take.float(nefc), Jv: take.float(nefc) };
    });
    h.vector.fill(0);
    findPatterns(p, loops);
    p.hessianKernels = k;
    const plan = { ints: new Int32Array(0), length: 0, isNew: true };
    writePlan(p, loops, plan);
    placePlan(p, plan, 0);
    p.M.set(M);
    p.J.set(J);
    const [mat, at] = [h.L, p.J].map((array) => array.byteOffset);

    const v = memory.v.subarray(0, nv).map(() => numbers.odd());
    const f = memory.f.map(() => numbers.odd());
    memory.v.set(v);
    memory.f.set(f);
    const Jv = new Float64Array(nefc);
    mulGroups(Jv, J, nefc, p.J_rownnz, p.J_rowadr, p.J_colind, p.J_group, v);
    k.mulGroups(memory.Jv.byteOffset, p.plan, at, memory.v.byteOffset);
    assertSame(memory.Jv, Jv, `${message}: J v`);
    const JTf = new Float64Array(nv);
    mulMatVecSparse(JTf, p.JT, f, nv, p.JT_rownnz, p.JT_rowadr, p.JT_colind);
    k.mulColumns(memory.res.byteOffset, p.plan, at, memory.f.byteOffset);
    assertSame(memory.res.subarray(0, nv), JTf, `${message}: Jᵀ f`);

    const Mv = new Float64Array(nv);
    mulInertia(p, Mv, v);
    k.mulInertia(memory.res.byteOffset, p.plan, p.M.byteOffset, memory.v.byteOffset);
    assertSame(memory.res.subarray(0, nv), Mv, `${message}: M v`);

    const { rownnz, rowadr, colind } = loops.factor;
    const stride = padded(nv);
    const assertSameFactor = (step: string) => {
      for (let i = 0; i < nv; i++) {
        const row = new Float64Array(i + 1);
        for (let e = rowadr[i]; e < rowadr[i] + rownnz[i]; e++) row[colind[e]] = loops.L[e];
        assertSame(h.L.subarray(i * stride, i * stride + i + 1), row, `${message}: ${step}, row ${i}`);
      }
    };
    makeSparse(p, loops);
    factorizeSparse(p, loops);
    makeProfile(p, h, k);
    k.factorProfile(mat, p.plan, 1e-15);
    assertSameFactor("factor");

    for (let i = 0; i < nefc; i++) {
      if (numbers.below(4) === 0) p.state[i] = ConstraintState.QUADRATIC;
    }
    assert.equal(updateProfile(p, h, k), updateSparseHessian(p, loops), message);
    assertSameFactor("update");
    assert.ok(h.vector.every((x) => x === 0), `${message}: the vector is left clean`);

    const b = v.map(() => numbers.next());
    memory.v.set(b);
    const x = new Float64Array(nv);
    solveSparse(x, loops.L, loops.factor, b, nv);
    k.solveProfile(memory.res.byteOffset, mat, memory.v.byteOffset, p.plan);
    assertSame(memory.res.subarray(0, nv), x, `${message}: solution`);
  }
});

/** Equalities, dry friction and contacts for the rows of a problem. */
function addConstraints(p: PrimalProblem, numbers: Numbers): void {
  const { nefc, D } = p;
  p.ne = numbers.below(2) * numbers.below(nefc + 1);
  p.nf = numbers.below(2) * numbers.below(nefc - p.ne + 1);
  p.R = Float64Array.from(D, (x) => 1 / x);
  p.floss = Float64Array.from(D, () => numbers.below(5));
  p.type = new Int32Array(nefc).fill(Constraint.CONTACT_PYRAMIDAL);
  p.id = new Int32Array(nefc);
  p.contact = newContacts(nefc);
  const { dim, mu, friction } = p.contact;
  for (let i = p.ne + p.nf, con = 0; p.isElliptic && i < nefc; con++) {
    const n = [1, 3, 4, 6][numbers.below(4)];
    const isCone = n > 1 && i + n <= nefc;
    dim[con] = isCone ? n : 1;
    mu[con] = 0.1 + numbers.below(5);
    for (let f = 0; f < 5; f++) friction[5 * con + f] = 1 + numbers.next() / 2;
    p.type.fill(isCone ? Constraint.CONTACT_ELLIPTIC : Constraint.CONTACT_FRICTIONLESS, i, i + dim[con]);
    p.id.fill(con, i, i + dim[con]);
    i += dim[con];
  }
}

Deno.test("an iteration gives the same bits by kernels and by loops", () => {
  const k = kernels();
  const m = { opt: { tolerance: 1e-8, ls_tolerance: 0.01, ls_iterations: 20 } } as Model;
  const search = (p: PrimalProblem) => lineSearch(m, p);
  const acts = [moveBy, update, precondition, turnSearch, multiplySearch, polynomials, search];
  for (let seed = 1; seed <= 200; seed++) {
    const numbers = new Numbers(seed);
    const p = randomProblem(numbers);
    const isOdd = seed % 3 === 0;
    const { nv, nefc, M, J, D } = p;
    p.isElliptic = seed % 2 === 0;
    addConstraints(p, numbers);
    lay((take) => {
      layPlacedPlans(take, p.placed, plansRoom(nv, M.length, nefc, J.length));
      for (const name of ["qacc", "qacc_smooth", "qfrc_smooth", "qfrc_constraint", "qLDiagInv"] as const) {
        p[name] = take.float(nv);
      }
      for (const name of ["Ma", "Mv", "grad", "Mgrad", "gradold", "Mgradold", "Mgraddif"] as const) {
        p[name] = take.float(nv);
      }
      p.search = take.float(nv + 4);
      for (const name of ["Jaref", "Jv", "force", "D", "cone_scale"] as const) p[name] = take.float(nefc);
      for (const name of ["state", "oldstate", "cone_dim"] as const) p[name] = take.int(nefc);
      p.M = take.float(M.length);
      p.qLD = take.float(M.length);
      p.J = take.float(J.length);
      p.quad = take.float(3 * nefc);
      p.polynomial = take.float(8);
      p.sums = take.float(PrimalSum.COUNT);
      p.block = take.int(PrimalSlot.COUNT);
    });
    p.J.set(J);
    p.M.set(M);
    p.D.set(D);
    p.scale[0] = 1;
    const plan = { ints: new Int32Array(0), length: 0, isNew: true };
    writePlan(p, newSparseHessian(nv), plan);
    placePlan(p, plan, 0);
    p.describe();

    const inputs = [p.qacc, p.qacc_smooth, p.qfrc_smooth, p.qLDiagInv, p.Ma, p.grad, p.Mgrad, p.gradold, p.search]
      .concat(p.Mgradold, p.Mv, p.Jaref, p.Jv, p.qLD);
    // kernels need no room for what the direction changes by
    const outputs = [p.qacc, p.qfrc_constraint, p.Ma, p.Mv, p.grad, p.Mgrad, p.search.subarray(0, nv), p.Jaref, p.Jv]
      .concat(p.force, p.quad, p.cost, p.quadGauss, p.alpha, p.progress);
    for (const act of acts) {
      for (const array of inputs) array.set(array.map(() => isOdd ? numbers.odd() : numbers.next()));
      p.state.set(p.state.map(() => numbers.below(4)));
      p.alpha[0] = numbers.next();
      const all = [...inputs, ...outputs, p.state, p.oldstate];
      const before = all.map((array) => array.slice());
      const results = () => {
        const arrays = [...outputs, p.state, p.oldstate].map((array) => [...array]);
        return [...arrays, p.nactive, p.ncone, p.nchange, p.LSiter];
      };
      p.kernels = k;
      act(p);
      const fast = results();
      all.forEach((array, i) => array.set(before[i]));
      p.kernels = null;
      act(p);
      assert.deepEqual(fast, results(), `seed ${seed}, nv ${nv}, nefc ${nefc}: ${act.name}`);
    }
  }
});

Deno.test("addPolynomials() adds the rows that are violated", () => {
  const k = kernels();
  for (let seed = 1; seed <= 50; seed++) {
    const numbers = new Numbers(seed);
    const n = numbers.below(30);
    const memory = lay((take) => ({ sum: take.float(4), quad: take.float(3 * n), x: take.float(n), v: take.float(n) }));
    for (let i = 0; i < 3 * n; i++) memory.quad[i] = numbers.odd();
    for (let i = 0; i < n; i++) {
      memory.x[i] = numbers.odd();
      memory.v[i] = numbers.odd();
    }
    const alpha = numbers.next();
    const expected = Float64Array.from({ length: 3 }, () => numbers.next());
    memory.sum.set([...expected, alpha]);
    for (let i = 0; i < n; i++) {
      if (!(memory.x[i] + alpha * memory.v[i] < 0)) continue;
      for (let q = 0; q < 3; q++) expected[q] += memory.quad[3 * i + q];
    }
    const [sum, quad, x, v] = [memory.sum, memory.quad, memory.x, memory.v].map((array) => array.byteOffset);
    k.addPolynomials(sum, quad, x, v, n);
    assertSame(memory.sum.subarray(0, 3), expected, `seed ${seed}`);
  }
});
