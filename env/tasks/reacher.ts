import type { Data } from "../../mod.ts";
import type { Task } from "../task.ts";

/** The hand is the first site; the target is the only mocap body. */
function distance(d: Data): number {
  const x = d.site_xpos[0] - d.mocap_pos[0];
  const y = d.site_xpos[1] - d.mocap_pos[1];
  return Math.sqrt(x * x + y * y);
}

/** An arm with two links on a table, and a target that is elsewhere in each episode. */
export const reacher: Task = {
  name: "reacher",
  goal: "Move the hand of an arm with two links to a target.",
  model: `<mujoco model="reacher">
  <option timestep="0.01" gravity="0 0 0" integrator="implicitfast"/>
  <visual><headlight ambient=".4 .4 .4"/></visual>
  <default>
    <geom contype="0" conaffinity="0" density="300"/>
    <joint axis="0 0 1" damping=".3" armature=".01"/>
    <motor ctrlrange="-1 1" ctrllimited="true"/>
  </default>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="table" type="plane" size="1 1 .1" pos="0 0 -.05" rgba=".85 .85 .82 1"/>
    <body name="upper">
      <joint name="shoulder"/>
      <geom name="upper" type="capsule" fromto="0 0 0 .4 0 0" size=".04" rgba=".2 .4 .7 1"/>
      <body name="lower" pos=".4 0 0">
        <joint name="elbow" range="-150 150" limited="true"/>
        <geom name="lower" type="capsule" fromto="0 0 0 .4 0 0" size=".035" rgba=".3 .55 .8 1"/>
        <site name="hand" pos=".4 0 0" size=".045" rgba=".9 .6 .2 1"/>
      </body>
    </body>
    <body name="target" mocap="true">
      <geom name="target" type="cylinder" size=".05 .01" rgba=".8 .25 .2 1"/>
    </body>
  </worldbody>
  <actuator>
    <motor name="shoulder" joint="shoulder" gear="2"/>
    <motor name="elbow" joint="elbow" gear="1"/>
  </actuator>
</mujoco>`,
  stepsPerAction: 2,
  episodeLength: 150,
  observationSize: 8,

  begin(m, d, random) {
    d.qpos[0] = Math.PI * (2 * random() - 1);
    d.qpos[1] = 2 * (2 * random() - 1);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.1 * (2 * random() - 1);

    // within reach, and not too close to the shoulder
    const radius = 0.2 + 0.5 * random();
    const angle = Math.PI * (2 * random() - 1);
    d.mocap_pos[0] = radius * Math.cos(angle);
    d.mocap_pos[1] = radius * Math.sin(angle);
  },

  // directions of both links, their speeds, and the way from the hand to the target in the frame of the upper arm
  observe(_, d, into, at) {
    const c = Math.cos(d.qpos[0]);
    const s = Math.sin(d.qpos[0]);
    const x = d.mocap_pos[0] - d.site_xpos[0];
    const y = d.mocap_pos[1] - d.site_xpos[1];
    into[at] = Math.cos(d.qpos[1]);
    into[at + 1] = Math.sin(d.qpos[1]);
    into[at + 2] = d.qvel[0];
    into[at + 3] = d.qvel[1];
    into[at + 4] = c * x + s * y;
    into[at + 5] = c * y - s * x;
    into[at + 6] = c * d.mocap_pos[0] + s * d.mocap_pos[1];
    into[at + 7] = c * d.mocap_pos[1] - s * d.mocap_pos[0];
  },

  reward: (_, d) => -distance(d) - 0.01 * (d.ctrl[0] * d.ctrl[0] + d.ctrl[1] * d.ctrl[1]),

  isOver: () => false,
};
