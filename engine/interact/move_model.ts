/** Models that the user moves in the room, as in virtual reality. */

import { axisAngle2Quat, mulQuat, normalize4 } from "../math/quat.ts";
import { log, PI } from "../math/scalar.ts";
import { addScl3, cross, dot3, normalize3, scl3 } from "../math/vec3.ts";
import { Mouse } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { cameraInRoom } from "./camera.ts";
import type { Scene } from "./scene.ts";

const looking = new Float64Array(3);
const forward = new Float64Array(3);
const right = new Float64Array(3);
const axis = new Float64Array(3);
const turn = new Float64Array(4);
const rotate = new Float64Array(4);

/**
 * Moves, turns, or scales the model in the room by a mouse movement, if that is enabled: `action` is a value of `Mouse`,
 * `reldx` and `reldy` are the movement as a part of the height of the picture, and `roomup` is up in the room.
 */
export function moveModel(
  m: Model,
  action: number,
  reldx: number,
  reldy: number,
  roomup: Float64Array,
  scene: Scene,
): void {
  const { translate } = scene;
  const { extent } = m.stat;
  if (!scene.enabletransform) return;

  // the horizontal directions of the camera
  cameraInRoom(null, looking, null, scene);
  addScl3(forward, 0, looking, 0, roomup, 0, -dot3(looking, 0, roomup, 0));
  normalize3(forward, 0);
  cross(right, 0, forward, 0, roomup, 0);
  normalize3(right, 0);

  switch (action) {
    case Mouse.ROTATE_V:
    case Mouse.ROTATE_H: {
      const about = action === Mouse.ROTATE_V ? roomup : forward;
      scl3(axis, 0, about, 0, reldx);
      addScl3(axis, 0, axis, 0, right, 0, reldy);
      const angle = normalize3(axis, 0);
      axisAngle2Quat(turn, 0, axis, 0, angle * PI);
      rotate.set(scene.rotate);
      mulQuat(rotate, 0, turn, 0, rotate, 0);
      normalize4(rotate, 0);
      scene.rotate.set(rotate);
      break;
    }
    case Mouse.MOVE_V:
    case Mouse.MOVE_V_REL:
      for (let i = 0; i < 3; i++) translate[i] += Math.fround(right[i] * reldx - roomup[i] * reldy) * extent;
      break;
    case Mouse.MOVE_H:
    case Mouse.MOVE_H_REL:
      for (let i = 0; i < 3; i++) translate[i] += Math.fround(right[i] * reldx - forward[i] * reldy) * extent;
      break;
    case Mouse.ZOOM: {
      const growth = log(Math.fround(1 + Math.fround(scene.scale / 3))) * reldy * 3;
      const scale = Math.fround(Math.fround(scene.scale) + Math.fround(growth));
      scene.scale = Math.max(Math.fround(0.01), Math.min(100, scale));
      break;
    }
    default:
      throw new RangeError(`moveModel: ${action} is not a value of Mouse`);
  }
}
