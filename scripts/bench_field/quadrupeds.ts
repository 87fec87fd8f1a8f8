/** Machines on four legs. */

import { type Dice, times } from "../bench_dice.ts";
import { blockMesh, box, type Drawing, FLOOR, hinge, type Machine, rod, vector } from "./parts.ts";

interface Quadruped {
  name: string;
  at?: string;
  /** attributes of all joints and of the spheres that are feet */
  joint: string;
  foot?: string;
  /** are there meshes to be seen? */
  hasShell?: boolean;
  /** more in the trunk */
  inner?: string;
}

/** A robot with four legs of three hinges: 18 dofs. */
export function quadruped(
  { name, at = "0 0 0.42", joint, foot = "", hasShell = false, inner = "" }: Quadruped,
): string {
  const seen = (mesh: string) => hasShell ? `<geom type="mesh" mesh="${mesh}" contype="0" conaffinity="0"/>` : "";
  const leg = (k: number) => {
    const side = k % 2 === 0 ? -1 : 1;
    return `<body pos="${vector(k < 2 ? 0.2 : -0.2, side * 0.055, 0)}">
      <inertial pos="${vector(0, side * 0.01, 0)}" mass="0.7" diaginertia="0.0008 0.0007 0.0005"/>
      ${hinge(`${name}-hip${k}`, "1 0 0", -50, 50, joint)}${seen("hip")}
      <geom type="cylinder" size="0.045 0.02" euler="90 0 0" pos="${vector(0, side * 0.08, 0)}"/>
      <body pos="${vector(0, side * 0.08, 0)}"><inertial pos="0 0 -0.03" mass="1" diaginertia="0.005 0.005 0.001"/>
        ${hinge(`${name}-thigh${k}`, "0 1 0", -40, 190, joint)}${seen("thigh")}
        <geom type="capsule" size="0.015" fromto="-0.02 0 0 -0.02 0 -0.16"/>
        <body pos="0 0 -0.21"><inertial pos="0.005 0 -0.13" mass="0.17" diaginertia="0.003 0.003 0.00004"/>
          ${hinge(`${name}-knee${k}`, "0 1 0", -150, -40, joint)}${rod(0.02, 0, -0.13, 0.013)}
          <geom size="0.022" pos="0 0 -0.21" ${foot}/><site name="${name}-foot${k}" pos="0 0 -0.21" size="0.023"/>
        </body></body></body>`;
  };
  return `<body pos="${at}"><freejoint/><inertial pos="0.02 0 0" mass="5.5" diaginertia="0.02 0.06 0.07"/>
    ${box(0.19, 0.05, 0.055)}${seen("trunk")}<geom type="cylinder" size="0.05 0.04" pos="0.25 0 0"/>
    <site name="${name}-imu"/>${times(4, leg)}${inner}</body>`;
}

function jointsOf(name: string): string[] {
  return [0, 1, 2, 3].flatMap((k) => ["hip", "thigh", "knee"].map((part) => `${name}-${part}${k}`));
}

function touches(name: string): string {
  return times(4, (k) => `<touch site="${name}-foot${k}"/>`);
}

function servos(dice: Dice): Drawing {
  const joint = `damping="${dice.real(1.5, 2.5)}" armature="0.01" frictionloss="0.2"`;
  const foot = `condim="6" friction="0.8 0.02 0.01" priority="1" solimp="0.015 1 0.02"`;
  return {
    about: "robot on four legs with servos, meshes to be seen, feet with condim 6",
    option: `cone="elliptic" impratio="100"`,
    asset: blockMesh(dice, "hip", 300, [0.04, 0.04, 0.03]) + blockMesh(dice, "thigh", 400, [0.02, 0.03, 0.1]) +
      blockMesh(dice, "trunk", 900, [0.2, 0.05, 0.06]),
    worldbody: FLOOR + quadruped({ name: "a", joint, foot, hasShell: true }),
    actuator: jointsOf("a").map((name) => `<position joint="${name}" kp="100" forcerange="-24 24" ctrlrange="-2 2"/>`)
      .join(""),
    sensor: `<gyro site="a-imu"/><accelerometer site="a-imu"/><framequat objtype="site" objname="a-imu"/>`,
    drive: 0.5,
  };
}

function torques(dice: Dice): Drawing {
  const joint = `damping="${dice.real(0.4, 0.6)}" armature="0.01" frictionloss="0.1"`;
  return {
    about: "robot on four legs with motors, few iterations",
    option: `integrator="implicitfast" timestep="0.004" iterations="5" ls_iterations="8"`,
    flag: `eulerdamp="disable"`,
    worldbody: FLOOR + quadruped({ name: "a", joint, foot: `friction="1"` }),
    actuator: jointsOf("a").map((name) => `<motor joint="${name}" ctrlrange="-24 24"/>`).join(""),
    sensor:
      jointsOf("a").map((name) =>
        `<jointpos joint="${name}"/><jointvel joint="${name}"/><jointactuatorfrc joint="${name}"/>`
      ).join("") + touches("a"),
    drive: 5,
  };
}

function terrain(dice: Dice): Drawing {
  const finder = (i: number) =>
    `<site name="ray${i}" pos="${vector((i % 7) * 0.06 - 0.18, Math.floor(i / 7) * 0.06 - 0.06, -0.06)}"
     zaxis="0 ${dice.real(-0.4, 0.4)} -1"/>`;
  const heights = Array.from({ length: 40 * 40 }, () => dice.real(0, 1)).join(" ");
  return {
    about: "robot on four legs on a height field, with 21 rangefinders",
    option: `timestep="0.004"`,
    asset: `<hfield name="ground" nrow="40" ncol="40" size="4 4 0.15 0.1" elevation="${heights}"/>`,
    worldbody: `<geom type="hfield" hfield="ground"/>` +
      quadruped({ name: "a", at: "0 0 0.55", joint: `damping="1" armature="0.02"`, inner: times(21, finder) }),
    actuator: jointsOf("a").map((name) => `<position joint="${name}" kp="40" dampratio="1" ctrlrange="-2 2"/>`).join(
      "",
    ),
    sensor: times(21, (i) => `<rangefinder site="ray${i}"/>`) + touches("a"),
    drive: 0.5,
  };
}

function leashed(dice: Dice): Drawing {
  const joint = `damping="0.4" armature="0.01"`;
  const elastic = (name: string) => (k: number) =>
    `<spatial name="${name}-elastic${k}" stiffness="${dice.int(50, 70)}" damping="2" frictionloss="0.5">
       <site site="${name}-imu"/><site site="${name}-foot${k}"/></spatial>`;
  const leash = (name: string) => (k: number) =>
    `<spatial range="0 0.6"><site site="${name}-foot${k}"/><site site="${name}-foot${k + 1}"/></spatial>`;
  return {
    about: "two robots on four legs with elastic and limited tendons, CG",
    option: `solver="CG" cone="elliptic"`,
    worldbody: FLOOR + quadruped({ name: "a", joint }) +
      quadruped({ name: "b", at: "1 0 0.42", joint: `${joint} stiffness="3"`, foot: `condim="4"` }),
    tendon: ["a", "b"].map((name) => times(4, elastic(name)) + times(3, leash(name))).join(""),
    actuator:
      [...jointsOf("a"), ...jointsOf("b")].map((name) => `<motor joint="${name}" gear="8" ctrlrange="-1 1"/>`).join(
        "",
      ) +
      `<cylinder tendon="a-elastic0" timeconst="0.05" area="20" ctrlrange="-1 1"/>`,
    sensor: times(4, (k) => `<tendonpos tendon="a-elastic${k}"/><tendonvel tendon="a-elastic${k}"/>`),
    drive: 0.6,
  };
}

/** A ball on four legs of two hinges. */
function fourLegs(dice: Dice, option: string): Drawing {
  const reach = Number(dice.real(0.25, 0.3));
  const leg = (k: number) => {
    const angle = (k + 0.5) * Math.PI / 2;
    const [x, y] = [reach * Math.cos(angle), reach * Math.sin(angle)];
    return `${rod(x, y, 0, 0.07)}<body pos="${vector(x, y, 0)}">${hinge(`swing${k}`, "0 0 1", -32, 32)}
      ${rod(x, y, 0, 0.07)}<body pos="${vector(x, y, 0)}">
      ${hinge(`lift${k}`, vector(-y / reach, x / reach, 0), 28, 68)}${rod(2 * x, 2 * y, 0, 0.07)}</body></body>`;
  };
  return {
    about: `ball on four legs of two hinges${option.includes("RK4") ? ", RK4" : ""}`,
    option,
    default: `<geom density="5" friction="1 0.5 0.5" margin="0.01"/><joint armature="1" damping="1"/>`,
    worldbody: `${FLOOR}<body pos="0 0 0.6"><freejoint/><geom size="0.24"/>${times(4, leg)}</body>`,
    actuator: times(
      4,
      (k) =>
        ["swing", "lift"].map((name) => `<motor joint="${name}${k}" gear="${dice.int(120, 160)}" ctrlrange="-1 1"/>`)
          .join(""),
    ),
    drive: 0.7,
  };
}

export const QUADRUPEDS: readonly Machine[] = [
  { name: "quadruped-servos", draw: servos },
  { name: "quadruped-motors", draw: torques },
  { name: "quadruped-terrain", draw: terrain },
  { name: "quadrupeds-tendons", draw: leashed },
  { name: "four-legs-rk4", draw: (dice) => fourLegs(dice, `timestep="0.01" integrator="RK4"`) },
  { name: "four-legs", draw: (dice) => fourLegs(dice, `timestep="0.005"`) },
];
