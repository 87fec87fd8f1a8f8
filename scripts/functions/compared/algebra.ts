/** Goldens see what a step computes; here are the functions that compute something else from a state. */

import assert from "node:assert/strict";
import { objects, ours, same, sameJacobian, testCalls, vector, written } from "./pair.ts";
import { mj, plumbline } from "./sides.ts";

testCalls({
  jac(pair) {
    const { m, d, fm, fd, next } = pair;
    for (let body = 0; body < m.nbody; body++) {
      const point = vector(3, next);
      sameJacobian(
        pair,
        `body ${body}`,
        (p, r) => plumbline.jac(m, d, p, 0, r, 0, point, 0, body),
        (p, r) => mj.mj_jac(fm, fd, p, r, [...point], body),
      );
    }
  },
  jacDot(pair) {
    const { m, d, fm, fd, next } = pair;
    for (let body = 0; body < m.nbody; body++) {
      const point = vector(3, next);
      sameJacobian(
        pair,
        `body ${body}`,
        (p, r) => plumbline.jacDot(m, d, p, 0, r, 0, point, 0, body),
        (p, r) => mj.mj_jacDot(fm, fd, p, r, [...point], body),
      );
    }
  },
  jacPointAxis(pair) {
    const { m, d, fm, fd, next } = pair;
    for (let body = 0; body < m.nbody; body++) {
      const point = vector(3, next);
      const axis = vector(3, next);
      sameJacobian(
        pair,
        `body ${body}`,
        (p, a) => plumbline.jacPointAxis(m, d, p, 0, a, 0, point, 0, axis, 0, body),
        (p, a) => mj.mj_jacPointAxis(fm, fd, p, a, [...point], [...axis], body),
      );
    }
  },
  jacBody(pair) {
    const { m, d, fm, fd } = pair;
    for (let i = 0; i < m.nbody; i++) {
      const call = (p: Float64Array | null, r: Float64Array | null) => plumbline.jacBody(m, d, p, 0, r, 0, i);
      sameJacobian(pair, `${i}`, call, (p, r) => mj.mj_jacBody(fm, fd, p, r, i));
    }
  },
  jacBodyCom(pair) {
    const { m, d, fm, fd } = pair;
    for (let i = 0; i < m.nbody; i++) {
      const call = (p: Float64Array | null, r: Float64Array | null) => plumbline.jacBodyCom(m, d, p, 0, r, 0, i);
      sameJacobian(pair, `${i}`, call, (p, r) => mj.mj_jacBodyCom(fm, fd, p, r, i));
    }
  },
  jacGeom(pair) {
    const { m, d, fm, fd } = pair;
    for (let i = 0; i < m.ngeom; i++) {
      const call = (p: Float64Array | null, r: Float64Array | null) => plumbline.jacGeom(m, d, p, 0, r, 0, i);
      sameJacobian(pair, `${i}`, call, (p, r) => mj.mj_jacGeom(fm, fd, p, r, i));
    }
  },
  jacSite(pair) {
    const { m, d, fm, fd } = pair;
    for (let i = 0; i < m.nsite; i++) {
      const call = (p: Float64Array | null, r: Float64Array | null) => plumbline.jacSite(m, d, p, 0, r, 0, i);
      sameJacobian(pair, `${i}`, call, (p, r) => mj.mj_jacSite(fm, fd, p, r, i));
    }
  },
  jacSubtreeCom({ m, d, fm, fd }) {
    for (let i = 0; i < m.nbody; i++) {
      const theirs = written(3 * m.nv, (p) => mj.mj_jacSubtreeCom(fm, fd, p, i));
      same(ours(3 * m.nv, (p) => plumbline.jacSubtreeCom(m, d, p, 0, i)), theirs, `body ${i}`);
    }
  },
  angmomMat({ m, d, fm, fd }) {
    for (let i = 0; i < m.nbody; i++) {
      const theirs = written(3 * m.nv, (mat) => mj.mj_angmomMat(fm, fd, mat, i));
      same(ours(3 * m.nv, (mat) => plumbline.angmomMat(m, d, mat, 0, i)), theirs, `body ${i}`);
    }
  },
  mulM({ m, d, fm, fd, next }) {
    const x = vector(m.nv, next);
    same(
      ours(m.nv, (res) => plumbline.mulM(m, d, res, 0, x, 0)),
      written(m.nv, (res) => mj.mj_mulM(fm, fd, res, [...x])),
      "",
    );
  },
  mulM2({ m, d, fm, fd, next }) {
    const x = vector(m.nv, next);
    same(
      ours(m.nv, (res) => plumbline.mulM2(m, d, res, 0, x, 0)),
      written(m.nv, (res) => mj.mj_mulM2(fm, fd, res, [...x])),
      "",
    );
  },
  solveM({ m, d, fm, fd, next }) {
    const y = vector(3 * m.nv, next);
    const theirs = written(3 * m.nv, (x) => mj.mj_solveM(fm, fd, x, [...y]));
    same(ours(3 * m.nv, (x) => plumbline.solveM(m, d, x, 0, y, 0, 3)), theirs, "three vectors");
  },
  solveM2({ m, d, fm, fd, next }) {
    const y = vector(2 * m.nv, next);
    const scale = vector(m.nv, next);
    const theirs = written(2 * m.nv, (x) => mj.mj_solveM2(fm, fd, x, [...y], [...scale]));
    same(ours(2 * m.nv, (x) => plumbline.solveM2(m, d, x, 0, y, 0, scale, 2)), theirs, "two vectors");
  },
  options({ m, fm }) {
    assert.equal(plumbline.isPyramidal(m), Boolean(mj.mj_isPyramidal(fm)));
    assert.equal(plumbline.isSparse(m), Boolean(mj.mj_isSparse(fm)));
    assert.equal(plumbline.isDual(m), Boolean(mj.mj_isDual(fm)));
  },
  fullM({ m, d, fm, fd }) {
    const n = m.nv * m.nv;
    same(ours(n, (dst) => plumbline.fullM(m, dst, d.qM)), written(n, (dst) => mj.mj_fullM(fm, dst, [...fd.qM])), "");
  },
  mulJacVec({ m, d, fm, fd, next }) {
    const x = vector(m.nv, next);
    const n = d.nefc + 1;
    same(
      ours(n, (res) => plumbline.mulJacVec(m, d, res, x)).subarray(0, d.nefc),
      d.nefc === 0 ? [] : written(d.nefc, (res) => mj.mj_mulJacVec(fm, fd, res, [...x])),
      "",
    );
  },
  mulJacTVec({ m, d, fm, fd, next }) {
    const x = vector(d.nefc, next);
    // without rows the result is left as it was
    const start = [...vector(m.nv, next)];
    const theirs = d.nefc === 0 ? start : written(m.nv, (res) => mj.mj_mulJacTVec(fm, fd, res, [...x]), start);
    same(ours(m.nv, (res) => plumbline.mulJacTVec(m, d, res, x), start), theirs, "");
  },
  applyFT({ m, d, fm, fd, next }) {
    for (let body = 0; body < m.nbody; body++) {
      const [force, torque, point] = [vector(3, next), vector(3, next), vector(3, next)];
      const start = [...vector(m.nv, next)];
      const theirs = written(m.nv, (q) => mj.mj_applyFT(fm, fd, [...force], [...torque], [...point], body, q), start);
      same(
        ours(m.nv, (q) => plumbline.applyFT(m, d, force, 0, torque, 0, point, 0, body, q), start),
        theirs,
        `${body}`,
      );
    }
  },
  objectVelocity({ m, d, fm, fd }) {
    for (const [type, count] of objects(m)) {
      for (let id = 0; id < count; id++) {
        for (const local of [0, 1] as const) {
          const theirs = written(6, (res) => mj.mj_objectVelocity(fm, fd, type, id, res, local));
          same(
            ours(6, (res) => plumbline.objectVelocity(m, d, type, id, res, 0, local)),
            theirs,
            `${type} ${id} ${local}`,
          );
        }
      }
    }
  },
  objectAcceleration({ m, d, fm, fd }) {
    plumbline.rnePostConstraint(m, d);
    mj.mj_rnePostConstraint(fm, fd);
    for (const [type, count] of objects(m)) {
      for (let id = 0; id < count; id++) {
        for (const local of [0, 1] as const) {
          const theirs = written(6, (res) => mj.mj_objectAcceleration(fm, fd, type, id, res, local));
          const mine = ours(6, (res) => plumbline.objectAcceleration(m, d, type, id, res, 0, local));
          same(mine, theirs, `${type} ${id} ${local}`);
        }
      }
    }
  },
  contactForce({ m, d, fm, fd }) {
    for (let id = 0; id < d.ncon; id++) {
      const theirs = written(6, (res) => mj.mj_contactForce(fm, fd, id, res));
      same(ours(6, (res) => plumbline.contactForce(m, d, id, res, 0)), theirs, `contact ${id}`);
    }
  },
  integratePos({ m, fm, d, next }) {
    const qvel = vector(m.nv, next);
    const start = [...d.qpos];
    const theirs = written(m.nq, (qpos) => mj.mj_integratePos(fm, qpos, [...qvel], 0.7), start);
    same(ours(m.nq, (qpos) => plumbline.integratePos(m, qpos, qvel, 0.7), start), theirs, "");
  },
  differentiatePos({ m, fm, d, next }) {
    const other = Float64Array.from(d.qpos);
    plumbline.integratePos(m, other, vector(m.nv, next), 0.6);
    const theirs = written(m.nv, (qvel) => mj.mj_differentiatePos(fm, qvel, 0.3, [...d.qpos], [...other]));
    same(ours(m.nv, (qvel) => plumbline.differentiatePos(m, qvel, 0.3, d.qpos, other)), theirs, "");
  },
  normalizeQuat({ m, fm, next }) {
    const start = [...vector(m.nq, next)];
    const theirs = written(m.nq, (qpos) => mj.mj_normalizeQuat(fm, qpos), start);
    same(ours(m.nq, (qpos) => plumbline.normalizeQuat(m, qpos), start), theirs, "");
  },
  geomDistance({ m, d, fm, fd }) {
    for (let i = 0; i < m.ngeom; i++) {
      for (let k = 0; k < m.ngeom; k++) {
        if (m.geom_type[i] === plumbline.Geom.HFIELD || m.geom_type[k] === plumbline.Geom.HFIELD) continue;
        let x = NaN;
        let y = NaN;
        const theirs = written(6, (fromto) => y = mj.mj_geomDistance(fm, fd, i, k, 0.8, fromto));
        same(ours(6, (fromto) => x = plumbline.geomDistance(m, d, i, k, 0.8, fromto)), theirs, `${i} ${k}`);
        same([x], [y], `geoms ${i} and ${k}`);
        assert.equal(plumbline.geomDistance(m, d, i, k, 0.8), x);
      }
    }
  },
});
