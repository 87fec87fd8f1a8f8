/** Native MuJoCo as the oracle of goldens that MuJoCo in WebAssembly cannot run, because it has no plugins. */

import { type Assets, HarnessError, type Loaded, type Numbers } from "../harness/engine.ts";
import { decodeArray, encodeArray } from "../harness/engines/protocol.ts";
import type { Argument } from "../harness/calls/functions.ts";
import type { Oracle, OracleSimulation } from "../harness/golden/mint.ts";

const PROGRAM = new URL("../adapters/python/oracle.py", import.meta.url).pathname;

/** Native MuJoCo in a process that answers synchronously, over two named pipes. */
export class NativeOracle implements Oracle {
  readonly version: string;
  #requests: Deno.FsFile;
  #answers: Deno.FsFile;
  #child: Deno.ChildProcess;
  #last = 0;
  #rest = new Uint8Array();

  constructor(python: string, version: string) {
    this.version = version;
    const dir = Deno.makeTempDirSync();
    const pipes = [`${dir}/requests`, `${dir}/answers`];
    if (!new Deno.Command("mkfifo", { args: pipes }).outputSync().success) {
      throw new HarnessError("native MuJoCo mints only where named pipes can be made (mkfifo)");
    }
    this.#child = new Deno.Command(python, { args: [PROGRAM, ...pipes] }).spawn();
    // opening a pipe waits for the other side
    this.#requests = Deno.openSync(pipes[0], { write: true });
    this.#answers = Deno.openSync(pipes[1], { read: true });
    Deno.removeSync(dir, { recursive: true });
  }

  load(xml: string, assets: Assets): Loaded {
    const id = this.newId();
    const answer = this.#ask(["load", id, xml, Object.fromEntries([...assets].map(([k, v]) => [k, encodeArray(v)]))]);
    if (answer.rejected !== undefined) return { outcome: "rejected", message: String(answer.rejected) };
    return { outcome: "loaded", simulation: new NativeSimulation(this, id) };
  }

  /** The number of a new simulation. */
  newId(): number {
    return this.#last++;
  }

  /** Calls a function of the process. */
  call(name: string, ...args: unknown[]): unknown {
    return this.#ask([name, ...args]).value;
  }

  /** Ends the process. */
  close(): void {
    this.#requests.close();
    this.#answers.close();
    this.#child.unref();
  }

  #ask(request: unknown[]): Record<string, unknown> {
    const bytes = new TextEncoder().encode(JSON.stringify(request) + "\n");
    for (let at = 0; at < bytes.length;) at += this.#requests.writeSync(bytes.subarray(at));
    const answer = JSON.parse(this.#readLine());
    if (answer.error !== undefined) throw new HarnessError(`native MuJoCo: ${answer.error}`);
    return answer;
  }

  #readLine(): string {
    const parts = [this.#rest];
    for (;;) {
      const part = parts[parts.length - 1];
      const end = part.indexOf(10);
      if (end >= 0) {
        this.#rest = part.slice(end + 1);
        parts[parts.length - 1] = part.subarray(0, end);
        return parts.map((it) => new TextDecoder().decode(it)).join("");
      }
      const chunk = new Uint8Array(65536);
      const length = this.#answers.readSync(chunk);
      if (length === null) throw new HarnessError("native MuJoCo has ended");
      parts.push(chunk.subarray(0, length));
    }
  }
}

/** One model and one data of native MuJoCo. */
class NativeSimulation implements OracleSimulation {
  #oracle: NativeOracle;
  #id: number;

  constructor(oracle: NativeOracle, id: number) {
    this.#oracle = oracle;
    this.#id = id;
  }

  sibling(): NativeSimulation {
    const id = this.#oracle.newId();
    this.#oracle.call("sibling", id, this.#id);
    return new NativeSimulation(this.#oracle, id);
  }

  dispose(): void {
    this.close();
  }

  close(): void {
    this.#oracle.call("close", this.#id);
  }

  integratePos(velocity: Float64Array, time: number): void {
    this.#oracle.call("integrate", this.#id, encodeArray(velocity), time);
  }

  read(field: string): Numbers | number | undefined {
    const value = this.#oracle.call("read", this.#id, field);
    if (value === null) return undefined;
    return typeof value === "number" ? value : decodeArray(value);
  }

  write(field: string, values: ArrayLike<number>, offset = 0): void {
    this.#oracle.call("write", this.#id, field, encodeArray([...Array.from(values)]), offset);
  }

  reset(): void {
    this.#run("reset");
  }

  resetKeyframe(key: number): void {
    this.#oracle.call("keyframe", this.#id, key);
  }

  forward(): void {
    this.#run("forward");
  }

  step(): void {
    this.#run("step");
  }

  step1(): void {
    this.#run("step1");
  }

  step2(): void {
    this.#run("step2");
  }

  inverse(): void {
    this.#run("inverse");
  }

  call(name: string, args: readonly Argument[]): Float64Array | undefined {
    const value = this.#oracle.call("call", this.#id, name, args);
    return value === null ? undefined : decodeArray(value) as Float64Array;
  }

  #run(stage: string): void {
    this.#oracle.call("run", this.#id, stage);
  }
}
