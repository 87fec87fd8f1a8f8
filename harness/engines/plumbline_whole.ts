/** A document with a bit of everything, which is edited. */

/** A document with elements of every kind, in frames, from classes, and with a document that can be attached. */
export const WHOLE = `<mujoco model="whole">
  <compiler angle="radian" eulerseq="xyz"/>
  <option timestep="0.003" gravity="0 1 -9"><flag energy="enable"/></option>
  <default>
    <geom rgba="0.1 0.2 0.3 0.4"/>
    <default class="big"><geom size="0.3"/><joint damping="0.7"/><default class="bigger"><geom size="0.5"/></default></default>
  </default>
  <extension>
    <plugin plugin="mujoco.pid"><instance name="pid"><config key="kp" value="3"/></instance></plugin>
    <plugin plugin="mujoco.elasticity.cable"/>
  </extension>
  <asset>
    <model name="leg" file="leg.xml"/>
    <texture name="tex" type="2d" builtin="checker" width="3" height="2" rgb1="0.1 0.2 0.3"/>
    <material name="mat" texture="tex" texrepeat="2 3" shininess="0.3"/>
    <mesh name="tet" vertex="0 0 0 1 0 0 0 2 0 0 0 3" scale="0.1 0.2 0.3"/>
    <hfield name="hills" nrow="2" ncol="3" size="1 2 0.3 0.4" elevation="0 1 2 3 4 5"/>
    <skin name="skin" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" material="mat" inflate="0.1">
      <bone body="arm" bindpos="1 2 3" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 2 3"/>
    </skin>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 2 0.1"/>
    <light name="lamp" pos="1 2 3" dir="0 1 -1"/>
    <frame name="outer" pos="0.1 0.2 0.3" euler="0.1 0.2 0.3">
      <frame name="inner" pos="0 0 1" quat="1 0.2 0 0.1">
        <body name="arm" pos="0 0 1" axisangle="1 2 3 0.4" childclass="big">
          <joint name="j" axis="0 1 0.1" range="-1 2"/>
          <geom name="g" type="capsule" fromto="0 0 0 0.3 0.1 0.2" size="0.04" class="bigger"/>
          <site name="s" pos="0.1 0 0" euler="0.3 0.2 0.1"/>
          <camera name="c" pos="0 0 2" xyaxes="1 0 0.2 0 1 0" fovy="33"/>
          <frame name="deep" zaxis="1 2 3">
            <geom name="m" type="mesh" mesh="tet" zaxis="0 1 1" pos="0.2 0.3 0.1"/>
            <body name="hand" pos="0.3 0 0"><joint name="b" type="ball"/><geom name="h" size="0.1"/><site name="t"/></body>
          </frame>
        </body>
      </frame>
    </frame>
    <body name="cart" pos="2 0 0"><freejoint name="free"/><geom name="k" type="box" size="0.1 0.2 0.3"/></body>
    <body name="ghost" mocap="true" pos="0 3 0"/>
    <body name="p0" pos="0 4 0"><joint name="x0" type="slide"/><geom size="0.1"/></body>
    <body name="p1" pos="1 4 0"><geom size="0.1"/></body>
    <body name="p2" pos="1 5 0"><geom size="0.1"/></body>
  </worldbody>
  <deformable><flex name="cloth" dim="2" body="p0 p1 p2" vertex="0 0 0 0 0 0 0 0 0" element="0 1 2"/></deformable>
  <contact><pair name="pr" geom1="g" geom2="k" friction="0.5"/><exclude name="ex" body1="arm" body2="cart"/></contact>
  <equality>
    <connect name="co" body1="arm" body2="cart" anchor="1 2 3"/><weld name="we" site1="s" site2="t" torquescale="2"/>
    <joint name="jo" joint1="j" polycoef="1 2 3 4 5"/>
  </equality>
  <tendon>
    <spatial name="rope" width="0.02"><site site="s"/><geom geom="h" sidesite="t"/><site site="t"/><pulley divisor="3"/><site site="s"/><site site="t"/></spatial>
    <fixed name="sum" range="0 1"><joint joint="j" coef="2"/><joint joint="x0" coef="3"/></fixed>
  </tendon>
  <actuator>
    <position name="servo" joint="j" kp="7" kv="2" ctrlrange="-1 1"/><motor name="pull" tendon="rope" gear="3"/>
    <plugin name="pidder" joint="x0" plugin="mujoco.pid" instance="pid"/>
  </actuator>
  <sensor><jointpos name="jp" joint="j" noise="0.1"/><framepos name="fp" objtype="site" objname="s" reftype="body" refname="cart"/>
    <rangefinder name="rf" site="s"/><user name="us" dim="4" cutoff="1"/></sensor>
  <custom>
    <numeric name="nu" size="4" data="1 2 3"/><text name="tx" data="words"/>
    <tuple name="tu"><element objtype="body" objname="arm" prm="0.5"/></tuple>
  </custom>
  <keyframe><key name="home" time="2" ctrl="1 2 3"/></keyframe>
</mujoco>`;

/** The document that can be attached. */
export const LEG = `<mujoco model="leg">
  <default><default class="thin"><geom size="0.01"/></default></default>
  <worldbody>
    <frame name="hip" pos="0 0 0.5" euler="0 0 30">
      <body name="shin"><joint name="knee" axis="0 1 0"/><geom name="bone" class="thin" size="0.02"/></body>
    </frame>
    <site name="sole"/>
  </worldbody>
  <actuator><motor name="lift" joint="knee"/></actuator>
  <keyframe><key name="bent" qpos="0.4" ctrl="2"/></keyframe>
</mujoco>`;
