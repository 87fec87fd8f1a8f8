import type { Task } from "../task.ts";

/** Joints of the trunk: forward, up, and the turn about the lateral axis. */
const FORWARD = 0;
const UP = 1;
const PITCH = 2;

/** A trunk on two legs with feet, in the vertical plane. */
export const runner: Task = {
  name: "runner",
  goal: "Run forward on two legs, in the vertical plane.",
  model: `<mujoco model="runner">
  <option timestep="0.005" integrator="implicitfast" cone="elliptic" iterations="20"/>
  <visual><headlight ambient=".4 .4 .4"/></visual>
  <default>
    <geom contype="0" conaffinity="1" friction="1 .05 .01" condim="3" density="700"/>
    <default class="leg">
      <joint axis="0 1 0" damping="1" armature=".05" stiffness="5" limited="true"/>
      <geom type="capsule" rgba=".2 .4 .7 1"/>
    </default>
    <motor ctrlrange="-1 1" ctrllimited="true"/>
  </default>
  <worldbody>
    <light pos="0 -3 4" dir="0 .6 -1" mode="trackcom"/>
    <geom name="floor" type="plane" size="100 5 .1" contype="1" conaffinity="0" rgba=".85 .85 .82 1"/>
    <body name="trunk" pos="0 0 .62">
      <joint name="forward" type="slide" axis="1 0 0"/>
      <joint name="up" type="slide" axis="0 0 1"/>
      <joint name="pitch" axis="0 1 0"/>
      <geom name="trunk" type="capsule" fromto="-.32 0 0 .32 0 0" size=".07" rgba=".9 .6 .2 1"/>
      <body name="rear thigh" pos="-.3 0 0" childclass="leg">
        <joint name="rear hip" range="-45 60" springref="10"/>
        <geom name="rear thigh" fromto="0 0 0 -.06 0 -.27" size=".045"/>
        <body name="rear shin" pos="-.06 0 -.27">
          <joint name="rear knee" range="-50 50"/>
          <geom name="rear shin" fromto="0 0 0 .08 0 -.24" size=".04"/>
          <body name="rear foot" pos=".08 0 -.24">
            <joint name="rear ankle" range="-30 45"/>
            <geom name="rear foot" fromto="-.03 0 -.05 .1 0 -.05" size=".04"/>
          </body>
        </body>
      </body>
      <body name="front thigh" pos=".3 0 0" childclass="leg">
        <joint name="front hip" range="-60 45"/>
        <geom name="front thigh" fromto="0 0 0 .06 0 -.27" size=".045"/>
        <body name="front shin" pos=".06 0 -.27">
          <joint name="front knee" range="-50 50"/>
          <geom name="front shin" fromto="0 0 0 -.08 0 -.24" size=".04"/>
          <body name="front foot" pos="-.08 0 -.24">
            <joint name="front ankle" range="-30 45"/>
            <geom name="front foot" fromto="-.03 0 -.05 .1 0 -.05" size=".04"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="rear hip" joint="rear hip" gear="60"/>
    <motor name="rear knee" joint="rear knee" gear="45"/>
    <motor name="rear ankle" joint="rear ankle" gear="25"/>
    <motor name="front hip" joint="front hip" gear="60"/>
    <motor name="front knee" joint="front knee" gear="45"/>
    <motor name="front ankle" joint="front ankle" gear="25"/>
  </actuator>
</mujoco>`,
  stepsPerAction: 5,
  episodeLength: 400,
  observationSize: 17,

  begin(m, d, random) {
    for (let i = 0; i < m.nq; i++) d.qpos[i] = m.qpos0[i] + 0.03 * (2 * random() - 1);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.1 * (2 * random() - 1);
    d.qpos[UP] = 0.03 * random();
  },

  // everything but how far it has come
  observe(m, d, into, at) {
    for (let i = UP; i < m.nq; i++) into[at + i - UP] = d.qpos[i];
    into.set(d.qvel, at + m.nq - UP);
  },

  reward(m, d) {
    let effort = 0;
    for (let i = 0; i < m.nu; i++) effort += d.ctrl[i] * d.ctrl[i];
    return d.qvel[FORWARD] - 0.1 * effort;
  },

  // it lies on its back
  isOver: (_, d) => Math.abs(d.qpos[PITCH]) > 2,
};
