/** Machines that move in a plane, and small ones. */

import { type Dice, times } from "../bench_dice.ts";
import { AXES, box, chain, type Drawing, FLOOR, hinge, type Machine, names, rod, slide, vector } from "./parts.ts";

interface Walker {
  /** what is particular to it */
  about: string;
  legs: number;
  /** parts of a leg; the last one is the foot */
  parts: number;
  option: string;
  /** attributes of the joints of legs */
  joint: string;
  drive: number;
  /** are there sensors? */
  senses: boolean;
}

/** A trunk with two slides and a hinge, on legs of hinges. */
function walker(dice: Dice, { about, legs, parts, option, joint, drive, senses }: Walker): Drawing {
  const length = Number(dice.real(0.24, 0.32));
  const bone = rod(0, 0, -length, dice.real(0.035, 0.05));
  const leg = (k: number) =>
    chain(`leg${k}_`, parts, (i) => {
      const foot = `<geom type="capsule" fromto="-0.06 0 -0.03 0.14 0 -0.03" size="0.04" friction="1.1 0.05 0.01"/>
        <site name="sole${k}" type="box" size="0.18 0.06 0.07" pos="0.04 0 -0.03"/>`;
      const at = i === 0 ? `${vector((k - (legs - 1) / 2) * 0.8)} 0 -0.05` : vector(0, 0, -length);
      // knees bend one way only
      const range = i === 1 ? [-130, -3] : [-45, 55];
      return { at, has: hinge(`leg${k}_${i}`, "0 -1 0", range[0], range[1], joint) + (i === parts - 1 ? foot : bone) };
    });
  const half = 0.1 + 0.4 * (legs - 1);
  const joints = names("leg", legs).flatMap((leg) => names(`${leg}_`, parts));
  const sensor = `${times(legs, (k) => `<touch site="sole${k}"/>`)}<subtreelinvel body="trunk"/>`;
  return {
    about: `planar walker with ${legs === 1 ? "one leg" : `${legs} legs`} of ${parts} hinges, ${about}`,
    option,
    worldbody: `${FLOOR}<body name="trunk" pos="${vector(0, 0, parts * length + 0.05)}">${slide("x", AXES[0])}
      ${slide("z", AXES[2])}<joint name="pitch" axis="0 1 0"/>
      <geom type="capsule" fromto="-${half} 0 0 ${half} 0 0.1" size="0.06"/>${times(legs, leg)}</body>`,
    actuator: joints.map((name) => `<motor joint="${name}" gear="${dice.int(15, 60)}" ctrlrange="-1 1"/>`).join(""),
    ...(senses ? { sensor } : {}),
    drive,
  };
}

const WALKERS: Readonly<Record<string, Walker>> = {
  "one-leg": {
    about: "RK4",
    legs: 1,
    parts: 3,
    option: `timestep="0.004" integrator="RK4"`,
    joint: `damping="1" armature="1"`,
    drive: 0.6,
    senses: false,
  },
  "one-leg-touch": {
    about: "touch sensors",
    legs: 1,
    parts: 4,
    option: `timestep="0.005"`,
    joint: `damping="1" armature="0.02" stiffness="1"`,
    drive: 0.6,
    senses: true,
  },
  "two-legs": {
    about: "RK4",
    legs: 2,
    parts: 3,
    option: `timestep="0.002" integrator="RK4"`,
    joint: `damping="0.1" armature="0.01"`,
    drive: 0.6,
    senses: false,
  },
  "two-legs-springs": {
    about: "springs, CG",
    legs: 2,
    parts: 3,
    option: `timestep="0.008" solver="CG" iterations="4"`,
    joint: `damping="4" armature="0.1" stiffness="100"`,
    drive: 0.8,
    senses: true,
  },
  "two-legs-elliptic": {
    about: "friction in joints",
    legs: 2,
    parts: 3,
    option: `timestep="0.003" integrator="implicitfast" cone="elliptic"`,
    joint: `damping="1" armature="0.02" frictionloss="0.3"`,
    drive: 0.5,
    senses: true,
  },
};

/** A chain of links that swims in a plane. */
function snake(dice: Dice, links: number, option: string): Drawing {
  const length = Number(dice.real(0.35, 0.55));
  const link = rod(-length, 0, 0, dice.real(0.06, 0.08));
  const tail = chain("link", links - 1, (i) => ({
    at: i === 0 ? "0 0 0" : vector(-length, 0, 0),
    has: hinge(`bend${i}`, AXES[2], -95, 95) + link,
  }));
  return {
    about: `planar swimmer of ${links + 2} dofs in a fluid`,
    option: `density="2500" viscosity="0.1" timestep="0.005" ${option}`,
    flag: `contact="disable" gravity="disable"`,
    worldbody: `<body name="head">${slide("x", AXES[0])}${slide("y", AXES[1])}<joint name="yaw" axis="0 0 1"/>
      ${rod(length, 0, 0, 0.08)}${tail}</body>`,
    actuator: times(links - 1, (i) => `<motor joint="bend${i}" gear="100" ctrlrange="-1 1"/>`),
    drive: 1,
  };
}

function fingerSpinner(dice: Dice): Drawing {
  const [upper, lower] = [Number(dice.real(0.14, 0.18)), Number(dice.real(0.13, 0.16))];
  const limits = [-105, 105] as const;
  return {
    about: "finger of two hinges that turns a spinner",
    option: `timestep="0.01" cone="elliptic" iterations="200"`,
    flag: `gravity="disable"`,
    default: `<geom solimp="0 0.9 0.01"/><joint damping="2"/>`,
    worldbody: `<body pos="-0.19 0 0.4">
        <geom type="cylinder" fromto="0 -0.1 0 0 0.1 0" size="0.03" contype="0" conaffinity="0"/>
        <body>${hinge("upper", "0 -1 0", ...limits)}${rod(0, 0, -upper, 0.03)}
          <body pos="${vector(0, 0, -upper - 0.02)}">${hinge("lower", "0 -1 0", ...limits)}${rod(0, 0, -lower, 0.028)}
            <site name="tip" type="box" pos="${vector(0.02, 0, -lower)}" size="0.03 0.03 0.03"/></body></body></body>
      <body pos="0.17 0 0.3"><joint name="spinner" axis="0 -1 0" frictionloss="0.1" damping="0.1"/>
        ${rod(-0.09, 0, 0, 0.04)}
        <geom type="cylinder" fromto="0 -0.1 0 0 0.1 0" size="0.02" contype="0" conaffinity="0"/>
        <site name="cap" pos="-0.13 0 0"/></body>`,
    actuator: `<motor joint="upper" gear="30" ctrlrange="-1 1"/><motor joint="lower" gear="15" ctrlrange="-1 1"/>`,
    sensor: `<touch site="tip"/><jointpos joint="upper"/><jointvel joint="spinner"/>
      <framepos objtype="site" objname="cap"/>`,
    drive: 1,
  };
}

function fish(dice: Dice): Drawing {
  const [width, height] = [dice.real(0.008, 0.014), dice.real(0.045, 0.055)];
  const tail = chain("tail", 3, (i) => ({
    at: i === 0 ? "0 0.06 0" : "0 0.03 0",
    has: `<joint name="tail${i}" axis="${AXES[i === 2 ? 0 : 2]}"/><geom size="0.004 0.02 0.03"/>`,
  }));
  const fin = (k: number) => {
    const side = k === 0 ? -1 : 1;
    return `<body pos="${vector(side * 0.015, 0, -0.02)}"><joint name="roll${k}" axis="0 1 0"/>
      <joint name="pitch${k}" axis="1 0 0"/><geom size="0.02 0.01 0.002" pos="${vector(side * 0.02, 0, 0)}"/></body>`;
  };
  const servo = (target: string) => `<position ${target} kp="4e-4" ctrlrange="-1 1"/>`;
  return {
    about: "fish of 13 dofs, with fluid forces on ellipsoids",
    option: `timestep="0.002" density="3000"`,
    flag: `gravity="disable" contact="disable"`,
    default: `<geom type="ellipsoid" fluidshape="ellipsoid" density="900"/>
      <joint damping="2e-5" stiffness="1e-4" range="-40 40"/>`,
    worldbody: `<body pos="0 0 0.3"><freejoint/><geom size="${width} 0.06 ${height}"/>
      <geom size="0.02 0.03 0.02" pos="0 -0.05 0"/>${tail}${times(2, fin)}</body>`,
    tendon: `<fixed name="fins"><joint joint="roll0" coef="0.5"/><joint joint="roll1" coef="-0.5"/></fixed>`,
    actuator: [`joint="tail0"`, `joint="tail1"`, `tendon="fins"`, `joint="pitch0"`, `joint="pitch1"`].map(servo)
      .join(""),
    drive: 1,
  };
}

function twoLinksTarget(dice: Dice): Drawing {
  const length = Number(dice.real(0.09, 0.12));
  const joint = `damping="1" armature="1"`;
  return {
    about: "planar arm of two hinges, and a target on slides",
    option: `timestep="0.01" integrator="RK4"`,
    worldbody: `<body><joint name="shoulder" axis="0 0 1" ${joint}/>${rod(length, 0, 0, 0.01)}
        <body pos="${vector(length, 0, 0)}">${hinge("elbow", AXES[2], -165, 165, joint)}
          ${rod(length, 0, 0, 0.01, `contype="0"`)}</body></body>
      <body pos="0.1 -0.1 0.01">${slide("x", AXES[0], `range="-0.3 0.3"`)}${slide("y", AXES[1], `range="-0.3 0.3"`)}
        <geom size="0.01" contype="0" conaffinity="0"/></body>`,
    actuator: ["shoulder", "elbow"].map((name) => `<motor joint="${name}" gear="150" ctrlrange="-1 1"/>`).join(""),
    drive: 0.5,
  };
}

function doublePendulum(dice: Dice): Drawing {
  const link = rod(0, 0, -1, 0.05, `mass="${dice.real(0.8, 1.2)}"`);
  return {
    about: "double pendulum with a motor at its elbow",
    option: `timestep="0.01" integrator="RK4"`,
    flag: `constraint="disable" energy="enable"`,
    worldbody: `<body pos="0 0 2"><joint axis="0 1 0" damping="0.05"/>${link}
      <body pos="0 0 -1"><joint name="elbow" axis="0 1 0" damping="0.05"/>${link}</body></body>`,
    actuator: `<motor joint="elbow" gear="2" ctrlrange="-1 1"/>`,
    drive: 0.5,
  };
}

function cartPoles(dice: Dice): Drawing {
  const pole = (i: number) => ({
    at: i === 0 ? "0 0 0" : "0 0 1",
    has: `<joint axis="0 1 0" damping="2e-6"/>` +
      rod(0, 0, 1, 0.045, `mass="${dice.real(0.08, 0.12)}" contype="0" conaffinity="0"`),
  });
  return {
    about: "cart with three poles",
    option: `timestep="0.005" integrator="implicitfast"`,
    worldbody: `<body pos="0 0 1">${slide("cart", AXES[0], `range="-1.8 1.8" damping="5e-4" solreflimit="0.08 1"`)}
      ${box(0.2, 0.15, 0.1, `mass="1"`)}${chain("pole", 3, pole)}</body>`,
    actuator: `<motor joint="cart" gear="10" ctrlrange="-1 1"/>`,
    drive: 0.5,
  };
}

function cupAndBall(dice: Dice): Drawing {
  // the cup is the lower half of a ring
  const corner = (i: number) => vector(Math.cos(3.1 + 0.8 * i) * 0.06, 0, Math.sin(3.1 + 0.8 * i) * 0.06);
  const wall = (i: number) => `<geom type="capsule" fromto="${corner(i)} ${corner(i + 1)}" size="0.008"/>`;
  return {
    about: "cup on two slides, with a ball on a string",
    option: `timestep="0.002"`,
    worldbody: `<body pos="0 0 0.6">${slide("x", AXES[0], `damping="3"`)}
        ${slide("z", AXES[2], `damping="3" stiffness="20"`)}${times(5, wall)}<site name="cup" pos="0 0 -0.1"/></body>
      <body name="ball" pos="0 0 0.2">${slide("ball-x", AXES[0])}${slide("ball-z", AXES[2])}
        <geom size="${dice.real(0.022, 0.028)}"/><site name="ball"/></body>`,
    tendon: `<spatial range="0 0.3"><site site="ball"/><site site="cup"/></spatial>`,
    actuator: ["x", "z"].map((name) => `<position joint="${name}" kp="20" ctrlrange="-0.2 0.2"/>`).join(""),
    sensor: `<framepos objtype="body" objname="ball"/><framelinvel objtype="body" objname="ball"/>`,
    drive: 0.2,
  };
}

function puckInArena(dice: Dice): Drawing {
  const wall = (i: number) => {
    const side = i % 2 === 0 ? -1 : 1;
    const [pos, normal] = i < 2 ? [[side, 0], [-side, 0]] : [[0, side], [0, -side]];
    return `<geom type="plane" size="0.02 0.3 0.02" pos="${vector(0.3 * pos[0], 0.3 * pos[1], 0.02)}"
      zaxis="${vector(...normal, 1)}"/>`;
  };
  const joint = `range="-0.29 0.29" damping="1"`;
  return {
    about: "ball on two slides that tendons pull, between walls",
    option: `timestep="0.02"`,
    worldbody: `<geom type="plane" size="0.3 0.3 0.1"/>${times(4, wall)}
      <body pos="0 0 0.01">${slide("x", AXES[0], joint)}${slide("y", AXES[1], joint)}
        <geom size="0.01" mass="${dice.real(0.2, 0.4)}"/></body>`,
    tendon: `<fixed name="along"><joint joint="x" coef="1"/><joint joint="y" coef="0"/></fixed>
      <fixed name="across"><joint joint="x" coef="0"/><joint joint="y" coef="1"/></fixed>`,
    actuator: ["along", "across"].map((name) => `<motor tendon="${name}" gear="0.1" ctrlrange="-1 1"/>`).join(""),
    drive: 1,
  };
}

function armPuck(dice: Dice): Drawing {
  const arm = chain("arm", 7, (i) => ({
    at: i === 0 ? "0 0 0" : `${dice.real(0.06, 0.18)} 0 0`,
    has: hinge(`arm${i}`, AXES[(2 * i + 2) % 3], -120, 120, `damping="1" armature="0.04"`) +
      rod(0.15, 0, 0, dice.real(0.02, 0.05)),
  }), box(0.02, 0.06, 0.02, `pos="0.15 0 0"`));
  const joint = `range="-1 1" damping="0.5"`;
  return {
    about: "arm of seven hinges that pushes a puck",
    option: `timestep="0.01" iterations="20"`,
    worldbody: `<geom type="plane" size="2 2 0.1"/><body pos="0 -0.6 0.3">${arm}</body>
      <body pos="0.4 -0.1 0.06">${slide("x", AXES[0], joint)}${slide("y", AXES[1], joint)}
        <geom type="cylinder" size="0.05 0.05" condim="4" friction="1 0.05 0.001"/></body>`,
    actuator: names("arm", 7).map((name) => `<motor joint="${name}" ctrlrange="-2 2"/>`).join(""),
    drive: 1.5,
  };
}

export const PLANAR: readonly Machine[] = [
  ...Object.entries(WALKERS).map(([name, kind]) => ({ name, draw: (dice: Dice) => walker(dice, kind) })),
  { name: "snake-short", draw: (dice) => snake(dice, 3, `integrator="RK4"`) },
  { name: "snake-long", draw: (dice) => snake(dice, 6, `integrator="implicit"`) },
  { name: "finger-spinner", draw: fingerSpinner },
  { name: "fish", draw: fish },
  { name: "two-links-target", draw: twoLinksTarget },
  { name: "double-pendulum", draw: doublePendulum },
  { name: "cart-poles", draw: cartPoles },
  { name: "cup-and-ball", draw: cupAndBall },
  { name: "puck-in-arena", draw: puckInArena },
  { name: "arm-puck", draw: armPuck },
];
