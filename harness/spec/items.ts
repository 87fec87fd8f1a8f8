/** The items of the specification, in report order: first those of the seed documents, then our own. */

import type { Item } from "./spec.ts";
import { TABLES } from "./tables.ts";

type Claim = Omit<Item, "tolerances">;

const CLAIMS: readonly Claim[] = [
  {
    id: "1",
    title: "default classes",
    claim:
      "An element takes every attribute that it does not set from its default class, and an explicit value always wins, even one equal to the built-in default.",
    seed: "items-01-05-model-fidelity, item 1",
  },
  {
    id: "2",
    title: "condim and friction cones",
    claim: "A contact has the rows, Jacobian, and forces that follow from its condim and the friction cone.",
    seed: "items-01-05-model-fidelity, item 2",
  },
  {
    id: "3",
    title: "contact pairs and excludes",
    claim: "Explicit pairs and exclusions decide which geoms collide and with which parameters.",
    seed: "items-01-05-model-fidelity, item 3",
  },
  {
    id: "4",
    title: "spatial tendons and wrapping",
    claim:
      "Lengths, velocities, and Jacobians of tendons over sites, spheres, cylinders, and pulleys are those of MuJoCo.",
    seed: "items-01-05-model-fidelity, item 4",
  },
  {
    id: "5",
    title: "site transmissions",
    claim: "Actuators that act at a site, with or without a reference site, have the lengths and moments of MuJoCo.",
    seed: "items-01-05-model-fidelity, item 5",
  },
  {
    id: "18",
    title: "include and compiler",
    claim: "Documents that are split over files or use any compiler attribute compile to the same model.",
    seed: "items-18-22-parser-fundamentals, item 18",
  },
  {
    id: "19",
    title: "frames and childclass",
    claim: "Frames dissolve into their children, and childclass reaches everything below it.",
    seed: "items-18-22-parser-fundamentals, item 19",
  },
  {
    id: "20",
    title: "childclass edge cases",
    claim: "Nested, overridden, and undefined classes resolve, or fail, as in MuJoCo.",
    seed: "items-18-22-parser-fundamentals, item 20",
  },
  {
    id: "21",
    title: "orientation of sites",
    claim: "Every notation of an orientation gives the same quaternion as in MuJoCo.",
    seed: "items-18-22-parser-fundamentals, item 21",
  },
  {
    id: "22",
    title: "tendon springlength",
    claim: "Tendon springs have the rest length or dead band given by the model or implied by qpos0.",
    seed: "items-18-22-parser-fundamentals, item 22",
  },
  {
    id: "23",
    title: "inertia",
    claim: "Masses, centers, and principal inertias of bodies follow from geoms and meshes as in MuJoCo.",
    seed: "items-23-27-inertia-contact-params, item 23",
  },
  {
    id: "24",
    title: "friction combination",
    claim: "Friction of a contact is the elementwise maximum, or that of the geom with priority.",
    seed: "items-23-27-inertia-contact-params, item 24",
  },
  {
    id: "25",
    title: "geom priority",
    claim: "The geom with the higher priority decides friction, solver parameters, and condim.",
    seed: "items-23-27-inertia-contact-params, item 25",
  },
  {
    id: "26",
    title: "solmix",
    claim: "Solver parameters of two geoms mix by their weights, with the special case of direct solref.",
    seed: "items-23-27-inertia-contact-params, item 26",
  },
  {
    id: "27",
    title: "margin and gap",
    claim: "Margins add up, gaps are subtracted, and both affect detection, inclusion, and constraint rows.",
    seed: "items-23-27-inertia-contact-params, item 27",
  },
  {
    id: "IM",
    title: "contact parameters together",
    claim: "Friction, priority, solmix, margin, and gap act together as one function of two geoms or a pair.",
    seed: "items-23-27-inertia-contact-params, interaction model",
  },
  {
    id: "41",
    title: "runtime flags",
    claim:
      "Every disable and enable flag, warnings, automatic reset, actuator groups, contact override, and sleep act as in MuJoCo.",
    seed: "item-41-runtime-flags",
  },
  {
    id: "L4",
    title: "collision detection",
    claim: "Every pair of geom types gives MuJoCo's contacts: same count, order, frame, position, and distance.",
    seed: "level-4-collision",
  },
  {
    id: "DYN",
    title: "smooth dynamics",
    claim: "Unconstrained dynamics are those of MuJoCo, stage by stage and with every integrator.",
    seed: "beyond the seeds",
  },
  {
    id: "SENS",
    title: "sensors and rays",
    claim: "Every sensor returns MuJoCo's reading, at the stage at which MuJoCo computes it.",
    seed: "beyond the seeds",
  },
  {
    id: "SOL",
    title: "constraints and solvers",
    claim: "Constraint rows, forces, and accelerations are those of MuJoCo for every solver, cone, and kind of row.",
    seed: "beyond the seeds",
  },
  {
    id: "MJCF",
    title: "the grammar",
    claim: "Every element and attribute of MJCF compiles to the same model or is rejected.",
    seed: "beyond the seeds",
  },
  {
    id: "PLUG",
    title: "plugins",
    claim: "MuJoCo's own plugins control, sense, bend, and collide as in native MuJoCo, which alone has them.",
    seed: "beyond the seeds",
  },
];

/** The items of the specification, in the order of the reports, with their tolerance tables. */
export const ITEMS: readonly Item[] = CLAIMS.map((item) => ({ ...item, tolerances: TABLES[item.id] ?? {} }));
