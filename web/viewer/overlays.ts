/** What lies over the picture, as in `simulate`: information, a profiler, and the readings of sensors. */

import type { Frame, Scenery } from "../simulation/messages.ts";
import { byId, h, short } from "./dom.ts";
import { drawPlot } from "./plots.ts";

/** Overlays that can be shown. */
export type OverlayName = "info" | "profiler" | "sensors";

/** Samples of the profiler. */
const LENGTH = 200;

/** Curves of the profiler. */
const CURVES: Readonly<Record<string, (frame: Frame) => number>> = {
  "step, ms": ({ cost }) => cost,
  "contacts": ({ contacts }) => contacts.count,
  "constraint rows": ({ solver }) => solver.rows,
  "solver iterations": ({ solver }) => solver.iterations,
};

/** Pictures per second are counted for this long, ms. */
const SECOND = 1000;

/** Colors of types of sensors: what has the same type has the same color. */
const HUES = 7;

/** Counts as they are, other numbers in a few digits. */
function brief(x: number): string {
  return Number.isInteger(x) ? String(x) : short(x);
}

/** The overlays of a page. */
export class Overlays {
  readonly #elements: Record<OverlayName, HTMLElement> = {
    info: h("dl", { className: "overlay info facts", hidden: true }),
    profiler: h("div", { className: "overlay profiler", hidden: true }),
    sensors: h("div", { className: "overlay sensors", hidden: true }),
  };
  readonly #curves = Object.entries(CURVES).map(([name, valueOf]) => {
    const canvas = h("canvas", { className: "plot" });
    const caption = h("figcaption", {}, h("span", {}, name), h("output"));
    this.#elements.profiler.append(h("figure", {}, caption, canvas));
    return { canvas, valueOf, values: [] as number[] };
  });
  #times: number[] = [];
  #pictures: number[] = [];
  #bars: { bar: HTMLElement; label: HTMLElement; adr: number }[] = [];
  #largest = new Float64Array(0);

  constructor() {
    byId("overlays").append(...Object.values(this.#elements));
  }

  /** Shows or hides one; says whether it is shown. */
  toggle(name: OverlayName): boolean {
    const element = this.#elements[name];
    element.hidden = !element.hidden;
    return !element.hidden;
  }

  /** Starts over with a model. */
  load({ sizes, fields: m, names }: Scenery): void {
    this.#times = [];
    for (const curve of this.#curves) curve.values = [];
    this.#largest = new Float64Array(sizes.nsensordata);
    this.#bars = [];
    const rows: HTMLElement[] = [];
    for (let s = 0; s < sizes.nsensor; s++) {
      for (let k = 0; k < m.sensor_dim[s]; k++) {
        const bar = h("i", { className: `hue-${m.sensor_type[s] % HUES}` });
        const label = h("output");
        const name = `${names.sensor[s]}${m.sensor_dim[s] > 1 ? ` ${k}` : ""}`;
        rows.push(h("div", { className: "bar", title: name }, h("span", {}, name), h("b", {}, bar), label));
        this.#bars.push({ bar, label, adr: m.sensor_adr[s] + k });
      }
    }
    if (rows.length === 0) rows.push(h("p", {}, "This model has no sensors."));
    this.#elements.sensors.replaceChildren(...rows);
  }

  /** Shows a frame; called once per picture. */
  update(frame: Frame, now: number): void {
    this.#pictures.push(now);
    while (this.#pictures[0] < now - SECOND) this.#pictures.shift();
    this.#sample(frame);
    if (!this.#elements.info.hidden) this.#inform(frame);
    if (!this.#elements.profiler.hidden) {
      for (const { canvas, values } of this.#curves) drawPlot(canvas, this.#times, values, brief);
    }
    if (!this.#elements.sensors.hidden) this.#showSensors(frame);
  }

  #sample(frame: Frame): void {
    const last = this.#times.at(-1);
    if (last === frame.time) return;
    if (last !== undefined && frame.time < last) {
      this.#times = [];
      for (const curve of this.#curves) curve.values = [];
    }
    this.#times.push(frame.time);
    for (const { values, valueOf } of this.#curves) values.push(valueOf(frame));
    if (this.#times.length > LENGTH) {
      for (const list of [this.#times, ...this.#curves.map((it) => it.values)]) list.shift();
    }
  }

  #inform(frame: Frame): void {
    const { solver, contacts, cost } = frame;
    const facts: Record<string, string> = {
      "time": `${frame.time.toFixed(3)} s`,
      "step": `${cost.toFixed(2)} ms`,
      "pictures": `${this.#pictures.length} per second`,
      "contacts": String(contacts.count),
      "constraint rows": String(solver.rows),
      "islands": String(solver.islands),
      "solver iterations": String(solver.iterations),
      // nothing computes it unless the model asks for it
      ...frame.energy !== 0 ? { "energy": short(frame.energy) } : {},
      "steps back": String(frame.past),
    };
    this.#elements.info.replaceChildren(
      ...Object.entries(facts).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
  }

  #showSensors({ fields }: Frame): void {
    for (const { bar, label, adr } of this.#bars) {
      const x = fields.sensordata[adr];
      const largest = this.#largest[adr] = Math.max(this.#largest[adr], Math.abs(x) || 0);
      const part = largest > 0 ? 50 * x / largest : 0;
      bar.style.left = `${50 + Math.min(0, part)}%`;
      bar.style.width = `${Math.abs(part)}%`;
      label.textContent = short(x);
    }
  }
}
