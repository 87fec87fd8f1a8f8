/** A page in headless Chromium that can be operated: mouse, keys, scripts, pictures. */

/** A running browser with one page. */
export class BrowserSession {
  /** errors and warnings on the console, and exceptions */
  readonly complaints: string[] = [];
  #next = 1;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #session = "";

  private constructor(
    private readonly process: Deno.ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(data)));
  }

  /** Starts a browser. */
  static async start(command: string, { width = 1280, height = 800 } = {}): Promise<BrowserSession> {
    const profile = await Deno.makeTempDir({ prefix: "browser-" });
    const process = new Deno.Command(command, {
      args: [
        ...["--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-sync"],
        // pictures are computed by the processor
        ...["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
        ...["--disable-component-update", "--remote-debugging-port=0", "--force-device-scale-factor=1"],
        ...[`--window-size=${width},${height}`, `--user-data-dir=${profile}`, "about:blank"],
      ],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const address = await poll(async () => {
      const [port, path] = (await Deno.readTextFile(`${profile}/DevToolsActivePort`)).split("\n");
      if (path === undefined) throw new Error("the browser is still writing its address");
      return `ws://127.0.0.1:${port}${path}`;
    }, 30_000);
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", reject, { once: true });
    });
    const session = new BrowserSession(process, profile, socket);
    const { targetId } = await session.send("Target.createTarget", { url: "about:blank" }) as { targetId: string };
    const attached = await session.send("Target.attachToTarget", { targetId, flatten: true }) as { sessionId: string };
    session.#session = attached.sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await session.send(`${domain}.enable`);
    await session.resize(width, height);
    return session;
  }

  /** Sends a command of the DevTools protocol. */
  send(method: string, params: object = {}): Promise<unknown> {
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.socket.send(JSON.stringify({ id, method, params, ...this.#session && { sessionId: this.#session } }));
    return promise;
  }

  /** Sets the size of the page. */
  async resize(width: number, height: number, isPhone = false): Promise<void> {
    const mobile = { mobile: isPhone, deviceScaleFactor: 1 };
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, ...mobile });
  }

  /** Opens a page. */
  async open(url: string): Promise<void> {
    await this.send("Page.navigate", { url });
  }

  /** The value of an expression, awaited. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    }) as { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression: string, limit = 30_000): Promise<void> {
    const check = async () => {
      if (!await this.evaluate<boolean>(`Boolean(${expression})`)) throw new Error(`not yet: ${expression}`);
    };
    await poll(check, limit).catch((error) => {
      throw new Error(`${error.message}\n${this.complaints.join("\n")}`);
    });
  }

  /** Moves the mouse through points: a button is pressed at the first, and released at the last after `hold` ms. */
  async drag(
    points: readonly (readonly [number, number])[],
    { button = "left", modifiers = 0, hold = 0, clickCount = 1 } = {},
  ): Promise<void> {
    const buttons = { left: 1, right: 2, middle: 4 }[button];
    const mouse = (type: string, [x, y]: readonly [number, number], pressed = buttons) =>
      this.send("Input.dispatchMouseEvent", { type, x, y, button, buttons: pressed, modifiers, clickCount });
    await mouse("mouseMoved", points[0], 0);
    await mouse("mousePressed", points[0]);
    for (const point of points.slice(1)) await mouse("mouseMoved", point);
    await new Promise((resolve) => setTimeout(resolve, hold));
    await mouse("mouseReleased", points[points.length - 1], 0);
  }

  /** Drops a file on the page. */
  async drop(name: string, content: Uint8Array): Promise<void> {
    await this.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.fromBase64("${content.toBase64()}")], ${JSON.stringify(name)}));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
  }

  /** Drops files or folders of the disk at a point. */
  async dropPaths(paths: readonly string[], x: number, y: number): Promise<void> {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await this.send("Input.dispatchDragEvent", { type, x, y, data });
    }
  }

  /** Moves the mouse without a button. */
  async hover(x: number, y: number): Promise<void> {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  }

  /** Presses and releases a key. */
  async press(key: string, { code = key, text = key.length === 1 ? key : "", modifiers = 0 } = {}): Promise<void> {
    const windowsVirtualKeyCode =
      { Enter: 13, Backspace: 8, Tab: 9, Escape: 27, ArrowLeft: 37, ArrowRight: 39, F1: 112 }[key];
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text, modifiers, windowsVirtualKeyCode });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, modifiers, windowsVirtualKeyCode });
  }

  /** A picture of the page, as PNG. */
  async screenshot(): Promise<Uint8Array> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" }) as { data: string };
    return Uint8Array.fromBase64(data);
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.socket.addEventListener("close", () => resolve(), { once: true });
    this.#session = "";
    this.send("Browser.close").catch(() => {});
    await Promise.race([promise, new Promise((late) => setTimeout(late, 5000).unref?.() ?? late)]);
    try {
      this.process.kill();
    } catch {
      // it is gone already
    }
    await this.process.status;
    await Deno.remove(this.profile, { recursive: true }).catch(() => {});
  }

  #receive(message: { id?: number; result?: unknown; error?: { message: string }; method?: string; params?: unknown }) {
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
      return;
    }
    const complaint = complaintOf(message.method ?? "", message.params);
    if (complaint !== undefined) this.complaints.push(complaint);
  }
}

/** The text of a message that is an error or a warning. */
function complaintOf(method: string, params: unknown): string | undefined {
  if (method === "Runtime.exceptionThrown") {
    const { exceptionDetails } = params as { exceptionDetails: { text: string; exception?: { description?: string } } };
    return exceptionDetails.exception?.description ?? exceptionDetails.text;
  }
  if (method === "Runtime.consoleAPICalled") {
    const { type, args } = params as { type: string; args: { value?: unknown; description?: string }[] };
    if (type !== "error" && type !== "warning") return undefined;
    return `${type}: ${args.map(({ value, description }) => value ?? description).join(" ")}`;
  }
  if (method === "Log.entryAdded") {
    const { entry } = params as { entry: { level: string; text: string; url?: string } };
    // the driver of the processor says that it is slow
    if (entry.level === "info" || entry.level === "verbose" || /GPU stall|GL Driver Message/.test(entry.text)) return;
    return `${entry.level}: ${entry.text} ${entry.url ?? ""}`.trim();
  }
  return undefined;
}

/** Tries again until there is a result. */
async function poll<T>(attempt: () => Promise<T>, limit: number): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
