/** Machines on two legs. */

import { type Dice, times } from "../bench_dice.ts";
import { box, type Drawing, FLOOR, hinge, jointsIn, type Machine, place, rod, vector } from "./parts.ts";

interface Humanoid {
  name: string;
  at?: string;
  /** attributes of all joints */
  joint: string;
  /** the geoms of a foot */
  foot: string;
  /** fingers of one hinge, on hands with wrists; none: an arm has three hinges and ends in a ball */
  fingers?: number;
  /** are hips balls rather than three hinges? */
  hasBallHips?: boolean;
}

const FEET = {
  capsules: [-0.02, 0.02].map((y) => `<geom type="capsule" fromto="-0.06 ${y} 0 0.15 ${2 * y} 0" size="0.026"/>`).join(
    "",
  ),
  spheres: [0.12, -0.05].flatMap((x) => [-0.03, 0.03].map((y) => `<geom size="0.005" pos="${x} ${y} -0.03"/>`)).join(
    "",
  ),
  box: box(0.1, 0.04, 0.02, `pos="0.04 0 -0.01"`),
} as const;

/** A trunk of three parts with three hinges between them, two arms, and two legs. */
function humanoid({ name, at = "0 0 1.3", joint, foot, fingers = 0, hasBallHips = false }: Humanoid): string {
  const own = (part: string, axis: string, low: number, high: number) =>
    hinge(`${name}-${part}`, axis, low, high, joint);
  const finger = (k: number) => (f: number) =>
    `<body pos="${vector(0.03, (f - (fingers - 1) / 2) * 0.02, 0)}">${own(`finger${k}_${f}`, "0 1 0", 0, 80)}
     ${rod(0.05, 0, 0, 0.008)}</body>`;
  const arm = (k: number) => {
    const side = k === 0 ? -1 : 1;
    const wrist = own(`wrist-x${k}`, "1 0 0", -60, 60) + own(`wrist-y${k}`, "0 1 0", -60, 60);
    return `<body name="${name}-upper-arm${k}" pos="${vector(0, side * 0.18, 0.07)}">
      ${own(`shoulder-a${k}`, "1 1 1", -80, 60)}${own(`shoulder-b${k}`, "1 -1 0", -75, 60)}
      ${fingers > 0 ? own(`shoulder-c${k}`, "0 0 1", -60, 60) : ""}${rod(0.1, side * 0.15, -0.15, 0.038)}
      <body pos="${vector(0.11, side * 0.17, -0.17)}">${own(`elbow${k}`, "0.3 1 0.5", -95, 50)}${
      rod(0.16, 0, 0.1, 0.03)
    }
        <body pos="0.18 0 0.11">${fingers > 0 ? wrist : ""}<geom size="0.042"/>
          <site name="${name}-hand${k}" size="0.046"/>${times(fingers, finger(k))}</body></body></body>`;
  };
  const leg = (k: number) => {
    const hips = own(`hip-x${k}`, "1 0 0", -25, 25) + own(`hip-z${k}`, "0 0 1", -55, 35) +
      own(`hip-y${k}`, "0 1 0", -110, 20);
    const ball = `<joint name="${name}-hip${k}" type="ball" range="0 80" ${joint}/>`;
    return `<body name="${name}-thigh${k}" pos="${vector(0, k === 0 ? -0.1 : 0.1, -0.05)}">${hasBallHips ? ball : hips}
      ${rod(0, 0, -0.33, 0.06)}<body pos="0 0 -0.4">${own(`knee${k}`, "0 -1 0", -150, -2)}${rod(0, 0, -0.3, 0.048)}
        <body name="${name}-foot${k}" pos="0 0 -0.38">${own(`ankle-y${k}`, "0 1 0", -50, 50)}
          ${own(`ankle-x${k}`, "1 0.2 0", -50, 50)}${foot}
          <site name="${name}-sole${k}" type="box" size="0.15 0.06 0.04"/></body></body></body>`;
  };
  return `<body name="${name}-chest" pos="${at}"><freejoint/>
    <geom type="capsule" fromto="0 -0.08 0 0 0.08 0" size="0.07"/><geom size="0.095" pos="0 0 0.2"/>
    <geom type="capsule" fromto="0 -0.06 -0.12 0 0.06 -0.12" size="0.06"/><site name="${name}-chest" size="0.1"/>
    ${arm(0)}${arm(1)}
    <body pos="0 0 -0.25">${own("waist-z", "0 0 1", -45, 45)}${own("waist-y", "0 1 0", -70, 30)}
      <geom type="capsule" fromto="0 -0.06 0 0 0.06 0" size="0.06"/>
      <body pos="0 0 -0.16">${own("waist-x", "1 0 0", -35, 35)}
        <geom type="capsule" fromto="0 -0.07 0 0 0.07 0" size="0.085"/>${leg(0)}${leg(1)}</body></body></body>`;
}

function motors(dice: Dice, joints: readonly string[], strongest: number, range: number): string {
  return joints.map((name) =>
    `<motor joint="${name}" gear="${dice.int(20, strongest)}" ctrlrange="-${range} ${range}"/>`
  ).join("");
}

const SOFT_JOINT = `damping="1" armature="0.02" stiffness="1"`;

function sensing(dice: Dice): Drawing {
  const body = humanoid({ name: "h", joint: SOFT_JOINT, foot: FEET.capsules });
  const limbs = ["thigh0", "thigh1", "upper-arm0", "upper-arm1", "foot0", "foot1"].map((part) => {
    const object = `objtype="xbody" objname="h-${part}"`;
    return `<framepos ${object} reftype="xbody" refname="h-chest"/><framexaxis ${object}/><framelinvel ${object}/>`;
  }).join("");
  const touches = times(
    2,
    (k) => `<force site="h-sole${k}"/><torque site="h-sole${k}"/><touch site="h-sole${k}"/><touch site="h-hand${k}"/>`,
  );
  return {
    about: "humanoid with 31 sensors of touch, frames, and its center of mass",
    option: `timestep="0.005"`,
    worldbody: FLOOR + body,
    actuator: motors(dice, jointsIn(body), 110, 1),
    sensor: `<subtreelinvel body="h-chest"/><subtreecom body="h-chest"/><accelerometer site="h-chest"/>
      <velocimeter site="h-chest"/><gyro site="h-chest"/>${touches}${limbs}`,
    settle: 100,
    drive: 0.4,
  };
}

function rungeKutta(dice: Dice): Drawing {
  const body = humanoid({ name: "h", joint: SOFT_JOINT, foot: FEET.capsules });
  const tendon = (k: number) =>
    `<fixed><joint joint="h-hip-y${k}" coef="-1"/><joint joint="h-knee${k}" coef="1"/></fixed>`;
  return {
    about: "humanoid, RK4 and PGS",
    option: `timestep="0.003" integrator="RK4" solver="PGS" iterations="50"`,
    worldbody: FLOOR + body,
    tendon: times(2, tendon),
    actuator: motors(dice, jointsIn(body), 100, 0.4),
    settle: 100,
    drive: 0.4,
  };
}

function robot(dice: Dice): Drawing {
  const joint = `damping="0.5" armature="0.01" frictionloss="0.3"`;
  const body = humanoid({ name: "h", joint, foot: FEET.spheres, fingers: 3 });
  const joints = jointsIn(body);
  return {
    about: "robot on two legs with hands, servos with friction, feet of spheres",
    option: `integrator="implicitfast" timestep="0.002" cone="elliptic"`,
    worldbody: FLOOR + body,
    actuator: joints.map((name) =>
      `<position joint="${name}" kp="${dice.int(40, 300)}" kv="2" ctrlrange="-2 2" forcerange="-90 90"/>`
    ).join(""),
    sensor: `<gyro site="h-chest"/><framequat objtype="site" objname="h-chest"/>` +
      joints.map((name) => `<jointpos joint="${name}"/><jointvel joint="${name}"/>`).join(""),
    drive: 0.3,
  };
}

function tenFingers(dice: Dice): Drawing {
  const joint = `damping="1" armature="0.02" stiffness="${dice.int(4, 6)}"`;
  const body = humanoid({ name: "h", joint, foot: FEET.box, fingers: 10 });
  return {
    about: "humanoid of 53 dofs, servos with filters, feet of boxes",
    option: `cone="elliptic" timestep="0.004"`,
    worldbody: FLOOR + body,
    actuator: jointsIn(body).map((name) =>
      `<general joint="${name}" dyntype="filter" dynprm="0.02" gainprm="40" biastype="affine" biasprm="0 -40 -1"
       ctrlrange="-1 1"/>`
    ).join(""),
    settle: 150,
    drive: 0.4,
  };
}

function ballHips(dice: Dice): Drawing {
  const joint = `damping="${dice.real(1.5, 2.5)}" armature="0.01"`;
  const body = humanoid({ name: "h", joint, foot: FEET.box, hasBallHips: true });
  const hip = (k: number) =>
    ["1 0 0", "0 1 0", "0 0 1"].map((gear) => `<position joint="h-hip${k}" gear="${gear}" kp="50" ctrlrange="-1 1"/>`)
      .join("");
  return {
    about: "humanoid with hips that are balls, implicit",
    option: `integrator="implicit"`,
    worldbody: FLOOR + body,
    actuator: jointsIn(body).map((name) => `<motor joint="${name}" gear="30" ctrlrange="-1 1"/>`).join("") +
      times(2, hip),
    sensor: `<ballquat joint="h-hip0"/><ballangvel joint="h-hip1"/>`,
    settle: 120,
    drive: 0.4,
  };
}

function crowd(dice: Dice): Drawing {
  const joint = `damping="1" armature="0.01" stiffness="2"`;
  return {
    about: "22 humanoids falling, 594 dofs",
    option: `timestep="0.005"`,
    worldbody: FLOOR +
      times(
        22,
        (i) => humanoid({ name: `h${i}`, joint, foot: FEET.capsules, at: place(i, 5, 0.9, dice.real(1.25, 1.35)) }),
      ),
    settle: 150,
  };
}

/** A biped whose heels are moved by rods, which close loops. */
function rods(dice: Dice): Drawing {
  const geared = `damping="1" armature="0.04"`;
  const leg = (k: number) =>
    `<body pos="${vector(0, k === 0 ? -0.13 : 0.13, 0)}">${hinge(`roll${k}`, "1 0 0", -18, 24, geared)}
      ${rod(0.07, 0, 0, 0.03)}
      <body pos="0.06 0 0">${hinge(`yaw${k}`, "0 0 1", -20, 20, geared)}<geom size="0.05"/>
        <body pos="0 0 -0.09">${hinge(`pitch${k}`, "0 1 0", -75, 50, `damping="1" armature="0.09"`)}
          ${rod(0.1, 0, -0.1, 0.04)}
          <body name="rod${k}" pos="0 0 0.045"><joint type="ball" damping="0.01"/>
            ${rod(0.5, 0, 0, 0.005, `mass="0.15" contype="0" conaffinity="0"`)}</body>
          <body pos="0.12 0 -0.05">
            <joint name="knee${k}" axis="0 1 0" range="-155 -40" damping="1" armature="0.09" ref="-90"/>
            ${rod(0.06, 0, -0.06, 0.03)}
            <body pos="0.06 0 0">${hinge(`shin${k}`, "0 1 0", -20, 20, `stiffness="1400" damping="0.1"`)}
              ${rod(0.42, 0, 0.02, 0.02, `mass="0.6"`)}
              <body pos="0.42 0 0"><joint name="ankle${k}" axis="0 1 0" range="55 160" ref="105"/>
                ${rod(-0.1, 0, -0.34, 0.02, `mass="0.7"`)}
                <body name="heel${k}" pos="0.05 0 0.02"><joint axis="0 1 0" stiffness="1200" range="-30 30"/>
                  <geom size="0.02" mass="0.1" contype="0"/></body>
                <body pos="-0.1 0 -0.36"><joint name="toe${k}" axis="0 1 0" range="-130 -35" ref="-85"/>
                  <geom type="capsule" fromto="-0.05 0 -0.03 0.08 0 -0.03" size="0.02"/></body>
              </body></body></body></body></body></body>`;
  const driven = ["roll", "yaw", "pitch", "knee", "toe"];
  return {
    about: "biped with leaf springs, and rods that close loops",
    option: `timestep="0.001" cone="elliptic"`,
    worldbody: `${FLOOR}<body pos="0 0 1.05"><freejoint/><geom size="0.12" mass="10"/><site name="imu"/>
      ${leg(0)}${leg(1)}</body>`,
    equality: times(2, (k) => `<connect body1="rod${k}" body2="heel${k}" anchor="0.5 0 0" solref="0.005 1"/>`),
    actuator: times(
      2,
      (k) => driven.map((name) => `<motor joint="${name}${k}" gear="${dice.int(16, 50)}" ctrlrange="-4 4"/>`).join(""),
    ),
    sensor: `<framequat objtype="site" objname="imu"/><gyro site="imu"/><magnetometer site="imu"/>` +
      times(2, (k) => `<jointpos joint="shin${k}"/><jointpos joint="ankle${k}"/>`),
    drive: 1,
  };
}

export const HUMANOIDS: readonly Machine[] = [
  { name: "humanoid-sensors", draw: sensing },
  { name: "humanoid-rk4", draw: rungeKutta },
  { name: "humanoid-robot", draw: robot },
  { name: "humanoid-fingers", draw: tenFingers },
  { name: "humanoid-balls", draw: ballHips },
  { name: "humanoid-crowd", draw: crowd },
  { name: "biped-rods", draw: rods },
];
