/** Plugins: which ones a document needs, their instances, and what each element says about its own. */

import { required, text } from "./attribute.ts";

/** The grammar of `<plugin>` in `<extension>`. */
export const EXTENSION_PLUGIN = { plugin: required(text()) };

/** The grammar of `<instance>`. */
export const INSTANCE_ELEMENT = { name: required(text("")) };

/** The grammar of `<config>`. */
export const CONFIG_ELEMENT = { key: required(text("")), value: required(text("")) };

/** The grammar of `<plugin>` in an element: the name of a plugin, or of an instance. */
export const PLUGIN_ELEMENT = { plugin: text(""), instance: text("") };
