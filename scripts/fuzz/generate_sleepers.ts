/**
 * Random trees of which some start asleep, beside each other and beside others that are awake, tied by equalities and
 * tendons that become active later; and what wakes them.
 */

import type { CaseFile } from "../../harness/golden/golden.ts";
import { element } from "./names.ts";
import { Random } from "./random.ts";

type Attributes = Record<string, string>;

/** A document, and the changes that wake its trees. */
export interface Sleepers {
  readonly xml: string;
  readonly steps: number;
  readonly events: NonNullable<CaseFile["events"]>;
}

interface Tree {
  readonly asleep: boolean;
  /** the joint that is not free, if there is one */
  readonly joint: string | undefined;
}

/** A document with three to seven trees. */
export function generateSleepers(seed: number): Sleepers {
  const r = new Random(seed);
  const maybe = (chance: number, attributes: Attributes): Attributes => r.chance(chance) ? attributes : {};
  const count = r.int(3, 7);
  const trees: Tree[] = [];
  const bodies: string[] = [];
  for (let k = 0; k < count; k++) {
    const asleep = k === 0 ? r.chance(0.8) : r.chance(0.6);
    const free = r.chance(0.3);
    const joint = free ? undefined : `j${k}`;
    trees.push({ asleep, joint });
    const far = 0.3 * k + r.real(-0.02, 0.02);
    const shape = r.pick(["sphere", "box", "capsule"]);
    const size = { sphere: ".1", box: ".1 .12 .08", capsule: ".08 .05" }[shape] ?? "";
    const touches = maybe(0.4, { margin: String(r.real(0.01, 0.15)) });
    const parts = [
      free ? "<freejoint/>" : element("joint", {
        name: `j${k}`,
        type: r.pick(["hinge", "slide"]),
        axis: r.pick(["1 .2 .1", "0 1 .3", "0 0 1"]),
        ...maybe(0.4, { damping: ".4" }),
        ...maybe(0.3, { stiffness: "3", springref: ".1" }),
        ...maybe(0.3, { frictionloss: ".2" }),
        ...maybe(0.3, { limited: "true", range: "-.1 .2" }),
        ...maybe(0.3, { armature: ".03" }),
      }),
      element("geom", { name: `g${k}`, type: shape, size, ...touches, ...maybe(0.3, { condim: r.pick(["1", "4"]) }) }),
      element("site", { name: `s${k}`, pos: r.reals(3, -0.08, 0.08) }),
    ];
    if (r.chance(0.3)) {
      const child =
        `<joint name="c${k}" axis="0 1 .2"/><geom size=".04" pos="0 .05 .1"/><site name="t${k}" pos=".1 0 0"/>`;
      parts.push(element("body", { pos: "0 .12 .1", euler: "10 20 30" }, child));
    }
    bodies.push(element("body", {
      name: `b${k}`,
      pos: `${far} ${r.real(-0.1, 0.1)} ${r.pick([0.08, 0.1, 0.4])}`,
      ...maybe(0.5, { euler: r.reals(3, -20, 20) }),
      ...(asleep ? { sleep: "init" } : maybe(0.1, { sleep: "never" })),
      ...maybe(0.2, { gravcomp: ".5" }),
    }, parts.join("")));
  }

  const ids = trees.map((_, k) => k);
  // what is tied sleeps together, or neither of it, unless it is tied later
  const pair = (alike: boolean): [number, number] => {
    const first = r.pick(ids);
    const others = ids.filter((k) => k !== first && (!alike || trees[k].asleep === trees[first].asleep));
    return [first, others.length > 0 ? r.pick(others) : (first + 1) % count];
  };
  const jointed = ids.filter((k) => trees[k].joint !== undefined);
  const tendons = Array.from({ length: r.int(0, 4) }, (_, i) => {
    const [a, b] = pair(r.chance(0.7));
    const limits = maybe(0.7, {
      limited: "true",
      range: r.pick(["0 .2", ".1 .3", "0 .6"]),
      margin: r.pick(["0", ".1"]),
    });
    if (r.chance(0.4) && jointed.length > 0) {
      const joints = new Set([r.pick(jointed), r.pick(jointed)]);
      const terms = [...joints].map((k) => element("joint", { joint: `j${k}`, coef: String(r.real(-1, 1)) }));
      return element("fixed", { name: `n${i}`, ...limits }, terms.join(""));
    }
    return element(
      "spatial",
      { name: `n${i}`, ...limits, ...maybe(0.1, { frictionloss: ".1" }) },
      `<site site="s${a}"/><site site="s${b}"/>`,
    );
  });
  const equalities = Array.from({ length: r.int(0, 5) }, () => {
    const active = r.chance(0.5);
    const [a, b] = pair(active);
    const common = active ? {} : { active: "false" };
    const choices = [
      element("connect", { ...common, body1: `b${a}`, body2: `b${b}`, anchor: ".1 0 0" }),
      element("connect", { ...common, site1: `s${a}`, site2: `s${b}` }),
      element("weld", { ...common, site1: `s${a}`, site2: `s${b}` }),
      element("weld", { ...common, body1: `b${a}`, ...maybe(0.7, { body2: `b${b}` }) }),
    ];
    if (jointed.includes(a)) {
      const polycoef = { polycoef: "0 .5 .1 0 0" };
      choices.push(
        element("joint", {
          ...common,
          joint1: `j${a}`,
          ...(jointed.includes(b) ? { joint2: `j${b}` } : {}),
          ...polycoef,
        }),
      );
    }
    return r.pick(choices);
  });
  const driven = jointed.filter((k) => !trees[k].asleep || r.chance(0.1));
  const actuators = driven.filter(() => r.chance(0.6)).map((k) =>
    r.pick([
      `<motor joint="j${k}"/>`,
      `<position joint="j${k}" kp="3" kv=".2"/>`,
      `<general joint="j${k}" dyntype="filter" dynprm=".1"/>`,
    ])
  );
  const sensors = ids.filter(() => r.chance(0.5)).map((k) =>
    r.pick([
      `<accelerometer site="s${k}"/>`,
      `<touch site="s${k}"/>`,
      `<framelinvel objtype="body" objname="b${k}"/>`,
      `<subtreecom body="b${k}"/>`,
      `<force site="s${k}"/>`,
      `<distance body1="b${k}" body2="b${(k + 1) % count}" cutoff="1"/>`,
    ])
  );
  const option = element(
    "option",
    {
      timestep: ".003",
      integrator: r.pick(["Euler", "RK4", "implicit", "implicitfast"]),
      solver: r.pick(["Newton", "CG", "PGS"]),
      cone: r.pick(["pyramidal", "elliptic"]),
      jacobian: r.pick(["dense", "sparse"]),
      ...maybe(0.3, { density: "20", viscosity: ".3", wind: "1 .2 .3" }),
      ...maybe(0.3, { sleep_tolerance: "3" }),
    },
    element("flag", {
      sleep: "enable",
      ...maybe(0.4, { energy: "enable" }),
      ...maybe(0.1, { island: "disable" }),
      ...maybe(0.1, { midphase: "disable" }),
    }),
  );
  const floor = r.chance(0.7) ? `<geom type="plane" size="3 3 .1"/>` : "";
  const xml = element(
    "mujoco",
    {},
    [
      option,
      element("worldbody", {}, floor + bodies.join("\n")),
      element("tendon", {}, tendons.join("\n")),
      element("equality", {}, equalities.join("\n")),
      element("actuator", {}, actuators.join("\n")),
      element("sensor", {}, sensors.join("\n")),
    ].join("\n"),
  );

  const steps = r.int(2, 4);
  const events = Array.from({ length: steps }, (_, step) => {
    const set: Record<string, number> = {};
    if (equalities.length > 0 && r.chance(0.6)) set[`eq_active[${r.int(0, equalities.length - 1)}]`] = r.int(0, 1);
    if (equalities.length > 0 && r.chance(0.3)) set[`eq_active[${r.int(0, equalities.length - 1)}]`] = 1;
    if (r.chance(0.25)) set[`xfrc_applied[${6 * r.int(1, count) + r.int(0, 5)}]`] = r.real(-3, 3);
    if (r.chance(0.25)) set[`qvel[${r.int(0, count - 1)}]`] = r.real(-2, 2);
    if (r.chance(0.15)) set[`qpos[${r.int(0, count - 1)}]`] = r.real(-0.2, 0.2);
    if (r.chance(0.15)) set[`qfrc_applied[${r.int(0, count - 1)}]`] = r.real(-2, 2);
    return { step, set };
  }).filter(({ set }) => Object.keys(set).length > 0);
  return { xml, steps, events };
}
