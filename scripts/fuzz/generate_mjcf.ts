/** Random MJCF documents, intended to be valid, that cover the whole grammar. */

import type { Attribute } from "../../engine/mjcf/elements/attribute.ts";
import { SCHEMA } from "../../engine/mjcf/schema.ts";
import { ACTUATORS_BY_HAND, BY_HAND, positive, small, usual, valueOf } from "./attribute_values.ts";
import { generateSensors } from "./generate_sensors.ts";
import { element, type Names } from "./names.ts";
import { Random } from "./random.ts";

/** Writes random documents. */
export class Generator {
  private readonly random: Random;
  private readonly names: Names = {
    body: [],
    joint: [],
    hinge: [],
    ball: [],
    limited: [],
    geom: [],
    round: [],
    site: [],
    camera: [],
    tendon: [],
    limitedtendon: [],
    actuator: [],
    mesh: [],
    hfield: [],
    material: [],
    texture: [],
    class: [],
    sensor: [],
  };
  private count = 0;
  private qpos = 0;
  private qvel = 0;
  private act = 0;
  private replicated = false;
  /** whether static bodies are fused, which crashes MuJoCo if there are cameras or lights */
  private readonly fuses: boolean;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.fuses = this.random.chance(0.1);
  }

  /** A document. */
  document(): string {
    const r = this.random;
    const defaults = this.defaults();
    const assets = this.assets();
    const world = this.worldbody();
    const sections = [
      this.compiler(),
      this.option(),
      this.size(),
      this.visual(),
      r.chance(0.2) ? element("statistic", this.attributes(SCHEMA.children.statistic.attributes, 0.4)) : "",
      defaults,
      assets,
      world,
      this.contact(),
      this.tendons(),
      this.equality(),
      this.actuators(),
      generateSensors(r, this.names, () => this.name("sensor", 0.4)),
      this.custom(),
      this.keyframes(),
    ];
    return `<mujoco${r.chance(0.5) ? ` model="model ${r.int(0, 9)}"` : ""}>\n${
      sections.filter(Boolean).join("\n")
    }\n</mujoco>\n`;
  }

  private name(kind: keyof Names, probability = 0.8): string {
    if (!this.random.chance(probability)) return "";
    const name = `${kind}${this.count++}`;
    this.names[kind].push(name);
    return name;
  }

  /** Random attributes that do not depend on others. */
  private attributes(
    rules: Readonly<Record<string, Attribute>>,
    probability: number,
    skip: ReadonlySet<string> = BY_HAND,
  ): Record<string, string> {
    const out: Record<string, string> = {};
    for (const [name, rule] of Object.entries(rules)) {
      if (!skip.has(name) && this.random.chance(probability)) out[name] = valueOf(this.random, rule);
    }
    return out;
  }

  private orientation(probability = 0.4): Record<string, string> {
    if (!this.random.chance(probability)) return {};
    const name = this.random.pick(["quat", "axisangle", "xyaxes", "zaxis", "euler"]);
    return { [name]: usual(this.random, name) };
  }

  private compiler(): string {
    const r = this.random;
    const out: Record<string, string> = {};
    const put = (probability: number, name: string, value: string) => {
      if (r.chance(probability)) out[name] = value;
    };
    put(0.3, "angle", r.pick(["radian", "degree"]));
    put(0.2, "eulerseq", r.pick(["xyz", "XYZ", "zyx", "ZXz", "xYz", "zyz"]));
    put(0.15, "boundmass", String(r.real(0.01, 0.5)));
    put(0.15, "boundinertia", String(r.real(0.001, 0.05)));
    put(0.1, "settotalmass", String(r.real(1, 20)));
    put(0.5, "balanceinertia", "true");
    put(0.12, "discardvisual", "true");
    if (this.fuses) out.fusestatic = "true";
    put(0.15, "inertiafromgeom", r.pick(["auto", "true"]));
    put(0.1, "inertiagrouprange", r.pick(["0 5", "0 2", "1 4"]));
    put(0.1, "fitaabb", "true");
    put(0.15, "alignfree", "true");
    put(0.1, "usethread", "false");
    put(0.1, "saveinertial", "true");
    put(0.1, "coordinate", "local");
    return this.fuses || r.chance(0.7) ? element("compiler", out) : "";
  }

  private option(): string {
    const r = this.random;
    if (!r.chance(0.6)) return "";
    const { option } = SCHEMA.children;
    const flags = r.chance(0.5) ? element("flag", this.attributes(option.children.flag.attributes, 0.15)) : "";
    const out = this.attributes(option.attributes, 0.15);
    if (r.chance(0.1)) out.actuatorgroupdisable = "1 3";
    delete out.iterations;
    return element("option", out, flags);
  }

  private size(): string {
    const r = this.random;
    if (!r.chance(0.3)) return "";
    const out: Record<string, string> = {};
    for (const kind of ["body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor"]) {
      if (r.chance(0.2)) out[`nuser_${kind}`] = String(r.int(3, 5));
    }
    if (r.chance(0.2)) out.nuserdata = String(r.int(0, 9));
    if (r.chance(0.2)) out.nkey = String(r.int(0, 3));
    if (r.chance(0.1)) out.memory = r.pick(["1M", "200K", "-1"]);
    if (r.chance(0.1)) out.nconmax = "200";
    return element("size", out);
  }

  private visual(): string {
    const r = this.random;
    if (!r.chance(0.25)) return "";
    const { children } = SCHEMA.children.visual;
    const parts = Object.keys(children).filter(() => r.chance(0.5));
    const skip = new Set<string>();
    return element(
      "visual",
      {},
      parts.map((n) => element(n, this.attributes(children[n].attributes, 0.3, skip))).join(""),
    );
  }

  private defaults(): string {
    return this.random.chance(0.6) ? this.defaultClass(0, "") : "";
  }

  private defaultClass(depth: number, name: string): string {
    const r = this.random;
    const { children } = SCHEMA.children.default;
    const kinds = ["joint", "geom", "site", "camera", "light", "pair", "equality", "tendon", "general", "material"];
    const parts = kinds.filter(() => r.chance(0.25)).map((kind) => {
      const out = this.attributes(children[kind].attributes, 0.12);
      for (const risky of ["dyntype", "gaintype", "biastype", "actdim", "ctrllimited", "forcelimited", "actlimited"]) {
        delete out[risky];
      }
      for (const range of ["ctrlrange", "forcerange", "actrange", "pos", "user", "cranklength", "material", "mass"]) {
        delete out[range];
      }
      if (kind === "geom" && r.chance(0.3)) Object.assign(out, { type: "sphere", size: String(r.real(0.05, 0.3)) });
      if (kind === "geom" && r.chance(0.1)) out.euler = usual(r, "euler");
      return element(kind, out);
    });
    if (r.chance(0.15)) {
      parts.push(element(r.pick(["motor", "position", "velocity", "muscle"]), { gear: usual(r, "gear") }));
    }
    if (depth < 2) {
      for (let k = r.int(0, 2); k > 0; k--) {
        const child = this.name("class", 1);
        parts.push(this.defaultClass(depth + 1, child));
      }
    }
    return element("default", name ? { class: name } : {}, parts.join(""));
  }

  private classOf(probability = 0.3): Record<string, string> {
    const { names, random } = this;
    return names.class.length > 0 && random.chance(probability) ? { class: random.pick(names.class) } : {};
  }

  private assets(): string {
    const r = this.random;
    const parts: string[] = [];
    for (let k = r.chance(0.3) ? r.int(1, 2) : 0; k > 0; k--) {
      const cube = r.chance(0.5);
      parts.push(element("texture", {
        name: this.name("texture", 1),
        type: cube ? r.pick(["cube", "skybox"]) : "2d",
        builtin: r.pick(["gradient", "checker", "flat"]),
        width: String(r.int(1, 8)),
        ...(cube ? {} : { height: String(r.int(1, 8)) }),
      }));
    }
    for (let k = r.chance(0.3) ? r.int(1, 2) : 0; k > 0; k--) {
      const texture = this.names.texture.length > 0 && r.chance(0.5) ? { texture: r.pick(this.names.texture) } : {};
      const out = this.attributes(SCHEMA.children.asset.children.material.attributes, 0.2);
      parts.push(element("material", { name: this.name("material", 1), ...out, ...texture }));
    }
    for (let k = r.chance(0.35) ? r.int(1, 2) : 0; k > 0; k--) parts.push(this.mesh());
    if (r.chance(0.2)) {
      const [nrow, ncol] = [r.int(2, 4), r.int(2, 4)];
      parts.push(element("hfield", {
        name: this.name("hfield", 1),
        nrow: String(nrow),
        ncol: String(ncol),
        size: r.reals(4, 0.1, 2),
        ...(r.chance(0.7) ? { elevation: r.reals(nrow * ncol, 0, 1) } : {}),
      }));
    }
    return parts.length > 0 ? element("asset", {}, parts.join("")) : "";
  }

  private mesh(): string {
    const r = this.random;
    const out: Record<string, string> = { name: this.name("mesh", 1) };
    const point = () => r.reals(3, -0.5, 0.5);
    out.vertex = ["0 0 0", "1 0 0", "0 1 0", "0 0 1", ...Array.from({ length: r.int(0, 6) }, point)].join("  ");
    if (r.chance(0.2)) out.scale = r.reals(3, 0.5, 2);
    if (r.chance(0.15)) out.refpos = r.reals(3, -1, 1);
    if (r.chance(0.15)) out.refquat = usual(r, "quat");
    if (r.chance(0.2)) out.inertia = r.pick(["legacy", "exact", "shell"]);
    return element("mesh", out);
  }

  private worldbody(): string {
    const r = this.random;
    const parts: string[] = [];
    if (r.chance(0.6)) {
      parts.push(element("geom", { type: "plane", size: r.pick(["0 0 1", "1 2 .1"]), name: this.name("geom") }));
    }
    if (this.names.hfield.length > 0 && r.chance(0.7)) {
      parts.push(element("geom", { type: "hfield", hfield: this.names.hfield[0] }));
    }
    parts.push(...this.bodyParts(true));
    for (let k = r.int(1, 4); k > 0; k--) parts.push(this.body(0, true));
    if (r.chance(0.15)) parts.push(this.mocap());
    if (r.chance(0.12)) parts.push(this.replicate());
    return element("worldbody", {}, parts.join("\n"));
  }

  private mocap(): string {
    return element("body", { name: this.name("body"), mocap: "true", pos: usual(this.random, "pos") }, this.geom(true));
  }

  private replicate(): string {
    const r = this.random;
    this.replicated = true;
    const name = `rep${this.count++}`;
    const joint = r.pick(["hinge", "slide", "ball"]);
    const inside = element(
      "body",
      { name, pos: usual(r, "pos") },
      [
        element("joint", { type: joint, ...(r.chance(0.5) ? { name: `${name}j` } : {}) }),
        element("geom", { size: String(r.real(0.05, 0.2)) }),
        element("site", { name: `${name}s` }),
      ].join(""),
    );
    return element("replicate", {
      count: String(r.int(1, 3)),
      offset: r.reals(3, -1, 1),
      ...(r.chance(0.5) ? { euler: r.reals(3, -90, 90) } : {}),
      ...(r.chance(0.4) ? { sep: "-" } : {}),
    }, inside);
  }

  private body(depth: number, top: boolean): string {
    const r = this.random;
    const name = this.name("body");
    const out: Record<string, string> = { name, ...this.orientation() };
    if (r.chance(0.7)) out.pos = usual(r, "pos");
    if (r.chance(0.15)) out.gravcomp = usual(r, "gravcomp");
    if (r.chance(0.15)) out.user = usual(r, "user");
    if (this.names.class.length > 0 && r.chance(0.2)) out.childclass = r.pick(this.names.class);
    const parts: string[] = [];
    if (r.chance(0.25)) parts.push(this.inertial());
    parts.push(...this.joints(top), this.geom(false), ...this.bodyParts(false));
    if (depth < 3) {
      for (let k = r.int(0, 2); k > 0; k--) {
        const child = this.body(depth + 1, false);
        parts.push(r.chance(0.15) ? this.frame(child) : child);
      }
    }
    return element("body", out, parts.join(""));
  }

  private frame(content: string): string {
    const r = this.random;
    const out = { ...(r.chance(0.7) ? { pos: usual(r, "pos") } : {}), ...this.orientation(0.7) };
    return element("frame", out, content);
  }

  private inertial(): string {
    const r = this.random;
    const base = { pos: r.reals(3, -0.2, 0.2), mass: String(r.real(0.5, 4)) };
    if (r.chance(0.4)) {
      const [a, b, c] = [r.real(0.5, 1), r.real(0.5, 1), r.real(0.5, 1)];
      return element("inertial", { ...base, fullinertia: `${a} ${b} ${c} ${r.reals(3, -0.1, 0.1)}` });
    }
    return element("inertial", { ...base, ...this.orientation(), diaginertia: r.reals(3, 0.3, 0.5) });
  }

  private joints(top: boolean): string[] {
    const r = this.random;
    if (r.chance(0.2)) return [];
    if (top && r.chance(0.3)) {
      const name = this.name("joint");
      return [
        element(r.chance(0.5) ? "freejoint" : "joint", { name, ...(r.chance(0.0) ? {} : {}) }).replace(
          "<joint",
          '<joint type="free"',
        ),
      ];
    }
    const parts: string[] = [];
    const types = r.chance(0.2)
      ? ["slide", "ball"]
      : r.chance(0.2)
      ? ["ball"]
      : r.chance(0.5)
      ? ["hinge"]
      : ["slide", "hinge"];
    for (const type of types) parts.push(this.joint(type));
    return parts;
  }

  private joint(type: string): string {
    const r = this.random;
    const out = this.attributes(SCHEMA.children.body.children.joint.attributes, 0.15);
    const limited = r.chance(0.4);
    if (limited) {
      Object.assign(out, { range: type === "ball" ? `0 ${r.real(10, 90)}` : `${-r.real(0.1, 90)} ${r.real(0.1, 90)}` });
    }
    if (type !== "ball" && r.chance(0.15)) out.actuatorfrcrange = `${-r.real(1, 5)} ${r.real(1, 5)}`;
    const name = this.name("joint");
    if (name && type !== "ball") this.names.hinge.push(name);
    if (name && type === "ball") this.names.ball.push(name);
    if (name && limited) this.names.limited.push(name);
    return element("joint", { name, type, ...this.classOf(0.2), ...out });
  }

  private geom(world: boolean): string {
    const r = this.random;
    const types = ["sphere", "capsule", "cylinder", "ellipsoid", "box"];
    if (this.names.mesh.length > 0) types.push("mesh", "mesh", "fit");
    const type = r.pick(types);
    const out = this.attributes(SCHEMA.children.body.children.geom.attributes, 0.08);
    out.type = type === "fit" ? r.pick(["box", "capsule", "sphere", "cylinder"]) : type;
    if (type === "mesh" || type === "fit") {
      out.mesh = r.pick(this.names.mesh);
      if (r.chance(0.5)) out.pos = usual(r, "pos");
      Object.assign(out, this.orientation());
    } else if (type !== "sphere" && r.chance(0.25)) {
      out.fromto = r.reals(6, -1, 1);
      out.size = String(r.real(0.02, 0.2));
      delete out.pos;
    } else {
      out.size = r.reals(3, 0.05, 0.4);
      if (r.chance(0.5)) out.pos = usual(r, "pos");
      Object.assign(out, this.orientation());
    }
    if (type !== "mesh" && r.chance(0.1)) out.shellinertia = "true";
    if (r.chance(0.1) && this.names.material.length > 0) out.material = r.pick(this.names.material);
    if (r.chance(0.08)) Object.assign(out, { contype: "0", conaffinity: "0" });
    delete out.fluidcoef;
    const name = this.name("geom");
    if (name && (type === "sphere" || type === "cylinder")) this.names.round.push(name);
    const cls = type === "mesh" || out.fromto ? {} : this.classOf(0.15);
    const text = element("geom", { name, ...cls, ...out });
    return !world && r.chance(0.1) ? this.frame(text) : text;
  }

  private bodyParts(world: boolean): string[] {
    const r = this.random;
    const parts: string[] = [];
    for (let k = r.int(0, 2); k > 0; k--) parts.push(this.geom(world));
    for (let k = r.int(0, 2); k > 0; k--) parts.push(this.site());
    if (!this.fuses && r.chance(0.2)) parts.push(this.camera());
    if (!this.fuses && r.chance(0.2)) {
      const out = this.attributes(SCHEMA.children.body.children.light.attributes, 0.15);
      if (r.chance(0.3)) out.type = r.pick(["spot", "directional", "point"]);
      parts.push(element("light", { ...out, ...this.classOf(0.2) }));
    }
    return parts;
  }

  private site(): string {
    const r = this.random;
    const out: Record<string, string> = { name: this.name("site") };
    if (r.chance(0.3)) {
      Object.assign(out, { type: r.pick(["box", "capsule", "ellipsoid"]), size: r.reals(3, 0.01, 0.2) });
    }
    if (r.chance(0.7)) out.pos = usual(r, "pos");
    if (r.chance(0.2)) out.user = usual(r, "user");
    if (r.chance(0.2)) out.rgba = usual(r, "rgba");
    const text = element("site", { ...out, ...this.orientation(), ...this.classOf(0.2) });
    return r.chance(0.1) ? this.frame(text) : text;
  }

  private camera(): string {
    const r = this.random;
    const out: Record<string, string> = { name: this.name("camera"), pos: usual(r, "pos"), ...this.orientation() };
    if (r.chance(0.3)) out.fovy = usual(r, "fovy");
    else if (r.chance(0.4)) {
      Object.assign(out, { sensorsize: usual(r, "sensorsize"), focal: r.reals(2, 0.01, 0.1), resolution: "32 16" });
    }
    if (r.chance(0.2)) out.mode = r.pick(["fixed", "track", "trackcom"]);
    if (r.chance(0.2)) out.output = r.pick(["rgb depth", "normal", "segmentation rgb"]);
    return element("camera", out);
  }

  private contact(): string {
    const { random: r, names } = this;
    const parts: string[] = [];
    if (names.geom.length > 1 && r.chance(0.4)) {
      const [geom1, geom2] = [r.pick(names.geom), r.pick(names.geom)];
      const out = this.attributes(SCHEMA.children.contact.children.pair.attributes, 0.2);
      delete out.geom1;
      delete out.geom2;
      parts.push(element("pair", { ...out, geom1, geom2 }));
    }
    for (let k = names.body.length > 1 && r.chance(0.4) ? r.int(1, 3) : 0; k > 0; k--) {
      parts.push(element("exclude", { body1: r.pick(names.body), body2: r.pick(names.body) }));
    }
    return parts.length > 0 ? element("contact", {}, parts.join("")) : "";
  }

  private equality(): string {
    const { random: r, names } = this;
    const parts: string[] = [];
    const shared = () =>
      this.attributes({
        active: SCHEMA.children.equality.children.weld.attributes.active,
        solref: SCHEMA.children.equality.children.weld.attributes.solref,
      }, 0.3);
    if (names.body.length > 1 && r.chance(0.2)) {
      const [body1, body2] = [names.body[0], names.body[1]];
      parts.push(element("connect", { ...shared(), body1, body2, anchor: r.reals(3, -1, 1) }));
    }
    if (names.body.length > 0 && r.chance(0.2)) {
      const body1 = r.pick(names.body);
      parts.push(element("weld", {
        ...shared(),
        body1,
        ...(r.chance(0.4) ? { relpose: `${r.reals(3, -1, 1)} ${usual(r, "quat")}` } : {}),
        ...(r.chance(0.3) ? { torquescale: positive(r) } : {}),
        ...(r.chance(0.3) ? { anchor: r.reals(3, -1, 1) } : {}),
      }));
    }
    if (names.site.length > 1 && r.chance(0.2)) {
      parts.push(element(r.pick(["connect", "weld"]), { ...shared(), site1: names.site[0], site2: names.site[1] }));
    }
    if (names.hinge.length > 1 && r.chance(0.3)) {
      parts.push(element("joint", {
        ...shared(),
        joint1: names.hinge[0],
        ...(r.chance(0.6) ? { joint2: names.hinge[1] } : {}),
        ...(r.chance(0.5) ? { polycoef: r.reals(r.int(1, 5), -1, 1) } : {}),
      }));
    }
    if (names.tendon.length > 0 && r.chance(0.4)) {
      parts.push(element("tendon", { ...shared(), tendon1: names.tendon[0] }));
    }
    return parts.length > 0 ? element("equality", {}, parts.join("")) : "";
  }

  private tendons(): string {
    const { random: r, names } = this;
    const parts: string[] = [];
    const attributes = (kind: "fixed" | "spatial") => {
      const out = this.attributes(SCHEMA.children.tendon.children[kind].attributes, 0.12);
      delete out.armature;
      if (r.chance(0.3)) {
        out.springlength = r.chance(0.5) ? String(r.real(0.1, 1)) : `${r.real(0.1, 0.4)} ${r.real(0.5, 1)}`;
      }
      const limited = r.chance(0.3);
      if (limited) out.range = `${r.real(0, 0.4)} ${r.real(0.5, 2)}`;
      if (r.chance(0.1)) out.actuatorfrcrange = `${-r.real(1, 5)} ${r.real(1, 5)}`;
      const name = this.name("tendon");
      if (name && limited) names.limitedtendon.push(name);
      return { name, ...this.classOf(0.15), ...out };
    };
    if (names.hinge.length > 0 && r.chance(0.4)) {
      const joints = [...new Set([r.pick(names.hinge), r.pick(names.hinge)])];
      const path = joints.map((joint) => element("joint", { joint, coef: String(r.real(-2, 2)) }));
      parts.push(element("fixed", attributes("fixed"), path.join("")));
    }
    if (names.site.length > 2 && r.chance(0.5)) {
      const [a, b, c] = names.site;
      const path = [element("site", { site: a })];
      if (names.round.length > 0 && r.chance(0.5)) {
        path.push(
          element("geom", { geom: r.pick(names.round), ...(r.chance(0.3) ? { sidesite: r.pick(names.site) } : {}) }),
        );
      }
      path.push(element("site", { site: b }));
      if (r.chance(0.3)) {
        path.push(
          element("pulley", { divisor: String(r.real(1, 3)) }),
          element("site", { site: b }),
          element("site", { site: c }),
        );
      } else if (r.chance(0.5)) path.push(element("site", { site: c }));
      const out = attributes("spatial");
      if (r.chance(0.2) && !path.some((part) => part.startsWith("<geom"))) Object.assign(out, { armature: small(r) });
      parts.push(element("spatial", out, path.join("")));
    }
    return parts.length > 0 ? element("tendon", {}, parts.join("")) : "";
  }

  private actuators(): string {
    const { random: r, names } = this;
    const parts: string[] = [];
    for (let k = r.int(0, 4); k > 0; k--) {
      const target = this.transmission();
      if (target === undefined) continue;
      parts.push(this.actuator(target));
    }
    if (names.body.length > 0 && r.chance(0.15)) {
      parts.push(
        element("adhesion", {
          name: this.name("actuator"),
          body: r.pick(names.body),
          ctrlrange: "0 1",
          gain: positive(r),
        }),
      );
    }
    return parts.length > 0 ? element("actuator", {}, parts.join("")) : "";
  }

  private transmission(): Record<string, string> | undefined {
    const { random: r, names } = this;
    const options: Record<string, string>[] = [];
    if (names.joint.length > 0) {
      options.push({ joint: r.pick(names.joint) }, { joint: r.pick(names.joint) }, {
        jointinparent: r.pick(names.joint),
      });
    }
    if (names.tendon.length > 0) options.push({ tendon: r.pick(names.tendon) });
    if (names.site.length > 0) options.push({ site: r.pick(names.site) });
    if (names.site.length > 1) {
      options.push({ site: names.site[0], refsite: names.site[1] });
      options.push({ cranksite: names.site[0], slidersite: names.site[1], cranklength: positive(r) });
    }
    return options.length > 0 ? r.pick(options) : undefined;
  }

  private actuator(target: Record<string, string>): string {
    const r = this.random;
    const sites = target.site !== undefined;
    const kinds = [
      "general",
      "motor",
      "position",
      "velocity",
      "intvelocity",
      "damper",
      "cylinder",
      ...(sites ? [] : ["muscle"]),
    ];
    const kind = r.pick(kinds);
    const out: Record<string, string> = { name: this.name("actuator"), ...target };
    if (r.chance(0.5)) out.ctrlrange = kind === "damper" ? "0 1" : `${-r.real(0.1, 2)} ${r.real(0.1, 2)}`;
    if (r.chance(0.3)) out.forcerange = `${-r.real(1, 9)} ${r.real(1, 9)}`;
    Object.assign(
      out,
      this.attributes(SCHEMA.children.actuator.children[kind].attributes, 0.2, ACTUATORS_BY_HAND),
    );
    if (r.chance(0.15)) {
      Object.assign(out, {
        nsample: String(r.int(1, 5)),
        delay: String(r.real(0.001, 0.01)),
        interp: r.pick(["zoh", "linear", "cubic"]),
      });
    }
    if (kind === "position" || kind === "intvelocity") {
      if (r.chance(0.7)) out.kp = positive(r);
      if (r.chance(0.3)) out.kv = positive(r);
      else if (r.chance(0.4)) out.dampratio = positive(r);
      if (kind === "position" && r.chance(0.2)) out.timeconst = small(r);
    }
    if (kind === "intvelocity") out.actrange = `${-r.real(0.1, 2)} ${r.real(0.1, 2)}`;
    if (kind === "damper" || kind === "velocity") out.kv = positive(r);
    if (kind === "damper") out.ctrlrange = "0 1";
    if (kind === "cylinder") {
      Object.assign(out, {
        timeconst: small(r),
        ...(r.chance(0.5) ? { area: positive(r) } : { diameter: positive(r) }),
      });
    }
    if (kind === "muscle") {
      Object.assign(out, {
        lengthrange: `${r.real(0.1, 0.4)} ${r.real(0.5, 2)}`,
        ...(r.chance(0.5) ? { force: "100" } : { scale: "150" }),
      });
    }
    if (kind === "general" && r.chance(0.6)) {
      const dyntype = r.pick(["none", "integrator", "filter", "filterexact"]);
      Object.assign(out, { dyntype, gaintype: r.pick(["fixed", "affine"]), biastype: r.pick(["none", "affine"]) });
      if (r.chance(0.5)) out.gainprm = r.reals(r.int(1, 4), -1, 3);
      if (r.chance(0.5)) out.biasprm = r.reals(r.int(1, 4), -3, 1);
      if (r.chance(0.5)) out.dynprm = r.reals(1, 0.01, 1);
      if (dyntype !== "none" && r.chance(0.3)) out.actrange = `${-r.real(0.1, 2)} ${r.real(0.1, 2)}`;
      if (r.chance(0.3)) out.actearly = "true";
    }
    return element(kind, { ...out, ...(kind === "general" || kind === "motor" ? this.classOf(0.1) : {}) });
  }

  private custom(): string {
    const { random: r, names } = this;
    if (!r.chance(0.2)) return "";
    const parts = [
      element("numeric", { name: "num", data: r.reals(r.int(1, 4), -1, 1), ...(r.chance(0.4) ? { size: "6" } : {}) }),
    ];
    if (r.chance(0.5)) parts.push(element("text", { name: "txt", data: "some text" }));
    if (names.body.length > 0 && r.chance(0.5)) {
      parts.push(
        element(
          "tuple",
          { name: "tup" },
          element("element", { objtype: "body", objname: r.pick(names.body), prm: positive(r) }),
        ),
      );
    }
    return element("custom", {}, parts.join(""));
  }

  private keyframes(): string {
    const r = this.random;
    if (this.replicated || !r.chance(0.2)) return "";
    return element("keyframe", {}, element("key", { name: "home", time: positive(r) }) + element("key", {}));
  }
}
