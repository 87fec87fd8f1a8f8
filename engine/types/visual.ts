/** How a model is shown: the settings of `<visual>`, by section. MuJoCo has them in single precision. */

/** The settings of a document that says nothing. */
export const VISUAL = {
  global: {
    cameraid: -1,
    orthographic: 0,
    fovy: 45,
    ipd: 0.068,
    azimuth: 90,
    elevation: -45,
    linewidth: 1,
    glow: 0.3,
    realtime: 1,
    offwidth: 640,
    offheight: 480,
    ellipsoidinertia: 0,
    bvactive: 1,
  },
  quality: { shadowsize: 4096, offsamples: 4, numslices: 28, numstacks: 16, numquads: 4 },
  headlight: { ambient: [0.1, 0.1, 0.1], diffuse: [0.4, 0.4, 0.4], specular: [0.5, 0.5, 0.5], active: 1 },
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
    framelength: 1,
    framewidth: 0.1,
    constraint: 0.1,
    slidercrank: 0.2,
    frustum: 10,
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
    contacttorque: [0.9, 0.7, 0.9, 1],
    contactgap: [0.5, 0.8, 0.9, 1],
    rangefinder: [1, 1, 0.1, 1],
    constraint: [0.9, 0, 0, 1],
    slidercrank: [0.5, 0.3, 0.8, 1],
    crankbroken: [0.9, 0, 0, 1],
    frustum: [1, 1, 0, 0.2],
    bv: [0, 1, 0, 0.5],
    bvactive: [1, 0, 0, 0.5],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number | readonly number[]>>>>;

/** The settings by section: numbers, and arrays for colors. */
export type Visual = {
  readonly [Section in keyof typeof VISUAL]: {
    -readonly [Name in keyof (typeof VISUAL)[Section]]: (typeof VISUAL)[Section][Name] extends number ? number
      : Float64Array;
  };
};

/**
 * The settings of a document that says nothing.
 *
 * @example The stiffness of the mouse
 * ```ts
 * import { compile, defaultVisual } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`<mujoco><visual><map stiffness="200"/></visual></mujoco>`);
 * assert.equal(model.vis.map.stiffness, 2 * defaultVisual().map.stiffness);
 * ```
 */
export function defaultVisual(): Visual {
  const visual: Record<string, Section> = { ...EMPTY };
  const { buffer } = COLORS.slice();
  for (const { name, values, colors } of SECTIONS) {
    const section = { ...values };
    for (const { name, at, length } of colors) section[name] = new Float64Array(buffer, at, length);
    visual[name] = section;
  }
  return visual as Visual;
}

type Section = Record<string, number | Float64Array>;

const NO_COLOR = new Float64Array(0);

/** All colors, end to end. */
const COLORS = Float64Array.from(
  Object.values(VISUAL).flatMap((values) => Object.values(values)).filter((value) => typeof value !== "number").flat(),
  Math.fround,
);

/** The sections, of which all settings are copies: V8-3. Colors have places in one block: V8-5. */
const SECTIONS = listSections();

const EMPTY: Record<string, Section> = Object.fromEntries(SECTIONS.map(({ name, values }) => [name, values]));

function listSections() {
  let at = 0;
  return Object.entries(VISUAL).map(([name, settings]) => {
    const values: Section = {};
    const colors: { name: string; at: number; length: number }[] = [];
    for (const [setting, value] of Object.entries(settings) as [string, number | readonly number[]][]) {
      values[setting] = typeof value === "number" ? Math.fround(value) : NO_COLOR;
      if (typeof value === "number") continue;
      colors.push({ name: setting, at, length: value.length });
      at += value.length * COLORS.BYTES_PER_ELEMENT;
    }
    return { name, values: { ...values }, colors };
  });
}

/** How many numbers there are. */
export const VISUAL_NUMBERS: number = Object.values(VISUAL).flatMap((values) => Object.values(values)).flat().length;

/** All numbers, end to end. */
export function numbersOfVisual(visual: Visual): number[] {
  return Object.values(visual).flatMap((values) => Object.values(values)).flatMap((value) =>
    typeof value === "number" ? [value] : [...value]
  );
}

/** Settings from all numbers, end to end. */
export function visualFrom(numbers: ArrayLike<number>): Visual {
  const visual = defaultVisual();
  let at = 0;
  for (const values of Object.values(visual) as Record<string, number | Float64Array>[]) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === "number") values[name] = numbers[at++];
      else for (let k = 0; k < value.length; k++) value[k] = numbers[at++];
    }
  }
  return visual;
}
