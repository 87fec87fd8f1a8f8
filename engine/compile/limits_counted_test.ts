import assert from "node:assert/strict";
import { LimitError, type LimitName } from "../types/limits.ts";
import { compile } from "./compile.ts";

/** A document, its files, and how much it asks for of each limit, with the place at which less is too little. */
interface Counted {
  readonly xml: string;
  readonly assets?: Record<string, string>;
  readonly asks: Partial<Record<LimitName, readonly [asked: number, line: number, column: number]>>;
}

// one element of each kind that a pattern can have, more of some than of others
const PART = `<frame pos="0 0 1"><geom size=".1"/><frame/></frame>
  <joint name="j" type="ball"/><geom size=".1" pos="1 0 0"/><geom size=".2"/>
  <site name="s"/><site/><site/><camera/><camera/><light/>
  <body name="c"><joint name="k"/><joint axis="1 0 0"/><geom size=".1"/><site/><camera/><light/><light/></body>`;

// what refers to it, in itself and with others
const REFERRING = `<contact><exclude body1="b" body2="c"/></contact>
<tendon><fixed name="t"><joint joint="k" coef="1"/></fixed><spatial><site site="s"/><site site="here"/></spatial></tendon>
<equality><weld body1="b"/><joint joint1="k"/></equality>
<actuator><motor joint="k"/><general joint="k" dyntype="integrator"/><motor tendon="t"/></actuator>
<sensor><jointpos joint="k"/><framepos objtype="site" objname="s" reftype="site" refname="here"/></sensor>`;

const COUNTED: Record<string, Counted> = {
  replication: {
    xml: `<mujoco><worldbody><site name="here"/>
<replicate count="3" offset="0 0 1"><body name="b">${PART}</body></replicate>
<replicate count="2"><body><replicate count="4"><geom size="1"/><site/></replicate></body></replicate>
</worldbody>
${REFERRING}
<keyframe><key time="1"/></keyframe></mujoco>`,
    asks: {
      elements: [141, 0, 0],
      bodies: [10, 6, 28],
      geoms: [20, 6, 12],
      work: [783306, 5, 3],
      treeDepth: [6, 2, 71],
    },
  },
  attachment: {
    xml: `<mujoco><asset><model name="m" file="m.xml"/></asset><worldbody><site name="here"/>
<frame><attach model="m" body="b" prefix="p"/></frame><body><geom size="1"/>
<attach model="m" body="b" prefix="q"/></body></worldbody>
<keyframe><key time="1"/></keyframe></mujoco>`,
    assets: {
      "m.xml": `<mujoco><worldbody><site name="here"/><body name="b">${PART}</body><body mocap="true"/></worldbody>
${REFERRING}
<keyframe><key name="a" time="1"/><key name="b" time="2" ctrl="1 2 3"/></keyframe></mujoco>`,
    },
    asks: { elements: [109, 0, 0], bodies: [10, 4, 3], geoms: [13, 4, 3], work: [424697, 4, 3] },
  },
  fusion: {
    xml: `<mujoco><compiler fusestatic="true"/><worldbody><site name="here"/><body><body name="b">${PART}</body>
<body name="d"><geom size="1"/><body name="e"><geom size="1"/></body></body></body></worldbody>
${REFERRING}</mujoco>`,
    asks: { work: [190, 4, 3] },
  },
  cables: {
    xml: `<mujoco><worldbody>
<composite type="cable" prefix="a" curve="s" count="7 1 1" size="1"><geom type="capsule" size=".01"/></composite>
<composite type="cable" prefix="b" curve="s" count="5 1 1" size="1" initial="none"><geom type="box" size=".1 .01 .01"/></composite>
</worldbody></mujoco>`,
    asks: { bodies: [12, 3, 46], treeDepth: [7, 2, 46], work: [2394, 2, 1] },
  },
  trees: {
    xml: `<mujoco><worldbody>
<body><joint/><geom size="1"/></body>
<body><freejoint/><geom size="1"/><body><joint/><joint axis="1 0 0"/><geom size="1"/>
<body><joint/><geom size="1"/></body><body><geom size="1"/></body></body></body>
<body><joint/><geom size="1"/></body>
</worldbody></mujoco>`,
    asks: { treeDepth: [6, 4, 7], work: [287, 4, 1] },
  },
  flexcomps: {
    xml: `<mujoco><worldbody><body name="a">
<flexcomp name="f" type="grid" dim="1" count="5 1 1" spacing=".1 .1 .1"><pin id="1" range="2 3 0 0"/></flexcomp></body>
<flexcomp name="g" type="grid" dim="3" count="3 4 3" spacing=".1 .1 .1" radius=".01"><pin grid="0 0 0" gridrange="1 0 1 2 1 2"/></flexcomp>
<flexcomp name="h" type="ellipsoid" dim="2" count="4 3 5" spacing=".1 .1 .1" rigid="true" mass="1"/>
<flexcomp name="i" type="grid" dim="2" count="4 3 1" spacing=".1 .1 .1" radius=".01"><edge equality="true"/></flexcomp>
</worldbody></mujoco>`,
    asks: {
      elements: [167, 5, 1],
      bodies: [42, 5, 40],
      work: [569, 2, 1],
      flexVertices: [94, 4, 45],
      flexElements: [216, 3, 40],
    },
  },
  shells: {
    xml: `<mujoco><worldbody>
<flexcomp name="f" type="cylinder" dim="3" count="4 3 5" spacing=".1 .1 .1" rigid="true" mass="1"/>
</worldbody></mujoco>`,
    asks: { flexVertices: [94, 2, 44], flexElements: [188, 2, 44] },
  },
  muscles: {
    xml:
      `<mujoco><option timestep=".01"/><compiler><lengthrange inttotal=".3" interval=".1" tolrange="1000"/></compiler><worldbody><body><joint name="j"/><joint axis="1 0 0"/>
<geom size="1" pos="1 0 0"/></body></worldbody>
<actuator><muscle joint="j"/></actuator></mujoco>`,
    asks: { work: [63605, 3, 11] },
  },
};

for (const [name, { xml, assets = {}, asks }] of Object.entries(COUNTED)) {
  Deno.test(`compile() counts what ${name} ask for, at the place that asks for the last of it`, () => {
    for (const [limit, [asked, line, column]] of Object.entries(asks)) {
      compile(xml, { assets, limits: { [limit]: asked } });
      assert.throws(
        () => compile(xml, { assets, limits: { [limit]: asked - 1 } }),
        (error) => {
          assert.ok(error instanceof LimitError && error.limit === limit, `${error}`);
          assert.deepEqual([error.asked, error.line, error.column], [asked, line, column], error.message);
          return true;
        },
      );
    }
  });
}
