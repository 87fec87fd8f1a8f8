/**
 * A family of models to tune on: drawn from a seed, over kinds of mechanisms and sizes. Another seed draws other models
 * of the same kinds and about the same sizes.
 */

import { Dice, times } from "./bench_dice.ts";
import type { StepScene } from "./bench_step_scenes.ts";

/** What a kind draws: the parts of a document, and how it is measured. */
interface Drawing {
  about: string;
  world: string;
  /** elements beside the world */
  rest?: string;
  option?: string;
  settle?: number;
  drive?: number;
  sleeps?: boolean;
}

/** A kind of mechanism, and one size for each of its members. */
interface Kind {
  name: string;
  sizes: readonly number[];
  draw(dice: Dice, size: number): Drawing;
}

const FLOOR = `<geom type="plane" size="20 20 1"/>`;

/** A limb: hinges in a row, each with a capsule. `inner` is put into the last body. */
function limb(dice: Dice, name: string, joints: number, length: number, inner = ""): string {
  const part = (i: number): string => {
    const axis = dice.pick(["1 0 0", "0 1 0", "0 1 0", "0 0 1"]);
    const at = i === 0 ? "" : ` pos="${(length * 0.95).toFixed(3)} 0 0"`;
    const own = `<joint name="${name}${i}" axis="${axis}" range="-${dice.real(20, 60)} ${dice.real(20, 60)}" ` +
      `damping="${dice.real(0.1, 1)}" armature="${dice.real(0.005, 0.02)}"/>` +
      `<geom type="capsule" fromto="0 0 0 ${length} 0 0" size="${(length * 0.15).toFixed(3)}"/>` +
      `<site name="${name}${i}" pos="${length / 2} 0 ${(length * 0.16).toFixed(3)}"/>`;
    return `<body${at}>${own}${i + 1 < joints ? part(i + 1) : inner}</body>`;
  };
  return part(0);
}

function motors(joints: readonly string[], gear: number): string {
  return times(
    joints.length,
    (i) => `<motor joint="${joints[i]}" gear="${gear}" ctrlrange="-1 1" ctrllimited="true"/>`,
  );
}

function limbJoints(name: string, joints: number): string[] {
  return Array.from({ length: joints }, (_, i) => `${name}${i}`);
}

/** A free torso with four legs and a tail of hinges. */
function quadruped(dice: Dice, name: string, at: string, joints: number, tail: number): string {
  const legs = times(4, (k) => {
    const corner = `${k < 2 ? 0.2 : -0.2} ${k % 2 ? 0.12 : -0.12} 0`;
    return `<body pos="${corner}" euler="0 70 ${dice.real(-10, 10)}">${
      limb(dice, `${name}l${k}_`, joints, 0.13)
    }</body>`;
  });
  const back = tail === 0 ? "" : `<body pos="-0.27 0 0" euler="0 0 180">${limb(dice, `${name}t`, tail, 0.08)}</body>`;
  return `<body pos="${at}"><freejoint/><geom type="box" size="0.25 0.1 0.06" mass="${dice.real(4, 8)}"/>
    <site name="${name}c" pos="0 0 -0.06"/>${legs}${back}</body>`;
}

function quadrupedJoints(name: string, joints: number, tail: number): string[] {
  return [0, 1, 2, 3].flatMap((k) => limbJoints(`${name}l${k}_`, joints)).concat(limbJoints(`${name}t`, tail));
}

/** A humanoid: trunk, head, two arms and two legs; 6 + 3 + 2 × (4 + 5) dofs. */
function humanoid(dice: Dice, name: string, at: string): string {
  const arm = (side: number) =>
    `<body pos="0 ${0.2 * side} 0.25" euler="0 60 ${20 * side}">${limb(dice, `${name}a${side + 1}_`, 4, 0.14)}</body>`;
  const leg = (side: number) =>
    `<body pos="0 ${0.1 * side} -0.12" euler="0 85 0">${limb(dice, `${name}g${side + 1}_`, 5, 0.17)}</body>`;
  return `<body pos="${at}" euler="0 ${dice.real(60, 90)} 0"><freejoint/>
    <geom type="capsule" fromto="0 -0.08 -0.1 0 0.08 -0.1" size="0.09"/>${leg(-1)}${leg(1)}
    <body pos="0 0 0.05"><joint name="${name}w0" axis="0 1 0" range="-40 40" damping="2"/>
      <joint name="${name}w1" axis="1 0 0" range="-30 30" damping="2"/>
      <joint name="${name}w2" axis="0 0 1" range="-40 40" damping="2"/>
      <geom type="capsule" fromto="0 -0.1 0.2 0 0.1 0.2" size="0.1"/>
      <geom type="sphere" pos="0 0 0.45" size="0.1"/>${arm(-1)}${arm(1)}</body></body>`;
}

function humanoidJoints(name: string): string[] {
  return [
    ...limbJoints(`${name}w`, 3),
    ...[0, 2].flatMap((side) => limbJoints(`${name}a${side}_`, 4)),
    ...[0, 2].flatMap((side) => limbJoints(`${name}g${side}_`, 5)),
  ];
}

/** Places in a square grid. */
function place(i: number, count: number, spacing: number, height: string): string {
  const side = Math.ceil(Math.sqrt(count));
  return `${((i % side) * spacing).toFixed(2)} ${(Math.floor(i / side) * spacing).toFixed(2)} ${height}`;
}

/** A convex mesh from random points on an ellipsoid. */
function rock(dice: Dice, name: string, points: number, size: number): string {
  const vertex = () => {
    const [x, y, z] = [0, 1, 2].map(() => Number(dice.real(-1, 1)) || 0.1);
    const scale = size / Math.sqrt(x * x + y * y + z * z);
    return `${(x * scale).toFixed(4)} ${(0.8 * y * scale).toFixed(4)} ${(0.6 * z * scale).toFixed(4)}`;
  };
  return `<mesh name="${name}" vertex="${Array.from({ length: points }, vertex).join(" ")}"/>`;
}

function flexcomp(dice: Dice, attributes: string, inner: string): string {
  return `<flexcomp name="f" ${attributes} mass="${dice.real(0.5, 2)}">${inner}</flexcomp>`;
}

const KINDS: readonly Kind[] = [
  {
    name: "asleep-crowd",
    sizes: [1, 6],
    draw: (dice, n) => ({
      about: `${n} humanoids at rest, asleep`,
      world: FLOOR + times(n, (i) => humanoid(dice, `h${i}`, place(i, n, 3, "0.25"))),
      option: `sleep_tolerance="0.03"><flag sleep="enable"/></option><option`,
      settle: 3000,
      sleeps: true,
    }),
  },
  {
    name: "asleep-dominoes",
    sizes: [30, 160],
    draw: (dice, n) => ({
      about: `${n} standing boxes, asleep`,
      world: FLOOR +
        times(
          n,
          (i) =>
            `<body pos="${place(i, n, 0.2, "0.1")}"><freejoint/><geom type="box" size="0.02 0.05 0.1" mass="${
              dice.real(0.1, 0.3)
            }"/></body>`,
        ),
      option: `><flag sleep="enable"/></option><option`,
      settle: 400,
      sleeps: true,
    }),
  },
  {
    name: "pendula",
    sizes: [40, 160],
    draw: (dice, n) => ({
      about: `${n} trees of one hinge, no contacts`,
      world: times(
        n,
        (i) =>
          `<body pos="${place(i, n, 2, "2")}"><joint axis="${dice.pick(["0 1 0", "1 0 0"])}" damping="0.01"/>
         <geom type="capsule" fromto="0 0 0 ${dice.real(0.2, 0.5)} 0 -0.3" size="0.03"/></body>`,
      ),
      settle: 50,
    }),
  },
  {
    name: "walker",
    sizes: [3, 5],
    draw: (dice, joints) => {
      const names = quadrupedJoints("q", joints, 2);
      const tendons = times(
        4,
        (k) =>
          `<spatial name="s${k}" stiffness="${dice.real(20, 80)}" damping="1"><site site="qc"/><site site="ql${k}_0"/>
         <site site="ql${k}_${joints - 1}"/></spatial><fixed name="x${k}" range="-1 1" limited="true">
         <joint joint="ql${k}_0" coef="1"/><joint joint="ql${k}_1" coef="-0.5"/></fixed>`,
      );
      return {
        about: `quadruped of ${6 + names.length} dofs with tendons and rangefinders`,
        world: FLOOR + times(6, (i) => `<geom type="box" pos="${dice.real(1, 3)} ${i - 3} 0.1" size="0.2 0.2 0.1"/>`) +
          quadruped(dice, "q", "0 0 0.5", joints, 2),
        rest: `<tendon>${tendons}</tendon><actuator>${motors(names, 8)}</actuator><sensor>${
          times(4, (k) => `<rangefinder site="ql${k}_${joints - 1}"/>`)
        }<rangefinder site="qc"/><accelerometer site="qc"/><gyro site="qc"/></sensor>`,
        drive: 0.6,
      };
    },
  },
  {
    name: "sheet",
    sizes: [8, 16],
    draw: (dice, n) => ({
      about: `elastic flex sheet of ${n * n} vertices held at its edge`,
      world: `<body name="b" pos="0 0 1">${
        flexcomp(
          dice,
          `type="grid" dim="2" count="${n} ${n} 1" spacing="0.06 0.06 0.06" radius="0.005"`,
          `<contact selfcollide="none" contype="0" conaffinity="0"/>
           <elasticity young="${dice.int(3, 8)}e3" poisson="0.2" thickness="0.005" damping="0.01" elastic2d="stretch"/>
           <pin gridrange="0 0 0 ${n - 1}"/><pin gridrange="${n - 1} 0 ${n - 1} ${n - 1}"/>`,
        )
      }</body><body pos="0.2 0.2 1.4"><freejoint/><geom type="sphere" size="0.08" mass="0.2"/></body>`,
      option: `timestep="0.001" solver="CG" tolerance="1e-6" integrator="implicitfast"`,
    }),
  },
  {
    name: "rope",
    sizes: [20, 60],
    draw: (dice, n) => ({
      about: `flex line of ${n} vertices over a bar`,
      world: FLOOR +
        `<geom type="capsule" fromto="0.3 -1 0.5 0.3 1 0.5" size="0.05"/><body name="b" pos="0 0 0.8">${
          flexcomp(
            dice,
            `type="grid" dim="1" count="${n} 1 1" spacing="0.04 0.04 0.04" radius="0.01"`,
            `<edge equality="true" damping="0.01"/><contact selfcollide="none"/>`,
          )
        }</body>`,
      option: `timestep="0.001"`,
    }),
  },
  {
    name: "cloth",
    sizes: [9, 20],
    draw: (dice, n) => ({
      about: `flex cloth of ${n * n} vertices falling on a ball`,
      world: FLOOR + `<geom type="sphere" pos="0.25 0.25 0.3" size="0.25"/><body name="b" pos="0 0 0.7">${
        flexcomp(
          dice,
          `type="grid" dim="2" count="${n} ${n} 1" spacing="0.05 0.05 0.05" radius="0.01"`,
          `<edge equality="true" damping="0.05"/><contact selfcollide="none" vertcollide="${n < 15}"/>`,
        )
      }</body>`,
      option: `timestep="0.002" solver="CG" iterations="30" tolerance="1e-6"`,
    }),
  },
  {
    name: "jelly",
    sizes: [4, 7],
    draw: (dice, n) => ({
      about: `${n === 4 ? "trilinear" : "elastic"} flex solid of ${n * n * n} vertices on the floor`,
      world: FLOOR + `<body name="b" pos="0 0 0.4">${
        flexcomp(
          dice,
          `type="grid" dim="3" count="${n} ${n} ${n}" spacing="0.1 0.1 0.1" radius="0.005"` +
            (n === 4 ? ` dof="trilinear"` : ""),
          `<contact selfcollide="none"/><elasticity young="${dice.int(2, 6)}e3" poisson="0.2" damping="0.01"/>`,
        )
      }</body>`,
      option: `timestep="0.0002"`,
    }),
  },
  {
    name: "welds",
    sizes: [6, 9],
    draw: (dice, n) => ({
      about: `${n} free bodies welded to their neighbors`,
      world: FLOOR + times(n, (i) =>
        `<body name="b${i}" pos="${0.3 * i} ${dice.real(-0.05, 0.05)} 0.5"><freejoint/>
         <geom type="box" size="0.1 0.05 0.05" mass="${dice.real(0.5, 2)}"/></body>`),
      rest: `<equality>${times(n - 1, (i) => `<weld body1="b${i}" body2="b${i + 1}"/>`)}</equality>`,
    }),
  },
  {
    name: "linkages",
    sizes: [4, 12],
    draw: (dice, n) => ({
      about: `${n} closed loops of hinges, coupled joints`,
      world: times(
        n,
        (i) =>
          `<body pos="${i} 0 1">${
            limb(dice, `a${i}_`, 3, 0.2, `<body name="e${i}" pos="0.2 0 0"><geom size="0.03"/></body>`)
          }</body>`,
      ),
      rest: `<equality>${
        times(n, (i) =>
          `<connect body1="e${i}" body2="world" anchor="0 0 0" solref="0.02 1"/>` +
          (i === 0 ? "" : `<joint joint1="a${i}_0" joint2="a${i - 1}_0" polycoef="0 ${dice.real(0.5, 1)} 0 0 0"/>`))
      }</equality><actuator>${motors(Array.from({ length: n }, (_, i) => `a${i}_0`), 2)}</actuator>`,
      drive: 0.5,
    }),
  },
  {
    name: "stacks",
    sizes: [12, 120],
    draw: (dice, n) => ({
      about: `${n} islands of two boxes each`,
      world: FLOOR +
        times(
          n,
          (i) =>
            `<body pos="${place(i, n, 0.5, "0.1")}"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body>
         <body pos="${place(i, n, 0.5, "0.3")}" euler="0 0 ${dice.int(0, 45)}"><freejoint/>
         <geom type="box" size="0.08 0.08 0.1" mass="${dice.real(0.3, 1)}"/></body>`,
        ),
    }),
  },
  {
    name: "pack",
    sizes: [12, 45],
    draw: (dice, n) => {
      const names = Array.from({ length: n }, (_, i) => quadrupedJoints(`q${i}`, 3, 2)).flat();
      return {
        about: `${n} quadrupeds, ${20 * n} dofs`,
        world: FLOOR + times(n, (i) => quadruped(dice, `q${i}`, place(i, n, 1.5, "0.5"), 3, 2)),
        rest: `<actuator>${motors(names, 6)}</actuator>`,
        drive: 0.4,
      };
    },
  },
  {
    name: "whip",
    sizes: [120, 400],
    draw: (dice, n) => ({
      about: n < 200 ? `chain of ${n} hinges` : `${n / 40} chains of 40 hinges on a free body`,
      world: n < 200
        ? `<body pos="0 0 9" euler="0 ${dice.int(20, 60)} 0">${limb(dice, "j", n, 0.05)}</body>`
        : `<body pos="0 0 9"><freejoint/><geom size="0.2"/>${
          times(n / 40, (i) => `<body euler="0 ${dice.int(20, 60)} ${36 * i}">${limb(dice, `j${i}_`, 40, 0.05)}</body>`)
        }</body>`,
      option: `timestep="0.0005"><flag contact="disable"/></option><option`,
    }),
  },
  {
    name: "heap",
    sizes: [40, 150],
    draw: (dice, n) => ({
      about: `heap of ${n} spheres, boxes, and capsules`,
      world: FLOOR + [["1 0", "2.1 0 0"], ["0 1", "0 2.1 0"], ["-1 0", "-2.1 0 0"], ["0 -1", "0 -2.1 0"]]
        .map(([xy, pos]) =>
          `<geom type="plane" size="3 3 1" pos="${pos}" zaxis="${xy.split(" ").map((v) => -Number(v)).join(" ")} 0"/>`
        )
        .join("") +
        times(n, (i) => {
          const shape = dice.pick([
            `type="sphere" size="0.12"`,
            `type="box" size="0.1 0.12 0.08"`,
            `type="capsule" size="0.06 0.1"`,
          ]);
          const at = `${(i % 6) * 0.5 - 1.25} ${(Math.floor(i / 6) % 6) * 0.5 - 1.25} ${
            0.2 + 0.35 * Math.floor(i / 36)
          }`;
          return `<body pos="${at}" euler="${dice.vector(40)}"><freejoint/><geom ${shape} mass="${
            dice.real(0.3, 1)
          }"/></body>`;
        }),
      option: dice.pick([`cone="elliptic"`, ``]),
      settle: 500,
    }),
  },
  {
    name: "small",
    sizes: [1, 2, 3, 4, 6, 13],
    draw: drawSmall,
  },
  {
    name: "muscles",
    sizes: [8, 24, 79],
    draw: drawMuscles,
  },
  {
    name: "machine",
    sizes: [7, 9, 24],
    draw: drawMachine,
  },
];

/** Small mechanisms: pendulum, cart, finger, hopper, pusher, fish. */
function drawSmall(dice: Dice, dofs: number): Drawing {
  const arm = (n: number, length: number) => limb(dice, "j", n, length);
  switch (dofs) {
    case 1:
      return {
        about: "pendulum of one motorized hinge",
        world: `<body pos="0 0 1">${arm(1, 0.5)}</body>`,
        rest: `<actuator>${motors(["j0"], 1)}</actuator>`,
        drive: 1,
      };
    case 2:
      return {
        about: "pole on a cart",
        world: `<body pos="0 0 1"><joint name="s" type="slide" axis="1 0 0" range="-2 2" limited="true" damping="0.1"/>
          <geom type="box" size="0.1 0.1 0.05"/><body><joint name="h" axis="0 1 0"/>
          <geom type="capsule" fromto="0 0 0 ${dice.real(-0.1, 0.1)} 0 0.6" size="0.03"/></body></body>`,
        rest: `<actuator>${motors(["s"], 10)}</actuator>`,
        drive: 1,
      };
    case 3:
      return {
        about: "finger of two hinges that turns a spinner",
        world: `<body pos="0 0 0.5">${arm(2, 0.17)}</body><body pos="0.35 0 0.4"><joint axis="0 1 0" damping="0.05"/>
          <geom type="capsule" fromto="0 -0.05 -0.1 0 -0.05 0.15" size="0.05"/></body>`,
        rest: `<actuator>${
          motors(["j0", "j1"], 3)
        }</actuator><sensor><jointpos joint="j0"/><jointvel joint="j1"/></sensor>`,
        drive: 1,
      };
    case 4:
      return {
        about: "hopper of two slides and two hinges",
        world: FLOOR + `<body pos="0 0 0.6"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
          <geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.06"/><body euler="0 80 0">${arm(2, 0.25)}</body></body>`,
        rest: `<actuator>${motors(["j0", "j1"], 20)}</actuator>`,
        drive: 0.8,
      };
    case 6:
      return {
        about: "box on a floor",
        world: FLOOR + `<body pos="0 0 0.3" euler="${dice.vector(30)}"><freejoint/>
          <geom type="box" size="0.1 0.2 0.15"/></body>`,
        settle: 300,
      };
    default:
      return {
        about: "fish of 13 dofs in water",
        world: `<body pos="0 0 1"><freejoint/><geom type="ellipsoid" size="0.2 0.06 0.1"/>
          <body pos="-0.2 0 0" euler="0 0 180">${arm(3, 0.1)}</body>
          <body pos="0 0.06 0" euler="0 0 90">${limb(dice, "l", 2, 0.06)}</body>
          <body pos="0 -0.06 0" euler="0 0 -90">${limb(dice, "r", 2, 0.06)}</body></body>`,
        rest: `<actuator>${motors(["j0", "j1", "l0", "r0"], 0.3)}</actuator>
          <sensor><velocimeter site="j0"/><framepos objtype="site" objname="j2"/></sensor>`,
        option: `density="1000" viscosity="0.001" integrator="implicitfast" timestep="0.004"`,
        drive: 0.8,
      };
  }
}

/** Mechanisms that tendons drive: an arm and a leg with muscles, a hand, an animal. */
function drawMuscles(dice: Dice, dofs: number): Drawing {
  if (dofs === 24) {
    const fingers = [0, 1, 2, 3, 4].map((k) => `f${k}_`);
    return {
      about: "hand of 24 dofs with tendons that wrap around its joints",
      world: FLOOR + `<body name="palm" pos="0 0 0.5"><joint name="p0" axis="0 1 0" range="-40 40" damping="1"/>
        <joint name="p1" axis="0 0 1" range="-40 40" damping="1"/><geom type="box" size="0.05 0.06 0.02"/>
        <joint name="p2" type="slide" axis="0 0 1" range="-0.2 0.2" limited="true" damping="20" stiffness="200"/>
        <joint name="p3" type="slide" axis="1 0 0" range="-0.2 0.2" limited="true" damping="20" stiffness="200"/>${
        times(5, (k) =>
          `<site name="o${k}" pos="-0.03 ${0.025 * (k - 2)} -0.025"/><body pos="0.06 ${0.025 * (k - 2)} 0">
           <geom name="w${k}" type="cylinder" euler="90 0 0" size="0.008 0.01" contype="0" conaffinity="0" mass="0.001"/>${
            limb(dice, fingers[k], 4, 0.035)
          }</body>`)
      }</body><body pos="0.12 0 0.4"><freejoint/><geom type="sphere" size="0.03" mass="0.05"/></body>`,
      rest: `<tendon>${
        times(5, (k) =>
          `<spatial name="t${k}" limited="true" range="0 ${
            dice.real(0.2, 0.3)
          }"><site site="o${k}"/><geom geom="w${k}"/>
           <site site="f${k}_1"/><site site="f${k}_3"/></spatial><fixed name="c${k}"><joint joint="f${k}_2" coef="1"/>
           <joint joint="f${k}_3" coef="-1"/></fixed>`)
      }</tendon><equality>${times(5, (k) => `<tendon tendon1="c${k}"/>`)}</equality><actuator>${
        times(5, (k) => `<general tendon="t${k}" gainprm="${dice.real(3, 6)}" ctrlrange="0 1"/>`)
      }${times(5, (k) => `<position joint="f${k}_0" kp="1"/><position joint="f${k}_1" kp="1"/>`)}</actuator>`,
      drive: 0.5,
    };
  }
  if (dofs === 8) {
    const muscles = times(
      6,
      (k) => `<muscle tendon="m${k}" ctrlrange="0 1" lengthrange="0.05 0.9" force="${dice.int(50, 200)}"/>`,
    );
    return {
      about: "arm of 8 dofs with six muscles",
      world: `<body pos="0 0 1"><geom size="0.05"/>${
        times(6, (k) => `<site name="o${k}" pos="-0.05 ${(k - 2.5) * 0.03} ${k % 2 ? 0.06 : -0.06}"/>`)
      }${limb(dice, "a", 8, 0.12)}</body>`,
      rest: `<tendon>${
        times(6, (k) => `<spatial name="m${k}"><site site="o${k}"/><site site="a${k + 1}"/></spatial>`)
      }</tendon><actuator>${muscles}</actuator>`,
      drive: 0.7,
    };
  }
  // an animal
  const joints = [...quadrupedJoints("q", 12, 25)];
  return {
    about: `animal of ${6 + joints.length} dofs with 48 tendons`,
    world: FLOOR + quadruped(dice, "q", "0 0 1.2", 12, 25),
    rest: `<tendon>${
      times(48, (i) => {
        const leg = `ql${i % 4}_`;
        const k = Math.floor(i / 4) % 11;
        return i < 24
          ? `<spatial name="m${i}"><site site="${leg}${k}"/><site site="${leg}${k + 1}"/></spatial>`
          : `<fixed name="m${i}"><joint joint="${leg}${k}" coef="0.02"/><joint joint="${leg}${
            k + 1
          }" coef="-0.02"/></fixed>`;
      })
    }</tendon><actuator>${
      times(48, (i) =>
        i < 24
          ? `<muscle tendon="m${i}" lengthrange="0.01 0.4" force="50"/>`
          : `<general tendon="m${i}" gainprm="100" dyntype="filter" dynprm="0.02" ctrlrange="-1 1"/>`)
    }</actuator>`,
    drive: 0.6,
  };
}

/** Machines with meshes: an arm, an arm with a gripper and an object, a humanoid. */
function drawMachine(dice: Dice, dofs: number): Drawing {
  const shell = (text: string) =>
    text.replace(
      /<geom type="capsule" fromto="0 0 0 ([\d.]+) 0 0"[^>]*>/g,
      (_, length) =>
        `<geom type="mesh" mesh="${dice.pick(["r0", "r1", "r2"])}" pos="${(Number(length) / 2).toFixed(3)} 0 0"/>`,
    );
  const asset = `<asset>${times(3, (k) => rock(dice, `r${k}`, dice.int(20, 60), 0.07))}</asset>`;
  if (dofs === 24) {
    return {
      about: "humanoid of meshes on the floor",
      world: FLOOR + shell(humanoid(dice, "h", "0 0 0.6")),
      rest: asset + `<actuator>${motors(humanoidJoints("h"), 15)}</actuator>`,
      drive: 0.5,
    };
  }
  const servo = times(7, (i) => `<position joint="a${i}" kp="${dice.int(40, 90)}" kv="4"/>`);
  const fingers = dofs === 7
    ? ""
    : times(2, (k) =>
      `<body pos="0.14 ${k ? 0.05 : -0.05} 0"><joint name="g${k}" type="slide" axis="0 ${k ? -1 : 1} 0" range="0 0.04"
     limited="true" damping="5"/><geom type="box" size="0.04 0.008 0.015"/></body>`);
  return {
    about: dofs === 7 ? "arm of seven servos, with meshes" : "arm with a gripper, and an object of a mesh",
    world: FLOOR + `<body pos="0 0 0.5" euler="0 -60 0">${shell(limb(dice, "a", 7, 0.15, fingers))}</body>` +
      (dofs === 7 ? "" : `<body pos="0.4 0.1 0.2"><freejoint/><geom type="mesh" mesh="r0"/></body>`),
    rest: asset +
      `<actuator>${servo}${dofs === 7 ? "" : times(2, (k) => `<position joint="g${k}" kp="100"/>`)}</actuator>` +
      (dofs === 7 ? "" : `<equality><joint joint1="g0" joint2="g1"/></equality>`),
    option: `integrator="implicitfast"`,
    drive: 0.5,
  };
}

/** The family of a seed. */
export function drawFamily(seed: number): StepScene[] {
  return KINDS.flatMap(({ name, sizes, draw }, k) =>
    sizes.map((size, i) => {
      const { about, world, rest = "", option = "", settle = 100, drive = 0, sleeps = false } = draw(
        new Dice(seed * 1009 + 31 * k + i),
        size,
      );
      const xml = `<mujoco><compiler autolimits="true"/><size memory="200M"/><option ${option}/>
        <worldbody>${world}</worldbody>${rest}</mujoco>`;
      return { name: `${name}-${size}`, about, model: xml, settle, drive, sleeps };
    })
  );
}

/** A model of `count` humanoids above a floor. */
export function drawCrowd(count: number): string {
  const dice = new Dice(count);
  const world = FLOOR + times(count, (i) => humanoid(dice, `h${i}`, place(i, count, 3, "0.25")));
  return `<mujoco><compiler autolimits="true"/><size memory="900M"/><worldbody>${world}</worldbody></mujoco>`;
}
