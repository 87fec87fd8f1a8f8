/** The mouse, as in MuJoCo's `simulate`, and fingers. */

import type { Hit, Stage } from "../scene/stage.ts";
import type { Command } from "../simulation/messages.ts";

/** Movement that is a click, pixels. */
const STILL = 4;

/** What the mouse needs of the viewer. */
export interface MouseTarget {
  stage: () => Stage | undefined;
  send: (command: Command) => void;
  hover: (hit: Hit | undefined, x: number, y: number) => void;
  /** does a drag pull bodies without a key? */
  isPulling: () => boolean;
  select: (body: number) => void;
  /** follows a body; 0: none */
  track: (body: number) => void;
}

interface Finger {
  x: number;
  y: number;
}

/** Listens to the mouse over a canvas. */
export class Mouse {
  readonly #fingers = new Map<number, Finger>();
  #pull: { kind: "translate" | "rotate"; depth: number } | undefined;
  #moved = 0;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly target: MouseTarget) {
    const on = <K extends keyof HTMLElementEventMap>(type: K, listen: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(type, listen, { passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#up(event));
    on("dblclick", (event) => this.#select(event));
    // browsers report double clicks of the left button alone
    on("mousedown", (event) => {
      if (event.button === 2 && event.detail === 2) this.#look(event);
    });
    on("contextmenu", (event) => event.preventDefault());
    on("wheel", (event) => {
      event.preventDefault();
      target.stage()?.orbit.zoom(-event.deltaY / 100);
    });
    on("pointerleave", () => target.hover(undefined, 0, 0));
  }

  #down(event: PointerEvent): void {
    const stage = this.target.stage();
    this.canvas.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#moved = 0;
    if (stage === undefined || this.#fingers.size > 1) return;
    const isForced = event.ctrlKey || event.metaKey;
    const isPulling = isForced || this.target.isPulling();
    if (!isPulling || event.button === 1) return;
    const hit = this.#hit(event);
    const isOnBody = hit !== undefined && hit.body > 0;
    // without a key, a drag beside the bodies turns the camera
    if (!isOnBody && !(isForced && stage.selected > 0)) return;
    if (isOnBody && (stage.selected === 0 || !isForced || stage.selected !== hit.body)) this.target.select(hit.body);
    const body = stage.selected;
    const point = isOnBody ? hit.point : stage.bodyPosition(body);
    const isTurning = isForced && event.button === 0 && !event.altKey;
    const kind = isTurning ? "rotate" : "translate";
    const forward = stage.orbit.forward();
    this.#pull = { kind, depth: point.clone().sub(stage.camera.position).dot(forward) };
    this.target.send({ do: "pull", start: { kind, body, point: stage.toBody(body, point) } });
  }

  #move(event: PointerEvent): void {
    const stage = this.target.stage();
    const finger = this.#fingers.get(event.pointerId);
    if (stage === undefined) return;
    if (finger === undefined) return this.target.hover(this.#hit(event), event.clientX, event.clientY);
    const height = this.canvas.clientHeight;
    const [dx, dy] = [(event.clientX - finger.x) / height, (event.clientY - finger.y) / height];
    this.#moved += height * (Math.abs(dx) + Math.abs(dy));
    if (this.#fingers.size === 2) this.#pinch(stage, event, finger);
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size > 1) return;
    if (this.#pull !== undefined) return this.#drag(stage, dx, dy, event.shiftKey);
    if (event.buttons & 4) stage.orbit.zoom(-dy * 20);
    else if (event.buttons & 2) {
      // a camera that follows a body cannot be moved away from it
      if (stage.tracked > 0) this.target.track(0);
      stage.orbit.move(dx, dy, event.shiftKey);
    } else stage.orbit.turn(dx, dy);
    if (stage.cameraId >= 0) stage.cameraId = -1;
  }

  #up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#pull === undefined) return;
    this.#pull = undefined;
    this.target.send({ do: "release" });
  }

  /** Moves or turns what is held. */
  #drag(stage: Stage, dx: number, dy: number, isShifted: boolean): void {
    const { kind, depth } = this.#pull ?? { kind: "translate", depth: 1 };
    if (kind === "translate") {
      const by = stage.orbit.drag(dx, dy, isShifted).multiplyScalar(depth);
      return this.target.send({ do: "move", by: by.toArray() });
    }
    const { axis, angle } = stage.orbit.spin(dx, dy, isShifted);
    if (angle > 0) this.target.send({ do: "turn", axis: axis.toArray(), angle });
  }

  #pinch(stage: Stage, event: PointerEvent, finger: Finger): void {
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return;
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    stage.orbit.distance *= before / Math.max(1, after);
    const height = this.canvas.clientHeight;
    stage.orbit.move((event.clientX - finger.x) / height / 2, (event.clientY - finger.y) / height / 2, false);
  }

  /** Looks at the point under the mouse, or follows the body there. */
  #look(event: MouseEvent): void {
    const stage = this.target.stage();
    const hit = this.#hit(event);
    if (stage === undefined || hit === undefined) return;
    this.target.track(event.ctrlKey ? hit.body : 0);
    stage.orbit.lookat.copy(hit.point);
  }

  /** A double click selects. */
  #select(event: MouseEvent): void {
    const stage = this.target.stage();
    if (stage === undefined || this.#moved > STILL) return;
    this.target.select(this.#hit(event)?.body ?? 0);
  }

  #hit({ clientX, clientY }: MouseEvent): Hit | undefined {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return this.target.stage()?.pick(2 * (clientX - left) / width - 1, 1 - 2 * (clientY - top) / height);
  }
}
