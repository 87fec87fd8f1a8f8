/** Random jumps of a run: what one step leaves behind must not matter to the next, wherever that is. */

import type { Numbers, Simulation } from "../../harness/engine.ts";
import type { Assignments, CaseFile } from "../../harness/golden/golden.ts";
import { Random } from "../fuzz/random.ts";

/** Fields of a model that may change while it runs, and how. */
const CHANGES: Readonly<Record<string, (value: number, r: Random) => number>> = {
  geom_margin: (value, r) => value + r.pick([0, 0.01, 0.03]),
  geom_friction: (value, r) => value * r.real(0.5, 2),
  geom_solmix: (value, r) => value * r.real(0, 2),
  geom_priority: (_, r) => r.int(0, 1),
  geom_pos: (value, r) => value + r.real(-0.02, 0.02),
  site_pos: (value, r) => value + r.real(-0.1, 0.1),
  jnt_stiffness: (value, r) => value + r.pick([0, 3]),
  dof_damping: (value, r) => value + r.pick([0, 0.7]),
  dof_frictionloss: (value, r) => value + r.pick([0, 0, 0.3]),
  body_gravcomp: (value, r) => value + r.pick([0, 0.4]),
  actuator_gear: (value, r) => value * r.real(0.5, 2),
  eq_solref: (value, r) => value * r.real(1, 2),
  tendon_stiffness: (value, r) => value + r.pick([0, 5]),
};

/** The events of a run with jumps in addition to its own. */
export function drawJumps(
  sim: Simulation,
  seed: number,
  { steps = 1, events = [] }: Pick<CaseFile, "steps" | "events">,
): NonNullable<CaseFile["events"]> {
  const r = new Random(seed);
  const rounded = (value: number) => Math.round(1e4 * value) / 1e4;
  const jumps = Array.from({ length: steps - 1 }, (_, k) => {
    const set: Assignments = {};
    const put = (field: string, next: (value: number) => number) => {
      const values = [...sim.read(field) as Numbers ?? []];
      if (values.length > 0) set[field] = values.map((value) => rounded(next(value)));
    };
    const far = r.pick([0.02, 0.1, 0.3, 1]);
    const fast = r.pick([0, 0.5, 3]);
    if (r.chance(0.8)) put("qpos0", (value) => value + r.real(-far, far));
    if ("qpos0" in set) {
      set.qpos = set.qpos0;
      delete set.qpos0;
    }
    if (r.chance(0.5)) put("qvel", () => r.real(-fast, fast));
    if (r.chance(0.2)) put("eq_active", () => r.int(0, 1));
    for (const [field, change] of Object.entries(CHANGES)) {
      if (r.chance(0.12)) put(field, (value) => change(value, r));
    }
    return { step: k + 1, set };
  });
  return [...events, ...jumps.filter(({ set }) => Object.keys(set).length > 0)];
}
