import type { Task } from "../task.ts";

const ANGLE = 0.25;
const TRACK = 1.8;

/** A pole on a cart, upright at first, that falls unless the cart moves. */
export const cartPole: Task = {
  name: "cart-pole",
  goal: "Balance a pole on a cart that can move left and right.",
  model: `<mujoco model="cart-pole">
  <option timestep="0.01" integrator="implicitfast"/>
  <visual><headlight ambient=".4 .4 .4"/></visual>
  <worldbody>
    <light pos="0 -2 3" dir="0 .5 -1"/>
    <geom name="rail" type="capsule" fromto="-2 0 0 2 0 0" size=".02" rgba=".5 .5 .55 1" contype="0" conaffinity="0"/>
    <body name="cart">
      <joint name="slider" type="slide" axis="1 0 0" range="-2 2" damping=".1"/>
      <geom name="cart" type="box" size=".15 .1 .08" mass="1" rgba=".2 .4 .7 1" contype="0" conaffinity="0"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" damping=".002"/>
        <geom name="pole" type="capsule" fromto="0 0 0 0 0 1" size=".03" mass=".2" rgba=".9 .6 .2 1" contype="0"
          conaffinity="0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="push" joint="slider" gear="12" ctrlrange="-1 1" ctrllimited="true"/>
  </actuator>
</mujoco>`,
  stepsPerAction: 2,
  episodeLength: 500,
  observationSize: 4,

  begin(m, d, random) {
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.05 * (2 * random() - 1);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.05 * (2 * random() - 1);
  },

  observe(_, d, into, at) {
    into.set(d.qpos, at);
    into.set(d.qvel, at + 2);
  },

  reward: () => 1,

  isOver: (_, d) => Math.abs(d.qpos[0]) > TRACK || Math.abs(d.qpos[1]) > ANGLE,
};
