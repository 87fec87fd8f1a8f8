/** A child process that answers lines with lines, in order, each within a time limit. */

/** How a process is started. */
export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** memory that it may take, bytes */
  readonly memory: number;
  /** environment variables besides those of this process */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** How a process ended before it answered; `bundle`: another one is asked, which runs the sources. */
export type Cause = "exit" | "time" | "memory" | "protocol" | "bundle";

/** The process is gone; it was working on the first unanswered request. */
export class Gone extends Error {
  override name = "Gone";
  readonly kind: Cause;
  /** the process was working on an earlier request */
  readonly isInnocent: boolean;

  constructor(cause: Cause, message: string, isInnocent = false) {
    super(message);
    this.kind = cause;
    this.isInnocent = isInnocent;
  }
}

/** Longest valid answer. */
const LONGEST = 512 * 1024 * 1024;

/** Interval for checking the memory of the process (ms). */
const WATCH = 500;

/** Number of characters kept of the end of the log. */
const TAIL = 4000;

interface Pending {
  readonly limit: number;
  readonly resolve: (line: string) => void;
  readonly reject: (error: Gone) => void;
}

/** A running process. */
export class Child {
  #process: Deno.ChildProcess;
  #input: WritableStreamDefaultWriter<Uint8Array>;
  #pending: Pending[] = [];
  #unsent = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** when the timer ends, and when the first pending request has to be answered (ms) */
  #due = 0;
  #deadline = 0;
  #watch: ReturnType<typeof setInterval>;
  #gone: Gone | undefined;
  #log = "";
  #ended: Promise<void>;

  constructor({ command, args, memory, env }: ChildOptions) {
    this.#process = new Deno.Command(command, {
      args: [...args],
      env: { ...env, NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#process.stdin.getWriter();
    // the end of a process is reported elsewhere
    this.#input.closed.catch(() => {});
    const logged = this.#readLog();
    this.#ended = this.#readAnswers().then(async () => {
      const { code, signal } = await this.#process.status;
      await logged;
      this.#end(this.#howItEnded(code, signal));
    });
    this.#watch = setInterval(() => this.#watchMemory(memory), WATCH);
    Deno.unrefTimer(this.#watch);
  }

  /** The end of the process's stderr. */
  get log(): string {
    return this.#log;
  }

  /** Clears the log. */
  clearLog(): void {
    this.#log = "";
  }

  /** Sends a line that must be answered within `limit` milliseconds after the process starts working on it. */
  ask(line: string, limit: number): Promise<string> {
    if (this.#gone !== undefined) return Promise.reject(new Gone(this.#gone.kind, this.#gone.message, true));
    return new Promise((resolve, reject) => {
      this.#pending.push({ limit, resolve, reject });
      if (this.#pending.length === 1) this.#startTimer();
      // lines that are asked at once are written at once
      if (this.#unsent === "") queueMicrotask(() => this.#send());
      this.#unsent += `${line}\n`;
    });
  }

  #send(): void {
    if (this.#unsent === "") return;
    const text = this.#unsent;
    this.#unsent = "";
    this.#input.write(encoder.encode(text)).catch(() => {});
  }

  /** Closes its input and waits until the process exits. */
  async close(limit: number): Promise<void> {
    this.#send();
    this.#input.close().catch(() => {});
    const timer = setTimeout(() => this.kill(), limit);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Kills the process. */
  kill(): void {
    this.#end(new Gone("exit", "it was ended"));
  }

  async #readAnswers(): Promise<void> {
    const decoder = new TextDecoder();
    let parts: string[] = [];
    let length = 0;
    try {
      for await (const bytes of this.#process.stdout) {
        const lines = decoder.decode(bytes, { stream: true }).split("\n");
        for (const [i, text] of lines.entries()) {
          if (i > 0) {
            this.#answer(parts.join(""));
            parts = [];
            length = 0;
          }
          parts.push(text);
          length += text.length;
        }
        if (length > LONGEST) this.#end(new Gone("protocol", `its answer is longer than ${LONGEST} characters`));
      }
    } catch {
      // the end of the process says more
    }
  }

  async #readLog(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of this.#process.stderr) {
        this.#log = (this.#log + decoder.decode(bytes, { stream: true })).slice(-TAIL);
      }
    } catch {
      // the end of the process says more
    }
  }

  #answer(line: string): void {
    if (this.#gone !== undefined) return;
    const first = this.#pending.shift();
    if (first === undefined) {
      this.#end(new Gone("protocol", "it answered what it was not asked"));
      return;
    }
    this.#startTimer();
    first.resolve(line);
  }

  /** The first pending request has to be answered in time. A timer that is early enough is kept: most answers are quick. */
  #startTimer(): void {
    const [first] = this.#pending;
    this.#deadline = performance.now() + (first?.limit ?? 0);
    if (first !== undefined && this.#timer !== undefined && this.#due <= this.#deadline) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (first !== undefined) this.#setTimer(first.limit);
  }

  #setTimer(milliseconds: number): void {
    this.#due = performance.now() + milliseconds;
    this.#timer = setTimeout(() => {
      const left = this.#deadline - performance.now();
      if (left > 0) return this.#setTimer(left);
      this.#end(new Gone("time", `it did not answer within ${seconds(this.#pending[0].limit)}`));
    }, milliseconds);
  }

  #watchMemory(most: number): void {
    let pages: number;
    try {
      pages = Number(Deno.readTextFileSync(`/proc/${this.#process.pid}/statm`).split(" ")[1]);
    } catch {
      return;
    }
    if (pages * PAGE > most) {
      this.#end(new Gone("memory", `it took more than ${(most / 2 ** 30).toFixed(1)} GiB of memory`));
    }
  }

  #howItEnded(code: number, signal: Deno.Signal | null): Gone {
    if (/out of memory|heap limit|MemoryError|bad_alloc/i.test(this.#log)) {
      return new Gone("memory", "its process ran out of memory");
    }
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    return new Gone("exit", `its process ended (${how})`);
  }

  /** The process has ended or is about to; only the first reason counts. */
  #end(gone: Gone): void {
    if (this.#gone !== undefined) return;
    this.#gone = gone;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // it has ended already
    }
    const [first, ...others] = this.#pending;
    this.#pending = [];
    first?.reject(gone);
    for (const { reject } of others) reject(new Gone(gone.kind, gone.message, true));
  }
}

const encoder = new TextEncoder();

/** Size of a page of memory. */
const PAGE = 4096;

/** A time in readable form. */
export function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(2))} s`;
}
