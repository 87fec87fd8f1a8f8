/** How far a second engine is away: the largest differences of some fields, and the first field that differs. */

import type { Ghost } from "../simulation/messages.ts";
import { h } from "./dom.ts";
import { drawPlot } from "./plots.ts";

/** Frames that are plotted. */
const LENGTH = 300;

/** The logarithm of what does not differ. */
const NOTHING = -18;

/** The comparison, as a part of a panel. */
export class Drift {
  readonly element: HTMLElement;
  readonly #name = h("p", { className: "name" });
  readonly #facts = h("dl", { className: "facts" });
  readonly #canvas = h("canvas", { className: "plot", title: "logarithm of the difference of qpos" });
  readonly #answer = h("p", { className: "answer" });
  readonly #times: number[] = [];
  readonly #values: number[] = [];

  constructor(ask: () => void) {
    const button = h("button", { type: "button", textContent: "First difference" });
    button.addEventListener("click", ask);
    const figure = h("figure", {}, h("figcaption", {}, "log₁₀ of qpos", h("output")), this.#canvas);
    this.element = h("div", { className: "drift" }, this.#name, this.#facts, figure, button, this.#answer);
  }

  /** Shows the differences at a time. */
  update(time: number, { name, drift, contacts }: Ghost): void {
    this.#name.textContent = `${name}, ${contacts} contacts`;
    const rows = Object.entries(drift).flatMap(([field, difference]) => [
      h("dt", {}, field),
      h("dd", {}, difference === 0 ? "same" : difference.toExponential(1)),
    ]);
    this.#facts.replaceChildren(...rows);
    const last = this.#times.at(-1);
    if (last !== undefined && time < last) this.#times.length = this.#values.length = 0;
    if (time === last) return;
    this.#times.push(time);
    this.#values.push(drift.qpos > 0 ? Math.log10(drift.qpos) : NOTHING);
    if (this.#times.length > LENGTH) {
      this.#times.shift();
      this.#values.shift();
    }
    drawPlot(this.#canvas, this.#times, this.#values);
  }

  /** Shows the first field that differs. */
  answer(text: string): void {
    this.#answer.textContent = text;
  }
}
