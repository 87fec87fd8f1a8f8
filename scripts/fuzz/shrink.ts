/** Makes a document smaller while preserving a property. */

import { parseXml } from "../../engine/mjcf/parse_xml.ts";
import type { XmlElement } from "../../engine/mjcf/xml.ts";

/** A tree that can be pruned. */
interface Node {
  name: string;
  attributes: [name: string, value: string][];
  children: Node[];
}

/**
 * Removes elements, then attributes, as long as `holds` is true of the rest. Tries at most `tries` documents. A
 * document that is not XML is returned as it is.
 */
export async function shrink(text: string, holds: (text: string) => Promise<boolean>, tries = 300): Promise<string> {
  let root: Node;
  try {
    root = copy(parseXml(text, ""));
  } catch {
    return text;
  }
  let left = tries;
  const attempt = async (): Promise<boolean> => left-- > 0 && await holds(render(root));
  if (!await attempt()) return text;

  for (let before = -1; before !== left && left > 0;) {
    before = left;
    const size = render(root).length;
    await cutChildren(root, attempt);
    await cutAttributes(root, attempt);
    if (render(root).length === size) break;
  }
  return render(root);
}

async function cutChildren(node: Node, attempt: () => Promise<boolean>): Promise<void> {
  for (let i = node.children.length - 1; i >= 0; i--) {
    const [child] = node.children.splice(i, 1);
    if (await attempt()) continue;

    // perhaps only its children are needed
    node.children.splice(i, 0, ...child.children);
    if (child.children.length > 0 && await attempt()) continue;
    node.children.splice(i, child.children.length, child);
    await cutChildren(child, attempt);
  }
}

async function cutAttributes(node: Node, attempt: () => Promise<boolean>): Promise<void> {
  for (let i = node.attributes.length - 1; i >= 0; i--) {
    const [attribute] = node.attributes.splice(i, 1);
    if (!await attempt()) node.attributes.splice(i, 0, attribute);
  }
  for (const child of node.children) await cutAttributes(child, attempt);
}

function copy({ name, attributes, children }: XmlElement): Node {
  return { name, attributes: Object.entries(attributes), children: children.map(copy) };
}

function escape(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}

function render({ name, attributes, children }: Node, indent = ""): string {
  const list = attributes.map(([key, value]) => ` ${key}="${escape(value)}"`).join("");
  if (children.length === 0) return `${indent}<${name}${list}/>\n`;
  return `${indent}<${name}${list}>\n${
    children.map((child) => render(child, `${indent}  `)).join("")
  }${indent}</${name}>\n`;
}
