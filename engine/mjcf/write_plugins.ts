/** Plugins as MJCF text. */

import type { PluginSpec, PluginUse, Spec } from "../types/spec.ts";
import { type Attributes, markup } from "./markup.ts";

/** The `<extension>` section: named instances in their order, then plugins without any. */
export function writeExtension(spec: Spec): string {
  const sections: { plugin: string; instances: string[] }[] = [];
  for (const instance of spec.plugins) {
    if (instance.name === "") continue;
    const last = sections.at(-1);
    const text = markup("instance", { name: instance.name }, writeConfig(instance));
    if (last?.plugin === instance.plugin) last.instances.push(text);
    else sections.push({ plugin: instance.plugin, instances: [text] });
  }
  for (const plugin of spec.extensions) {
    if (!sections.some((section) => section.plugin === plugin)) sections.push({ plugin, instances: [] });
  }
  if (sections.length === 0) return "";
  return markup("extension", {}, sections.map(({ plugin, instances }) => markup("plugin", { plugin }, instances)));
}

function writeConfig({ config }: PluginSpec): string[] {
  return Object.entries(config).map(([key, value]) => markup("config", { key, value }));
}

/** Attributes and children by which an element names its plugin. */
export function pluginMarkup({ plugin, instance, own }: PluginUse): { attributes: Attributes; children: string[] } {
  if (own === undefined || own.name !== "") {
    return { attributes: { ...(plugin && { plugin }), instance: own?.name ?? instance }, children: [] };
  }
  return { attributes: { plugin }, children: writeConfig(own) };
}

/** The `<plugin>` in an element. */
export function writePlugin(use: PluginUse | undefined): string {
  if (use === undefined) return "";
  const { attributes, children } = pluginMarkup(use);
  return markup("plugin", attributes, children);
}
