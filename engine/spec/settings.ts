/** Settings of a document as properties. */

import type { Attributes } from "../mjcf/elements/attribute.ts";
import { DISABLE_FLAGS, ENABLE_FLAGS } from "../mjcf/elements/option.ts";
import { Call } from "./call.ts";
import type { Editor } from "./editor.ts";
import { defineProperties } from "./properties.ts";

/** The settings of a section, such as `<option>`, as properties. */
export function settingsOf(editor: Editor, word: string, attributes: Attributes, record: () => object): object {
  const settings = {};
  defineProperties(settings, attributes, record, (_, values) => editor.setSection(new Call(word, values)));
  return settings;
}

/** The flags of `<flag>`, each a property that says whether something is enabled. */
export function flagsOf(editor: Editor): object {
  const flags = {};
  for (const [field, bits] of [["disableflags", DISABLE_FLAGS], ["enableflags", ENABLE_FLAGS]] as const) {
    for (const [name, bit] of Object.entries(bits)) {
      Object.defineProperty(flags, name, {
        get: () => ((editor.document.option[field] & bit) !== 0) === (field === "enableflags"),
        set: (on: boolean) => {
          editor.setSection(new Call("option", {}, [new Call("flag", { [name]: on ? "enable" : "disable" })]));
        },
        enumerable: true,
      });
    }
  }
  return flags;
}
