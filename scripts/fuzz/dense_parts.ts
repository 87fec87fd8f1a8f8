/** The parts of dense documents that refer to others: joints, tendons, equalities, actuators, sensors, keyframes. */

import { SENSORS } from "../../engine/mjcf/elements/sensor.ts";
import { element } from "./names.ts";
import type { Random } from "./random.ts";

type Attributes = Record<string, string>;

const MUSCLE = "0.75 1.05 20 200 0.5 1.6 1.5 1.3 1.2";
const REFERENCES = ["0.02 1", "0.04 0.6", "-150 -8"];
const IMPEDANCES = ["0.9 0.95 0.001 0.5 2", "0.6 0.98 0.03 0.3 3.5", "0.4 0.9 0.02 0.7 1"];
const OBJECT_TYPES = ["body", "xbody", "geom", "site", "camera"] as const;

/** Names given so far, and parts that use them. */
export class DenseParts {
  readonly bodies: string[] = [];
  readonly geoms: string[] = [];
  readonly round: string[] = [];
  readonly sites: string[] = [];
  readonly cameras: string[] = [];
  readonly joints: { name: string; type: string; limited: boolean }[] = [];
  readonly tendons: { name: string; limited: boolean }[] = [];
  readonly actuators: string[] = [];
  mocaps = 0;
  /** what belongs to trees that start asleep, which nothing may tie */
  readonly sleepers = new Set<string>();
  /** is a tree being written that starts asleep */
  protected isAsleep = false;

  constructor(protected readonly r: Random) {}

  protected repeat(low: number, high: number, make: (i: number) => string): string {
    return Array.from({ length: this.r.int(low, high) }, (_, i) => make(i)).join("\n");
  }

  /** An attribute that is sometimes present. */
  protected maybe(probability: number, name: string, value: () => string | number): Attributes {
    return this.r.chance(probability) ? { [name]: String(value()) } : {};
  }

  /** Records a name. */
  #named<T extends { name: string }>(it: T): T {
    if (this.isAsleep) this.sleepers.add(it.name);
    return it;
  }

  #awake(list: readonly string[]): string[] {
    return list.filter((name) => !this.sleepers.has(name));
  }

  protected bodyName(): { name: string } {
    this.bodies.push(`b${this.bodies.length}`);
    return this.#named({ name: `b${this.bodies.length - 1}` });
  }

  protected geomName(): { name: string } {
    this.geoms.push(`g${this.geoms.length}`);
    return { name: `g${this.geoms.length - 1}` };
  }

  protected pickBody(): string {
    return this.r.pick(this.bodies);
  }

  /** Two of several, the same one only if there are no others. */
  protected two(list: readonly string[]): [string, string] {
    const first = this.r.pick(list);
    const others = list.filter((it) => it !== first);
    return [first, others.length > 0 ? this.r.pick(others) : first];
  }

  /** How a geom touches. */
  protected touching(): Attributes {
    const { r } = this;
    return {
      ...this.maybe(0.4, "condim", () => r.pick([1, 3, 4, 6])),
      ...this.maybe(0.3, "margin", () => r.real(0, 0.05)),
      ...this.maybe(0.2, "gap", () => r.real(0, 0.02)),
      ...this.maybe(0.4, "friction", () => r.reals(3, 0.01, 1)),
      ...this.maybe(0.2, "solref", () => r.pick(REFERENCES)),
      ...this.maybe(0.2, "solimp", () => r.pick(IMPEDANCES)),
      ...this.maybe(0.2, "solmix", () => r.real(0, 3)),
      ...this.maybe(0.2, "priority", () => r.int(0, 2)),
      ...this.maybe(0.1, "contype", () => r.int(0, 3)),
      ...this.maybe(0.1, "conaffinity", () => r.int(0, 3)),
    };
  }

  protected site(): string {
    const { r } = this;
    const name = `s${this.sites.length}`;
    this.sites.push(this.#named({ name }).name);
    const type = r.pick(["sphere", "capsule", "cylinder", "ellipsoid", "box"]);
    return element("site", {
      name,
      type,
      size: r.reals(3, 0.05, 0.3),
      pos: r.reals(3, -0.2, 0.2),
      euler: r.reals(3, -90, 90),
    });
  }

  protected freeJoint(): string {
    const name = `j${this.joints.length}`;
    this.joints.push(this.#named({ name, type: "free", limited: false }));
    return element("joint", {
      name,
      type: "free",
      ...this.maybe(0.3, "damping", () => this.r.real(0, 1)),
      ...this.maybe(0.2, "stiffness", () => this.r.real(0, 9)),
      ...this.maybe(0.2, "armature", () => this.r.real(0, 0.1)),
    });
  }

  /** Adds a joint; no rotation is added after a ball joint. Returns whether there is a ball joint now. */
  protected joint(parts: string[], turned: boolean): boolean {
    const { r } = this;
    const type = turned ? "slide" : r.pick(["hinge", "hinge", "slide", "ball"]);
    const name = `j${this.joints.length}`;
    const limited = r.chance(0.35);
    this.joints.push(this.#named({ name, type, limited }));
    const ranges: Readonly<Record<string, string>> = { hinge: "-15 20", slide: "-.03 .05", ball: "0 12" };
    const scalar: Attributes = type === "ball" ? {} : {
      axis: r.chance(0.15) ? r.pick(["1 0 0", "0 1 0", "0 0 1"]) : `${r.reals(2, -1, 1)} ${r.real(0.1, 1)}`,
      ...this.maybe(0.3, "ref", () => r.real(-0.3, 0.3)),
      ...this.maybe(0.3, "springref", () => r.real(-0.5, 0.5)),
      ...this.maybe(0.2, "actuatorfrcrange", () => "-2 1.5"),
    };
    parts.push(element("joint", {
      name,
      type,
      ...scalar,
      ...(limited
        ? {
          limited: "true",
          range: ranges[type],
          ...this.maybe(0.4, "margin", () => r.real(0, 0.2)),
          ...this.maybe(0.3, "solreflimit", () => r.pick(REFERENCES)),
          ...this.maybe(0.3, "solimplimit", () => r.pick(IMPEDANCES)),
        }
        : {}),
      ...this.maybe(0.7, "pos", () => r.reals(3, -0.1, 0.1)),
      ...this.maybe(0.5, "damping", () => r.real(0, 2)),
      ...this.maybe(0.3, "stiffness", () => r.real(0, 20)),
      ...this.maybe(0.5, "armature", () => r.real(0.001, 0.2)),
      ...this.maybe(0.25, "frictionloss", () => r.real(0.01, 0.5)),
      ...this.maybe(0.2, "solreffriction", () => r.pick(REFERENCES)),
      ...this.maybe(0.2, "actuatorgravcomp", () => "true"),
    }));
    return turned || type === "ball";
  }

  #scalar(): string[] {
    return this.joints.filter(({ type }) => type === "hinge" || type === "slide").map(({ name }) => name);
  }

  protected tendon(): string {
    const { r } = this;
    const name = `t${this.tendons.length}`;
    const limited = r.chance(0.4);
    this.tendons.push({ name, limited });
    const common: Attributes = {
      name,
      ...(limited
        ? {
          limited: "true",
          range: r.pick(["0 0.2", "0.3 0.5", "-0.1 0.1"]),
          ...this.maybe(0.5, "margin", () => r.real(0, 0.3)),
          ...this.maybe(0.3, "solreflimit", () => r.pick(REFERENCES)),
        }
        : {}),
      ...this.maybe(0.4, "stiffness", () => r.real(0, 50)),
      ...this.maybe(0.4, "damping", () => r.real(0, 3)),
      ...this.maybe(0.3, "frictionloss", () => r.real(0.01, 0.5)),
      ...this.maybe(0.3, "springlength", () => r.pick(["0.2", "0.1 0.3"])),
      ...(r.chance(0.2) ? { actuatorfrclimited: "true", actuatorfrcrange: "-3 2" } : {}),
    };
    const armature = this.maybe(0.4, "armature", () => r.real(0, 0.5));
    const scalar = this.#awake(this.#scalar());
    const sites = this.#awake(this.sites);
    if (scalar.length > 0 && (sites.length < 2 || r.chance(0.5))) {
      const first = r.int(0, scalar.length - 1);
      const joints = scalar.slice(first, first + r.int(1, 3)).map((joint) =>
        element("joint", { joint, coef: String(r.real(-2, 2)) })
      );
      return element("fixed", { ...common, ...armature }, joints.join(""));
    }
    const path: string[] = [];
    let last = this.r.pick(sites);
    let wraps = false;
    if (r.chance(0.3)) path.push(element("pulley", { divisor: String(r.real(1, 3)) }));
    path.push(element("site", { site: last }));
    for (let k = r.int(1, 3); k > 0; k--) {
      if (this.round.length > 0 && r.chance(0.5)) {
        wraps = true;
        path.push(
          element("geom", { geom: r.pick(this.round), ...this.maybe(0.5, "sidesite", () => r.pick(this.sites)) }),
        );
      } else if (path.length > 2 && r.chance(0.2)) {
        path.push(element("pulley", { divisor: String(r.real(1, 3)) }), element("site", { site: last }));
      }
      last = r.pick(sites.filter((it) => it !== last));
      path.push(element("site", { site: last }));
    }
    return element("spatial", { ...common, ...(wraps ? {} : armature) }, path.join(""));
  }

  protected equality(): string {
    const { r } = this;
    const common = {
      ...this.maybe(0.2, "active", () => "false"),
      ...this.maybe(0.5, "solref", () => r.pick(REFERENCES)),
      ...this.maybe(0.4, "solimp", () => r.pick(IMPEDANCES)),
    };
    const [body1, body2] = this.two(this.#awake(this.bodies));
    const [site1, site2] = this.two(this.#awake(this.sites));
    const scalar = this.#awake(this.#scalar());
    const polycoef = `${r.real(-0.1, 0.1)} ${r.reals(4, -1, 1)}`;
    const choices: (() => string)[] = [
      () =>
        element("connect", { ...common, body1, ...(r.chance(0.7) ? { body2 } : {}), anchor: r.reals(3, -0.1, 0.1) }),
      () => element("connect", { ...common, site1, site2 }),
      () =>
        element("weld", {
          ...common,
          body1,
          ...(r.chance(0.7) ? { body2 } : {}),
          torquescale: String(r.real(0.2, 3)),
          ...(r.chance(0.4) ? { relpose: `${r.reals(3, -0.1, 0.1)} 1 ${r.reals(3, -0.3, 0.3)}` } : {}),
        }),
      () => element("weld", { ...common, site1, site2, torquescale: String(r.real(0.2, 3)) }),
    ];
    if (scalar.length > 1) {
      const [joint1, joint2] = this.two(scalar);
      choices.push(() => element("joint", { ...common, joint1, ...(r.chance(0.8) ? { joint2 } : {}), polycoef }));
    }
    if (this.tendons.length > 1) {
      const [tendon1, tendon2] = this.two(this.tendons.map(({ name }) => name));
      choices.push(() => element("tendon", { ...common, tendon1, ...(r.chance(0.8) ? { tendon2 } : {}), polycoef }));
    }
    return r.pick(choices)();
  }

  #transmission(): Attributes {
    const { r } = this;
    const [site, refsite] = this.two(r.chance(0.9) ? this.#awake(this.sites) : this.sites);
    const gear = `${r.reals(3, -1.5, 1.5)} ${r.chance(0.4) ? "0 0 0" : r.reals(3, -1, 1)}`;
    const choices: Attributes[] = [
      { site, gear },
      { site, refsite, gear },
      { cranksite: site, slidersite: refsite, cranklength: String(r.real(0.05, 1)), gear: String(r.real(0.3, 2)) },
      { body: r.pick(this.#awake(this.bodies)), gear: String(r.real(0.3, 2)) },
    ];
    const joints = r.chance(0.9) ? this.#awake(this.joints.map(({ name }) => name)) : [];
    if (joints.length > 0) {
      const joint = r.pick(joints);
      choices.push({ joint, gear }, { joint, gear }, { jointinparent: joint, gear });
    }
    if (this.tendons.length > 0) choices.push({ tendon: r.pick(this.tendons).name, gear: String(r.real(-2, 2)) });
    return r.pick(choices);
  }

  protected actuator(k: number): string {
    const { r } = this;
    const name = `a${k}`;
    this.actuators.push(name);
    const dyntype = r.pick(["none", "none", "integrator", "filter", "filterexact", "muscle"]);
    const where = this.#transmission();
    const isMuscle = !("body" in where) && r.chance(0.15);
    const stateful: Attributes = dyntype === "none" ? {} : {
      dynprm: dyntype === "muscle" ? `0.01 0.04 ${r.pick(["0", "0.3"])}` : String(r.real(0.01, 0.1)),
      ...this.maybe(0.5, "actearly", () => "true"),
      ...(r.chance(0.4) ? { actlimited: "true", actrange: "-0.2 0.3" } : {}),
    };
    const delay: Attributes = r.chance(0.2)
      ? { delay: String(r.real(0.001, 0.01)), nsample: String(r.int(2, 6)), interp: r.pick(["zoh", "linear", "cubic"]) }
      : {};
    return element("general", {
      name,
      ...where,
      dyntype,
      ...stateful,
      ...(isMuscle
        ? { lengthrange: "0.1 1.1", gaintype: "muscle", gainprm: MUSCLE, biastype: "muscle", biasprm: MUSCLE }
        : {
          gaintype: r.pick(["fixed", "affine"]),
          gainprm: r.reals(3, -3, 3),
          biastype: r.pick(["none", "affine"]),
          biasprm: r.reals(3, -3, 3),
        }),
      ...this.maybe(0.4, "ctrlrange", () => "-0.5 0.6"),
      ...this.maybe(0.4, "forcerange", () => "-1.5 2"),
      ...this.maybe(0.3, "group", () => r.int(0, 4)),
      ...delay,
    });
  }

  #object(): { objtype: string; objname: string } {
    const lists = { body: this.bodies, xbody: this.bodies, geom: this.geoms, site: this.sites, camera: this.cameras };
    const objtype = this.r.pick(OBJECT_TYPES.filter((type) => lists[type].length > 0));
    return { objtype, objname: this.r.pick(lists[objtype]) };
  }

  /** A sensor of any kind for which there is something to measure. */
  protected sensor(): string {
    const { r } = this;
    const [name, { naming, need, attributes }] = r.pick(Object.entries(SENSORS));
    const measured = this.#measured(naming, need);
    if (measured === undefined) return "";
    const history: Attributes = "nsample" in attributes && r.chance(0.15)
      ? {
        nsample: String(r.int(1, 4)),
        interp: r.pick(["zoh", "linear", "cubic"]),
        ...this.maybe(0.6, "delay", () => r.real(0.001, 0.01)),
        ...this.maybe(0.4, "interval", () => "0.003 -0.001"),
      }
      : {};
    const cutoff = "cutoff" in attributes && naming !== "contact" && !/axis|quat|normal|rangefinder/.test(name)
      ? this.maybe(0.25, "cutoff", () => r.real(0.05, 1))
      : {};
    return element(name, { ...measured, ...history, ...cutoff });
  }

  #measured(naming: string, need: string | undefined): Attributes | undefined {
    const { r } = this;
    const one = (attribute: string, list: readonly string[]) =>
      list.length > 0 ? { [attribute]: r.pick(list) } : undefined;
    const [body1, body2] = this.two(this.bodies);
    const [geom1, geom2] = this.two(this.geoms);
    switch (naming) {
      case "joint":
        return one(
          "joint",
          need === "scalar"
            ? this.#scalar()
            : this.joints.filter(({ type, limited }) => need === "ball" ? type === "ball" : limited).map(({ name }) =>
              name
            ),
        );
      case "tendon":
        return one(
          "tendon",
          this.tendons.filter(({ limited }) => need !== "limited" || limited).map(({ name }) => name),
        );
      case "site":
        return one("site", this.sites);
      case "actuator":
        return one("actuator", this.actuators);
      case "body":
        return one("body", this.bodies);
      case "frame": {
        const { objtype: reftype, objname: refname } = this.#object();
        return { ...this.#object(), ...(r.chance(0.5) ? { reftype, refname } : {}) };
      }
      case "globalframe":
        return this.#object();
      case "two":
        return r.chance(0.5) ? { body1, body2 } : r.chance(0.5) ? { geom1, geom2 } : { body1, geom2 };
      case "nothing":
        return {};
      case "camprojection":
        return this.cameras.length > 0 ? { site: r.pick(this.sites), camera: r.pick(this.cameras) } : undefined;
      case "rangefinder":
        return {
          ...(this.cameras.length > 0 && r.chance(0.4)
            ? { camera: r.pick(this.cameras) }
            : { site: r.pick(this.sites) }),
          ...this.maybe(0.5, "data", () => r.pick(["dist dir", "dir point normal", "origin depth"])),
        };
      case "insidesite":
        return { ...this.#object(), site: r.pick(this.sites) };
      case "contact":
        return {
          ...r.pick<Attributes>([
            { body1 },
            { geom1 },
            { geom1, geom2 },
            { body1, body2 },
            { subtree1: body1 },
            { subtree1: body1, subtree2: body2 },
            { site: this.sites[0] },
            {},
          ]),
          data: r.pick(["found", "force torque", "dist pos normal", "found force torque dist pos normal tangent"]),
          num: String(r.int(1, 4)),
          reduce: r.pick(["none", "mindist", "maxforce", "netforce"]),
        };
      default:
        return undefined;
    }
  }

  protected key(): string {
    const { r } = this;
    const lengths = { free: 7, ball: 4, hinge: 1, slide: 1 } as Record<string, number>;
    const speeds = { free: 6, ball: 3, hinge: 1, slide: 1 } as Record<string, number>;
    const sum = (of: Record<string, number>) => this.joints.reduce((total, { type }) => total + of[type], 0);
    return element("key", {
      time: String(r.real(0, 2)),
      ...this.maybe(0.8, "qpos", () => r.reals(sum(lengths), -0.5, 0.5)),
      ...this.maybe(0.8, "qvel", () => r.reals(sum(speeds), -1, 1)),
      ...(this.actuators.length > 0 ? this.maybe(0.8, "ctrl", () => r.reals(this.actuators.length, -1, 1)) : {}),
      ...(this.mocaps > 0 ? this.maybe(0.8, "mpos", () => r.reals(3 * this.mocaps, -0.5, 0.5)) : {}),
      ...(this.mocaps > 0 ? this.maybe(0.8, "mquat", () => r.reals(4 * this.mocaps, 0.1, 1)) : {}),
    });
  }
}
