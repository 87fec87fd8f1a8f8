/** Native MuJoCo from pip: the second build for which goldens must hold. */

import { HarnessError } from "../harness/engine.ts";
import { Gone } from "../harness/engines/child.ts";
import { playback } from "../harness/engines/playback.ts";
import { RemoteEngine } from "../harness/engines/remote.ts";
import { type Floors, floorsOfBuilds } from "../harness/golden/builds.ts";
import type { Golden } from "../harness/golden/golden.ts";
import { ITEMS } from "../harness/spec/items.ts";
import { Tables } from "../harness/replay/tolerance.ts";

/** The native release that corresponds to MuJoCo 3.5.1 in WebAssembly. */
export const VERSION = "3.5.0";

const ADAPTER = new URL("../adapters/python/mujoco_engine.py", import.meta.url).pathname;

/** The Python interpreter: the one named by the user, or the first on the path. */
function interpreter(): string {
  return Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";
}

/** Version of MuJoCo in Python, or undefined if there is none. */
async function versionOf(python: string): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(python, {
      args: ["-c", "import mujoco, numpy; print(mujoco.__version__)"],
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}

/** The Python with native MuJoCo, or an error. */
export async function findNative(): Promise<{ python: string } | { lack: string }> {
  const python = interpreter();
  const version = await versionOf(python);
  if (version === VERSION) return { python };
  const found = version === undefined ? "no MuJoCo" : `MuJoCo ${version}`;
  return {
    lack: `${python} has ${found}; native MuJoCo is there after: pip install mujoco==${VERSION} numpy` +
      " (PLUMBLINE_PYTHON names the Python to use)",
  };
}

/** The value of `--engine` for native MuJoCo. */
export function nativeCommand(python: string): string {
  const quote = (word: string) => /[\s'"]/.test(word) ? `"${word}"` : word;
  return `exec:${quote(python)} ${quote(ADAPTER)}`;
}

/** Time limit of native MuJoCo for a case (ms). */
const PATIENCE = 60_000;

const TABLES = new Tables(Object.fromEntries(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}])));

/** Native MuJoCo in a process of its own, started on first use. */
export class NativeMujoco {
  #python: string;
  #remote: RemoteEngine | undefined;

  constructor(python: string) {
    this.#python = python;
  }

  /** Floors for the fields of a golden in which native MuJoCo differs by more than the noise. */
  async floors(golden: Golden): Promise<Floors | undefined> {
    const remote = this.#remote ??= await this.#start();
    const name = `native MuJoCo ${VERSION}`;
    try {
      const answer = await remote.run(golden, PATIENCE);
      const { functions } = remote.hello;
      const offers = functions === "all" ? {} : { functions };
      return await floorsOfBuilds({ ...playback(answer), name, offers }, golden, TABLES.of(golden.file.items));
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      this.close();
      throw new HarnessError(`${name} breaks; move the scene: ${error.message}`);
    }
  }

  /** Ends the process. */
  close(): void {
    this.#remote?.kill();
    this.#remote = undefined;
  }

  #start(): Promise<RemoteEngine> {
    return RemoteEngine.start({
      name: "native MuJoCo",
      command: this.#python,
      args: [ADAPTER],
      patience: PATIENCE,
      memory: 4 * 2 ** 30,
      acknowledges: false,
    });
  }
}
