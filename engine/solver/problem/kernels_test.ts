import assert from "node:assert/strict";
import { cholFactor, cholSolve, cholUpdate } from "../../linear/cholesky.ts";
import {
  addSquaredRows,
  type DenseRows,
  layDenseRows,
  mulRows,
  mulRowsT,
  newDenseRows,
} from "../jacobian/dense_rows.ts";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { solveCG, solveNewton } from "../primal/primal.ts";
import { newContacts } from "../../types/contacts.ts";
import { Constraint, ConstraintState } from "../../types/enums.ts";
import { PLAN } from "../../wasm/plan.ts";
import { DENSE } from "../../wasm/row_kernels.ts";
import { Task } from "../../wasm/solve_kernels.ts";
import { ProfileHessian } from "../hessian/profile_hessian.ts";
import { SparseHessian } from "../hessian/sparse_hessian.ts";
import { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import { KernelSteps } from "../primal/kernel_steps.ts";
import { LoopSteps } from "../primal/loop_steps.ts";
import { Inertia } from "./inertia.ts";
import { Arena } from "../../wasm/arena.ts";
import { MODULES, type SolverKernels } from "./kernels.ts";
import { ALL_DOFS, Known, plansRoom, ProblemPattern } from "./pattern.ts";
import { PlanMemory } from "./plan_memory.ts";
import { NUMBER, PrimalProblem } from "./problem.ts";
import { Numbers } from "../numbers_test.ts";

// a memory of its own, as that of the solvers is laid out already
const arena = new Arena(MODULES);

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
    const numbers = new Numbers(seed, 12);
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
  rows.columnadr[0] = 0;
  rows.blockadr[0] = 0;
  rows.pairadr[0] = 0;
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
    const numbers = new Numbers(seed, 12);
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
        block: DENSE.take(take),
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
    const { block } = memory;
    const { row, blockadr, blocks, tail, pairadr, pairs } = rows;
    DENSE.point(block, { row, blockadr, blocks, tail, pairadr, pairs, J: memory.J });
    block.ints[DENSE.slot.nv] = nv;
    block.ints[DENSE.slot.count] = rows.count;

    const Jv = new Float64Array(nefc);
    mulRows(Jv, rows, J, 0, nv, v);
    k.mulRows(block.at, memory.Jv.byteOffset, memory.v.byteOffset);
    assertSame(memory.Jv.subarray(0, nefc), Jv, `${message}: J v`);

    const JTf = new Float64Array(nv);
    mulRowsT(JTf, rows, J, 0, nv, f);
    k.mulRowsT(block.at, memory.JTf.byteOffset, memory.f.byteOffset);
    assertSame(memory.JTf.subarray(0, nv), JTf, `${message}: Jᵀ f`);

    const mat = new Float64Array(stride * stride);
    memory.mat.fill(0);
    addSquaredRows(mat, stride, rows, J, 0, nv, f);
    const [h, weight, scaled] = [memory.mat, memory.f, memory.scaled].map((array) => array.byteOffset);
    k.addSquaredRows(block.at, h, 8 * stride, weight, scaled);
    assertSameUpper(memory.mat, mat, nv, `${message}: Jᵀ D J`);
  }
});

/** A sparse problem on the memory of the kernels, with what is to be found out of its patterns. */
interface Sparse {
  p: PrimalProblem;
  jacobian: SparseJacobian;
  profile: ProfileHessian;
  sparse: SparseHessian;
  pattern: ProblemPattern;
  loopSteps: LoopSteps;
  kernelSteps: KernelSteps;
  /** where the states at the starting point may be kept */
  states: Int32Array;
}

/** Trees of dofs, and rows between some of them. */
function randomProblem(numbers: Numbers): Sparse {
  const nv = 1 + numbers.below(30);
  const parent = Array.from({ length: nv }, (_, i) => numbers.below(3) ? numbers.below(i + 1) - 1 : -1);
  const chain = (i: number): number[] => i < 0 ? [] : [...chain(parent[i]), i];
  const M = Array.from({ length: nv }, (_, i) => chain(i));
  const columns: number[][] = [];
  const group: number[] = [];
  for (let g = 0; g < 1 + numbers.below(9); g++) {
    // or those of an edge between two vertices
    const isEdge = nv > 6 && numbers.below(4) === 0;
    const vertex = (from: number, end: number) =>
      [0, 0, 0].fill(from + numbers.below(end - from - 2)).map((c, k) => c + k);
    const either = isEdge
      ? [...vertex(0, nv >> 1), ...vertex(nv >> 1, nv)]
      : [...chain(numbers.below(nv)), ...chain(numbers.below(nv))];
    const both = [...new Set(either)].sort((a, b) => a - b);
    for (let n = isEdge ? 1 : 1 + numbers.below(7); n > 0; n--) {
      columns.push(both);
      group.push(n);
    }
  }
  const nefc = columns.length;
  const nM = M.flat().length;
  const nJ = columns.flat().length;

  const inertia = new Inertia();
  const jacobian = new SparseJacobian();
  const profile = new ProfileHessian(jacobian);
  const sparse = new SparseHessian(inertia, jacobian);
  const loopSteps = new LoopSteps();
  const kernelSteps = new KernelSteps();
  const p = new PrimalProblem(inertia, jacobian, sparse, loopSteps);
  const plans = new PlanMemory();
  const states = lay((take) => {
    p.lay(take, take, nv, nefc, nefc, nefc);
    inertia.lay(take, nv, nM);
    jacobian.lay(take, nefc);
    jacobian.J = take.float(nJ + 2);
    profile.lay(take, nv, nefc, true);
    kernelSteps.lay(take, nefc);
    plans.lay(take, plansRoom({ dofs: nv, rows: nefc, islands: 0, nM, sparseJ: nJ, columns: nJ, fill: nv * (nv + 1) }));
    return take.int(nefc);
  });
  profile.vector.fill(0);

  p.rows = p.islandRows;
  p.nv = inertia.nv = jacobian.nv = nv;
  p.nefc = jacobian.nefc = nefc;
  inertia.rownnz = Int32Array.from(M, (row) => row.length);
  inertia.rowadr = Int32Array.from(M, (_, i) => M.slice(0, i).flat().length);
  inertia.colind = Int32Array.from(M.flat());
  inertia.M.set(M.flatMap((row, i) => row.map((j) => numbers.next() + (i === j ? 2 * nv : 0))));
  jacobian.rownnz.set(columns.map((row) => row.length));
  jacobian.rowadr.set(columns.map((_, i) => columns.slice(0, i).flat().length));
  jacobian.colind = Int32Array.from(columns.flat());
  jacobian.J.set(columns.flat().map(() => numbers.next()));
  jacobian.group.set(group);
  p.rows.D.set(columns.map(() => 3 + numbers.next()));
  p.rows.state.set(columns.map(() => numbers.below(3) ? ConstraintState.QUADRATIC : ConstraintState.SATISFIED));
  p.rows.oldstate.set(p.rows.state);

  const pattern = new ProblemPattern();
  pattern.findSparse(Known.HESSIAN | Known.PLAN | Known.PROFILE, inertia, jacobian, ALL_DOFS, true, plans);
  inertia.plan = jacobian.plan = plans.place(pattern.plan);
  const loops = new ProblemPattern();
  loops.findSparse(Known.HESSIAN, inertia, jacobian, ALL_DOFS, true, plans);
  sparse.use(jacobian, loops.hessian);
  return { p, jacobian, profile, sparse, pattern, loopSteps, kernelSteps, states };
}

/** Products and factors by kernels, or by loops. */
function useKernels({ p, jacobian }: Sparse, kernels: SolverKernels | null): void {
  p.inertia.kernels = kernels;
  jacobian.kernels = kernels;
}

Deno.test("kernels for sparse problems give the bits of the loops", () => {
  const k = kernels();
  for (let seed = 1; seed <= 150; seed++) {
    const numbers = new Numbers(seed, 12);
    const problem = randomProblem(numbers);
    const { p, jacobian, profile, sparse, pattern, kernelSteps } = problem;
    const { nv, nefc, inertia, dofs, rows } = p;
    const message = `seed ${seed}, nv ${nv}, nefc ${nefc}`;
    profile.use(jacobian, pattern, k);
    kernelSteps.place(p, k);
    kernelSteps.begin(p, true);

    /** what `act` makes of `res`, by kernels and by loops */
    const assertAlike = (name: string, res: Float64Array, n: number, act: () => void) => {
      useKernels(problem, k);
      res.fill(NaN);
      act();
      const fast = res.slice(0, n);
      useKernels(problem, null);
      res.fill(NaN);
      act();
      assertSame(fast, res.slice(0, n), `${message}: ${name}`);
    };
    for (let i = 0; i < nv; i++) dofs.search[i] = numbers.odd();
    for (let i = 0; i < nefc; i++) rows.force[i] = numbers.odd();
    assertAlike("J v", rows.Jv, nefc, () => jacobian.mul(rows.Jv, dofs.search));
    assertAlike("Jᵀ f", dofs.qfrc_constraint, nv, () => jacobian.mulT(dofs.qfrc_constraint, rows.force));
    assertAlike("M v", dofs.Mv, nv, () => inertia.mul(dofs.Mv, dofs.search));

    const { rownnz, rowadr, colind } = sparse.pattern.factor;
    const plan = new Int32Array(jacobian.J.buffer, jacobian.plan);
    const assertSameFactor = (step: string) => {
      for (let i = 0; i < nv; i++) {
        const row = new Float64Array(i + 1);
        for (let e = rowadr[i]; e < rowadr[i] + rownnz[i]; e++) row[colind[e]] = sparse.L[e];
        const first = colind[rowadr[i]];
        const at = plan[plan[PLAN.slot.rowAt] / 4 + i] / 8;
        const profiled = profile.L.subarray(at + first, at + i + 1);
        assertSame(profiled, row.subarray(first), `${message}: ${step}, row ${i}`);
      }
    };
    sparse.factorize(p);
    profile.factorize(p);
    assertSameFactor("factor");

    for (let i = 0; i < nefc; i++) {
      if (numbers.below(4) === 0) rows.state[i] = ConstraintState.QUADRATIC;
    }
    p.block.ints[NUMBER.flips] = rows.state.slice(0, nefc).filter((state, i) => state !== rows.oldstate[i]).length;
    assert.equal(profile.update(p), sparse.update(p), message);
    assertSameFactor("update");
    assert.ok(profile.vector.every((x) => x === 0), `${message}: the vector is left clean`);

    for (let i = 0; i < nv; i++) dofs.grad[i] = numbers.next();
    const solutions = [profile, sparse].map((hessian) => {
      dofs.Mgrad.fill(NaN);
      hessian.solve(p);
      return dofs.Mgrad.slice(0, nv);
    });
    assertSame(solutions[0], solutions[1], `${message}: solution`);
  }
});

/** Equalities, dry friction and contacts for the rows of a problem, of which the same group has a contact. */
function addConstraints(p: PrimalProblem, group: Int32Array, numbers: Numbers): void {
  const { nefc } = p;
  const { D, R, floss, type, id } = p.rows;
  p.ne = numbers.below(2) * numbers.below(nefc + 1);
  p.nf = numbers.below(2) * numbers.below(nefc - p.ne + 1);
  for (let i = 0; i < nefc; i++) {
    R[i] = 1 / D[i];
    floss[i] = numbers.below(5);
  }
  type.fill(Constraint.CONTACT_PYRAMIDAL);
  id.fill(0);
  p.contact = newContacts(nefc);
  const { dim, mu, friction } = p.contact;
  for (let i = p.ne + p.nf, con = 0; p.isElliptic && i < nefc; con++) {
    const n = [1, 3, 4, 6][numbers.below(4)];
    const isCone = n > 1 && n <= group[i];
    dim[con] = isCone ? n : 1;
    mu[con] = 0.1 + numbers.below(5);
    for (let f = 0; f < 5; f++) friction[5 * con + f] = 1 + numbers.next() / 2;
    type.fill(isCone ? Constraint.CONTACT_ELLIPTIC : Constraint.CONTACT_FRICTIONLESS, i, i + dim[con]);
    id.fill(con, i, i + dim[con]);
    i += dim[con];
  }
}

/** Numbers that a solution gives. */
const RESULTS = ["alpha", "gauss", "gradient", "lineslope", "scale", "total"] as const;
const COUNTS = ["active", "cones", "changes", "flips", "count", "evaluations"] as const;

Deno.test("solutions have the same bits by kernels and by loops", () => {
  const k = kernels();
  const model = compile("<mujoco/>");
  for (let seed = 1; seed <= 400; seed++) {
    const numbers = new Numbers(seed, 12);
    const problem = randomProblem(numbers);
    const { p, jacobian, kernelSteps, loopSteps, profile, sparse, pattern, states } = problem;
    const isOdd = seed % 3 === 0;
    p.isElliptic = seed % 2 === 0;
    p.island = numbers.below(2) - 1;
    addConstraints(p, jacobian.group, numbers);
    model.opt.iterations = numbers.below(8);
    model.opt.tolerance = [0, 1e-8][numbers.below(2)];
    model.opt.ls_tolerance = [1e-2, 0.5][numbers.below(2)];
    model.opt.ls_iterations = [1, 3, 20, 50][numbers.below(4)];
    profile.use(jacobian, pattern, k);
    kernelSteps.place(p, k);

    const { dofs, rows, inertia, nv, nefc } = p;
    const inputs = [dofs.qacc, dofs.qacc_smooth, dofs.qfrc_smooth, inertia.diagInv, dofs.Ma, dofs.grad, dofs.Mgrad]
      .concat(dofs.search, dofs.Mgradold, dofs.Mv, rows.aref, inertia.LD);
    const outputs = [dofs.qacc, dofs.qfrc_constraint, dofs.Ma, dofs.Mv, dofs.grad, dofs.Mgrad, dofs.search]
      .map((array) => array.subarray(0, nv))
      .concat(rows.b, rows.Jaref, rows.Jv, rows.force, rows.quad)
      .concat(RESULTS.map((name) => p.numbers.subarray(NUMBER[name], NUMBER[name] + 1)));
    for (const array of inputs) array.set(array.map(() => isOdd ? numbers.odd() : numbers.next()));
    rows.state.set(rows.state.map(() => numbers.below(4)));
    rows.states = seed % 4 < 2 ? states : null;
    states.fill(-1);
    const all = [...inputs, ...outputs, rows.state, rows.oldstate, states];
    const before = all.map((array) => array.slice());
    // zeros of a Hessian that are left out make a difference where numbers are not finite
    for (const solve of isOdd ? [solveCG] : [solveCG, solveNewton]) {
      const [fast, slow] = [k, null].map((kernels) => {
        all.forEach((array, i) => array.set(before[i]));
        useKernels(problem, kernels);
        p.steps = kernels ? kernelSteps : loopSteps;
        p.hessian = kernels ? profile : sparse;
        p.isNewton = solve === solveNewton;
        if (kernels) kernelSteps.begin(p, true);
        p.steps.start(p);
        const isWarm = p.block.ints[NUMBER.known];
        p.block.ints[NUMBER.known] = Number(p.island < 0);
        const d = new Data(model);
        solve(model, d, p, Task.BEGIN);
        return [
          isWarm,
          ...[...outputs, rows.state, rows.oldstate, states].map((array) => [...array]),
          COUNTS.map((name) => p.block.ints[NUMBER[name]]),
          ...Object.values(d.solver).map((array) => [...array]),
          [...p.contact.H],
          [...d.solver_niter],
        ];
      });
      assert.deepEqual(fast, slow, `seed ${seed}, nv ${nv}, nefc ${nefc}: ${solve.name}`);
    }
  }
});
