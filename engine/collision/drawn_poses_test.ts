/** Shapes in random poses, many of which are level with each other, touch where they do in MuJoCo, bit for bit. */

import assert from "node:assert/strict";
import { type Crowd, differenceInPoses } from "../../scripts/explore/compare_poses.ts";
import { differenceOf } from "../../scripts/explore/compare_probe.ts";

const ALL = ["ellipsoid", "cylinder", "box", "mesh", "prism", "capsule", "sphere"];
const CORNERED = ["box", "mesh", "prism", "prism", "cylinder"];
const ROUND = ["ellipsoid", "ellipsoid", "cylinder", "capsule", "sphere"];
const SIMPLE = ["sphere", "capsule", "capsule", "box", "cylinder"];
const SOFT = ["flex1", "flex2", "flex3"];
const MIXED = [...ALL, ...SOFT, ...SOFT];

const FIELD = `<geom type="hfield" hfield="h"/>`;
const WALLS = `<geom type="plane" size="1 1 1"/><geom type="plane" size="1 1 1" quat=".5 .5 .5 .5"/>`;

const PORTALS = `nativeccd="disable"`;
const SEVERAL = `multiccd="enable"`;
const MARGIN = 1 / 16;

/** What is posed, and the number of seeds. */
const CROWDS: Readonly<Record<string, readonly [crowd: Crowd, seeds: number]>> = {
  "anywhere": [{ shapes: ALL }, 8],
  "within a margin": [{ shapes: ALL, margin: MARGIN }, 4],
  "in several places": [{ shapes: CORNERED, flags: SEVERAL }, 8],
  "in several places, by wiggling": [{ shapes: CORNERED, margin: MARGIN, flags: SEVERAL }, 3],
  "if simple": [{ shapes: SIMPLE }, 6],
  "if simple, within a margin": [{ shapes: SIMPLE, margin: MARGIN }, 3],
  "if many": [{ shapes: SIMPLE, bodies: 30, room: 10, poses: 8 }, 3],
  "if many of one size": [{ shapes: ["sphere"], bodies: 40, room: 8, poses: 8, loose: 0 }, 2],
  "if there are several in a body": [{ shapes: [...SIMPLE, "mesh"], bodies: 3, geoms: 6, room: 6, poses: 20 }, 4],
  "if there are several in a body, within a margin": [
    { shapes: SIMPLE, bodies: 3, geoms: 6, room: 8, poses: 20, margin: MARGIN, loose: 0 },
    3,
  ],
  "after no iteration": [{ shapes: ALL, option: `ccd_iterations="0"`, reach: 1, poses: 10 }, 2],
  "after one iteration": [{ shapes: ALL, option: `ccd_iterations="1"`, reach: 1, poses: 10 }, 2],
  "after few iterations": [{ shapes: ALL, option: `ccd_iterations="3"`, flags: SEVERAL, reach: 1, poses: 10 }, 3],
  "roughly": [{ shapes: ALL, option: `ccd_tolerance=".03"` }, 2],
  "without any tolerance": [{ shapes: ALL, option: `ccd_tolerance="0" ccd_iterations="300"`, poses: 8 }, 2],
  "by portals, without any tolerance": [{ shapes: ALL, option: `ccd_tolerance="0"`, flags: PORTALS, unit: 5 }, 3],
  "by portals": [{ shapes: ALL, flags: PORTALS }, 8],
  "by portals, within a margin": [{ shapes: ALL, margin: MARGIN, flags: PORTALS }, 3],
  "by portals, if round": [{ shapes: ROUND, margin: MARGIN, flags: PORTALS }, 4],
  "by portals, in several places": [{ shapes: CORNERED, flags: `${PORTALS} ${SEVERAL}` }, 3],
  "by portals, roughly": [{ shapes: ALL, option: `ccd_tolerance=".03" ccd_iterations="2"`, flags: PORTALS }, 2],
  "at a distance": [{ shapes: ALL, reach: 1, poses: 10 }, 6],
  "at a short distance": [{ shapes: ALL, reach: 1 / 8, poses: 10, margin: MARGIN }, 3],
  "at walls": [{ shapes: ALL, world: WALLS, bodies: 3 }, 4],
  "at walls, within a margin": [{ shapes: ALL, world: WALLS, bodies: 3, margin: MARGIN }, 2],
  "on a field": [{ shapes: ALL, world: FIELD, bodies: 2, poses: 20 }, 5],
  "on a field, within a margin": [{ shapes: ALL, world: FIELD, bodies: 2, poses: 20, margin: MARGIN }, 2],
  "on a field, by portals": [{ shapes: ALL, world: FIELD, bodies: 2, poses: 20, flags: PORTALS }, 3],
  "if soft": [{ shapes: MIXED, bodies: 3, poses: 8, world: WALLS }, 4],
  "if soft, within a margin": [{ shapes: MIXED, bodies: 3, poses: 8, margin: MARGIN }, 3],
  "if soft, by portals": [{ shapes: MIXED, bodies: 3, poses: 8, flags: PORTALS }, 3],
  "if soft, with themselves": [{ shapes: SOFT, bodies: 1, flex: `selfcollide="narrow" internal="true"` }, 3],
  "if solid, with themselves": [{ shapes: ["flex3"], bodies: 1, flex: `internal="true" selfcollide="none"` }, 4],
  "if soft, with themselves, by trees": [{ shapes: SOFT, bodies: 1, flex: `selfcollide="bvh"` }, 3],
  "if soft, with themselves, by a sweep": [{ shapes: SOFT, bodies: 1, flex: `selfcollide="sap"` }, 3],
};

for (const [how, [crowd, seeds]] of Object.entries(CROWDS)) {
  Deno.test(`shapes in random poses touch as in MuJoCo ${how}`, async () => {
    for (let seed = 1; seed <= seeds; seed++) assert.equal(await differenceInPoses(crowd, seed), null, `seed ${seed}`);
  });
}

/** Crowds of `scripts/fuzz/generate_crowds.ts` in a test. */
const PART = 25;

for (let first = 1; first < 10 * PART; first += PART) {
  Deno.test(`crowds from ${first} on touch as in MuJoCo`, async () => {
    for (let seed = first; seed < first + PART; seed++) {
      assert.equal(await differenceOf(`crowds#${seed}`), null, `seed ${seed}`);
    }
  });
}
