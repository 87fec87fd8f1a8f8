/** Documents that ask for too much: damaged goldens, spliced ones, damaged files, and bombs. */

import { mutate } from "./mutate_mjcf.ts";
import { Random } from "./random.ts";

/** A document and the files that come with it. */
export interface Hostile {
  readonly xml: string;
  readonly assets: Map<string, Uint8Array>;
}

/** Folders of goldens from which documents are made. */
export function goldenFolders(root: string): string[] {
  const folders: string[] = [];
  for (const item of [...Deno.readDirSync(root)].map(({ name }) => name).sort()) {
    if (item.endsWith(".json")) continue;
    for (const { name } of [...Deno.readDirSync(`${root}/${item}`)].sort((a, b) => a.name < b.name ? -1 : 1)) {
      const folder = `${root}/${item}/${name}`;
      // some cases begin with another kind of document
      if ([...Deno.readDirSync(folder)].some((file) => file.name === "model.xml")) folders.push(folder);
    }
  }
  return folders;
}

/** The document of a seed: the same for the same goldens. */
export function generateHostile(seed: number, folders: readonly string[]): Hostile {
  const r = new Random(seed);
  const kind = r.unit();
  if (kind < 0.3) return bomb(r);
  const { xml, assets } = readGolden(r.pick(folders));
  if (assets.size > 0 && r.chance(0.5)) return { xml, assets: damageOne(assets, r) };
  if (kind < 0.6) return { xml: inflate(xml, r), assets };
  if (kind < 0.7) return { xml: splice(xml, readGolden(r.pick(folders)).xml, r), assets };
  if (kind < 0.75) return { xml: scramble(xml, r), assets };
  let damaged = xml;
  for (let k = r.int(1, 4); k > 0; k--) damaged = mutate(damaged, r);
  return { xml: damaged, assets };
}

const SKIPPED = new Set(["model.xml", "case.json", "trajectory.npz"]);

/** The document of a golden, and its files. */
export function readGolden(folder: string): Hostile {
  const assets = new Map<string, Uint8Array>();
  const visit = (below: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${below}`)) {
      if (isDirectory) visit(`${below}${name}/`);
      else if (!SKIPPED.has(below + name)) assets.set(below + name, Deno.readFileSync(`${folder}/${below}${name}`));
    }
  };
  visit("");
  return { xml: Deno.readTextFileSync(`${folder}/model.xml`), assets };
}

const HUGE = [
  ...[
    "0",
    "-1",
    "2",
    "40",
    "300",
    "5000",
    "46341",
    "65535",
    "65536",
    "1000000",
    "16777216",
    "2147483647",
    "-2147483648",
  ],
  ...["4294967295", "4294967296", "1e9", "1e300", "-1e300", "4.9e-324", "1e-300", "99999999999999999999", "nan", "inf"],
];

/** Integers for sizes, most of them too large. */
function count(r: Random): string {
  return r.chance(0.5) ? r.pick(HUGE.slice(0, 13)) : String(Math.floor(10 ** (10 * r.unit())));
}

/** Replaces numbers with huge ones, and wraps elements in copies or in themselves. */
function inflate(text: string, r: Random): string {
  let out = text;
  for (let k = r.int(1, 4); k > 0; k--) {
    const matches = [
      ...out.matchAll(r.chance(0.4) ? /(?<=[" ])-?[\d.]+(?=[" ])/g : /<(?:geom|body|joint|site|flexcomp)\b[^<>]*\/>/g),
    ];
    if (matches.length === 0) continue;
    const match = r.pick(matches);
    const [found] = match;
    let replacement = r.pick(HUGE);
    if (found.startsWith("<")) {
      const times = r.pick([2, 30, 2000]);
      replacement = r.pick([
        `<replicate count="${count(r)}" offset="${r.reals(3, -1, 1)}" euler="${
          r.reals(3, -90, 90)
        }">${found}</replicate>`,
        found.replace(/\sname="[^"]*"/, "").repeat(times),
        "<body>".repeat(times) + found + "</body>".repeat(times),
        "<frame>".repeat(times) + found + "</frame>".repeat(times),
      ]);
    }
    out = out.slice(0, match.index) + replacement + out.slice(match.index + found.length);
  }
  return out;
}

/** Puts sections of one document into another. */
function splice(text: string, other: string, r: Random): string {
  const sections = [
    ...other.matchAll(
      /<(asset|worldbody|actuator|sensor|tendon|equality|default|keyframe|contact|deformable)\b[^]*?<\/\1>/g,
    ),
  ];
  let out = text;
  for (let k = r.int(1, 3); k > 0 && sections.length > 0; k--) {
    const [section] = r.pick(sections);
    const at = r.chance(0.8) ? out.lastIndexOf("</mujoco>") : out.indexOf(">", r.int(0, out.length)) + 1;
    if (at > 0) out = out.slice(0, at) + section + out.slice(at);
  }
  return out;
}

/** Changes characters anywhere. */
function scramble(text: string, r: Random): string {
  const out = [...text];
  for (let k = r.int(1, 20); k > 0; k--) {
    const at = r.int(0, out.length - 1);
    out[at] = r.pick([
      "\0",
      "\x07",
      "<",
      ">",
      '"',
      "'",
      "&",
      ";",
      "/",
      "=",
      "!",
      "]]>",
      "<!--",
      "<![CDATA[",
      "&#0;",
      "\ud800",
      "é",
      "",
    ]);
  }
  return out.join("");
}

/** Files with one damaged: bytes changed, cut off, or sizes made huge. */
function damageOne(assets: Map<string, Uint8Array>, r: Random): Map<string, Uint8Array> {
  const out = new Map(assets);
  const name = r.pick([...assets.keys()]);
  const original = assets.get(name) ?? new Uint8Array();
  let bytes = original.slice();
  if (bytes.length === 0) return out;
  for (let k = r.int(1, 6); k > 0; k--) {
    const near = r.chance(0.5) ? Math.min(bytes.length, 100) : bytes.length;
    const at = r.int(0, near - 1);
    const way = r.int(0, 3);
    if (way === 0) bytes[at] = r.int(0, 255);
    else if (way === 1 && at + 4 <= bytes.length) {
      const number = Number(r.pick(["1", "65536", "2147483647", "4294967295", "268435456"]));
      new DataView(bytes.buffer).setUint32(at, number, r.chance(0.5));
    } else if (way === 2 && k === 1) bytes = bytes.slice(0, at);
    else if (way === 3) {
      const digits = new TextEncoder().encode(r.pick(HUGE));
      if (at + digits.length <= bytes.length) bytes.set(digits, at);
    }
    if (bytes.length === 0) break;
  }
  return out.set(name, bytes);
}

/** Templates of documents: `#` is replaced with a count, `~` with a list of numbers. */
const BOMBS: readonly string[] = [
  `<worldbody><replicate count="#"><replicate count="#"><geom size="1"/></replicate></replicate></worldbody>`,
  `<worldbody><replicate count="#"><body><joint/><geom size="1"/><replicate count="#"><site/></replicate></body></replicate></worldbody>`,
  `<worldbody><replicate count="#"><body name="b"><joint name="j"/><geom size="1"/></body></replicate></worldbody><sensor><jointpos joint="j"/></sensor><tendon><fixed><joint joint="j" coef="1"/></fixed></tendon>`,
  `<worldbody><composite type="cable" prefix="c" curve="s" count="# 1 1" size="1" initial="none"><joint kind="main" damping=".01"/><geom type="capsule" size=".01"/></composite></worldbody>`,
  `<worldbody><composite type="cable" prefix="c" curve="cos(s) sin(s) s" count="# # #" size="1 1 1" offset="0 0 1"><geom type="box" size=".01 .01 .01"/></composite></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="grid" dim="1" count="# 1 1" spacing=".1 .1 .1" radius=".01" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="grid" dim="2" count="# # 1" spacing=".1 .1 .1" radius=".01" mass="1"><edge equality="true"/></flexcomp></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="grid" dim="3" count="# # #" spacing=".1 .1 .1" radius=".01" mass="1"><contact selfcollide="narrow" internal="true"/></flexcomp></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="box" dim="3" count="# # #" spacing=".1 .1 .1" radius=".01" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="ellipsoid" dim="3" count="# # #" spacing=".01 .01 .01" radius=".1" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="cylinder" dim="3" count="# # #" spacing=".01 .01 .01" radius=".1" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="disc" dim="2" count="# # 1" spacing=".1 .1 .1" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="circle" dim="1" count="# 1 1" spacing=".1 .1 .1" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="grid" dim="3" dof="trilinear" count="# # #" spacing=".1 .1 .1" mass="1"><elasticity young="1e4"/></flexcomp></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="grid" dim="2" count="9 9 1" spacing=".1 .1 .1" mass="1"><pin gridrange="# # # #" id="#"/><plugin/></flexcomp></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="direct" dim="2" point="~" element="~" mass="1"/></body></worldbody>`,
  `<asset><hfield name="h" nrow="#" ncol="#" size="1 1 1 1"/></asset><worldbody><geom type="hfield" hfield="h"/><body><freejoint/><geom size=".1"/></body></worldbody>`,
  `<asset><hfield name="h" nrow="#" ncol="#" elevation="~" size="1 1 1 1"/></asset>`,
  `<asset><hfield name="h" file="f.bin" size="1 1 1 1"/></asset><worldbody><geom type="hfield" hfield="h"/></worldbody>`,
  `<asset><hfield name="h" file="f.png" size="1 1 1 1"/></asset><worldbody><geom type="hfield" hfield="h"/></worldbody>`,
  `<asset><mesh name="m" builtin="sphere" params="#"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>`,
  `<asset><mesh name="m" builtin="hemisphere" params="#"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" builtin="supersphere" params="# 1 1"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" builtin="supertorus" params="# .5 1 1"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" builtin="plate" params="# #"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" builtin="wedge" params="# # 60 45 0"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" builtin="cone" params="# 1"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" builtin="prism" params="#"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" vertex="~" maxhullvert="#"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" vertex="~" face="~" inertia="exact"/></asset><worldbody><geom type="sdf" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" file="f.stl"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" file="f.obj"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<asset><mesh name="m" file="f.msh"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="gmsh" dim="3" file="g.msh" mass="1"/></body></worldbody>`,
  `<worldbody><body><flexcomp name="f" type="mesh" dim="2" file="f.obj" mass="1"/></body></worldbody>`,
  `<asset><skin name="s" file="f.skn"/></asset>`,
  `<asset><texture name="t" type="2d" builtin="checker" width="#" height="#"/></asset>`,
  `<asset><texture name="t" type="cube" builtin="gradient" width="#" height="#" mark="random" random="1"/></asset>`,
  `<asset><texture name="t" type="skybox" file="f.png" gridsize="# #" gridlayout="............"/></asset>`,
  `<asset><texture name="t" type="2d" file="f.png" nchannel="#"/></asset>`,
  `<size memory="#"/>`,
  `<size memory="#M" nuserdata="#" nkey="#"/>`,
  `<size nuser_body="#" nuser_jnt="#" nuser_geom="#" nuser_site="#" nuser_cam="#" nuser_tendon="#" nuser_actuator="#" nuser_sensor="#"/><worldbody><body><joint/><geom size="1"/></body></worldbody>`,
  `<size njmax="#" nconmax="#" nstack="#"/>`,
  `<size nkey="#"/><keyframe><key name="k" time="1"/></keyframe>`,
  `<worldbody><geom name="g" size="1"/></worldbody><sensor><contact geom1="g" num="#" data="found force torque dist pos normal tangent"/></sensor>`,
  `<sensor><user dim="#" needstage="acc"/></sensor>`,
  `<sensor><clock nsample="#" interval=".01" delay=".1"/></sensor>`,
  `<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><actuator><motor joint="j" nsample="#" delay=".1"/></actuator><sensor><jointpos joint="j" nsample="#" delay="1"/></sensor>`,
  `<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><actuator><general joint="j" dyntype="user" actdim="#"/></actuator>`,
  `<worldbody><camera name="c" resolution="# #"/><body><geom size="1"/></body></worldbody><sensor><rangefinder camera="c" data="dist dir point normal depth"/></sensor>`,
  `<worldbody><camera name="c" resolution="# #" output="depth rgb"/><geom size="1"/></worldbody><sensor><camprojection camera="c" site="s"/></sensor>`,
  `<asset><mesh name="m" builtin="supersphere" params="# 1 1"/></asset><worldbody><body name="b"><freejoint/><geom name="g" type="mesh" mesh="m"/></body></worldbody><sensor><tactile geom="g" mesh="m"/></sensor>`,
  `<custom><numeric name="n" size="#" data="~"/></custom>`,
  `<custom><text name="t" data="~"/></custom>`,
  `<option iterations="#" tolerance="0" ls_iterations="#" noslip_iterations="#" ccd_iterations="#"/><worldbody><geom type="plane" size="1 1 1"/><replicate count="9" offset=".1 0 .1"><body pos="0 0 .04"><freejoint/><geom type="ellipsoid" size=".05 .06 .07"/></body></replicate></worldbody>`,
  `<option solver="PGS" iterations="#" tolerance="0"/><worldbody><geom type="plane" size="1 1 1"/><replicate count="9" offset="0 0 .1"><body pos="0 0 .04"><freejoint/><geom type="box" size=".05 .06 .07"/></body></replicate></worldbody>`,
  `<option solver="CG" iterations="#" ls_iterations="#" tolerance="0" ls_tolerance="0"/><worldbody><geom type="plane" size="1 1 1"/><replicate count="9" offset="0 0 .1"><body pos="0 0 .04"><freejoint/><geom type="box" size=".05 .06 .07"/></body></replicate></worldbody>`,
  `<option sdf_iterations="#" sdf_initpoints="#"/><asset><mesh name="m" builtin="sphere" params="2"/></asset><worldbody><body><freejoint/><geom type="sdf" mesh="m"/></body><body pos=".5 0 0"><freejoint/><geom type="sdf" mesh="m"/></body></worldbody>`,
  `<worldbody><replicate count="#" offset=".01 0 0"><body><freejoint/><geom size=".1"/></body></replicate></worldbody>`,
  `<worldbody><geom type="plane" size="1 1 1"/><replicate count="#" offset=".1 0 0"><body><freejoint/><geom type="box" size=".1 .1 .1"/></body></replicate></worldbody>`,
  `<worldbody><body><freejoint/><replicate count="#" offset=".1 0 0"><geom size=".1"/></replicate></body><body><freejoint/><replicate count="#" offset=".1 0 0"><geom type="capsule" size=".1 .1"/></replicate></body></worldbody>`,
  `<worldbody><body><geom size=".1"/><replicate count="#" offset=".1 0 0"><site name="s"/></replicate></body></worldbody><tendon><spatial><site site="s0"/><site site="s1"/></spatial></tendon><actuator><motor tendon="t"/></actuator>`,
  `<worldbody><body name="a"><joint name="j"/><geom size=".1"/></body></worldbody><equality>${
    `<joint joint1="j"/>`.repeat(500)
  }</equality><contact>${`<exclude body1="a" body2="world"/>`.repeat(500)}</contact>`,
  `<asset><model name="x" file="part.xml"/></asset><worldbody><replicate count="#"><attach model="x" prefix="p"/></replicate></worldbody>`,
  `<worldbody><include file="part.xml"/><replicate count="#"><include file="part2.xml"/></replicate></worldbody>`,
  `<default>${`<default class="c">`.repeat(60)}<geom size="#"/>${"</default>".repeat(60)}</default>`,
  `<keyframe>${`<key qpos="~" ctrl="~" mpos="~"/>`.repeat(50)}</keyframe>`,
  `<deformable><flex name="f" dim="2" vertex="~" element="~" body="world"/></deformable>`,
  `<deformable><skin name="s" vertex="~" face="~"><bone body="world" bindpos="0 0 0" bindquat="1 0 0 0" vertid="~" vertweight="~"/></skin></deformable>`,
  `<visual><quality shadowsize="#" offsamples="#" numslices="#"/><global offwidth="#" offheight="#"/></visual>`,
  `<compiler settotalmass="#" boundmass="#" boundinertia="#"/><statistic extent="#" meansize="#"/><worldbody><body><joint/><geom size="#" mass="#"/></body></worldbody>`,
  `<extension><plugin plugin="mujoco.pid"><instance name="i"><config key="a" value="#"/></instance></plugin></extension>`,
  `<worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator>${
    `<motor joint="j" gear="# # # # # #" ctrlrange="-# #"/>`.repeat(300)
  }</actuator>`,
  `<worldbody>${`<body pos=".01 0 0"><joint type="ball"/><geom size=".1"/>`.repeat(240)}${
    "</body>".repeat(240)
  }</worldbody>`,
];

/** A document that may ask for far too much. */
function bomb(r: Random): Hostile {
  const few = r.chance(0.4);
  const list = () => {
    const length = Math.floor(10 ** (r.unit() * 3.5));
    const whole = r.chance(0.5);
    return Array.from({ length }, () => whole ? r.int(-1, 40) : r.real(-1, 1)).join(" ");
  };
  const size = () => few ? String(Math.floor(10 ** (2.7 * r.unit()))) : count(r);
  const parts = [r.pick(BOMBS), ...r.chance(0.3) ? [r.pick(BOMBS)] : []];
  const xml = `<mujoco>${parts.join("")}</mujoco>`.replaceAll(/#/g, size).replaceAll(/~/g, list);
  return { xml, assets: bombFiles(r, list) };
}

function bombFiles(r: Random, list: () => string): Map<string, Uint8Array> {
  const text = (content: string) => new TextEncoder().encode(content);
  const binary = (words: (string | number)[], tail: number) => {
    const bytes = new Uint8Array(4 * words.length + tail);
    const view = new DataView(bytes.buffer);
    words.forEach((word, i) => view.setInt32(4 * i, Number(word) | 0, true));
    for (let i = 4 * words.length; i < bytes.length; i++) bytes[i] = r.int(0, 255);
    return bytes;
  };
  const png = new Uint8Array(binary([0, 0, 0, 0, 0, 0, 0, 0, 0], r.int(0, 60)));
  png.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(png.buffer).setUint32(16, Number(count(r)) >>> 0);
  new DataView(png.buffer).setUint32(20, Number(count(r)) >>> 0);
  png.set([8, r.pick([0, 2, 3, 4, 6])], 24);
  const stl = new Uint8Array([...new Uint8Array(80), ...binary([count(r)], r.int(0, 200))]);
  const gmsh = r.chance(0.5)
    ? `$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 ${count(r)} 1 ${count(r)}\n3 1 0 ${
      count(r)
    }\n1\n2\n0 0 0\n$EndNodes\n$Elements\n1 ${count(r)} 1 ${count(r)}\n3 1 4 ${count(r)}\n1 1 2 3 4\n$EndElements\n`
    : `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n${count(r)}\n1 0 0 0\n$EndNodes\n$Elements\n${
      count(r)
    }\n1 4 0 1 2 3 4\n$EndElements\n`;
  const depth = r.int(0, 3);
  return new Map([
    ["f.bin", binary([count(r), count(r)], r.int(0, 100))],
    ["f.png", png],
    ["f.stl", stl],
    [
      "f.obj",
      text(
        `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n${`f 1 ${r.pick(HUGE)} 3\n`.repeat(r.int(1, 3))}f ${
          list().slice(0, 999)
        }\n`,
      ),
    ],
    ["f.msh", binary([count(r), count(r), count(r), count(r)], r.int(0, 200))],
    ["g.msh", text(gmsh)],
    ["f.skn", binary([count(r), count(r), count(r), count(r)], r.int(0, 200))],
    [
      "part.xml",
      text(
        `<mujoco><worldbody><body name="q"><geom size="1"/>${
          depth > 0 ? `<include file="part${depth}.xml"/>` : ""
        }</body></worldbody></mujoco>`,
      ),
    ],
    ["part1.xml", text(`<mujoco><geom size="1"/><include file="part1.xml"/></mujoco>`)],
    ["part2.xml", text(`<mujoco>${`<geom size="1"/>`.repeat(30)}</mujoco>`)],
    ["part3.xml", text(`<mujoco><include file="part2.xml"/><include file="part2.xml"/></mujoco>`)],
  ]);
}
