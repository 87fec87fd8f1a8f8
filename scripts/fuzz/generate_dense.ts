/**
 * Random machines that combine as much as possible in few steps: trees of which the first may sleep, contacts between
 * geoms of every type, every kind of equality, limit, tendon, actuator, and sensor, with unequal values throughout.
 */

import { DenseParts } from "./dense_parts.ts";
import { flexcomp } from "./generate_flexes.ts";
import { element } from "./names.ts";
import { Random } from "./random.ts";

/** A document. */
export function generateDense(seed: number): string {
  return new DenseMachine(new Random(seed)).document();
}

type Attributes = Record<string, string>;

const SIZES: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 };
const CAMERA_MODES = ["fixed", "track", "trackcom", "targetbody", "targetbodycom"];
const FLAGS = ["energy", "multiccd", "override"];
const UNFLAGGED = [
  ...["nativeccd", "midphase", "filterparent", "island", "eulerdamp", "warmstart", "refsafe", "clampctrl", "spring"],
  ...["damper", "limit", "frictionloss", "equality", "gravity"],
];

class DenseMachine extends DenseParts {
  /** where trees are: those that touch each other share a place */
  #place = [0, 0];

  document(): string {
    const { r } = this;
    const sleeps = r.chance(0.4);
    const count = r.int(1, 4);
    const trees = Array.from({ length: count }, (_, k) => this.#tree(sleeps && (k === 0 || r.chance(0.3)), k));
    const flexes = r.chance(0.12) ? flexcomp(r, 0, "") : "";
    const parts = [...this.#still(), ...trees, flexes];
    const tendons = this.repeat(0, 3, () => this.tendon());
    const equalities = this.repeat(0, 4, () => this.equality());
    const actuators = this.repeat(0, 5, (k) => this.actuator(k));
    const content = [
      this.#option(sleeps),
      this.#assets(),
      element("worldbody", {}, parts.join("\n")),
      this.#contact(),
      element("equality", {}, equalities),
      element("tendon", {}, tendons),
      element("actuator", {}, actuators),
      r.chance(0.6) ? element("sensor", {}, this.repeat(1, 14, () => this.sensor())) : "",
      flexes === "" && r.chance(0.5) ? element("keyframe", {}, this.repeat(1, 3, () => this.key())) : "",
    ];
    return element("mujoco", {}, content.filter(Boolean).join("\n"));
  }

  #option(sleeps: boolean): string {
    const { r } = this;
    const fluid: Attributes = r.chance(0.25)
      ? { density: String(r.real(0, 900)), viscosity: String(r.real(0, 1)), wind: r.reals(3, -2, 2) }
      : {};
    const flags: Attributes = { ...(sleeps ? { sleep: "enable" } : {}) };
    for (const name of FLAGS) if (r.chance(0.25)) flags[name] = "enable";
    for (const name of UNFLAGGED) if (r.chance(0.06)) flags[name] = "disable";
    const integrator = r.pick(["Euler", "RK4", "implicit", "implicitfast"]);
    // discrete inverse dynamics and forward dynamics in four stages exclude each other
    if (integrator !== "RK4") {
      for (const name of ["fwdinv", "invdiscrete"]) {
        if (r.chance(0.3)) flags[name] = "enable";
      }
    }
    return element("option", {
      timestep: r.pick(["0.001", "0.003", "0.005"]),
      integrator,
      solver: r.pick(["Newton", "CG", "PGS"]),
      cone: r.pick(["pyramidal", "elliptic"]),
      jacobian: r.pick(["dense", "sparse", "auto"]),
      gravity: r.pick(["0 0 -9.81", "1 -2 -9", "0 0 0", "3 1 -5"]),
      magnetic: r.reals(3, -1, 1),
      ...this.maybe(0.5, "iterations", () => r.int(1, 12)),
      ...this.maybe(0.3, "tolerance", () => r.pick(["0", "1e-4", "1e-12"])),
      ...this.maybe(0.2, "ls_iterations", () => r.int(1, 8)),
      ...this.maybe(0.2, "noslip_iterations", () => r.int(1, 4)),
      ...this.maybe(0.3, "impratio", () => r.real(0.3, 8)),
      ...this.maybe(0.2, "ccd_iterations", () => r.int(2, 30)),
      ...this.maybe(0.2, "actuatorgroupdisable", () => r.int(0, 3)),
      ...this.maybe(0.2, "o_margin", () => r.real(0, 0.03)),
      ...this.maybe(0.2, "sleep_tolerance", () => r.pick(["0.5", "5", "1e-3"])),
      ...fluid,
    }, element("flag", flags));
  }

  #assets(): string {
    const { r } = this;
    const points = (n: number) => Array.from({ length: n }, () => r.reals(3, -0.1, 0.1)).join(" ");
    const prism = "-.1 -.06 -.05 .1 -.06 -.05 0 .08 -.05 -.1 -.06 .05 .1 -.06 .05 0 .08 .05";
    const cells = Array.from({ length: 12 }, () => r.real(0, 1)).join(" ");
    return element(
      "asset",
      {},
      element("mesh", { name: "rock", vertex: points(r.int(6, 20)) }) +
        element("mesh", { name: "prism", vertex: prism }) +
        element("hfield", { name: "hills", nrow: "3", ncol: "4", size: ".8 .6 .2 .1", elevation: cells }),
    );
  }

  /** What belongs to the world. */
  #still(): string[] {
    const { r } = this;
    const parts: string[] = [];
    const tilted = { euler: `${r.reals(2, -12, 12)} 0` };
    if (r.chance(0.6)) {
      parts.push(element("geom", { ...this.geomName(), type: "plane", size: "2 2 .1", ...tilted, ...this.touching() }));
    }
    if (r.chance(0.25)) {
      const field = { type: "hfield", hfield: "hills", pos: r.reals(3, -0.2, 0), ...tilted };
      parts.push(element("geom", { ...this.geomName(), ...field, ...this.touching() }));
    }
    if (r.chance(0.3)) parts.push(this.#geom());
    parts.push(this.site(), this.site());
    if (r.chance(0.4)) {
      const grip = this.#geom() + this.site();
      parts.push(element("body", { ...this.bodyName(), mocap: "true", pos: r.reals(3, -0.3, 0.4) }, grip));
      this.mocaps++;
    }
    if (r.chance(0.3)) {
      parts.push(element("body", { ...this.bodyName(), pos: r.reals(3, -0.3, 0.3) }, this.#geom() + this.site()));
    }
    return parts;
  }

  #tree(asleep: boolean, k: number): string {
    const { r } = this;
    this.isAsleep = asleep;
    this.#place = asleep || r.chance(0.15) ? [r.int(-4, 4), 3 + k] : [r.real(-0.2, 0.2), r.real(-0.2, 0.2)];
    const text = this.#body(0, asleep ? { sleep: "init" } : this.maybe(0.1, "sleep", () => "never"));
    this.isAsleep = false;
    return text;
  }

  #body(depth: number, more: Attributes): string {
    const { r } = this;
    const name = this.bodyName();
    const parts: string[] = [];
    if (depth === 0 && r.chance(0.35)) parts.push(this.freeJoint());
    else {for (let k = depth === 0 ? r.int(1, 3) : r.int(0, 2), turned = false; k > 0; k--) {
        turned = this.joint(parts, turned);
      }}
    for (let k = r.int(1, 2); k > 0; k--) parts.push(this.#geom());
    for (let k = r.int(0, 2); k > 0; k--) parts.push(this.site());
    if (r.chance(0.15)) parts.push(this.#view("camera"));
    if (r.chance(0.1)) parts.push(this.#view("light"));
    if (r.chance(0.15)) {
      const diaginertia = [0.03, 0.035, 0.04].map((x) => x * r.real(0.8, 1.2)).join(" ");
      const pose = { pos: r.reals(3, -0.05, 0.05), ...(r.chance(0.6) ? { euler: r.reals(3, -90, 90) } : {}) };
      parts.push(element("inertial", { mass: String(r.real(0.2, 3)), diaginertia, ...pose }));
    }
    if (depth < 3) { for (let k = r.int(0, depth === 0 ? 2 : 1); k > 0; k--) parts.push(this.#body(depth + 1, {})); }
    const far = depth === 0 ? this.#place : [r.real(-0.2, 0.2), r.real(-0.2, 0.2)];
    const turned = r.chance(0.8) ? { quat: `${r.real(0.1, 1)} ${r.reals(3, -1, 1)}` } : {};
    const pos = `${far.join(" ")} ${depth === 0 ? r.real(0, 0.3) : r.real(-0.2, 0.2)}`;
    return element(
      "body",
      { ...name, pos, ...turned, ...this.maybe(0.2, "gravcomp", () => r.real(0, 1.5)), ...more },
      parts.join("\n"),
    );
  }

  #view(kind: "camera" | "light"): string {
    const { r } = this;
    const target = this.pickBody();
    const common = { mode: r.pick(CAMERA_MODES), target, pos: r.reals(3, -0.3, 0.3) };
    if (kind === "light") return element("light", { ...common, dir: `${r.reals(2, -1, 1)} -1` });
    const name = `c${this.cameras.length}`;
    this.cameras.push(name);
    const lens = r.chance(0.3)
      ? { sensorsize: "0.2 0.1", focal: r.reals(2, 0.1, 0.3), principal: r.reals(2, -0.02, 0.02) }
      : this.maybe(0.5, "fovy", () => r.real(20, 90));
    return element("camera", { name, ...common, resolution: r.pick(["1 1", "3 2", "20 10"]), ...lens });
  }

  #geom(): string {
    const { r } = this;
    const type = r.pick([...Object.keys(SIZES), "mesh"]);
    const name = this.geomName();
    if (type === "sphere" || type === "cylinder") this.round.push(name.name);
    const shape: Attributes = type === "mesh" ? { mesh: r.pick(["rock", "prism"]) } : {
      size: r.chance(0.1)
        ? Array.from({ length: SIZES[type] }, () => "0.08").join(" ")
        : r.reals(SIZES[type], 0.04, 0.16),
    };
    const pose: Attributes = r.chance(0.25) ? {} : { pos: r.reals(3, -0.12, 0.12), euler: r.reals(3, -90, 90) };
    return element("geom", {
      ...name,
      type,
      ...shape,
      ...pose,
      ...this.touching(),
      ...this.maybe(0.5, "density", () => r.real(300, 3000)),
      ...this.maybe(0.2, "fluidshape", () => "ellipsoid"),
      ...this.maybe(0.3, "group", () => r.int(0, 5)),
    });
  }

  #contact(): string {
    const { r } = this;
    if (this.geoms.length < 3 || !r.chance(0.5)) return "";
    const pairs = this.repeat(0, 3, () => {
      const [geom1, geom2] = this.two(this.geoms);
      return element("pair", {
        geom1,
        geom2,
        ...this.maybe(0.7, "condim", () => r.pick([1, 3, 4, 6])),
        ...this.maybe(0.5, "friction", () => r.reals(5, 0.01, 1)),
        ...this.maybe(0.5, "margin", () => r.real(0, 0.05)),
        ...this.maybe(0.3, "gap", () => r.real(0, 0.02)),
        ...this.maybe(0.3, "solref", () => r.pick(["0.03 0.8", "-200 -10"])),
        ...this.maybe(0.3, "solreffriction", () => r.pick(["0.04 0.7", "-90 -4"])),
        ...this.maybe(0.2, "solimp", () => "0.7 0.93 0.02 0.4 3"),
      });
    });
    const excludes = this.repeat(0, 2, () => {
      const [body1, body2] = this.two(this.bodies);
      return element("exclude", { body1, body2 });
    });
    return element("contact", {}, pairs + excludes);
  }
}
