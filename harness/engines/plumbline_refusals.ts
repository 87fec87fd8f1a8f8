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
  equality: `
    <connect body1="b" body2="e" anchor="1 2 3"/><connect site1="s" site2="u"/><weld/>
    <joint joint1="k"/><tendon tendon1="x"/>
    <flex flex="x"/><weld body1="b" solref="1 2 3"/><connect body1="b" anchor="1 2"/>`,
  actuator: `
    <muscle joint="j" fpmax="-1" lengthrange="0 1"/><muscle joint="j" fvmax=".9" lengthrange="0 1"/><muscle joint="j" timeconst="-1 1" lengthrange="0 1"/>
    <position joint="j" kp="-1"/>
    <position joint="j" inheritrange="1"/><position joint="j" inheritrange="-1"/>
    <position joint="j" ctrlrange="-1 0" inheritrange="1"/><position joint="j" ctrlrange="0 1" inheritrange="1"/><intvelocity joint="j" actrange="0 1" ctrlrange="-1 0" inheritrange="1"/>
    <adhesion body="x" ctrlrange="0 1"/>
    <motor/><motor joint=""/><motor joint="x"/><motor tendon="x"/><motor site="x"/><motor site="s" refsite="x"/>
    <motor cranksite="s" slidersite="x" cranklength="1"/>
    <motor joint="j" nsample="-1"/><motor joint="j" delay="-1" nsample="2"/><motor joint="j" interp="linear" nsample="1" delay="1"/>
    <general joint="j" actdim="0"/><general joint="j" actdim="-2"/>
    <general joint="j" actlimited="true"/><general joint="j" ctrlrange="1 0"/>
    <general joint="j" forcerange="1 0"/><general joint="j" actrange="1 0" dyntype="integrator"/>
    <general joint="j" lengthrange="1 0"/><general joint="j" lengthrange="1 1"/><general joint="j" gear="1 2 3 4 5 6 7"/><general joint="j" dyntype="none" dynprm="1 2 3 4 5 6 7 8 9 10 11"/>
    <general joint="j" gaintype="affine" biastype="muscle"/><general joint="j" dyntype="muscle" dynprm="0 0 -1"/><cylinder joint="j" timeconst="-1"/>
    <cylinder joint="j" area="1 2"/><velocity joint="j" kv="-1"/><damper joint="j" kv="1" ctrlrange="1 -1"/><motor joint="j" user="1 2 x"/><motor joint="j" name="a" class="x"/><mover joint="j"/>`,
  sensor: `<touch/><touch site="x"/><gyro site="s" nsample="-1"/>
    <gyro site="s" nsample="2" delay="-1"/><gyro site="s" interval="1 1"/><gyro site="s" interval="1 2 3"/>
    <jointlimitpos joint="j"/>
    <framepos/><framepos objtype="body"/>
    <framexaxis objtype="wheel" objname="b"/>
    <framelinacc objtype="body" objname="b" reftype="site" refname="s"/><subtreecom/><camprojection site="s"/><camprojection site="s" camera="x"/>
    <camprojection site="s" camera="c"/>
    <rangefinder site="s" data="length"/><rangefinder site="s" data="depth"/><rangefinder camera="c"/>
    <insidesite site="s"/>
    <contact site="s" geom1="g"/>
    <contact data="speed"/><contact reduce="largest"/>
    <tactile/><tactile geom="g"/><user/><user dim="0"/>
    <user dim="1" needstage="later"/><user dim="2" objtype="body"/><user dim="2" objname="b"/><clock name="a" cutoff="x"/><e_kinetic joint="j"/><speed/>`,
  contact: `<pair geom1="g" geom2="g"/>
    <pair geom1="g" geom2="h" friction="-1"/><pair geom1="g" geom2="h" class="x"/><exclude/><exclude body1="b" body2="x"/><excludes/>`,
  tendon: `<spatial><site site="x"/><site site="s"/></spatial>
    <spatial><site site="s"/><geom geom="g" sidesite="x"/><site site="t"/></spatial>
    <spatial><site site="s"/><pulley divisor="2"/><site site="t"/></spatial>
    <spatial><site site="s"/><site site="t"/><pulley divisor="0"/><site site="s"/><site site="t"/></spatial>
    <spatial><pulley divisor="2"/><pulley divisor="2"/><site site="s"/><site site="t"/></spatial>
    <spatial range="1 0"><site site="s"/><site site="t"/></spatial>
    <spatial material="x"><site site="s"/><site site="t"/></spatial>
    <spatial actuatorfrcrange="1 0"><site site="s"/><site site="t"/></spatial>
    <spatial actuatorfrclimited="true"><site site="s"/><site site="t"/></spatial><fixed><joint joint="x" coef="1"/></fixed><fixed><joint joint="k" coef="1"/></fixed>
    <fixed><joint joint="j" coef="x"/></fixed><fixed range="0"><joint joint="j" coef="1"/></fixed><spring/>`,
  custom: `<numeric/><numeric name="n" size="-1"/><numeric name="n" data="1 x"/><text name="t"/>
    <text data="x"/><tuple name="t"><element objtype="body" objname="x"/></tuple><tuple name="t"><element objtype="wheel" objname="b"/></tuple><tuple name="t"><element objtype="body"/></tuple>`,
  keyframe:
    `<key qpos="1"/><key qvel="1 2"/><key mpos="1 2"/><key mquat="1"/><key time="x"/><key name="a" qpos="1 2 3 4 x"/><kee/>`,
  visual:
    `<global fovy="x"/><quality shadowsize="1.5"/><headlight ambient="1 2"/><rgba fog="1 2 3"/><scale camera="1 2"/><global/><global/><lamp/>`,
  default:
    `<geom type="wheel"/><joint damping="x"/><position kp="-1"/><motor joint="j"/><mesh scale="1"/><material texture=""/><default class="a"/><default class="a"/><body/>`,
};

/** Elements of one body, one by one. */
const BODY = `<joint range="1 0" limited="true"/><joint type="ball" range="1 2"/><joint type="ball" range="0 -1"/>
  <joint type="wheel"/><joint solreflimit="1 2 3"/>
  <joint name="j"/><joint class="x"/><joint pos="1 2"/><joint user="x"/><joint limited="maybe"/><freejoint range="0 1"/><freejoint align="maybe"/>
  <geom type="plane" size="-1 1 1"/><geom type="mesh"/><geom type="sdf"/><geom type="mesh" mesh="x"/><geom type="hfield" hfield="x"/>
  <geom type="capsule" size="1" fromto="0 0 0 1 0"/><geom size="1" mass="1" density="-1"/>
  <geom size="1" group="-1"/><geom size="1" group="6"/><geom size="1" material="x"/>
  <geom size="1" euler="1 2 3" zaxis="0 0 1"/><geom size="1" fluidshape="sphere"/><geom size="1" shellinertia="1"/>
  <geom size="1" solref=".1 -1"/><geom size="1" contype="1.5"/><geom size="1" contype="99999999999"/>
  <geom size="0x1"/><geom size="1,2"/><geom size="1" mass="inf"/><geom size="1" user="1 2"/><geom name="g" size="1"/><geom class="x" size="1"/>
  <site size="0"/><site type="capsule" size="1"/><site type="box" fromto="0 0 0 1 0 0"/><site type="box" fromto="0 0 0 0 0 0" size="1"/><site fromto="0 0 0 1 0 0" size="1"/><site material="x"/><site group="7"/><site name="s"/><site rgba="1"/>
  <camera fovy="0"/><camera fovy="-1"/>
  <camera sensorsize="1 1"/><camera sensorsize="1 1" focal="1 1"/><camera resolution="-1 1"/><camera sensorsize="1 1" focal="1 1" resolution="0 1"/><camera sensorsize="1 1" focal="1 1" resolution="1 0"/><camera resolution="1"/><camera mode="targetbody"/><camera mode="targetbody" target="x"/><camera mode="targetbodycom" target="b"/><camera mode="aim"/><camera output="rgb sound"/>
  <camera ipd="x"/><camera name="c"/><camera user="1"/><light mode="targetbody"/><light mode="targetbody" target="x"/><light texture="x"/><light type="lamp"/><light cutoff="-1"/><light cutoff="100"/><light attenuation="1"/>
  <inertial/><inertial pos="0 0 0"/><inertial pos="0 0 0" mass="-1" diaginertia="1 1 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/><inertial pos="0 0 0" mass="1" diaginertia="1 -1 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1"/>
  <inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 2"/><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" diaginertia="1 0 0"/><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" diaginertia="0 1 0"/><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" diaginertia="0 0 1"/><inertial pos="0 0 0" mass="1" quat="0 0 0 0" diaginertia="1 1 1"/>
  <body name="b"/><body childclass="x"/><body pos="1 2"/><body sleep="maybe"/><body><joint/><body><geom size="1"/></body></body>
  <body user="x"/><body gravcomp="x"/><frame pos="1 2"><geom size="1"/></frame><frame childclass="x"><geom size="1"/></frame><frame quat="0 0 0 0"><geom size="1"/></frame><frame><frame euler="1"><site/></frame></frame>
  <replicate count="0"><geom size="1"/></replicate><replicate count="-1"><geom size="1"/></replicate><replicate count="2" euler="1"><geom size="1"/></replicate><replicate count="x"><geom size="1"/></replicate>
  <attach/><attach model="x"/><attach model="m" prefix=""/><plugin plugin="x"/><plugin instance="x"/>
  <composite/><composite type="cable" count="3 0 1"/><composite type="cable" count="3" size="1" curve="q"/>
  <composite type="cable" count="3" size="1" curve="s"><geom type="box" size="1"/></composite>
  <composite type="loop" count="3"/><composite type="particle" count="3"/><composite type="rope" count="3"/><composite type="cloth" count="3"/>
  <flexcomp/><flexcomp name="f"/><flexcomp name="f" type="grid" count="0 1 1" spacing="1 1 1"/><flexcomp name="f" type="grid" count="2 2 2" spacing="0 1 1" dim="3"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="1"/><flexcomp name="f" type="box" count="1 2 2" spacing="1 1 1" dim="3"/><flexcomp name="f" type="cylinder" count="2 2 2" spacing="1 1 1" dim="2"/>
  <flexcomp name="f" type="circle" count="2 1 1" spacing="1 1 1" dim="1"/><flexcomp name="f" type="square" count="3 3 1" spacing="1 1 1" dim="3"/>
  <flexcomp name="f" type="mesh" file="x.obj" dim="2"/><flexcomp name="f" type="mesh" file="x.abc" dim="2"/><flexcomp name="f" type="gmsh" file="x.msh" dim="3"/><flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0" element="0 1 2"/>
  <flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1"/><flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1 2" texcoord="0 0"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" radius="-1"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" scale="1 1 0"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" dof="radial"/><flexcomp name="f" type="grid" count="3 3 3" spacing="1 1 1" dim="3" dof="quadratic" rigid="true"/><flexcomp name="f" type="grid" count="2 2 2" spacing="1 1 1" dim="3" dof="linear"/>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin id="4"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin range="2 1"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><pin grid="2 0"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><edge equality="maybe"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><elasticity young="-1"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><contact condim="2"/></flexcomp>
  <flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><contact internal="true" selfcollide="x"/></flexcomp><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" group="6"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" material="x"/><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" quat="0 0 0 0"/><wheel/>`;

/** Assets, one by one. */
const ASSETS =
  `<texture name="t" builtin="flat" width="2"/><texture name="t" type="cube" builtin="flat" width="2" height="3"/><texture name="t" type="cube" builtin="gradient" width="2" height="13"/>
  <texture name="t" type="2d" builtin="flat" width="2" height="2" nchannel="0"/><texture name="t" type="2d" builtin="flat" width="2" height="2" nchannel="5"/><texture name="t" type="2d" builtin="checker" width="2" height="2" rgb1="1 2"/><texture name="t" type="2d" builtin="flat" width="2" height="2" mark="dot"/><texture name="t" type="2d" builtin="flat" width="2" height="2" random="x"/>
  <texture name="t" type="2d" file="x.png"/><texture name="t" type="2d" file="x.abc"/><texture name="t" type="2d" file="x"/><texture name="t" type="cube" file="x.png" gridsize="0 1"/><texture name="t" type="cube" file="x.png" gridsize="3 4" gridlayout="RLUDFB"/>
  <texture name="t" type="sphere" builtin="flat" width="2"/><texture name="t" type="2d" builtin="flat" width="2" height="2" hflip="x"/><texture name="t" type="2d" builtin="flat" width="2" height="2" colorspace="x"/>
  <material/><material name="m" texture="x"/><material name="m" rgba="1"/><material name="m"><layer texture="x" role="x"/></material><material name="m" class="x"/><material name="m" texrepeat="1"/>
  <mesh name="m"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 4"/>
  <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" normal="1 0"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" texcoord="1"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1 1"/>
  <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" inertia="full"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" class="x"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" material="x"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" file="x.obj"/><mesh name="m" file="x.abc"/><mesh name="m" file="x"/>
  <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2 0 1 3 0 2 3 1 2 3" inertia="exact"/><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2" inertia="shell"/><mesh name="m" builtin="sphere" params="-1"/><mesh name="m" builtin="sphere" params="1.5"/><mesh name="m" builtin="sphere" params="1 2"/>
  <mesh name="m" builtin="hemisphere" params="0"/><mesh name="m" builtin="hemisphere" params="2 2"/><mesh name="m" builtin="cone" params="3 -1"/><mesh name="m" builtin="cone" params="0 0"/><mesh name="m" builtin="cone" params="-1 0"/><mesh name="m" builtin="cone" params="3 1.005"/><mesh name="m" builtin="cone" params="3 2"/>
  <mesh name="m" builtin="cone" params="3.5 0"/><mesh name="m" builtin="supertorus" params="2 .5 1 1"/><mesh name="m" builtin="supertorus" params="3 0 1 1"/><mesh name="m" builtin="supertorus" params="3 1 1 1"/><mesh name="m" builtin="supertorus" params="3 .5 0 1"/><mesh name="m" builtin="supertorus" params="3 .5 1 0"/>
  <mesh name="m" builtin="supersphere" params="2 1 1"/><mesh name="m" builtin="supersphere" params="3 -1 1"/><mesh name="m" builtin="supersphere" params="3 1 -1"/><mesh name="m" builtin="supersphere" params="3 0 1"/><mesh name="m" builtin="supersphere" params="3 1 0"/><mesh name="m" builtin="wedge" params="0 1 30 30 0"/><mesh name="m" builtin="wedge" params="2 2 0 30 0"/>
  <mesh name="m" builtin="wedge" params="2 2 30 0 0"/><mesh name="m" builtin="wedge" params="2 2 30 -1 0"/><mesh name="m" builtin="wedge" params="2 2 30 91 0"/><mesh name="m" builtin="wedge" params="2 2 30 30 -1"/><mesh name="m" builtin="wedge" params="2 2 30 30 2"/>
  <mesh name="m" inertia="exact" vertex="0 0 0 1 0 0 0 1 0 0 0 1 3 0 0 3.5 0 0 3 .5 0 3 0 .5" face="0 2 1 0 1 3 0 3 2 1 2 3 4 5 6 4 7 5 4 6 7 5 7 6"/>
  <mesh name="m" inertia="exact" vertex="0 0 0 1 0 0 0 1 0 0 0 1 .7 0 0 1.2 0 0 .7 .5 0 .7 0 .5" face="0 2 1 0 1 3 0 3 2 1 2 3 4 5 6 4 7 5 4 6 7 5 7 6"/>
  <mesh name="m" builtin="plate" params="0 1"/><mesh name="m" builtin="cube" params="1"/>
  <hfield/><hfield name="h" nrow="0" ncol="3" size="1 1 1 1"/><hfield name="h" nrow="3" ncol="0" size="1 1 1 1"/><mesh file=".obj"/><hfield name="h" nrow="1" ncol="2" size="1 1 1 1"/><hfield name="h" nrow="2" ncol="1" size="1 1 1 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 0"/>
  <hfield name="h" nrow="2" ncol="2" size="1 1 1 1" file="x.bin"/><hfield name="h" file="x.png" size="1 1 1 1"/><hfield name="h" file="x.abc" size="1 1 1 1"/><hfield name="h" size="1 1 1"/>
  <skin/><skin name="s" file="x.skn"/><skin name="s" file="x.abc"/>
  <skin name="s" vertex="0 0 0" face="0 0 0"><bone/></skin><skin name="s" vertex="0 0 0" face="0 0 0"><bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1" vertweight="1"/></skin>
  <skin name="s" vertex="0 0 0" face="0 0 0" material="x"><bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0" vertweight="1"/></skin><model/><model file="x.xml"/><wheel/>`;

/** Settings, one by one. */
const SETTINGS =
  `<compiler angle="x"/><compiler eulerseq="xyw"/><compiler boundmass="-1"/><compiler boundinertia="-1"/><compiler inertiagrouprange="0"/><compiler inertiafromgeom="x"/><compiler settotalmass="x"/><compiler><lengthrange mode="x"/></compiler><compiler><lengthrange timestep="0"/></compiler><compiler><lengthrange/><lengthrange/></compiler>
  <option timestep="0"/><option timestep="-1"/><option iterations="-1"/><option ls_iterations="1.5"/><option gravity="1 2"/><option integrator="x"/><option cone="x"/><option jacobian="x"/><option solver="x"/><option o_friction="1 2 3 4 5 6"/><option o_solimp="1 2 3 4 5 6"/>
  <option><flag gravity="x"/></option><option><flag gravty="enable"/></option><option><flag/><flag/></option><option impratio="0"/><option><flags/></option><option tolerance="x"/><option density="x"/><size memory="x"/><size memory="4G"/><size memory="4194303K"/><option gravity="0x3p-1300 0 0"/><option gravity="0x1p-1075 0 0"/><option gravity="1.1e-323 0 0"/><option gravity="1e-324 0 0"/><visual><rgba fog="4.2e-45 0 0 0"/></visual><visual><rgba fog="1.41e-45 0 0 0"/></visual><option gravity="4e-324 0 0"/><option gravity="-9e-324 0 0"/><option gravity="1e-323 0 0"/><option gravity="0.000004e-318 0 0"/><option gravity="0x3p-1078 0 0"/><option gravity="0x1.8p-1260 0 0"/><option gravity="2.2250738585072012e-308 0 0"/><visual><rgba fog="1e-45 0 0 0"/></visual><visual><rgba fog="2.7e-45 0 0 0"/></visual><visual><rgba fog="5.5e-45 0 0 0"/></visual><visual><rgba fog="-1e-45 0 0 0"/></visual><visual><rgba fog="1.1754943e-38 0 0 0"/></visual><visual><rgba fog="1.18e-38 0 0 0"/></visual><visual><rgba fog="1.1754942e-38 0 0 0"/></visual><visual><rgba fog="0x3p-151 0 0 0"/></visual><visual><rgba fog="4.20389539297445121277118874986974839384078582562954731527120485166937324805758180445991456508636474609375e-45 0 0 0"/></visual><size nstack="1"/><size memory="1M" nstack="9"/><size njmax="-2"/>
  <size nkey="-1"/><size nuser_geom="x"/><size nuser_sensor="-2"/><size nuserdata="99999999999"/><statistic center="1 2"/><statistic meanmass="0"/><extension><plugin/></extension><extension><plugin plugin="x"/></extension>
  <extension><plugin plugin="mujoco.pid"><instance/></plugin></extension><extension><plugin plugin="mujoco.pid"><instance name=""/></plugin></extension><extension><plugin plugin="mujoco.pid"><instance name="a"/><instance name="a"/></plugin></extension><extension><plugin plugin="mujoco.pid"><instance name="a"><config key="x" value="1"/></instance></plugin></extension>
  <deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1 3"/></deformable>
  <deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1 1"/></deformable><deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0 1 0 0" element="0 1 2"/></deformable><deformable><flex name="f" body="b b x" dim="2" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"/></deformable><deformable><flex name="f" body="b b b" dim="2" vertex="0 0 0" element="0 1 2"/></deformable>
  <worldbody><joint/></worldbody><worldbody><body/><body name=""/></worldbody><asset/><asst/><world/>`;

/** Documents with ranges that are not said to be limits. */
const RANGES = [
  `<worldbody><body><joint range="0 1"/><geom size="1"/></body></worldbody>`,
  `<worldbody><body><joint actuatorfrcrange="0 1"/><geom size="1"/></body></worldbody>`,
  `${WORLD}<tendon><fixed range="0 1"><joint joint="j" coef="1"/></fixed></tendon>`,
  `${WORLD}<tendon><fixed actuatorfrcrange="-1 0"><joint joint="j" coef="1"/></fixed></tendon>`,
  ...["ctrl", "force", "act"].map((kind) =>
    `${WORLD}<actuator><general joint="j" dyntype="integrator" ${kind}range="0 1"/></actuator>`
  ),
  `${WORLD}<actuator><general joint="j" ctrllimited="true" ctrlrange="0 1" forcelimited="false" forcerange="0 1"/></actuator>`,
  `${WORLD}<tendon><fixed actuatorfrclimited="auto" actuatorfrcrange="-1 1"><joint joint="j" coef="1"/></fixed></tendon>`,
].map((content) => `<compiler autolimits="false"/>${content}`);

/** Built-in meshes with a parameter too few, with one too many, and at the ends of what each may be. */
const COUNTED = [
  ...[["sphere", "1 1"], ["sphere", "0"], ["hemisphere", "1"], ["cone", "3"], ["cone", "3 .5 1"], ["cone", "3 0"]],
  ...[["supersphere", "3 1"], ["supersphere", "3 1 1 1"], ["supertorus", "3 .5 1"], ["supertorus", "3 .5 1 1 1"]],
  ...[["wedge", "1 1 30 30"], ["wedge", "1 2 180 90 1"], ["wedge", "1 1 30 30 0 0"], ["plate", "2"], [
    "plate",
    "1 2 3",
  ]],
];

/** Documents that hardly any other check is about, some of them accepted. */
const RARE = [
  `<default><position inheritrange="1"/></default>${WORLD}<actuator><general joint="j" dyntype="filter" gainprm="3" biastype="affine" biasprm="0 -3"/></actuator>`,
  `<compiler boundmass="-1"/><worldbody><body><inertial pos="0 0 0" mass="-.5" diaginertia="1 1 1"/></body></worldbody>`,
  `<compiler boundinertia="-1"/><worldbody><body><inertial pos="0 0 0" mass=".5" diaginertia="1 1 -.1"/></body></worldbody>`,
  `<worldbody><body><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" euler="1 2 3"/></body></worldbody>`,
  ...["0 5", "5 0"].map((size) =>
    `<worldbody><camera name="c" resolution="${size}"/><site name="s"/></worldbody><sensor><camprojection site="s" camera="c"/></sensor>`
  ),
  `<size njmax="-2"/><size njmax="5"/>`,
  `<size nstack="-2"/><size nstack="5"/>`,
  `<size nkey="1000001"/>`,
  `<asset><mesh name="m" inertia="convex" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>`,
  // all points of a rigid flex are pinned, whatever is said of them
  `<worldbody><flexcomp name="f" type="grid" rigid="true" dim="1" count="3 1 1" spacing=".1 .1 .1" mass="1" radius=".01"><pin id="9"/></flexcomp></worldbody>`,
  ...['objtype="geom" objname="h"', 'objtype="body" objname="c"'].map((object) =>
    `<compiler fusestatic="true"/><worldbody><body name="b"><joint/><geom size="1"/><body name="c"><geom name="h" size="1"/></body><body name="e"/></body></worldbody>
    <sensor><framepos ${object}/></sensor>`
  ),
];

/** Sensors of a plugin that name only a part of what they measure. */
const MEASURED = [
  ...['objtype="site"', 'objname="s"', 'objtype="site" objname="s" refname="s"', 'reftype="site"'],
  'objtype="site" objname="s" reftype="unknown" refname="s"',
].map(
  (words) =>
    `<extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>${BODIES}
    <sensor><plugin plugin="mujoco.sensor.touch_grid" ${words}><config key="size" value="2 3"/></plugin></sensor>`,
);

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

/** A body that never moves, beside one that does. */
const STATIC = `<worldbody>${NAMED}<body sleep="never"/></worldbody>`;

/** Documents that are refused, apart from some that are accepted although they look as if they were not. */
export function doubtfulDocuments(): string[] {
  const whole = (world: string, content: string) => `<mujoco>\n  ${content}\n  ${world}\n</mujoco>`;
  return [
    ...Object.entries(SECTIONS).flatMap(([name, text]) => {
      const world = REFERRING.has(name) ? WORLD : name === "custom" || name === "keyframe" ? BODIES : "";
      return elements(text).map((it) => whole(world, `<${name}>${it}</${name}>`));
    }),
    ...elements(BODY).map((it) => whole("", `<worldbody><body name="e">${it}</body>${NAMED}</worldbody>`)),
    ...COUNTED.map(([kind, params]) =>
      whole("", `<asset><mesh name="m" builtin="${kind}" params="${params}"/></asset>`)
    ),
    ...elements(ASSETS).map((it) => whole("", `<asset>${it}</asset>`)),
    ...elements(SETTINGS).map((it) => whole(NAMES, it)),
    ...[...RANGES, ...RARE, ...MEASURED, "<worldbody><frame><joint/></frame></worldbody>", STATIC].map((it) =>
      whole("", it)
    ),
  ];
}

/** What is said of each. */
export function saidOfDoubtfulDocuments(): string[] {
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
  });
  Error.stackTraceLimit = limit;
  return said;
}
