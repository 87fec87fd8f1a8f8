/** Keys, as in MuJoCo's `simulate`. */

import type { OverlayName } from "./overlays.ts";
import { FRAMES, LABELS, type OptionName, OPTIONS } from "../scene/options.ts";

/** What keys do besides switching options. */
export interface KeyActions {
  pause(): void;
  step(count: number): void;
  reset(): void;
  speed(by: 1 | -1): void;
  camera(by: 1 | -1): void;
  free(): void;
  center(): void;
  parent(): void;
  panel(side: "left" | "right"): void;
  help(): void;
  overlay(name: OverlayName): void;
  fullScreen(): void;
  picture(): void;
  next(what: "frames" | "labels"): void;
  reload(): void;
  group(kind: "geomGroups" | "siteGroups", i: number): void;
  option(name: OptionName): void;
}

/** A key, what it does, and how the help describes it. */
interface Binding {
  keys: readonly string[];
  label: string;
  text: string;
  /** together with the control key */
  isControl?: boolean;
  /** only after a click on the picture: otherwise the key moves between controls, as everywhere */
  isOfPicture?: boolean;
  act: (actions: KeyActions, event: KeyboardEvent) => void;
}

/** Steps that a shifted arrow takes. */
const MANY = 50;

/** Every key that is not that of an option. */
export const BINDINGS: readonly Binding[] = [
  { keys: [" "], label: "Space", text: "pause, run", act: (a) => a.pause() },
  {
    keys: ["ArrowRight"],
    label: "→",
    text: `step forward; with Shift ${MANY} steps`,
    act: (a, event) => a.step(event.shiftKey ? MANY : 1),
  },
  {
    keys: ["ArrowLeft"],
    label: "←",
    text: `step back; with Shift ${MANY} steps`,
    act: (a, event) => a.step(event.shiftKey ? -MANY : -1),
  },
  { keys: ["Backspace"], label: "Backspace", text: "reset", act: (a) => a.reset() },
  { keys: ["-"], label: "−", text: "slower", act: (a) => a.speed(-1) },
  { keys: ["=", "+"], label: "=", text: "faster", act: (a) => a.speed(1) },
  { keys: ["]"], label: "]", text: "next camera", act: (a) => a.camera(1) },
  { keys: ["["], label: "[", text: "previous camera", act: (a) => a.camera(-1) },
  { keys: ["Escape"], label: "Esc", text: "free camera", act: (a) => a.free() },
  { keys: ["a"], label: "Ctrl A", text: "show the whole model", isControl: true, act: (a) => a.center() },
  { keys: ["l"], label: "Ctrl L", text: "load the model again", isControl: true, act: (a) => a.reload() },
  { keys: ["PageUp"], label: "Page Up", text: "select the parent body", act: (a) => a.parent() },
  {
    keys: ["Tab"],
    label: "Tab",
    text: "left panel, after a click on the picture; with Shift the right one",
    isOfPicture: true,
    act: (a, event) => a.panel(event.shiftKey ? "right" : "left"),
  },
  { keys: ["F1", "?"], label: "F1", text: "help", act: (a) => a.help() },
  { keys: ["F2"], label: "F2", text: "information", act: (a) => a.overlay("info") },
  { keys: ["F3"], label: "F3", text: "profiler", act: (a) => a.overlay("profiler") },
  { keys: ["F4"], label: "F4", text: "readings of sensors", act: (a) => a.overlay("sensors") },
  { keys: ["F5"], label: "F5", text: "full screen", act: (a) => a.fullScreen() },
  { keys: ["p"], label: "Ctrl P", text: "save a picture", isControl: true, act: (a) => a.picture() },
  { keys: ["F6"], label: "F6", text: `frames: ${FRAMES.join(", ")}`, act: (a) => a.next("frames") },
  { keys: ["F7"], label: "F7", text: `labels: ${LABELS.join(", ")}`, act: (a) => a.next("labels") },
  {
    keys: ["0", "1", "2", "3", "4", "5"],
    label: "0 – 5",
    text: "geoms of a group; with Shift sites",
    act: (a, event) => a.group("geomGroups", Number(event.key)),
  },
];

/** What the mouse does. */
export const MOUSE = [
  ["drag", "turn the camera"],
  ["right drag", "move the camera; with Shift horizontally"],
  ["wheel, middle drag", "zoom"],
  ["double click", "select a body"],
  ["right double click", "look at a point"],
  ["Ctrl + right double click", "follow a body"],
  ["Ctrl + drag", "turn the selected body"],
  ["Ctrl + right drag", "pull it; with Shift horizontally"],
  ["one finger, two fingers", "turn; zoom and move"],
] as const;

const OPTION_OF = new Map<string, OptionName>(
  Object.entries(OPTIONS).filter(([, { key }]) => key !== "").map(([name, { key }]) => [key, name as OptionName]),
);

/** Listens to the keyboard. */
export function listenToKeys(picture: HTMLElement, actions: KeyActions): void {
  let wasClicked = false;
  globalThis.addEventListener("pointerdown", ({ target }) => wasClicked = target === picture);
  globalThis.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element &&
      event.target.closest("input:not([type=range]), select, textarea, .cm-editor");
    if (isTyping && event.key !== "Escape") return;
    if (event.metaKey || event.altKey) return;
    // a shifted digit types something else on many keyboards
    if (event.shiftKey && /^Digit[0-5]$/.test(event.code)) {
      actions.group("siteGroups", Number(event.code.slice(-1)));
      return event.preventDefault();
    }
    const { key, ctrlKey } = event;
    const binding = BINDINGS.find(({ keys, isControl = false }) => keys.includes(key) && isControl === ctrlKey);
    const isAtPicture = wasClicked && [picture, document.body].includes(document.activeElement as HTMLElement);
    if (binding?.isOfPicture && !isAtPicture) return;
    const option = ctrlKey ? undefined : OPTION_OF.get(key.toLowerCase());
    if (binding === undefined && option === undefined) return;
    if (event.target instanceof HTMLButtonElement && event.key === " ") event.target.blur();
    event.preventDefault();
    if (binding !== undefined) binding.act(actions, event);
    else if (option !== undefined) actions.option(option);
  });
}
