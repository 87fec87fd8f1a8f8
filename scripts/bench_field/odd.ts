/** What is like nothing else. */

import { type Dice, times } from "../bench_dice.ts";
import { AXES, box, chain, type Drawing, FLOOR, hinge, type Machine, place, rod, vector } from "./parts.ts";

/** Every kind of sensor on each link of an arm. */
function sensors(dice: Dice): Drawing {
  const arm = chain("z", 6, (i) => ({
    at: i === 0 ? "0 0 0" : "0 0 -0.15",
    has: hinge(`z${i}`, AXES[i % 3], -90, 90, `damping="${dice.real(0.15, 0.25)}" armature="0.01"`) +
      rod(0, 0, -0.12, 0.02, `name="z${i}"`) + `<site name="z${i}" pos="0.02 0 -0.05"/><camera name="z${i}"/>`,
  }));
  const atSite = ["accelerometer", "gyro", "velocimeter", "force", "torque", "rangefinder"];
  const ofJoint = ["jointpos", "jointvel", "jointlimitfrc"];
  const ofTree = ["subtreecom", "subtreelinvel", "subtreeangmom"];
  const link = (i: number) => {
    const name = `z${i}`;
    return atSite.map((kind) => `<${kind} site="${name}"/>`).join("") +
      ofJoint.map((kind) => `<${kind} joint="${name}"/>`).join("") +
      ofTree.map((kind) => `<${kind} body="${name}"/>`).join("") +
      `<framepos objtype="site" objname="${name}" reftype="body" refname="object"/>
       <framequat objtype="geom" objname="${name}"/><framelinvel objtype="xbody" objname="${name}"/>
       <frameangvel objtype="body" objname="${name}" reftype="site" refname="z0"/>
       <framelinacc objtype="site" objname="${name}"/><frameangacc objtype="site" objname="${name}"/>
       <distance geom1="${name}" geom2="object"/><normal geom1="${name}" geom2="object"/>
       <fromto geom1="${name}" geom2="floor"/><camprojection camera="${name}" site="z0"/>
       <contact geom1="${name}" data="found force dist"/>`;
  };
  return {
    about: "small arm with 141 sensors",
    worldbody: `${FLOOR}<body pos="0 0 1">${arm}</body>
      <body name="object" pos="0.2 0 0.1"><freejoint/>${box(0.05, 0.05, 0.05, `name="object"`)}</body>`,
    actuator: times(6, (i) => `<intvelocity joint="z${i}" kp="5" actrange="-1 1" ctrlrange="-1 1"/>`),
    sensor: `${times(6, link)}<clock/><e_potential/><e_kinetic/>`,
    drive: 0.8,
  };
}

function cranks(dice: Dice): Drawing {
  const machine = (i: number) =>
    `<body pos="${i} 0 1"><joint name="wheel${i}" axis="0 1 0" damping="0.1" armature="0.1"/>
       <geom type="cylinder" size="0.1 0.02" euler="90 0 0"/><site name="crank${i}" pos="0.08 0 0" zaxis="0 1 0"/>
       <body pos="0 0 -0.3">${hinge(`arm${i}`, "0 1 0", -50, 50, `damping="${dice.real(0.08, 0.12)}"`)}
         ${rod(0, 0, -0.2, 0.02)}</body></body>
     <site name="slider${i}" pos="${i + 0.5} 0 1" zaxis="1 0 0"/>`;
  return {
    about: "four slider cranks, with coupled arms",
    option: `integrator="implicitfast"`,
    worldbody: times(4, machine),
    equality: times(3, (i) => `<joint joint1="arm${i}" joint2="arm${i + 1}" polycoef="0 -1 0 0 0"/>`),
    actuator: times(
      4,
      (i) =>
        `<position cranksite="crank${i}" slidersite="slider${i}" cranklength="0.6" kp="10" ctrlrange="-1 1"/>
       <damper joint="arm${i}" kv="0.5" ctrlrange="0 1"/>`,
    ),
    drive: 0.3,
  };
}

function cradle(dice: Dice): Drawing {
  const ball = (i: number) =>
    `<site name="left${i}" pos="${vector(0.1 * i, -0.2, 1)}"/><site name="right${i}" pos="${vector(0.1 * i, 0.2, 1)}"/>
     <body pos="${vector(0.1 * i, 0, i === 0 ? 0.6 : 0.5)}"><freejoint/><geom size="0.05" solref="-20000 0"/>
       <site name="ball${i}"/></body>`;
  const string = (from: string, i: number) =>
    `<spatial range="0 0.55"><site site="${from}${i}"/><site site="ball${i}"/></spatial>`;
  return {
    about: "five balls on ten strings, and a pulley, RK4",
    option: `timestep="0.001" integrator="RK4"`,
    worldbody: times(5, ball),
    tendon: times(5, (i) => string("left", i) + string("right", i)) +
      `<spatial stiffness="${dice.real(4, 6)}"><site site="left0"/><site site="ball0"/><pulley divisor="2"/>
         <site site="ball2"/><site site="right4"/></spatial>`,
    settle: 100,
  };
}

function oneBox(dice: Dice): Drawing {
  return {
    about: "box on a floor, condim 6",
    option: `cone="elliptic"`,
    worldbody: `${FLOOR}<body pos="0 0 0.1"><freejoint/>
      ${box(dice.real(0.09, 0.11), 0.1, 0.1, `condim="6" friction="1 0.1 0.01"`)}</body>`,
  };
}

function top(dice: Dice): Drawing {
  return {
    about: "tilted top on a floor, RK4",
    option: `integrator="RK4" timestep="0.0005"`,
    worldbody: `${FLOOR}<body pos="0 0 0.12" euler="${dice.real(4, 6)} 0 0"><freejoint/>
      <geom size="0.02" pos="0 0 -0.09"/><geom type="cylinder" size="0.08 0.015"/>
      <geom type="capsule" fromto="0 0 -0.09 0 0 0.06" size="0.01"/></body>`,
  };
}

function billiards(dice: Dice): Drawing {
  const ball = (i: number) =>
    `<body pos="${place(i, 4, 0.062, 0.03)}"><freejoint/>
       <geom size="0.03" mass="${dice.real(0.1, 0.2)}" condim="6" friction="0.5 0.01 0.002" priority="1"/></body>`;
  return {
    about: "16 balls on a table, condim 6",
    option: `timestep="0.002"`,
    worldbody: FLOOR + times(16, ball),
  };
}

export const ODD: readonly Machine[] = [
  { name: "sensors", draw: sensors },
  { name: "cranks", draw: cranks },
  { name: "cradle", draw: cradle },
  { name: "one-box", draw: oneBox },
  { name: "top", draw: top },
  { name: "billiards", draw: billiards },
];
