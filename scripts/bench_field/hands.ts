/** Hands with objects. */

import { type Dice, times } from "../bench_dice.ts";
import { blockMesh, box, chain, type Drawing, FLOOR, type Machine, names, rod, slide, vector } from "./parts.ts";

/** Lengths of the bones of a finger. */
const BONES = [0.044, 0.027, 0.023] as const;

interface Hand {
  name: string;
  fingers: number;
  at?: string;
  /** attributes of the joints of fingers */
  joint: string;
  /** what bone `i` of a finger consists of */
  bone: (i: number) => string;
  hasWrist: boolean;
}

/** A palm with fingers of four hinges each; the last finger is the thumb. */
function hand({ name, fingers, at = "0 0 0.3", joint, bone, hasWrist }: Hand): string {
  const finger = (f: number) => {
    const own = `${name}${f}_`;
    const isThumb = f === fingers - 1;
    const placed = isThumb ? `pos="0.02 0.05 0.01" euler="0 -30 60"` : `pos="${vector(0.1, 0.033 - f * 0.022, 0.005)}"`;
    const bones = chain(own, 3, (i) => ({
      at: i === 0 ? "0 0 0" : vector(BONES[i - 1] + 0.002, 0, 0),
      has: `<joint name="${own}${i + 1}" axis="0 -1 0" range="${i === 0 ? -15 : 0} 90" ${joint}/>
        ${bone(i)}<site name="${own}${i}" type="capsule" size="0.011 0.02" pos="0.015 0 0" zaxis="1 0 0"/>`,
    }));
    return `<body ${placed}><joint name="${own}0" axis="0 0 1" range="-20 20" ${joint}/>
      <geom size="0.008" mass="0.01" contype="0" conaffinity="0"/>${bones}</body>`;
  };
  const wrist = `<joint name="${name}-bend" axis="0 1 0" range="-30 10" damping="0.5"/>
    <joint name="${name}-turn" axis="1 0 0" range="-40 30" damping="0.5"/>`;
  return `<body pos="${at}">${hasWrist ? wrist : ""}${box(0.045, 0.045, 0.012, `pos="0.05 0 0"`)}
    ${box(0.02, 0.01, 0.01, `pos="0.02 0.05 0"`)}${times(fingers, finger)}</body>`;
}

function fingerJoints(name: string, fingers: number): string[] {
  return names(name, fingers).flatMap((finger) => names(`${finger}_`, 4));
}

/** A bone that is a capsule. */
function capsuleBone(radius: string, more = ""): (i: number) => string {
  return (i) => rod(BONES[i], 0, 0, radius, more);
}

function handTendons(dice: Dice): Drawing {
  // tips are meshes; other bones have meshes that do not collide
  const bone = (i: number) => {
    const seen = `<geom type="mesh" mesh="bone${i}" pos="0.02 0 0" contype="0" conaffinity="0"/>`;
    const touched = i === 2
      ? `<geom type="mesh" mesh="bone2" pos="0.015 0 0" condim="4"/>`
      : rod(BONES[i], 0, 0, 0.009, `condim="4"`);
    return seen + touched;
  };
  const joint = `armature="0.0002" damping="0.05" frictionloss="0.01"`;
  const servo = (target: string, range: string) =>
    `<position ${target} kp="1" ctrlrange="${range}" forcerange="-2 2"/>`;
  return {
    about: "hand of 22 dofs with tendons and tips of meshes, a box",
    option: `cone="elliptic" impratio="10"`,
    asset: times(3, (i) => blockMesh(dice, `bone${i}`, 120 - 20 * i, [0.02, 0.009, 0.009])),
    worldbody: hand({ name: "f", fingers: 5, joint, bone, hasWrist: true }) +
      `<body pos="0.09 0 0.37"><freejoint/>${box(0.03, 0.03, 0.03, `mass="0.1" condim="4" friction="1 0.01 0.001"`)}
       </body>`,
    tendon: times(
      4,
      (f) =>
        `<fixed name="curl${f}" range="0 3"><joint joint="f${f}_2" coef="1"/><joint joint="f${f}_3" coef="1"/></fixed>`,
    ),
    actuator: times(5, (f) =>
      servo(`joint="f${f}_0"`, "-0.3 0.3") + servo(`joint="f${f}_1"`, "-0.2 1.5") +
      servo(f < 4 ? `tendon="curl${f}"` : `joint="f4_2"`, f < 4 ? "0 3" : "0 1.5")) +
      `<position joint="f-bend" kp="10" ctrlrange="-0.5 0.2"/><position joint="f-turn" kp="10" ctrlrange="-0.6 0.5"/>`,
    drive: 0.8,
  };
}

function handPen(dice: Dice): Drawing {
  const joint = `armature="0.001" damping="0.05" frictionloss="0.001"`;
  const bone = capsuleBone(dice.real(0.009, 0.01, 4), `condim="4" friction="1 0.5 0.01" margin="0.0005"`);
  const carrier = slide("x", "1 0 0", `range="-0.3 0.3" damping="20"`) +
    slide("y", "0 1 0", `range="-0.3 0.5" damping="20"`) + slide("z", "0 0 1", `range="-0.3 0.5" damping="20"`) +
    `<joint name="pitch" axis="0 1 0" range="-70 50" damping="0.5"/>`;
  const servo = (gain: number, range: string) => (name: string) =>
    `<general joint="${name}" gainprm="${gain}" biastype="affine" biasprm="0 -${gain}" ctrlrange="${range}"/>`;
  return {
    about: "hand of 26 dofs on a moving arm, with touch sensors, a pen",
    option: `timestep="0.002" iterations="20"`,
    flag: `multiccd="enable"`,
    worldbody: `${FLOOR}<body pos="0 -0.1 0.2">${carrier}<geom size="0.03" mass="1"/>${
      hand({ name: "f", fingers: 5, joint, bone, hasWrist: true, at: "0 0 0.1" })
    }</body>
      <body pos="0.08 -0.1 0.36"><freejoint/>
        <geom type="cylinder" size="0.012 0.06" euler="0 90 20" mass="0.05" condim="4"/>
        <geom size="0.012" pos="0.06 0 0" mass="0.01"/>${box(0.01, 0.005, 0.005, `pos="-0.07 0 0" mass="0.01"`)}</body>
      <body pos="0.4 0 0.1">${box(0.1, 0.1, 0.1)}</body>`,
    actuator: ["x", "y", "z", "pitch", "f-bend", "f-turn"].map(servo(300, "-0.5 0.5")).join("") +
      fingerJoints("f", 5).map(servo(1, "-0.4 1.5")).join(""),
    sensor: times(5, (f) => times(3, (i) => `<touch site="f${f}_${i}"/>`)) +
      fingerJoints("f", 5).map((name) => `<jointpos joint="${name}"/>`).join(""),
    drive: 0.8,
  };
}

function handBoxes(dice: Dice): Drawing {
  const bone = (i: number) => {
    const half = BONES[i] / 2;
    const tip = i === 2 ? `<geom type="mesh" mesh="tip" pos="0.025 0 0"/>` : "";
    return box(half, 0.01, 0.01, `pos="${half} 0 0"`) + tip;
  };
  const joint = `armature="0.001" damping="0.03" frictionloss="0.005"`;
  return {
    about: "hand of 16 dofs with bones of boxes, a box",
    option: `integrator="implicitfast" cone="elliptic" impratio="10"`,
    asset: blockMesh(dice, "tip", 80, [0.01, 0.01, 0.01]),
    worldbody: hand({ name: "f", fingers: 4, joint, bone, hasWrist: false }) +
      `<body pos="0.08 0 0.36"><freejoint/>${box(0.028, 0.028, 0.028, `mass="0.1"`)}</body>`,
    actuator: fingerJoints("f", 4).map((name) =>
      `<position joint="${name}" kp="3" kv="0.01" ctrlrange="-0.4 1.5" forcerange="-0.5 0.5"/>`
    ).join(""),
    drive: 0.8,
  };
}

function twoHands(dice: Dice): Drawing {
  const joint = `armature="0.001" damping="0.05"`;
  const bone = capsuleBone(dice.real(0.0085, 0.0095, 4));
  return {
    about: "two hands of 22 dofs, three objects, PGS with no-slip",
    option: `solver="PGS" iterations="30" noslip_iterations="3" cone="elliptic"`,
    worldbody: hand({ name: "l", fingers: 5, joint, bone, hasWrist: true }) +
      hand({ name: "r", fingers: 5, joint, bone, hasWrist: true, at: "0 0.25 0.3" }) +
      times(
        3,
        (i) =>
          `<body pos="${vector(0.08, 0.12 * i, 0.36)}"><freejoint/><geom type="${["sphere", "ellipsoid", "capsule"][i]}"
         size="0.03 0.02 0.025" mass="0.05" condim="6"/></body>`,
      ),
    actuator: ["l", "r"].flatMap((name) => fingerJoints(name, 5))
      .map((name) => `<position joint="${name}" kp="1" ctrlrange="-0.4 1.5"/>`).join(""),
    drive: 0.8,
  };
}

export const HANDS: readonly Machine[] = [
  { name: "hand-tendons", draw: handTendons },
  { name: "hand-pen", draw: handPen },
  { name: "hand-boxes", draw: handBoxes },
  { name: "two-hands", draw: twoHands },
];
