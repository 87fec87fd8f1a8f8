/** Engines with one planted defect each, and the first cause that the report has to name. */

import { Joint } from "../../mod.ts";
import type { Simulation } from "../../harness/engine.ts";
import { columns, contactsAs, deafTo, inModel, inReading, lateInput, type Plant, stale, unchanged } from "./plant.ts";

/** A defect, and what has to be said of it. */
export interface Defect {
  /** what is wrong, in a few words */
  readonly what: string;
  /** what the first line about it has to match: place, stage, and fault */
  readonly expected: RegExp;
  /** spoils a simulation, or edits a source of the engine: texts that occur once, and their replacements */
  readonly plant: Plant | { readonly file: string; readonly edits: readonly (readonly [string, string])[] };
}

const DEGREE = Math.PI / 180;
const MIX = "engine/collision/contact/mix.ts";
const PASSIVE = "engine/velocity/passive.ts";
const ACTUATION = "engine/actuation/fwd_actuation.ts";
const IMPEDANCE = "engine/constraint/impedance.ts";

const edit = (file: string, find: string, replace: string) => ({ file, edits: [[find, replace]] as const });
const zero = () => 0;
const times = (factor: number) => (x: number) => factor * x;
const isHinge = (sim: Simulation, joint: number) => (sim.read("jnt_type") as Int32Array)[joint] === Joint.HINGE;

/** All defects, by id. */
export const DEFECTS: Readonly<Record<string, Defect>> = {
  // wrong models
  "damping-ignored": {
    what: "joint damping is not read",
    expected: /^dof_damping .*zero/,
    plant: inModel("dof_damping", zero),
  },
  "armature-ignored": {
    what: "armature is not read",
    expected: /^dof_armature .*zero/,
    plant: inModel("dof_armature", zero),
  },
  "range-in-degrees": {
    what: "ranges of hinges stay in degrees",
    expected: /^jnt_range .*degrees/,
    plant: inModel("jnt_range", (x, at, _, sim) => isHinge(sim, at >> 1) ? x / DEGREE : x),
  },
  "gravity-up": {
    what: "gravity has the wrong sign",
    expected: /^opt\.gravity.*sign/,
    plant: inModel("opt.gravity", (x) => -x),
  },
  "solref-default": {
    what: "solref of geoms is not read",
    expected: /^geom_solref/,
    plant: inModel("geom_solref", (_, at) => at % 2 === 0 ? 0.02 : 1),
  },
  "margin-halved": {
    what: "margins of geoms are halved",
    expected: /^geom_margin .*0\.5 times/,
    plant: inModel("geom_margin", times(0.5)),
  },
  "site-on-parent": {
    what: "sites are on the wrong body",
    expected: /^site_bodyid.*minus 1/,
    plant: inModel("site_bodyid", (x) => Math.max(0, x - 1)),
  },
  "frictionloss-ignored": {
    what: "friction loss is not read",
    expected: /^dof_frictionloss .*zero/,
    plant: inModel("dof_frictionloss", zero),
  },
  "gear-doubled": {
    what: "gears count twice",
    expected: /^actuator_gear.*2 times/,
    plant: inModel("actuator_gear", times(2)),
  },
  "mass-off": {
    what: "masses are 1 % too large",
    expected: /^body_mass .*1\.01 times/,
    plant: inModel("body_mass", times(1.01)),
  },
  "quaternion-order": {
    what: "orientations of bodies are x y z w",
    expected: /^body_quat.*(another order: 1 2 3 0|columns)/,
    plant: inModel("body_quat", columns(1, 2, 3, 0)),
  },
  "cutoff-unread": {
    what: "cutoffs of sensors are not read",
    expected: /^sensor_cutoff .*zero/,
    plant: inModel("sensor_cutoff", zero),
  },
  "condim-three": {
    what: "condim is always 3",
    expected: /^geom_condim .*always 3/,
    plant: inModel("geom_condim", () => 3),
  },
  "springref-ignored": {
    what: "springs pull to the initial position",
    expected: /^qpos_spring /,
    plant: inModel("qpos_spring", (_, at, __, sim) => (sim.read("qpos0") as Float64Array)[at]),
  },
  "timestep-fixed": {
    what: "the time step is not read",
    expected: /^opt\.timestep .*always 0\.002/,
    plant: inModel("opt.timestep", () => 0.002),
  },
  "ctrl-unlimited": {
    what: "controls are never limited",
    expected: /^actuator_ctrllimited .*zero/,
    plant: inModel("actuator_ctrllimited", zero),
  },
  "inertia-reversed": {
    what: "principal moments are in reverse order",
    expected: /^body_inertia.*(another order: 2 1 0|reversed)/,
    plant: inModel("body_inertia", columns(2, 1, 0)),
  },
  "friction-off": {
    what: "friction is 1 % too large in the model",
    expected: /^geom_friction.*1\.01 times/,
    plant: inModel("geom_friction", times(1.01)),
  },
  "limits-off": {
    what: "joints are never limited",
    expected: /^jnt_limited .*zero/,
    plant: inModel("jnt_limited", zero),
  },
  "stiffness-root": {
    what: "stiffness is its square root",
    expected: /^jnt_stiffness .*square root/,
    plant: inModel("jnt_stiffness", (x) => Math.sqrt(x)),
  },
  "gain-sign": {
    what: "gains have the wrong sign",
    expected: /^actuator_gainprm.*sign/,
    plant: inModel("actuator_gainprm", (x) => -x),
  },
  "size-diameter": {
    what: "sizes of geoms are diameters",
    expected: /^geom_size.*2 times/,
    plant: inModel("geom_size", times(2)),
  },

  // wrong results
  "friction-1-percent": {
    what: "the first friction coefficient is 1 % off",
    expected: /^contact\.friction, column 0 .*1\.01 times/,
    plant: inReading("contact.friction", (x, at) => at % 5 === 0 ? 1.01 * x : x),
  },
  "bias-sign": {
    what: "bias forces have the wrong sign",
    expected: /^qfrc_bias .*sign/,
    plant: inReading("qfrc_bias", (x) => -x),
  },
  "inertial-transposed": {
    what: "inertial frames are transposed",
    expected: /^ximat .*transposed/,
    plant: inReading("ximat", columns(0, 3, 6, 1, 4, 7, 2, 5, 8)),
  },
  "xquat-order": {
    what: "orientations are x y z w",
    expected: /^xquat .*another order: 1 2 3 0/,
    plant: inReading("xquat", columns(1, 2, 3, 0)),
  },
  "xquat-inverse": {
    what: "orientations are inverted",
    expected: /^xquat.*inverse/,
    plant: inReading("xquat", (x, at) => at % 4 === 0 ? x : -x),
  },
  "com-is-origin": {
    what: "centers of mass are the origins of bodies",
    expected: /^xipos .*MuJoCo's xpos/,
    plant: inReading("xipos", (_, at, __, sim) => (sim.read("xpos") as Float64Array)[at]),
  },
  "sensors-late": {
    what: "sensors are one step late",
    expected: /^sensordata .*one step late/,
    plant: stale("sensordata"),
  },
  "single": {
    what: "accelerations are in single precision",
    expected: /^qacc .*single precision/,
    plant: inReading("qacc", Math.fround),
  },
  "distance-offset": {
    what: "contacts are a millimeter too deep",
    expected: /^contact\.dist .*minus 0\.001/,
    plant: inReading("contact.dist", (x) => x - 0.001),
  },
  "margin-zero": { what: "rows have no margin", expected: /^efc_margin .*zero/, plant: inReading("efc_margin", zero) },
  "contact-dropped": {
    what: "the last contact is missing",
    expected: /^the list of contacts .*missing/,
    plant: contactsAs((ncon) => Array.from({ length: Math.max(0, ncon - 1) }, (_, i) => i)),
  },
  "contacts-reversed": {
    what: "contacts come in reverse order",
    expected: /^the list of contacts .*another order/,
    plant: contactsAs((ncon) => Array.from({ length: ncon }, (_, i) => ncon - 1 - i)),
  },
  "contact-doubled": {
    what: "the last contact comes twice",
    expected: /^the list of contacts .*too many/,
    plant: contactsAs((ncon) => Array.from({ length: ncon > 0 ? ncon + 1 : 0 }, (_, i) => Math.min(i, ncon - 1))),
  },
  "velocity-halves": {
    what: "linear velocities come before angular ones",
    expected: /^cvel .*another order: 3 4 5 0 1 2/,
    plant: inReading("cvel", columns(3, 4, 5, 0, 1, 2)),
  },
  "com-shifted": {
    what: "centers of subtrees are those of the next body",
    expected: /^subtree_com .*next row/,
    plant: inReading("subtree_com", (x, at, all) => all[at + 3] ?? x),
  },
  "energy-sign": {
    what: "potential energy has the wrong sign",
    expected: /^energy .*sign/,
    plant: inReading("energy", (x, at) => at === 0 ? -x : x),
  },
  "contact-transposed": {
    what: "contact frames are transposed",
    expected: /^contact\.frame .*transposed/,
    plant: inReading("contact.frame", columns(0, 3, 6, 1, 4, 7, 2, 5, 8)),
  },
  "activation-nan": {
    what: "rates of activations are not numbers",
    expected: /^act_dot .*not a number/,
    plant: inReading("act_dot", () => NaN),
  },
  "acceleration-missing": {
    what: "the smooth acceleration is not there",
    expected: /^qacc_smooth .*missing/,
    plant: (sim) => ({ read: (name) => name === "qacc_smooth" ? undefined : sim.read(name) }),
  },

  // wrong inputs
  "ctrl-late": {
    what: "controls take effect one step late",
    expected: /^(actuator_force|act_dot|qfrc_actuator) /,
    plant: lateInput("ctrl"),
  },
  "mocap-ignored": { what: "mocap bodies do not move", expected: /^xpos /, plant: deafTo("mocap_pos") },
  "forces-ignored": { what: "external forces are ignored", expected: /^qfrc_smooth /, plant: deafTo("xfrc_applied") },
  "warmstart-late": {
    what: "the warmstart is that of the step before",
    expected: /^next\.qacc_warmstart .*one step late/,
    plant: unchanged("qacc_warmstart"),
  },
  "no-integration": { what: "steps do not move", expected: /^next\./, plant: () => ({ step: () => {} }) },
  "act-ignored": { what: "activations are not set", expected: /^(act_dot|actuator_force) /, plant: deafTo("act") },

  // wrong code
  "friction-geometric": {
    what: "friction is the geometric mean",
    expected: /^contact\.friction/,
    plant: edit(
      MIX,
      "Math.max(geom_friction[3 * g1], geom_friction[3 * g2])",
      "Math.sqrt(geom_friction[3 * g1] * geom_friction[3 * g2])",
    ),
  },
  "solref-smaller": {
    what: "the smaller solref applies",
    expected: /^contact\.solref/,
    plant: edit(MIX, "const standard = time1 > 0 && time2 > 0;", "const standard = false;"),
  },
  "no-priority": {
    what: "priority is ignored",
    expected: /^(contact\.(friction|solref|solimp|dim)|nefc)/,
    plant: edit(MIX, "if (priority1 !== priority2) {", "if (priority1 !== priority1) {"),
  },
  "gap-ignored": {
    what: "gap is not subtracted from margin",
    expected: /^(contact\.includemargin)/,
    plant: edit(MIX, "includemargin[i] = margin[k] - (geom_gap[g1] + geom_gap[g2]);", "includemargin[i] = margin[k];"),
  },
  "euler-explicit": {
    what: "Euler ignores damping",
    expected: /^next\.q(pos|vel)/,
    plant: edit(
      "engine/integrate/euler.ts",
      "if (!hasDamping(m, d)) {",
      "if (m.nv >= 0) {",
    ),
  },
  "weight-sign": {
    what: "gravity pulls up in the recursion",
    expected: /^qfrc_bias/,
    plant: edit(
      "engine/velocity/rne.ts",
      "cacc[3 + k] = -gravity[k];",
      "cacc[3 + k] = gravity[k];",
    ),
  },
  "damper-sign": {
    what: "dampers push",
    expected: /^qfrc_damper .*sign/,
    plant: edit(PASSIVE, "qfrc_damper[i] = -dof_damping[i] * qvel[i];", "qfrc_damper[i] = dof_damping[i] * qvel[i];"),
  },
  "margin-not-subtracted": {
    what: "impedance ignores the margin",
    expected: /^efc_(KBIP|diagApprox|D|R)/,
    plant: edit(IMPEDANCE, "(reg[VIOLATION] - efc_margin[i])", "reg[VIOLATION]"),
  },
  "refsafe-short": {
    what: "time constants of one step are allowed",
    expected: /^efc_KBIP/,
    plant: edit(IMPEDANCE, "= 2 * m.opt.timestep", "= m.opt.timestep"),
  },
  "cutoff-ignored": {
    what: "sensors are not clamped to their cutoff",
    expected: /^sensordata/,
    plant: edit("engine/sensor/compute_sensor.ts", "if (!(cutoff > 0)) return;", "if (!(cutoff > 1e9)) return;"),
  },
  "ctrl-unclamped": {
    what: "controls are not clamped",
    expected: /^(act_dot|actuator_force)/,
    plant: edit(ACTUATION, "if (clamp && actuator_ctrllimited[i] !== 0)", "if (clamp && actuator_ctrllimited[i] > 1)"),
  },
  "filter-undivided": {
    what: "time constants of filters are never below a second",
    expected: /^act_dot/,
    plant: edit(
      ACTUATION,
      "(ctrl[i] - act[last]) / Math.max(TINY,",
      "(ctrl[i] - act[last]) / Math.max(1,",
    ),
  },
  "half-step": {
    what: "positions of joints move half as far",
    expected: /^next\.qpos/,
    plant: edit(
      "engine/integrate/integrate_pos.ts",
      "qpos[p] += dt[0] * qvel[v];",
      "qpos[p] += 0.5 * dt[0] * qvel[v];",
    ),
  },
  "armature-forgotten": {
    what: "armature is not added to the inertia matrix",
    expected: /^(qM|M) /,
    plant: {
      file: "engine/position/make_m.ts",
      edits: [
        ["const own = dof_armature[i] + (", "const own = ("],
        ["copyAll(fast.armature, m.dof_armature);", ""],
      ],
    },
  },
  "impratio-ignored": {
    what: "impratio is ignored",
    expected: /^efc_(diagApprox|R|D)/,
    plant: edit(
      IMPEDANCE,
      "const tangential = efc_R[i] / reg[RATIO];",
      "const tangential = efc_R[i];",
    ),
  },
  "degrees-at-hinges": {
    what: "angles are taken for twice as large",
    expected: /^x(pos|quat)/,
    plant: edit(
      "engine/position/kinematics.ts",
      "(qpos[jnt_qposadr[j]] - qpos0[jnt_qposadr[j]]) * 0.5;",
      "(qpos[jnt_qposadr[j]] - qpos0[jnt_qposadr[j]]);",
    ),
  },
};
