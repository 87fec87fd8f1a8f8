/** A failing step on a canvas, which is turned with the mouse, fingers, or arrows. */

import * as three from "../scene/three.ts";
import { defaultShown } from "../scene/options.ts";
import { Stage } from "../scene/stage.ts";
import type { Contacts, Frame } from "../simulation/messages.ts";
import type { Still } from "../simulation/still.ts";
import { firstDifference, markContacts } from "./contact_marks.ts";

/** What is drawn. */
export const SIDES = ["both", "MuJoCo", "engine"] as const;

/** One of them. */
export type Side = typeof SIDES[number];

/** How far the camera is from the contact that differs, at most, in extents of the model and in sizes of its bodies. */
const NEAR = { extents: 1.2, sizes: 10 };

/** Color behind models without a sky, on which transparent geoms are seen. */
const GROUND = 0x59636e;

/** What an arrow key turns by, as a part of a turn of the whole height. */
const NUDGE = 0.05;

let renderer: three.WebGLRenderer | undefined;

/** The renderer of all drawings, whose pictures are copied: a page may have few. */
function sharedRenderer(): three.WebGLRenderer {
  if (renderer === undefined) {
    renderer = new three.WebGLRenderer({ antialias: true });
    renderer.outputColorSpace = three.LinearSRGBColorSpace;
  }
  return renderer;
}

/** Draws a step. */
export class Drawing {
  readonly canvas = document.createElement("canvas");
  /** the contact that differs, in MuJoCo's list, or in the engine's if that is longer; -1: none */
  readonly contact: number;
  readonly #stage: Stage;
  readonly #shown = defaultShown();
  #side: Side = "both";
  #marks = new three.Group();
  #isWaiting = false;

  constructor(private readonly still: Still, contact: number, label: string) {
    const { scenery, expected, got } = still;
    this.contact = contact >= 0 ? contact : firstDifference(expected.contacts, got.contacts);
    this.#stage = new Stage(sharedRenderer(), scenery);
    this.#stage.cameraId = -1;
    sharedRenderer().setClearColor(GROUND);
    const where = this.#offending();
    if (where !== undefined) {
      this.#shown.transparent = true;
      this.#stage.orbit.lookat.fromArray(where.contacts.pos, 3 * where.index);
      this.#stage.orbit.distance = Math.min(NEAR.extents * scenery.extent, NEAR.sizes * scenery.meansize);
    }
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    this.#listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** Chooses what is drawn. */
  show(side: Side): void {
    this.#side = side;
    this.draw();
  }

  /** Draws before the next frame of the browser. */
  draw(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { canvas, still } = this;
    const ratio = Math.min(2, globalThis.devicePixelRatio);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0 || height === 0) return;
    const gl = sharedRenderer();
    gl.setPixelRatio(ratio);
    gl.setSize(width, height, false);
    const isEngine = this.#side === "engine";
    const frame: Frame = isEngine ? still.got : still.expected;
    this.#shown.ghost = this.#side === "both";
    this.#shown.contactPoint = !isEngine;
    this.#stage.scene.remove(this.#marks);
    this.#marks = markContacts(
      still.scenery,
      this.#side === "MuJoCo" ? undefined : still.got.contacts,
      this.#offending(),
    );
    this.#stage.scene.add(this.#marks);
    this.#stage.render(frame, this.#shown);
    canvas.width = gl.domElement.width;
    canvas.height = gl.domElement.height;
    canvas.getContext("2d")?.drawImage(gl.domElement, 0, 0);
  }

  #offending(): { contacts: Contacts; index: number } | undefined {
    const { contact, still: { expected, got } } = this;
    const { contacts } = contact < expected.contacts.count ? expected : got;
    return contact >= 0 && contact < contacts.count ? { contacts, index: contact } : undefined;
  }

  #listen(): void {
    const { canvas } = this;
    const { orbit } = this.#stage;
    const ARROWS: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => orbit.turn(-NUDGE, 0),
      ArrowRight: () => orbit.turn(NUDGE, 0),
      ArrowUp: () => orbit.turn(0, -NUDGE),
      ArrowDown: () => orbit.turn(0, NUDGE),
      "+": () => orbit.zoom(2),
      "-": () => orbit.zoom(-2),
    };
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons === 0) return;
      const [dx, dy] = [event.movementX / canvas.clientHeight, event.movementY / canvas.clientHeight];
      if (event.buttons & 2) orbit.move(dx, dy, event.shiftKey);
      else if (event.buttons & 4) orbit.zoom(-20 * dy);
      else orbit.turn(dx, dy);
      this.draw();
    });
    // the wheel alone scrolls the page
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      orbit.zoom(-event.deltaY / 100);
      this.draw();
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const act = ARROWS[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
      this.draw();
    });
  }
}
