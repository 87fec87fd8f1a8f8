import type { Task } from "../task.ts";

/** A pendulum whose motor is too weak to lift it at once: it has to swing. */
export const pendulum: Task = {
  name: "pendulum",
  goal: "Swing a pendulum up with a weak motor, and keep it there.",
  model: `<mujoco model="pendulum">
  <option timestep="0.01" integrator="implicitfast"/>
  <visual><headlight ambient=".4 .4 .4"/></visual>
  <worldbody>
    <light pos="0 -2 2" dir="0 1 -.6"/>
    <geom name="axle" type="cylinder" fromto="0 -.1 0 0 .1 0" size=".03" rgba=".5 .5 .55 1" contype="0" conaffinity="0"/>
    <body name="pendulum">
      <joint name="hinge" axis="0 1 0" damping=".01"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0 0 -.6" size=".02" mass=".1" rgba=".6 .6 .65 1" contype="0"
        conaffinity="0"/>
      <geom name="bob" pos="0 0 -.6" size=".08" mass=".7" rgba=".8 .25 .2 1" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
  <actuator>
    <motor name="twist" joint="hinge" gear="2" ctrlrange="-1 1" ctrllimited="true"/>
  </actuator>
</mujoco>`,
  stepsPerAction: 4,
  episodeLength: 250,
  observationSize: 3,

  begin(_, d, random) {
    d.qpos[0] = Math.PI * (2 * random() - 1);
    d.qvel[0] = 2 * random() - 1;
  },

  observe(_, d, into, at) {
    into[at] = Math.cos(d.qpos[0]);
    into[at + 1] = Math.sin(d.qpos[0]);
    into[at + 2] = d.qvel[0];
  },

  // height of the bob above the axle, between −1 and 1, less what motion and effort cost
  reward: (_, d) => -Math.cos(d.qpos[0]) - 0.005 * d.qvel[0] * d.qvel[0] - 0.01 * d.ctrl[0] * d.ctrl[0],

  isOver: () => false,
};
