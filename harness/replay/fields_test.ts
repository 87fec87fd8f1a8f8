import assert from "node:assert/strict";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { elementOwner } from "./fields.ts";

const MODEL = `<mujoco>
  <asset>
    <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
    <mesh name="spike" vertex="0 0 0  1 0 0  0 1 0  0 0 2"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="нога">
      <joint name="hip"/>
      <geom type="mesh" mesh="wedge"/>
      <body name="shank">
        <joint type="ball"/>
        <geom type="mesh" mesh="spike"/>
        <body>
          <joint/>
          <geom size=".1"/>
        </body>
      </body>
    </body>
    <body name="goal" mocap="true"/>
  </worldbody>
  <actuator>
    <motor name="push" joint="hip"/>
    <general name="servo" joint="hip" dyntype="filter"/>
  </actuator>
  <sensor>
    <clock name="watch"/>
    <framepos name="place" objtype="body" objname="shank"/>
  </sensor>
  <keyframe>
    <key name="home"/>
    <key name="away"/>
  </keyframe>
</mujoco>`;

const OWNERS: readonly (readonly [field: string, index: number, owner: string])[] = [
  ["body_mass", 1, "body 'нога'"],
  ["geom_size", 2, "geom 0"],
  ["geom_size", 8, "geom 2 of body 'shank'"],
  ["geom_size", 11, "geom 3"],
  ["qvel", 3, "ball joint 1 of body 'shank'"],
  ["qpos", 0, "hinge joint 'hip'"],
  ["M", 9, "ball joint 1 of body 'shank'"],
  ["qM", 0, "hinge joint 'hip'"],
  ["act", 0, "actuator 'servo'"],
  ["sensordata", 0, "sensor 'watch'"],
  ["sensordata", 3, "sensor 'place'"],
  ["mesh_vert", 12, "mesh 'spike'"],
  ["mesh_vert", 11, "mesh 'wedge'"],
  ["key_qpos", 6, "keyframe 'away'"],
  ["key_mpos", 2, "keyframe 'home'"],
  ["key_mpos", 3, "keyframe 'away'"],
  ["time", 0, ""],
];

Deno.test("elementOwner() names what an element belongs to, unnamed geoms and joints by their bodies", async () => {
  const loaded = await PLUMBLINE.load(MODEL, new Map());
  assert.ok(loaded.outcome === "loaded");
  const { simulation } = loaded;
  const found = OWNERS.map(([field, index]) => [field, index, elementOwner(simulation, field, index)]);
  assert.deepEqual(found, OWNERS);
  simulation.close();
});
