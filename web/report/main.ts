/** The drawings of a report: `showScene(node)` draws the failing step of the case that the node names. */

import type { Contacts, Scenery } from "../simulation/messages.ts";
import { type Recorded, type Still, stillOf } from "../simulation/still.ts";
import { Drawing, type Side, SIDES } from "./drawing.ts";

const scenes: Record<string, Recorded> = JSON.parse(document.getElementById("scenes")?.textContent ?? "{}");

/** Fills a node; does nothing if its case has no drawing. */
async function showScene(node: HTMLElement): Promise<void> {
  const id = node.dataset.case ?? "";
  const recorded = scenes[id];
  if (recorded === undefined || node.children.length > 0) return;
  try {
    const still = await stillOf(recorded);
    const drawing = new Drawing(still, recorded.contact, `${id}, step ${recorded.step}`);
    node.append(drawing.canvas, controls(drawing), legend(still, drawing.contact, recorded.step));
  } catch (error) {
    node.append(element("p", `The step is not drawn: ${error instanceof Error ? error.message : error}`));
  }
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = ""): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

function controls(drawing: Drawing): HTMLElement {
  const select = element("select");
  select.setAttribute("aria-label", "what is drawn");
  select.append(...SIDES.map((side) => new Option(side)));
  select.addEventListener("change", () => drawing.show(select.value as Side));
  return select;
}

function legend({ scenery, expected, got }: Still, contact: number, step: number): HTMLElement {
  const lines = [`step ${step}; solid and orange: MuJoCo, blue: the engine, where it differs`];
  if (contact >= 0) {
    const [theirs, ours] = [expected.contacts, got.contacts].map((it) => describe(it, contact, scenery));
    lines.push(`ring: contact ${contact}, MuJoCo ${theirs}, engine ${ours}`);
  }
  return element("p", lines.join(". "));
}

function describe({ count, geom, dist }: Contacts, i: number, { names }: Scenery): string {
  if (i >= count) return "has none";
  const name = (g: number) => g >= 0 ? names.geom[g] : "flex";
  return `${name(geom[2 * i])}:${name(geom[2 * i + 1])} at distance ${dist[i]}`;
}

Object.assign(globalThis, { showScene });
