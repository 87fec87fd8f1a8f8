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

/** A list of sliders that follow the data, unless they are held. */
export class Sliders {
  readonly rows: HTMLElement[] = [];
  readonly #sliders: Slider[] = [];

  constructor(private readonly set: Set) {}

  /** Adds a slider. */
  add(label: string, field: string, index: number, [low, high]: readonly [number, number]): void {
    const input = h("input", { type: "range", min: String(low), max: String(high), step: "any", ariaLabel: label });
    const value = h("output");
    input.dataset.field = `${field}[${index}]`;
    input.addEventListener("input", () => this.set(field, index, Number(input.value)));
    input.addEventListener("dblclick", () => {
      input.value = "0";
      this.set(field, index, Number(input.value));
    });
    this.rows.push(
      h("label", { className: "slider", title: `${field}[${index}]` }, h("span", {}, label), input, value),
    );
    this.#sliders.push({ field, index, input, value });
  }

  /** Shows the values of a frame. */
  update({ fields }: Frame): void {
    for (const { field, index, input, value } of this.#sliders) {
      const x = fields[field][index];
      value.textContent = short(x);
      if (!input.matches(":active")) input.value = String(x);
    }
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
