/** Opens the MuJoCo that mints goldens. */

import { type MujocoEngine, mujocoEngine, ORACLE } from "../harness/engines/mujoco.ts";
import { sha256 } from "../harness/golden/golden.ts";
import type { Mintmaster } from "../harness/golden/mint.ts";

/** Opens the oracle, with the hash of its compiled library. */
export async function openMintmaster(): Promise<Mintmaster<MujocoEngine>> {
  const engine = await mujocoEngine(ORACLE.version);
  const wasm = new URL("mujoco.wasm", import.meta.resolve("mujoco"));
  return { engine, build: sha256(await Deno.readFile(wasm)), package: ORACLE.package };
}
