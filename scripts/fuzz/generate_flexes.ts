/**
 * Random flexes that touch geoms, each other, and themselves. Where MuJoCo's result depends on uninitialized memory,
 * there is nothing to compare: contacts of elements have rotational friction only in dense storage, and there are no
 * height fields.
 */

import { Random } from "./random.ts";

const SIZES: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 };

/** A document with a few geoms and one to three flexes among them. */
export function generateFlexes(seed: number): string {
  const r = new Random(seed);
  const dense = r.chance(0.5);
  const condims = dense ? [1, 3, 4, 6] : [1, 3];

  const contact = () =>
    (r.chance(0.3) ? ` priority="${r.int(0, 2)}"` : "") + (r.chance(0.4) ? ` condim="${r.pick(condims)}"` : "") +
    (r.chance(0.3) ? ` solmix="${r.real(0, 3)}"` : "") + (r.chance(0.4) ? ` margin="${r.real(0, 0.03)}"` : "") +
    (r.chance(0.3) ? ` gap="${r.real(0, 0.02)}"` : "") + (r.chance(0.4) ? ` friction="${r.real(0, 1)}"` : "") +
    (r.chance(0.1) ? ` contype="${r.int(0, 3)}" conaffinity="${r.int(0, 3)}"` : "");

  const geom = () => {
    const type = r.pick([...Object.keys(SIZES), "mesh"]);
    const shape = type === "mesh" ? `mesh="rock"` : `size="${r.reals(SIZES[type], 0.04, 0.15)}"`;
    return `<geom type="${type}" ${shape} pos="${r.reals(3, -0.3, 0.3)}" euler="${r.reals(3, -90, 90)}"${contact()}/>`;
  };
  const body = (k: number) =>
    `<body name="b${k}" pos="${r.reals(3, -0.2, 0.3)}">${
      r.pick(["<freejoint/>", `<joint type="hinge" axis="1 .2 0"/>`, `<joint type="ball"/>`])
    }${geom()}${r.chance(0.4) ? geom() : ""}</body>`;

  const trees = Array.from({ length: r.int(0, 2) }, (_, k) => body(k));
  const flexes = Array.from({ length: r.int(1, 3) }, (_, k) => flexcomp(r, k, contact()));
  const still = Array.from({ length: r.int(0, 2) }, geom);
  if (r.chance(0.6)) still.push(`<geom type="plane" size="1 1 .1" euler="${r.reals(2, -10, 10)} 0"${contact()}/>`);
  const flags = ["midphase", "nativeccd", "island", "filterparent"].filter(() => r.chance(0.2))
    .map((name) => `${name}="disable"`).join(" ");
  const option = `<option timestep=".002" jacobian="${dense ? "dense" : "sparse"}" ` +
    `cone="${r.pick(["pyramidal", "elliptic"])}" solver="${r.pick(["Newton", "CG", "PGS"])}" ` +
    `integrator="${r.pick(["Euler", "implicitfast", "implicit"])}"><flag ${flags}/></option>`;
  const points = Array.from({ length: 12 }, () => r.reals(3, -0.12, 0.12)).join(" ");
  return `<mujoco>
  ${option}
  <size memory="100M"/>
  <asset><mesh name="rock" vertex="${points}"/></asset>
  <worldbody>
    ${[...still, ...trees, ...flexes].join("\n    ")}
  </worldbody>
</mujoco>`;
}

/** One flex: a rope, a sheet or a solid on a grid. */
export function flexcomp(r: Random, k: number, contact: string): string {
  const dim = r.int(1, 3);
  const count = dim === 1
    ? [r.int(3, 8), 1, 1]
    : dim === 2
    ? [r.int(2, 4), r.int(2, 4), 1]
    : [r.int(2, 4), r.int(2, 3), r.int(2, 3)];
  const isElastic = dim > 1 && r.chance(0.5);
  const isTied = !isElastic && r.chance(0.4);
  const edge = isTied
    ? `<edge equality="true"/>`
    : dim === 1
    ? `<edge stiffness="${r.real(1, 100)}" damping="${r.real(0, 1)}"/>`
    : "";
  const plate = dim === 2 ? ` thickness=".01" elastic2d="${r.pick(["bend", "stretch", "both"])}"` : "";
  const elasticity = isElastic
    ? `<elasticity young="${r.pick([1e3, 5e4])}" poisson="${r.real(0, 0.4)}" damping="${r.real(0, 0.01)}"${plate}/>`
    : "";
  const pin = !isElastic && r.chance(0.3) ? `<pin id="0"/>` : "";
  const self = r.pick(["none", "narrow", "bvh", "sap", "auto"]);
  const passive = r.chance(0.1) ? ` passive="true"` : "";
  return `<flexcomp name="f${k}" type="grid" dim="${dim}" count="${count.join(" ")}" spacing="${
    r.reals(3, 0.07, 0.15)
  }" radius="${r.real(0.002, 0.03)}" mass="${r.real(0.1, 2)}" pos="${r.reals(3, -0.15, 0.2)}" euler="${
    r.reals(3, -90, 90)
  }">${edge}${elasticity}<contact selfcollide="${self}" internal="${
    r.chance(0.4)
  }"${passive}${contact}/>${pin}</flexcomp>`;
}
