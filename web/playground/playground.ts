/** The playground: an editor beside the viewer. */

import { byId } from "../viewer/dom.ts";
import { Viewer } from "../viewer/viewer.ts";
import { Editor } from "./editor.ts";
import { fromFragment, toFragment } from "./share.ts";

/** Pause in typing after which the document is compiled, ms. */
const PAUSE = 350;

/** Example that is shown first. */
const FIRST = "humanoid";

const NAME = "model.xml";

const encoder = new TextEncoder();

class Playground {
  readonly viewer: Viewer;
  readonly editor: Editor;
  #main = NAME;
  #files = new Map<string, Uint8Array>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #examples = byId("examples") as HTMLSelectElement;

  constructor() {
    this.editor = new Editor(byId("editor"), () => {
      clearTimeout(this.#timer);
      this.#timer = globalThis.setTimeout(() => this.#compile(), PAUSE);
    });
    this.viewer = new Viewer(new Worker("worker.js", { type: "module" }), {
      loaded: () => this.editor.clearErrors(),
      rejected: ({ message, file, line, column }) => {
        if (file === this.#main || file === "") this.editor.showError(message, line, column);
      },
      opened: (main, files) => {
        if (files === this.#files) return;
        this.#main = main;
        this.#files = new Map(files);
        this.editor.load(new TextDecoder().decode(files.get(main)));
        this.#examples.value = "";
      },
    });
    this.#examples.addEventListener("change", () => this.show(this.#examples.value));
    byId("share").addEventListener("click", () => this.#share());
    byId("side").addEventListener("click", () => {
      const isEditing = document.body.classList.toggle("editing");
      byId("side").textContent = isEditing ? "View" : "Edit";
    });
    globalThis.addEventListener("hashchange", () => this.start());
  }

  /** Shows what the address asks for. */
  async start(): Promise<void> {
    const shared = fromFragment(location.hash);
    if (shared !== undefined) return this.open(shared);
    const name = /^#(\w+)$/.exec(location.hash)?.[1];
    await this.show(
      name !== undefined && [...this.#examples.options].some(({ value }) => value === name) ? name : FIRST,
    );
  }

  /** Shows an example. */
  async show(name: string): Promise<void> {
    if (name === "") return;
    const response = await fetch(`examples/${name}.xml`);
    if (!response.ok) return;
    this.#examples.value = name;
    if (location.hash !== "" || name !== FIRST) globalThis.history.replaceState(null, "", `#${name}`);
    this.open(await response.text());
  }

  /** Shows a document. */
  open(text: string): void {
    this.#main = NAME;
    this.#files = new Map();
    this.editor.load(text);
    this.#compile();
  }

  #compile(): void {
    this.#files.set(this.#main, encoder.encode(this.editor.text));
    this.viewer.load(this.#main, this.#files);
  }

  async #share(): Promise<void> {
    const button = byId("share");
    globalThis.history.replaceState(null, "", toFragment(this.editor.text));
    const isAlone = this.#files.size === 1;
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    button.textContent = !isAlone ? "Link without files" : isCopied ? "Link copied" : "Link in address bar";
    setTimeout(() => button.textContent = "Share", 2500);
  }
}

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  navigator.serviceWorker.register("service_worker.js");
}
const playground = new Playground();
// for the console
Object.assign(globalThis, { playground, viewer: playground.viewer });
playground.start();
