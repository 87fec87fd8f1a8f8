/** Parsing of names of fields: the labels of goldens, and the paths of recipes. */

/** A field of a golden, by its label. */
export interface Label {
  /**
   * set before a frame, a result of `forward`, a result of `inverse`, an input of `inverse`, an output of a function,
   * or the next state
   */
  readonly role: "state" | "result" | "explained" | "given" | "called" | "next";
  /** the field of the engine, or the function */
  readonly name: string;
  /** the list to which it belongs, whose keys must agree before it can be compared */
  readonly list: "contacts" | "rows" | undefined;
}

/** Cache of parsed labels. */
const labels = new Map<string, Label>();

/** Parses a label. */
export function labelOf(label: string): Label {
  let found = labels.get(label);
  if (found === undefined) labels.set(label, found = readLabel(label));
  return found;
}

function readLabel(label: string): Label {
  if (label.startsWith("state.")) return { role: "state", name: label.slice(6), list: undefined };
  if (label.startsWith("next.")) return { role: "next", name: label.slice(5), list: undefined };
  if (label.startsWith("inverse.")) return { role: "given", name: label.slice(8), list: undefined };
  if (label.startsWith("call.")) return { role: "called", name: label.slice(5), list: undefined };
  const list = label.startsWith("contact.") ? "contacts" : label.startsWith("efc_") ? "rows" : undefined;
  return { role: label === "qfrc_inverse" ? "explained" : "result", name: label, list };
}

/** Parses `field`, `owner.field`, or `field[3]`. */
export function parsePath(path: string): { field: string; index: number | undefined } {
  const bracket = path.indexOf("[");
  if (bracket < 0) return { field: path, index: undefined };
  return { field: path.slice(0, bracket), index: Number(path.slice(bracket + 1, -1)) };
}
