/** The viewer: a Worker that simulates, a stage that draws, and what surrounds them. */

import * as three from "../scene/three.ts";
import { defaultShown, FRAMES, LABELS, type OptionName, type Shown } from "../scene/options.ts";
import { type Hit, Stage } from "../scene/stage.ts";
import { documents, unpack } from "../simulation/files.ts";
import type { Command, FileMap, Frame, Kind, Report, Scenery } from "../simulation/messages.ts";
import { byId, h, short } from "./dom.ts";
import { listenToDrops, readFiles } from "./drop.ts";
import { helpDialog } from "./help.ts";
import { listenToKeys } from "./keys.ts";
import { Labels } from "./labels.ts";
import { Mouse } from "./mouse.ts";
import { Overlays } from "./overlays.ts";
import { Panels } from "./panels.ts";
import { Recorder, save, savePicture } from "./record.ts";
import { isStateLog, readStateLog, writeStateLog } from "./state_log.ts";

/** Speeds of simulated time, as in `simulate`. */
const SPEEDS = [10, 5, 2, 1, 0.8, 0.66, 0.5, 0.4, 0.33, 0.25, 0.2, 0.16, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** A document that was rejected. */
export type Rejection = Extract<Report, { tell: "rejected" }>;

/** What a page may want to know. */
export interface ViewerEvents {
  loaded?: (scenery: Scenery) => void;
  rejected?: (rejection: Rejection) => void;
  opened?: (main: string, files: FileMap) => void;
  framed?: (frame: Frame) => void;
}

/** The viewer of a page. */
export class Viewer {
  readonly shown: Shown = defaultShown();
  stage: Stage | undefined;
  frame: Frame | undefined;
  readonly #renderer: three.WebGLRenderer;
  readonly #canvas = byId("canvas") as HTMLCanvasElement;
  readonly #tooltip = byId("tooltip");
  readonly #message = byId("message");
  readonly #help = helpDialog();
  readonly #labels = new Labels(byId("labels"));
  readonly #overlays = new Overlays();
  readonly #recorder = new Recorder(this.#canvas);
  #opened: { main: string; files: FileMap } | undefined;
  #panels: Panels | undefined;
  #speed = SPEEDS.indexOf(1);
  #isPulling = false;
  #isWaiting = false;
  #hovered: { hit: Hit | undefined; x: number; y: number } | undefined;

  constructor(private readonly worker: Worker, private readonly events: ViewerEvents = {}) {
    this.#renderer = new three.WebGLRenderer({ canvas: this.#canvas, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.outputColorSpace = three.LinearSRGBColorSpace;
    this.#renderer.setPixelRatio(Math.min(2, globalThis.devicePixelRatio));
    document.body.append(this.#help);
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => this.#receive(data));
    worker.addEventListener("error", (event) => this.#say(`The simulation failed: ${event.message}`));
    new ResizeObserver(() => this.#resize()).observe(this.#canvas);
    this.#resize();
    this.#listen();
    requestAnimationFrame(() => this.#draw());
  }

  /** Opens a document of a set of files, or the likeliest one. */
  open(packed: FileMap, wanted?: string): void {
    const log = [...packed].find(([path]) => isStateLog(path));
    if (log !== undefined && wanted === undefined) return this.#restore(log[1]);
    let files: FileMap;
    try {
      files = unpack(packed);
    } catch (error) {
      return this.#say(`The archive cannot be read: ${error instanceof Error ? error.message : error}`);
    }
    const list = documents(files);
    const main = wanted ?? list[0];
    if (main === undefined) return this.#say("There is no MJCF or URDF document among these files.");
    this.#offer(list, main, files);
    this.load(main, files);
  }

  /** Compiles a document. */
  load(main: string, files: FileMap): void {
    this.#opened = { main, files };
    this.events.opened?.(main, files);
    this.send({ do: "load", main, files });
  }

  /** Tells the Worker. */
  send(command: Command): void {
    this.worker.postMessage(command);
  }

  #receive(report: Report): void {
    if (report.tell === "loaded") this.#show(report.scenery);
    if (report.tell === "frame") {
      this.#isWaiting = false;
      this.frame = report.frame;
      this.#update(report.frame);
      this.events.framed?.(report.frame);
    }
    if (report.tell === "rejected") {
      this.#say(report.message);
      this.events.rejected?.(report);
    }
    if (report.tell === "states") save(`${this.#fileName()}.states`, writeStateLog(report.size, report.states));
    if (report.tell === "bisected") this.#panels?.answer(report.text);
    if (report.tell === "failed") this.#say(`The simulation failed: ${report.message}`);
  }

  #show(scenery: Scenery): void {
    this.#say("");
    // the same model, edited, is seen from where the last one was
    const { stage: last } = this;
    this.stage?.dispose();
    this.frame = undefined;
    this.#isWaiting = false;
    this.stage = new Stage(this.#renderer, scenery);
    const isSame = last !== undefined && last.scenery.name === scenery.name &&
      last.scenery.extent / scenery.extent < 2 &&
      scenery.extent / last.scenery.extent < 2;
    if (isSame) {
      const { distance, azimuth, elevation, lookat } = last.orbit;
      Object.assign(this.stage.orbit, { distance, azimuth, elevation });
      this.stage.orbit.lookat.copy(lookat);
    }
    this.#overlays.load(scenery);
    this.#panels = new Panels(scenery, this.shown, {
      send: (command) => this.send(command),
      reset: (key) => this.send({ do: "reset", key }),
      camera: (id) => this.#setCamera(id),
      track: () => this.#track(this.stage?.selected || this.#heaviestTree()),
      changed: () => {},
      overlay: (name) => this.#overlays.toggle(name),
      picture: () => this.#savePicture(),
      record: () => this.#record(),
    });
    byId("left").replaceChildren(...this.#panels.left);
    byId("right").replaceChildren(...this.#panels.right);
    byId("title").textContent = scenery.name;
    document.title = `${scenery.name} – Plumbline`;
    this.#refresh();
    this.send({ do: "speed", factor: SPEEDS[this.#speed] });
    this.events.loaded?.(scenery);
  }

  #draw(): void {
    requestAnimationFrame(() => this.#draw());
    const { stage, frame } = this;
    if (stage === undefined) return;
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      this.send({ do: "next" });
    }
    if (frame === undefined) return;
    stage.render(frame, this.shown);
    this.#labels.update(stage, frame, this.shown.labels);
    this.#overlays.update(frame, performance.now());
    this.#showTooltip();
  }

  #update(frame: Frame): void {
    this.#panels?.update(frame);
    byId("time").textContent = frame.time.toFixed(3);
    const percent = (x: number) => `${short(100 * x).replace(/\.?0+$/, "")} %`;
    const isLate = !frame.isPaused && frame.factor > 0 && frame.factor < 0.95 * frame.wanted;
    byId("speed").textContent = isLate ? `${percent(frame.factor)} of ${percent(frame.wanted)}` : percent(frame.wanted);
    byId("speed").classList.toggle("late", isLate);
    byId("pause").textContent = frame.isPaused ? "Run" : "Pause";
    byId("pause").setAttribute("aria-pressed", String(frame.isPaused));
    const status = [`${frame.contacts.count} contacts`, `${frame.cost.toFixed(2)} ms per step`, ...frame.warnings];
    byId("status").textContent = status.join(" · ");
  }

  #listen(): void {
    const pause = () => this.send({ do: "pause", isPaused: !(this.frame?.isPaused ?? false) });
    const step = (count: number) => this.send({ do: "step", count });
    const reset = () => this.send({ do: "reset", key: -1 });
    const panel = (side: "left" | "right") => document.body.classList.toggle(`no-${side}`);
    const click = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    click("pause", pause);
    click("back", () => step(-1));
    click("forward", () => step(1));
    click("reset", reset);
    click("slower", () => this.#changeSpeed(-1));
    click("faster", () => this.#changeSpeed(1));
    click("help", () => this.#toggleHelp());
    click("panels", () => ["left", "right"].forEach((side) => panel(side as "left" | "right")));
    click("pull", () => {
      this.#isPulling = !this.#isPulling;
      byId("pull").setAttribute("aria-pressed", String(this.#isPulling));
    });
    const chooser = byId("files") as HTMLInputElement;
    click("open", () => chooser.click());
    chooser.addEventListener("change", async () => chooser.files && this.open(await readFiles(chooser.files)));
    listenToDrops(document.body, (files) => this.open(files));
    listenToKeys(this.#canvas, {
      pause,
      step,
      reset,
      panel,
      speed: (by) => this.#changeSpeed(by),
      camera: (by) => {
        const count = (this.stage?.scenery.sizes.ncam ?? 0) + 1;
        this.#setCamera((this.stage?.cameraId ?? -1) + 1 + by + count);
      },
      free: () => this.#setCamera(-1),
      center: () => this.stage?.orbit.reset(),
      parent: () => this.#select(this.stage?.scenery.fields.body_parentid[this.stage.selected] ?? 0),
      help: () => this.#toggleHelp(),
      overlay: (name) => this.#overlays.toggle(name),
      fullScreen: () => this.#toggleFullScreen(),
      picture: () => this.#savePicture(),
      next: (what) => {
        const { shown } = this;
        if (what === "frames") shown.frames = FRAMES[(FRAMES.indexOf(shown.frames) + 1) % FRAMES.length];
        else shown.labels = LABELS[(LABELS.indexOf(shown.labels) + 1) % LABELS.length];
        this.#refresh();
      },
      reload: () => this.#opened && this.load(this.#opened.main, this.#opened.files),
      group: (kind, i) => {
        this.shown[kind][i] = !this.shown[kind][i];
        this.#refresh();
      },
      option: (name: OptionName) => {
        this.shown[name] = !this.shown[name];
        this.#refresh();
      },
    });
    new Mouse(this.#canvas, {
      stage: () => this.stage,
      send: (command) => this.send(command),
      isPulling: () => this.#isPulling,
      select: (body) => this.#select(body),
      track: (body) => this.#track(body),
      hover: (hit, x, y) => this.#hovered = { hit, x, y },
    });
  }

  #refresh(): void {
    const { cameraId = -1, tracked = 0 } = this.stage ?? {};
    this.#panels?.refresh(cameraId, cameraId < 0 && tracked > 0);
  }

  #select(body: number): void {
    this.stage?.select(body);
    byId("selected").textContent = body > 0 ? this.#nameOf("body", body) : "";
  }

  /** Follows a body with the free camera; 0: none. */
  #track(body: number): void {
    if (this.stage === undefined) return;
    this.stage.cameraId = -1;
    this.stage.tracked = body;
    this.#refresh();
  }

  /** The root of the kinematic tree with the largest mass; 0 if nothing moves. */
  #heaviestTree(): number {
    if (this.stage === undefined) return 0;
    const { fields, sizes } = this.stage.scenery;
    const masses = new Map<number, number>();
    for (let b = 1; b < sizes.nbody; b++) {
      if (fields.body_weldid[b] === 0) continue;
      const root = fields.body_rootid[b];
      masses.set(root, (masses.get(root) ?? 0) + fields.body_mass[b]);
    }
    return [...masses].reduce((best, it) => it[1] > best[1] ? it : best, [0, 0])[0];
  }

  /** Chooses a camera; numbers beyond the last start over with the free one. */
  #setCamera(id: number): void {
    if (this.stage === undefined) return;
    const count = this.stage.scenery.sizes.ncam + 1;
    this.stage.tracked = 0;
    this.stage.cameraId = id < 0 ? -1 : id < count - 1 && id >= 0 && Number.isInteger(id) ? id : (id % count) - 1;
    this.#refresh();
  }

  #changeSpeed(by: 1 | -1): void {
    this.#speed = Math.max(0, Math.min(SPEEDS.length - 1, this.#speed - by));
    this.send({ do: "speed", factor: SPEEDS[this.#speed] });
  }

  #toggleHelp(): void {
    if (this.#help.open) this.#help.close();
    else this.#help.showModal();
  }

  #toggleFullScreen(): void {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => this.#say("This browser has no full screen."));
  }

  #savePicture(): void {
    savePicture(this.#canvas, this.#fileName());
  }

  /** Begins or ends a video; says whether one is being made. */
  #record(): boolean {
    if (this.#recorder.isOn) this.#recorder.stop(this.#fileName());
    else this.#recorder.start();
    return this.#recorder.isOn;
  }

  /** Returns to the states of a file. */
  #restore(bytes: Uint8Array): void {
    try {
      this.send({ do: "restore", ...readStateLog(bytes) });
    } catch (error) {
      this.#say(`The states cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** The name of the model, as far as files may have it. */
  #fileName(): string {
    return this.stage?.scenery.name.replace(/[^\p{L}\p{N}._-]+/gu, "_") || "model";
  }

  #showTooltip(): void {
    const { hit, x, y } = this.#hovered ?? {};
    this.#tooltip.hidden = hit === undefined;
    if (hit === undefined) return;
    this.#tooltip.textContent = this.#describe(hit);
    this.#tooltip.style.transform = `translate(${x}px, ${y}px)`;
  }

  #describe({ kind, id, body }: Hit): string {
    if (kind === "contact") {
      const geom = this.frame?.contacts.geom;
      const [a, b] = geom === undefined ? [-1, -1] : [geom[2 * id], geom[2 * id + 1]];
      const name = (g: number) => g >= 0 ? this.#nameOf("geom", g) : "flex";
      return `contact ${name(a)} · ${name(b)}`;
    }
    if (kind === "geom" || kind === "site") return `${this.#nameOf(kind, id)} · ${this.#nameOf("body", body)}`;
    return kind === "tendon" ? this.#nameOf("tendon", id) : `${kind} ${id}`;
  }

  #nameOf(kind: Kind, id: number): string {
    return this.stage?.scenery.names[kind][id] ?? "";
  }

  /** Offers the documents of a folder. */
  #offer(list: readonly string[], main: string, files: FileMap): void {
    const select = h(
      "select",
      { ariaLabel: "document" },
      ...list.map((path) => new Option(path, path, path === main, path === main)),
    );
    select.addEventListener("change", () => this.load(select.value, files));
    byId("documents").replaceChildren(...list.length > 1 ? [select] : []);
  }

  #say(text: string): void {
    this.#message.textContent = text;
    this.#message.hidden = text === "";
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#renderer.setSize(clientWidth, clientHeight, false);
  }
}
