/** Inertias and joint axes in the frame that is centred at the centre of mass of each kinematic tree. */

import { inertCom } from "../math/spatial.ts";
import { addTo3, copy3, cross, scl3, sub3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

const offset = new Float64Array(3);

/** Centres of mass of subtrees, body inertias `cinert` and motion axes `cdof`. */
export function comPos(m: Model, d: Data): void {
  subtreeCom(m, d);

  const { nbody, body_rootid, body_inertia, body_mass } = m;
  const { xipos, ximat, subtree_com, cinert } = d;

  cinert.fill(0, 0, 10);
  for (let i = 1; i < nbody; i++) {
    sub3(offset, 0, xipos, 3 * i, subtree_com, 3 * body_rootid[i]);
    inertCom(cinert, 10 * i, body_inertia, 3 * i, ximat, 9 * i, offset, 0, body_mass[i]);
  }

  motionAxes(m, d);
}

/** Centre of mass of each body and its descendants. */
function subtreeCom(m: Model, d: Data): void {
  const { nbody, body_parentid, body_mass, body_subtreemass } = m;
  const { xipos, subtree_com } = d;

  // first moments, summed from the leaves to the root
  for (let i = 0; i < nbody; i++) scl3(subtree_com, 3 * i, xipos, 3 * i, body_mass[i]);
  for (let i = nbody - 1; i > 0; i--) addTo3(subtree_com, 3 * body_parentid[i], subtree_com, 3 * i);

  for (let i = 0; i < nbody; i++) {
    if (body_subtreemass[i] < MINVAL) copy3(subtree_com, 3 * i, xipos, 3 * i);
    else scl3(subtree_com, 3 * i, subtree_com, 3 * i, 1 / body_subtreemass[i]);
  }
}

/** Motion vector of each degree of freedom. */
function motionAxes(m: Model, d: Data): void {
  const { njnt, jnt_type, jnt_bodyid, jnt_dofadr, body_rootid } = m;
  const { xmat, xanchor, xaxis, subtree_com, cdof } = d;

  for (let j = 0; j < njnt; j++) {
    const body = jnt_bodyid[j];
    let c = 6 * jnt_dofadr[j];
    sub3(offset, 0, subtree_com, 3 * body_rootid[body], xanchor, 3 * j);

    switch (jnt_type[j]) {
      case Joint.SLIDE:
        cdof[c] = 0;
        cdof[c + 1] = 0;
        cdof[c + 2] = 0;
        copy3(cdof, c + 3, xaxis, 3 * j);
        break;

      case Joint.HINGE:
        copy3(cdof, c, xaxis, 3 * j);
        cross(cdof, c + 3, xaxis, 3 * j, offset, 0);
        break;

      // three translations along the axes of the world, then the rotations of a ball joint
      case Joint.FREE:
        for (let k = 0; k < 18; k++) cdof[c + k] = 0;
        cdof[c + 3] = 1;
        cdof[c + 10] = 1;
        cdof[c + 17] = 1;
        c += 18;
        bodyAxes(cdof, c, xmat, 9 * body);
        break;

      case Joint.BALL:
        bodyAxes(cdof, c, xmat, 9 * body);
        break;
    }
  }
}

/** Rotations about the axes of a body's own frame, which are the columns of its orientation. */
function bodyAxes(cdof: Float64Array, c: number, xmat: Float64Array, r: number): void {
  for (let k = 0; k < 3; k++) {
    cdof[c + 6 * k] = xmat[r + k];
    cdof[c + 6 * k + 1] = xmat[r + k + 3];
    cdof[c + 6 * k + 2] = xmat[r + k + 6];
    cross(cdof, c + 6 * k + 3, cdof, c + 6 * k, offset, 0);
  }
}
