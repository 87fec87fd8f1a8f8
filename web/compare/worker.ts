/** The Worker in which a simulation and MuJoCo run side by side. */

import { serve } from "../simulation/serve.ts";
import { MujocoTwin } from "./mujoco.ts";

/** The package as the server sends it. */
const PACKAGE = new URL("mujoco/mujoco.js", self.location.href).href;

async function start(): Promise<void> {
  // commands that arrive while MuJoCo starts wait
  const early: MessageEvent[] = [];
  self.onmessage = (event: MessageEvent) => early.push(event);
  const { default: load } = await import(PACKAGE);
  const mj = await load({ print: () => {}, printErr: () => {} });
  serve(new MujocoTwin(mj));
  for (const event of early) self.onmessage?.call(self, event);
}

start().catch((error) => self.postMessage({ tell: "failed", message: `MuJoCo cannot be started: ${error}` }));
