/** State shared by the parts of the reader. */

import type { Unsupported } from "../types/errors.ts";
import type { Spec } from "../types/spec.ts";
import type { Warn } from "./check.ts";
import type { Files } from "./include.ts";
import type { XmlElement } from "./xml.ts";

/** The state of reading one document. */
export interface Reader {
  spec: Spec;
  files: Files;
  /** reject what MuJoCo rejects, even if it could be interpreted sensibly */
  strict: boolean;
  warn: Warn;
  /** uses of features that cannot be compiled */
  unsupported: Unsupported[];
  /** the last flag that a `<flex>` gave */
  lastFlexFlag?: number;
  /** reads the spec of another document, for attachment */
  readModel(path: string, origin: XmlElement): Spec;
}

/** Records a use of a feature that cannot be compiled. */
export function noteUnsupported(reader: Reader, element: XmlElement, feature = `<${element.name}>`): void {
  reader.unsupported.push({ feature, place: element.place() });
}

/** Sets the name of an element. */
export function readName(element: XmlElement, target: { name: string }): void {
  const name = element.attributes.name;
  if (name !== undefined) target.name = name;
}
