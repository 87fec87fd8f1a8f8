/** Cameras. */

import { CamLight, CamOutBit, Projection } from "../../types/enums.ts";
import type { Orientation } from "../../types/spec.ts";
import * as K from "../keywords.ts";
import { between, defaultsOf, each, floats, ints, keyword, keywords, real, type RecordOf, text } from "./attribute.ts";
import { NAMED, position, rotation, user } from "./shared.ts";

/** Attributes of a camera, in classes too. */
export const CAMERA_DEFAULT = {
  projection: keyword(K.PROJECTION, Projection.PERSPECTIVE, "cam_projection"),
  fovy: real(45, "cam_fovy", between(20, 90)),
  ipd: real(0.068, "cam_ipd"),
  resolution: ints(2, [1, 1], "cam_resolution", each([1, 64], [1, 48])),
  output: keywords(K.CAMERA_OUTPUT, CamOutBit.RGB, "cam_output"),
  pos: position("cam_pos"),
  ...rotation("cam_quat"),
  mode: keyword(K.CAM_LIGHT, CamLight.FIXED, "cam_mode"),
  focal: floats(2, [0, 0]),
  focalpixel: floats(2, [0, 0]),
  principal: floats(2, [0, 0]),
  principalpixel: floats(2, [0, 0]),
  sensorsize: floats(2, [0, 0], "cam_sensorsize", between(0.01, 0.1)),
  user: user("cam_user"),
};

/** The attributes that a record of a camera holds. */
export const CAMERA = { ...CAMERA_DEFAULT, target: text("") };

/** The grammar of `<camera>`. */
export const CAMERA_ELEMENT = { ...NAMED, ...CAMERA };

/** The values of a record's attributes. */
export interface CameraAttributes extends RecordOf<typeof CAMERA>, Orientation {}

/** The built-in defaults of cameras. */
export function cameraDefaults(): CameraAttributes {
  return defaultsOf(CAMERA, { orientation: "" });
}
