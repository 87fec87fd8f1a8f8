/** Plugins: which one each instance is, what uses it, and how much it stores. */

import { didYouMean } from "../mjcf/excerpt.ts";
import type { Model } from "../types/model.ts";
import type { PluginCapability } from "../types/plugin.ts";
import type { PluginSpec, PluginUse, Spec, SpecElement } from "../types/spec.ts";
import { fail } from "./fail.ts";
import { Obj } from "../types/enums.ts";
import type { Lookup } from "./lookup.ts";

/** Fields that say which instance an element uses, kinds of elements, and what their plugins have to do. */
const USERS = [
  ["actuator_plugin", "actuator", "actuators", "actuator"],
  ["body_plugin", "body", "bodies", "passive"],
  ["geom_plugin", "geom", "geoms", "sdf"],
  ["sensor_plugin", "sensor", "sensors", "sensor"],
] as const;

const PURPOSE: Readonly<Record<PluginCapability, string>> = {
  actuator: "actuators",
  passive: "passive forces",
  sdf: "signed distance fields",
  sensor: "sensors",
};

/** Finds the plugin of every instance, and checks its configuration. */
export function compilePlugins(spec: Spec): void {
  for (const instance of spec.plugins) {
    const { plugin, config } = instance;
    if (plugin === "") throw fail("plugin", instance, "it needs a 'plugin' or an 'instance'");
    if (!spec.extensions.includes(plugin)) {
      throw fail("plugin", instance, `'${plugin}' is not in <extension>${didYouMean(plugin, spec.extensions)}`);
    }
    instance.slot = spec.knownPlugins.findIndex(({ name }) => name === plugin);
    const { attributes } = spec.knownPlugins[instance.slot];
    const wrong = Object.keys(config).find((key) => !attributes.includes(key));
    if (wrong !== undefined) {
      throw fail("plugin", instance, `${plugin} has no attribute '${wrong}'${didYouMean(wrong, attributes)}`);
    }
  }
}

/** The instance that an element uses, which has to be of a plugin with a capability. */
export function instanceOf(
  spec: Spec,
  kind: string,
  element: SpecElement,
  { plugin, instance, own }: PluginUse,
  capability: PluginCapability,
  lookup: Lookup,
): PluginSpec {
  const found = own ?? lookup.find(Obj.PLUGIN, instance) as PluginSpec | undefined;
  if (found === undefined) throw fail(kind, element, `unknown plugin instance '${instance}'`);
  if (plugin !== "" && plugin !== found.plugin) {
    throw fail(kind, element, `plugin instance '${instance}' is of '${found.plugin}', not of '${plugin}'`);
  }
  if (spec.knownPlugins[found.slot][capability] === undefined) {
    throw fail(kind, element, `plugin '${found.plugin}' does not support ${PURPOSE[capability]}`);
  }
  return found;
}

/** The texts of an instance's attributes, each with a zero at its end. */
function attributeBytes(spec: Spec, { config, slot }: PluginSpec): Uint8Array {
  const texts = spec.knownPlugins[slot].attributes.map((name) => `${config[name] ?? ""}\0`);
  return new TextEncoder().encode(texts.length > 0 ? texts.join("") : "\0");
}

/** Number of bytes of the attributes of all instances. */
export function pluginBytes(spec: Spec): number {
  return spec.plugins.reduce((sum, instance) => sum + attributeBytes(spec, instance).length, 0);
}

/** Fills the fields of plugins, and asks them how long their states and readings are. */
export function fillPlugins(m: Model, spec: Spec, lookup: Lookup): void {
  if (spec.plugins.length > 0) m.plugins = spec.knownPlugins;
  let at = 0;
  for (const instance of spec.plugins) {
    const { id, slot } = instance;
    m.plugin[id] = slot;
    m.plugin_attradr[id] = at;
    const bytes = attributeBytes(spec, instance);
    m.plugin_attr.set(bytes, at);
    at += bytes.length;
  }
  for (const [field, kind, list, capability] of USERS) {
    for (const element of spec[list]) {
      const { id, plugin } = element;
      m[field][id] = plugin ? instanceOf(spec, kind, element, plugin, capability, lookup).id : -1;
    }
  }
  for (const { id } of spec.plugins) {
    m.plugin_stateadr[id] = m.npluginstate;
    m.plugin_statenum[id] = countOf(m.plugins[m.plugin[id]].stateSize?.(m, id) ?? 0, spec, id);
    m.npluginstate += m.plugin_statenum[id];
  }
  for (const sensor of spec.sensors) {
    const instance = m.sensor_plugin[sensor.id];
    if (instance < 0) continue;
    const of = m.plugins[m.plugin[instance]].sensor;
    sensor.needstage = of?.stage ?? sensor.needstage;
    sensor.dim = countOf(of?.size(m, instance, sensor.id) ?? 0, spec, instance);
    m.nsensordata += sensor.dim;
  }
}

/** A number of values that a plugin asks for. */
function countOf(count: number, spec: Spec, instance: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw fail("plugin", spec.plugins[instance], `it asks for ${count} values`);
}
