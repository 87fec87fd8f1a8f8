/** The compiled model: everything that stays constant during a simulation. */

import type { Bound } from "../named/bound.ts";
import { bindModel, inModel } from "../named/in_model.ts";
import type { ObjectKind } from "../named/kinds.ts";
import type { NamedInModel } from "../named/types.ts";
import type { ModelArrays, ModelSizes, Option, Statistic } from "./interfaces.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, type ScalarRow, STATISTIC_FIELDS } from "./model_fields.ts";
import { keepFractions } from "./keep_fractions.ts";
import { type Block, bytesOf, emptyArray, Layout, type Memory } from "./layout.ts";
import type { Plans } from "./plans.ts";
import type { Plugin } from "./plugin.ts";

const LAYOUT = new Layout(MODEL_FIELDS);

/** Size in bytes of the arrays of a model, and the name of the largest. */
export function modelBytes(sizes: Readonly<Partial<ModelSizes>>): { bytes: number; largest: string } {
  return LAYOUT.measure(sizes);
}

/** Size in bytes of the block that holds the arrays of a model, options and statistics included. */
export function modelBlockBytes(sizes: Readonly<ModelSizes>): number {
  return LAYOUT.blockBytes(sizes as unknown as Record<string, number>) + OPTIONS.bytes + STATISTICS.bytes;
}

/** arena of an empty model (bytes) */
const MIN_ARENA = 14 * 1048576;

/** A record made from a table of scalars: zero numbers, shared, and vectors, allocated for each record. */
class ScalarTable {
  private readonly numbers: Record<string, number | Float64Array>;
  private readonly vectors: [name: string, length: number][] = [];
  readonly bytes: number;

  constructor(fields: Readonly<Record<string, ScalarRow>>) {
    const numbers: Record<string, number | Float64Array> = {};
    const reals: string[] = [];
    let bytes = 0;
    for (const [name, [dtype, length]] of Object.entries(fields)) {
      numbers[name] = length > 0 ? emptyArray("f64") : 0;
      if (length > 0) this.vectors.push([name, length]);
      else if (dtype === "f64") reals.push(name);
      bytes += bytesOf("f64", length);
    }
    this.numbers = keepFractions({ ...numbers }, ...reals);
    this.bytes = bytes;
  }

  create(block: Block): Record<string, number | Float64Array> {
    const out = { ...this.numbers };
    for (const [name, length] of this.vectors) out[name] = block.take("f64", length);
    return out;
  }
}

const OPTIONS = new ScalarTable(OPTION_FIELDS);
const STATISTICS = new ScalarTable(STATISTIC_FIELDS);

const NO_PLUGINS: readonly Plugin[] = [];

/**
 * An empty model, of which all models are copies: V8-3.
 */
const NOTHING = keepFractions({ ...emptyModel() }, "narena");

function emptyModel(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of MODEL_SIZES) out[name] = 0;
  for (const [name, [dtype]] of Object.entries(MODEL_FIELDS)) out[name] = emptyArray(dtype);
  return Object.assign(out, { narena: 0, opt: {}, stat: {}, plugins: NO_PLUGINS, plans: {} });
}

/**
 * A compiled model with MuJoCo's field names: flat, typed arrays.
 *
 * Made by `compile` or `loadModel`; the constructor only allocates zeroed arrays of the given sizes, as views of one
 * block of memory.
 */
export class Model {
  /** memory for contacts, constraint rows and islands (bytes): `<size memory>`, or MuJoCo's estimate */
  declare narena: number;
  /** physics options */
  declare opt: Option;
  /** statistics at `qpos0` */
  declare stat: Statistic;
  /** the plugins that the document could enable; `plugin` says which of them each instance is */
  declare plugins: readonly Plugin[];
  /**
   * structures that the stages derive from the model once, on first use
   * @internal
   */
  declare plans: Plans;

  /** Allocates zeroed arrays of the given sizes. With `memory`, the arrays are views of that block instead. */
  constructor(sizes: Readonly<Partial<ModelSizes>>, memory?: Memory) {
    const self = { ...NOTHING };
    // `| 0` because a whole number stored as a double would give this model a shape different from that of other models
    for (const name of MODEL_SIZES) {
      const size = sizes[name];
      if (size) self[name] = size | 0;
    }
    self.narena = MIN_ARENA;
    const counts = self as Record<string, number>;
    const block = LAYOUT.fill(self, counts, OPTIONS.bytes + STATISTICS.bytes, counts, memory);
    self.opt = OPTIONS.create(block);
    self.stat = STATISTICS.create(block);
    self.plans = {};
    return Object.setPrototypeOf(self, Model.prototype);
  }

  /** What the model says about the body with that name or number: `mass`, `inertia`, `pos`, `parentid`, …. */
  body(name: string | number): NamedInModel<"body"> {
    return inModel(this, "body", name);
  }

  /** What the model says about the joint with that name or number: `range`, `stiffness`, `axis`, …, and `damping` and `armature` of its dofs. */
  joint(name: string | number): NamedInModel<"joint"> {
    return inModel(this, "joint", name);
  }

  /**
   * What the model says about the geom with that name or number: `size`, `friction`, `rgba`, …
   *
   * Properties are live views of the arrays of the model, under their names without prefix: numbers where there is one
   * for each object, otherwise arrays.
   *
   * @example A foot with less friction
   * ```ts
   * import { compile } from "@plumbline/sim";
   *
   * const model = compile(`<mujoco><worldbody><geom name="foot" size="0.1"/></worldbody></mujoco>`);
   * const foot = model.geom("foot");
   * foot.friction[0] = 0.3;
   * foot.margin = 0.01;
   * if (model.geom_friction[0] !== 0.3 || model.geom_margin[0] !== 0.01) throw new Error("not live");
   * ```
   */
  geom(name: string | number): NamedInModel<"geom"> {
    return inModel(this, "geom", name);
  }

  /** What the model says about the site with that name or number: `pos`, `size`, …. */
  site(name: string | number): NamedInModel<"site"> {
    return inModel(this, "site", name);
  }

  /** What the model says about the camera with that name or number: `pos`, `fovy`, …. */
  camera(name: string | number): NamedInModel<"camera"> {
    return inModel(this, "camera", name);
  }

  /** What the model says about the light with that name or number: `pos`, `diffuse`, …. */
  light(name: string | number): NamedInModel<"light"> {
    return inModel(this, "light", name);
  }

  /** What the model says about the flex with that name or number: `young`, `vertnum`, …. */
  flex(name: string | number): NamedInModel<"flex"> {
    return inModel(this, "flex", name);
  }

  /** What the model says about the mesh with that name or number: `vertnum`, `scale`, …. */
  mesh(name: string | number): NamedInModel<"mesh"> {
    return inModel(this, "mesh", name);
  }

  /** What the model says about the skin with that name or number: `rgba`, `bonenum`, …. */
  skin(name: string | number): NamedInModel<"skin"> {
    return inModel(this, "skin", name);
  }

  /** What the model says about the height field with that name or number: `size`, `nrow`, …. */
  hfield(name: string | number): NamedInModel<"hfield"> {
    return inModel(this, "hfield", name);
  }

  /** What the model says about the texture with that name or number: `width`, `height`, …. */
  texture(name: string | number): NamedInModel<"texture"> {
    return inModel(this, "texture", name);
  }

  /** What the model says about the material with that name or number: `rgba`, `reflectance`, …. */
  material(name: string | number): NamedInModel<"material"> {
    return inModel(this, "material", name);
  }

  /** What the model says about the pair of geoms with that name or number: `friction`, `solref`, …. */
  pair(name: string | number): NamedInModel<"pair"> {
    return inModel(this, "pair", name);
  }

  /** What the model says about the excluded pair with that name or number: `signature`. */
  exclude(name: string | number): NamedInModel<"exclude"> {
    return inModel(this, "exclude", name);
  }

  /** What the model says about the equality constraint with that name or number: `data`, `solref`, …. */
  equality(name: string | number): NamedInModel<"equality"> {
    return inModel(this, "equality", name);
  }

  /** What the model says about the tendon with that name or number: `range`, `stiffness`, …. */
  tendon(name: string | number): NamedInModel<"tendon"> {
    return inModel(this, "tendon", name);
  }

  /** What the model says about the actuator with that name or number: `gainprm`, `gear`, `ctrlrange`, …. */
  actuator(name: string | number): NamedInModel<"actuator"> {
    return inModel(this, "actuator", name);
  }

  /** What the model says about the sensor with that name or number: `type`, `dim`, `cutoff`, …. */
  sensor(name: string | number): NamedInModel<"sensor"> {
    return inModel(this, "sensor", name);
  }

  /** What the model says about the custom number with that name or number: `data`. */
  numeric(name: string | number): NamedInModel<"numeric"> {
    return inModel(this, "numeric", name);
  }

  /** What the model says about the keyframe with that name or number: `qpos`, `qvel`, `ctrl`, …. */
  key(name: string | number): NamedInModel<"key"> {
    return inModel(this, "key", name);
  }

  /** Several objects of one kind, whose numbers are read and written end to end. */
  bind<Kind extends ObjectKind>(
    kind: Kind,
    names: readonly (string | number)[],
  ): Bound<Exclude<keyof NamedInModel<Kind> & string, "id" | "name">> {
    return bindModel(this, kind, names);
  }
}

/** The sizes and arrays of a model. */
export interface Model extends ModelSizes, ModelArrays {}
