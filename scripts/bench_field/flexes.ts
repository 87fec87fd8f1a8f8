/** Soft things: sheets, ropes, cloths, and solids. */

import { type Dice, times } from "../bench_dice.ts";
import { box, type Drawing, FLOOR, type Machine, vector } from "./parts.ts";

interface Flex {
  name?: string;
  at: string;
  dim: number;
  count: string;
  spacing: number;
  /** further attributes */
  more: string;
  /** elements of the flex */
  has: string;
}

/** A flex of points in a grid. */
function flex({ name = "soft", at, dim, count, spacing, more, has }: Flex): string {
  return `<body name="${name}" pos="${at}"><flexcomp name="${name}" type="grid" dim="${dim}" count="${count}"
    spacing="${spacing} ${spacing} ${spacing}" ${more}>${has}</flexcomp></body>`;
}

function ball(at: string, size: number, mass: string): string {
  return `<body pos="${at}"><freejoint/><geom size="${size}" mass="${mass}"/></body>`;
}

function trampoline(dice: Dice): Drawing {
  return {
    about: "sheet of 256 vertices with constant edge lengths, held at two corners, a ball, CG",
    option: `timestep="0.002" solver="CG" tolerance="1e-6"`,
    worldbody: flex({
      at: "0 0 1",
      dim: 2,
      count: "16 16 1",
      spacing: 0.05,
      more: `radius="0.006" mass="${dice.real(1.3, 1.7)}"`,
      has: `<edge equality="true" solref="0.01 1"/><contact selfcollide="none" condim="3"/><pin grid="0 0 15 0"/>`,
    }) + ball("0 0 1.06", 0.05, "0.1"),
    settle: 80,
  };
}

function elasticTrampoline(dice: Dice): Drawing {
  return {
    about: "elastic sheet of 256 vertices, held at two corners, a ball",
    option: `timestep="0.001" integrator="implicitfast"`,
    worldbody: flex({
      at: "0 0 1",
      dim: 2,
      count: "16 16 1",
      spacing: 0.05,
      more: `radius="0.006" mass="${dice.real(1.3, 1.7)}"`,
      has: `<elasticity young="3e4" poisson="0.2" thickness="0.005" elastic2d="stretch" damping="0.002"/>
        <contact selfcollide="none"/><pin grid="0 0 15 15"/>`,
    }) + ball("0 0 1.1", 0.1, "0.5"),
    settle: 80,
  };
}

function flexRope(dice: Dice): Drawing {
  return {
    about: "flex line of 45 vertices that collides with itself, and a bar",
    option: `timestep="0.001"`,
    worldbody: FLOOR + flex({
      at: "0 0 0.4",
      dim: 1,
      count: "45 1 1",
      spacing: 0.03,
      more: `radius="0.008" mass="${dice.real(0.4, 0.6)}"`,
      has: `<edge equality="true"/><contact condim="3" selfcollide="auto"/><pin id="0"/>`,
    }) + `<geom type="cylinder" size="0.06 0.3" pos="0.1 0 0.2" euler="90 0 0"/>`,
    settle: 200,
  };
}

function cable(dice: Dice): Drawing {
  return {
    about: "cable of 30 balls over a box",
    option: `timestep="0.002"`,
    worldbody: `${FLOOR}<body pos="0 0 0.8">
      <composite prefix="c" type="cable" curve="s" count="31 1 1" size="1.5" initial="none">
        <joint kind="main" damping="0.01"/>
        <geom type="capsule" size="0.01" condim="1" density="${dice.int(700, 900)}"/></composite></body>
      ${box(0.1, 0.4, 0.05, `pos="0.6 0 0.5"`)}`,
    settle: 200,
  };
}

function clothOnBars(dice: Dice): Drawing {
  const bar = (i: number) =>
    `<geom type="capsule" fromto="${vector(0.1 * i, -0.2, 0.2, 0.1 * i, 0.6, 0.2)}" size="0.03"/>`;
  return {
    about: "cloth of 121 vertices, all of which collide, on bars",
    option: `timestep="0.002" cone="elliptic"`,
    worldbody: FLOOR + times(4, bar) + flex({
      at: "0 0 0.4",
      dim: 2,
      count: "11 11 1",
      spacing: 0.04,
      more: `radius="0.01" mass="${dice.real(0.35, 0.45)}"`,
      has: `<edge equality="true" damping="0.02"/><contact selfcollide="none" vertcollide="true"/>`,
    }),
    settle: 150,
  };
}

function clothOnBoxes(dice: Dice): Drawing {
  return {
    about: "cloth of 144 vertices on boxes, CG",
    option: `timestep="0.002" solver="CG" iterations="20"`,
    worldbody: FLOOR + times(3, (i) => box(0.05, 0.05, 0.1, `pos="${vector(0.2 * i, 0.2, 0.1)}"`)) + flex({
      at: "0 0 0.3",
      dim: 2,
      count: "12 12 1",
      spacing: 0.04,
      more: `radius="0.006" mass="${dice.real(0.35, 0.45)}"`,
      has: `<edge equality="true" damping="0.02"/><contact selfcollide="none"/>`,
    }),
    settle: 150,
  };
}

function cushions(dice: Dice): Drawing {
  const cushion = (i: number) =>
    flex({
      name: `soft${i}`,
      at: vector(0.5 * i, 0, 0.35),
      dim: 3,
      count: "5 5 5",
      spacing: 0.06,
      more: `radius="0.005" mass="2" dof="trilinear"`,
      has: `<elasticity young="${dice.int(2, 4)}e4" poisson="0.1" damping="0.005"/>
        <contact selfcollide="none" internal="false"/>`,
    }) + ball(vector(0.5 * i + 0.02, 0, 0.6), 0.07, "0.3");
  return {
    about: "three trilinear solids with balls on them",
    option: `timestep="0.0005" integrator="implicitfast"`,
    worldbody: FLOOR + times(3, cushion),
    settle: 300,
  };
}

/** An elastic beam that is held at one end. */
function beam(dice: Dice): Drawing {
  return {
    about: "elastic solid of 96 vertices held at one end, a box on it, CG",
    option: `timestep="0.0002" solver="CG"`,
    worldbody: flex({
      at: "0 0 1",
      dim: 3,
      count: "6 4 4",
      spacing: 0.07,
      more: `radius="0.004" mass="${dice.real(1.8, 2.2)}"`,
      has: `<elasticity young="${dice.int(4, 6)}e4" poisson="0.2" damping="0.002"/><contact selfcollide="none"/>
        <pin gridrange="0 0 0 0 3 3"/>`,
    }) + `<body pos="0 0 1.14"><freejoint/>${box(0.06, 0.06, 0.03, `mass="0.3"`)}</body>`,
    settle: 1200,
  };
}

function quadraticSolid(dice: Dice): Drawing {
  return {
    about: "quadratic solid that falls",
    option: `timestep="0.0002"`,
    worldbody: FLOOR + flex({
      at: "0 0 0.3",
      dim: 3,
      count: "7 5 5",
      spacing: 0.05,
      more: `radius="0.005" mass="${dice.real(0.8, 1.2)}" dof="quadratic"`,
      has: `<elasticity young="5e3" poisson="0.1" damping="0.002"/><contact selfcollide="none"/>`,
    }),
    settle: 150,
  };
}

export const FLEXES: readonly Machine[] = [
  { name: "trampoline", draw: trampoline },
  { name: "trampoline-elastic", draw: elasticTrampoline },
  { name: "flex-rope", draw: flexRope },
  { name: "cable", draw: cable },
  { name: "cloth-on-bars", draw: clothOnBars },
  { name: "cloth-on-boxes", draw: clothOnBoxes },
  { name: "cushions", draw: cushions },
  { name: "beam", draw: beam },
  { name: "quadratic-solid", draw: quadraticSolid },
];
