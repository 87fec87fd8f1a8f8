/** Scenes in which the bench steps. */

/** A model and a movement to measure. */
export interface StepScene {
  /** what is measured */
  name: string;
  /** what it is called together with others, if that is not its name without a number */
  kind?: string;
  /** the model: a file beside this script, in `bench/`, or text */
  model: string;
  /** attributes of its `<option>`, replacing the existing ones */
  option?: Readonly<Record<string, string>>;
  /** steps before the first recorded state */
  settle: number;
  /** amplitude of the sinusoidal controls; 0 leaves the model at rest */
  drive: number;
  /** what the scene exercises */
  about: string;
  /** is it measured as it goes on, because who sleeps is not part of a state? */
  sleeps?: boolean;
}

/** All of them. */
export const STEP_SCENES: readonly StepScene[] = [
  { name: "chain", model: "chain.xml", settle: 100, drive: 0, about: "12 hinges and a slide, no contacts" },
  { name: "arm", model: "arm.xml", settle: 100, drive: 1, about: "spatial tendons, muscles, implicitfast" },
  { name: "humanoid-rest", model: "humanoid.xml", settle: 1500, drive: 0, about: "27 dofs lying on the floor" },
  { name: "humanoid-active", model: "humanoid.xml", settle: 200, drive: 0.7, about: "27 dofs thrashing" },
  {
    name: "humanoid-pgs",
    model: "humanoid.xml",
    option: { solver: "PGS" },
    settle: 1500,
    drive: 0,
    about: "on the floor, PGS",
  },
  { name: "herd", model: "herd.xml", settle: 200, drive: 0.4, about: "4 quadrupeds, 72 dofs, sparse" },
  { name: "herd-cg", model: "herd.xml", option: { solver: "CG" }, settle: 200, drive: 0.4, about: "the same, CG" },
  { name: "pile", model: "pile.xml", settle: 800, drive: 0, about: "30 spheres, capsules and boxes, 180 dofs" },
  {
    name: "pile-elliptic",
    model: "pile.xml",
    option: { cone: "elliptic" },
    settle: 800,
    drive: 0,
    about: "the same, elliptic cones",
  },
  { name: "pile-cg", model: "pile.xml", option: { solver: "CG" }, settle: 800, drive: 0, about: "the same, CG" },
  { name: "pile-pgs", model: "pile.xml", option: { solver: "PGS" }, settle: 800, drive: 0, about: "the same, PGS" },
  {
    name: "pile-noslip",
    model: "pile.xml",
    option: { noslip_iterations: "10" },
    settle: 800,
    drive: 0,
    about: "the same, noslip",
  },
  { name: "rocks", model: "rocks.xml", settle: 400, drive: 0, about: "12 convex meshes" },
  { name: "rope", model: "rope.xml", settle: 300, drive: 0, about: "a flex line of 24 vertices over a bar" },
  { name: "cloth", model: "cloth.xml", settle: 300, drive: 0, about: "a flex sheet of 144 vertices over a ball, CG" },
  { name: "jelly", model: "jelly.xml", settle: 300, drive: 0, about: "a flex solid of 80 vertices on the floor" },
];

/** The text of a scene's model. */
export async function modelOf({ model, option = {} }: StepScene): Promise<string> {
  const text = model.startsWith("<") ? model : await Deno.readTextFile(new URL(`./bench/${model}`, import.meta.url));
  return text.replace(/<option [^>]*>/, (element) => {
    const other = Object.keys(option).reduce((rest, name) => rest.replace(new RegExp(` ${name}="[^"]*"`), ""), element);
    const own = Object.entries(option).map(([name, value]) => ` ${name}="${value}"`).join("");
    return other.replace("<option", `<option${own}`);
  });
}
