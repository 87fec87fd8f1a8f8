/** The panels beside the picture: what is drawn, cameras, keyframes, sliders, plots. */

import {
  FRAMES,
  GROUPED,
  type GroupName,
  GROUPS,
  LABELS,
  type OptionName,
  OPTIONS,
  type Shown,
} from "../scene/options.ts";
import type { Command, Frame, Scenery } from "../simulation/messages.ts";
import { h, section, short, toggle } from "./dom.ts";
import { Drift } from "./drift.ts";
import type { OverlayName } from "./overlays.ts";
import { Plots } from "./plots.ts";
import { Recorder } from "./record.ts";
import { controlSliders, jointSliders, type Sliders } from "./sliders.ts";

/** The choice of a camera that follows a body. */
const TRACKING = "tracking";

/** What panels do. */
export interface PanelActions {
  send(command: Command): void;
  reset(key: number): void;
  camera(id: number): void;
  /** follows the selected body */
  track(): void;
  changed(): void;
  /** shows or hides what lies over the picture */
  overlay(name: OverlayName): void;
  picture(): void;
  /** begins or ends a video; is one being made? */
  record(): boolean;
}

/** The contents of both panels for one model. */
export class Panels {
  readonly left: HTMLElement[] = [];
  readonly right: HTMLElement[] = [];
  readonly #inputs = new Map<OptionName, HTMLInputElement>();
  readonly #groups = new Map<GroupName, HTMLInputElement[]>();
  readonly #frames = h("select", {}, ...FRAMES.map((name) => new Option(name)));
  readonly #labels = h("select", {}, ...LABELS.map((name) => new Option(name)));
  readonly #cameras: HTMLSelectElement;
  readonly #sliders: Sliders[];
  readonly #plots: Plots;
  readonly #drift: Drift;
  readonly #comparison: HTMLElement;
  readonly #facts = h("dl", { className: "facts" });

  constructor(scenery: Scenery, private readonly shown: Shown, actions: PanelActions) {
    const { names, sizes } = scenery;
    this.#cameras = h(
      "select",
      {},
      new Option("free", "-1"),
      new Option("tracking", TRACKING),
      ...names.camera.map((name, i) => new Option(name, String(i))),
    );
    this.#cameras.addEventListener("change", () => {
      if (this.#cameras.value === TRACKING) actions.track();
      else actions.camera(Number(this.#cameras.value));
    });
    this.#labels.addEventListener("change", () => {
      shown.labels = this.#labels.value as Shown["labels"];
      actions.changed();
    });
    this.#frames.addEventListener("change", () => {
      shown.frames = this.#frames.value as Shown["frames"];
      actions.changed();
    });
    const keys = names.key.map((name, i) => {
      const button = h("button", { type: "button", textContent: name });
      button.addEventListener("click", () => actions.reset(i));
      return button;
    });
    if (keys.length > 0) this.left.push(section("Keyframes", true, h("div", { className: "buttons" }, ...keys)));
    this.left.push(section(
      "View",
      true,
      h("label", { className: "field" }, "Camera", this.#cameras),
      h("label", { className: "field" }, "Frames", this.#frames),
      h("label", { className: "field" }, "Labels", this.#labels),
      h("label", { className: "field" }, "Tree depth", treeDepth(shown)),
    ));
    this.left.push(section("Save and inspect", true, ...files(actions)));
    this.left.push(section("Show", true, ...this.#options(actions)));
    const groups = Object.entries(GROUPED).map(([kind, label]) => this.#group(label, kind as GroupName));
    this.left.push(section("Groups", false, ...groups));

    const set = (field: string, index: number, value: number) => actions.send({ do: "set", field, index, value });
    const controls = controlSliders(scenery, set);
    const joints = jointSliders(scenery, set);
    this.#sliders = [controls, joints];
    this.#plots = new Plots(scenery, (what) => actions.send({ do: "plot", what }));
    this.#drift = new Drift(() => actions.send({ do: "bisect" }));
    this.#comparison = section("Comparison", true, this.#drift.element);
    this.#comparison.hidden = true;
    this.right.push(this.#comparison);
    if (!controls.isEmpty) {
      const clear = h("button", { type: "button", textContent: "Clear all" });
      clear.addEventListener("click", () => {
        for (let i = 0; i < sizes.nu; i++) set("ctrl", i, 0);
      });
      this.right.push(section("Controls", true, controls.element, h("div", { className: "buttons" }, clear)));
    }
    if (!joints.isEmpty) this.right.push(section("Joints", controls.isEmpty, joints.element));
    this.right.push(section("Plots", true, this.#plots.element));
    this.right.push(section("Model", false, this.#facts, this.#sizes(scenery)));
    if (scenery.warnings.length > 0) {
      this.right.push(
        section("Warnings", true, ...scenery.warnings.map((text) => h("p", { className: "warning" }, text))),
      );
    }
  }

  /** Shows what the switches are. */
  refresh(camera: number, isTracking: boolean): void {
    const { shown } = this;
    for (const [name, input] of this.#inputs) input.checked = shown[name];
    for (const [kind, inputs] of this.#groups) {
      for (const [i, input] of inputs.entries()) input.checked = shown[kind][i];
    }
    this.#frames.value = shown.frames;
    this.#labels.value = shown.labels;
    this.#cameras.value = isTracking ? TRACKING : String(camera);
  }

  /** Shows the first difference from a second engine. */
  answer(text: string): void {
    this.#drift.answer(text);
  }

  /** Shows the numbers of a frame. */
  update(frame: Frame): void {
    for (const sliders of this.#sliders) sliders.update(frame);
    this.#plots.update(frame.samples);
    this.#comparison.hidden = frame.ghost === undefined;
    if (frame.ghost !== undefined) this.#drift.update(frame.time, frame.ghost);
    const facts = [["energy", short(frame.energy)], ["steps back", String(frame.past)]];
    this.#facts.replaceChildren(...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  }

  #options(actions: PanelActions): HTMLElement[] {
    return Object.entries(OPTIONS).map(([key, option]) => {
      const name = key as OptionName;
      const { row, input } = toggle(option.name, option.key, this.shown[name], (isOn) => {
        this.shown[name] = isOn;
        actions.changed();
      });
      this.#inputs.set(name, input);
      return row;
    });
  }

  #group(label: string, kind: GroupName): HTMLElement {
    const inputs = Array.from({ length: GROUPS }, (_, i) => {
      const { row, input } = toggle(String(i), "", this.shown[kind][i], (isOn) => this.shown[kind][i] = isOn);
      return { row, input };
    });
    this.#groups.set(kind, inputs.map(({ input }) => input));
    return h("div", { className: "groups" }, h("span", {}, label), ...inputs.map(({ row }) => row));
  }

  #sizes({ sizes }: Scenery): HTMLElement {
    const shown = ["nbody", "njnt", "nv", "nu", "ngeom", "nsite", "ntendon", "neq", "nsensor", "nmesh", "nflex"];
    const rows = shown.filter((name) => sizes[name] > 0);
    return h(
      "dl",
      { className: "facts" },
      ...rows.flatMap((name) => [h("dt", {}, name), h("dd", {}, String(sizes[name]))]),
    );
  }
}

/** The depth at which bounding volumes are drawn. */
function treeDepth(shown: Shown): HTMLElement {
  const input = h("input", { type: "number", min: "0", max: "20", value: String(shown.treeDepth) });
  input.addEventListener("input", () => shown.treeDepth = Number(input.value));
  return input;
}

/** Buttons that save what is seen, and what it is computed from. */
function files(actions: PanelActions): HTMLElement[] {
  const button = (text: string, title: string, act: (button: HTMLButtonElement) => void) => {
    const element = h("button", { type: "button", textContent: text, title });
    element.addEventListener("click", () => act(element));
    return element;
  };
  const overlays = (["info", "profiler", "sensors"] as const).map((name, i) =>
    button(name[0].toUpperCase() + name.slice(1), `F${i + 2}`, () => actions.overlay(name))
  );
  const saved = [
    button("Picture", "Save a picture as PNG (Ctrl P)", () => actions.picture()),
    button("States", "Save the last states; drop the file on the page to return to them", () => {
      actions.send({ do: "save" });
    }),
  ];
  if (Recorder.isPossible) {
    const record = button("Record", "Record a video", (element) => {
      const isOn = actions.record();
      element.textContent = isOn ? "Stop" : "Record";
      element.setAttribute("aria-pressed", String(isOn));
    });
    saved.splice(1, 0, record);
  }
  return [h("div", { className: "buttons" }, ...saved), h("div", { className: "buttons" }, ...overlays)];
}
