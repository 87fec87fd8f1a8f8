/** Scenes of many bodies: linked, scattered, heaped, and asleep. */

import { type Dice, times } from "../bench_dice.ts";
import { AXES, blockMesh, box, chain, type Drawing, FLOOR, hinge, type Machine, place, rod, vector } from "./parts.ts";
import { quadruped } from "./quadrupeds.ts";

/** A body that moves freely. */
function free(at: string, geom: string, more = ""): string {
  return `<body pos="${at}" ${more}><freejoint/>${geom}</body>`;
}

/** Four walls around the origin. */
function walls(half: number, height: number): string {
  return times(4, (i) => {
    const side = i % 2 === 0 ? -half : half;
    return i < 2
      ? box(0.02, half, height, `pos="${side} 0 ${height}"`)
      : box(half, 0.02, height, `pos="0 ${side} ${height}"`);
  });
}

function weldedRing(dice: Dice): Drawing {
  const at = (i: number) => vector(0.6 * Math.cos(i * Math.PI / 4), 0.6 * Math.sin(i * Math.PI / 4), 0.6);
  const member = (i: number) =>
    `<body name="b${i}" pos="${at(i)}"><freejoint/>${box(0.1, 0.05, 0.05, `mass="${dice.real(0.6, 0.8)}"`)}</body>`;
  const weld = (i: number) =>
    `<weld body1="b${i}" body2="b${(i + 1) % 8}" ${i % 2 === 0 ? `solref="0.01 1"` : `torquescale="2"`}/>`;
  return {
    about: "ring of eight welded boxes that hangs on a mocap body",
    option: `timestep="0.002"`,
    worldbody: FLOOR + times(8, member) +
      `<body name="hook" mocap="true" pos="0.6 0 1"><geom size="0.02" contype="0" conaffinity="0"/></body>`,
    equality: times(8, weld) + `<connect body1="b0" body2="hook" anchor="0 0 0.4"/>`,
  };
}

function coupledChains(dice: Dice): Drawing {
  const hung = (c: number) =>
    `<body pos="${0.5 * c} 0 2">${
      chain(`c${c}_`, 5, (i) => ({
        at: i === 0 ? "0 0 0" : "0 0 -0.2",
        has:
          `<joint name="c${c}_${i}" axis="${AXES[i % 2 === 0 ? 1 : 0]}" damping="${
            dice.real(0.04, 0.06)
          }" armature="0.001"/>` + rod(0, 0, -0.18, 0.02),
      }))
    }</body>`;
  return {
    about: "eight chains, coupled by joints, tendons, and ends that meet",
    option: `integrator="implicitfast"`,
    worldbody: times(8, hung),
    tendon: times(
      8,
      (c) => `<fixed name="t${c}"><joint joint="c${c}_0" coef="1"/><joint joint="c${c}_2" coef="-1"/></fixed>`,
    ),
    equality: times(7, (c) =>
      `<joint joint1="c${c}_1" joint2="c${c + 1}_1" polycoef="0 1 0.2 0 0"/>
       <connect body1="c${c}_4" body2="c${c + 1}_4" anchor="0.25 0 -0.2"/>`) +
      times(4, (k) => `<tendon tendon1="t${2 * k}" tendon2="t${2 * k + 1}"/>`),
    actuator: times(8, (c) => `<motor joint="c${c}_0" gear="3" ctrlrange="-1 1"/>`),
    drive: 0.7,
  };
}

function pendula(dice: Dice): Drawing {
  return {
    about: "36 pendula",
    worldbody: times(
      36,
      (i) =>
        `<body pos="${place(i, 6, 0.5, 1)}"><joint axis="${dice.real(-1, 1)} 1 0" damping="0.01"/>
       ${rod(0, Number(dice.real(0.05, 0.1)), -0.3, 0.02)}<geom size="0.04" pos="0 0.1 -0.32"/></body>`,
    ),
  };
}

function pendulaServos(dice: Dice): Drawing {
  return {
    about: "36 double pendula with servos and sensors",
    option: `integrator="implicitfast"`,
    worldbody: times(
      36,
      (i) =>
        `<body pos="${place(i, 6, 2, 2)}"><joint name="p${i}" axis="0 1 0" damping="0.05" armature="0.01"/>
       ${rod(0, 0, -0.4, 0.02)}<body pos="0 0 -0.4"><joint axis="0 1 0" damping="0.02"/>
       ${rod(0, 0, -Number(dice.real(0.25, 0.35)), 0.02)}</body></body>`,
    ),
    actuator: times(
      36,
      (i) => i % 2 === 0 ? `<position joint="p${i}" kp="2"/>` : `<velocity joint="p${i}" kv="2"/>`,
    ),
    sensor: times(36, (i) => `<jointpos joint="p${i}"/>`),
    drive: 1,
  };
}

function islands(dice: Dice): Drawing {
  const trio = (i: number) =>
    free(
      place(i, 5, 0.8, 0.12),
      `<geom type="capsule" fromto="-0.1 0 0 0.1 0 0" size="${dice.real(0.045, 0.055)}"/>
       <body pos="0.15 0 0">${hinge(`bend${i}`, "0 1 0", -60, 60, `damping="0.1"`)}${rod(0.15, 0, 0, 0.04)}</body>
       <body pos="-0.15 0 0">${hinge(`turn${i}`, "0 0 1", -60, 60, `damping="0.1"`)}
         ${box(0.08, 0.04, 0.04, `pos="-0.08 0 0"`)}</body>`,
    );
  return {
    about: "20 small islands of three linked bodies",
    option: `timestep="0.002"`,
    worldbody: FLOOR + times(20, trio),
    settle: 200,
  };
}

function scattered(dice: Dice): Drawing {
  const size = () => `${dice.real(0.05, 0.1)} ${dice.real(0.05, 0.1)} ${dice.real(0.05, 0.1)}`;
  return {
    about: "110 bodies on a floor that do not touch each other, 660 dofs",
    option: `timestep="0.005"`,
    worldbody: FLOOR + times(110, (i) => {
      const shape = `type="${dice.pick(["box", "cylinder", "ellipsoid", "capsule"])}" size="${size()}"`;
      const turned = `euler="${dice.int(-90, 90)} ${dice.int(-90, 90)} 0"`;
      return free(place(i, 11, 0.5, dice.real(0.2, 0.6)), `<geom ${shape}/>`, turned);
    }),
    settle: 200,
  };
}

function longChains(dice: Dice): Drawing {
  return {
    about: "50 chains of 30 hinges, 1500 dofs",
    option: `timestep="0.002" integrator="implicitfast"`,
    worldbody: times(50, (c) => {
      const link = rod(0, 0, -0.08, dice.real(0.018, 0.022));
      const bodies = chain(`c${c}_`, 30, (i) => ({
        at: i === 0 ? "0 0 0" : "0 0 -0.1",
        has: `<joint axis="${AXES[i % 2]}" damping="0.02" armature="0.001"/>${link}`,
      }));
      return `<body pos="${place(c, 10, 1, 3.2)}">${bodies}</body>`;
    }),
  };
}

function particles(dice: Dice): Drawing {
  const at = (i: number) =>
    vector((i % 8) * 0.11 - 0.38, (Math.floor(i / 8) % 8) * 0.11 - 0.38, 0.06 + 0.11 * Math.floor(i / 64));
  const slides = AXES.map((axis) => `<joint type="slide" axis="${axis}"/>`).join("");
  return {
    about: "300 spheres without rotation in a box, CG",
    option: `timestep="0.004" solver="CG"`,
    worldbody: FLOOR + walls(0.5, 0.3) +
      times(
        300,
        (i) => `<body pos="${at(i)}">${slides}<geom size="${dice.real(0.048, 0.05, 4)}" mass="0.1" condim="1"/></body>`,
      ),
    settle: 200,
  };
}

function meshBin(dice: Dice): Drawing {
  const at = (i: number) =>
    vector((i % 3) * 0.2 - 0.2, (Math.floor(i / 3) % 3) * 0.2 - 0.2, 0.1 + 0.17 * Math.floor(i / 9));
  return {
    about: "22 meshes in a bin",
    option: `cone="elliptic" timestep="0.003"`,
    asset: [12, 30, 80, 250].map((points, i) => blockMesh(dice, `m${i}`, points, [0.09, 0.07, 0.05])).join(""),
    worldbody: FLOOR + walls(0.4, 0.3) +
      times(22, (i) =>
        free(
          at(i),
          `<geom type="mesh" mesh="m${i % 4}" condim="4"/>`,
          `euler="${dice.int(0, 90)} ${dice.int(0, 90)} 0"`,
        )),
    settle: 300,
  };
}

function towers(dice: Dice): Drawing {
  const shapes = [
    box(0.08, 0.08, 0.08),
    `<geom type="cylinder" size="0.08 0.08"/>`,
    `<geom type="mesh" mesh="block"/>`,
  ];
  return {
    about: "two towers of seven boxes, cylinders, and meshes, multiccd",
    option: `timestep="0.003"`,
    flag: `multiccd="enable"`,
    asset: blockMesh(dice, "block", 24, [0.08, 0.08, 0.08]),
    worldbody: FLOOR +
      times(14, (i) =>
        free(
          vector((i % 2) * 0.25, 0, 0.1 + 0.18 * Math.floor(i / 2)),
          shapes[i % 3],
          `euler="0 0 ${dice.int(0, 40)}"`,
        )),
    settle: 150,
  };
}

function hills(dice: Dice): Drawing {
  const [along, across] = [Number(dice.real(0.4, 0.6)), Number(dice.real(0.3, 0.5))];
  const heights = Array.from({ length: 50 * 50 }, (_, i) => {
    const height = 0.5 + 0.5 * Math.sin((i % 50) * along) * Math.cos(Math.floor(i / 50) * across);
    return height.toFixed(3);
  }).join(" ");
  const shapes = [
    box(0.1, 0.08, 0.06),
    `<geom type="capsule" size="0.06 0.08"/>`,
    `<geom type="mesh" mesh="stone"/>`,
    `<geom size="0.08"/>`,
    `<geom type="cylinder" size="0.07 0.07"/>`,
    `<geom type="ellipsoid" size="0.1 0.07 0.05"/>`,
  ];
  const at = (i: number) => vector((i % 5) * 0.5 - 1, Math.floor(i / 5) * 0.5 - 1, 0.6);
  return {
    about: "18 bodies of six shapes on a height field",
    option: `timestep="0.004"`,
    asset: `<hfield name="hills" nrow="50" ncol="50" size="3 3 0.3 0.1" elevation="${heights}"/>` +
      blockMesh(dice, "stone", 40, [0.1, 0.08, 0.06]),
    worldbody: `<geom type="hfield" hfield="hills"/>${times(18, (i) => free(at(i), shapes[i % 6]))}`,
    settle: 150,
  };
}

const SLEEP = { option: `sleep_tolerance="0.05"`, flag: `sleep="enable"`, sleeps: true };

function asleepWarehouse(dice: Dice): Drawing {
  const joint = `damping="3" armature="0.01" frictionloss="0.5" stiffness="5"`;
  return {
    about: "70 objects and three robots on four legs, asleep",
    ...SLEEP,
    worldbody: FLOOR +
      times(70, (i) =>
        free(
          place(i, 10, 0.4, 0.1),
          `<geom type="${dice.pick(["box", "box", "cylinder"])}" size="0.06 0.08 0.1"/>`,
        )) +
      times(3, (k) => quadruped({ name: `r${k}`, at: `${k} -2 0.42`, joint })),
    settle: 3000,
  };
}

function asleepChains(dice: Dice): Drawing {
  const hung = (c: number) => {
    const link = rod(0, 0, -0.08, dice.real(0.018, 0.022));
    const bodies = chain(`c${c}_`, 8, (i) => ({
      at: i === 0 ? "0 0 0" : "0 0 -0.1",
      has: `<joint name="c${c}_${i}" axis="${AXES[i % 2]}" damping="0.2" armature="0.001"/>${link}`,
    }));
    return `<body pos="${vector(0.3 * c, 0, 2)}">${bodies}</body>`;
  };
  return {
    about: "24 hanging chains of eight hinges with sensors, asleep",
    ...SLEEP,
    worldbody: times(24, hung),
    sensor: times(24, (c) => `<jointpos joint="c${c}_0"/><framepos objtype="xbody" objname="c${c}_7"/>`),
    settle: 1500,
  };
}

export const MANY: readonly Machine[] = [
  { name: "welded-ring", draw: weldedRing },
  { name: "coupled-chains", draw: coupledChains },
  { name: "pendula", draw: pendula },
  { name: "pendula-servos", draw: pendulaServos },
  { name: "islands", draw: islands },
  { name: "scattered", draw: scattered },
  { name: "long-chains", draw: longChains },
  { name: "particles", draw: particles },
  { name: "mesh-bin", draw: meshBin },
  { name: "towers", draw: towers },
  { name: "hills", draw: hills },
  { name: "asleep-warehouse", draw: asleepWarehouse },
  { name: "asleep-chains", draw: asleepChains },
];
