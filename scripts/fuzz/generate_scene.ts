/** Random scenes with motion and contacts, for the areas of the fuzzer. */

import { Random } from "./random.ts";

/** The focus of a scene. */
export interface SceneTraits {
  /** geoms that may touch */
  readonly contacts: boolean;
  /** types of geoms that may occur */
  readonly geoms: readonly string[];
  /** equalities, limits, friction loss */
  readonly constraints: boolean;
  /** actuators and tendons */
  readonly drives: boolean;
}

const INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast"];

/** Sizes that a type of geom needs. */
const SIZES: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 };

/** A document with a floor and a few trees of bodies over it. */
export function generateScene(seed: number, traits: SceneTraits): string {
  const r = new Random(seed);
  const joints: string[] = [];
  const bodies: string[] = [];
  let count = 0;

  const geom = () => {
    const type = r.pick(traits.geoms);
    if (type === "mesh") return `<geom type="mesh" mesh="rock" pos="${r.reals(3, -0.05, 0.05)}"/>`;
    const size = r.reals(SIZES[type], 0.03, 0.12);
    const extra = traits.contacts && r.chance(0.3)
      ? ` condim="${r.pick([1, 3, 4, 6])}" margin="${r.real(0, 0.01)}" friction="${r.reals(3, 0.01, 1)}"`
      : "";
    return `<geom type="${type}" size="${size}" pos="${r.reals(3, -0.05, 0.05)}" euler="${
      r.reals(3, -90, 90)
    }"${extra}/>`;
  };

  const joint = (type: string) => {
    const name = `j${joints.length}`;
    joints.push(name);
    const limited = traits.constraints && type !== "ball" && r.chance(0.4);
    const range = limited ? ` limited="true" range="${type === "hinge" ? "-30 40" : "-.05 .1"}"` : "";
    const loss = traits.constraints && r.chance(0.2) ? ` frictionloss="${r.real(0.01, 0.3)}"` : "";
    const spring = r.chance(0.3) ? ` stiffness="${r.real(0.1, 20)}" springref="${r.real(-20, 20)}"` : "";
    const axis = type === "ball" ? "" : ` axis="${r.reals(3, -1, 1)} "`;
    return `<joint name="${name}" type="${type}"${axis} damping="${r.real(0, 0.3)}" armature="${
      r.real(0.001, 0.02)
    }"${range}${loss}${spring}/>`;
  };

  const body = (depth: number): string => {
    const name = `b${count++}`;
    bodies.push(name);
    const root = depth === 0;
    const pos = root
      ? `${r.real(-0.25, 0.25)} ${r.real(-0.25, 0.25)} ${r.real(0.05, 0.5)}`
      : `${r.real(0.1, 0.2)} ${r.real(-0.1, 0.1)} ${r.real(-0.1, 0.1)}`;
    const moves = root && r.chance(0.6) ? "<freejoint/>" : joint(r.pick(["hinge", "hinge", "slide", "ball"]));
    const children = Array.from({ length: depth < 3 ? r.int(0, 2) : 0 }, () => body(depth + 1)).join("");
    return `<body name="${name}" pos="${pos}" euler="${r.reals(3, -60, 60)}">${moves}${geom()}${
      r.chance(0.3) ? geom() : ""
    }<site name="s${name}" pos="${r.reals(3, -0.05, 0.05)}"/>${children}</body>`;
  };

  const trees = Array.from({ length: r.int(1, 4) }, () => body(0)).join("\n    ");
  const flag = traits.contacts ? "" : `<flag contact="disable"/>`;
  const solver = r.pick(["Newton", "Newton", "CG", "PGS"]);
  const option =
    `<option timestep="${r.pick([0.001, 0.002, 0.004])}" integrator="${r.pick(INTEGRATORS)}" solver="${solver}" ` +
    `cone="${r.pick(["pyramidal", "elliptic"])}" jacobian="${r.pick(["dense", "sparse"])}" ` +
    `${r.chance(0.2) ? `density="${r.real(0.5, 900)}" viscosity="${r.real(0.001, 0.2)}" ` : ""}` +
    `${r.chance(0.15) ? `noslip_iterations="${r.int(1, 5)}" ` : ""}>${flag}</option>`;
  const points = Array.from({ length: 16 }, () => r.reals(3, -0.08, 0.08)).join(" ");
  const asset = traits.geoms.includes("mesh") ? `<asset><mesh name="rock" vertex="${points}"/></asset>` : "";

  const scalar = joints.filter((name) => !trees.includes(`name="${name}" type="ball"`));
  const equality = traits.constraints && bodies.length > 2 && r.chance(0.6)
    ? `<equality>${
      r.chance(0.5)
        ? `<connect body1="${bodies[0]}" body2="${bodies[bodies.length - 1]}" anchor="0 0 0.1"/>`
        : `<weld body1="${bodies[0]}" body2="${bodies[bodies.length - 1]}"/>`
    }${
      scalar.length > 1 ? `<joint joint1="${scalar[0]}" joint2="${scalar[1]}" polycoef="0 .5 0 0 0"/>` : ""
    }</equality>`
    : "";
  const tendon = traits.drives && scalar.length > 1
    ? `<tendon><fixed name="t0" stiffness="${r.real(0, 10)}"><joint joint="${scalar[0]}" coef=".3"/><joint joint="${
      scalar[1]
    }" coef="-.5"/></fixed>${
      bodies.length > 2
        ? `<spatial name="t1" damping=".1" ${
          traits.constraints ? `limited="true" range="0 ${r.real(0.2, 0.5)}"` : ""
        }><site site="s${bodies[0]}"/><site site="s${bodies[2]}"/></spatial>`
        : ""
    }</tendon>`
    : "";
  const actuator = traits.drives && scalar.length > 0
    ? `<actuator><motor joint="${scalar[0]}" ctrllimited="true" ctrlrange="-1 1"/><position joint="${
      r.pick(scalar)
    }" kp="${r.real(0.5, 20)}"/>${
      tendon === "" ? "" : `<general tendon="t0" dyntype="filter" dynprm=".05" gainprm="2"/>`
    }<general site="s${bodies[0]}" gear="1 0 .5 0 .1 0"/></actuator>`
    : "";
  return `<mujoco>
  ${option}
  ${asset}
  <worldbody>
    ${traits.contacts ? `<geom type="plane" size="3 3 .1" euler="${r.real(-5, 5)} 0 0"/>` : ""}
    ${trees}
  </worldbody>
  ${equality}
  ${tendon}
  ${actuator}
</mujoco>
`;
}
