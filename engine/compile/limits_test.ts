import assert from "node:assert/strict";
import { DEFAULT_LIMITS, LimitError, type LimitName, type Limits } from "../types/limits.ts";
import { MjcfError } from "../types/errors.ts";
import { compile } from "./compile.ts";

const world = (inside: string, before = "") => `<mujoco>${before}<worldbody>${inside}</worldbody></mujoco>`;
const asset = (inside: string) => world("", `<asset>${inside}</asset>`);
const nested = (depth: number, inside: string) => "<body>".repeat(depth) + inside + "</body>".repeat(depth);
const GEOM = `<geom size="1"/>`;
const flexcomp = (attributes: string) =>
  world(`<body name="a"><flexcomp name="f" type="grid" dim="3" spacing="1 1 1" ${attributes}/></body>`);

/** Numbers of a PNG header that claims an image without having one. */
function pngOf(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33 + 12);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const view = new DataView(bytes.buffer);
  const chunk = (at: number, type: string, body: number) => {
    view.setUint32(at, body);
    for (let k = 0; k < 4; k++) bytes[at + 4 + k] = type.charCodeAt(k);
    let crc = 0xffffffff;
    for (let i = at + 4; i < at + 8 + body; i++) {
      crc ^= bytes[i];
      for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    view.setUint32(at + 8 + body, ~crc >>> 0);
  };
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes[24] = 8;
  chunk(8, "IHDR", 13);
  chunk(33, "IEND", 0);
  return bytes;
}

/** A mesh of MuJoCo's own format with so many vertices. */
function mshOf(vertices: number): Uint8Array {
  const words = new Int32Array(4 + 3 * vertices);
  words[0] = vertices;
  return new Uint8Array(words.buffer);
}

type Hostile = [
  limit: LimitName,
  asked: number,
  line: 1,
  xml: string,
  assets?: Record<string, Uint8Array | string>,
];

// documents that ask for more than the default limits allow
const HOSTILE: Record<string, Hostile> = {
  "copies of copies": [
    "geoms",
    4_000_000,
    1,
    world(
      `<replicate count="2000"><replicate count="2000">${GEOM}</replicate></replicate>`,
    ),
  ],
  "a billion copies": [
    "geoms",
    1_000_000,
    1,
    world(
      `<replicate count="1000"><replicate count="1000"><replicate count="1000">${GEOM}</replicate></replicate></replicate>`,
    ),
  ],
  "copies of nothing": ["elements", NaN, 1, world(`<replicate count="2000000000"/>`)],
  "copies beside a keyframe": [
    "work",
    NaN,
    1,
    `<mujoco><worldbody><replicate count="60000">${GEOM}</replicate></worldbody><keyframe><key name="k"/></keyframe></mujoco>`,
  ],
  "copies of joints beside keyframes": [
    "work",
    NaN,
    1,
    `<mujoco><worldbody><body>${GEOM}<replicate count="60000"><joint name="j"/></replicate></body></worldbody>
      <keyframe><key qpos="1"/><key qpos="2"/><key qpos="3"/></keyframe></mujoco>`,
  ],
  "copies of bodies": ["bodies", NaN, 1, world(`<replicate count="70000"><body/></replicate>`)],
  "a sensor that doubles with each copy": [
    "elements",
    300_001,
    1,
    world(
      `<replicate count="60">${GEOM}</replicate>`,
      `<sensor><clock/></sensor>`,
    ),
  ],
  "a huge height field": [
    "hfieldCells",
    65536 ** 2,
    1,
    asset(`<hfield name="h" nrow="65536" ncol="65536" size="1 1 1 1"/>`),
  ],
  "a huge image": ["hfieldCells", 60000 ** 2, 1, asset(`<hfield name="h" file="h.png" size="1 1 1 1"/>`), {
    "h.png": pngOf(60000, 60000),
  }],
  "a huge texture": [
    "textureBytes",
    3e10,
    1,
    asset(
      `<texture name="t" type="2d" builtin="flat" width="100000" height="100000"/>`,
    ),
  ],
  "a supersphere": ["meshVertices", 25e6, 1, asset(`<mesh name="m" builtin="supersphere" params="5000 1 1"/>`)],
  "a supertorus": ["meshVertices", 25e6, 1, asset(`<mesh name="m" builtin="supertorus" params="5000 .5 1 1"/>`)],
  "a plate": ["meshVertices", 1e12, 1, asset(`<mesh name="m" builtin="plate" params="1000000 1000000"/>`)],
  "a wedge": ["meshVertices", 1e12, 1, asset(`<mesh name="m" builtin="wedge" params="1000000 1000000 60 45 0"/>`)],
  "a cone": ["meshVertices", 2e9, 1, asset(`<mesh name="m" builtin="cone" params="1000000000 1"/>`)],
  "nested bodies": ["depth", 499, 1, world(nested(3000, GEOM))],
  "nested elements that nobody knows": ["depth", 499, 1, "<mujoco>".repeat(1e5)],
  "a cable": [
    "bodies",
    NaN,
    1,
    world(
      `<composite type="cable" prefix="c" curve="s" count="5000000 1 1" size="1"><geom type="capsule" size=".01"/></composite>`,
    ),
  ],
  "a long cable": [
    "work",
    NaN,
    1,
    world(
      `<composite type="cable" prefix="c" curve="s" count="1400 1 1" size="1000" initial="none"><geom type="capsule" size=".1"/></composite>`,
    ),
  ],
  "a deep cable": [
    "treeDepth",
    5000,
    1,
    world(
      `<composite type="cable" prefix="c" curve="s" count="5000 1 1" size="1000"><geom type="capsule" size=".1"/></composite>`,
    ),
  ],
  "a flexcomp": ["flexVertices", 8e27, 1, flexcomp(`count="2000000000 2000000000 2000000000"`)],
  "a rigid flexcomp": ["flexVertices", 99 ** 3, 1, flexcomp(`count="99 99 99" rigid="true"`)],
  "attached copies": [
    "geoms",
    1_001_000,
    1,
    world(
      `<replicate count="1000"><attach model="x" body="b" prefix="p"/></replicate>`,
      `<asset><model name="x" file="x.xml"/></asset>`,
    ),
    { "x.xml": world(`<body name="b">${GEOM.repeat(1000)}</body>`) },
  ],
  "models that attach the next one twice": [
    "bodies",
    NaN,
    1,
    world(`<attach model="x" body="b" prefix="p"/>`, `<asset><model name="x" file="0.xml"/></asset>`),
    Object.fromEntries(
      Array.from({ length: 21 }, (_, i) => [
        `${i}.xml`,
        i === 20 ? world(`<body name="b">${GEOM}</body>`) : world(
          `<body name="b"><attach model="x" body="b" prefix="p"/><frame><attach model="x" body="b" prefix="q"/></frame></body>`,
          `<asset><model name="x" file="${i + 1}.xml"/></asset>`,
        ),
      ]),
    ),
  ],
  "iterations of the solver": ["iterations", 2e9, 1, world("", `<option iterations="2000000000"/>`)],
  "points of a search": ["iterations", 1e9, 1, world("", `<option sdf_initpoints="1000000000"/>`)],
  "samples of a sensor": [
    "dataBytes",
    NaN,
    1,
    world("", `<sensor>${`<clock nsample="16777216" delay=".1"/>`.repeat(20)}</sensor>`),
  ],
  "rays of a camera": [
    "dataBytes",
    NaN,
    1,
    world(`<camera name="c" resolution="20000 20000"/>${GEOM}`, `<sensor><rangefinder camera="c"/></sensor>`),
  ],
  "a big mesh": ["meshVertices", NaN, 1, asset(`<mesh name="m" file="m.msh"/>`), { "m.msh": mshOf(3_000_000) }],
  "keyframes": ["elements", NaN, 1, world("", `<size nkey="1000000"/>`)],
  "user data": ["dataBytes", NaN, 1, world("", `<size nuserdata="2000000000"/>`)],
  "user data of bodies": ["modelBytes", NaN, 1, world("", `<size nuser_body="2000000000"/>`)],
  "a sensor of contacts": [
    "dataBytes",
    NaN,
    1,
    world(
      `<geom name="g" size="1"/>`,
      `<sensor><contact geom1="g" num="2000000000"/></sensor>`,
    ),
  ],
  "a sensor of the user": ["dataBytes", NaN, 1, world("", `<sensor><user dim="2000000000" needstage="acc"/></sensor>`)],
  "activations": [
    "dataBytes",
    NaN,
    1,
    world(
      `<body><joint name="j"/>${GEOM}</body>`,
      `<actuator><general joint="j" dyntype="user" actdim="2000000000"/></actuator>`,
    ),
  ],
  "elements that nobody knows": ["elements", 300_001, 1, "<mujoco>" + "<a/>".repeat(600_000)],
  "a huge text": ["documentBytes", 7e7, 1, "x".repeat(7e7)],
  "a chain of includes": [
    "treeDepth",
    1501,
    1,
    world(`<include file="0.xml"/>`),
    Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`${i}.xml`, `<mujoco>${GEOM}<include file="${i + 1}.xml"/></mujoco>`]),
    ),
  ],
};

for (const [name, [limit, asked, line, xml, assets = {}]] of Object.entries(HOSTILE)) {
  Deno.test(`compile() refuses ${name} with the limit, before anything is made`, () => {
    let error: unknown;
    try {
      compile(xml, { assets, file: "h.xml" });
    } catch (thrown) {
      error = thrown;
    }
    assert.ok(error instanceof LimitError, `${error}`);
    assert.ok(error instanceof MjcfError);
    assert.equal(error.limit, limit);
    if (!Number.isNaN(asked)) assert.equal(error.asked, asked);
    assert.ok(error.asked > error.allowed && error.allowed === DEFAULT_LIMITS[limit]);
    assert.equal(error.line, line, error.message);
    assert.ok(error.column > 0 && error.file.endsWith(".xml"), error.message);
    assert.match(error.message, new RegExp(`limits: \\{ ${limit}: `));
  });
}

// a document for each limit, which asks for exactly that much
const ASKS: Record<LimitName, [asked: number, xml: string, assets?: Record<string, string>]> = {
  documentBytes: [64, `<mujoco><worldbody><geom size="1"/></worldbody></mujoco>        `],
  assetBytes: [43, world(`<include file="g.xml"/>`), { "g.xml": `<mujoco>${GEOM}</mujoco>`.padEnd(43) }],
  files: [2, world(`<include file="g.xml"/><include file="h.xml"/>`), {
    "g.xml": `<mujoco>${GEOM}</mujoco>`,
    "h.xml": `<mujoco>${GEOM}</mujoco>`,
  }],
  depth: [5, world(nested(3, GEOM))],
  treeDepth: [6, world(nested(3, GEOM))],
  elements: [5, world(GEOM + GEOM + GEOM)],
  bodies: [21, world(`<replicate count="20"><body>${GEOM}</body></replicate>`)],
  geoms: [20, world(`<replicate count="20"><body>${GEOM}</body></replicate>`)],
  meshVertices: [10000, asset(`<mesh name="m" builtin="plate" params="100 100"/>`)],
  meshFaces: [20000, asset(`<mesh name="m" builtin="plate" params="100 100"/>`)],
  hfieldCells: [12, asset(`<hfield name="h" nrow="3" ncol="4" size="1 1 1 1"/>`)],
  textureBytes: [36, asset(`<texture name="t" type="2d" builtin="flat" width="3" height="4"/>`)],
  flexVertices: [60, flexcomp(`count="3 4 5"`)],
  flexElements: [360, flexcomp(`count="3 4 5"`)],
  iterations: [100, world(GEOM, `<option sdf_initpoints="40" iterations="100"/>`)],
  modelBytes: [0, world(GEOM)],
  dataBytes: [0, world(GEOM)],
  work: [0, world(`<body><joint/>${GEOM}`.repeat(20) + "</body>".repeat(20))],
};

for (const [name, [asked, xml, assets = {}]] of Object.entries(ASKS)) {
  Deno.test(`compile() holds the limit ${name}, and no other`, () => {
    const limits = (value: number): Partial<Limits> => ({ [name]: value });
    // what it asks for is not known beforehand: the error tells
    let enough = asked;
    while (enough === 0 || name === "work") {
      try {
        compile(xml, { assets, limits: limits(enough) });
        break;
      } catch (error) {
        assert.ok(error instanceof LimitError && error.limit === name, `${error}`);
        enough = error.asked;
      }
    }
    compile(xml, { assets, limits: limits(enough) });
    assert.throws(
      () => compile(xml, { assets, limits: limits(enough - 1) }),
      (error) => error instanceof LimitError && error.limit === name && error.allowed === enough - 1,
    );
  });
}

Deno.test("compile() reaches MuJoCo's own depth", () => {
  assert.equal(compile(world(nested(496, GEOM))).nbody, 497);
  assert.throws(() => compile(world(nested(497, GEOM))), LimitError);
  const classes = `<default>${Array.from({ length: 496 }, (_, i) => `<default class="c${i}">`).join("")}`;
  compile(`<mujoco>${classes}<geom/>${"</default>".repeat(497)}</mujoco>`);
});

Deno.test("compile() takes more geoms in one body than a call has room for arguments", () => {
  assert.equal(compile(world(`<body>${GEOM.repeat(140_000)}</body>`)).ngeom, 140_000);
});

Deno.test("compile() refuses sizes below zero", () => {
  const xml = world(
    `<camera name="c" resolution="-1 80462580"/>${GEOM}`,
    `<sensor><rangefinder camera="c" data="dist dir point normal depth"/></sensor>`,
  );
  assert.throws(() => compile(xml), /nsensordata: a size cannot be -\d+/);
});

Deno.test("compile() refuses limits that are none", () => {
  assert.throws(() => compile(world(GEOM), { limits: { geometry: 1 } as Partial<Limits> }), RangeError);
  assert.throws(() => compile(world(GEOM), { limits: { geoms: NaN } }), RangeError);
  assert.throws(() => compile(world(GEOM), { limits: { geoms: -1 } }), RangeError);
});

Deno.test("compile() copies what refers to a pattern as attachment of one copy after the other does", () => {
  // a name that ends like that of a copy of a copy; tendons, and sensors of them
  const m = compile(world(
    `<body name="x"><joint name="j01"/>${GEOM}</body><body name="z1"><joint/>${GEOM}</body>` +
      `<replicate count="3" offset="1 0 0"><body name="y"><joint name="j"/>${GEOM}<site name="s"/>` +
      `<replicate count="2" sep="_"><site name="t"/></replicate></body></replicate>`,
    `<tendon><fixed name="T"><joint joint="j" coef="1"/></fixed><spatial><site site="s"/><site site="t_0"/></spatial>` +
      `</tendon><sensor><jointpos joint="j"/><tendonpos tendon="T"/>` +
      `<framepos objtype="site" objname="t_1" reftype="body" refname="x"/></sensor>`,
  ));
  assert.deepEqual([m.nsite, m.ntendon, m.nsensor], [9, 7, 11]);
});

Deno.test("compile() of a replicated pattern takes time in proportion to its copies", () => {
  const time = (count: number) => {
    const xml = world(
      `<replicate count="${count}"><body name="b"><joint name="j"/>${GEOM}</body></replicate>`,
      `<sensor><jointpos joint="j"/></sensor>`,
    );
    const start = performance.now();
    assert.equal(compile(xml).nsensor, count);
    return performance.now() - start;
  };
  time(200);
  const ratio = time(4000) / time(500);
  // eight times as many; in proportion to the square it would be 64
  assert.ok(ratio < 40, `${ratio}`);
});

Deno.test("compile() refuses as many bodies and flexes as MuJoCo does", () => {
  const sheet = `<flexcomp name="f" type="grid" count="2 2 1" spacing="1 1 1" dim="2" rigid="true"/>`;
  const xml = (bodies: number) => world("<body/>".repeat(bodies) + sheet);
  assert.throws(() => compile(xml(65_532)), /a model has at most 65533 bodies and flexes/);
  // one less is enough: what is refused then is only the memory that it is given
  assert.throws(() => compile(xml(65_531), { limits: { modelBytes: 1 } }), /bytes, the limit is 1;/);
});
