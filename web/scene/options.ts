/** What is drawn: the options of MuJoCo's `simulate`, with their keys. */

/** An option that is on or off. */
export interface Option {
  name: string;
  key: string;
  isOn: boolean;
}

/** Elements of the model, and rendering effects. */
export const OPTIONS = {
  texture: { name: "Textures", key: "x", isOn: true },
  hull: { name: "Convex hulls", key: "h", isOn: false },
  transparent: { name: "Transparent", key: "t", isOn: false },
  joint: { name: "Joints", key: "j", isOn: false },
  camera: { name: "Cameras", key: "q", isOn: false },
  light: { name: "Lights", key: "z", isOn: false },
  tendon: { name: "Tendons", key: "v", isOn: true },
  inertia: { name: "Inertia boxes", key: "i", isOn: false },
  com: { name: "Centers of mass", key: "m", isOn: false },
  contactPoint: { name: "Contact points", key: "c", isOn: false },
  contactForce: { name: "Contact forces", key: "f", isOn: false },
  pull: { name: "Perturbation", key: "b", isOn: true },
  statics: { name: "Static bodies", key: "d", isOn: true },
  skin: { name: "Skins and flexes", key: ";", isOn: true },
  shadow: { name: "Shadows", key: "s", isOn: true },
  reflection: { name: "Reflections", key: "r", isOn: true },
  wireframe: { name: "Wireframe", key: "w", isOn: false },
  skybox: { name: "Sky", key: "k", isOn: true },
  haze: { name: "Haze", key: "/", isOn: true },
  ghost: { name: "Ghost of the other engine", key: "o", isOn: true },
  fog: { name: "Fog", key: "g", isOn: false },
} as const satisfies Record<string, Option>;

/** Name of an option. */
export type OptionName = keyof typeof OPTIONS;

/** Number of groups that geoms, sites, and other elements are divided into. */
export const GROUPS = 6;

/** Whose frames are drawn. */
export const FRAMES = ["none", "body", "geom", "site", "world"] as const;

/** What is drawn at present. */
export interface Shown extends Record<OptionName, boolean> {
  geomGroups: boolean[];
  siteGroups: boolean[];
  frames: typeof FRAMES[number];
}

/** What `simulate` shows when it starts. */
export function defaultShown(): Shown {
  const flags = Object.fromEntries(Object.entries(OPTIONS).map(([name, { isOn }]) => [name, isOn]));
  const groups = () => Array.from({ length: GROUPS }, (_, i) => i < 3);
  return { ...flags as Record<OptionName, boolean>, geomGroups: groups(), siteGroups: groups(), frames: "none" };
}
