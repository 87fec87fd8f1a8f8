/** Quantities that follow from the structure and parameters of the model, independent of the configuration. */

import { MjcfError } from "../types/errors.ts";
import { SleepPolicy, Trn, Wrap } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Sets subtree masses, ranges of trees, trees of tendons, and sleep policies. */
export function setFixed(m: Model): void {
  subtreeMasses(m);
  treeRanges(m);
  tendonTrees(m);
  keepActuatedAwake(m);
  keepTiedAwake(m);
  keepFlexesAwake(m);

  // all other trees may sleep
  for (let i = 0; i < m.ntree; i++) {
    if (m.tree_sleep_policy[i] === SleepPolicy.AUTO) m.tree_sleep_policy[i] = SleepPolicy.AUTO_ALLOWED;
  }
}

function subtreeMasses(m: Model): void {
  const { nbody, body_parentid, body_mass, body_subtreemass, body_gravcomp } = m;

  body_subtreemass.set(body_mass);
  for (let i = nbody - 1; i > 0; i--) body_subtreemass[body_parentid[i]] += body_subtreemass[i];

  m.ngravcomp = body_gravcomp.filter((part) => part > 0).length;
}

/** The tree of each body, and the bodies and dofs of each tree. */
function treeRanges(m: Model): void {
  const { nbody, nv, body_weldid, body_dofnum, body_dofadr, body_treeid, dof_treeid } = m;
  const { tree_bodyadr, tree_bodynum, tree_dofadr, tree_dofnum } = m;

  for (let i = 0; i < nbody; i++) {
    const weld = body_weldid[i];
    body_treeid[i] = body_dofnum[weld] !== 0 ? dof_treeid[body_dofadr[weld]] : -1;
  }

  tree_bodynum.fill(0);
  let last = -1;
  for (let i = 1; i < nbody; i++) {
    if (body_treeid[i] < 0) continue;
    if (body_treeid[i] > last) tree_bodyadr[++last] = i;
    tree_bodynum[last]++;
  }

  tree_dofnum.fill(0);
  last = -1;
  for (let i = 0; i < nv; i++) {
    if (dof_treeid[i] > last) tree_dofadr[++last] = i;
    tree_dofnum[last]++;
  }
}

/** Tree of an element of a tendon's path, or −1 if it belongs to none. */
function wrapTree(m: Model, wrap: number): number {
  const id = m.wrap_objid[wrap];
  switch (m.wrap_type[wrap]) {
    case Wrap.JOINT:
      return m.body_treeid[m.jnt_bodyid[id]];
    case Wrap.SITE:
      return m.body_treeid[m.site_bodyid[id]];
    case Wrap.SPHERE:
    case Wrap.CYLINDER:
      return m.body_treeid[m.geom_bodyid[id]];
    default:
      return -1;
  }
}

/** The distinct trees along the path of a tendon, in order of appearance. */
function treesOfTendon(m: Model, tendon: number): number[] {
  const trees: number[] = [];
  const end = m.tendon_adr[tendon] + m.tendon_num[tendon];
  for (let j = m.tendon_adr[tendon]; j < end; j++) {
    const tree = wrapTree(m, j);
    if (tree >= 0 && !trees.includes(tree)) trees.push(tree);
  }
  return trees;
}

function tendonTrees(m: Model): void {
  const { ntendon, tendon_treenum, tendon_treeid } = m;

  for (let i = 0; i < ntendon; i++) {
    const trees = treesOfTendon(m, i);
    tendon_treenum[i] = trees.length;
    tendon_treeid[2 * i] = trees[0] ?? -1;
    tendon_treeid[2 * i + 1] = trees[1] ?? -1;
  }
}

function keepAwake(m: Model, tree: number): void {
  if (tree >= 0 && m.tree_sleep_policy[tree] === SleepPolicy.AUTO) {
    m.tree_sleep_policy[tree] = SleepPolicy.AUTO_NEVER;
  }
}

/** Trees with actuators do not fall asleep by default. */
function keepActuatedAwake(m: Model): void {
  const { nu, actuator_trntype, actuator_trnid, body_treeid, jnt_bodyid, site_bodyid } = m;

  for (let i = 0; i < nu; i++) {
    const target = actuator_trnid[2 * i];
    switch (actuator_trntype[i]) {
      case Trn.JOINT:
      case Trn.JOINTINPARENT:
        keepAwake(m, body_treeid[jnt_bodyid[target]]);
        break;
      case Trn.SITE:
      case Trn.SLIDERCRANK:
        keepAwake(m, body_treeid[site_bodyid[target]]);
        break;
      case Trn.BODY:
        keepAwake(m, body_treeid[target]);
        break;
      case Trn.TENDON:
        for (const tree of treesOfTendon(m, target)) keepAwake(m, tree);
        break;
    }
  }
}

/**
 * Trees connected by a tendon with stiffness or damping do not fall asleep, nor do trees connected by a tendon across
 * more than two.
 */
function keepTiedAwake(m: Model): void {
  const { ntendon, tendon_treenum, tendon_stiffness, tendon_damping, tree_sleep_policy } = m;

  for (let i = 0; i < ntendon; i++) {
    const count = tendon_treenum[i];
    if (count < 2) continue;
    if (count === 2 && tendon_stiffness[i] === 0 && tendon_damping[i] === 0) continue;
    for (const tree of treesOfTendon(m, i)) {
      const policy = tree_sleep_policy[tree];
      if (policy === SleepPolicy.ALLOWED || policy === SleepPolicy.INIT) {
        const cause = count > 2 ? `that ties ${count} trees` : "with stiffness or damping";
        throw new MjcfError(`tree ${tree}: may not sleep, it is tied by tendon ${i} ${cause}`);
      }
      keepAwake(m, tree);
    }
  }
}

/** Trees with a flex do not fall asleep by default. */
function keepFlexesAwake(m: Model): void {
  const { nflex, flex_interp, flex_nodeadr, flex_nodenum, flex_nodebodyid } = m;
  const { flex_vertadr, flex_vertnum, flex_vertbodyid, body_treeid } = m;

  for (let f = 0; f < nflex; f++) {
    const bodies = flex_interp[f] ? flex_nodebodyid : flex_vertbodyid;
    const first = flex_interp[f] ? flex_nodeadr[f] : flex_vertadr[f];
    const count = flex_interp[f] ? flex_nodenum[f] : flex_vertnum[f];
    for (let k = first; k < first + count; k++) keepAwake(m, body_treeid[bodies[k]]);
  }
}
