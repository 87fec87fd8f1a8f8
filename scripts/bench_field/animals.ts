/** Animals: limbs with muscles, a spine with tendons, and an insect. */

import { type Dice, times } from "../bench_dice.ts";
import { AXES, box, chain, type Drawing, FLOOR, hinge, jointsIn, type Machine, names, rod, vector } from "./parts.ts";

interface Limbs {
  limbs: number;
  bones: number;
  /** muscles between a bone and the next */
  muscles: number;
  /** do muscles wrap around joints? */
  wrap: boolean;
  option: string;
}

/** A limb of bones, with muscles from each to the next; every third one reaches one bone further. */
function limb(dice: Dice, name: string, { bones, muscles, wrap }: Limbs) {
  const around = (k: number, z: number) => vector(0.035 * Math.cos(2.4 * k), 0.035 * Math.sin(2.4 * k), z);
  const sites = (i: number) =>
    times(muscles, (k) =>
      `<site name="${name}top${i}_${k}" pos="${around(k, -0.06)}"/>
       <site name="${name}end${i}_${k}" pos="${around(k, -0.24)}"/>`);
  const pulley = (i: number) => {
    const shape = i % 2 === 0 ? `type="sphere"` : `type="cylinder" euler="90 0 0"`;
    return `<geom name="${name}wrap${i}" ${shape} size="0.028 0.05" contype="0" conaffinity="0"/>
      <site name="${name}side${i}" pos="0 0.06 0"/>`;
  };
  const soft = `damping="0.3" armature="0.01"`;
  const bodies = chain(name, bones, (i) => ({
    at: i === 0 ? "0 0 0" : `${dice.real(-0.01, 0.01)} 0 -0.3`,
    has: hinge(`${name}bend${i}`, AXES[1], -70, 60, soft) +
      (i % 2 === 0 ? hinge(`${name}swing${i}`, AXES[0], -30, 30, soft) : "") +
      `<geom type="capsule" fromto="0 0 -0.04 0 0 -0.26" size="0.025" contype="${i % 2}"/>` + sites(i) +
      (wrap ? pulley(i) : ""),
  }));
  const tendon = (i: number, k: number) => {
    const spring = k % 3 === 0 ? `springlength="0.1" stiffness="20"` : "";
    const side = k % 4 === 0 ? `sidesite="${name}side${i + 1}"` : "";
    const bend = wrap && k % 2 === 0 ? `<geom geom="${name}wrap${i + 1}" ${side}/>` : "";
    const further = k % 3 === 2 && i + 2 < bones
      ? `<site site="${name}end${i + 1}_${k}"/><site site="${name}top${i + 2}_${k}"/>`
      : "";
    return `<spatial name="${name}${i}_${k}" ${spring}><site site="${name}end${i}_${k}"/>${bend}
      <site site="${name}top${i + 1}_${k}"/>${further}</spatial>`;
  };
  const muscle = (i: number, k: number) =>
    `<muscle tendon="${name}${i}_${k}" timeconst="0.01 0.04" force="${dice.int(50, 400)}" lengthrange="0.02 0.6"
      ctrlrange="0 1"/>`;
  return {
    bodies,
    tendons: times(bones - 1, (i) => times(muscles, (k) => tendon(i, k))),
    muscles: times(bones - 1, (i) => times(muscles, (k) => muscle(i, k))),
  };
}

function muscular(dice: Dice, parts: Limbs): Drawing {
  const { limbs, bones, muscles, wrap, option } = parts;
  const drawn = names("limb", limbs).map((name) => limb(dice, `${name}_`, parts));
  // one limb moves up and down, two of them in a plane
  const plane = limbs > 1 ? `<joint type="slide" axis="1 0 0"/><joint axis="0 1 0" damping="0.3"/>` : "";
  const hung = drawn.map(({ bodies }, i) =>
    `<body pos="${vector(0, 0.2 * i - 0.1 * (limbs - 1), -0.05)}">${bodies}</body>`
  );
  const count = limbs * (bones - 1) * muscles;
  return {
    about: `${limbs === 1 ? "limb" : `${limbs} limbs`} with ${count} muscles${wrap ? " that wrap around joints" : ""}`,
    option,
    worldbody: `${FLOOR}<body pos="${vector(0, 0, 0.3 * bones + 0.1)}">
      <joint type="slide" axis="0 0 1" damping="1"/>${plane}${box(0.08, 0.15, 0.05, `mass="8"`)}${
      hung.join("")
    }</body>`,
    tendon: drawn.map(({ tendons }) => tendons).join(""),
    actuator: drawn.map(({ muscles }) => muscles).join(""),
    settle: 100,
    drive: 0.8,
  };
}

const MUSCULAR: Readonly<Record<string, Limbs>> = {
  "muscle-finger": { limbs: 1, bones: 4, muscles: 3, wrap: true, option: `timestep="0.002"` },
  "muscle-arm": { limbs: 1, bones: 6, muscles: 8, wrap: true, option: `timestep="0.002"` },
  "muscle-legs": {
    limbs: 2,
    bones: 4,
    muscles: 14,
    wrap: true,
    option: `timestep="0.001" integrator="implicitfast"`,
  },
  "muscle-bird": { limbs: 2, bones: 5, muscles: 17, wrap: false, option: `timestep="0.0025" cone="elliptic"` },
};

/** An animal with a spine, a tail, and a neck of many hinges, all pulled by tendons. */
function spine(dice: Dice): Drawing {
  const vertebrae = (name: string, count: number, direction: number, inner: string) =>
    chain(name, count, (i) => ({
      at: vector(direction * (i === 0 ? 0.1 : 0.05), 0, 0),
      has: AXES.map((axis, k) =>
        hinge(`${name}-${"xyz"[k]}${i}`, axis, -20, 20, `stiffness="${dice.real(1, 10)}" damping="0.3" armature="0.01"`)
      ).join("") + rod(direction * 0.05, 0, 0, 0.03),
    }), inner);
  const soft = `damping="0.5" armature="0.01"`;
  const paw = `<geom size="0.025" pos="0.05 0 -0.12" condim="4"/>${box(0.02, 0.02, 0.01, `pos="0.07 0 -0.13"`)}`;
  const leg = (name: string, at: string) =>
    chain(name, 4, (i) => ({
      at: i === 0 ? at : vector(i % 2 === 0 ? 0.05 : -0.05, 0, -0.12),
      has: hinge(`${name}-bend${i}`, AXES[1], -60, 60, `${soft} stiffness="2"`) +
        (i === 0
          ? hinge(`${name}-swing`, AXES[0], -25, 25, soft) + hinge(`${name}-turn`, AXES[2], -20, 20, soft)
          : "") +
        rod(i % 2 === 0 ? -0.05 : 0.05, 0, -0.12, 0.03 - 0.005 * i) +
        `<site name="${name}${i}" pos="0.03 0 -0.05"/>` + (i === 3 ? paw : ""),
    }));
  const head = `<body pos="0.05 0 0"><geom type="ellipsoid" size="0.09 0.05 0.05"/>
    ${hinge("jaw", AXES[1], -10, 30, `damping="0.1" armature="0.01"`)}</body>`;
  const chest = `<body pos="0.06 0 0">${box(0.08, 0.06, 0.06, `mass="5"`)}${leg("fore-left", "0 0.08 -0.05")}
    ${leg("fore-right", "0 -0.08 -0.05")}${vertebrae("neck", 5, 1, head)}</body>`;
  const body = `<body name="pelvis" pos="0 0 0.6"><freejoint/>${box(0.1, 0.07, 0.06, `mass="6"`)}
    <site name="imu" pos="0 0 0.07"/>${leg("hind-left", "-0.05 0.08 -0.05")}${leg("hind-right", "-0.05 -0.08 -0.05")}
    ${vertebrae("tail", 7, -1, "")}${vertebrae("back", 7, 1, chest)}</body>`;
  const joints = jointsIn(body);
  const legs = ["hind-left", "hind-right", "fore-left", "fore-right"];
  // vertebrae of one part bend together
  const parts = ["back", "tail", "neck"].flatMap((name) => ["x", "y", "z"].map((axis) => `${name}-${axis}`));
  const together = (part: string) =>
    joints.filter((name) => name.startsWith(part)).map((name) => `<joint joint="${name}" coef="0.5"/>`).join("");
  const servo = (target: string, gain: number) =>
    `<general ${target} dyntype="filter" dynprm="0.04" gainprm="${gain}" biastype="affine" biasprm="0 -${gain} 0"
      ctrlrange="-1 1"/>`;
  return {
    about: `animal of ${joints.length + 6} dofs with a spine, a neck, and a tail that tendons bend`,
    option: `timestep="0.005" cone="elliptic"`,
    worldbody: FLOOR + body,
    tendon: parts.map((part) => `<fixed name="${part}">${together(part)}</fixed>`).join("") +
      legs.map((name) =>
        `<spatial stiffness="40" springlength="0 0.3"><site site="${name}0"/><site site="${name}1"/>
         <site site="${name}3"/></spatial>`
      ).join(""),
    actuator: parts.map((part) => servo(`tendon="${part}"`, 20)).join("") +
      joints.filter((name) => /^(hind|fore)/.test(name)).map((name) => servo(`joint="${name}"`, 30)).join(""),
    sensor: `<accelerometer site="imu"/><gyro site="imu"/><subtreelinvel body="pelvis"/>`,
    settle: 100,
    drive: 0.6,
  };
}

/** Six legs with claws that stick. */
function insect(dice: Dice): Drawing {
  const soft = `damping="0.01" armature="0.0005"`;
  const leg = (k: number) => {
    const joint = (i: number) => `${soft} stiffness="${dice.real(0.04, 0.06)}" springref="${i === 1 ? 40 : 0}"`;
    const bones = chain(`leg${k}_`, 5, (i) => ({
      at: i === 0 ? "0 0 0" : "0.05 0 0",
      has: hinge(`leg${k}_${i}`, i % 2 === 0 ? "0 1 0.3" : "0 1 0", -60, 60, joint(i)) +
        (i === 0 ? hinge(`turn${k}`, AXES[2], -40, 40, soft) : "") + rod(0.05, 0, 0, 0.008, `density="300"`),
    }), `<body name="claw${k}" pos="0.05 0 0"><geom size="0.01" density="300"/></body>`);
    const side = k < 3 ? 1 : -1;
    return `<body pos="${vector((k % 3) * 0.06 - 0.06, side * 0.04, -0.03)}" euler="0 0 ${90 * side}">${bones}</body>`;
  };
  const body = `<body pos="0 0 0.14"><freejoint/><geom type="ellipsoid" size="0.09 0.05 0.05" density="200"/>
    ${times(6, leg)}</body>`;
  const joints = jointsIn(body);
  return {
    about: `insect of ${joints.length + 6} dofs, with claws that stick`,
    option: `timestep="0.001" density="0.001" viscosity="0.0002" cone="elliptic"`,
    worldbody: FLOOR + body,
    actuator: joints.map((name) => `<position joint="${name}" kp="0.5" ctrlrange="-1 1"/>`).join("") +
      times(6, (k) => `<adhesion body="claw${k}" gain="1" ctrlrange="0 1"/>`),
    drive: 0.5,
  };
}

export const ANIMALS: readonly Machine[] = [
  ...Object.entries(MUSCULAR).map(([name, parts]) => ({ name, draw: (dice: Dice) => muscular(dice, parts) })),
  { name: "spine", draw: spine },
  { name: "insect", draw: insect },
];
