/** Arms of meshes, on tables and on wheels, and a machine that flies. */

import { type Dice, times } from "../bench_dice.ts";
import {
  AXES,
  blockMesh,
  box,
  chain,
  type Drawing,
  excludeNeighbors,
  FLOOR,
  hinge,
  type Machine,
  names,
  rod,
  slide,
  vector,
} from "./parts.ts";

type Drive = "position" | "motor" | "general";

/** A serial arm, each link of which has a mesh to be seen and the same to collide. */
interface Arm {
  bodies: string;
  actuators: string;
}

interface ArmParts {
  name: string;
  joints: number;
  /** number of meshes that links take in turn: `m0`, `m1`, … */
  meshes: number;
  drive: Drive;
  /** attributes of joints and of bodies */
  joint?: string;
  body?: string;
  /** in the last link */
  hand: string;
}

function arm(dice: Dice, { name, joints, meshes, drive, joint = "", body = "", hand }: ArmParts): Arm {
  const bodies = chain(name, joints, (i) => {
    const rise = dice.real(0.12, 0.2);
    const mesh = `type="mesh" mesh="m${i % meshes}"`;
    const [ix, iy, iz] = [dice.real(0.01, 0.014), dice.real(0.01, 0.014), dice.real(0.006, 0.011)];
    const inertia = `pos="0 ${dice.real(-0.02, 0.02)} ${dice.real(0.03, 0.08)}" diaginertia="${ix} ${iy} ${iz}"`;
    const more = `armature="${dice.real(0.05, 0.2)}" damping="${dice.real(0.2, 1.5)}" ${joint}`;
    return {
      at: i === 0 ? "0 0 0.1" : i % 2 === 1 ? `0 0 ${rise}` : `${dice.real(0, 0.08)} 0 ${rise}`,
      body,
      has: hinge(`${name}${i}`, AXES[i % 2 === 1 ? 1 : 2], -dice.int(100, 160), dice.int(100, 160), more) +
        `<inertial mass="${dice.real(0.6, 4)}" ${inertia}/>
         <geom ${mesh} contype="0" conaffinity="0" group="2"/><geom ${mesh} group="3"/>`,
    };
  }, hand);
  const actuator: Readonly<Record<Drive, () => string>> = {
    position: () => `kp="${dice.int(100, 900)}" kv="${dice.int(10, 60)}" forcerange="-90 90" inheritrange="1"`,
    motor: () => `gear="${dice.int(5, 20)}" ctrlrange="-1 1"`,
    general: () =>
      `gainprm="${dice.int(500, 2000)}" biastype="affine" biasprm="0 -1000 -150" ctrlrange="-2.6 2.6"
       forcerange="-150 150"`,
  };
  const actuators = times(joints, (i) => `<${drive} joint="${name}${i}" ${actuator[drive]()}/>`);
  return { bodies, actuators };
}

/** A gripper of two fingers that slide, each with a pad. */
function gripper(at: string): string {
  const finger = (i: number) => {
    const side = i === 0 ? -1 : 1;
    return `<body name="finger${i}" pos="${vector(0, side * 0.03, 0.03)}">
      ${slide(`finger${i}`, vector(0, side, 0), `range="0 0.04" armature="0.1" damping="5"`)}
      ${box(0.01, 0.004, 0.02, `pos="0 0 0.02" friction="1.5" condim="4"`)}
      ${box(0.008, 0.004, 0.008, `pos="0 0 0.045" condim="4"`)}
      <site name="pad${i}" type="box" size="0.01 0.005 0.02" pos="0 0 0.03"/></body>`;
  };
  return `<body name="gripper" pos="${at}">${box(0.03, 0.08, 0.02)}${times(2, finger)}</body>`;
}

/** What a gripper needs: one actuator for both fingers, which move as one. */
const GRIPPER = {
  tendon: `<fixed name="grip"><joint joint="finger0" coef="0.5"/><joint joint="finger1" coef="0.5"/></fixed>`,
  equality: `<joint joint1="finger0" joint2="finger1" solimp="0.95 0.99 0.001" solref="0.005 1"/>`,
  actuator: `<general tendon="grip" gainprm="200" biastype="affine" biasprm="0 -200 -20" ctrlrange="0 0.04"/>`,
};

interface Picker {
  joints: number;
  /** vertices of a mesh */
  points: number;
  option: string;
  drive: Drive;
}

/** An arm with a gripper on a floor, an object, and an obstacle. */
function picker(dice: Dice, { joints, points, option, drive }: Picker): Drawing {
  const isMotor = drive === "motor";
  const { bodies, actuators } = arm(dice, {
    name: "arm",
    joints,
    meshes: 4,
    drive,
    // what has motors alone does not carry its own weight
    ...(isMotor ? { joint: `frictionloss="0.4"`, body: `gravcomp="1"` } : {}),
    hand: gripper("0 0 0.12"),
  });
  const sensor = times(joints, (i) => `<jointpos joint="arm${i}"/><jointvel joint="arm${i}"/>`) +
    `<touch site="pad0"/><touch site="pad1"/>`;
  return {
    about: `arm of ${joints} hinges with meshes of ${points} points and a gripper, ${isMotor ? "motors" : "servos"}`,
    option,
    default: `<geom solref="0.01 1"/>`,
    asset: times(4, (i) => blockMesh(dice, `m${i}`, points, [0.05, 0.05, 0.09])),
    worldbody: `${FLOOR}<body name="base"><geom type="mesh" mesh="m0"/>${bodies}</body>
      <body pos="0.5 0.1 0.03"><freejoint/><geom type="${dice.pick(["box", "cylinder"])}" size="0.03 0.03 0.03"
        mass="0.2"/></body>
      <body pos="0.5 -0.3 0.15">${box(0.2, 0.2, 0.02)}</body>`,
    contact: excludeNeighbors(["base", ...names("arm", joints), "gripper"]),
    ...GRIPPER,
    actuator: actuators + GRIPPER.actuator,
    ...(isMotor ? {} : { sensor }),
    drive: 0.6,
  };
}

function twoArms(dice: Dice): Drawing {
  const sides = ["left", "right"] as const;
  const arms = sides.map((name) => {
    const finger = (i: number, y: number, axis: string) =>
      `<body pos="0 ${y} 0.1">${slide(`${name}-finger${i}`, axis, `range="0 0.03" damping="10"`)}
       ${box(0.01, 0.01, 0.03)}</body>`;
    const hand = finger(0, 0, "0 1 0") + finger(1, -0.02, "0 -1 0");
    return arm(dice, { name, joints: 6, meshes: 3, drive: "position", hand });
  });
  const objects = [
    box(0.02, 0.02, 0.02, `mass="0.05"`),
    `<geom type="cylinder" size="0.02 0.03" mass="0.05"/>`,
    `<geom type="mesh" mesh="cup" mass="0.05"/>`,
    `<geom size="0.02" condim="6" friction="1 0.01 0.001" mass="0.05"/>`,
  ];
  return {
    about: "two arms of 8 dofs at a table, four objects",
    option: `cone="elliptic" impratio="5" timestep="0.002"`,
    asset: times(3, (i) => blockMesh(dice, `m${i}`, 90, [0.04, 0.04, 0.08])) +
      blockMesh(dice, "cup", 50, [0.03, 0.03, 0.04]),
    worldbody: `${FLOOR}${box(0.6, 0.5, 0.02, `pos="0 0 0.4"`)}
      <body pos="-0.5 0 0.42">${box(0.05, 0.05, 0.05)}${arms[0].bodies}</body>
      <body pos="0.5 0 0.42" euler="0 0 180">${box(0.05, 0.05, 0.05)}${arms[1].bodies}</body>
      ${times(4, (i) => `<body pos="${vector(0.1 * i - 0.15, 0.15, 0.46)}"><freejoint/>${objects[i]}</body>`)}`,
    contact: sides.map((name) => excludeNeighbors(names(name, 6))).join(""),
    equality: sides.map((name) => `<joint joint1="${name}-finger0" joint2="${name}-finger1"/>`).join(""),
    actuator: arms[0].actuators + arms[1].actuators +
      sides.map((name) => `<position joint="${name}-finger0" kp="200" ctrlrange="0 0.03"/>`).join(""),
    drive: 0.4,
  };
}

/** Sensors of a machine that moves freely. */
const BALANCE = `<gyro site="imu"/><accelerometer site="imu"/><framequat objtype="site" objname="imu"/>`;

function wheeledArm(dice: Dice): Drawing {
  const { bodies, actuators } = arm(dice, { name: "arm", joints: 5, meshes: 3, drive: "position", hand: "" });
  const wheel = (i: number) => {
    const isFront = i < 2;
    const shape = isFront
      ? `type="cylinder" size="0.1 0.03" condim="3"`
      : `type="ellipsoid" size="0.1 0.1 0.04" condim="6"`;
    const joint = `<joint name="wheel${i}" axis="0 1 0" damping="0.5" armature="0.01"/>`;
    return `<body pos="${vector(isFront ? 0.22 : -0.22, i % 2 === 0 ? -0.25 : 0.25, -0.05)}">
      ${joint}<geom ${shape} euler="90 0 0" mass="1"/></body>`;
  };
  const post = () =>
    `<geom type="cylinder" size="${dice.real(0.05, 0.2)} 0.02" pos="${dice.real(-2, 2)} ${dice.real(0.6, 2)} 0.02"/>`;
  return {
    about: "arm of five hinges on a base with four wheels",
    option: `cone="elliptic" impratio="20" integrator="implicitfast"`,
    asset: times(3, (i) => blockMesh(dice, `m${i}`, 40, [0.04, 0.04, 0.07])),
    worldbody: `${FLOOR}<body name="base" pos="0 0 0.15"><freejoint/>${box(0.3, 0.2, 0.06, `mass="20"`)}
      <site name="imu"/>${times(4, wheel)}<body pos="0.1 0 0.06">${bodies}</body></body>${times(6, post)}`,
    contact: excludeNeighbors(["base", ...names("arm", 5)]),
    actuator: times(4, (i) => `<velocity joint="wheel${i}" kv="8" ctrlrange="-5 5" forcerange="-20 20"/>`) + actuators,
    sensor: BALANCE,
    drive: 2,
  };
}

function rotors(dice: Dice): Drawing {
  const at = (i: number) => vector(i < 2 ? 0.15 : -0.15, i % 2 === 0 ? -0.17 : 0.17, 0.05);
  const [side, top] = [dice.real(0.0035, 0.004, 5), dice.real(0.006, 0.007, 5)];
  // two rotors turn one way, two the other; without controls they carry the weight
  const rotor = (i: number) =>
    `<general site="rotor${i}" gear="0 0 1 0 0 ${i === 0 || i === 3 ? -0.02 : 0.02}" biastype="affine"
      biasprm="${vector(1.2 * 9.81 / 4)} 0 0" ctrlrange="-2 8"/>`;
  return {
    about: "machine with four rotors that act at sites, in air",
    option: `timestep="0.002" density="1.2" viscosity="1.8e-5"`,
    worldbody: `${FLOOR}<body pos="0 0 50"><freejoint/>
      <inertial pos="0 0 0.01" mass="1.2" diaginertia="${side} ${side} ${top}"/>${
      times(4, (i) =>
        `<geom type="ellipsoid" size="0.12 0.12 0.01" pos="${at(i)}" mass="0"/><site name="rotor${i}" pos="${at(i)}"/>`)
    }${box(0.08, 0.04, 0.03)}<site name="imu"/></body>`,
    actuator: times(4, rotor),
    sensor: BALANCE,
    drive: 0.01,
  };
}

/** An arm that follows a mocap body. */
function guidedArm(dice: Dice): Drawing {
  const bodies = chain(
    "arm",
    7,
    (i) => ({
      at: `0 0 ${i === 0 ? 0.1 : 0.16}`,
      has: hinge(`arm${i}`, AXES[i % 2 === 1 ? 1 : 2], -160, 160, `damping="1" armature="${dice.real(0.08, 0.12)}"`) +
        rod(0, 0, 0.14, 0.03, `conaffinity="0"`),
    }),
    `<body name="hand" pos="0 0 0.16">${box(0.03, 0.05, 0.02)}${
      times(2, (k) => {
        const side = k === 0 ? -1 : 1;
        return `<body pos="${vector(0, side * 0.03, 0.03)}">
          ${slide(`finger${k}`, vector(0, side, 0), `range="0 0.03" damping="2"`)}
          ${box(0.01, 0.005, 0.03, `pos="0 0 0.03" condim="4"`)}</body>`;
      })
    }</body>`,
  );
  return {
    about: "arm welded to a mocap body, three boxes",
    option: `cone="elliptic" timestep="0.0025"`,
    worldbody: `${FLOOR}<body name="guide" mocap="true" pos="0.5 0 0.6">
        ${box(0.01, 0.01, 0.01, `contype="0" conaffinity="0"`)}</body><body>${bodies}</body>
      ${
      times(3, (i) =>
        `<body pos="${vector(0.3 + 0.1 * i, 0.2, 0.04)}"><freejoint/>${box(0.03, 0.03, 0.03, `mass="0.1"`)}</body>`)
    }`,
    equality: `<weld body1="guide" body2="hand" solimp="0.9 0.95 0.001" solref="0.02 1"/>`,
    actuator: times(2, (k) => `<position joint="finger${k}" kp="100" ctrlrange="0 0.03"/>`),
    drive: 0.02,
  };
}

export const ARMS: readonly Machine[] = [
  {
    name: "arm-7-gripper",
    draw: (dice) =>
      picker(dice, {
        joints: 7,
        points: 60,
        option: `integrator="implicitfast" cone="elliptic" impratio="10"`,
        drive: "position",
      }),
  },
  {
    name: "arm-6-gripper",
    draw: (dice) => picker(dice, { joints: 6, points: 200, option: `integrator="implicitfast"`, drive: "general" }),
  },
  {
    name: "arm-7-motors",
    draw: (dice) =>
      picker(dice, { joints: 7, points: 30, option: `integrator="implicit" timestep="0.001"`, drive: "motor" }),
  },
  { name: "two-arms", draw: twoArms },
  { name: "wheeled-arm", draw: wheeledArm },
  { name: "guided-arm", draw: guidedArm },
  { name: "rotors", draw: rotors },
];
