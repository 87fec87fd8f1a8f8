/** Documents read in other ways than goldens are: with limits, without strictness, with plugins of the user, in parts. */

import * as plumbline from "../../mod.ts";
import type { CompileOptions, Limits, Plugin } from "../../mod.ts";
import { DEFAULT_LIMITS } from "../../mod.ts";
import { forKernels, modelOver } from "../../engine/file/load_model_binary.ts";
import { fileChecksum, tablesHash, Word } from "../../engine/file/model_file.ts";
import { savedBytes, writeModel } from "../../engine/file/save_model.ts";
import { MODEL_SIZES } from "../../engine/types/model_fields.ts";
import { dataBytes } from "../../engine/types/data_memory.ts";

/** Something that every limit counts. */
const COUNTED = `<mujoco>
  <include file="part.xml"/>
  <compiler meshdir="m"/>
  <size nkey="3"/>
  <option ls_iterations="6" ccd_iterations="5" sdf_initpoints="9"/>
  <asset>
    <model name="leg" file="leg.xml"/>
    <mesh file="a.obj"/><mesh name="again" file="a.obj"/>
    <mesh name="ball" builtin="sphere" params="1"/>
    <mesh name="own" vertex="0 0 0 1 0 0 0 1 0 0 0 1 1 1 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/>
    <hfield name="hills" nrow="3" ncol="5" size="1 1 1 1"/>
    <texture name="t" type="2d" builtin="flat" width="3" height="5" nchannel="4"/>
    <texture name="sky" type="skybox" builtin="gradient" width="2" height="12"/>
  </asset>
  <worldbody>
    <replicate count="3" offset="0 0 1" sep="-">
      <body name="b"><joint name="j"/><geom name="g" size="0.1"/><site name="s"/><frame><geom type="mesh" mesh="ball"/></frame></body>
      <replicate count="2" euler="0 0 20"><site name="w" pos="1 0 0"/></replicate>
    </replicate>
    <body name="c" pos="3 0 0"><joint type="ball"/><geom type="mesh" mesh="own"/><body><body><geom size="0.1"/><joint/></body></body></body>
    <frame><attach model="leg" body="shin" prefix="l"/></frame>
    <frame pos="0 1 0"><attach model="leg" prefix="r"/></frame>
    <body name="f"><flexcomp name="F" type="grid" count="3 2 1" spacing="0.1 0.1 0.1" mass="1" dim="2" radius="0.01"/></body>
    <body name="d"><composite type="cable" prefix="C" count="5 1 1" curve="s" size="1" initial="none"><geom type="capsule" size="0.01"/></composite></body>
    <geom type="hfield" hfield="hills"/>
  </worldbody>
  <contact><exclude body1="b" body2="b"/></contact>
  <tendon><spatial name="T"><site site="s"/><geom geom="g"/><site site="s"/></spatial><fixed><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><motor name="m" joint="j"/></actuator>
  <sensor><jointpos joint="j"/><framepos objtype="site" objname="s"/></sensor>
  <deformable><flex name="line" dim="1" body="c c" vertex="0 0 0 1 0 0" element="0 1"/></deformable>
</mujoco>`;

const PART = `<mujoco><include file="deep.xml"/><worldbody><geom name="included" size="0.1"/></worldbody></mujoco>`;
const DEEP = `<mujoco><custom><numeric name="n" data="1 2 3"/></custom></mujoco>`;
const LEG = `<mujoco>
  <worldbody><body name="shin"><joint name="k"/><geom name="x" size="0.1"/><site name="y"/></body></worldbody>
  <actuator><motor name="m" joint="k"/></actuator><sensor><jointpos joint="k"/></sensor>
  <keyframe><key name="bent" qpos="0.4" ctrl="2"/></keyframe>
</mujoco>`;
const SOLID = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const encoder = new TextEncoder();
const ASSETS = new Map(
  Object.entries({ "part.xml": PART, "deep.xml": DEEP, "leg.xml": LEG, "m/a.obj": SOLID }).map(
    ([path, text]) => [path, encoder.encode(text)],
  ),
);

/** What is said of documents. */
export const USES_OF_DOCUMENTS = {
  limits,
  largest,
  lenient,
  plugins,
  fields,
  attached_plugins: attachedPlugins,
  configured_plugins: configured,
  saved,
};

function said(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** What a document asks for: the limit that it exceeds first is raised, until all of them are enough. */
function limits(): string[] {
  const lines: string[] = [];
  const allowed = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, 0])) as Limits;
  for (let isEnough = false; !isEnough;) {
    try {
      plumbline.compile(COUNTED, { assets: ASSETS, limits: allowed });
      isEnough = true;
    } catch (error) {
      if (!(error instanceof plumbline.LimitError)) throw error;
      lines.push(error.message);
      allowed[error.limit] = Math.floor(error.asked * 6.5);
    }
  }
  lines.push(
    said(() => plumbline.compile("<mujoco/>", { limits: { wheels: 3 } as object })),
    said(() => plumbline.compile("<mujoco/>", { limits: { bodies: -1 } })),
    said(() => plumbline.compile("<mujoco/>", { limits: { bodies: NaN } })),
  );
  return lines;
}

const JOINT = `<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>`;

/** Documents of which one thing is too large: the message names it. */
function largest(): string[] {
  const pinned = (pin: string) =>
    `<worldbody><flexcomp name="f" type="grid" count="3 3 1" spacing="1 1 1" dim="2"><pin ${pin}/></flexcomp></worldbody>`;
  const some: [string, Partial<Limits>][] = [
    [`<custom><numeric name="a" data="1"/><numeric name="n" size="400" data="2"/></custom>`, { modelBytes: 9000 }],
    [`<custom><text name="t" data="${"x".repeat(9000)}"/></custom>`, { modelBytes: 9000 }],
    [`<size nuser_body="2000"/><worldbody><body/></worldbody>`, { modelBytes: 9000 }],
    [`<size nuserdata="3000"/>`, { dataBytes: 9000 }],
    [
      `<extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="${
        "1".repeat(9000)
      }"/></instance></plugin></extension>`,
      { modelBytes: 9000 },
    ],
    [`<size nkey="400"/><worldbody><body><joint/><geom size="1"/></body></worldbody>`, { modelBytes: 9000 }],
    [`<size nkey="400"/>`, { elements: 300 }],
    [`<size nkey="300"/>`, { elements: 301 }],
    [`<option iterations="7" ls_iterations="3"/>`, { iterations: 6 }],
    [`<option ls_iterations="7"/>`, { iterations: 6 }],
    [
      `<asset><hfield name="small" nrow="2" ncol="2" size="1 1 1 1"/><hfield name="h" nrow="30" ncol="70" size="1 1 1 1"/></asset>`,
      {
        modelBytes: 9000,
      },
    ],
    [`<asset><texture name="t" type="2d" builtin="flat" width="80" height="50"/></asset>`, { modelBytes: 9000 }],
    [`<asset><mesh name="m" builtin="sphere" params="2"/></asset>`, { modelBytes: 20000 }],
    [`<worldbody><geom size="1"/><geom size="1"/></worldbody>`, { geoms: 2 }],
    [`<worldbody><geom size="1"/><geom size="1"/></worldbody>`, { geoms: 1 }],
    [`<worldbody><composite prefix="c" type="cable" count="9 1 1" curve="s" size="1"/></worldbody>`, { bodies: 4 }],
    // points of data are counted as they are
    [
      `<worldbody><flexcomp name="f" type="direct" dim="2" point="0 0 0 1 0 0 0 1 0" element="0 1 2"/></worldbody>`,
      { bodies: 4, flexVertices: 3, flexElements: 3 },
    ],
    [
      `<worldbody><flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" rigid="true"/></worldbody>`,
      { bodies: 2, flexVertices: 9 },
    ],
    // the largest of several, wherever it is
    [
      `<custom><numeric name="a" data="1"/><numeric name="n" size="400" data="2"/><numeric name="z" data="1"/></custom>`,
      { modelBytes: 1000 },
    ],
    [
      `<sensor><clock/><user name="u" dim="500" datatype="real" needstage="pos"/><clock nsample="2"/></sensor>`,
      { dataBytes: 1000 },
    ],
    [
      `${JOINT}<actuator><motor joint="j"/><motor name="m" joint="j" nsample="500"/><motor joint="j" nsample="2"/></actuator>
      <sensor><clock nsample="9"/></sensor>`,
      { dataBytes: 1000 },
    ],
    [
      `${JOINT}<actuator><motor joint="j"/><general name="m" joint="j" dyntype="user" actdim="500"/><general joint="j" dyntype="integrator"/></actuator>`,
      { dataBytes: 1000 },
    ],
    [
      `<asset><mesh name="m" builtin="sphere" params="2"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>`,
      { work: 20000 },
    ],
    // shapes that a few numbers make too large
    ...["cone", "supersphere", "supertorus", "plate", "wedge"].flatMap((kind, i): [string, Partial<Limits>][] => {
      const params = ["50 .5", "50 1 1", "50 .5 1 1", "50 40", "50 40 60 70 .5"][i];
      const text = `<asset><mesh name="m" builtin="${kind}" params="${params}"/></asset>`;
      return [[text, { meshVertices: 30 }], [text, { meshFaces: 30 }]];
    }),
    // ranges that are empty give nothing back
    [pinned('range="0 8 8 0 0 8"'), { work: 15 }],
    [pinned('gridrange="0 0 2 2 2 0 0 2 0 0 2 2"'), { work: 17 }],
  ];
  return some.map(([content, limits]) => said(() => plumbline.compile(`<mujoco>${content}</mujoco>`, { limits }).nkey));
}

/** Documents that are accepted with a warning unless everything is rejected that MuJoCo rejects. */
const SUSPICIOUS = [
  `<mujoco><compiler exactmeshinertia="true"/><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset></mujoco>`,
  `<mujoco><compiler exactmeshinertia="false"/><option><flag passive="disable"/></option></mujoco>`,
  `<mujoco><option><flag passive="disable" spring="enable"/></option></mujoco>`,
  `<mujoco><option><flag passive="disable" nothing="enable"/></option></mujoco>`,
  `<mujoco><body/><worldbody/></mujoco>`,
  `<mujoco><frame/><replicate/><worldbody/></mujoco>`,
  `<mujoco><worldbody><frame speed="1" pos="0 0 1"><wheel/><geom size="1" colour="red"><plugin plug="1"><key/></plugin></geom>
    <body wing="2"><tail/><frame flap="3"><geom size="1"/></frame></body><replicate count="2" often="1"><site sight="2"/></replicate></frame></worldbody></mujoco>`,
  `<mujoco><worldbody><body><frame flap="4"><geom size="1"/></frame><body><replicate count="2" often="1"><geom size="1"/></replicate></body></body></worldbody></mujoco>`,
  `<mujoco><asset><mesh name="m" file="far.stl"/></asset></mujoco>`,
  `<mujoco><worldbody><body childclass=""><geom size="1"/></body><frame childclass=""><geom size="1"/></frame></worldbody></mujoco>`,
  `<mujoco><worldbody><camera name="c" focal="1 1" focalpixel="2 2" sensorsize="1 1" resolution="3 3" principal="0 1" principalpixel="1 2"/>
    <geom size="1"/></worldbody></mujoco>`,
  `<mujoco><extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="1"/></instance></plugin></extension>
    <worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
    <actuator><plugin joint="j" plugin="mujoco.pid" instance="i"><config key="kp" value="2"/></plugin></actuator></mujoco>`,
  `<mujoco><extension><plugin plugin="mujoco.pid"><instance name="i"/></plugin><plugin plugin="mujoco.elasticity.cable"/></extension>
    <worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
    <actuator><plugin joint="j" plugin="mujoco.elasticity.cable" instance="i"/></actuator></mujoco>`,
  `<mujoco><extension><plugin plugin="mujoco.pidd"/><plugin plugin="mine"/></extension></mujoco>`,
  `<mujoco><worldbody><composite type="cable" count="3 1 1" curve="s" size="1" initial="none"><skin subgrid="2"/><geom size="0.1" type="capsule"/>
    </composite></worldbody></mujoco>`,
  `<mujoco><worldbody><flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2"><plugin plugin="mujoco.elasticity.shell"/></flexcomp></worldbody></mujoco>`,
  `<mujoco><extension><plugin plugin="mujoco.sdf.torus"/></extension><asset><mesh name="m" file="a.obj"><plugin plugin="mujoco.sdf.torus"/></mesh></asset></mujoco>`,
  `<mujoco><extension><plugin plugin="mujoco.sdf.torus"/></extension><asset><mesh name="m" builtin="sphere" params="1"><plugin plugin="mujoco.sdf.torus"/></mesh></asset></mujoco>`,
  `<mujoco><asset><model name="me" file="leg.xml"/><model name="deep" file="deep.xml"/></asset><worldbody><geom size="1"/></worldbody></mujoco>`,
  `<mujoco><asset><model name="loop" file="loop.xml"/></asset></mujoco>`,
  ...["objtype", "reftype"].map((kind) =>
    `<mujoco><worldbody><site name="s"/></worldbody><sensor><framepos ${
      kind === "reftype" ? 'objtype="site" objname="s" ref' : "obj"
    }type="xbody" ${kind.slice(0, 3)}name="nobody"/></sensor></mujoco>`
  ),
  `<mujoco><compiler texturedir="x" meshdir="y/z"/><include file="sub/part.xml"/></mujoco>`,
  `<mujoco><asset><mesh file="bare.msh" normal="0 0 1 0 1 0 1 0 0 0 0 1"/></asset></mujoco>`,
  `<mojuco/>`,
  `<MUJOCO/>`,
  `<mujoco><include file="nowhere.xml"/></mujoco>`,
  `<mujoco><compiler fusestatic="true"/><worldbody><body><joint/><geom size="1"/><body pos="0 1 0" euler="0 0 30">
    <camera name="c" pos="1 0 0"/><light name="l" pos="0 1 0" dir="1 0 -1"/><site name="s" pos="1 0 0"/><geom name="g" size="0.5" pos="0 2 0"/></body></body></worldbody></mujoco>`,
];

const LOOP = `<mujoco><asset><model name="loop" file="loop.xml"/></asset></mujoco>`;

/** A solid in STL whose corners are as far away as they may be. */
function far(): Uint8Array<ArrayBuffer> {
  const corners = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const view = new DataView(new ArrayBuffer(84 + 50 * 4));
  view.setUint32(80, 4, true);
  corners.forEach((corner, i) => {
    const at = 84 + 50 * Math.floor(i / 3) + 12 * (1 + i % 3);
    if (corner > 0) view.setFloat32(at + 4 * (corner - 1), 2 ** 30, true);
  });
  return new Uint8Array(view.buffer);
}

/** A solid in MSH that has neither normals nor texture coordinates. */
function bare(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16 + 12 * 4 + 12 * 4);
  const view = new DataView(bytes.buffer);
  [4, 0, 0, 4].forEach((count, i) => view.setInt32(4 * i, count, true));
  [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].forEach((x, i) => view.setFloat32(16 + 4 * i, x, true));
  [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3].forEach((corner, i) => view.setInt32(64 + 4 * i, corner, true));
  return bytes;
}

function lenient(): string[] {
  const assets = new Map([...ASSETS, ["loop.xml", encoder.encode(LOOP)], ["a.obj", encoder.encode(SOLID)]]);
  assets.set("far.stl", far());
  assets.set("bare.msh", bare());
  assets.set("sub/t.bin", Uint8Array.from([2, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6]));
  assets.set(
    "sub/part.xml",
    encoder.encode(`<mujoco><asset><texture name="t" type="2d" file="t.bin"/></asset></mujoco>`),
  );
  const lines: string[] = [];
  for (const text of SUSPICIOUS) {
    for (const strict of [false, true]) {
      const onWarning: CompileOptions["onWarning"] = ({ message, place }) => {
        lines.push(`${message} ${place?.file} ${place?.line} ${place?.column}`);
      };
      lines.push(said(() => {
        const model = plumbline.compile(text, { assets, strict, onWarning, file: strict ? "folder/whole.xml" : "" });
        const { mesh_quat, cam_pos, light_dir, paths } = model;
        const files = new TextDecoder().decode(Uint8Array.from(paths)).split("\0");
        return `${
          files.join(" ")
        }${model.nbody} ${model.opt.disableflags} ${mesh_quat.join()} ${cam_pos.join()} ${light_dir.join()}`;
      }));
    }
  }
  return lines;
}

/** Plugins that a user might give, most of them wrong. */
function plugins(): string[] {
  const mine: Plugin = {
    name: "mine",
    attributes: ["a", "b"],
    stateSize: (m, instance) => Number(plumbline.pluginConfig?.(m, instance, "a") ?? 2),
    reset: (m, d, instance) => void (d.plugin_state[m.plugin_stateadr[instance]] = 4),
    passive: { compute: () => {} } as unknown as Plugin["passive"] & object,
  };
  const some: Plugin[][] = [
    [mine],
    [mine, mine],
    [{ ...mine, name: "mujoco.pid" }],
    [{ ...mine, init: () => {}, sdf: () => ({ box: [0, 0, 0, 1, 1, 1], distance: () => 0 }) }],
    [{ ...mine, attributes: ["b"] }],
    [{
      ...mine,
      init: () => {
        throw new RangeError("it makes no sense");
      },
    }],
  ];
  const text =
    `<mujoco><extension><plugin plugin="mine"><instance name="i"><config key="a" value="1"/></instance></plugin></extension>
    <worldbody><body><geom size="1"/><joint/><plugin plugin="mine" instance="i"/></body></worldbody></mujoco>`;
  return some.flatMap((plugins) => {
    let bytes = new Uint8Array();
    return [
      said(() => {
        const model = plumbline.compile(text, { plugins });
        bytes = plumbline.saveModel(model);
        return `${model.nplugin} ${model.npluginstate} ${new plumbline.Data(model).plugin_state.join()}`;
      }),
      ...(bytes.length === 0 ? [] : [[], plugins]).map((own) =>
        said(() => plumbline.loadModelBinary(bytes, { plugins: own }).nplugin)
      ),
    ];
  });
}

/** Shapes of the user's, in boxes with unequal sides that they leave. */
function fields(): string[] {
  const cut: Plugin = {
    name: "cut",
    attributes: ["tilt"],
    sdf: (config) => ({
      box: [0.1, 0.2, -0.3, 0.04, 0.05, 2.2],
      distance: ([x, y, z]) => Math.abs(x - 0.11) - 0.02 + Number(config("tilt")) * (y - 0.2 + 0.03 * z),
    }),
  };
  const text = (tilt: number) =>
    `<mujoco><extension><plugin plugin="mujoco.pid"><instance name="p"/></plugin>
      <plugin plugin="cut"><instance name="i"><config key="tilt" value="${tilt}"/></instance></plugin></extension>
    <asset><mesh name="m" inertia="shell"><plugin instance="i"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="m" contype="0" conaffinity="0"><plugin instance="i"/></geom>
      <body><joint name="j"/><geom size="1"/></body></worldbody>
    <actuator><plugin joint="j" plugin="mujoco.pid" instance="p"/></actuator></mujoco>`;
  const boxes = [[0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 1], [0, 0, 0, 1, 1, Infinity], [NaN, 0, 0, 1, 1, 1]];
  const boxed = boxes.map((box) =>
    said(() => {
      const sdf = () => ({ box, distance: () => 0 });
      return plumbline.compile(text(0), { plugins: [{ ...cut, sdf } as unknown as Plugin] }).nmesh;
    })
  );
  return [
    ...boxed,
    ...[0.3, -2, 40].map((tilt) =>
      said(() => {
        const model = plumbline.compile(text(tilt), { plugins: [cut] });
        plumbline.validate(model);
        const { mesh_vert: vert, mesh_face: face } = model;
        const instance = model.geom_plugin[0];
        model.geom_plugin[0] = 1 - instance;
        const invalid = said(() => plumbline.validate(model));
        return `${vert.length} ${vert.subarray(0, 60)} ${vert.subarray(-60)} ${face.subarray(-60)} ${invalid}`;
      })
    ),
  ];
}

/** Attachment of what has plugins: instances that are used, and shared ones. */
function attachedPlugins(): string[] {
  const kid = `<mujoco><extension><plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="3"/></instance>
      <instance name="q"><config key="ki" value="2"/></instance></plugin><plugin plugin="mujoco.elasticity.cable"/></extension>
    <worldbody><body name="a"><joint name="j"/><geom size="0.1"/><body><geom size="0.1"/><plugin plugin="mujoco.elasticity.cable"><config key="bend" value="4"/></plugin></body></body>
      <body name="c"><plugin plugin="mujoco.elasticity.cable"><config key="twist" value="1e6"/></plugin><joint name="k" type="ball"/><geom type="capsule" size="0.1 0.2"/></body></worldbody>
    <actuator><plugin name="u" joint="j" plugin="mujoco.pid" instance="p"/><plugin name="v" joint="j" instance="p" plugin="mujoco.pid"/>
      <plugin name="w" joint="j" plugin="mujoco.pid"><config key="kd" value="4"/></plugin></actuator></mujoco>`;
  const whole = (content: string) =>
    `<mujoco><asset><model name="m" file="kid.xml"/></asset><worldbody>${content}</worldbody></mujoco>`;
  const texts = [
    whole(`<frame pos="0 0 1"><attach model="m" prefix="x_"/></frame>`),
    whole(`<body name="b"><frame><attach model="m" body="a" prefix="x_"/></frame></body>`),
    whole(`<attach model="m" body="c" prefix="y_"/>`),
    kid.replace('<body name="a">', '<replicate count="2" offset="1 0 0"><body name="a">').replace(
      "</body></body>",
      "</body></body></replicate>",
    ),
  ];
  return texts.map((text) =>
    said(() => {
      // a file may also be text, and files an object
      const model = plumbline.compile(text, { assets: { "kid.xml": kid } as unknown as plumbline.AssetSource });
      return `${
        plumbline.toMjcf(model)
      } ${model.plugin.join()} ${model.actuator_plugin.join()} ${model.body_plugin.join()}`;
    })
  );
}

/** Configurations of MuJoCo's plugins at the ends of what they may be, and beyond. */
function configured(): string[] {
  const document = (plugin: string, config: Readonly<Record<string, string>>, wrap: (inside: string) => string) => {
    const parts = Object.entries(config).map(([key, value]) => `<config key="${key}" value="${value}"/>`);
    return `<mujoco><extension><plugin plugin="${plugin}"/></extension><worldbody><site name="s"/>
      <body><joint name="j"/><geom size="1"/></body></worldbody>${wrap(parts.join(""))}</mujoco>`;
  };
  const grid = (config: object) =>
    document(
      "mujoco.sensor.touch_grid",
      { size: "2 3", fov: "10 20", ...config },
      (inside) =>
        `<sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s">${inside}</plugin></sensor>`,
    );
  const pid = (config: Readonly<Record<string, string>>, dimension = 0) =>
    document(
      "mujoco.pid",
      config,
      (inside) => `<actuator><plugin joint="j" plugin="mujoco.pid" actdim="${dimension}">${inside}</plugin></actuator>`,
    );
  const fields = ["0 10", "181 10", "10 0", "10 91", "-1 5", "10", "180 90", "10 -1", "0.1 200", "-5 -5"];
  return [
    ...fields.map((fov) => grid({ fov })),
    ...["-0.1", "1.1", "0", "1", "x"].map((gamma) => grid({ gamma })),
    ...["0", "7", "6", "-1"].map((nchannel) => grid({ nchannel })),
    ...["0 1", "1", "2 3 4", "2 -1", "1 1"].map((size) => grid({ size })),
    pid({}),
    pid({ ki: "0", imax: "-1" }),
    pid({ ki: "2", imax: "-1" }, 1),
    pid({ ki: "2", imax: "1" }, 1),
    pid({ imax: "-1" }),
    pid({ slewmax: "-1" }, 1),
    pid({ slewmax: "1", ki: "1" }, 1),
    pid({ slewmax: "0", ki: "1" }, 2),
  ].map((text) =>
    said(() => {
      const model = plumbline.compile(text);
      return `${model.nsensordata} ${model.na} ${model.npluginstate}`;
    })
  );
}

/** Flexes that MJCF cannot express, for another reason each. */
const UNWRITTEN = [
  `<mujoco><worldbody><body name="a b"><flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" mass="1" radius=".01"/></body></worldbody></mujoco>`,
  `<mujoco><worldbody><body name="a"><flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" mass="1" radius=".01"><contact passive="true" internal="false"/></flexcomp></body></worldbody></mujoco>`,
  `<mujoco><worldbody><body name="a"><flexcomp name="f" type="grid" dim="2" count="3 2 1" spacing=".1 .1 .1" mass="1" radius=".01" flatskin="true"><contact passive="true" internal="false"/></flexcomp></body></worldbody></mujoco>`,
  ...[`xyz="0 .5 0"`, `rpy="0 0 1"`, ""].map((origin) =>
    `<robot name="r"><link name="a"/><link name="world"/><joint name="j" type="fixed"><origin ${origin}/><parent link="a"/><child link="world"/></joint></robot>`
  ),
  `<mujoco><option wind="0x1p-1074 -0x3p-150 1e-37"/></mujoco>`,
];

/** A world that a joint moves, and a shape, thin and without a hull, that lacks the plugin that its mesh has. */
const TURNING =
  `<robot name="r"><link name="a"/><link name="world"/><joint name="j" type="revolute"><parent link="a"/><child link="world"/></joint></robot>`;
const SHAPED =
  `<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="i"><config key="radius2" value=".01"/></instance></plugin></extension>
  <asset><mesh name="m"><plugin instance="i"/></mesh></asset>
  <worldbody><geom type="sdf" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>`;

/** A plugin that has so many readings. */
function countingPlugin(count: number): Plugin {
  return { name: "own.count", attributes: [], sensor: { stage: plumbline.Stage.POS, size: () => count, compute() {} } };
}
const COUNTING =
  `<mujoco><extension><plugin plugin="own.count"/></extension><sensor><plugin plugin="own.count"/></sensor></mujoco>`;

/** A flex that MJCF cannot express as its parts. */
const PINNED = `<mujoco><worldbody><body name="b">
    <flexcomp name="f" type="grid" dim="3" dof="trilinear" count="2 2 2" spacing=".1 .1 .1" radius=".01"><pin id="0"/><contact selfcollide="none"/></flexcomp>
  </body></worldbody></mujoco>`;

/** Saved models with words of the header changed, and loaded with options. */
function saved(): string[] {
  const model = plumbline.compile(
    `<mujoco><worldbody><body><joint/><geom name="g" size="1"/></body></worldbody></mujoco>`,
    {
      file: "folder/whole.xml",
    },
  );
  const bytes = plumbline.saveModel(model);
  const load = (
    change: (words: Int32Array) => void,
    options: plumbline.LoadBinaryOptions = {},
    length = bytes.length,
  ) =>
    said(() => {
      const copy = bytes.slice(0, length);
      const words = new Int32Array(copy.buffer, 0, length >> 2);
      change(words);
      words[Word.CHECKSUM] = fileChecksum(words);
      const loaded = plumbline.loadModelBinary(copy, options);
      return `${loaded.ngeom} ${loaded.plugins.length} ${
        plumbline.id2name(loaded, plumbline.Obj.GEOM, 0)
      } ${loaded.opt.timestep} ${plumbline.toMjcf(loaded)}`;
    });
  const lines = [
    load(() => {}),
    load(() => {}, { validate: true }),
    load((words) => words.fill(-1, words.length - 120, words.length - 100), { validate: true }),
    load(() => {}, { limits: { modelBytes: 100 } }),
    load(() => {}, { limits: { dataBytes: 100 } }),
    load(() => {}, { limits: { modelBytes: 1e9 } as Partial<Limits> }),
    load(() => {}, { limits: { dataBytes: dataBytes(model as unknown as Record<string, number>).bytes } }),
    load(() => {}, {}, bytes.length - 8),
    load(() => {}, {}, 4 * Word.N),
    load(() => {}, {}, 4 * Word.N - 4),
    load((words) => words.fill(7, Word.N + 300, Word.N + 320), { validate: true }),
  ];
  for (let word = 0; word < Word.N; word++) {
    for (const step of [1, -8, 8, -2147483647]) lines.push(load((words) => words[word] += step));
  }
  for (let size = 0; size < 90; size += 7) {
    for (const value of [-1, 3]) lines.push(load((words) => words[Word.N + size] = value));
  }
  // small models are copied, large ones are views of what was saved
  const sizes = MODEL_SIZES.map((name) => [name, name === "nnumericdata" ? 270000 : model[name]]);
  const large = new plumbline.Model(Object.fromEntries(sizes));
  for (const it of [model, large]) {
    const buffer = new ArrayBuffer(savedBytes(it));
    writeModel(it, buffer);
    const over = modelOver(new Uint8Array(buffer));
    lines.push(`${buffer.byteLength} ${forKernels(over) === over} ${tablesHash()}`);
  }
  const pinned = plumbline.compile(PINNED);
  const unwritten = [{}, { document: true }, { document: false }].map((options) =>
    said(() => plumbline.loadModelBinary(plumbline.saveModel(pinned, options)).nflexnode)
  );
  const bare = plumbline.saveModel(model, { document: false });
  const shifted = (by: number) => {
    const more = new Uint8Array(by + bytes.length);
    more.set(bytes, by);
    return more.subarray(by);
  };
  lines.push(
    ...unwritten,
    said(() => plumbline.toMjcf(plumbline.parse(UNWRITTEN[UNWRITTEN.length - 1]))),
    said(() => plumbline.compile(TURNING).njnt),
    said(() => plumbline.compile(SHAPED).ngeom),
    ...[-1, 0.5, NaN, 2].map((count) =>
      said(() => plumbline.compile(COUNTING, { plugins: [countingPlugin(count)] }).nsensordata)
    ),
    ...UNWRITTEN.map((text) => said(() => plumbline.toMjcf(plumbline.compile(text)))),
    `${bare.length} ${bytes.length}`,
    said(() => plumbline.toMjcf(plumbline.loadModelBinary(bare))),
    ...[4, 8, 9].map((by) => said(() => plumbline.saveModel(plumbline.loadModelBinary(shifted(by))).length)),
    said(() => plumbline.loadModelBinary(bytes).body_mass[1]),
    said(() => plumbline.loadModelBinary(bytes).body_mass[1]),
    said(() => {
      const copy = bytes.slice();
      const loaded = plumbline.loadModelBinary(copy);
      copy.fill(0);
      return loaded.body_mass[1];
    }),
  );
  return lines;
}
