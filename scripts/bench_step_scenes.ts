/** Scenes in which the bench steps. */

/** A model and a movement to measure. */
export interface StepScene {
  /** what is measured */
  name: string;
  /** model beside this script, in `bench/` */
  file: string;
  /** attributes of its `<option>`, replacing the existing ones */
  option?: Readonly<Record<string, string>>;
  /** steps before the first recorded state */
  settle: number;
  /** amplitude of the sinusoidal controls; 0 leaves the model at rest */
  drive: number;
  /** what the scene exercises */
  about: string;
}

/** All of them. */
export const STEP_SCENES: readonly StepScene[] = [
  { name: "chain", file: "chain", settle: 100, drive: 0, about: "12 hinges and a slide, no contacts" },
  { name: "arm", file: "arm", settle: 100, drive: 1, about: "spatial tendons, muscles, implicitfast" },
  { name: "humanoid-rest", file: "humanoid", settle: 1500, drive: 0, about: "27 dofs lying on the floor" },
  { name: "humanoid-active", file: "humanoid", settle: 200, drive: 0.7, about: "27 dofs thrashing" },
  {
    name: "humanoid-pgs",
    file: "humanoid",
    option: { solver: "PGS" },
    settle: 1500,
    drive: 0,
    about: "on the floor, PGS",
  },
  { name: "herd", file: "herd", settle: 200, drive: 0.4, about: "4 quadrupeds, 72 dofs, sparse" },
  { name: "herd-cg", file: "herd", option: { solver: "CG" }, settle: 200, drive: 0.4, about: "the same, CG" },
  { name: "pile", file: "pile", settle: 800, drive: 0, about: "30 spheres, capsules and boxes, 180 dofs" },
  {
    name: "pile-elliptic",
    file: "pile",
    option: { cone: "elliptic" },
    settle: 800,
    drive: 0,
    about: "the same, elliptic cones",
  },
  { name: "pile-cg", file: "pile", option: { solver: "CG" }, settle: 800, drive: 0, about: "the same, CG" },
  { name: "pile-pgs", file: "pile", option: { solver: "PGS" }, settle: 800, drive: 0, about: "the same, PGS" },
  {
    name: "pile-noslip",
    file: "pile",
    option: { noslip_iterations: "10" },
    settle: 800,
    drive: 0,
    about: "the same, noslip",
  },
  { name: "rocks", file: "rocks", settle: 400, drive: 0, about: "12 convex meshes" },
  { name: "rope", file: "rope", settle: 300, drive: 0, about: "a flex line of 24 vertices over a bar" },
  { name: "cloth", file: "cloth", settle: 300, drive: 0, about: "a flex sheet of 144 vertices over a ball, CG" },
  { name: "jelly", file: "jelly", settle: 300, drive: 0, about: "a flex solid of 80 vertices on the floor" },
];

/** The text of a scene's model. */
export async function modelOf({ file, option = {} }: StepScene): Promise<string> {
  const text = await Deno.readTextFile(new URL(`./bench/${file}.xml`, import.meta.url));
  return text.replace(/<option [^>]*>/, (element) => {
    const other = Object.keys(option).reduce((rest, name) => rest.replace(new RegExp(` ${name}="[^"]*"`), ""), element);
    const own = Object.entries(option).map(([name, value]) => ` ${name}="${value}"`).join("");
    return other.replace("<option", `<option${own}`);
  });
}
