/** `mujoco.rollout` of native MuJoCo, in a process of its own. */

import { HarnessError } from "../../harness/engine.ts";
import { findNative } from "../native_mujoco.ts";

/** A call: files are in the folder. */
export interface NativeRequest {
  folder: string;
  steps: number;
  controlSpec: number;
  controlShape?: readonly [number, number];
  workers: number;
  /** write the results to the folder? */
  write?: boolean;
}

const SCRIPT = new URL("./native_rollout.py", import.meta.url).pathname;

/** A Python process that answers requests one after another. */
export class NativeRollout {
  private readonly child: Deno.ChildProcess;
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  private readonly lines: ReadableStreamDefaultReader<string>;
  private rest = "";

  private constructor(python: string) {
    const pipes = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    this.child = new Deno.Command(python, { args: [SCRIPT], ...pipes }).spawn();
    this.writer = this.child.stdin.getWriter();
    this.lines = this.child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts the process, or says why there is none. */
  static async start(): Promise<NativeRollout | { lack: string }> {
    const native = await findNative();
    return "lack" in native ? native : new NativeRollout(native.python);
  }

  /** Runs a call; returns how long it took (s). */
  async run(request: NativeRequest): Promise<{ seconds: number; shape: number[] }> {
    await this.writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
    while (!this.rest.includes("\n")) {
      const { value, done } = await this.lines.read();
      if (done) throw new HarnessError("mujoco.rollout ended without an answer");
      this.rest += value;
    }
    const [line, ...more] = this.rest.split("\n");
    this.rest = more.join("\n");
    return JSON.parse(line);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.writer.close();
    await this.lines.cancel();
    await this.child.status;
  }
}

/** Writes doubles to a file. */
export async function writeDoubles(path: string, numbers: Float64Array): Promise<void> {
  await Deno.writeFile(path, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** Reads doubles from a file. */
export async function readDoubles(path: string): Promise<Float64Array> {
  return new Float64Array((await Deno.readFile(path)).buffer);
}
