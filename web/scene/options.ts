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
  actuator: { name: "Actuators", key: "u", isOn: false },
  activation: { name: "Activations", key: ",", isOn: false },
  light: { name: "Lights", key: "z", isOn: false },
  tendon: { name: "Tendons", key: "v", isOn: true },
  rangefinder: { name: "Rangefinders", key: "y", isOn: true },
  equality: { name: "Equality constraints", key: "e", isOn: false },
  inertia: { name: "Inertia boxes", key: "i", isOn: false },
  scaleInertia: { name: "Inertia boxes by mass", key: "'", isOn: false },
  com: { name: "Centers of mass", key: "m", isOn: false },
  connect: { name: "Skeleton", key: "a", isOn: false },
  contactPoint: { name: "Contact points", key: "c", isOn: false },
  contactForce: { name: "Contact forces", key: "f", isOn: false },
  contactSplit: { name: "Normal force and friction", key: "p", isOn: false },
  island: { name: "Islands", key: "n", isOn: false },
  bodyVolume: { name: "Volumes of bodies", key: "`", isOn: false },
  meshVolume: { name: "Volumes of meshes", key: "\\", isOn: false },
  force: { name: "Applied forces", key: "b", isOn: false },
  pull: { name: "Pulled point", key: "o", isOn: true },
  selectPoint: { name: "Selected point", key: "", isOn: true },
  statics: { name: "Static bodies", key: "d", isOn: true },
  skin: { name: "Skins", key: ";", isOn: true },
  flex: { name: "Flexes", key: "", isOn: true },
  shadow: { name: "Shadows", key: "s", isOn: true },
  reflection: { name: "Reflections", key: "r", isOn: true },
  wireframe: { name: "Wireframe", key: "w", isOn: false },
  skybox: { name: "Sky", key: "k", isOn: true },
  haze: { name: "Haze", key: "/", isOn: true },
  ghost: { name: "Ghost of the other engine", key: ".", isOn: true },
  fog: { name: "Fog", key: "g", isOn: false },
} as const satisfies Record<string, Option>;

/** Name of an option. */
export type OptionName = keyof typeof OPTIONS;

/** Number of groups that geoms, sites, and other elements are divided into. */
export const GROUPS = 6;

/** The group that an element counts as. */
export function groupOf(group: number): number {
  return Math.max(0, Math.min(GROUPS - 1, group));
}

/** Kinds of elements that have groups. */
export const GROUPED = {
  geomGroups: "Geoms",
  siteGroups: "Sites",
  jointGroups: "Joints",
  tendonGroups: "Tendons",
  actuatorGroups: "Actuators",
  flexGroups: "Flexes",
  skinGroups: "Skins",
} as const;

/** Name of the groups of one kind. */
export type GroupName = keyof typeof GROUPED;

/** Whose frames are drawn. */
export const FRAMES = ["none", "body", "geom", "site", "camera", "light", "contact", "world"] as const;

/** What has labels. */
export const LABELS = [
  ...["none", "body", "joint", "geom", "site", "camera", "light", "tendon", "actuator", "constraint"] as const,
  ...["flex", "skin", "selection", "selected point", "contact", "contact force", "island"] as const,
] as const;

/** What is drawn at present. */
export interface Shown extends Record<OptionName, boolean>, Record<GroupName, boolean[]> {
  frames: typeof FRAMES[number];
  labels: typeof LABELS[number];
  /** depth in the trees of bounding volumes */
  treeDepth: number;
}

/** What `simulate` shows when it starts. */
export function defaultShown(): Shown {
  const flags = Object.fromEntries(Object.entries(OPTIONS).map(([name, { isOn }]) => [name, isOn]));
  const groups = Object.keys(GROUPED).map((name) => [name, Array.from({ length: GROUPS }, (_, i) => i < 3)]);
  return {
    ...flags as Record<OptionName, boolean>,
    ...Object.fromEntries(groups) as Record<GroupName, boolean[]>,
    frames: "none",
    labels: "none",
    treeDepth: 1,
  };
}
