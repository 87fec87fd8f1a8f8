/**
 * Elasticity of triangles and tetrahedra with Rayleigh damping: Kharevych et al., "Geometric, Variational Integrators
 * for Computer Animation", 2006, section 5.2.
 */

import { zero } from "../math/vec.ts";
import { applyFT } from "../motion/apply_ft.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** Scratch memory of elastic elements. */
export interface FlexElasticityWork {
  /** change in squared length of each edge since rest, plus the damping term */
  elongation: Float64Array;
  /** elastic force on each vertex */
  force: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of elastic elements */
    flexElasticity?: FlexElasticityWork;
  }
}

/** numbers per element in `flex_stiffness`: the upper triangle of a matrix over its edges */
const NSTIFFNESS = 21;

/** value of `body_simple` for a body that only slides */
const SLIDES = 2;

// metric of one element: a matrix over its edges
const metric = new Float64Array(36);
const noTorque = new Float64Array(3);

/** Adds the elastic forces of flex `f` to qfrc_spring, with their damping. */
export function flexElasticity(m: Model, d: Data, f: number): void {
  const { nflexedge, nflexvert, flex_dim, flex_elemadr, flex_elemnum, flex_vertadr, flex_vertnum } = m;
  const work = d.work.flexElasticity ??= {
    elongation: new Float64Array(nflexedge),
    force: new Float64Array(3 * nflexvert),
  };
  zero(work.force, 3 * flex_vertadr[f], 3 * flex_vertnum[f]);
  elongate(m, d, f, work.elongation);
  const isTriangle = flex_dim[f] === 2;
  for (let t = 0; t < flex_elemnum[f]; t++) {
    unpackMetric(m, NSTIFFNESS * (flex_elemadr[f] + t), isTriangle ? 3 : 6);
    if (isTriangle) addTriangle(m, d, f, t, work);
    else addTetrahedron(m, d, f, t, work);
  }
  distribute(m, d, f, work.force);
}

/** Computes the elongation of each edge. */
function elongate(m: Model, d: Data, f: number, elongation: Float64Array): void {
  const { flex_edgeadr, flex_edgenum, flexedge_length0, flex_damping } = m;
  const { flexedge_length, flexedge_velocity } = d;
  const { timestep } = m.opt;
  const damping = timestep > 0 ? flex_damping[f] / timestep : 0;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    const length = flexedge_length[e];
    const reference = flexedge_length0[e];
    const previous = length - flexedge_velocity[e] * timestep;
    elongation[e] = length * length - reference * reference + (length * length - previous * previous) * damping;
  }
}

/** Writes the full matrix, of which the model stores the upper triangle. */
function unpackMetric(m: Model, adr: number, nedge: number): void {
  const { flex_stiffness } = m;
  let at = adr;
  for (let i = 0; i < nedge; i++) {
    for (let j = i; j < nedge; j++) {
      metric[nedge * i + j] = flex_stiffness[at];
      metric[nedge * j + i] = flex_stiffness[at++];
    }
  }
}

/** Adds the forces on the corners of element `t`: −(metric · elongation) · gradient of the squared lengths. */
function addTriangle(m: Model, d: Data, f: number, t: number, work: FlexElasticityWork): void {
  const { flex_elem, flex_elemdataadr, flex_vertadr, flex_elemedge, flex_elemedgeadr, flex_edgeadr } = m;
  const { flexvert_xpos } = d;
  const { elongation, force } = work;
  const corner = flex_elemdataadr[f] + 3 * t;
  const edge = flex_elemedgeadr[f] + 3 * t;
  const vert = flex_vertadr[f];
  const v0 = 3 * (vert + flex_elem[corner]);
  const v1 = 3 * (vert + flex_elem[corner + 1]);
  const v2 = 3 * (vert + flex_elem[corner + 2]);

  for (let axis = 0; axis < 3; axis++) {
    const x0 = flexvert_xpos[v0 + axis];
    const x1 = flexvert_xpos[v1 + axis];
    const x2 = flexvert_xpos[v2 + axis];
    let f0 = 0;
    let f1 = 0;
    let f2 = 0;
    for (let i = 0; i < 3; i++) {
      const change = elongation[flex_edgeadr[f] + flex_elemedge[edge + i]];
      const p0 = change * (x1 - x2) * metric[3 * i];
      const p1 = change * (x2 - x0) * metric[3 * i + 1];
      const p2 = change * (x0 - x1) * metric[3 * i + 2];
      f0 = f0 + p1 - p2;
      f1 = f1 - p0 + p2;
      f2 = f2 + p0 - p1;
    }
    force[v0 + axis] += f0;
    force[v1 + axis] += f1;
    force[v2 + axis] += f2;
  }
}

/** The same for a tetrahedron. */
function addTetrahedron(m: Model, d: Data, f: number, t: number, work: FlexElasticityWork): void {
  const { flex_elem, flex_elemdataadr, flex_vertadr, flex_elemedge, flex_elemedgeadr, flex_edgeadr } = m;
  const { flexvert_xpos } = d;
  const { elongation, force } = work;
  const corner = flex_elemdataadr[f] + 4 * t;
  const edge = flex_elemedgeadr[f] + 6 * t;
  const vert = flex_vertadr[f];
  const v0 = 3 * (vert + flex_elem[corner]);
  const v1 = 3 * (vert + flex_elem[corner + 1]);
  const v2 = 3 * (vert + flex_elem[corner + 2]);
  const v3 = 3 * (vert + flex_elem[corner + 3]);

  for (let axis = 0; axis < 3; axis++) {
    const x0 = flexvert_xpos[v0 + axis];
    const x1 = flexvert_xpos[v1 + axis];
    const x2 = flexvert_xpos[v2 + axis];
    const x3 = flexvert_xpos[v3 + axis];
    const g0 = x0 - x1;
    const g1 = x1 - x2;
    const g2 = x2 - x0;
    const g3 = x2 - x3;
    const g4 = x0 - x3;
    const g5 = x1 - x3;
    let f0 = 0;
    let f1 = 0;
    let f2 = 0;
    let f3 = 0;
    for (let i = 0; i < 6; i++) {
      const change = elongation[flex_edgeadr[f] + flex_elemedge[edge + i]];
      const p0 = change * g0 * metric[6 * i];
      const p1 = change * g1 * metric[6 * i + 1];
      const p2 = change * g2 * metric[6 * i + 2];
      const p3 = change * g3 * metric[6 * i + 3];
      const p4 = change * g4 * metric[6 * i + 4];
      const p5 = change * g5 * metric[6 * i + 5];
      f0 = f0 - p0 + p2 - p4;
      f1 = f1 + p0 - p1 - p5;
      f2 = f2 + p1 - p2 - p3;
      f3 = f3 + p3 + p4 + p5;
    }
    force[v0 + axis] += f0;
    force[v1 + axis] += f1;
    force[v2 + axis] += f2;
    force[v3 + axis] += f3;
  }
}

/**
 * Transfers the forces on vertices to dofs: directly for a body that only slides, otherwise through the chain of its
 * dofs.
 */
function distribute(m: Model, d: Data, f: number, qfrc: Float64Array): void {
  const { flex_vertadr, flex_vertnum, flex_vertbodyid, body_simple, body_dofadr, body_dofnum } = m;
  const { flexvert_xpos, qfrc_spring } = d;
  const end = flex_vertadr[f] + flex_vertnum[f];
  for (let v = flex_vertadr[f]; v < end; v++) {
    const body = flex_vertbodyid[v];
    if (body_simple[body] !== SLIDES) {
      applyFT(m, d, qfrc, 3 * v, noTorque, 0, flexvert_xpos, 3 * v, body, qfrc_spring);
      continue;
    }
    const adr = body_dofadr[body];
    for (let k = 0; k < body_dofnum[body]; k++) qfrc_spring[adr + k] += qfrc[3 * v + k];
  }
}
