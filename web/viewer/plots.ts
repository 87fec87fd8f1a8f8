/** Numbers of the data over time. */

import type { Plotted, Scenery } from "../simulation/messages.ts";
import { h, short } from "./dom.ts";

/** Samples that are shown. */
const LENGTH = 600;

/** Room for numbers, pixels. */
const MARGIN = 4;

/** The numbers that are plotted, and their last values. */
export class Plots {
  readonly element = h("div", { className: "plots" });
  readonly #list = h("div");
  readonly #plotted: Plotted[] = [];
  #times: number[] = [];
  #values: number[][] = [];
  readonly #canvases: HTMLCanvasElement[] = [];

  constructor(scenery: Scenery, private readonly choose: (what: readonly Plotted[]) => void) {
    const lengths = new Map(scenery.plottable);
    const field = h("select", { ariaLabel: "field to plot" }, ...scenery.plottable.map(([name]) => new Option(name)));
    const index = h("input", { type: "number", min: "0", value: "0", ariaLabel: "index in the field" });
    const add = h("button", { type: "button", textContent: "Plot" });
    field.addEventListener("change", () => index.max = String((lengths.get(field.value) ?? 1) - 1));
    add.addEventListener("click", () => {
      this.add({ field: field.value, index: Math.min(Number(index.value), (lengths.get(field.value) ?? 1) - 1) });
    });
    this.element.append(h("div", { className: "row" }, field, index, add), this.#list);
  }

  /** Plots one more number. */
  add(what: Plotted): void {
    this.#plotted.push(what);
    const label = `${what.field}[${what.index}]`;
    const canvas = h("canvas", { className: "plot" });
    const remove = h("button", { type: "button", textContent: "×", title: `remove ${label}` });
    const figure = h("figure", {}, h("figcaption", {}, h("code", {}, label), h("output"), remove), canvas);
    remove.addEventListener("click", () => {
      const i = this.#canvases.indexOf(canvas);
      this.#plotted.splice(i, 1);
      this.#canvases.splice(i, 1);
      figure.remove();
      this.#restart();
    });
    this.#canvases.push(canvas);
    this.#list.append(figure);
    this.#restart();
  }

  /** Adds samples, and draws. */
  update(samples: Float64Array): void {
    const row = this.#plotted.length + 1;
    if (this.#plotted.length === 0 || samples.length % row !== 0) return;
    for (let i = 0; i < samples.length; i += row) {
      const last = this.#times.at(-1);
      // after a reset, time starts over
      if (last !== undefined && samples[i] <= last) this.#clear();
      this.#times.push(samples[i]);
      for (const [k, values] of this.#values.entries()) values.push(samples[i + 1 + k]);
    }
    const excess = this.#times.length - LENGTH;
    if (excess > 0) { for (const list of [this.#times, ...this.#values]) list.splice(0, excess); }
    for (const [k, canvas] of this.#canvases.entries()) drawPlot(canvas, this.#times, this.#values[k]);
  }

  #restart(): void {
    this.#clear();
    this.choose(this.#plotted);
  }

  #clear(): void {
    this.#times = [];
    this.#values = this.#plotted.map(() => []);
  }
}

/** Draws values over times. */
export function drawPlot(
  canvas: HTMLCanvasElement,
  times: readonly number[],
  values: readonly number[],
  format: (x: number) => string = short,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = globalThis.devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (context === null || times.length < 2) return;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const span = high - low || 1;
  const x = (t: number) => width * (t - times[0]) / (times[times.length - 1] - times[0]);
  const y = (v: number) => height - MARGIN - (height - 2 * MARGIN) * (v - low) / span;
  context.strokeStyle = style.color;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [i, value] of values.entries()) context.lineTo(x(times[i]), y(value));
  context.stroke();
  context.font = "10px system-ui";
  context.fillStyle = style.outlineColor;
  context.fillText(format(high), 2, 10);
  context.fillText(format(low), 2, height - 3);
  const output = canvas.parentElement?.querySelector("output");
  if (output) output.textContent = format(values[values.length - 1]);
}
