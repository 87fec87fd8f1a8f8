/** Names over the picture. */

import type { Shown } from "../scene/options.ts";
import { labelsOf } from "../scene/labels.ts";
import type { Stage } from "../scene/stage.ts";
import type { Frame } from "../simulation/messages.ts";

/** Most labels that are shown. */
const MOST = 500;

/** Places texts where the objects are. */
export class Labels {
  readonly #spans: HTMLSpanElement[] = [];

  constructor(private readonly parent: HTMLElement) {}

  update(stage: Stage, frame: Frame, mode: Shown["labels"]): void {
    const { clientWidth, clientHeight } = this.parent;
    let count = 0;
    for (const [text, at] of labelsOf(stage, frame, mode)) {
      const { x, y, z } = at.project(stage.camera);
      if (Math.abs(x) > 1 || Math.abs(y) > 1 || z > 1 || count >= MOST) continue;
      const span = this.#spans[count] ?? this.#add();
      count++;
      span.hidden = false;
      if (span.textContent !== text) span.textContent = text;
      const [left, top] = [(x + 1) / 2 * clientWidth, (1 - y) / 2 * clientHeight];
      span.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
    for (const span of this.#spans.slice(count)) span.hidden = true;
  }

  #add(): HTMLSpanElement {
    const span = document.createElement("span");
    this.parent.append(span);
    this.#spans.push(span);
    return span;
  }
}
