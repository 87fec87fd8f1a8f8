/** How a model is shown: what its document says in `<visual>`, and MuJoCo's values for the rest. */

/** A color: red, green, blue, and alpha from 0 to 1. */
export type Rgba = readonly number[];

/** The settings of a document that says nothing. */
const VISUAL = {
  global: { fovy: 45, azimuth: 90, elevation: -45, glow: 0.3, orthographic: 0, cameraid: -1, ellipsoidinertia: 0 },
  headlight: { active: 1, ambient: [0.1, 0.1, 0.1], diffuse: [0.4, 0.4, 0.4], specular: [0.5, 0.5, 0.5] },
  map: {
    stiffness: 100,
    stiffnessrot: 500,
    force: 0.005,
    torque: 0.1,
    alpha: 0.3,
    fogstart: 3,
    fogend: 10,
    znear: 0.01,
    zfar: 50,
    haze: 0.3,
    shadowclip: 1,
    shadowscale: 0.6,
    actuatortendon: 2,
  },
  quality: { shadowsize: 4096 },
  scale: {
    forcewidth: 0.1,
    contactwidth: 0.3,
    contactheight: 0.1,
    connect: 0.2,
    com: 0.4,
    camera: 0.3,
    light: 0.3,
    selectpoint: 0.2,
    jointlength: 1,
    jointwidth: 0.1,
    actuatorlength: 0.7,
    actuatorwidth: 0.2,
    slidercrank: 0.2,
    framelength: 1,
    framewidth: 0.1,
    constraint: 0.1,
  },
  rgba: {
    fog: [0, 0, 0, 1],
    haze: [1, 1, 1, 1],
    force: [1, 0.5, 0.5, 1],
    inertia: [0.8, 0.2, 0.2, 0.6],
    joint: [0.2, 0.6, 0.8, 1],
    actuator: [0.2, 0.25, 0.2, 1],
    actuatornegative: [0.2, 0.6, 0.9, 1],
    actuatorpositive: [0.9, 0.4, 0.2, 1],
    com: [0.9, 0.9, 0.9, 1],
    camera: [0.6, 0.9, 0.6, 1],
    light: [0.6, 0.6, 0.9, 1],
    selectpoint: [0.9, 0.9, 0.1, 1],
    connect: [0.2, 0.2, 0.8, 1],
    contactpoint: [0.9, 0.6, 0.2, 1],
    contactforce: [0.7, 0.9, 0.9, 1],
    contactfriction: [0.9, 0.8, 0.4, 1],
    contactgap: [0.5, 0.8, 0.9, 1],
    rangefinder: [1, 1, 0.1, 1],
    slidercrank: [0.5, 0.3, 0.8, 1],
    crankbroken: [0.9, 0, 0, 1],
    constraint: [0.9, 0, 0, 1],
  },
};

/** All settings. */
export type Visual = typeof VISUAL;

/** The settings of a document, given what it says. */
export function visualOf(given: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Visual {
  const section = ([name, defaults]: [string, object]) => {
    const values = given[name] ?? {};
    const known = Object.entries(defaults).map(([key, value]) => {
      const said = values[key];
      return [key, said === undefined ? value : ArrayBuffer.isView(said) ? [...said as Float64Array] : Number(said)];
    });
    return [name, Object.fromEntries(known)];
  };
  return Object.fromEntries(Object.entries(VISUAL).map(section));
}
