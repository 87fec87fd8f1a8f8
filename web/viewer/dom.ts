/** Elements of the page. */

type Child = Node | string;

/** Makes an element with properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** The element with an id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

/** A section that opens and closes; empty ones are left out. */
export function section(title: string, isOpen: boolean, ...children: Child[]): HTMLDetailsElement {
  return h("details", { open: isOpen }, h("summary", {}, title), h("div", { className: "rows" }, ...children));
}

/** A switch with a label and the key that turns it. */
export function toggle(label: string, key: string, isOn: boolean, change: (isOn: boolean) => void) {
  const input = h("input", { type: "checkbox", checked: isOn });
  input.addEventListener("change", () => change(input.checked));
  const row = h("label", { className: "toggle" }, input, h("span", {}, label));
  if (key !== "") row.append(h("kbd", {}, key.toUpperCase()));
  return { row, input };
}

/** Formats a number in a few digits. */
export function short(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  return size !== 0 && (size < 1e-3 || size >= 1e5) ? x.toExponential(2) : x.toFixed(size < 10 ? 3 : 1);
}
