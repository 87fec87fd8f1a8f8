/** Documents that are refused, by section, and files with something wrong: each differs from an accepted one by little. */

import * as plumbline from "../../mod.ts";

/** What the elements below refer to. */
const BODIES = `<worldbody>
    <body name="b"><joint name="j"/><geom name="g" size="1"/><site name="s"/><camera name="c"/></body>
    <body name="d" pos="5 0 0"><joint name="k" type="ball"/><geom name="h" type="box" size="1 1 1"/><site name="t"/></body>
  </worldbody>`;
const WORLD = `${BODIES}
  <tendon><spatial name="T"><site site="s"/><site site="t"/></spatial><fixed name="F"><joint joint="j" coef="1"/></fixed></tendon>`;

/** Sections that refer to anything. */
const REFERRING = new Set(["equality", "actuator", "sensor", "contact", "tendon"]);
/** A body with names that may be repeated. */
const NAMED = `<body name="b"><joint name="j"/><geom name="g" size="1"/><site name="s"/><camera name="c"/></body>`;
const NAMES = `<worldbody>${NAMED}</worldbody>`;

/** Elements of sections, one by one, in documents that are otherwise accepted. */
const SECTIONS: Readonly<Record<string, string>> = {
  equality: `<connect/>
    <connect site1="s" site2="t" anchor="0 0 0"/>
    <connect body1="b" body2="e" anchor="1 2 3"/><connect site1="s" site2="u"/><weld/><weld body2="b"/><weld site1="s" body1="b"/>
    <weld relpose="0 0 0 1 0 0 0"/>
    <joint joint1="k"/><tendon tendon1="x"/><tendon tendon1="T" tendon2="x"/>
    <flex flex="x"/><weld body1="b" solref="1 2 3"/><connect body1="b" anchor="1 2"/>`,
  actuator: `<muscle joint="j" range="1 1" lengthrange="0 1"/>
    <muscle joint="j" lmin="1" lengthrange="0 1"/><muscle joint="j" vmax="0" lengthrange="0 1"/>
    <muscle joint="j" fpmax="-1" lengthrange="0 1"/><muscle joint="j" fvmax=".9" lengthrange="0 1"/><muscle joint="j" timeconst="-1 1" lengthrange="0 1"/>
    <muscle joint="j" tausmooth="-1" lengthrange="0 1"/>
    <position joint="j" kp="-1"/><position joint="j" kv="-1"/><position joint="j" kv="1" dampratio="1"/>
    <position joint="j" inheritrange="1"/><position joint="j" inheritrange="-1"/>
    <position joint="k" inheritrange="1"/>
    <position site="s" inheritrange="1"/><intvelocity joint="j" inheritrange="1" actrange="0 1"/>
    <damper joint="j" kv="-1" ctrlrange="0 1"/><damper joint="j" ctrlrange="1 1"/>
    <adhesion body="b" gain="-1" ctrlrange="0 1"/><adhesion body="x" ctrlrange="0 1"/>
    <motor/><motor joint="j" tendon="T"/><motor joint="x"/><motor tendon="x"/><motor site="x"/><motor joint="j" refsite="s"/><motor site="s" refsite="x"/>
    <motor cranksite="s"/><motor cranksite="s" slidersite="t"/>
    <motor cranksite="s" slidersite="x" cranklength="1"/>
    <motor joint="j" nsample="-1"/><motor joint="j" delay="-1" nsample="2"/><motor joint="j" delay=".1"/><motor joint="j" interp="linear" nsample="1" delay="1"/>
    <general joint="j" actdim="0"/><general joint="j" actdim="-2"/><general joint="j" actdim="2" dyntype="filter"/><general joint="j" actdim="1"/>
    <general joint="j" actlimited="true"/><general joint="j" actrange="0 1"/><general joint="j" ctrlrange="1 0"/>
    <general joint="j" forcelimited="true"/><general joint="j" forcerange="1 0"/><general joint="j" actrange="1 0" dyntype="integrator"/>
    <general joint="j" lengthrange="1 0"/><general joint="j" lengthrange="1 1"/><general joint="j" gear="1 2 3 4 5 6 7"/><general joint="j" dyntype="none" dynprm="1 2 3 4 5 6 7 8 9 10 11"/>
    <general joint="j" gaintype="affine" biastype="muscle"/><general joint="j" dyntype="muscle" dynprm="0 0 -1"/><cylinder joint="j" timeconst="-1"/>
    <cylinder joint="j" area="1 2"/><velocity joint="j" kv="-1"/><motor joint="j" user="1 2 x"/><motor joint="j" name="a" class="x"/><mover joint="j"/>`,
  sensor:
    `<touch/><touch site="x"/><gyro site="s" cutoff="-1"/><gyro site="s" noise="-1"/><gyro site="s" nsample="-1"/><gyro site="s" delay=".1"/>
    <gyro site="s" nsample="2" delay="-1"/><gyro site="s" interval="-1"/><gyro site="s" interval="1 1"/><gyro site="s" interval="1 -2"/><gyro site="s" interval="1 2 3"/>
    <jointpos joint="k"/><ballquat joint="j"/><ballquat joint="k" cutoff="1"/><jointlimitpos joint="j"/>
    <framepos/><framepos objtype="body"/><framepos objname="b"/><framepos objtype="joint" objname="j"/>
    <framepos objtype="body" objname="b" reftype="site"/><framepos objtype="body" objname="b" refname="s"/>
    <framepos objtype="body" objname="b" reftype="tendon" refname="T"/><framexaxis objtype="wheel" objname="b"/>
    <framelinacc objtype="body" objname="b" reftype="site" refname="s"/><subtreecom/><camprojection site="s"/><camprojection site="s" camera="x"/>
    <camprojection site="s" camera="c"/><rangefinder/><rangefinder site="s" data="normal dist"/>
    <rangefinder site="s" data="length"/><rangefinder site="s" data="depth"/><rangefinder camera="c"/><distance/><distance geom1="g" geom2="g"/>
    <insidesite site="s"/>
    <contact geom1="g" body1="b"/><contact site="s" geom1="g"/><contact num="0"/><contact data="pos found"/>
    <contact data="speed"/><contact reduce="largest"/>
    <tactile/><tactile geom="g"/><user/><user dim="0"/><user dim="-1"/><user dim="2" datatype="axis"/><user dim="3" datatype="quaternion"/>
    <user dim="1" needstage="later"/><user dim="2" objtype="body"/><user dim="2" objname="b"/><clock name="a" cutoff="x"/><e_kinetic joint="j"/><speed/>`,
  contact: `<pair/><pair geom1="g" geom2="g"/><pair geom1="g" geom2="h" condim="2"/>
    <pair geom1="g" geom2="h" friction="1 2 3 4 5 6"/><pair geom1="g" geom2="h" friction="-1"/><pair geom1="g" geom2="h" class="x"/><exclude/><exclude body1="b" body2="x"/><excludes/>`,
  tendon:
    `<spatial/><spatial><site site="s"/></spatial><spatial><site site="x"/><site site="s"/></spatial><spatial><geom geom="g"/><site site="s"/></spatial>
    <spatial><site site="s"/><geom geom="h"/><site site="t"/></spatial><spatial><site site="s"/><geom geom="g" sidesite="x"/><site site="t"/></spatial>
    <spatial><site site="s"/><pulley divisor="2"/><site site="t"/></spatial>
    <spatial><site site="s"/><site site="t"/><pulley divisor="0"/><site site="s"/><site site="t"/></spatial><spatial><site site="s"/><site site="t"/><pulley divisor="2"/></spatial>
    <spatial><pulley divisor="2"/><pulley divisor="2"/><site site="s"/><site site="t"/></spatial><spatial><joint joint="j" coef="1"/></spatial>
    <spatial limited="true"><site site="s"/><site site="t"/></spatial><spatial range="1 0"><site site="s"/><site site="t"/></spatial><spatial springlength="2 1"><site site="s"/><site site="t"/></spatial>
    <spatial springlength="1 2 3"><site site="s"/><site site="t"/></spatial><spatial width="0"><site site="s"/><site site="t"/></spatial><spatial material="x"><site site="s"/><site site="t"/></spatial>
    <spatial armature="-1"><site site="s"/><site site="t"/></spatial><spatial armature="1"><site site="s"/><geom geom="g"/><site site="t"/></spatial><spatial actuatorfrcrange="1 0"><site site="s"/><site site="t"/></spatial>
    <spatial actuatorfrclimited="true"><site site="s"/><site site="t"/></spatial><fixed><joint joint="x" coef="1"/></fixed><fixed><joint joint="k" coef="1"/></fixed>
    <fixed><joint joint="j" coef="x"/></fixed><fixed><site site="s"/></fixed><fixed range="0"><joint joint="j" coef="1"/></fixed><spring/>`,
  custom:
    `<numeric/><numeric name="n"/><numeric name="n" size="-1"/><numeric name="n" data="1 x"/><text name="t"/><text name="t" data=""/>
    <text data="x"/><tuple name="t"/><tuple name="t"><element objtype="body" objname="x"/></tuple><tuple name="t"><element objtype="wheel" objname="b"/></tuple><tuple name="t"><element objtype="body"/></tuple>`,
  keyframe:
    `<key qpos="1"/><key qvel="1 2"/><key ctrl="1"/><key act="1"/><key mpos="1 2"/><key mquat="1"/><key time="x"/><key name="a" qpos="1 2 3 4 x"/><kee/>`,
  visual:
    `<global fovy="x"/><map znear="0"/><quality shadowsize="1.5"/><global realtime="0"/><headlight ambient="1 2"/><rgba fog="1 2 3"/><scale camera="1 2"/><global/><global/><lamp/>`,
  default:
    `<default/><geom type="wheel"/><geom size="1 2 3 4"/><joint damping="x"/><position kp="-1"/><motor joint="j"/><mesh scale="1"/><material texture=""/><default class="a"/><default class="a"/><body/>`,
};

/** Elements of one body, one by one. */
const BODY =
  `<joint range="1 0" limited="true"/><joint type="ball" range="1 2"/><joint type="ball" range="0 -1"/><joint axis="0 0 0"/><joint springdamper="1 -1"/>
  <joint actuatorfrclimited="true"/><joint type="wheel"/><joint solreflimit="1 2 3"/>
  <joint name="j"/><joint class="x"/><joint pos="1 2"/><joint user="x"/><joint limited="maybe"/><joint/><freejoint range="0 1"/><freejoint align="maybe"/>
  <geom/><geom type="plane" size="1 1"/>
  <geom type="plane" size="-1 1 1"/><geom type="mesh"/><geom type="mesh" mesh="x"/><geom type="hfield"/><geom type="hfield" hfield="x"/><geom size="1" fromto="0 0 0 1 0 0"/>
  <geom type="capsule" size="1" fromto="0 0 0 0 0 0"/><geom type="capsule" size="1" fromto="0 0 0 1 0"/><geom type="capsule" size="1" fromto="0 0 0 1 0 0" pos="1 0 0"/><geom size="1" mass="-1"/><geom size="1" mass="1" density="-1"/>
  <geom size="1" condim="2"/><geom size="1" group="-1"/><geom size="1" group="6"/><geom size="1" material="x"/><geom size="1" quat="0 0 0 0"/><geom size="1" xyaxes="1 0 0 2 0 0"/>
  <geom size="1" xyaxes="0 0 0 1 0 0"/><geom size="1" zaxis="0 0 0"/><geom size="1" axisangle="0 0 0 1"/><geom size="1" euler="1 2 3" zaxis="0 0 1"/><geom size="1" fluidshape="sphere"/><geom size="1" shellinertia="1"/>
  <geom size="1" solref=".1 -1"/><geom size="1" contype="1.5"/><geom size="1" contype="99999999999"/>
  <geom size="0x1"/><geom size="1,2"/><geom size="nan"/><geom size="1" mass="inf"/><geom size="1" user="1 2"/><geom name="g" size="1"/><geom class="x" size="1"/>
  <site size="0"/><site type="mesh"/><site type="capsule" size="1"/><site type="box" fromto="0 0 0 1 0 0"/><site type="box" fromto="0 0 0 0 0 0" size="1"/><site fromto="0 0 0 1 0 0" size="1"/><site material="x"/><site group="7"/><site name="s"/><site rgba="1"/>
  <camera fovy="0"/><camera fovy="180"/><camera fovy="-1"/><camera fovy="45" focal="1 1" sensorsize="1 1"/><camera sensorsize="1 0" focal="1 1"/>
  <camera sensorsize="1 1"/><camera sensorsize="1 1" focal="1 1"/><camera sensorsize="1 1" resolution="0 1" focal="1 1"/><camera resolution="-1 1"/><camera resolution="1"/><camera mode="targetbody"/><camera mode="targetbody" target="x"/><camera mode="targetbodycom" target="b"/><camera mode="aim"/><camera output="rgb sound"/>
  <camera output="rgb rgb"/><camera ipd="x"/><camera name="c"/><camera user="1"/><light dir="0 0 0"/><light mode="targetbody"/><light mode="targetbody" target="x"/><light texture="x"/><light type="lamp"/><light directional="true" type="spot"/><light cutoff="-1"/><light cutoff="100"/><light attenuation="1"/>
  <inertial/><inertial mass="1"/><inertial pos="0 0 0"/><inertial pos="0 0 0" mass="-1" diaginertia="1 1 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/><inertial pos="0 0 0" mass="1" diaginertia="1 -1 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1"/>
  <inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 2"/><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" quat="1 1 0 0"/><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" diaginertia="1 1 1"/><inertial pos="0 0 0" mass="1" fullinertia="1 1 -1 0 0 0"/><inertial pos="0 0 0" mass="1" quat="0 0 0 0" diaginertia="1 1 1"/>
  <body mocap="true"/><body name="b"/><body childclass="x"/><body pos="1 2"/><body sleep="maybe"/><body><joint/></body><body><freejoint/><geom size="1"/></body><body><joint/><body><geom size="1"/></body></body>
  <body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body><body user="x"/><body gravcomp="x"/><frame pos="1 2"><geom size="1"/></frame><frame childclass="x"><geom size="1"/></frame><frame quat="0 0 0 0"><geom size="1"/></frame><frame><frame euler="1"><site/></frame></frame>
  <replicate/><replicate count="0"><geom size="1"/></replicate><replicate count="-1"><geom size="1"/></replicate><replicate count="2" euler="1"><geom size="1"/></replicate><replicate count="x"><geom size="1"/></replicate>
  <attach/><attach model="x"/><attach model="m" prefix=""/><attach model="m" body="b"/><plugin/><plugin plugin="x"/><plugin instance="x"/>
  <composite/><composite type="cable"/><composite type="cable" count="3 0 1"/><composite type="cable" count="1 3 1"/><composite type="cable" count="3" size="0"/><composite type="cable" count="3" size="1" curve="q"/><composite type="cable" count="3" size="1" curve="s s s s"/>
  <composite type="cable" count="3" size="1" curve="s" vertex="0 0 0 1 0 0"/><composite type="cable" count="3" size="1" curve="s" initial="x"/><composite type="cable" count="3" size="1" curve="s"><geom type="box" size="1"/></composite><composite type="cable" count="3" size="1" curve="s"><joint kind="main"/><joint kind="main"/></composite>
  <composite type="cable" count="3" size="1" curve="s"><skin group="6"/></composite><composite type="cable" count="3" size="1" curve="s"><plugin plugin="mujoco.pid"/></composite><composite type="loop" count="3"/><composite type="particle" count="3"/><composite type="rope" count="3"/><composite type="cloth" count="3"/>
  <flexcomp/><flexcomp name="f"/><flexcomp name="f" type="grid" count="0 1 1" spacing="1 1 1"/><flexcomp name="f" type="grid" count="2 2 2" spacing="0 1 1" dim="3"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="3"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="4"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="1"/><flexcomp name="f" type="box" count="1 2 2" spacing="1 1 1" dim="3"/><flexcomp name="f" type="cylinder" count="2 2 2" spacing="1 1 1" dim="2"/>
  <flexcomp name="f" type="circle" count="2 1 1" spacing="1 1 1" dim="1"/><flexcomp name="f" type="square" count="3 3 1" spacing="1 1 1" dim="3"/>
  <flexcomp name="f" type="mesh" dim="2"/><flexcomp name="f" type="mesh" file="x.obj" dim="2"/><flexcomp name="f" type="mesh" file="x.abc" dim="2"/><flexcomp name="f" type="gmsh" file="x.msh" dim="3"/><flexcomp name="f" type="direct" dim="2"/><flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0" element="0 1 2"/>
  <flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1"/><flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1 2" texcoord="0 0"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" radius="-1"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" mass="0"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" inertiabox="0"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" scale="1 1 0"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" dof="radial"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" dof="trilinear"/><flexcomp name="f" type="grid" count="3 3 3" spacing="1 1 1" dim="3" dof="quadratic" rigid="true"/><flexcomp name="f" type="grid" count="2 2 2" spacing="1 1 1" dim="3" dof="linear"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin id="4"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin range="0"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin range="2 1"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin grid="0"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin grid="2 0"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin gridrange="0 0 0"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><edge equality="maybe"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><edge stiffness="1"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><elasticity young="1" poisson=".5"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><elasticity young="-1"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><elasticity young="1" thickness="-1" elastic2d="bend"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><contact condim="2"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><contact internal="true" selfcollide="x"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" group="6"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" material="x"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" quat="0 0 0 0"/><wheel/>`;

/** Assets, one by one. */
const ASSETS =
  `<texture/><texture name="t"/><texture name="t" builtin="flat"/><texture name="t" builtin="flat" width="2"/><texture name="t" type="2d" builtin="flat" width="2"/><texture name="t" type="cube" builtin="flat" width="2" height="3"/><texture name="t" type="cube" builtin="gradient" width="2" height="13"/>
  <texture name="t" type="2d" builtin="flat" width="2" height="2" nchannel="0"/><texture name="t" type="2d" builtin="flat" width="2" height="2" nchannel="5"/><texture name="t" type="2d" builtin="checker" width="2" height="2" rgb1="1 2"/><texture name="t" type="2d" builtin="flat" width="2" height="2" mark="dot"/><texture name="t" type="2d" builtin="flat" width="2" height="2" random="x"/>
  <texture name="t" type="2d" file="x.png"/><texture name="t" type="2d" file="x.abc"/><texture name="t" type="2d" file="x"/><texture name="t" type="cube" fileright="x.png"/><texture name="t" type="2d" fileright="x.png"/><texture name="t" type="cube" file="x.png" gridsize="0 1"/><texture name="t" type="cube" file="x.png" gridsize="13 1"/><texture name="t" type="cube" file="x.png" gridsize="3 4" gridlayout="RLUDFB"/>
  <texture name="t" type="cube" file="x.png" gridsize="1 2" gridlayout="QQ"/><texture name="t" type="sphere" builtin="flat" width="2"/><texture name="t" type="2d" builtin="flat" width="2" height="2" hflip="x"/><texture name="t" type="2d" builtin="flat" width="2" height="2" colorspace="x"/>
  <material/><material name="m" texture="x"/><material name="m" rgba="1"/><material name="m"><layer role="rgb"/></material><material name="m"><layer texture="x" role="x"/></material><material name="m" texture="x"><layer texture="x" role="rgb"/></material><material name="m" class="x"/><material name="m" texrepeat="1"/>
  <mesh/><mesh name="m"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 4"/>
  <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" normal="1 0"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1 1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="0 1 1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" refquat="0 0 0 0"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" maxhullvert="3"/>
  <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" inertia="full"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" class="x"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" material="x"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" file="x.obj"/><mesh name="m" file="x.abc"/><mesh name="m" file="x"/>
  <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2 0 1 3 0 2 3 1 2 3" inertia="exact"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2" inertia="shell"/><mesh name="m" builtin="sphere"/><mesh name="m" builtin="sphere" params="-1"/><mesh name="m" builtin="sphere" params="1.5"/><mesh name="m" builtin="sphere" params="1 2"/>
  <mesh name="m" builtin="hemisphere" params="0"/><mesh name="m" builtin="hemisphere" params="11"/><mesh name="m" builtin="hemisphere" params="2 2"/><mesh name="m" builtin="cone" params="3 -1"/><mesh name="m" builtin="cone" params="3 1.005"/><mesh name="m" builtin="cone" params="3 2"/>
  <mesh name="m" builtin="cone" params="3.5 0"/><mesh name="m" builtin="cone" params="3"/><mesh name="m" builtin="supertorus" params="2 .5 1 1"/><mesh name="m" builtin="supertorus" params="3 0 1 1"/><mesh name="m" builtin="supertorus" params="3 1 1 1"/><mesh name="m" builtin="supertorus" params="3 .5 0 1"/><mesh name="m" builtin="supertorus" params="3 .5 1 0"/>
  <mesh name="m" builtin="supersphere" params="2 1 1"/><mesh name="m" builtin="supersphere" params="3 0 1"/><mesh name="m" builtin="supersphere" params="3 1 0"/><mesh name="m" builtin="wedge" params="0 1 30 30 0"/><mesh name="m" builtin="wedge" params="1 0 30 30 0"/><mesh name="m" builtin="wedge" params="2 2 0 30 0"/>
  <mesh name="m" builtin="wedge" params="2 2 30 0 0"/><mesh name="m" builtin="wedge" params="2 2 30 -1 0"/><mesh name="m" builtin="wedge" params="2 2 30 91 0"/><mesh name="m" builtin="wedge" params="2 2 30 30 -1"/><mesh name="m" builtin="wedge" params="2 2 30 30 2"/>
  <mesh name="m" builtin="plate" params="0 1"/><mesh name="m" builtin="plate" params="1 0"/><mesh name="m" builtin="cube" params="1"/><mesh name="m" builtin="sphere" params="1" file="x.obj"/>
  <hfield/><hfield name="h"/><hfield name="h" size="1 1 1 1"/><hfield name="h" nrow="2" ncol="2"/><hfield name="h" nrow="1" ncol="2" size="1 1 1 1"/><hfield name="h" nrow="2" ncol="1" size="1 1 1 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 0"/>
  <hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="1 2 3"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1" file="x.bin"/><hfield name="h" file="x.png" size="1 1 1 1"/><hfield name="h" file="x.abc" size="1 1 1 1"/><hfield name="h" size="1 1 1"/>
  <skin/><skin name="s" vertex="0 0"/><skin name="s" file="x.skn"/><skin name="s" file="x.abc"/><skin name="s" group="6"/>
  <skin name="s" vertex="0 0 0" face="0 0 0"><bone/></skin><skin name="s" vertex="0 0 0" face="0 0 0"><bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1" vertweight="1"/></skin>
  <skin name="s" vertex="0 0 0" face="0 0 0" material="x"><bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0" vertweight="1"/></skin><model/><model file="x.xml"/><model name="m"/><wheel/>`;

/** Settings, one by one. */
const SETTINGS =
  `<compiler angle="x"/><compiler eulerseq="xy"/><compiler eulerseq="xyw"/><compiler boundmass="-1"/><compiler boundinertia="-1"/><compiler coordinate="global"/><compiler inertiagrouprange="0"/><compiler inertiafromgeom="x"/><compiler settotalmass="x"/><compiler><lengthrange mode="x"/></compiler><compiler><lengthrange timestep="0"/></compiler><compiler><lengthrange/><lengthrange/></compiler>
  <option timestep="0"/><option timestep="-1"/><option iterations="-1"/><option ls_iterations="1.5"/><option gravity="1 2"/><option integrator="x"/><option cone="x"/><option jacobian="x"/><option solver="x"/><option o_friction="1 2 3 4 5 6"/><option o_solimp="1 2 3 4 5 6"/><option actuatorgroupdisable="31"/>
  <option><flag gravity="x"/></option><option><flag gravty="enable"/></option><option><flag/><flag/></option><option impratio="0"/><option><flags/></option><option tolerance="x"/><option density="x"/><size memory="x"/><size nstack="1"/><size njmax="-2"/><size nconmax="-2"/><size nuserdata="-1"/>
  <size nkey="-1"/><size nuser_body="-2"/><size nuser_geom="x"/><size nuser_sensor="-2"/><size nuserdata="99999999999"/><statistic extent="0"/><statistic center="1 2"/><statistic meanmass="0"/><extension><plugin/></extension><extension><plugin plugin="x"/></extension>
  <extension><plugin plugin="mujoco.pid"><instance/></plugin></extension><extension><plugin plugin="mujoco.pid"><instance name=""/></plugin></extension><extension><plugin plugin="mujoco.pid"><instance name="a"/><instance name="a"/></plugin></extension><extension><plugin plugin="mujoco.pid"><instance name="a"><config key="x" value="1"/></instance></plugin></extension>
  <extension><plugin plugin="mujoco.pid"><instance name="a"><config key="kp" value="1"/><config key="kp" value="2"/></instance></plugin></extension><deformable><flex/></deformable><deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1 3"/></deformable>
  <deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1 1"/></deformable><deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0" element="0 1 2"/></deformable><deformable><flex name="f" body="b b x" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"/></deformable><deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0" element="0 1 2"/></deformable>
  <deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1"/></deformable><deformable><flex name="f" body="b b b" dim="0" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"/></deformable>
  <worldbody pos="0 0 0"/><worldbody><joint/></worldbody><worldbody><inertial pos="0 0 0" mass="1"/></worldbody><worldbody><body/><body name=""/></worldbody><asset/><asst/><world/>`;

/** The single elements of a text, with what is in them. */
function elements(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, index } of text.matchAll(/<(\/?)[^>]*?(\/?)>/g)) {
    if (depth === 0) start = index;
    if (tag.startsWith("</")) depth--;
    else if (!tag.endsWith("/>")) depth++;
    if (depth === 0) found.push(text.slice(start, index + tag.length));
  }
  return found;
}

/** Documents that are refused, apart from some that are accepted although they look as if they were not. */
export function doubtfulDocuments(): string[] {
  const whole = (world: string, content: string) => `<mujoco>\n  ${content}\n  ${world}\n</mujoco>`;
  return [
    ...Object.entries(SECTIONS).flatMap(([name, text]) => {
      const world = REFERRING.has(name) ? WORLD : name === "custom" || name === "keyframe" ? BODIES : "";
      return elements(text).map((it) => whole(world, `<${name}>${it}</${name}>`));
    }),
    ...elements(BODY).map((it) => whole("", `<worldbody><body name="e">${it}</body>${NAMED}</worldbody>`)),
    ...elements(ASSETS).map((it) => whole("", `<asset>${it}</asset>`)),
    ...elements(SETTINGS).map((it) => whole(NAMES, it)),
  ];
}

/** What is said of each. */
export function saidOfDoubtfulDocuments(): string {
  // where in the engine an error was made is not said
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const said = doubtfulDocuments().map((text) => {
    try {
      const { nbody, nv, nsensordata, ntex, nmeshvert } = plumbline.compile(text, { strict: true });
      return `${nbody} ${nv} ${nsensordata} ${ntex} ${nmeshvert}`;
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  }).join("\n");
  Error.stackTraceLimit = limit;
  return said;
}
