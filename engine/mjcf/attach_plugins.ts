/** Plugins of elements that an attachment copies. */

import type { PluginUse, Spec } from "../types/spec.ts";
import { type Naming, rename } from "./naming.ts";
import { listTree } from "./tree.ts";

/** What the copy of an element says about its plugin: it has its own instance too, or that of the same name. */
export function copyPluginUse(
  spec: Spec,
  from: Spec,
  use: PluginUse | undefined,
  naming: Naming,
): PluginUse | undefined {
  if (use === undefined) return undefined;
  if (use.own !== undefined) {
    const own = { ...use.own, id: -1 };
    spec.plugins.push(own);
    return { ...use, own };
  }
  if (!naming.foreign) return use;
  const instance = rename(use.instance, naming);
  const original = from.plugins.find(({ name }) => name === use.instance);
  if (original !== undefined && !spec.plugins.some(({ name }) => name === instance)) {
    spec.plugins.push({ ...original, name: instance, id: -1 });
  }
  return { ...use, instance };
}

/** Enables the plugins of a model that is attached. */
export function copyExtensions(spec: Spec, from: Spec): void {
  for (const plugin of from.extensions) if (!spec.extensions.includes(plugin)) spec.extensions.push(plugin);
}

/** Drops the instances of elements that have been removed. */
export function dropPlugins(spec: Spec): void {
  if (spec.plugins.length === 0) return;
  listTree(spec);
  const used = new Set(
    [...spec.bodies, ...spec.geoms, ...spec.meshes, ...spec.actuators, ...spec.sensors].map(({ plugin }) =>
      plugin?.own
    ),
  );
  spec.plugins = spec.plugins.filter((instance) => instance.name !== "" || used.has(instance));
}
