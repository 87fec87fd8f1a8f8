/**
 * The interface of plugins: code that computes forces of actuators, readings of sensors, passive forces, and shapes.
 */

import type { Data } from "../data.ts";
import type { Model } from "./model.ts";

/**
 * A plugin, which a document enables by name in `<extension>` and configures in `<config>`.
 *
 * A document may have several instances of a plugin, each numbered by its place in `model.plugin`. What an instance
 * carries from step to step belongs in its part of `data.plugin_state`, so that it is saved and restored with the state;
 * what it only derives from its configuration is returned by `init` and found in `data.plugin_data[instance]`. Attributes
 * are texts; `pluginConfig` reads them.
 *
 * @example An actuator that pulls with the square of its control
 * ```ts
 * import { compile, Data, forward, type Plugin, pluginConfig } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const square: Plugin = {
 *   name: "example.square",
 *   attributes: ["gain"],
 *   init: (m, _, instance) => Number(pluginConfig(m, instance, "gain") ?? 1),
 *   actuator: {
 *     compute(m, d, instance) {
 *       for (let i = 0; i < m.nu; i++) {
 *         if (m.actuator_plugin[i] !== instance) continue;
 *         d.actuator_force[i] = (d.plugin_data[instance] as number) * d.ctrl[i] * d.ctrl[i];
 *       }
 *     },
 *   },
 * };
 * const model = compile(
 *   `<mujoco>
 *     <extension>
 *       <plugin plugin="example.square"/>
 *     </extension>
 *     <worldbody>
 *       <body>
 *         <joint name="slide" type="slide"/>
 *         <geom size="0.1"/>
 *       </body>
 *     </worldbody>
 *     <actuator>
 *       <plugin joint="slide" plugin="example.square">
 *         <config key="gain" value="2"/>
 *       </plugin>
 *     </actuator>
 *   </mujoco>`,
 *   { plugins: [square] },
 * );
 * const data = new Data(model);
 * data.ctrl[0] = 3;
 * forward(model, data);
 * assert.equal(data.actuator_force[0], 18);
 * ```
 */
export interface Plugin {
  /** name in documents, such as `mujoco.pid` */
  readonly name: string;
  /** names of the configuration's attributes */
  readonly attributes: readonly string[];

  /** how many numbers of `data.plugin_state` an instance needs; 0 if missing */
  stateSize?(m: Model, instance: number): number;
  /** makes what is kept in `data.plugin_data[instance]`; throws if the configuration makes no sense */
  init?(m: Model, d: Data, instance: number): unknown;
  /** called when the data is reset; the plugin's state keeps its values unless this changes them */
  reset?(m: Model, d: Data, instance: number): void;
  /** called at the end of every step */
  advance?(m: Model, d: Data, instance: number): void;

  /** what makes it a plugin for actuators */
  readonly actuator?: PluginActuator;
  /** what makes it a plugin for sensors */
  readonly sensor?: PluginSensor;
  /** what makes it a plugin for bodies */
  readonly passive?: PluginPassive;
  /**
   * what makes it a plugin for geoms of type `sdf` and for meshes: the shape of an instance, which is kept in
   * `data.plugin_data[instance]`; throws if the attributes make no sense
   */
  sdf?(attribute: PluginAttribute): SignedDistance;
}

/** The text of an attribute by its name; undefined if the document does not give it. */
export type PluginAttribute = (name: string) => string | undefined;

/**
 * A shape, as its signed distance field. A `<mesh>` with the plugin gets the surface of the field, sampled on a grid of
 * 300 cells along the three sides of `box` together; a geom of type `sdf` with the plugin collides with the field itself.
 *
 * @example A sphere
 * ```ts
 * import { compile, Data, forward, type Plugin } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const ball: Plugin = {
 *   name: "example.ball",
 *   attributes: ["radius"],
 *   sdf(attribute) {
 *     const radius = Number(attribute("radius"));
 *     const half = 5 * radius;
 *     return { box: [0, 0, 0, half, half, half], distance: ([x, y, z]) => Math.hypot(x, y, z) - radius };
 *   },
 * };
 * const model = compile(
 *   `<mujoco>
 *     <extension>
 *       <plugin plugin="example.ball">
 *         <instance name="ball"><config key="radius" value="0.1"/></instance>
 *       </plugin>
 *     </extension>
 *     <asset>
 *       <mesh name="ball"><plugin instance="ball"/></mesh>
 *     </asset>
 *     <worldbody>
 *       <geom type="box" size="1 1 0.1"/>
 *       <body pos="0 0 0.19">
 *         <freejoint/>
 *         <geom type="sdf" mesh="ball"><plugin instance="ball"/></geom>
 *       </body>
 *     </worldbody>
 *   </mujoco>`,
 *   { plugins: [ball] },
 * );
 * const data = new Data(model);
 * forward(model, data);
 * assert(data.ncon > 0 && data.contact.dist[0] < 0);
 * ```
 */
export interface SignedDistance {
  /** center and half sizes (m) of a box around the surface; the tighter, the finer the mesh */
  readonly box: ArrayLike<number>;
  /** distance (m) of a point from the surface, negative inside */
  distance(point: Float64Array): number;
  /** gradient of the distance; if missing, it is found by finite differences */
  gradient?(res: Float64Array, point: Float64Array): void;
}

/** Forces of actuators. */
export interface PluginActuator {
  /** adds the rates of the activations of an instance to `data.act_dot`, after those of the actuator's own dynamics */
  rates?(m: Model, d: Data, instance: number): void;
  /** writes `data.actuator_force` of the instance's actuators, those with this `model.actuator_plugin` */
  compute(m: Model, d: Data, instance: number): void;
}

/** Readings of sensors. */
export interface PluginSensor {
  /** the stage after which it is computed, a value of `Stage` */
  readonly stage: number;
  /** how many numbers a sensor of the instance reads; called at compile, when `model` holds nothing but plugins */
  size(m: Model, instance: number, sensor: number): number;
  /** writes the readings of the instance's sensors, those with this `model.sensor_plugin`, to `data.sensordata` */
  compute(m: Model, d: Data, instance: number): void;
}

/** Passive forces. */
export interface PluginPassive {
  /** adds to `data.qfrc_passive` the forces on the instance's bodies, those with this `model.body_plugin` */
  compute(m: Model, d: Data, instance: number): void;
}

/** A capability of a plugin. */
export type PluginCapability = "actuator" | "sensor" | "passive" | "sdf";
