import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import process from "node:process";
import { bareMessage, fullMessage } from "./bare_message.ts";
import { canShare, ownPort, processors, type Program, startThread } from "./thread.ts";

/** A platform that has these built-in modules, and these globals, for as long as something runs. */
function on<T>(modules: Readonly<Record<string, unknown>> | undefined, globals: object, work: () => T): T {
  const { getBuiltinModule } = process;
  const kept = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  Object.assign(process, { getBuiltinModule: modules && ((name: string) => modules[name]) });
  try {
    return work();
  } finally {
    Object.assign(process, { getBuiltinModule });
    for (const [name, before] of kept) {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

/** The end of a thread of Node that the engine sees, on either side, and what it was told. */
class NodeEnd extends EventEmitter {
  readonly told: unknown[] = [];
  postMessage(...message: unknown[]): void {
    this.told.push(message);
  }
  ref(): void {
    this.told.push("ref");
  }
  unref(): void {
    this.told.push("unref");
  }
  terminate(): Promise<number> {
    this.told.push("end");
    return Promise.resolve(0);
  }
}

type Message = (event: object) => void;

/** The same in a browser. */
class WebEnd {
  readonly told: unknown[] = [];
  onmessage: Message | null = null;
  onerror: Message | null = null;
  onmessageerror: Message | null = null;
  postMessage(...message: unknown[]): void {
    this.told.push(message);
  }
  terminate(): void {
    this.told.push("end");
  }
}

/** Starts a thread, and lists what the listener hears. */
function started(node: NodeEnd | null, web: WebEnd | null) {
  const heard: unknown[] = [];
  const program = {
    inNode: ({ Worker }: { Worker: unknown }) => Worker === NodeEnd && node,
    onWeb: () => web,
  } as unknown as Program;
  const thread = startThread<unknown, unknown>(program, {
    onAnswer: (answer) => heard.push(answer),
    onError: (error) => heard.push(error),
  });
  return { heard, thread };
}

const THREADS = { "node:worker_threads": { Worker: NodeEnd } };
const MESSAGE = { numbers: Float64Array.of(1, 2, 3).subarray(1), word: "x" };
const moved = new ArrayBuffer(8);

Deno.test("startThread() starts a thread of Node, which gets and gives messages without typed arrays", () => {
  const end = new NodeEnd();
  const { heard, thread } = on(THREADS, { Worker: WebEnd }, () => started(end, null));
  assert.ok(thread);
  thread.send(MESSAGE, [moved]);
  thread.hold(true);
  thread.hold(false);
  thread.end();
  assert.deepEqual(end.told, [[bareMessage(MESSAGE), [moved]], "ref", "unref", "end"]);

  end.emit("message", bareMessage(MESSAGE));
  assert.deepEqual(heard.splice(0), [MESSAGE]);
  for (const event of ["error", "messageerror"]) {
    const error = new Error(event);
    end.emit(event, error);
    assert.equal(heard.pop(), error);
  }
  end.emit("exit", 3);
  assert.deepEqual(heard, [new Error("a thread ended with code 3")]);
});

Deno.test("startThread() starts a Worker where Node has no threads", () => {
  for (const modules of [undefined, {}, { "node:worker_threads": {} }]) {
    const end = new WebEnd();
    const { heard, thread } = on(modules, { Worker: WebEnd }, () => started(null, end));
    assert.ok(thread);
    thread.send(MESSAGE, [moved]);
    thread.hold(true);
    thread.hold(false);
    thread.end();
    assert.deepEqual(end.told, [[MESSAGE, [moved]], "end"]);

    end.onmessage?.({ data: MESSAGE });
    assert.equal(heard.pop(), MESSAGE);
    let prevented = 0;
    end.onerror?.({ message: "no", preventDefault: () => prevented++ });
    end.onerror?.({});
    end.onmessageerror?.({});
    const texts = ["a thread failed: no", "a thread failed: its module cannot be loaded"];
    const errors = [...texts, "a message between threads cannot be read"].map((text) => new Error(text));
    assert.deepEqual([heard, prevented], [errors, 1]);
  }
});

Deno.test("startThread() gives null where there are no threads", () => {
  for (const modules of [undefined, {}, { "node:worker_threads": {} }]) {
    assert.equal(on(modules, { Worker: undefined }, () => started(null, null)).thread, null);
  }
});

Deno.test("ownPort() answers the thread that started this one, and hears its orders", () => {
  const parentPort = new NodeEnd();
  const heard: unknown[] = [];
  const listen = (port: ReturnType<typeof ownPort>) => {
    port.answer(MESSAGE, [moved]);
    port.listen((order) => heard.push(order));
  };
  on({ "node:worker_threads": { parentPort } }, {}, () => listen(ownPort()));
  assert.deepEqual(parentPort.told, [[bareMessage(MESSAGE), [moved]]]);
  parentPort.emit("message", bareMessage(MESSAGE));
  assert.deepEqual(heard.splice(0), [MESSAGE]);

  for (const modules of [undefined, {}, { "node:worker_threads": { parentPort: null } }]) {
    const told: unknown[] = [];
    const listeners = new Map<string, Message>();
    const globals = {
      postMessage: (...message: unknown[]) => told.push(message),
      addEventListener: (type: string, listener: Message) => listeners.set(type, listener),
    };
    on(modules, globals, () => listen(ownPort()));
    assert.deepEqual([told, [...listeners.keys()]], [[[MESSAGE, [moved]]], ["message"]]);
    listeners.get("message")?.({ data: MESSAGE });
    assert.equal(heard.pop(), MESSAGE);
    // neither is there outside of threads
    on(modules, { postMessage: undefined, addEventListener: undefined }, () => listen(ownPort()));
    assert.deepEqual(heard, []);
  }
});

Deno.test("processors() is what the process may use, or what is known of it", () => {
  const navigator = { hardwareConcurrency: 5 };
  const of = (modules: object | undefined, navigator: object | undefined) =>
    on(modules as Record<string, unknown>, { navigator }, processors);
  assert.equal(of({ "node:os": { availableParallelism: () => 3 } }, navigator), 3);
  assert.equal(of({ "node:os": {} }, navigator), 5);
  assert.equal(of({}, navigator), 5);
  assert.equal(of(undefined, navigator), 5);
  assert.equal(of(undefined, {}), 1);
  assert.equal(of(undefined, undefined), 1);
});

Deno.test("canShare() tells whether there is shared memory", () => {
  assert.equal(canShare(), true);
  assert.equal(on({}, { SharedArrayBuffer: undefined }, canShare), false);
});

Deno.test("bareMessage() changes nothing but arrays that fullMessage() knows", () => {
  const words = Uint16Array.of(500);
  const map = new Map([[1, Float64Array.of(2)]]);
  const message = { words, map, "view": "none", elements: 3, none: undefined, list: [null, [words]] };
  const bare = bareMessage(message) as typeof message;
  assert.deepEqual(bare, message);
  assert.ok(bare.words === words && bare.map === map);
  const [plain, part] = [{ view: 1 }, { elements: 2 }];
  assert.deepEqual(fullMessage([plain, part, null, 4, map]), [plain, part, null, 4, map]);
  const full = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
  assert.deepEqual(bareMessage(full), { view: "Float32Array", buffer: full.buffer, start: 4, elements: 2 });
});
