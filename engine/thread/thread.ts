/**
 * Threads of Deno, Node, Bun, and browsers. One of the few files of the engine that use platform APIs: what it needs is
 * looked up by name rather than imported, so that browser bundlers do not try to resolve it.
 */

import { bareMessage, fullMessage } from "./bare_message.ts";

type Threads = typeof import("node:worker_threads");

/** A program for threads. The address of its module is written where a bundler looks for it: within these calls. */
export interface Program {
  inNode(threads: Pick<Threads, "Worker">): InstanceType<Threads["Worker"]>;
  onWeb(): Worker;
}

/** A thread that is sent orders. */
export interface Thread<Order> {
  send(order: Order, transfer: ArrayBuffer[]): void;
  /** does the process wait for this thread? */
  hold(isHeld: boolean): void;
  end(): void;
}

/** What a thread reports to. */
export interface Listener<Answer> {
  onAnswer(answer: Answer): void;
  onError(error: unknown): void;
}

/** The other end, within a thread. */
export interface Port<Order, Answer> {
  answer(answer: Answer, transfer: ArrayBuffer[]): void;
  listen(onOrder: (order: Order) => void): void;
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): unknown };
  readonly navigator?: { readonly hardwareConcurrency?: number };
  postMessage?(answer: unknown, transfer: ArrayBuffer[]): void;
  addEventListener?(type: "message", listener: (event: { data: unknown }) => void): void;
}

const platform = globalThis as Platform;

function builtin<T>(name: string): T | undefined {
  return platform.process?.getBuiltinModule?.(name) as T | undefined;
}

/** Number of processors that this process may use. */
export function processors(): number {
  const os = builtin<typeof import("node:os")>("node:os");
  return os?.availableParallelism?.() ?? platform.navigator?.hardwareConcurrency ?? 1;
}

/** Can memory be shared between threads here? */
export function canShare(): boolean {
  return typeof SharedArrayBuffer === "function";
}

/** Starts a thread; null if the platform has none. */
export function startThread<Order, Answer>(program: Program, listener: Listener<Answer>): Thread<Order> | null {
  const threads = builtin<Threads>("node:worker_threads");
  if (threads?.Worker !== undefined) return startNode(program.inNode(threads), listener);
  return typeof Worker === "function" ? startWeb(program.onWeb(), listener) : null;
}

function startNode<Order, Answer>(worker: InstanceType<Threads["Worker"]>, listener: Listener<Answer>): Thread<Order> {
  worker.on("message", (answer: unknown) => listener.onAnswer(fullMessage(answer) as Answer));
  worker.on("error", (error: unknown) => listener.onError(error));
  worker.on("messageerror", (error: unknown) => listener.onError(error));
  worker.on("exit", (code: number) => listener.onError(new Error(`a thread ended with code ${code}`)));
  return {
    send: (order, transfer) => worker.postMessage(bareMessage(order), transfer),
    hold: (isHeld) => isHeld ? worker.ref() : worker.unref(),
    end: () => void worker.terminate(),
  };
}

function startWeb<Order, Answer>(worker: Worker, listener: Listener<Answer>): Thread<Order> {
  worker.onmessage = ({ data }: MessageEvent<Answer>) => listener.onAnswer(data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    listener.onError(new Error(`a thread failed: ${event.message ?? "its module cannot be loaded"}`));
  };
  worker.onmessageerror = () => listener.onError(new Error("a message between threads cannot be read"));
  return {
    send: (order, transfer) => worker.postMessage(order, transfer),
    hold: () => {},
    end: () => worker.terminate(),
  };
}

/** The port of the thread in which this runs. */
export function ownPort<Order, Answer>(): Port<Order, Answer> {
  const parent = builtin<Threads>("node:worker_threads")?.parentPort;
  if (parent) {
    return {
      answer: (answer, transfer) => parent.postMessage(bareMessage(answer), transfer),
      listen: (onOrder) => void parent.on("message", (order) => onOrder(fullMessage(order) as Order)),
    };
  }
  return {
    answer: (answer, transfer) => platform.postMessage?.(answer, transfer),
    listen: (onOrder) => platform.addEventListener?.("message", ({ data }) => onOrder(data as Order)),
  };
}
