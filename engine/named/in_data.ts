/** Objects of data, found by name. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { Bound } from "./bound.ts";
import type { ObjectKind } from "./kinds.ts";
import type { NameOrNumber } from "./literal_names.ts";
import type { NamedInData } from "./types.ts";
import { viewOf } from "./view.ts";

function modelOf(d: Data): Model {
  const { model } = d.work;
  if (model === undefined) throw new RangeError("objects can be found by name in data made by new Data(model)");
  return model;
}

/** The object of a kind with that name or number. */
function inData<Kind extends ObjectKind>(d: Data, kind: Kind, name: string | number): NamedInData<Kind> {
  const views = d.work.views ??= new Map();
  return viewOf(views, "data", d, modelOf(d), kind, name) as unknown as NamedInData<Kind>;
}

/** Several objects of a kind. */
function bindData<Field extends string>(
  d: Data,
  kind: ObjectKind,
  names: readonly (string | number)[],
): Bound<Field> {
  return new Bound("data", d, modelOf(d), kind, names);
}

/** The objects of data, by name or number. */
export abstract class DataObjects {
  /** What the data say about the body with that name or number: `xpos`, `xquat`, `xfrc_applied`, `cvel`, …; `mocap_pos` and `mocap_quat` of a mocap body. */
  body<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "body", Name>,
  ): NamedInData<"body"> {
    return inData(this, "body", name);
  }

  /**
   * What the data say about the joint with that name or number: `qpos`, `qvel`, `qacc`, `qfrc_applied`, `xanchor`, …
   *
   * Properties are live views of the arrays of the data, under their names without prefix: numbers where there is one for
   * each object, otherwise arrays. Objects are found again without searching: keep them, or ask each time. If the
   * document of the model is a literal in TypeScript, editors complete names, and report those that it does not have.
   *
   * @example Bend an elbow
   * ```ts
   * import { compile, Data } from "@plumbline/sim";
   *
   * const model = compile(`
   *   <mujoco>
   *     <worldbody><body><joint name="elbow"/><geom name="arm" size="0.1"/></body></worldbody>
   *     <actuator><motor name="biceps" joint="elbow"/></actuator>
   *   </mujoco>`);
   * const data = new Data(model);
   *
   * data.joint("elbow").qpos[0] = 0.5;
   * data.actuator("biceps").ctrl = 1;
   * if (data.qpos[0] !== 0.5 || data.ctrl[0] !== 1) throw new Error("not live");
   * const name: string = "elbwo"; // written where a name belongs, this is an error in the editor
   * try {
   *   data.joint(name);
   * } catch (error) {
   *   if (!/did you mean 'elbow'/.test(String(error))) throw error;
   * }
   * ```
   */
  joint<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "joint", Name>,
  ): NamedInData<"joint"> {
    return inData(this, "joint", name);
  }

  /** What the data say about the geom with that name or number: `xpos` and `xmat`. */
  geom<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "geom", Name>,
  ): NamedInData<"geom"> {
    return inData(this, "geom", name);
  }

  /** What the data say about the site with that name or number: `xpos` and `xmat`. */
  site<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "site", Name>,
  ): NamedInData<"site"> {
    return inData(this, "site", name);
  }

  /** What the data say about the camera with that name or number: `xpos` and `xmat`. */
  camera<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "camera", Name>,
  ): NamedInData<"camera"> {
    return inData(this, "camera", name);
  }

  /** What the data say about the light with that name or number: `xpos` and `xdir`. */
  light<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "light", Name>,
  ): NamedInData<"light"> {
    return inData(this, "light", name);
  }

  /** What the data say about the tendon with that name or number: `length`, `velocity`, …. */
  tendon<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "tendon", Name>,
  ): NamedInData<"tendon"> {
    return inData(this, "tendon", name);
  }

  /** What the data say about the actuator with that name or number: `ctrl`, `force`, `length`, `velocity`, `act`, …. */
  actuator<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "actuator", Name>,
  ): NamedInData<"actuator"> {
    return inData(this, "actuator", name);
  }

  /** What the data say about the sensor with that name or number: `data`, its reading. */
  sensor<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "sensor", Name>,
  ): NamedInData<"sensor"> {
    return inData(this, "sensor", name);
  }

  /** What the data say about the equality constraint with that name or number: `active`. */
  equality<Names, Name extends string | number>(
    this: Data<Names>,
    name: NameOrNumber<Names, "equality", Name>,
  ): NamedInData<"equality"> {
    return inData(this, "equality", name);
  }

  /**
   * Several objects of one kind, whose numbers are read and written end to end.
   *
   * @example Two joints of an arm
   * ```ts
   * import { compile, Data } from "@plumbline/sim";
   *
   * const model = compile(`
   *   <mujoco>
   *     <worldbody>
   *       <body><freejoint/><geom size="0.1"/></body>
   *       <body><joint name="shoulder"/><geom size="0.1"/><body><joint name="elbow"/><geom size="0.1"/></body></body>
   *     </worldbody>
   *   </mujoco>`);
   * const data = new Data(model);
   *
   * const arm = data.bind("joint", ["elbow", "shoulder"]);
   * arm.write("qpos", [0.5, -1]);
   * if (data.qpos[7] !== -1 || data.qpos[8] !== 0.5) throw new Error("not in this order");
   * if (arm.read("qpos")[0] !== 0.5) throw new Error("not read");
   * ```
   */
  bind<Names, Kind extends ObjectKind, Name extends string | number>(
    this: Data<Names>,
    kind: Kind,
    names: readonly NameOrNumber<Names, Kind, Name>[],
  ): Bound<Exclude<keyof NamedInData<Kind> & string, "id" | "name">> {
    return bindData(this, kind, names);
  }
}
