/** Plugins: `<extension>`, and `<plugin>` in the elements that use them. */

import type { PluginSpec, PluginUse } from "../types/spec.ts";
import { readAttributes } from "./attributes.ts";
import { newElement } from "./create.ts";
import { didYouMean } from "./excerpt.ts";
import { CONFIG_ELEMENT, EXTENSION_PLUGIN, INSTANCE_ELEMENT, PLUGIN_ELEMENT } from "./elements/plugin.ts";
import { noteUnsupported, type Reader, readName } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

/** Reads an `<extension>` section: the plugins that the document needs, and instances of them. */
export function readExtension(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const read = { plugin: "" };
    readAttributes(element, EXTENSION_PLUGIN, read);
    const { plugin } = read;
    const known = spec.knownPlugins.map(({ name }) => name);
    if (!known.includes(plugin)) {
      noteUnsupported(reader, element, `<plugin plugin="${plugin}">${didYouMean(plugin, known)}`);
      continue;
    }
    if (!spec.extensions.includes(plugin)) spec.extensions.push(plugin);
    for (const child of element.children) readInstance(reader, child, plugin);
  }
}

function readInstance({ spec }: Reader, element: XmlElement, plugin: string): void {
  const instance: PluginSpec = { ...newElement(spec, element), plugin, config: {}, slot: -1 };
  readAttributes(element, INSTANCE_ELEMENT, {});
  readName(element, instance);
  if (instance.name === "") throw element.error("instance: attribute 'name' cannot be empty", "name");
  instance.config = readConfig(element);
  spec.plugins.push(instance);
}

function readConfig(element: XmlElement): Record<string, string> {
  const config: Record<string, string> = {};
  for (const child of element.children) {
    if (child.name !== "config") continue;
    const read = { key: "", value: "" };
    readAttributes(child, CONFIG_ELEMENT, read);
    if (Object.hasOwn(config, read.key)) throw child.error(`config: key '${read.key}' is repeated`, "key");
    config[read.key] = read.value;
  }
  return config;
}

/** Reads what an element says about its plugin. Unless it names an instance, it gets one of its own. */
export function readPlugin({ spec, warn }: Reader, element: XmlElement): PluginUse {
  const read = { plugin: "", instance: "" };
  readAttributes(element, PLUGIN_ELEMENT, read);
  const config = readConfig(element);
  if (read.instance !== "") {
    if (Object.keys(config).length > 0) {
      warn(`${element.name}: 'config' has no effect beside 'instance', which is configured in <extension>`, element);
    }
    return { ...read, own: undefined };
  }
  const own: PluginSpec = { ...newElement(spec, element), plugin: read.plugin, config, slot: -1 };
  spec.plugins.push(own);
  return { ...read, own };
}
