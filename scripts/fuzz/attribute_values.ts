/** Values of attributes that random documents use. */

import type { Random } from "./random.ts";

/** Makes the value of an attribute. */
export type Value = (random: Random) => string;

/** Makes a positive number. */
export const POSITIVE: Value = (r) => String(r.real(0.01, 2));
/** Makes a small positive number. */
export const SMALL: Value = (r) => String(r.real(0.001, 0.2));
/** Makes a visual group. */
export const GROUP: Value = (r) => String(r.int(0, 5));
/** Makes a color. */
export const RGBA: Value = (r) => r.reals(4, 0, 1);

/** Values of attributes that arbitrary numbers would make invalid, by name, or by element and name. */
export const VALUES: Record<string, Value> = {
  group: GROUP,
  condim: (r) => r.pick(["1", "3", "4", "6"]),
  priority: (r) => String(r.int(-1, 2)),
  contype: (r) => String(r.int(0, 7)),
  conaffinity: (r) => String(r.int(0, 7)),
  solref: (r) => r.chance(0.8) ? r.reals(2, 0.005, 2) : `${-r.real(1, 1000)} ${-r.real(1, 100)}`,
  solreflimit: (r) => r.reals(r.int(1, 2), 0.005, 2),
  solreffriction: (r) => r.reals(2, 0.005, 2),
  solimp: (r) => `${r.real(0.1, 0.8)} ${r.real(0.85, 0.99)} ${r.real(0.001, 0.1)}`,
  solimplimit: (r) => `${r.real(0.1, 0.8)} ${r.real(0.85, 0.99)}`,
  solimpfriction: (r) => `${r.real(0.1, 0.8)}`,
  friction: (r) => r.reals(r.int(1, 3), 0.001, 2),
  rgba: RGBA,
  margin: SMALL,
  gap: SMALL,
  solmix: POSITIVE,
  mass: (r) => r.chance(0.1) ? "0" : String(r.real(0.1, 5)),
  density: (r) => String(r.real(1, 2000)),
  armature: SMALL,
  damping: POSITIVE,
  stiffness: POSITIVE,
  frictionloss: SMALL,
  springdamper: (r) => r.reals(2, 0.05, 1),
  axis: (r) => `${r.real(0.1, 1)} ${r.real(-1, 1)} ${r.real(-1, 1)}`,
  quat: (r) => `${r.real(0.1, 1)} ${r.real(-1, 1)} ${r.real(-1, 1)} ${r.real(-1, 1)}`,
  axisangle: (r) => `${r.real(0.1, 1)} ${r.real(-1, 1)} ${r.real(-1, 1)} ${r.real(-180, 180)}`,
  xyaxes: (r) => `1 ${r.real(-0.5, 0.5)} ${r.real(-0.5, 0.5)} ${r.real(-0.5, 0.5)} 1 ${r.real(-0.5, 0.5)}`,
  zaxis: (r) => `${r.real(-1, 1)} ${r.real(-1, 1)} ${r.real(0.1, 1)}`,
  euler: (r) => r.reals(3, -180, 180),
  pos: (r) => r.reals(3, -1, 1),
  gravcomp: (r) => String(r.real(0, 1)),
  user: (r) => r.reals(r.int(1, 3), -5, 5),
  fovy: (r) => String(r.real(20, 90)),
  resolution: (r) => `${r.int(1, 64)} ${r.int(1, 48)}`,
  sensorsize: (r) => r.reals(2, 0.01, 0.1),
  dir: (r) => `${r.real(-1, 1)} ${r.real(-1, 1)} ${-r.real(0.1, 1)}`,
  timestep: (r) => String(r.real(0.0005, 0.01)),
  impratio: POSITIVE,
  density_option: POSITIVE,
  cutoff: POSITIVE,
  noise: SMALL,
  gear: (r) => r.reals(r.int(1, 6), 0.5, 3),
  width: SMALL,
  texrepeat: (r) => r.reals(2, 1, 4),
  fluidcoef: (r) => r.reals(r.int(1, 5), 0, 2),
  fitscale: POSITIVE,
  realtime: POSITIVE,
  znear: SMALL,
  extent: POSITIVE,
};

/** Attributes that depend on each other or on names: written by hand. */
export const BY_HAND = new Set([
  ...[
    "name",
    "class",
    "childclass",
    "type",
    "size",
    "fromto",
    "mesh",
    "hfield",
    "material",
    "texture",
    "target",
    "mode",
  ],
  ...["limited", "range", "actuatorfrclimited", "actuatorfrcrange", "align", "shellinertia", "directional", "sleep"],
  ...["quat", "axisangle", "xyaxes", "zaxis", "euler", "mocap", "focal", "focalpixel", "principal", "principalpixel"],
  ...["sensorsize", "file", "output", "springlength", "nsample", "interp", "delay", "interval", "fovy", "diaginertia"],
]);
