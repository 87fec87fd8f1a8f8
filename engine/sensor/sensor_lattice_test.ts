/** Sensors of what is on a lattice, where points lie on surfaces and distances are equal, read as in MuJoCo. */

import assert from "node:assert/strict";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { randomFrom } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";

type Pick = <T>(values: readonly T[]) => T;

/** Sites on, in, and outside of others. */
function inside(pick: Pick): string {
  const near = [-0.5, -0.25, 0, 0, 0.25, 0.5];
  const count = 60;
  const types = ["sphere", "capsule", "ellipsoid", "cylinder", "box"];
  let sites = "";
  let sensors = "";
  for (let i = 0; i < count; i++) {
    const size = [0, 0, 0].map(() => pick([0.25, 0.5]));
    sites += `<site name="zone${i}" type="${pick(types)}" size="${size.join(" ")}"/>`;
    sites += `<site name="point${i}" pos="${[0, 0, 0].map(() => pick(near)).join(" ")}"/>`;
    sensors += `<insidesite site="zone${i}" objtype="site" objname="point${i}"/>`;
  }
  return `<worldbody>${sites}</worldbody><sensor>${sensors}</sensor>`;
}

/** Balls that sink into planes and each other, equally deep, and what contact sensors make of them. */
function touching(pick: Pick): string {
  const balls = Array.from({ length: 9 }, (_, i) => {
    const [x, y] = [i % 3, Math.floor(i / 3)].map((k) => k * pick([0.4375, 0.46875]));
    const joint = pick(["<freejoint/>", `<joint type="slide" axis="0 0 1"/>`]);
    return `<body name="b${i}" pos="${x} ${y} ${pick([0.25, 0.21875, 0.1875])}">${joint}<site name="s${i}" type="${
      pick(["sphere", "box"])
    }" size="0.25 0.25 0.25" pos="0 0 ${pick([-0.25, 0])}"/>
      <geom name="g${i}" size="0.25" condim="${pick([1, 3, 4, 6])}"/>${
      pick(["", `<body name="c${i}" pos="0 0 0.25"><geom name="h${i}" size="0.125"/></body>`])
    }</body>`;
  });
  const names = (letter: string) =>
    balls.flatMap((text) => [...text.matchAll(/name="(\w)(\d)"/g)])
      .filter(([_, kind]) => kind === letter).map(([_, kind, k]) => `${kind}${k}`);
  const object = (k: number) =>
    pick([
      () => "",
      () => `geom${k}="${pick([...names("g"), "floor", ...names("h")])}"`,
      () => `body${k}="${pick([...names("b"), "world"])}"`,
      () => `subtree${k}="${pick(names("b"))}"`,
    ])();
  const contact = () => {
    const data = ["found", "force", "torque", "dist", "pos", "normal", "tangent"].filter(() => pick([0, 1]) === 1);
    if (data.length === 0) data.push("dist");
    const first = pick([() => `site="${pick(names("s"))}"`, () => object(1), () => object(1)])();
    return `<contact ${first} ${object(2)} num="${pick([1, 2, 5, 30])}" data="${data.join(" ")}" reduce="${
      pick(["none", "mindist", "maxforce", "netforce"])
    }"/>`;
  };
  const distance = () => {
    const [a, b] = [pick(names("b")), pick(names("b"))];
    const [c, e] = [pick(names("g")), pick(names("g"))];
    if (a === b || c === e) return "";
    const kind = pick(["distance", "normal", "fromto"]);
    return `<${kind} ${
      pick([`body1="${a}" body2="${b}"`, `geom1="${c}" geom2="${e}"`, `body1="${a}" geom2="floor"`])
    } cutoff="${pick([0.25, 0.5, 2])}"/>`;
  };
  const sensors = Array.from({ length: 20 }, () => contact() + distance());
  return `<worldbody><geom name="floor" type="plane" size="9 9 1"/>${balls.join("")}</worldbody>
    <sensor>${sensors.join("")}${names("s").map((name) => `<touch site="${name}"/>`).join("")}</sensor>`;
}

for (const [name, write] of Object.entries({ inside, touching })) {
  Deno.test(`sensors read as in MuJoCo on a lattice: ${name}`, async () => {
    const mujoco = await mujocoEngine();
    for (let seed = 1; seed <= 12; seed++) {
      const random = randomFrom(seed);
      const pick: Pick = (values) => values[Math.floor(values.length * random())];
      const option = `<option cone="${pick(["elliptic", "pyramidal"])}" jacobian="${pick(["dense", "sparse"])}"/>`;
      const xml = `<mujoco>${option}${write(pick)}</mujoco>`;
      const loaded = await mujoco.load(xml, new Map());
      assert.ok(loaded.outcome === "loaded", `seed ${seed}: ${"message" in loaded ? loaded.message : ""}`);
      const m = compile(xml);
      const d = new Data(m);
      d.sensordata.fill(NaN);
      forward(m, d);
      loaded.simulation.forward();
      const expected = [...loaded.simulation.read("sensordata") as Iterable<number>];
      assert.ok(new Set(expected).size > 1, `seed ${seed}`);
      assert.deepEqual([...d.sensordata].map((x) => x + 0), expected.map((x) => x + 0), `seed ${seed}`);
      loaded.simulation.close();
    }
  });
}
