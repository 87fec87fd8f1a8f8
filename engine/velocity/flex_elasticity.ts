/**
 * Elasticity of triangles and tetrahedra with Rayleigh damping: Kharevych et al., "Geometric, Variational Integrators
 * for Computer Animation", 2006, section 5.2.
 */

import { zero } from "../math/vec.ts";
import { applyFT } from "../support/apply_ft.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

declare module "../types/work.ts" {
  interface Work {
    /** elastic force on each vertex of a flex */
    flexForce?: Float64Array;
  }
}

/** numbers per element in `flex_stiffness`: the upper triangle of a matrix over its edges */
const NSTIFFNESS = 21;

/** `body_simple` of a body that only slides */
const SLIDES = 2;

/** the ends of each edge of an element, among its corners */
const TRIANGLE = Int32Array.of(1, 2, 2, 0, 0, 1);
const TETRAHEDRON = Int32Array.of(0, 1, 1, 2, 2, 0, 2, 3, 0, 3, 1, 3);

// of one element: change of squared lengths, half of their gradients at the first ends, metric, forces on corners
const elongation = new Float64Array(6);
const gradient = new Float64Array(18);
const metric = new Float64Array(36);
const force = new Float64Array(12);
const noTorque = new Float64Array(3);

/** Adds the elastic forces of flex `f` to qfrc_spring, with their damping. */
export function flexElasticity(m: Model, d: Data, f: number): void {
  const { nflexvert, flex_dim, flex_elemadr, flex_elemnum, flex_elemdataadr, flex_elem, flex_vertadr, flex_vertnum } =
    m;
  const dim = flex_dim[f];
  const corners = dim + 1;
  const vert = flex_vertadr[f];
  const qfrc = d.work.flexForce ??= new Float64Array(3 * nflexvert);
  zero(qfrc, 3 * vert, 3 * flex_vertnum[f]);

  const ends = dim === 2 ? TRIANGLE : TETRAHEDRON;
  for (let t = 0; t < flex_elemnum[f]; t++) {
    const adr = flex_elemdataadr[f] + corners * t;
    elongate(m, d, f, t, ends, adr);
    unpackMetric(m, NSTIFFNESS * (flex_elemadr[f] + t), ends.length / 2);
    elementForce(ends);
    for (let i = 0; i < corners; i++) {
      const v = 3 * (vert + flex_elem[adr + i]);
      for (let axis = 0; axis < 3; axis++) qfrc[v + axis] += force[3 * i + axis];
    }
  }
  distribute(m, d, f, qfrc);
}

/** Sets the change of the squared length of each edge since rest, with what damping adds, and its gradient. */
function elongate(m: Model, d: Data, f: number, t: number, ends: Int32Array, adr: number): void {
  const { flex_elem, flex_elemedge, flex_elemedgeadr, flex_edgeadr, flex_vertadr, flexedge_length0, flex_damping } = m;
  const { flexvert_xpos, flexedge_length, flexedge_velocity } = d;
  const { timestep } = m.opt;
  const nedge = ends.length / 2;
  const damping = timestep > 0 ? flex_damping[f] / timestep : 0;
  const vert = flex_vertadr[f];

  for (let k = 0; k < nedge; k++) {
    const v1 = 3 * (vert + flex_elem[adr + ends[2 * k]]);
    const v2 = 3 * (vert + flex_elem[adr + ends[2 * k + 1]]);
    for (let axis = 0; axis < 3; axis++) gradient[3 * k + axis] = flexvert_xpos[v1 + axis] - flexvert_xpos[v2 + axis];

    const e = flex_edgeadr[f] + flex_elemedge[flex_elemedgeadr[f] + nedge * t + k];
    const length = flexedge_length[e];
    const reference = flexedge_length0[e];
    const previous = length - flexedge_velocity[e] * timestep;
    elongation[k] = length * length - reference * reference + (length * length - previous * previous) * damping;
  }
}

/** Writes the whole matrix, of which the model has the upper triangle. */
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

/** force = −(metric · elongation) · gradient */
function elementForce(ends: Int32Array): void {
  const nedge = ends.length / 2;
  for (let k = 0; k < 12; k++) force[k] = 0;
  for (let i = 0; i < nedge; i++) {
    const change = elongation[i];
    for (let j = 0; j < nedge; j++) {
      const stiffness = metric[nedge * i + j];
      const c1 = 3 * ends[2 * j];
      const c2 = 3 * ends[2 * j + 1];
      for (let axis = 0; axis < 3; axis++) {
        const pull = change * gradient[3 * j + axis] * stiffness;
        force[c1 + axis] -= pull;
        force[c2 + axis] += pull;
      }
    }
  }
}

/** Moves the forces on vertices to dofs: at once where a body just slides, through the chain of its dofs elsewhere. */
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
