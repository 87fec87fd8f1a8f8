/** The mutants: bugs that the seed documents describe, each as an edit of one engine file. */

/** One bug. */
export interface Mutant {
  /** short name */
  readonly id: string;
  /** item that must turn red */
  readonly item: string;
  /** what is wrong */
  readonly bug: string;
  /** engine file */
  readonly file: string;
  /** texts that occur exactly once in the file, and their replacements */
  readonly edits: readonly (readonly [find: string, replace: string])[];
}

const CONTACT_PARAM = "engine/collision/contact/mix.ts";
const FLEX_STAGE = "engine/collision/flex/flex_stage.ts";
const PASSIVE = "engine/velocity/passive.ts";
const ACTUATION = "engine/actuation/fwd_actuation.ts";

/** A mutant of item 41 that no longer checks whether a feature is disabled. */
function unguarded(flag: string, file: string, find: string, replace: string): Mutant {
  return { id: `flag-${flag}`, item: "41", bug: `the ${flag} flag does nothing`, file, edits: [[find, replace]] };
}

/** The mutants, item by item. */
export const MUTANTS: readonly Mutant[] = [
  {
    id: "defaults-ignored",
    item: "1",
    bug: "joint defaults do not reach the class",
    file: "engine/mjcf/defaults.ts",
    edits: [['return readAttributes(element, JOINT, ownDefaults(target, "joint"));', "return;"]],
  },
  {
    id: "explicit-loses",
    item: "1",
    bug: "an explicit zero loses to the default class",
    file: "engine/mjcf/attributes.ts",
    edits: [["if (value === undefined) continue;", "if (value === undefined || value === 0) continue;"]],
  },
  {
    id: "class-not-nested",
    item: "1",
    bug: "a nested class does not start from its parent",
    file: "engine/mjcf/defaults.ts",
    edits: [
      ["return { ...parent, name, parent };", "return { ...parent, name, parent, joint: BUILTIN.joint };"],
      ["import { ownDefaults }", "import { BUILTIN, ownDefaults }"],
    ],
  },
  {
    id: "tangents-at-condim-1",
    item: "2",
    bug: "a frictionless contact gets tangential rows",
    file: CONTACT_PARAM,
    edits: [[
      "dim[i] = Math.max(geom_condim[g1], geom_condim[g2]);",
      "dim[i] = Math.max(3, geom_condim[g1], geom_condim[g2]);",
    ]],
  },
  {
    id: "no-torsion",
    item: "2",
    bug: "torsional and rolling rows stay empty",
    file: "engine/constraint/contact_rows.ts",
    edits: [[
      "for (let row = 3; row < dim; row++) {\n        const r = f + 3 * (row - 3);",
      "for (let row = 3; row < 3; row++) {\n        const r = f + 3 * (row - 3);",
    ]],
  },
  {
    id: "position-on-friction-rows",
    item: "2",
    bug: "friction rows of an elliptic cone correct positions too",
    file: "engine/constraint/contact_rows.ts",
    edits: [["if (isCone && row > nefc) {", "if (row < nefc) {"]],
  },
  {
    id: "impratio-ignored",
    item: "2",
    bug: "impratio does not reach the friction rows",
    file: "engine/constraint/impedance.ts",
    edits: [["efc_R[i + 1] = efc_R[i] / reg[RATIO];", "efc_R[i + 1] = efc_R[i];"]],
  },
  {
    id: "pair-inherits",
    item: "3",
    bug: "an explicit pair takes the dimension of contact from nothing but 3",
    file: CONTACT_PARAM,
    edits: [["dim[i] = pair_dim[pair];", "dim[i] = 3;"]],
  },
  {
    id: "pair-gap-ignored",
    item: "3",
    bug: "an explicit pair ignores its gap",
    file: CONTACT_PARAM,
    edits: [["includemargin[i] = margin[k] - pair_gap[pair];", "includemargin[i] = margin[k];"]],
  },
  {
    id: "exclude-by-order",
    item: "3",
    bug: "an exclusion holds only if its bodies are named in order",
    file: "engine/compile/contacts.ts",
    edits: [["(Math.min(...ids) << 16) + Math.max(...ids)", "(ids[1] << 16) + ids[0]"]],
  },
  {
    id: "springlength-ignored",
    item: "22",
    bug: "springlength of tendons is parsed and ignored",
    file: "engine/mjcf/read_objects.ts",
    edits: [["repeatSpringLength(element, target.springlength);", "target.springlength.fill(-1);"]],
  },
  {
    id: "no-dead-band",
    item: "22",
    bug: "tendon springs have no dead band",
    file: PASSIVE,
    edits: [["const upper = tendon_lengthspring[2 * i + 1];", "const upper = tendon_lengthspring[2 * i];"]],
  },
  {
    id: "degrees-as-radians",
    item: "18",
    bug: "angles are not converted from degrees",
    file: "engine/compile/joint.ts",
    edits: [["if (range[k]) range[k] *= PI / 180;", ""]],
  },
  {
    id: "euler-order",
    item: "21",
    bug: "Euler angles are applied in the wrong order",
    file: "engine/mjcf/orientation.ts",
    edits: [[
      "if (letter === letter.toLowerCase()) mulUnitQuat(quat, quat, turn);",
      "if (letter !== letter.toLowerCase()) mulUnitQuat(quat, quat, turn);",
    ]],
  },
  {
    id: "childclass-not-inherited",
    item: "20",
    bug: "childclass reaches the body that names it and not its children",
    file: "engine/mjcf/read_body.ts",
    edits: [[
      "const body = newBody(spec, parent, childclass, element);",
      "const body = newBody(spec, parent, spec.main, element);",
    ]],
  },
  {
    id: "frame-without-childclass",
    item: "19",
    bug: "childclass of a frame is ignored",
    file: "engine/mjcf/read_body.ts",
    edits: [["classOf(spec, element, (frame ?? body).childclass)", "classOf(spec, element, body.childclass)"]],
  },
  {
    id: "diagonal-inertia",
    item: "23",
    bug: "products of inertia are dropped before the principal axes are found",
    file: "engine/math/principal_axes.ts",
    edits: [["full.set([xx, xy, xz, xy, yy, yz, xz, yz, zz]);", "full.set([xx, 0, 0, 0, yy, 0, 0, 0, zz]);"]],
  },
  {
    id: "no-parallel-axis",
    item: "23",
    bug: "geoms off the centre of mass add no parallel axis term",
    file: "engine/compile/inertia_frame.ts",
    edits: [["total[j] = total[j] + rotated[j] + moved[j];", "total[j] = total[j] + rotated[j];"]],
  },
  {
    id: "geometric-mean-friction",
    item: "24",
    bug: "friction is the geometric mean of both geoms",
    file: CONTACT_PARAM,
    edits: [[
      "Math.max(geom_friction[3 * g1], geom_friction[3 * g2])",
      "Math.sqrt(geom_friction[3 * g1] * geom_friction[3 * g2])",
    ]],
  },
  {
    id: "friction-by-geom",
    item: "24",
    bug: "friction is that of the geom with the larger sliding coefficient",
    file: CONTACT_PARAM,
    edits: [[
      "Math.max(geom_friction[3 * g1 + 1], geom_friction[3 * g2 + 1])",
      "geom_friction[3 * (geom_friction[3 * g1] > geom_friction[3 * g2] ? g1 : g2) + 1]",
    ]],
  },
  {
    id: "one-rolling-direction",
    item: "24",
    bug: "the second rolling coefficient is missing",
    file: CONTACT_PARAM,
    edits: [["friction[f + 4] = friction[f + 3];", "friction[f + 4] = 0;"]],
  },
  {
    id: "no-priority",
    item: "25",
    bug: "priority is ignored",
    file: CONTACT_PARAM,
    edits: [["if (priority1 !== priority2) {", "if (priority1 !== priority1) {"]],
  },
  {
    id: "priority-reversed",
    item: "25",
    bug: "the lower priority wins",
    file: CONTACT_PARAM,
    edits: [["priority1 > priority2 ? g1 : g2", "priority1 < priority2 ? g1 : g2"]],
  },
  {
    id: "condim-without-priority",
    item: "25",
    bug: "condim is the maximum, whatever the priorities",
    file: CONTACT_PARAM,
    edits: [["dim[i] = geom_condim[g];", "dim[i] = Math.max(geom_condim[g1], geom_condim[g2]);"]],
  },
  {
    id: "flex-priority-fixed",
    item: "25",
    bug: "flexes have priority 0, whatever they say",
    file: FLEX_STAGE,
    edits: [["m.geom_priority[place] = from.flex_priority[f];", "m.geom_priority[place] = 0;"]],
  },
  {
    id: "minimum-solref",
    item: "26",
    bug: "solref is the elementwise minimum instead of the weighted mean",
    file: CONTACT_PARAM,
    edits: [["const standard = time1 > 0 && time2 > 0;", "const standard = false;"]],
  },
  {
    id: "maximum-solimp",
    item: "26",
    bug: "solimp is the elementwise maximum instead of the weighted mean",
    file: CONTACT_PARAM,
    edits: [[
      "solimp[s] = mix * geom_solimp[i1] + rest * geom_solimp[i2];",
      "solimp[s] = Math.max(geom_solimp[i1], geom_solimp[i2]);",
    ]],
  },
  {
    id: "direct-solref-averaged",
    item: "26",
    bug: "references in the direct format are averaged",
    file: CONTACT_PARAM,
    edits: [["const standard = time1 > 0 && time2 > 0;", "const standard = true;"]],
  },
  {
    id: "zero-solmix",
    item: "26",
    bug: "two zero weights give the first geom everything",
    file: CONTACT_PARAM,
    edits: [["mix = 0.5;", "mix = 1;"]],
  },
  {
    id: "flex-solmix-fixed",
    item: "26",
    bug: "the solmix of flexes is not read",
    file: FLEX_STAGE,
    edits: [["m.geom_solmix[place] = from.flex_solmix[f];", "m.geom_solmix[place] = 1;"]],
  },
  {
    id: "flex-gap-ignored",
    item: "27",
    bug: "the gap of flexes does not reduce the margin",
    file: FLEX_STAGE,
    edits: [["m.geom_gap[place] = from.flex_gap[f];", "m.geom_gap[place] = 0;"]],
  },
  {
    id: "margin-zero",
    item: "27",
    bug: "the margin of constraint rows is hard-wired to zero",
    file: "engine/constraint/contact_rows.ts",
    edits: [["efc_margin[row] = includemargin[i];", "efc_margin[row] = 0;"]],
  },
  {
    id: "gap-ignored",
    item: "27",
    bug: "gap does not reduce the margin",
    file: CONTACT_PARAM,
    edits: [
      ["includemargin[i] = margin[k] - (geom_gap[g1] + geom_gap[g2]);", "includemargin[i] = margin[k];"],
    ],
  },
  {
    id: "margin-maximum",
    item: "27",
    bug: "margins of two geoms do not add up",
    file: "engine/collision/search/visit_list.ts",
    edits: [["geom_margin[g1] + geom_margin[g2]", "Math.max(geom_margin[g1], geom_margin[g2])"]],
  },
  {
    id: "override-without-friction",
    item: "IM",
    bug: "contacts of pairs keep a friction below the minimum",
    file: CONTACT_PARAM,
    edits: [["if (friction[f + 2] < SLIGHT) friction[f + 2] = SLIGHT;", ""]],
  },
  {
    id: "sphere-normal",
    item: "L4",
    bug: "the normal of two spheres points the wrong way",
    file: "engine/collision/pairs/sphere_pairs.ts",
    edits: [["frame[f] = x * inverse;", "frame[f] = -x * inverse;"]],
  },
  {
    id: "merged-spring-damper",
    item: "41",
    bug: "springs and dampers share one array",
    file: PASSIVE,
    edits: [[
      "qfrc_damper[i] = -dof_damping[i] * qvel[i];",
      "d.qfrc_spring[i] -= dof_damping[i] * qvel[i];",
    ]],
  },
  {
    id: "stale-energy",
    item: "41",
    bug: "energy keeps its last value when it is turned off",
    file: "engine/forward.ts",
    edits: [["    d.energy[0] = 0;\n    d.energy[1] = 0;\n", ""]],
  },
  {
    id: "energy-ignores-flags",
    item: "41",
    bug: "potential energy counts gravity that is turned off",
    file: "engine/sensor/energy.ts",
    edits: [["if (!isDisabled(m, GRAVITY)) {", "if (true) {"]],
  },
  {
    id: "gravcomp-unrouted",
    item: "41",
    bug: "gravity compensation always goes to the passive forces",
    file: PASSIVE,
    edits: [["hasGravcomp && jnt_actgravcomp[dof_jntid[i]] === 0", "hasGravcomp"]],
  },
  {
    id: "bad-ctrl-alone",
    item: "41",
    bug: "one bad control does not silence the others",
    file: ACTUATION,
    edits: [["ctrl.fill(0);", "ctrl[bad] = 0;"]],
  },
  {
    id: "bad-threshold",
    item: "41",
    bug: "a value of exactly 1e10 counts as bad",
    file: "engine/model/warning.ts",
    edits: [["!(Math.abs(x) <= MAXVAL)", "!(Math.abs(x) < MAXVAL)"]],
  },
  {
    id: "groups-ignored",
    item: "41",
    bug: "actuator groups cannot be disabled",
    file: "engine/motion/activation.ts",
    edits: [["if (disableactuator === 0) return false;", "return false;"]],
  },
  {
    id: "override-ignored",
    item: "41",
    bug: "the override of contact parameters does nothing",
    file: CONTACT_PARAM,
    edits: [
      ["const overridden = isEnabled(m, OVERRIDE);", "const overridden = false;"],
      ["  if (isEnabled(m, OVERRIDE)) override(res, i, m);\n", ""],
    ],
  },
  {
    id: "island-default",
    item: "41",
    bug: "islands are found only when asked for",
    file: "engine/constraint/island.ts",
    edits: [[
      "if (isDisabled(m, ISLAND) || nefc === 0) return;",
      "if (!isDisabled(m, ISLAND) || nefc === 0) return;",
    ]],
  },
  unguarded(
    "constraint",
    "engine/constraint/make_constraint.ts",
    "if (isDisabled(m, CONSTRAINT)) return;",
    "",
  ),
  unguarded("equality", "engine/constraint/equality.ts", "isDisabled(m, DisableBit.EQUALITY) || ", ""),
  unguarded(
    "frictionloss",
    "engine/constraint/friction.ts",
    "if (isDisabled(m, FRICTIONLOSS)) return;",
    "",
  ),
  unguarded("limit", "engine/constraint/limit.ts", "if (isDisabled(m, LIMIT)) return;", ""),
  unguarded("contact", "engine/collision/collision.ts", " || isDisabled(m, CONTACT)", ""),
  unguarded("spring", PASSIVE, "if (hasSpring) spring(m, d);", "spring(m, d);"),
  unguarded("damper", PASSIVE, "if (hasDamper && dof_damping[i] !== 0)", "if (dof_damping[i] !== 0)"),
  unguarded("gravity", "engine/velocity/rne.ts", "if (isDisabled(m, GRAVITY)) return;", ""),
  unguarded("clampctrl", ACTUATION, "const clamp = !isDisabled(m, CLAMPCTRL);", "const clamp = true;"),
  unguarded(
    "warmstart",
    "engine/solver/problem/start.ts",
    "if (!isDisabled(m, WARMSTART)) {",
    "if (true) {",
  ),
  unguarded(
    "filterparent",
    "engine/collision/search/visit_list.ts",
    "isDisabled(m, FILTERPARENT) ? 0 :",
    "",
  ),
  unguarded("actuation", ACTUATION, "nu === 0 || isDisabled(m, ACTUATION)", "nu === 0"),
  unguarded("refsafe", "engine/constraint/impedance.ts", "if (isDisabled(m, REFSAFE)) reg[SHORTEST] = 0;\n  else ", ""),
  unguarded("sensor", "engine/sensor/sensor.ts", "nsensor === 0 || isDisabled(m, SENSOR)", "nsensor === 0"),
  unguarded(
    "midphase",
    "engine/collision/collision.ts",
    "else if (isDisabled(m, MIDPHASE))",
    "else if (isDisabled(m, 0))",
  ),
  unguarded("eulerdamp", "engine/integrate/euler.ts", "isDisabled(m, EULERDAMP) || ", ""),
  unguarded(
    "autoreset",
    "engine/step.ts",
    "if (!isDisabled(m, AUTORESET)) resetData(m, d);",
    "resetData(m, d);",
  ),
  unguarded(
    "nativeccd",
    "engine/collision/convex/convex.ts",
    "const native = !isDisabled(m, NATIVECCD);",
    "const native = true;",
  ),
  unguarded(
    "multiccd",
    "engine/collision/convex/convex.ts",
    "if (count !== 1 || !isEnabled(m, MULTICCD)) return count;",
    "if (count >= 0) return count;",
  ),
  unguarded("energy", "engine/forward.ts", "  if (isEnabled(m, ENERGY)) {", "  if (isEnabled(m, 0)) {"),
  unguarded(
    "fwdinv",
    "engine/step.ts",
    "checkAcc(m, d);\n  lap(CHECKS);\n  if (isEnabled(m, FWDINV)) compareFwdInv(m, d);\n  integrate(m, d, m.opt.integrator);",
    "checkAcc(m, d);\n  integrate(m, d, m.opt.integrator);",
  ),
  unguarded("invdiscrete", "engine/inverse.ts", "isEnabled(m, INVDISCRETE)", "false"),
  unguarded("sleep", "engine/step.ts", "if (isEnabled(m, EnableBit.SLEEP)) fallAsleep(m, d);", ""),
  {
    id: "flex-on-own-body",
    item: "L4",
    bug: "elements meet geoms of the bodies that carry their vertices",
    file: "engine/collision/flex/flex_pairs.ts",
    edits: [["isOnBody(m, f, e, geom_bodyid[g]) || ", ""]],
  },
  {
    id: "flexcomp-tags-from-one",
    item: "MJCF",
    bug: "tags of nodes in Gmsh files are taken to begin at one",
    file: "engine/mjcf/read_gmsh.ts",
    edits: [["target.element.push(entry.int() - first)", "target.element.push(entry.int() - 1)"]],
  },
  {
    id: "flex-renamed",
    item: "MJCF",
    bug: "an attached flex takes the prefix, and keeps its equality",
    file: "engine/mjcf/attach_referring.ts",
    edits: [[
      "      vertbody: flex.vertbody.map(inside),",
      "      name: inside(flex.name),\n      vertbody: flex.vertbody.map(inside),",
    ]],
  },
  {
    id: "flex-contact-unweighted",
    item: "SOL",
    bug: "the vertices of an element share its contacts equally",
    file: "engine/motion/flex_contact.ts",
    edits: [["1 / Math.max(MINVAL, dist3(pos, 3 * i, flexvert_xpos, 3 * v))", "1"]],
  },
  {
    id: "kernels-without-jacobian",
    item: "SOL",
    bug: "kernels multiply by the rows of the first island in place of those of their own",
    file: "engine/solver/jacobian/sparse_jacobian.ts",
    edits: [["return this.J.byteOffset + 8 * this.rowadr[0];", "return this.J.byteOffset;"]],
  },
  {
    id: "slip-with-regularization",
    item: "SOL",
    bug: "noslip leaves the regularization in the residuals",
    file: "engine/wasm/slip_kernels.ts",
    edits: [["float(8 * (ROW * j + 4))", "float(8 * (ROW * j + 1))"]],
  },
  {
    id: "pgs-friction-without-cone",
    item: "SOL",
    bug: "PGS does not put friction on the surface of its cone",
    file: "engine/wasm/friction_kernel.ts",
    edits: [["for (const x of v) x.set(x.times(s));", ""]],
  },
  {
    id: "projection-mirrors-nothing",
    item: "SOL",
    bug: "blocks of AR above the diagonal are left as they are",
    file: "engine/constraint/project_sparse.ts",
    edits: [["      efc_AR[across + r] = sum;\n", ""]],
  },
];
