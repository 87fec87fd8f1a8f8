/** Calls of plugins: what the stages ask of all instances that can do a thing. */

import type { Data } from "../data.ts";
import { Stage } from "../types/enums.ts";
import { PluginError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import type { Plugin } from "../types/plugin.ts";

// V8-1
const { NONE, POS } = Stage;

/** The plugin of an instance. */
export function pluginOf(m: Model, instance: number): Plugin {
  return m.plugins[m.plugin[instance]];
}

/**
 * The text of an attribute of a plugin instance; undefined if the document does not give it.
 *
 * @example Read the gain of a controller
 * ```ts
 * import { compile, pluginConfig } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <extension>
 *       <plugin plugin="mujoco.pid">
 *         <instance name="servo"><config key="kp" value="40"/></instance>
 *       </plugin>
 *     </extension>
 *     <worldbody>
 *       <body><joint name="hinge"/><geom size="0.1"/></body>
 *     </worldbody>
 *     <actuator>
 *       <plugin joint="hinge" plugin="mujoco.pid" instance="servo"/>
 *     </actuator>
 *   </mujoco>`);
 * if (pluginConfig(model, 0, "kp") !== "40") throw new Error("wrong gain");
 * ```
 */
export function pluginConfig(m: Model, instance: number, attribute: string): string | undefined {
  const wanted = pluginOf(m, instance).attributes.indexOf(attribute);
  if (wanted < 0) return undefined;

  // texts that end in zeros, in the order of the attributes
  let start = m.plugin_attradr[instance];
  for (let skipped = 0; skipped < wanted; skipped++) start = m.plugin_attr.indexOf(0, start) + 1;
  const end = m.plugin_attr.indexOf(0, start);
  if (end === start) return undefined;
  return new TextDecoder().decode(Uint8Array.from(m.plugin_attr.subarray(start, end)));
}

/**
 * The plugin that describes the shape of a geom.
 *
 * @example A ring
 * ```ts
 * import { compile, getSDF } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`
 *   <mujoco>
 *     <extension><plugin plugin="mujoco.sdf.torus"><instance name="ring"/></plugin></extension>
 *     <asset><mesh name="ring"><plugin instance="ring"/></mesh></asset>
 *     <worldbody><geom type="sdf" mesh="ring"><plugin instance="ring"/></geom></worldbody>
 *   </mujoco>`);
 * assert.equal(getSDF(model, 0).name, "mujoco.sdf.torus");
 * ```
 */
export function getSDF(m: Model, geom: number): Plugin {
  const instance = m.geom_plugin[geom];
  const plugin = instance >= 0 ? pluginOf(m, instance) : undefined;
  if (plugin?.sdf === undefined) throw new RangeError(`geom ${geom} is not a signed distance field of a plugin`);
  return plugin;
}

/** Makes what the instances keep with new data: signed distance fields, and what other plugins return. */
export function initPlugins(m: Model, d: Data): void {
  if (m.nplugin === 0) return;
  d.plugin.set(m.plugin);
  d.plugin_data = Array.from(m.plugin, (_, instance) => {
    const { name, init, sdf } = pluginOf(m, instance);
    try {
      return sdf ? sdf((attribute) => pluginConfig(m, instance, attribute)) : init?.(m, d, instance);
    } catch (error) {
      throw new PluginError(`${name}: ${error instanceof Error ? error.message : error}`, instance);
    }
  });
}

/** Tells the instances that the data has been reset. */
export function resetPlugins(m: Model, d: Data): void {
  for (let i = 0; i < m.nplugin; i++) pluginOf(m, i).reset?.(m, d, i);
}

/** Tells the instances that time has moved on. */
export function advancePlugins(m: Model, d: Data): void {
  for (let i = 0; i < m.nplugin; i++) pluginOf(m, i).advance?.(m, d, i);
}

/** Rates of the activations of actuators that are plugins. */
export function pluginRates(m: Model, d: Data): void {
  for (let i = 0; i < m.nplugin; i++) pluginOf(m, i).actuator?.rates?.(m, d, i);
}

/** Forces of actuators that are plugins. */
export function pluginForces(m: Model, d: Data): void {
  for (let i = 0; i < m.nplugin; i++) pluginOf(m, i).actuator?.compute(m, d, i);
}

/** Passive forces of plugins. */
export function pluginPassive(m: Model, d: Data): void {
  for (let i = 0; i < m.nplugin; i++) pluginOf(m, i).passive?.compute(m, d, i);
}

/** Whether an instance has sensors that are computed after a stage. */
export function hasPluginSensor(m: Model, instance: number, stage: number): boolean {
  const { sensor } = pluginOf(m, instance);
  if (sensor === undefined) return false;
  return sensor.stage === stage || (sensor.stage === NONE && stage === POS);
}
