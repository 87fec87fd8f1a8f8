/** New data. */

import { initPlugins } from "./model/plugins.ts";
import { resetData, setInitialState } from "./reset.ts";
import type { Bound } from "./named/bound.ts";
import { bindData, inData } from "./named/in_data.ts";
import type { ObjectKind } from "./named/kinds.ts";
import type { NamedInData } from "./named/types.ts";
import type { DataOthers } from "./types/data.ts";
import { allocateData } from "./types/data_memory.ts";
import type { DataArrays, DataCounts } from "./types/interfaces.ts";
import type { Model } from "./types/model.ts";

/**
 * The state of one simulation and everything that a step computes from it.
 *
 * Its arrays are views of one block of memory. Copy an array (`slice`) before transferring it to another thread,
 * because the whole block would go with it.
 */
export class Data {
  /** Allocates data for `model`, in the state that `resetData` gives. */
  constructor(model: Model) {
    const self = allocateData(model, Data.prototype);
    if (model.nplugin > 0) {
      initPlugins(model, self);
      resetData(model, self);
    } else {
      setInitialState(model, self);
    }
    return self;
  }

  /** What the data say about the body with that name or number: `xpos`, `xquat`, `xfrc_applied`, `cvel`, …; `mocap_pos` and `mocap_quat` of a mocap body. */
  body(name: string | number): NamedInData<"body"> {
    return inData(this, "body", name);
  }

  /**
   * What the data say about the joint with that name or number: `qpos`, `qvel`, `qacc`, `qfrc_applied`, `xanchor`, …
   *
   * Properties are live views of the arrays of the data, under their names without prefix: numbers where there is one for
   * each object, otherwise arrays. Objects are found again without searching: keep them, or ask each time.
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
   * try {
   *   data.joint("elbwo");
   * } catch (error) {
   *   if (!/did you mean 'elbow'/.test(String(error))) throw error;
   * }
   * ```
   */
  joint(name: string | number): NamedInData<"joint"> {
    return inData(this, "joint", name);
  }

  /** What the data say about the geom with that name or number: `xpos` and `xmat`. */
  geom(name: string | number): NamedInData<"geom"> {
    return inData(this, "geom", name);
  }

  /** What the data say about the site with that name or number: `xpos` and `xmat`. */
  site(name: string | number): NamedInData<"site"> {
    return inData(this, "site", name);
  }

  /** What the data say about the camera with that name or number: `xpos` and `xmat`. */
  camera(name: string | number): NamedInData<"camera"> {
    return inData(this, "camera", name);
  }

  /** What the data say about the light with that name or number: `xpos` and `xdir`. */
  light(name: string | number): NamedInData<"light"> {
    return inData(this, "light", name);
  }

  /** What the data say about the tendon with that name or number: `length`, `velocity`, …. */
  tendon(name: string | number): NamedInData<"tendon"> {
    return inData(this, "tendon", name);
  }

  /** What the data say about the actuator with that name or number: `ctrl`, `force`, `length`, `velocity`, `act`, …. */
  actuator(name: string | number): NamedInData<"actuator"> {
    return inData(this, "actuator", name);
  }

  /** What the data say about the sensor with that name or number: `data`, its reading. */
  sensor(name: string | number): NamedInData<"sensor"> {
    return inData(this, "sensor", name);
  }

  /** What the data say about the equality constraint with that name or number: `active`. */
  equality(name: string | number): NamedInData<"equality"> {
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
  bind<Kind extends ObjectKind>(
    kind: Kind,
    names: readonly (string | number)[],
  ): Bound<Exclude<keyof NamedInData<Kind> & string, "id" | "name">> {
    return bindData(this, kind, names);
  }
}

/** The counts and arrays of the data, and its other members. */
export interface Data extends DataCounts, DataArrays, DataOthers {}
