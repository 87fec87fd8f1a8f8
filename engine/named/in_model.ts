/** Objects of a model, found by name. */

import type { Model } from "../types/model.ts";
import { Bound } from "./bound.ts";
import type { ObjectKind } from "./kinds.ts";
import type { NameOrNumber } from "./literal_names.ts";
import type { NamedInModel } from "./types.ts";
import { viewOf } from "./view.ts";

/** The object of a kind with that name or number. */
function inModel<Kind extends ObjectKind>(m: Model, kind: Kind, name: string | number): NamedInModel<Kind> {
  const views = m.plans.views ??= new Map();
  return viewOf(views, "model", m, m, kind, name) as unknown as NamedInModel<Kind>;
}

/** Several objects of a kind. */
function bindModel<Field extends string>(
  m: Model,
  kind: ObjectKind,
  names: readonly (string | number)[],
): Bound<Field> {
  return new Bound("model", m, m, kind, names);
}

/** The objects of a model, by name or number. */
export abstract class ModelObjects {
  /** What the model says about the body with that name or number: `mass`, `inertia`, `pos`, `parentid`, …. */
  body<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "body", Name>,
  ): NamedInModel<"body"> {
    return inModel(this, "body", name);
  }

  /** What the model says about the joint with that name or number: `range`, `stiffness`, `axis`, …, and `damping` and `armature` of its dofs. */
  joint<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "joint", Name>,
  ): NamedInModel<"joint"> {
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
  geom<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "geom", Name>,
  ): NamedInModel<"geom"> {
    return inModel(this, "geom", name);
  }

  /** What the model says about the site with that name or number: `pos`, `size`, …. */
  site<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "site", Name>,
  ): NamedInModel<"site"> {
    return inModel(this, "site", name);
  }

  /** What the model says about the camera with that name or number: `pos`, `fovy`, …. */
  camera<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "camera", Name>,
  ): NamedInModel<"camera"> {
    return inModel(this, "camera", name);
  }

  /** What the model says about the light with that name or number: `pos`, `diffuse`, …. */
  light<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "light", Name>,
  ): NamedInModel<"light"> {
    return inModel(this, "light", name);
  }

  /** What the model says about the flex with that name or number: `young`, `vertnum`, …. */
  flex<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "flex", Name>,
  ): NamedInModel<"flex"> {
    return inModel(this, "flex", name);
  }

  /** What the model says about the mesh with that name or number: `vertnum`, `scale`, …. */
  mesh<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "mesh", Name>,
  ): NamedInModel<"mesh"> {
    return inModel(this, "mesh", name);
  }

  /** What the model says about the skin with that name or number: `rgba`, `bonenum`, …. */
  skin<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "skin", Name>,
  ): NamedInModel<"skin"> {
    return inModel(this, "skin", name);
  }

  /** What the model says about the height field with that name or number: `size`, `nrow`, …. */
  hfield<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "hfield", Name>,
  ): NamedInModel<"hfield"> {
    return inModel(this, "hfield", name);
  }

  /** What the model says about the texture with that name or number: `width`, `height`, …. */
  texture<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "texture", Name>,
  ): NamedInModel<"texture"> {
    return inModel(this, "texture", name);
  }

  /** What the model says about the material with that name or number: `rgba`, `reflectance`, …. */
  material<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "material", Name>,
  ): NamedInModel<"material"> {
    return inModel(this, "material", name);
  }

  /** What the model says about the pair of geoms with that name or number: `friction`, `solref`, …. */
  pair<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "pair", Name>,
  ): NamedInModel<"pair"> {
    return inModel(this, "pair", name);
  }

  /** What the model says about the excluded pair with that name or number: `signature`. */
  exclude<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "exclude", Name>,
  ): NamedInModel<"exclude"> {
    return inModel(this, "exclude", name);
  }

  /** What the model says about the equality constraint with that name or number: `data`, `solref`, …. */
  equality<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "equality", Name>,
  ): NamedInModel<"equality"> {
    return inModel(this, "equality", name);
  }

  /** What the model says about the tendon with that name or number: `range`, `stiffness`, …. */
  tendon<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "tendon", Name>,
  ): NamedInModel<"tendon"> {
    return inModel(this, "tendon", name);
  }

  /** What the model says about the actuator with that name or number: `gainprm`, `gear`, `ctrlrange`, …. */
  actuator<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "actuator", Name>,
  ): NamedInModel<"actuator"> {
    return inModel(this, "actuator", name);
  }

  /** What the model says about the sensor with that name or number: `type`, `dim`, `cutoff`, …. */
  sensor<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "sensor", Name>,
  ): NamedInModel<"sensor"> {
    return inModel(this, "sensor", name);
  }

  /** What the model says about the custom number with that name or number: `data`. */
  numeric<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "numeric", Name>,
  ): NamedInModel<"numeric"> {
    return inModel(this, "numeric", name);
  }

  /** What the model says about the keyframe with that name or number: `qpos`, `qvel`, `ctrl`, …. */
  key<Names, Name extends string | number>(
    this: Model<Names>,
    name: NameOrNumber<Names, "key", Name>,
  ): NamedInModel<"key"> {
    return inModel(this, "key", name);
  }

  /** Several objects of one kind, whose numbers are read and written end to end. */
  bind<Names, Kind extends ObjectKind, Name extends string | number>(
    this: Model<Names>,
    kind: Kind,
    names: readonly NameOrNumber<Names, Kind, Name>[],
  ): Bound<Exclude<keyof NamedInModel<Kind> & string, "id" | "name">> {
    return bindModel(this, kind, names);
  }
}
