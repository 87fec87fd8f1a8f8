/**
 * Random flexes on a lattice that touch geoms, each other, and themselves, so that boxes and shapes meet exactly; with
 * filters that change between steps until they, and not the contacts, decide; and with too little memory for contacts. MuJoCo
 * finds no islands where contacts of pinned vertices are, so none are looked for.
 */

import type { CaseFile } from "../../harness/golden/golden.ts";
import { element } from "./names.ts";
import { Random } from "./random.ts";

type Attributes = Record<string, string>;

/** A document, and the changes of its poses and filters. */
export interface Folds {
  readonly xml: string;
  readonly steps: number;
  readonly events: NonNullable<CaseFile["events"]>;
}

const SIZES: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 };

/** Flags that are switched between steps: searches by trees, the convex search, and global parameters of contacts. */
const MIDPHASE = 1 << 14;
const NATIVECCD = 1 << 17;
const ISLAND = 1 << 18;
const OVERRIDE = 1;

/** A document with one to four flexes. */
export function generateFolds(seed: number): Folds {
  const r = new Random(seed);
  return new Drawing(r).folds();
}

class Drawing {
  /** numbers of the model that changes refer to */
  #ngeom = 0;
  #nbody = 1;
  #nflex = 0;
  /** what the coordinates are, so that each is changed as it may be */
  readonly #qpos: ("slide" | "hinge")[] = [];
  readonly #exact: boolean;
  readonly #spacing: number;

  constructor(private readonly r: Random) {
    this.#exact = r.chance(0.6);
    this.#spacing = r.pick([0.125, 0.25]);
  }

  folds(): Folds {
    const { r } = this;
    const scarce = r.chance(0.5);
    const still = this.#repeat(0, 3, () => r.chance(0.4) ? this.#plane() : this.#geom());
    const bodies = this.#repeat(0, 3, () => this.#body());
    const flexes = this.#repeat(1, 4, (k) => this.#flex(k));
    const steps = r.int(2, 6);
    const option = element("option", {
      gravity: "0 0 0",
      iterations: "1",
      ...(r.chance(0.3) ? { ccd_iterations: String(r.int(1, 12)) } : {}),
      ...(r.chance(0.3) ? { o_margin: String(this.#length(-0.1, 0.2)) } : {}),
    }, `<flag island="disable"/>`);
    const memory = scarce ? `<size memory="${r.int(34000, 80000)}"/>` : `<size memory="1M"/>`;
    const points = this.#repeat(8, 8, () => `${this.#point(-0.2, 0.2)} `);
    const xml = `<mujoco>
  ${option}
  ${memory}
  <asset><mesh name="rock" vertex="${points}"/></asset>
  <worldbody>
    ${[still, bodies, flexes].join("\n    ")}
  </worldbody>
</mujoco>`;
    return { xml, steps, events: this.#events(steps) };
  }

  #repeat(low: number, high: number, part: (k: number) => string): string {
    return Array.from({ length: this.r.int(low, high) }, (_, k) => part(k)).join("");
  }

  #length(low: number, high: number): number {
    const { r } = this;
    return this.#exact ? r.int(Math.ceil(16 * low), 16 * high) / 16 : r.real(low, high);
  }

  #point(low: number, high: number): string {
    return [0, 1, 2].map(() => this.#length(low, high)).join(" ");
  }

  #angles(): string {
    const { r } = this;
    return [0, 1, 2].map(() => this.#exact ? r.pick([0, 0, 90, 180]) : r.real(-90, 90)).join(" ");
  }

  #touching(): Attributes {
    const { r } = this;
    const maybe = (chance: number, name: string, value: () => unknown): Attributes =>
      r.chance(chance) ? { [name]: String(value()) } : {};
    return {
      ...maybe(0.4, "margin", () => this.#length(0, 0.2)),
      ...maybe(0.4, "gap", () => this.#length(0, 0.2)),
      ...maybe(0.3, "condim", () => r.pick([1, 3])),
      ...maybe(0.2, "priority", () => r.int(0, 2)),
      ...maybe(0.2, "solmix", () => r.real(0, 3)),
      ...maybe(0.2, "solref", () => r.pick(["0.03 0.8", "-200 -10"])),
      ...maybe(0.2, "friction", () => r.reals(3, 0.01, 1)),
      ...maybe(0.15, "contype", () => r.int(0, 3)),
      ...maybe(0.15, "conaffinity", () => r.int(0, 3)),
    };
  }

  #plane(): string {
    const { r } = this;
    this.#ngeom++;
    const pose = {
      pos: this.#point(-0.2, 0.2),
      euler: this.#exact ? r.pick(["0 0 0", "90 0 0"]) : r.reals(3, -20, 20),
    };
    return element("geom", { type: "plane", size: "2 2 .1", ...pose, ...this.#touching() });
  }

  #geom(): string {
    const { r } = this;
    this.#ngeom++;
    const type = r.pick([...Object.keys(SIZES), "box", "mesh"]);
    const size = Array.from({ length: SIZES[type] ?? 0 }, () => this.#length(0.07, 0.3)).join(" ");
    const shape: Attributes = type === "mesh" ? { mesh: "rock" } : { size };
    return element("geom", { type, ...shape, pos: this.#point(-0.3, 0.3), euler: this.#angles(), ...this.#touching() });
  }

  /** A body that stands still, and may have a plane, or one that moves. */
  #body(): string {
    const { r } = this;
    this.#nbody++;
    const isStill = r.chance(0.3);
    const parts: string[] = [];
    if (!isStill) {
      for (const axis of ["1 0 0", "0 1 0", "0 0 1"]) {
        if (!r.chance(0.7)) continue;
        this.#qpos.push("slide");
        parts.push(`<joint type="slide" axis="${axis}"/>`);
      }
      if (r.chance(0.5) || parts.length === 0) {
        this.#qpos.push("hinge");
        parts.push(`<joint axis="${this.#exact ? r.pick(["1 0 0", "0 1 0", "0 0 1"]) : "1 2 3"}"/>`);
      }
    }
    parts.push(this.#repeat(1, 4, () => isStill && r.chance(0.4) ? this.#plane() : this.#geom()));
    return element(
      "body",
      { pos: this.#point(-0.3, 0.3), ...(r.chance(0.5) ? { euler: this.#angles() } : {}) },
      parts.join(""),
    );
  }

  /** A flex of its own points and elements, of which some share no vertex. */
  #flex(k: number): string {
    const { r } = this;
    this.#nflex++;
    const dim = r.int(1, 3);
    const count = (dim + 1) * r.int(1, dim === 1 ? 5 : dim === 2 ? 3 : 2) + r.int(0, 1);
    const cells = new Set<string>();
    const isStraight = dim === 1 && r.chance(0.4);
    while (cells.size < count) {
      cells.add(isStraight ? `${r.int(0, 15)} 0 0` : `${r.int(0, 2)} ${r.int(0, 2)} ${r.int(0, 2)}`);
    }
    const points = [...cells].map((cell) =>
      cell.split(" ").map((n) => Number(n) * this.#spacing + (this.#exact ? 0 : r.real(-0.04, 0.04))).join(" ")
    );
    const elements: number[][] = [];
    const ids = Array.from({ length: count }, (_, i) => i);
    for (let at = 0; at < count; at += dim + 1) {
      const own = ids.slice(at, at + dim + 1);
      while (own.length <= dim) own.push(ids[own.length - 1]);
      elements.push([...new Set(own)].length === dim + 1 ? own : ids.slice(-dim - 1));
    }
    for (let more = r.chance(0.2) ? r.int(8, 25) : r.int(0, 3); more > 0; more--) {
      const some = [...ids].map((id) => ({ id, at: r.unit() })).sort((a, b) => a.at - b.at);
      elements.push(some.slice(0, dim + 1).map(({ id }) => id));
    }
    const isRigid = r.chance(0.3);
    const pins = ids.filter(() => !isRigid && r.chance(0.15));
    if (!isRigid) { for (let n = 3 * (count - pins.length); n > 0; n--) this.#qpos.push("slide"); }
    const self = isRigid ? "none" : r.pick(["none", "narrow", "bvh", "sap", "sap", "auto"]);
    const contact = element("contact", {
      selfcollide: self,
      internal: String(!isRigid && r.chance(0.4)),
      ...(r.chance(0.4) ? { activelayers: String(r.int(0, 2)) } : {}),
      ...this.#touching(),
    });
    const pin = pins.length > 0 ? `<pin id="${pins.join(" ")}"/>` : "";
    const flex = element("flexcomp", {
      name: `f${k}`,
      type: "direct",
      dim: String(dim),
      point: points.join(" "),
      element: elements.flat().join(" "),
      radius: String(this.#exact ? r.pick([0.03125, 0.0625]) : r.real(0.005, 0.06)),
      pos: this.#point(-0.4, 0.1),
      ...(isRigid ? { rigid: "true" } : {}),
    }, contact + pin);
    if (!isRigid) return flex;
    this.#nbody++;
    const axis = this.#exact ? "0 0 1" : "1 2 3";
    this.#qpos.push("slide", "hinge");
    const joints = `<joint type="slide" axis="${r.pick(["1 0 0", "0 1 0"])}"/><joint axis="${axis}"/>`;
    return `<body name="b${k}">${joints}<inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>${flex}</body>`;
  }

  #events(steps: number): NonNullable<CaseFile["events"]> {
    const { r } = this;
    return Array.from({ length: steps }, (_, step) => {
      const set: Record<string, number | number[]> = {};
      if (step === 0 ? r.chance(0.5) : r.chance(0.8)) {
        const far = r.pick([0, 0.07, 0.07, 0.2]);
        set.qpos = this.#qpos.map((kind) =>
          kind === "slide" ? this.#length(-far, far) : this.#exact ? r.pick([0, 0, Math.PI / 2]) : r.real(-1, 1)
        );
      }
      if (r.chance(0.5)) {
        set["opt.disableflags"] = ISLAND | (r.chance(0.5) ? MIDPHASE : 0) | (r.chance(0.4) ? NATIVECCD : 0);
      }
      if (r.chance(0.3)) set["opt.enableflags"] = r.chance(0.5) ? OVERRIDE : 0;
      if (r.chance(0.2)) set["opt.o_margin"] = this.#length(-0.1, 0.2);
      this.#change(set, 0.3, "flex_margin", this.#nflex, () => this.#length(-0.2, 0.2));
      this.#change(set, 0.3, "geom_margin", this.#ngeom, () => this.#length(-0.1, 0.3));
      this.#change(set, 0.3, "geom_rbound", this.#ngeom, () => this.#length(0.07, 0.5));
      this.#change(set, 0.3, "body_margin", this.#nbody, () => this.#length(-0.4, 0.1));
      return { step, set };
    }).filter(({ set }) => Object.keys(set).length > 0);
  }

  #change(set: Record<string, number | number[]>, chance: number, name: string, n: number, value: () => number): void {
    if (!this.r.chance(chance)) return;
    for (let i = 0; i < n; i++) if (this.r.chance(0.6)) set[`${name}[${i}]`] = value();
  }
}
