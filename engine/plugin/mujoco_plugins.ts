/** The plugins that come with MuJoCo. */

import type { Plugin } from "../types/plugin.ts";
import { cable } from "./cable.ts";
import { pid } from "./pid.ts";
import { bowl } from "./sdf/bowl.ts";
import { gear } from "./sdf/gear.ts";
import { bolt, nut } from "./sdf/thread.ts";
import { torus } from "./sdf/torus.ts";
import { touchGrid } from "./touch_grid.ts";

/** All of them. */
export const MUJOCO_PLUGINS: readonly Plugin[] = [pid, cable, touchGrid, bolt, bowl, gear, nut, torus];

/** MuJoCo's plugins and the user's. */
export function knownPlugins(own: readonly Plugin[] = []): readonly Plugin[] {
  const all = [...MUJOCO_PLUGINS, ...own];
  const repeated = all.find(({ name }, i) => all.findIndex((other) => other.name === name) < i);
  if (repeated !== undefined) throw new RangeError(`plugin '${repeated.name}' is there twice`);
  const unclear = all.find(({ init, sdf }) => init !== undefined && sdf !== undefined);
  if (unclear !== undefined) {
    throw new RangeError(`plugin '${unclear.name}' has 'init' and 'sdf', and both make what is kept in 'plugin_data'`);
  }
  return all;
}
