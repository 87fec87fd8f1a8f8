/**
 * Random machines without contacts: every kind of joint, tendon, transmission, actuator and integrator, in fluids too.
 */

import { element } from "./names.ts";
import { Random } from "./random.ts";

const CAMERA_MODES = ["fixed", "track", "trackcom", "targetbody", "targetbodycom"];
const SIZES: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 };
const DYNAMICS = ["none", "integrator", "filter", "filterexact", "muscle"];
const INTERPOLATIONS = ["zoh", "linear", "cubic"];
const MUSCLE = "0.75 1.05 20 200 0.5 1.6 1.5 1.3 1.2";

/** A document. */
export function generateSmooth(seed: number): string {
  return new Machine(new Random(seed)).document();
}

type Attributes = Record<string, string>;

class Machine {
  private readonly joints: { name: string; type: string }[] = [];
  private readonly sites = ["world0", "world1"];
  private readonly round: string[] = [];
  private readonly tendons: string[] = [];
  private count = 0;

  constructor(private readonly r: Random) {}

  document(): string {
    const { r } = this;
    const trees = Array.from({ length: r.int(1, 3) }, () => this.body(0)).join("\n");
    const world = `${trees}
<body name="hand" mocap="true" pos="0 0 1"><geom size=".05"/><site name="grip" pos=".1 0 0"/></body>
<site name="world0" pos="${r.reals(3, -0.5, 0.5)}"/><site name="world1" pos="${r.reals(3, -0.5, 0.5)}"/>`;
    this.sites.push("grip");
    const tendons = this.repeat(0, 3, () => this.tendon());
    const actuators = this.repeat(0, 6, (i) => this.actuator(`a${i}`));
    return element(
      "mujoco",
      {},
      [
        this.option(),
        element("worldbody", {}, world),
        element("tendon", {}, tendons),
        element("actuator", {}, actuators),
      ].join("\n"),
    );
  }

  private repeat(low: number, high: number, make: (i: number) => string): string {
    return Array.from({ length: this.r.int(low, high) }, (_, i) => make(i)).join("\n");
  }

  /** An attribute that is sometimes present. */
  private maybe(probability: number, name: string, value: () => string | number): Attributes {
    return this.r.chance(probability) ? { [name]: String(value()) } : {};
  }

  private option(): string {
    const { r } = this;
    const fluid: Attributes = r.chance(0.4)
      ? { density: String(r.real(0, 1000)), viscosity: String(r.real(0, 1)), wind: r.reals(3, -1, 1) }
      : {};
    const energy = r.chance(0.5) ? "enable" : "disable";
    return element("option", {
      timestep: r.pick(["0.001", "0.002", "0.005"]),
      integrator: r.pick(["Euler", "RK4", "implicit", "implicitfast"]),
      jacobian: r.pick(["dense", "sparse", "auto"]),
      ...this.maybe(0.2, "actuatorgroupdisable", () => r.int(0, 3)),
      ...fluid,
    }, element("flag", { contact: "disable", energy }));
  }

  private body(depth: number): string {
    const { r } = this;
    const id = this.count++;
    const parts: string[] = [];
    if (depth === 0 && r.chance(0.4)) parts.push(this.freeJoint());
    else for (let k = r.int(0, 3), turned = false; k > 0; k--) turned = this.joint(parts, turned);
    for (let k = r.int(1, 2); k > 0; k--) parts.push(this.geom());
    for (let k = r.int(1, 2); k > 0; k--) parts.push(this.site());
    const mode = { mode: r.pick(CAMERA_MODES), target: "b0", pos: r.reals(3, -0.3, 0.3) };
    if (r.chance(0.2)) parts.push(element("camera", mode));
    if (r.chance(0.2)) parts.push(element("light", { ...mode, dir: `${r.reals(2, -1, 1)} -1` }));
    if (depth < 4) { for (let k = r.int(0, 2); k > 0; k--) parts.push(this.body(depth + 1)); }
    return element("body", {
      name: `b${id}`,
      pos: r.reals(3, -0.4, 0.4),
      quat: `${r.real(0.1, 1)} ${r.reals(3, -1, 1)}`,
      ...this.maybe(0.2, "gravcomp", () => r.real(0, 1.5)),
    }, parts.join("\n"));
  }

  private freeJoint(): string {
    const name = `j${this.joints.length}`;
    this.joints.push({ name, type: "free" });
    return element("joint", { name, type: "free", ...this.maybe(0.2, "damping", () => this.r.real(0, 1)) });
  }

  /** Adds a joint; no rotation is added after a ball joint. Returns whether there is a ball joint now. */
  private joint(parts: string[], turned: boolean): boolean {
    const { r } = this;
    const type = turned ? "slide" : r.pick(["hinge", "hinge", "slide", "ball"]);
    const name = `j${this.joints.length}`;
    this.joints.push({ name, type });
    const scalar: Attributes = type === "ball" ? {} : {
      axis: `${r.reals(2, -1, 1)} ${r.real(0.1, 1)}`,
      ...this.maybe(0.2, "ref", () => r.real(-0.5, 0.5)),
      ...this.maybe(0.2, "springref", () => r.real(-0.5, 0.5)),
      ...this.maybe(0.15, "actuatorfrcrange", () => "-2 1.5"),
    };
    parts.push(element("joint", {
      name,
      type,
      ...scalar,
      ...this.maybe(0.7, "pos", () => r.reals(3, -0.1, 0.1)),
      ...this.maybe(0.5, "damping", () => r.real(0, 2)),
      ...this.maybe(0.3, "stiffness", () => r.real(0, 20)),
      ...this.maybe(0.5, "armature", () => r.real(0.001, 0.2)),
      ...this.maybe(0.2, "actuatorgravcomp", () => "true"),
    }));
    return turned || type === "ball";
  }

  private geom(): string {
    const { r } = this;
    const type = r.pick(Object.keys(SIZES));
    const name = `g${this.count++}`;
    if (type === "sphere" || type === "cylinder") this.round.push(name);
    const pose: Attributes = r.chance(0.3) ? {} : { pos: r.reals(3, -0.15, 0.15), euler: r.reals(3, -90, 90) };
    return element("geom", {
      name,
      type,
      size: r.reals(SIZES[type], 0.03, 0.15),
      density: String(r.real(300, 3000)),
      ...pose,
      ...this.maybe(0.3, "fluidshape", () => "ellipsoid"),
    });
  }

  private site(): string {
    const name = `s${this.sites.length}`;
    this.sites.push(name);
    return element("site", { name, pos: this.r.reals(3, -0.3, 0.3), euler: this.r.reals(3, -90, 90) });
  }

  private tendon(): string {
    const { r } = this;
    const name = `t${this.tendons.length}`;
    this.tendons.push(name);
    const attributes = {
      name,
      ...this.maybe(0.4, "stiffness", () => r.real(0, 50)),
      ...this.maybe(0.4, "damping", () => r.real(0, 3)),
      ...this.maybe(0.3, "springlength", () => r.pick(["0.2", "0.1 0.3"])),
      ...(r.chance(0.2) ? { actuatorfrclimited: "true", actuatorfrcrange: "-3 2" } : {}),
    };
    const armature = this.maybe(0.4, "armature", () => r.real(0, 0.5));

    const scalar = this.joints.filter(({ type }) => type === "hinge" || type === "slide");
    if (scalar.length > 0 && r.chance(0.4)) {
      const first = r.int(0, scalar.length - 1);
      const joints = scalar.slice(first, first + r.int(1, 3)).map(({ name: joint }) =>
        element("joint", { joint, coef: String(r.real(-2, 2)) })
      );
      return element("fixed", { ...attributes, ...armature }, joints.join(""));
    }

    const path: string[] = [];
    let wraps = false;
    for (let branch = r.chance(0.3) ? 2 : 1; branch > 0; branch--) {
      if (r.chance(0.4) || branch === 2 || path.length > 0) {
        path.push(element("pulley", { divisor: String(r.real(1, 3)) }));
      }
      wraps = this.branch(path) || wraps;
    }
    // tendons around geoms have no armature
    return element("spatial", { ...attributes, ...(wraps ? {} : armature) }, path.join(""));
  }

  /** A path over two to four sites. Returns whether it has geoms. */
  private branch(path: string[]): boolean {
    const { r } = this;
    let wraps = false;
    let last = "";
    for (let k = 0, n = r.int(2, 4); k < n; k++) {
      if (k > 0 && this.round.length > 0 && r.chance(0.5)) {
        wraps = true;
        path.push(
          element("geom", { geom: r.pick(this.round), ...this.maybe(0.5, "sidesite", () => r.pick(this.sites)) }),
        );
      }
      last = r.pick(this.sites.filter((name) => name !== last));
      path.push(element("site", { site: last }));
    }
    return wraps;
  }

  private transmission(): Attributes {
    const { r } = this;
    const site = r.pick(this.sites);
    const other = r.pick(this.sites.filter((name) => name !== site));
    const gear = `${r.reals(3, -1.5, 1.5)} ${r.chance(0.5) ? "0 0 0" : r.reals(3, -1, 1)}`;
    const choices: Attributes[] = [
      { site, gear },
      { site, refsite: other, gear },
      { cranksite: site, slidersite: other, cranklength: String(r.real(0.05, 1)), gear: String(r.real(0.3, 2)) },
    ];
    if (this.joints.length > 0) {
      const joint = r.pick(this.joints).name;
      choices.push({ joint, gear }, { joint, gear }, { jointinparent: joint, gear });
    }
    if (this.tendons.length > 0) choices.push({ tendon: r.pick(this.tendons), gear: String(r.real(-2, 2)) });
    return r.pick(choices);
  }

  private actuator(name: string): string {
    const { r } = this;
    const delay: Attributes = r.chance(0.2)
      ? { delay: String(r.real(0.003, 0.01)), nsample: "12", interp: r.pick(INTERPOLATIONS) }
      : {};
    const common = {
      name,
      ...this.transmission(),
      ...this.maybe(0.3, "group", () => r.int(0, 4)),
      ...this.maybe(0.3, "forcerange", () => "-1.5 2"),
      ...delay,
    };
    const ctrlrange = this.maybe(0.4, "ctrlrange", () => "-0.5 0.6");
    switch (r.int(0, 8)) {
      case 0:
        return element("motor", { ...common, ...ctrlrange });
      case 1:
        return element("position", {
          ...common,
          ...ctrlrange,
          kp: String(r.real(1, 20)),
          ...this.maybe(0.5, "kv", () => r.real(0, 2)),
          ...this.maybe(0.4, "timeconst", () => r.real(0.01, 0.1)),
        });
      case 2:
        return element("velocity", { ...common, ...ctrlrange, kv: String(r.real(0.1, 2)) });
      case 3:
        return element("intvelocity", { ...common, ...ctrlrange, kp: String(r.real(1, 9)), actrange: "-1 1" });
      case 4:
        return element("damper", { ...common, kv: String(r.real(0.1, 2)), ctrlrange: "0 1" });
      case 5:
        return element("general", {
          ...common,
          lengthrange: "0.1 1.1",
          dyntype: "muscle",
          dynprm: `0.01 0.04 ${r.pick(["0", "0.3"])}`,
          gaintype: "muscle",
          gainprm: MUSCLE,
          biastype: "muscle",
          biasprm: MUSCLE,
        });
      default:
        return this.general({ ...common, ...ctrlrange });
    }
  }

  private general(common: Attributes): string {
    const { r } = this;
    const dyntype = r.pick(DYNAMICS);
    const stateful: Attributes = dyntype === "none" ? {} : {
      dynprm: dyntype === "muscle" ? "0.01 0.04 0.1" : String(r.real(0.01, 0.1)),
      ...this.maybe(0.5, "actearly", () => "true"),
      ...(r.chance(0.3) ? { actlimited: "true", actrange: "-0.4 0.5" } : {}),
    };
    return element("general", {
      ...common,
      dyntype,
      ...stateful,
      gaintype: r.pick(["fixed", "affine"]),
      gainprm: r.reals(3, -3, 3),
      biastype: r.pick(["none", "affine"]),
      biasprm: r.reals(3, -3, 3),
    });
  }
}
