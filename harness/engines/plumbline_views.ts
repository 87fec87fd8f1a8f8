/** Uses of Plumbline by viewers: cameras, the mouse, skins, and what is below the mouse, in unequal poses. */

import * as plumbline from "../../mod.ts";
import { Camera, Data, type Model, Mouse, type Scene, type ViewCamera, type Viewpoint, VisFlag } from "../../mod.ts";
import { randomFrom, symmetricFrom } from "../random.ts";

const ACTIONS = Object.values(Mouse).filter((action) => action !== Mouse.NONE);
const SEED = 4;

/** Everything that the uses say. */
export function saidByViewers(m: Model): string[] {
  const d = new Data(m);
  const random = symmetricFrom(SEED);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = random();
  plumbline.integratePos(m, d.qpos, d.qvel, 0.15);
  plumbline.forward(m, d);
  return [...viewpoints(m, d), ...rooms(m), ...hits(m, d), ...skins(m, d), ...drags(m, d)];
}

function viewpointsOf(m: Model): Viewpoint[] {
  const common = { distance: 2.3, azimuth: 200, elevation: 25, orthographic: 0 };
  const free = { ...plumbline.defaultCamera(), ...common, lookat: Float64Array.of(0.1, -0.3, 0.2) };
  const tracking = { ...free, type: Camera.TRACKING, trackbodyid: 3, azimuth: -120, elevation: -33 };
  const fixed = Array.from({ length: m.ncam }, (_, fixedcamid) => ({ ...free, type: Camera.FIXED, fixedcamid }));
  const others = [{ ...free, type: Camera.USER }, { ...tracking, trackbodyid: 99 }, { ...fixed[0], fixedcamid: 7 }];
  return [plumbline.defaultFreeCamera(m), free, tracking, ...fixed, ...others].map((it) => ({
    ...it,
    lookat: it.lookat.slice(),
  }));
}

function numbersOf(it: Viewpoint | ViewCamera | plumbline.Perturb): string {
  return Object.values(it).map((value) => typeof value === "number" ? value : value.join(" ")).join(" ");
}

/** A scene whose eyes differ, moved in the room. */
function movedScene(m: Model, orthographic: number): Scene {
  const scene = plumbline.makeScene(m);
  const random = symmetricFrom(SEED + 1);
  for (const eye of scene.camera) {
    for (const vec of [eye.pos, eye.forward, eye.up]) for (let i = 0; i < 3; i++) vec[i] = random();
    eye.frustum_top = 0.04 + 0.01 * random();
    eye.frustum_bottom = -0.03 + 0.01 * random();
    eye.frustum_center = 0.01 * random();
    eye.frustum_width = 0.05 + 0.01 * random();
    eye.frustum_near = 0.05 + 0.01 * random();
    eye.frustum_far = 30 + random();
    eye.orthographic = orthographic;
  }
  Object.assign(scene, { enabletransform: 1, scale: 1.3 });
  scene.translate.set([0.3, -0.2, 0.5]);
  scene.rotate.set([0.5, 0.5, -0.1, 0.7]);
  return scene;
}

/** What cameras show, before and after they are moved by the mouse. */
function viewpoints(m: Model, d: Data): string[] {
  const lines: string[] = [];
  for (const orthographic of [0, 1]) {
    m.vis.global.orthographic = orthographic;
    for (const viewpoint of viewpointsOf(m)) {
      const scene = movedScene(m, 0);
      lines.push(attempt(() => {
        plumbline.updateCamera(m, d, viewpoint, scene);
        return scene.camera.map(numbersOf).join(" ") + scene.enabletransform + numbersOf(viewpoint);
      }));
      lines.push(attempt(() => {
        const [vertical, horizontal, depth] = [0, 1, 2].map(() => new Float32Array(2).fill(7));
        plumbline.cameraFrustum(vertical, horizontal, depth, m, viewpoint);
        return `${vertical} ${horizontal} ${depth}`;
      }));
      const frame = [0, 1, 2, 3].map(() => new Float64Array(3));
      lines.push(attempt(() => {
        plumbline.cameraFrame(frame[0], frame[1], frame[2], frame[3], d, viewpoint);
        return frame.join(" ");
      }));
      for (const action of orthographic ? [] : [...ACTIONS, 17]) {
        for (const [reldx, reldy] of [[0.3, -0.2], [-0.9, 0.7], [1.7, 40]]) {
          lines.push(attempt(() => {
            plumbline.moveCamera(m, action, reldx, reldy, scene, viewpoint);
            return numbersOf(viewpoint);
          }));
        }
      }
    }
  }
  m.vis.global.orthographic = 0;
  for (const azimuth of [-180, 180, -181, 181]) {
    const viewpoint = { ...plumbline.defaultCamera(), azimuth };
    plumbline.moveCamera(m, Mouse.ROTATE_V, 0, 0, movedScene(m, 0), viewpoint);
    lines.push(numbersOf(viewpoint));
  }
  lines.push(numbersOf(plumbline.defaultCamera()));
  return lines;
}

/** Models that are moved in a room, and cameras in it. */
function rooms(m: Model): string[] {
  const lines: string[] = [];
  for (const orthographic of [0, 1]) {
    for (const enabletransform of [0, 1]) {
      const scene = Object.assign(movedScene(m, orthographic), { enabletransform });
      const [a, b, c] = [0, 1, 2].map(() => new Float64Array(3));
      const quat = new Float64Array(4);
      for (const camera of [plumbline.cameraInModel, plumbline.cameraInRoom]) {
        camera(a, b, c, scene);
        lines.push(`${a} ${b} ${c}`);
        camera(null, null, a, scene);
        camera(b, null, null, scene);
        camera(null, c, null, scene);
        lines.push(`${a} ${b} ${c}`);
      }
      lines.push(`${plumbline.frustumHeight(scene)} ${numbersOf(plumbline.averageCamera(...scene.camera))}`);
      for (const place of [plumbline.room2model, plumbline.model2room]) {
        place(a, quat, Float64Array.of(0.1, 0.7, -0.4), Float64Array.of(0.5, -0.5, 0.1, 0.7), scene);
        lines.push(`${a} ${quat}`);
      }
      for (const action of [...ACTIONS, 17]) {
        for (const [reldx, reldy] of [[0.2, -0.3], [-0.4, 0.1], [0.3, 120], [0.1, -200]]) {
          // looks elsewhere each time
          const { forward } = scene.camera[0];
          forward.set([forward[1], forward[2], forward[0]]);
          lines.push(attempt(() => {
            plumbline.moveModel(m, action, reldx, reldy, Float64Array.of(0.1, -0.2, 0.97), scene);
            return `${scene.translate} ${scene.rotate} ${scene.scale}`;
          }));
        }
      }
    }
  }
  for (const forward of [[0.3, -0.4, 0.5], [0, 0, 1], [1e-16, 0, 1], [-1, 0, 0.2]]) {
    const res = new Float64Array(3);
    plumbline.alignToCamera(res, Float64Array.of(0.4, 0.7, -0.2), Float64Array.from(forward));
    lines.push(res.join(" "));
  }
  const scene = movedScene(m, 0);
  scene.camera[1].orthographic = 1;
  lines.push(attempt(() => plumbline.averageCamera(...scene.camera)), attempt(() => plumbline.frustumHeight(scene)));
  const flat = movedScene(m, 1);
  for (const eye of flat.camera) eye.frustum_near = 0;
  lines.push(attempt(() => plumbline.frustumHeight(flat)));
  for (const eye of flat.camera) eye.orthographic = 0;
  lines.push(attempt(() => plumbline.frustumHeight(flat)));
  scene.camera[1].frustum_near = 0;
  for (const camera of [plumbline.cameraInRoom, plumbline.cameraInModel]) {
    lines.push(attempt(() => camera(null, null, null, scene)));
  }
  scene.scale = 0;
  for (const place of [plumbline.room2model, plumbline.model2room]) {
    lines.push(
      attempt(() => place(new Float64Array(3), new Float64Array(4), new Float64Array(3), new Float64Array(4), scene)),
    );
  }
  return lines;
}

/** What is below points of the picture, with several things shown. */
function hits(m: Model, d: Data): string[] {
  const lines: string[] = [];
  const { FLEXVERT, FLEXEDGE, FLEXFACE, FLEXSKIN, SKIN, STATIC } = VisFlag;
  const looks: [number[], number, number][] = [
    [[], 1.4, 0],
    [[STATIC], 1.1, 1],
    [[SKIN, FLEXVERT], 1.4, 0],
    [[FLEXEDGE, FLEXFACE], 0.9, 0],
    [[FLEXSKIN, FLEXEDGE, SKIN], 1.4, 0],
    [[FLEXVERT, FLEXEDGE], 1.2, 2],
  ];
  const option = plumbline.defaultViewOption();
  lines.push(`${option.geomgroup} ${option.skingroup} ${option.flags}`);
  option.skingroup[4] = 1;
  const ids = [0, 1, 2].map(() => new Int32Array(1));
  const point = new Float64Array(3);
  for (const viewpoint of viewpointsOf(m).slice(1, 4)) {
    const scene = plumbline.makeScene(m);
    plumbline.updateCamera(m, d, viewpoint, scene);
    plumbline.updateSkin(m, d, scene, option);
    for (const [flipped, aspect, layer] of looks) {
      const look = { ...option, flags: option.flags.slice(), geomgroup: option.geomgroup.slice(), flex_layer: layer };
      for (const flag of flipped) look.flags[flag] ^= 1;
      if (flipped.length === 3) look.geomgroup.fill(0);
      for (let x = 0.25; x < 0.8; x += 0.13) {
        for (let y = 0.22; y < 0.8; y += 0.1) {
          const [geom, flex, skin] = ids;
          const body = plumbline.select(m, d, look, aspect, x, y, scene, point, geom, flex, skin);
          lines.push(`${body} ${ids} ${point}`);
        }
      }
    }
  }
  return lines;
}

function skins(m: Model, d: Data): string[] {
  const scene = plumbline.makeScene(m);
  const option = plumbline.defaultViewOption();
  const lines: string[] = [JSON.stringify(scene)];
  for (const groups of [[], [4], [1]]) {
    for (const group of groups) option.skingroup[group] ^= 1;
    plumbline.updateSkin(m, d, scene, option);
    lines.push(`${scene.skinvert} ${scene.skinnormal}`);
  }
  plumbline.updateSkin(m, d, scene);
  lines.push(`${scene.skinvert} ${scene.skinnormal}`);
  return lines;
}

/** Bodies that are dragged, each with all that the mouse does. */
function drags(m: Model, d: Data): string[] {
  const lines: string[] = [];
  const random = randomFrom(SEED + 2);
  const vert = m.flex_vertbodyid[1];
  const own = plumbline.copyData(null, m, d);
  for (
    const [select, flexselect] of [[-1, -1], [0, -1], [1, -1], [2, -1], [3, -1], [4, -1], [5, -1], [vert, 0], [6, 1]]
  ) {
    for (const orthographic of [0, 1]) {
      const scene = movedScene(m, orthographic);
      const localpos = Float64Array.of(0.05 * random(), -0.1 * random(), 0.1 * random());
      const pert = { ...plumbline.defaultPerturb(), select, flexselect, localpos };
      plumbline.initPerturb(m, d, scene, pert);
      lines.push(numbersOf(pert));
      for (const action of select < 0 ? [] : [...ACTIONS, 17]) {
        for (const far of [0.2, 0.6]) {
          lines.push(attempt(() => {
            plumbline.movePerturb(m, d, action, far * random(), -far * random(), scene, pert);
            return numbersOf(pert);
          }));
        }
      }
      for (const [active, active2, paused] of [[0, 0, 1], [1, 0, 0], [0, 2, 1], [3, 1, 1], [2, 0, 0]] as const) {
        own.xfrc_applied.fill(0);
        own.mocap_pos.set(d.mocap_pos);
        own.mocap_quat.set(d.mocap_quat);
        own.qpos.set(d.qpos);
        const its = { ...pert, active, active2 };
        plumbline.applyPerturbForce(m, own, its);
        plumbline.applyPerturbPose(m, own, its, paused);
        const forces = own.xfrc_applied.filter((x) => x !== 0);
        lines.push(`${forces} ${own.mocap_pos} ${own.mocap_quat} ${own.qpos.subarray(0, 12)}`);
      }
    }
  }
  const pert = { ...plumbline.defaultPerturb(), select: 6, flexselect: 1 };
  m.flex_rigid[1] = 1;
  plumbline.initPerturb(m, d, movedScene(m, 0), pert);
  m.flex_rigid[1] = 0;
  lines.push(numbersOf(pert));
  return lines;
}

function attempt(call: () => unknown): string {
  try {
    return String(call());
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
