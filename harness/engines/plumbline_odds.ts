/** Uses with arguments, disks, and numbers that are out of the ordinary, each of which a function answers by a case of its own. */

import process from "node:process";
import * as plumbline from "../../mod.ts";
import { Data, DisableBit, Integrator, type Model, Spec, State } from "../../mod.ts";
import { tooLarge } from "../../engine/types/errors.ts";
import { readObj } from "../../engine/compile/mesh/read_obj.ts";
import { readStl } from "../../engine/compile/mesh/read_stl.ts";
import { updateSleep } from "../../engine/sleep/awake.ts";
import { wakeEquality } from "../../engine/sleep/wake.ts";
import { stepSkip } from "../../engine/step.ts";
import { withoutKernels } from "../../engine/wasm/kernel_set.ts";
import { defaultOption, defaultSolRefImp } from "../../engine/default_option.ts";

const LEVER = `<mujoco>
  <option jacobian="dense"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/><camera name="c"/>
    <body name="b" pos="0 0 .1"><freejoint/><geom name="g" size=".11"/><site name="s"/></body>
    <body name="e" pos="1 0 .3"><joint name="j" axis="0 1 0"/><geom name="h" type="mesh" mesh="m"/></body>
    <body name="r" pos="2 0 1">
      <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass=".1" radius=".01"><edge equality="vert"/><contact contype="0" conaffinity="0" selfcollide="none"/></flexcomp>
      <flexcomp name="i" type="box" dim="3" count="3 3 3" spacing=".1 .1 .1" mass=".1" radius=".01" dof="trilinear"><contact contype="0" conaffinity="0" selfcollide="none"/></flexcomp>
    </body>
  </worldbody>
  <asset><mesh name="m" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/></asset>
  <actuator><motor joint="j" delay=".004" nsample="3"/></actuator>
  <sensor>
    <distance geom1="g" geom2="h"/><framepos objtype="site" objname="s" reftype="camera" refname="c"/>
    <jointpos joint="j" delay=".004" nsample="3"/>
  </sensor>
</mujoco>`;

const TURNING = "<mujoco><worldbody><body><joint/><geom size='1' pos='1 2 3'/></body></worldbody></mujoco>";

const RESTING = `<mujoco><option><flag sleep="enable"/></option><worldbody>
  <body sleep="init"><freejoint/><geom size="1"/></body><body pos="9 0 0"><freejoint/><geom size="1"/></body></worldbody></mujoco>`;

const NARROW = `<mujoco><worldbody><body><joint name="j"/><geom size="1" pos="1 2 3"/></body></worldbody>
  <actuator><motor name="a" joint="j" ctrlrange="0 1e-9"/></actuator><sensor><actuatorfrc actuator="a"/></sensor></mujoco>`;

/** Cables with a body that has no geom, or no ball joint, or is not the next one. */
const CABLES = ['<joint type="ball"/>', '<joint/><geom size=".1"/>', '<joint type="ball"/><geom size=".1"/>'].map((
  parts,
  i,
) =>
  `<mujoco><extension><plugin plugin="mujoco.elasticity.cable"><instance name="w"><config key="twist" value="1e6"/></instance>
  </plugin></extension><worldbody><body><geom size=".1"/><plugin plugin="mujoco.elasticity.cable" instance="w"/>
  ${
    i === 2
      ? '<body><joint type="ball"/><geom size=".1"/></body>'
      : ""
  }<body pos="1 0 0">${parts}<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
  <plugin plugin="mujoco.elasticity.cable" instance="w"/></body></body></worldbody></mujoco>`
);

const SOLID = `<mujoco><asset><mesh name="m" builtin="cone" params="9 .3"/></asset>
  <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`;

/** Everything that the uses say. */
export async function saidOfOdds(): Promise<string[]> {
  return [...calls(), ...changes(), ...sleepers(), ...documents(), ...await disks()];
}

function attempt(call: () => unknown): string {
  try {
    return String(call());
  } catch (error) {
    return `${error instanceof Error ? error.name : ""}: ${(error as Error).message}`;
  }
}

/** Calls that make no sense, or ask for as much or as little as there can be. */
function calls(): string[] {
  const m = plumbline.compile(LEVER);
  const d = new Data(m);
  plumbline.step(m, d);
  const one = plumbline.compile(TURNING);
  const turning = new Data(one);
  const full = plumbline.compile(TURNING.replace("<worldbody>", '<size memory="8K"/><worldbody>'));
  const few = new Data(full);
  const room = new Float64Array(100);
  const within = (change: Partial<Model["opt"]>, call: () => unknown) => () => {
    const before = { ...one.opt };
    Object.assign(one.opt, change);
    try {
      return call();
    } finally {
      Object.assign(one.opt, before);
    }
  };
  const four = () => new Float64Array(4);
  const [solref, solimp] = [new Float64Array(2), new Float64Array(5)];
  const list: (() => unknown)[] = [
    () => plumbline.RungeKutta(one, turning, 3),
    () => plumbline.RungeKutta(one, turning, 4),
    ...[0, 1, 2, 3].map((integrator) => within({ integrator }, () => plumbline.implicit(one, turning))),
    ...[0, 1, 2, 3].map((integrator) =>
      within({ integrator, enableflags: plumbline.EnableBit.FWDINV }, () => {
        turning.qvel[0] = 0.7;
        plumbline.step(one, turning);
        stepSkip(one, turning, integrator, 1);
        return `${turning.qvel} ${turning.solver_fwdinv}`;
      })
    ),
    () => plumbline.Euler(one, turning),
    () => plumbline.stateHash(one, turning, State.INTEGRATION),
    ...[-1, 0.5, 1 << State.N, (1 << State.N) - 1, NaN].map((it) => () => plumbline.stateSize(m, it)),
    ...[[6, 2], [6, 9], [-1, 2], [2, 0.5], [1 | 2 | 4, 4], [2, 6]].map(([from, to]) => () => {
      const got = new Float64Array(8);
      plumbline.extractState(one, Float64Array.of(1, 2, 3, 4, 5), from, got, to);
      return got;
    }),
    within(
      { integrator: Integrator.RK4 },
      () => plumbline.transitionFD(one, turning, 1e-5, 1, four(), null, null, null),
    ),
    () => plumbline.transitionFD(m, d, 1e-5, 1, four(), null, null, null),
    within(
      { integrator: Integrator.RK4 },
      () => plumbline.inverseFD(one, turning, 1e-5, 1, room, null, null, null, null, null, null),
    ),
    within(
      { noslip_iterations: 1 },
      () => plumbline.inverseFD(one, turning, 1e-5, 1, room, null, null, null, null, null, null),
    ),
    ...[[0, 1, 2], [0, 1, 1], [0, 1e-16, 1], [2, 1, 3], [0, 1, 0.5]].map((times) => () => {
      plumbline.initCtrlHistory(m, d, 0, Float64Array.from(times), Float64Array.of(4, 5, 6));
      return d.history.subarray(0, 9);
    }),
    () => {
      plumbline.initCtrlHistory(m, d, 0, null, Float64Array.of(7, 8, 9));
      plumbline.initSensorHistory(m, d, 2, Float64Array.of(0, 1, 3), null, 0.5);
      return d.history;
    },
    ...[0, -1, 1.5, NaN].map((steps) => () => plumbline.profile(one, turning, { steps }).total > 0),
    () => plumbline.copyData(turning, one, turning) === turning,
    () => plumbline.copyData(null, one, turning) === turning,
    () => {
      defaultSolRefImp(solref, null);
      defaultSolRefImp(null, solimp);
      return `${solref} ${solimp} ${JSON.stringify(defaultOption())}`;
    },
    () => {
      // until there is room for no more
      let count = 0;
      while (count < 1000 && plumbline.addContact(full, few, { pos: [1, 2, 3] }) === 0) count++;
      return `${count} ${few.ncon} ${few.nefc} ${few.warning.number} ${few.warning.lastinfo}`;
    },
    () => {
      plumbline.forward(m, d);
      const before = `${d.ncon} ${d.nefc}`;
      plumbline.addContact(m, d, { pos: [1, 2, 3], dim: 3 });
      return `${before} ${d.ncon} ${d.nefc} ${d.nisland} ${d.contact.efc_address.subarray(0, d.ncon)}`;
    },
    within({ disableflags: DisableBit.WARMSTART }, () => {
      turning.qacc_warmstart.fill(3);
      const a = four();
      plumbline.transitionFD(one, turning, 1e-3, 0, a, null, null, null);
      return `${a} ${turning.qacc_warmstart}`;
    }),
    () => {
      plumbline.kinematics(m, d);
      return d.xpos;
    },
    // what is counted for vertices and edges of flexes is counted anew
    () => {
      const again = plumbline.compile(LEVER);
      again.flexvert_J_rowadr.fill(9);
      again.flexvert_J_rownnz.fill(9);
      again.flexedge_J_rowadr.fill(9);
      again.flexedge_J_rownnz.fill(9);
      plumbline.setConst(again, new Data(again));
      const { flexedge_J_rowadr, flexedge_J_rownnz, flexvert_J_rowadr, flexvert_J_rownnz } = again;
      const { flex_vertedgeadr, flex_vertedgenum, flex_vertedge, flex_vertmetric } = again;
      return [flexedge_J_rowadr, flexedge_J_rownnz, flexvert_J_rowadr, flexvert_J_rownnz].join(" ") +
        [flex_vertedgeadr, flex_vertedgenum, flex_vertedge, flex_vertmetric].join(" ");
    },
    // trees that sleep until the user moves them
    ...[plumbline.kinematics, plumbline.inverse, plumbline.forward].flatMap((stage) =>
      [0, 1].map((move) => () => {
        const resting = plumbline.compile(RESTING);
        const asleep = new Data(resting);
        const before = `${asleep.tree_asleep}`;
        asleep.qpos[0] += move;
        stage(resting, asleep);
        return `${before} ${asleep.tree_asleep} ${asleep.ntree_awake} ${asleep.xpos}`;
      })
    ),
    // a control whose range is too narrow for a difference in either direction
    ...[0, 1, 2, 3].map((wanted) => () => {
      const narrow = plumbline.compile(NARROW);
      const [a, b, c, e] = [4, 2, 2, 1].map((n, k) => k === wanted ? new Float64Array(n).fill(NaN) : null);
      plumbline.transitionFD(narrow, new Data(narrow), 1e-3, 1, a, b, c, e);
      return `${a} ${b} ${c} ${e}`;
    }),
    // trees over triangles, with and without kernels
    () => {
      const { bvh_aabb, bvh_child } = plumbline.compile(SOLID);
      const other = withoutKernels(() => plumbline.compile(SOLID));
      return [...bvh_aabb, ...bvh_child].join() === [...other.bvh_aabb, ...other.bvh_child].join() && bvh_child;
    },
  ];
  return list.map(attempt);
}

/** Models and data of which one thing after the other is not what it should be. */
function changes(): string[] {
  const m = plumbline.compile(LEVER);
  const d = new Data(m);
  plumbline.forward(m, d);
  const lines: string[] = [`${d.ncon} ${d.nefc}`];
  const told = (what: string) => lines.push(`${what} ${attempt(() => plumbline.validate(m, d))}`);
  const put = (owner: object, field: string, value: unknown) => {
    const { [field]: before } = owner as Record<string, unknown>;
    Object.assign(owner, { [field]: value });
    told(`${field} ${String(value).slice(0, 20)}`);
    Object.assign(owner, { [field]: before });
  };
  const set = (array: Int32Array | Uint8Array | Float64Array, at: number, value: number, what: string) => {
    const { [at]: before } = array;
    array[at] = value;
    told(`${what} ${at} ${value}`);
    array[at] = before;
  };
  told("nothing");
  for (const other of [new Float32Array(m.nq), new Float64Array(m.nq + 1), [], undefined]) put(m, "qpos0", other);
  for (const by of [-1, 1]) put(m, "nbvhstatic", m.nbvhstatic + by);
  for (const count of [-1, 0.5, 2 ** 31, 1e6]) {
    put(d, "ncon", count);
    put(d, "nefc", count);
    put(d, "nisland", count);
  }
  put(d, "qpos", new Float64Array(m.nq - 1));
  put(d, "energy", Float64Array.of(1));
  for (const value of [-2, -1, 0, 1, 2]) {
    for (const field of ["sensor_objtype", "sensor_reftype", "sensor_objid", "sensor_refid"] as const) {
      for (let i = 0; i < m.nsensor; i++) set(m[field], i, value, field);
    }
    set(m.body_treeid, 0, value, "body_treeid");
    set(m.body_treeid, 2, value, "body_treeid");
    set(m.dof_treeid, 1, value, "dof_treeid");
    set(m.jnt_type, 0, value, "jnt_type");
    set(m.jnt_type, 1, value, "jnt_type");
    set(m.body_jntnum, 1, value, "body_jntnum");
    set(m.body_jntnum, 2, value, "body_jntnum");
    set(m.flexvert_J_rownnz, 1, value, "flexvert_J_rownnz");
    set(m.flexvert_J_rowadr, 1, 1000 * value, "flexvert_J_rowadr");
    set(m.flex_nodenum, 1, value, "flex_nodenum");
    set(m.flex_interp, 1, value, "flex_interp");
    set(m.flex_shellnum, 0, value, "flex_shellnum");
    set(m.flex_shelldataadr, 0, value, "flex_shelldataadr");
    set(m.mesh_bvhadr, 0, value, "mesh_bvhadr");
    for (const at of [0, 1, 2, 5, 9, m.mesh_graph.length - 13, m.mesh_graph.length - 1]) {
      set(m.mesh_graph, at, value, "mesh_graph");
    }
    set(d.contact.efc_address, 0, d.nefc + value, "efc_address");
    set(d.contact.dim, 0, 3 * value, "dim");
    set(d.contact.geom, 1, 4 * value, "geom");
    set(d.contact.flex, 0, value, "flex");
  }
  for (let at = 0; at < m.mesh_graph.length; at++) set(m.mesh_graph, at, -1, "mesh_graph");
  return lines;
}

/** Triangles of a file that meet in more vertices than a table has room for at first; some coordinates are −0. */
/** Trees that coupled tendons wake, which MuJoCo refuses to do; and trees that are pushed after it is asked who sleeps. */
function sleepers(): string[] {
  const slides = ["a", "b", "c", "e", "f"].map((name, i) =>
    `<body pos="${i} 0 1" sleep="allowed"><joint name="${name}" type="slide"/><geom size=".1"/></body>`
  );
  const tendons = ["a", "a b", "c", "e c", "f"].map((joints, i) =>
    `<fixed name="${i}">${joints.split(" ").map((joint) => `<joint joint="${joint}" coef="1"/>`).join("")}</fixed>`
  );
  const m = plumbline.compile(`<mujoco><option gravity="0 0 0"><flag sleep="enable"/></option>
    <worldbody>${slides.join("")}</worldbody><tendon>${tendons.join("")}</tendon>
    <equality><tendon tendon1="1" tendon2="2"/><tendon tendon1="4" tendon2="3"/><tendon tendon1="3" tendon2="1"/>
      <tendon tendon1="1"/><tendon tendon1="0" tendon2="4"/><joint joint1="e" joint2="b"/></equality></mujoco>`);
  const d = new Data(m);
  const lines: string[] = [];
  // awake trees count up, those that sleep together are a cycle
  for (
    const asleep of [
      ...[[0, 1, 2, 3, 4], [-5, 1, 2, 3, 4], [0, -5, 2, 3, 4], [0, 1, -5, 3, 4], [0, 1, 2, -5, 4], [0, 1, 2, 3, -5]],
      ...[[1, 0, 3, 2, 4], [1, 2, 0, -5, -6], [4, 2, 1, 3, 0]],
    ]
  ) {
    for (let i = 0; i < m.neq; i++) {
      d.eq_active.fill(0);
      d.eq_active[i] = 1;
      d.tree_asleep.set(asleep);
      updateSleep(m, d);
      lines.push(`${wakeEquality(m, d)} ${d.tree_asleep}`);
    }
  }
  plumbline.resetData(m, d);
  d.eq_active.fill(0);
  d.tree_asleep.set([0, 1, 2, -1, -1]);
  updateSleep(m, d);
  d.callbacks.passive = () => void (d.xfrc_applied.fill(0.1), d.qfrc_applied.fill(0.1));
  plumbline.step(m, d);
  lines.push(`${d.tree_asleep} ${d.qvel}`);
  return lines;
}

function surface(): Record<string, ArrayLike<number>> {
  const side = 7;
  const at = (i: number) => [i % side, Math.floor(i / side), i % side === 0 ? -0 : (i * i) % 5];
  const cells = Array.from({ length: side * side }, (_, i) => i).filter((i) =>
    i % side < side - 1 && i < side * (side - 1)
  );
  const triangles = cells.flatMap((i) => [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]);
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
  view.setUint32(80, triangles.length, true);
  triangles.forEach((corners, t) =>
    corners.forEach((corner, c) =>
      // the same corner with either zero
      at(corner).forEach((x, k) => view.setFloat32(96 + 50 * t + 12 * c + 4 * k, t % 2 === 0 ? x : x + 0, true))
    )
  );
  const { vert, face } = readStl("m", { name: "m.stl", bytes: new Uint8Array(view.buffer) }, true);
  return { stlVert: vert, stlFace: face };
}

/** Documents that attach and include others in ways that are rare, and a file with many faces. */
function documents(): string[] {
  const part =
    "<mujoco><worldbody><body name='b'><geom size='1'/></body><body name='c'><geom size='2'/></body></worldbody></mujoco>";
  const bodies = '<body name="p_b" pos="1 2 3"><geom size="3"/></body><body name="q" pos="0 0 5">';
  const attach = '<attach model="m" body="b" prefix="p_"/>';
  const model = '<asset><model name="m" file="m.xml"/></asset>';
  const texts: [string, plumbline.CompileOptions][] = [
    [`${model}<worldbody>${bodies}${attach}</body></worldbody>`, {}],
    [`${model}<worldbody>${bodies}</body><frame pos="0 1 0" euler="0 0 90">${attach}</frame></worldbody>`, {}],
    [`${model}<worldbody>${bodies}</body>${attach}</worldbody>`, {}],
    [`${model}<worldbody>${bodies}${attach.replace("p_", "r_")}</body></worldbody>`, {}],
    [`<include file="m.xml"/>`, { limits: { elements: 4 } }],
    [`<include file="m.xml"/>`, { limits: { elements: 9 } }],
    [`<include file="m.xml"/>`, { limits: { treeDepth: 3 } }],
  ];
  const lines = texts.map(([text, options]) =>
    attempt(() => {
      const { body_pos, body_quat, names } = plumbline.compile(`<mujoco>${text}</mujoco>`, {
        assets: { "m.xml": part },
        ...options,
      });
      return `${body_pos} ${body_quat} ${names}`;
    })
  );
  // models that attach each other as deeply as they may, and deeper
  const nested = (depth: number): plumbline.AssetSource => (path) => {
    const k = Number(/\d+/.exec(path)?.[0]);
    const next = `<asset><model name="m" file="${k + 1}.xml"/></asset>`;
    const text = `<mujoco>${
      k < depth ? next : ""
    }<worldbody><body name="b"><geom size="1"/></body></worldbody></mujoco>`;
    return new TextEncoder().encode(text);
  };
  for (const depth of [99, 100, 101]) {
    const main = '<mujoco><asset><model name="m" file="1.xml"/></asset></mujoco>';
    lines.push(attempt(() => plumbline.compile(main, { assets: nested(depth) }).nbody));
  }
  for (const text of ["", "\n", "\nmujoco", "\n\n<mujoco", "\n<mujoco/>\n<a/>"]) {
    lines.push(attempt(() => plumbline.compile(text).nbody));
  }
  for (const cause of ["Maximum call stack size exceeded", "Invalid typed array length: 9"]) {
    lines.push(tooLarge("it", new RangeError(cause)).message);
  }
  lines.push(...CABLES.map((xml) => attempt(() => plumbline.compile(xml).nbody)));
  const spec = new Spec();
  const twice = [spec.worldbody.addGeom({ size: [1] }), spec.worldbody.addGeom({ size: [1], name: "g" })];
  for (const element of [...twice, ...twice]) lines.push(attempt(() => element.delete()));
  spec.addNumeric({ name: "n", data: [Infinity, -Infinity, -0, 0, 5e-320, -3e-310, 1e300] });
  lines.push(attempt(() => spec.toMjcf()));
  const skin = (words: string) =>
    `<mujoco><worldbody><composite prefix="c" type="cable" count="4 1 1" curve="s" size="1"><geom type="box" size=".1 .02 .01"/>
    <skin texcoord="true" ${words}/></composite></worldbody></mujoco>`;
  for (const words of ['subgrid="0"', 'subgrid="2"']) {
    lines.push(attempt(() => plumbline.compile(skin(words)).nskinvert));
  }
  // more numbers than lists of a file have room for at first
  const count = 500;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const text = [
    ...numbers.map((i) => `v ${i} ${i % 7} ${i % 11}\nvt .${i} .5\nvn 0 ${i} 1`),
    ...numbers.slice(2).map((i) => `f ${i}/${i}/${i} ${i - 1}/${i}/${i} ${i + 1}/${i - 1}/${i}`),
  ].join("\n");
  const read = readObj("m", { name: "m.obj", bytes: new TextEncoder().encode(text) }, [1, 2, -1]);
  return [
    ...lines,
    ...Object.entries({ ...read, ...surface() }).map(([name, list]) => {
      const values = Array.from(list as ArrayLike<number>);
      return `${name} ${values.length} ${values.reduce((sum, x, i) => sum + x * (1 + i % 13), 0)} ${values.slice(-9)}`;
    }),
  ];
}

/** Disks of Node, and ones that are made up, whose files come piece by piece or are none. */
async function disks(): Promise<string[]> {
  const { Deno: platform = {} } = globalThis as { Deno?: object };
  const before = platform as Record<string, unknown>;
  const own = Object.fromEntries(["cwd", "realPathSync", "statSync", "openSync"].map((name) => [name, before[name]]));
  const lines: string[] = [];
  const load = async (path: string, options: plumbline.LoadOptions, isWhole: boolean) => {
    try {
      const loading = plumbline.loadModel(path, options);
      // a disk of Node is kept
      if (!isWhole) Object.assign(platform, own);
      lines.push(`${path} ${(await loading).ngeom}`);
    } catch (error) {
      lines.push(`${path} ${(error as Error).message}`);
    }
  };
  const text = new TextEncoder().encode("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  const folder = process.cwd();
  try {
    for (const path of [`${folder}/golden/mjcf/used_threads/model.xml`, "/dev/null", folder, "/nowhere"]) {
      Object.assign(platform, { openSync: undefined });
      await load(path, {}, false);
    }
    const { getBuiltinModule } = process;
    Object.assign(platform, { openSync: undefined });
    Object.assign(process, { getBuiltinModule: undefined });
    const none = load("/m.xml", {}, false);
    Object.assign(process, { getBuiltinModule });
    await none;
    let open = 0;
    Object.assign(platform, {
      cwd: () => "/here",
      realPathSync: (path: string) => {
        if (path.includes("none")) throw new Error("none");
        return path.replace("link", "root");
      },
      statSync: (path: string) => ({ isFile: !path.endsWith("pipe"), isDirectory: path.endsWith("folder"), size: 0 }),
      openSync: (path: string) => {
        if (path.includes("locked")) throw new Error("locked");
        let at = 0;
        open++;
        return {
          statSync: () => ({ isFile: !path.includes("swapped"), size: text.length + (path.includes("cut") ? 5 : 0) }),
          readSync: (into: Uint8Array) => {
            const some = text.subarray(at, at + Math.min(into.length, path.includes("piece") ? 7 : 1000));
            into.set(some);
            at += some.length;
            return some.length || (path.includes("null") ? null : 0);
          },
          close: () => void open--,
        };
      },
    });
    const names = [
      "/m",
      "m",
      "C:/m",
      "C:m",
      "9:m",
      "\\m",
      "/piece",
      "/cut",
      "/cut_null",
      "/pipe",
      "/swapped",
      "/locked",
    ];
    for (const path of [...names, "/none", "/folder"]) await load(path, {}, true);
    for (const documentBytes of [text.length, text.length - 1]) await load("/m", { limits: { documentBytes } }, true);
    for (const root of ["/root", "/root/", "/roo", "C:\\", "/", "/none"]) {
      for (const path of ["/root/m", "/link/m", "/rooted/m", "C:\\m"]) await load(path, { root }, true);
    }
    lines.push(`${open} open`);
  } finally {
    Object.assign(platform, own);
  }
  return lines.map((line) => line.replaceAll(folder, ""));
}
