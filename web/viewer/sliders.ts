/** Sliders for controls and joints. */

import type { Frame, Scenery } from "../simulation/messages.ts";
import { h, short } from "./dom.ts";

/** `jnt_type` in a model. */
const JOINT = { SLIDE: 2, HINGE: 3 };

/** Range of what is not limited. */
const CONTROL_RANGE = [-1, 1] as const;
const JOINT_RANGE = { [JOINT.SLIDE]: [-1, 1], [JOINT.HINGE]: [-Math.PI, Math.PI] } as const;

/** One slider. */
interface Slider {
  field: string;
  index: number;
  input: HTMLInputElement;
  value: HTMLElement;
}

/** Writes one number of the data. */
export type Set = (field: string, index: number, value: number) => void;

/** Sliders that are made at a time, because the page needs more memory for a slider than the model for a joint. */
const AT_A_TIME = 40;

/** A list of sliders that follow the data, unless they are held. The last of many are made when they are asked for. */
export class Sliders {
  readonly element = h("div", { className: "sliders" });
  readonly #more = h("button", { type: "button", className: "more" });
  readonly #sliders: Slider[] = [];
  readonly #later: (() => Slider)[] = [];

  constructor(private readonly set: Set) {
    this.#more.addEventListener("click", () => this.#make(AT_A_TIME));
  }

  /** Are there none? */
  get isEmpty(): boolean {
    return this.#sliders.length + this.#later.length === 0;
  }

  /** Adds a slider. */
  add(label: string, field: string, index: number, range: readonly [number, number]): void {
    this.#later.push(() => this.#slider(label, field, index, range));
    this.#make(AT_A_TIME - this.#sliders.length);
  }

  /** Shows the values of a frame. */
  update({ fields }: Frame): void {
    if (!this.element.checkVisibility()) return;
    for (const { field, index, input, value } of this.#sliders) {
      const x = fields[field][index];
      value.textContent = short(x);
      if (!input.matches(":active")) input.value = String(x);
    }
  }

  #make(count: number): void {
    for (const make of this.#later.splice(0, Math.max(0, count))) this.#sliders.push(make());
    this.#more.textContent = `${Math.min(AT_A_TIME, this.#later.length)} more of ${this.#later.length}`;
    if (this.#later.length > 0) this.element.append(this.#more);
    else this.#more.remove();
  }

  #slider(label: string, field: string, index: number, [low, high]: readonly [number, number]): Slider {
    const input = h("input", { type: "range", min: String(low), max: String(high), step: "any", ariaLabel: label });
    const value = h("output");
    input.dataset.field = `${field}[${index}]`;
    input.addEventListener("input", () => this.set(field, index, Number(input.value)));
    input.addEventListener("dblclick", () => {
      input.value = "0";
      this.set(field, index, Number(input.value));
    });
    const title = `${field}[${index}]`;
    this.element.append(h("label", { className: "slider", title }, h("span", {}, label), input, value));
    return { field, index, input, value };
  }
}

/** A slider for every control. */
export function controlSliders({ fields, names, sizes }: Scenery, set: Set): Sliders {
  const sliders = new Sliders(set);
  for (let i = 0; i < sizes.nu; i++) {
    const { actuator_ctrllimited, actuator_ctrlrange } = fields;
    const range = actuator_ctrllimited[i] ? [actuator_ctrlrange[2 * i], actuator_ctrlrange[2 * i + 1]] : CONTROL_RANGE;
    sliders.add(names.actuator[i], "ctrl", i, range as [number, number]);
  }
  return sliders;
}

/** A slider for every hinge and slide. */
export function jointSliders({ fields, names, sizes }: Scenery, set: Set): Sliders {
  const sliders = new Sliders(set);
  for (let j = 0; j < sizes.njnt; j++) {
    const type = fields.jnt_type[j];
    if (type !== JOINT.SLIDE && type !== JOINT.HINGE) continue;
    const range = fields.jnt_limited[j] ? [fields.jnt_range[2 * j], fields.jnt_range[2 * j + 1]] : JOINT_RANGE[type];
    sliders.add(names.joint[j], "qpos", fields.jnt_qposadr[j], range as [number, number]);
  }
  return sliders;
}
